//! Writes `docs/benchmarks.md`: how it was measured, how to read it, and the tables.

use std::fmt::Write;

use crate::errors::Errors;
use crate::measure::{Measured, Timed};
use crate::run::Run;
use crate::stage::{Load, MeasuredLoad};
use crate::stage_targets::{Verdict, level, verdicts};
use crate::subjects::{MARGIN, SUBJECTS};
use crate::targets::{Need, is_met, needs};
use crate::work::Work;

/// The mark of a row that misses its target.
const MISS: &str = "MISS";

/// How the page is read, after the line about the margin.
const READ: &str = "\
* One process, one thread, release build. The libraries alternate on the same pairs, pass by pass;
  the tables give the median of the turns, in nanoseconds per pair. Use the ratios of one run: the
  same machine is a fifth faster or slower an hour later.
* All libraries get two world poses and give complete answers. Forming the relative pose is timed,
  building the shapes is not. Cold: what a library stores for a pair is emptied before each query.
  Warm: it is kept from frame to frame.
* *Ratio* is the time of the fastest peer of the row, whether its answers are right or wrong,
  divided by clinch's. *Needed* is the target; a row that misses it, or in which any peer is faster,
  is marked.
* *Errors* are those of a sample that is checked by the oracle of clinch's testkit, which shares no
  code with any of the libraries: how many answers are wrong (yes for no, a missing or false
  contact, a miss for a hit), how many lengths or times are off by more than 1e-4, and the worst
  error, in metres or in units of the motion.
* *Far* pairs are 0.5 to 5 apart, *near* ones up to 0.05, *shallow* ones up to 0.05 deep, *deep*
  ones by a tenth to a half of the largest ball in the smaller shape; *coherent* ones turn by half a
  degree to two and move by half a centimetre to one each frame, and hover around touching. Radii,
  half extents and half heights are 0.3 to 1.5. The pile is a recorded one: every pair whose bounds
  meet in eight ticks.
* The distance of overlapping shapes is 0; no library computes their depth there.
* parry stores nothing for distances, so its warm times are its cold ones. Its manifolds are
  timed unreduced and reduced to four points as rapier does, as two libraries. In warm rows it keeps
  the points of most pairs that slid by less than a millimetre and turned by less than a degree; in
  recycled rows, by rapier's rule, also of pairs that moved by less than five centimetres. Box3D
  keeps points by its own rule of five centimetres, in recycled rows only. clinch keeps them in
  warm piles for pairs that moved by less than a ten-thousandth of their size and that are proved to
  touch or to be apart (`Recycling::Proved`), in recycled ones for pairs that moved by less than a
  hundredth of it (`Recycling::Within`).
";

/// The decisions behind the marked rows.
const TRIED: &str = "\
* Balls, circles, capsules, rectangles: closed forms in `f64`, where parry's are in `f32`, with few
  mispredicted branches. [0014](decisions/0014-selects-not-branches.md) has the roots, clamps and
  signs. Two balls are answered without their relative pose, which was two thirds of the cost
  ([0038](decisions/0038-answers-in-world-space.md)).
* Searches between small hulls: the scan of sixteen vertices, the step, the memory and what it
  proves were each measured alone ([0002](decisions/0002-wide-simplex.md),
  [0010](decisions/0010-cached-facets.md), [0013](decisions/0013-wide-scans.md)). Box3D's search is
  in `f32` and proves nothing about its answer.
* Overlaps: separating axes for few faces ([0006](decisions/0006-sat-where.md)), vertices and rims
  in closed form ([0011](decisions/0011-rims.md),
  [0015](decisions/0015-self-certifying-contacts.md)). Casts: portals
  ([0012](decisions/0012-portals.md)).
* Boxes: one function without polygons ([0009](decisions/0009-pair-table.md)), selects instead of
  branches, edges in `f32` before `f64` ([0014](decisions/0014-selects-not-branches.md)).
* Pairs that hardly moved: recycled if it is proved whether they touch, or by choice up to a part
  of their size ([0008](decisions/0008-contact-recycling.md)). A second proof for larger motions
  gained nothing ([0016](decisions/0016-no-batched-pairs.md)).
* Rows of the stage: batches of sixteen pairs were built and were as fast as the limits ask, but
  gained the stage nothing and were removed ([0016](decisions/0016-no-batched-pairs.md)). The limits
  are compared with all of `update_contacts`, manifolds included.
* The stage compared with the loop: what each pair reads of its two colliders is stored side by
  side, and so are the keys of neighbours ([0017](decisions/0017-collider-summaries.md)). The rest
  is a sort, a merge, two lookups and a read of each row. Of pairs that do not move none of it is
  done, nor are their contacts computed, which the loop recycles
  ([0037](decisions/0037-unmoved-pairs-are-not-touched.md)): a second thread has nothing to do.
";

/// The whole page. `figures` are the titles and the files of the charts.
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
    let Run { about, rows, stage, .. } = run;
    writeln!(text, "# Benchmarks\n")?;
    writeln!(
        text,
        "The cost of clinch and of other libraries, with the errors of each.\n\n\
         Written by `{}` on {}:\n\
         {}; {}.\n\
         {}.\n",
        about.command, about.date, about.machine, about.flags, about.versions
    )?;
    if about.quick {
        writeln!(text, "**A quick run: few pairs and few turns.**\n")?;
    }
    let verdicts = verdicts(stage, level());
    let missed = rows.iter().filter(|row| !is_met(row)).count() + verdicts.iter().filter(|verdict| !verdict.is_met()).count();
    writeln!(
        text,
        "{} rows and {} limits of the stage; {missed} of these targets are missed.\n\n## How to read it\n",
        rows.len(),
        verdicts.len()
    )?;
    writeln!(text, "* The speculative margin is {MARGIN} for all libraries.\n{READ}")
}

