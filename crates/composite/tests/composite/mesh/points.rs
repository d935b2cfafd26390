//! Nearest points and the inside of solids against the oracle.

use clinch_composite::{Composite, Feature, TriMesh};
use clinch_support::Vector;
use clinch_testkit::generate::meshes::{self, Mesh};
use clinch_testkit::oracle::MeshTruth;
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

fn agree<V: Vector<Wide = DVec3>>(mesh: &Mesh, scale: f64, random: &mut Random) -> [usize; 4] {
    let (built, rounded) = super::build::<V>(mesh, scale);
    let truth = MeshTruth::new(&rounded.vertices, &rounded.triangles);
    let mut counts = [0; 4];
    for round in 0..150 {
        let near = rounded.vertices[random.below(rounded.vertices.len())];
        let point = match round % 3 {
            0 => random.in_ball(3) * (1.5 * scale),
            1 => near + random.in_ball(3) * (1e-3 * scale),
            _ => near + random.in_ball(3) * (0.2 * scale),
        };
        let found = built.project(point).unwrap();
        let distance = truth.distance(point);
        let error = 1e-14 * scale;
        assert!(found.lower <= distance + error && distance <= found.upper + error, "{found:?} {distance}");
        assert!(found.upper - found.lower < 1e-9 * scale, "the bounds are close: {found:?}");
        assert!((found.point.distance(point) - found.distance).abs() < error);
        let inside = built.is_closed() && truth.contains(point);
        assert_eq!((found.inside, built.contains(point)), (inside, inside), "{point}");
        counts[usize::from(inside)] += 1;
        counts[2] += usize::from(found.feature == Feature::Face);
        counts[3] += usize::from(matches!(found.feature, Feature::Vertex(_)));
    }
    counts
}

