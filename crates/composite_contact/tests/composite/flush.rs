//! Parts of compounds side by side: bodies do not catch between them, and what is no inner face
//! stays.

use clinch_composite::{Composite, Compound};
use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch};
use clinch_contact::{Memory, Pair, Relation, Scratch, Settings, Space};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Hull, Polygon, Segment, ShapeSpace, Triangle};
use clinch_support::{Frame, Pose, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

use crate::common::{Answer, KINDS, body, turn};
use crate::erased::convex::measure;
use crate::erased::{collide, collide_composites};

/// Boxes given by their centers and half extents.
fn boxes<V: Space + ShapeSpace>(of: &[(V::Wide, V::Wide)]) -> Compound<V>
where
    V::Shape: From<Cuboid<V>>,
{
    let part = |&(center, half): &(V::Wide, V::Wide)| (Pose::at(V::narrow(center)), Cuboid::new(V::narrow(half)).unwrap().into());
    Compound::new(of.iter().map(part).collect()).unwrap()
}

/// A floor of flush boxes below the last axis, in x and, in 3D, in y.
fn floor<V: Space + ShapeSpace>(width: f64) -> Compound<V>
where
    V::Shape: From<Cuboid<V>>,
{
    let up = V::DIM - 1;
    let half = V::Wide::from_fn(|_| 0.5 * width);
    let rows = if V::DIM == 3 { 3 } else { 1 };
    let center = |row: i32, column: i32| {
        V::Wide::from_fn(|i| match i {
            0 => width * f64::from(column),
            i if i == up => -0.5 * width,
            _ => width * f64::from(row),
        })
    };
    boxes::<V>(&(-1..rows - 1).flat_map(|row| (-3..4).map(move |column| (center(row, column), half))).collect::<Vec<_>>())
}

/// A body slides over a floor of flush parts: it has one manifold whose normal is up, and its
/// points persist.
pub(crate) fn slide<V: Space, C: Composite<V>>(floor: &C, body: &dyn Convex<V>, depth: f64, what: &str) {
    let up = V::DIM - 1;
    let low = body.bounds(&Pose::IDENTITY).min.get(up);
    let (mut memory, mut scratch, mut manifolds) = (CompositeMemory::new(), CompositeScratch::new(), Vec::new());
    for tick in 0..300 {
        let along = f64::from(tick) * 2e-3 - 0.3;
        let place = V::Wide::from_fn(|i| match i {
            0 => along,
            i if i == up => -low - depth,
            _ => 0.37 * along + 0.005,
        });
        let pair = Pair { a: floor, b: body, b_in_a: Pose::at(place) };
        collide(&pair, &Settings::with_margin(V::Scalar::narrow(0.01)), &mut memory, &mut scratch, &mut manifolds);
        let [only] = manifolds.as_mut_slice() else { panic!("{what}, tick {tick}: {manifolds:?}") };
        // The search stops at the last bits, on cylinders at the sixth digit.
        let off = (only.manifold.normal.widen() - V::Wide::unit(up)).length();
        assert!(off <= 1e-6, "{what}, tick {tick}: {only:?}");
        assert!((only.manifold.separation().widen() + depth).abs() <= 1e-6, "{what}, tick {tick}: {only:?}");
        let one = V::Scalar::ONE;
        let lost = tick > 0 && !only.manifold.points.iter().any(|point| point.persisted && point.user_data[0] == one);
        assert!(!lost, "{what}, tick {tick}: {only:?}");
        for point in &mut only.manifold.points {
            point.user_data[0] = one;
        }
    }
}

fn slide_in_3d<V: Space<Wide = DVec3> + ShapeSpace>()
where
    V::Shape: From<Cuboid<V>>,
{
    for width in [0.17, 0.4] {
        let floor = floor::<V>(width);
        for kind in 0..KINDS {
            let body = body::<V>(kind, 0.1, &mut Random::new(kind as u64));
            for depth in [-5e-3, 1e-3, 5e-3] {
                // Not deeper than its middle.
                slide(&floor, &*body, if kind == 9 { 0.1 * depth } else { depth }, &format!("kind {kind}, width {width}, depth {depth}"));
            }
        }
    }
}

#[test]
fn a_body_slides_over_a_floor_of_flush_boxes() {
    slide_in_3d::<DVec3>();
    slide_in_3d::<Vec3>();
}

fn slide_in_2d<V: Space<Wide = DVec2> + ShapeSpace>()
where
    V::Shape: From<Cuboid<V>>,
{
    let (scalar, vector) = (V::Scalar::narrow, |x: f64, y: f64| V::narrow(DVec2::new(x, y)));
    let bodies: [Box<dyn Convex<V>>; 4] = [
        Box::new(Ball::new(scalar(0.05)).unwrap()),
        Box::new(Capsule::new(scalar(0.04), scalar(0.03)).unwrap()),
        Box::new(Cuboid::new(vector(0.06, 0.04)).unwrap()),
        Box::new(Polygon::new(&[vector(-0.05, -0.04), vector(0.04, -0.04), vector(0.07, 0.0), vector(0.0, 0.08)]).unwrap()),
    ];
    for width in [0.17, 0.4] {
        for (kind, body) in bodies.iter().enumerate() {
            for depth in [-5e-3, 1e-3, 5e-3] {
                slide(&floor::<V>(width), &**body, depth, &format!("2D kind {kind}, width {width}, depth {depth}"));
            }
        }
    }
}

#[test]
fn a_body_slides_over_a_row_of_flush_boxes_in_2d() {
    slide_in_2d::<DVec2>();
    slide_in_2d::<Vec2>();
}

#[test]
fn overlapping_parts_are_one_floor() {
    let half = DVec3::new(0.5, 0.5, 0.5);
    let floor = boxes::<DVec3>(&[(DVec3::new(-0.4, 0.0, -0.5), half), (DVec3::new(0.4, 0.0, -0.5), half)]);
    for kind in 0..KINDS {
        let body = body::<DVec3>(kind, 0.1, &mut Random::new(kind as u64));
        slide(&floor, &*body, 1e-3, &format!("kind {kind}"));
    }
}

fn normals<V: Vector>(manifolds: &[CompositeManifold<V>]) -> Vec<V::Wide> {
    manifolds.iter().map(|manifold| manifold.manifold.normal.widen()).collect()
}

fn has(normals: &[DVec3], normal: DVec3) -> bool {
    normals.iter().any(|other| other.abs_diff_eq(normal, 1e-9))
}

#[test]
fn a_body_that_overlaps_the_next_part_by_less_than_it_is_deep_rests_on_both() {
    let floor = floor::<DVec3>(1.0);
    let crate_ = Cuboid::new(DVec3::splat(0.25)).unwrap();
    // 1 mm into the next box sideways, 5 mm down.
    let answer = Answer::new(&floor, &crate_, &Pose::at(DVec3::new(0.251, 0.0, 0.245)), 0.01);
    let [only] = answer.manifolds.as_slice() else { panic!("{answer:?}") };
    assert_eq!(only.manifold.normal, DVec3::Z);
    let right = only.manifold.points.iter().map(|point| point.on_a.x).fold(f64::NEG_INFINITY, f64::max);
    assert!((right - 0.501).abs() <= 1e-9, "{only:?}");
}

#[test]
fn a_step_is_seen_from_the_side_and_flush_parts_are_not() {
    let half = DVec3::splat(0.5);
    for (step, seen) in [(0.002, true), (1e-4, true), (0.0, false), (-0.002, false)] {
        let floor = boxes::<DVec3>(&[(DVec3::new(0.0, 0.0, -0.5), half), (DVec3::new(1.0, 0.0, -0.5 + step), half)]);
        for (overlap, depth) in [(5e-5, 1e-3), (0.0, 1e-3), (-1e-3, 1e-3), (-1e-3, 0.0)] {
            let crate_ = Cuboid::new(DVec3::splat(0.2)).unwrap();
            let answer = Answer::new(&floor, &crate_, &Pose::at(DVec3::new(0.3 + overlap, 0.1, 0.2 - depth)), 0.005);
            let normals = normals(&answer.manifolds);
            assert!(has(&normals, DVec3::Z), "step {step}, overlap {overlap}: {answer:?}");
            assert_eq!(has(&normals, -DVec3::X), seen, "step {step}, overlap {overlap}, depth {depth}: {answer:?}");
        }
    }
}

#[test]
fn a_body_beside_a_wall_keeps_floor_and_wall() {
    let beside = [(DVec3::new(0.0, 0.0, -0.5), DVec3::new(1.0, 1.0, 0.5)), (DVec3::new(1.5, 0.0, 0.5), DVec3::new(0.5, 1.0, 1.5))];
    let on_top = [(DVec3::new(0.0, 0.0, -0.5), DVec3::new(3.0, 1.0, 0.5)), (DVec3::new(1.5, 0.0, 0.5), DVec3::new(0.5, 1.0, 0.5))];
    for (scene, room) in [beside, on_top].iter().enumerate() {
        let room = boxes::<DVec3>(room);
        let crate_ = Cuboid::new(DVec3::new(0.2, 0.1, 0.15)).unwrap();
        for tangent in [0.0, 0.01, 0.25, 0.4] {
            // Of half the angle.
            let turn = DQuat::from_xyzw(0.0, tangent, 0.0, 1.0).normalize();
            // Its half extents as it stands in the corner.
            let [sin, cos] = [2.0 * tangent, 1.0 - tangent * tangent].map(|x| x / (1.0 + tangent * tangent));
            let [wide, high] = [0.2 * cos + 0.15 * sin, 0.2 * sin + 0.15 * cos];
            for (into_floor, into_wall) in
                [(1e-3, 5e-4), (5e-4, 1e-3), (1e-3, 0.0), (0.0, 1e-3), (1e-3, -1e-3), (-1e-3, -1e-3), (-1e-3, 1e-3)]
            {
                let place = DVec3::new(1.0 - wide + into_wall, 0.0, high - into_floor);
                let answer = Answer::new(&room, &crate_, &Pose::new(turn, place), 0.01);
                let normals = normals(&answer.manifolds);
                let what = format!("scene {scene}, {tangent}, {into_floor} and {into_wall}: {answer:?}");
                let near = |normal: DVec3| normals.iter().any(|other| other.dot(normal) >= 0.999);
                assert!(near(DVec3::Z), "floor: {what}");
                assert!(near(-DVec3::X), "wall: {what}");
                assert_eq!(normals.len(), 2, "{what}");
            }
        }
    }
}

#[test]
fn a_sharp_edge_in_a_corner_touches_floor_and_wall() {
    // The wall goes on below the floor, and the floor behind the wall.
    let wall = (DVec3::new(1.5, 0.0, 0.0), DVec3::new(0.5, 1.0, 1.0));
    let room = boxes::<DVec3>(&[(DVec3::new(0.0, 0.0, -0.5), DVec3::new(3.0, 1.0, 0.5)), wall]);
    // A prism whose edge points down and to the right.
    let profile = [DVec2::ZERO, DVec2::new(-0.5, 0.2), DVec2::new(-0.2, 0.5)];
    let corners: Vec<DVec3> = profile.iter().flat_map(|p| [-0.2, 0.2].map(|y| DVec3::new(p.x, y, p.y))).collect();
    let wedge = Hull::new(&corners).unwrap();
    for (into_floor, into_wall) in [(1e-3, 5e-4), (5e-4, 1e-3), (1e-3, 0.0), (0.0, 1e-3), (1e-3, 1e-3)] {
        let answer = Answer::new(&room, &wedge, &Pose::at(DVec3::new(1.0 + into_wall, 0.0, -into_floor)), 0.01);
        let normals = normals(&answer.manifolds);
        assert!(has(&normals, DVec3::Z) && has(&normals, -DVec3::X) && normals.len() == 2, "{into_floor}, {into_wall}: {answer:?}");
    }
}

/// An edge that is in one tile below the body that leans over the next is least deep sideways, and
/// touches no part that would hide the side of its tile.
#[test]
fn a_body_that_leans_over_the_next_tile_is_pushed_up() {
    let corners = [DVec3::new(0.3, 0.0, 0.0), DVec3::new(-0.1, 0.2, 0.0), DVec3::new(-0.2, -0.2, 0.0)];
    let spike = [[0.0, 0.0, -0.3], [0.2, 0.0, 0.1], [0.25, 0.05, 0.1], [0.22, -0.05, 0.13]].map(DVec3::from);
    let bodies: [Box<dyn Convex<DVec3>>; 7] = [
        Box::new(Cuboid::new(DVec3::new(0.25, 0.15, 0.0)).unwrap()),
        Box::new(Cuboid::new(DVec3::new(0.25, 0.15, 0.01)).unwrap()),
        Box::new(Cuboid::new(DVec3::new(0.25, 0.15, 0.05)).unwrap()),
        Box::new(Triangle::new(corners[0], corners[1], corners[2]).unwrap()),
        Box::new(Segment::new(corners[0], corners[1]).unwrap()),
        Box::new(Capsule::new(0.25, 0.01).unwrap()),
        Box::new(Hull::new(&spike).unwrap()),
    ];
    let floor = floor::<DVec3>(0.4);
    for (kind, body) in bodies.iter().enumerate() {
        for seed in 0..1000 {
            let random = &mut Random::of(seed, 17 + kind as u64);
            let turn = DQuat::from_array(random.quaternion());
            let low = body.bounds(&Pose::new(turn, DVec3::ZERO)).min.z;
            // Beyond the middle of the thin ones.
            let depth = random.range(0.0, 0.05);
            let place = DVec3::new(random.range(-0.1, 0.1), random.range(-0.1, 0.1), -low - depth);
            let answer = Answer::new(&floor, &**body, &Pose::new(turn, place), 0.01);
            let what = format!("kind {kind}, seed {seed}: {answer:?}");
            let CompositeRelation::Near { separation, .. } = &answer.relation else { panic!("{what}") };
            assert!(separation.normal.distance(DVec3::Z) < 1e-6 && (separation.distance + depth).abs() < 1e-6, "{what}");
            assert!(normals(&answer.manifolds).iter().all(|normal| normal.distance(DVec3::Z) < 1e-6), "{what}");
        }
    }
}

#[test]
fn a_body_deep_in_a_tile_beside_a_block_is_not_pushed_through_the_floor() {
    let tile = |x: f64, y: f64| (DVec3::new(x, y, -0.2), DVec3::splat(0.2));
    let block = (DVec3::new(0.0, 0.4, 0.3), DVec3::new(0.2, 0.2, 0.7));
    let ball = Ball::new(0.1).unwrap();
    for block_at in [1.0, -1.0] {
        let block = (block.0 * DVec3::new(1.0, block_at, 1.0), block.1);
        let room = boxes::<DVec3>(&[tile(0.0, 0.0), tile(0.4, 0.0), tile(-0.4, 0.0), tile(0.0, -0.4 * block_at), block]);
        let answer = Answer::new(&room, &ball, &Pose::at(DVec3::new(0.18, 0.0, -0.05)), 0.01);
        assert!(normals(&answer.manifolds).iter().all(|normal| normal.distance(DVec3::Z) < 1e-9), "{block_at}: {answer:?}");
        assert!((answer.manifolds[0].manifold.separation() + 0.15).abs() < 1e-9, "{block_at}: {answer:?}");
    }
}

/// Cuts a box into pieces and compares a body beside it with the whole.
fn check_pieces(seed: u64) -> bool {
    let random = &mut Random::of(seed, 5);
    let half = DVec3::new(random.range(0.2, 1.0), random.range(0.2, 1.0), random.range(0.2, 1.0));
    let cuts: [[f64; 2]; 3] = core::array::from_fn(|i| {
        let [one, other] = [random.range(-0.9, 0.9), random.range(-0.9, 0.9)];
        [one.min(other) * half[i], one.max(other) * half[i]]
    });
    let ends = |axis: usize, piece: usize| [-half[axis], cuts[axis][0], cuts[axis][1], half[axis]][piece];
    let piece = |i: usize| {
        let at = [i % 3, i / 3 % 3, i / 9];
        let [low, high] = [0, 1].map(|end| DVec3::from_array([0, 1, 2].map(|axis| ends(axis, at[axis] + end))));
        (0.5 * (low + high), 0.5 * (high - low))
    };
    let pieces = boxes::<DVec3>(&(0..27).map(piece).collect::<Vec<_>>());
    let whole = Cuboid::new(half).unwrap();
    let body = body::<DVec3>(random.below(KINDS), 0.5, random);
    let (direction, turn) = (random.direction(3), turn(random));
    let separation = |along: f64| {
        let pair = Pair { a: &whole, b: &*body, b_in_a: Pose::new(turn, direction * along) };
        match measure(&pair, &Settings::with_margin(100.0), &mut Memory::new(), &mut Scratch::new()).relation {
            Relation::Near(separation) => separation,
            other => panic!("{other:?}"),
        }
    };
    let mut along = 4.0;
    for _ in 0..60 {
        along -= separation(along).distance;
    }
    along += random.pick(&[1e-4, 1e-2, 0.05]);
    let expected = separation(along);
    let answer = Answer::new(&pieces, &*body, &Pose::new(turn, direction * along), 0.1);
    let what = format!("seed {seed}: {answer:?} instead of {expected:?}");
    assert!((answer.distance().unwrap() - expected.distance).abs() <= 1e-8, "{what}");
    let [only] = answer.manifolds.as_slice() else { panic!("{what}") };
    assert!(only.manifold.normal.abs_diff_eq(expected.normal, 1e-5), "{what}");
    pieces.parts().len() == 27
}

#[test]
fn the_pieces_of_a_convex_shape_answer_as_the_shape_beside_it() {
    assert!((0..300).all(check_pieces));
}

/// A soup of boxes, with a body that overlaps some of them.
fn soup(seed: u64) -> (Compound<DVec3>, Box<dyn Convex<DVec3>>, Pose<DVec3>) {
    let random = &mut Random::of(seed, 6);
    let upright = random.chance(0.5);
    let part = |_: usize| {
        let half = DVec3::new(random.range(0.1, 0.5), random.range(0.1, 0.5), random.range(0.1, 0.5));
        // On a lattice, so that many faces are flush.
        let half = if upright { (half * 8.0).round() / 8.0 } else { half };
        let place = if upright { (random.in_ball(3) * 8.0).round() / 8.0 } else { random.in_ball(3) };
        let turn = if upright { DQuat::IDENTITY } else { DQuat::from_array(random.quaternion()) };
        (Pose::new(turn, place), Cuboid::new(half.max(DVec3::splat(0.125))).unwrap().into())
    };
    let parts = (0..8).map(part).collect();
    let body = body::<DVec3>(random.below(KINDS), 0.4, random);
    (Compound::new(parts).unwrap(), body, Pose::new(turn(random), random.in_ball(3) * 1.5))
}

#[test]
fn in_a_soup_of_boxes_the_deepest_contact_stays_and_no_touch_is_without_a_point() {
    let [mut touching, mut corrected] = [0; 2];
    for seed in 0..400 {
        let (soup, body, pose) = soup(seed);
        let answer = Answer::new(&soup, &*body, &pose, 0.05);
        let of_part = |(at, shape): &(Pose<DVec3>, <DVec3 as ShapeSpace>::Shape)| {
            let pair = Pair { a: shape, b: &*body, b_in_a: pose.relative_to(at) };
            match measure(&pair, &Settings::with_margin(0.05), &mut Memory::new(), &mut Scratch::new()).relation {
                Relation::Near(near) => Some((near.distance, Frame::<DVec3>::new(at).direction_in_a(near.normal))),
                _ => None,
            }
        };
        let found: Vec<(f64, DVec3)> = soup.parts().iter().filter_map(of_part).collect();
        let least = found.iter().map(|&(distance, _)| distance).fold(f64::INFINITY, f64::min);
        let distance = answer.distance().unwrap_or(f64::INFINITY);
        // A contact on an inner face gets the normal of the growing body, along which it is deeper.
        assert!(distance <= least + 1e-12 && (distance == least || least < 0.0), "seed {seed}: {distance} instead of {least}");
        corrected += usize::from(distance < least);
        assert_eq!(answer.manifolds.is_empty(), found.is_empty(), "seed {seed}");
        let touches = least <= 0.0;
        assert!(!touches || answer.manifolds[0].manifold.is_touching(), "seed {seed}: {answer:?}");
        assert!(answer.manifolds.iter().all(|manifold| !manifold.manifold.points.is_empty()), "seed {seed}");
        if let Some(first) = answer.manifolds.first().filter(|_| distance == least) {
            let is_deepest = |&(distance, normal): &(f64, DVec3)| distance == least && normal.abs_diff_eq(first.manifold.normal, 1e-12);
            assert!(found.iter().any(is_deepest), "seed {seed}: {answer:?}");
        }
        touching += usize::from(touches);
    }
    assert!((80..380).contains(&touching) && corrected < touching / 4, "{touching}, {corrected}");
}

#[test]
fn the_order_of_parts_changes_only_names() {
    for seed in 0..150 {
        let (one, body, pose) = soup(seed);
        let mut other = one.clone();
        other.edit(|parts| parts.reverse()).unwrap();
        let [one, other] = [one, other].map(|soup| Answer::new(&soup, &*body, &pose, 0.05));
        assert_eq!(normals(&one.manifolds), normals(&other.manifolds), "seed {seed}");
        assert_eq!(one.distance(), other.distance(), "seed {seed}");
    }
}

#[test]
fn a_compound_scaled_by_a_power_of_two_has_the_same_bits() {
    for seed in 0..80 {
        let (soup, ..) = soup(seed);
        let [plain, large] = [1.0, 4096.0].map(|scale: f64| {
            let (_, _, pose) = self::soup(seed);
            let half = |shape: &<DVec3 as ShapeSpace>::Shape| (shape.bounds(&Pose::IDENTITY).max * 1024.0).round() / 1024.0;
            let part = |(at, shape): &(Pose<DVec3>, <DVec3 as ShapeSpace>::Shape)| {
                (Pose::new(at.rotation, at.translation * scale), Cuboid::new(half(shape) * scale).unwrap().into())
            };
            let scaled = Compound::new(soup.parts().iter().map(part).collect()).unwrap();
            let body = body::<DVec3>(seed as usize % KINDS, 0.4 * scale, &mut Random::new(seed));
            let answer = Answer::new(&scaled, &*body, &Pose::new(pose.rotation, pose.translation * scale), 0.05 * scale);
            (normals(&answer.manifolds), answer.distance().map(|distance| distance / scale))
        });
        assert_eq!(plain, large, "seed {seed}");
    }
}

#[test]
fn a_hull_slides_over_hulls() {
    // Wedges that share slanted faces.
    let wedge = |at: f64, lean: f64| {
        let x = |z: f64, side: f64| at + side * 0.2 + z * lean;
        let corners: Vec<Vec3> = (0..8)
            .map(|i| {
                let [side, y, z] = [i & 1, i >> 1 & 1, i >> 2].map(f64::from);
                Vec3::new(x(-z, 2.0 * side - 1.0) as f32, (y - 0.5) as f32, -z as f32)
            })
            .collect();
        (Pose::<Vec3>::IDENTITY, std::sync::Arc::new(Hull::new(&corners).unwrap()).into())
    };
    for lean in [0.3, -0.3] {
        let floor = Compound::new((-4..5).map(|i| wedge(f64::from(i) * 0.4, lean)).collect()).unwrap();
        for kind in 0..KINDS {
            let body = body::<Vec3>(kind, 0.1, &mut Random::new(kind as u64));
            slide(&floor, &*body, 5e-4, &format!("kind {kind}, lean {lean}"));
        }
    }
}

/// Contacts within 2° of the deepest share its manifold. One within 2° of such a contact, but not
/// of the deepest, was in none.
#[test]
fn of_contacts_with_normals_in_a_row_none_is_lost() {
    let tilts = [0.0_f64, 1.5, 3.0, 4.5].map(f64::to_radians);
    let at = |index: usize| DVec3::X * 4.0 * index as f64;
    let turned = |angle: f64| DQuat::from_rotation_z(angle);
    let plates = tilts.iter().enumerate().map(|(index, &tilt)| {
        let plate = Cuboid::new(DVec3::new(1.0, 0.5, 1.0)).unwrap();
        (Pose::new(turned(tilt), at(index) - turned(tilt) * DVec3::Y * 0.5), plate.into())
    });
    // Each a little less deep than the one before.
    let balls = tilts.iter().enumerate().map(|(index, &tilt)| {
        let height = 0.46 + 0.01 * index as f64;
        (Pose::at(at(index) + turned(tilt) * DVec3::Y * height), Ball::new(0.5).unwrap().into())
    });
    let (floor, wheels) = (Compound::<DVec3>::new(plates.collect()).unwrap(), Compound::<DVec3>::new(balls.collect()).unwrap());
    let pair = Pair { a: &floor, b: &wheels, b_in_a: Pose::IDENTITY };
    let mut manifolds = Vec::new();
    collide_composites(&pair, &Settings::with_margin(0.01), &mut CompositeScratch::new(), &mut manifolds);
    let points = manifolds.iter().map(|manifold| manifold.manifold.points.len()).sum::<usize>();
    assert_eq!((manifolds.len(), points), (2, tilts.len()), "{manifolds:#?}");
}

/// Each box has two points of the capsule's edge: more than a manifold has, and all on a line.
fn lies_on_both_ends<V: Space<Wide = DVec3> + ShapeSpace>()
where
    V::Shape: From<Cuboid<V>>,
{
    for seed in 0..200 {
        let random = &mut Random::of(seed, 19);
        let width = random.pick(&[0.25, 0.3]);
        let row: Vec<_> =
            (0..12).map(|i| (DVec3::new(0.0, (f64::from(i) - 5.5) * width, -0.5), DVec3::new(0.5, 0.5 * width, 0.5))).collect();
        let capsule = Capsule::<V>::new(V::Scalar::narrow(1.0), V::Scalar::narrow(0.25)).unwrap();
        let along = random.range(-0.25, 0.25);
        let answer = Answer::new(&boxes::<V>(&row), &capsule, &Pose::at(DVec3::new(0.1, along, 0.2)), 0.0);
        let [only] = answer.manifolds.as_slice() else { panic!("{seed}: {answer:?}") };
        for end in [along - 1.0, along + 1.0] {
            let is_end = |y: f64| (y - end).abs() < 1e-5;
            assert!(only.manifold.points.iter().any(|point| is_end(point.on_a.widen().y)), "{seed}: no {end} in {only:?}");
        }
    }
}

#[test]
fn a_capsule_on_a_row_of_flush_boxes_lies_on_both_of_its_ends() {
    lies_on_both_ends::<DVec3>();
    lies_on_both_ends::<Vec3>();
}

#[test]
fn a_segment_in_a_corner_of_floor_and_wall_is_pushed_out_of_both() {
    let at = DVec2::new;
    let corner = boxes::<DVec2>(&[(at(-2.5, -0.5), at(2.5, 0.5)), (at(0.5, 1.0), at(0.5, 2.0))]);
    let body = Segment::new(at(-1.0, 0.5), at(0.01, -0.02)).unwrap();
    let manifolds = Answer::new(&corner, &body, &Pose::IDENTITY, 0.0).manifolds;
    let has = |normal: DVec2| manifolds.iter().any(|of| of.manifold.normal.distance(normal) < 1e-9);
    assert!(has(DVec2::Y) && has(DVec2::NEG_X), "{manifolds:?}");
}
