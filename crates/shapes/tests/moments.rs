//! Mass properties: against textbooks, against slices, against each other.

mod common;

use clinch_shapes::{
    Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Frustum, HalfEllipse, HalfSpace, Hull, HullOf, Moments, Point, Polygon,
    Posed, Rounded, Scaled, Sector, Segment, Shape2, Shape3, Sum, TaperedCapsule, Triangle,
};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Support, SupportMap, Vector};
use common::Random;
use core::f64::consts::{FRAC_PI_2, PI};
use glam::{DMat3, DQuat, DVec2, DVec3, Vec3};

type Solid = Shape3<DVec3>;
type Figure = Shape2<DVec2>;

/// A shape whose user implemented nothing but what must be.
struct OnlySupport<'s, S>(&'s S);

impl<V: Vector, S: Convex<V>> SupportMap<V> for OnlySupport<'_, S> {
    fn support(&self, direction: V) -> Support<V> {
        self.0.support(direction)
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.0.support_wide(direction)
    }
}

impl<V: Vector, S: Convex<V>> Convex<V> for OnlySupport<'_, S> {
    fn radius(&self) -> V::Scalar {
        self.0.radius()
    }
}

fn soup() -> Vec<DVec3> {
    let mut random = Random(7);
    // Whole multiples of 2⁻²⁰, so that moving them by whole numbers rounds nothing.
    (0..60).map(|_| (random.on_sphere() * 1048576.0).round() / 1048576.0).collect()
}

/// Every solid, all its lengths times `u`.
fn solids(u: f64) -> Vec<(&'static str, Solid)> {
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5) * u);
    let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y * 2.0, DVec3::new(0.3, 0.2, 1.5)].map(|p| p * u);
    let far: Vec<DVec3> = soup().into_iter().map(|p| (p + DVec3::new(40.0, -30.0, 20.0)) * u).collect();
    let block = || Solid::from(Cuboid::new(DVec3::new(1.0, 0.5, 0.25) * u).expect("sizes"));
    let drum = || Solid::from(Cylinder::new(1.0 * u, 0.5 * u).expect("sizes"));
    let ball = || Solid::from(Ball::new(0.25 * u).expect("size"));
    let capsule = || Solid::from(Capsule::new(1.0 * u, 0.5 * u).expect("sizes"));
    vec![
        ("ball", Ball::new(1.5 * u).expect("size").into()),
        ("capsule", capsule()),
        ("tilted capsule", Capsule::between(DVec3::new(1.0, 2.0, 3.0) * u, DVec3::new(2.0, 2.5, 1.0) * u, 0.5 * u).expect("sizes").into()),
        ("tapered capsule", TaperedCapsule::new(1.0 * u, 0.3 * u, 0.9 * u).expect("sizes").into()),
        ("nearly a ball", TaperedCapsule::new(0.33 * u, 0.3 * u, 0.95 * u).expect("sizes").into()),
        ("a ball that holds another", TaperedCapsule::new(0.3 * u, 0.3 * u, 0.95 * u).expect("sizes").into()),
        ("cuboid", block()),
        ("cylinder", drum()),
        ("cone", Cone::new(1.0 * u, 0.5 * u).expect("sizes").into()),
        ("frustum", Frustum::new(1.0 * u, 0.3 * u, 0.8 * u).expect("sizes").into()),
        ("ellipsoid", Ellipsoid::new(DVec3::new(1.0, 0.4, 2.0) * u).expect("sizes").into()),
        ("tetrahedron", Hull::new(&tetrahedron).expect("points").into()),
        ("hull far away", Hull::new(&far).expect("points").into()),
        ("rounded cuboid", Rounded::new(block(), 0.25 * u).expect("size").into()),
        ("rounded tetrahedron", Rounded::new(Solid::from(Hull::new(&tetrahedron).expect("points")), 0.25 * u).expect("size").into()),
        ("rounded cylinder", Rounded::new(drum(), 0.25 * u).expect("size").into()),
        ("rounded frustum", Rounded::new(Solid::from(Frustum::new(u, 0.8 * u, 0.3 * u).expect("sizes")), 0.2 * u).expect("size").into()),
        ("posed cylinder", Posed::new(drum(), pose).expect("pose").into()),
        ("rounded posed cuboid", Rounded::new(Solid::from(Posed::new(block(), pose).expect("pose")), 0.25 * u).expect("size").into()),
        ("scaled cylinder", Scaled::new(drum(), DVec3::new(1.0, -0.5, 2.0)).expect("scale").into()),
        ("scaled capsule", Scaled::new(capsule(), DVec3::new(1.0, 0.5, 2.0)).expect("scale").into()),
        ("rounded after it was scaled evenly", {
            let scaled = Scaled::new(block(), DVec3::new(2.0, -2.0, 2.0)).expect("scale");
            Rounded::new(Solid::from(scaled), 0.25 * u).expect("size").into()
        }),
        ("cylinder and ball", Sum::new(drum(), ball()).expect("sum").into()),
        ("cylinder and box", Sum::new(drum(), block()).expect("sum").into()),
        ("hull of cylinder and ball", HullOf::new(vec![drum(), Posed::new(ball(), pose).expect("pose").into()]).expect("hull").into()),
    ]
}

