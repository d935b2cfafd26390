//! Vertices and edges against boxes and solids of revolution (cylinders, cones, frustums): answers
//! with their own proof, before any search.
//!
//! * The signed distance of a point from such a body is a closed form (`body.rs`). It is computed
//!   for a point of the other shape; then the other's farthest point against the normal is the
//!   next. If that is the same point, the answer is proved. The plane there bounds the distance of
//!   the shapes from below, or the depth from above. The point bounds it from the other side:
//!   apart, it is as near as that; overlapping, a ball about it with its depth as radius is in the
//!   body, and so is one about the origin in A − B.
//! * If the points alternate between two ends of an edge, the point of the edge nearest to the body
//!   is tried (`edge.rs`), with a proof of the same kind.
//! * What is not proved after a few iterations is left to a search: faces of hulls, rims that are
//!   near each other, nearly flat shapes, and points near the centre.
//!
//! In the frame of the body and `f64`.

mod body;
mod edge;
mod extrapolation;

use clinch_shapes::{Convex, Revolution};
use clinch_support::{Difference, Frame, Vector};
use glam::DVec3;

pub(super) use self::body::{Body, SignedDistance, to_dvec3};
use self::edge::{NearestPoints, nearest_to_box, nearest_to_revolution};
use self::extrapolation::Extrapolation;
use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::pair::Pair;
use crate::problem::Problem;

/// Rounding error of a transformed point and of the closed forms, relative to the size of the pair.
/// Larger: looser bounds. Smaller: the bounds do not hold.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// Distances and depths less than this many times the noise are undecided for a search, with some
/// room. Larger: shapes that almost touch take longer. Smaller: the answer contradicts that of a
/// search.
const UNDECIDED: f64 = 8.0;

/// Most points tried. Larger: answers that cannot be proved take longer. Smaller: more pairs are
/// left to a search. Measured, as the next two.
const POINTS: usize = 2;

/// The same for two solids of revolution that are far apart.
const REVOLUTION_POINTS: usize = 8;

/// The same for edges.
const EDGES: usize = 3;

/// What the iterations need of a query.
#[derive(Clone, Copy)]
struct BodyQuery {
    /// Greater distances need no exact answer.
    within: f64,
    noise: f64,
    /// Distances and depths up to this are undecided; they need a proof by two points.
    undecided: f64,
    distance_only: bool,
}

/// The answer that a point or an edge proves, in the body's frame.
enum BodyAnswer {
    Beyond { normal: DVec3, at_least: f64 },
    Near { signed: SignedDistance, point: DVec3, on_body: DVec3 },
    Overlapping { at_least: f64 },
}

/// The separation of two cores of which one is a box or a solid of revolution, if it can be proved
/// at once. `spheres_apart`: the bounding spheres do not meet.
pub(crate) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    spheres_apart: bool,
) -> Option<CoreAnswer<V>> {
    let &Problem { pair, cores, query } = problem;
    if V::DIM != 3 {
        return None;
    }
    let noise = NOISE * difference.size();
    let body_query = BodyQuery {
        within: query.within(),
        noise,
        undecided: UNDECIDED * noise + 2.0 * difference.error(),
        distance_only: query.distance_only(),
    };
    let frame = difference.frame();
    let bodies = Bodies { pair, frame, bodies: [Body::of(cores.a), Body::of(cores.b)], query: body_query };
    let last: V::Wide = query.last_normal.widen();
    let direction = to_dvec3(if last != V::Wide::ZERO { last } else { frame.translation() });
    let towards_b = direction * direction.length_squared().sqrt().recip();
    if !towards_b.is_finite() {
        return None;
    }
    match bodies.bodies {
        [Some(Body::Revolution(a)), Some(Body::Revolution(b))] => bodies.of_revolutions([&a, &b], spheres_apart, towards_b),
        [_, Some(Body::Revolution(_))] | [None, _] => bodies.of_body(1, towards_b),
        _ => bodies.of_body(0, towards_b),
    }
}

