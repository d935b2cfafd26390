//! The part of the page about surfaces. It says itself when it was measured, because it can be
//! measured and written alone.

use std::fmt::Write;

use crate::composite::build::Bytes;
use crate::composite::verdicts::verdicts;
use crate::report::{limits, mean, table_of};
use crate::run::Run;
use crate::targets::is_met;
use crate::work::Work;

/// The heading, by which the section is found on the page.
const HEADING: &str = "## Composite shapes\n";

/// How the tables are read.
const READ: &str = "\
* A body on a surface of triangles. *Flat*: a plane of 64 × 64 squares, each two triangles; *bumpy*:
  the same squares, their corners up to a tenth above or below; *needles*: a plane of 800 triangles,
  20 by 0.04; *million*: 708 × 708 squares, 1,002,528 triangles, over which the bodies are spread.
  Squares have a side of 1, bodies a radius of about half of that.
* 64 bodies and 16 frames. Half of the bodies lie on a side and slide, the others turn by half a
  degree to two in a frame. In each the lowest point is between 0.02 below and 0.01 above the
  surface below the middle.
* parry's `TriMesh` has `FIX_INTERNAL_EDGES`; its manifolds are unreduced, and reduced to four
  points each. The margins and the turns are those of the other tables, and the marks, too, but that
  a contact is marked only where a peer is faster by more than a quarter.
* Box3D's mesh has its flags of edges and is split by the surface area heuristic, counter-clockwise
  from in front, scale 1, no vertices welded. Manifolds are those of `b3ComputeMeshManifolds`, which
  its engine calls for each contact and which is not public, with the bounds of the body that it
  needs; the 5 mm that it subtracts from separations are added again. A ray is a segment, 1,024
  long. It has no cylinders, no hulls of 64 points with 186 edges, and no nearest point of a mesh.
* Cold: no manifolds, no workspace and no list of triangles from the frame before. Coherent: they
  are kept. clinch keeps its manifolds for the names and the user data of the points; it computes
  each contact anew.
* Resting: the same poses, overlapping by 0.005. clinch recycles as its stage does; parry queries
  with its workspace, or, by rapier's rule, computes only the separations of the kept points again;
  Box3D computes each contact, because its rule is part of the loop of its world. Needed is the
  limit in nanoseconds alone, because that rule proves nothing.
* Rays and points: in the frame of the surface, all over it. A ray begins up to 20 above and leads
  down; points are 0.1 to 10 above or below. Times are per ray and per point.
* Build: nanoseconds per triangle, from lists of vertices and triangles, which are copied. The bytes
  of parry are those of its `total_memory_size`, those of Box3D its `byteCount`.
* Tick: 10,000 balls, capsules, boxes and hulls of 16 points on a height field of 512 × 512 cells,
  in one thread; nanoseconds per body. All of a tick is timed: the new poses, the pairs, the
  contacts. Bodies slide by 5 mm, turn as above, and do not meet each other. clinch: the contact
  table and the pair finder. rapier: its `CollisionPipeline`, which recycles nothing, with
  `FIX_INTERNAL_EDGES`. Box3D: a step of its world of no time, with its rule of recycling, which
  keeps the points of a body that has moved by less than 5 cm, and without.
* *Errors*: on planes, against the distance of the body from the plane, or its depth. On the other
  surfaces, if the two are apart, against the least distance from any triangle, by the oracle; if
  they overlap, whether a contact is found that is not apart. Rays against every triangle.
";

/// The section for a run; empty if nothing was measured.
pub fn section(run: &Run) -> String {
    let mut text = String::new();
    if !run.composite.is_empty() {
        // Writing to a string cannot fail.
        let _ = write_section(&mut text, run);
    }
    text
}

/// A page with this section in the place of the one that it has, or at its end. Without a section
/// the page stays as it is.
pub fn replaced(page: &str, section: &str) -> String {
    if section.is_empty() {
        return page.to_owned();
    }
    let start = page.find(HEADING).unwrap_or(page.len());
    let (before, after) = page.split_at(start);
    let next = after.get(HEADING.len()..).and_then(|rest| rest.find("\n## ").map(|at| &rest[at..]));
    let gap = if before.ends_with("\n\n") { "" } else { "\n" };
    format!("{before}{gap}{section}{}", next.unwrap_or(""))
}

fn write_section(text: &mut String, run: &Run) -> std::fmt::Result {
    let Run { about, composite, .. } = run;
    writeln!(text, "{HEADING}")?;
    writeln!(text, "Measured by `{}` on {}:\n{}; {}.\n{}.\n", about.command, about.date, about.machine, about.flags, about.versions)?;
    if about.quick {
        writeln!(text, "**A quick run: few pairs and few turns.**\n")?;
    }
    let verdicts = verdicts(composite);
    let missed = composite.rows.iter().filter(|row| !is_met(row)).count() + verdicts.iter().filter(|verdict| !verdict.is_met()).count();
    writeln!(text, "{} rows and {} limits of several rows; {missed} of these targets are missed.\n", composite.rows.len(), verdicts.len())?;
    writeln!(text, "{READ}")?;
    limits(text, &verdicts)?;
    let mut works: Vec<Work> = composite.rows.iter().map(|row| row.label.work).collect();
    works.dedup();
    for work in works {
        let rows: Vec<_> = composite.rows.iter().filter(|row| row.label.work == work).collect();
        let mut names: Vec<&str> = Vec::new();
        for timed in rows.iter().flat_map(|row| &row.timed) {
            if !names.contains(&timed.subject.as_str()) {
                names.push(&timed.subject);
            }
        }
        let mut title = work.name().to_owned();
        title[..1].make_ascii_uppercase();
        writeln!(text, "\n### {title}\n")?;
        if let Some(ratio) = mean(rows.iter().filter_map(|row| row.ratio())).filter(|_| rows.len() > 1) {
            writeln!(text, "The geometric mean of the ratios is {ratio:.2}.\n")?;
        }
        table_of(text, &rows, &names)?;
    }
    if !composite.bytes.is_empty() {
        writeln!(text, "\n### Bytes per triangle\n\n| | clinch | parry | Box3D |\n|---|--:|--:|--:|")?;
    }
    for Bytes { surface, clinch, parry, box3d } in &composite.bytes {
        let box3d = box3d.map_or_else(|| "–".to_owned(), |box3d| format!("{box3d:.1}"));
        writeln!(text, "| {surface} | {clinch:.1} | {parry:.1} | {box3d} |")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{HEADING, replaced};

    #[test]
    fn only_the_section_is_replaced() {
        let new = format!("{HEADING}\nnew\n");
        let page = format!("# Page\n\n## One\n\n1\n\n{HEADING}\nold\n\n### Part\n\n2\n\n## Two\n\n3\n");
        assert_eq!(replaced(&page, &new), format!("# Page\n\n## One\n\n1\n\n{HEADING}\nnew\n\n## Two\n\n3\n"));
        let once = replaced("# Page\n", &new);
        assert_eq!(once, format!("# Page\n\n{new}"));
        assert_eq!(replaced(&once, &new), once);
        assert_eq!(replaced(&page, ""), page);
    }
}
