//! Debug lines of a table, for any renderer.

use std::hash::Hash;

use clinch_composite::{ColliderShape, Composite, SubShapeId};
use clinch_composite_contact::{ColliderSpace, PartVerdict, Verdict};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, SupportMap, Vector};

use crate::contact_table::ContactTable;
use crate::outline::{outline, outline_of_parts};
use crate::placement::{Placed, Placements};
use crate::row::{Entry, Row, State};

/// What a debug line shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DebugPart {
    /// The outline of a collider.
    Shape,
    /// A contact point: from its position on A to its position on B.
    Point,
    /// The normal at a contact point, starting on A.
    Normal,
    /// The gap between two separated colliders along their separating axis, starting on A.
    Axis,
    /// The contact of a part of a composite collider that is dropped: its normal, starting on A.
    Dropped,
    /// From the contact of a part that is dropped to the middle of a part that covers it: a
    /// neighbour that is nearer, or a part that is at least as deep.
    Cover,
}

/// A line to draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine<K, V> {
    /// The end points, in the frame that was passed to [`debug_lines`](ContactTable::debug_lines).
    /// They coincide for a contact point of separation 0.
    pub ends: [V; 2],
    /// What the line shows.
    pub part: DebugPart,
    /// The collider of an outline; else collider A.
    pub collider: K,
    /// Collider B; `None` for an outline.
    pub other: Option<K>,
}

/// Which debug lines to draw, and how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLineOptions<S> {
    /// Draw outlines.
    pub shapes: bool,
    /// Draw contact points and normals.
    pub contacts: bool,
    /// Draw the gaps of separated pairs whose separating axis is known.
    pub axes: bool,
    /// Draw the contacts of parts of composite colliders that are dropped, and what covers them.
    /// Queries all these pairs again: see [`ContactTable::explain`].
    pub dropped: bool,
    /// The length of normals, and how far the cross of a half-space extends to each side.
    pub length: S,
}

impl<S: Scalar> Default for DebugLineOptions<S> {
    /// Everything but what is dropped, with a length of 0.5.
    fn default() -> Self {
        Self { shapes: true, contacts: true, axes: true, dropped: false, length: S::narrow(0.5) }
    }
}

impl<K: Copy + Ord + Hash, V: ColliderSpace> ContactTable<K, V> {
    /// Calls `line` for every line that `options` enable, in the frame `frame`: first the outlines
    /// of the colliders in sort order, at the placements of the last sync, then the pairs in the
    /// order of their keys. Round shapes are drawn as loops of 32 lines in each of their coordinate
    /// planes.
    ///
    /// Costs microseconds per collider and pair: meant for debugging.
    pub fn debug_lines<P: Placed<V>>(
        &self,
        placements: &Placements<P>,
        frame: &P,
        options: &DebugLineOptions<V::Scalar>,
        mut line: impl FnMut(DebugLine<K, V>),
    ) {
        let length = options.length.widen();
        for &slot in self.colliders.by_rank.iter().filter(|_| options.shapes) {
            let (collider, Some(placement)) = (self.colliders.data(slot), placements.get(slot)) else { continue };
            let pose = placement.pose_in(frame);
            let draw = |from, to| {
                let ends = [from, to].map(|end| V::narrow(pose.point(end)));
                line(DebugLine { ends, part: DebugPart::Shape, collider: collider.key(), other: None });
            };
            match &collider.shape {
                ColliderShape::Convex(shape) => outline(shape, length, draw),
                ColliderShape::Composite(shape) => outline_of_parts(shape, length, draw),
            }
        }
        for &Entry { a, b, row: index } in &self.entries {
            let (row, slots) = (&self.rows[index as usize], [a, b]);
            let Some(placement) = placements.get(a) else { continue };
            let a = placement.pose_in(frame);
            let mut draw = |part: DebugPart, from: V::Wide, to: V::Wide| {
                let (ends, key) = ([from, to].map(|end| V::narrow(a.point(end))), row.key());
                line(DebugLine { ends, part, collider: key.a, other: Some(key.b) });
            };
            for (normal, point) in row.points().filter(|_| options.contacts) {
                let (on_a, on_b) = (point.on_a.widen(), row.b_in_a.point(point.on_b));
                draw(DebugPart::Point, on_a, on_b);
                draw(DebugPart::Normal, on_a, on_a + normal.widen() * length);
            }
            let shapes = slots.map(|slot| self.colliders.data(slot).shape.as_convex());
            if let [Some(a), Some(b)] = shapes
                && let Some([from, to]) = gap(row, [a, b]).filter(|_| options.axes)
            {
                draw(DebugPart::Axis, from, to);
            }
            if options.dropped && row.composite.is_some() {
                let shapes = slots.map(|slot| self.colliders.data(slot).shape.as_composite());
                let middle = |of_b: bool, id: SubShapeId| {
                    let middle = middle_of_part::<V>(shapes[usize::from(of_b)]?, id)?;
                    Some(if of_b { row.b_in_a.widen().point(middle) } else { middle })
                };
                for verdict in self.explain_row(placements, index) {
                    draw_dropped(&verdict, length, middle, &mut draw);
                }
            }
        }
    }
}

