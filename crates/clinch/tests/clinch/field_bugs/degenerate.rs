//! Flat, thin, coincident and mirrored shapes: simplices without volume.

use clinch::shapes::Convex;
use clinch::support::Scalar;
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::field_bugs::api::{Api, Scene, at, ball, block, capsule, coords, hull, in_3d, in_every_api, turned};

#[test]
fn needles_and_slivers_are_measured() {
    in_every_api!(slivers);
}

fn slivers<V: Api>() {
    let mut random = Random::new(6);
    let (mut apart, mut overlapping) = (0, 0);
    for index in 0..120 {
        let thin = [1e-3, 1e-5, 1e-7][index % 3];
        let mut point = |x: f64, thickness: f64| DVec3::new(x, random.range(-1.0, 1.0) * thickness, random.range(-1.0, 1.0) * thickness);
        // A needle, a sliver whose third corner is close to its longest side, a flat tetrahedron.
        let needle = [point(-1.0, 1e-9), point(1.0, thin), point(0.999, thin)];
        let sliver = [point(-1.0, thin), point(1.0, thin), point(0.1, thin)];
        let flat = [point(-1.0, 1.0), point(1.0, 1.0), point(0.0, 1.0), point(0.5, 1.0)].map(|p| DVec3::new(p.x, p.y * thin, p.z));
        let (a, b) = match index / 3 % 3 {
            0 => (hull::<V>(&needle), hull::<V>(&sliver)),
            1 => (hull::<V>(&sliver), block::<V>(0.5, thin, 0.5)),
            _ => (hull::<V>(&flat), hull::<V>(&needle)),
        };
        let axis = random.direction(3);
        let place = random.in_ball(3) * 0.8;
        let pose = turned::<V>(at::<V>(place.x, place.y, place.z), axis, random.range(-3.0, 3.0));
        let answer = Scene::<V>::new(format!("slivers {index}"), (a, at::<V>(0.0, 0.0, 0.0)), (b, pose)).checked();
        apart += usize::from(answer.distance.widen() > 1e-6);
        overlapping += usize::from(answer.distance.widen() < 0.0);
    }
    assert!(apart > 20, "{apart} apart, {overlapping} overlapping");
}

/// On a lattice the origin is exactly on a vertex, an edge or a face of A − B, or of a simplex in
/// it.
#[test]
fn cubes_on_a_lattice_have_exact_distances() {
    in_every_api!(lattice);
}

fn lattice<V: Api>() {
    let cube = block::<V>(1.0, 1.0, 1.0);
    let steps = || (-6..=6).map(|step| 0.5 * f64::from(step));
    for x in steps() {
        for y in steps() {
            for z in if V::DIM == 3 { vec![0.0, -0.5, 1.0, 2.0, 3.0] } else { vec![0.0] } {
                let scene = Scene::<V>::new("lattice", (cube.clone(), PoseSpec::default()), (cube.clone(), at::<V>(x, y, z)));
                let gaps = [x, y, z].map(|x| x.abs() - 2.0);
                let gaps = &gaps[..V::DIM];
                let most = gaps.iter().fold(f64::NEG_INFINITY, |most, gap| most.max(*gap));
                let outside = gaps.iter().map(|gap| gap.max(0.0) * gap.max(0.0)).sum::<f64>().sqrt();
                let truth = if most < 0.0 { most } else { outside };
                let answer = scene.contact();
                let context = || format!("{x} {y} {z}: {answer:?}");
                assert!((answer.distance.widen() - truth).abs() <= V::Scalar::EPSILON.widen() * (1.0 + truth.abs()), "{}", context());
                assert_eq!(answer.is_touching(), most <= 0.0, "{}", context());
                assert_eq!(scene.intersects(), most <= 0.0, "{}", context());
                assert_eq!(scene.manifold(0.0).points.is_empty(), most > 0.0, "{}", context());
                let oracle = scene.truth().sd;
                assert!((oracle - truth).abs() < 1e-12, "the oracle: {oracle}: {}", context());
                // Moving B along the normal by the depth separates them.
                let [n_x, n_y, n_z] = <V as clinch_testkit::build::Build>::coords(answer.normal.widen()).to_vec3().to_array();
                let along = -truth * 1.000_01 + 1e-5;
                let moved = at::<V>(x + n_x * along, y + n_y * along, z + n_z * along);
                let separated = Scene::<V>::new("separated", (cube.clone(), PoseSpec::default()), (cube.clone(), moved));
                assert!(most > 0.0 || !separated.intersects(), "{}", context());
            }
        }
    }
}

