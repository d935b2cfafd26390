//! The axis along which a cast advances from where B is now.
//!
//! * A distance query gives a normal, and the gap along it says how far B can go. Near the touch
//!   the normal is uncertain, because the distance is mere rounding.
//! * So several axes are queried there: the normal, the normal across the simplex, and the axis
//!   that proved the query's lower bound. Every gap is a proof, wherever its axis comes from; the
//!   axis that advances B farthest is taken.

use clinch_support::{Difference, Record, SupportMap, Vector, VertexIndex};

use crate::cast_search::{CastSearch, NEAR, REACHED};
use crate::nearest_on_simplex::nearest_on_simplex;
use crate::outcome::{Answer, Outcome, Separation};
use crate::sub_distance::GjkSpace;

/// Nearer than [`NEAR`], a step is taken only along an axis whose gap falls by at least this part
/// of the way. One that grazes or leads away may be rounding, and the shapes touch. Larger: hits at
/// a slant come early by [`NEAR`]. Smaller: an inaccurate normal turns a hit into a miss.
const HEAD_ON: f64 = 0.25;
/// The part of the declared error of the support maps that a distance query on smooth shapes may
/// leave between its bounds. Larger: hits come early by more. Smaller: if a shape is scanned in
/// `f32`, the steps go back and forth over the touch, each along an inaccurate normal.
const OPEN: f64 = 0.25;
/// How far rounding turns a normal, in units of rounding over the distance.
const SHAKEN: f64 = 1.0;

/// The result of the distance query at one place.
pub(crate) struct Observation<'o, W> {
    pub(crate) normal: W,
    /// The simplex that the normal should be across of, if rounding turned it. Empty if the normal
    /// does not come from this simplex.
    simplex: &'o [VertexIndex],
    /// Unit: the axis that proves the lower bound, if there is one.
    proof: Option<W>,
    pub(crate) distance: f64,
    pub(crate) point_a: W,
    pub(crate) point_b: W,
}

/// The gap along a unit axis where B is now, and its slope along the way.
pub(crate) struct GapLine<W> {
    pub(crate) axis: W,
    pub(crate) gap: f64,
    pub(crate) slope: f64,
}

