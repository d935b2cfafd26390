//! Casts and times of impact of two colliders, each convex or composite.

use clinch_composite::{ColliderShape, Composite};
use clinch_contact::{
    Cast, CastSettings, MovingShape, Pair, TimeOfImpactSettings, cast as cast_convex, time_of_impact as time_of_impact_convex,
};
use clinch_shapes::Convex;
use clinch_support::{Basis, Rotation, Sweep};

use crate::collider_pair::{ColliderPair, body};
use crate::collider_space::ColliderSpace;
use crate::composites::motion::{cast_composites, time_of_impact_composites};
use crate::motion::cast::cast;
use crate::motion::composite_cast::CompositeCast;
use crate::motion::time_of_impact::time_of_impact;
use crate::scratch::CompositeScratch;

impl<V: ColliderSpace> ColliderPair<'_, V> {
    /// When does B, moving by `motion` per unit of time, come as near to A as the target? Neither
    /// rotates. As [`clinch_contact::cast`], [`cast`](fn@crate::cast) and
    /// [`cast_composites`](crate::cast_composites()); the motion is in A's frame. A surface with
    /// one side is hit from behind, too, unless the settings ignore its back.
    pub fn cast(&self, motion: V::Wide, settings: &CastSettings, scratch: &mut CompositeScratch<V>) -> CompositeCast<V> {
        match (self.a, self.b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                let pair = Pair { a: a as &dyn Convex<V>, b: b as &dyn Convex<V>, b_in_a: self.b_in_a };
                of_convex(cast_convex(&pair, motion, settings, scratch.convex()))
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => cast(&body(a, b, self.b_in_a), motion, settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let (a_in_b, motion_of_a) = (self.a_in_b(), -self.b_in_a.rotation.basis().unrotate(motion));
                cast(&body(b, a, a_in_b), motion_of_a, settings, scratch).swapped(|_| a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                cast_composites(&Pair { a, b, b_in_a: self.b_in_a }, motion, settings, scratch)
            }
        }
    }

    /// When, in a step from 0 to 1, do two colliders that translate and rotate first come as near
    /// as the target? As [`clinch_contact::time_of_impact`],
    /// [`time_of_impact`](fn@crate::time_of_impact) and
    /// [`time_of_impact_composites`](crate::time_of_impact_composites()). Needs no pair: the sweeps
    /// have the poses.
    ///
    /// ```
    /// use clinch_composite::ColliderShape;
    /// use clinch_composite_contact::{ColliderPair, CompositeScratch};
    /// use clinch_contact::{CastOutcome, MovingShape, TimeOfImpactSettings};
    /// use clinch_shapes::{Ball, ShapeError};
    /// use clinch_support::{Pose, Sweep};
    /// use glam::Vec3;
    ///
    /// let ball: ColliderShape<Vec3> = Ball::new(0.5)?.into();
    /// let rest = Sweep::still(Pose::IDENTITY);
    /// let falls = Sweep::along(Pose::at(Vec3::Y * 5.0), Vec3::Y * -8.0);
    /// let [a, b] = [&rest, &falls].map(|sweep| MovingShape { shape: &ball, sweep });
    /// let settings = TimeOfImpactSettings::default();
    /// let answer = ColliderPair::time_of_impact(a, b, &settings, &mut CompositeScratch::new());
    /// let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
    /// assert!((impact.time - 0.5).abs() < 1e-6);
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn time_of_impact(
        a: MovingShape<'_, V, &ColliderShape<V>>,
        b: MovingShape<'_, V, &ColliderShape<V>>,
        settings: &TimeOfImpactSettings,
        scratch: &mut CompositeScratch<V>,
    ) -> CompositeCast<V> {
        let (sweep_a, sweep_b) = (a.sweep, b.sweep);
        match (a.shape, b.shape) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                of_convex(time_of_impact_convex(convex(a, sweep_a), convex(b, sweep_b), settings, scratch.convex()))
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => {
                time_of_impact(composite(a, sweep_a), convex(b, sweep_b), settings, scratch)
            }
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = |time| sweep_a.pose_at(time).relative_to(&sweep_b.pose_at(time));
                time_of_impact(composite(b, sweep_b), convex(a, sweep_a), settings, scratch).swapped(a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                time_of_impact_composites(composite(a, sweep_a), composite(b, sweep_b), settings, scratch)
            }
        }
    }
}

fn of_convex<V: ColliderSpace>(cast: Cast<V>) -> CompositeCast<V> {
    CompositeCast { cast, sub_shapes: [None, None] }
}

// Behind pointers, so that each query is compiled once.

fn convex<'s, V: ColliderSpace>(shape: &'s V::Shape, sweep: &'s Sweep<V>) -> MovingShape<'s, V, &'s dyn Convex<V>> {
    MovingShape { shape, sweep }
}

fn composite<'s, V: ColliderSpace>(shape: &'s V::CompositeShape, sweep: &'s Sweep<V>) -> MovingShape<'s, V, &'s dyn Composite<V>> {
    MovingShape { shape, sweep }
}
