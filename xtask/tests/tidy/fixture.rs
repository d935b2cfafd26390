//! A small workspace that keeps every rule of tidy, for tests that break one.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A copy in a directory of its own.
pub(crate) struct Fixture(TempDir);

impl Fixture {
    pub(crate) fn new() -> Self {
        let fixture = Self(TempDir::new().unwrap());
        fixture.write("Cargo.toml", ROOT);
        fixture.write("README.md", "# clinch\n\nSee [the crates](docs/architecture.md#invariants).\n");
        fixture.write("docs/architecture.md", ARCHITECTURE);
        let crates = [
            ("support", "", "glam.workspace = true"),
            ("hull", "", "clinch-support.workspace = true"),
            ("mass", "", "clinch-hull.workspace = true"),
            ("shapes", "", "clinch-mass.workspace = true"),
            ("gjk", "", "clinch-support.workspace = true\n\n[dev-dependencies]\nclinch-testkit.workspace = true"),
            ("testkit", "publish = false\n", "clinch-shapes.workspace = true"),
        ];
        for (name, publish, dependencies) in crates {
            fixture.write(&format!("crates/{name}/Cargo.toml"), &manifest(name, publish, dependencies));
            fixture.write(&format!("crates/{name}/src/lib.rs"), LIB);
        }
        fixture.write("crates/testkit/src/oracle/cube.rs", "//! How far apart cubes are.\n\nuse glam::DVec3;\n");
        fixture
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces one piece of a file, which must contain it.
    pub(crate) fn edit(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.0.path().join(path)).unwrap();
        assert!(text.contains(from), "{path} does not contain {from:?}");
        self.write(path, &text.replacen(from, to, 1));
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.0.path().join(path)).unwrap();
    }

    /// Whether tidy succeeds, and its output.
    pub(crate) fn tidy(&self) -> (bool, String) {
        tidy(self.0.path())
    }
}

fn tidy(root: &Path) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["tidy", "--root"]).arg(root).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

fn manifest(name: &str, publish: &str, dependencies: &str) -> String {
    format!(
        "[package]\nname = \"clinch-{name}\"\ndescription = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\nlicense = \"MIT\"\n\
         keywords = [\"physics\"]\ncategories = [\"science\"]\nreadme = \"../../README.md\"\n\
         metadata.docs.rs.all-features = true\n{publish}\n[lints]\nworkspace = true\n[dependencies]\n{dependencies}\n"
    )
}

const ROOT: &str = r#"[workspace]
resolver = "3"
members = ["crates/*"]

[workspace.dependencies]
clinch-support = { version = "0.1.0", path = "crates/support" }
clinch-hull = { version = "0.1.0", path = "crates/hull" }
clinch-mass = { version = "0.1.0", path = "crates/mass" }
clinch-shapes = { version = "0.1.0", path = "crates/shapes" }
clinch-gjk = { version = "0.1.0", path = "crates/gjk" }
clinch-testkit = { path = "crates/testkit" }
glam = "0.33"
bevy_ecs = "0.20"
rand = "0.9"

[workspace.lints.rust]
unsafe_code = "forbid"
"#;

/// Everything in it resembles something forbidden and is allowed.
const LIB: &str = r#"//! What a file may hold.
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]
/// Prose may mention an Entity, its velocity, and `.unwrap()`.
pub fn f(x: Option<u8>) -> u8 {
    let panic = "panic!(unwrap) at the Entity";
    if panic != "friction" { x.unwrap_or(0) } else { 1 }
}

#[cfg(feature = "serde")]
impl Serialize for Vertex {}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing() {
        Some(1).unwrap();
    }
}
"#;

const ARCHITECTURE: &str = "# Architecture

| crate | its one line | stands on |
|---|---|---|
| `crates/support` | words | |
| `crates/hull` | faces | `support` |
| `crates/mass` | volumes | `hull` |
| `crates/shapes` | nouns | `mass` |
| `crates/gjk` | how far apart? | `support` |
| `crates/testkit` | scenes | `shapes` |

## Invariants

* Nothing happens — kept by `crates/support/src/lib.rs::nothing`.

## Promises

* More happens.
";
