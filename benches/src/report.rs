//! `docs/benchmarks.md`: how it was measured, how to read it, and the tables.

use std::fmt::Write;

use crate::errors::Errors;
use crate::measure::{Measured, Timed};
use crate::run::Run;
use crate::stage::{Carried, Load};
use crate::stage_targets::{level, verdicts};
use crate::subjects::{MARGIN, SUBJECTS};
use crate::targets::{Need, is_met, needs};
use crate::work::Work;

/// How a row is marked that misses its target.
const MISS: &str = "MISS";

/// What a reader must know.
const READ: &[&str] = &[
    "One process, one thread, release build. The libraries take turns on the same pairs, pass by pass; told is the median of the turns, in nanoseconds for each pair. Use the \
     ratios of one run: the same machine is a fifth faster or slower an hour later.",
    "Everybody gets two world poses and answers in full; that the two poses meet is timed, building the shapes is not. Cold: whatever a library remembers of a pair is emptied before \
     each question. Warm: it is kept from frame to frame.",
    "*Ratio* is how many times as long the fastest peer of the row takes, be its answers right or wrong. *Needed* is the target; a row that misses it, or in which any peer is faster, \
     is marked.",
    "*Errors* are those of a sample that the oracle of clinch's testkit was asked about, which shares no code with any of them: how many answers are wrong (yes for no, a missing or \
     false contact, a miss for a hit), how many lengths or times are off by more than 1e-4, and the worst of them, in metres or in steps of the motion.",
    "*Far* pairs are 0.5 to 5 apart, *near* ones up to 0.05, *shallow* ones up to 0.05 deep, *deep* ones by a tenth to a half of the largest ball in the smaller shape; *coherent* ones turn by \
     half a degree to two and move by half a centimetre to one each frame, and hover around touching. Radii, half sides and half heights are 0.3 to 1.5. The pile is the recorded one, \
     every pair whose bounds meet in eight ticks.",
    "A distance of shapes that overlap is 0: nobody looks for the depth.",
    "parry remembers nothing of distances, so that its warm ones are its cold ones. Its manifolds are timed as they come and reduced to four points as rapier does, as two libraries. \
     Warm, it keeps by itself the points of most pairs that slid by less than a millimetre and turned by less than a degree; recycled, by rapier's rule, also of those that moved by less than five \
     centimetres. Box3D keeps points by its own rule of five centimetres, recycled only. clinch keeps them in piles, warm and recycled alike, as its stage does by default: of pairs that moved by less than \
     a ten-thousandth of their size, and of which it is proved whether they touch.",
];

/// What stands behind the marks.
const TRIED: &[&str] = &[
    "Balls, circles, capsules, rectangles: closed forms in `f64`, where parry's are in `f32`, with few branches that go wrong; of a yes or no of two balls the relative pose alone is two thirds of the work. The roots, clamps and signs are \
     what [0014](decisions/0014-selects-not-branches.md) tells.",
    "Searches between small hulls: the scan of sixteen vertices, the step, what is remembered and what is proved of it, each measured by itself ([0002](decisions/0002-wide-simplex.md), \
     [0010](decisions/0010-cached-facets.md), [0013](decisions/0013-wide-scans.md)); Box3D's search is in `f32` and proves nothing of its answer.",
    "Overlaps: separating axes where there are few ([0006](decisions/0006-sat-where.md)), portals before polytopes ([0012](decisions/0012-portals.md)), corners and rims in closed form \
     ([0011](decisions/0011-rims.md), [0015](decisions/0015-self-certifying-contacts.md)).",
    "Boxes: all in one go, without polygons ([0009](decisions/0009-pair-table.md)), choices as selections, edges in `f32` before `f64` ([0014](decisions/0014-selects-not-branches.md)).",
    "Pairs that hardly moved: recalled as far as it is proved whether they touch ([0008](decisions/0008-contact-recycling.md)). The peers' five centimetres are not, and a second proof that reaches farther gained nothing.",
    "Rows of the stage: sixteen pairs at a time was built, is as fast as was asked for, gained the stage nothing and went ([0016](decisions/0016-no-batched-pairs.md)). What stands there is all that `update_contacts` does of a pair, its manifold \
     included.",
    "The stage beside the loop: what each pair asks of its two lies side by side, and neighbours' keys together ([0017](decisions/0017-collider-summaries.md)). What is left is a sort, a merge, two lookups and a look at each row; where nothing moves \
     that is as much as colliding, and one thread does it.",
];

