//! Casts of any shapes in the situations in which casts go wrong.
//!
//! * The shapes are put in touch, or a gap past it, and B is moved back along its way: so the time of the touch is wanted, not found.
//! * A way along the surface grazes: a gap of an ulp, or a millionth, decides over hit and miss.
//! * One in six is a ray. No expectation is attached; the oracle has one for whoever asks.

use glam::DVec3;

use crate::generate::shapes::{Kind, coords};
use crate::generate::sketch::{Sketch, moved};
use crate::oracle::Pairing;
use crate::pair_file::{PoseSpec, Query, QueryKind, ShapeSpec};
use crate::random::Random;

/// What a cast is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// They meet, at any angle.
    Hit,
    /// B passes A along its surface, a hair inside or outside.
    Graze,
    /// They touch from the start, to an ulp.
    Touch,
    /// They overlap from the start.
    Overlap,
    /// The way is thousands of times their sizes.
    Long,
    /// Nothing moves, mostly.
    Rest,
    /// Away from each other, or past by far.
    Miss,
}

/// Cast number `index` of `seed`: a `shape_cast`, or a `ray_cast` on a shape, both shapes drawn from `kinds` (at least one that is no half-space).
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
    let manners =
        [Manner::Hit, Manner::Hit, Manner::Graze, Manner::Graze, Manner::Touch, Manner::Overlap, Manner::Long, Manner::Rest, Manner::Miss];
    let manner = random.pick(&manners);
    let sizes = query.a.bounding_radius() + query.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius);

    let (motion, back, gap) = way(&mut random, manner, n, dim);
    // The way is some sizes long; the speed is another matter.
    let haste = if random.chance(0.1) { random.power(-6.0, 6.0) } else { random.power(-2.0, 2.0) };
    let speed = if manner == Manner::Rest && random.chance(0.7) { 0.0 } else { sizes * haste };
    let start = n * (gap * sizes) - motion * (back * sizes);
    let mut query = set_off(&mut random, &moved(&query, start), motion * speed);
    query.note = Some(format!("{manner:?}"));
    let meets = if speed > 0.0 { back * sizes / speed } else { 1.0 };
    query.max_toi = match random.below(6) {
        0 | 1 => None,
        // Time runs out about when they touch, an ulp this way or that.
        2 => Some(f64::from((meets * (1.0 + random.sign() * random.power(-8.0, -3.0))) as f32)),
        3 => Some(f64::from((meets * random.range(0.0, 2.0)) as f32)),
        _ => Some(f64::from((meets * 1e3) as f32)),
    };
    if query.kind == QueryKind::ShapeCast && random.chance(0.1) {
        query.target_distance = Some(f64::from((sizes * random.power(-5.0, 0.0)) as f32));
    }
    query
}

/// Along which unit vector B moves, how far it is moved back, and the gap where they meet; lengths as multiples of the sizes.
fn way(random: &mut Random, manner: Manner, n: DVec3, dim: usize) -> (DVec3, f64, f64) {
    let any = random.direction(dim);
    // Towards A, more or less; and along its surface.
    let towards = (any - n * (n.dot(any) + random.range(0.05, 1.5))).normalize();
    let along = (any - n * n.dot(any)).normalize_or(n.any_orthonormal_vector());
    let along = if dim == 2 { DVec3::new(-n.y, n.x, 0.0) * random.sign() } else { along };
    let back = random.power(-2.0, 1.0);
    let hair = random.sign() * if random.chance(0.2) { 0.0 } else { random.power(-9.0, -3.0) };
    match manner {
        Manner::Hit => (towards, back, 0.0),
        Manner::Graze => (along, back, hair),
        Manner::Touch => (if random.chance(0.5) { towards } else { any }, 0.0, if random.chance(0.5) { 0.0 } else { 1e-3 * hair }),
        Manner::Overlap => (any, 0.0, -random.power(-4.0, -0.5)),
        Manner::Long => (towards, random.power(2.0, 5.0), 0.0),
        Manner::Rest => (any, 0.0, random.sign() * random.power(-7.0, 0.0)),
        Manner::Miss => (if random.chance(0.5) { -towards } else { along }, back, random.power(-3.0, 0.5)),
    }
}

/// One of them moves, or both, sometimes with the world about them; a ray moves alone.
fn set_off(random: &mut Random, query: &Query, motion: DVec3) -> Query {
    let dim = query.dim;
    let mut query = query.clone();
    if query.kind == QueryKind::RayCast {
        query.origin = query.pose_b.t;
        query.dir = Some(coords(motion, dim));
        (query.b, query.pose_b) = (None, PoseSpec::default());
        return query;
    }
    let share = random.pick(&[0.0, 0.0, 0.5, 1.0]);
    let common = if random.chance(0.3) { random.in_ball(dim) * motion.length() } else { DVec3::ZERO };
    query.vel_a = Some(coords(common - motion * share, dim));
    query.vel_b = Some(coords(common + motion * (1.0 - share), dim));
    query
}

/// The same with B a point where it touched.
fn ray(query: Query, n: DVec3) -> (Query, DVec3) {
    let query = Query { kind: QueryKind::RayCast, b: Some(ShapeSpec::Point { p: None }), ..query };
    let (n, way) = Pairing::of(&query).map_or((n, DVec3::ZERO), |pairing| pairing.meeting(n));
    (moved(&query, way), n)
}
