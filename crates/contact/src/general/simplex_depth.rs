//! How deep the origin is in a simplex of A − B: proves that the cores overlap, without EPA.

use clinch_gjk::{Simplex, nearest_on_simplex};
use clinch_shapes::Convex;
use clinch_support::{Difference, Record, Vector, cross};
use smallvec::SmallVec;

use crate::clip::Space;
use crate::pairs::squares;
use crate::tolerance::ROUNDING;

/// A lower bound of the origin's depth in A − B, from a simplex that encloses it, and the number of
/// support calls it took. `None` if the bound does not exceed rounding and the support maps'
/// errors.
///
/// A search that stays in a plane of symmetry, such as that of two upright cylinders, ends with the
/// origin on a side of the simplex. The support points on both sides of it then make a polytope
/// around the origin.
pub(crate) fn simplex_depth<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    simplex: &Simplex,
    record: &mut Record<V>,
) -> (Option<f64>, u32) {
    let proved = |depth: f64| proved_depth(difference, depth);
    let mut points = [V::Wide::ZERO; 4];
    for (slot, point) in points.iter_mut().zip(record.points(simplex)) {
        *slot = point;
    }
    let points = &points[..simplex.len()];
    if let Some(depth) = depth_in_full_simplex(points).and_then(proved) {
        return (Some(depth), 0);
    }
    let points = Points::<V>::from_slice(points);
    let apexes: Points<V> = match normal_of_points::<V::Wide>(&points) {
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
    (least.and_then(proved), calls)
}

/// What is left of a depth in a simplex when the errors are subtracted, if it is not shallow.
pub(super) fn proved_depth<V: Space, A: Convex<V>, B: Convex<V>>(difference: &Difference<'_, A, B, V>, depth: f64) -> Option<f64> {
    let proved = depth - difference.error() - ROUNDING * difference.size();
    (proved > SHALLOW * difference.size()).then_some(proved)
}

/// Overlaps shallower than this, relative to the size of the pair, run the full depth query: its
/// depth may come out as a gap, by rounding, and `overlap` and `distance` must not disagree.
/// Larger: more pairs run the full query. Smaller: the two disagree.
const SHALLOW: f64 = 1e-9;

/// The distance of the origin from the nearest plane of a full simplex's sides, rounded down, if
/// the origin is inside by more than rounding. `None` for simplices that are not full, and where
/// rounding could decide.
fn depth_in_full_simplex<W: Vector<Scalar = f64>>(points: &[W]) -> Option<f64> {
    if points.len() != W::DIM + 1 {
        return None;
    }
    // Each volume below is a product of as many lengths as there are dimensions: edges, and vectors
    // from a corner. None is longer than twice the distance of the farthest corner, which bounds
    // the rounding of a volume.
    let farthest = points.iter().fold(0.0, |most, point| if point.sum_abs() > most { point.sum_abs() } else { most });
    let rounding = if W::DIM == 3 { 3.0 * farthest * farthest * farthest } else { 1.5 * farthest * farthest } * ROUNDING;
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
        let (volume, offset) = (normal.dot(apex - origin), -normal.dot(origin));
        let offset = if volume < 0.0 { -offset } else { offset } - rounding;
        if !(volume.abs() > rounding && offset > 0.0) {
            return None;
        }
        let height = offset * offset / normal.length_squared();
        least = if height < least { height } else { least };
    }
    // A square out of range is 0, infinite or NaN.
    squares::keeps_digits(least).then(|| least.sqrt() * (1.0 - 4.0 * f64::EPSILON))
}

type Points<V> = SmallVec<[<V as Vector>::Wide; 4]>;

/// The sides of a simplex, each joined with each of the apexes, if there are any.
fn sides<'p, V: Vector>(points: &'p Points<V>, apexes: &'p Points<V>) -> impl Iterator<Item = Points<V>> + 'p {
    let side = |without: usize| {
        let corners = points.iter().enumerate().filter(move |&(place, _)| place != without);
        corners.map(|(_, &corner)| corner).collect::<Points<V>>()
    };
    let with = |side: Points<V>, apex: &V::Wide| side.into_iter().chain([*apex]).collect::<Points<V>>();
    (0..points.len()).flat_map(move |without| {
        let without_apex = apexes.is_empty().then(|| side(without));
        without_apex.into_iter().chain(apexes.iter().map(move |apex| with(side(without), apex)))
    })
}

/// A direction orthogonal to all edges; `None` if there is none.
fn normal_of_points<W: Vector<Scalar = f64>>(points: &[W]) -> Option<W> {
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
    use super::{depth_in_full_simplex, sides};
    use clinch_gjk::nearest_on_simplex;
    use clinch_support::Vector;
    use clinch_testkit::random::Random;
    use glam::{DVec2, DVec3};
    use smallvec::SmallVec;

    /// Compares with the distances of the sides by the robust sub-distance step, for simplices of
    /// all shapes, around the origin and beside it.
    fn check<W: crate::clip::Space + Vector<Wide = W, Scalar = f64>>(seed: u64) {
        let (mut random, mut answered) = (Random::new(seed), 0);
        for _ in 0..4000 {
            let flat = random.pick(&[1.0, 1e-3, 1e-7]);
            let mut corner = || {
                let at = random.in_ball(W::DIM);
                W::from_fn(|axis| at[axis] * if axis == 0 { flat } else { 1.0 })
            };
            let points: SmallVec<[W; 4]> = (0..=W::DIM).map(|_| corner()).collect();
            let Some(depth) = depth_in_full_simplex(&points) else { continue };
            answered += 1;
            assert!(nearest_on_simplex(&points).is_some_and(|nearest| nearest.encloses), "{points:?}");
            let without_apex = SmallVec::new();
            let robust = sides::<W>(&points, &without_apex).filter_map(|side| Some(nearest_on_simplex(&side)?.point.length()));
            let least = robust.fold(f64::INFINITY, f64::min);
            assert!(depth <= least && depth >= 0.99 * least - 1e-12, "{depth}, not {least}: {points:?}");
        }
        assert!(answered > 200, "{answered}");
    }

    #[test]
    fn the_depth_is_that_of_the_nearest_side() {
        check::<DVec3>(1);
        check::<DVec2>(2);
    }

    #[test]
    fn simplices_that_rounding_decides_have_no_depth() {
        let [right, up, left] = [DVec3::X, DVec3::Y, DVec3::new(-1.0, -1.0, 0.0)];
        let above = |height: f64| [right, up, left, DVec3::new(0.0, 0.0, height)];
        assert_eq!(depth_in_full_simplex(&above(1.0)), None, "the origin is on a side");
        assert_eq!(depth_in_full_simplex(&above(0.0)), None, "flat");
        assert_eq!(depth_in_full_simplex(&above(1.0)[1..]), None, "not full");
    }

    /// Squares that overflow once said that it is deeper than any number.
    #[test]
    fn the_depth_in_a_huge_simplex_is_finite_or_not_answered() {
        let corners = [DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, -1.0, -1.0), DVec3::new(-1.0, 1.0, -1.0), DVec3::new(-1.0, -1.0, 1.0)];
        for exponent in (0..1000).step_by(20) {
            let scale = 2.0_f64.powi(exponent);
            let relative = depth_in_full_simplex(&corners.map(|corner| corner * scale)).map(|depth| depth / scale);
            assert!(relative.is_none_or(|depth| (depth - 0.577).abs() < 1e-3), "2^{exponent}: {relative:?}");
            assert!(relative.is_some() || exponent > 100, "2^{exponent}");
        }
    }
}
