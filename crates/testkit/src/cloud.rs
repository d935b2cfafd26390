//! The simplest support map, and what makes one test fit 2D and 3D, `f32` and `f64`.
//!
//! * [`Cloud`] is a list of points. GJK and EPA are tested with it, so that no error of a real
//!   shape can hide one of theirs.
//! * [`Egg`] is smooth: it has no vertices, and a search on it ends only by tolerance.
//! * [`Space`] converts points, poses and oracle queries of either dimension from 3D; in 2D z is 0.

use clinch_support::{Pose, Rotation2, Scalar, Support, SupportMap, Vector, VertexId};
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::pair_file::{Coords, PoseSpec, Query, ShapeSpec};

/// The convex hull of a list of points. Each point is a vertex whose id is its index. Ties go to
/// the first; an empty list is the origin.
///
/// ```
/// use clinch_support::SupportMap;
/// use clinch_testkit::cloud::Cloud;
/// use glam::Vec2;
///
/// let cloud = Cloud(vec![Vec2::new(1.0, 1.0), Vec2::new(2.0, 1.0)]);
/// assert_eq!(cloud.support(Vec2::X).point, Vec2::new(2.0, 1.0));
/// assert_eq!(cloud.support(Vec2::Y).id.map(|id| id.index()), Some(0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cloud<V>(pub Vec<V>);

impl<V: Vector> SupportMap<V> for Cloud<V> {
    fn support(&self, direction: V) -> Support<V> {
        let mut best: Option<(usize, V, V::Scalar)> = None;
        for (place, &point) in self.0.iter().enumerate() {
            let value = direction.dot(point);
            if best.is_none_or(|(.., most)| value > most) {
                best = Some((place, point, value));
            }
        }
        match best {
            Some((place, point, _)) => Support { point, id: Some(VertexId::new(place)) },
            None => Support { point: V::ZERO, id: None },
        }
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.0.get(id.index()).copied()
    }
}

/// An ellipse or ellipsoid about the origin, by its radii, which must not be zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Egg<V>(pub V);

impl<V: Vector> SupportMap<V> for Egg<V> {
    fn support(&self, direction: V) -> Support<V> {
        let stretched = V::from_fn(|axis| self.0.get(axis) * direction.get(axis));
        let length = stretched.length();
        Support { point: V::from_fn(|axis| self.0.get(axis) * stretched.get(axis) / length), id: None }
    }
}

/// A vector type that tests convert from points in space.
pub trait Space: Vector {
    /// The nearest vector of this type; in 2D without z.
    fn at(point: DVec3) -> Self {
        Self::from_fn(|axis| Self::Scalar::narrow(point[axis]))
    }

    /// The point in space.
    fn lift(self) -> DVec3 {
        let axis = |axis: usize| if axis < Self::DIM { self.get(axis).widen() } else { 0.0 };
        DVec3::new(axis(0), axis(1), axis(2))
    }

    /// The rotation of a pose, as the core reads it.
    fn turn(pose: &PoseSpec) -> <Self::Wide as Vector>::Rotation;

    /// The pose, as the core reads it.
    fn pose(pose: &PoseSpec) -> Pose<Self::Wide> {
        let t = pose.translation();
        Pose::new(Self::turn(pose), Self::Wide::from_fn(|axis| t[axis]))
    }

    /// The points as a shape for the oracle.
    fn spec(points: &[Self]) -> ShapeSpec {
        ShapeSpec::hull(Self::DIM, points.iter().map(|point| Coords::of(point.lift(), Self::DIM)).collect())
    }

    /// The pair as a query for the oracle: A at the origin, B by `b_in_a`.
    fn query(a: &Cloud<Self>, b: &Cloud<Self>, b_in_a: &PoseSpec) -> Query {
        Query::contact(Self::DIM, (Self::spec(&a.0), PoseSpec::default()), (Self::spec(&b.0), *b_in_a))
    }

    /// The corners of a polytope without radius; `None` for any other shape.
    fn cloud(spec: &ShapeSpec) -> Option<Cloud<Self>> {
        let list = |points: &[Coords]| points.iter().map(|point| Self::at(point.to_vec3())).collect();
        Some(Cloud(match spec {
            ShapeSpec::Point { p } => list(&[p.unwrap_or(Coords::zero(Self::DIM))]),
            ShapeSpec::Segment { a, b } => list(&[*a, *b]),
            ShapeSpec::Triangle { a, b, c } => list(&[*a, *b, *c]),
            ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } => list(points),
            ShapeSpec::Box { half } => return Some(block(half.to_vec3())),
            _ => return None,
        }))
    }
}

/// The corners of a box about the origin, or of a rectangle. Bit `i` of the index of a corner is
/// the sign of its coordinate `i`.
pub fn block<V: Space>(half: DVec3) -> Cloud<V> {
    let sign = |place: usize, axis: usize| if place >> axis & 1 == 1 { 1.0 } else { -1.0 };
    let corner = |place: usize| V::at(half * DVec3::new(sign(place, 0), sign(place, 1), sign(place, 2)));
    Cloud((0..1 << V::DIM).map(corner).collect())
}

macro_rules! space {
    ($($vector:ty: $turn:expr),+) => {$(
        impl Space for $vector {
            fn turn(pose: &PoseSpec) -> <Self::Wide as Vector>::Rotation {
                $turn(pose)
            }
        }
    )+};
}

fn plane(pose: &PoseSpec) -> Rotation2<f64> {
    let [cos, sin] = pose.cos_sin();
    Rotation2 { cos, sin }
}

fn space(pose: &PoseSpec) -> DQuat {
    DQuat::from_array(pose.quaternion())
}

space!(Vec2: plane, DVec2: plane, Vec3: space, DVec3: space);
