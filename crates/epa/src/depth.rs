//! EPA: grow a polytope inside A − B until its face nearest the origin is a face of A − B.
//!
//! * The nearest face's distance is a lower bound of the depth. The support value along its normal is an upper bound. When they meet the face is the
//!   answer.
//! * Distances are signed, and a face with the origin outside is expanded first: a seed that does not quite hold the origin (GJK ended on its
//!   surface) grows over it, where giving up would be the best-known bug of the field.
//! * A support value below zero is a separating axis: the shapes are apart after all, and the answer says so.
//! * A face that cannot improve is closed. It is the end of the search only if no open face is nearer.
//! * Every exit gives the best answer so far, with bounds that hold.
//!
//! Cameron and Culley (1986) for the problem, van den Bergen (2001) for the algorithm.

use clinch_gjk::{Simplex, nearest_on_simplex};
use clinch_support::{Difference, Record, Scalar, SupportMap, Vector, Vertex};

use crate::descent::descend;
use crate::limits::Limits;
use crate::local_minimum::{Basin, LocalMinima, LocalMinimum};
use crate::penetration::{Depth, Penetration, Stop};
use crate::polytope::{Expand, Expanding, Facet, InsertError, Polytope};
use crate::ridge::descend_along_ridge;
use crate::search::Search;
use crate::seed::{Corners, Seed, complete};
use crate::witness::witnesses_in_hull;

/// Where a search on smooth shapes is cut short, as on a body in the middle of a cylinder, which has a whole circle of nearest faces, the support function is gone
/// down from this many directions,
const MAX_STARTS: usize = 64;
/// any two of them with a cosine less than this: 14° apart. More of them, or nearer: such pairs cost more. Fewer: of several deepest places of a valley the
/// least is missed.
const MAX_COSINE: f64 = 0.97;
/// Support calls for each of them, enough to tell which are best.
const SHORT_DESCENT: u32 = 40;
/// So many of the best are gone on from
const CONTINUED: usize = 4;
/// with support calls enough to get to the bottom, once across and once along a crease.
const DESCENT: u32 = 192;

/// The part of the support maps' declared error at which a search on smooth shapes stops although the relative tolerance is not met.
const SMOOTH_FLOOR: f64 = 0.125;

/// How deep do the cores of A and B overlap, and which way is out?
///
/// `simplex` is what GJK ended with, of 1 to 4 vertices in `record`, to which every vertex looked at is added. Everything is in A's frame and the caller's
/// unit. Any simplex will do: one that is flat or does not hold the origin costs a few more calls. Flat differences answer depth 0. A
/// number that is not finite gives [`Depth::Undefined`]. Costs about 5 support calls for boxes beyond GJK's, some 20 for smooth shapes.
pub fn depth<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    simplex: &Simplex,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
    polytope: &mut <V::Wide as Expanding>::Polytope,
) -> Depth<V>
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (seed, calls) = complete(difference, simplex, record);
    let mut search = Search { difference, record, rounding: 8.0 * f64::EPSILON * difference.size(), iterations: calls };
    match seed {
        Seed::Flat(normal) => search.flat(normal, simplex),
        Seed::Solid(corners) => search.grow(&corners, limits, polytope),
    }
}

