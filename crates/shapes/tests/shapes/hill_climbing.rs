//! A hint saves time and changes no bit of the answer.

use crate::common::Random;
use clinch_shapes::{Hull, Polygon};
use clinch_support::{SupportMap, Vector, VertexId};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Checks that the climb gives the answer of the scan, for many hints and directions.
fn check_against_the_scan<V: Vector>(shape: &impl SupportMap<V>, count: usize, directions: &[V::Wide], what: &str) {
    let mut random = Random(count as u64);
    let hints = (0..if count > 300 { 12 } else { count }).map(|i| if count > 300 { random.below(count) } else { i }).collect::<Vec<_>>();
    let mut last = VertexId::new(0);
    for &direction in directions {
        let scan = shape.support_wide(direction);
        let invalid_ids = [count, count + 1, usize::MAX].map(VertexId::new);
        for hint in hints.iter().map(|&i| VertexId::new(i)).chain(invalid_ids).chain([last]).chain(scan.id) {
            assert_eq!(shape.support_hinted(direction, hint), scan, "{what}: {direction:?} from {hint:?}");
        }
        last = scan.id.unwrap_or(last);
    }
}

fn hull_directions(hull: &Hull<impl Vector<Wide = DVec3>>, random: &mut Random) -> Vec<DVec3> {
    let diagonals = (0..27).map(|i| DVec3::new(f64::from(i % 3), f64::from(i / 3 % 3), f64::from(i / 9)) - DVec3::ONE);
    let hostile = [DVec3::NAN, DVec3::INFINITY, DVec3::splat(1e300), DVec3::splat(1e-300), DVec3::new(1e-30, 0.0, 1e-38), DVec3::X * 1e30];
    let mut directions: Vec<DVec3> = diagonals.chain(hostile).collect();
    let faces = hull.faces().len();
    for _ in 0..20 {
        directions.push(random.on_sphere());
        // Along the normal of a face, and nearly so: neighbours are equally high.
        let id = random.below(faces);
        let normal = hull.faces().nth(id).map_or(DVec3::X, |face| face.normal.widen());
        directions.push(normal);
        directions.push(normal + random.on_sphere() * 0.1_f64.powi(random.below(16) as i32));
        // Perpendicular to an edge.
        if let Some(edge) = hull.edges().get(random.below(hull.edges().len().max(1))) {
            let [a, b] = edge.ends.map(|end| hull.vertices()[end.index()].widen());
            directions.push((b - a).cross(random.on_sphere()));
        }
    }
    directions
}

fn clouds(seed: u64) -> (Vec<DVec3>, &'static str) {
    let mut random = Random(seed);
    let count = [4, 40, 255, 257, 300, 500, 2000][random.below(7)];
    let fine = 0.1_f64.powi(2 + random.below(12) as i32);
    let mut cloud = |point: &dyn Fn(&mut Random, usize) -> DVec3| -> Vec<DVec3> { (0..count).map(|i| point(&mut random, i)).collect() };
    let rings = count / 2;
    match seed % 8 {
        0 => (cloud(&|random, _| random.on_sphere()), "sphere"),
        1 => (cloud(&|random, _| random.in_cube()), "cube"),
        2 => (cloud(&|random, _| (random.on_sphere() * 20.0).round()), "lattice"),
        3 => (cloud(&|random, _| random.on_sphere() * DVec3::new(1.0, 1e-2, 1e-5)), "plate"),
        // A cube with bevelled corners: edges far shorter than rounding lead to a face far away.
        4 => (
            cloud(&|random, i| {
                DVec3::new([-1.0, 1.0][i & 1], [-1.0, 1.0][i >> 1 & 1], [-1.0, 1.0][i >> 2 & 1]) + random.on_sphere() * fine
            }),
            "bevel",
        ),
        5 => (cloud(&|_, i| circle(i % rings, rings, if i < rings { 1.0 } else { -1.0 })), "cylinder"),
        6 => (cloud(&|random, i| circle(i, count, 0.3) + DVec3::Z * random.signed() * 1e-8), "disc"),
        _ => (cloud(&|_, i| if i == 0 { DVec3::Z * 3.0 } else { circle(i, count - 1, 0.0) }), "cone"),
    }
}

