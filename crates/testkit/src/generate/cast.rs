//! Casts of any shapes in the situations in which casts go wrong.
//!
//! * The shapes are placed so that they touch, or miss by a gap, and then B is moved back along its
//!   way. So the time of the contact is chosen and not searched.
//! * A way along the surface grazes: a gap of an ulp, or of a millionth, decides between hit and
//!   miss.
//! * One in six is a ray. No expectation is attached; [`Casting`](crate::oracle::Casting) computes
//!   one.

use glam::DVec3;

use crate::distributions::Kind;
use crate::generate::shape::DIGITS;
use crate::generate::sketch::{Sketch, moved};
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, QueryKind, ShapeSpec};
use crate::random::Random;

/// What a cast is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Situation {
    /// B hits A, at any angle.
    Hit,
    /// B passes A along its surface, slightly inside or outside.
    Graze,
    /// They touch at the start, to an ulp.
    Touch,
    /// They overlap at the start.
    Overlap,
    /// The way is thousands of times their sizes.
    Long,
    /// In most cases nothing moves.
    Rest,
    /// B moves away from A, or passes it at a distance.
    Miss,
}

/// Cast number `index` of `seed`: a `shape_cast`, or a `ray_cast` on a shape. Both shapes are drawn
/// from `kinds`, of which at least one is not a half-space.
///
/// Every parameter is an `f32` number. Costs a few microseconds.
///
/// ```
/// use clinch_testkit::generate::{Kind, cast};
/// use clinch_testkit::oracle::Casting;
///
/// let query = cast(2, 1, 5, &Kind::all(2));
/// assert_eq!(query.id, "cast/2d/1/5");
/// assert!(Casting::of(&query).is_ok());
/// ```
pub fn cast(dim: usize, seed: u64, index: u64, kinds: &[Kind]) -> Query {
    let mut random = Random::of(seed ^ 0xca57, index);
    let Sketch { query, n } = Sketch::draw(&mut random, dim, format!("cast/{dim}d/{seed}/{index}"), kinds);
    let (query, n) = if random.below(6) == 0 { ray(query, n) } else { (Query { kind: QueryKind::ShapeCast, ..query }, n) };
    let situation = random.pick(&[
        Situation::Hit,
        Situation::Hit,
        Situation::Graze,
        Situation::Graze,
        Situation::Touch,
        Situation::Overlap,
        Situation::Long,
        Situation::Rest,
        Situation::Miss,
    ]);
    let sizes = query.a.bounding_radius() + query.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius);

    let Way { motion, back, gap } = way(&mut random, situation, n, dim);
    // The speed does not depend on the length of the way.
    let haste = if random.chance(0.1) { random.power(-6.0, 6.0) } else { random.power(-2.0, 2.0) };
    let speed = if situation == Situation::Rest && random.chance(0.7) { 0.0 } else { sizes * haste };
    let start = n * (gap * sizes) - motion * (back * sizes);
    let mut query = with_motion(&mut random, &moved(&query, start), motion * speed);
    query.note = Some(format!("{situation:?}"));
    let meets = if speed > 0.0 { back * sizes / speed } else { 1.0 };
    query.max_toi = match random.below(6) {
        0 | 1 => None,
        // The time ends about when they touch.
        2 => Some(DIGITS.round(meets * (1.0 + random.sign() * random.power(-8.0, -3.0)))),
        3 => Some(DIGITS.round(meets * random.range(0.0, 2.0))),
        _ => Some(DIGITS.round(meets * 1e3)),
    };
    if query.kind == QueryKind::ShapeCast && random.chance(0.1) {
        query.target_distance = Some(DIGITS.round(sizes * random.power(-5.0, 0.0)));
    }
    query
}

/// How B moves. Lengths are multiples of the sizes.
struct Way {
    /// The unit direction in which B moves.
    motion: DVec3,
    /// How far B is moved back from the contact.
    back: f64,
    /// The gap at the contact.
    gap: f64,
}

fn way(random: &mut Random, situation: Situation, n: DVec3, dim: usize) -> Way {
    let any = random.direction(dim);
    // Towards A at some angle, and along its surface.
    let towards = (any - n * (n.dot(any) + random.range(0.05, 1.5))).normalize();
    let along = (any - n * n.dot(any)).normalize_or(n.any_orthonormal_vector());
    let along = if dim == 2 { DVec3::new(-n.y, n.x, 0.0) * random.sign() } else { along };
    let back = random.power(-2.0, 1.0);
    let tiny = random.sign() * if random.chance(0.2) { 0.0 } else { random.power(-9.0, -3.0) };
    let (motion, back, gap) = match situation {
        Situation::Hit => (towards, back, 0.0),
        Situation::Graze => (along, back, tiny),
        Situation::Touch => {
            let motion = if random.chance(0.5) { towards } else { any };
            (motion, 0.0, if random.chance(0.5) { 0.0 } else { 1e-3 * tiny })
        }
        Situation::Overlap => (any, 0.0, -random.power(-4.0, -0.5)),
        Situation::Long => (towards, random.power(2.0, 5.0), 0.0),
        Situation::Rest => (any, 0.0, random.sign() * random.power(-7.0, 0.0)),
        Situation::Miss => (if random.chance(0.5) { -towards } else { along }, back, random.power(-3.0, 0.5)),
    };
    Way { motion, back, gap }
}

/// The pair with A, B or both moving, sometimes with a common motion. Only the ray of a ray cast
/// moves.
fn with_motion(random: &mut Random, query: &Query, motion: DVec3) -> Query {
    let dim = query.dim;
    let mut query = query.clone();
    if query.kind == QueryKind::RayCast {
        query.origin = query.pose_b.t;
        query.dir = Some(DIGITS.coords(motion, dim));
        (query.b, query.pose_b) = (None, PoseSpec::default());
        return query;
    }
    let share = random.pick(&[0.0, 0.0, 0.5, 1.0]);
    let common = if random.chance(0.3) { random.in_ball(dim) * motion.length() } else { DVec3::ZERO };
    query.vel_a = Some(DIGITS.coords(common - motion * share, dim));
    query.vel_b = Some(DIGITS.coords(common + motion * (1.0 - share), dim));
    query
}

/// The pair with a point instead of B, where B touched.
fn ray(query: Query, n: DVec3) -> (Query, DVec3) {
    let query = Query { kind: QueryKind::RayCast, b: Some(ShapeSpec::Point { p: None }), ..query };
    let (n, way) = Pairing::of(&query).map_or((n, DVec3::ZERO), |pairing| pairing.meeting(n));
    (moved(&query, way), n)
}
