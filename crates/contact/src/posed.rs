//! Cores in frames of their own: a box inside `Posed`, bevy's ground plane.
//!
//! The query is put to the inner shapes at the poses of both, so that a pose loses no algorithm, no
//! warm start and no feature id. The answer is moved back to the frames of the outer shapes. The
//! radii are those of the outer shapes all along.

use clinch_shapes::{Convex, Core};
use clinch_support::{Basis, Pose, Rotation, Scalar, Support, Vector, Vertex};

use crate::answer::{Measured, Relation, Separation};
use crate::cast::impact::{CastOutcome, Impact};
use crate::clip::Space;
use crate::manifold::{ContactPoint, Manifold};
use crate::memory::Memory;
use crate::pair::Pair;
use crate::problem::{Cores, Work};
use crate::query::{Goal, Query};
use crate::sink::Sink;

/// Rounding error of composing a pose, relative to the coordinates that meet: three products and
/// sums each way, and forming the relative pose. Larger: looser bounds. Smaller: the bounds do not
/// hold.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// The pair of inner shapes, and the way back.
pub(crate) struct Unwrapped<'c, V: Vector> {
    pub(crate) inner: Pair<V, &'c dyn Convex<V>, &'c dyn Convex<V>>,
    /// Takes points of the inner frame of A to A's frame.
    a: Moved<V>,
    /// The same of B.
    b: Moved<V>,
    /// The outer shapes are nearer or farther than the inner ones by this at most.
    pub(crate) slack: f64,
}

/// An answer for the inner shapes.
pub(crate) struct Found<V: Vector> {
    measured: Measured<V>,
    /// The scratch has its contact points.
    has_points: bool,
}

/// Keeps the answer for the inner shapes until it is moved.
pub(crate) struct Collect<'m, V: Vector> {
    pub(crate) last_manifold: Option<&'m Manifold<V>>,
    pub(crate) goal: Goal,
}

impl<V: Space> Sink<V> for Collect<'_, V> {
    type Answer = Found<V>;

    fn last_manifold(&self) -> Option<&Manifold<V>> {
        self.last_manifold
    }

    fn far(self, relation: Relation<V>) -> Found<V> {
        Found { measured: Measured::without_search(relation), has_points: false }
    }

    fn one_point(self, relation: Relation<V>, _: &mut Memory<V>) -> Found<V> {
        Found { measured: Measured::without_search(relation), has_points: false }
    }

    fn points(self, measured: Measured<V>, _: Work<'_, V>) -> Found<V> {
        Found { measured, has_points: self.goal == Goal::Contact }
    }

    fn few_points(
        self,
        relation: Relation<V>,
        count: usize,
        point: impl Fn(usize) -> ContactPoint<V>,
        _: &mut Memory<V>,
        buffer: &mut Vec<ContactPoint<V>>,
    ) -> Found<V> {
        buffer.clear();
        buffer.extend((0..count).map(point));
        Found { measured: Measured::without_search(relation), has_points: true }
    }
}

/// A pose, laid out to be applied many times.
struct Moved<V: Vector> {
    basis: V::Basis,
    translation: V::Wide,
}

impl<V: Vector> Moved<V> {
    fn by(pose: &Pose<V::Wide>) -> Self {
        Self { basis: pose.rotation.basis(), translation: pose.translation }
    }

    fn point(&self, point: V::Wide) -> V::Wide {
        self.basis.rotate(point) + self.translation
    }

    fn direction(&self, direction: V::Wide) -> V::Wide {
        self.basis.rotate(direction)
    }
}

/// A shape, or the one inside and its pose.
fn unwrap<'c, V: Vector, S: Convex<V>>(shape: &'c S, core: &Core<'c, V>) -> (&'c dyn Convex<V>, Pose<V::Wide>) {
    match core {
        Core::Posed(posed) => (posed.inner, posed.pose),
        _ => (shape, Pose::IDENTITY),
    }
}

