//! A point and a solid of revolution: the cores of a sphere and of a cylinder, cone or frustum.
//!
//! * In the half plane through the solid's axis and the point, the solid is a trapezoid. Outside,
//!   the nearest point of the trapezoid is the nearest point of the solid; inside, the nearest cap
//!   or side gives the normal.
//! * On the axis all azimuths are equally near. Next to a rim, where rounding would decide the
//!   normal, the general path answers.

use clinch_gjk::Start;
use clinch_shapes::{Core, Revolution};
use clinch_support::{Frame, Rotation, Vector};

use crate::answer::{Bounds, Relation};
use crate::clip::Space;
use crate::features::Scene;
use crate::memory::Memory;
use crate::pairs::ClosedForm;
use crate::pairs::revolution::{Body, SignedDistance, to_dvec3};
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;

/// Rounding error of the point in the solid's frame and of the closed form, relative to the
/// coordinates that meet. Larger: looser bounds. Smaller: the bounds do not hold.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// A point and a solid of revolution, each in its own frame.
pub(crate) struct PointRevolution<V: Vector> {
    frame: Frame<V>,
    point: V::Wide,
    /// Unit, from the solid to the point, in the solid's frame.
    outward: V::Wide,
    /// Negative if the point is inside.
    distance: f64,
    /// Rounding error of the distance.
    noise: f64,
    point_is_a: bool,
}

impl<V: Space> ClosedForm<V> for PointRevolution<V> {
    /// `None` if the cores are no point and solid, if the solid has no height or no radius, or
    /// where rounding would decide the normal.
    #[inline(always)]
    fn of(_: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let (point, solid, point_is_a) = match (cores.a, cores.b) {
            (&Core::Point(point), Core::Revolution(solid)) => (point, solid, true),
            (Core::Revolution(solid), &Core::Point(point)) => (point, solid, false),
            _ => return None,
        };
        let rotated = cores.b_in_a.rotation.length_squared();
        let frame = Frame::<V>::new(cores.b_in_a);
        let noise = NOISE * (point.sum_abs() + size_of(solid) + V::DIM as f64 * cores.b_in_a.translation.max_abs());
        if !(rotated > 0.0 && rotated < f64::INFINITY && noise < f64::INFINITY) {
            return None;
        }
        let point_in_solid = if point_is_a { frame.to_b(point) } else { frame.to_a(point) };
        let (outward, distance) = nearest(solid, point_in_solid, noise)?;
        Some(Self { frame, point, outward, distance, noise, point_is_a })
    }

    #[inline(always)]
    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        let &Self { frame, point, outward, distance, noise, point_is_a } = self;
        let radii = query.radii;
        let normal = if point_is_a { -frame.direction_in_a(outward) } else { outward };
        memory.start = Start::along(V::narrow(normal));
        let bounds = Bounds::of(distance, noise, radii);
        if let Some(relation) = bounds.without_points(query, normal) {
            return relation;
        }
        let on_solid = |point: V::Wide, radius: f64| point - outward * (distance - radius);
        let points = if point_is_a {
            [point + normal * radii.a, on_solid(frame.to_b(point), radii.b)]
        } else {
            [on_solid(frame.to_a(point), radii.a), point - frame.direction_in_b(normal) * radii.b]
        };
        bounds.near(normal, points)
    }

    fn scene(&self) -> Option<Scene<'_, V>> {
        None
    }
}

/// The unit direction from a solid to a point of its frame, and the distance, negative inside.
/// `None` if the solid has no height or no radius, or where rounding would decide the direction.
#[inline]
pub(crate) fn nearest<W: Vector<Scalar = f64>>(solid: &Revolution, point: W, noise: f64) -> Option<(W, f64)> {
    if W::DIM != 3 {
        return None;
    }
    let SignedDistance { normal, distance } = Body::of_revolution(solid)?.signed_distance(to_dvec3(point), noise)?;
    Some((W::from_fn(|axis| normal[axis]), distance))
}

/// A bound of the sum of a solid's coordinates.
fn size_of(solid: &Revolution) -> f64 {
    let [bottom, top] = solid.radii();
    solid.half() + 2.0 * if bottom > top { bottom } else { top }
}
