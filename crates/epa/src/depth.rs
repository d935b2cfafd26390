//! EPA: expands a polytope inside A − B until its facet nearest the origin is a facet of A − B.
//!
//! * The distance of the nearest facet is a lower bound of the depth, because the polytope is
//!   inside A − B. The support value along the facet's normal is an upper bound. When they meet,
//!   the facet is the answer.
//! * Otherwise the vertex found along the normal is inserted, and the next nearest facet is
//!   queried.
//! * Distances are signed, and a facet with the origin outside is expanded first. So a seed that
//!   does not quite contain the origin, because GJK ended on its surface, grows over it. Giving up
//!   there is the best-known bug of EPA implementations.
//! * A support value below zero is a separating axis: the shapes are apart after all, and the
//!   answer is that.
//! * A facet that cannot be expanded is closed. It ends the search only if no open facet is nearer.
//! * Every exit gives the best answer so far, with valid bounds.
//! * Where both shapes give their vertices in blocks, all of this is done in `f32` first. Mostly
//!   one proof in `f64` is all that is left to do (`guess.rs`).
//!
//! Cameron and Culley, "Determining the Minimum Translational Distance between Two Convex
//! Polyhedra" (1986), for the problem; van den Bergen, "Proximity Queries and Penetration Depth
//! Computation on 3D Game Objects" (GDC 2001), for the algorithm.

use clinch_gjk::{Simplex, nearest_on_simplex};
use clinch_support::{Difference, Record, Scalar, SupportMap, Vector, Vertex};

use crate::limits::Limits;
use crate::local_minimum::{Basin, FacetQuery, LocalMinima, LocalMinimum};
use crate::penetration::{Depth, Penetration, Stop};
use crate::polytope::{EpaSpace, EpaVector, Facet, InsertError, Polytope};
use crate::search::{Candidate, Search};
use crate::seed::{Corners, Seed, complete};
use crate::witness::witnesses_in_hull;

/// The part of the support maps' declared error at which a search on smooth shapes stops even if
/// the relative tolerance is not met.
const SMOOTH_FLOOR: f64 = 0.125;

/// The penetration depth of the cores of A and B, with the direction in which they separate.
///
/// `simplex` is the one that GJK ended with, of 1 to 4 vertices in `record`, on which every vertex
/// found is pushed. Any simplex will do: one that is flat or does not contain the origin costs a
/// few more calls. Everything is in A's frame and in the caller's unit. A flat difference has depth
/// 0. A number that is not finite gives [`Depth::Undefined`].
///
/// Costs about 5 support calls for boxes after those of GJK, and some 20 for smooth shapes.
/// Polytopes that give [`vertex_blocks`](SupportMap::vertex_blocks) are searched in `f32` first. If
/// the result is proved, that takes one call, and `polytope`, which is working memory, is not used.
///
/// ```
/// use clinch_epa::{Depth, EpaVector, Limits, Polytope, depth};
/// use clinch_gjk::{Outcome, Start, distance};
/// use clinch_support::{Difference, Pose, Record, Support, SupportMap};
/// use glam::{DVec3, Vec3};
///
/// /// |x|, |y|, |z| ≤ 1.
/// struct Cube;
///
/// impl SupportMap<Vec3> for Cube {
///     fn support(&self, direction: Vec3) -> Support<Vec3> {
///         Support { point: direction.signum(), id: None }
///     }
/// }
///
/// let b_in_a = Pose::at(DVec3::new(1.75, 0.5, 0.25));
/// let difference = Difference::<_, _, Vec3>::new(&Cube, &Cube, &b_in_a);
/// let mut record = Record::new();
/// let gjk = distance(&difference, &Start::cold(), &clinch_gjk::Limits::measure(), &mut record);
/// let simplex = match &gjk.outcome {
///     Outcome::Overlapping(simplex) => simplex,
///     Outcome::Touching(touch) => &touch.simplex, // GJK could not decide
///     outcome => panic!("{outcome:?}"),
/// };
///
/// let mut polytope = <DVec3 as EpaVector>::Polytope::default();
/// let answer = depth(&difference, simplex, &Limits::default(), &mut record, &mut polytope);
/// let Depth::Overlapping(overlap) = answer else { panic!("{answer:?}") };
/// assert!((overlap.depth - 0.25).abs() < 1e-12 && (overlap.normal - DVec3::X).length() < 1e-12);
/// assert!(overlap.lower <= 0.25 && 0.25 <= overlap.upper && overlap.verify(&difference));
/// ```
pub fn depth<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    simplex: &Simplex,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
    polytope: &mut <V::Wide as EpaVector>::Polytope,
) -> Depth<V>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (seed, mut search) = Search::begin(difference, simplex, record);
    match seed {
        Seed::Flat(normal) => search.flat(normal, simplex),
        Seed::Solid(corners) => match search.guess(&corners, limits) {
            Some(depth) => depth,
            None => search.expand(&corners, limits, polytope),
        },
    }
}

