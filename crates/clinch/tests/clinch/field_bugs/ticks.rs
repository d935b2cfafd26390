//! Pairs over many ticks: stale memory must not affect the answers.

use clinch::contact::{FeatureId, Manifold, Memory, Pair, Relation, Scratch, Settings, collide};
use clinch::support::Scalar;
use clinch_testkit::build::Build;
use glam::DVec3;

use crate::field_bugs::api::{Api, Scene, at, ball, block, capsule, hull, in_every_api, turned};

/// A pair with its memory from tick to tick.
struct TrackedPair<V: Api> {
    memory: Memory<V>,
    scratch: Scratch<V>,
    manifold: Manifold<V>,
}

impl<V: Api> TrackedPair<V> {
    fn new() -> Self {
        Self { memory: Memory::new(), scratch: Scratch::new(), manifold: Manifold::new() }
    }

    /// The signed distance of this tick.
    fn tick(&mut self, scene: &Scene<V>, margin: f64) -> f64 {
        let pair = Pair::in_world(&scene.a, &scene.pose_a, &scene.b, &scene.pose_b);
        let settings = Settings::with_margin(V::Scalar::narrow(margin));
        let measured = collide(&pair, &settings, &mut self.memory, &mut self.scratch, &mut self.manifold);
        match measured.relation {
            Relation::Near(near) => near.distance,
            Relation::Beyond { at_least, .. } => at_least,
            Relation::Undefined => f64::NAN,
        }
    }
}

/// The cached ids are of vertices that no longer exist, or are elsewhere.
#[test]
fn a_shape_edited_between_ticks_is_the_new_one() {
    in_every_api!(edited);
}

