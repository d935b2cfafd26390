//! The queries of a chain.

use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec2;

use crate::chain::instance::Chain;
use crate::planar::{Polyline, project, ray_cast};
use crate::query::{Projection, SurfaceRay, SurfaceRayOutcome};
use crate::sides::Sides;
use crate::sub_shape::SubShapeId;

impl<V: Vector<Wide = DVec2>> Chain<V> {
    /// Where does a ray first hit a segment?
    ///
    /// Watertight: a ray through a point hits one of the segments there, if it passes from one side
    /// of the chain to the other. A ray along a segment passes it and hits its neighbours. One that
    /// begins on a segment hits it there. A solid is hit at its surface, from inside as well.
    ///
    /// ```
    /// use clinch_composite::{Chain, Faces, Feature, SurfaceRay, SurfaceRayOutcome};
    /// use glam::{DVec2, Vec2};
    ///
    /// // From right to left, so that the front is above.
    /// let ground = Chain::open(vec![Vec2::X, Vec2::ZERO, Vec2::NEG_X])?;
    /// let down = SurfaceRay {
    ///     origin: DVec2::new(0.0, 3.0),
    ///     direction: -DVec2::Y,
    ///     max_time: f64::INFINITY,
    ///     faces: Faces::Front,
    /// };
    /// let SurfaceRayOutcome::Hit(hit) = ground.ray_cast(&down) else {
    ///     return Err("a miss".into());
    /// };
    /// assert_eq!(
    ///     (hit.time, hit.sub_shape.0, hit.feature, hit.normal),
    ///     (3.0, 0, Feature::Vertex(1), DVec2::Y)
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ray_cast(&self, ray: &SurfaceRay<DVec2>) -> SurfaceRayOutcome<DVec2> {
        ray_cast(self, ray)
    }

    /// Where is the chain nearest to a point, and is the point inside of the solid? `None` if the
    /// point is not finite. The side is that of the exact winding number.
    ///
    /// ```
    /// use clinch_composite::Chain;
    /// use glam::{DVec2, Vec2};
    ///
    /// let square = Chain::closed(
    ///     [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(Vec2::from).to_vec(),
    /// )?;
    /// let inside = square.project(DVec2::new(3.0, 2.0)).ok_or("not finite")?;
    /// assert_eq!(
    ///     (inside.signed_distance(), inside.point, inside.normal),
    ///     (-1.0, DVec2::new(4.0, 2.0), DVec2::X)
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn project(&self, point: DVec2) -> Option<Projection<DVec2>> {
        project(self, point)
    }

    /// Is a point in the solid or on its surface? Exact. A surface contains nothing: `false`, as
    /// for a point that is not finite. Costs about as much as a ray.
    pub fn contains(&self, point: DVec2) -> bool {
        self.sides() == Sides::Solid && self.encloses(point)
    }

    /// Calls `found` once for each segment whose AABB may have a point in common with `bounds`: for
    /// all that do, and for some near them, in no particular order.
    pub fn near(&self, bounds: &Aabb<DVec2>, mut found: impl FnMut(SubShapeId)) {
        self.tree().overlaps(bounds, |segment| found(SubShapeId(segment)));
    }
}
