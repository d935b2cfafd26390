//! Overlaps and distances against those of all parts.

use clinch_composite::{Composite, Sides, SubShapeId, SubShapeVisitor, TriMesh};
use clinch_composite_contact::{CompositeDistance, CompositeRelation, CompositeScratch};
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space};
use clinch_shapes::{Aabb, Ball, Convex, Cuboid, HalfSpace, Triangle};
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::{Mesh, cuboid, grid};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{KINDS, Listed, any_mesh, body, mesh, scaled, shuffled, triangles, turn};
use crate::erased::convex::distance as distance_of;
use crate::erased::{distance, overlap, separation};

/// A body near a mesh, or in it.
struct Scene {
    of: Mesh,
    kind: usize,
    pose: Pose<DVec3>,
}

fn scene(seed: u64) -> Scene {
    let random = &mut Random::of(seed, 31);
    let of = any_mesh(random);
    let reach = random.pick(&[0.3, 1.0, 4.0]);
    Scene { of, kind: random.below(KINDS), pose: Pose::new(turn(random), random.in_ball(3) * reach) }
}

impl Scene {
    fn body<V: Space<Wide = DVec3>>(&self, scale: f64) -> Box<dyn Convex<V>> {
        body(self.kind, 0.3 * scale, &mut Random::new(self.kind as u64))
    }
}

fn far<V: Space>() -> Settings<V::Scalar> {
    Settings::with_margin(V::Scalar::INFINITY)
}

/// The least distance of a body from all triangles: `None` if it touches one.
fn least<V: Space<Wide = DVec3>>(of: &[Triangle<V>], body: &dyn Convex<V>, pose: &Pose<DVec3>) -> Option<f64> {
    let mut distances = of.iter().map(|triangle| {
        let pair = Pair { a: triangle, b: body, b_in_a: *pose };
        match distance_of(&pair, &far::<V>(), &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(near) if near.lower > 0.0 => Some(near.distance),
            _ => None,
        }
    });
    distances.try_fold(f64::INFINITY, |least, next| Some(least.min(next?)))
}

fn of_composite<V: Space<Wide = DVec3>>(shape: &dyn Composite<V>, body: &dyn Convex<V>, pose: &Pose<DVec3>) -> CompositeDistance<V> {
    distance(&Pair { a: shape, b: body, b_in_a: *pose }, &far::<V>(), &mut CompositeScratch::new())
}

fn agrees_with_all_parts<V: Space<Wide = DVec3>>(tolerance: f64) {
    let (mut touching, mut inside) = (0, 0);
    for seed in 0..240 {
        let scene = scene(seed);
        let (shape, body) = (mesh::<V>(&scene.of), scene.body::<V>(1.0));
        let pair = Pair { a: &shape, b: &*body, b_in_a: scene.pose };
        let (touches, answer) = (overlap(&pair, &far::<V>(), &mut CompositeScratch::new()), of_composite(&shape, &*body, &scene.pose));
        let in_solid = shape.contains(scene.pose.point(body.interior().widen()));
        match least(&triangles(&shape), &*body, &scene.pose).filter(|_| !in_solid) {
            Some(least) => {
                let CompositeDistance::Apart { separation, sub_shapes: [Some(sub_shape), None] } = answer else {
                    panic!("seed {seed}: {answer:?}")
                };
                assert_eq!(touches, Some(false), "seed {seed}");
                assert!((separation.distance - least).abs() <= tolerance, "seed {seed}: {answer:?} instead of {least}");
                assert!(separation.lower <= least + tolerance && least <= separation.upper + tolerance, "seed {seed}: {answer:?}");
                // The points are on both shapes, at this distance.
                let between = scene.pose.point(separation.point_b) - separation.point_a;
                assert!((between - separation.normal * separation.distance).length() <= 1e3 * tolerance, "seed {seed}: {answer:?}");
                assert!(shape.corners(sub_shape).is_some());
            }
            None => {
                assert_eq!((touches, answer), (Some(true), CompositeDistance::Touching), "seed {seed}");
                touching += 1;
            }
        }
        inside += usize::from(in_solid);
    }
    assert!(touching > 60 && touching < 200 && inside > 20, "{touching} {inside}");
}