/// The same with every step in `f64`: `polytope` is the one that the search ends with.
pub fn search<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    simplex: &Simplex,
    limits: &Limits<V::Scalar>,
    record: &mut Record<V>,
    polytope: &mut <V::Wide as EpaVector>::Polytope,
) -> Depth<V>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (seed, mut search) = Search::begin(difference, simplex, record);
    match seed {
        Seed::Flat(normal) => search.flat(normal, simplex),
        Seed::Solid(corners) => search.expand(&corners, limits, polytope),
    }
}

/// The end of a search.
struct Solution<'m, V: EpaSpace> {
    best: Candidate<V::Wide>,
    /// The minimum that it is, if it is one.
    minimum: Option<&'m LocalMinimum<V>>,
    lower: f64,
    stop: Stop,
}

/// Replaces `best` if the candidate's value is less.
fn keep_less<W>(best: &mut Option<Candidate<W>>, candidate: Candidate<W>) {
    if best.as_ref().is_none_or(|best| candidate.value < best.value) {
        *best = Some(candidate);
    }
}

impl<'d, 's, 'r, V, A, B> Search<'d, 's, 'r, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// Completes the simplex that GJK ended with.
    #[inline]
    fn begin(difference: &'d Difference<'s, A, B, V>, simplex: &Simplex, record: &'r mut Record<V>) -> (Seed<V::Wide>, Self) {
        let (seed, calls) = complete(difference, simplex, record);
        (seed, Self { difference, record, rounding: 8.0 * f64::EPSILON * difference.size(), iterations: calls, guess_calls: 0 })
    }

    /// Expands the polytope from affinely independent corners.
    // This and `penetration` have one caller, which is in another codegen unit than `Search`.
    #[inline]
    fn expand(&mut self, corners: &Corners, limits: &Limits<V::Scalar>, polytope: &mut <V::Wide as EpaVector>::Polytope) -> Depth<V> {
        let corners: smallvec::SmallVec<[_; 4]> = corners.iter().map(|&index| (index, self.record[index].point)).collect();
        polytope.build(&corners);
        let (tolerance, error) = (limits.tolerance.widen(), self.difference.error());
        let mut found: Option<Candidate<V::Wide>> = None;
        // The least support value so far: the best upper bound if the search reaches its limit.
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
            // The facet's corners belong to A − B, so a lesser support value is rounding.
            let value = if reach > facet.offset { reach } else { facet.offset };
            if value < -error {
                return Depth::Apart { axis: facet.normal, at_least: -value - error };
            }
            keep_less(&mut least, Candidate { facet, value, minimum: None });
            let smooth = [self.record[index].a.id, self.record[index].b.id].contains(&None);
            curved |= smooth;
            let enough = if smooth { tolerance * value + error * SMOOTH_FLOOR } else { 0.0 };
            let improves = value - facet.offset > enough + self.rounding;
            let basin = if smooth && improves {
                minima.basin_of(self, &FacetQuery { facet, newest: index, value, enough }, polytope)
            } else {
                Basin::Unknown
            };
            let next = match basin {
                Basin::Inside(minimum) => {
                    polytope.close(facet.id);
                    let LocalMinimum { normal, value, .. } = minima.minima[minimum];
                    keep_less(&mut found, Candidate { facet: Facet { normal, ..facet }, value, minimum: Some(minimum) });
                    continue;
                }
                Basin::Toward(deepest) => (self.record.push(deepest), deepest.point),
                Basin::Unknown => (index, point),
            };
            let inserted = if improves { polytope.insert(facet.id, next.0, next.1).err() } else { Some(InsertError::NotVisible) };
            match inserted {
                None => {}
                // Its support value is still an upper bound, its offset a lower one.
                Some(InsertError::NotVisible) => {
                    polytope.close(facet.id);
                    keep_less(&mut found, Candidate { facet, value, minimum: None });
                }
                Some(InsertError::Full) => break Stop::Full,
            }
        };
        if curved && stop != Stop::Converged {
            self.descend_from_many(polytope, &mut least);
        }
        let best = if stop == Stop::Converged { found } else { least };
        let Some(best) = best.or_else(|| self.best_so_far(polytope)) else { return Depth::Undefined };
        if best.value < -error {
            return Depth::Apart { axis: best.facet.normal, at_least: -best.value - error };
        }
        // Of all facets, closed ones included: the largest ball around the origin.
        let inner = polytope.facets().fold(f64::INFINITY, |least, facet| if facet.offset < least { facet.offset } else { least });
        let met = best.value - inner <= tolerance * best.value + error * SMOOTH_FLOOR + 2.0 * self.rounding;
        let minimum = best.minimum.map(|index| &minima.minima[index]);
        let stop = match (stop, minimum) {
            (Stop::Converged, _) if met => Stop::Converged,
            (Stop::Converged, Some(_)) => Stop::LocalMinimum,
            (Stop::Converged, None) => Stop::Exhausted,
            (other, _) => other,
        };
        self.penetration(&Solution { best, minimum, lower: inner - self.rounding, stop }, polytope)
    }

    /// The nearest facet and its upper bound, for a search that ended before its first query.
    fn best_so_far(&mut self, polytope: &<V::Wide as EpaVector>::Polytope) -> Option<Candidate<V::Wide>> {
        let nearest = polytope.facets().min_by(|a, b| a.offset.total_cmp(&b.offset))?;
        let (_, point) = self.query(nearest.normal);
        let reach = nearest.normal.dot(point);
        Some(Candidate { facet: nearest, value: if reach > nearest.offset { reach } else { nearest.offset }, minimum: None })
    }

    #[inline]
    fn penetration(&mut self, solution: &Solution<'_, V>, polytope: &<V::Wide as EpaVector>::Polytope) -> Depth<V> {
        let &Solution { best: Candidate { ref facet, value, .. }, minimum, lower, stop } = solution;
        // If squares overflow or underflow `f64`, a facet has no normal and the depth is undefined.
        if !(facet.normal.length_squared() > 0.5) {
            return Depth::Undefined;
        }
        let foot = facet.normal * value;
        let (point_a, point_b) = match minimum {
            Some(minimum) => witnesses_in_hull(&minimum.vertices, foot),
            None => self.witnesses(facet, foot, polytope),
        };
        Depth::Overlapping(Penetration {
            normal: facet.normal,
            depth: value,
            lower: if lower > 0.0 { lower } else { 0.0 },
            upper: if value > 0.0 { value } else { 0.0 } + self.difference.error(),
            point_a,
            point_b,
            facet: core::array::from_fn(|place| polytope.corners(facet.id).nth(place).map(|(index, _)| index)),
            stop,
            iterations: self.iterations,
            guess_calls: self.guess_calls,
        })
    }

    /// A − B has no thickness along `normal`: the depth along it is 0, or the small rest that the
    /// support values still have.
    fn flat(&mut self, normal: V::Wide, simplex: &Simplex) -> Depth<V> {
        let (_, ahead) = self.query(normal);
        let (_, behind) = self.query(-normal);
        let (ahead, behind) = (normal.dot(ahead), -normal.dot(behind));
        if !(ahead.is_finite() && behind.is_finite()) {
            return Depth::Undefined;
        }
        // Both directions give the same depth up to rounding. Users expect the one from A's centre
        // to B's.
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
            guess_calls: self.guess_calls,
        })
    }
}
