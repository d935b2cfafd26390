//! Casts, times of impact and distances of two composite shapes.

use clinch_composite::{Chain, Composite, Compound, HeightField, Sides, SubShapeId, SubShapeVisitor, TriMesh, Voxels};
use clinch_composite_contact::{
    CompositeCast, CompositeDistance, CompositeScratch, cast_composites, distance_composites, time_of_impact_composites,
};
use clinch_contact::{BackFaces, CastOutcome, CastSettings, InitialOverlap, MovingShape, Pair, Settings, Space, TimeOfImpactSettings};
use clinch_shapes::{Aabb, Ball, Cuboid, HalfSpace, ShapeSpace};
use clinch_support::{Basis, Pose, Rotation, Sweep, Vector};
use clinch_testkit::generate::meshes::{self, Mesh};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3};

use crate::erased::time_of_impact;

fn boxes<V: Space<Wide = V, Scalar = f64> + ShapeSpace>(half: f64, at: &[V]) -> Compound<V>
where
    V::Shape: From<Cuboid<V>>,
{
    let part = Cuboid::new(V::from_fn(|_| half)).unwrap();
    Compound::new(at.iter().map(|&at| (Pose::at(at), part.into())).collect()).unwrap()
}

fn cuboid_mesh(half: DVec3, at: DVec3) -> TriMesh<DVec3> {
    let Mesh { vertices, triangles } = meshes::cuboid(half);
    TriMesh::new(vertices.into_iter().map(|vertex| vertex + at).collect(), triangles).unwrap()
}

fn cast_in_both_orders<V: Space>(
    a: &dyn Composite<V>,
    b: &dyn Composite<V>,
    b_in_a: Pose<V::Wide>,
    motion: V::Wide,
    settings: &CastSettings,
) -> [CompositeCast<V>; 2] {
    let a_in_b = Pose::<V::Wide>::IDENTITY.relative_to(&b_in_a);
    let back = -b_in_a.rotation.basis().unrotate(motion);
    let scratch = &mut CompositeScratch::new();
    let one = cast_composites(&Pair { a, b, b_in_a }, motion, settings, scratch);
    let other = cast_composites(&Pair { a: b, b: a, b_in_a: a_in_b }, back, settings, scratch);
    [one, other.swapped(|_| a_in_b)]
}

fn is_miss<V: Vector>(answer: &CompositeCast<V>) -> bool {
    matches!(answer.cast.outcome, CastOutcome::Miss { .. })
}

/// Whichever of the two is A, the floor is the surface.
#[test]
fn a_compound_slides_over_a_floor_in_either_order() {
    let ignore = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, max_time: 1.0, ..CastSettings::default() };
    let floor = HeightField::new(17, 17, vec![0.0; 289], DVec3::new(0.25, 1.0, 0.25)).unwrap();
    let line = Chain::open((0..17).map(|i| DVec2::new(2.0 - 0.25 * f64::from(i), 0.0)).collect()).unwrap();
    for seed in 0..60 {
        let random = &mut Random::of(seed, 152);
        let depth = random.pick(&[0.0, 1e-6, 1e-3]);
        let motion = DVec3::new(random.range(-1.0, 1.0), 0.0, random.range(-1.0, 1.0));
        let place = DVec3::new(random.range(1.5, 2.5), 0.5 - depth, random.range(1.5, 2.5));
        let body = boxes(0.5, &[DVec3::ZERO]);
        for answer in cast_in_both_orders(&floor, &body, Pose::at(place), motion, &ignore) {
            assert!(is_miss(&answer), "seed {seed}: {answer:?}");
        }
        let square = boxes(0.5, &[DVec2::ZERO]);
        let place = DVec2::new(random.range(-0.5, 0.5), 0.5 - depth);
        for answer in cast_in_both_orders(&line, &square, Pose::at(place), DVec2::X * motion.x, &ignore) {
            assert!(is_miss(&answer), "seed {seed}: {answer:?}");
        }
    }
}

