//! The moments of a shape of which only the support map is known.
//!
//! * Points found along a lattice of directions have a hull; along the normal of each of its faces the shape is asked again. What lies beyond becomes part
//!   of the hull, and so on, until nothing does or the points are enough. After Kallay, "Convex hull made easy" (Information Processing Letters, 1986).
//! * Of a polytope that is all: faces that nothing lies beyond are its own, so the answer is exact, unless it has more vertices than are looked for.
//! * A smooth shape rises above every face. Between points of the same surface that rise is that of a paraboloid, whose volume over a
//!   chord is 4/3 of the triangle's (Archimedes), over an equilateral triangle 9/4 and over a rectangle 2 times the pyramid's under the same apex.

use core::ops::Add;

use clinch_hull::{HullFaces, ScaledPoints, newell_normal, outline};
use clinch_support::{Support, SupportMap, Vector, normalize_or_zero};
use glam::{DVec2, DVec3};

use crate::moments::Moments;
use crate::pieces::{polyhedron, simplex};
use crate::planar::polygon;

/// Directions are (i, j, k) with |i| + |j| + |k| = this in space: 146 of them. Fewer: sharp tips of flat shapes, above whose rim no face rises, are missed.
const IN_SPACE: i32 = 6;
/// The same in the plane: 32 of them.
const IN_PLANE: i32 = 8;

/// With so many points in space the search ends. The error of a ball falls with the square of it, the time grows in proportion.
const ENOUGH_IN_SPACE: usize = 1000;
/// The same in the plane.
const ENOUGH_IN_PLANE: usize = 128;

/// Rounds after which the search ends, whatever it finds: a map that lies must not hold it up. Each round triples the points of a smooth shape, so that four
/// are enough; polytopes take a few more.
const MOST_ROUNDS: usize = 12;

/// A shape that rises above a face by less than this, relative to its extent, does not. Smaller, and rounding would look like shape.
const RISES: f64 = 1e-12;

/// The moments of a shape swept by a radius; `None` if its points are not finite.
pub fn sampled<V: Vector, M: SupportMap<V> + ?Sized>(map: &M, radius: f64) -> Option<Moments<V::Wide>> {
    let center = map.center().widen();
    let support = |direction: V::Wide| {
        let Support { point, id } = map.support_wide(direction);
        let round = radius > 0.0 || id.is_none();
        Found { point: point - center + normalize_or_zero(direction) * radius, round }
    };
    let moments = if V::DIM == 3 {
        in_space(|direction| support(into::<DVec3, V::Wide>(direction)).cast())?.cast()
    } else {
        in_plane(|direction| support(into::<DVec2, V::Wide>(direction)).cast())?.cast()
    };
    moments.shifted(center).finite()
}

/// A farthest point.
#[derive(Clone, Copy)]
struct Found<W> {
    point: W,
    /// Not one of finitely many vertices.
    round: bool,
}

impl<W: Vector<Scalar = f64>> Found<W> {
    fn cast<X: Vector<Scalar = f64>>(self) -> Found<X> {
        Found { point: into(self.point), round: self.round }
    }
}

/// The same vector of another type of the same dimension.
fn into<A: Vector<Scalar = f64>, B: Vector<Scalar = f64>>(v: A) -> B {
    B::from_fn(|axis| v.get(axis))
}

/// Whole numbers whose sizes add up to `sum`.
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

/// What a search knows after a round: its figure, and for each face what was found beyond.
struct Round<W> {
    inside: Moments<W>,
    /// The farthest points that rise above faces, each with the piece between.
    beyond: Vec<(Found<W>, Moments<W>)>,
}