/// Two cores, at least one of which is a body. A frame is given by its number: 0 is that of A.
struct Bodies<'c, V: Vector, A, B> {
    pair: &'c Pair<V, A, B>,
    frame: &'c Frame<V>,
    bodies: [Option<Body>; 2],
    query: BodyQuery,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Bodies<'_, V, A, B> {
    /// A body and any shape: tries the shape's vertices, then the body's own if the other is a
    /// body, too, then the shape's edges.
    fn of_body(&self, owner: usize, towards_b: DVec3) -> Option<CoreAnswer<V>> {
        let ends = match self.iterate_points(owner, self.first_point(owner, towards_b), POINTS) {
            Ok(answer) => return Some(self.core_answer(answer, owner)),
            Err(ends) => ends,
        };
        let other = 1 - owner;
        if self.bodies[other].is_some()
            && let Ok(answer) = self.iterate_points(other, self.first_point(other, towards_b), POINTS)
        {
            return Some(self.core_answer(answer, other));
        }
        Some(self.core_answer(self.iterate_edges(owner, ends?)?, owner))
    }

    fn of_revolutions(&self, solids: [&Revolution; 2], far: bool, towards_b: DVec3) -> Option<CoreAnswer<V>> {
        // Rims that are far apart converge. If they are near, each step would overshoot.
        let most = if far { REVOLUTION_POINTS } else { POINTS };
        for owner in [0, 1] {
            if let Ok(answer) = self.iterate_points(owner, self.first_point(owner, towards_b), most) {
                return Some(self.core_answer(answer, owner));
            }
        }
        // Below the curved side nothing is deeper than the point next to the axis.
        for owner in [0, 1] {
            let half = solids[owner].half();
            let axis = [-half, half].map(|height| self.moved(owner, DVec3::new(0.0, height, 0.0)));
            if let Some(nearest) = nearest_to_revolution(solids[1 - owner], axis, self.query.noise)
                && let Ok(answer) = self.iterate_points(owner, self.moved(1 - owner, nearest.on_body), POINTS)
            {
                return Some(self.core_answer(answer, owner));
            }
        }
        None
    }

    /// Takes a point of one frame to the other.
    #[inline(always)]
    fn moved(&self, from: usize, point: DVec3) -> DVec3 {
        let point = from_dvec3::<V>(point);
        to_dvec3(if from == 0 { self.frame.to_b(point) } else { self.frame.to_a(point) })
    }

    /// Takes a direction of one frame to the other.
    #[inline(always)]
    fn rotated(&self, from: usize, direction: DVec3) -> DVec3 {
        let direction = from_dvec3::<V>(direction);
        to_dvec3(if from == 0 { self.frame.direction_in_b(direction) } else { self.frame.direction_in_a(direction) })
    }

    /// The other's point farthest against a direction.
    #[inline(always)]
    fn farthest(&self, owner: usize, outward: DVec3) -> DVec3 {
        let (other, inward) = (1 - owner, self.rotated(owner, -outward));
        let point = match self.bodies[other] {
            Some(body) => body.farthest(inward),
            None if other == 0 => to_dvec3(self.pair.a.support_wide(from_dvec3::<V>(inward)).point),
            None => to_dvec3(self.pair.b.support_wide(from_dvec3::<V>(inward)).point),
        };
        self.moved(other, point)
    }

    /// The other's point farthest towards the body. `towards_b` is in A's frame, from A to B.
    #[inline(always)]
    fn first_point(&self, owner: usize, towards_b: DVec3) -> DVec3 {
        self.farthest(owner, if owner == 0 { towards_b } else { -self.rotated(0, towards_b) })
    }

    /// Iterates from a point of the other shape. If nothing is proved, the error has the last two
    /// points.
    #[inline]
    fn iterate_points(&self, owner: usize, mut point: DVec3, most: usize) -> Result<BodyAnswer, Option<[DVec3; 2]>> {
        let Some(body) = &self.bodies[owner] else { return Err(None) };
        let mut ends = None;
        let mut extrapolation = Extrapolation::default();
        for _ in 0..most {
            let Some(signed) = body.signed_distance(point, self.query.noise) else { break };
            let next = self.farthest(owner, signed.normal);
            let on_body = point - signed.normal * signed.distance;
            if let Some(answer) = self.compare(&NearestPoints { signed, point, on_body, fraction: 0.0, proved: true }, next) {
                return Ok(answer);
            }
            ends = Some([point, next]);
            point = match (most > POINTS).then(|| extrapolation.next(signed.normal)).flatten() {
                Some(better) => self.farthest(owner, better),
                None => next,
            };
        }
        Err(ends)
    }

    /// Iterates from an edge of the other shape, or from two points that may be its ends.
    fn iterate_edges(&self, owner: usize, mut ends: [DVec3; 2]) -> Option<BodyAnswer> {
        for _ in 0..EDGES {
            let nearest = match &self.bodies[owner] {
                Some(Body::Revolution(solid)) => nearest_to_revolution(solid, ends, self.query.noise)?,
                Some(Body::Box(half)) => nearest_to_box(*half, ends, self.query.noise)?,
                None => return None,
            };
            let next = self.farthest(owner, nearest.signed.normal);
            if let Some(answer) = self.compare(&nearest, next) {
                return Some(answer);
            }
            ends[usize::from(nearest.fraction < 0.5)] = next;
        }
        None
    }

    /// The answer that a point of the other shape proves. `next` is the point farthest against the
    /// normal there.
    #[inline(always)]
    fn compare(&self, nearest: &NearestPoints, next: DVec3) -> Option<BodyAnswer> {
        let BodyQuery { within, noise, undecided, distance_only } = self.query;
        let &NearestPoints { signed, point, on_body, proved, .. } = nearest;
        let nearer = signed.normal.dot(point - next);
        let at_least = signed.distance - nearer - noise;
        if at_least > within + undecided {
            return Some(BodyAnswer::Beyond { normal: signed.normal, at_least });
        }
        if proved && distance_only && signed.distance < -undecided {
            return Some(BodyAnswer::Overlapping { at_least: -signed.distance - noise });
        }
        (proved && nearer <= noise).then_some(BodyAnswer::Near { signed, point, on_body })
    }

    /// The answer in A's frame, with the normal from A to B.
    #[inline]
    fn core_answer(&self, answer: BodyAnswer, owner: usize) -> CoreAnswer<V> {
        let in_a = |normal: DVec3| from_dvec3::<V>(if owner == 0 { normal } else { -self.rotated(1, normal) });
        match answer {
            BodyAnswer::Overlapping { at_least } => CoreAnswer::Overlapping { at_least },
            BodyAnswer::Beyond { normal, at_least } => CoreAnswer::Beyond { axis: in_a(normal), at_least },
            BodyAnswer::Near { signed: SignedDistance { normal, distance }, point, on_body } => {
                let (other, slack) = (self.moved(owner, point), 2.0 * self.query.noise);
                let (point_a, point_b) = if owner == 0 { (on_body, other) } else { (other, on_body) };
                CoreAnswer::Near(Separation {
                    normal: in_a(normal),
                    distance,
                    lower: distance - slack,
                    upper: distance + slack,
                    point_a: from_dvec3::<V>(point_a),
                    point_b: from_dvec3::<V>(point_b),
                })
            }
        }
    }
}

/// As the vector of the dimension.
#[inline(always)]
fn from_dvec3<V: Vector>(point: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| point[axis])
}