/// The whole page. `figures` are the names of the charts, beside their titles.
pub fn page(run: &Run, figures: &[(String, String)]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = head(&mut text, run);
    for (title, file) in figures {
        let _ = writeln!(text, "![{title}](figures/{file})\n");
    }
    let _ = summary(&mut text, run);
    for work in works(run) {
        let _ = table(&mut text, work, run);
    }
    if !run.stage.is_empty() {
        let _ = stage(&mut text, &run.stage);
    }
    let _ = tried(&mut text);
    text
}

fn head(text: &mut String, run: &Run) -> std::fmt::Result {
    let Run { about, rows, stage } = run;
    writeln!(text, "# Benchmarks\n")?;
    writeln!(
        text,
        "What clinch costs beside other libraries, with the errors of each. Written by `{}` on {}: {}; {}. {}.\n",
        about.command, about.date, about.machine, about.flags, about.versions
    )?;
    if about.quick {
        writeln!(text, "**A quick run, for a look: few pairs and few turns.**\n")?;
    }
    let verdicts = verdicts(stage, level());
    let missed = rows.iter().filter(|row| !is_met(row)).count() + verdicts.iter().filter(|verdict| !verdict.is_met()).count();
    writeln!(text, "{} rows and {} limits of the stage, {missed} missed.\n\n## How to read it\n", rows.len(), verdicts.len())?;
    READ.iter().try_for_each(|line| writeln!(text, "* {line}"))?;
    writeln!(text, "* The speculative margin is {MARGIN} for everybody.\n")
}

fn tried(text: &mut String) -> std::fmt::Result {
    writeln!(text, "\n## What was tried\n")?;
    TRIED.iter().try_for_each(|line| writeln!(text, "* {line}"))
}

/// Each kind of work in the order in which it was measured.
fn works(run: &Run) -> Vec<Work> {
    let mut works: Vec<Work> = run.rows.iter().map(|row| row.label.work).collect();
    works.dedup();
    works
}

/// One line for each kind of work: how fast on the whole, how many below their target, and who was wrong how often.
fn summary(text: &mut String, run: &Run) -> std::fmt::Result {
    let names = present(run.rows.iter());
    writeln!(text, "## All in all\n")?;
    writeln!(
        text,
        "The ratio is the geometric mean; then, for each library, how many of the answers that were checked are wrong or off.\n"
    )?;
    let titles: Vec<String> = names.iter().map(|name| format!(" {name} |")).collect();
    writeln!(text, "| work | rows | below target | ratio |{}", titles.concat())?;
    writeln!(text, "|---|--:|--:|--:|{}", "--:|".repeat(names.len()))?;
    for work in works(run) {
        let rows: Vec<&Measured> = run.rows.iter().filter(|row| row.label.work == work).collect();
        let missed = rows.iter().filter(|row| !is_met(row)).count();
        let ratio = mean(rows.iter().filter_map(|row| row.ratio())).map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
        write!(text, "| {} | {} | {missed} | {ratio} |", work.name(), rows.len())?;
        for name in &names {
            let errors: Vec<&Errors> = rows.iter().filter_map(|row| of(row, name)).map(|timed| &timed.errors).collect();
            let bad: usize = errors.iter().map(|errors| errors.wrong + errors.too_far).sum();
            let checked: usize = errors.iter().map(|errors| errors.checked).sum();
            write!(text, " {bad} of {checked} |")?;
        }
        writeln!(text)?;
    }
    writeln!(text)
}

fn table(text: &mut String, work: Work, run: &Run) -> std::fmt::Result {
    let rows = || run.rows.iter().filter(move |row| row.label.work == work);
    let names = present(rows());
    let mut title = work.name().to_owned();
    title[..1].make_ascii_uppercase();
    writeln!(text, "## {title}\n")?;
    let titles: Vec<String> = names.iter().map(|name| format!(" {name}, ns | errors |")).collect();
    writeln!(text, "| | pairs | how |{} ratio | needed | |", titles.concat())?;
    writeln!(text, "|---|---|---|{}--:|--:|---|", "--:|---|".repeat(names.len()))?;
    for row in rows() {
        let label = &row.label;
        write!(text, "| {}D | {} | {} |", label.dim, label.kind, label.how)?;
        for name in &names {
            match of(row, name) {
                Some(timed) => write!(text, " {} | {} |", nanoseconds(timed.ns), errors(&timed.errors))?,
                None => write!(text, " – | |")?,
            }
        }
        let ratio = row.ratio().map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
        let verdict = if is_met(row) { "" } else { MISS };
        writeln!(text, " {ratio} | {} | {verdict} |", needed(row))?;
    }
    writeln!(text)
}

