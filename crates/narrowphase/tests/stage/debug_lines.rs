//! Debugging aids: lines to draw, pairs by kind, memory.

use clinch_composite::{ColliderShape, TriMesh};
use clinch_composite_contact::Verdict;
use clinch_contact::Settings;
use clinch_narrowphase::{
    Attributes, Candidates, ColliderInput, ContactTable, DebugLine, DebugLineOptions, DebugPart, Placement, Placements, Row, Workers,
};
use clinch_shapes::{Ball, Capsule, Cuboid, HalfSpace, Hull, Rounded, Shape3, Triangle};
use clinch_support::Pose;
use glam::{Quat, Vec3};

/// Runs one tick with all pairs of these bodies as candidates.
fn tick(bodies: &[(Shape3<Vec3>, Pose<Vec3>)], margin: f32) -> (ContactTable<usize, Vec3>, Placements<Placement<Vec3>>) {
    let (mut table, mut placements) = (ContactTable::new(), Placements::new());
    let mut sync = table.sync_colliders(&mut placements);
    for (key, (shape, pose)) in bodies.iter().enumerate() {
        sync.insert(
            key,
            ColliderInput {
                shape: &shape.clone().into(),
                shape_changed: true,
                placement: Placement(*pose),
                attributes: Attributes::default(),
            },
        );
    }
    drop(sync);
    let mut pairs: Vec<_> = (0..bodies.len()).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    table.update_pairs(Candidates::All(&mut pairs));
    table.update_contacts(&placements, &(), &Settings::with_margin(margin), &mut Workers::with_threads(1));
    table.publish();
    (table, placements)
}

fn lines(bodies: &[(Shape3<Vec3>, Pose<Vec3>)], margin: f32, frame: Pose<Vec3>) -> Vec<DebugLine<usize, Vec3>> {
    let (table, placements) = tick(bodies, margin);
    let mut lines = Vec::new();
    table.debug_lines(&placements, &Placement(frame), &DebugLineOptions::default(), |line| lines.push(line));
    lines
}

fn block(half: f32) -> Shape3<Vec3> {
    Cuboid::new(Vec3::splat(half)).unwrap().into()
}

#[test]
fn outlines_are_on_the_surface_and_closed() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let shapes: [(Shape3<Vec3>, usize); 6] = [
        (block(0.5), 12),
        (Hull::new(&corners).unwrap().into(), 6),
        (Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).unwrap().into(), 3),
        (Ball::new(0.5).unwrap().into(), 96),
        (Capsule::new(0.5, 0.25).unwrap().into(), 96),
        (Rounded::new(block(0.5), 0.1).unwrap().into(), 96),
    ];
    let pose = Pose::new(Quat::from_xyzw(0.1, 0.2, -0.3, 0.9).normalize(), Vec3::new(3.0, -1.0, 2.0));
    for (shape, expected) in shapes {
        let drawn = lines(&[(shape.clone(), pose)], 0.0, Pose::IDENTITY);
        assert_eq!(drawn.len(), expected, "{shape:?}");
        for (number, line) in drawn.iter().enumerate() {
            assert_eq!((line.part, line.collider, line.other), (DebugPart::Shape, 0, None));
            for end in line.ends {
                let local = Pose::at(end).relative_to(&pose).translation;
                let signed = clinch_contact::project(&shape, local, &mut clinch_contact::Scratch::<Vec3>::new());
                let clinch_contact::Relation::Near(near) = signed.relation else { panic!("{shape:?}") };
                assert!(near.distance.abs() < 1e-5, "{shape:?}, line {number}: {}", near.distance);
                let connected = drawn.iter().flat_map(|other| other.ends).filter(|other| other.distance(end) < 1e-5).count();
                assert!(connected >= 2, "{shape:?}: the outline is open at this end");
            }
        }
    }
}

#[test]
fn contacts_normals_and_gaps_are_drawn_in_their_places() {
    let floor = (block(0.5), Pose::IDENTITY);
    let bodies = [
        floor,
        (block(0.5), Pose::at(Vec3::Y * 0.9)),
        (block(0.5), Pose::at(Vec3::X * 3.0)),
        (Ball::new(0.5).unwrap().into(), Pose::at(Vec3::Y * 4.0)),
    ];
    let frame = Pose::at(Vec3::new(0.0, 10.0, 0.0));
    let drawn: Vec<_> = lines(&bodies, 0.0, frame).into_iter().filter(|line| line.part != DebugPart::Shape).collect();
    let of = |part: DebugPart, pair: (usize, usize)| -> Vec<[Vec3; 2]> {
        drawn
            .iter()
            .filter(|line| line.part == part && (line.collider, line.other) == (pair.0, Some(pair.1)))
            .map(|line| line.ends)
            .collect()
    };
    let (points, normals) = (of(DebugPart::Point, (0, 1)), of(DebugPart::Normal, (0, 1)));
    assert_eq!((points.len(), normals.len()), (4, 4));
    for [on_a, on_b] in points {
        assert!((on_a.y + 9.5).abs() < 1e-6 && (on_b.y + 9.6).abs() < 1e-6, "{on_a} {on_b}");
    }
    for [from, to] in normals {
        assert!((to - from).distance(Vec3::Y * 0.5) < 1e-6);
    }
    let gap = of(DebugPart::Axis, (0, 2));
    assert!(gap.len() == 1 && (gap[0][0].x - 0.5).abs() < 1e-6 && (gap[0][1].x - 2.5).abs() < 1e-6, "{gap:?}");
    assert!(of(DebugPart::Axis, (0, 1)).is_empty(), "overlapping shapes have no gap");
    assert_eq!(of(DebugPart::Axis, (1, 3)).len(), 1);
}

