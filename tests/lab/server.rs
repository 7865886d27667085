//! A running `dropline lab`, and requests to it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A server in a temporary folder, which ends with this value.
pub struct Lab {
    pub folder: TempDir,
    pub port: u16,
    /// The address that opens the page once.
    pub address: String,
    child: Child,
}

impl Lab {
    pub fn new(args: &[&str]) -> Self {
        Self::with(&[], args)
    }

    /// A server in a folder with these files.
    pub fn with(files: &[(&str, &str)], args: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("the folder can be written to");
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_dropline"))
            .args(["lab", ".", "--no-open", "--port", "0"])
            .args(args)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(fs::File::create(folder.path().join("log.txt")).expect("a log"))
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
        let address = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        let port = address.split([':', '/']).filter_map(|part| part.parse().ok()).next().expect("a port");
        Self { folder, port, address, child }
    }

    /// Sends the server a signal, such as `-KILL`.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("a command").success());
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log.txt")).expect("UTF-8")
    }

    /// The names of all files, sorted.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).expect("a folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    /// The cookie that the address gives.
    pub fn enter(&self) -> String {
        let query = self.address.split_once('?').expect("a token").1;
        let answer = self.send(&format!("GET /?{query} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port));
        let cookie = answer.lines().find_map(|line| line.strip_prefix("Set-Cookie: ")).expect("a cookie");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time-out");
        stream
    }

    /// Sends bytes, and returns everything that comes back.
    pub fn send(&self, bytes: &str) -> String {
        let mut stream = self.connect();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(bytes.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A post as the page sends it, with some headers changed: an empty value leaves a header out.
    pub fn post(&self, name: &str, cookie: &str, body: &str, changed: &[(&str, &str)]) -> String {
        let port = self.port;
        let mut headers = vec![
            ("Host", format!("127.0.0.1:{port}")),
            ("Origin", format!("http://127.0.0.1:{port}")),
            ("Cookie", cookie.to_owned()),
            ("Content-Type", "application/json".to_owned()),
            ("Content-Length", body.len().to_string()),
        ];
        for (name, value) in changed {
            headers.retain(|(known, _)| known != name);
            headers.push((name, (*value).to_owned()));
        }
        let headers: String = headers
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        self.send(&format!("POST /api/{name} HTTP/1.1\r\n{headers}\r\n{body}"))
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// The status of an answer.
pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
}

/// The body of an answer, as JSON.
pub fn json(answer: &str) -> serde_json::Value {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}
