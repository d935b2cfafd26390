//! The targets of the rows of the report.

use crate::measure::Measured;
use crate::rows::Label;
use crate::work::Work;

/// A target of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// This many times as fast as the fastest peer of the row.
    Faster(f64),
    /// At most this many nanoseconds.
    Within(f64),
}

/// Some rows in 3D and their target. In 2D, and for every other row, [`least`] is the target.
struct Target {
    work: Work,
    /// Empty: all kinds.
    kinds: &'static [&'static str],
    /// Proximities; empty: all.
    how: &'static [&'static str],
    need: Need,
}

const ANY: &[&str] = &[];
const BOX: &[&str] = &["box-box"];
const BALL_AND_CAPSULE: &[&str] = &["ball-ball", "ball-box", "capsule-capsule"];
const HULLS: &[&str] = &["hull16-hull16", "hull64-hull64", "hull256-hull256"];
const LARGE_HULLS: &[&str] = &["hull64-hull64", "hull256-hull256"];
const BOX_AND_HULLS: &[&str] = &["box-box", "hull16-hull16", "hull64-hull64", "hull256-hull256"];
const CYLINDER_AND_CONE: &[&str] = &["cylinder-box", "cylinder-cylinder", "cone-box"];

const fn target(work: Work, kinds: &'static [&'static str], need: Need) -> Target {
    Target { work, kinds, how: ANY, need }
}

/// A row must reach all targets that fit it.
const TARGETS: &[Target] = &[
    target(Work::YesNo, BOX_AND_HULLS, Need::Faster(3.0)),
    Target { work: Work::YesNo, kinds: ANY, how: &["far"], need: Need::Within(25.0) },
    target(Work::Distance, BOX_AND_HULLS, Need::Faster(2.0)),
    target(Work::Distance, LARGE_HULLS, Need::Faster(3.0)),
    target(Work::DistanceWarm, &["box-box", "hull16-hull16", "hull64-hull64"], Need::Faster(3.0)),
    target(Work::Contact, BOX, Need::Faster(3.0)),
    target(Work::Contact, CYLINDER_AND_CONE, Need::Faster(3.0)),
    target(Work::Contact, LARGE_HULLS, Need::Faster(3.0)),
    target(Work::ManifoldCold, BALL_AND_CAPSULE, Need::Faster(2.0)),
    target(Work::ManifoldCold, BOX, Need::Faster(6.0)),
    target(Work::ManifoldCold, HULLS, Need::Faster(3.0)),
    target(Work::ManifoldWarm, BOX, Need::Faster(6.0)),
    target(Work::ManifoldWarm, &["hull16-hull16", "box-capsule", "cylinder-box"], Need::Faster(4.0)),
    target(Work::PileCold, ANY, Need::Faster(3.0)),
    target(Work::PileWarm, ANY, Need::Faster(3.0)),
    target(Work::PileRecycled, ANY, Need::Faster(3.0)),
    target(Work::Cast, &["capsule-capsule", "box-box", "hull64-hull64"], Need::Faster(2.0)),
    Target { work: Work::CompositeCoherent, kinds: &["ball"], how: &["flat"], need: Need::Within(150.0) },
    Target { work: Work::CompositeCoherent, kinds: &["box"], how: &["flat"], need: Need::Within(1000.0) },
    target(Work::CompositeResting, ANY, Need::Within(100.0)),
    target(Work::CompositeTick, ANY, Need::Faster(1.5)),
];

impl Target {
    fn fits(&self, label: &Label) -> bool {
        let one_of = |names: &[&str], name: &str| names.is_empty() || names.contains(&name);
        label.dim == 3 && self.work == label.work && one_of(self.kinds, &label.kind) && one_of(self.how, &label.how)
    }
}

/// All targets of a row.
pub fn needs(label: &Label) -> Vec<Need> {
    let own = TARGETS.iter().filter(|target| target.fits(label)).map(|target| target.need);
    own.chain(least(label.work).map(Need::Faster)).collect()
}