/// A point of a circle by rational parameters, without trigonometry.
fn circle(i: usize, count: usize, z: f64) -> DVec3 {
    let quarter = (4 * i / count) % 4;
    let t = (4 * i % count) as f64 / count as f64;
    let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    let [x, y] = [[x, y], [-y, x], [-x, -y], [y, -x]][quarter];
    DVec3::new(x, y, z)
}

#[test]
fn climbing_a_hull_gives_the_vertex_of_the_scan() {
    let mut large = 0;
    for seed in 0..80 {
        let (mut cloud, what) = clouds(seed);
        let mut random = Random(seed);
        // Rotated, points of equal height differ by rounding, and a face has as many local maxima
        // as corners.
        if seed / 8 % 2 == 1 {
            let frame = random.frame();
            cloud = cloud.iter().map(|p| frame[0] * p.x + frame[1] * p.y + frame[2] * p.z).collect();
        }
        let what = format!("{what} {seed}");
        let wide = Hull::new(&cloud).unwrap();
        check_against_the_scan(&wide, wide.vertices().len(), &hull_directions(&wide, &mut random), &what);
        let narrow = Hull::new(&cloud.iter().map(|&p| Vec3::narrow(p)).collect::<Vec<_>>()).unwrap();
        check_against_the_scan(&narrow, narrow.vertices().len(), &hull_directions(&narrow, &mut random), &what);
        large += usize::from(narrow.vertices().len() >= 256) + usize::from(wide.vertices().len() >= 256);
    }
    assert!(large > 40, "{large} hulls were large enough to climb");
}

fn polygons_climb<V: Vector<Wide = DVec2>>() {
    for count in [3, 4, 255, 256, 257, 300, 2000] {
        for shape in 0..4 {
            let mut points: Vec<V> = (0..count)
                .map(|i| circle(i, count, 0.0).truncate())
                .map(|p| V::narrow(if shape == 1 { DVec2::new(p.x * 1e-4 + 7.0, p.y) } else { p }))
                .collect();
            if shape == 2 {
                // Repeated points and points in the middle of sides.
                points.insert(1, points[0]);
            } else if shape == 3 {
                points.reverse();
            }
            // After rounding, a fine circle may have a dent.
            let Ok(polygon) = Polygon::new(&points).or_else(|_| Polygon::hull_of(&points)) else { panic!("{count} {shape}") };
            let mut random = Random(count as u64);
            let mut directions = vec![DVec2::NAN, DVec2::ZERO, DVec2::X, DVec2::Y, -DVec2::X, DVec2::ONE * 1e-300, DVec2::ONE * 1e300];
            for _ in 0..40 {
                let direction = random.on_sphere().truncate();
                let i = random.below(polygon.vertices().len());
                let (a, b) = (polygon.vertices()[i].widen(), polygon.vertices()[(i + 1) % polygon.vertices().len()].widen());
                let across = DVec2::new(b.y - a.y, a.x - b.x);
                directions.extend([direction, across, -across, across + direction * 1e-6]);
            }
            check_against_the_scan(&polygon, polygon.vertices().len(), &directions, &format!("{count} {shape}"));
        }
    }
}

#[test]
fn climbing_a_polygon_gives_the_corner_of_the_scan() {
    polygons_climb::<Vec2>();
    polygons_climb::<DVec2>();
}

#[test]
fn ties_go_to_the_lowest_vertex_for_any_hint() {
    let cylinder: Vec<Vec3> = (0..400).map(|i| Vec3::narrow(circle(i % 200, 200, if i < 200 { 1.0 } else { -1.0 }))).collect();
    let hull = Hull::new(&cylinder).unwrap();
    for hint in 0..400 {
        assert_eq!(hull.support_hinted(DVec3::Z, VertexId::new(hint)).id, Some(VertexId::new(0)));
        assert_eq!(hull.support_hinted(-DVec3::Z, VertexId::new(hint)).id, Some(VertexId::new(200)));
    }
}
