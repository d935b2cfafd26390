//! How far a point is from a box or from a solid, or how deep in it, and which way is out: closed forms, in the body's own frame.
//!
//! * Outside the way leads from the nearest point; inside, out by the nearest face. Along it the body is nowhere farther than there.
//! * Faces and round sides have a normal, however near the point is. Next to an edge or a rim the way itself is the normal, and must be more than rounding.

use clinch_shapes::{Core, Revolution};
use clinch_support::Vector;
use glam::DVec3;

use crate::pairs::point_box::clamp_to_box;
use crate::tolerance::CLEAR;

/// A shape that tells of each point how far it is.
#[derive(Clone, Copy)]
pub(in crate::pairs) enum Body {
    /// About the origin, by its half extents.
    Box(DVec3),
    /// Of some height, and with a rim at least.
    Revolution(Revolution),
}

/// From a body to a point.
#[derive(Clone, Copy)]
pub(in crate::pairs) struct Out {
    /// Unit.
    pub(in crate::pairs) normal: DVec3,
    /// Negative inside.
    pub(in crate::pairs) distance: f64,
}

impl Body {
    pub(in crate::pairs) fn of<V: Vector>(core: &Core<'_, V>) -> Option<Self> {
        match core {
            Core::Revolution(solid) => Self::of_revolution(solid),
            Core::Box(block) => Some(Self::Box(in_space(block.half().widen()))),
            _ => None,
        }
    }

    /// `None` if it has no height or no radius.
    #[inline]
    pub(in crate::pairs) fn of_revolution(solid: &Revolution) -> Option<Self> {
        (solid.half() > 0.0 && solid.radii().iter().any(|&radius| radius > 0.0)).then_some(Self::Revolution(*solid))
    }

    /// The point that is farthest along a direction, which need not be of length 1; straight along the axis of a solid the middle of a cap.
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
                let turn = if across > 0.0 { radius / across } else { 0.0 };
                DVec3::new(x * turn, if upper { half } else { -half }, z * turn)
            }
        }
    }

    /// `None` where rounding would decide which way it is.
    #[inline]
    pub(in crate::pairs) fn way_out(&self, point: DVec3, noise: f64) -> Option<Out> {
        match self {
            Self::Box(half) => out_of_box(point, *half, noise),
            Self::Revolution(solid) => out_of_revolution(point, solid, noise),
        }
    }
}

/// As glam has it.
#[inline]
pub(in crate::pairs) fn in_space<W: Vector<Scalar = f64>>(point: W) -> DVec3 {
    DVec3::new(point.get(0), point.get(1), point.get(2))
}

#[inline]
fn out_of_box(point: DVec3, half: DVec3, noise: f64) -> Option<Out> {
    let beyond = point.abs() - half;
    if (0..3).filter(|&axis| beyond[axis] > 0.0).count() > 1 {
        let way = point - clamp_to_box(point, half);
        let distance = way.length_squared().sqrt();
        return (distance > CLEAR * noise).then(|| Out { normal: way * distance.recip(), distance });
    }
    // Of faces that are as near but for rounding the first.
    let highest = (1..3).fold(0, |highest, axis| if beyond[axis] > beyond[highest] + noise { axis } else { highest });
    let mut normal = DVec3::ZERO;
    normal[highest] = if point[highest] < 0.0 { -1.0 } else { 1.0 };
    Some(Out { normal, distance: beyond[highest] })
}

/// The side of a solid in the half plane through its axis: how much of its normal is outward, and how much upward.
#[inline]
pub(super) fn side(solid: &Revolution) -> [f64; 2] {
    let ([bottom, top], height) = (solid.radii(), 2.0 * solid.half());
    if bottom == top {
        return [1.0, 0.0];
    }
    let narrowing = bottom - top;
    let length = (height * height + narrowing * narrowing).sqrt();
    [height / length, narrowing / length]
}

/// In the half plane through the axis a solid is a trapezoid.
#[inline]
fn out_of_revolution(point: DVec3, solid: &Revolution, noise: f64) -> Option<Out> {
    let (half, [bottom, top]) = (solid.half(), solid.radii());
    let DVec3 { x, y, z } = point;
    let across = (x * x + z * z).sqrt();
    // On the axis all sides are alike.
    let azimuth = if across > noise { [x / across, z / across] } else { [1.0, 0.0] };
    let outward = |across: f64, up: f64| DVec3::new(azimuth[0] * across, up, azimuth[1] * across);
    let [out, up] = side(solid);
    let over_side = (across - bottom) * out + (y + half) * up;
    let over_cap = y.abs() - half;
    let (cap, radius) = if y < 0.0 { (-1.0, bottom) } else { (1.0, top) };
    let at_cap = Out { normal: DVec3::new(0.0, cap, 0.0), distance: over_cap };
    let at_side = Out { normal: outward(out, up), distance: over_side };
    if over_cap <= 0.0 && over_side <= 0.0 {
        return Some(if over_side > over_cap + noise { at_side } else { at_cap });
    }
    if over_cap > 0.0 && across <= radius {
        return Some(at_cap);
    }
    let along = |rim: f64, height: f64| (height * out) - (across - rim) * up;
    if over_side > 0.0 && along(bottom, y + half) >= 0.0 && along(top, y - half) <= 0.0 {
        return Some(at_side);
    }
    let rims = [[across - bottom, y + half], [across - top, y - half]];
    let squares = rims.map(|[across, up]| across * across + up * up);
    let nearer = usize::from(squares[1] < squares[0]);
    let distance = squares[nearer].sqrt();
    let [across, up] = rims[nearer].map(|part| part / distance);
    (distance > CLEAR * noise).then(|| Out { normal: outward(across, up), distance })
}

#[cfg(test)]
mod tests {
    use super::Body;
    use clinch_shapes::{Cone, Convex, Cuboid, Cylinder, Frustum, Shape3};
    use clinch_support::SupportMap;
    use clinch_testkit::random::Random;
    use glam::DVec3;

    /// What a way out claims: its foot is in the body, no point of which is farther along the normal; inside, no plane that touches the body is nearer.
    #[test]
    fn the_way_out_leads_from_the_nearest_point() {
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
            let Some(out) = body.way_out(point, 1e-15) else { continue };
            assert!((out.normal.length() - 1.0).abs() < 1e-14, "{shape:?} {point}");
            let height = |direction: DVec3| point.dot(direction) - body.farthest(direction).dot(direction);
            assert!((height(out.normal) - out.distance).abs() < 1e-13, "{shape:?} {point}: {} along {}", out.distance, out.normal);
            // Of a plane the foot says no more than that it lies in it: it must be in the body, beneath all others.
            let foot = point - out.normal * out.distance;
            for _ in 0..50 {
                let direction = random.direction(3);
                assert!(foot.dot(direction) - body.farthest(direction).dot(direction) < 1e-13, "{shape:?} {point}: {foot} is beside it");
                assert!(out.distance > 0.0 || height(direction) <= out.distance + 1e-13, "{shape:?} {point}: nearer along {direction}");
            }
            *(if out.distance > 0.0 { &mut outside } else { &mut inside }) += 1;
            // And it is the same body as that of the support mapping.
            let direction = random.direction(3);
            let farthest = shape.support_wide(direction).point;
            assert!((farthest - body.farthest(direction)).dot(direction).abs() < 1e-14, "{shape:?} {direction}");
        }
        assert!(outside > 800 && inside > 800, "{outside} {inside}");
    }
}