/// As above. The middles of some triangles of the ground are in the solid, or on its face.
#[test]
fn a_solid_slides_over_a_floor_in_either_order() {
    let ignore = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, max_time: 1.0, ..CastSettings::default() };
    let floor = HeightField::new(17, 17, vec![0.0; 289], DVec3::new(0.25, 1.0, 0.25)).unwrap();
    let line = Chain::open((0..17).map(|i| DVec2::new(2.0 - 0.25 * f64::from(i), 0.0)).collect()).unwrap();
    let cube = Voxels::new(DVec3::ONE, [[0, 0, 0]]).unwrap();
    let mesh = cuboid_mesh(DVec3::splat(0.5), DVec3::splat(0.5));
    let square = Chain::closed([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from).to_vec()).unwrap();
    for seed in 0..60 {
        let random = &mut Random::of(seed, 154);
        let depth = random.pick(&[0.0, 1e-6, 1e-3]);
        let motion = DVec3::new(random.range(-1.0, 1.0), 0.0, random.range(-1.0, 1.0));
        let place = DVec3::new(random.range(1.0, 2.0), -depth, random.range(1.0, 2.0));
        for body in [&cube as &dyn Composite<_>, &mesh] {
            for answer in cast_in_both_orders(&floor, body, Pose::at(place), motion, &ignore) {
                assert!(is_miss(&answer), "seed {seed}: {answer:?}");
            }
            for answer in cast_in_both_orders(&floor, body, Pose::at(place), motion - DVec3::Y, &ignore) {
                let CastOutcome::Hit(hit) = answer.cast.outcome else { panic!("seed {seed}: {answer:?}") };
                assert!(hit.time == 0.0 && hit.normal.y.abs() > 0.999, "seed {seed}: {answer:?}");
            }
        }
        let place = DVec2::new(random.range(-0.5, 0.5), -depth);
        for answer in cast_in_both_orders(&line, &square, Pose::at(place), DVec2::X * motion.x, &ignore) {
            assert!(is_miss(&answer), "seed {seed}: {answer:?}");
        }
    }
}

/// Parts of the ground as bodies would leave the cube through its sides.
#[test]
fn a_solid_in_the_ground_is_hit_along_the_same_normal_in_either_order() {
    let floor = HeightField::new(17, 17, vec![0.0; 289], DVec3::new(0.25, 1.0, 0.25)).unwrap();
    let cube = Voxels::new(DVec3::ONE, [[0, 0, 0]]).unwrap();
    let [ground, body] = [DVec3::ZERO, DVec3::new(1.4, -1e-3, 1.4)].map(|at| Sweep::still(Pose::at(at)));
    let of = |a: (&dyn Composite<DVec3>, &Sweep<DVec3>), b: (&dyn Composite<DVec3>, &Sweep<DVec3>)| {
        let [a, b] = [a, b].map(|(shape, sweep)| MovingShape { shape, sweep });
        let answer = time_of_impact_composites(a, b, &TimeOfImpactSettings::default(), &mut CompositeScratch::new());
        let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{answer:?}") };
        (impact.time, impact.normal.y, (impact.separation + 1e-3).abs() < 1e-12)
    };
    assert_eq!(of((&floor, &ground), (&cube, &body)), (0.0, 1.0, true));
    assert_eq!(of((&cube, &body), (&floor, &ground)), (0.0, -1.0, true));
}

/// The nearest way out of the solid for a platform with one side is through the top.
#[test]
fn a_solid_leaves_a_platform_that_is_inside_of_it_from_below() {
    let (back_faces, initial_overlap) = (BackFaces::Ignore, InitialOverlap::IgnoreSeparating);
    let ignore = CastSettings { back_faces, initial_overlap, max_time: 1.0, ..CastSettings::default() };
    let platform = HeightField::new(17, 17, vec![0.0; 289], DVec3::new(0.25, 1.0, 0.25)).unwrap();
    let cube = Voxels::new(DVec3::ONE, [[0, 0, 0]]).unwrap();
    let pose = Pose::at(DVec3::new(1.4, -0.6, 1.4));
    for answer in cast_in_both_orders(&platform, &cube, pose, DVec3::Y, &ignore) {
        assert!(is_miss(&answer), "{answer:?}");
    }
}

