//! Random pairs without the oracle's answer, for tests of millions of pairs.
//!
//! * B is placed so that A's farthest point along a normal and B's farthest point against it
//!   coincide, and is then moved along the normal by a step. This takes one support point of each
//!   shape and no search.
//! * In two of five pairs B is also shifted across the normal, so that other features face each
//!   other. Half of the normals are axes of A; that of a half-space is its own.
//! * The step is a lower bound of the signed distance. It is the distance if it is not negative and
//!   B is not shifted. Overlapping shapes may be less deep along another
//!   normal.
//! * Shapes are drawn for sizes of about 1e-4 to 1e4. In one pair of five one size is down to 1e-4
//!   of the other. One box in eight is a plate and one triangle in eight a needle, with a ratio of
//!   1e-9 to 1e-2.

use glam::DVec3;

use crate::distributions::{Kind, near_segment};
use crate::generate::shape::{DIGITS, shape};
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec, ShapeSpec};
use crate::random::Random;

/// Pair number `index` of `seed`: a contact query without expectation. The shapes are drawn from
/// `kinds`; if these are half-spaces alone, B is a box.
///
/// Every parameter is an `f32` number. Costs one support point of each shape and no search.
///
/// # Panics
/// If `kinds` is empty.
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
    let step = sizes * draw_step(&mut random);
    moved(&query, n * step)
}

/// Two shapes on either side of a plane that supports both.
pub(crate) struct Sketch {
    /// The shapes touch, to rounding. If B was shifted across the normal, they touch or are apart.
    pub(crate) query: Query,
    /// The unit normal of the plane, from A to B, in the world.
    pub(crate) n: DVec3,
}

impl Sketch {
    /// Draws two shapes of `kinds`, which must not be empty. If these are half-spaces alone, B is a
    /// box.
    pub(crate) fn draw(random: &mut Random, dim: usize, id: String, kinds: &[Kind]) -> Self {
        let size = random.power(-4.0, 4.0);
        let (mut size_a, mut size_b) = (size, size * random.range(0.5, 2.0));
        if random.chance(0.2) {
            size_b = size * random.power(-4.0, 0.0);
        }
        if random.chance(0.5) {
            (size_a, size_b) = (size_b, size_a);
        }
        let a = draw_shape(random, dim, size_a, kinds);
        let mut b = draw_shape(random, dim, size_b, kinds);
        // Two half-spaces have no supporting plane in common, and the oracle refuses them.
        let all_are_halfspaces = kinds.iter().all(|&kind| kind == Kind::Halfspace);
        let others = if all_are_halfspaces { &[Kind::Box] } else { kinds };
        while is_halfspace(&a) && is_halfspace(&b) {
            b = draw_shape(random, dim, size_b, others);
        }
        let (rotation_a, rotation_b) = draw_rotations(random, dim);
        let sizes = a.bounding_radius() + b.bounding_radius();
        // A position far from the origin has few digits left for the distance.
        let radius = random.pick(&[0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 30.0, 1e3]);
        let at = DIGITS.coords(random.in_ball(dim) * (sizes * radius), dim);
        let pose = |rotation: RotationSpec| PoseSpec { t: Some(at), rotation };
        let query = Query::contact(dim, (a, pose(rotation_a)), (b, pose(rotation_b))).with_id(id);

        let axis = DVec3::AXES[random.below(dim)] * random.sign();
        let towards = if random.chance(0.5) { query.pose_a.matrix() * axis } else { random.direction(dim) };
        // A pair that the oracle refuses is not moved. The generator draws none.
        let Ok(pairing) = Pairing::of(&query) else { return Self { query, n: towards } };
        let (n, mut translation) = pairing.meeting(towards);
        if random.chance(0.4) {
            let aside = random.in_ball(dim) * sizes * random.range(0.0, 0.5);
            translation += aside - n * n.dot(aside);
        }
        Self { query: moved(&query, translation), n }
    }
}

fn is_halfspace(shape: &ShapeSpec) -> bool {
    matches!(shape, ShapeSpec::Halfspace { .. })
}

/// A shape of about this size. One in eight is degenerate, one box in eight is a plate and one
/// triangle in eight a needle.
fn draw_shape(random: &mut Random, dim: usize, size: f64, kinds: &[Kind]) -> ShapeSpec {
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

/// The rotations of A and B: two in five pairs have independent ones, and one in five each the same
/// one, none, and two whose components differ by at most 1e-9 to 1e-2.
fn draw_rotations(random: &mut Random, dim: usize) -> (RotationSpec, RotationSpec) {
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

/// The step of B along the normal, as a multiple of the sizes; negative is towards A.
fn draw_step(random: &mut Random) -> f64 {
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

/// The pair with B moved. Its position is rounded to `f32`.
pub(crate) fn moved(query: &Query, translation: DVec3) -> Query {
    let t = DIGITS.coords(query.pose_b.translation() + translation, query.dim);
    Query { pose_b: PoseSpec { t: Some(t), ..query.pose_b }, ..query.clone() }
}
