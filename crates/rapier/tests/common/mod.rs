//! The same shapes in parry and in clinch.

#![allow(dead_code, reason = "each test file uses its part")]

use clinch_rapier::Clinch;
use clinch_shapes::{Ball, Cone, Convex, Cuboid, Custom, Cylinder, HalfSpace, Hull, Rounded, Segment, Shape3, Triangle};
use clinch_support::{Support, SupportMap};
use glam::Vec3;
use rapier3d::parry::bounding_volume::{Aabb, BoundingSphere};
use rapier3d::parry::mass_properties::MassProperties;
use rapier3d::parry::math::{Pose, Vector};
use rapier3d::parry::query::{ContactManifold, PersistentQueryDispatcher, PointProjection, PointQuery, Ray, RayCast, RayIntersection};
use rapier3d::parry::shape::{self as parry, FeatureId, RoundShape, ShapeType, TypedShape};

/// clinch's 3D shapes.
pub(crate) type Shape = Shape3<Vec3>;

pub(crate) const KINDS: &[&str] = &[
    "ball",
    "box",
    "capsule",
    "segment",
    "triangle",
    "cylinder",
    "cone",
    "polyhedron",
    "half-space",
    "rounded box",
    "rounded triangle",
    "rounded cylinder",
    "rounded cone",
    "rounded polyhedron",
    "custom",
];

fn corners() -> Vec<Vec3> {
    let corner = |i: usize| Vec3::new((i & 1) as f32 - 0.4, (i >> 1 & 1) as f32 * 0.8 - 0.5, (i >> 2) as f32 * 0.6 - 0.2);
    (0..8).map(corner).chain([Vec3::new(0.1, 0.9, 0.1), Vec3::new(0.9, 0.0, 0.2)]).collect()
}

const ENDS: [Vec3; 2] = [Vec3::new(-0.3, -0.5, 0.1), Vec3::new(0.4, 0.6, 0.0)];
const CORNERS: [Vec3; 3] = [Vec3::new(-0.6, 0.1, -0.5), Vec3::new(0.7, 0.0, -0.3), Vec3::new(0.0, 0.2, 0.8)];

/// The shape of this kind in parry.
pub(crate) fn theirs(kind: usize) -> Box<dyn parry::Shape> {
    let cuboid = parry::Cuboid::new(Vec3::new(0.4, 0.5, 0.6));
    let triangle = parry::Triangle::new(CORNERS[0], CORNERS[1], CORNERS[2]);
    let (cylinder, cone) = (parry::Cylinder::new(0.5, 0.4), parry::Cone::new(0.5, 0.6));
    let polyhedron = parry::ConvexPolyhedron::from_convex_hull(&corners()).unwrap();
    let border_radius = 0.1;
    match KINDS[kind] {
        "ball" => Box::new(parry::Ball::new(0.5)),
        "box" => Box::new(cuboid),
        "capsule" => Box::new(parry::Capsule::new(ENDS[0], ENDS[1], 0.3)),
        "segment" => Box::new(parry::Segment::new(ENDS[0], ENDS[1])),
        "triangle" => Box::new(triangle),
        "cylinder" => Box::new(cylinder),
        "cone" => Box::new(cone),
        "polyhedron" => Box::new(polyhedron),
        "half-space" => Box::new(parry::HalfSpace::new(Vec3::new(0.6, 0.8, 0.0))),
        "rounded box" => Box::new(RoundShape { inner_shape: cuboid, border_radius }),
        "rounded triangle" => Box::new(RoundShape { inner_shape: triangle, border_radius }),
        "rounded cylinder" => Box::new(RoundShape { inner_shape: cylinder, border_radius }),
        "rounded cone" => Box::new(RoundShape { inner_shape: cone, border_radius }),
        "rounded polyhedron" => Box::new(RoundShape { inner_shape: polyhedron, border_radius }),
        _ => Box::new(Brick(Vec3::new(0.5, 0.3, 0.6))),
    }
}

