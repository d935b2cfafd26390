//! The four APIs as one trait, scenes as plain parameters, and answers checked by the oracle.

use clinch::contact::{Manifold, Space};
use clinch::support::{Pose, Rotation2, Scalar, Sweep, Vector};
use clinch::{Answer, Impact, Motion};
use clinch_testkit::build::Build;
use clinch_testkit::grade::{TOLERANCE_F32, TOLERANCE_F64, grade};
use clinch_testkit::oracle::{Pairing, Truth};
use clinch_testkit::pair_file::{self, AnswerLine, CapsuleAxis, Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

/// The functions of an API.
pub(crate) trait Api: Build + Space {
    /// The tolerance of its answers, relative to the size of the scene.
    const TOLERANCE: f64;

    fn place(pose: &PoseSpec) -> Pose<Self>;
    fn intersects(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>) -> bool;
    fn signed_distance(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>) -> Self::Scalar;
    fn contact(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>) -> Answer<Self>;
    fn manifold(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>, margin: Self::Scalar) -> Manifold<Self>;
    fn cast_shape(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>, motion: &Motion<Self>) -> Impact<Self>;
    fn time_of_impact(a: &Self::Shape, sweep_a: &Sweep<Self>, b: &Self::Shape, sweep_b: &Sweep<Self>) -> Impact<Self>;
}

macro_rules! api {
    ($vector:ty, $api:ident $(:: $precision:ident)?, $scalar:ty, $tolerance:expr, $rotation:expr) => {
        impl Api for $vector {
            const TOLERANCE: f64 = $tolerance;

            fn place(pose: &PoseSpec) -> Pose<Self> {
                let t = <Self as Build>::vector(&Coords::of(pose.translation(), Self::DIM));
                Pose::new($rotation(pose), t)
            }

            fn intersects(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>) -> bool {
                clinch::$api$(::$precision)?::intersects(a, pose_a, b, pose_b)
            }

            fn signed_distance(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>) -> $scalar {
                clinch::$api$(::$precision)?::signed_distance(a, pose_a, b, pose_b)
            }

            fn contact(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>) -> Answer<Self> {
                clinch::$api$(::$precision)?::contact(a, pose_a, b, pose_b)
            }

            fn manifold(a: &Self::Shape, pose_a: &Pose<Self>, b: &Self::Shape, pose_b: &Pose<Self>, margin: $scalar) -> Manifold<Self> {
                clinch::$api$(::$precision)?::manifold(a, pose_a, b, pose_b, margin)
            }

            fn cast_shape(
                a: &Self::Shape,
                pose_a: &Pose<Self>,
                b: &Self::Shape,
                pose_b: &Pose<Self>,
                motion: &Motion<Self>,
            ) -> Impact<Self> {
                clinch::$api$(::$precision)?::cast_shape(a, pose_a, b, pose_b, motion)
            }

            fn time_of_impact(a: &Self::Shape, sweep_a: &Sweep<Self>, b: &Self::Shape, sweep_b: &Sweep<Self>) -> Impact<Self> {
                clinch::$api$(::$precision)?::time_of_impact(a, sweep_a, b, sweep_b, 0.0)
            }
        }
    };
}

/// x, y, z, w as given, of any length, without rounding.
fn quaternion(pose: &PoseSpec) -> [f64; 4] {
    if let RotationSpec::Quaternion(q) = pose.rotation { q } else { pose.quaternion() }
}

/// Cosine and sine as given.
fn cos_sin(pose: &PoseSpec) -> [f64; 2] {
    if let RotationSpec::CosSin(cos, sin) = pose.rotation { [cos, sin] } else { pose.cos_sin() }
}

fn plane(pose: &PoseSpec) -> Rotation2<f64> {
    let [cos, sin] = cos_sin(pose);
    Rotation2 { cos, sin }
}

fn plane_f32(pose: &PoseSpec) -> Rotation2<f32> {
    let [cos, sin] = cos_sin(pose).map(|x| x as f32);
    Rotation2 { cos, sin }
}

api!(Vec3, d3, f32, TOLERANCE_F32, |pose: &PoseSpec| Quat::from_array(quaternion(pose).map(|x| x as f32)));
api!(DVec3, d3::f64, f64, TOLERANCE_F64, |pose: &PoseSpec| DQuat::from_array(quaternion(pose)));
api!(Vec2, d2, f32, TOLERANCE_F32, plane_f32);
api!(DVec2, d2::f64, f64, TOLERANCE_F64, plane);

/// Calls a function with the vector of each API.
macro_rules! in_every_api {
    ($check:ident) => {{
        $check::<glam::Vec3>();
        $check::<glam::DVec3>();
        $check::<glam::Vec2>();
        $check::<glam::DVec2>();
    }};
}

/// Calls a function with the 3D vectors.
macro_rules! in_3d {
    ($check:ident) => {{
        $check::<glam::Vec3>();
        $check::<glam::DVec3>();
    }};
}

pub(crate) use {in_3d, in_every_api};

/// The number rounded to the API's scalar.
pub(crate) fn exact<V: Vector>(x: f64) -> f64 {
    V::Scalar::narrow(x).widen()
}

/// Coordinates of the API's dimension, rounded to its scalar. In 2D z is dropped.
pub(crate) fn coords<V: Vector>(x: f64, y: f64, z: f64) -> Coords {
    Coords::of(DVec3::new(exact::<V>(x), exact::<V>(y), exact::<V>(z)), V::DIM)
}

/// A translation of the API's dimension.
pub(crate) fn at<V: Vector>(x: f64, y: f64, z: f64) -> PoseSpec {
    PoseSpec::at(coords::<V>(x, y, z))
}

/// The same with a rotation about an axis of any length, in 2D about z, rounded to the scalar.
pub(crate) fn turned<V: Vector>(pose: PoseSpec, axis: DVec3, angle: f64) -> PoseSpec {
    let (sin, cos) = libm::sincos(0.5 * angle);
    let axis = axis.normalize() * sin;
    let rotation = if V::DIM == 2 {
        let (sin, cos) = libm::sincos(angle);
        RotationSpec::CosSin(exact::<V>(cos), exact::<V>(sin))
    } else {
        RotationSpec::Quaternion([axis.x, axis.y, axis.z, cos].map(exact::<V>))
    };
    PoseSpec { rotation, ..pose }
}

/// A box by its half extents; in 2D a rectangle.
pub(crate) fn block<V: Vector>(x: f64, y: f64, z: f64) -> ShapeSpec {
    ShapeSpec::Box { half: coords::<V>(x, y, z) }
}

/// A ball; in 2D a circle.
pub(crate) fn ball<V: Vector>(radius: f64) -> ShapeSpec {
    let radius = exact::<V>(radius);
    if V::DIM == 3 { ShapeSpec::Sphere { radius } } else { ShapeSpec::Circle { radius } }
}

/// The hull of points rounded to the scalar.
pub(crate) fn hull<V: Vector>(points: &[DVec3]) -> ShapeSpec {
    let points = points.iter().map(|p| coords::<V>(p.x, p.y, p.z)).collect();
    if V::DIM == 3 { ShapeSpec::Hull { points } } else { ShapeSpec::Polygon { points } }
}

/// A capsule between two points.
pub(crate) fn capsule<V: Vector>(a: DVec3, b: DVec3, radius: f64) -> ShapeSpec {
    let axis = CapsuleAxis::Between { a: coords::<V>(a.x, a.y, a.z), b: coords::<V>(b.x, b.y, b.z) };
    ShapeSpec::Capsule { axis, radius: exact::<V>(radius) }
}

/// Two shapes in one world.
pub(crate) struct Scene<V: Api> {
    pub(crate) query: Query,
    pub(crate) a: V::Shape,
    pub(crate) b: V::Shape,
    pub(crate) pose_a: Pose<V>,
    pub(crate) pose_b: Pose<V>,
}

impl<V: Api> Scene<V> {
    pub(crate) fn new(name: impl Into<String>, a: (ShapeSpec, PoseSpec), b: (ShapeSpec, PoseSpec)) -> Self {
        let shape = |spec: &ShapeSpec| <V as Build>::shape(spec).expect("a shape of this dimension");
        let (shape_a, shape_b, pose_a, pose_b) = (shape(&a.0), shape(&b.0), V::place(&a.1), V::place(&b.1));
        Self { query: Query::contact(V::DIM, a, b).with_id(name), a: shape_a, b: shape_b, pose_a, pose_b }
    }

    pub(crate) fn contact(&self) -> Answer<V> {
        V::contact(&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    pub(crate) fn manifold(&self, margin: f64) -> Manifold<V> {
        V::manifold(&self.a, &self.pose_a, &self.b, &self.pose_b, V::Scalar::narrow(margin))
    }

    pub(crate) fn intersects(&self) -> bool {
        V::intersects(&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    pub(crate) fn cast_shape(&self, motion: &Motion<V>) -> Impact<V> {
        V::cast_shape(&self.a, &self.pose_a, &self.b, &self.pose_b, motion)
    }

    pub(crate) fn truth(&self) -> Truth {
        Pairing::of(&self.query).expect("the oracle knows these shapes").truth()
    }

    /// The answer. Panics if the oracle finds a fault, or if another query disagrees.
    pub(crate) fn checked(&self) -> Answer<V> {
        let answer = self.contact();
        let coords = |v: V| <V as Build>::coords(v.widen());
        let (signed, touching) = (answer.distance.widen(), answer.is_touching());
        let line = pair_file::Answer {
            id: self.query.id.clone(),
            intersects: touching,
            distance: if signed > 0.0 { signed } else { 0.0 },
            depth: touching.then_some(if signed < 0.0 { -signed } else { 0.0 }),
            normal: Some(coords(answer.normal)),
            lower: Some(answer.lower.widen()),
            upper: Some(answer.upper.widen()),
            ..pair_file::Answer::default()
        };
        let faults = grade(&self.query, &AnswerLine::Contact(line), V::TOLERANCE).expect("the oracle knows these shapes");
        let context = || format!("{:?}\n{answer:?}\n{:?}", self.query, self.truth());
        assert!(faults.is_empty(), "{faults:?}: {}", context());
        assert!(!answer.unfinished, "unfinished: {}", context());
        assert_eq!(self.intersects(), touching, "intersects: {}", context());
        let points = self.manifold(0.0);
        assert_eq!(points.is_touching(), touching, "manifold {points:?}: {}", context());
        assert_eq!(points.points.is_empty(), !touching, "manifold {points:?}: {}", context());
        answer
    }
}