/// The lines of a contact of a part that is dropped; none if it is kept. `middle` is that of a part
/// of A, or of B, in A's frame.
fn draw_dropped<V: ColliderSpace>(
    of: &PartVerdict<V>,
    length: f64,
    middle: impl Fn(bool, SubShapeId) -> Option<V::Wide>,
    draw: &mut impl FnMut(DebugPart, V::Wide, V::Wide),
) {
    let from = of.separation.point_a;
    // Of a convex shape A, the parts are those of B.
    let (is_drawn, of_b, covers) = match &of.verdict {
        Verdict::Kept | Verdict::Joined { .. } => (false, false, &[][..]),
        Verdict::OutsideCone { neighbor: by, of_b, .. } | Verdict::Resolved { by, of_b } => (true, *of_b, core::slice::from_ref(by)),
        Verdict::Covered { by } => (true, of.sub_shapes[0].is_none(), by.as_slice()),
        Verdict::Continued | Verdict::Behind => (true, false, &[][..]),
    };
    if is_drawn {
        draw(DebugPart::Dropped, from, from + of.separation.normal * length);
        for to in covers.iter().filter_map(|&cover| middle(of_b, cover)) {
            draw(DebugPart::Cover, from, to);
        }
    }
}

/// The middle of a part, in the frame of the composite shape. `None` if there is no such part.
fn middle_of_part<V: ColliderSpace>(shape: &V::CompositeShape, id: SubShapeId) -> Option<V::Wide> {
    let mut middle = None;
    shape.sub_shape(id, &mut |part, pose| {
        let center = part.center().widen();
        middle = Some(pose.map_or(center, |pose| pose.point(center)));
    });
    middle
}

/// The end points of the gap between two separated shapes along the separating axis that was found
/// last, in A's frame. `None` if no axis is known or it shows no gap.
fn gap<K, V: ColliderSpace>(row: &Row<K, V>, [a, b]: [&V::Shape; 2]) -> Option<[V::Wide; 2]> {
    let axis = row.memory.separating_axis().filter(|_| matches!(row.state, State::Apart | State::Speculative))?;
    let axis = axis * axis.length().recip();
    let b_in_a: Pose<V::Wide> = row.b_in_a.widen();
    let towards_a = Pose::<V::Wide>::IDENTITY.relative_to(&b_in_a).vector(-axis);
    let on_a = a.support_wide(axis).point + axis * a.radius_wide();
    let on_b = b_in_a.point(b.support_wide(towards_a).point + towards_a * b.radius_wide());
    let width = (on_b - on_a).dot(axis);
    (width > 0.0 && width.is_finite()).then(|| [on_a, on_a + axis * width])
}
