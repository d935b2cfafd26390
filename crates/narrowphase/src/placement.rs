//! Where colliders are. The only module that handles world coordinates.

use bevy_ecs::component::Component;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use clinch_support::{Pose, Vector};

/// Where a collider or a body is. Implement it for your own transform component, or use
/// [`Placement`] or [`WidePlacement`]. With the feature `bevy_transform` bevy's `GlobalTransform`
/// implements it; its scale is ignored.
///
/// The stage only needs the *relative* pose of two bodies: a world of `f64` positions, of grid
/// cells or of shifted origins subtracts in its own way, and everything below works in A's frame.
///
/// A placement that equals last tick's has not moved. This is how the stage notices that a collider
/// at rest was moved after all.
pub trait Placed<V: Vector>: Clone + PartialEq + Send + Sync + 'static {
    /// The pose of this body in the frame of `frame`, in `f64`.
    fn pose_in(&self, frame: &Self) -> Pose<V::Wide>;
}

/// A world pose in the scalar of the shapes.
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
    /// A placement at this pose.
    pub fn new(pose: Pose<V>) -> Self {
        Self(pose)
    }

    /// A placement at this point, without rotation.
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

/// A world pose in `f64`, whatever the scalar of the shapes: for `f32` shapes in a large world.
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
    /// A placement at this pose.
    pub fn new(pose: Pose<V::Wide>) -> Self {
        Self(pose)
    }

    /// A placement at this point, without rotation.
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

/// The placement of a collider: that of its body, with an optional offset.
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
    /// The placement of the body.
    pub body: P,
    /// The collider's pose in the body's frame; `None` stands for the identity.
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

/// The placements of the colliders of a [`ContactTable`](crate::ContactTable). Belongs to one
/// table: pass the same value in every tick.
#[derive(Clone, Debug)]
pub struct Placements<P> {
    by_slot: Vec<P>,
}

impl<P> Placements<P> {
    /// An empty list.
    pub fn new() -> Self {
        Self { by_slot: Vec::new() }
    }

    /// `None` if these are not the placements of the slot's table.
    pub(crate) fn get(&self, slot: u32) -> Option<&P> {
        self.by_slot.get(slot as usize)
    }

    /// Sets the placement of a slot. Returns whether it is another than before, or the first.
    pub(crate) fn set(&mut self, slot: u32, placement: P) -> bool
    where
        P: Clone + PartialEq,
    {
        let slot = slot as usize;
        if slot >= self.by_slot.len() {
            // Lower slots without a placement are set later in this sync; or these are the
            // placements of another table.
            self.by_slot.resize(slot + 1, placement);
            return true;
        }
        let moved = self.by_slot[slot] != placement;
        if moved {
            self.by_slot[slot] = placement;
        }
        moved
    }

    /// The placements of the slots 0, 1, 2 and so on.
    #[cfg(feature = "serde")]
    pub(crate) fn from_slots(by_slot: Vec<P>) -> Self {
        Self { by_slot }
    }
}

impl<P> Default for Placements<P> {
    fn default() -> Self {
        Self::new()
    }
}
