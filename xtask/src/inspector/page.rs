//! The page: one file with the program, the examples and everything else inside.
//!
//! * The program is compressed by LZMA and written seven bits to a character, the few characters
//!   that HTML would change as others. In base64 the page would be a sixth larger. The program has
//!   each algorithm several times, for two dimensions and two scalars, megabytes apart: gzip, which
//!   browsers have, sees 32 KB, and would make the page 1.7 times as large.
//! * The parts are read when the page is built, so that an edit of one needs no build of this tool.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use lzma_rust2::{LzmaOptions, LzmaWriter};

use crate::check::Workspace;

const TARGET: &str = "wasm32-wasip1";
const PARTS: &str = "xtask/inspector/page";

/// The scripts in the order in which they use each other.
const SCRIPTS: &[&str] = &[
    "lzma.js",
    "program.js",
    "space.js",
    "draw.js",
    "scene.js",
    "words.js",
    "pair.js",
    "cast_scene.js",
    "cast_words.js",
    "contacts_scene.js",
    "contacts_words.js",
    "kinds.js",
    "motion.js",
    "builder.js",
    "selftest_kinds.js",
    "selftest.js",
    "pointers.js",
    "app.js",
];

/// The lines of a pair file that the page opens with.
#[derive(Default, serde::Serialize)]
pub(crate) struct Pairs {
    pub(crate) lines: Vec<String>,
    /// In `f64`; else in `f32`.
    pub(crate) f64: bool,
}

/// Builds the program, writes the page with these pairs, and gives its size.
pub(crate) fn write(workspace: &Workspace, file: &Path, pairs: &Pairs) -> anyhow::Result<usize> {
    let program = std::fs::read(program(workspace)?).context("the program cannot be read")?;
    let page = assemble(&workspace.root().join(PARTS), &program, pairs)?;
    std::fs::write(file, &page).with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(page.len())
}

/// Compiles the program. cargo's output goes to standard error: standard output may be that of
/// `query`.
fn program(workspace: &Workspace) -> anyhow::Result<std::path::PathBuf> {
    let library =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output().context("rustc could not be started")?;
    if !Path::new(String::from_utf8_lossy(&library.stdout).trim()).is_dir() {
        bail!("Rust's standard library for {TARGET} is not installed; run `rustup target add {TARGET}`");
    }
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--package", "clinch-inspector", "--bin", "clinch-inspector", "--target", TARGET, "--profile", "page"])
        .current_dir(workspace.root())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    if !status.context("cargo could not be started")?.success() {
        bail!("the program of the page was not built");
    }
    Ok(workspace.target().join(TARGET).join("page/clinch-inspector.wasm"))
}

fn assemble(parts: &Path, program: &[u8], pairs: &Pairs) -> anyhow::Result<String> {
    let part = |name: &str| std::fs::read_to_string(parts.join(name)).with_context(|| format!("{PARTS}/{name}"));
    let mut script = String::new();
    for name in SCRIPTS {
        script.push_str(&bare(&part(name)?));
    }
    let values = [
        ("{{style}}", bare(&part("style.css")?)),
        ("{{examples}}", in_script(&part("examples.json")?)),
        ("{{pairs}}", in_script(&serde_json::to_string(pairs)?)),
        ("{{script}}", script),
        // The last: it may have any characters.
        ("{{program}}", text(&packed(program)?)),
    ];
    let mut page = part("index.html")?;
    for (place, value) in values {
        let Some((before, after)) = page.split_once(place) else { bail!("{PARTS}/index.html has no {place}") };
        page = [before, &value, after].concat();
    }
    Ok(page)
}

/// A script or a style without indentation and lines of comments: an eighth of its size.
fn bare(text: &str) -> String {
    let lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// JSON that may stand in a script element: no `<`, which could end it.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The program as a .lzma file, of the kind that `lzma.js` reads.
fn packed(program: &[u8]) -> anyhow::Result<Vec<u8>> {
    // The level that makes the smallest file; in WebAssembly the position of a byte says nothing.
    let options = LzmaOptions { lc: 3, lp: 0, pb: 0, ..LzmaOptions::with_preset(9) };
    let mut lzma = LzmaWriter::new_use_header(Vec::new(), &options, Some(program.len() as u64))?;
    lzma.write_all(program)?;
    Ok(lzma.finish()?)
}

/// Seven bits to a character, the highest first. NUL, a carriage return, and `/` and `!` after `<`
/// mean something to HTML, and are written 256 higher.
fn text(bytes: &[u8]) -> String {
    let (mut bits, mut count, mut text) = (0_u32, 0, String::with_capacity(bytes.len() * 8 / 7 + 1));
    let mut last = 0;
    let mut push = |bits: u32| {
        let bits = bits & 127;
        let has_meaning = matches!((last, bits), (_, 0 | 13) | (60, 33 | 47));
        text.extend(char::from_u32(if has_meaning { bits + 256 } else { bits }));
        last = bits;
    };
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        while count >= 7 {
            count -= 7;
            push(bits >> count);
        }
        bits &= (1 << count) - 1;
    }
    if count > 0 {
        push(bits << (7 - count));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Pairs, assemble, in_script, packed, text};
    use std::path::Path;

    /// As `program.js` reads it.
    fn bytes(text: &str) -> Vec<u8> {
        let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
        for character in text.chars() {
            bits = bits << 7 | u32::from(character) & 127;
            count += 7;
            if count >= 8 {
                count -= 8;
                bytes.push((bits >> count) as u8);
                bits &= (1 << count) - 1;
            }
        }
        bytes
    }

    #[test]
    fn the_program_is_read_as_it_was_written() {
        // The last are `</script` and `<!--` of seven bits.
        let all: Vec<u8> = (0..=255).chain([0; 9]).chain([13, 60, 0x3C, 0xFF]).chain([0x78, 0xBF, 0x3C, 0x78, 0x85, 0xAD]).collect();
        let written = text(&all);
        assert!(!written.contains(['\0', '\r']) && !written.contains("</") && !written.contains("<!"));
        assert!(bytes(&written).starts_with(&all));
        let packed = packed(&all).unwrap();
        // 3 literal context bits, none of positions; the size follows the dictionary's.
        assert_eq!((packed[0], u64::from_le_bytes(packed[5..13].try_into().unwrap())), (3, all.len() as u64));
    }

    #[test]
    fn a_line_cannot_end_its_script() {
        assert_eq!(in_script(r#"["</script>"]"#), "[\"\\u003c/script>\"]");
    }

    #[test]
    fn the_page_has_all_parts_and_loads_nothing() {
        let parts = Path::new(env!("CARGO_MANIFEST_DIR")).join("inspector/page");
        let page = assemble(&parts, &[1, 2, 3], &Pairs { lines: vec!["{\"id\":\"mine\"}".to_owned()], f64: true }).unwrap();
        assert!(!page.contains("{{") && page.contains("mine"));
        for loads in ["http:", "https:", "src=", "@import", "fetch("] {
            assert!(!page.contains(loads), "{loads}");
        }
    }

    #[test]
    fn every_example_is_a_line_of_a_pair_file_with_a_title() {
        #[derive(serde::Deserialize)]
        struct Example {
            title: String,
            line: String,
        }
        let examples: Vec<Example> = serde_json::from_str(include_str!("../../inspector/page/examples.json")).unwrap();
        assert!(examples.len() > 20);
        for Example { title, line } in examples {
            let read: Vec<_> = clinch_testkit::pair_file::read_queries(line.as_bytes()).collect();
            assert!(matches!(read[..], [Ok(_)]) && !title.is_empty(), "{title}: {read:?}");
        }
    }
}
