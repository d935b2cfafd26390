//! Flat, thin, coincident, mirrored: shapes and places at which a simplex has no volume.

use clinch::shapes::Convex;
use clinch::support::Scalar;
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::door::{Door, Scene, at, ball, block, coords, hull, in_all_doors, in_space, rod, turned};

#[test]
fn needles_and_slivers_are_measured() {
    in_all_doors!(slivers);
}

fn slivers<V: Door>() {
    let mut random = Random::new(6);
    let (mut apart, mut overlapping) = (0, 0);
    for index in 0..120 {
        let thin = [1e-3, 1e-5, 1e-7][index % 3];
        let mut point = |x: f64, thickness: f64| DVec3::new(x, random.range(-1.0, 1.0) * thickness, random.range(-1.0, 1.0) * thickness);
        // A needle, a sliver whose third corner lies beside its longest side, a flat tetrahedron.
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
        let answer = Scene::<V>::new(format!("slivers {index}"), (a, at::<V>(0.0, 0.0, 0.0)), (b, pose)).judged();
        apart += usize::from(answer.distance.widen() > 1e-6);
        overlapping += usize::from(answer.distance.widen() < 0.0);
    }
    assert!(apart > 20, "{apart} apart, {overlapping} overlapping");
}

/// All places of a lattice put the origin of A − B exactly on a vertex, an edge or a face of a simplex, or of the whole.
#[test]
fn cubes_on_a_lattice_have_exact_distances() {
    in_all_doors!(lattice);
}

fn lattice<V: Door>() {
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
                let told = || format!("{x} {y} {z}: {answer:?}");
                assert!((answer.distance.widen() - truth).abs() <= V::Scalar::EPSILON.widen() * (1.0 + truth.abs()), "{}", told());
                assert_eq!(answer.is_touching(), most <= 0.0, "{}", told());
                assert_eq!(scene.intersects(), most <= 0.0, "{}", told());
                assert_eq!(scene.manifold(0.0).points.is_empty(), most > 0.0, "{}", told());
                let costs = scene.truth().sd;
                assert!((costs - truth).abs() < 1e-12, "the oracle: {costs}: {}", told());
                // Moving B along the normal by the depth parts them.
                let [n_x, n_y, n_z] = <V as clinch_testkit::build::Build>::coords(answer.normal.widen()).to_vec3().to_array();
                let along = -truth * 1.000_01 + 1e-5;
                let moved = at::<V>(x + n_x * along, y + n_y * along, z + n_z * along);
                let parted = Scene::<V>::new("parted", (cube.clone(), PoseSpec::default()), (cube.clone(), moved));
                assert!(most > 0.0 || !parted.intersects(), "{}", told());
            }
        }
    }
}

/// Segments, triangles and plates of one plane: their difference has no volume.
#[test]
fn what_lies_in_one_plane_overlaps_by_nothing() {
    in_all_doors!(one_plane);
    in_space!(turned_plane);
}

/// Axis-parallel, of one line in the plane and of one plane in space: exact.
fn one_plane<V: Door>() {
    let origin = || at::<V>(0.0, 0.0, 0.0);
    let segment = |half: f64| ShapeSpec::Segment { a: coords::<V>(-half, 0.0, 0.0), b: coords::<V>(half, 0.0, 0.0) };
    for (x, gap) in [(0.0, 0.0), (0.5, 0.0), (1.5, 0.0), (2.0, 0.5), (-4.0, 2.5)] {
        let scene = Scene::<V>::new("segments of one line", (segment(1.0), origin()), (segment(0.5), at::<V>(x, 0.0, 0.0)));
        let answer = scene.judged();
        assert_eq!((answer.distance.widen(), answer.is_touching()), (gap, gap == 0.0), "{x}: {answer:?}");
    }
    // As thin as paper: half extents of zero along y.
    let plate = || block::<V>(1.0, 0.0, 1.0);
    for (x, y, gap) in [(0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (2.0, 0.0, 0.0), (3.0, 0.0, 1.0), (0.5, 0.25, 0.25), (5.0, 4.0, 5.0)] {
        let scene = Scene::<V>::new("plates", (plate(), origin()), (plate(), at::<V>(x, y, 0.25)));
        let answer = scene.judged();
        assert_eq!((answer.distance.widen(), answer.is_touching()), (gap, gap == 0.0), "{x} {y}: {answer:?}");
        if x < 2.0 && y == 0.0 {
            // The only way out that costs nothing.
            assert!((answer.normal.get(1).abs().widen() - 1.0).abs() < 1e-6, "{answer:?}");
        }
    }
}

/// Coplanar triangles anywhere, turned together.
fn turned_plane<V: Door>() {
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
        // Both are turned by the same rotation, so that one plane holds them but for nothing.
        let pose = |x: f64| turned::<V>(at::<V>(0.0, 0.0, 0.0), DVec3::new(1.0, 2.0, 0.5), 0.01 * index as f64 + x * 0.0);
        let shifted = |[x, z]: [f64; 2]| [x + aside, z];
        let scene =
            Scene::<V>::new(format!("triangles {index}"), (triangle([a, b, c]), pose(0.0)), (triangle([d, e, f].map(shifted)), pose(1.0)));
        let answer = scene.judged();
        assert!(answer.distance.widen() > -1e-9, "{answer:?}");
        touching += usize::from(answer.is_touching());
    }
    assert!((20..80).contains(&touching), "{touching} of 100");
}

#[test]
fn what_lies_within_its_like_has_a_depth() {
    in_all_doors!(within);
}

