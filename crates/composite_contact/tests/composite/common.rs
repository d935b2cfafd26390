//! Bodies, poses and queries that the tests share.

use clinch_composite::{Composite, Feature, NormalCone, Sides, SubShapeId, SubShapeVisitor, TriMesh};
use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide};
use clinch_contact::{Pair, Settings, Space};
use clinch_shapes::{Aabb, Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Hull, Rounded, TaperedCapsule, Triangle};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::generate::meshes::{Cut, Mesh, icosphere, plate, terrain, torus};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

/// The kinds of [`body`].
pub(crate) const KINDS: usize = 10;

/// A body of this kind, with a reach of about `size`, standing or lying on z.
pub(crate) fn body<V: Space<Wide = DVec3>>(kind: usize, size: f64, random: &mut Random) -> Box<dyn Convex<V>> {
    let scalar = |x: f64| V::Scalar::narrow(x * size);
    let vector = |x: f64, y: f64, z: f64| V::narrow(DVec3::new(x, y, z) * size);
    let mut part = || random.range(0.3, 0.6);
    match kind {
        0 => Box::new(Ball::new(scalar(0.5)).unwrap()),
        1 => Box::new(Capsule::new(scalar(part()), scalar(0.2)).unwrap()),
        2 => Box::new(Cuboid::new(vector(part(), part(), part())).unwrap()),
        3 => Box::new(Cylinder::new(scalar(part()), scalar(part())).unwrap()),
        4 => Box::new(Cone::new(scalar(part()), scalar(part())).unwrap()),
        5 => Box::new(TaperedCapsule::new(scalar(0.5), scalar(0.3), scalar(0.15)).unwrap()),
        6 => Box::new(Ellipsoid::new(vector(part(), part(), part())).unwrap()),
        7 => Box::new(Rounded::new(Cuboid::new(vector(part(), part(), part())).unwrap(), scalar(0.1)).unwrap()),
        8 => {
            let points: Vec<V> = (0..24).map(|_| V::narrow(random.direction(3) * (0.5 * size))).collect();
            Box::new(Hull::new(&points).unwrap())
        }
        // A plate.
        _ => Box::new(Cuboid::new(vector(part(), part(), 0.02)).unwrap()),
    }
}

/// A turn by which most bodies lie on a face, by nearly that, or by anything.
pub(crate) fn turn(random: &mut Random) -> DQuat {
    let quarter = |axis: DVec3, times: usize| {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        (0..times).fold(DQuat::IDENTITY, |turn, _| DQuat::from_xyzw(axis.x * half, axis.y * half, axis.z * half, half) * turn)
    };
    let yaw = DQuat::from_xyzw(0.0, 0.0, random.range(-1.0, 1.0), random.range(0.1, 1.0)).normalize();
    let upright = yaw * quarter(DVec3::X, random.below(4)) * quarter(DVec3::Y, random.below(4));
    match random.below(3) {
        0 => upright,
        1 => {
            let axis = random.direction(3) * random.power(-8.0, -1.0);
            DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0).normalize() * upright
        }
        _ => DQuat::from_array(random.quaternion()),
    }
}

/// The mesh in `V`.
pub(crate) fn mesh<V: Vector<Wide = DVec3>>(of: &Mesh) -> TriMesh<V> {
    TriMesh::new(of.vertices.iter().map(|&vertex| V::narrow(vertex)).collect(), of.triangles.clone()).unwrap()
}

/// What a query answers without a past.
#[derive(Debug)]
pub(crate) struct Answer<V: Vector> {
    pub(crate) relation: CompositeRelation<V>,
    pub(crate) manifolds: Vec<CompositeManifold<V>>,
}

impl<V: Space> Answer<V> {
    pub(crate) fn new(shape: &dyn Composite<V>, body: &dyn Convex<V>, pose: &Pose<V::Wide>, margin: f64) -> Self {
        let pair = Pair { a: shape, b: body, b_in_a: *pose };
        let (settings, mut manifolds) = (Settings::with_margin(V::Scalar::narrow(margin)), Vec::new());
        let relation = collide(&pair, &settings, &mut CompositeMemory::new(), &mut CompositeScratch::new(), &mut manifolds);
        Self { relation, manifolds }
    }

    /// The signed distance, if it is within the margin.
    pub(crate) fn distance(&self) -> Option<f64> {
        match self.relation {
            CompositeRelation::Near { separation, .. } => Some(separation.distance),
            _ => None,
        }
    }
}

/// A mesh without its tree: a composite shape that lists its parts only.
#[derive(Debug)]
pub(crate) struct Listed<'m, V: Vector<Wide = DVec3>>(pub(crate) &'m TriMesh<V>);

impl<V: Vector<Wide = DVec3>> Composite<V> for Listed<'_, V> {
    fn sides(&self) -> Sides {
        self.0.sides()
    }

    fn bounds(&self) -> Aabb<DVec3> {
        self.0.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        Composite::near(self.0, bounds, found);
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, V>) {
        self.0.sub_shape(id, visit);
    }

    fn way_out(&self, inside: DVec3) -> Option<(SubShapeId, DVec3)> {
        self.0.way_out(inside)
    }

    fn normal_cone(&self, id: SubShapeId, feature: Feature, front: bool) -> NormalCone<DVec3> {
        self.0.normal_cone(id, feature, front)
    }

    fn contains(&self, point: DVec3) -> bool {
        Composite::contains(self.0, point)
    }
}

/// The triangles of a mesh, as convex shapes.
pub(crate) fn triangles<V: Vector<Wide = DVec3>>(of: &TriMesh<V>) -> Vec<Triangle<V>> {
    let corners = (0..).map_while(|i| of.corners(SubShapeId(i)));
    corners.map(|[a, b, c]| Triangle::new(a, b, c).unwrap()).collect()
}

/// The mesh with its triangles in another order.
pub(crate) fn shuffled(of: &Mesh, random: &mut Random) -> Mesh {
    let mut of = of.clone();
    for last in (1..of.triangles.len()).rev() {
        of.triangles.swap(last, random.below(last + 1));
    }
    of
}

/// The mesh, scaled.
pub(crate) fn scaled(of: &Mesh, by: f64) -> Mesh {
    Mesh { vertices: of.vertices.iter().map(|&vertex| vertex * by).collect(), triangles: of.triangles.clone() }
}

/// One of the meshes that the queries are compared on, of a size of about 2, solid or not.
pub(crate) fn any_mesh(random: &mut Random) -> Mesh {
    match random.below(4) {
        0 => terrain(8, 0.3, random),
        1 => torus(12, 6),
        2 => icosphere(1),
        _ => plate(Cut::Fans, random),
    }
}

/// The half extents of a box that has grown to a scale: all faces have moved inward by the same
/// distance, but those that have met stay.
pub(crate) fn grown_box<W: Vector<Scalar = f64>>(half: W, scale: f64) -> W {
    let inset = (1.0 - scale) * half.max_abs();
    W::from_fn(|axis| (half.get(axis) - inset).max(0.0))
}