#[test]
fn overlaps_and_distances_are_those_of_the_nearest_part() {
    agrees_with_all_parts::<DVec3>(1e-9);
    agrees_with_all_parts::<Vec3>(1e-6);
}

#[test]
fn trees_lists_orders_and_powers_of_two_change_no_bit_of_a_distance() {
    for seed in 0..120 {
        let scene = scene(seed);
        let (shape, body) = (mesh::<DVec3>(&scene.of), scene.body::<DVec3>(1.0));
        let plain = of_composite(&shape, &*body, &scene.pose);
        assert_eq!(plain, of_composite(&Listed(&shape), &*body, &scene.pose), "seed {seed}");
        let other = of_composite(&mesh(&shuffled(&scene.of, &mut Random::new(seed))), &*body, &scene.pose);
        let large_pose = Pose::new(scene.pose.rotation, scene.pose.translation * 4096.0);
        let large = of_composite(&mesh(&scaled(&scene.of, 4096.0)), &*scene.body::<DVec3>(4096.0), &large_pose);
        let CompositeDistance::Apart { separation: a, .. } = plain else {
            assert_eq!([&other, &large], [&plain, &plain]);
            continue;
        };
        let CompositeDistance::Apart { separation: b, .. } = other else { panic!("seed {seed}: {other:?}") };
        assert_eq!(a, b, "seed {seed}");
        let CompositeDistance::Apart { separation: c, sub_shapes } = large else { panic!("seed {seed}: {large:?}") };
        assert_eq!([a.distance, a.lower, a.upper].map(|x| x * 4096.0), [c.distance, c.lower, c.upper], "seed {seed} {sub_shapes:?}");
        assert_eq!((a.normal, a.point_a * 4096.0), (c.normal, c.point_a), "seed {seed}");
    }
}

#[test]
fn separations_are_signed() {
    let mut deep = 0;
    for seed in 0..240 {
        let scene = scene(seed);
        let (shape, body) = (mesh::<DVec3>(&scene.of), scene.body::<DVec3>(1.0));
        let pair = Pair { a: &shape, b: &*body, b_in_a: scene.pose };
        let answer = separation(&pair, &far::<DVec3>(), &mut CompositeScratch::new());
        let CompositeRelation::Near { separation, .. } = answer else { panic!("seed {seed}: {answer:?}") };
        let touches = overlap(&pair, &far::<DVec3>(), &mut CompositeScratch::new()) == Some(true);
        assert_eq!(separation.is_touching(), touches, "seed {seed}: {answer:?}");
        assert!((separation.normal.length() - 1.0).abs() < 1e-12, "seed {seed}: {answer:?}");
        deep += usize::from(separation.distance < -0.1);
    }
    assert!(deep > 20, "{deep}");
}

#[test]
fn a_body_deep_inside_of_a_solid_overlaps_and_leaves_by_the_nearest_side() {
    let solid = mesh::<DVec3>(&cuboid(DVec3::new(8.0, 4.0, 2.0)));
    let ball = Ball::<DVec3>::new(0.25).unwrap();
    let pair = Pair { a: &solid, b: ball, b_in_a: Pose::at(DVec3::new(1.0, 2.0, 0.5)) };
    assert_eq!(overlap(&pair, &Settings::default(), &mut CompositeScratch::new()), Some(true));
    assert_eq!(distance(&pair, &Settings::default(), &mut CompositeScratch::new()), CompositeDistance::Touching);
    let CompositeRelation::Near { separation, .. } = separation(&pair, &Settings::default(), &mut CompositeScratch::new()) else {
        panic!("they overlap")
    };
    assert_eq!(separation.normal, DVec3::Z);
    assert!(separation.lower <= -1.75 && -1.75 <= separation.upper && (separation.distance + 1.75).abs() < 1e-12, "{separation:?}");
}

