//! The same scenes with clinch's contacts and with those of rapier's own narrowphase, in the same
//! solver: which scenes are more stable?
//!
//! * The scenes (`scenes`) are in metres; `world` makes the copies of other sizes. `run` simulates
//!   one start, and `overlap` measures overlaps without either of the two.
//! * `verdict` decides what is better, `page` writes the page.
//! * The same arguments give the same numbers on every machine.

mod body;
mod composite;

mod ground;
mod overlap;

mod collider;
mod world;

mod scene;
mod scenes;

mod run;
mod workers;

mod verdict;

mod results;

mod page;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;

use crate::page::About;
use crate::results::Results;
use crate::run::{Entry, Job};
use crate::scene::Scene;
use crate::scenes::{COMPOSITE, CONVEX, LARGE};
use crate::world::Contender;

/// Run the same scenes with clinch's contacts and with rapier's own, and compare.
#[derive(Parser)]
#[command(name = "cargo xtask judge")]
struct Arguments {
    /// Two starts, contacts at every step only, the pile in metres only: under a minute
    #[arg(long)]
    quick: bool,
    /// Only this scene, or those whose names contain this; the page is printed and not written
    #[arg(long)]
    scene: Option<String>,
    /// The scenes with meshes, height fields, compounds and voxels, which have a page of their own
    #[arg(long)]
    composite: bool,
    /// Also their piles of 1,000 bodies: minutes more
    #[arg(long, requires = "composite")]
    full: bool,
    /// The number of slightly different starts
    #[arg(long)]
    starts: Option<u64>,
    /// Where the page is written; a quick run only prints it
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Centimetres, metres, and hundreds of metres.
const SCALES: &[f64] = &[0.01, 1.0, 100.0];
/// The scenes that take long: in a quick run in metres only, and from one start.
const LONG: &[&str] = &["pile", "pile on bumps", "pile in a bowl", "shots at voxels"];

fn main() -> Result<()> {
    let Arguments { quick, scene, composite, full, starts, out } = Arguments::parse();
    let scenes = match &scene {
        Some(name) => named(name)?,
        None if full => [COMPOSITE, LARGE].concat(),
        None if composite => COMPOSITE.to_vec(),
        None => CONVEX.to_vec(),
    };
    let starts = starts.unwrap_or(if quick { 2 } else { 8 });
    let entries: Vec<(Entry, usize)> = entries(&scenes, quick).into_iter().map(|entry| (entry, starts_of(entry, starts, quick))).collect();
    let jobs: Vec<Job> = entries.iter().flat_map(|&(entry, starts)| (0..starts as u64).map(move |start| Job { entry, start })).collect();
    let began = Instant::now();
    let results = Results::new(&entries, &workers::run_all(&jobs)?);
    let words: Vec<String> = std::env::args().skip(1).collect();
    let command = format!("cargo xtask judge {}", words.join(" ")).trim_end().to_owned();
    let about = About { scenes: &scenes, scales: SCALES, composite, starts, seconds: began.elapsed().as_secs(), command };
    let page = page::page(&results, &about);
    let usual = if composite { "docs/judge-composite.md" } else { "docs/judge.md" };
    let kept = out.or_else(|| (!quick && scene.is_none()).then(|| PathBuf::from(usual)));
    match kept {
        Some(path) => std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display())),
        None => Ok(write!(std::io::stdout(), "{page}")?),
    }
}

/// The scenes with this name, or else those whose names contain it.
fn named(name: &str) -> Result<Vec<&'static Scene>> {
    let all = [CONVEX, COMPOSITE, LARGE].concat();
    let those = |is: &dyn Fn(&str) -> bool| all.iter().copied().filter(|scene| is(scene.name)).collect::<Vec<_>>();
    let found =
        Some(those(&|other| other == name)).filter(|found| !found.is_empty()).unwrap_or_else(|| those(&|other| other.contains(name)));
    let names: Vec<&str> = all.iter().map(|scene| scene.name).collect();
    ensure!(!found.is_empty(), "no such scene; there are: {}", names.join(", "));
    Ok(found)
}

fn entries(scenes: &[&'static Scene], quick: bool) -> Vec<Entry> {
    let mut entries = Vec::new();
    for recycling in if quick { &[false][..] } else { &[false, true] } {
        for &scene in scenes {
            for &scale in SCALES.iter().filter(|scale| !(quick && LONG.contains(&scene.name) && **scale != 1.0)) {
                for contender in [Contender::Clinch, Contender::Rapier] {
                    entries.push(Entry { scene, scale, contender, recycling: *recycling });
                }
            }
        }
    }
    entries
}

fn starts_of(entry: Entry, starts: u64, quick: bool) -> usize {
    if quick && LONG.contains(&entry.scene.name) { 1 } else { starts as usize }
}
