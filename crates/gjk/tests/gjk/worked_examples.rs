//! Scenes small enough to check by hand, with the record of every query.

use crate::trace::{bounds, number, query, trace};
use clinch_gjk::{GjkSpace, Limits, Outcome, Start, Stop, distance, intersects};
use clinch_support::{Difference, Pose, Record, Support, SupportMap, VertexId};
use clinch_testkit::cloud::{Cloud, Egg, Space, block};
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// {(1,1),(2,1)} ⊕ {(−2,2),(−1,2)} is {(−1,3),(0,3),(1,3)}. The source of the example prints (0,4)
/// for (0,3).
#[test]
fn the_minkowski_sum_of_two_segments() {
    let x = Cloud(vec![DVec2::new(1.0, 1.0), DVec2::new(2.0, 1.0)]);
    let minus_y = Cloud(vec![DVec2::new(2.0, -2.0), DVec2::new(1.0, -2.0)]);
    let sum = Difference::new(&x, &minus_y, &Pose::IDENTITY);
    let mut points: Vec<DVec2> = Vec::new();
    for a in 0..2 {
        for b in 0..2 {
            let [a, b] = [a, b].map(VertexId::new);
            points.extend(sum.vertex_of(a, b).map(|vertex| vertex.point));
        }
    }
    points.sort_by(|p, q| p.x.total_cmp(&q.x));
    points.dedup();
    assert_eq!(points, [-1.0, 0.0, 1.0].map(|x| DVec2::new(x, 3.0)));
    insta::assert_snapshot!(trace(&query(&sum)));
}

#[test]
fn a_triangle_meets_a_quadrilateral() {
    let triangle = Cloud([(4.0, 11.0), (4.0, 5.0), (9.0, 9.0)].map(|(x, y)| Vec2::new(x, y)).to_vec());
    let quadrilateral = Cloud([(5.0, 7.0), (7.0, 3.0), (10.0, 2.0), (12.0, 7.0)].map(|(x, y)| Vec2::new(x, y)).to_vec());
    let difference = Difference::new(&triangle, &quadrilateral, &Pose::IDENTITY);
    // (4, 11) and (4, 5) tie along −x, (5, 7) and (12, 7) along +y. The first of each pair is
    // taken.
    assert_eq!(difference.vertex(DVec2::X).point, DVec2::new(4.0, 2.0));
    assert_eq!(difference.vertex(DVec2::Y).point, DVec2::new(-6.0, 9.0));
    assert_eq!(difference.vertex(-DVec2::Y).point, DVec2::new(-1.0, -2.0));
    insta::assert_snapshot!(trace(&query(&difference)));
}

fn cubes(offset: DVec3) -> String {
    let cube = block::<Vec3>(DVec3::splat(0.5));
    trace(&query(&Difference::new(&cube, &cube, &Pose::at(offset))))
}

/// The origin is on a segment between two vertices of A − B: |v| = 0, and no simplex encloses it.
#[test]
fn unit_cubes_overlapping_by_a_tenth() {
    insta::assert_snapshot!(cubes(DVec3::new(0.9, 0.0, 0.0)));
}

#[test]
fn unit_cubes_offset_by_half_and_coincident() {
    insta::assert_snapshot!(format!("{}\n\n{}", cubes(DVec3::new(0.5, 0.0, 0.0)), cubes(DVec3::ZERO)));
}

/// A turned box over a face, an edge and a corner of a cube. The nearest features are two faces,
/// two crossing edges, a vertex and a face, two vertices.
#[test]
fn rotated_boxes_nearest_by_faces_edges_and_vertices() {
    let cube = block::<DVec3>(DVec3::ONE);
    let eighth = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0 + 2.0_f64.sqrt());
    // First 45° about x, then 45° about y: an edge along (1, 0, −1), facing the cube's edge along
    // y.
    let tan = 2.0_f64.sqrt() - 1.0;
    let crossing = DQuat::from_xyzw(tan, tan, -tan * tan, 1.0);
    // The corner (1, 1, 1) of the turned box points along −z.
    let on_corner = DQuat::from_xyzw(1.0, -1.0, 0.0, -(2.0_f64.sqrt() * 3.0_f64.sqrt().recip() + 1.0));
    let scenes = [
        ("face over face", Pose::new(eighth, DVec3::new(0.1, 0.2, 2.5))),
        ("edge across edge", Pose::new(crossing, DVec3::new(1.0, 0.0, 1.0) * (2.0 + 0.125_f64.sqrt()))),
        ("vertex over face", Pose::new(on_corner, DVec3::new(0.0, 0.0, 3.0))),
        ("vertex to vertex", Pose::new(DQuat::IDENTITY, DVec3::new(3.0, 4.0, 5.0))),
    ];
    let traces = scenes.map(|(name, pose)| format!("{name}\n{}", trace(&query(&Difference::new(&cube, &cube, &pose)))));
    insta::assert_snapshot!(traces.join("\n\n"));
}

