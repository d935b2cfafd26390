//! The modules of one crate: the file of each, the names it has, and the paths it mentions.
//!
//! * Tokens are read and not syntax, to include paths inside macros. Items under `#[cfg(test)]` are
//!   left out, and so are files that only such a declaration names.
//! * A module is a file or a block `mod name { … }`; a block belongs to its file.
//! * Names are resolved through child modules, items, `use` declarations and globs, so that a path
//!   through a re-export leads to the file that defines the item. A type and a function of the same
//!   name are one item. A macro that is in scope by textual order alone is not resolved.

use std::collections::{BTreeMap, BTreeSet};

use crate::tidy::source::{Source, Word};

/// Which file uses which, by index, and the first line that does.
pub(crate) type Arrows = BTreeMap<usize, BTreeMap<usize, usize>>;

/// The module tree of one crate.
pub(crate) struct Modules {
    modules: Vec<Module>,
}

#[derive(Default)]
struct Module {
    /// The file, by its index among all sources.
    source: usize,
    /// The folder of its child modules' files.
    folder: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// The paths in its code, `use` declarations excepted. Of those of one name only types, and
    /// functions and macros that are called.
    mentions: Vec<Mention>,
}

/// One name that a `use` declaration brings into scope.
struct Import {
    mention: Mention,
    /// `*` for a glob.
    name: String,
    is_public: bool,
}

struct Mention {
    path: Vec<String>,
    line: usize,
}

/// The end of a path: a module, or an item that this module defines.
#[derive(Clone, Copy)]
enum Target {
    Module(usize),
    ItemOf(usize),
}

/// Which one is meant by a name of both a module and an item.
#[derive(Clone, Copy, PartialEq)]
enum Prefer {
    Module,
    Item,
}

/// Longer chains of re-exports are taken for endless ones. Smaller: long chains are not resolved.
/// Larger: a name that imports itself costs more before it is given up.
const LONGEST_CHAIN: usize = 16;

impl Modules {
    /// The modules below the file `root`, the crate's `lib.rs` or `main.rs`.
    pub(crate) fn read(sources: &[Source], root: usize) -> Self {
        let files: BTreeMap<&str, usize> = sources.iter().enumerate().map(|(index, source)| (source.path(), index)).collect();
        let folder = sources[root].path().rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let mut this = Self { modules: vec![Module { source: root, folder, ..Module::default() }] };
        let mut unread = vec![0];
        while let Some(module) = unread.pop() {
            let words = sources[this.modules[module].source].shipped_words();
            let mut reader = Reader { words: &words, at: 0, files: &files, modules: &mut this.modules, found: Vec::new() };
            reader.module(module);
            unread.append(&mut reader.found);
        }
        this
    }

    /// Which file uses an item that another file defines.
    ///
    /// Neither `mod child;` nor a re-export is a use.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (index, module) in self.modules.iter().enumerate() {
            let imports = module.imports.iter().filter(|import| !import.is_public);
            let imports = imports.filter_map(|import| Some((self.imported(index, import)?, import.mention.line)));
            let mentions = module.mentions.iter().filter_map(|mention| {
                let Target::ItemOf(target) = self.resolve(index, &mention.path, Prefer::Item, 0)? else { return None };
                Some((target, mention.line))
            });
            for (target, line) in imports.chain(mentions) {
                let target = self.modules[target].source;
                if target != module.source {
                    let first = arrows.entry(module.source).or_default().entry(target).or_insert(line);
                    *first = line.min(*first);
                }
            }
        }
        arrows
    }

    /// The module whose item this imports. The import of a module is no use of it; paths through it
    /// are.
    fn imported(&self, from: usize, import: &Import) -> Option<usize> {
        match self.resolve(from, &import.mention.path, Prefer::Item, 0)? {
            Target::ItemOf(module) => Some(module),
            Target::Module(module) => (import.name == "*").then_some(module),
        }
    }

    fn resolve(&self, from: usize, path: &[String], prefer: Prefer, depth: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        let preference = |rest: &[String]| if rest.is_empty() { prefer } else { Prefer::Module };
        let mut target = match first.as_str() {
            "crate" => Target::Module(0),
            "self" => Target::Module(from),
            "super" => Target::Module(self.modules[from].parent?),
            name => self.find(from, name, preference(rest), depth)?,
        };
        for (index, name) in rest.iter().enumerate() {
            let Target::Module(module) = target else { break };
            target = match name.as_str() {
                "super" => Target::Module(self.modules[module].parent?),
                // An item that is not found may come from a macro of this module.
                name => self.find(module, name, preference(&rest[index + 1..]), depth).unwrap_or(Target::ItemOf(module)),
            };
        }
        Some(target)
    }

    fn find(&self, module: usize, name: &str, prefer: Prefer, depth: usize) -> Option<Target> {
        if depth > LONGEST_CHAIN {
            return None;
        }
        let Module { children, imports, items, .. } = &self.modules[module];
        let child = children.get(name).map(|child| Target::Module(*child));
        let through = |import: &Import| self.resolve(module, &import.mention.path, prefer, depth + 1);
        let imported = || imports.iter().filter(|import| import.name == name).find_map(through);
        let own = || items.contains(name).then_some(Target::ItemOf(module));
        let by_glob = || {
            imports.iter().filter(|import| import.name == "*").find_map(|import| match through(import)? {
                Target::Module(other) if other != module => self.find(other, name, prefer, depth + 1),
                _ => None,
            })
        };
        let first = if prefer == Prefer::Module { child } else { None };
        first.or_else(imported).or_else(own).or(child).or_else(by_glob)
    }
}

