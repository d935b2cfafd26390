//! `cargo xtask bench`: measures every row, writes the page and its charts, saves the run, and
//! compares it with an earlier one.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Parser;
use clinch_benches::composite;
use clinch_benches::composite::terrain;
use clinch_benches::data::{Amount, Store};
use clinch_benches::measure::{Effort, Measured, measure};
use clinch_benches::rows::{Row, all};
use clinch_benches::run::{About, Run};
use clinch_benches::stage::{Load, MeasuredLoad, loads, measure_load};
use clinch_benches::work::Work;
use clinch_benches::{chart, compare, report};
use clinch_testkit::machine;
use indicatif::{ProgressBar, ProgressStyle};

/// Measure the cost of clinch, alone or with other libraries.
#[derive(Parser)]
#[command(name = "cargo xtask bench")]
struct Arguments {
    /// Few pairs and few turns
    #[arg(long)]
    quick: bool,
    /// Also measure other libraries
    #[arg(long)]
    peers: bool,
    /// Also measure Box3D. It is built from its sources, which takes cmake, a C compiler and
    /// libclang: on Debian `apt install cmake libclang-dev`
    #[arg(long, requires = "peers")]
    box3d: bool,
    /// Also measure rapier's collision pipeline, on the tick of many bodies
    #[arg(long, requires = "peers")]
    rapier: bool,
    /// Only rows whose name contains this, such as `manifold cold/3d/box`
    #[arg(long)]
    filter: Option<String>,
    /// Only surfaces of triangles. Their section is the only part of the page that is written, by
    /// default with all peers and neither quick nor filtered
    #[arg(long)]
    composite: bool,
    /// Compare with a saved run
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Where the run is saved, by default in target/bench/last.json
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Where the page is written, with its charts in `figures`; by default docs for a complete run
    /// with all peers, and nowhere for any other
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    ensure!(
        cfg!(feature = "box3d") || !arguments.box3d,
        "built without Box3D: run `cargo xtask bench --peers --box3d`, or build with `--features box3d`"
    );
    ensure!(
        cfg!(feature = "rapier") || !arguments.rapier,
        "built without rapier: run `cargo xtask bench --peers --rapier`, or build with `--features rapier`"
    );
    // Read first, so that a wrong name does not cost an hour of measuring.
    let then = arguments.against.as_deref().map(Run::open).transpose()?;
    let out = arguments.out.clone().or_else(|| is_complete(&arguments).then(|| workspace().join("docs")));
    // Read first for the same reason. Only a section is written, into the page that is there.
    let page = out.as_deref().filter(|_| arguments.composite).map(page_before).transpose()?;
    let convex = !arguments.composite;
    let rows: Vec<Row> = all().into_iter().filter(|row| convex && contains(&row.label().id(), &arguments)).collect();
    let loads = loads(if arguments.quick { QUICK_PAIRS } else { usize::MAX });
    let loads: Vec<Load> = loads.into_iter().filter(|load| convex && contains(&load.id(), &arguments)).collect();
    let surfaces: Vec<composite::Row> = composite::all().into_iter().filter(|row| takes(row, &arguments)).collect();
    let tick = contains(&terrain::label().id(), &arguments);
    ensure!(
        !rows.is_empty() || !loads.is_empty() || !surfaces.is_empty() || tick,
        "no row has a name that contains this; `cargo bench -- --list` lists them"
    );
    let rows = measured(&rows, &arguments)?;
    let stage = measured_loads(&loads, &arguments)?;
    let run = Run { about: about(&arguments), rows, stage, composite: measured_surfaces(&surfaces, tick, &arguments)? };
    run.save(&arguments.save.clone().unwrap_or_else(|| target().join("bench/last.json")))?;
    let mut printed = std::io::stdout();
    match (out, page) {
        (Some(directory), Some(page)) => write_section(&run, &directory, &page)?,
        (Some(directory), None) => write(&run, &directory)?,
        (None, _) if arguments.composite => write!(printed, "{}", composite::section(&run))?,
        (None, _) => write!(printed, "{}", composite::replaced(&report::page(&run, &[]), &composite::section(&run)))?,
    }
    if let Some(then) = then {
        writeln!(printed, "{}", compare::table(&compare::changes(&then, &run), &then))?;
    }
    Ok(())
}

fn contains(id: &str, arguments: &Arguments) -> bool {
    arguments.filter.as_ref().is_none_or(|filter| id.contains(filter))
}

fn bar(length: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{msg:48} {wide_bar} {pos}/{len} {eta} left")?;
    Ok(ProgressBar::new(length as u64).with_style(style))
}