/// Asks until nothing more is found or the points are enough.
fn search<W: Vector<Scalar = f64, Wide = W>>(
    mut points: Vec<W>,
    enough: usize,
    round: impl Fn(&[W]) -> Option<Round<W>>,
) -> Option<Moments<W>> {
    for _ in 0..MOST_ROUNDS {
        let Round { inside, beyond } = round(&points)?;
        if beyond.is_empty() || points.len() >= enough {
            return Some(beyond.into_iter().map(|(_, piece)| piece).fold(inside, Add::add));
        }
        points.extend(beyond.iter().map(|(found, _)| found.point));
    }
    round(&points).map(|round| round.inside)
}

fn extent<W: Vector<Scalar = f64>>(points: &[W]) -> f64 {
    points.iter().fold(0.0, |extent: f64, point| extent.max(point.max_abs()))
}

fn in_space(support: impl Fn(DVec3) -> Found<DVec3>) -> Option<Moments<DVec3>> {
    let start = lattice(IN_SPACE).map(|direction| support(direction).point).collect();
    search(start, ENOUGH_IN_SPACE, |points| {
        let hull = Hull::of(points)?;
        let least = RISES * extent(points);
        let mut beyond = Vec::new();
        for (corners, normal) in hull.faces() {
            let found = support(normal);
            let rise = Vector::dot(found.point - corners[0], normal);
            if corners.len() > 2 && rise > least {
                let weight = if !found.round {
                    1.0
                } else if corners.len() == 3 {
                    9.0 / 4.0
                } else {
                    2.0
                };
                let pyramid = |pair: &[DVec3]| {
                    let area = 0.5 * Vector::length((pair[0] - corners[0]).cross(pair[1] - corners[0]));
                    simplex(&[corners[0], pair[0], pair[1], found.point], area * rise / 3.0 * weight)
                };
                let piece = corners[1..].windows(2).map(pyramid).reduce(Add::add);
                beyond.extend(piece.map(|piece| (found, piece)));
            }
        }
        Some(Round { inside: hull.moments(), beyond })
    })
}

/// The hull of the points found so far.
struct Hull {
    scaled: ScaledPoints<DVec3>,
    hull: HullFaces,
    vertices: Vec<DVec3>,
}

impl Hull {
    /// `None` if a point is not finite.
    fn of(points: &[DVec3]) -> Option<Self> {
        if points.iter().any(|point| !Vector::is_finite(*point)) {
            return None;
        }
        let scaled = ScaledPoints::new(points.to_vec());
        let hull = HullFaces::new(&scaled, f64::EPSILON, usize::MAX);
        Some(Self { vertices: hull.vertices.iter().map(|&vertex| points[vertex]).collect(), hull, scaled })
    }

    /// The corners of each face, and its outward unit normal: zero of what has no area.
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

fn in_plane(support: impl Fn(DVec2) -> Found<DVec2>) -> Option<Moments<DVec2>> {
    let start = lattice(IN_PLANE).map(|direction| support(direction).point).collect();
    search(start, ENOUGH_IN_PLANE, |points| {
        let (corners, least) = (corners_of(points)?, RISES * extent(points));
        let mut beyond = Vec::new();
        for (place, &from) in corners.iter().enumerate() {
            let along = corners[(place + 1) % corners.len()] - from;
            let normal = DVec2::new(along.y, -along.x);
            let found = support(normal);
            let twice = Vector::dot(found.point - from, normal);
            if twice > least * Vector::length(normal) {
                let weight = if found.round { 4.0 / 3.0 } else { 1.0 };
                beyond.push((found, simplex(&[from, from + along, found.point], 0.5 * twice * weight)));
            }
        }
        Some(Round { inside: polygon(&corners), beyond })
    })
}

/// The corners of the hull of points in the plane, counter-clockwise from the one that comes first among the points; `None` if a point is not finite.
fn corners_of(points: &[DVec2]) -> Option<Vec<DVec2>> {
    if points.iter().any(|point| !Vector::is_finite(*point)) {
        return None;
    }
    let mut corners = outline(&ScaledPoints::new(points.to_vec()).points);
    let first = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap_or(0);
    corners.rotate_left(first);
    Some(corners.into_iter().map(|corner| points[corner]).collect())
}