/// Reads the words of one file.
struct Reader<'a> {
    words: &'a [Word],
    at: usize,
    files: &'a BTreeMap<&'a str, usize>,
    modules: &'a mut Vec<Module>,
    /// The modules in files of their own that it declares.
    found: Vec<usize>,
}

impl Reader<'_> {
    /// Reads up to the end of this module's block or file.
    fn module(&mut self, module: usize) {
        let mut depth = 0_usize;
        while let Some(word) = self.words.get(self.at) {
            match word.text.as_str() {
                "{" => depth += 1,
                "}" if depth == 0 => break,
                "}" => depth -= 1,
                "use" if self.text(1) != "<" => {
                    let is_public = self.is_public();
                    self.at += 1;
                    self.import(module, Vec::new(), is_public);
                    continue;
                }
                "mod" if is_name(self.text(1)) => {
                    self.declared(module);
                    continue;
                }
                "fn" | "struct" | "enum" | "union" | "trait" | "type" | "const" | "static" if self.names_item() => {
                    let name = self.text(1).to_owned();
                    self.modules[module].items.insert(name);
                    self.at += 1;
                }
                "macro_rules" if self.text(1) == "!" => {
                    let name = self.text(2).to_owned();
                    self.modules[module].items.insert(name);
                    self.at += 2;
                }
                name if is_name(name) => self.mention(module),
                _ => {}
            }
            self.at += 1;
        }
        self.at += 1;
    }

    /// `mod name;` or `mod name { … }`.
    fn declared(&mut self, parent: usize) {
        let (name, then) = (self.text(1).to_owned(), self.text(2).to_owned());
        let folder = format!("{}/{name}", self.modules[parent].folder);
        self.at += 3;
        let child = self.modules.len();
        let mut source = self.modules[parent].source;
        if then == ";" {
            let paths = [format!("{folder}.rs"), format!("{folder}/mod.rs")];
            let Some(file) = paths.iter().find_map(|path| self.files.get(path.as_str())) else { return };
            source = *file;
            self.found.push(child);
        }
        self.modules[parent].children.insert(name, child);
        self.modules.push(Module { source, folder, parent: Some(parent), ..Module::default() });
        if then == "{" {
            self.module(child);
        }
    }

    /// One tree of a `use` declaration, below the path read so far.
    fn import(&mut self, module: usize, mut path: Vec<String>, is_public: bool) {
        if self.is_colons(0) {
            // The path of another crate: no module of this one is named so.
            path.push("::".to_owned());
            self.at += 2;
        }
        while let Some(word) = self.words.get(self.at) {
            let line = word.line;
            match word.text.as_str() {
                "{" => {
                    self.at += 1;
                    while !["}", ""].contains(&self.text(0)) {
                        self.import(module, path.clone(), is_public);
                        self.at += usize::from(self.text(0) == ",");
                    }
                    self.at += 1;
                    return;
                }
                "*" => {
                    self.at += 1;
                    self.modules[module].imports.push(Import { mention: Mention { path, line }, name: "*".to_owned(), is_public });
                    return;
                }
                name if is_name(name) => {
                    if name != "self" || path.is_empty() {
                        path.push(name.to_owned());
                    }
                    self.at += 1;
                    if self.is_colons(0) {
                        self.at += 2;
                        continue;
                    }
                    let mut name = path.last().cloned().unwrap_or_default();
                    if self.text(0) == "as" {
                        self.text(1).clone_into(&mut name);
                        self.at += 2;
                    }
                    self.modules[module].imports.push(Import { mention: Mention { path, line }, name, is_public });
                    return;
                }
                // A macro's `$name`.
                _ => {
                    self.at += 1;
                    return;
                }
            }
        }
    }

    /// One name, or the path that begins with it. Stops at its last word.
    fn mention(&mut self, module: usize) {
        let (from, line) = (self.at, self.words[self.at].line);
        let mut path = vec![self.text(0).to_owned()];
        while self.is_colons(1) && is_name(self.text(3)) {
            self.at += 3;
            path.push(self.text(0).to_owned());
        }
        let before = from.checked_sub(1).map_or("", |before| self.words[before].text.as_str());
        let goes_on = before == ":" && from > 1 && self.words[from - 2].text == ":";
        if goes_on || before == "." {
            return;
        }
        let is_type = path[0].starts_with(char::is_uppercase);
        if is_type || path.len() > 1 || ["(", "!"].contains(&self.text(1)) {
            self.modules[module].mentions.push(Mention { path, line });
        }
    }

    /// Whether the next word is an item's name. It is not in `const fn`.
    fn names_item(&self) -> bool {
        is_name(self.text(1)) && !["fn", "unsafe", "async", "extern"].contains(&self.text(1))
    }

    /// Whether `pub` or `pub(…)` ends here.
    fn is_public(&self) -> bool {
        let mut before = self.words[..self.at].iter().rev().map(|word| word.text.as_str());
        match before.next() {
            Some("pub") => true,
            Some(")") => before.skip_while(|word| *word != "(").nth(1) == Some("pub"),
            _ => false,
        }
    }

    /// The word this many words ahead; empty at the end.
    fn text(&self, ahead: usize) -> &str {
        self.words.get(self.at + ahead).map_or("", |word| word.text.as_str())
    }

    fn is_colons(&self, ahead: usize) -> bool {
        self.text(ahead) == ":" && self.text(ahead + 1) == ":"
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}
