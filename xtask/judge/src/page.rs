//! Writes `docs/judge.md`: what was measured, how, and the tables.

use std::fmt::Write;

use clinch_testkit::machine::{self, version};

use crate::results::Results;
use crate::run::SEED;
use crate::scene::{Measure, REST, Scene, worse};
use crate::verdict::{Spread, Verdict, alike};
use crate::world::Contender;

/// How the page was made.
pub(crate) struct About<'a> {
    pub(crate) scenes: &'a [&'static Scene],
    pub(crate) scales: &'a [f64],
    /// The scenes are those with composite shapes.
    pub(crate) composite: bool,
    pub(crate) starts: u64,
    pub(crate) seconds: u64,
    pub(crate) command: String,
}

/// The whole page.
pub(crate) fn page(results: &Results, about: &About<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = head(&mut text, results, about);
    targets(&mut text, results, about);
    let _ = writeln!(text, "## Contacts computed at every step\n");
    table(&mut text, results, about, false);
    // A quick run has no others.
    if results.counts(true).answered > 0 {
        let _ = writeln!(
            text,
            "\n## rapier's default settings\n\nManifolds of pairs that move by less than five centimetres are kept, so that the contact of a\n\
             stacked pair is computed once.\n"
        );
        table(&mut text, results, about, true);
    }
    sizes(&mut text, results, about);
    text
}

fn head(text: &mut String, results: &Results, about: &About<'_>) -> std::fmt::Result {
    let fresh = results.counts(false);
    let shipped = results.counts(true);
    let (title, intro) = if about.composite { COMPOSITE } else { CONVEX };
    writeln!(
        text,
        "# {title}\n\n{intro}\n\n\
         Written by `{}` on {}: {}, {} starts (seed {SEED}), {} s.\n{}.\n",
        about.command,
        machine::date(),
        machine::processor(),
        about.starts,
        about.seconds,
        versions(),
    )?;
    writeln!(
        text,
        "Pairs that clinch answered: **{}**; delegated to parry: **{}** of convex shapes, **{}** of shapes\n\
         of parts. (With rapier's default settings: {}, {} and {}.)\n",
        fresh.answered, fresh.delegated, fresh.concave, shipped.answered, shipped.delegated, shipped.concave
    )?;
    writeln!(text, "## What is measured\n")?;
    writeln!(text, "{EXPLAINED}")?;
    writeln!(
        text,
        "* *Time to rest* is the last time at which more than one body in a hundred was faster than\n  \
         {REST} m/s, where the spin counts at half a metre from the centre."
    )?;
    writeln!(text, "{}", if about.composite { EXPLAINED_COMPOSITE } else { "" })?;
    writeln!(text, "## The scenes\n")?;
    for scene in about.scenes {
        writeln!(text, "* **{}**, {} s: {}.", scene.name, scene.seconds, scene.what)?;
    }
    writeln!(text)
}

/// The titles and beginnings of both pages.
const CONVEX: (&str, &str) = (
    "The judge",
    "The same scenes in the same solver, rapier3d's, once with clinch's contacts\n\
     ([`crates/rapier`](../crates/rapier)) and once with those of rapier's own narrowphase.\n\
     Meshes, height fields, compounds and voxels have [a page of their own](judge-composite.md).",
);
const COMPOSITE: (&str, &str) = (
    "The judge: meshes, height fields, compounds and voxels",
    "The same scenes in the same solver, rapier3d's, once with clinch's contacts\n\
     ([`crates/rapier`](../crates/rapier)) and once with those of rapier's own narrowphase, whose flags\n\
     against inner edges are set. Convex shapes are on [the judge's first page](judge.md).",
);

/// The versions compared.
fn versions() -> String {
    format!("clinch {}, rapier3d {}, parry3d {}", version("clinch"), version("rapier3d"), version("parry3d"))
}

const EXPLAINED: &str = "\
* Both runs have the same bodies, `f32` numbers, 60 steps a second and rapier's default settings,
  with two exceptions: no body sleeps, because a sleeping body does not drift; and in the first
  table rapier does not recycle manifolds, because otherwise hardly any is computed.