fn within<V: Door>() {
    let origin = || at::<V>(0.0, 0.0, 0.0);
    let (ball, cube) = (ball::<V>, |half: f64| block::<V>(half, half, half));
    let stick = |half: f64, radius: f64| rod::<V>(DVec3::X * -half, DVec3::X * half, radius);
    // The least way out, by hand.
    let cases = [
        ("balls", ball(1.0), ball(0.25), 1.25),
        ("a ball and itself", ball(0.5), ball(0.5), 1.0),
        ("cubes", cube(1.0), cube(0.25), 1.25),
        ("a cube and itself", cube(1.0), cube(1.0), 2.0),
        ("a box and itself", block::<V>(1.0, 0.25, 2.0), block::<V>(1.0, 0.25, 2.0), 0.5),
        ("a ball in a cube", cube(1.0), ball(0.25), 1.25),
        ("a cube in a ball", ball(4.0), cube(0.5), f64::NAN),
        ("a rod and itself", stick(1.0, 0.25), stick(1.0, 0.25), 0.5),
        ("a rod in a cube", cube(2.0), stick(1.0, 0.25), 2.25),
        ("a point in a cube", cube(1.0), ShapeSpec::Point { p: None }, 1.0),
    ];
    for (name, a, b, depth) in cases {
        for (one, other) in [(&a, &b), (&b, &a)] {
            let answer = Scene::<V>::new(name, (one.clone(), origin()), (other.clone(), origin())).judged();
            assert!((answer.normal.length().widen() - 1.0).abs() < 1e-6, "{name}: {answer:?}");
            let off = (answer.distance.widen() + depth).abs();
            assert!(depth.is_nan() || off <= 2.0 * V::Scalar::EPSILON.widen(), "{name}: {answer:?}");
        }
    }
}

#[test]
fn corners_that_face_each_other_are_apart_along_their_diagonal() {
    in_all_doors!(diagonals);
}

fn diagonals<V: Door>() {
    let cube = block::<V>(1.0, 1.0, 1.0);
    let dimension = V::DIM as f64;
    for gap in [1e-4, 0.1, 1.0, 1000.0] {
        let reach = 2.0 + gap;
        let scene = Scene::<V>::new("corners", (cube.clone(), PoseSpec::default()), (cube.clone(), at::<V>(reach, -reach, reach)));
        let truth = (crate::door::exact::<V>(reach) - 2.0) * dimension.sqrt();
        let answer = scene.judged();
        assert!((answer.distance.widen() - truth).abs() <= V::Scalar::EPSILON.widen() * truth, "{gap}: {answer:?}");
        for axis in 0..V::DIM {
            let part = answer.normal.get(axis).widen() * if axis == 1 { -1.0 } else { 1.0 };
            assert!((part - dimension.sqrt().recip()).abs() < 1e-6, "{gap}: {answer:?}");
        }
        // No axis of SAT shows more than the gap itself.
        assert!(truth > 1.2 * gap);
    }
}

#[test]
fn a_mirrored_shape_is_the_shape_of_the_mirrored_points() {
    in_all_doors!(mirrored);
}

fn mirrored<V: Door>() {
    let mut random = Random::new(26);
    for index in 0..40 {
        let count = 4 + index % 6;
        // Dyadic, so that mirroring and stretching by two are exact in every scalar.
        let mut number = || f64::from((random.range(-64.0, 64.0)) as i32) / 64.0;
        let mut points: Vec<DVec3> = (0..count).map(|_| DVec3::new(number(), number() + 0.5, number())).collect();
        // A flat side below, that something can rest on.
        points.extend([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, z)| DVec3::new(x, -1.0, 0.5 * z)));
        let factors = [DVec3::new(-1.0, 1.0, 1.0), DVec3::new(-1.0, 1.0, -1.0), DVec3::new(-2.0, 1.0, -0.5), DVec3::new(2.0, 1.0, -1.0)];
        let factor = factors[index % 4];
        let image: Vec<DVec3> = points.iter().map(|&p| p * factor).collect();
        let scaled = ShapeSpec::Scaled { shape: Box::new(hull::<V>(&points)), scale: coords::<V>(factor.x, factor.y, factor.z) };
        for (height, tilt) in [(2.0, 0.0), (1.99, 0.0), (2.25, 0.3), (1.0, 2.0)] {
            let floor = (block::<V>(4.0, 1.0, 4.0), at::<V>(0.0, 0.0, 0.0));
            let pose = turned::<V>(at::<V>(0.25, height, 0.5), DVec3::new(0.3, 0.0, 1.0), tilt);
            let one = Scene::<V>::new("stretched", floor.clone(), (scaled.clone(), pose));
            let other = Scene::<V>::new("points", floor, (hull::<V>(&image), pose));
            let (stretched, plain) = (one.contact(), other.judged());
            let told = || format!("{index} {factor:?} {height}: {stretched:?} {plain:?}");
            assert!((stretched.distance.widen() - plain.distance.widen()).abs() <= 8.0 * V::Scalar::EPSILON.widen(), "{}", told());
            let (points, known) = (one.manifold(0.05), other.manifold(0.05));
            assert_eq!(points.points.len(), known.points.len(), "{}\n{points:?}\n{known:?}", told());
            assert!((points.separation() - known.separation()).abs().widen() <= 2e-6, "{}\n{points:?}\n{known:?}", told());
            // A face that was turned inside out would look the other way.
            let mut face = clinch::shapes::Face::new();
            one.b.face(-V::unit(1), &mut face);
            assert!(face.corners.iter().all(|corner| corner.point.get(1).widen() == -1.0), "{}", told());
        }
    }
}
