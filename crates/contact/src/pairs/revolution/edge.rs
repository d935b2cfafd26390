//! A straight edge and a body, in the body's frame: the point of the edge that is nearest to a box
//! or to the curved side of a solid, or deepest in it, and the distance of the edge from a rim.
//!
//! * Above the curved side a point's height is convex along the edge, and lowest at the root of a
//!   quadratic.
//! * Projected along the edge a cap is an ellipse, and the edge a point. Their distance, or the
//!   depth of the point in the ellipse, is the root of a convex function. Inside, the cap's points
//!   less the edge's are an oblique cylinder, which contains a ball of that radius if the edge
//!   extends as far on both sides of the cap.
//!
//! The root: Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid"
//! (2013).

use clinch_shapes::Revolution;
use glam::{DVec2, DVec3};

use super::body::{Body, SignedDistance, side_normal};
use crate::pairs::segment_box::{Apart, apart};

/// A point of the other shape and the nearest point of the body.
#[derive(Clone, Copy)]
pub(super) struct NearestPoints {
    pub(super) signed: SignedDistance,
    pub(super) point: DVec3,
    /// The point on the body.
    pub(super) on_body: DVec3,
    /// The parameter along an edge, from 0 to 1; 0 for a vertex.
    pub(super) fraction: f64,
    /// The distance is an upper bound of that of the shapes; for an overlap, the depth is a lower
    /// bound.
    pub(super) proved: bool,
}

/// The least sine of the angle between an edge and the axis, or a cap, for which the cap is a
/// useful ellipse. Along the axis the side is equally near everywhere, and along the cap only ends
/// are next to the rim. Larger: more pairs are left to a search. Smaller: divisions by almost zero.
const LEAST_SINE: f64 = 1e-3;

/// Most Newton steps. Larger: roots that do not converge take longer. Smaller: more pairs are left
/// to a search.
const STEPS: usize = 12;

/// The relative size of the last step; the root is off by its square. Larger: the root is inexact.
/// Smaller: the loop waits for rounding.
const CONVERGED: f64 = 1e-9;

/// The nearest points of an edge and a box about the origin, if they are apart.
#[inline]
pub(super) fn nearest_to_box(half: DVec3, [start, end]: [DVec3; 2], noise: f64) -> Option<NearestPoints> {
    let Apart { on_segment, on_box: on_body, outward, distance } = apart([start, end], half, noise)?;
    let fraction = (on_segment - start).length_squared() / (end - start).length_squared();
    Some(NearestPoints {
        signed: SignedDistance { normal: outward, distance },
        point: on_segment,
        on_body,
        fraction: fraction.sqrt(),
        proved: true,
    })
}

/// A straight edge in the frame of a solid.
struct Edge {
    ends: [DVec3; 2],
    /// Unit, from the first end to the second.
    along: DVec3,
    length: f64,
    /// The length of the part of `along` that is orthogonal to the axis.
    horizontal: f64,
}

impl Edge {
    #[inline]
    fn new(ends: [DVec3; 2]) -> Self {
        let [start, end] = ends;
        let length = (end - start).length_squared().sqrt();
        let along = (end - start) * length.recip();
        Self { ends, along, length, horizontal: (along.x * along.x + along.z * along.z).sqrt() }
    }
}

/// The nearest points of an edge and a solid, if that of the edge is between its ends and that of
/// the solid is on the curved side or a rim.
#[inline]
pub(super) fn nearest_to_revolution(solid: &Revolution, [start, end]: [DVec3; 2], noise: f64) -> Option<NearestPoints> {
    let edge = Edge::new([start, end]);
    let Edge { along, length, horizontal, .. } = edge;
    if !(horizontal > LEAST_SINE) {
        return None;
    }
    let [out, up] = side_normal(solid);
    // From the point next to the axis to the lowest one above the side.
    let next_to_axis = -(start.x * along.x + start.z * along.z) / (horizontal * horizontal);
    let descent = -up * along.y;
    let determinant = out * out * horizontal * horizontal - descent * descent;
    // An edge steeper than the side descends to the wider rim.
    if !(determinant > LEAST_SINE * LEAST_SINE) {
        return nearest_to_rim(solid, usize::from(up < 0.0), &edge, noise);
    }
    let at = start + along * next_to_axis;
    let lowest = if descent == 0.0 {
        next_to_axis
    } else {
        next_to_axis + descent * (at.x * at.x + at.z * at.z).sqrt() / (horizontal * determinant.sqrt())
    };
    let place = if lowest < 0.0 {
        0.0
    } else if lowest > length {
        length
    } else {
        lowest
    };
    let point = start + along * place;
    if place == lowest {
        let nearest = Body::Revolution(*solid).signed_distance(point, noise)?;
        if nearest.normal.y == up {
            return Some(NearestPoints {
                signed: nearest,
                point,
                on_body: point - nearest.normal * nearest.distance,
                fraction: lowest / length,
                proved: true,
            });
        }
    }
    let nearer = usize::from(point.y > 0.0);
    nearest_to_rim(solid, nearer, &edge, noise).or_else(|| nearest_to_rim(solid, 1 - nearer, &edge, noise))
}

