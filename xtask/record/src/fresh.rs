//! The answers of rapier's geometry, parry, at the recorded poses, computed without warm start in
//! `f64`.
//!
//! * rapier keeps its own manifolds while a pair moves by up to 5 cm, so they follow the pair only
//!   roughly. A fresh query has no such memory.
//! * In `f64` parry's GJK and EPA are accurate to about 1e-6 m here; in `f32` to about 1e-3 of the
//!   sizes, which is not enough.
//! * Every answer is proved. *Apart* is proved by parry's normal as a separating axis: the two
//!   bodies' extreme points along it do not overlap. *Touching* is proved by a common point: one of
//!   parry's witness points or their midpoint. Both proofs use the recorded numbers alone. The tool
//!   writes no list with an unproved pair whose distance is not about 0.
//! * Of a height field or a mesh, parry is queried about each triangle alone whose box meets that
//!   of the body: no tree and no contact of the whole is involved. The pair touches if one triangle
//!   is proved to touch; it is apart if each triangle is proved to be apart, and the origin of the
//!   body, by the parity of crossings, is neither below nor inside (`triangles`). Where parry's
//!   points and normal prove nothing, others do: the middle of the triangle as clipped by the faces
//!   of a hull, and points that approach each other.

use anyhow::{Context, Result, ensure};
use clinch_testkit::recording::{BodyShape, RecordedPose};
use parry3d_f64::bounding_volume::{Aabb, BoundingVolume};
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{self, Contact, PointQuery};
use parry3d_f64::shape::{Shape, SharedShape, Triangle};

use crate::triangles::Triangles;

/// The distance up to which parry computes witness points, in metres: larger than that of any two
/// bodies whose bounds overlap.
const LOOK: f64 = 100.0;
/// The allowance for rounding, in metres, of bounds and of points in bodies: a hundredth of the
/// band within which the touching list is not compared.
const ROUNDING: f64 = 1e-6;

/// The number of steps in which points of a triangle and a body approach each other, where parry's
/// own points prove nothing. Smaller: pairs stay unproved that touch or part in a grazing way.
const APPROACH: usize = 200;

/// The shapes of parry, in `f64`.
pub(crate) struct Fresh<'r> {
    bodies: &'r [BodyShape],
    /// A point in the place of a composite shape.
    shapes: Vec<SharedShape>,
    /// For hulls, the planes of the faces: the outward normal and its offset.
    faces: Vec<Vec<(Vector, f64)>>,
    statics: usize,
}

/// A pair whose bounds overlap.
pub(crate) struct Near {
    pub(crate) pair: (u32, u32),
    /// The signed distance, negative for overlap; `None` if parry found no contact.
    pub(crate) distance: Option<f64>,
    /// The sign of the distance is proved, to rounding.
    pub(crate) proved: bool,
}

impl Near {
    pub(crate) fn touches(&self) -> bool {
        self.distance.is_some_and(|distance| distance <= 0.0)
    }
}

impl<'r> Fresh<'r> {
    /// The first `statics` bodies do not move, and no two of them are a pair.
    pub(crate) fn new(bodies: &'r [BodyShape], statics: usize) -> Result<Self> {
        let shape = |body: &BodyShape| match body {
            BodyShape::Ball { radius } => Ok(SharedShape::ball((*radius).into())),
            BodyShape::Box { half_extents } => {
                let [x, y, z] = half_extents.map(f64::from);
                Ok(SharedShape::cuboid(x, y, z))
            }
            BodyShape::Capsule { half_height, radius } => Ok(SharedShape::capsule_y((*half_height).into(), (*radius).into())),
            BodyShape::Hull { points } => {
                let points: Vec<Vector> = points.iter().map(|point| wide(*point)).collect();
                SharedShape::convex_hull(&points).context("parry builds no hull")
            }
            // Never queried: their triangles are.
            BodyShape::HeightField { .. } | BodyShape::Mesh { .. } => Ok(SharedShape::ball(0.0)),
        };
        let shapes: Vec<SharedShape> = bodies.iter().map(shape).collect::<Result<_>>()?;
        let faces = shapes.iter().map(faces).collect();
        Ok(Self { bodies, shapes, faces, statics })
    }

