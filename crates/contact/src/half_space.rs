//! Half-spaces: closed forms, on either side.
//!
//! * A half-space has no farthest points, so nothing may be searched on A − B. But the other shape has: its support point towards the plane is the nearest, or
//!   the deepest, and straight under it lies its partner on the plane.
//! * The manifold is the other shape's feature that faces the plane, each corner with its partner: what clipping against a face without end would give, feature ids
//!   included.
//! * Two half-spaces are apart, or overlap by a finite depth, only if their normals are exactly opposite. All others overlap without end: moving by no
//!   distance parts them, and the answer is a signed distance of −∞ with both bounds −∞.
//!
//! Everything is computed in the half-space's own frame, where its plane is exact, and given in A's.

use clinch_shapes::{Convex, Core, Corner};
use clinch_support::{Difference, Frame, Scalar, Vector};

use crate::clip::{Clip, Clipped, tag};
use crate::manifold::FeatureId;
use crate::measure::Separation;
use crate::pair::{Pair, Scratch};

/// A half-space in its own frame, in `f64`.
#[derive(Clone, Copy)]
struct Plane<W> {
    /// Unit, outward.
    normal: W,
    offset: f64,
}

impl<W: Vector<Scalar = f64>> Plane<W> {
    /// `None` if the core is no half-space.
    fn of(core: Core<W>) -> Option<Self> {
        let Core::HalfSpace { normal, offset } = core else { return None };
        // Unit up to rounding in the shape's scalar; what rounding left of it counts, so that the set is the one that the two numbers define.
        let length = normal.length();
        Some(Self { normal: normal * length.recip(), offset: offset / length })
    }

    fn height(&self, point: W) -> f64 {
        self.normal.dot(point) - self.offset
    }

    fn foot(&self, point: W) -> W {
        point - self.normal * self.height(point)
    }
}

/// Which of the two is a half-space, in its own frame.
enum Sides<W> {
    A(Plane<W>),
    B(Plane<W>),
    Both(Plane<W>, Plane<W>),
}

impl<W: Vector<Scalar = f64>> Sides<W> {
    fn of<V: Vector<Wide = W>, A: Convex<V> + ?Sized, B: Convex<V> + ?Sized>(pair: &Pair<'_, V, A, B>) -> Option<Self> {
        match (Plane::of(pair.a.core_wide()), Plane::of(pair.b.core_wide())) {
            (Some(a), Some(b)) => Some(Self::Both(a, b)),
            (Some(a), None) => Some(Self::A(a)),
            (None, Some(b)) => Some(Self::B(b)),
            (None, None) => None,
        }
    }
}

/// The signed distance of two cores of which at least one is a half-space; `None` if none is.
pub(crate) fn separation<V, A, B>(pair: &Pair<'_, V, A, B>, difference: &Difference<'_, A, B, V>) -> Option<Separation<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let sides = Sides::of(pair)?;
    let rounding = 8.0 * f64::EPSILON * size(pair)?;
    Some(match sides {
        Sides::A(plane) => {
            let nearest = pair.b.support_wide(difference.direction_in_b(-plane.normal)).point;
            let in_a = difference.to_a(nearest);
            let distance = plane.height(in_a);
            Separation {
                normal: plane.normal,
                distance,
                lower: distance - pair.b.error().widen() - rounding,
                upper: distance + rounding,
                point_a: plane.foot(in_a),
                point_b: nearest,
            }
        }
        Sides::B(plane) => {
            let normal = -difference.direction_in_a(plane.normal);
            let nearest = pair.a.support_wide(normal).point;
            let in_b = difference.to_b(nearest);
            let distance = plane.height(in_b);
            Separation {
                normal,
                distance,
                lower: distance - pair.a.error().widen() - rounding,
                upper: distance + rounding,
                point_a: nearest,
                point_b: plane.foot(in_b),
            }
        }
        Sides::Both(a, b) => {
            let point_b = b.normal * b.offset;
            let in_a = difference.to_a(point_b);
            let opposite = a.normal + difference.direction_in_a(b.normal) == V::Wide::ZERO;
            let distance = if opposite { a.height(in_a) } else { f64::NEG_INFINITY };
            // NaN in the pose is none the less NaN here.
            let distance = if in_a.is_finite() { distance } else { f64::NAN };
            Separation {
                normal: a.normal,
                distance,
                lower: distance - rounding,
                upper: distance + rounding,
                point_a: a.foot(in_a),
                point_b,
            }
        }
    })
}

/// Whether the core of a shape is a half-space.
pub(crate) fn is_half_space<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> bool {
    matches!(shape.core(), Core::HalfSpace { .. })
}

/// A bound of the coordinates that meet, half-spaces counted by their offsets; `None` without a half-space. A half-space's own extent is no length.
pub(crate) fn size<V, A, B>(pair: &Pair<'_, V, A, B>) -> Option<f64>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    Sides::of(pair).map(|_| reach(pair.a) + reach(pair.b) + pair.b_in_a.translation.max_abs() * V::DIM as f64)
}

fn reach<V: Vector, S: Convex<V> + ?Sized>(shape: &S) -> f64 {
    match Plane::of(shape.core_wide()) {
        Some(plane) => plane.offset.abs(),
        None => shape.extent().widen() + shape.center().max_abs().widen(),
    }
}

/// Lays the feature that faces the plane over it, corner by corner; nothing if neither core is a half-space.
pub(crate) fn overlay<V, A, B>(pair: &Pair<'_, V, A, B>, frame: &Frame<V>, scratch: &mut Scratch<V>)
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let Scratch { face_a, face_b, clipped, .. } = scratch;
    clipped.clear();
    match Sides::of(pair) {
        // Of two planes, which are parallel or meet in a line, the query's own point is all.
        None | Some(Sides::Both(..)) => {}
        Some(Sides::A(plane)) => {
            pair.b.face(V::narrow(frame.direction_in_b(-plane.normal)), face_b);
            let feature = named::<V>(&face_b.corners, tag::end_of_b, tag::edge_of_b);
            clipped.extend(face_b.corners.iter().zip(feature).map(|(corner, feature)| {
                let on_b = frame.to_a(corner.point.widen());
                Clipped { on_a: plane.foot(on_b), on_b, feature }
            }));
        }
        Some(Sides::B(plane)) => {
            pair.a.face(V::narrow(-frame.direction_in_a(plane.normal)), face_a);
            let feature = named::<V>(&face_a.corners, tag::end_of_a, tag::edge_of_a);
            clipped.extend(face_a.corners.iter().zip(feature).map(|(corner, feature)| {
                let on_a = corner.point.widen();
                Clipped { on_a, on_b: frame.to_a(plane.foot(frame.to_b(on_a))), feature }
            }));
        }
    }
}

/// The name of each corner, as clipping against a larger face names it: a polygon's by the edges that meet there, an edge's by the edge and its end. A lone
/// corner has none, for the query has found it already.
fn named<'c, V: Vector>(
    corners: &'c [Corner<V>],
    end: fn(clinch_support::VertexId) -> u32,
    edge: fn(clinch_shapes::EdgeId) -> u32,
) -> impl Iterator<Item = FeatureId> + 'c {
    let count = if corners.len() < 2 { 0 } else { corners.len() };
    (0..count).map(move |place| {
        let corner = &corners[place];
        match (count, V::DIM) {
            (2, 2) => FeatureId::meeting(end(corner.vertex), end(corner.vertex)),
            (2, _) => FeatureId::meeting(edge(corner.edge), end(corner.vertex)),
            _ => FeatureId::meeting(edge(corners[(place + count - 1) % count].edge), edge(corner.edge)),
        }
    })
}