fn stage(text: &mut String, carried: &[Carried]) -> std::fmt::Result {
    writeln!(
        text,
        "## The stage\n\nA lattice of bodies whose neighbours touch, and no broadphase: *loop* calls `collide` for each pair, *table* is the pair table without an ECS, *stage* the"
    )?;
    writeln!(
        text,
        "systems in bevy_ecs. *Resting*: nothing moves. *Lively*: every body moves by some millimetres and turns each tick. *New*: no pair was there in the tick before.\n"
    )?;
    writeln!(text, "| | | limit | |\n|---|--:|--:|---|")?;
    for verdict in verdicts(carried, level()) {
        let mark = if verdict.is_met() { "" } else { MISS };
        writeln!(
            text,
            "| {} | {:.2} | {} {} | {mark} |",
            verdict.what,
            verdict.value,
            if verdict.at_least { "≥" } else { "≤" },
            verdict.limit
        )?;
    }
    writeln!(text, "\n| | bodies | | pairs | threads | ns a pair | of it colliding | bytes a pair |\n|---|---|---|--:|--:|--:|--:|--:|")?;
    for Carried { load, ns, collide, bytes } in carried {
        let Load { way, bodies, going, pairs, threads } = load;
        let (bodies, going) = (format!("{bodies:?}").to_lowercase(), format!("{going:?}").to_lowercase());
        let (ns, collide) = (nanoseconds(*ns), nanoseconds(*collide));
        let bytes = bytes.map_or_else(|| "–".to_owned(), |bytes| format!("{bytes:.0}"));
        writeln!(text, "| {} | {bodies} | {going} | {pairs} | {threads} | {ns} | {collide} | {bytes} |", way.name())?;
    }
    Ok(())
}

/// The strictest of what is asked, and what is asked in nanoseconds.
fn needed(row: &Measured) -> String {
    let needs = needs(&row.label);
    let most = needs.iter().filter_map(|need| if let Need::Faster(by) = need { Some(*by) } else { None }).fold(1.0, f64::max);
    let within = needs.iter().filter(|need| matches!(need, Need::Within(_))).map(|need| need.text());
    [Need::Faster(most).text()].into_iter().chain(within).collect::<Vec<_>>().join(", ")
}

/// The libraries that did any of these rows, in their order.
fn present<'r>(rows: impl Iterator<Item = &'r Measured> + Clone) -> Vec<&'static str> {
    let names = SUBJECTS.iter().map(|subject| subject.name);
    names.filter(|name| rows.clone().any(|row| of(row, name).is_some())).collect()
}

fn of<'r>(row: &'r Measured, name: &str) -> Option<&'r Timed> {
    row.timed.iter().find(|timed| timed.subject == name)
}

/// Three digits, or what there is before the point.
pub(crate) fn nanoseconds(ns: f64) -> String {
    if ns < 10.0 {
        format!("{ns:.2}")
    } else if ns < 100.0 {
        format!("{ns:.1}")
    } else {
        format!("{ns:.0}")
    }
}

fn errors(errors: &Errors) -> String {
    let wrong = (errors.wrong > 0).then(|| format!("{} wrong of {}", errors.wrong, errors.checked));
    let off = (errors.too_far > 0).then(|| format!("{} off of {}", errors.too_far, errors.checked));
    let worst = (errors.worst > 0.0).then(|| format!("{:.1e}", errors.worst));
    let told: Vec<String> = [wrong, off, worst].into_iter().flatten().collect();
    if told.is_empty() { "none".to_owned() } else { told.join(", ") }
}

/// The geometric mean; `None` of nothing.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + libm::log2(value), count + 1));
    (count > 0).then(|| libm::exp2(sum / f64::from(count)))
}
