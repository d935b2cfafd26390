//! Queries of a composite shape and any other, in world space.

use clinch_composite::Composite;
use clinch_composite_contact::{
    CompositeCast, CompositeDistance, CompositeManifold, CompositeMemory, CompositeScratch, cast, cast_composites, collide,
    collide_composites, distance, distance_composites, overlap, overlap_composites, separation, separation_composites, time_of_impact,
    time_of_impact_composites,
};
use clinch_contact::{CastSettings, MovingShape, Pair, Settings, Space, TimeOfImpactSettings};
use clinch_shapes::Convex;
use clinch_support::{Basis, Pose, Rotation, Scalar, Sweep, Vector};

use crate::answer::{Answer, Penetration};
use crate::impact::{Impact, Motion, in_world};

/// The shape that a composite one is queried with. Behind a pointer: these queries are compiled
/// once, not for each type of shape.
#[derive(Clone, Copy)]
pub(crate) enum Other<'s, V: Vector> {
    Convex(&'s dyn Convex<V>),
    Composite(&'s dyn Composite<V>),
}

/// A composite shape and another one with their world poses.
pub(crate) struct CompositePair<'s, V: Vector> {
    pub(crate) a: &'s dyn Composite<V>,
    pub(crate) pose_a: Pose<V::Wide>,
    pub(crate) b: Other<'s, V>,
    pub(crate) pose_b: Pose<V::Wide>,
    /// A and B are exchanged: the answers are for (B, A).
    pub(crate) swapped: bool,
}

impl<'s, V: Space> CompositePair<'s, V> {
    fn b_in_a(&self) -> Pose<V::Wide> {
        self.pose_b.relative_to(&self.pose_a)
    }

    fn with<B>(&self, b: B) -> Pair<V, &'s dyn Composite<V>, B> {
        Pair { a: self.a, b, b_in_a: self.b_in_a() }
    }

    pub(crate) fn intersects(&self, scratch: &mut CompositeScratch<V>) -> bool {
        let touches = match self.b {
            Other::Convex(b) => overlap(&self.with(b), &Settings::default(), scratch),
            Other::Composite(b) => overlap_composites(&self.with(b), &Settings::default(), scratch),
        };
        touches == Some(true)
    }

    /// 0 if the shapes are not proved to be apart.
    pub(crate) fn distance(&self) -> V::Scalar {
        let (unlimited, mut scratch) = (Settings::with_margin(V::Scalar::INFINITY), CompositeScratch::new());
        let distance = match self.b {
            Other::Convex(b) => distance(&self.with(b), &unlimited, &mut scratch),
            Other::Composite(b) => distance_composites(&self.with(b), &unlimited, &mut scratch),
        };
        V::Scalar::narrow(match distance {
            CompositeDistance::Apart { separation, .. } => separation.distance,
            CompositeDistance::Touching => 0.0,
            // Nothing is beyond an infinite distance.
            CompositeDistance::Beyond { .. } | CompositeDistance::Undefined => f64::NAN,
        })
    }

    /// The signed distance, however far the shapes are apart.
    pub(crate) fn contact(&self) -> Answer<V> {
        let answer = self.closest_points(V::Scalar::INFINITY, &mut CompositeScratch::new());
        // Nothing is beyond an infinite distance.
        answer.unwrap_or_else(Answer::undefined)
    }

    /// `None` if the shapes are proved to be apart.
    pub(crate) fn penetration(&self) -> Option<Penetration<V>> {
        let answer = self.closest_points(V::Scalar::ZERO, &mut CompositeScratch::new())?;
        (answer.is_undefined() || answer.is_touching()).then(|| Penetration::new(&answer))
    }

    /// `None` if the shapes are proved to be farther apart than `within`.
    pub(crate) fn closest_points(&self, within: V::Scalar, scratch: &mut CompositeScratch<V>) -> Option<Answer<V>> {
        let settings = Settings::with_margin(within);
        let relation = match self.b {
            Other::Convex(b) => separation(&self.with(b), &settings, scratch),
            Other::Composite(b) => separation_composites(&self.with(b), &settings, scratch),
        };
        let answer = Answer::of_parts(&relation, &self.pose_a, &self.pose_b)?;
        Some(if self.swapped { answer.swapped() } else { answer })
    }

    /// All manifolds, the deepest first.
    pub(crate) fn manifolds(&self, margin: V::Scalar) -> Vec<CompositeManifold<V>> {
        let (settings, mut scratch, mut manifolds) = (Settings::with_margin(margin), CompositeScratch::new(), Vec::new());
        match self.b {
            Other::Convex(b) => collide(&self.with(b), &settings, &mut CompositeMemory::new(), &mut scratch, &mut manifolds),
            Other::Composite(b) => collide_composites(&self.with(b), &settings, &mut scratch, &mut manifolds),
        };
        if self.swapped {
            let b_in_a = self.b_in_a();
            manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&b_in_a));
        }
        manifolds
    }

    pub(crate) fn cast_shape(&self, motion: &Motion<V>, scratch: &mut CompositeScratch<V>) -> Impact<V> {
        let (motion_a, motion_b, settings) = (motion.a.widen(), motion.b.widen(), motion.settings());
        let (motion_a, motion_b) = if self.swapped { (motion_b, motion_a) } else { (motion_a, motion_b) };
        let in_a = self.pose_a.rotation.basis().unrotate(motion_b - motion_a);
        let CompositeCast { cast: answer, sub_shapes } = match self.b {
            Other::Convex(b) => cast(&self.with(b), in_a, &settings, scratch),
            Other::Composite(b) => cast_composites(&self.with(b), in_a, &settings, scratch),
        };
        let moved = |pose: &Pose<V::Wide>, by: V::Wide| Pose { translation: pose.translation + by, ..*pose };
        let poses = |time| (moved(&self.pose_a, motion_a * time), moved(&self.pose_b, motion_b * time));
        let impact = Impact { sub_shapes, ..in_world(&answer, settings.max_time, poses) };
        if self.swapped { impact.swapped() } else { impact }
    }
}

pub(crate) fn time_of_impact_with_composite<V: Space>(
    a: &dyn Composite<V>,
    sweep_a: &Sweep<V>,
    b: Other<'_, V>,
    sweep_b: &Sweep<V>,
    target_distance: V::Scalar,
) -> Impact<V> {
    let settings = TimeOfImpactSettings { target_distance: target_distance.widen(), ..TimeOfImpactSettings::default() };
    let mut scratch = CompositeScratch::new();
    let moving_a = MovingShape { shape: a, sweep: sweep_a };
    let CompositeCast { cast: answer, sub_shapes } = match b {
        Other::Convex(b) => time_of_impact(moving_a, MovingShape { shape: b, sweep: sweep_b }, &settings, &mut scratch),
        Other::Composite(b) => time_of_impact_composites(moving_a, MovingShape { shape: b, sweep: sweep_b }, &settings, &mut scratch),
    };
    Impact { sub_shapes, ..in_world(&answer, 1.0, |time| (sweep_a.pose_at(time), sweep_b.pose_at(time))) }
}

impl<V: Space> Motion<V> {
    fn settings(&self) -> CastSettings {
        CastSettings {
            target_distance: self.target_distance.widen(),
            max_time: self.max_time.widen(),
            initial_overlap: self.initial_overlap,
            back_faces: self.back_faces,
        }
    }
}
