//! Corners and edges at boxes and solids (cylinders, cones, frustums): answers that prove themselves, before any search.
//!
//! * How far a point is from such a body, or how deep in it, is a closed form (`body.rs`). A point of the other shape is asked for its way out of the body, and the way out for the other's
//!   farthest point. Where that is the same the answer is proved. The plane there says how far apart the shapes are at least, or how deep at most. The point says the rest: apart, it is as
//!   near as that; overlapping, a ball about it that is as large as it is deep lies in the body, and so one about the origin in A − B.
//! * Where the points jump between two ends of an edge, the place of the edge that is next to the body is asked (`edge.rs`), and proves itself alike.
//! * What is not proved after a few turns is left to those who search: faces of hulls, rims at rims that are near, and what is nearly flat or lies about the middle.
//!
//! In the frame of the body and `f64`.

mod approach;
mod body;
mod edge;

use clinch_shapes::{Convex, Revolution};
use clinch_support::{Difference, Frame, Vector};
use glam::DVec3;

use self::approach::Approach;
pub(super) use self::body::{Body, Out, in_space};
use self::edge::{Beside, beside_box, beside_revolution};
use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::pair::Pair;
use crate::problem::Problem;

/// Rounding of a point that was posed, and of what is computed of it here, relative to the size of the pair. Larger: bounds are farther apart than they need be. Smaller: they
/// do not hold.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// What a search gives up for rounding, in multiples of the noise, and more. Larger: shapes that all but touch are looked at for longer. Smaller: whoever asks in another way is told
/// something else.
const DOUBT: f64 = 8.0;

/// Points that are asked for their way out, one after the other. Larger: what is not to be proved is asked in vain. Smaller: what is, is left to others. Measured, as the next two.
const TURNS: usize = 2;

/// The same of two solids that are far apart.
const ROUND: usize = 8;

/// The same of edges.
const EDGES: usize = 3;

/// What is asked.
#[derive(Clone, Copy)]
struct Asked {
    /// Distances beyond need no answer but that.
    within: f64,
    noise: f64,
    /// What is neither farther apart than this nor deeper is looked at until it is known which.
    doubt: f64,
    distance_only: bool,
}

/// What a point or an edge has come to, in the body's frame.
enum Met {
    Beyond { normal: DVec3, at_least: f64 },
    Near { out: Out, point: DVec3, foot: DVec3 },
    Overlapping { at_least: f64 },
}

/// The separation of two cores of which one is a box or a solid of revolution, if it can be proved at
/// once. `far`: the bounding spheres do not meet.
pub(crate) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    far: bool,
) -> Option<CoreAnswer<V>> {
    let &Problem { pair, cores, query } = problem;
    if V::DIM != 3 {
        return None;
    }
    let noise = NOISE * difference.size();
    let asked =
        Asked { within: query.within(), noise, doubt: DOUBT * noise + 2.0 * difference.error(), distance_only: query.distance_only() };
    let frame = difference.frame();
    let bodies = Bodies { pair, frame, bodies: [Body::of(cores.a), Body::of(cores.b)], asked };
    let last: V::Wide = query.last.widen();
    let way = in_space(if last != V::Wide::ZERO { last } else { frame.translation() });
    let towards_b = way * way.length_squared().sqrt().recip();
    if !towards_b.is_finite() {
        return None;
    }
    match bodies.bodies {
        [Some(Body::Revolution(a)), Some(Body::Revolution(b))] => bodies.of_revolutions([&a, &b], far, towards_b),
        [_, Some(Body::Revolution(_))] | [None, _] => bodies.of_body(1, towards_b),
        _ => bodies.of_body(0, towards_b),
    }
}

/// Two cores, of which one at least is a body. Whose frame is meant is told by number: 0 is A's.
struct Bodies<'c, V: Vector, A, B> {
    pair: &'c Pair<V, A, B>,
    frame: &'c Frame<V>,
    bodies: [Option<Body>; 2],
    asked: Asked,
}

