//! What the table knows, as lines for whatever renderer there is.

use std::hash::Hash;

use clinch_contact::Clip;
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, SupportMap, Vector};

use crate::outline::outline;
use crate::placement::{Placed, Places};
use crate::row::{Row, State};
use crate::table::ContactTable;

/// What a line is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DebugPart {
    /// The outline of a collider.
    Shape,
    /// A contact point: from where it is on A to where it is on B.
    Point,
    /// The normal at a contact point, from A's side, of the length that was asked for.
    Normal,
    /// The gap of two colliders along the axis that parts them, from A.
    Axis,
}

/// A line to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugLine<K, V> {
    /// From and to, in the frame that was asked for. The two are one point where shapes just touch.
    pub ends: [V; 2],
    /// What it is part of.
    pub part: DebugPart,
    /// The collider; of a contact or an axis, A.
    pub collider: K,
    /// B.
    pub other: Option<K>,
}

/// What is wanted of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DebugWanted<S> {
    /// Outlines.
    pub shapes: bool,
    /// Contact points and normals.
    pub contacts: bool,
    /// Gaps of pairs that were searched and are apart.
    pub axes: bool,
    /// The length of normals, and how far the plane of a half-space is drawn.
    pub length: S,
}

impl<S: Scalar> Default for DebugWanted<S> {
    /// Everything, with normals as long as half a unit.
    fn default() -> Self {
        Self { shapes: true, contacts: true, axes: true, length: S::narrow(0.5) }
    }
}

impl<K: Copy + Ord + Hash, V: Clip> ContactTable<K, V> {
    /// Calls `line` for everything that is wanted, as seen from `frame`: outlines where the roll call put the colliders, in the order of all, then the pairs in theirs.
    /// Round shapes are drawn as loops of 32 lines in each of their coordinate planes. Costs microseconds for each: it is for looking, not for every tick of a
    /// server.
    pub fn debug_lines<P: Placed<V>>(
        &self,
        places: &Places<P>,
        frame: &P,
        wanted: &DebugWanted<V::Scalar>,
        mut line: impl FnMut(DebugLine<K, V>),
    ) {
        let length = wanted.length.widen();
        for &slot in self.members.ranked.iter().filter(|_| wanted.shapes) {
            let (member, Some(place)) = (self.members.get(slot), places.0.get(slot as usize)) else { continue };
            let pose = place.pose_in(frame);
            outline(&member.shape, length, |from, to| {
                let ends = [from, to].map(|end| V::narrow(pose.point(end)));
                line(DebugLine { ends, part: DebugPart::Shape, collider: member.key(), other: None });
            });
        }
        for row in self.rows() {
            let Some(place) = places.0.get(row.slots[0] as usize) else { continue };
            let a = place.pose_in(frame);
            let mut draw = |part: DebugPart, from: V::Wide, to: V::Wide| {
                let (ends, key) = ([from, to].map(|end| V::narrow(a.point(end))), row.key());
                line(DebugLine { ends, part, collider: key.a, other: Some(key.b) });
            };
            for point in row.manifold.points.iter().filter(|_| wanted.contacts) {
                let (on_a, on_b) = (point.on_a.widen(), row.b_in_a.point(point.on_b));
                draw(DebugPart::Point, on_a, on_b);
                draw(DebugPart::Normal, on_a, on_a + row.manifold.normal.widen() * length);
            }
            let shapes = row.slots.map(|slot| &self.members.get(slot).shape);
            if let Some([from, to]) = gap(row, shapes).filter(|_| wanted.axes) {
                draw(DebugPart::Axis, from, to);
            }
        }
    }
}

/// Where the gap of two shapes that are apart begins and ends, along the axis that showed it last; in A's frame.
fn gap<K, V: Clip>(row: &Row<K, V>, [a, b]: [&V::Shape; 2]) -> Option<[V::Wide; 2]> {
    let axis = row.memory.separating_axis().filter(|_| matches!(row.state, State::Apart | State::Speculative))?;
    let axis = axis * axis.length().recip();
    let b_in_a: Pose<V::Wide> = row.b_in_a.widen();
    let towards_a = Pose::<V::Wide>::IDENTITY.relative_to(&b_in_a).vector(-axis);
    let on_a = a.support_wide(axis).point + axis * a.radius_wide();
    let on_b = b_in_a.point(b.support_wide(towards_a).point + towards_a * b.radius_wide());
    let width = (on_b - on_a).dot(axis);
    (width > 0.0 && width.is_finite()).then(|| [on_a, on_a + axis * width])
}