/// Every figure of the plane, all its lengths times `u`.
fn figures(u: f64) -> Vec<(&'static str, Figure)> {
    let corners = [DVec2::new(5.0, 5.0), DVec2::new(7.0, 5.5), DVec2::new(6.5, 7.0), DVec2::new(5.5, 6.5)].map(|p| p * u);
    let polygon = || Figure::from(Polygon::new(&corners).expect("corners"));
    let clockwise = || Polygon::new(&[corners[3], corners[2], corners[1], corners[0]]).expect("corners");
    let block = || Figure::from(Cuboid::new(DVec2::new(1.0, 0.5) * u).expect("sizes"));
    let dome = || Figure::from(HalfEllipse::new(DVec2::new(1.0, 0.7) * u).expect("sizes"));
    let triangle = || Triangle::new(DVec2::ZERO, DVec2::new(2.0, 0.3) * u, DVec2::new(0.5, 1.0) * u).expect("corners");
    vec![
        ("circle", Ball::new(1.5 * u).expect("size").into()),
        ("capsule", Capsule::between(DVec2::new(1.0, 2.0) * u, DVec2::new(2.0, 2.5) * u, 0.5 * u).expect("sizes").into()),
        ("tapered capsule", TaperedCapsule::new(u, 0.3 * u, 0.9 * u).expect("sizes").into()),
        ("upturned tapered capsule", TaperedCapsule::new(u, 1.1 * u, 0.2 * u).expect("sizes").into()),
        ("rectangle", block()),
        ("ellipse", Ellipsoid::new(DVec2::new(1.0, 0.4) * u).expect("sizes").into()),
        ("half ellipse", dome()),
        ("rounded half ellipse", Rounded::new(dome(), 0.25 * u).expect("size").into()),
        ("sector", Sector::new(2.0 * u, 0.7).expect("sizes").into()),
        ("narrow sector", Sector::new(2.0 * u, 0.1).expect("sizes").into()),
        ("half disc", Sector::new(2.0 * u, FRAC_PI_2).expect("sizes").into()),
        ("triangle", triangle().into()),
        ("rounded triangle", Rounded::new(Figure::from(triangle()), 0.25 * u).expect("size").into()),
        ("polygon", polygon()),
        ("rounded rectangle", Rounded::new(block(), 0.25 * u).expect("size").into()),
        ("rounded polygon", Rounded::new(polygon(), 0.25 * u).expect("size").into()),
        ("rounded clockwise polygon", Rounded::new(Figure::from(clockwise()), 0.25 * u).expect("size").into()),
        ("scaled circle", Scaled::new(Figure::from(Ball::new(u).expect("size")), DVec2::new(1.0, -0.4)).expect("scale").into()),
        ("sum", Sum::new(polygon(), dome()).expect("sum").into()),
    ]
}

/// The largest differences: of the volume, of the centroid and of the covariances, relative to the size.
fn differences<W: Vector<Scalar = f64, Wide = W>>(a: &Moments<W>, b: &Moments<W>) -> [f64; 3] {
    let spread = (0..W::DIM).map(|axis| b.covariance(axis, axis)).fold(0.0, f64::max);
    let mut covariance = 0.0_f64;
    for i in 0..W::DIM {
        for j in 0..W::DIM {
            covariance = covariance.max((a.covariance(i, j) - b.covariance(i, j)).abs() / spread);
        }
    }
    [(a.volume() / b.volume() - 1.0).abs(), (a.centroid() - b.centroid()).length() / spread.sqrt(), covariance]
}

fn near<W: Vector<Scalar = f64, Wide = W>>(a: &Moments<W>, b: &Moments<W>, tolerance: f64, what: &str) {
    let differences = differences(a, b);
    assert!(differences.iter().all(|difference| *difference <= tolerance), "{what}: {differences:?} of {b:?}");
}

fn of(shape: &impl Convex<DVec3>) -> Moments<DVec3> {
    shape.moments().expect("bounded")
}

fn in_plane(shape: &impl Convex<DVec2>) -> Moments<DVec2> {
    shape.moments().expect("bounded")
}

#[test]
fn what_is_found_by_support_alone_is_near_the_closed_form() {
    for (name, shape) in solids(1.0) {
        near(&of(&OnlySupport(&shape)), &of(&shape), 1e-3, name);
    }
    for (name, shape) in figures(1.0) {
        near(&in_plane(&OnlySupport(&shape)), &in_plane(&shape), 5e-6, name);
    }
    let ball = Solid::from(Ball::new(1.5).expect("size"));
    near(&of(&OnlySupport(&ball)), &of(&ball), 1e-4, "ball");
}