fn edited<V: Api>() {
    let star = |count: u32, radius: f64| {
        let point = |k: u32| {
            let (sin, cos) = libm::sincos(f64::from(k) * 2.4);
            let y = 2.0 * (f64::from(k) + 0.5) / f64::from(count) - 1.0;
            let r = (1.0 - y * y).sqrt();
            if V::DIM == 2 { DVec3::new(cos, sin, 0.0) * radius } else { DVec3::new(r * cos, y, r * sin) * radius }
        };
        hull::<V>(&(0..count).map(point).collect::<Vec<_>>())
    };
    let shapes = [
        star(60, 1.0),
        star(5, 0.5),
        block::<V>(0.5, 0.25, 1.0),
        star(30, 2.0),
        ball::<V>(0.75),
        capsule::<V>(-DVec3::X, DVec3::X, 0.25),
        star(4, 1.0),
    ];
    let floor = block::<V>(2.0, 1.0, 2.0);
    let mut tracked = TrackedPair::<V>::new();
    let (mut apart, mut overlapping) = (0, 0);
    for tick in 0..210 {
        let shape = &shapes[tick * 5 % 7];
        let pose = turned::<V>(at::<V>(0.3, 1.9, -0.2), DVec3::new(1.0, 0.5, 2.0), 0.01 * tick as f64);
        let scene = Scene::<V>::new(format!("tick {tick}"), (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (shape.clone(), pose));
        let distance = tracked.tick(&scene, 10.0);
        let fresh = scene.checked();
        let size = scene.truth().extent;
        assert!((distance - fresh.distance.widen()).abs() <= V::TOLERANCE * size, "tick {tick}: {distance}, {fresh:?}");
        let deepest = tracked.manifold.separation().widen();
        assert!((deepest - distance).abs() <= 4e-6 * size, "tick {tick}: {deepest} of {distance}: {:?}", tracked.manifold);
        apart += usize::from(distance > 0.0);
        overlapping += usize::from(distance < 0.0);
    }
    assert!(apart >= 20 && overlapping >= 60, "{apart} apart, {overlapping} overlapping");
}

/// Two faces of equal size, tilted by almost nothing: the points must be the same for either choice
/// of the reference face.
#[test]
fn boxes_of_like_faces_keep_their_points_while_they_rock() {
    in_every_api!(rocking);
}

fn rocking<V: Api>() {
    let cube = block::<V>(1.0, 1.0, 1.0);
    for (x, z) in [(0.25, -0.25), (0.5, 0.25), (0.0, 0.0)] {
        // With a larger tilt edges right above each other are no longer paired.
        let tilts: &[f64] = if x == 0.0 { &[1e-8] } else { &[1e-7, 1e-6, 1e-5] };
        for &tilt in tilts {
            let mut tracked = TrackedPair::<V>::new();
            let mut first: Option<(Vec<FeatureId>, Vec<V>)> = None;
            for tick in 0..60 {
                // Tilts about changing axes, to and fro.
                let (sin, cos) = libm::sincos(f64::from(tick));
                let angle = tilt * [1.0, -1.0, 0.5, -0.25][tick as usize % 4];
                let pose = turned::<V>(at::<V>(x, 1.999, z), DVec3::new(sin, 0.0, cos), angle);
                let scene = Scene::<V>::new("rocking", (cube.clone(), at::<V>(0.0, 0.0, 0.0)), (cube.clone(), pose));
                let distance = tracked.tick(&scene, 0.01);
                let points = &tracked.manifold.points;
                assert_eq!(points.len(), 2 * (V::DIM - 1), "tick {tick}: {points:?}");
                assert!((distance + 0.001).abs() < 3.0 * tilt + 1e-6, "tick {tick}: {distance}");
                let now = (points.iter().map(|p| p.feature).collect::<Vec<_>>(), points.iter().map(|p| p.on_a).collect::<Vec<_>>());
                let (ids, places) = first.get_or_insert_with(|| now.clone());
                assert_eq!(*ids, now.0, "{tilt}, tick {tick}: other points than at first");
                assert!(tick == 0 || points.iter().all(|p| p.persisted), "{tilt}, tick {tick}: {points:?}");
                for (was, is) in places.iter().zip(&now.1) {
                    assert!((*was - *is).length().widen() < 8.0 * tilt + 2e-6, "{tilt}, tick {tick}: moved from {was:?} to {is:?}");
                }
                // B and A swapped.
                let other = V::manifold(&scene.b, &scene.pose_b, &scene.a, &scene.pose_a, V::Scalar::narrow(0.01));
                assert_eq!(other.points.len(), points.len(), "{tilt}, tick {tick}");
            }
        }
    }
}

/// rapier #372: anchors that are cached in the ball's frame rotate with it, and pull it back.
#[test]
fn a_rolling_ball_touches_with_another_point_each_tick() {
    in_every_api!(rolling);
}

fn rolling<V: Api>() {
    let floor = block::<V>(64.0, 1.0, 64.0);
    let mut tracked = TrackedPair::<V>::new();
    let radius = 0.5;
    for tick in 0..240 {
        // Rolls without slipping, in steps from a hundredth of a degree to some degrees.
        let angle = 1e-4 * f64::from(tick * tick);
        let pose = turned::<V>(at::<V>(-radius * angle, 1.5 - 1e-3, 0.0), DVec3::Z, angle);
        let scene = Scene::<V>::new("rolling", (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (ball::<V>(radius), pose));
        let distance = tracked.tick(&scene, 0.01);
        assert!((distance + 1e-3).abs() < 1e-6, "tick {tick}: {distance}");
        let [point] = &tracked.manifold.points[..] else { panic!("tick {tick}: {:?}", tracked.manifold) };
        assert!(tick == 0 || point.persisted, "tick {tick}: it is the same contact");
        // Straight below the center, in either frame.
        let on_a = <V as Build>::coords(point.on_a.widen()).to_vec3();
        assert!((on_a - DVec3::new(-radius * angle, 1.0, 0.0)).length() < 1e-5, "tick {tick}: {point:?}");
        let on_b = pose.matrix() * <V as Build>::coords(point.on_b.widen()).to_vec3();
        assert!((on_b + DVec3::Y * radius).length() < 1e-5, "tick {tick}: {point:?}");
    }
}