    /// All pairs whose bounds overlap at these poses, sorted.
    pub(crate) fn near(&self, recorded: &[RecordedPose]) -> Result<Vec<Near>> {
        let poses: Vec<Pose> = recorded.iter().map(pose).collect();
        let triangles: Vec<Option<Triangles>> = self.bodies.iter().zip(&poses).map(|(body, pose)| Triangles::of(body, pose)).collect();
        let bounds = |(body, pose): (usize, &Pose)| match &triangles[body] {
            Some(triangles) => triangles.bounds(),
            None => self.shapes[body].compute_aabb(pose).loosened(ROUNDING),
        };
        let bounds: Vec<Aabb> = poses.iter().enumerate().map(bounds).collect();
        // Sweep along x: the bounds of a body's partners begin before its own end.
        let mut order: Vec<usize> = (0..bounds.len()).collect();
        order.sort_by(|&i, &j| bounds[i].mins.x.total_cmp(&bounds[j].mins.x));
        let mut near = Vec::new();
        for (place, &i) in order.iter().enumerate() {
            for &j in order[place + 1..].iter().take_while(|&&j| bounds[j].mins.x <= bounds[i].maxs.x) {
                let (i, j) = (i.min(j), i.max(j));
                if j >= self.statics && bounds[i].intersects(&bounds[j]) {
                    near.extend(match &triangles[i] {
                        Some(triangles) => self.measure_triangles(triangles, (i, j), &poses[j], &bounds[j])?,
                        None => Some(self.measure((i, j), &poses[i], &poses[j])?),
                    });
                }
            }
        }
        near.sort_by_key(|near| near.pair);
        Ok(near)
    }

    fn measure(&self, (i, j): (usize, usize), a: &Pose, b: &Pose) -> Result<Near> {
        let contact = self.contact(&*self.shapes[i].0, a, j, b)?;
        let proved = contact.as_ref().is_some_and(|contact| {
            if contact.dist <= 0.0 {
                candidates(contact).into_iter().any(|point| self.contains(i, a, point) && self.contains(j, b, point))
            } else {
                self.extreme(j, b, contact.normal1, -1.0) > self.extreme(i, a, contact.normal1, 1.0)
            }
        });
        Ok(Near { pair: (i as u32, j as u32), distance: contact.map(|contact| contact.dist), proved })
    }

    /// A body and each triangle near it. `None` if there is none.
    fn measure_triangles(&self, of: &Triangles, (i, j): (usize, usize), b: &Pose, bounds: &Aabb) -> Result<Option<Near>> {
        let near = of.near(bounds);
        let measured = near.iter().map(|triangle| self.measure_triangle(triangle, j, b)).collect::<Result<Vec<(f64, bool)>>>()?;
        let nearest = measured.iter().map(|&(distance, _)| distance).fold(f64::INFINITY, f64::min);
        // One triangle with a common point proves the contact, and all must be apart for a gap.
        let proved = if nearest <= 0.0 {
            measured.iter().any(|&(distance, proved)| distance <= 0.0 && proved)
        } else {
            measured.iter().all(|&(_, proved)| proved)
        };
        ensure!(nearest <= 0.0 || !of.enclose(b.translation), "body {j} is enclosed by body {i} and touches no triangle of it");
        Ok((!near.is_empty()).then_some(Near { pair: (i as u32, j as u32), distance: Some(nearest), proved }))
    }