/// A face and the support value along its normal.
struct Candidate<W> {
    facet: Facet<W>,
    value: f64,
    /// Which of the bottoms it is, if it is one.
    minimum: Option<usize>,
}

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: Expand,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    fn grow(&mut self, corners: &Corners, limits: &Limits<V::Scalar>, polytope: &mut <V::Wide as Expanding>::Polytope) -> Depth<V> {
        let corners: smallvec::SmallVec<[_; 4]> = corners.iter().map(|&index| (index, self.record[index].point)).collect();
        polytope.build(&corners);
        let (tolerance, error) = (limits.tolerance.widen(), self.difference.error());
        let mut found: Option<Candidate<V::Wide>> = None;
        // The least support value so far: the best upper bound, should the search be cut short.
        let mut least: Option<Candidate<V::Wide>> = None;
        let mut curved = false;
        let mut minima = LocalMinima::new();
        let stop = loop {
            let Some(facet) = polytope.nearest_open() else { break Stop::Converged };
            if found.as_ref().is_some_and(|found| facet.offset >= found.value - self.rounding) {
                break Stop::Converged;
            }
            if self.iterations >= limits.iterations || curved && self.iterations >= limits.smooth_iterations {
                break Stop::Exhausted;
            }
            let (index, point) = self.query(facet.normal);
            let reach = facet.normal.dot(point);
            if !reach.is_finite() {
                return Depth::Undefined;
            }
            // The face's own corners belong to A − B: a support value below them is the support map's rounding.
            let value = if reach > facet.offset { reach } else { facet.offset };
            if value < -error {
                return Depth::Apart { axis: facet.normal, at_least: -value - error };
            }
            if least.as_ref().is_none_or(|least| value < least.value) {
                least = Some(Candidate { facet, value, minimum: None });
            }
            let smooth = [self.record[index].a.id, self.record[index].b.id].contains(&None);
            curved |= smooth;
            let enough = if smooth { tolerance * value + error * SMOOTH_FLOOR } else { 0.0 };
            let improves = value - facet.offset > enough + self.rounding;
            let basin = if smooth && improves { minima.basin_of(self, &facet, (index, value), enough, polytope) } else { Basin::Unknown };
            let next = match basin {
                Basin::Inside(place) => {
                    polytope.close(facet.id);
                    let LocalMinimum { normal, value, .. } = minima.minima[place];
                    if found.as_ref().is_none_or(|found| value < found.value) {
                        found = Some(Candidate { facet: Facet { normal, ..facet }, value, minimum: Some(place) });
                    }
                    continue;
                }
                Basin::Toward(deepest) => (self.record.push(deepest), deepest.point),
                Basin::Unknown => (index, point),
            };
            let inserted = if improves { polytope.insert(facet.id, next.0, next.1).err() } else { Some(InsertError::NotVisible) };
            match inserted {
                None => {}
                // What cannot be expanded still has a support value, an upper bound like any other; the face stays and keeps the lower bound down.
                Some(InsertError::NotVisible) => {
                    polytope.close(facet.id);
                    if found.as_ref().is_none_or(|found| value < found.value) {
                        found = Some(Candidate { facet, value, minimum: None });
                    }
                }
                Some(InsertError::Full) => break Stop::Full,
            }
        };
        if curved && stop != Stop::Converged {
            self.descend(polytope, &mut least);
        }
        let best = if stop == Stop::Converged { found } else { least };
        let Some(best) = best.or_else(|| self.best_so_far(polytope)) else { return Depth::Undefined };
        if best.value < -error {
            return Depth::Apart { axis: best.facet.normal, at_least: -best.value - error };
        }
        // All faces, closed ones too: the largest ball about the origin in the polytope.
        let inner = polytope.facets().fold(f64::INFINITY, |least, facet| if facet.offset < least { facet.offset } else { least });
        let met = best.value - inner <= tolerance * best.value + error * SMOOTH_FLOOR + 2.0 * self.rounding;
        let minimum = best.minimum.map(|place| &minima.minima[place]);
        let stop = match (stop, minimum) {
            (Stop::Converged, _) if met => Stop::Converged,
            (Stop::Converged, Some(_)) => Stop::LocalMinimum,
            (Stop::Converged, None) => Stop::Exhausted,
            (other, _) => other,
        };
        self.penetration((&best, minimum), inner - self.rounding, stop, polytope)
    }

    /// From the least support value on down the support function, and from the nearest faces in other directions: a valley may have several deepest places,
    /// none of which the polytope tells from its neighbours.
    fn descend(&mut self, polytope: &<V::Wide as Expanding>::Polytope, least: &mut Option<Candidate<V::Wide>>) {
        let Some(Candidate { facet, value, .. }) = least else { return };
        let nearest = |may: &dyn Fn(&Facet<V::Wide>) -> bool| {
            let facets = polytope.facets().filter(|facet| may(facet));
            facets.min_by(|one, other| one.offset.total_cmp(&other.offset)).map(|facet| facet.normal)
        };
        // The nearest face of all, too: where the least support value was found h may have a peak or a ridge, and nothing there tells which way is down.
        let mut places: smallvec::SmallVec<[(V::Wide, f64); MAX_STARTS]> = smallvec::SmallVec::new();
        let mut starts: smallvec::SmallVec<[V::Wide; MAX_STARTS]> = smallvec::smallvec![facet.normal];
        starts.extend(nearest(&|_| true));
        let (mut begun, mut lowest) = (0, *value);
        while let Some(&start) = starts.get(begun) {
            begun += 1;
            let found = descend(start, self.rounding, SHORT_DESCENT, |normal| self.query(normal).1);
            lowest = if found.1 < lowest { found.1 } else { lowest };
            places.push(found);
            if begun == starts.len() && begun < MAX_STARTS {
                let aside = |other: &Facet<V::Wide>| starts.iter().all(|start| start.dot(other.normal) < MAX_COSINE);
                let next = nearest(&|other| other.offset < lowest && aside(other));
                starts.extend(next);
            }
        }
        places.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut best = (facet.normal, *value);
        for &(start, _) in places.iter().take(CONTINUED) {
            let found = descend(start, self.rounding, DESCENT, |normal| self.query(normal).1);
            best = if found.1 < best.1 { found } else { best };
            let found = descend_along_ridge(found.0, self.rounding, DESCENT, |normal| self.query(normal).1);
            best = found.filter(|found| found.1 < best.1).unwrap_or(best);
        }
        let (normal, lower) = best;
        if lower < *value {
            *least = Some(Candidate { facet: Facet { normal, offset: lower, ..*facet }, value: lower, minimum: None });
        }
    }

    /// A search that ended before it asked: the nearest face, and its own upper bound.
    fn best_so_far(&mut self, polytope: &<V::Wide as Expanding>::Polytope) -> Option<Candidate<V::Wide>> {
        let nearest = polytope.facets().min_by(|a, b| a.offset.total_cmp(&b.offset))?;
        let (_, point) = self.query(nearest.normal);
        let reach = nearest.normal.dot(point);
        Some(Candidate { facet: nearest, value: if reach > nearest.offset { reach } else { nearest.offset }, minimum: None })
    }

    fn penetration(
        &mut self,
        (best, minimum): (&Candidate<V::Wide>, Option<&LocalMinimum<V>>),
        lower: f64,
        stop: Stop,
        polytope: &<V::Wide as Expanding>::Polytope,
    ) -> Depth<V> {
        let Candidate { facet, value, .. } = best;
        // Where squares leave the range of f64 a face has no normal, and nothing can be said.
        if !(facet.normal.length_squared() > 0.5) {
            return Depth::Undefined;
        }
        let foot = facet.normal * *value;
        let (point_a, point_b) = match minimum {
            Some(minimum) => witnesses_in_hull(&minimum.vertices, foot),
            None => self.witnesses(facet, foot, polytope),
        };
        Depth::Overlapping(Penetration {
            normal: facet.normal,
            depth: *value,
            lower: if lower > 0.0 { lower } else { 0.0 },
            upper: if *value > 0.0 { *value } else { 0.0 } + self.difference.error(),
            point_a,
            point_b,
            facet: core::array::from_fn(|place| polytope.corners(facet.id).nth(place).map(|(index, _)| index)),
            stop,
            iterations: self.iterations,
        })
    }

    /// A − B has no thickness along `normal`: the depth is 0 that way, or the tiny rest that the support values still see.
    fn flat(&mut self, normal: V::Wide, simplex: &Simplex) -> Depth<V> {
        let (_, ahead) = self.query(normal);
        let (_, behind) = self.query(-normal);
        let (ahead, behind) = (normal.dot(ahead), -normal.dot(behind));
        if !(ahead.is_finite() && behind.is_finite()) {
            return Depth::Undefined;
        }
        // Both ways out cost the same up to rounding; the way that leads from A's centre to B's is the one that a user expects.
        let facing = normal.dot(self.difference.between_centers());
        let forward = if (ahead - behind).abs() > self.rounding { ahead < behind } else { facing >= 0.0 };
        let (normal, value) = if forward { (normal, ahead) } else { (-normal, behind) };
        let error = self.difference.error();
        if value < -error {
            return Depth::Apart { axis: normal, at_least: -value - error };
        }
        let points: smallvec::SmallVec<[_; 4]> = self.record.points(simplex).collect();
        let weights = nearest_on_simplex(&points).map_or([1.0, 0.0, 0.0, 0.0], |nearest| nearest.weights);
        let sum = |point: &dyn Fn(&Vertex<V>) -> V::Wide| {
            let weighted = simplex.iter().zip(weights).map(|(&index, weight)| point(&self.record[index]) * weight);
            weighted.fold(V::Wide::ZERO, |sum, term| sum + term)
        };
        Depth::Overlapping(Penetration {
            normal,
            depth: value,
            lower: 0.0,
            upper: if value > 0.0 { value } else { 0.0 } + error,
            point_a: sum(&|vertex| vertex.a.point),
            point_b: sum(&|vertex| vertex.b.point),
            facet: [None; 3],
            stop: Stop::Flat,
            iterations: self.iterations,
        })
    }
}