/// Moments from a membership test: chords along x through a grid of the other two coordinates (in the plane, one), ends by bisection.
fn sliced(inside: &dyn Fn(DVec3) -> bool, reach: f64, plane: bool) -> ([f64; 4], [[f64; 3]; 3]) {
    // Lines, rows of lines, and steps to find the inside of a line by.
    let (lines, rows, steps) = if plane { (600, 1, 1000) } else { (70, 70, 100) };
    let at = |i: i32, of: i32| reach * (f64::from(2 * i + 1) / f64::from(of) - 1.0);
    let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, [[0.0; 3]; 3]);
    let area = 2.0 * reach / f64::from(lines) * if plane { 1.0 } else { 2.0 * reach / f64::from(rows) };
    for row in 0..rows {
        for line in 0..lines {
            let (y, z) = (at(line, lines), if plane { 0.0 } else { at(row, rows) });
            let holds = |x: f64| inside(DVec3::new(x, y, z));
            let Some(seed) = (0..steps).map(|i| at(i, steps)).find(|&x| holds(x)) else { continue };
            let end = |mut out: f64| {
                let mut within = seed;
                for _ in 0..40 {
                    let middle = 0.5 * (within + out);
                    if holds(middle) { within = middle } else { out = middle }
                }
                within
            };
            let (low, high) = (end(-reach), end(reach));
            let (length, middle) = (high - low, DVec3::new(0.5 * (low + high), y, z));
            let piece = length * area;
            volume += piece;
            first += middle * piece;
            for i in 0..3 {
                for j in 0..3 {
                    second[i][j] += piece * middle[i] * middle[j];
                }
            }
            second[0][0] += piece * length * length / 12.0;
        }
    }
    let c = first / volume;
    let covariance = core::array::from_fn(|i| core::array::from_fn(|j| second[i][j] / volume - c[i] * c[j]));
    ([volume, c.x, c.y, c.z], covariance)
}

type Membership = Box<dyn Fn(DVec3) -> bool>;

/// The distance from a box about the origin.
fn from_box(p: DVec3, half: DVec3) -> f64 {
    (p.abs() - half).max(DVec3::ZERO).length()
}

fn from_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let share = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    (p - a - (b - a) * share).length()
}

/// Of the hull of two balls on the y axis: some ball between them holds the point.
fn in_tapered(p: DVec3, half: f64, bottom: f64, top: f64) -> bool {
    let out = DVec2::new(p.x, p.z).length();
    let excess = |t: f64| out.hypot(p.y + half - 2.0 * half * t) - bottom - (top - bottom) * t;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..30 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if excess(a) < excess(b) { high = b } else { low = a }
    }
    excess(low) <= 0.0
}

