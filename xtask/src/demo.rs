//! `demo`: runs the stage on recorded scenes, tick by tick, as an engine would: a pile of bodies in
//! a walled box, and bodies on a height field and in a bowl, which is a mesh.
//!
//! * `demo/scene.rs` turns the recording into colliders, `demo/replay.rs` runs the stage on them,
//!   `demo/clock.rs` times its steps.
//! * The output for each scene is a table of the contacts in each second, a table of the cost of
//!   each step, and two pictures in the target directory: the bodies in the last tick, and a chart
//!   of the ticks.
//! * `--hash` adds a line with a hash of every bit of every contact of every tick. It is the same
//!   for any number of threads, in debug and release.

mod scene;

mod clock;
mod replay;

mod log;
mod tables;

mod view;

mod solid;
mod svg;

mod picture;

mod chart;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, bail};
use clinch::d3::Workers;
use clinch_testkit::fnv::Fnv;
use clinch_testkit::recording::{Recording, RecordingError, Tick};
use indicatif::{ProgressBar, ProgressStyle};

use crate::demo::log::{Counts, Entry, Log};
use crate::demo::picture::Dot;
use crate::demo::replay::Replay;
use crate::demo::scene::Body;
use crate::demo::solid::Solid;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The recording to replay: pile, terrain, or a file; by default these two
    #[arg(long, value_name = "SCENE")]
    scene: Option<PathBuf>,
    /// The number of threads that update contacts; by default that of the processor's cores
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print a hash of all contacts of all ticks as the last line of each scene
    #[arg(long)]
    hash: bool,
}

/// A file that cannot be replayed is reported in one line: a backtrace of this tool would not help
/// the user.
pub(crate) fn run(args: &Args) -> ExitCode {
    for (index, path) in paths(args.scene.as_deref()).iter().enumerate() {
        if index > 0 {
            println!();
        }
        if let Err(error) = replay(path, args) {
            eprintln!("error: {error:#}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// The recordings of this repository.
const SCENES: [&str; 2] = ["pile", "terrain"];

/// The recordings to replay: all of this repository, one of them by its name, or a file.
fn paths(scene: Option<&Path>) -> Vec<PathBuf> {
    let kept = |name: &str| workspace().join("scenes").join(name).with_extension("clinch");
    match scene {
        None => SCENES.map(kept).into(),
        Some(path) => match SCENES.into_iter().find(|name| path == Path::new(name)) {
            Some(name) => vec![kept(name)],
            None => vec![path.to_owned()],
        },
    }
}

fn replay(path: &Path, args: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let recording = read(path)?;
    let Some(last) = recording.ticks.last() else { bail!("{}: the recording has no ticks", path.display()) };
    println!("{}: {} bodies, {} ticks", path.display(), recording.bodies.len(), recording.ticks.len());

    let (workers, threads) = workers(args.threads);
    let mut replay = Replay::new(&recording, workers, clock::install).with_context(|| path.display().to_string())?;
    let mut hash = args.hash.then(Fnv::new);
    let log = play(&mut replay, &recording, &mut hash)?;
    tables::seconds(&log);
    println!();
    tables::steps(&log, &threads);

    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from).join("demo");
    fs::create_dir_all(&target).with_context(|| target.display().to_string())?;
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let (picture, ticks) = (target.join(format!("{name}.svg")), target.join(format!("{name}-ticks.svg")));
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let title = format!("{file} after {:.2} s", recording.ticks.len() as f64 * recording.seconds_per_tick);
    fs::write(&picture, draw(&mut replay, &recording, last, &title)?).with_context(|| picture.display().to_string())?;
    chart::draw(&log, &threads, &ticks)?;
    println!("\npictures: {}\n          {}", picture.display(), ticks.display());
    println!("total: {:.2} s", start.elapsed().as_secs_f64());
    if let Some(hash) = hash {
        println!("hash {name} {:016x}", hash.value());
    }
    Ok(())
}

/// The root of this workspace, from any current directory.
fn workspace() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

fn read(path: &Path) -> anyhow::Result<Recording> {
    match Recording::open(path) {
        // Its text contains the path.
        Err(error @ RecordingError::Missing { .. }) => Err(error.into()),
        other => other.with_context(|| path.display().to_string()),
    }
}

/// The worker threads, and a text for their number.
fn workers(threads: Option<usize>) -> (Workers, String) {
    match threads {
        Some(count @ (0 | 1)) => (Workers::with_threads(count), "1 thread".to_owned()),
        Some(count) => (Workers::with_threads(count), format!("{count} threads")),
        None => {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            (Workers::shared(), format!("{cores} threads, one per core"))
        }
    }
}

/// Replays every tick and logs its counts and times.
fn play(replay: &mut Replay, recording: &Recording, hash: &mut Option<Fnv>) -> anyhow::Result<Log> {
    let style = ProgressStyle::with_template("{bar:40} tick {pos}/{len}, {eta} left").context("the template of the progress bar")?;
    let bar = ProgressBar::new(recording.ticks.len() as u64).with_style(style);
    let mut log = Log { seconds_per_tick: recording.seconds_per_tick, entries: Vec::with_capacity(recording.ticks.len()) };
    for tick in &recording.ticks {
        replay.tick(&tick.poses);
        let steps = clock::read(replay.world());
        let counts = replay.read(|state| {
            if let Some(hash) = hash {
                state.hash(hash);
            }
            Counts::of(state)
        })?;
        log.entries.push(Entry { counts, steps });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(log)
}

/// The picture of the current tick of the replay.
fn draw(replay: &mut Replay, recording: &Recording, tick: &Tick, title: &str) -> anyhow::Result<String> {
    let poses: Vec<_> = tick.poses.iter().map(scene::pose).collect();
    let solid = |(body, pose): (Body, _)| {
        let solid = Solid::new(&body.shape, pose);
        (body, solid)
    };
    let solids = scene::bodies(recording)?.into_iter().zip(&poses).map(solid).collect();
    let dots: Vec<Dot> = replay.read(|state| {
        let dots = state.pairs().flat_map(|pair| {
            let at = &poses[pair.a as usize];
            pair.contact.points().map(move |(normal, point)| Dot { at: at.point(point.on_a), normal: at.vector(normal) })
        });
        dots.collect()
    })?;
    Ok(picture::draw(solids, &dots, title))
}
