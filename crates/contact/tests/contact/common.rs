//! Shared by the tests: shapes from parameters, and what every manifold must satisfy.

use crate::erased::collide;
use clinch_contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Separation, Settings, Space};
use clinch_shapes::{Aabb, Ball, Capsule, Convex, Core, Cuboid, Custom, Face, Hull, Polygon, Shape2, Shape3, TaperedCapsule};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Scalar, Support, SupportMap, Vector, VertexId};
use clinch_testkit::build;
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// A vector whose poses are built in `f64`.
pub(crate) trait InDouble: Space + build::Build + Vector<Wide = <Self as InDouble>::Wider> {
    type Wider: build::Build + Vector<Scalar = f64>;
}

impl InDouble for Vec2 {
    type Wider = DVec2;
}

impl InDouble for DVec2 {
    type Wider = Self;
}

impl InDouble for Vec3 {
    type Wider = DVec3;
}

impl InDouble for DVec3 {
    type Wider = Self;
}

/// A shape with its core hidden from the closed forms, or with a radius added.
#[derive(Clone, Debug)]
pub(crate) struct Altered<S, T> {
    pub shape: S,
    pub grown: T,
}

/// The same shape, known by its support map alone: no closed form applies.
pub(crate) fn opaque<S, T: Scalar>(shape: S) -> Altered<S, T> {
    Altered { shape, grown: T::ZERO }
}

impl<V: Vector, S: SupportMap<V>> SupportMap<V> for Altered<S, V::Scalar> {
    fn support(&self, direction: V) -> Support<V> {
        self.shape.support(direction)
    }

    // The declared error is that of this method, which may be exacter than `support` for an f32
    // shape.
    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.shape.support_wide(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.shape.vertex(id)
    }

    fn vertex_wide(&self, id: VertexId) -> Option<V::Wide> {
        self.shape.vertex_wide(id)
    }

    fn center(&self) -> V {
        self.shape.center()
    }

    fn radius_about_center(&self) -> V::Scalar {
        self.shape.radius_about_center()
    }

    fn error(&self) -> V::Scalar {
        self.shape.error()
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for Altered<S, V::Scalar> {
    fn radius(&self) -> V::Scalar {
        self.shape.radius() + self.grown
    }

    fn core(&self) -> Core<'_, V> {
        Core::Other
    }

    fn face(&self, direction: V, face: &mut Face<V>) {
        self.shape.face(direction, face);
    }

    fn bounds(&self, pose: &Pose<V::Wide>) -> Aabb<V::Wide> {
        self.shape.bounds(pose).grown(self.grown.widen())
    }
}

/// A vector whose shapes and poses tests build from plain numbers.
pub(crate) trait Kit: Space {
    fn coords(coords: Coords) -> Self;
    fn shape(spec: &ShapeSpec) -> Self::Shape;
    fn pose(spec: &PoseSpec) -> Pose<Self>;
    fn turned(random: &mut Random) -> <Self::Wide as Vector>::Rotation;
    /// A rotation by `angle`; in 3D about an axis that is the same for every call.
    fn turn(angle: f64) -> <Self::Wide as Vector>::Rotation;
    fn capsule(a: Self, b: Self, radius: Self::Scalar) -> Self::Shape;
}

macro_rules! kit {
    ($vector:ty, $scalar:ty, $shape:ident, $to:ident, $dim:literal, $hull:expr, $pose:expr, $turned:expr, $turn:expr) => {
        impl Kit for $vector {
            fn coords(coords: Coords) -> Self {
                Vector::narrow(coords.$to())
            }

            fn shape(spec: &ShapeSpec) -> $shape<Self> {
                let swept = |core: &ShapeSpec, radius: f64| {
                    let grown = radius as $scalar;
                    $shape::Custom(Custom::new(Altered { shape: Self::shape(core), grown }))
                };
                match spec {
                    ShapeSpec::Point { p: None } => Ball::new(0.0).unwrap().into(),
                    ShapeSpec::Point { p: Some(p) } => Self::capsule(Self::coords(*p), Self::coords(*p), 0.0),
                    ShapeSpec::Segment { a, b } => Self::capsule(Self::coords(*a), Self::coords(*b), 0.0),
                    ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } => Ball::new(*radius as $scalar).unwrap().into(),
                    ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
                        Capsule::new(*half_height as $scalar, *radius as $scalar).unwrap().into()
                    }
                    ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => {
                        Self::capsule(Self::coords(*a), Self::coords(*b), *radius as $scalar)
                    }
                    ShapeSpec::TaperedCapsule { half_height, bottom, top } => {
                        TaperedCapsule::new(*half_height as $scalar, *bottom as $scalar, *top as $scalar).unwrap().into()
                    }
                    ShapeSpec::Box { half } => Cuboid::new(Self::coords(*half)).unwrap().into(),
                    ShapeSpec::Triangle { a, b, c } => $hull(&[*a, *b, *c].map(Self::coords)).into(),
                    ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } => {
                        $hull(&points.iter().copied().map(Self::coords).collect::<Vec<_>>()).into()
                    }
                    ShapeSpec::Rounded { core, radius } => swept(core, *radius),
                    other => panic!("no such shape in these tests: {other:?}"),
                }
            }