/// The nearest points of an edge and a rim of a solid.
#[inline]
fn nearest_to_rim(
    solid: &Revolution,
    rim: usize,
    &Edge { ends: [start, end], along, length, horizontal }: &Edge,
    noise: f64,
) -> Option<NearestPoints> {
    let radius = solid.radii()[rim];
    let level = if rim == 0 { -solid.half() } else { solid.half() };
    let narrow = along.y.abs();
    if !(radius > LEAST_RIM * noise && narrow > LEAST_SINE) {
        return None;
    }
    // Two axes orthogonal to the edge: one in the plane of the cap, and one along which the cap is
    // foreshortened.
    let wide_axis = DVec3::new(along.z, 0.0, -along.x) * horizontal.recip();
    let narrow_axis = DVec3::new(along.x * along.y, -horizontal * horizontal, along.z * along.y) * horizontal.recip();
    let from_center = start - DVec3::new(0.0, level, 0.0);
    let projected = DVec2::new(wide_axis.dot(from_center), narrow_axis.dot(from_center)) * radius.recip();
    let normal = normal_of_ellipse(narrow, projected)?;
    let normal = wide_axis * normal.x + narrow_axis * normal.y;
    let across = (normal.x * normal.x + normal.z * normal.z).sqrt();
    let on_body = DVec3::new(normal.x * (radius / across), level, normal.z * (radius / across));
    let place = along.dot(on_body - start);
    let point = start + along * place;
    let between = point - on_body;
    let distance = between.dot(normal);
    let proved = if distance > 0.0 {
        place >= 0.0 && place <= length && between.length_squared().sqrt() <= distance + noise
    } else {
        // The extent of the edge on both sides of the cap.
        let [below, above] = if start.y < end.y { [level - start.y, end.y - level] } else { [level - end.y, start.y - level] };
        below >= -distance && above >= -distance
    };
    // The other rim may be farther along the normal, which then proves less.
    let other = solid.radii()[1 - rim] * across - level * normal.y;
    let excess = other - normal.dot(on_body);
    (excess <= noise).then_some(NearestPoints {
        signed: SignedDistance { normal, distance },
        point,
        on_body,
        fraction: place / length,
        proved,
    })
}

/// A rim smaller than this many times the noise does not count.
const LEAST_RIM: f64 = 1e6;

