//! The queries of two colliders of which at least one is composite.
//!
//! * If only B is composite, the pair with its shapes exchanged is answered.
//! * If both are, each part of B is a body. A part of A that is inside of a solid B is found by one
//!   of its points.

use clinch::composite::{ColliderShape, Composite, SubShapeId};
use clinch::composite_contact::{
    ColliderSpace, CompositeCast, CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, cast, collide,
    collide_composites, separation,
};
use clinch::contact::{Cast, CastOutcome, CastSettings, Impact, Pair, Separation, Settings};
use clinch::shapes::Convex;
use clinch::support::{Basis, Pose, Rotation, Scalar};

/// Two shapes, at least one of them composite, and B's pose in A's frame.
pub(super) struct CompositePair<'p, V: ColliderSpace> {
    pub(super) a: &'p ColliderShape<V>,
    pub(super) b: &'p ColliderShape<V>,
    pub(super) b_in_a: Pose<V::Wide>,
}

/// The parts of A and B that an answer is about.
pub(super) type Parts = [Option<SubShapeId>; 2];

/// A composite shape and a convex one, and two composite ones. Behind pointers, so that each query
/// is compiled once for shapes of all kinds.
type Body<'p, V> = Pair<V, &'p dyn Composite<V>, &'p dyn Convex<V>>;
type Composites<'p, V> = Pair<V, &'p dyn Composite<V>, &'p dyn Composite<V>>;

fn body<'p, V: ColliderSpace>(a: &'p dyn Composite<V>, b: &'p dyn Convex<V>, b_in_a: Pose<V::Wide>) -> Body<'p, V> {
    Pair { a, b, b_in_a }
}

impl<V: ColliderSpace> CompositePair<'_, V> {
    /// How far apart they are, or how deep they overlap, wherever they are. `None` if numbers are
    /// out of range.
    pub(super) fn separation(&self) -> Option<(Separation<V>, Parts)> {
        let (scratch, settings) = (&mut CompositeScratch::new(), Settings::with_margin(V::Scalar::INFINITY));
        let relation = match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => separation(&body(a, b, self.b_in_a), &settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                separation(&body(b, a, a_in_b), &settings, scratch).swapped(&a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => return self.of_parts(a, b, scratch),
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => CompositeRelation::Undefined,
        };
        near(relation)
    }

    /// The least separation of all parts of B.
    fn of_parts(&self, a: &dyn Composite<V>, b: &dyn Composite<V>, scratch: &mut CompositeScratch<V>) -> Option<(Separation<V>, Parts)> {
        let mut least = Least::new();
        for_each_part(b, |id, shape, pose| {
            let b_in_a = pose.map_or(self.b_in_a, |pose| self.b_in_a.after(pose));
            let relation = separation(&body(a, shape, b_in_a), &least.settings(), scratch);
            least.add(relation, |near, [part_a, _]| {
                (Separation { point_b: pose.map_or(near.point_b, |pose| pose.point(near.point_b)), ..near }, [part_a, Some(id)])
            });
        });
        let (mut inside, a_in_b) = (Least::new(), self.a_in_b());
        if least.is_apart() {
            for_each_part(a, |id, shape, pose| {
                let part_in_b = pose.map_or(a_in_b, |pose| a_in_b.after(pose));
                if b.contains(part_in_b.point(shape.interior().widen())) {
                    let relation = separation(&body(b, shape, part_in_b), &Settings::default(), scratch);
                    inside.add(relation, |near, [part_b, _]| {
                        let normal = -self.b_in_a.vector(near.normal);
                        let point_a = pose.map_or(near.point_b, |pose| pose.point(near.point_b));
                        (Separation { normal, point_a, point_b: near.point_a, ..near }, [Some(id), part_b])
                    });
                }
            });
        }
        inside.answer().or_else(|| least.answer())
    }

    /// Writes the manifolds up to a separation, in A's frame, the deepest first.
    pub(super) fn collide(&self, prediction: V::Scalar) -> Vec<CompositeManifold<V>> {
        let (scratch, settings, mut manifolds) = (&mut CompositeScratch::new(), Settings::with_margin(prediction), Vec::new());
        match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => {
                collide(&body(a, b, self.b_in_a), &settings, &mut CompositeMemory::new(), scratch, &mut manifolds);
            }
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                collide(&body(b, a, a_in_b), &settings, &mut CompositeMemory::new(), scratch, &mut manifolds);
                manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&a_in_b));
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                let pair: Composites<'_, V> = Pair { a, b, b_in_a: self.b_in_a };
                collide_composites(&pair, &settings, scratch, &mut manifolds);
            }
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => {}
        }
        manifolds
    }

    /// When B, moving by `motion` in A's frame, comes as near to A as the target.
    pub(super) fn cast(&self, motion: V::Wide, settings: &CastSettings) -> (Cast<V>, Parts) {
        let scratch = &mut CompositeScratch::new();
        match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => {
                let CompositeCast { cast, sub_shape } = cast(&body(a, b, self.b_in_a), motion, settings, scratch);
                (cast, [sub_shape, None])
            }
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let pair = body(b, a, self.a_in_b());
                let CompositeCast { cast, sub_shape } = cast(&pair, -self.b_in_a.rotation.basis().unrotate(motion), settings, scratch);
                let outcome = match cast.outcome {
                    CastOutcome::Hit(impact) => {
                        let normal = -self.b_in_a.vector(impact.normal);
                        CastOutcome::Hit(Impact { normal, point_a: impact.point_b, point_b: impact.point_a, ..impact })
                    }
                    other => other,
                };
                (Cast { outcome, ..cast }, [None, sub_shape])
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => self.cast_parts([a, b], motion, settings, scratch),
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => {
                (Cast { outcome: CastOutcome::Undefined, steps: 0, calls: 0 }, [None; 2])
            }
        }
    }

    /// The earliest hit of all parts of B.
    fn cast_parts(
        &self,
        [a, b]: [&dyn Composite<V>; 2],
        motion: V::Wide,
        settings: &CastSettings,
        scratch: &mut CompositeScratch<V>,
    ) -> (Cast<V>, Parts) {
        let of = |outcome: CastOutcome<V>| Cast { outcome, steps: 0, calls: 0 };
        let Some((near, parts)) = self.separation() else { return (of(CastOutcome::Undefined), [None; 2]) };
        if near.lower <= settings.target_distance {
            let Separation { distance, normal, point_a, point_b, .. } = near;
            let impact = Impact { time: 0.0, lower: 0.0, at_start: true, separation: distance, normal, point_a, point_b };
            return (of(CastOutcome::Hit(impact)), parts);
        }
        let mut first: Option<(Cast<V>, Parts)> = None;
        for_each_part(b, |id, shape, pose| {
            let b_in_a = pose.map_or(self.b_in_a, |pose| self.b_in_a.after(pose));
            let CompositeCast { mut cast, sub_shape } = cast(&body(a, shape, b_in_a), motion, settings, scratch);
            if let CastOutcome::Hit(impact) = &mut cast.outcome {
                impact.point_b = pose.map_or(impact.point_b, |pose| pose.point(impact.point_b));
            }
            if first.as_ref().is_none_or(|(before, _)| order(&cast) < order(before)) {
                first = Some((cast, [sub_shape, Some(id)]));
            }
        });
        first.unwrap_or((of(CastOutcome::Undefined), [None; 2]))
    }

    fn a_in_b(&self) -> Pose<V::Wide> {
        Pose::<V::Wide>::IDENTITY.relative_to(&self.b_in_a)
    }
}

