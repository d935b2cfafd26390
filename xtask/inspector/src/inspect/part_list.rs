//! The parts of a composite shape in a report.

use clinch::composite::{ColliderShape, Composite, SubShapeId};
use clinch::support::{Pose, Vector};
use clinch_pairs::{BuildCollider, Collider};
use clinch_testkit::pair_file::ShapeSpec;

use crate::inspect::outlines::{convex_report, outline_of, pose_report};
use crate::report::{Outline, PartReport, ShapeReport};

/// Parts that are drawn although no contact names them. Larger: a page that is slow to draw.
const MAX_PARTS: usize = 2000;

/// The parts of a shape, by their place in its report.
pub(super) struct PartList {
    ids: Vec<SubShapeId>,
    count: usize,
}

impl PartList {
    /// The first parts of a composite shape; empty of a convex one.
    pub(super) fn of<V: BuildCollider>(collider: &Collider<V>) -> Self {
        let mut ids = Vec::new();
        if let ColliderShape::Composite(shape) = &collider.shape {
            shape.near(&shape.bounds(), &mut ids);
        }
        let count = ids.len();
        ids.truncate(MAX_PARTS);
        Self { ids, count }
    }

    /// The place of a part, which is drawn from now on.
    pub(super) fn place(&mut self, id: SubShapeId) -> usize {
        self.ids.iter().position(|&other| other == id).unwrap_or_else(|| {
            self.ids.push(id);
            self.ids.len() - 1
        })
    }

    /// The report of the shape whose parts these are.
    pub(super) fn report<V: BuildCollider>(&self, collider: &Collider<V>, spec: &ShapeSpec, pose: &Pose<V::Wide>) -> ShapeReport {
        let shape = match &collider.shape {
            ColliderShape::Convex(shape) => return convex_report(shape, spec, pose),
            ColliderShape::Composite(shape) => shape,
        };
        let bounds = collider.shape.bounds(pose);
        let bounded = bounds.min.is_finite() && bounds.max.is_finite();
        let parts = self.ids.iter().map(|&id| {
            let mut outline = Outline::default();
            shape.sub_shape(id, &mut |part, pose| outline = outline_of(part, pose.unwrap_or(&Pose::IDENTITY)));
            PartReport { index: collider.part(Some(id)), outline }
        });
        ShapeReport {
            spec: spec.clone(),
            core: collider.shape.kind().to_owned(),
            radius: 0.0,
            pose: pose_report::<V>(pose),
            outline: Outline::default(),
            core_outline: None,
            bounds: bounded.then(|| [V::coords(bounds.min), V::coords(bounds.max)]),
            half_space: None,
            parts: parts.collect(),
            hidden: self.count.saturating_sub(self.ids.len()),
        }
    }
}