/// The middle of the ball.
const CENTER: Vec3 = Vec3::new(2.1, 10.4, 1.9);

/// A floor of two triangles, turned by half a turn about its middle, and a ball above the first
/// one, near their common edge. `floor` is the key of the floor.
fn ball_on_floor(floor: usize) -> (ContactTable<usize, Vec3>, Placements<Placement<Vec3>>) {
    let corners = vec![Vec3::ZERO, Vec3::Z * 4.0, Vec3::new(4.0, 0.0, 4.0), Vec3::X * 4.0];
    let mesh = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let (mut table, mut placements) = (ContactTable::new(), Placements::new());
    let mut sync = table.sync_colliders(&mut placements);
    let ball = (ColliderShape::from(Ball::new(0.5).unwrap()), Pose::at(CENTER));
    let turn = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
    let mesh = (ColliderShape::from(mesh), Pose::new(turn, Vec3::new(4.0, 10.0, 4.0)));
    for (key, (shape, pose)) in [(1 - floor, ball), (floor, mesh)] {
        let attributes = Attributes::default();
        sync.insert(key, ColliderInput { shape: &shape, shape_changed: true, placement: Placement(pose), attributes });
    }
    drop(sync);
    table.update_pairs(Candidates::All(&mut vec![(0, 1)]));
    table.update_contacts(&placements, &(), &Settings::default(), &mut Workers::with_threads(1));
    (table, placements)
}

#[test]
fn dropped_contacts_are_drawn_on_request_with_what_covers_them() {
    for floor in [0, 1] {
        let (mut table, placements) = ball_on_floor(floor);
        let lines = |options: &DebugLineOptions<f32>| {
            let mut lines = Vec::new();
            table.debug_lines(&placements, &Placement(Pose::IDENTITY), options, |line| lines.push(line));
            lines
        };
        let is_of_drop = |part: DebugPart| matches!(part, DebugPart::Dropped | DebugPart::Cover);
        assert!(lines(&DebugLineOptions::default()).iter().all(|line| !is_of_drop(line.part)));
        let drawn = lines(&DebugLineOptions { dropped: true, ..DebugLineOptions::default() });
        let [dropped, cover]: [_; 2] = drawn.into_iter().filter(|line| is_of_drop(line.part)).collect::<Vec<_>>().try_into().unwrap();
        assert_eq!((dropped.part, cover.part, dropped.collider, cover.other), (DebugPart::Dropped, DebugPart::Cover, 0, Some(1)));
        let on_edge = Vec3::new(2.0, 10.0, 2.0);
        let to_b = if floor == 0 { CENTER - on_edge } else { on_edge - CENTER }.normalize();
        let start = if floor == 0 { on_edge } else { CENTER + to_b * 0.5 };
        assert!(dropped.ends[0].distance(start) < 1e-5 && cover.ends[0] == dropped.ends[0], "{dropped:?} {cover:?}");
        assert!((dropped.ends[1] - dropped.ends[0]).distance(to_b * 0.5) < 1e-5, "{dropped:?}");
        let covers = Vec3::new(8.0 / 3.0, 10.0, 4.0 / 3.0);
        assert!(cover.ends[1].distance(covers) < 1e-5, "{covers}: {cover:?}");
        let explained = table.explain(&placements, 1, 0);
        assert!(explained.len() == 2 && explained.iter().filter(|part| part.verdict == Verdict::Kept).count() == 1, "{explained:?}");
        assert!(explained.iter().all(|part| part.sub_shapes[floor].is_some() && part.sub_shapes[1 - floor].is_none()));
        table.row_mut(0, 1).unwrap().reject();
        assert_eq!(table.explain(&placements, 1, 0), explained, "an edit is not considered");
    }
}

#[test]
fn a_half_space_is_drawn_as_a_cross_in_its_plane() {
    let ground = HalfSpace::new(Vec3::new(0.0, 0.6, 0.8), 2.0).unwrap();
    let drawn = lines(&[(ground.into(), Pose::IDENTITY)], 0.0, Pose::IDENTITY);
    assert!(drawn.len() == 3);
    for end in drawn.iter().flat_map(|line| line.ends) {
        assert!((end.dot(Vec3::new(0.0, 0.6, 0.8)) - 2.0).abs() < 1e-6 && end.length() < 3.0, "{end}");
    }
}

#[test]
fn pairs_are_counted_by_kind_and_memory_is_reported() {
    let ball = |x: f32| (Shape3::from(Ball::new(0.5).unwrap()), Pose::at(Vec3::X * x));
    let (table, _) = tick(&[ball(0.0), ball(9.0), (block(0.5), Pose::IDENTITY)], 0.0);
    let kinds: Vec<_> = table.pairs_by_kind().into_iter().collect();
    assert_eq!(kinds, [(["Ball", "Ball"], 1), (["Ball", "Cuboid"], 2)]);
    let row = size_of::<Row<usize, Vec3>>();
    assert!((3 * row..8 * row).contains(&table.bytes()), "{} of {row}", table.bytes());
}
