//! The collider: a shape of clinch with avian's scale.

use std::sync::atomic::{AtomicU64, Ordering};

use bevy_ecs::component::Component;
use clinch_composite::{ColliderShape, Composite as _};
use clinch_shapes::{Aabb, Convex as _, Moments};
use clinch_support::{Basis as _, Pose, Rotation as _, Scalar as _, Vector as _};

use crate::dimension::Dimension;

/// The farthest coordinate of bounds. A half-space has no bounds, but avian subtracts and squares
/// those of a collider, which must not overflow in `f32`.
const FARTHEST: f64 = 1e18;

/// Names the shape of a collider: clones have the same key, and every change makes another one. The
/// memory of a pair is valid for the shapes it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeKey(u64);

impl ShapeKey {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A collider component for avian whose contacts are clinch's.
///
/// [`d3::Collider`](crate::d3::Collider) and `d2::Collider` are its two types. Their constructors
/// have the names and arguments of avian's. [`new`](Self::new) takes any shape of clinch, with what
/// its own constructor validates.
///
/// A constructor that is given sizes which no shape has, negative or not finite, logs an error and
/// makes an [empty](Self::empty) collider; those that begin with `try_` return the error.
#[derive(Component, Clone, Debug)]
pub struct Collider<V: Dimension> {
    unscaled: Option<ColliderShape<V>>,
    scaled: Option<ColliderShape<V>>,
    scale: V,
    /// The origin of the unscaled shape's frame in the collider's.
    origin: V,
    moments: Option<Moments<V::Wide>>,
    key: ShapeKey,
}

impl<V: Dimension> Collider<V> {
    /// The collider of a shape.
    pub fn new(shape: impl Into<ColliderShape<V>>) -> Self {
        Self::at(V::ZERO, Some(shape.into()))
    }

    /// A collider that touches nothing, and has no mass.
    pub fn empty() -> Self {
        Self::at(V::ZERO, None)
    }

    pub(crate) fn at(origin: V, shape: Option<ColliderShape<V>>) -> Self {
        let moments = shape.as_ref().and_then(moments);
        Self { unscaled: shape.clone(), scaled: shape, scale: V::from_fn(|_| 1.0), origin, moments, key: ShapeKey::new() }
    }

    /// The collider of a shape, or an empty one if the shape was refused.
    pub(crate) fn of<S: Into<ColliderShape<V>>, E: core::fmt::Display>(shape: Result<S, E>) -> Self {
        match shape {
            Ok(shape) => Self::new(shape),
            Err(error) => {
                tracing::error!("a collider is empty, because its shape was refused: {error}");
                Self::empty()
            }
        }
    }

    /// The shape before scaling; `None` if the collider is empty. It is in its own frame, which is
    /// that of the collider but for height fields: see [`frame`](Self::frame).
    pub fn shape(&self) -> Option<&ColliderShape<V>> {
        self.unscaled.as_ref()
    }

    /// The scaled shape, in its own frame; `None` if the collider is empty.
    pub fn shape_scaled(&self) -> Option<&ColliderShape<V>> {
        self.scaled.as_ref()
    }

    /// Replaces the shape. The scale is applied to the new one.
    pub fn set_shape(&mut self, shape: impl Into<ColliderShape<V>>) {
        let scale = self.scale;
        *self = Self::new(shape);
        self.rescale(scale);
    }

    /// The factor of each coordinate.
    pub fn scale(&self) -> V {
        self.scale
    }

    /// Scales the shape by a factor per axis, exactly: a ball with three factors is an ellipsoid. A
    /// scale that the shape cannot have logs an error and makes the collider touch nothing until it
    /// has another: 0 for a mesh, a mirrored height field, or any of a user's composite shape.
    pub(crate) fn rescale(&mut self, scale: V) {
        if scale == self.scale {
            return;
        }
        self.scale = scale;
        self.key = ShapeKey::new();
        let one = V::from_fn(|_| 1.0);
        self.scaled = self.unscaled.as_ref().and_then(|shape| match shape {
            shape if scale == one => Some(shape.clone()),
            ColliderShape::Convex(shape) => V::scaled_convex(shape, scale).map(ColliderShape::Convex),
            ColliderShape::Composite(shape) => V::scaled_composite(shape, scale).map(ColliderShape::Composite),
        });
        if let (Some(shape), None) = (&self.unscaled, &self.scaled) {
            tracing::error!("a collider touches nothing, because a {} cannot have the scale {scale:?}", shape.kind());
        }
        self.moments = self.scaled.as_ref().and_then(moments);
    }

    pub(crate) fn key(&self) -> ShapeKey {
        self.key
    }

    /// The pose of the [scaled shape](Self::shape_scaled)'s frame, if the collider is at `pose`.
    /// They are equal but for height fields: the frame of clinch's has its origin at a corner.
    pub fn frame(&self, pose: &Pose<V::Wide>) -> Pose<V::Wide> {
        Pose { translation: pose.translation + pose.rotation.basis().rotate(self.scaled_origin()), ..*pose }
    }

    fn scaled_origin(&self) -> V::Wide {
        V::Wide::from_fn(|axis| self.origin.get(axis).widen() * self.scale.get(axis).widen())
    }

    /// The bounds at a pose of the collider, grown by a margin.
    pub(crate) fn bounds(&self, pose: &Pose<V::Wide>, margin: f32) -> Aabb<V::Wide> {
        let at = self.frame(pose);
        let bounds = self.scaled.as_ref().map_or(Aabb { min: at.translation, max: at.translation }, |shape| shape.bounds(&at));
        let bounds = bounds.grown(margin.widen());
        let limited = |corner: V::Wide| V::Wide::from_fn(|axis| corner.get(axis).clamp(-FARTHEST, FARTHEST));
        Aabb { min: limited(bounds.min), max: limited(bounds.max) }
    }

    /// The distance of a point in the collider's frame from the farthest point of the shape,
    /// rounded up.
    pub(crate) fn farthest_from(&self, point: V::Wide) -> f32 {
        let from_shape = point - self.scaled_origin();
        let distance = match &self.scaled {
            None => 0.0,
            Some(ColliderShape::Convex(shape)) => {
                let ball = shape.bounding_ball();
                (from_shape - ball.center).length() + ball.radius
            }
            Some(ColliderShape::Composite(_)) => {
                let bounds = self.bounds(&Pose::IDENTITY, 0.0);
                (point - bounds.center()).length() + 0.5 * (bounds.max - bounds.min).length()
            }
        };
        f32::narrow_up(if distance < FARTHEST { distance } else { FARTHEST })
    }

    /// At least the distance of any two points of the shape.
    pub(crate) fn diameter(&self) -> f32 {
        let diameter = match &self.scaled {
            None => 0.0,
            Some(ColliderShape::Convex(shape)) => 2.0 * shape.bounding_ball().radius,
            Some(ColliderShape::Composite(shape)) => {
                let bounds = shape.bounds();
                (bounds.max - bounds.min).length()
            }
        };
        f32::narrow_up(if diameter < FARTHEST { diameter } else { FARTHEST })
    }

    /// The volume (2D: area), centroid and second moments in the collider's frame; `None` if it has
    /// none.
    pub(crate) fn moments(&self) -> Option<Moments<V::Wide>> {
        self.moments.map(|moments| moments.translated(self.scaled_origin()))
    }
}

fn moments<V: Dimension>(shape: &ColliderShape<V>) -> Option<Moments<V::Wide>> {
    match shape {
        ColliderShape::Convex(shape) => shape.moments(),
        ColliderShape::Composite(shape) => shape.moments(),
    }
}