/// Boxes of both shapes spin past each other.
#[test]
fn a_search_that_ends_early_hides_no_earlier_hit() {
    let (mut exhausted, mut hits) = (0, 0);
    for seed in 0..60 {
        let random = &mut Random::of(seed, 153);
        let mut bars = |count: usize| {
            let part = |_| {
                let half = DVec3::new(random.range(0.1, 1.0), random.range(0.05, 0.2), random.range(0.05, 0.2));
                (Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3)), Cuboid::new(half).unwrap().into())
            };
            Compound::new((0..count).map(part).collect()).unwrap()
        };
        let (a, b) = (bars(2), bars(3));
        let mut sweep = |from: DVec3, to: DVec3| Sweep {
            turn: random.direction(3) * random.range(0.0, 5.0),
            ..Sweep::along(Pose::new(DQuat::from_array(random.quaternion()), from), to - from)
        };
        let (sweep_a, sweep_b) = (sweep(DVec3::ZERO, DVec3::ZERO), sweep(DVec3::X * 4.0, DVec3::new(-2.0, 1.0, 0.0)));
        let within = |steps: u32| {
            let (a, b) = (MovingShape { shape: &a as _, sweep: &sweep_a }, MovingShape { shape: &b as _, sweep: &sweep_b });
            let settings = TimeOfImpactSettings { steps, ..TimeOfImpactSettings::default() };
            time_of_impact_composites(a, b, &settings, &mut CompositeScratch::new()).cast.outcome
        };
        let first = match within(4096) {
            CastOutcome::Hit(impact) => impact.time,
            CastOutcome::Miss { .. } => f64::INFINITY,
            other => panic!("seed {seed}: {other:?}"),
        };
        for steps in 1..24 {
            match within(steps) {
                CastOutcome::Hit(impact) => {
                    assert!(
                        (impact.time - first).abs() < 1e-9 && impact.lower <= impact.time,
                        "seed {seed}, {steps} steps: {impact:?} {first}"
                    );
                    hits += 1;
                }
                CastOutcome::Exhausted { lower } => {
                    assert!(lower <= first + 1e-9, "seed {seed}, {steps} steps: {lower} {first}");
                    exhausted += 1;
                }
                CastOutcome::Miss { .. } => assert_eq!(first, f64::INFINITY, "seed {seed}, {steps} steps"),
                CastOutcome::Undefined => panic!("seed {seed}, {steps} steps"),
            }
        }
    }
    assert!(exhausted > 100 && hits > 100, "{exhausted} {hits}");
}

/// A half-space at a pose.
#[derive(Debug)]
struct Ground(HalfSpace<DVec3>, Pose<DVec3>);

impl Composite<DVec3> for Ground {
    fn sides(&self) -> Sides {
        Sides::Solid
    }

    fn bounds(&self) -> Aabb<DVec3> {
        Aabb::unbounded()
    }

    fn near(&self, _: &Aabb<DVec3>, found: &mut Vec<SubShapeId>) {
        found.push(SubShapeId(0));
    }

    fn sub_shape(&self, _: SubShapeId, visit: &mut SubShapeVisitor<'_, DVec3>) {
        visit(&self.0, Some(&self.1));
    }
}

#[test]
fn a_half_space_that_is_a_part_at_a_pose_is_hit_in_a_step() {
    let scratch = &mut CompositeScratch::new();
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // From y to z, up to z = −1.
    let ground = Ground(HalfSpace::new(DVec3::Y, 0.0).unwrap(), Pose::new(DQuat::from_xyzw(half, 0.0, 0.0, half), -DVec3::Z));
    let (rest, fall) = (Sweep::still(Pose::IDENTITY), Sweep::along(Pose::at(DVec3::new(30.0, 20.0, 1.5)), DVec3::Z * -4.0));
    // The ball meets the plane after half of the step.
    for spin in [DVec3::ZERO, DVec3::new(1.0, 0.5, 0.25)] {
        let fall = Sweep { turn: spin, ..fall };
        let ball = Ball::new(0.5).unwrap();
        let (a, b) = (MovingShape { shape: &ground, sweep: &rest }, MovingShape { shape: ball, sweep: &fall });
        let settings = TimeOfImpactSettings::default();
        let as_compound = Compound::new(vec![(Pose::IDENTITY, ball.into())]).unwrap();
        let of_body = time_of_impact(a, b, &settings, scratch);
        let (a, b) = (MovingShape { shape: &ground as _, sweep: &rest }, MovingShape { shape: &as_compound as _, sweep: &fall });
        let of_both = time_of_impact_composites(a, b, &settings, scratch);
        let (a, b) = (MovingShape { shape: &as_compound as _, sweep: &fall }, MovingShape { shape: &ground as _, sweep: &rest });
        let exchanged = time_of_impact_composites(a, b, &settings, scratch);
        for (answer, normal) in [(of_body, DVec3::Z), (of_both, DVec3::Z), (exchanged, -DVec3::Z)] {
            let CastOutcome::Hit(impact) = answer.cast.outcome else { panic!("{spin}: {answer:?}") };
            assert!((impact.time - 0.5).abs() < 1e-6, "{spin}: {answer:?}");
            let in_rest = if normal == DVec3::Z { impact.normal } else { fall.pose_at(impact.time).rotation * impact.normal };
            assert!((in_rest - normal).length() < 1e-6, "{spin}: {answer:?}");
        }
    }
}

