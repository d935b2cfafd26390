//! A scene, drawn completely before it is run: bodies, and for each tick their poses and the
//! candidate pairs.

use clinch_composite::ColliderShape;
use clinch_narrowphase::Attributes;
use clinch_shapes::Aabb;
use clinch_support::{Pose, Scalar};

use crate::space::SceneSpace;

/// The speculative margin. Sizes in a scene are about 1.
pub(crate) const MARGIN: f64 = 0.02;

/// Bodies and their motion.
pub(crate) struct Scene<V: SceneSpace> {
    pub(crate) bodies: Vec<Body<V>>,
    pub(crate) ticks: Vec<Tick<V>>,
    /// Pairs on which every other query is run too, at the poses of the first tick.
    pub(crate) queried: Vec<(u32, u32)>,
}

/// A collider. Its key is its index among the bodies.
pub(crate) struct Body<V: SceneSpace> {
    pub(crate) shape: ColliderShape<V>,
    pub(crate) attributes: Attributes<u32, V::Scalar>,
}

/// One step of a scene.
pub(crate) struct Tick<V: SceneSpace> {
    /// The pose of each body. A body without a pose is not in the stage in this tick.
    pub(crate) poses: Vec<Option<Pose<V>>>,
    /// The candidate pairs.
    pub(crate) pairs: Vec<(u32, u32)>,
}

/// The pairs whose bounds, expanded by the margin, overlap, as a broadphase finds them. All pairs
/// are tested, because scenes are small.
pub(crate) fn near<V: SceneSpace>(bodies: &[Body<V>], poses: &[Option<Pose<V>>]) -> Vec<(u32, u32)> {
    let bounds = |(body, pose): (&Body<V>, &Option<Pose<V>>)| -> Option<Aabb<V::Wide>> {
        let own = body.attributes.skin.widen() + MARGIN;
        pose.as_ref().map(|pose| body.shape.bounds(&pose.widen()).grown(own))
    };
    let bounds: Vec<Option<Aabb<V::Wide>>> = bodies.iter().zip(poses).map(bounds).collect();
    let mut pairs = Vec::new();
    for (a, bounds_a) in bounds.iter().enumerate() {
        for (b, bounds_b) in bounds.iter().enumerate().skip(a + 1) {
            let (Some(bounds_a), Some(bounds_b)) = (bounds_a, bounds_b) else { continue };
            let still = bodies[a].attributes.is_static && bodies[b].attributes.is_static;
            if !still && bounds_a.intersects(bounds_b) {
                pairs.push((a as u32, b as u32));
            }
        }
    }
    pairs
}