/// The shape of this kind in clinch.
pub(crate) fn ours(kind: usize) -> Shape {
    let cuboid = || Shape::from(Cuboid::new(Vec3::new(0.4, 0.5, 0.6)).unwrap());
    let triangle = || Shape::from(Triangle::new(CORNERS[0], CORNERS[1], CORNERS[2]).unwrap());
    let (cylinder, cone) = (|| Shape::from(Cylinder::new(0.5, 0.4).unwrap()), || Shape::from(Cone::new(0.5, 0.6).unwrap()));
    let polyhedron = || Shape::from(Hull::new(&corners()).unwrap());
    let rounded = |shape: Shape, radius: f32| Shape::from(Rounded::new(shape, radius).unwrap());
    match KINDS[kind] {
        "ball" => Ball::new(0.5).unwrap().into(),
        "box" => cuboid(),
        "capsule" => rounded(Segment::new(ENDS[0], ENDS[1]).unwrap().into(), 0.3),
        "segment" => Segment::new(ENDS[0], ENDS[1]).unwrap().into(),
        "triangle" => triangle(),
        "cylinder" => cylinder(),
        "cone" => cone(),
        "polyhedron" => polyhedron(),
        "half-space" => HalfSpace::new(Vec3::new(0.6, 0.8, 0.0), 0.0).unwrap().into(),
        "rounded box" => rounded(cuboid(), 0.1),
        "rounded triangle" => rounded(triangle(), 0.1),
        "rounded cylinder" => rounded(cylinder(), 0.1),
        "rounded cone" => rounded(cone(), 0.1),
        "rounded polyhedron" => rounded(polyhedron(), 0.1),
        _ => Custom::new(Brick(Vec3::new(0.5, 0.3, 0.6))).into(),
    }
}

/// The manifold of a dispatcher without a previous step.
pub(crate) fn manifold(
    clinch: &Clinch,
    pos12: &Pose,
    g1: &dyn parry::Shape,
    g2: &dyn parry::Shape,
    margin: f32,
) -> ContactManifold<(), ()> {
    let mut manifolds = vec![];
    clinch.contact_manifolds(pos12, g1, g2, margin, &mut manifolds, &mut None).unwrap();
    assert_eq!(manifolds.len(), 1);
    manifolds.pop().unwrap()
}

/// A user-defined shape with only a support map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brick(pub(crate) Vec3);

impl parry::SupportMap for Brick {
    fn local_support_point(&self, dir: Vector) -> Vector {
        Vec3::from_array([0, 1, 2].map(|i| if dir[i] > 0.0 { self.0[i] } else { -self.0[i] }))
    }
}

impl SupportMap<Vec3> for Brick {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        Support { point: parry::SupportMap::local_support_point(self, direction), id: None }
    }
}

impl Convex<Vec3> for Brick {}

impl PointQuery for Brick {
    fn project_local_point(&self, pt: Vector, solid: bool) -> PointProjection {
        parry::Cuboid::new(self.0).project_local_point(pt, solid)
    }

    fn project_local_point_and_get_feature(&self, pt: Vector) -> (PointProjection, FeatureId) {
        parry::Cuboid::new(self.0).project_local_point_and_get_feature(pt)
    }
}

impl RayCast for Brick {
    fn cast_local_ray_and_get_normal(&self, ray: &Ray, max_time_of_impact: f32, solid: bool) -> Option<RayIntersection> {
        parry::Cuboid::new(self.0).cast_local_ray_and_get_normal(ray, max_time_of_impact, solid)
    }
}

impl parry::Shape for Brick {
    fn compute_local_aabb(&self) -> Aabb {
        Aabb::new(-self.0, self.0)
    }

    fn compute_local_bounding_sphere(&self) -> BoundingSphere {
        BoundingSphere::new(Vec3::ZERO, self.0.length())
    }

    fn clone_dyn(&self) -> Box<dyn parry::Shape> {
        Box::new(*self)
    }

    fn scale_dyn(&self, scale: Vector, _num_subdivisions: u32) -> Option<Box<dyn parry::Shape>> {
        Some(Box::new(Self(self.0 * scale)))
    }

    fn mass_properties(&self, density: f32) -> MassProperties {
        MassProperties::from_cuboid(density, self.0)
    }

    fn shape_type(&self) -> ShapeType {
        ShapeType::Custom
    }

    fn as_typed_shape(&self) -> TypedShape<'_> {
        TypedShape::Custom(self)
    }

    fn ccd_thickness(&self) -> f32 {
        self.0.min_element()
    }

    fn ccd_angular_thickness(&self) -> f32 {
        core::f32::consts::FRAC_PI_2
    }

    fn as_support_map(&self) -> Option<&dyn parry::SupportMap> {
        Some(self)
    }
}
