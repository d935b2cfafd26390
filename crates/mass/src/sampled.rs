//! The moments of a shape of which only the support mapping is known.
//!
//! * Support points along a lattice of directions have a hull. The shape is queried again along the
//!   normal of each face of it. A point found beyond the face is added to the hull, until no face
//!   has one or there are enough points. After Kallay, *Convex hull made easy* (Information
//!   Processing Letters, 1986).
//! * For a polytope this is exact: a face without a point beyond it is a face of the polytope. If
//!   the polytope has more vertices than the limit, the hull of those found is used.
//! * A smooth shape bulges beyond every face. Between three points of a smooth surface the bulge is
//!   close to that of a paraboloid. Its volume is 4/3 of the triangle under the same apex over a
//!   chord (Archimedes), 9/4 of the pyramid over an equilateral triangle, and 2 times the pyramid
//!   over a rectangle.

use core::ops::Add;

use clinch_hull::{HullFaces, ScaledPoints, newell_normal, outline};
use clinch_support::{Support, SupportMap, Vector, normalize_or_zero};
use glam::{DVec2, DVec3};

use crate::moments::Moments;
use crate::pieces::{polyhedron, simplex};
use crate::planar::polygon;

/// In space the first directions are all (i, j, k) with |i| + |j| + |k| = this: 146 of them. Fewer:
/// the sharp tips of flat shapes, which bulge beyond no face, are missed.
const LATTICE_IN_SPACE: i32 = 6;
/// The same in the plane: 32 directions.
const LATTICE_IN_PLANE: i32 = 8;

/// The search in space ends with this many points. The error for a ball falls with their square,
/// and the time grows in proportion to them.
const MAX_POINTS_IN_SPACE: usize = 1000;
/// The same in the plane.
const MAX_POINTS_IN_PLANE: usize = 128;

/// The maximum number of iterations, so that an invalid support map cannot make the search endless.
/// Each iteration triples the points of a smooth shape, so four are enough; polytopes need a few
/// more.
const MAX_ITERATIONS: usize = 12;

/// A bulge of less than this, relative to the largest coordinate, counts as rounding. Smaller:
/// rounding would be taken for a bulge.
const MIN_BULGE: f64 = 1e-12;

/// The moments, in the map's frame, of the core given by a support map, swept by a radius. `None`
/// if a support point is infinite or NaN.
///
/// Exact for a polytope without a radius of up to about a thousand vertices. For a smooth shape the
/// error is up to 1e-3 of the size in space and 5e-6 in the plane. Some thousand support calls and
/// a few hulls: tens of milliseconds in space.
pub fn sampled<V: Vector, M: SupportMap<V> + ?Sized>(map: &M, radius: f64) -> Option<Moments<V::Wide>> {
    let center = map.center().widen();
    let support = |direction: V::Wide| {
        let Support { point, id } = map.support_wide(direction);
        let is_smooth = radius > 0.0 || id.is_none();
        SupportPoint { point: point - center + normalize_or_zero(direction) * radius, is_smooth }
    };
    let moments = if V::DIM == 3 {
        in_space(|direction| support(cast_vector::<DVec3, V::Wide>(direction)).cast())?.cast()
    } else {
        in_plane(|direction| support(cast_vector::<DVec2, V::Wide>(direction)).cast())?.cast()
    };
    moments.translated(center).finite()
}

/// A support point.
#[derive(Clone, Copy)]
struct SupportPoint<W> {
    point: W,
    /// It is not one of finitely many vertices.
    is_smooth: bool,
}

impl<W: Vector<Scalar = f64>> SupportPoint<W> {
    fn cast<X: Vector<Scalar = f64>>(self) -> SupportPoint<X> {
        SupportPoint { point: cast_vector(self.point), is_smooth: self.is_smooth }
    }
}

/// The same vector in another vector type of the same dimension.
fn cast_vector<A: Vector<Scalar = f64>, B: Vector<Scalar = f64>>(v: A) -> B {
    B::from_fn(|axis| v.get(axis))
}

/// All integer vectors whose absolute components add up to `sum`.
fn lattice<W: Vector<Scalar = f64>>(sum: i32) -> impl Iterator<Item = W> {
    let span = move |left: i32| -left..=left;
    span(sum).flat_map(move |i| {
        let left = sum - i.abs();
        span(if W::DIM == 3 { left } else { 0 }).flat_map(move |j| {
            let last = left - j.abs();
            let both = if last > 0 { [Some(last), Some(-last)] } else { [Some(0), None] };
            both.into_iter().flatten().map(move |k| {
                let at = [i, if W::DIM == 3 { j } else { k }, k];
                W::from_fn(|axis| f64::from(at[axis]))
            })
        })
    })
}

/// The result of one iteration: the moments of the hull, and the points found beyond its faces.
struct Iteration<W> {
    inside: Moments<W>,
    /// Points beyond a face, each with the moments of the bulge between the two.
    beyond: Vec<(SupportPoint<W>, Moments<W>)>,
}

