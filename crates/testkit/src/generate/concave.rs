//! Pairs of which at least one shape is made of others, with the oracle's answer.

use glam::DVec3;

use crate::generate::unions::{Draw, Union};
use crate::oracle::{UnionPairing, union_cast};
use crate::pair_file::{Coords, Expect, PoseSpec, Query, QueryKind};
use crate::random::Random;

/// The place of B. A multiple of the size is the distance at which B stops on its way to A.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    At(f64),
    /// On beyond the touch, by a multiple of the size.
    Deep(f64),
    Middle,
}

const PLACES: [Place; 8] = [
    Place::At(0.5),
    Place::At(0.02),
    Place::At(1e-3),
    Place::At(1e-5),
    Place::At(1e-7),
    Place::Deep(1e-3),
    Place::Deep(0.1),
    Place::Middle,
];

/// Pair number `index` of `seed`, in 2D or 3D: `contact`, `distance`, `shape_cast` and `ray_cast`
/// queries of every kind of composite shape with convex and composite ones, from 1e-3 to 1e3 in
/// size. Of ten pairs six are near or touching.
///
/// # Panics
/// If the oracle refuses the pair.
pub fn concave(dim: usize, seed: u64, index: u64) -> Query {
    (0..).find_map(|attempt| attempt_at(dim, seed, index, attempt)).unwrap_or_else(|| panic!("no pair {index} of {seed}"))
}

/// `None` for a glancing hit, whose time is not accurate, and for most misses.
fn attempt_at(dim: usize, seed: u64, index: u64, attempt: u64) -> Option<Query> {
    let random = &mut Random::of(seed, index + 1000 * attempt);
    let exponent = random.below(21) as i32 - 10;
    let size = 2.0_f64.powi(exponent);
    let all: &[Union] = if dim == 2 { &Union::PLANE } else { &Union::SPACE };
    let kind = all[index as usize % all.len()];
    let mut draw = Draw { random, dim, size };
    let union = draw.union(kind);
    let other = if draw.random.chance(0.3) {
        let kind = draw.random.pick(all);
        draw.union(kind)
    } else {
        draw.convex()
    };
    let (a, b) = if draw.random.chance(0.5) { (union, other) } else { (other, union) };
    let (rotation_a, rotation_b) = (draw.rotation(), draw.rotation());
    let place = PLACES[draw.random.below(PLACES.len())];
    let direction = draw.random.direction(dim);
    let unit = size / 4096.0;
    let at = |point: DVec3| Some(Coords::of((point / unit).round() * unit, dim));
    let pose_a = PoseSpec { t: at(draw.random.in_ball(dim) * size), rotation: rotation_a };
    let mut query = Query::contact(dim, (a, pose_a), (b, PoseSpec { t: None, rotation: rotation_b }));
    query.id = format!("concave/{dim}d/{index}");
    query.note = Some(format!("{kind:?}, {place:?}"));
    approach(&mut query, place, direction, size);
    query.prediction = Some(size / 16.0);
    match index % 8 {
        5 if dim == 3 => cast(query, direction, size, false),
        7 => cast(query, direction, size, true),
        3 => {
            query.kind = QueryKind::Distance;
            query.prediction = None;
            Some(expected(query))
        }
        _ => Some(expected(query)),
    }
}

fn expected(query: Query) -> Query {
    let truth = UnionPairing::of(&query).unwrap_or_else(|refusal| panic!("{}: {refusal}", query.id)).truth();
    // Numbers that a reader of the file does not need.
    let expect = Expect { point_a: None, point_b: None, touching: None, normal: None, ..truth.expect() };
    Query { expect: Some(expect), ..query }
}

/// Moves B along the line to A.
fn approach(query: &mut Query, place: Place, direction: DVec3, size: f64) {
    let start = query.pose_a.translation();
    let mut way = 8.0 * size;
    let put = |query: &mut Query, way: f64| query.pose_b.t = Some(Coords::of(start + direction * way, query.dim));
    put(query, way);
    let (wanted, beyond) = match place {
        Place::At(share) => (share * size, 0.0),
        Place::Deep(share) => (1e-9 * size, share * size),
        Place::Middle => return put(query, 0.0),
    };
    for _ in 0..60 {
        let truth = UnionPairing::of(query).unwrap_or_else(|refusal| panic!("{}: {refusal}", query.id)).truth();
        let off = truth.nearest.sd - wanted;
        if off <= 0.01 * wanted || way <= 0.0 {
            break;
        }
        // Never past the first touch: no point is nearer than the distance.
        way -= off;
        put(query, way);
    }
    put(query, way - beyond);
}

/// The query as a cast of B, or of a ray, from farther away towards A.
fn cast(query: Query, direction: DVec3, size: f64, is_ray: bool) -> Option<Query> {
    let dim = query.dim;
    let short = |v: DVec3| Some(Coords::of((v * 64.0 / size).round() * size / 64.0, dim));
    let start = query.pose_a.translation() + direction * 5.0 * size;
    let mut query = Query { kind: QueryKind::ShapeCast, prediction: None, ..query };
    if is_ray {
        // Shape A must be the composite one.
        if !query.a.is_composite() {
            let b = query.b.take()?;
            query.a = b;
        }
        (query.kind, query.b, query.pose_b) = (QueryKind::RayCast, None, PoseSpec::default());
        (query.origin, query.dir) = (short(start), short(-direction));
    } else {
        query.pose_b.t = short(start);
        (query.vel_a, query.vel_b) = (short(direction * 0.5), short(-direction));
    }
    let truth = union_cast(&query).unwrap_or_else(|refusal| panic!("{}: {refusal}", query.id));
    let glances = truth.hit && (truth.cosine < 0.3 || truth.toi == 0.0);
    // Every third way may miss.
    let is_idle = !truth.hit && !query.id.ends_with(['5', '3']);
    if truth.ambiguous || glances || is_idle {
        return None;
    }
    (query.speed, query.scale) = (Some(truth.speed), Some(truth.scale));
    query.expect = Some(Expect { normal: None, ..truth.expect() });
    Some(query)
}
