//! The workspace as the rules read it: manifests, sources and documents, each parsed once.

use std::path::Path;

use anyhow::Context;
use cargo_metadata::{Metadata, MetadataCommand, Package};
use walkdir::WalkDir;

use crate::tidy::report::Report;
use crate::tidy::source::Source;
use crate::tidy::text::Text;

/// The input of all rules.
pub(crate) struct Tree {
    root: String,
    /// Members only. Without dependencies cargo needs no lock file, index or network.
    pub(crate) metadata: Metadata,
    /// Every `.rs` file.
    pub(crate) sources: Vec<Source>,
    /// Every `.md` file.
    pub(crate) documents: Vec<Text>,
    /// Every `Cargo.toml`, and the scripts of `.ci`.
    pub(crate) others: Vec<Text>,
    /// Every other file in UTF-8, and sources that do not parse.
    pub(crate) rest: Vec<Text>,
}

impl Tree {
    /// Reads the workspace at `root`, by default that of the current directory. A source that does
    /// not parse is reported and left out.
    pub(crate) fn read(root: Option<&Path>, report: &mut Report) -> anyhow::Result<Self> {
        let mut command = MetadataCommand::new();
        command.no_deps().other_options(["--offline".to_owned()]);
        if let Some(root) = root {
            command.manifest_path(root.join("Cargo.toml"));
        }
        let metadata = command.exec().context("cargo metadata failed")?;
        let root = metadata.workspace_root.to_string();
        let mut tree = Self { root, metadata, sources: Vec::new(), documents: Vec::new(), others: Vec::new(), rest: Vec::new() };
        for entry in WalkDir::new(&tree.root).sort_by_file_name().into_iter().filter_entry(is_ours) {
            let entry = entry?;
            if entry.file_type().is_file() {
                let path = tree.relative(entry.path());
                tree.add(path, entry.path(), report)?;
            }
        }
        Ok(tree)
    }

    fn add(&mut self, path: String, file: &Path, report: &mut Report) -> anyhow::Result<()> {
        let read = || std::fs::read_to_string(file).with_context(|| format!("{path} could not be read"));
        if path.ends_with(".rs") {
            let text = read()?;
            match Source::parse(Text { text: text.clone(), path: path.clone() }) {
                Ok(source) => self.sources.push(source),
                Err(error) => {
                    report.error(&path, error.span().start().line, format!("does not parse as Rust: {error}"));
                    self.rest.push(Text { text, path });
                }
            }
        } else if path.ends_with(".md") {
            self.documents.push(Text { text: read()?, path });
        } else if path.ends_with("Cargo.toml") || path.starts_with(".ci/") || path.starts_with(".cargo/") {
            self.others.push(Text { text: read()?, path });
        } else if let Ok(text) = String::from_utf8(std::fs::read(file).with_context(|| format!("{path} could not be read"))?) {
            self.rest.push(Text { text, path });
        }
        Ok(())
    }

    /// The path from the root, as findings have it.
    pub(crate) fn relative(&self, path: impl AsRef<Path>) -> String {
        let path = path.as_ref();
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }

    /// Whether there is a file or directory at this path from the root.
    pub(crate) fn has(&self, path: &str) -> bool {
        Path::new(&self.root).join(path).exists()
    }

    /// The members of the workspace with the paths of their manifests.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&Package, String)> {
        self.metadata.packages.iter().map(|package| (package, self.relative(&package.manifest_path)))
    }

    /// A manifest's text; empty if there is none.
    pub(crate) fn manifest(&self, path: &str) -> &str {
        self.others.iter().find(|other| other.path == path).map_or("", |other| &other.text)
    }

    /// The texts of the files that most rules read, with their paths.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text> {
        self.sources.iter().map(|source| &source.file).chain(&self.documents).chain(&self.others)
    }
}

/// Whether the package goes to a registry.
pub(crate) fn is_published(package: &Package) -> bool {
    package.publish.as_ref().is_none_or(|registries| !registries.is_empty())
}

/// Whether to read it: not build output, and of hidden directories only our two.
fn is_ours(entry: &walkdir::DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 0 || name == ".ci" || name == ".cargo" || (name != "target" && !name.starts_with('.'))
}
