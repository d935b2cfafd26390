//! The hash of every bit of an answer.
//!
//! The payload of a NaN depends on the processor and is no part of an answer: all NaNs have the
//! same hash. 0 and −0 differ.

use clinch_composite_contact::ColliderSpace;
use clinch_contact::{Cast, CastOutcome, Impact, Manifold, Measured, Relation, Separation};
use clinch_narrowphase::{Change, Counters, PairKey, PairManifold, Row};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::fnv::Fnv;

/// The hash of everything written so far.
#[derive(Default)]
pub(crate) struct Bits(Fnv);

impl Bits {
    pub(crate) fn value(&self) -> u64 {
        self.0.value()
    }

    pub(crate) fn count(&mut self, count: u64) {
        self.0.u64(count);
    }

    fn flags<const N: usize>(&mut self, flags: [bool; N]) {
        self.0.bytes(&flags.map(u8::from));
    }

    fn number<S: Scalar>(&mut self, number: S) {
        self.count(if number.widen().is_nan() { f64::NAN.to_bits() } else { number.bits() });
    }

    fn numbers<S: Scalar>(&mut self, numbers: &[S]) {
        for &number in numbers {
            self.number(number);
        }
    }

    fn vector<V: Vector>(&mut self, vector: V) {
        for axis in 0..V::DIM {
            self.number(vector.get(axis));
        }
    }

    fn vectors<V: Vector>(&mut self, vectors: &[V]) {
        for &vector in vectors {
            self.vector(vector);
        }
    }

    fn pose<V: Vector>(&mut self, pose: &Pose<V>) {
        self.vector(pose.translation);
        for axis in 0..V::DIM {
            self.vector(pose.vector(V::unit(axis)));
        }
    }

    fn key(&mut self, key: PairKey<u32>) {
        self.0.u32(key.a);
        self.0.u32(key.b);
    }

    /// A pair as it is published.
    pub(crate) fn row<V: ColliderSpace>(&mut self, row: &Row<u32, V>) {
        self.key(row.key());
        self.key(row.bodies());
        self.flags([row.is_touching(), row.is_undefined(), row.is_fresh()]);
        self.pose(row.b_in_a());
        self.manifold(row.manifold());
        for PairManifold { manifold, sub_shapes } in row.manifolds().filter(|of| of.sub_shapes != [None; 2]) {
            for id in sub_shapes {
                self.count(id.map_or(u64::MAX, |id| id.0.into()));
            }
            self.manifold(manifold);
        }
    }

    fn manifold<V: ColliderSpace>(&mut self, manifold: &Manifold<V>) {
        self.vector(manifold.normal);
        self.count(manifold.points.len() as u64);
        for point in &manifold.points {
            self.vector(point.on_a);
            self.vector(point.on_b);
            self.number(point.separation);
            self.count(point.feature.0);
            self.flags([point.touching, point.persisted]);
            self.numbers(&point.user_data);
        }
    }

    /// A change of a pair that is reported.
    pub(crate) fn change<V: ColliderSpace>(&mut self, change: &Change<u32, V>) {
        let touch = &change.touch;
        self.key(change.key);
        self.key(change.bodies);
        self.vectors(&[touch.normal, touch.point, touch.other_point, touch.motion]);
        self.number(touch.depth);
        self.pose(&touch.other_pose);
    }

    /// The counters of a tick: a different search with the same answer changes the hash.
    pub(crate) fn counters(&mut self, counters: &Counters) {
        let &Counters { pairs, touching, speculative, rejected, undefined, at_rest, .. } = counters;
        let &Counters { skipped, recycled, points, support_calls, slow_steps, unfinished, .. } = counters;
        for count in [pairs, touching, speculative, rejected, undefined, at_rest] {
            self.count(count);
        }
        for count in [skipped, recycled, points, support_calls, slow_steps, unfinished] {
            self.count(count);
        }
    }

    pub(crate) fn measured<V: Vector>(&mut self, measured: &Measured<V>) {
        match &measured.relation {
            Relation::Beyond { axis, at_least } => {
                self.count(1);
                self.vector(*axis);
                self.number(*at_least);
            }
            Relation::Near(Separation { normal, distance, lower, upper, point_a, point_b }) => {
                self.count(2);
                self.vectors(&[*normal, *point_a, *point_b]);
                self.numbers(&[*distance, *lower, *upper]);
            }
            Relation::Undefined => self.count(3),
        }
        self.count(u64::from(measured.calls));
        self.count(u64::from(measured.slow_steps));
        self.flags([measured.unfinished, measured.recycled]);
    }

    pub(crate) fn cast<V: Vector>(&mut self, cast: &Cast<V>) {
        match &cast.outcome {
            CastOutcome::Hit(Impact { time, lower, at_start, separation, normal, point_a, point_b }) => {
                self.count(1);
                self.numbers(&[*time, *lower, *separation]);
                self.vectors(&[*normal, *point_a, *point_b]);
                self.flags([*at_start]);
            }
            CastOutcome::Miss { axis, proven } => {
                self.count(2);
                self.vector(*axis);
                self.flags([*proven]);
            }
            CastOutcome::Exhausted { lower } => {
                self.count(3);
                self.number(*lower);
            }
            CastOutcome::Undefined => self.count(4),
        }
        self.count(u64::from(cast.steps));
        self.count(u64::from(cast.calls));
    }
}