fn measured(rows: &[Row], arguments: &Arguments) -> anyhow::Result<Vec<Measured>> {
    let (amount, effort) = if arguments.quick { (Amount::QUICK, Effort::QUICK) } else { (Amount::FULL, Effort::FULL) };
    let mut store = Store::new(amount);
    let bar = bar(rows.len())?;
    let mut measured = Vec::new();
    for row in rows {
        let id = row.label().id();
        bar.set_message(id.clone());
        let data = store.get(row.pairs).context(id)?;
        measured.push(measure(row, &data, effort, arguments.peers));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(measured)
}

/// Whether a row is measured: a million triangles take seconds to build.
fn takes(row: &composite::Row, arguments: &Arguments) -> bool {
    contains(&row.label().id(), arguments) && !(arguments.quick && row.surface == composite::Surface::Million)
}

fn measured_surfaces(rows: &[composite::Row], tick: bool, arguments: &Arguments) -> anyhow::Result<composite::Results> {
    let (amount, effort) =
        if arguments.quick { (composite::Amount::QUICK, Effort::QUICK) } else { (composite::Amount::FULL, Effort::FULL) };
    let mut store = composite::Store::new(amount);
    let size = if arguments.quick { terrain::Size::QUICK } else { terrain::Size::FULL };
    let bar = bar(rows.len() + usize::from(tick))?;
    let mut results = composite::Results::default();
    for row in rows {
        let id = row.label().id();
        bar.set_message(id.clone());
        let data = store.get(row).context(id)?;
        results.rows.push(composite::measure(row, &data, effort, arguments.peers));
        if row.work == Work::CompositeBuild {
            results.bytes.push(composite::Bytes::of(&data.ground));
        }
        bar.inc(1);
    }
    if tick {
        bar.set_message(terrain::label().id());
        results.rows.push(terrain::measure(size, effort, arguments.peers));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(results)
}

/// The largest number of pairs in a quick run of the stage.
const QUICK_PAIRS: usize = 10_000;
/// The number of pairs in all ticks of a load together: some seconds for the largest load.
const TICKED: usize = 2_000_000;

fn measured_loads(loads: &[Load], arguments: &Arguments) -> anyhow::Result<Vec<MeasuredLoad>> {
    let bar = bar(loads.len())?;
    let mut all = Vec::new();
    for load in loads {
        bar.set_message(load.id());
        let ticks = (TICKED / load.pairs).clamp(5, 100);
        all.push(measure_load(*load, if arguments.quick { ticks.min(10) } else { ticks }));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(all)
}

/// The page, and a chart for each kind of work.
fn write(run: &Run, directory: &Path) -> anyhow::Result<()> {
    let figures = directory.join("figures");
    std::fs::create_dir_all(&figures).with_context(|| figures.display().to_string())?;
    let mut works: Vec<Work> = run.rows.iter().map(|row| row.label.work).collect();
    works.dedup();
    let mut drawn = Vec::new();
    for work in works {
        let file = format!("bench-{}.svg", work.name().replace(' ', "-"));
        if chart::draw(work, &run.rows, &figures.join(&file))? {
            drawn.push((work.name().to_owned(), file));
        }
    }
    let page = directory.join("benchmarks.md");
    let text = composite::replaced(&report::page(run, &drawn), &composite::section(run));
    std::fs::write(&page, text).with_context(|| page.display().to_string())
}

/// The page that is there, or its title if there is none. Makes the directory.
fn page_before(directory: &Path) -> anyhow::Result<String> {
    std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    let page = directory.join("benchmarks.md");
    match std::fs::read_to_string(&page) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok("# Benchmarks\n".to_owned()),
        read => read.with_context(|| page.display().to_string()),
    }
}

/// The section of surfaces alone, on the page that is there.
fn write_section(run: &Run, directory: &Path, before: &str) -> anyhow::Result<()> {
    let page = directory.join("benchmarks.md");
    std::fs::write(&page, composite::replaced(before, &composite::section(run))).with_context(|| page.display().to_string())
}

/// Whether a run may be published without being asked to: a page of fewer peers would replace one
/// that has their columns.
fn is_complete(arguments: &Arguments) -> bool {
    let all_peers = arguments.peers && arguments.rapier && cfg!(feature = "box3d");
    all_peers && !arguments.quick && arguments.filter.is_none()
}

fn about(arguments: &Arguments) -> About {
    let built_in = cfg!(feature = "box3d") && arguments.peers && !arguments.box3d;
    let words: Vec<String> = std::env::args().skip(1).chain(built_in.then(|| "--box3d".to_owned())).collect();
    let libraries = ["clinch", "parry3d", "parry2d"].into_iter().chain(cfg!(feature = "box3d").then_some("box3d-sys"));
    let versions: Vec<String> = libraries.map(|name| format!("{name} {}", machine::version(name))).collect();
    About {
        date: machine::date(),
        machine: machine::processor(),
        flags: flags(),
        versions: versions.join(", "),
        command: format!("cargo xtask bench {}", words.join(" ")).trim_end().to_owned(),
        quick: arguments.quick,
    }
}

/// The target features of this build; peers in Rust are compiled with the same.
fn flags() -> String {
    let widest = if cfg!(target_feature = "avx512f") {
        "AVX-512"
    } else if cfg!(target_feature = "avx2") {
        "AVX2"
    } else {
        "the baseline"
    };
    let debug = if cfg!(debug_assertions) { ", WITH DEBUG ASSERTIONS" } else { "" };
    format!("{} compiled for {widest}{debug}", std::env::consts::ARCH)
}

fn workspace() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}
