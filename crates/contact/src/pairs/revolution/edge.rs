//! A straight edge at a body, in the body's frame: where on the edge a box or the round side of a solid is nearest or deepest, and how far the edge is beside a rim.
//!
//! * Above the side a point's height is convex along the edge, and lowest at the root of a quadratic.
//! * Seen along the edge a cap is an ellipse, and the edge a point: how far apart they are, or how deep the point lies in the ellipse, is the root of a convex function. Inside, the
//!   cap's points less the edge's are an oblique cylinder, which holds a ball as large as that if the edge runs as far on both sides of the cap.
//!
//! The root: Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid" (2013).

use clinch_shapes::Revolution;
use glam::{DVec2, DVec3};

use super::body::{Body, Out, side};
use crate::pairs::segment_box::{Apart, apart};

/// A place of an edge, and what is next to it.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    pub(super) out: Out,
    pub(super) point: DVec3,
    /// On the body.
    pub(super) foot: DVec3,
    /// Where on the edge, from 0 to 1.
    pub(super) part: f64,
    /// The shapes are no farther apart, and overlap no less, than is said.
    pub(super) proved: bool,
}

/// Edges that lean by less than this against the axis, or against a cap, see no ellipse that is worth the name: along the axis the side is as near all along, and along the cap nothing is
/// next to the rim but ends. Larger: more is left to a search. Smaller: what is next to nothing is divided by.
const LEAN: f64 = 1e-3;

/// Steps towards the root. Larger: what does not end soon is asked in vain. Smaller: it is left to a search.
const STEPS: usize = 12;

/// The part of itself by which the last step may move: by the square of that the root is off after it. Larger: it is no root. Smaller: rounding is waited for.
const SETTLED: f64 = 1e-9;

/// Where an edge is next to a box about the origin, if they are apart.
#[inline]
pub(super) fn beside_box(half: DVec3, [start, end]: [DVec3; 2], noise: f64) -> Option<Beside> {
    let Apart { on_segment, foot, outward, distance } = apart([start, end], half, noise)?;
    let part = (on_segment - start).length_squared() / (end - start).length_squared();
    Some(Beside { out: Out { normal: outward, distance }, point: on_segment, foot, part: part.sqrt(), proved: true })
}

/// Where an edge is next to a solid, if that is inside of the edge and beside the round side or a rim.
#[inline]
pub(super) fn beside_revolution(solid: &Revolution, [start, end]: [DVec3; 2], noise: f64) -> Option<Beside> {
    let length = (end - start).length_squared().sqrt();
    let along = (end - start) * length.recip();
    let flat = (along.x * along.x + along.z * along.z).sqrt();
    if !(flat > LEAN) {
        return None;
    }
    let [out, up] = side(solid);
    // From where the edge is next to the axis to where it is lowest above the side.
    let next = -(start.x * along.x + start.z * along.z) / (flat * flat);
    let fall = -up * along.y;
    let lean = out * out * flat * flat - fall * fall;
    let edge = ([start, end], along, length);
    // An edge that is steeper than the side runs down to the wider rim.
    if !(lean > LEAN * LEAN) {
        return beside_rim(solid, usize::from(up < 0.0), edge, flat, noise);
    }
    let at = start + along * next;
    let lowest = if fall == 0.0 { next } else { next + fall * (at.x * at.x + at.z * at.z).sqrt() / (flat * lean.sqrt()) };
    let place = if lowest < 0.0 {
        0.0
    } else if lowest > length {
        length
    } else {
        lowest
    };
    let point = start + along * place;
    if place == lowest {
        let here = Body::Revolution(*solid).way_out(point, noise)?;
        if here.normal.y == up {
            return Some(Beside { out: here, point, foot: point - here.normal * here.distance, part: lowest / length, proved: true });
        }
    }
    let nearer = usize::from(point.y > 0.0);
    beside_rim(solid, nearer, edge, flat, noise).or_else(|| beside_rim(solid, 1 - nearer, edge, flat, noise))
}