/// Segments, triangles and plates in one plane: their difference has no volume.
#[test]
fn coplanar_shapes_overlap_by_nothing() {
    in_every_api!(one_plane);
    in_3d!(turned_plane);
}

/// Axis-parallel, in one line in 2D and in one plane in 3D: exact.
fn one_plane<V: Api>() {
    let origin = || at::<V>(0.0, 0.0, 0.0);
    let segment = |half: f64| ShapeSpec::Segment { a: coords::<V>(-half, 0.0, 0.0), b: coords::<V>(half, 0.0, 0.0) };
    for (x, gap) in [(0.0, 0.0), (0.5, 0.0), (1.5, 0.0), (2.0, 0.5), (-4.0, 2.5)] {
        let scene = Scene::<V>::new("segments of one line", (segment(1.0), origin()), (segment(0.5), at::<V>(x, 0.0, 0.0)));
        let answer = scene.checked();
        assert_eq!((answer.distance.widen(), answer.is_touching()), (gap, gap == 0.0), "{x}: {answer:?}");
    }
    // Plates of thickness 0 along y.
    let plate = || block::<V>(1.0, 0.0, 1.0);
    for (x, y, gap) in [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (2.0, 0.0, 0.0), (3.0, 0.0, 1.0), (0.5, 0.25, 0.25), (5.0, 4.0, 5.0)] {
        let scene = Scene::<V>::new("plates", (plate(), origin()), (plate(), at::<V>(x, y, 0.25)));
        let answer = scene.checked();
        assert_eq!((answer.distance.widen(), answer.is_touching()), (gap, gap == 0.0), "{x} {y}: {answer:?}");
        if x < 2.0 && y == 0.0 {
            // The only axis along which the depth is 0.
            assert!((answer.normal.get(1).abs().widen() - 1.0).abs() < 1e-6, "{answer:?}");
        }
    }
}

