//! The built program in a temporary folder.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A temporary folder in which the program runs.
pub struct Scene(TempDir);

/// A finished run of the program.
#[derive(Debug)]
pub struct RunOutput {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Scene {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    /// The program, ready to be started in the folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dropline"));
        command.args(args).current_dir(self.0.path()).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    /// Runs the program with arguments separated by spaces.
    pub fn run(&self, args: &str) -> RunOutput {
        self.run_args(&args.split(' ').collect::<Vec<_>>())
    }

    /// Runs the program with arguments that may contain spaces.
    pub fn run_args(&self, args: &[&str]) -> RunOutput {
        self.command(args).output().expect("the program starts").into()
    }

    /// Runs the program with this standard input.
    pub fn run_with_input(&self, args: &str, input: &str) -> RunOutput {
        self.write("input", input);
        self.run_with_input_of(args, "input")
    }

    /// Runs the program with the file `name` as its standard input.
    pub fn run_with_input_of(&self, args: &str, name: &str) -> RunOutput {
        let input = fs::File::open(self.path(name)).expect("the input has been written");
        let mut command = self.command(&args.split(' ').collect::<Vec<_>>());
        command.stdin(input).output().expect("the program starts").into()
    }

    /// Runs the program with its output closed, as `| head` closes it.
    pub fn run_unread(&self, args: &str) -> RunOutput {
        let mut command = self.command(&args.split(' ').collect::<Vec<_>>());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        child.wait_with_output().expect("it ends").into()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        let folder = path.parent().expect("it is in the scene");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .expect("the folder can be written to");
    }

    /// Writes `text` as some editors and shells do: in UTF-16, after a byte order mark.
    pub fn write_utf_16(&self, name: &str, text: &str) {
        let bytes: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(self.path(name), bytes).expect("the folder can be written to");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// The names in a folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder is there");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("it can be read").file_name();
        let mut names: Vec<_> = entries.map(|entry| name(entry).into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(name)).expect("it is JSON")
    }
}

impl From<Output> for RunOutput {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl RunOutput {
    /// Asserts that the program succeeded and wrote nothing to standard error.
    #[track_caller]
    pub fn succeeds(self) -> Self {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self
    }

    /// Asserts that the program ended with this exit code and this single line on standard error.
    #[track_caller]
    pub fn fails(self, code: i32, error: &str) -> Self {
        assert_eq!((self.code, self.err.as_str()), (Some(code), format!("error: {error}\n").as_str()));
        self
    }

    /// Asserts that the program printed exactly this.
    #[track_caller]
    pub fn prints(self, out: &str) -> Self {
        assert_eq!(self.out, out);
        self
    }

    /// Asserts that the output contains each of these parts.
    #[track_caller]
    pub fn mentions(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.out.contains(part), "{part:?} is not in\n{}", self.out);
        }
        self
    }

    /// The lines printed, as JSON.
    pub fn json_lines(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }
}

/// The paths of all files below `folder`, in order.
pub fn files_of(scene: &Scene, folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    for name in scene.names(folder) {
        let path = format!("{folder}/{name}");
        if scene.path(&path).is_dir() { files.extend(files_of(scene, &path)) } else { files.push(path) }
    }
    files.sort();
    files
}