fn tried(text: &mut String) -> std::fmt::Result {
    write!(text, "\n## What was tried\n\n{TRIED}")
}

/// Each kind of work in the order in which it was measured.
fn works(run: &Run) -> Vec<Work> {
    let mut works: Vec<Work> = run.rows.iter().map(|row| row.label.work).collect();
    works.dedup();
    works
}

/// One line for each kind of work: the mean ratio, the rows below their target, and the errors of
/// each library.
fn summary(text: &mut String, run: &Run) -> std::fmt::Result {
    let names = present(run.rows.iter());
    writeln!(text, "## Summary\n")?;
    writeln!(
        text,
        "The ratio is the geometric mean. The last columns give, for each library, how many of the\n\
         checked answers are wrong or off.\n"
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
    let rows: Vec<&Measured> = run.rows.iter().filter(|row| row.label.work == work).collect();
    let names = present(rows.iter().copied());
    let mut title = work.name().to_owned();
    title[..1].make_ascii_uppercase();
    writeln!(text, "## {title}\n")?;
    table_of(text, &rows, &names)?;
    writeln!(text)
}

/// A line for each row, with the results of these libraries.
pub(crate) fn table_of(text: &mut String, rows: &[&Measured], names: &[&str]) -> std::fmt::Result {
    let titles: Vec<String> = names.iter().map(|name| format!(" {name}, ns | errors |")).collect();
    writeln!(text, "| | pairs | how |{} ratio | needed | |", titles.concat())?;
    writeln!(text, "|---|---|---|{}--:|--:|---|", "--:|---|".repeat(names.len()))?;
    for row in rows {
        let label = &row.label;
        write!(text, "| {}D | {} | {} |", label.dim, label.kind, label.how)?;
        for name in names {
            match of(row, name) {
                Some(timed) => write!(text, " {} | {} |", nanoseconds(timed.ns), errors(&timed.errors))?,
                None => write!(text, " – | |")?,
            }
        }
        let ratio = row.ratio().map_or_else(|| "–".to_owned(), |ratio| format!("{ratio:.2}"));
        let verdict = if is_met(row) { "" } else { MISS };
        writeln!(text, " {ratio} | {} | {verdict} |", needed(row))?;
    }
    Ok(())
}

/// A line for each number that has a limit.
pub(crate) fn limits(text: &mut String, verdicts: &[Verdict]) -> std::fmt::Result {
    writeln!(text, "| | | limit | |\n|---|--:|--:|---|")?;
    for verdict in verdicts {
        let mark = if verdict.is_met() { "" } else { MISS };
        let sign = if verdict.at_least { "≥" } else { "≤" };
        writeln!(text, "| {} | {:.2} | {sign} {} | {mark} |", verdict.what, verdict.value, verdict.limit)?;
    }
    Ok(())
}

fn stage(text: &mut String, loads: &[MeasuredLoad]) -> std::fmt::Result {
    writeln!(
        text,
        "## The stage\n\n\
         A lattice of bodies whose neighbours touch, without a broadphase. *Loop* calls `collide` for\n\
         each pair, *table* is the contact table without an ECS, *stage* the systems in bevy_ecs.\n\
         *Resting*: nothing moves. *Lively*: every body moves by some millimetres and turns in each\n\
         tick. *New*: all pairs are new in each tick.\n"
    )?;
    limits(text, &verdicts(loads, level()))?;
    writeln!(text, "\n| | bodies | | pairs | threads | ns a pair | contacts alone | bytes a pair |\n|---|---|---|--:|--:|--:|--:|--:|")?;
    for MeasuredLoad { load, ns, collide, bytes } in loads {
        let Load { way, bodies, going, pairs, threads } = load;
        let (bodies, going) = (format!("{bodies:?}").to_lowercase(), format!("{going:?}").to_lowercase());
        let (ns, collide) = (nanoseconds(*ns), nanoseconds(*collide));
        let bytes = bytes.map_or_else(|| "–".to_owned(), |bytes| format!("{bytes:.0}"));
        writeln!(text, "| {} | {bodies} | {going} | {pairs} | {threads} | {ns} | {collide} | {bytes} |", way.name())?;
    }
    Ok(())
}

/// The strictest ratio needed, and the limits in nanoseconds.
fn needed(row: &Measured) -> String {
    let needs = needs(&row.label);
    let most = needs.iter().filter_map(|need| if let Need::Faster(by) = need { Some(*by) } else { None }).reduce(f64::max);
    let within = needs.iter().filter(|need| matches!(need, Need::Within(_))).map(|need| need.text());
    most.map(|most| Need::Faster(most).text()).into_iter().chain(within).collect::<Vec<_>>().join(", ")
}

/// The libraries with a result in any of these rows, in their order.
fn present<'r>(rows: impl Iterator<Item = &'r Measured> + Clone) -> Vec<&'static str> {
    let names = SUBJECTS.iter().map(|subject| subject.name);
    names.filter(|name| rows.clone().any(|row| of(row, name).is_some())).collect()
}

fn of<'r>(row: &'r Measured, name: &str) -> Option<&'r Timed> {
    row.timed.iter().find(|timed| timed.subject == name)
}

/// Three digits, or all digits before the point.
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
    let parts: Vec<String> = [wrong, off, worst].into_iter().flatten().collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// The geometric mean; `None` if there are no values.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + libm::log2(value), count + 1));
    (count > 0).then(|| libm::exp2(sum / f64::from(count)))
}