/// Sets are closed: shapes that touch intersect, unless `closed` is false.
fn touching<V: Space + GjkSpace>() {
    let cube = block::<V>(DVec3::ONE);
    let offsets = [DVec3::new(2.0, 0.0, 0.0), DVec3::new(2.0, 1.0, 0.5), DVec3::new(2.0, 2.0, 0.0), DVec3::new(2.0, 2.0, 2.0)];
    for offset in offsets.into_iter().flat_map(|offset| [offset, -offset, offset * DVec3::new(-1.0, 1.0, 1.0)]) {
        for (gap, closed, open) in [(1.0, true, false), (1.001, false, false), (0.999, true, true), (0.25, true, true), (0.0, true, true)] {
            let pose = V::pose(&PoseSpec { t: Some(Coords::of(offset * gap, V::DIM)), rotation: RotationSpec::Identity });
            let difference = Difference::new(&cube, &cube, &pose);
            let yes = |limits| intersects(&difference, &Start::cold(), &limits, &mut Record::new());
            assert_eq!(yes(Limits::measure()), closed, "{offset} times {gap}");
            assert_eq!(yes(Limits { closed: false, ..Limits::measure() }), open, "{offset} times {gap}");
        }
    }
}

#[test]
fn touching_counts_as_intersecting_because_sets_are_closed() {
    touching::<Vec2>();
    touching::<Vec3>();
    touching::<DVec2>();
    touching::<DVec3>();
}

#[test]
fn bounds_close_on_the_distance() {
    let (cube, egg) = (block::<DVec3>(DVec3::new(1.0, 0.5, 0.25)), Egg(DVec3::new(1.0, 2.0, 0.5)));
    let turned = Pose::new(DQuat::from_xyzw(0.1, 0.7, -0.3, 0.6), DVec3::new(1.5, 2.5, -2.0));
    let boxes = bounds(&Difference::new(&cube, &block(DVec3::new(2.0, 1.5, 1.0)), &Pose::new(turned.rotation, DVec3::new(0.4, 3.0, -2.8))));
    let eggs = bounds(&Difference::new(&egg, &egg, &Pose::new(turned.rotation, DVec3::new(2.5, 3.5, -2.0))));
    for rows in [&boxes, &eggs] {
        assert!(rows.iter().all(|(lower, upper)| lower <= upper));
        assert!(rows.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1 - 1e-14), "{rows:?}");
        let (lower, upper) = rows[rows.len() - 1];
        assert!(upper - lower < 1e-12, "{lower} {upper}");
    }
    let table = |name: &str, rows: &[(f64, f64)]| {
        let rows =
            rows.iter().enumerate().map(|(step, (lower, upper))| format!("{:2}  {:9}  {}", step + 1, number(*lower), number(*upper)));
        format!("{name}\n{}", rows.collect::<Vec<_>>().join("\n"))
    };
    insta::assert_snapshot!(format!("{}\n\n{}", table("boxes", &boxes), table("eggs", &eggs)));
}

#[test]
fn every_stop_reason_is_reached() {
    let cube = block::<DVec3>(DVec3::ONE);
    let stop =
        |pose: Pose<DVec3>, limits| distance(&Difference::new(&cube, &cube, &pose), &Start::cold(), &limits, &mut Record::new()).stop;
    let far = Pose::at(DVec3::new(5.0, 1.0, 0.5));
    assert_eq!(stop(far, Limits::within(1.0)), Stop::Beyond);
    assert_eq!(stop(far, Limits::measure()), Stop::Converged);
    assert_eq!(stop(Pose::at(DVec3::new(0.3, 0.2, 0.1)), Limits::measure()), Stop::Enclosed);
    assert_eq!(stop(Pose::at(DVec3::new(2.0, 2.0, 2.0)), Limits::measure()), Stop::Reached);
    assert_eq!(stop(far, Limits { iterations: 1, ..Limits::measure() }), Stop::Exhausted);
    assert_eq!(stop(Pose::at(DVec3::new(f64::NAN, 0.0, 0.0)), Limits::measure()), Stop::NotFinite);
}

/// A map that gives every vertex the same id: the search takes a new vertex for one it already has.
#[test]
fn a_repeated_vertex_id_ends_the_search() {
    struct OneName(Cloud<DVec3>);
    impl SupportMap<DVec3> for OneName {
        fn support(&self, direction: DVec3) -> Support<DVec3> {
            Support { id: Some(VertexId::new(0)), ..self.0.support(direction) }
        }
    }
    let (cube, point) = (OneName(block(DVec3::ONE)), Cloud(vec![DVec3::ZERO]));
    let (answer, _) = query(&Difference::new(&cube, &point, &Pose::at(DVec3::new(3.0, 0.5, 0.5))));
    assert_eq!(answer.stop, Stop::Repeated);
    assert!(matches!(&answer.outcome, Outcome::Apart(s) if s.lower <= 2.0 && s.upper >= 2.0), "{answer:?}");
}

/// On needles thinner than rounding many steps leave the simplex as near as it was. The search ends
/// soon all the same, and its bounds agree.
#[test]
fn needles_thinner_than_rounding_end_soon() {
    for index in 0..40_000 {
        let mut random = Random::of(3, index);
        let (u, width) = (random.in_ball(3), random.power(-16.0, -12.0));
        let a = Cloud((0..6).map(|_| u * random.range(-1.0, 1.0) + random.in_ball(3) * width).collect::<Vec<DVec3>>());
        let b = Cloud((0..4).map(|_| random.in_ball(3)).collect::<Vec<DVec3>>());
        let pose = Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3));
        let (answer, _) = query(&Difference::new(&a, &b, &pose));
        assert!(answer.iterations < 40 && answer.outcome != Outcome::Undefined);
        if let Outcome::Apart(apart) = &answer.outcome {
            assert!(apart.lower <= apart.upper && apart.upper - apart.lower < 1e-12, "{index}: {answer:?}");
        }
    }
}