* Each scene is simulated at three sizes: a copy at scale s has lengths, speeds and gravity times s,
  and `length_unit` s. All numbers are those of the scene in metres: lengths divided by s, energies
  by weight and s.
* Each start places the bodies a little differently: millimetres to the side and milliradians about
  the vertical in stacks, other directions and tilts elsewhere. The tables give the median of the
  starts and the worst.
* Neither of the two measures the overlaps: those of boxes come from all fifteen axes in `f64`,
  those of balls and cylinders on boxes from closed forms, the rest from the oracle of clinch's
  testkit, which shares no code with clinch's queries (`xtask/judge/src/overlap.rs`). *Deepest
  overlap* is over all pairs and all measured steps: every one to six steps of the small scenes,
  once a second of the pile.
* *Drift* is the largest distance of a body from its place when the scene had settled. *Energy left*
  is the mean kinetic energy of a body in the second half of the run, as the height to which it
  would lift the body: a pyramid sways without end, and its energy comes and goes every twelve
  seconds. *Fell* counts the starts whose top body lost a third of its height.
* The rolling cylinder *strays* because rapier solves its two points one after the other. With exact
  points it strays as far; solved in the other order, it strays as far to the other side
  (`crates/rapier/tests/world.rs::a_rolling_cylinder_deviates_as_far_as_with_exact_points`).
  A narrowphase that loses points now and then strays less, and slows the cylinder down.
* Of capsules and polyhedra that touch along an edge parry's manifolds have most points twice, and
  rapier's contacts are soft: two points at one place give way less. So a pile on bumps overlaps by
  3.2 mm with parry's contacts and by 4.6 with clinch's, which are at as many places (medians of 32
  starts in metres); with each of at most two points written twice, by 3.5.
* *Better* and *worse*: the median differs by more than a tenth and by more than a floor (0.1 mm,
  0.1 µm, 0.1 s, 0.1 %, 0.1 mrad). *Worst start worse*: the median does not, but clinch's worst
  start is worse by more than a half and by more than five floors.";

const EXPLAINED_COMPOSITE: &str = "\
* Overlaps with meshes and height fields are those of points of the body: its vertices, the middle
  of a ball, points of the axis of a capsule and of the rims of a cylinder. Their distances from the
  triangles are computed in `f64` (`xtask/judge/src/ground.rs`).
* *Lost* is the number of bodies whose middle is under a surface, below all surfaces, or inside of a
  fixed box at the end. *Inside* is the same for voxels.
* *Spin gained*, *upward speed*, *largest change of height*, *highest above the surface* and *energy
  gained* are the largest values since the scene had settled. Energy is kinetic and potential, as a
  fraction of what the body had.
* Measures with a target: differences below it do not count.
* A quick run has the piles and shots in metres only, and from one start.
* *None*: not a number, or the engine ended a run with a panic. rapier 0.36.1 does so with its own
  contacts of voxels: `stale ContactRef manifold ordinal`.";

/// The measures that have a target, and clinch's worst start at any scale.
fn targets(text: &mut String, results: &Results, about: &About<'_>) {
    let with_target = rows(about).filter_map(|row| Some((row, row.1.target?)));
    let lines: Vec<String> = with_target
        .filter_map(|(row, most)| {
            let (scene, measure, _) = row;
            let worst = about.scales.iter().filter_map(|&scale| beyond(results, about, row, scale)).reduce(worse)?;
            let word = if worst <= most { "met" } else { "**missed**" };
            let reference = measure.beyond.map_or(String::new(), |other| format!(", beyond *{other}*"));
            Some(format!("| {} | {}{reference} | {most} | {} | {word} |", scene.name, named(measure), number(worst)))
        })
        .collect();
    if !lines.is_empty() {
        let _ = writeln!(text, "## Targets\n\nContacts computed at every step; the worst start of clinch at any scale.\n");
        let _ = writeln!(text, "| scene | measure | target | worst | |\n|---|---|--:|--:|---|\n{}\n", lines.join("\n"));
    }
}

