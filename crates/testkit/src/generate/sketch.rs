//! Pairs of any shapes in any situation, without their truth: for runs of millions.
//!
//! * A and B are put so that they touch where they are farthest along a normal, and then a step along it: that is their gap, because what is farthest
//!   along n lies opposite. One look at each shape, and no search.
//! * Normals are often those of a face, and then B is shifted aside, so that faces, edges and corners meet in all ways.
//! * Sizes reach from 1e-4 to 1e4, one pair in five is mixed, up to 1 to 1e4. Boxes may be plates and triangles needles, down to 1 to 1e-9.

use glam::DVec3;

use crate::generate::shapes::{Kind, coords, shape};
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, RotationSpec, ShapeSpec};
use crate::random::Random;

/// Pair number `index` of `seed`: a contact query without expectation, both shapes drawn from `kinds` (at least one that is no half-space).
///
/// Every parameter is an `f32` number. Costs a few microseconds, most of them for cooking the hulls.
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

/// Two shapes in touch.
pub(crate) struct Sketch {
    /// B touches A, to rounding.
    pub(crate) query: Query,
    /// From A to B where they touch, in the world.
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
        let (turn_a, turn_b) = turns(random, dim);
        let sizes = a.bounding_radius() + b.bounding_radius();
        // A position far out has few digits left for a gap: mostly near.
        let far = random.pick(&[0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 30.0, 1e3]);
        let at = coords(random.in_ball(dim) * (sizes * far), dim);
        let pose = |rotation: RotationSpec| PoseSpec { t: Some(at), rotation };
        let query = Query::contact(id, dim, (a, pose(turn_a)), (b, pose(turn_b)));

        let axis = DVec3::AXES[random.below(dim)] * random.sign();
        let towards = if random.chance(0.5) { query.pose_a.matrix() * axis } else { random.direction(dim) };
        // The generators make valid shapes only; what the oracle refuses stays where it is.
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

/// A shape of this size; one in eight is degenerate, one in eight a plate or needle.
fn one(random: &mut Random, dim: usize, size: f64, kinds: &[Kind]) -> ShapeSpec {
    let kind = random.pick(kinds);
    let thin = f64::from(random.power(-9.0, -2.0) as f32);
    match (kind, random.below(8)) {
        (_, 0) => shape(random, dim, kind, size, true),
        (Kind::Box, 1) => {
            let mut half = DVec3::splat(size);
            half[random.below(dim)] *= thin;
            ShapeSpec::Box { half: coords(half, dim) }
        }
        (Kind::Triangle, 1) => {
            let (a, b) = (random.in_ball(dim) * size, random.in_ball(dim) * size);
            let c = a + (b - a) * random.unit() + random.in_ball(dim) * (size * thin);
            ShapeSpec::Triangle { a: coords(a, dim), b: coords(b, dim), c: coords(c, dim) }
        }
        _ => shape(random, dim, kind, size, false),
    }
}

/// Anyhow, alike, not at all, or alike but for 1e-2 to 1e-9.
fn turns(random: &mut Random, dim: usize) -> (RotationSpec, RotationSpec) {
    let narrow = |x: f64| f64::from(x as f32);
    let (first, second, axis) = (random.quaternion(), random.quaternion(), random.direction(3));
    let tiny = random.power(-9.0, -2.0);
    let way = random.below(5);
    let none = [0.0, 0.0, 0.0, 1.0];
    let other = match way {
        0 | 1 => second,
        2 | 3 => first,
        _ => [first[0] + tiny * axis.x, first[1] + tiny * axis.y, first[2] + tiny * axis.z, first[3]],
    };
    let (first, other) = if way == 3 { (none, none) } else { (first, other) };
    let turn = |q: [f64; 4]| {
        let q = q.map(narrow);
        match dim {
            // The first two numbers of a rotation in space will do for a direction in the plane.
            2 if q == none => RotationSpec::CosSin(1.0, 0.0),
            2 => RotationSpec::CosSin(q[0], q[1]),
            _ => RotationSpec::Quaternion(q),
        }
    };
    (turn(first), turn(other))
}

/// A gap as a multiple of the sizes; negative is a depth.
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
    let t = coords(query.pose_b.translation() + way, query.dim);
    Query { pose_b: PoseSpec { t: Some(t), ..query.pose_b }, ..query.clone() }
}