#[test]
fn slices_through_the_shapes_add_up_to_the_same() {
    let out = |p: DVec3| DVec2::new(p.x, p.z).length();
    // The distance from a trapezoid in the half plane through the axis: all its sides as half-planes, or else its border.
    let rounded_frustum = move |p: DVec3| {
        let q = DVec3::new(out(p), p.y, 0.0);
        let corners = [DVec3::new(0.8, -1.0, 0.0), DVec3::new(0.3, 1.0, 0.0)];
        let below = from_segment(q, DVec3::new(-0.8, -1.0, 0.0), corners[0]);
        let above = from_segment(q, DVec3::new(-0.3, 1.0, 0.0), corners[1]);
        let inside = q.y.abs() <= 1.0 && q.x <= 0.55 - 0.25 * q.y;
        inside || below.min(above).min(from_segment(q, corners[0], corners[1])) <= 0.2
    };
    let solid: Vec<(&str, Membership)> = vec![
        ("ball", Box::new(|p| p.length() <= 1.5)),
        ("tapered capsule", Box::new(|p| in_tapered(p, 1.0, 0.3, 0.9))),
        ("nearly a ball", Box::new(|p| in_tapered(p, 0.33, 0.3, 0.95))),
        ("capsule", Box::new(|p| from_segment(p, -DVec3::Y, DVec3::Y) <= 0.5)),
        ("cuboid", Box::new(|p| from_box(p, DVec3::new(1.0, 0.5, 0.25)) <= 0.0)),
        ("cylinder", Box::new(move |p| out(p) <= 0.5 && p.y.abs() <= 1.0)),
        ("cone", Box::new(move |p| p.y.abs() <= 1.0 && out(p) <= 0.25 * (1.0 - p.y))),
        ("frustum", Box::new(move |p| p.y.abs() <= 1.0 && out(p) <= 0.55 + 0.25 * p.y)),
        ("ellipsoid", Box::new(|p| (p / DVec3::new(1.0, 0.4, 2.0)).length() <= 1.0)),
        ("rounded cuboid", Box::new(|p| from_box(p, DVec3::new(1.0, 0.5, 0.25)) <= 0.25)),
        ("rounded after it was scaled evenly", Box::new(|p| from_box(p, DVec3::new(2.0, 1.0, 0.5)) <= 0.25)),
        ("rounded cylinder", Box::new(move |p| (out(p) - 0.5).max(0.0).hypot((p.y.abs() - 1.0).max(0.0)) <= 0.25)),
        ("cylinder and ball", Box::new(move |p| (out(p) - 0.5).max(0.0).hypot((p.y.abs() - 1.0).max(0.0)) <= 0.25)),
        ("rounded frustum", Box::new(rounded_frustum)),
        ("scaled cylinder", Box::new(|p| DVec2::new(p.x, 0.5 * p.z).length() <= 0.5 && p.y.abs() <= 0.5)),
        ("scaled capsule", Box::new(|p| from_segment(p / DVec3::new(1.0, 0.5, 2.0), -DVec3::Y, DVec3::Y) <= 0.5)),
    ];
    let solids = solids(1.0);
    let aslant = Pose::new(DQuat::from_xyzw(0.2, 0.3, -0.1, 0.9), DVec3::ZERO);
    for (name, inside) in solid {
        let shape = &solids.iter().find(|(of, _)| *of == name).expect("in the list").1;
        let reach = shape.bounding_ball().radius + shape.bounding_ball().center.length();
        // Aslant, or a flat side would lie between two lines or not.
        let turned = |p: DVec3| inside(aslant.rotation.basis().unrotate(p));
        same(&of(shape).moved(&aslant), sliced(&turned, reach, false), 8e-3, name);
    }

    let quarter = |p: DVec3, corners: &[DVec3]| {
        let side = |i: usize| (corners[i], corners[(i + 1) % corners.len()]);
        let left = (0..corners.len()).all(|i| (side(i).1 - side(i).0).cross(p - side(i).0).z >= 0.0);
        let nearest = (0..corners.len()).map(|i| from_segment(p, side(i).0, side(i).1)).fold(f64::INFINITY, f64::min);
        if left { 0.0 } else { nearest }
    };
    let four = [(5.0, 5.0), (7.0, 5.5), (6.5, 7.0), (5.5, 6.5)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let three = [(0.0, 0.0), (2.0, 0.3), (0.5, 1.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    let figure: Vec<(&str, Membership)> = vec![
        ("circle", Box::new(|p| p.length() <= 1.5)),
        ("capsule", Box::new(|p| from_segment(p, DVec3::new(1.0, 2.0, 0.0), DVec3::new(2.0, 2.5, 0.0)) <= 0.5)),
        ("tapered capsule", Box::new(|p| in_tapered(p, 1.0, 0.3, 0.9))),
        ("upturned tapered capsule", Box::new(|p| in_tapered(p, 1.0, 1.1, 0.2))),
        ("rectangle", Box::new(|p| p.x.abs() <= 1.0 && p.y.abs() <= 0.5)),
        ("ellipse", Box::new(|p| p.x.hypot(p.y / 0.4) <= 1.0)),
        ("half ellipse", Box::new(|p| p.x.hypot(p.y / 0.7) <= 1.0 && p.y >= 0.0)),
        ("sector", Box::new(|p| p.length() <= 2.0 && p.x.abs() <= p.y * libm::tan(0.7))),
        ("narrow sector", Box::new(|p| p.length() <= 2.0 && p.x.abs() <= p.y * libm::tan(0.1))),
        ("half disc", Box::new(|p| p.length() <= 2.0 && p.y >= 0.0)),
        ("triangle", Box::new(move |p| quarter(p, &three) <= 0.0)),
        ("rounded triangle", Box::new(move |p| quarter(p, &three) <= 0.25)),
        ("polygon", Box::new(move |p| quarter(p, &four) <= 0.0)),
        ("rounded polygon", Box::new(move |p| quarter(p, &four) <= 0.25)),
        ("rounded clockwise polygon", Box::new(move |p| quarter(p, &four) <= 0.25)),
        ("rounded rectangle", Box::new(|p| from_box(p, DVec3::new(1.0, 0.5, 0.0)) <= 0.25)),
        ("scaled circle", Box::new(|p| p.x.hypot(p.y / 0.4) <= 1.0)),
    ];
    let figures = figures(1.0);
    // Half the angle of cosine 4/5.
    let around = Pose::new(DQuat::from_xyzw(0.0, 0.0, 1.0, 3.0), DVec3::ZERO);
    for (name, inside) in figure {
        let shape = &figures.iter().find(|(of, _)| *of == name).expect("in the list").1;
        let reach = shape.bounding_ball().radius + shape.bounding_ball().center.length();
        let turned = |p: DVec3| inside(around.rotation.basis().unrotate(p));
        let in_plane = in_plane(shape).moved(&Pose::new(Rotation2 { cos: 0.8, sin: 0.6 }, DVec2::ZERO));
        same(&in_plane, sliced(&turned, reach, true), 3e-3, name);
    }
}

fn same<W: Vector<Scalar = f64, Wide = W>>(of: &Moments<W>, (first, second): ([f64; 4], [[f64; 3]; 3]), tolerance: f64, name: &str) {
    let size = (0..W::DIM).map(|axis| of.covariance(axis, axis)).fold(0.0, f64::max);
    assert!((first[0] / of.volume() - 1.0).abs() < tolerance, "{name}: volume {} and {}", of.volume(), first[0]);
    for i in 0..W::DIM {
        assert!(
            (first[1 + i] - of.centroid().get(i)).abs() < tolerance * size.sqrt(),
            "{name}: centroid {:?} and {first:?}",
            of.centroid()
        );
        for (j, covariance) in second[i].iter().enumerate() {
            assert!((covariance - of.covariance(i, j)).abs() < tolerance * size, "{name}: {of:?} and {second:?}");
        }
    }
}

#[test]
fn textbooks_agree() {
    let same = |inertia: DMat3, diagonal: [f64; 3], what: &str| {
        let difference = inertia - DMat3::from_diagonal(DVec3::from(diagonal));
        assert!(difference.abs().to_cols_array().iter().all(|d| *d < 1e-13 * diagonal[0]), "{what}: {inertia} and {diagonal:?}");
    };
    for (r, h, density) in [(1.0, 2.0, 1.0), (0.3, 0.1, 7.0), (5.0, 0.01, 0.2), (0.01, 4.0, 3.0)] {
        let ball = of(&Ball::new(r).expect("size"));
        let mass = density * 4.0 / 3.0 * PI * r * r * r;
        same(ball.inertia(density), [0.4 * mass * r * r; 3], "ball");

        let drum = of(&Cylinder::new(0.5 * h, r).expect("sizes"));
        let mass = density * PI * r * r * h;
        let across = mass * (3.0 * r * r + h * h) / 12.0;
        same(drum.inertia(density), [across, 0.5 * mass * r * r, across], "cylinder");

        let cone = of(&Cone::new(0.5 * h, r).expect("sizes"));
        let mass = density * PI * r * r * h / 3.0;
        let across = mass * (3.0 / 20.0 * r * r + 3.0 / 80.0 * h * h);
        same(cone.inertia(density), [across, 0.3 * mass * r * r, across], "cone");
        assert!((cone.centroid() - DVec3::Y * (-0.25 * h)).length() < 1e-15 * h, "a quarter of the height above the base");

        let block = of(&Cuboid::new(DVec3::new(r, h, 1.0) * 0.5).expect("sizes"));
        let mass = density * r * h;
        same(block.inertia(density), [h * h + 1.0, r * r + 1.0, r * r + h * h].map(|s| s * mass / 12.0), "box");

        let egg = of(&Ellipsoid::new(DVec3::new(r, h, 1.0)).expect("sizes"));
        let mass = density * 4.0 / 3.0 * PI * r * h;
        same(egg.inertia(density), [h * h + 1.0, r * r + 1.0, r * r + h * h].map(|s| s * mass / 5.0), "ellipsoid");

        // A cylinder, and two half balls whose centroids lie 3/8 of the radius beyond its ends.
        let capsule = of(&Capsule::new(0.5 * h, r).expect("sizes"));
        let (tube, caps) = (density * PI * r * r * h, density * 4.0 / 3.0 * PI * r * r * r);
        let across = tube * (h * h / 12.0 + 0.25 * r * r) + caps * (0.4 * r * r + 0.25 * h * h + 3.0 / 8.0 * h * r);
        same(capsule.inertia(density), [across, 0.5 * tube * r * r + 0.4 * caps * r * r, across], "capsule");
    }
    let half_disc = in_plane(&Sector::new(2.0, FRAC_PI_2).expect("sizes"));
    assert!((half_disc.area() - 2.0 * PI).abs() < 1e-14 && (half_disc.centroid().y - 8.0 / (3.0 * PI)).abs() < 1e-15);
    assert!((half_disc.inertia_per_mass() - (2.0 - (8.0 / (3.0 * PI)).powi(2))).abs() < 1e-14);
    let dome = in_plane(&HalfEllipse::new(DVec2::new(2.0, 2.0)).expect("sizes"));
    near(&dome, &half_disc, 1e-15, "half a disc, twice");
    // Six equilateral triangles: m s² 5/12.
    let hexagon: Vec<DVec2> =
        (0..6).map(|i| libm::sincos(f64::from(i) * PI / 3.0)).map(|(sine, cosine)| DVec2::new(cosine, sine)).collect();
    let hexagon = in_plane(&Polygon::new(&hexagon).expect("corners"));
    assert!((hexagon.inertia_per_mass() - 5.0 / 12.0).abs() < 1e-15 && (hexagon.area() - 1.5 * 3.0_f64.sqrt()).abs() < 1e-14);
}

#[test]
fn lengths_times_a_power_of_two_are_a_matter_of_the_exponent() {
    fn check<W: Vector<Scalar = f64, Wide = W>>(name: &str, u: f64, big: &Moments<W>, small: &Moments<W>) {
        assert_eq!(*big, small.scaled(W::from_fn(|_| u)), "{name} times {u}");
        assert_eq!(big.volume(), small.volume() * u.powi(W::DIM as i32));
    }
    for u in [-40, 13, 40].map(|k| 2.0_f64.powi(k)) {
        for ((name, big), (_, small)) in solids(u).iter().zip(solids(1.0)) {
            check(name, u, &of(big), &of(&small));
        }
        for ((name, big), (_, small)) in figures(u).iter().zip(figures(1.0)) {
            check(name, u, &in_plane(big), &in_plane(&small));
        }
    }
}

#[test]
fn the_parts_add_up_to_the_whole() {
    let at = |y: f64| Pose::at(DVec3::new(0.0, y, 0.0));
    let whole = of(&Cone::new(2.0, 1.0).expect("sizes"));
    let foot = of(&Frustum::new(1.0, 1.0, 0.5).expect("sizes")).moved(&at(-1.0));
    let tip = of(&Cone::new(1.0, 0.5).expect("sizes")).moved(&at(1.0));
    near(&(foot + tip), &whole, 1e-14, "cone");

    // A box, cut across a diagonal.
    let corner = |i: usize| DVec3::new([-1.0, 1.0][i & 1], [-2.0, 2.0][i >> 1 & 1], [-0.5, 0.5][i >> 2]);
    let wedge = |omitted: usize| {
        let points: Vec<DVec3> = (0..8).filter(|i| i & 3 != omitted).map(corner).collect();
        of(&Hull::new(&points).expect("points"))
    };
    let block = of(&Cuboid::new(DVec3::new(1.0, 2.0, 0.5)).expect("sizes"));
    near(&(wedge(0) + wedge(3)), &block, 1e-14, "box");

    let sector = in_plane(&Sector::new(2.0, 0.4).expect("sizes"));
    let turned = |angle: f64| sector.moved(&Pose::new(Rotation2::<f64>::from_angle(angle), DVec2::ZERO));
    near(&(turned(0.4) + turned(-0.4)), &in_plane(&Sector::new(2.0, 0.8).expect("sizes")), 1e-14, "sector");
    let thin = in_plane(&Sector::new(2.0, 0.1).expect("sizes"));
    let fan = |i: i32| thin.moved(&Pose::new(Rotation2::<f64>::from_angle(0.2 * f64::from(i)), DVec2::ZERO));
    near(&(fan(-1) + fan(0) + fan(1)), &in_plane(&Sector::new(2.0, 0.3).expect("sizes")), 1e-14, "the series meets the formula");
}

#[test]
fn weights_count_as_volume() {
    let ball = of(&Ball::new(1.0).expect("size"));
    let shift = DVec3::new(2.0, 0.0, 0.0);
    let both = ball.weighted(3.0) + ball.moved(&Pose::at(shift));
    assert!((both.centroid() - shift * 0.25).length() < 1e-15);
    // Parallel axes: each part's own inertia, and its mass times the square of its offset.
    let (light, heavy) = (ball.volume(), 3.0 * ball.volume());
    let expected = 0.4 * (light + heavy) + light * 1.5 * 1.5 + heavy * 0.5 * 0.5;
    assert!((both.inertia(1.0).y_axis.y - expected).abs() < 1e-13 * expected);
    assert!((both.inertia(1.0).x_axis.x - 0.4 * (light + heavy)).abs() < 1e-13 * expected);
}

#[test]
fn what_is_turned_has_the_turned_moments() {
    let mut random = Random(11);
    for _ in 0..20 {
        let q = DQuat::from_xyzw(random.signed(), random.signed(), random.signed(), random.signed());
        let pose = Pose::new(q, random.in_cube() * 3.0);
        let points: Vec<DVec3> = soup();
        let moved: Vec<DVec3> = points.iter().map(|&point| pose.point(point)).collect();
        let (before, after) = (of(&Hull::new(&points).expect("points")), of(&Hull::new(&moved).expect("points")));
        near(&before.moved(&pose), &after, 1e-13, "hull");

        let turned = before.moved(&pose).inertia(1.0);
        assert_eq!(turned, turned.transpose(), "symmetric to the bit");
        let trace = |m: DMat3| m.x_axis.x + m.y_axis.y + m.z_axis.z;
        assert!((trace(turned) / trace(before.inertia(1.0)) - 1.0).abs() < 1e-14);
        assert!((turned.determinant() / before.inertia(1.0).determinant() - 1.0).abs() < 1e-13);
        // A capsule is turned by its ends.
        let ends = [DVec3::ZERO, DVec3::new(1.0, 2.0, -0.5)];
        let capsule = |ends: [DVec3; 2]| of(&Capsule::between(ends[0], ends[1], 0.4).expect("sizes"));
        near(&capsule(ends).moved(&pose), &capsule(ends.map(|end| pose.point(end))), 1e-14, "capsule");
    }
}

#[test]
fn a_hull_far_from_its_origin_loses_nothing() {
    let far = DVec3::new(1048576.0, -524288.0, 2097152.0);
    let points = soup();
    let moved: Vec<DVec3> = points.iter().map(|&point| point + far).collect();
    let (near_by, far_away) = (of(&Hull::new(&points).expect("points")), of(&Hull::new(&moved).expect("points")));
    assert_eq!(near_by.volume(), far_away.volume());
    assert!((0..9).all(|i| near_by.covariance(i / 3, i % 3) == far_away.covariance(i / 3, i % 3)));
    assert_eq!(near_by.centroid() + far, far_away.centroid());
}

#[test]
fn hulls_of_points_of_a_ball_come_near_it() {
    let exact = of(&Ball::new(1.0).expect("size"));
    let mut random = Random(3);
    let mut last = 1.0;
    for count in [20, 80, 320, 1280] {
        let points: Vec<DVec3> = (0..count).map(|_| random.on_sphere()).collect();
        let hull = of(&Hull::new(&points).expect("points"));
        let missing = 1.0 - hull.volume() / exact.volume();
        assert!(missing > 0.0 && missing < 0.5 * last, "{count}: {missing} after {last}");
        last = missing;
    }
    assert!(last < 0.02);
}

#[test]
fn a_stretched_ball_is_an_ellipsoid_and_a_stretched_hull_one_of_stretched_points() {
    let by = DVec3::new(0.5, -3.0, 2.0);
    let ball = Scaled::new(Ball::new(1.5).expect("size"), by).expect("scale");
    near(&of(&ball), &of(&Ellipsoid::new(by.abs() * 1.5).expect("sizes")), 1e-15, "ball");
    let hull = Scaled::new(Hull::new(&soup()).expect("points"), by).expect("scale");
    let stretched: Vec<DVec3> = soup().iter().map(|&point| point * by).collect();
    near(&of(&hull), &of(&Hull::new(&stretched).expect("points")), 1e-13, "hull");
}

#[test]
fn sums_and_hulls_of_polytopes_are_exact() {
    let a = Hull::new(&soup()).expect("points");
    let b = Cuboid::new(DVec3::new(0.5, 0.25, 0.125)).expect("sizes");
    let corners = |i: usize| DVec3::new([-0.5, 0.5][i & 1], [-0.25, 0.25][i >> 1 & 1], [-0.125, 0.125][i >> 2]);
    let sums: Vec<DVec3> = a.vertices().iter().flat_map(|&v| (0..8).map(move |i| v + corners(i))).collect();
    let sum = Sum::new(Solid::from(a.clone()), Solid::from(b)).expect("sum");
    near(&of(&sum), &of(&Hull::new(&sums).expect("points")), 1e-12, "sum");

    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5));
    let union: Vec<DVec3> = a.vertices().iter().copied().chain((0..8).map(|i| pose.point(corners(i)))).collect();
    let hull = HullOf::new(vec![Solid::from(a), Posed::new(Solid::from(b), pose).expect("pose").into()]).expect("hull");
    near(&of(&hull), &of(&Hull::new(&union).expect("points")), 1e-12, "hull");

    let square = |at: DVec2| Figure::from(Polygon::new(&[at, at + DVec2::X, at + DVec2::ONE, at + DVec2::Y]).expect("corners"));
    let sum = Sum::new(square(DVec2::ZERO), square(DVec2::new(2.0, 1.0))).expect("sum");
    near(&in_plane(&sum), &in_plane(&Cuboid::new(DVec2::ONE).expect("sizes")).moved(&Pose::at(DVec2::new(3.0, 2.0))), 1e-14, "squares");
}

#[test]
fn what_has_no_volume_is_still_somewhere() {
    let flat = |shape: &Solid, centroid: DVec3, variances: DVec3, what: &str| {
        let moments = of(shape);
        assert_eq!(moments.volume(), 0.0, "{what}");
        assert!((moments.centroid() - centroid).length() < 1e-15, "{what}: {moments:?}");
        for i in 0..3 {
            assert!((moments.covariance(i, i) - variances[i]).abs() < 1e-15, "{what}: {moments:?}");
        }
        assert!(moments.inertia(2.0).abs_diff_eq(DMat3::ZERO, 0.0), "{what}");
        assert!(moments.inertia_per_mass().is_finite(), "{what}");
    };
    let third = 1.0 / 3.0;
    flat(&Ball::new(0.0).expect("size").into(), DVec3::ZERO, DVec3::ZERO, "point ball");
    flat(&Point::new(DVec3::X).expect("point").into(), DVec3::X, DVec3::ZERO, "point");
    flat(&Segment::new(DVec3::ZERO, DVec3::X * 2.0).expect("ends").into(), DVec3::X, DVec3::X * third, "segment");
    flat(&Capsule::new(1.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin capsule");
    flat(&Capsule::new(0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::ZERO, "no capsule");
    flat(&TaperedCapsule::new(1.0, 0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin tapered capsule");
    flat(&TaperedCapsule::new(0.0, 0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::ZERO, "no tapered capsule");
    flat(&Cuboid::new(DVec3::new(1.0, 0.0, 2.0)).expect("sizes").into(), DVec3::ZERO, DVec3::new(third, 0.0, 4.0 * third), "plate");
    flat(&Cylinder::new(0.0, 2.0).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "disc");
    flat(&Cylinder::new(1.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin cylinder");
    flat(&Cone::new(0.0, 2.0).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "flat cone");
    flat(&Cone::new(1.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin cone");
    flat(&Frustum::new(0.0, 1.0, 2.0).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "flat frustum");
    flat(&Frustum::new(0.0, 0.0, 0.0).expect("sizes").into(), DVec3::ZERO, DVec3::ZERO, "no frustum");
    flat(&Ellipsoid::new(DVec3::new(2.0, 0.0, 2.0)).expect("sizes").into(), DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), "flat ellipsoid");
    flat(&Ellipsoid::new(DVec3::new(0.0, 1.0, 0.0)).expect("sizes").into(), DVec3::ZERO, DVec3::Y * third, "thin ellipsoid");
    let triangle = |c: DVec3| Solid::from(Triangle::new(DVec3::ZERO, DVec3::X * 3.0, c).expect("corners"));
    flat(&triangle(DVec3::Y * 3.0), DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.5, 0.5, 0.0), "triangle");
    flat(&triangle(DVec3::X), DVec3::X * 1.5, DVec3::X * 0.75, "needle");
    flat(&triangle(-DVec3::X), DVec3::X, DVec3::X * 16.0 / 12.0, "needle the other way");
    let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
    let twelfth = 1.0 / 12.0;
    flat(&Hull::new(&square).expect("points").into(), DVec3::new(0.5, 0.5, 0.0), DVec3::new(twelfth, twelfth, 0.0), "flat hull");
    flat(&Hull::new(&square[..2]).expect("points").into(), DVec3::X * 0.5, DVec3::X * twelfth, "thin hull");
    flat(&Hull::new(&square[3..]).expect("points").into(), square[3], DVec3::ZERO, "no hull");
    let flattened = Scaled::new(Solid::from(Cuboid::new(DVec3::ONE).expect("sizes")), DVec3::new(1.0, 0.0, 1.0)).expect("scale");
    flat(&flattened.into(), DVec3::ZERO, DVec3::new(third, 0.0, third), "flattened box");

    let flat = |shape: &Figure, centroid: DVec2, variances: DVec2, what: &str| {
        let moments = in_plane(shape);
        assert_eq!(moments.area(), 0.0, "{what}");
        let difference = DVec2::new(moments.covariance(0, 0), moments.covariance(1, 1)) - variances;
        assert!((moments.centroid() - centroid).length() < 1e-15 && difference.abs().max_element() < 1e-15, "{what}: {moments:?}");
        assert_eq!(moments.inertia(2.0), 0.0, "{what}");
    };
    let up = (DVec2::Y * 0.5, DVec2::Y * twelfth);
    flat(&Sector::new(1.0, 0.0).expect("sizes").into(), up.0, up.1, "thin sector");
    flat(&Sector::new(0.0, 1.0).expect("sizes").into(), DVec2::ZERO, DVec2::ZERO, "no sector");
    flat(&HalfEllipse::new(DVec2::Y).expect("sizes").into(), up.0, up.1, "thin half ellipse");
    flat(&HalfEllipse::new(DVec2::X).expect("sizes").into(), DVec2::ZERO, DVec2::X * third, "flat half ellipse");
    flat(&Polygon::new(&[DVec2::ZERO, DVec2::Y]).expect("corners").into(), up.0, up.1, "thin polygon");
    flat(&Polygon::new(&[DVec2::Y]).expect("corners").into(), DVec2::Y, DVec2::ZERO, "no polygon");
    flat(&Triangle::new(DVec2::Y, DVec2::ZERO, DVec2::Y).expect("corners").into(), up.0, up.1, "needle");
}

#[test]
fn rounding_what_is_flat_makes_a_capsule_or_a_ball() {
    let capsule = in_plane(&Capsule::between(DVec2::ZERO, DVec2::Y, 0.5).expect("sizes"));
    for corners in [vec![DVec2::ZERO, DVec2::Y], vec![DVec2::Y, DVec2::ZERO], vec![DVec2::ZERO, DVec2::Y * 0.25, DVec2::Y]] {
        let rounded = Rounded::new(Polygon::new(&corners).expect("corners"), 0.5).expect("size");
        near(&in_plane(&rounded), &capsule, 1e-14, "polygon");
    }
    let tilted = [DVec2::new(0.1, 0.3), DVec2::new(0.7, 1.1)];
    let rounded = Rounded::new(Polygon::new(&tilted).expect("corners"), 0.5).expect("size");
    near(&in_plane(&rounded), &in_plane(&Capsule::between(tilted[0], tilted[1], 0.5).expect("sizes")), 1e-14, "tilted");
    let dot = Rounded::new(Polygon::new(&tilted[..1]).expect("corners"), 0.5).expect("size");
    near(&in_plane(&dot), &in_plane(&Ball::new(0.5).expect("size")).moved(&Pose::at(tilted[0])), 1e-14, "point");

    let ball = of(&Ball::new(0.5).expect("size"));
    for (name, point) in [
        ("cuboid", Solid::from(Cuboid::new(DVec3::ZERO).expect("sizes"))),
        ("cylinder", Cylinder::new(0.0, 0.0).expect("sizes").into()),
        ("ellipsoid", Ellipsoid::new(DVec3::ZERO).expect("sizes").into()),
        ("hull", Hull::new(&[DVec3::ZERO]).expect("points").into()),
    ] {
        near(&of(&Rounded::new(point, 0.5).expect("size")), &ball, 2e-4, name);
    }
}

/// No support map: it answers with a multiple of the question.
struct Liar(f64);

impl SupportMap<Vec3> for Liar {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        Support { point: direction * self.0 as f32, id: None }
    }
}

impl Convex<Vec3> for Liar {}

#[test]
fn what_has_no_end_or_no_number_has_no_moments() {
    let ground = || Solid::from(HalfSpace::new(DVec3::Y, 1.0).expect("normal"));
    let pose = Pose::new(DQuat::from_xyzw(0.1, 0.5, -0.3, 0.8), DVec3::new(3.0, -1.0, 0.5));
    let ball = || Solid::from(Ball::new(0.25).expect("size"));
    assert_eq!(ground().moments(), None);
    assert_eq!(Posed::new(ground(), pose).expect("pose").moments(), None);
    assert_eq!(Rounded::new(ground(), 1.0).expect("size").moments(), None);
    assert_eq!(Scaled::new(ground(), DVec3::new(1.0, 2.0, -3.0)).expect("scale").moments(), None);
    assert_eq!(Sum::new(ground(), ball()).expect("sum").moments(), None);
    assert_eq!(Sum::new(ball(), ground()).expect("sum").moments(), None);

    assert_eq!(Convex::<DVec3>::moments(&Ball::new(1e200).expect("size")), None);
    assert_eq!(Hull::new(&soup().iter().map(|p| *p * 1e120).collect::<Vec<_>>()).expect("points").moments(), None);

    assert_eq!(Liar(f64::NAN).moments(), None);
    assert_eq!(Liar(f64::INFINITY).moments(), None);
    // The farthest point of another shape each time: an answer, in bounded time.
    let _ = Liar(-1.0).moments();
    let _ = Liar(1.0).moments();
}

#[test]
fn shapes_of_f32_have_the_moments_of_their_numbers() {
    let narrow = Ball::<Vec3>::new(0.1).expect("size");
    near(&narrow.moments().expect("bounded"), &of(&Ball::new(f64::from(0.1_f32)).expect("size")), 0.0, "ball");
    let points: Vec<Vec3> = soup().iter().map(|point| point.as_vec3()).collect();
    let hull = Hull::new(&points).expect("points");
    let wide: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
    near(&hull.moments().expect("bounded"), &of(&Hull::new(&wide).expect("points")), 1e-14, "hull");
    near(&OnlySupport(&hull).moments().expect("bounded"), &hull.moments().expect("bounded"), 1e-6, "hull by its support map");
}
