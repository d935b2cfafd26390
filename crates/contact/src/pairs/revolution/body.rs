//! The signed distance of a point from a box or from a solid of revolution, and its normal: closed
//! forms, in the body's own frame.
//!
//! * Outside, the normal points from the nearest point to the query point; inside, out of the
//!   nearest face. Along it the body reaches no farther than the nearest point.
//! * Faces and curved sides have a normal however near the point is. Next to an edge or a rim the
//!   normal is the vector between the points, which must be longer than rounding.

use clinch_shapes::{Core, Revolution};
use clinch_support::Vector;
use glam::DVec3;

use crate::pairs::point_box::clamp_to_box;
use crate::tolerance::CLEAR;

/// A core whose signed distance is a closed form.
#[derive(Clone, Copy)]
pub(in crate::pairs) enum Body {
    /// A box about the origin, by its half extents.
    Box(DVec3),
    /// A solid of revolution of positive height, with at least one rim.
    Revolution(Revolution),
}

/// The distance of a point from a body.
#[derive(Clone, Copy)]
pub(in crate::pairs) struct SignedDistance {
    /// Unit, outward.
    pub(in crate::pairs) normal: DVec3,
    /// Negative inside.
    pub(in crate::pairs) distance: f64,
}

impl Body {
    pub(in crate::pairs) fn of<V: Vector>(core: &Core<'_, V>) -> Option<Self> {
        match core {
            Core::Revolution(solid) => Self::of_revolution(solid),
            Core::Box(block) => Some(Self::Box(to_dvec3(block.half().widen()))),
            _ => None,
        }
    }

    /// `None` if the solid has no height or no radius.
    #[inline]
    pub(in crate::pairs) fn of_revolution(solid: &Revolution) -> Option<Self> {
        (solid.half() > 0.0 && solid.radii().iter().any(|&radius| radius > 0.0)).then_some(Self::Revolution(*solid))
    }

    /// The point farthest along a direction of any length. Along the axis of a solid it is the
    /// centre of a cap.
    #[inline]
    pub(super) fn farthest(&self, direction: DVec3) -> DVec3 {
        match self {
            Self::Box(half) => half.copysign(direction),
            Self::Revolution(solid) => {
                let (half, [bottom, top]) = (solid.half(), solid.radii());
                let DVec3 { x, y, z } = direction;
                let across = (x * x + z * z).sqrt();
                let upper = (top - bottom) * across + 2.0 * half * y > 0.0;
                let radius = if upper { top } else { bottom };
                let scale = if across > 0.0 { radius / across } else { 0.0 };
                DVec3::new(x * scale, if upper { half } else { -half }, z * scale)
            }
        }
    }

    /// The signed distance of a point. `None` where rounding would choose the normal.
    #[inline]
    pub(in crate::pairs) fn signed_distance(&self, point: DVec3, noise: f64) -> Option<SignedDistance> {
        match self {
            Self::Box(half) => distance_to_box(point, *half, noise),
            Self::Revolution(solid) => distance_to_revolution(point, solid, noise),
        }
    }
}

/// As a vector of glam.
#[inline]
pub(in crate::pairs) fn to_dvec3<W: Vector<Scalar = f64>>(point: W) -> DVec3 {
    DVec3::new(point.get(0), point.get(1), point.get(2))
}

#[inline]
fn distance_to_box(point: DVec3, half: DVec3, noise: f64) -> Option<SignedDistance> {
    let beyond = point.abs() - half;
    if (0..3).filter(|&axis| beyond[axis] > 0.0).count() > 1 {
        let between = point - clamp_to_box(point, half);
        let distance = between.length_squared().sqrt();
        return (distance > CLEAR * noise).then(|| SignedDistance { normal: between * distance.recip(), distance });
    }
    // The first of faces that are equally near but for rounding.
    let highest = (1..3).fold(0, |highest, axis| if beyond[axis] > beyond[highest] + noise { axis } else { highest });
    let mut normal = DVec3::ZERO;
    normal[highest] = if point[highest] < 0.0 { -1.0 } else { 1.0 };
    Some(SignedDistance { normal, distance: beyond[highest] })
}

/// The normal of the curved side in a half plane through the axis: its outward component and that
/// along the axis.
#[inline]
pub(super) fn side_normal(solid: &Revolution) -> [f64; 2] {
    let ([bottom, top], height) = (solid.radii(), 2.0 * solid.half());
    if bottom == top {
        return [1.0, 0.0];
    }
    let narrowing = bottom - top;
    let length = (height * height + narrowing * narrowing).sqrt();
    [height / length, narrowing / length]
}

