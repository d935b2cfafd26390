//! `inspector`: the page that shows one query of two shapes step by step.
//!
//! * `inspector/page.rs` compiles the package `clinch-inspector` to WebAssembly, and writes one
//!   file that needs no server. `query --inspect` writes the same file with the pairs of its input.
//! * `--check` opens the page in a browser without a screen, if there is one
//!   (`inspector/browser.rs`). The page clicks through itself and reports its findings; screenshots
//!   in light and dark, of a desk's width and a phone's, are compared with those of
//!   `xtask/inspector/reference` (`inspector/picture.rs`). It is no step of the gate, because few
//!   machines that build have a browser.

mod window;

mod browser;
mod picture;

pub(crate) mod page;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;

use crate::check::Workspace;
use crate::inspector::browser::Browser;
use crate::inspector::page::Pairs;
use crate::inspector::picture::Picture;
use crate::inspector::window::{WINDOWS, Window};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder that index.html is written to; by default `inspector` in cargo's target folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Open the page in a browser without a screen, and check what it shows
    #[arg(long)]
    check: bool,
    /// Print the findings of the check as JSON
    #[arg(long, requires = "check")]
    json: bool,
    /// Write the screenshots that later checks are compared with
    #[arg(long, requires = "check")]
    bless: bool,
}

/// What a check found.
#[derive(Serialize)]
struct Finding {
    name: String,
    passed: bool,
    what: String,
}

const REFERENCE: &str = "xtask/inspector/reference";

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let workspace = Workspace::read()?;
    let folder = args.out.clone().unwrap_or_else(|| workspace.target().join("inspector"));
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let file = folder.join("index.html");
    let bytes = page::write(&workspace, &file, &Pairs::default())?;
    if !args.json {
        println!("{} ({} KB)", file.display(), bytes.div_ceil(1000));
    }
    if !args.check {
        return Ok(ExitCode::SUCCESS);
    }
    let Some(browser) = Browser::find() else {
        let why = format!("no browser: none of {} is on the PATH", Browser::NAMES.join(", "));
        println!("{}", if args.json { serde_json::json!({ "skipped": why }).to_string() } else { format!("SKIPPED: {why}") });
        return Ok(ExitCode::SUCCESS);
    };
    let file = file.canonicalize().context("the page has no path")?;
    let reference = workspace.root().join(REFERENCE);
    let mut findings = Vec::new();
    for window in [&WINDOWS[0], &WINDOWS[2]] {
        findings.extend(self_test(&browser, &file, window)?);
    }
    findings.push(broken_link(&browser, &file)?);
    for window in WINDOWS {
        findings.push(screenshot(&browser, &file, window, &Places { folder: &folder, reference: &reference, bless: args.bless })?);
    }
    report(&findings, args.json)
}

fn report(findings: &[Finding], json: bool) -> anyhow::Result<ExitCode> {
    let failed = findings.iter().filter(|finding| !finding.passed).count();
    if json {
        println!("{}", serde_json::to_string(&serde_json::json!({ "findings": findings, "failed": failed }))?);
    } else {
        for finding in findings.iter().filter(|finding| !finding.passed) {
            println!("FAILED {}: {}", finding.name, finding.what);
        }
        println!("{} checks, {failed} failed", findings.len());
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the page finds when it clicks through itself.
fn self_test(browser: &Browser, file: &Path, window: &Window) -> anyhow::Result<Vec<Finding>> {
    let document = browser.document(file, window, "selftest")?;
    let findings = browser::element(&document, "selftest").unwrap_or_default();
    let mut found: Vec<Finding> = findings.lines().filter_map(|line| finding(window.name, line)).collect();
    if found.is_empty() {
        let what = "the page did not finish its self-test".to_owned();
        found.push(Finding { name: window.name.to_owned(), passed: false, what });
    }
    Ok(found)
}

/// A link whose line is cut off: its error and its column are shown above a pair.
fn broken_link(browser: &Browser, file: &Path) -> anyhow::Result<Finding> {
    let document = browser.document(file, &WINDOWS[0], "line=%7B%22id%22%3A%22cut")?;
    let shown = browser::element(&document, "verdict").is_some_and(|verdict| !verdict.is_empty());
    let passed = document.contains("line 1, column 10") && shown;
    let what = if passed { String::new() } else { "no error with its column, or a blank page".to_owned() };
    Ok(Finding { name: "a link with a line that is cut off".to_owned(), passed, what })
}

/// A line of the self-test: `ok` or `FAILED`, the name, and what was seen.
fn finding(window: &str, line: &str) -> Option<Finding> {
    let passed = line.starts_with("ok ");
    let rest = line.strip_prefix("ok ").or_else(|| line.strip_prefix("FAILED "))?.trim_start();
    Some(Finding { name: format!("{window}, {rest}"), passed, what: String::new() })
}

/// Where screenshots are written, and those that they are compared with.
struct Places<'p> {
    folder: &'p Path,
    reference: &'p Path,
    bless: bool,
}

fn screenshot(browser: &Browser, file: &Path, window: &Window, places: &Places<'_>) -> anyhow::Result<Finding> {
    let taken = places.folder.join(window.name).with_extension("png");
    browser.screenshot(file, window, &taken)?;
    let (now, known) = (Picture::read(&taken)?.reduced(), places.reference.join(window.name).with_extension("png"));
    if places.bless {
        now.write(&known)?;
    }
    let name = format!("{}, the screenshot is the committed one", window.name);
    let differs = match Picture::read(&known) {
        Ok(before) => now.differs_from(&before),
        Err(error) => Some(format!("{error:#}; --bless writes it")),
    };
    let what = differs.map_or_else(String::new, |differs| format!("{differs}; see {}", taken.display()));
    Ok(Finding { name, passed: what.is_empty(), what })
}

#[cfg(test)]
mod tests {
    use super::finding;

    #[test]
    fn lines_of_the_self_test_are_read() {
        let ok = finding("wide", "ok     a line is refused").unwrap();
        assert!(ok.passed && ok.name == "wide, a line is refused");
        assert!(!finding("wide", "FAILED right steps: 0").unwrap().passed);
        assert!(finding("wide", "107 checks, 0 failed").is_none());
    }
}