/// What is not defined is before everything, and a search that ended at a limit before what may
/// come later.
fn order<V: ColliderSpace>(cast: &Cast<V>) -> f64 {
    match &cast.outcome {
        CastOutcome::Hit(impact) => impact.time,
        CastOutcome::Miss { .. } => f64::INFINITY,
        CastOutcome::Exhausted { lower } => *lower,
        CastOutcome::Undefined => f64::NEG_INFINITY,
    }
}

fn near<V: ColliderSpace>(relation: CompositeRelation<V>) -> Option<(Separation<V>, Parts)> {
    match relation {
        CompositeRelation::Near { separation, sub_shapes } => Some((separation, sub_shapes)),
        CompositeRelation::Beyond { .. } | CompositeRelation::Undefined => None,
    }
}

fn for_each_part<V: ColliderSpace>(
    composite: &dyn Composite<V>,
    mut visit: impl FnMut(SubShapeId, &dyn Convex<V>, Option<&Pose<V::Wide>>),
) {
    let mut ids = Vec::new();
    composite.near(&composite.bounds(), &mut ids);
    ids.into_iter().for_each(|id| composite.sub_shape(id, &mut |shape, pose| visit(id, shape, pose)));
}

/// The least separation so far.
struct Least<V: ColliderSpace> {
    best: Option<(Separation<V>, Parts)>,
    lower: f64,
    upper: f64,
    undefined: bool,
}

impl<V: ColliderSpace> Least<V> {
    fn new() -> Self {
        Self { best: None, lower: f64::INFINITY, upper: f64::INFINITY, undefined: false }
    }

    /// Nothing farther than the nearest matters.
    fn settings(&self) -> Settings<V::Scalar> {
        Settings::with_margin(V::Scalar::narrow_up(self.upper))
    }

    fn add(&mut self, relation: CompositeRelation<V>, place: impl FnOnce(Separation<V>, Parts) -> (Separation<V>, Parts)) {
        match relation {
            CompositeRelation::Near { separation, sub_shapes } => {
                self.lower = self.lower.min(separation.lower);
                self.upper = self.upper.min(separation.upper);
                if self.best.as_ref().is_none_or(|(best, _)| separation.distance < best.distance) {
                    self.best = Some(place(separation, sub_shapes));
                }
            }
            CompositeRelation::Beyond { at_least } => self.lower = self.lower.min(at_least),
            CompositeRelation::Undefined => self.undefined = true,
        }
    }

    fn is_apart(&self) -> bool {
        self.best.as_ref().is_some_and(|(best, _)| !best.is_touching())
    }

    fn answer(self) -> Option<(Separation<V>, Parts)> {
        let Self { lower, upper, .. } = self;
        let best = self.best.filter(|_| !self.undefined);
        best.map(|(best, parts)| (Separation { lower: lower.min(best.lower), upper: upper.min(best.upper), ..best }, parts))
    }
}
