//! The pages of the manual and the blocks of code on them.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

/// A fenced block of code.
pub struct Block {
    /// The text after the opening fence.
    pub language: String,
    /// The position of its lines in the text.
    pub range: Range<usize>,
}

impl Page {
    pub fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    /// The path relative to the repository's root.
    pub fn name(&self) -> &str {
        self.path.strip_prefix(root()).ok().and_then(Path::to_str).expect("a page below the root")
    }

    pub fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    pub fn blocks(&self) -> Vec<Block> {
        let (mut blocks, mut open) = (Vec::new(), None);
        for (event, range) in self.events() {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                    open = Some(Block { language: language.into_string(), range: range.start..range.start });
                }
                Event::Text(_) => {
                    if let Some(block) = &mut open {
                        let start = if block.range.is_empty() { range.start } else { block.range.start };
                        block.range = start..range.end;
                    }
                }
                Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
                _ => {}
            }
        }
        blocks
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and all pages of the manual, in the order of their names.
pub fn pages() -> Vec<Page> {
    let mut paths = vec![root().join("README.md")];
    collect(&root().join("docs"), &mut paths);
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
}

/// Whether outputs are to be rewritten instead of compared.
pub fn rewriting() -> bool {
    std::env::var("DROPLINE_DOCS").is_ok_and(|value| value == "rewrite")
}

/// Compares what stands below the line `mark` of a `page` with what was `made`, or writes it there.
pub fn check_generated(page: &str, mark: &str, made: &str) {
    let path = root().join(page);
    let text = fs::read_to_string(&path).expect("the page is there");
    let (intro, shown) = text.split_once(mark).expect("the page has its mark");
    if rewriting() {
        fs::write(&path, format!("{intro}{mark}{made}")).expect("the page can be written");
        return;
    }
    let differs = shown.lines().zip(made.lines()).find(|(shown, made)| shown != made);
    assert!(shown == made, "DROPLINE_DOCS=rewrite cargo test --test docs updates {page}: {differs:#?}");
}
