//! The contacts of two colliders, in world space and about the origins of both.

use clinch_composite::ColliderShape;
use clinch_composite_contact::{CompositeManifold, CompositeScratch, collide, collide_composites};
use clinch_contact::{Manifold, Pair, Settings, collide as collide_convex};
use clinch_support::{Basis as _, Pose, Rotation as _, Scalar as _};

use crate::collider::Collider;
use crate::dimension::Dimension;
use crate::pair_memory::PairMemory;

/// A pair within the prediction distance gets all points within this multiple of it. avian drops
/// those that are neither near nor approaching. It keeps a manifold while the pair moves by up to
/// 2.5 prediction distances, in which a corner without a point would penetrate. Larger: more points
/// that avian drops. Smaller: a box that lands on an edge penetrates with the other one.
///
/// No point of the smaller collider is farther from its nearest one than its diameter, so a large
/// prediction distance, as that of a fast body, is not multiplied.
const MARGIN_FACTOR: f32 = 10.0;

/// Two colliders with their poses.
pub(crate) struct Contacts<'c, V: Dimension> {
    pub(crate) colliders: [&'c Collider<V>; 2],
    pub(crate) poses: [Pose<V::Wide>; 2],
    pub(crate) prediction: f32,
}

/// A point of a manifold as avian stores it.
pub(crate) struct WorldPoint<V: Dimension> {
    /// From the position of the first collider to the middle of the contact.
    pub(crate) anchor1: V,
    /// The same from the second.
    pub(crate) anchor2: V,
    pub(crate) middle: V::Wide,
    pub(crate) penetration: f32,
    /// Distinct within the pair, and the same from tick to tick.
    pub(crate) number: u32,
}

impl<V: Dimension> Contacts<'_, V> {
    /// Computes the manifolds, and calls `write` with the normal and the points of each.
    pub(crate) fn find(&self, memory: &mut PairMemory<V>, mut write: impl FnMut(V, &[WorldPoint<V>])) {
        let [Some(a), Some(b)] = self.colliders.map(Collider::shape_scaled) else {
            memory.manifolds.clear();
            return;
        };
        memory.set_shapes(self.colliders.map(Collider::key));
        let frames = [self.colliders[0].frame(&self.poses[0]), self.colliders[1].frame(&self.poses[1])];
        let [of_a, of_b] = self.colliders.map(Collider::diameter);
        let beyond = (MARGIN_FACTOR - 1.0) * self.prediction;
        let margin = self.prediction + beyond.min(of_a.min(of_b));
        let flipped = V::with_scratch(|scratch| find(&Shapes { a, b, frames: &frames }, margin, memory, scratch));
        memory.manifolds.retain(|manifold| manifold.manifold.separation() <= self.prediction);
        memory.numbers.number(&mut memory.manifolds);
        let mut points = Vec::new();
        for CompositeManifold { manifold, .. } in &memory.manifolds {
            let frame = &frames[usize::from(flipped)];
            let normal = frame.rotation.basis().rotate(manifold.normal.widen());
            points.clear();
            // Half-spaces can overlap by an infinite depth, which a solver cannot use.
            points.extend(manifold.points.iter().filter(|point| point.separation.is_finite()).map(|point| {
                let middle = frame.point(point.on_a.widen()) + normal * (0.5 * point.separation.widen());
                let [anchor1, anchor2] = self.poses.map(|pose| V::narrow(middle - pose.translation));
                WorldPoint { anchor1, anchor2, middle, penetration: -point.separation, number: point.user_data[0] as u32 }
            }));
            if !points.is_empty() {
                write(V::narrow(if flipped { -normal } else { normal }), &points);
            }
        }
    }
}

/// Both shapes, and the poses of their frames.
struct Shapes<'s, V: Dimension> {
    a: &'s ColliderShape<V>,
    b: &'s ColliderShape<V>,
    frames: &'s [Pose<V::Wide>; 2],
}

/// Replaces the manifolds in the memory. Returns whether A and B are exchanged in them.
fn find<V: Dimension>(shapes: &Shapes<'_, V>, margin: f32, memory: &mut PairMemory<V>, scratch: &mut CompositeScratch<V>) -> bool {
    let settings = Settings::with_margin(margin);
    let [frame_a, frame_b] = shapes.frames;
    let (b_in_a, a_in_b) = (|| frame_b.relative_to(frame_a), || frame_a.relative_to(frame_b));
    let PairMemory { convex, composite, manifolds, .. } = memory;
    match (shapes.a, shapes.b) {
        (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
            manifolds.truncate(1);
            if manifolds.is_empty() {
                manifolds.push(CompositeManifold { manifold: Manifold::new(), sub_shapes: [None; 2] });
            }
            for CompositeManifold { manifold, .. } in manifolds.iter_mut() {
                collide_convex(&Pair { a, b, b_in_a: b_in_a() }, &settings, convex, scratch.convex(), manifold);
            }
            false
        }
        (ColliderShape::Composite(a), ColliderShape::Convex(b)) => {
            collide(&Pair { a, b, b_in_a: b_in_a() }, &settings, composite, scratch, manifolds);
            false
        }
        (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
            collide(&Pair { a: b, b: a, b_in_a: a_in_b() }, &settings, composite, scratch, manifolds);
            true
        }
        // The parts of B are the bodies, of which a compound has fewer than a surface.
        (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
            let flipped = V::is_compound(a) && !V::is_compound(b);
            if flipped {
                collide_composites(&Pair { a: b, b: a, b_in_a: a_in_b() }, &settings, scratch, manifolds);
            } else {
                collide_composites(&Pair { a, b, b_in_a: b_in_a() }, &settings, scratch, manifolds);
            }
            flipped
        }
    }
}
