//! After warm-up a tick on one thread allocates nothing when no pair comes or goes.

use clinch_contact::Settings;
use clinch_narrowphase::{Attributes, Candidates, ContactTable, Placement, Places, Present, Tally, Workers};
use clinch_shapes::{Ball, Capsule, Cuboid, Hull, Shape3};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

/// Bodies that overlap their neighbours, some deep, and turn: EPA runs, features change, points come and go.
fn bodies(random: &mut Random) -> Vec<(Shape3<Vec3>, Placement<Vec3>)> {
    let corners: Vec<Vec3> = (0..40).map(|_| random.direction(3).as_vec3() * 0.6).collect();
    let shapes: [Shape3<Vec3>; 4] = [
        Ball::new(0.5).unwrap().into(),
        Capsule::new(0.5, 0.25).unwrap().into(),
        Cuboid::new(Vec3::splat(0.5)).unwrap().into(),
        Hull::new(&corners).unwrap().into(),
    ];
    (0..300)
        .map(|index| {
            let at = Vec3::new((index % 7) as f32, (index / 7 % 7) as f32, (index / 49) as f32) * 0.8;
            let turn = Quat::from_array(random.quaternion().map(|x| x as f32));
            (shapes[random.below(4)].clone(), Placement(Pose::new(turn, at + random.in_ball(3).as_vec3() * 0.1)))
        })
        .collect()
}

#[test]
fn a_tick_without_news_allocates_nothing() {
    let mut random = Random::new(1);
    let mut bodies = bodies(&mut random);
    let close = |a: usize, b: usize, bodies: &[(Shape3<Vec3>, Placement<Vec3>)]| {
        (bodies[a].1.0.translation - bodies[b].1.0.translation).length_squared() < 1.5
    };
    let pairs: Vec<(usize, usize)> =
        (0..300).flat_map(|a| (a + 1..300).map(move |b| (a, b))).filter(|&(a, b)| close(a, b, &bodies)).collect();
    let (mut table, mut places) = (ContactTable::new(), Places::new());
    let (mut workers, settings) = (Workers::with_threads(1), Settings::with_margin(0.05));
    let mut candidates = Vec::with_capacity(pairs.len());
    let mut counts = Vec::new();
    for tick in 0..40 {
        // Touching pairs stay touching pairs, or what begins and ends would have to be told; but everything turns a little.
        for (_, Placement(pose)) in &mut bodies {
            let q = pose.rotation;
            pose.rotation = Quat::from_xyzw(q.x + 1e-5 * q.w, q.y, q.z, q.w - 1e-5 * q.x);
        }
        let (mut tally, mut news) = (Tally::default(), 0);
        let counted = allocation_counter::measure(|| {
            candidates.extend_from_slice(&pairs);
            let mut call = table.roll_call(&mut places);
            for (key, (shape, place)) in bodies.iter().enumerate() {
                call.present(key, Present { shape, edited: true, place: *place, attributes: Attributes::default() });
            }
            drop(call);
            table.gather(Candidates::All(&mut candidates));
            tally = table.collide(&places, &(), &settings, &mut workers);
            let changes = table.publish();
            news = changes.started.len() + changes.ended.len();
        });
        counts.push((tick, news, counted.count_total));
        assert!(tally.pairs > 1000 && tally.touching > 500, "the sample must bite: {tally:?}");
    }
    let late: Vec<_> = counts.iter().filter(|(tick, news, count)| *tick >= 20 && *news == 0 && *count > 0).collect();
    let quiet = counts.iter().filter(|(tick, news, _)| *tick >= 20 && *news == 0).count();
    assert!(late.is_empty(), "(tick, news, allocations): {late:?}");
    assert!(quiet >= 10, "the sample must bite: {counts:?}");
}
