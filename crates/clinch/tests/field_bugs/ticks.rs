//! From tick to tick: what a pair remembers must not be what it was.

use clinch::contact::{FeatureId, Manifold, Memory, Pair, Relation, Scratch, Settings, collide};
use clinch::support::Scalar;
use clinch_testkit::build::Build;
use glam::DVec3;

use crate::door::{Door, Scene, at, ball, block, hull, in_all_doors, rod, turned};

/// One pair with its memory, for as many ticks as there are.
struct Held<V: Door> {
    memory: Memory<V>,
    scratch: Scratch<V>,
    manifold: Manifold<V>,
}

impl<V: Door> Held<V> {
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

/// The ids remembered are of vertices that are gone, or elsewhere now.
#[test]
fn a_shape_edited_between_ticks_is_the_new_one() {
    in_all_doors!(edited);
}

fn edited<V: Door>() {
    let star = |count: u32, radius: f64| {
        let point = |k: u32| {
            let (sin, cos) = libm::sincos(f64::from(k) * 2.4);
            let y = 2.0 * (f64::from(k) + 0.5) / f64::from(count) - 1.0;
            let r = (1.0 - y * y).sqrt();
            if V::DIM == 2 { DVec3::new(cos, sin, 0.0) * radius } else { DVec3::new(r * cos, y, r * sin) * radius }
        };
        hull::<V>(&(0..count).map(point).collect::<Vec<_>>())
    };
    let forms = [
        star(60, 1.0),
        star(5, 0.5),
        block::<V>(0.5, 0.25, 1.0),
        star(30, 2.0),
        ball::<V>(0.75),
        rod::<V>(-DVec3::X, DVec3::X, 0.25),
        star(4, 1.0),
    ];
    let floor = block::<V>(2.0, 1.0, 2.0);
    let mut held = Held::<V>::new();
    let (mut apart, mut overlapping) = (0, 0);
    for tick in 0..210 {
        let form = &forms[tick * 5 % 7];
        let pose = turned::<V>(at::<V>(0.3, 1.9, -0.2), DVec3::new(1.0, 0.5, 2.0), 0.01 * tick as f64);
        let scene = Scene::<V>::new(format!("tick {tick}"), (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (form.clone(), pose));
        let distance = held.tick(&scene, 10.0);
        let fresh = scene.judged();
        let size = scene.truth().extent;
        assert!((distance - fresh.distance.widen()).abs() <= V::TOLERANCE * size, "tick {tick}: {distance}, {fresh:?}");
        let deepest = held.manifold.separation().widen();
        assert!((deepest - distance).abs() <= 4e-6 * size, "tick {tick}: {deepest} of {distance}: {:?}", held.manifold);
        apart += usize::from(distance > 0.0);
        overlapping += usize::from(distance < 0.0);
    }
    assert!(apart >= 20 && overlapping >= 60, "{apart} apart, {overlapping} overlapping");
}

/// Two faces of equal size, tilted by less than anything: whichever is taken for the reference, the points must be the same.
#[test]
fn boxes_of_like_faces_keep_their_points_while_they_rock() {
    in_all_doors!(rocking);
}

fn rocking<V: Door>() {
    let cube = block::<V>(1.0, 1.0, 1.0);
    for (x, z) in [(0.25, -0.25), (0.5, 0.25), (0.0, 0.0)] {
        // Edges right above each other part by a tilt of more, and then are others.
        let tilts: &[f64] = if x == 0.0 { &[1e-8] } else { &[1e-7, 1e-6, 1e-5] };
        for &tilt in tilts {
            let mut held = Held::<V>::new();
            let mut first: Option<(Vec<FeatureId>, Vec<V>)> = None;
            for tick in 0..60 {
                // A few ways to lean, to and fro; the heavier end is now this one, now that.
                let (sin, cos) = libm::sincos(f64::from(tick));
                let lean = tilt * [1.0, -1.0, 0.5, -0.25][tick as usize % 4];
                let pose = turned::<V>(at::<V>(x, 1.999, z), DVec3::new(sin, 0.0, cos), lean);
                let scene = Scene::<V>::new("rocking", (cube.clone(), at::<V>(0.0, 0.0, 0.0)), (cube.clone(), pose));
                let distance = held.tick(&scene, 0.01);
                let points = &held.manifold.points;
                assert_eq!(points.len(), 2 * (V::DIM - 1), "tick {tick}: {points:?}");
                assert!((distance + 0.001).abs() < 3.0 * tilt + 1e-6, "tick {tick}: {distance}");
                let now = (points.iter().map(|p| p.feature).collect::<Vec<_>>(), points.iter().map(|p| p.on_a).collect::<Vec<_>>());
                let (ids, places) = first.get_or_insert_with(|| now.clone());
                assert_eq!(*ids, now.0, "{tilt}, tick {tick}: other points than at first");
                assert!(tick == 0 || points.iter().all(|p| p.kept), "{tilt}, tick {tick}: {points:?}");
                for (was, is) in places.iter().zip(&now.1) {
                    assert!((*was - *is).length().widen() < 8.0 * tilt + 2e-6, "{tilt}, tick {tick}: moved from {was:?} to {is:?}");
                }
                // The other way round too.
                let other = V::manifold(&scene.b, &scene.pose_b, &scene.a, &scene.pose_a, V::Scalar::narrow(0.01));
                assert_eq!(other.points.len(), points.len(), "{tilt}, tick {tick}");
            }
        }
    }
}

/// rapier #372: anchors that are kept in the ball's frame turn with it, and pull it back to where it was.
#[test]
fn a_rolling_ball_touches_with_another_point_each_tick() {
    in_all_doors!(rolling);
}

fn rolling<V: Door>() {
    let floor = block::<V>(64.0, 1.0, 64.0);
    let mut held = Held::<V>::new();
    let radius = 0.5;
    for tick in 0..240 {
        // Without slipping, in steps from a hundredth of a degree to some degrees.
        let angle = 1e-4 * f64::from(tick * tick);
        let pose = turned::<V>(at::<V>(-radius * angle, 1.5 - 1e-3, 0.0), DVec3::Z, angle);
        let scene = Scene::<V>::new("rolling", (floor.clone(), at::<V>(0.0, 0.0, 0.0)), (ball::<V>(radius), pose));
        let distance = held.tick(&scene, 0.01);
        assert!((distance + 1e-3).abs() < 1e-6, "tick {tick}: {distance}");
        let [point] = &held.manifold.points[..] else { panic!("tick {tick}: {:?}", held.manifold) };
        assert!(tick == 0 || point.kept, "tick {tick}: it is the same contact");
        // Straight below the middle, in either frame.
        let on_a = <V as Build>::coords(point.on_a.widen()).to_vec3();
        assert!((on_a - DVec3::new(-radius * angle, 1.0, 0.0)).length() < 1e-5, "tick {tick}: {point:?}");
        let on_b = pose.matrix() * <V as Build>::coords(point.on_b.widen()).to_vec3();
        assert!((on_b + DVec3::Y * radius).length() < 1e-5, "tick {tick}: {point:?}");
    }
}
