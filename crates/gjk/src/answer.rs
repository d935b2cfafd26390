//! The end of a distance query: its normal, its bounds, and the witness points.

use clinch_support::{Difference, SupportMap, Vector, Vertex};

use crate::affine_hull::nearest_on_affine_hull;
use crate::distance::Search;
use crate::limits::Limits;
use crate::nearest_on_simplex::nearest_on_simplex;
use crate::outcome::{Answer, Outcome, Separation, Stop, Touch};
use crate::start::FirstSimplex;
use crate::sub_distance::{GjkSpace, GjkVector};

impl<V: GjkSpace> Search<'_, V> {
    /// Searches, and answers.
    // Not inlined: `distance` and `search` share it.
    #[inline(never)]
    pub(crate) fn answer<A, B>(
        mut self,
        difference: &Difference<'_, A, B, V>,
        first: FirstSimplex<'_, V>,
        limits: &Limits<V::Scalar>,
    ) -> Answer<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let stop = self.run(difference, first, limits);
        let unit = |axis: V::Wide| axis * axis.length().recip();
        let outcome = match (stop, self.axis) {
            (Stop::NotFinite, _) => Outcome::Undefined,
            (Stop::Enclosed, _) => Outcome::Overlapping(self.simplex()),
            (Stop::Beyond, Some(axis)) => Outcome::Beyond { axis: unit(axis), at_least: self.lower, simplex: self.simplex() },
            // At the origin there is no normal, whatever lower bound a hostile support map gave.
            (_, Some(axis)) if self.lower > 0.0 && stop != Stop::Reached => Outcome::Apart(self.separation(difference, axis)),
            (_, axis) => {
                let Witnesses { point_a, point_b, upper, .. } = self.witnesses(difference, self.v);
                Outcome::Touching(Touch { simplex: self.simplex(), axis: axis.map(unit), upper, point_a, point_b })
            }
        };
        Answer { outcome, stop, iterations: self.iterations, guess_calls: self.guess_calls, slow_steps: self.slow_steps }
    }

    /// `axis` proves the lower bound, which is greater than zero.
    fn separation<A, B>(&mut self, difference: &Difference<'_, A, B, V>, axis: V::Wide) -> Separation<V>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let mut witnesses = self.witnesses(difference, self.v);
        if witnesses.upper - self.squared.sqrt() > DISAGREEMENT * self.rounding {
            // v is not a point of this thin simplex. The robust step gives one that is.
            self.slow_steps += 1;
            if let Some(nearest) = nearest_on_simplex(&self.points[..self.count]) {
                self.v = nearest.point;
                self.squared = nearest.point.length_squared();
                witnesses = self.witnesses(difference, self.v);
                let index = self.query(difference, -self.v);
                self.queried_normal = None;
                self.last_gap = self.v.dot(self.record[index].point) / self.squared.sqrt();
            }
        }
        let computed = self.squared.sqrt();
        let agree = witnesses.upper - computed <= DISAGREEMENT * self.rounding && computed >= self.lower;
        // At gaps of a few roundings v is rounding, and the gap along it may be negative. Where v
        // and the witnesses still disagree, or v proves less than an earlier axis did, the proof
        // decides: its axis is one along which the shapes are apart.
        let proves = self.last_gap - difference.error() >= self.lower - DISAGREEMENT * self.rounding;
        let distance = if agree { computed } else { self.lower };
        let normal = if agree && proves { self.queried_normal.unwrap_or(-self.v * computed.recip()) } else { axis * axis.length().recip() };
        Separation {
            normal,
            lower: if self.lower < distance { self.lower } else { distance },
            axis,
            upper: witnesses.upper,
            distance,
            point_a: witnesses.point_a,
            point_b: witnesses.point_b,
            simplex: self.simplex(),
        }
    }

    fn witnesses<A, B>(&self, difference: &Difference<'_, A, B, V>, v: V::Wide) -> Witnesses<V::Wide>
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        witnesses(difference, |place| &self.record[self.indices[place]], &self.points[..self.count], v, self.rounding)
    }
}