/// Coplanar triangles under one rotation.
fn turned_plane<V: Api>() {
    let mut random = Random::new(8);
    let mut touching = 0;
    for index in 0..100 {
        let mut corner = || [random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
        let [a, b, c, d, e, f] = [corner(), corner(), corner(), corner(), corner(), corner()];
        let triangle = |p: [[f64; 2]; 3]| {
            let [a, b, c] = p.map(|[x, z]| coords::<V>(x, 0.0, z));
            ShapeSpec::Triangle { a, b, c }
        };
        let aside = [1.0, 0.3][index % 2];
        // Both have the same rotation, so they stay in one plane exactly.
        let pose = |x: f64| turned::<V>(at::<V>(0.0, 0.0, 0.0), DVec3::new(1.0, 2.0, 0.5), 0.01 * index as f64 + x * 0.0);
        let shifted = |[x, z]: [f64; 2]| [x + aside, z];
        let scene =
            Scene::<V>::new(format!("triangles {index}"), (triangle([a, b, c]), pose(0.0)), (triangle([d, e, f].map(shifted)), pose(1.0)));
        let answer = scene.checked();
        assert!(answer.distance.widen() > -1e-9, "{answer:?}");
        touching += usize::from(answer.is_touching());
    }
    assert!((20..80).contains(&touching), "{touching} of 100");
}

#[test]
fn contained_shapes_have_a_depth() {
    in_every_api!(within);
}

fn within<V: Api>() {
    let origin = || at::<V>(0.0, 0.0, 0.0);
    let (ball, cube) = (ball::<V>, |half: f64| block::<V>(half, half, half));
    let bar = |half: f64, radius: f64| capsule::<V>(DVec3::X * -half, DVec3::X * half, radius);
    // The depths are computed by hand.
    let cases = [
        ("balls", ball(1.0), ball(0.25), 1.25),
        ("a ball and itself", ball(0.5), ball(0.5), 1.0),
        ("cubes", cube(1.0), cube(0.25), 1.25),
        ("a cube and itself", cube(1.0), cube(1.0), 2.0),
        ("a box and itself", block::<V>(1.0, 0.25, 2.0), block::<V>(1.0, 0.25, 2.0), 0.5),
        ("a ball in a cube", cube(1.0), ball(0.25), 1.25),
        ("a cube in a ball", ball(4.0), cube(0.5), f64::NAN),
        ("a capsule and itself", bar(1.0, 0.25), bar(1.0, 0.25), 0.5),
        ("a capsule in a cube", cube(2.0), bar(1.0, 0.25), 2.25),
        ("a point in a cube", cube(1.0), ShapeSpec::Point { p: None }, 1.0),
    ];
    for (name, a, b, depth) in cases {
        for (one, other) in [(&a, &b), (&b, &a)] {
            let answer = Scene::<V>::new(name, (one.clone(), origin()), (other.clone(), origin())).checked();
            assert!((answer.normal.length().widen() - 1.0).abs() < 1e-6, "{name}: {answer:?}");
            let off = (answer.distance.widen() + depth).abs();
            assert!(depth.is_nan() || off <= 2.0 * V::Scalar::EPSILON.widen(), "{name}: {answer:?}");
        }
    }
}

#[test]
fn corners_that_face_each_other_are_apart_along_their_diagonal() {
    in_every_api!(diagonals);
}

fn diagonals<V: Api>() {
    let cube = block::<V>(1.0, 1.0, 1.0);
    let dimension = V::DIM as f64;
    for gap in [1e-4, 0.1, 1.0, 1000.0] {
        let reach = 2.0 + gap;
        let scene = Scene::<V>::new("corners", (cube.clone(), PoseSpec::default()), (cube.clone(), at::<V>(reach, -reach, reach)));
        let truth = (crate::field_bugs::api::exact::<V>(reach) - 2.0) * dimension.sqrt();
        let answer = scene.checked();
        assert!((answer.distance.widen() - truth).abs() <= V::Scalar::EPSILON.widen() * truth, "{gap}: {answer:?}");
        for axis in 0..V::DIM {
            let part = answer.normal.get(axis).widen() * if axis == 1 { -1.0 } else { 1.0 };
            assert!((part - dimension.sqrt().recip()).abs() < 1e-6, "{gap}: {answer:?}");
        }
        // On a face normal, as SAT uses them, the gap is smaller than the distance.
        assert!(truth > 1.2 * gap);
    }
}

#[test]
fn a_mirrored_shape_is_the_shape_of_the_mirrored_points() {
    in_every_api!(mirrored);
}

fn mirrored<V: Api>() {
    let mut random = Random::new(26);
    for index in 0..40 {
        let count = 4 + index % 6;
        // Dyadic, so that mirroring and scaling by two are exact in either scalar.
        let mut number = || f64::from((random.range(-64.0, 64.0)) as i32) / 64.0;
        let mut points: Vec<DVec3> = (0..count).map(|_| DVec3::new(number(), number() + 0.5, number())).collect();
        // A flat side below for the shape to rest on.
        points.extend([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, z)| DVec3::new(x, -1.0, 0.5 * z)));
        let factors = [DVec3::new(-1.0, 1.0, 1.0), DVec3::new(-1.0, 1.0, -1.0), DVec3::new(-2.0, 1.0, -0.5), DVec3::new(2.0, 1.0, -1.0)];
        let factor = factors[index % 4];
        let image: Vec<DVec3> = points.iter().map(|&p| p * factor).collect();
        let spec = ShapeSpec::Scaled { shape: Box::new(hull::<V>(&points)), scale: coords::<V>(factor.x, factor.y, factor.z) };
        for (height, tilt) in [(2.0, 0.0), (1.99, 0.0), (2.25, 0.3), (1.0, 2.0)] {
            let floor = (block::<V>(4.0, 1.0, 4.0), at::<V>(0.0, 0.0, 0.0));
            let pose = turned::<V>(at::<V>(0.25, height, 0.5), DVec3::new(0.3, 0.0, 1.0), tilt);
            let one = Scene::<V>::new("scaled", floor.clone(), (spec.clone(), pose));
            let other = Scene::<V>::new("points", floor, (hull::<V>(&image), pose));
            let (scaled, plain) = (one.contact(), other.checked());
            let context = || format!("{index} {factor:?} {height}: {scaled:?} {plain:?}");
            assert!((scaled.distance.widen() - plain.distance.widen()).abs() <= 8.0 * V::Scalar::EPSILON.widen(), "{}", context());
            let (points, expected) = (one.manifold(0.05), other.manifold(0.05));
            assert_eq!(points.points.len(), expected.points.len(), "{}\n{points:?}\n{expected:?}", context());
            assert!((points.separation() - expected.separation()).abs().widen() <= 2e-6, "{}\n{points:?}\n{expected:?}", context());
            // A face that is inside out would face the other way.
            let mut face = clinch::shapes::Face::new();
            one.b.face(-V::unit(1), &mut face);
            assert!(face.corners.iter().all(|corner| corner.point.get(1).widen() == -1.0), "{}", context());
        }
    }
}
