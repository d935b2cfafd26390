//! Wrapped half-spaces are exact half-spaces again, or are refused.

use clinch_shapes::{Convex, Core, Cuboid, HullOf, Posed, Rounded, Scaled, ShapeError, Sum};
use clinch_support::{Pose, Scalar, SupportMap, Vector, VertexId};
use glam::{DQuat, DVec3};

/// A half-space given only by its core.
#[derive(Clone, Copy, Debug)]
struct Ground<V: Vector>(V, V::Scalar);

impl<V: Vector> SupportMap<V> for Ground<V> {
    fn support(&self, _: V) -> clinch_support::Support<V> {
        clinch_support::Support { point: self.0 * self.1, id: Some(VertexId::new(0)) }
    }
}

impl<V: Vector> Convex<V> for Ground<V> {
    fn core(&self) -> Core<'_, V> {
        Core::HalfSpace { normal: self.0.widen(), offset: self.1.widen() }
    }
}

#[test]
fn wrapped_half_spaces_are_half_spaces_or_are_refused() {
    let ground = Ground(DVec3::new(0.6, 0.8, 0.0), 2.0);
    let plane = |core: Core<'_, DVec3>| match core {
        Core::HalfSpace { normal, offset } => (normal, offset),
        other => panic!("{other:?}"),
    };
    let near = |(normal, offset): (DVec3, f64), (n, o): (DVec3, f64)| assert!((normal - n).length() < 1e-15 && (offset - o).abs() < 1e-14);
    near(plane(Rounded::new(ground, 0.5).unwrap().core()), (ground.0, 2.0));
    let pose = Pose::new(DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0), DVec3::new(1.0, 10.0, 3.0));
    near(plane(Posed::new(ground, pose).unwrap().core()), (DVec3::new(-0.8, 0.6, 0.0), 2.0 - 0.8 + 6.0));
    // 0.6x + 0.8y ≤ 2 with x = u/3, y = −v/4 is 0.2u − 0.2v ≤ 2.
    let root = 0.5_f64.sqrt();
    near(plane(Scaled::new(ground, DVec3::new(3.0, -4.0, 7.0)).unwrap().core()), (DVec3::new(root, -root, 0.0), 10.0 * root));
    // Scaled unevenly together with its radius.
    let swept = Scaled::new(Rounded::new(ground, 0.5).unwrap(), DVec3::new(3.0, -4.0, 7.0)).unwrap();
    near(plane(swept.core()), (DVec3::new(root, -root, 0.0), 12.5 * root));
    assert_eq!(Convex::<DVec3>::radius(&swept), 0.0);
    let block = Cuboid::new(DVec3::ONE).unwrap();
    near(plane(Sum::new(ground, block).unwrap().core()), (ground.0, 3.4));
    near(plane(Sum::new(block, ground).unwrap().core()), (ground.0, 3.4));
    assert!(matches!(Sum::new(ground, ground), Err(ShapeError::Unbounded { .. })));
    assert!(matches!(HullOf::new(vec![ground]), Err(ShapeError::Unbounded { .. })));
    assert!(matches!(Scaled::new(ground, DVec3::new(1.0, 1.0, 0.0)), Err(ShapeError::Unbounded { .. })));
}
