//! Records the demo's scenes: bodies of four kinds fall into a walled box, or on a height field and
//! into a bowl, until they sleep. Each tick's poses and touching pairs are recorded.
//!
//! * The engine is rapier3d with its default settings and a little damping (`world`).
//! * The touching list is **not** that of rapier's persistent manifolds. With the default settings
//!   rapier keeps a manifold while its pair moves by up to 5 cm, and misses one in six of the kept
//!   pile's overlaps deeper than 0.1 mm. Instead rapier's geometry, parry, is queried in `f64` at
//!   the recorded poses (`fresh`). Each run reports the difference (`audit`).
//! * The same arguments give the same file, byte for byte.

mod bodies;
mod ground;

mod drop;

mod triangles;

mod fresh;
mod world;

mod audit;
mod record;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};
use clinch_testkit::recording::{BodyShape, Recording};

use crate::record::{Length, Recorded};
use crate::world::World;

/// Record bodies falling into a walled box or on a height field, with rapier3d as the engine.
#[derive(Parser)]
struct Arguments {
    /// What the bodies fall on
    #[arg(long, value_enum, default_value_t = Scene::Pile)]
    scene: Scene,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// The number of bodies that fall; by default 1200 in the pile and 1000 on the terrain
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4000))]
    bodies: Option<u16>,
    /// The seed of the bodies and their positions
    #[arg(long, default_value_t = 4)]
    seed: u64,
    /// Give up if the pile is not at rest after this number of ticks
    #[arg(long, default_value_t = 900)]
    at_most: usize,
    /// The number of ticks that are recorded on the terrain
    #[arg(long, default_value_t = 360)]
    ticks: usize,
}

/// What the bodies fall on.
#[derive(Clone, Copy, ValueEnum)]
enum Scene {
    /// A walled box.
    Pile,
    /// A bumpy height field and a bowl.
    Terrain,
}

fn main() -> Result<()> {
    let Arguments { scene, out, bodies, seed, at_most, ticks } = Arguments::parse();
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let recorded = match scene {
        Scene::Pile => record::record(World::with_pile(bodies.unwrap_or(1200).into(), seed)?, Length::UntilAsleep(at_most))?,
        Scene::Terrain => record::record(World::with_ground(bodies.unwrap_or(1000).into(), seed)?, Length::Ticks(ticks))?,
    };
    let unproved = recorded.audit.unproved();
    ensure!(unproved == 0, "for {unproved} pairs there is no proof whether they touch, so there is no list\n{}", recorded.audit);
    recorded.recording.save(&out).with_context(|| format!("cannot write {}", out.display()))?;
    let read = Recording::open(&out).with_context(|| format!("cannot read {} back", out.display()))?;
    ensure!(read == recorded.recording, "{} does not hold what was recorded", out.display());
    let size = fs::metadata(&out)?.len();
    let report = report(&recorded);
    Ok(write!(std::io::stdout(), "{}: {size} bytes\n{report}", out.display())?)
}

/// The figures for the file's section in `scenes/README.md`.
fn report(recorded: &Recorded) -> String {
    let Recorded { recording, audit, motion, falling } = recorded;
    let mut kinds = BTreeMap::new();
    for body in &recording.bodies {
        let kind = match body {
            BodyShape::Ball { .. } => "balls",
            BodyShape::Box { .. } => "boxes (floor and walls among them)",
            BodyShape::Capsule { .. } => "capsules",
            BodyShape::Hull { .. } => "hulls",
            BodyShape::HeightField { .. } => "height fields",
            BodyShape::Mesh { .. } => "meshes",
        };
        *kinds.entry(kind).or_insert(0) += 1;
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let corners = recording.bodies.iter().filter_map(|body| if let BodyShape::Hull { points } = body { Some(points.len()) } else { None });
    let (fewest, most) = (corners.clone().min().unwrap_or(0), corners.max().unwrap_or(0));
    let ticks = recording.ticks.len();
    let seconds = ticks as f64 * recording.seconds_per_tick;
    format!(
        "bodies: {}, {}; hulls of {fewest} to {most} corners\n\
         ticks: {ticks} ({seconds:.2} s), after {falling} of free fall\n\
         at the end: {motion}\n{audit}",
        recording.bodies.len(),
        kinds.join(", "),
    )
}