impl<V, A, B> CastSearch<'_, V, A, B>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// `None` if a number is not finite.
    pub(crate) fn observe<'o>(
        &self,
        answer: &'o Answer<V>,
        here: &Difference<'_, A, B, V>,
        record: &Record<V>,
    ) -> Option<Observation<'o, V::Wide>> {
        let (point_a, point_b) = match &answer.outcome {
            Outcome::Apart(apart) => {
                let &Separation { normal, distance, axis, point_a, point_b, ref simplex, .. } = apart;
                let proof = Some(axis * axis.length().recip());
                return Some(Observation { normal, simplex, proof, distance, point_a, point_b });
            }
            Outcome::Touching(touch) => (touch.point_a, touch.point_b),
            Outcome::Overlapping(simplex) => {
                let points: smallvec::SmallVec<[V::Wide; 4]> = record.points(simplex).collect();
                let weights = nearest_on_simplex(&points)?.weights;
                simplex.iter().zip(weights).fold((V::Wide::ZERO, V::Wide::ZERO), |(a, b), (&index, weight)| {
                    (a + record[index].a.point * weight, b + record[index].b.point * weight)
                })
            }
            // The query has no limit, so nothing is beyond it.
            Outcome::Beyond { .. } | Outcome::Undefined => return None,
        };
        // Below the support maps' error the query proves nothing, but its distance may still be
        // above rounding.
        let between = here.to_a(point_b) - point_a;
        let distance = between.length();
        let significant = distance > REACHED * self.rounding && matches!(answer.outcome, Outcome::Touching(_));
        let normal = if significant { between * distance.recip() } else { self.normal.unwrap_or(-self.direction) };
        let (simplex, proof): (&[VertexIndex], _) = match &answer.outcome {
            Outcome::Touching(touch) if significant => (&touch.simplex, touch.axis),
            Outcome::Touching(touch) => (&[], touch.axis),
            _ => (&[], None),
        };
        Some(Observation { normal, simplex, proof, distance: if significant { distance } else { 0.0 }, point_a, point_b })
    }

    /// The gap line that advances B farthest: along the normal or, if the gap along it is not the
    /// distance or the distance is near rounding, along the axes that may be better.
    pub(crate) fn best_line(
        &mut self,
        here: &Difference<'_, A, B, V>,
        seen: &Observation<'_, V::Wide>,
        record: &Record<V>,
    ) -> GapLine<V::Wide> {
        let mut best = self.gap_line(here, seen.normal, seen.distance);
        if seen.distance > NEAR * self.rounding && best.gap > seen.distance - REACHED * self.rounding {
            return best;
        }
        let across = if seen.simplex.is_empty() { [None; 2] } else { across_simplex(seen.normal, seen.simplex, record) };
        for axis in across.into_iter().chain([seen.proof]).flatten() {
            let line = self.gap_line(here, axis, seen.distance);
            if self.leads_farther(&line, &best, seen) {
                best = line;
            }
        }
        best
    }

    fn gap_line(&mut self, here: &Difference<'_, A, B, V>, axis: V::Wide, most: f64) -> GapLine<V::Wide> {
        GapLine { axis, gap: self.gap(here, axis, most), slope: axis.dot(self.direction) }
    }

    /// Whether `line` advances B farther than `other`. A gap that does not fall advances B for
    /// ever.
    fn leads_farther(&self, line: &GapLine<V::Wide>, other: &GapLine<V::Wide>, seen: &Observation<'_, V::Wide>) -> bool {
        if !(self.is_above_target(line, seen) && self.is_above_target(other, seen)) {
            return self.is_above_target(line, seen);
        }
        let falls = line.slope < 0.0 && other.slope < 0.0;
        let farther = (line.gap - self.target) * other.slope < (other.gap - self.target) * line.slope;
        if falls { farther } else { line.slope > other.slope }
    }

    /// Whether the gap is above the target by more than rounding, so that B can advance.
    pub(crate) fn is_above_target(&self, line: &GapLine<V::Wide>, seen: &Observation<'_, V::Wide>) -> bool {
        // What a query on smooth shapes leaves between its bounds is no distance to advance: the
        // next normal would be as inaccurate.
        let open = seen.distance - line.gap;
        if line.gap - self.target <= open && open <= OPEN * self.error() {
            return false;
        }
        let uncertain = seen.distance <= NEAR * self.rounding && !(line.slope < -HEAD_ON) && !(line.gap - self.error() > self.target);
        !uncertain && line.gap - self.target > REACHED * self.rounding
    }

    /// Sets the normal at the touch. That of the last step is good: it led to where the gap along
    /// it is the target. The axis of `line` is as good where the distance is above rounding, and on
    /// smooth shapes better; but the gap along the normal of an impact must fall.
    pub(crate) fn update_normal(&mut self, line: &GapLine<V::Wide>, seen: &Observation<'_, V::Wide>) {
        let shaken = |axis: V::Wide| (axis - line.axis).length() * seen.distance <= SHAKEN * self.rounding;
        let accurate = seen.distance > NEAR * self.rounding && line.slope < 0.0 && line.gap >= self.target - REACHED * self.rounding;
        if accurate && !self.normal.is_some_and(shaken) || self.normal.is_none() {
            self.normal = Some(line.axis);
        }
    }
}

/// Unit: the normal without its components along the simplex, and without those along the simplex
/// and the last vertex found. At a small distance rounding turns the normal along them, and may
/// keep the vertex that shows it out of the simplex.
fn across_simplex<V: Vector>(normal: V::Wide, simplex: &[VertexIndex], record: &Record<V>) -> [Option<V::Wide>; 2] {
    let mut points: smallvec::SmallVec<[V::Wide; 5]> = record.points(simplex).collect();
    let alone = across(normal, &points);
    // As many points as dimensions leave one direction across them. More leave none.
    let last = record.indices().next_back().filter(|last| points.len() < V::DIM && !simplex.contains(last));
    points.extend(last.map(|last| record[last].point));
    [alone, last.and_then(|_| across(normal, &points))]
}

/// A unit vector without its components along the edges of a simplex, taken from the shortest edge
/// on. `None` if little remains.
fn across<W: Vector<Scalar = f64>>(unit: W, points: &[W]) -> Option<W> {
    let (first, others) = points.split_first()?;
    let mut edges: smallvec::SmallVec<[W; 3]> = others.iter().map(|&point| point - *first).collect();
    edges.sort_by(|one, other| one.length_squared().total_cmp(&other.length_squared()));
    let without = |v: W, basis: &[W]| basis.iter().chain(basis).fold(v, |v, &along| v - along * v.dot(along));
    let mut basis = smallvec::SmallVec::<[W; 3]>::new();
    for edge in edges {
        let rest = without(edge, &basis);
        if rest.length() > 0.0 {
            basis.push(rest * rest.length().recip());
        }
    }
    let rest = without(unit, &basis);
    // At least half: a normal that is mostly along the simplex has no direction across it.
    (rest.length() > 0.5).then(|| rest * rest.length().recip())
}