    /// The signed distance of a body from one triangle, and whether its sign is proved.
    fn measure_triangle(&self, triangle: &Triangle, j: usize, b: &Pose) -> Result<(f64, bool)> {
        let contact = self.contact(triangle, &Pose::IDENTITY, j, b)?;
        let contact = contact.with_context(|| format!("parry has no distance of a triangle from body {j}"))?;
        let is_common = |point: Vector| is_on(triangle, point) && self.contains(j, b, point);
        let is_gap = |normal: Vector| {
            let top = triangle.vertices().iter().map(|corner| corner.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
            self.extreme(j, b, normal, -1.0) > top
        };
        let touches = contact.dist <= 0.0;
        let proved = if touches {
            candidates(&contact).into_iter().chain(self.clipped(triangle, j, b)).any(is_common)
                || self.approach(triangle, j, b, |on, _| is_common(on))
        } else {
            is_gap(contact.normal1) || self.approach(triangle, j, b, |on, in_body| is_gap((in_body - on).normalize()))
        };
        Ok((contact.dist, proved))
    }

    /// The middle of what the faces of a hull leave of a triangle. `None` if that is nothing, or
    /// the body is no hull.
    fn clipped(&self, triangle: &Triangle, j: usize, b: &Pose) -> Option<Vector> {
        let mut corners = triangle.vertices().to_vec();
        for &(normal, offset) in &self.faces[j] {
            let height = |corner: Vector| normal.dot(b.inverse_transform_point(corner)) - offset;
            let next = corners.iter().cycle().skip(1);
            let sides: Vec<Vec<Vector>> = corners
                .iter()
                .zip(next)
                .map(|(&from, &to)| {
                    let (start, end) = (height(from), height(to));
                    let crossing = (start * end < 0.0).then(|| from + (to - from) * (start / (start - end)));
                    (start <= 0.0).then_some(from).into_iter().chain(crossing).collect()
                })
                .collect();
            corners = sides.concat();
        }
        let count = corners.len();
        (count > 0).then(|| corners.into_iter().sum::<Vector>() / count as f64)
    }

    /// Whether one of the pairs of points of a triangle and a body is a proof, as they approach
    /// each other: each is the nearest to the last of the other. They converge to the nearest
    /// points, or to a common one.
    fn approach(&self, triangle: &Triangle, j: usize, b: &Pose, is_proof: impl Fn(Vector, Vector) -> bool) -> bool {
        let mut in_body = b.translation;
        (0..APPROACH).any(|_| {
            let on = triangle.project_local_point(in_body, true).point;
            in_body = self.shapes[j].project_point(b, on, true).point;
            is_proof(on, in_body)
        })
    }

    fn contact(&self, shape: &dyn Shape, at: &Pose, j: usize, b: &Pose) -> Result<Option<Contact>> {
        query::contact(at, shape, b, &*self.shapes[j].0, LOOK).with_context(|| format!("parry does not know the shape of body {j}"))
    }

    /// The extreme point of the body along `side` · `normal`, as its coordinate along `normal`.
    fn extreme(&self, body: usize, pose: &Pose, normal: Vector, side: f64) -> f64 {
        let direction = pose.rotation.inverse() * (normal * side);
        let local = match &self.bodies[body] {
            BodyShape::Ball { radius } => f64::from(*radius),
            BodyShape::Box { half_extents } => wide(*half_extents).dot(direction.abs()),
            BodyShape::Capsule { half_height, radius } => f64::from(*half_height) * direction.y.abs() + f64::from(*radius),
            BodyShape::Hull { points } => points.iter().map(|point| wide(*point).dot(direction)).fold(f64::NEG_INFINITY, f64::max),
            // Their triangles are proved one by one.
            BodyShape::HeightField { .. } | BodyShape::Mesh { .. } => f64::INFINITY,
        };
        pose.translation.dot(normal) + side * local
    }

    /// Whether the point is in the body, to rounding.
    fn contains(&self, body: usize, pose: &Pose, point: Vector) -> bool {
        let p = pose.inverse_transform_point(point);
        let outside = match &self.bodies[body] {
            BodyShape::Ball { radius } => p.length() - f64::from(*radius),
            BodyShape::Box { half_extents } => (p.abs() - wide(*half_extents)).max_element(),
            BodyShape::Capsule { half_height, radius } => {
                let half_height = f64::from(*half_height);
                let axis = Vector::new(0.0, p.y.clamp(-half_height, half_height), 0.0);
                (p - axis).length() - f64::from(*radius)
            }
            BodyShape::Hull { .. } => {
                self.faces[body].iter().map(|(normal, offset)| normal.dot(p) - offset).fold(f64::NEG_INFINITY, f64::max)
            }
            BodyShape::HeightField { .. } | BodyShape::Mesh { .. } => f64::INFINITY,
        };
        outside <= ROUNDING
    }
}

/// Points that two bodies may share: parry's witness points, and the one between them.
fn candidates(contact: &Contact) -> [Vector; 3] {
    [0.5, 0.0, 1.0].map(|part| contact.point1 + (contact.point2 - contact.point1) * part)
}

/// Whether a point is in a triangle, to rounding.
fn is_on(triangle: &Triangle, point: Vector) -> bool {
    let [a, b, c] = *triangle.vertices();
    let normal = (b - a).cross(c - a).normalize();
    // Outside of an edge, in its plane.
    let beyond = |from: Vector, to: Vector| (to - from).normalize().cross(normal).dot(point - from);
    [normal.dot(point - a).abs(), beyond(a, b), beyond(b, c), beyond(c, a)].into_iter().all(|outside| outside <= ROUNDING)
}

fn faces(shape: &SharedShape) -> Vec<(Vector, f64)> {
    let Some(hull) = shape.as_convex_polyhedron() else {
        return Vec::new();
    };
    let offset = |normal: Vector| hull.points().iter().map(|point| point.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
    hull.faces().iter().map(|face| (face.normal, offset(face.normal))).collect()
}

fn wide(v: [f32; 3]) -> Vector {
    Vector::from_array(v.map(f64::from))
}

/// The recorded pose, its rotation normalised in `f64`.
fn pose(recorded: &RecordedPose) -> Pose {
    let [x, y, z, w] = recorded.rotation.map(f64::from);
    Pose::from_parts(wide(recorded.translation), Rotation::from_xyzw(x, y, z, w).normalize())
}

#[cfg(test)]
mod tests {
    use super::{BodyShape, Fresh, RecordedPose};

    /// Half a turn about x + y, which takes the y axis to x.
    const ROTATED: [f32; 4] = [std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0];
    const UNROTATED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

    fn corners(half: f32) -> BodyShape {
        let side = |bit: usize| if bit == 0 { -half } else { half };
        BodyShape::Hull { points: (0..8).map(|i| [side(i & 1), side(i & 2), side(i & 4)]).collect() }
    }

    #[test]
    fn distances_are_those_of_closed_forms_and_are_proved() {
        let long = BodyShape::Capsule { half_height: 1.0, radius: 0.25 };
        let cube = BodyShape::Box { half_extents: [0.5; 3] };
        let cases = [
            (BodyShape::Ball { radius: 0.5 }, BodyShape::Ball { radius: 0.25 }, UNROTATED, 0.75),
            (cube.clone(), BodyShape::Ball { radius: 0.25 }, UNROTATED, 0.75),
            (cube.clone(), long.clone(), UNROTATED, 0.75),
            (cube.clone(), long, ROTATED, 1.75),
            (cube, corners(0.25), UNROTATED, 0.75),
            (corners(0.25), corners(0.5), ROTATED, 0.75),
        ];
        for (a, b, rotation, touching) in cases {
            let bodies = [a, b];
            let fresh = Fresh::new(&bodies, 0).unwrap();
            // Only pairs whose bounds overlap are measured: along an axis the gap is at most 1e-6
            // m.
            for distance in [-0.1, -1e-3, -1e-4, 5e-7] {
                let place = |x, rotation| RecordedPose { translation: [x, 0.0, 0.0], rotation };
                let near = fresh.near(&[place(0.0, UNROTATED), place((touching + distance) as f32, rotation)]).unwrap();
                let [near] = near.as_slice() else { panic!("{bodies:?} at {distance}: {} pairs", near.len()) };
                let found = near.distance.unwrap();
                assert!((found - distance).abs() < 2e-7, "{bodies:?}: {found}, expected {distance}");
                assert_eq!((near.touches(), near.proved), (distance < 0.0, true), "{bodies:?} at {distance}");
            }
        }
    }

    #[test]
    fn a_false_claim_has_no_proof() {
        let bodies = [BodyShape::Ball { radius: 0.5 }, corners(0.5)];
        let fresh = Fresh::new(&bodies, 0).unwrap();
        let pose = super::pose(&RecordedPose { translation: [0.25, 0.0, 0.0], rotation: ROTATED });
        for body in 0..2 {
            let x = |x| super::Vector::new(x, 0.0, 0.0);
            assert!(fresh.contains(body, &pose, x(0.74)) && !fresh.contains(body, &pose, x(0.7501)));
            assert!((fresh.extreme(body, &pose, x(1.0), 1.0) - 0.75).abs() < 1e-7);
            assert!((fresh.extreme(body, &pose, x(1.0), -1.0) + 0.25).abs() < 1e-7);
        }
    }
}
