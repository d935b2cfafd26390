//! The triangles that a pair caches only save work.

use clinch_composite::{Composite, HeightField};
use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeScratch};
use clinch_contact::{Pair, Recycling, Settings, Space};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::terrain;
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3, Vec3};

use crate::common::{KINDS, any_mesh, body, mesh};
use crate::erased::collide;

/// A body that wanders: it stays, creeps, jumps and grows, and each time both memories must give
/// the same answer.
fn wander<V: Space<Wide = DVec3>>(shape: &impl Composite<V>, start: DVec3, size: f64, random: &mut Random, name: &str) {
    let kind = random.below(KINDS);
    let body = body::<V>(kind, size, random);
    let (mut at, mut turned) = (start, DQuat::from_array(random.quaternion()));
    let (mut memory, mut scratch) = (CompositeMemory::new(), CompositeScratch::new());
    let (mut kept, mut fresh): (Vec<CompositeManifold<V>>, _) = (Vec::new(), Vec::new());
    for tick in 0..24 {
        let step = random.pick(&[0.0, 1e-9, 0.01, 0.01, 0.05, 0.12, 1.0]) * size;
        at += random.direction(3) * step;
        turned = (turned * DQuat::from_xyzw(random.range(-0.1, 0.1), random.range(-0.1, 0.1), 0.0, 1.0)).normalize();
        let pair = Pair { a: shape, b: &*body as &dyn Convex<V>, b_in_a: Pose::new(turned, at) };
        let narrow = |length: f64| V::Scalar::narrow(length * size);
        let settings = Settings {
            recycling: Recycling::Proved(V::Scalar::narrow(random.pick(&[0.0, 1e-4]))),
            skin_b: narrow(random.pick(&[0.0, 0.05])),
            ..Settings::with_margin(narrow(random.pick(&[0.0, 0.02, 0.02, 0.2])))
        };
        let answer = collide(&pair, &settings, &mut memory, &mut scratch, &mut kept);
        let expected = collide(&pair, &settings, &mut CompositeMemory::new(), &mut scratch, &mut fresh);
        assert_eq!((&answer, &kept), (&expected, &fresh), "{name}, tick {tick}, kind {kind}");
    }
}

fn on_any_surface<V: Space<Wide = DVec3>>(seed: u64) {
    let random = &mut Random::of(seed, 41);
    let of = if random.chance(0.5) { terrain(8, random.pick(&[0.05, 0.3, 1.0]), random) } else { any_mesh(random) };
    let solid = mesh::<V>(&of);
    let start = of.vertices[random.below(of.vertices.len())] + random.direction(3) * random.range(0.0, 0.2);
    let (size, name) = (random.power(-1.3, 0.0), format!("mesh, seed {seed}"));
    wander::<V>(&solid, start, size, random, &name);
    let heights = (0..64).map(|_| V::Scalar::narrow(random.range(0.0, 0.4))).collect();
    let field = HeightField::new(8, 8, heights, V::narrow(DVec3::splat(0.3))).unwrap();
    wander::<V>(&field, DVec3::new(random.range(-1.0, 1.0), 0.1, random.range(-1.0, 1.0)), size, random, &format!("field, seed {seed}"));
}

#[test]
fn a_kept_list_of_triangles_changes_no_answer() {
    (0..150).for_each(|seed| {
        on_any_surface::<Vec3>(seed);
        on_any_surface::<DVec3>(seed);
    });
}