#[test]
fn margins_skins_and_half_spaces_count_and_numbers_that_are_not_finite_are_undefined() {
    let floor = mesh::<Vec3>(&grid(4, |x, y| DVec3::new(x, y, 0.0)));
    let (ball, scratch) = (Ball::<Vec3>::new(0.5).unwrap(), &mut CompositeScratch::new());
    let at = |z: f64| Pair { a: &floor, b: ball, b_in_a: Pose::at(DVec3::new(0.1, 0.1, z)) };
    assert_eq!(distance(&at(3.0), &Settings::with_margin(2.0), scratch), CompositeDistance::Beyond { at_least: 2.0 });
    let skin = Settings { skin_a: 0.25, skin_b: 0.25, ..far::<Vec3>() };
    assert_eq!(overlap(&at(1.0), &skin, scratch), Some(true));
    assert_eq!(overlap(&at(1.001), &skin, scratch), Some(false));
    let CompositeDistance::Apart { separation, .. } = distance(&at(2.0), &skin, scratch) else { panic!("they are apart") };
    assert!((separation.distance - 1.0).abs() < 1e-12);
    let plane = HalfSpace::new(Vec3::Z, -1.0).unwrap();
    let below = Pair { a: &floor, b: plane, b_in_a: Pose::IDENTITY };
    let CompositeDistance::Apart { separation, .. } = distance(&below, &far::<Vec3>(), scratch) else { panic!("they are apart") };
    assert_eq!((separation.distance, separation.normal), (1.0, -DVec3::Z));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(overlap(&at(bad), &skin, scratch), None);
        assert_eq!(distance(&at(bad), &skin, scratch), CompositeDistance::Undefined);
        assert_eq!(clinch_composite_contact::separation(&at(bad), &skin, scratch), CompositeRelation::Undefined);
    }
    let crate_ = Cuboid::new(Vec3::splat(0.5)).unwrap();
    // Touching with a face exactly, from above and from behind.
    for z in [0.5, -0.5] {
        let pair = Pair { a: &floor, b: crate_, b_in_a: Pose::at(DVec3::new(0.125, 0.25, z)) };
        assert_eq!(overlap(&pair, &Settings::default(), scratch), Some(true), "{z}");
    }
}

/// A user's solid, which does not say how to leave it.
#[derive(Debug)]
struct Inside(TriMesh<DVec3>);

impl Composite<DVec3> for Inside {
    fn sides(&self) -> Sides {
        self.0.sides()
    }

    fn bounds(&self) -> Aabb<DVec3> {
        self.0.bounds()
    }

    fn near(&self, bounds: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        Composite::near(&self.0, bounds, found);
    }

    fn sub_shape(&self, id: SubShapeId, visit: &mut SubShapeVisitor<'_, DVec3>) {
        self.0.sub_shape(id, visit);
    }

    fn contains(&self, point: DVec3) -> bool {
        Composite::contains(&self.0, point)
    }
}

#[test]
fn a_skin_moves_the_place_by_which_a_body_leaves_a_solid() {
    let solid = Inside(mesh(&cuboid(DVec3::new(8.0, 4.0, 2.0))));
    let ball = Ball::<DVec3>::new(0.25).unwrap();
    let pose = Pose::at(DVec3::new(1.0, 2.0, 0.5));
    for (skin_a, skin_b) in [(0.0, 0.0), (0.125, 0.0), (0.0, 0.125), (0.125, 0.25), (-1.0, 0.0)] {
        let settings = Settings { skin_a, skin_b, ..Settings::default() };
        let pair = Pair { a: &solid, b: ball, b_in_a: pose };
        let CompositeRelation::Near { separation: found, .. } = separation(&pair, &settings, &mut CompositeScratch::new()) else {
            panic!("they overlap")
        };
        let way = (pose.point(found.point_b) - found.point_a).dot(found.normal);
        assert!((way - found.distance).abs() < 1e-12, "{skin_a} {skin_b}: {found:?} {way}");
    }
}
