//! How deep the origin lies in a simplex of A − B: a proof that the cores overlap, without EPA.

use clinch_gjk::{Simplex, nearest_on_simplex};
use clinch_shapes::Convex;
use clinch_support::{Difference, Record, Vector};
use smallvec::SmallVec;

use crate::clip::Space;
use crate::tolerance::ROUNDING;
use crate::vector::cross;

/// How far the origin is inside of A − B, at least, as a simplex shows that holds it; and the support calls that were needed to tell. `None` if that is not more than
/// rounding and the support maps' errors.
///
/// A search that stays in a plane of symmetry, as that of two upright cylinders does, ends with the origin on a side of a simplex: the farthest points to both sides of it
/// make a body around the origin.
pub(crate) fn simplex_depth<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    simplex: &Simplex,
    record: &mut Record<V>,
) -> (Option<f64>, u32) {
    let room = |depth: f64| depth - difference.error() - ROUNDING * difference.size();
    let shallow = SHALLOW * difference.size();
    let mut points = [V::Wide::ZERO; 4];
    for (slot, point) in points.iter_mut().zip(record.points(simplex)) {
        *slot = point;
    }
    let points = &points[..simplex.len()];
    if let Some(depth) = clearly_within(points).map(room).filter(|&depth| depth > shallow) {
        return (Some(depth), 0);
    }
    let points = Corners::<V>::from_slice(points);
    let apexes: Corners<V> = match across::<V::Wide>(&points) {
        _ if points.len() > V::DIM => SmallVec::new(),
        Some(axis) if points.len() == V::DIM => {
            let farthest = [axis, -axis].map(|direction| difference.vertex(direction));
            farthest.into_iter().inspect(|&vertex| _ = record.push(vertex)).map(|vertex| vertex.point).collect()
        }
        _ => return (None, 0),
    };
    let calls = apexes.len() as u32;
    let least = sides::<V>(&points, &apexes).try_fold(f64::INFINITY, |least, side| {
        let side = nearest_on_simplex(&side)?.point.length();
        Some(if side < least { side } else { least })
    });
    (least.map(room).filter(|&depth| depth > shallow), calls)
}

/// Cores that overlap by less than this, relative to the size of the pair, are asked how deep: the depth that is found there may come out as a gap, by rounding, and whoever asks
/// how far apart they are must be told the same. Larger: more pairs are searched to the end. Smaller: two questions have two answers.
const SHALLOW: f64 = 1e-9;

/// How far the origin is from the nearest plane of the sides of a full simplex, at least, if it is inside beyond doubt; `None` of simplices that are not full, and where
/// rounding could decide.
fn clearly_within<W: Vector<Scalar = f64>>(points: &[W]) -> Option<f64> {
    if points.len() != W::DIM + 1 {
        return None;
    }
    // Each of the volumes below is a product of as many lengths as there are dimensions, edges and ways from a corner, and none of these is longer than twice the farthest corner is
    // far: this is what rounding may make of one.
    let reach = points.iter().fold(0.0, |most, point| if point.sum_abs() > most { point.sum_abs() } else { most });
    let rounding = if W::DIM == 3 { 3.0 * reach * reach * reach } else { 1.5 * reach * reach } * ROUNDING;
    // Squared, so that one root is enough.
    let mut least = f64::INFINITY;
    for (without, &apex) in points.iter().enumerate() {
        let corner = |step: usize| points[(without + step) % points.len()];
        let (origin, along) = (corner(1), corner(2) - corner(1));
        let normal = if W::DIM == 3 {
            cross(along, corner(3) - origin)
        } else {
            W::from_fn(|axis| if axis == 0 { -along.get(1) } else { along.get(0) })
        };
        let (volume, part) = (normal.dot(apex - origin), -normal.dot(origin));
        let part = if volume < 0.0 { -part } else { part } - rounding;
        if !(volume.abs() > rounding && part > 0.0) {
            return None;
        }
        let height = part * part / normal.length_squared();
        least = if height < least { height } else { least };
    }
    // One that has left the range of squares is none, or no number.
    (least > f64::MIN_POSITIVE / f64::EPSILON).then(|| least.sqrt() * (1.0 - 4.0 * f64::EPSILON))
}