/// In a half plane through the axis a solid is a trapezoid.
#[inline]
fn distance_to_revolution(point: DVec3, solid: &Revolution, noise: f64) -> Option<SignedDistance> {
    let (half, [bottom, top]) = (solid.half(), solid.radii());
    let DVec3 { x, y, z } = point;
    // Squares must keep their digits and be finite.
    let squared_noise = noise * noise;
    if !(squared_noise > f64::MIN_POSITIVE && squared_noise < f64::MAX * (f64::EPSILON * f64::EPSILON)) {
        return None;
    }
    let across = (x * x + z * z).sqrt();
    // On the axis all directions are equally near, and +x is taken.
    let azimuth = if across > noise { [x / across, z / across] } else { [1.0, 0.0] };
    let outward = |across: f64, up: f64| DVec3::new(azimuth[0] * across, up, azimuth[1] * across);
    let [side_out, side_up] = side_normal(solid);
    let over_side = (across - bottom) * side_out + (y + half) * side_up;
    let over_cap = y.abs() - half;
    let (cap, radius) = if y < 0.0 { (-1.0, bottom) } else { (1.0, top) };
    let at_cap = SignedDistance { normal: DVec3::new(0.0, cap, 0.0), distance: over_cap };
    let at_side = SignedDistance { normal: outward(side_out, side_up), distance: over_side };
    if over_cap <= 0.0 && over_side <= 0.0 {
        return Some(if over_side > over_cap + noise { at_side } else { at_cap });
    }
    if over_cap > 0.0 && across <= radius {
        return Some(at_cap);
    }
    let along = |rim: f64, height: f64| (height * side_out) - (across - rim) * side_up;
    if over_side > 0.0 && along(bottom, y + half) >= 0.0 && along(top, y - half) <= 0.0 {
        return Some(at_side);
    }
    let rims = [[across - bottom, y + half], [across - top, y - half]];
    let squares = rims.map(|[across, up]| across * across + up * up);
    let nearer = usize::from(squares[1] < squares[0]);
    let distance = squares[nearer].sqrt();
    let [across, up] = rims[nearer].map(|part| part / distance);
    (distance > CLEAR * noise).then(|| SignedDistance { normal: outward(across, up), distance })
}

#[cfg(test)]
mod tests {
    use super::Body;
    use clinch_shapes::{Cone, Convex, Cuboid, Cylinder, Frustum, Shape3};
    use clinch_support::SupportMap;
    use clinch_testkit::random::Random;
    use glam::DVec3;

    /// The signed distance is that along the normal, and the foot is in the body: no point of the
    /// body is farther along any direction. Inside, no tangent plane is nearer.
    #[test]
    fn the_signed_distance_is_that_of_the_nearest_point() {
        let (mut random, mut outside, mut inside) = (Random::new(41), 0, 0);
        for _ in 0..3000 {
            let [a, b, c] = [(); 3].map(|()| random.range(0.2, 1.5));
            let shape: Shape3<DVec3> = match random.below(4) {
                0 => Cuboid::new(DVec3::new(a, b, c)).unwrap().into(),
                1 => Cylinder::new(a, b).unwrap().into(),
                2 => Cone::new(a, b).unwrap().into(),
                _ => Frustum::new(a, b, c).unwrap().into(),
            };
            let body = Body::of::<DVec3>(&shape.core()).unwrap();
            let point = random.in_ball(3) * random.pick(&[0.3, 1.0, 3.0]);
            let Some(nearest) = body.signed_distance(point, 1e-15) else { continue };
            assert!((nearest.normal.length() - 1.0).abs() < 1e-14, "{shape:?} {point}");
            let height = |direction: DVec3| point.dot(direction) - body.farthest(direction).dot(direction);
            assert!(
                (height(nearest.normal) - nearest.distance).abs() < 1e-13,
                "{shape:?} {point}: {} along {}",
                nearest.distance,
                nearest.normal
            );
            // The foot must be in the body: below every tangent plane.
            let foot = point - nearest.normal * nearest.distance;
            for _ in 0..50 {
                let direction = random.direction(3);
                assert!(foot.dot(direction) - body.farthest(direction).dot(direction) < 1e-13, "{shape:?} {point}: {foot} is beside it");
                assert!(
                    nearest.distance > 0.0 || height(direction) <= nearest.distance + 1e-13,
                    "{shape:?} {point}: nearer along {direction}"
                );
            }
            *(if nearest.distance > 0.0 { &mut outside } else { &mut inside }) += 1;
            // The body is that of the support mapping.
            let direction = random.direction(3);
            let farthest = shape.support_wide(direction).point;
            assert!((farthest - body.farthest(direction)).dot(direction).abs() < 1e-14, "{shape:?} {direction}");
        }
        assert!(outside > 800 && inside > 800, "{outside} {inside}");
    }
}