/// The least ratio of any row. No peer may be faster, but at the contacts of a body with a surface
/// by up to a quarter: a single row counts less there than the mean of all. Bodies at rest on a
/// surface have only a limit in nanoseconds.
fn least(work: Work) -> Option<f64> {
    match work {
        Work::CompositeCold | Work::CompositeCoherent => Some(0.8),
        Work::CompositeResting => None,
        _ => Some(1.0),
    }
}

impl Need {
    /// Whether a row reaches the target. Without peers it is as fast as any.
    pub fn is_met(self, row: &Measured) -> bool {
        match self {
            Self::Faster(by) => row.ratio().is_none_or(|ratio| ratio >= by),
            Self::Within(ns) => row.clinch().is_none_or(|clinch| clinch.ns <= ns),
        }
    }

    /// Its text in the tables.
    pub fn text(self) -> String {
        match self {
            Self::Faster(by) => format!("{by}×"),
            Self::Within(ns) => format!("{ns} ns"),
        }
    }
}

/// Whether the row reaches all its targets.
pub fn is_met(row: &Measured) -> bool {
    needs(&row.label).into_iter().all(|need| need.is_met(row))
}

#[cfg(test)]
mod tests {
    use super::{Need, TARGETS, is_met, needs};
    use crate::composite;
    use crate::measure::{Measured, Timed};
    use crate::rows::{Label, Row, all};
    use crate::work::Work;

    fn row(work: Work, kind: &str, how: &str, times: &[(&str, f64)]) -> Measured {
        let label = Label { work, dim: 3, kind: kind.to_owned(), how: how.to_owned() };
        let timed = times.iter().map(|&(subject, ns)| Timed { subject: subject.to_owned(), ns, errors: Default::default() });
        Measured { label, timed: timed.collect() }
    }

    #[test]
    fn every_target_applies_to_some_row() {
        let on_surfaces = composite::all();
        let convex = all();
        let labels = convex.iter().map(Row::label).chain(on_surfaces.iter().map(composite::Row::label));
        let labels: Vec<Label> = labels.chain([composite::terrain::label()]).collect();
        for target in TARGETS {
            assert!(labels.iter().any(|label| target.fits(label)), "{:?} {:?}", target.work, target.kinds);
            for kind in target.kinds {
                assert!(labels.iter().any(|label| label.dim == 3 && label.kind == *kind), "{kind}");
            }
        }
    }

    #[test]
    fn a_row_must_reach_the_strictest_of_its_targets() {
        let hulls = |clinch: f64| row(Work::Distance, "hull64-hull64", "near", &[("clinch", clinch), ("parry", 300.0), ("other", 900.0)]);
        assert!(is_met(&hulls(100.0)));
        assert!(!is_met(&hulls(101.0)), "two and nearly three times");
        assert_eq!(needs(&hulls(1.0).label), [Need::Faster(2.0), Need::Faster(3.0), Need::Faster(1.0)]);
    }

    #[test]
    fn no_row_may_be_slower_than_a_peer() {
        let balls = |clinch: f64| row(Work::Contact, "ball-ball", "near", &[("clinch", clinch), ("parry", 30.0), ("other", 20.0)]);
        assert!(is_met(&balls(20.0)));
        assert!(!is_met(&balls(21.0)));
        assert!(is_met(&row(Work::Contact, "ball-ball", "near", &[("clinch", 99.0)])), "alone");
    }

    #[test]
    fn on_surfaces_a_peer_may_be_faster_by_a_quarter_and_some_rows_have_a_limit() {
        let on_flat = |body: &str, clinch: f64| row(Work::CompositeCoherent, body, "flat", &[("clinch", clinch), ("parry", 120.0)]);
        assert!(is_met(&on_flat("ball", 150.0)) && !is_met(&on_flat("ball", 150.1)));
        assert!(is_met(&on_flat("hull16", 149.9)) && !is_met(&on_flat("hull16", 150.1)), "four fifths of 120");
    }

    #[test]
    fn far_pairs_have_a_limit_in_nanoseconds() {
        let far = |ns: f64| row(Work::YesNo, "cone-box", "far", &[("clinch", ns), ("parry", 1000.0)]);
        assert!(is_met(&far(25.0)) && !is_met(&far(25.1)));
    }
}