            fn pose(spec: &PoseSpec) -> Pose<Self> {
                let t = Coords::of(spec.translation(), $dim);
                Pose::new(<Self as Vector>::Rotation::narrow($pose(spec)), Self::coords(t))
            }

            fn turned(random: &mut Random) -> <Self::Wide as Vector>::Rotation {
                $turned(random)
            }

            fn turn(angle: f64) -> <Self::Wide as Vector>::Rotation {
                $turn(angle)
            }

            fn capsule(a: Self, b: Self, radius: $scalar) -> $shape<Self> {
                Capsule::between(a, b, radius).unwrap().into()
            }
        }
    };
}

// The numbers as they are in the file, of any length: the same in either precision.
fn pose_2d(spec: &PoseSpec) -> Rotation2<f64> {
    match spec.rotation {
        RotationSpec::CosSin(cos, sin) => Rotation2 { cos, sin },
        _ => Rotation2::IDENTITY,
    }
}

fn pose_3d(spec: &PoseSpec) -> DQuat {
    match spec.rotation {
        RotationSpec::Quaternion(q) => DQuat::from_array(q),
        _ => DQuat::IDENTITY,
    }
}

fn turned_2d(random: &mut Random) -> Rotation2<f64> {
    Rotation2::<f64>::from_angle(random.range(-3.2, 3.2))
}

fn turned_3d(random: &mut Random) -> DQuat {
    DQuat::from_array(random.quaternion())
}

fn turn_3d(angle: f64) -> DQuat {
    let half = Rotation2::<f64>::from_angle(0.5 * angle);
    let axis = DVec3::new(2.0, -3.0, 6.0) * (half.sin / 7.0);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, half.cos)
}

/// A rotation about the y axis.
pub(crate) fn about_y(angle: f64) -> DQuat {
    let half = Rotation2::<f64>::from_angle(0.5 * angle);
    DQuat::from_xyzw(0.0, half.sin, 0.0, half.cos)
}

kit!(Vec3, f32, Shape3, to_vec3, 3, |p: &[Vec3]| Hull::new(p).unwrap(), pose_3d, turned_3d, turn_3d);
kit!(DVec3, f64, Shape3, to_vec3, 3, |p: &[DVec3]| Hull::new(p).unwrap(), pose_3d, turned_3d, turn_3d);
kit!(Vec2, f32, Shape2, to_vec2, 2, |p: &[Vec2]| Polygon::hull_of(p).unwrap(), pose_2d, turned_2d, Rotation2::<f64>::from_angle);
kit!(DVec2, f64, Shape2, to_vec2, 2, |p: &[DVec2]| Polygon::hull_of(p).unwrap(), pose_2d, turned_2d, Rotation2::<f64>::from_angle);

/// Two shapes and the pose of B in A's frame.
#[derive(Clone, Debug)]
pub(crate) struct Case<V: Space> {
    pub a: V::Shape,
    pub b: V::Shape,
    pub b_in_a: Pose<V::Wide>,
}

impl<V: Kit> Case<V> {
    pub(crate) fn of(query: &Query) -> Self {
        let (a, b) = (V::shape(&query.a), V::shape(query.b.as_ref().unwrap()));
        Self { a, b, b_in_a: V::pose(&query.pose_b).relative_to(&V::pose(&query.pose_a)) }
    }

    pub(crate) fn pair(&self) -> Pair<V, &V::Shape, &V::Shape> {
        Pair { a: &self.a, b: &self.b, b_in_a: self.b_in_a }
    }

    /// The length that tolerances are relative to.
    pub(crate) fn size(&self) -> f64 {
        size_of_pair::<V>(&self.pair())
    }
}

fn size_of_pair<V: Space>(pair: &Pair<V, &V::Shape, &V::Shape>) -> f64 {
    let size = |shape: &V::Shape| shape.radius_about_center().widen() + shape.radius().widen() + shape.center().max_abs().widen();
    size(pair.a) + size(pair.b) + pair.b_in_a.translation.max_abs()
}

