//! The same scenes in avian with clinch's collider and with avian's own, which is parry's: which
//! are more stable?
//!
//! * The scenes (`scenes`) are in metres; `world` makes the copies of other sizes.
//! * `measure` looks at the bodies and not at contacts; `page` writes the page.

mod random;
mod shape;

mod world;

mod measure;

mod scenes;

mod results;

mod page;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;

use crate::measure::Track;
use crate::page::About;
use crate::results::{Entry, Results};
use crate::scenes::{SCENES, Scene};
use crate::world::{Contender, RATE, Setting, World};

/// Run the same scenes in avian with clinch's collider and with parry's, and compare.
#[derive(Parser)]
struct Arguments {
    /// Only the scenes whose names contain this
    #[arg(long)]
    scene: Option<String>,
    /// The number of slightly different starts
    #[arg(long, default_value_t = 5)]
    starts: u64,
    /// Where the page is written; without it the page is printed
    #[arg(long)]
    out: Option<PathBuf>,
}

const SCALES: &[f32] = &[0.1, 1.0, 10.0];

fn main() -> Result<()> {
    let Arguments { scene, starts, out } = Arguments::parse();
    let began = Instant::now();
    let mut entries = Vec::new();
    for recycling in [false, true] {
        for scene in SCENES.iter().filter(|one| scene.as_ref().is_none_or(|name| one.name.contains(name.as_str()))) {
            for &scale in SCALES {
                for contender in [Contender::Clinch, Contender::Parry] {
                    let setting = Setting { contender, scale, recycling };
                    entries.push(Entry { scene, setting, starts: (0..starts).map(|start| run(scene, setting, start)).collect() });
                }
            }
        }
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let command = format!("cargo run --release --ignore-rust-version -p clinch-judge-avian -- {}", words.join(" "))
        .trim_end_matches([' ', '-'])
        .to_owned();
    let page = page::page(&Results { entries }, &About { command, starts, seconds: began.elapsed().as_secs() })?;
    match out {
        Some(path) => std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display())),
        None => Ok(write!(std::io::stdout(), "{page}")?),
    }
}

/// The values of one run.
fn run(scene: &Scene, setting: Setting, start: u64) -> Vec<f64> {
    let mut world = World::new(setting);
    scene.build(&mut world, start);
    let mut track = Track::new(scene.kind, scene.seconds, world.state());
    for _ in 0..scene.seconds * RATE {
        world.step();
        track.step(world.state());
    }
    track.values()
}
