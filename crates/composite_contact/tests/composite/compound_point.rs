//! Points and rays against compounds, compared with all parts one by one.

use clinch_composite::Compound;
use clinch_composite_contact::{CompositeRelation, contains, project, ray_cast};
use clinch_contact::{CastOutcome, Ray, Relation, Scratch, Space};
use clinch_shapes::{Ball, Capsule, Cuboid, ShapeSpace};
use clinch_support::{Frame, Pose, Rotation2, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

fn vector<W: Vector<Scalar = f64>>(random: &mut Random, size: f64) -> W {
    W::from_fn(|_| random.range(-size, size))
}

/// A rotation of either dimension.
type Turn<V> = fn(&mut Random) -> <<V as Vector>::Wide as Vector>::Rotation;

fn turn_2d(random: &mut Random) -> Rotation2<f64> {
    Rotation2::<f64>::from_angle(random.range(-3.0, 3.0))
}

fn turn_3d(random: &mut Random) -> DQuat {
    DQuat::from_array(random.quaternion())
}

fn scene<V: Space + ShapeSpace>(turn: Turn<V>, random: &mut Random) -> Compound<V>
where
    V::Shape: From<Ball<V>> + From<Capsule<V>> + From<Cuboid<V>>,
{
    let part = |_| {
        let scalar = V::Scalar::narrow(random.range(0.1, 0.5));
        let shape = match random.below(3) {
            0 => V::Shape::from(Ball::new(scalar).unwrap()),
            1 => V::Shape::from(Capsule::new(scalar, V::Scalar::narrow(0.2)).unwrap()),
            _ => V::Shape::from(Cuboid::new(V::from_fn(|_| scalar)).unwrap()),
        };
        let turn = turn(random);
        (Pose::narrow(&Pose::new(turn, vector(random, 2.0))), shape)
    };
    Compound::new((0..12).map(part).collect()).unwrap()
}

/// Whether the point was inside, and whether the ray hit.
fn check<V: Space + ShapeSpace>(turn: Turn<V>, seed: u64) -> [bool; 2]
where
    V::Shape: From<Ball<V>> + From<Capsule<V>> + From<Cuboid<V>>,
{
    let random = &mut Random::of(seed, 2);
    let (compound, scratch) = (scene::<V>(turn, random), &mut Scratch::<V>::new());
    let point: V::Wide = vector(random, 2.5);
    let frames: Vec<_> = compound.parts().iter().map(|(pose, shape)| (Frame::<V>::new(&pose.widen()), shape)).collect();
    let of_part = |(frame, shape): &(Frame<V>, &V::Shape), scratch: &mut Scratch<V>| match clinch_contact::project(
        *shape,
        frame.to_b(point),
        scratch,
    )
    .relation
    {
        Relation::Near(near) => near,
        other => panic!("{other:?}"),
    };
    let least = frames.iter().map(|part| of_part(part, scratch).distance).fold(f64::INFINITY, f64::min);
    let CompositeRelation::Near { separation, sub_shapes: [sub_shape, _] } = project(&compound, point, scratch) else {
        panic!("seed {seed}")
    };
    assert!((separation.distance - least).abs() <= 1e-9, "seed {seed}: {separation:?}, not {least}");
    assert!(separation.lower <= separation.distance && separation.distance <= separation.upper);
    assert!(((point - separation.point_a).length() - least.abs()).abs() <= 1e-6, "seed {seed}: {separation:?}");
    assert_eq!(of_part(&frames[sub_shape.index()], scratch).distance, separation.distance);
    if least.abs() > 1e-6 {
        assert_eq!(contains(&compound, point, scratch), least < 0.0, "seed {seed}");
    }

    let ray =
        Ray { origin: point, direction: vector(random, 1.0), max_time: random.pick(&[0.5, 5.0, f64::INFINITY]), solid: random.chance(0.5) };
    let mut first = f64::INFINITY;
    for (frame, shape) in &frames {
        let local = Ray { origin: frame.to_b(ray.origin), direction: frame.direction_in_b(ray.direction), ..ray };
        if let CastOutcome::Hit(impact) = clinch_contact::ray_cast(*shape, &local, scratch).outcome {
            first = first.min(impact.time);
        }
    }
    let answer = ray_cast(&compound, &ray, scratch);
    match answer.cast.outcome {
        CastOutcome::Hit(impact) => {
            assert!((impact.time - first).abs() <= 1e-6, "seed {seed}: {impact:?}, not {first}");
            assert!(impact.lower <= impact.time && impact.normal.length() > 0.999);
            if !impact.at_start {
                let at = ray.origin + ray.direction * impact.time;
                assert!((at - impact.point_a).length() <= 1e-5, "seed {seed}: {impact:?} at {at:?}");
            }
            assert!(answer.sub_shape.is_some());
        }
        CastOutcome::Miss { .. } => assert_eq!(first, f64::INFINITY, "seed {seed}"),
        ref other => panic!("seed {seed}: {other:?}"),
    }
    [least < 0.0, first < f64::INFINITY]
}

#[test]
fn points_and_rays_find_the_first_of_all_parts() {
    let mut counts = [0; 2];
    for seed in 0..400 {
        let found = match seed % 4 {
            0 => check::<Vec2>(turn_2d, seed),
            1 => check::<DVec2>(turn_2d, seed),
            2 => check::<Vec3>(turn_3d, seed),
            _ => check::<DVec3>(turn_3d, seed),
        };
        counts = [0, 1].map(|i| counts[i] + usize::from(found[i]));
    }
    assert!(counts.iter().all(|count| (40..380).contains(count)), "{counts:?}");
}

#[test]
fn numbers_that_are_not_finite_are_undefined() {
    let (compound, scratch) = (scene::<Vec3>(turn_3d, &mut Random::new(1)), &mut Scratch::new());
    assert_eq!(project(&compound, DVec3::NAN, scratch), CompositeRelation::Undefined);
    assert!(!contains(&compound, DVec3::INFINITY, scratch));
    let ray = Ray { origin: DVec3::ZERO, direction: DVec3::NAN, max_time: 1.0, solid: true };
    assert_eq!(ray_cast(&compound, &ray, scratch).cast.outcome, CastOutcome::Undefined);
    // A ray without a direction is its origin.
    let [at_center, beside] = [compound.parts()[0].0.translation.as_dvec3(), DVec3::splat(9.0)];
    let at =
        |origin| ray_cast(&compound, &Ray { origin, direction: DVec3::ZERO, max_time: 1.0, solid: true }, &mut Scratch::new()).cast.outcome;
    assert!(matches!(at(at_center), CastOutcome::Hit(impact) if impact.at_start));
    assert!(matches!(at(beside), CastOutcome::Miss { proven: true, .. }));
}
