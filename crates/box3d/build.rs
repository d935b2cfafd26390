//! Compiles the C file of this crate with the internal headers of Box3D.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=src/surface_pair.c");
    // What the build script of box3d-sys publishes: the folder that cmake has built in.
    let sources = sources(Path::new(&env::var("DEP_BOX3D_ROOT")?))?;
    cc::Build::new()
        .file("src/surface_pair.c")
        .include(sources.join("src"))
        .include(sources.join("include"))
        // As box3d-sys compiles the rest, so that the structs are the same.
        .define("NDEBUG", None)
        .opt_level(3)
        .flag_if_supported("-std=gnu17")
        .flag_if_supported("-ffp-contract=off")
        .warnings(false)
        .compile("clinch_box3d");
    Ok(())
}

/// The folder of Box3D's sources, as cmake has recorded it.
fn sources(built: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let cache = fs::read_to_string(built.join("build/CMakeCache.txt"))?;
    let home = cache.lines().find_map(|line| line.strip_prefix("CMAKE_HOME_DIRECTORY:INTERNAL="));
    Ok(home.ok_or("cmake's cache does not name the sources of Box3D")?.into())
}