/// The worst start of clinch, less that of the scene that the target is compared with.
fn beyond(results: &Results, about: &About<'_>, row: Row, scale: f64) -> Option<f64> {
    let (scene, measure, place) = row;
    let worst = |scene, place| results.spread(scene, scale, Contender::Clinch, false, place).map(Spread::worst);
    let Some(name) = measure.beyond else { return worst(scene, place) };
    let (other, _, place_there) = rows(about).find(|(other, same, _)| other.name == name && same.name == measure.name)?;
    Some((worst(scene, place)? - worst(other, place_there)?).max(0.0))
}

fn table(text: &mut String, results: &Results, about: &About<'_>, recycling: bool) {
    let _ = writeln!(text, "| scene | scale | measure | clinch, median | worst | rapier, median | worst | clinch is |");
    let _ = writeln!(text, "|---|--:|---|--:|--:|--:|--:|---|");
    for (scene, measure, place) in rows(about) {
        for &scale in about.scales {
            let of = |contender| results.spread(scene, scale, contender, recycling, place);
            let (Some(clinch), Some(rapier)) = (of(Contender::Clinch), of(Contender::Rapier)) else { continue };
            let verdict = Verdict::of(measure, clinch, rapier).word();
            let ([ours, our_worst], [theirs, their_worst]) = (cells(measure, clinch), cells(measure, rapier));
            let name = named(measure);
            let _ = writeln!(text, "| {} | {scale} | {name} | {ours} | {our_worst} | {theirs} | {their_worst} | {verdict} |", scene.name);
        }
    }
}

/// Whether the copies behave like the scene in metres.
fn sizes(text: &mut String, results: &Results, about: &About<'_>) {
    let _ = writeln!(text, "\n## Copies of other sizes\n");
    let _ = writeln!(
        text,
        "Medians, contacts computed at every step. A copy behaves like the scene in metres if its median is\n\
         in the range of that scene's starts, widened by a half.\n"
    );
    let _ = writeln!(text, "| scene | measure | scale | clinch | in metres | | rapier | in metres | |");
    let _ = writeln!(text, "|---|---|--:|--:|--:|---|--:|--:|---|");
    for (scene, measure, place) in rows(about) {
        for &scale in about.scales.iter().filter(|scale| **scale != 1.0) {
            let of = |contender| {
                let copy = results.spread(scene, scale, contender, false, place)?;
                let metres = results.spread(scene, 1.0, contender, false, place)?;
                let word = if alike(measure, copy, metres) { "alike" } else { "**not alike**" };
                Some(format!("{} | {} | {word}", cells(measure, copy)[0], cells(measure, metres)[0]))
            };
            if let (Some(ours), Some(theirs)) = (of(Contender::Clinch), of(Contender::Rapier)) {
                let _ = writeln!(text, "| {} | {} | {scale} | {ours} | {theirs} |", scene.name, named(measure));
            }
        }
    }
}

/// A scene, a measure of it and the place of the measure among its measures.
type Row = (&'static Scene, &'static Measure, usize);

fn rows<'a>(about: &'a About<'_>) -> impl Iterator<Item = Row> + 'a {
    about.scenes.iter().flat_map(|scene| scene.measures.iter().enumerate().map(move |(place, measure)| (*scene, measure, place)))
}

fn named(measure: &Measure) -> String {
    if measure.unit.is_empty() { measure.name.to_owned() } else { format!("{}, {}", measure.name, measure.unit) }
}

fn cells(measure: &Measure, spread: &Spread) -> [String; 2] {
    if measure.counted {
        return [format!("{} of {}", spread.typical(measure), spread.count()), String::new()];
    }
    [number(spread.typical(measure)), number(spread.worst())]
}

/// Three digits.
fn number(value: f64) -> String {
    match value {
        value if value.is_infinite() => "none".to_owned(),
        value if value >= 99.95 => format!("{value:.0}"),
        value if value >= 9.995 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}