/// Iterates until no point is found beyond a face or there are enough points.
fn search<W: Vector<Scalar = f64, Wide = W>>(
    mut points: Vec<W>,
    max_points: usize,
    iterate: impl Fn(&[W]) -> Option<Iteration<W>>,
) -> Option<Moments<W>> {
    for _ in 0..MAX_ITERATIONS {
        let Iteration { inside, beyond } = iterate(&points)?;
        if beyond.is_empty() || points.len() >= max_points {
            return Some(beyond.into_iter().map(|(_, piece)| piece).fold(inside, Add::add));
        }
        points.extend(beyond.iter().map(|(found, _)| found.point));
    }
    iterate(&points).map(|last| last.inside)
}

fn largest_coordinate<W: Vector<Scalar = f64>>(points: &[W]) -> f64 {
    points.iter().fold(0.0, |largest: f64, point| largest.max(point.max_abs()))
}

fn in_space(support: impl Fn(DVec3) -> SupportPoint<DVec3>) -> Option<Moments<DVec3>> {
    let start = lattice(LATTICE_IN_SPACE).map(|direction| support(direction).point).collect();
    search(start, MAX_POINTS_IN_SPACE, |points| {
        let hull = Hull::of(points)?;
        let min_bulge = MIN_BULGE * largest_coordinate(points);
        let mut beyond = Vec::new();
        for (corners, normal) in hull.faces() {
            let found = support(normal);
            let bulge = Vector::dot(found.point - corners[0], normal);
            if corners.len() > 2 && bulge > min_bulge {
                let weight = if !found.is_smooth {
                    1.0
                } else if corners.len() == 3 {
                    9.0 / 4.0
                } else {
                    2.0
                };
                let pyramid = |pair: &[DVec3]| {
                    let area = 0.5 * Vector::length((pair[0] - corners[0]).cross(pair[1] - corners[0]));
                    simplex(&[corners[0], pair[0], pair[1], found.point], area * bulge / 3.0 * weight)
                };
                let piece = corners[1..].windows(2).map(pyramid).reduce(Add::add);
                beyond.extend(piece.map(|piece| (found, piece)));
            }
        }
        Some(Iteration { inside: hull.moments(), beyond })
    })
}

/// The convex hull of the points found so far.
struct Hull {
    scaled: ScaledPoints<DVec3>,
    hull: HullFaces,
    vertices: Vec<DVec3>,
}

impl Hull {
    /// `None` if a point is infinite or NaN.
    fn of(points: &[DVec3]) -> Option<Self> {
        if points.iter().any(|point| !Vector::is_finite(*point)) {
            return None;
        }
        let scaled = ScaledPoints::new(points.to_vec());
        let hull = HullFaces::new(&scaled, f64::EPSILON, usize::MAX);
        Some(Self { vertices: hull.vertices.iter().map(|&vertex| points[vertex]).collect(), hull, scaled })
    }

    /// The corners of each face, and its outward unit normal, which is zero for a face without
    /// area.
    fn faces(&self) -> impl Iterator<Item = (Vec<DVec3>, DVec3)> {
        self.hull.faces.iter().map(|face| {
            let normal = newell_normal(face.iter().map(|&corner| self.scaled.points[self.hull.vertices[corner]]));
            let length = Vector::length(normal);
            let normal = if length > 0.0 { normal * (1.0 / length) } else { DVec3::ZERO };
            (face.iter().map(|&corner| self.vertices[corner]).collect(), normal)
        })
    }

    fn moments(&self) -> Moments<DVec3> {
        let fan = |face: &[usize]| -> Vec<[usize; 3]> { (2..face.len()).map(|i| [face[0], face[i - 1], face[i]]).collect() };
        let fans: Vec<[usize; 3]> = self.hull.faces.iter().flat_map(|face| fan(face)).collect();
        polyhedron(&self.vertices, &fans)
    }
}

fn in_plane(support: impl Fn(DVec2) -> SupportPoint<DVec2>) -> Option<Moments<DVec2>> {
    let start = lattice(LATTICE_IN_PLANE).map(|direction| support(direction).point).collect();
    search(start, MAX_POINTS_IN_PLANE, |points| {
        let (corners, min_bulge) = (corners_of(points)?, MIN_BULGE * largest_coordinate(points));
        let mut beyond = Vec::new();
        for (place, &from) in corners.iter().enumerate() {
            let along = corners[(place + 1) % corners.len()] - from;
            let normal = DVec2::new(along.y, -along.x);
            let found = support(normal);
            let twice = Vector::dot(found.point - from, normal);
            if twice > min_bulge * Vector::length(normal) {
                let weight = if found.is_smooth { 4.0 / 3.0 } else { 1.0 };
                beyond.push((found, simplex(&[from, from + along, found.point], 0.5 * twice * weight)));
            }
        }
        Some(Iteration { inside: polygon(&corners), beyond })
    })
}

/// The corners of the hull of points in the plane, counter-clockwise, starting with the one of
/// lowest index. `None` if a point is infinite or NaN.
fn corners_of(points: &[DVec2]) -> Option<Vec<DVec2>> {
    if points.iter().any(|point| !Vector::is_finite(*point)) {
        return None;
    }
    let mut corners = outline(&ScaledPoints::new(points.to_vec()).points);
    let first = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
    corners.rotate_left(first);
    Some(corners.into_iter().map(|corner| points[corner]).collect())
}
