//! After warm-up a tick on one thread allocates nothing unless a contact starts or ends.

use clinch_composite::ColliderShape;
use clinch_contact::Settings;
use clinch_instances as _;
use clinch_narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Counters, Placement, Placements, Workers};
use clinch_shapes::{Ball, Capsule, Cuboid, Hull};
use clinch_support::Pose;
use clinch_testkit::random::Random;
use glam::{Quat, Vec3};

type Body = (ColliderShape<Vec3>, Placement<Vec3>);

/// Bodies that overlap their neighbours, some deeply, and rotate: EPA runs, features change, points
/// appear and disappear.
fn bodies(random: &mut Random, count: usize) -> Vec<Body> {
    let corners: Vec<Vec3> = (0..40).map(|_| random.direction(3).as_vec3() * 0.6).collect();
    let shapes: [ColliderShape<Vec3>; 4] = [
        Ball::new(0.5).unwrap().into(),
        Capsule::new(0.5, 0.25).unwrap().into(),
        Cuboid::new(Vec3::splat(0.5)).unwrap().into(),
        Hull::new(&corners).unwrap().into(),
    ];
    (0..count)
        .map(|index| {
            let at = Vec3::new((index % 7) as f32, (index / 7 % 7) as f32, (index / 49) as f32) * 0.8;
            let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
            (shapes[random.below(4)].clone(), Placement(Pose::new(rotation, at + random.in_ball(3).as_vec3() * 0.1)))
        })
        .collect()
}

/// The number of a tick, its starts and ends, its allocations.
type Counted = (u32, usize, u64);

/// Forty ticks in which every body rotates so little that hardly any contact starts or ends.
fn ticks(count: usize, mut workers: Workers<Vec3>) -> (Vec<Counted>, Counters) {
    let mut bodies = bodies(&mut Random::new(1), count);
    let close = |a: usize, b: usize, bodies: &[Body]| (bodies[a].1.0.translation - bodies[b].1.0.translation).length_squared() < 1.5;
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).filter(|&(a, b)| close(a, b, &bodies)).collect();
    let (mut table, mut placements, settings) = (ContactTable::new(), Placements::new(), Settings::with_margin(0.05));
    let mut candidates = Vec::with_capacity(pairs.len());
    let mut counters = Counters::default();
    let counted = (0..40).map(|tick| {
        for (_, Placement(pose)) in &mut bodies {
            let q = pose.rotation;
            pose.rotation = Quat::from_xyzw(q.x + 1e-5 * q.w, q.y, q.z, q.w - 1e-5 * q.x);
        }
        let mut changed = 0;
        let counted = allocation_counter::measure(|| {
            candidates.extend_from_slice(&pairs);
            let mut sync = table.sync_colliders(&mut placements);
            for (key, (shape, placement)) in bodies.iter().enumerate() {
                sync.insert(key, ColliderInput { shape, shape_changed: true, placement: *placement, attributes: Attributes::default() });
            }
            drop(sync);
            table.update_pairs(Candidates::All(&mut candidates));
            counters = table.update_contacts(&placements, &(), &settings, &mut workers);
            let changes = table.publish();
            changed = changes.started.len() + changes.ended.len();
        });
        (tick, changed, counted.count_total)
    });
    (counted.collect(), counters)
}

#[test]
fn a_tick_without_changes_allocates_nothing() {
    let (counts, counters) = ticks(300, Workers::with_threads(1));
    assert!(counters.pairs > 1000 && counters.touching > 500, "the sample must bite: {counters:?}");
    let late: Vec<_> = counts.iter().filter(|(tick, changed, count)| *tick >= 20 && *changed == 0 && *count > 0).collect();
    let quiet = counts.iter().filter(|(tick, changed, _)| *tick >= 20 && *changed == 0).count();
    assert!(late.is_empty(), "(tick, changes, allocations): {late:?}");
    assert!(quiet >= 10, "the sample must bite: {counts:?}");
}

/// Counts the allocations of the calling thread, which hands out tasks. The test above covers what
/// the tasks do.
#[test]
fn handing_out_tasks_allocates_as_much_for_many_pairs_as_for_few() {
    let most = |count: usize| {
        let (counts, counters) = ticks(count, Workers::with_threads(2));
        let late = counts.iter().filter(|(tick, ..)| *tick >= 20).map(|&(.., count)| count);
        (late.max().unwrap_or(0), counters.pairs)
    };
    let ((few, pairs), (many, more_pairs)) = (most(600), most(1800));
    assert!(pairs > 2048 && more_pairs > 3 * pairs, "{pairs}, {more_pairs}");
    assert!(few > 0 && many <= few + few / 4, "{few} allocations for {pairs} pairs, {many} for {more_pairs}");
}
