//! Random shape casts and ray casts: hits, grazes, misses, and shapes that touch or overlap at the
//! start.
//!
//! * B is placed beyond a supporting plane of A, at a gap, and then moved back against its motion.
//!   At a known time it is at the gap again. If the gap is 0 and B is not shifted aside (see
//!   [`Sketch`]), it hits A at that time.
//! * A motion along the plane grazes A: the gap is 0, or 1e-9 to 1e-3 of the sizes with either
//!   sign.
//! * One cast in six is a ray cast. The queries have no expectation;
//!   [`Casting`](crate::oracle::Casting) computes one.

use glam::DVec3;

use crate::distributions::Kind;
use crate::generate::shape::DIGITS;
use crate::generate::sketch::{Sketch, moved};
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, QueryKind, ShapeSpec};
use crate::random::Random;

/// How B moves relative to the supporting plane of A. S is the sum of the bounding radii.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Situation {
    /// Towards the plane, from 0.01 S to 10 S before the contact.
    Hit,
    /// Along the plane, at most 1e-3 S inside or outside of it.
    Graze,
    /// From a gap of 0 or at most 1e-6 S on either side of the plane, towards it or in any
    /// direction.
    Touch,
    /// From 1e-4 S to 0.3 S inside of the plane, in any direction.
    Overlap,
    /// Towards the plane, from 1e2 S to 1e5 S before the contact.
    Long,
    /// From a gap of at most S on either side of the plane. Seven in ten do not move.
    Rest,
    /// Away from the plane, or along it at a gap from 1e-3 S to 3 S. A motion away may start inside
    /// of A.
    Miss,
}

/// Cast number `index` of `seed`: a `shape_cast`, or a `ray_cast` on a shape. The shapes are drawn
/// from `kinds`; if these are half-spaces alone, B is a box.
///
/// Every parameter is an `f32` number. Costs at most two support points of each shape and no
/// search.
///
/// # Panics
/// If `kinds` is empty.
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

    let Approach { motion, back, gap } = draw_approach(&mut random, situation, n, dim);
    // In sizes per unit of time.
    let relative_speed = if random.chance(0.1) { random.power(-6.0, 6.0) } else { random.power(-2.0, 2.0) };
    let speed = if situation == Situation::Rest && random.chance(0.7) { 0.0 } else { sizes * relative_speed };
    let start = n * (gap * sizes) - motion * (back * sizes);
    let mut query = with_motion(&mut random, &moved(&query, start), motion * speed);
    query.note = Some(format!("{situation:?}"));
    let contact_time = if speed > 0.0 { back * sizes / speed } else { 1.0 };
    query.max_toi = match random.below(6) {
        0 | 1 => None,
        // The time ends shortly before or after the contact.
        2 => Some(DIGITS.round(contact_time * (1.0 + random.sign() * random.power(-8.0, -3.0)))),
        3 => Some(DIGITS.round(contact_time * random.range(0.0, 2.0))),
        _ => Some(DIGITS.round(contact_time * 1e3)),
    };
    if query.kind == QueryKind::ShapeCast && random.chance(0.1) {
        query.target_distance = Some(DIGITS.round(sizes * random.power(-5.0, 0.0)));
    }
    query
}

/// How B moves. Lengths are multiples of the sizes.
struct Approach {
    /// The unit direction in which B moves relative to A.
    motion: DVec3,
    /// The distance between the start and the place of the contact.
    back: f64,
    /// The gap along the normal at the place of the contact; negative is inside of the plane.
    gap: f64,
}

fn draw_approach(random: &mut Random, situation: Situation, n: DVec3, dim: usize) -> Approach {
    let any = random.direction(dim);
    // Towards the plane at some angle, and along it.
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
    Approach { motion, back, gap }
}

/// The query with this motion of B relative to A. In a shape cast A, B or both move, and in three
/// of ten both have another motion in common. In a ray cast it is the direction of the ray.
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

/// The pair as a ray cast: a point replaces B, at A's farthest point along the normal.
fn ray(query: Query, n: DVec3) -> (Query, DVec3) {
    let query = Query { kind: QueryKind::RayCast, b: Some(ShapeSpec::Point { p: None }), ..query };
    let (n, translation) = Pairing::of(&query).map_or((n, DVec3::ZERO), |pairing| pairing.meeting(n));
    (moved(&query, translation), n)
}