/// Collides a pair without a warm start.
pub(crate) fn cold<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
) -> (Measured<V>, Manifold<V>) {
    let mut manifold = Manifold::new();
    let measured = collide(pair, settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    (measured, manifold)
}

/// The separation, if the shapes are within the margin.
pub(crate) fn near<V: Vector>(measured: &Measured<V>) -> Option<&Separation<V>> {
    match &measured.relation {
        Relation::Near(separation) => Some(separation),
        Relation::Beyond { .. } | Relation::Undefined => None,
    }
}

/// How far a point in the frame of a swept shape is outside of it: the most along some directions.
/// About 0 on the surface, negative inside.
pub(crate) fn outside<V: Space>(shape: &V::Shape, point: V) -> f64 {
    let mut random = Random::new(5);
    let mut axes: Vec<V::Wide> = (0..V::DIM).flat_map(|axis| [V::Wide::unit(axis), -V::Wide::unit(axis)]).collect();
    axes.extend((0..24).map(|_| {
        let direction = random.direction(V::DIM);
        V::Wide::from_fn(|axis| direction[axis])
    }));
    let beyond = |direction: V::Wide| {
        let support = shape.support(V::narrow(direction)).point.widen();
        (point.widen() - support).dot(direction) - shape.radius().widen()
    };
    axes.into_iter().map(beyond).fold(f64::NEG_INFINITY, f64::max)
}

/// Asserts what every manifold must satisfy.
pub(crate) fn assert_sound<V: Kit>(
    case: &Case<V>,
    margin: V::Scalar,
    measured: &Measured<V>,
    manifold: &Manifold<V>,
    what: &dyn core::fmt::Debug,
) {
    let size = case.size();
    let (tolerance, basis) = (8.0 * V::Scalar::EPSILON.widen() * size, case.b_in_a.rotation.basis());
    let Some(near) = near(measured) else {
        assert!(manifold.points.is_empty() && manifold.normal == V::ZERO, "{what:?}: points although {measured:?}");
        assert!(!matches!(measured.relation, Relation::Undefined), "{what:?}: undefined");
        return;
    };
    let context = || format!("{what:?}\n{measured:?}\n{manifold:?}");
    assert!(near.lower <= near.distance && near.distance <= near.upper, "bounds: {}", context());
    assert!((manifold.normal.widen().length() - 1.0).abs() < 1e-6 || manifold.points.is_empty(), "normal: {}", context());
    assert_eq!(manifold.is_touching(), near.is_touching(), "the touching flags contradict the bounds: {}", context());
    assert!(!near.is_touching() || !manifold.points.is_empty(), "touching without a point: {}", context());
    assert!(manifold.points.windows(2).all(|two| two[0].feature < two[1].feature), "feature ids: {}", context());
    assert!(manifold.points.len() <= 2 * (V::DIM - 1), "too many points: {}", context());

    let noise = near.distance - near.lower;
    if !manifold.points.is_empty() {
        let off = manifold.separation().widen() - near.distance;
        assert!(off.abs() <= tolerance + noise + 2e-6 * size, "deepest is off by {off}: {}", context());
    }
    // The ends of the interval that two nearly parallel edges share are on either edge, beside each
    // other by up to 5 % of the length.
    let (mut face_a, mut face_b) = (Face::new(), Face::new());
    case.a.face(manifold.normal, &mut face_a);
    case.b.face(V::narrow(basis.unrotate(-manifold.normal.widen())), &mut face_b);
    let edges = V::DIM == 3 && face_a.corners.len() == 2 && face_b.corners.len() == 2;
    let offset = if edges { 0.05 * size } else { 0.0 };
    for point in &manifold.points {
        let on_b = basis.rotate(point.on_b.widen()) + case.b_in_a.translation;
        let gap = on_b - point.on_a.widen() - near.normal * point.separation.widen();
        let most = 4.0 * tolerance + 1e-12 * size + offset_of_witness(point.feature, near, size);
        assert!(gap.dot(near.normal).abs() <= most && gap.length() <= most + offset, "anchors: {}", context());
        assert!(point.separation.widen() <= margin.widen().max(noise) + tolerance, "beyond the margin: {}", context());
        let (a, b) = (outside::<V>(&case.a, point.on_a), outside::<V>(&case.b, point.on_b));
        assert!(a <= tolerance + 2e-6 * size, "{a} outside of A: {}", context());
        assert!(b <= tolerance + 2e-6 * size, "{b} outside of B: {}", context());
    }
}

/// The witness points of the query are offset across the normal by as much as its bounds are apart.
fn offset_of_witness<V: Vector>(feature: clinch_contact::FeatureId, near: &Separation<V>, size: f64) -> f64 {
    if feature == clinch_contact::FeatureId::WITNESS { (near.upper - near.lower) + 1e-6 * size } else { 0.0 }
}
