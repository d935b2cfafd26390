//! The four vector types of the scenes.

use clinch_composite::{Chain, Compound, HeightField, HeightField2, TriMesh, Voxels};
use clinch_composite_contact::ColliderSpace;
use clinch_support::{Pose, Scalar};
use clinch_testkit::build::Build;
use clinch_testkit::distributions::Kind;
use clinch_testkit::generate::meshes::{Mesh, icosphere, terrain, torus};
use clinch_testkit::generate::shape;
use clinch_testkit::pair_file::{Coords, PoseSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A vector type of a scene.
pub(crate) trait SceneSpace: Build + ColliderSpace {
    /// A rotation about an axis by its length in radians; in 2D by z.
    fn turn(axis: DVec3) -> Self::Turn;

    /// A composite shape of each kind, of a size of about 1. The fourth is a compound.
    fn composites(random: &mut Random) -> Vec<Self::CompositeShape>;
}

/// The convex parts of a compound.
fn parts<V: Build>(random: &mut Random) -> Vec<(Pose<V>, V::Shape)> {
    let kinds = [Kind::Box, Kind::Ball, Kind::Capsule, Kind::Box];
    let part = |kind: &Kind| {
        let spec = shape(random, V::DIM, *kind, 0.5, false);
        let at = PoseSpec::at(Coords::of(random.in_ball(V::DIM), V::DIM));
        Some((<V as Build>::pose(&at), V::shape(&spec).ok()?))
    };
    kinds.iter().filter_map(part).collect()
}

fn in_space<V: SceneSpace<Wide = DVec3>>(random: &mut Random) -> Vec<V::CompositeShape>
where
    V::CompositeShape: From<TriMesh<V>> + From<HeightField<V>> + From<Voxels<V>> + From<Compound<V>>,
{
    let mesh = |of: Mesh| TriMesh::new(of.vertices.iter().map(|&vertex| V::narrow(vertex)).collect(), of.triangles).ok();
    let heights = (0..36).map(|_| V::Scalar::narrow(random.range(-0.2, 0.2))).collect();
    let field = HeightField::new(6, 6, heights, V::narrow(DVec3::new(0.5, 1.0, 0.4))).ok();
    let cells = (0..20).map(|_| [0; 3].map(|_: i32| random.below(4) as i32)).collect::<Vec<_>>();
    let voxels = Voxels::new(V::narrow(DVec3::new(0.3, 0.25, 0.35)), cells).ok();
    let compound = Compound::new(parts::<V>(random)).ok();
    let solid = [mesh(torus(10, 5)), mesh(icosphere(0))];
    let terrain = mesh(terrain(6, 0.3, random)).map(TriMesh::two_sided);
    let shapes = [terrain.map(Into::into), field.map(Into::into), voxels.map(Into::into), compound.map(Into::into)];
    shapes.into_iter().chain(solid.map(|mesh| mesh.map(Into::into))).flatten().collect()
}

fn in_plane<V: SceneSpace<Wide = DVec2>>(random: &mut Random) -> Vec<V::CompositeShape>
where
    V::CompositeShape: From<Chain<V>> + From<HeightField2<V>> + From<Compound<V>>,
{
    let heights = (0..12).map(|_| V::Scalar::narrow(random.range(-0.3, 0.3))).collect();
    let field = HeightField2::new(heights, V::narrow(DVec2::new(0.4, 1.0))).ok();
    let mut point = |x: f64, y: f64| V::narrow(DVec2::new(x, y) + random.in_ball(2).truncate() * 0.1);
    let open = Chain::open((0..9).map(|i| point(0.5 * f64::from(i) - 2.0, 0.0)).collect()).ok().map(Chain::two_sided);
    let one = Chain::open((0..5).map(|i| point(1.0 - 0.5 * f64::from(i), 0.5)).collect()).ok();
    let corners = [(1.0, 0.0), (0.3, 0.4), (0.0, 1.0), (-0.3, 0.4), (-1.0, 0.0), (-0.5, -0.7), (0.5, -0.7)];
    let closed = Chain::closed(corners.map(|(x, y)| point(x, y)).to_vec()).ok();
    let compound = Compound::new(parts::<V>(random)).ok();
    let shapes = [field.map(Into::into), open.map(Into::into), one.map(Into::into), compound.map(Into::into), closed.map(Into::into)];
    shapes.into_iter().flatten().collect()
}

impl SceneSpace for Vec3 {
    fn turn(axis: DVec3) -> Vec3 {
        axis.as_vec3()
    }

    fn composites(random: &mut Random) -> Vec<Self::CompositeShape> {
        in_space::<Self>(random)
    }
}

impl SceneSpace for DVec3 {
    fn turn(axis: DVec3) -> DVec3 {
        axis
    }

    fn composites(random: &mut Random) -> Vec<Self::CompositeShape> {
        in_space::<Self>(random)
    }
}

impl SceneSpace for Vec2 {
    fn turn(axis: DVec3) -> f32 {
        axis.z as f32
    }

    fn composites(random: &mut Random) -> Vec<Self::CompositeShape> {
        in_plane::<Self>(random)
    }
}

impl SceneSpace for DVec2 {
    fn turn(axis: DVec3) -> f64 {
        axis.z
    }

    fn composites(random: &mut Random) -> Vec<Self::CompositeShape> {
        in_plane::<Self>(random)
    }
}