#[test]
fn of_parts_that_are_equally_near_the_points_are_chosen_in_any_order() {
    let scratch = &mut CompositeScratch::new();
    let wide = Compound::new(vec![(Pose::IDENTITY, Cuboid::new(DVec3::new(4.0, 4.0, 0.5)).unwrap().into())]).unwrap();
    let at = [DVec3::X * 0.6, DVec3::X * -0.6];
    let [one, other] = [boxes(0.5, &at), boxes(0.5, &[at[1], at[0]])];
    let b_in_a = Pose::at(DVec3::Z * 3.0);
    let [first, second] = [&one, &other].map(|b| {
        let pair = Pair { a: &wide as _, b: b as _, b_in_a };
        let CompositeDistance::Apart { separation, .. } = distance_composites(&pair, &Settings::with_margin(10.0), scratch) else {
            panic!("they are apart")
        };
        let cast = cast_composites(&pair, -DVec3::Z, &CastSettings::default(), scratch);
        (separation, cast.cast.outcome)
    });
    assert_eq!(first, second);
    let rest = Sweep::still(Pose::IDENTITY);
    let fall = Sweep::along(b_in_a, DVec3::Z * -4.0);
    let [first, second] = [&one, &other].map(|b| {
        let (a, b) = (MovingShape { shape: &wide as _, sweep: &rest }, MovingShape { shape: b as _, sweep: &fall });
        time_of_impact_composites(a, b, &TimeOfImpactSettings::default(), scratch).cast.outcome
    });
    assert_eq!(first, second);
}

#[test]
fn shapes_that_pass_at_a_distance_are_proved_to_miss() {
    let [one, other] = [boxes(0.5, &[DVec3::X * 0.6, DVec3::X * -0.6]), boxes(0.5, &[DVec3::Y * 0.6, DVec3::Y * -0.6])];
    let ignore = CastSettings { initial_overlap: InitialOverlap::IgnoreSeparating, ..CastSettings::default() };
    for (place, motion) in [(DVec3::new(4.0, 0.2, 2.0), -DVec3::X), (DVec3::new(9.0, 0.0, 0.0), DVec3::X), (DVec3::X * 9.0, DVec3::ZERO)] {
        for settings in [ignore, CastSettings { target_distance: 0.5, ..CastSettings::default() }] {
            for answer in cast_in_both_orders(&one, &other, Pose::at(place), motion, &settings) {
                let CastOutcome::Miss { axis, proven } = answer.cast.outcome else { panic!("{answer:?}") };
                assert!(proven && (axis.length() - 1.0).abs() < 1e-9, "{answer:?}");
            }
        }
        let (rest, pass) = (Sweep::still(Pose::IDENTITY), Sweep::along(Pose::at(place), motion));
        let (a, b) = (MovingShape { shape: &one as _, sweep: &rest }, MovingShape { shape: &other as _, sweep: &pass });
        let answer = time_of_impact_composites(a, b, &TimeOfImpactSettings::default(), &mut CompositeScratch::new());
        let CastOutcome::Miss { axis, proven } = answer.cast.outcome else { panic!("{answer:?}") };
        assert!(proven && (axis.length() - 1.0).abs() < 1e-9, "{answer:?}");
    }
    // What is ignored is not proved.
    for answer in cast_in_both_orders(&one, &other, Pose::at(DVec3::Z * 0.999), DVec3::Z, &ignore) {
        assert!(
            matches!(answer.cast.outcome, CastOutcome::Miss { proven: false, axis } if (axis.length() - 1.0).abs() < 1e-9),
            "{answer:?}"
        );
    }
}
