//! Pairs of any shapes in any situation, without the oracle's answer: for tests of millions.
//!
//! * A and B are placed so that they touch where they are farthest along a normal, and then moved
//!   apart by a step along it. The step is their distance, because the farthest points along the
//!   normal face each other. That takes one support point of each shape and no search.
//! * Half of the normals are axes of A, and then B is often shifted aside, so that faces, edges and
//!   corners meet in all combinations.
//! * Sizes are 1e-4 to 1e4. In one pair in five they differ, by up to 1:1e4. Boxes may be plates
//!   and triangles needles, down to 1:1e-9.

use glam::DVec3;

use crate::distributions::{Kind, near_segment};
use crate::generate::shape::{DIGITS, shape};
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec, ShapeSpec};
use crate::random::Random;

/// Pair number `index` of `seed`: a contact query without expectation, both shapes drawn from
/// `kinds`, of which at least one is not a half-space.
///
/// Every parameter is an `f32` number. Costs a few microseconds, most of them for building hulls.
///
/// ```
/// use clinch_testkit::generate::{Kind, sketch};
///
/// let query = sketch(3, 1, 42, &Kind::all(3));
/// assert_eq!(query.id, "sketched/3d/1/42");
/// assert_eq!(query, sketch(3, 1, 42, &Kind::all(3)));
/// ```
pub fn sketch(dim: usize, seed: u64, index: u64, kinds: &[Kind]) -> Query {
    let mut random = Random::of(seed, index);
    let Sketch { query, n, .. } = Sketch::draw(&mut random, dim, format!("sketched/{dim}d/{seed}/{index}"), kinds);
    let sizes = query.a.bounding_radius() + query.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius);
    let gap = sizes * gap(&mut random);
    moved(&query, n * gap)
}

/// Two shapes that touch.
pub(crate) struct Sketch {
    /// B touches A, to rounding.
    pub(crate) query: Query,
    /// The normal at the contact, from A to B, in the world.
    pub(crate) n: DVec3,
}

impl Sketch {
    pub(crate) fn draw(random: &mut Random, dim: usize, id: String, kinds: &[Kind]) -> Self {
        let size = random.power(-4.0, 4.0);
        let (mut size_a, mut size_b) = (size, size * random.range(0.5, 2.0));
        if random.chance(0.2) {
            size_b = size * random.power(-4.0, 0.0);
        }
        if random.chance(0.5) {
            (size_a, size_b) = (size_b, size_a);
        }
        let a = one(random, dim, size_a, kinds);
        let mut b = one(random, dim, size_b, kinds);
        while is_halfspace(&a) && is_halfspace(&b) {
            b = one(random, dim, size_b, kinds);
        }
        let (rotation_a, rotation_b) = rotations(random, dim);
        let sizes = a.bounding_radius() + b.bounding_radius();
        // Mostly near the origin: a far position has few digits left for the distance.
        let far = random.pick(&[0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 30.0, 1e3]);
        let at = DIGITS.coords(random.in_ball(dim) * (sizes * far), dim);
        let pose = |rotation: RotationSpec| PoseSpec { t: Some(at), rotation };
        let query = Query::contact(dim, (a, pose(rotation_a)), (b, pose(rotation_b))).with_id(id);

        let axis = DVec3::AXES[random.below(dim)] * random.sign();
        let towards = if random.chance(0.5) { query.pose_a.matrix() * axis } else { random.direction(dim) };
        // The generator draws valid shapes only; a pair that the oracle refuses is not moved.
        let Ok(pairing) = Pairing::of(&query) else { return Self { query, n: towards } };
        let (n, mut way) = pairing.meeting(towards);
        if random.chance(0.4) {
            let aside = random.in_ball(dim) * sizes * random.range(0.0, 0.5);
            way += aside - n * n.dot(aside);
        }
        Self { query: moved(&query, way), n }
    }
}

fn is_halfspace(shape: &ShapeSpec) -> bool {
    matches!(shape, ShapeSpec::Halfspace { .. })
}

/// A shape of this size; one in eight is degenerate, and one in eight boxes and triangles is a
/// plate or a needle.
fn one(random: &mut Random, dim: usize, size: f64, kinds: &[Kind]) -> ShapeSpec {
    let kind = random.pick(kinds);
    let thin = DIGITS.round(random.power(-9.0, -2.0));
    match (kind, random.below(8)) {
        (_, 0) => shape(random, dim, kind, size, true),
        (Kind::Box, 1) => {
            let mut half = DVec3::splat(size);
            half[random.below(dim)] *= thin;
            ShapeSpec::Box { half: DIGITS.coords(half, dim) }
        }
        (Kind::Triangle, 1) => {
            let ends = [(); 2].map(|()| random.in_ball(dim) * size);
            let corner = near_segment(random, dim, ends, size * thin);
            let [a, b, c] = [ends[0], ends[1], corner].map(|corner| DIGITS.coords(corner, dim));
            ShapeSpec::Triangle { a, b, c }
        }
        _ => shape(random, dim, kind, size, false),
    }
}

/// Any two rotations, the same one twice, none, or the same but for 1e-2 to 1e-9.
fn rotations(random: &mut Random, dim: usize) -> (RotationSpec, RotationSpec) {
    let (first, second, axis) = (random.quaternion(), random.quaternion(), random.direction(3));
    let tiny = random.power(-9.0, -2.0);
    let none = [0.0, 0.0, 0.0, 1.0];
    let (first, other) = match random.below(5) {
        0 | 1 => (first, second),
        2 => (first, first),
        3 => (none, none),
        _ => (first, [first[0] + tiny * axis.x, first[1] + tiny * axis.y, first[2] + tiny * axis.z, first[3]]),
    };
    let rotation = |q: [f64; 4]| match dim {
        2 if q == none => RotationSpec::CosSin(1.0, 0.0),
        // Two components of a quaternion are a direction of the plane.
        2 => RotationSpec::CosSin(DIGITS.round(q[0]), DIGITS.round(q[1])),
        _ => DIGITS.quaternion(q),
    };
    (rotation(first), rotation(other))
}

/// A signed distance as a multiple of the sizes; negative is a depth.
fn gap(random: &mut Random) -> f64 {
    let sign = random.sign();
    match random.below(8) {
        0 => 0.0,
        1 => sign * random.power(-16.0, -7.0),
        2 | 3 => sign * random.power(-7.0, -4.0),
        4 => -random.power(-4.0, -1.0),
        5 => -random.range(0.1, 1.0),
        6 => random.power(-4.0, -1.0),
        _ => random.power(-1.0, 1.0),
    }
}

/// The pair with B moved.
pub(crate) fn moved(query: &Query, way: DVec3) -> Query {
    let t = DIGITS.coords(query.pose_b.translation() + way, query.dim);
    Query { pose_b: PoseSpec { t: Some(t), ..query.pose_b }, ..query.clone() }
}