impl<'c, V: Space> Unwrapped<'c, V> {
    pub(crate) fn of<A: Convex<V>, B: Convex<V>>(pair: &'c Pair<V, A, B>, cores: &Cores<'c, V>) -> Self {
        let ((a, pose_a), (b, pose_b)) = (unwrap(&pair.a, cores.a), unwrap(&pair.b, cores.b));
        let b_in_a = pair.b_in_a.after(&pose_b).relative_to(&pose_a);
        let at = [pair.b_in_a, pose_a, pose_b, b_in_a].map(|pose| pose.translation.max_abs());
        let slack = NOISE * (V::DIM as f64 * at.iter().sum::<f64>() + size_of(&pair.a, cores.a) + size_of(&pair.b, cores.b));
        Self { inner: Pair { a, b, b_in_a }, a: Moved::by(&pose_a), b: Moved::by(&pose_b), slack }
    }

    /// The query about the inner shapes. The memory's direction is moved to the inner frame of A.
    pub(crate) fn enter<'q>(&self, query: &Query<'q, V>, memory: &mut Memory<V>) -> Query<'q, V> {
        let last_normal = V::narrow(self.a.basis.unrotate(query.last_normal.widen()));
        memory.start.direction = last_normal;
        // What is beyond this margin is beyond the caller's when the slack is taken off.
        Query { margin: query.margin + 2.0 * self.slack, last_normal, ..*query }
    }

    /// Moves the answer, the contact points, the record and the memory's direction back.
    pub(crate) fn leave(&self, found: Found<V>, Work { memory, scratch }: Work<'_, V>) -> Measured<V> {
        memory.start.direction = V::narrow(self.a.direction(memory.start.direction.widen()));
        if found.has_points {
            for point in &mut scratch.points {
                point.on_a = V::narrow(self.a.point(point.on_a.widen()));
                point.on_b = V::narrow(self.b.point(point.on_b.widen()));
            }
        } else {
            scratch.points.clear();
        }
        scratch.record.map(|vertex| Vertex {
            point: self.a.direction(vertex.point),
            a: Support { point: self.a.point(vertex.a.point), ..vertex.a },
            b: Support { point: self.b.point(vertex.b.point), ..vertex.b },
        });
        let slack = self.slack;
        let relation = match found.measured.relation {
            Relation::Beyond { axis, at_least } => Relation::Beyond { axis: self.a.direction(axis), at_least: at_least - slack },
            Relation::Near(near) => Relation::Near(Separation {
                normal: self.a.direction(near.normal),
                distance: near.distance,
                lower: near.lower - slack,
                upper: near.upper + slack,
                point_a: self.a.point(near.point_a),
                point_b: self.b.point(near.point_b),
            }),
            Relation::Undefined => Relation::Undefined,
        };
        Measured { relation, ..found.measured }
    }

    /// The motion of B in the inner frame of A.
    pub(crate) fn motion(&self, motion: V::Wide) -> V::Wide {
        self.a.basis.unrotate(motion)
    }

    /// The inner shapes reach farther from their origins than the outer ones from theirs, by this
    /// at most.
    pub(crate) fn offset(&self) -> f64 {
        self.a.translation.length() + self.b.translation.length()
    }

    /// Moves what a cast has found back; the proof of a miss must hold for the slack.
    ///
    /// Before a hit the distance falls at least as fast as there, because it is convex along the
    /// motion.
    pub(crate) fn leave_cast(&self, outcome: CastOutcome<V>, motion: V::Wide) -> CastOutcome<V> {
        match outcome {
            CastOutcome::Hit(impact) => {
                let approach = -impact.normal.dot(self.motion(motion));
                let lower = if approach > 0.0 { impact.lower - 2.0 * self.slack / approach } else { 0.0 };
                CastOutcome::Hit(Impact {
                    lower: if lower > 0.0 { lower } else { 0.0 },
                    normal: self.a.direction(impact.normal),
                    point_a: self.a.point(impact.point_a),
                    point_b: self.b.point(impact.point_b),
                    ..impact
                })
            }
            CastOutcome::Miss { axis, proven } => CastOutcome::Miss { axis: self.a.direction(axis), proven },
            CastOutcome::Exhausted { .. } | CastOutcome::Undefined => outcome,
        }
    }
}

/// A bound of the coordinates of a shape. A half-space is no longer than its offset.
fn size_of<V: Vector, S: Convex<V>>(shape: &S, core: &Core<'_, V>) -> f64 {
    match core {
        Core::HalfSpace { offset, .. } => offset.abs(),
        _ => shape.radius_about_center().widen() + shape.center().max_abs().widen(),
    }
}
