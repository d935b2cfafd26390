//! The steps of a search of GJK, and the pair that the book follows through it.
//!
//! The search is the library's own, run again and again with a limit of one more support call: its
//! answer has the simplex, the bounds and the record at that moment.

use clinch::d2::Polygon;
use clinch::gjk::{GjkSpace, Limits, Outcome, Start, Stop, nearest_on_simplex, search};
use clinch::shapes::ShapeError;
use clinch::support::{Difference, Record, Scalar, SupportMap, Vector};
use glam::Vec2;

/// The state of a search after a step.
pub(crate) struct Step<V: Vector> {
    /// The vertex of A − B that the step found.
    pub(crate) newest: V::Wide,
    /// The vertices of the simplex after the step.
    pub(crate) simplex: Vec<V::Wide>,
    /// The point of the simplex that is nearest the origin.
    pub(crate) v: V::Wide,
    /// The bounds of the distance.
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// Why the search stopped: `Exhausted` before the last step.
    pub(crate) stop: Stop,
}

/// All steps of a search.
pub(crate) fn steps<V, A, B>(difference: &Difference<'_, A, B, V>, start: &Start<V>) -> Vec<Step<V>>
where
    V: GjkSpace,
    A: SupportMap<V>,
    B: SupportMap<V>,
{
    let mut steps: Vec<Step<V>> = Vec::new();
    for iterations in 1..=Limits::<V::Scalar>::measure().iterations {
        let (mut record, limits) = (Record::new(), Limits { iterations, tolerance: V::Scalar::narrow(1e-6), ..Limits::measure() });
        let answer = search(difference, start, &limits, &mut record);
        let (simplex, lower, upper) = match answer.outcome {
            Outcome::Apart(apart) => (apart.simplex, apart.lower, apart.upper),
            Outcome::Touching(touch) => (touch.simplex, 0.0, touch.upper),
            Outcome::Overlapping(simplex) | Outcome::Beyond { simplex, .. } => (simplex, 0.0, 0.0),
            Outcome::Undefined => break,
        };
        let simplex: Vec<V::Wide> = record.points(&simplex).collect();
        let (Some(nearest), Some(newest)) = (nearest_on_simplex(&simplex), record.vertices().last()) else { break };
        steps.push(Step { newest: newest.point, simplex, v: nearest.point, lower, upper, stop: answer.stop });
        if answer.stop != Stop::Exhausted {
            break;
        }
    }
    steps
}

/// The triangle A and the quadrilateral B of the worked example.
pub(crate) fn worked_pair() -> Result<[Polygon; 2], ShapeError> {
    let polygon = |corners: &[(f32, f32)]| Polygon::new(&corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect::<Vec<_>>());
    Ok([polygon(&[(4.0, 5.0), (9.0, 9.0), (4.0, 11.0)])?, polygon(&[(5.0, 7.0), (7.0, 3.0), (10.0, 2.0), (12.0, 7.0)])?])
}

/// The corners of a polygon in `f64`.
pub(crate) fn corners(polygon: &Polygon) -> Vec<glam::DVec2> {
    polygon.vertices().iter().map(|corner| corner.as_dvec2()).collect()
}