/// The points of A and B whose difference is the point `v` of a simplex. Its vertices, which
/// `points` are the points of, are affinely independent up to rounding. If rounding makes a weight
/// negative, the robust step finds the same point with weights that are not.
#[inline(always)]
pub(crate) fn witnesses<'v, V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertex: impl Fn(usize) -> &'v Vertex<V>,
    points: &[V::Wide],
    v: V::Wide,
    rounding: f64,
) -> Witnesses<V::Wide>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let weighted = |weights: [f64; 4]| {
        let (mut point_a, mut point_b) = (V::Wide::ZERO, V::Wide::ZERO);
        for (place, weight) in (0..points.len()).zip(weights) {
            let vertex = vertex(place);
            point_a = point_a + vertex.a.point * weight;
            point_b = point_b + vertex.b.point * weight;
        }
        let witnessed = (point_a - difference.to_a(point_b)).length();
        let computed = v.length();
        Witnesses { point_a, point_b, upper: if witnessed > computed { witnessed } else { computed } + rounding }
    };
    if points.len() == 1 {
        return weighted([1.0, 0.0, 0.0, 0.0]);
    }
    if let Some(weights) = weights_in_triangle(points, v) {
        let witnesses = weighted(weights);
        if witnesses.upper - v.length() <= SOUND * rounding {
            return witnesses;
        }
    }
    weighted(robust_weights(points))
}

/// By orthogonal edges.
#[inline(never)]
fn robust_weights<W: GjkVector>(points: &[W]) -> [f64; 4] {
    let direct = nearest_on_affine_hull(points).filter(|nearest| nearest.weights.iter().all(|&weight| weight >= 0.0));
    let weights = direct.map(|nearest| nearest.weights).or_else(|| nearest_on_simplex(points).map(|nearest| nearest.weights));
    weights.unwrap_or([1.0, 0.0, 0.0, 0.0])
}

/// The weights of three points whose sum is the point of their triangle nearest to `v`, by the
/// normal equations: a third of the time that orthogonal edges take. `None` where their rounding
/// would matter, or if there are not three points.
#[inline(always)]
fn weights_in_triangle<W: Vector<Scalar = f64>>(points: &[W], v: W) -> Option<[f64; 4]> {
    let &[base, second, third] = points else { return None };
    let (e, f, to_v) = (second - base, third - base, v - base);
    let (ee, ef, ff, ev, fv) = (e.dot(e), e.dot(f), f.dot(f), e.dot(to_v), f.dot(to_v));
    let area = ee * ff - ef * ef;
    let inverse = area.recip();
    let (of_second, of_third) = ((ff * ev - ef * fv) * inverse, (ee * fv - ef * ev) * inverse);
    let of_base = 1.0 - of_second - of_third;
    // False for NaN.
    let sound = area > SHAPELY * ee * ff && of_second >= 0.0 && of_third >= 0.0 && of_base >= 0.0;
    sound.then_some([of_base, of_second, of_third, 0.0])
}

/// The squared sine of a triangle's angle from which the normal equations give its weights: their
/// rounding is some ε over this. Larger: more triangles take three times as long. Smaller: witness
/// points are off by more than a few roundings.
const SHAPELY: f64 = 1.0 / 16.0;

/// The excess of an upper bound over |v|, in units of rounding, up to which witness points by the
/// normal equations are taken; one unit is part of every upper bound. Larger: bounds of small gaps
/// are looser. Smaller: sound points are computed twice.
const SOUND: f64 = 1.25;

/// A point of A and a point of B, each in its own frame, and an upper bound of their distance.
pub(crate) struct Witnesses<W> {
    pub(crate) point_a: W,
    pub(crate) point_b: W,
    pub(crate) upper: f64,
}

/// By how much, in units of rounding, the witness points may be farther apart than |v|. Larger: the
/// witness points of a thin simplex are taken for those of v. Smaller: sound answers are computed
/// twice.
pub(crate) const DISAGREEMENT: f64 = 4.0;