/// The outward normal of an ellipse about the origin with half axes 1 and `narrow`, at the point
/// nearest to `point`. `None` if the steps do not converge, as for points near the centre.
#[inline]
fn normal_of_ellipse(narrow: f64, point: DVec2) -> Option<DVec2> {
    let (x, y) = (point.x.abs(), point.y.abs());
    let (square, scaled_y) = (narrow * narrow, narrow * y);
    // (x/(t + 1))² + (narrow·y/(t + narrow²))² = 1. The start is left of the root: there one term
    // alone is 1.
    let starts = [x - 1.0, scaled_y - square];
    let mut t = if starts[0] > starts[1] { starts[0] } else { starts[1] };
    for _ in 0..STEPS {
        let (wide, steep) = ((t + 1.0).recip(), (t + square).recip());
        let (u, v) = (x * wide, scaled_y * steep);
        let (uu, vv) = (u * u, v * v);
        let step = 0.5 * (uu + vv - 1.0) / (uu * wide + vv * steep);
        t += step;
        if !(t + square > 0.0) {
            return None;
        }
        if step.abs() <= CONVERGED * (t + square) {
            // The gradient of (x/1)² + (y/narrow)² there.
            let normal = DVec2::new(point.x / (t + 1.0), point.y / (t + square));
            let length = (normal.x * normal.x + normal.y * normal.y).sqrt();
            return (length > 0.0 && length < f64::INFINITY).then(|| normal * length.recip());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{nearest_to_revolution, normal_of_ellipse};
    use crate::pairs::revolution::body::Body;
    use clinch_shapes::{Cone, Convex, Cylinder, Frustum, Shape3};
    use clinch_testkit::random::Random;
    use glam::{DVec2, DVec3};

    #[test]
    fn no_point_of_the_ellipse_is_nearer() {
        let (mut random, mut found) = (Random::new(43), 0);
        for _ in 0..2000 {
            let narrow = random.pick(&[1.0, 0.5, 0.01]);
            let point = random.in_ball(2).truncate() * random.pick(&[0.5, 1.0, 3.0]) * DVec2::new(1.0, random.pick(&[1.0, narrow]));
            let Some(normal) = normal_of_ellipse(narrow, point) else { continue };
            found += 1;
            let at = |angle: f64| {
                let (sin, cos) = libm::sincos(angle);
                DVec2::new(cos, narrow * sin)
            };
            let nearest = (0..20_000).map(|step| (at(f64::from(step) * core::f64::consts::TAU / 20_000.0) - point).length());
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            // The height of the point above the tangent of the ellipse.
            let above = normal.dot(point) - DVec2::new(normal.x, narrow * normal.y).length();
            // The nearest sample is at most this far aside.
            let aside = core::f64::consts::PI / 20_000.0;
            let excess = nearest * nearest - above * above;
            assert!(
                excess > -1e-12 && excess < 2.0 * (1.0 + point.length()) * aside * aside + 1e-12,
                "{narrow} {point}: {above}, not {nearest}"
            );
        }
        assert!(found > 1500, "{found}");
    }

    /// Apart, no point of the edge is nearer to the solid. Overlapping, no tangent plane of the
    /// solid separates the two by less than the depth.
    #[test]
    fn no_point_of_the_edge_is_nearer_to_the_solid() {
        let (mut random, mut apart, mut deep) = (Random::new(47), 0, 0);
        for _ in 0..4000 {
            let [a, b, c] = [(); 3].map(|()| random.range(0.2, 1.5));
            let shape: Shape3<DVec3> = match random.below(3) {
                0 => Cylinder::new(a, b).unwrap().into(),
                1 => Cone::new(a, b).unwrap().into(),
                _ => Frustum::new(a, b, c).unwrap().into(),
            };
            let Some(Body::Revolution(solid)) = Body::of::<DVec3>(&shape.core()) else { panic!("{shape:?}") };
            let middle = random.in_ball(3) * 2.0;
            let ends = [middle + random.direction(3) * 2.0, middle + random.direction(3) * 2.0];
            let Some(nearest) = nearest_to_revolution(&solid, ends, 1e-15).filter(|nearest| nearest.proved) else { continue };
            let body = Body::Revolution(solid);
            let height = |direction: DVec3| {
                let lowest = if ends[0].dot(direction) < ends[1].dot(direction) { ends[0] } else { ends[1] };
                lowest.dot(direction) - body.farthest(direction).dot(direction)
            };
            let message = || format!("{shape:?} {ends:?}: {} along {}", nearest.signed.distance, nearest.signed.normal);
            assert!((nearest.point - nearest.on_body - nearest.signed.normal * nearest.signed.distance).length() < 1e-9, "{}", message());
            if nearest.signed.distance > 0.0 {
                apart += 1;
                for step in 0..=100 {
                    let place = ends[0] + (ends[1] - ends[0]) * (f64::from(step) / 100.0);
                    let out = body.signed_distance(place, 1e-15);
                    // If the other rim is nearer, the normal proves nothing, and there is no
                    // answer.
                    let nearer = out.is_some_and(|out| out.distance < nearest.signed.distance - 1e-9);
                    assert!(!nearer || height(nearest.signed.normal) < nearest.signed.distance - 1e-9, "{}: nearer at {place}", message());
                }
            } else {
                deep += 1;
                for _ in 0..200 {
                    let direction = random.direction(3);
                    assert!(
                        -height(direction) >= -nearest.signed.distance - 1e-9,
                        "{}: {} along {direction}",
                        message(),
                        height(direction)
                    );
                }
            }
        }
        assert!(apart > 300 && deep > 300, "{apart} {deep}");
    }
}
