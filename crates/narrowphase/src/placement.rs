//! The only place where world numbers meet.

use bevy_ecs::component::Component;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_support::{Pose, Vector};

/// Where a collider is. Implement it for your own transform component, or use [`Placement`] or [`WidePlacement`]. With the feature `bevy_transform` bevy's
/// `GlobalTransform` is a place, too: of its scale nothing is taken.
///
/// All that the stage asks is where one body is *as seen from another*: a world of `f64` positions, of grid cells or of shifted origins subtracts in its
/// own way, and everything below works in A's frame. Two places that are equal are taken for the same: that is how the stage knows that something at rest has
/// been moved after all.
pub trait Placed<V: Vector>: Clone + PartialEq + Send + Sync + 'static {
    /// This body's pose in the frame of `frame`'s body, in `f64`.
    fn pose_in(&self, frame: &Self) -> Pose<V::Wide>;
}

/// A pose in the shapes' own precision.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(opaque, Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct Placement<V: Vector>(pub Pose<V>);

impl<V: Vector> Placement<V> {
    /// At this pose.
    pub fn new(pose: Pose<V>) -> Self {
        Self(pose)
    }

    /// At this point of the world, not turned.
    pub fn at(translation: V) -> Self {
        Self(Pose::at(translation))
    }
}

impl<V: Vector> Placed<V> for Placement<V> {
    fn pose_in(&self, frame: &Self) -> Pose<V::Wide> {
        self.0.relative_to(&frame.0)
    }
}

impl<V: Vector> Default for Placement<V> {
    fn default() -> Self {
        Self(Pose::IDENTITY)
    }
}

/// A pose in `f64`, whatever the precision of the shapes: `f32` shapes in a large world.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    reflect(opaque, Component, Clone, Debug, PartialEq, Default),
    type_path = "clinch_narrowphase"
)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(serialize = "V: Vector, Pose<V::Wide>: serde::Serialize", deserialize = "V: Vector, Pose<V::Wide>: serde::Deserialize<'de>")
    )
)]
pub struct WidePlacement<V: Vector>(pub Pose<V::Wide>);

impl<V: Vector> WidePlacement<V> {
    /// At this pose.
    pub fn new(pose: Pose<V::Wide>) -> Self {
        Self(pose)
    }

    /// At this point of the world, not turned.
    pub fn at(translation: V::Wide) -> Self {
        Self(Pose::at(translation))
    }
}

impl<V: Vector> Placed<V> for WidePlacement<V> {
    fn pose_in(&self, frame: &Self) -> Pose<V::Wide> {
        self.0.relative_to(&frame.0)
    }
}

impl<V: Vector> Default for WidePlacement<V> {
    fn default() -> Self {
        Self(Pose::IDENTITY)
    }
}

/// Where a collider is: at its body's place, or at an offset from it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize, P: serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>, P: serde::Deserialize<'de>"
        )
    )
)]
pub struct Attached<V: Vector, P> {
    /// The body's place.
    pub body: P,
    /// The collider's pose in the body's frame; `None` if they are one.
    pub offset: Option<Pose<V>>,
}

impl<V: Vector, P: Placed<V>> Placed<V> for Attached<V, P> {
    fn pose_in(&self, frame: &Self) -> Pose<V::Wide> {
        let bodies = self.body.pose_in(&frame.body);
        let moved = match &self.offset {
            Some(offset) => bodies.after(&offset.widen()),
            None => bodies,
        };
        match &frame.offset {
            Some(offset) => moved.relative_to(&offset.widen()),
            None => moved,
        }
    }
}

/// Where colliders are, by slot. Goes with the table whose colliders it places.
#[derive(Clone, Debug)]
pub struct Places<P>(pub(crate) Vec<P>);

impl<P> Places<P> {
    /// Of nobody.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// Puts the collider of a slot somewhere; whether it was somewhere else, or nowhere, before.
    pub(crate) fn put(&mut self, slot: u32, place: P) -> bool
    where
        P: Clone + PartialEq,
    {
        let slot = slot as usize;
        if slot >= self.0.len() {
            // Slots below that are not filled belong to colliders that are yet to be called; or these are the places of another table.
            self.0.resize(slot + 1, place);
            return true;
        }
        let moved = self.0[slot] != place;
        if moved {
            self.0[slot] = place;
        }
        moved
    }
}

impl<P> Default for Places<P> {
    fn default() -> Self {
        Self::new()
    }
}