type Corners<V> = SmallVec<[<V as Vector>::Wide; 4]>;

/// The sides of a simplex, each with each of the apexes, if there are any.
fn sides<'p, V: Vector>(points: &'p Corners<V>, apexes: &'p Corners<V>) -> impl Iterator<Item = Corners<V>> + 'p {
    let side = |without: usize| {
        let corners = points.iter().enumerate().filter(move |&(place, _)| place != without);
        corners.map(|(_, &corner)| corner).collect::<Corners<V>>()
    };
    let with = |side: Corners<V>, apex: &V::Wide| side.into_iter().chain([*apex]).collect::<Corners<V>>();
    (0..points.len()).flat_map(move |without| {
        let bare = apexes.is_empty().then(|| side(without));
        bare.into_iter().chain(apexes.iter().map(move |apex| with(side(without), apex)))
    })
}

/// A direction across all edges; `None` if there is none.
fn across<W: Vector<Scalar = f64>>(points: &[W]) -> Option<W> {
    let mut along: SmallVec<[W; 3]> = SmallVec::new();
    let (&first, others) = points.split_first()?;
    let rest = |along: &[W], vector: W| along.iter().fold(vector, |rest, &unit| rest - unit * rest.dot(unit));
    for &other in others {
        let edge = rest(&along, other - first);
        let length = edge.length();
        if length > 0.0 {
            along.push(edge * length.recip());
        }
    }
    let axes = (0..W::DIM).map(|axis| rest(&along, W::unit(axis)));
    let longest = axes.max_by(|one, other| one.length_squared().total_cmp(&other.length_squared()))?;
    (longest.length_squared() > 0.0).then(|| longest * longest.length().recip())
}

#[cfg(test)]
mod tests {
    use super::{clearly_within, sides};
    use clinch_gjk::nearest_on_simplex;
    use clinch_support::Vector;
    use clinch_testkit::random::Random;
    use glam::{DVec2, DVec3};
    use smallvec::SmallVec;

    /// Against the sides themselves, by the careful step: simplices of all shapes, about the origin and beside it.
    fn check<W: crate::clip::Space + Vector<Wide = W, Scalar = f64>>(seed: u64) {
        let (mut random, mut told) = (Random::new(seed), 0);
        for _ in 0..4000 {
            let flat = random.pick(&[1.0, 1e-3, 1e-7]);
            let mut corner = || {
                let at = random.in_ball(W::DIM);
                W::from_fn(|axis| at[axis] * if axis == 0 { flat } else { 1.0 })
            };
            let points: SmallVec<[W; 4]> = (0..=W::DIM).map(|_| corner()).collect();
            let Some(depth) = clearly_within(&points) else { continue };
            told += 1;
            assert!(nearest_on_simplex(&points).is_some_and(|nearest| nearest.encloses), "{points:?}");
            let bare = SmallVec::new();
            let careful = sides::<W>(&points, &bare).filter_map(|side| Some(nearest_on_simplex(&side)?.point.length()));
            let least = careful.fold(f64::INFINITY, f64::min);
            assert!(depth <= least && depth >= 0.99 * least - 1e-12, "{depth}, not {least}: {points:?}");
        }
        assert!(told > 200, "{told}");
    }

    #[test]
    fn what_is_clearly_within_is_within_by_as_much() {
        check::<DVec3>(1);
        check::<DVec2>(2);
    }

    #[test]
    fn what_rounding_could_decide_is_not_clear() {
        let [right, up, left] = [DVec3::X, DVec3::Y, DVec3::new(-1.0, -1.0, 0.0)];
        let above = |height: f64| [right, up, left, DVec3::new(0.0, 0.0, height)];
        assert_eq!(clearly_within(&above(1.0)), None, "the origin lies on a side");
        assert_eq!(clearly_within(&above(0.0)), None, "flat");
        assert_eq!(clearly_within(&above(1.0)[1..]), None, "no simplex of space");
    }
}