impl<V: Space, A: Convex<V>, B: Convex<V>> Bodies<'_, V, A, B> {
    /// A body, and a shape that has straight edges or none: first its corners, then the body's own, then its edges.
    fn of_body(&self, owner: usize, towards_b: DVec3) -> Option<CoreAnswer<V>> {
        let ends = match self.meet(owner, self.begin(owner, towards_b), TURNS) {
            Ok(met) => return Some(self.tell(met, owner)),
            Err(ends) => ends,
        };
        let other = 1 - owner;
        if self.bodies[other].is_some()
            && let Ok(met) = self.meet(other, self.begin(other, towards_b), TURNS)
        {
            return Some(self.tell(met, other));
        }
        Some(self.tell(self.meet_edge(owner, ends?)?, owner))
    }

    fn of_revolutions(&self, solids: [&Revolution; 2], far: bool, towards_b: DVec3) -> Option<CoreAnswer<V>> {
        // Rims that are far apart are approached. Near, each step would lead across the place and beyond.
        let turns = if far { ROUND } else { TURNS };
        for owner in [0, 1] {
            if let Ok(met) = self.meet(owner, self.begin(owner, towards_b), turns) {
                return Some(self.tell(met, owner));
            }
        }
        // Below the side nothing is deeper than what is next to the axis.
        for owner in [0, 1] {
            let half = solids[owner].half();
            let axis = [-half, half].map(|height| self.moved(owner, DVec3::new(0.0, height, 0.0)));
            if let Some(beside) = beside_revolution(solids[1 - owner], axis, self.asked.noise)
                && let Ok(met) = self.meet(owner, self.moved(1 - owner, beside.foot), TURNS)
            {
                return Some(self.tell(met, owner));
            }
        }
        None
    }

    /// A point of one frame, in the other.
    #[inline(always)]
    fn moved(&self, from: usize, point: DVec3) -> DVec3 {
        let point = wide::<V>(point);
        in_space(if from == 0 { self.frame.to_b(point) } else { self.frame.to_a(point) })
    }

    /// A direction of one frame, in the other.
    #[inline(always)]
    fn turned(&self, from: usize, way: DVec3) -> DVec3 {
        let way = wide::<V>(way);
        in_space(if from == 0 { self.frame.direction_in_b(way) } else { self.frame.direction_in_a(way) })
    }

    /// The other's point that is farthest against a direction.
    #[inline(always)]
    fn farthest(&self, owner: usize, outward: DVec3) -> DVec3 {
        let (other, inward) = (1 - owner, self.turned(owner, -outward));
        let point = match self.bodies[other] {
            Some(body) => body.farthest(inward),
            None if other == 0 => in_space(self.pair.a.support_wide(wide::<V>(inward)).point),
            None => in_space(self.pair.b.support_wide(wide::<V>(inward)).point),
        };
        self.moved(other, point)
    }

    /// The other's point that is farthest towards the body, by a direction of A's frame from A to B.
    #[inline(always)]
    fn begin(&self, owner: usize, towards_b: DVec3) -> DVec3 {
        self.farthest(owner, if owner == 0 { towards_b } else { -self.turned(0, towards_b) })
    }

    /// From a point of the other shape. If nothing is proved, the two points that were found last.
    #[inline]
    fn meet(&self, owner: usize, mut point: DVec3, turns: usize) -> Result<Met, Option<[DVec3; 2]>> {
        let Some(body) = &self.bodies[owner] else { return Err(None) };
        let mut ends = None;
        let mut approach = Approach::default();
        for _ in 0..turns {
            let Some(out) = body.way_out(point, self.asked.noise) else { break };
            let next = self.farthest(owner, out.normal);
            let foot = point - out.normal * out.distance;
            if let Some(met) = self.compare(&Beside { out, point, foot, part: 0.0, proved: true }, next) {
                return Ok(met);
            }
            ends = Some([point, next]);
            point = match (turns > TURNS).then(|| approach.next(out.normal)).flatten() {
                Some(better) => self.farthest(owner, better),
                None => next,
            };
        }
        Err(ends)
    }

    /// From an edge of the other shape, or what may be one.
    fn meet_edge(&self, owner: usize, mut ends: [DVec3; 2]) -> Option<Met> {
        for _ in 0..EDGES {
            let beside = match &self.bodies[owner] {
                Some(Body::Revolution(solid)) => beside_revolution(solid, ends, self.asked.noise)?,
                Some(Body::Box(half)) => beside_box(*half, ends, self.asked.noise)?,
                None => return None,
            };
            let next = self.farthest(owner, beside.out.normal);
            if let Some(met) = self.compare(&beside, next) {
                return Some(met);
            }
            ends[usize::from(beside.part < 0.5)] = next;
        }
        None
    }

    /// What a place of the other shape proves, of which `next` is the point farthest against the way out of it.
    #[inline(always)]
    fn compare(&self, beside: &Beside, next: DVec3) -> Option<Met> {
        let Asked { within, noise, doubt, distance_only } = self.asked;
        let &Beside { out, point, foot, proved, .. } = beside;
        let nearer = out.normal.dot(point - next);
        let at_least = out.distance - nearer - noise;
        if at_least > within + doubt {
            return Some(Met::Beyond { normal: out.normal, at_least });
        }
        if proved && distance_only && out.distance < -doubt {
            return Some(Met::Overlapping { at_least: -out.distance - noise });
        }
        (proved && nearer <= noise).then_some(Met::Near { out, point, foot })
    }

    /// In A's frame, and from A to B.
    #[inline]
    fn tell(&self, met: Met, owner: usize) -> CoreAnswer<V> {
        let in_a = |normal: DVec3| wide::<V>(if owner == 0 { normal } else { -self.turned(1, normal) });
        match met {
            Met::Overlapping { at_least } => CoreAnswer::Overlapping { at_least },
            Met::Beyond { normal, at_least } => CoreAnswer::Beyond { axis: in_a(normal), at_least },
            Met::Near { out: Out { normal, distance }, point, foot } => {
                let (other, slack) = (self.moved(owner, point), 2.0 * self.asked.noise);
                let (point_a, point_b) = if owner == 0 { (foot, other) } else { (other, foot) };
                CoreAnswer::Near(Separation {
                    normal: in_a(normal),
                    distance,
                    lower: distance - slack,
                    upper: distance + slack,
                    point_a: wide::<V>(point_a),
                    point_b: wide::<V>(point_b),
                })
            }
        }
    }
}

/// As the dimension has it.
#[inline(always)]
fn wide<V: Vector>(point: DVec3) -> V::Wide {
    V::Wide::from_fn(|axis| point[axis])
}