#[test]
fn points_agree_with_the_oracle_at_any_scale() {
    let mut random = Random::new(1);
    let mut counts = [0; 4];
    let meshes: Vec<_> = super::closed().into_iter().chain(super::open(&mut random)).collect();
    for mesh in &meshes {
        for scale in [1e-6, 1.0, 1e6] {
            for found in [agree::<Vec3>(mesh, scale, &mut random), agree::<DVec3>(mesh, scale, &mut random)] {
                counts = core::array::from_fn(|i| counts[i] + found[i]);
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "the sample must bite: {counts:?}");
}

/// A box between two corners for each pair, in one mesh; inside out if the second is below.
fn boxes(pairs: &[[DVec3; 2]]) -> TriMesh<DVec3> {
    let cube = meshes::cuboid(DVec3::ONE);
    let place = |[low, high]: [DVec3; 2]| cube.vertices.iter().map(move |&vertex| (low + high) * 0.5 + vertex * (high - low) * 0.5);
    let vertices = pairs.iter().flat_map(|&pair| place(pair).collect::<Vec<_>>()).collect();
    let triangles = (0..pairs.len() as u32).flat_map(|i| cube.triangles.iter().map(move |corners| corners.map(|corner| corner + 8 * i)));
    TriMesh::new(vertices, triangles.collect()).unwrap()
}

#[test]
fn a_point_near_a_face_inside_of_another_component_is_inside() {
    let (a, b) = ([DVec3::ZERO, DVec3::splat(2.0)], [DVec3::new(1.0, 0.25, 0.25), DVec3::new(3.0, 1.75, 1.75)]);
    let mesh = boxes(&[a, b]);
    let point = DVec3::new(2.1, 1.0, 0.9);
    assert!(mesh.contains(point));
    let found = mesh.project(point).unwrap();
    assert!(found.inside && found.signed_distance() < 0.0 && found.point.x == 2.0);
    // That face is inside of the other box.
    assert!(Composite::way_out(&mesh, point).is_some_and(|(_, place)| place.abs_diff_eq(DVec3::new(2.1, 1.0, 0.25), 1e-12)));
    // On the surface, the way out is there.
    let on_top = DVec3::new(2.5, 1.75, 1.0);
    assert!(Composite::way_out(&mesh, on_top).is_some_and(|(_, place)| place == on_top));
    let mirrored = mesh.scaled(DVec3::new(-1.0, 1.0, 1.0)).unwrap();
    assert!(mirrored.project(point * DVec3::new(-1.0, 1.0, 1.0)).unwrap().inside);
    // Apart, one in the other, a cavity, and a solid in a cavity.
    let inner = [DVec3::splat(0.5), DVec3::splat(1.5)];
    let core = [DVec3::splat(0.8), DVec3::splat(1.2)];
    let apart = [DVec3::splat(2.5), DVec3::splat(3.0)];
    let random = &mut Random::new(5);
    for pairs in [vec![a, b], vec![a, apart], vec![a, inner], vec![a, [inner[1], inner[0]]], vec![a, [inner[1], inner[0]], core], vec![a]] {
        let mesh = boxes(&pairs);
        let mut inside = 0;
        for _ in 0..400 {
            let point = DVec3::ONE + random.in_ball(3) * 2.0;
            let contains = mesh.contains(point);
            assert_eq!((mesh.project(point).unwrap().inside, mesh.way_out(point).is_some()), (contains, contains), "{point} {pairs:?}");
            inside += usize::from(contains);
            if let Some((_, place)) = mesh.way_out(point) {
                assert!(!mesh.contains(place + (place - point) * 1e-6), "{point} {place} {pairs:?}");
            }
        }
        assert!((50..350).contains(&inside), "{inside}");
    }
}

#[test]
fn points_on_the_surface_are_in_the_solid_and_those_beside_it_are_not() {
    let (mesh, _) = super::build::<Vec3>(&super::closed()[0], 1.0);
    for x in [-1.0, -0.3, 0.0, 1.0] {
        for y in [-0.5, 0.0, 0.1, 0.5] {
            let top = DVec3::new(x, y, 0.25);
            assert!(mesh.contains(top) && mesh.project(top).unwrap().inside, "{top}");
            let above = DVec3::new(x, y, 0.25_f64.next_up());
            assert!(!mesh.contains(above) && !mesh.project(above).unwrap().inside, "{above}");
        }
    }
    assert!(!mesh.contains(DVec3::NAN) && mesh.project(DVec3::INFINITY).is_none());
    assert!(!mesh.hollow().contains(DVec3::ZERO));
}

#[test]
fn points_straight_below_vertices_and_edges_are_inside_or_not() {
    let mut random = Random::new(2);
    let mut inside = 0;
    for mesh in super::closed() {
        let (built, rounded) = super::build::<Vec3>(&mesh, 1.0);
        let truth = MeshTruth::new(&rounded.vertices, &rounded.triangles);
        let of = |random: &mut Random, axis: usize| rounded.vertices[random.below(rounded.vertices.len())][axis];
        for round in 0..300 {
            let mut point = rounded.vertices[random.below(rounded.vertices.len())];
            if round % 2 == 0 {
                point = DVec3::new(of(&mut random, 0), of(&mut random, 1), 0.0);
            }
            point.z = random.range(-1.0, 1.0) * 0.4;
            assert_eq!(built.contains(point), truth.contains(point), "{point}");
            inside += usize::from(truth.contains(point));
        }
    }
    assert!((200..1000).contains(&inside), "the sample must bite: {inside}");
}

#[test]
fn many_triangles_on_one_side_of_a_vertex_do_not_decide_its_sign() {
    // A cone over a polygon, most of whose corners are at +x.
    let angles = (-30..=30).map(|i| f64::from(i) * 0.01).chain([1.8, 3.0, 4.4]);
    // Steep, so that the apex is nearest to much of what is beside it.
    let mut vertices = vec![DVec3::Z * 3.0, DVec3::ZERO];
    vertices.extend(angles.map(|angle: f64| DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)));
    let count = vertices.len() as u32 - 2;
    let triangles = (0..count).flat_map(|i| [[0, 2 + i, 2 + (i + 1) % count], [1, 2 + (i + 1) % count, 2 + i]]).collect();
    let (built, rounded) = super::build::<DVec3>(&Mesh { vertices, triangles }, 1.0);
    let truth = MeshTruth::new(&rounded.vertices, &rounded.triangles);
    let (mut random, mut at_apex) = (Random::new(3), 0);
    for _ in 0..500 {
        let point = rounded.vertices[0] + random.in_ball(3) * 0.1;
        let found = built.project(point).unwrap();
        assert_eq!(found.inside, truth.contains(point), "{point}");
        at_apex += usize::from(found.feature == Feature::Vertex(0));
    }
    assert!(at_apex > 50, "the sample must bite: {at_apex}");
}

#[test]
fn bounds_of_a_distance_contain_it_where_rounding_is_larger_than_the_tolerance() {
    // Triangles of whole numbers in the plane 6x + 10y + 15z = 361k, whose distance from the origin
    // is 19k without rounding. Their corners are far away, so rounding is large beside the
    // distance.
    let mut random = Random::new(9);
    let (mut over, mut count) = (0, 0);
    for _ in 0..2000 {
        let k = 1.0 + random.below(5) as f64;
        let foot = DVec3::new(6.0, 10.0, 15.0) * k;
        let [along, across] = [DVec3::new(5.0, -3.0, 0.0), DVec3::new(5.0, 0.0, -2.0)];
        let mut whole = |low: f64, high: f64| (random.range(low, high) * 1e6).floor();
        let corners = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]]
            .map(|[x, y]| foot + along * (whole(0.5, 1.5) * x) + across * (whole(0.5, 1.5) * y + whole(-0.1, 0.1)));
        let mesh = TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
        let found = mesh.project(DVec3::ZERO).unwrap();
        if found.feature != Feature::Face {
            continue;
        }
        assert!(found.lower <= 19.0 * k && 19.0 * k <= found.upper, "{found:?} {k}");
        assert!(found.upper - found.lower < 1e-6);
        over += usize::from((found.distance - 19.0 * k).abs() > 1e-12);
        count += 1;
    }
    assert!(over > 500 && count > 1000, "the sample must bite: {over} of {count}");
}
