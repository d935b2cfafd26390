//! After warm-up a tick on one thread allocates nothing when no pair comes or goes.

use clinch_contact::Settings;
use clinch_narrowphase::{Attributes, Candidates, ContactTable, Placement, Places, Present, Tally, Workers};
use clinch_shapes::{Ball, Capsule, Cuboid, Hull, Shape3};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

type Body = (Shape3<Vec3>, Placement<Vec3>);

/// Bodies that overlap their neighbours, some deep, and turn: EPA runs, features change, points come and go.
fn bodies(random: &mut Random, count: usize) -> Vec<Body> {
    let corners: Vec<Vec3> = (0..40).map(|_| random.direction(3).as_vec3() * 0.6).collect();
    let shapes: [Shape3<Vec3>; 4] = [
        Ball::new(0.5).unwrap().into(),
        Capsule::new(0.5, 0.25).unwrap().into(),
        Cuboid::new(Vec3::splat(0.5)).unwrap().into(),
        Hull::new(&corners).unwrap().into(),
    ];
    (0..count)
        .map(|index| {
            let at = Vec3::new((index % 7) as f32, (index / 7 % 7) as f32, (index / 49) as f32) * 0.8;
            let turn = Quat::from_array(random.quaternion().map(|x| x as f32));
            (shapes[random.below(4)].clone(), Placement(Pose::new(turn, at + random.in_ball(3).as_vec3() * 0.1)))
        })
        .collect()
}

/// One tick's number, what began and ended in it, how often it allocated.
type Counted = (u32, usize, u64);

/// Forty ticks in which everything turns a little and touching pairs stay touching pairs, or what begins and ends would have to be told.
fn ticks(count: usize, mut workers: Workers<Vec3>) -> (Vec<Counted>, Tally) {
    let mut bodies = bodies(&mut Random::new(1), count);
    let close = |a: usize, b: usize, bodies: &[Body]| (bodies[a].1.0.translation - bodies[b].1.0.translation).length_squared() < 1.5;
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).filter(|&(a, b)| close(a, b, &bodies)).collect();
    let (mut table, mut places, settings) = (ContactTable::new(), Places::new(), Settings::with_margin(0.05));
    let mut candidates = Vec::with_capacity(pairs.len());
    let mut tally = Tally::default();
    let counted = (0..40).map(|tick| {
        for (_, Placement(pose)) in &mut bodies {
            let q = pose.rotation;
            pose.rotation = Quat::from_xyzw(q.x + 1e-5 * q.w, q.y, q.z, q.w - 1e-5 * q.x);
        }
        let mut news = 0;
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
        (tick, news, counted.count_total)
    });
    (counted.collect(), tally)
}

#[test]
fn a_tick_without_news_allocates_nothing() {
    let (counts, tally) = ticks(300, Workers::with_threads(1));
    assert!(tally.pairs > 1000 && tally.touching > 500, "the sample must bite: {tally:?}");
    let late: Vec<_> = counts.iter().filter(|(tick, news, count)| *tick >= 20 && *news == 0 && *count > 0).collect();
    let quiet = counts.iter().filter(|(tick, news, _)| *tick >= 20 && *news == 0).count();
    assert!(late.is_empty(), "(tick, news, allocations): {late:?}");
    assert!(quiet >= 10, "the sample must bite: {counts:?}");
}

/// What is handed to the threads is counted here, what they do is not: that is what the test above counts.
#[test]
fn handing_out_work_allocates_as_much_for_many_pairs_as_for_few() {
    let most = |count: usize| {
        let (counts, tally) = ticks(count, Workers::with_threads(2));
        let late = counts.iter().filter(|(tick, ..)| *tick >= 20).map(|&(.., count)| count);
        (late.max().unwrap_or(0), tally.pairs)
    };
    let ((few, pairs), (many, more_pairs)) = (most(600), most(1800));
    assert!(pairs > 2048 && more_pairs > 3 * pairs, "{pairs}, {more_pairs}");
    assert!(few > 0 && many <= few + few / 4, "{few} allocations for {pairs} pairs, {many} for {more_pairs}");
}
