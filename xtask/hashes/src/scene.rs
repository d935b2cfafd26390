//! A scene, drawn whole: who takes part, and for each tick where everybody is and who is near whom.

use clinch_narrowphase::Attributes;
use clinch_shapes::{Aabb, Convex};
use clinch_support::{Pose, Scalar};

use crate::space::SceneSpace;

/// How far apart contacts are speculative. Lengths in a room are about 1.
pub(crate) const MARGIN: f64 = 0.02;

/// Bodies and what becomes of them.
pub(crate) struct Scene<V: SceneSpace> {
    pub(crate) bodies: Vec<Body<V>>,
    pub(crate) ticks: Vec<Tick<V>>,
    /// Pairs that are also asked everything else, where the first tick has them.
    pub(crate) asked: Vec<(u32, u32)>,
}

/// One who takes part; its key is its place among the bodies.
pub(crate) struct Body<V: SceneSpace> {
    pub(crate) shape: V::Shape,
    pub(crate) attributes: Attributes<u32, V::Scalar>,
}

/// One step of a scene.
pub(crate) struct Tick<V: SceneSpace> {
    /// Where each body is; who has no pose does not take part.
    pub(crate) poses: Vec<Option<Pose<V>>>,
    /// The candidate pairs.
    pub(crate) pairs: Vec<(u32, u32)>,
}

/// The pairs whose bounds, grown by the margin, meet: what a broadphase finds. All against all, for scenes are small.
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