#[inline]
fn beside_rim(
    solid: &Revolution,
    rim: usize,
    ([start, end], along, length): ([DVec3; 2], DVec3, f64),
    flat: f64,
    noise: f64,
) -> Option<Beside> {
    let radius = solid.radii()[rim];
    let level = if rim == 0 { -solid.half() } else { solid.half() };
    let narrow = along.y.abs();
    if !(radius > CLEAR_OF_NOISE * noise && narrow > LEAN) {
        return None;
    }
    // Across the edge: along the cap, and as the cap is seen foreshortened.
    let wide_axis = DVec3::new(along.z, 0.0, -along.x) * flat.recip();
    let narrow_axis = DVec3::new(along.x * along.y, -flat * flat, along.z * along.y) * flat.recip();
    let from_middle = start - DVec3::new(0.0, level, 0.0);
    let seen = DVec2::new(wide_axis.dot(from_middle), narrow_axis.dot(from_middle)) * radius.recip();
    let normal = normal_of_ellipse(narrow, seen)?;
    let normal = wide_axis * normal.x + narrow_axis * normal.y;
    let across = (normal.x * normal.x + normal.z * normal.z).sqrt();
    let foot = DVec3::new(normal.x * (radius / across), level, normal.z * (radius / across));
    let place = along.dot(foot - start);
    let point = start + along * place;
    let way = point - foot;
    let distance = way.dot(normal);
    let proved = if distance > 0.0 {
        place >= 0.0 && place <= length && way.length_squared().sqrt() <= distance + noise
    } else {
        // So far the edge runs from the cap, to both sides.
        let [below, above] = if start.y < end.y { [level - start.y, end.y - level] } else { [level - end.y, start.y - level] };
        below >= -distance && above >= -distance
    };
    // The other rim may be farther along the normal: then it proves less.
    let other = solid.radii()[1 - rim] * across - level * normal.y;
    let hidden = other - normal.dot(foot);
    (hidden <= noise).then_some(Beside { out: Out { normal, distance }, point, foot, part: place / length, proved })
}

/// A rim that is smaller than so many times the noise is none.
const CLEAR_OF_NOISE: f64 = 1e6;

/// The outward normal of an ellipse about the origin, with half axes 1 and `narrow`, where it is nearest to a point. `None` if it is not found soon: of points about the middle.
#[inline]
fn normal_of_ellipse(narrow: f64, point: DVec2) -> Option<DVec2> {
    let (x, y) = (point.x.abs(), point.y.abs());
    let (square, reach) = (narrow * narrow, narrow * y);
    // (x/(t + 1))² + (narrow·y/(t + narrow²))² = 1: to the left of the root, where a part of it alone is 1.
    let starts = [x - 1.0, reach - square];
    let mut t = if starts[0] > starts[1] { starts[0] } else { starts[1] };
    for _ in 0..STEPS {
        let (wide, slim) = ((t + 1.0).recip(), (t + square).recip());
        let (u, v) = (x * wide, reach * slim);
        let (uu, vv) = (u * u, v * v);
        let step = 0.5 * (uu + vv - 1.0) / (uu * wide + vv * slim);
        t += step;
        if !(t + square > 0.0) {
            return None;
        }
        if step.abs() <= SETTLED * (t + square) {
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
    use super::{beside_revolution, normal_of_ellipse};
    use crate::pairs::revolution::body::Body;
    use clinch_shapes::{Cone, Convex, Cylinder, Frustum, Shape3};
    use clinch_testkit::random::Random;
    use glam::{DVec2, DVec3};

    #[test]
    fn no_place_of_the_ellipse_is_nearer() {
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
            // How far the point is above the line that touches the ellipse there.
            let above = normal.dot(point) - DVec2::new(normal.x, narrow * normal.y).length();
            // The next of them is no farther aside than this.
            let aside = core::f64::consts::PI / 20_000.0;
            let excess = nearest * nearest - above * above;
            assert!(
                excess > -1e-12 && excess < 2.0 * (1.0 + point.length()) * aside * aside + 1e-12,
                "{narrow} {point}: {above}, not {nearest}"
            );
        }
        assert!(found > 1500, "{found}");
    }

    /// Apart, no place of the edge is nearer to the solid; and where it is deeper than the side, no plane of the solid parts the two by less.
    #[test]
    fn no_place_of_the_edge_is_nearer_to_the_solid() {
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
            let Some(beside) = beside_revolution(&solid, ends, 1e-15).filter(|beside| beside.proved) else { continue };
            let body = Body::Revolution(solid);
            let height = |direction: DVec3| {
                let lowest = if ends[0].dot(direction) < ends[1].dot(direction) { ends[0] } else { ends[1] };
                lowest.dot(direction) - body.farthest(direction).dot(direction)
            };
            let said = || format!("{shape:?} {ends:?}: {} along {}", beside.out.distance, beside.out.normal);
            assert!((beside.point - beside.foot - beside.out.normal * beside.out.distance).length() < 1e-9, "{}", said());
            if beside.out.distance > 0.0 {
                apart += 1;
                for step in 0..=100 {
                    let place = ends[0] + (ends[1] - ends[0]) * (f64::from(step) / 100.0);
                    let out = body.way_out(place, 1e-15);
                    // Where the other rim is nearer, the edge is beside that: the normal proves nothing, and nobody is told.
                    let nearer = out.is_some_and(|out| out.distance < beside.out.distance - 1e-9);
                    assert!(!nearer || height(beside.out.normal) < beside.out.distance - 1e-9, "{}: nearer at {place}", said());
                }
            } else {
                deep += 1;
                for _ in 0..200 {
                    let direction = random.direction(3);
                    assert!(-height(direction) >= -beside.out.distance - 1e-9, "{}: {} along {direction}", said(), height(direction));
                }
            }
        }
        assert!(apart > 300 && deep > 300, "{apart} {deep}");
    }
}
