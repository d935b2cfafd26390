//! Visits the parts of a composite shape in the order of their distance from a body.

use clinch_composite::{Composite, PartSearch, Region, SubShapeId};
use clinch_shapes::Aabb;
use clinch_support::Vector;

use crate::boxes::{ROUNDING, gap, largest_coordinate, largest_side};

/// The number of boxes, each grown twice as far as the one before, in which parts are listed if the
/// shape has no tree. Larger: a part very far away is found after many lists. Smaller: all
/// parts are listed sooner.
const BOXES: u32 = 24;

/// How far the first box is grown, in parts of the sizes of body and shape. Larger: more parts than
/// needed are listed. Smaller: more boxes.
const FIRST_GROWTH: f64 = 1.0 / 16.0;

/// The rounding of a gap is relative to coordinates of both boxes, which are nearly the same.
/// Larger: more parts are listed. Smaller: of parts that touch the body to rounding, one is missed.
const BOTH_ROUNDED: f64 = 3.0;

/// Visits the parts within a limit of a body. `visit` gets the part and the limit, and answers as
/// [`PartSearch::visit`] does.
pub(crate) struct NearFirst<W, F> {
    /// The bounds of the body.
    body: Aabb<W>,
    /// The distance of the body from the bounds of the shape, and the first growth beyond it.
    first: f64,
    step: f64,
    /// The greatest growth that is wanted.
    limit: f64,
    visit: F,
}

impl<W: Vector<Scalar = f64, Wide = W>, F: FnMut(SubShapeId, f64) -> Option<f64>> NearFirst<W, F> {
    /// Visits the parts of a shape whose bounds are within `limit` of the body's.
    pub(crate) fn run<V: Vector<Wide = W>, C: Composite<V> + ?Sized>(composite: &C, body: Aabb<W>, limit: f64, visit: F) {
        let whole = composite.bounds();
        let first = gap(&whole, &body);
        if first <= limit {
            let step = FIRST_GROWTH * largest_side(&body).max(FIRST_GROWTH * largest_side(&whole));
            composite.traverse(limit, &mut Self { body, first, step, limit, visit });
        }
    }
}

impl<W: Vector<Scalar = f64, Wide = W>, F: FnMut(SubShapeId, f64) -> Option<f64>> PartSearch<W> for NearFirst<W, F> {
    fn bound(&mut self, bounds: &Aabb<W>) -> f64 {
        gap(bounds, &self.body)
    }

    fn region(&self, step: u32) -> Option<Region<W>> {
        if step > BOXES {
            return None;
        }
        // A power of two of at most 2^24.
        let growth = self.first + self.step * (1_u64 << step) as f64;
        let growth = if growth < self.limit { growth } else { self.limit };
        // Boxes that are apart by rounding have no gap: they are within any growth.
        let rounding = BOTH_ROUNDED * ROUNDING * (largest_coordinate(&self.body) + growth);
        growth.is_finite().then(|| Region { bounds: self.body.grown(growth + rounding), limit: growth })
    }

    fn visit(&mut self, id: SubShapeId, limit: f64) -> Option<f64> {
        (self.visit)(id, limit)
    }
}

/// Visits the parts of a composite shape whose bounds are within `limit` of a box, near ones first
/// as far as that is known.
///
/// `visit` gets a part and the limit, and returns the distance beyond which the rest can be
/// skipped, the limit if it has not changed, or `None` to stop.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::near_first;
/// use clinch_shapes::Aabb;
/// use glam::{DVec3, Vec3};
///
/// let far = Vec3::X * 8.0;
/// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, far + Vec3::X, far, far + Vec3::Y];
/// let mesh = TriMesh::new(corners, vec![[3, 5, 4], [0, 1, 2]]).unwrap();
/// let mut ids = Vec::new();
/// near_first(&mesh, Aabb::around(DVec3::Z, DVec3::splat(0.5)), 2.0, |id, limit| {
///     ids.push(id.0);
///     Some(limit)
/// });
/// assert_eq!(ids, [1]);
/// ```
pub fn near_first<V: Vector, C: Composite<V> + ?Sized>(
    composite: &C,
    bounds: Aabb<V::Wide>,
    limit: f64,
    visit: impl FnMut(SubShapeId, f64) -> Option<f64>,
) {
    NearFirst::run(composite, bounds, limit, visit);
}
