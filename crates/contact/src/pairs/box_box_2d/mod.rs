//! Two boxes in 2D: the axis, the two points that prove it, and the clipping of the facing sides,
//! in one pass.
//!
//! * The axes and their proof are those of any two polygons (`sides_2d.rs`). What is known of boxes
//!   makes them short: opposite sides are parallel, and the extents give the deepest corner.
//! * The points are those of clipping any two sides, by the same rules.

mod axes;
mod corners;
mod rectangles;
mod relative;
mod sides;

use clinch_shapes::Cuboid;
use clinch_support::Pose;

use self::rectangles::Rectangles;
use crate::answer::Relation;
use crate::clip::Space;
use crate::features::add_witness_if_missed;
use crate::manifold::ContactPoint;
use crate::memory::Memory;
use crate::pairs::sides_2d::{TwoPolygons, vector};
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::tolerance;

/// Two boxes in 2D. For a contact query, `points` gets the points within the margin, in the order
/// of their feature ids. `None` where rounding could decide.
// Inlined so that the answer stays in registers.
#[inline(always)]
pub(crate) fn relation<V: Space>(
    [a, b]: [&Cuboid<V>; 2],
    b_in_a: &Pose<V::Wide>,
    query: &Query<'_, V>,
    memory: &mut Memory<V>,
    points: &mut Vec<ContactPoint<V>>,
) -> Option<Relation<V>> {
    let rectangles = Rectangles::of([a.half(), b.half()], b_in_a);
    let answer = rectangles.cores(&rectangles.heights(), query)?;
    let relation = memory.store_axis(answer, query, &rectangles.frame);
    if query.goal == Goal::Contact {
        points.clear();
        if let Relation::Near(separation) = &relation {
            sides::contact_points(&rectangles, query, separation, points);
            add_witness_if_missed(separation, query.settings, rectangles.size, points);
        }
    }
    Some(relation)
}

/// Whether two boxes in 2D, swept by the radii, touch, if the axes decide it: where the cores
/// overlap, and where an axis proves that they are apart by more than the radii.
#[inline]
pub(crate) fn touching<V: Space>([a, b]: [&Cuboid<V>; 2], b_in_a: &Pose<V::Wide>, radii: Radii, memory: &mut Memory<V>) -> Option<bool> {
    let rectangles = Rectangles::<V>::of([a.half(), b.half()], b_in_a);
    let heights = rectangles.heights();
    let (least, noise) = (heights.least, tolerance::noise(rectangles.size));
    if !(least < f64::INFINITY && rectangles.size < f64::INFINITY && radii.sum() < f64::INFINITY) {
        return None;
    }
    if least > noise {
        memory.invalidate();
        return Some(true);
    }
    // The distance may be that of an axis that ties with the best: nearer by up to the noise.
    if least < -2.0 * noise - radii.within(0.0) {
        memory.set_axis(vector(rectangles.normal(heights.first())));
        return Some(false);
    }
    None
}
