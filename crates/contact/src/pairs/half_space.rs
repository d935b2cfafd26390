//! A half-space and any other shape: closed forms.
//!
//! * A half-space has no farthest points, so no search on A − B is possible. The other shape does
//!   have them: its support point towards the plane is the nearest or the deepest, and the witness
//!   point on the plane is the projection of that point.
//! * The contact points are the corners of the other shape's feature that faces the plane, each
//!   with its projection. That is the result of clipping against an infinite face, feature ids
//!   included.
//! * Two half-spaces are apart, or overlap by a finite depth, only if their normals, as computed in
//!   A's frame, are exactly opposite. All others cannot be separated by any translation: their
//!   signed distance and both bounds are −∞.
//!
//! Everything is computed in the half-space's own frame (A's for two), where its plane is exact.
//! The normal and A's point are returned in A's frame, B's point in B's.

use clinch_shapes::{Convex, Core, Corner};
use clinch_support::{Difference, Frame, Scalar, Vector};

use crate::answer::{Relation, Separation, add_radii};
use crate::clip::{Clipped, Space, tag};
use crate::features::{Scene, clipped_to_points};
use crate::manifold::FeatureId;
use crate::pair::Pair;
use crate::problem::{Cores, Problem};
use crate::scratch::Scratch;

/// The boundary of a half-space, in its own frame.
#[derive(Clone, Copy)]
struct Plane<W> {
    /// Unit, outward.
    normal: W,
    offset: f64,
}

impl<W: Vector<Scalar = f64>> Plane<W> {
    /// `None` for other cores.
    fn of<V: Vector<Wide = W>>(core: &Core<'_, V>) -> Option<Self> {
        let &Core::HalfSpace { normal, offset } = core else { return None };
        // The normal is of unit length up to rounding in the shape's scalar. The offset is divided
        // by the length, too, so that the plane is that of the stored numbers.
        let length = normal.length();
        Some(Self { normal: normal * length.recip(), offset: offset / length })
    }

    fn height(&self, point: W) -> f64 {
        self.normal.dot(point) - self.offset
    }

    fn project(&self, point: W) -> W {
        point - self.normal * self.height(point)
    }
}

/// Which of the two shapes is a half-space.
enum Sides<W> {
    A(Plane<W>),
    B(Plane<W>),
    Both(Plane<W>, Plane<W>),
}

impl<W: Vector<Scalar = f64>> Sides<W> {
    fn of<V: Vector<Wide = W>>(cores: &Cores<'_, V>) -> Option<Self> {
        match (Plane::of(cores.a), Plane::of(cores.b)) {
            (Some(a), Some(b)) => Some(Self::Both(a, b)),
            (Some(a), None) => Some(Self::A(a)),
            (None, Some(b)) => Some(Self::B(b)),
            (None, None) => None,
        }
    }
}

/// The answer for two cores of which at least one is a half-space. For a contact query,
/// `scratch.points` has the contact points within the margin.
pub(crate) fn relation<V: Space, A: Convex<V>, B: Convex<V>>(problem: &Problem<'_, V, A, B>, scratch: &mut Scratch<V>) -> Relation<V> {
    let Problem { pair, cores, query } = problem;
    let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
    let frame = difference.frame();
    let size = size(pair, cores);
    let Some(separation) = separation(pair, cores, &difference, size) else {
        return Relation::Undefined;
    };
    let relation = add_radii(query.radii, separation, frame).beyond(query.margin);
    if let Some(separation) = relation.contact(query) {
        clip_feature(pair, cores, frame, scratch);
        clipped_to_points(None, Scene { frame, size }, query, separation, scratch);
    }
    relation
}

/// The separation of the cores; `None` if none is a half-space. `size` is that of [`size`].
fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    difference: &Difference<'_, A, B, V>,
    size: f64,
) -> Option<Separation<V>> {
    let rounding = 8.0 * f64::EPSILON * size;
    Some(match Sides::of(cores)? {
        Sides::A(plane) => {
            let nearest = pair.b.support_wide(difference.direction_in_b(-plane.normal)).point;
            let in_a = difference.to_a(nearest);
            let distance = plane.height(in_a);
            Separation {
                normal: plane.normal,
                distance,
                lower: distance - pair.b.error().widen() - rounding,
                upper: distance + rounding,
                point_a: plane.project(in_a),
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
                point_b: plane.project(in_b),
            }
        }
        Sides::Both(a, b) => {
            let point_b = b.normal * b.offset;
            let in_a = difference.to_a(point_b);
            let opposite = a.normal + difference.direction_in_a(b.normal) == V::Wide::ZERO;
            let distance = if opposite { a.height(in_a) } else { f64::NEG_INFINITY };
            // A NaN in the pose must remain one.
            let distance = if in_a.is_finite() { distance } else { f64::NAN };
            Separation {
                normal: a.normal,
                distance,
                lower: distance - rounding,
                upper: distance + rounding,
                point_a: a.project(in_a),
                point_b,
            }
        }
    })
}

/// A bound of the coordinates that meet. A half-space has no extent; its offset stands for it.
fn size<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>, cores: &Cores<'_, V>) -> f64 {
    size_of(&pair.a, cores.a) + size_of(&pair.b, cores.b) + pair.b_in_a.translation.max_abs() * V::DIM as f64
}

fn size_of<V: Vector, S: Convex<V>>(shape: &S, core: &Core<'_, V>) -> f64 {
    match Plane::of(core) {
        Some(plane) => plane.offset.abs(),
        None => shape.radius_about_center().widen() + shape.center().max_abs().widen(),
    }
}

/// Projects the corners of the feature that faces the plane onto it, into `scratch.clipped`.
fn clip_feature<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    cores: &Cores<'_, V>,
    frame: &Frame<V>,
    scratch: &mut Scratch<V>,
) {
    let Scratch { face_a, face_b, clipped, .. } = scratch;
    clipped.clear();
    match Sides::of(cores) {
        // Two planes are parallel or meet in a line; the witness points are all there is.
        None | Some(Sides::Both(..)) => {}
        Some(Sides::A(plane)) => {
            pair.b.face(V::narrow(frame.direction_in_b(-plane.normal)), face_b);
            let feature = feature_ids::<V>(&face_b.corners, tag::end_of_b, tag::edge_of_b);
            clipped.extend(face_b.corners.iter().zip(feature).map(|(corner, feature)| {
                let on_b = frame.to_a(corner.point.widen());
                Clipped { on_a: plane.project(on_b), on_b, feature }
            }));
        }
        Some(Sides::B(plane)) => {
            pair.a.face(V::narrow(-frame.direction_in_a(plane.normal)), face_a);
            let feature = feature_ids::<V>(&face_a.corners, tag::end_of_a, tag::edge_of_a);
            clipped.extend(face_a.corners.iter().zip(feature).map(|(corner, feature)| {
                let on_a = corner.point.widen();
                Clipped { on_a, on_b: frame.to_a(plane.project(frame.to_b(on_a))), feature }
            }));
        }
    }
}

/// The feature id of each corner, as clipping against a larger face gives it: for a polygon the two
/// edges that meet there, for an edge the edge and its end, in 2D the end alone. A single corner
/// has none: the query has found it.
fn feature_ids<'c, V: Vector>(
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
