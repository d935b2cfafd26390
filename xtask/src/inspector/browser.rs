//! A browser without a screen: the document of a page after its scripts, and screenshots.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::inspector::window::Window;

/// A browser of the Chromium family.
pub(crate) struct Browser {
    program: PathBuf,
}

impl Browser {
    pub(crate) const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

    /// The first on the PATH.
    pub(crate) fn find() -> Option<Self> {
        let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
        let mut programs = Self::NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        programs.find(|program| program.is_file()).map(|program| Self { program })
    }

    /// The document of the page, written out after its scripts have run.
    pub(crate) fn document(&self, file: &Path, window: &Window, fragment: &str) -> anyhow::Result<String> {
        self.run(file, window, fragment, "--dump-dom")
    }

    /// Writes a PNG file.
    pub(crate) fn screenshot(&self, file: &Path, window: &Window, to: &Path) -> anyhow::Result<()> {
        self.run(file, window, window.shows, &format!("--screenshot={}", to.display()))?;
        if !to.is_file() {
            bail!("the browser wrote no screenshot");
        }
        Ok(())
    }

    /// The time of the page is virtual: it runs as fast as its scripts do, and ends when the budget
    /// is spent. The page loads nothing but itself, so the browser's sandbox, which fails for the
    /// root of a container, protects nothing.
    fn run(&self, file: &Path, window: &Window, fragment: &str, what: &str) -> anyhow::Result<String> {
        let profile = tempfile::tempdir().context("no folder for the browser's profile")?;
        let scheme = if window.dark { 0 } else { 1 };
        let output = Command::new(&self.program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg(format!("--window-size={},{}", window.width, window.height))
            .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
            .arg("--virtual-time-budget=120000")
            .arg(what)
            .arg(format!("file://{}#{fragment}", file.display()))
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("{} could not be started", self.program.display()))?;
        if !output.status.success() {
            bail!("{}: {}", self.program.display(), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// The text of the element with this id, which has no elements inside.
pub(crate) fn element(document: &str, id: &str) -> Option<String> {
    let (_, after) = document.split_once(&format!("id=\"{id}\""))?;
    let (text, _) = after.split_once('>')?.1.split_once('<')?;
    Some(text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&"))
}

#[cfg(test)]
mod tests {
    use super::element;

    #[test]
    fn the_text_of_an_element_is_found() {
        let document = "<p id=\"other\">no</p><pre id=\"selftest\" data-result=\"ok\">ok a &lt; b\nok &amp;</pre>";
        assert_eq!(element(document, "selftest").unwrap(), "ok a < b\nok &");
        assert_eq!(element(document, "missing"), None);
    }
}
