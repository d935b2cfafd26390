//! Every primitive, degenerate ones too, with a definition that is independent of support maps: the
//! points, arcs and ellipsoids whose hull it is, and the distance of a point beyond it. Maxima are
//! found by sampling and refinement.

use clinch_shapes::{
    Ball, Capsule, CircularSegment, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Frustum, HalfEllipse, Point, Polygon, Sector, Segment,
    TaperedCapsule, Triangle,
};
use clinch_support::{Scalar, Vector};
use core::f64::consts::{FRAC_PI_2, PI, TAU};
use glam::{DVec2, DVec3};

/// A piece of which a shape is the convex hull.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    Vertex(DVec3),
    /// All center + toward·cos + left·sin, for these angles.
    Arc {
        center: DVec3,
        toward: DVec3,
        left: DVec3,
        angles: [f64; 2],
    },
    /// All center + radii∘u, for unit vectors u.
    Ellipsoid {
        center: DVec3,
        radii: DVec3,
    },
}

impl Piece {
    const STEPS: u32 = 96;

    fn on_arc(center: DVec3, toward: DVec3, left: DVec3, angle: f64) -> DVec3 {
        let (sine, cosine) = libm::sincos(angle);
        center + toward * cosine + left * sine
    }

    pub(crate) fn samples(&self) -> Vec<DVec3> {
        let steps = 0..=Self::STEPS;
        match *self {
            Self::Vertex(point) => vec![point],
            Self::Arc { center, toward, left, angles: [from, to] } => {
                steps.map(|i| Self::on_arc(center, toward, left, from + (to - from) * f64::from(i) / f64::from(Self::STEPS))).collect()
            }
            Self::Ellipsoid { center, radii } => sphere(Self::STEPS).into_iter().map(|u| center + radii * u).collect(),
        }
    }

    /// The largest value along `n`, to rounding.
    pub(crate) fn support_value(&self, n: DVec3) -> f64 {
        match *self {
            Self::Vertex(point) => point.dot(n),
            Self::Arc { center, toward, left, angles: [from, to] } => {
                let value = |angle: f64| Self::on_arc(center, toward, left, angle).dot(n);
                let mut step = (to - from) / f64::from(Self::STEPS);
                let mut best =
                    (0..=Self::STEPS).map(|i| from + step * f64::from(i)).fold(from, |a, b| if value(b) > value(a) { b } else { a });
                while step > 1e-9 {
                    for next in [best - step, best + step] {
                        let next = if to - from < TAU { next.clamp(from, to) } else { next };
                        best = if value(next) > value(best) { next } else { best };
                    }
                    step *= 0.5;
                }
                value(best)
            }
            Self::Ellipsoid { center, radii } => {
                let value = |u: DVec3| (center + radii * u).dot(n);
                let mut best = sphere(Self::STEPS).into_iter().fold(DVec3::X, |a, b| if value(b) > value(a) { b } else { a });
                let mut step = 0.1;
                while step > 1e-9 {
                    let (x, y) = best.any_orthonormal_pair();
                    for next in [best + x * step, best - x * step, best + y * step, best - y * step] {
                        let next = next / next.length();
                        best = if value(next) > value(best) { next } else { best };
                    }
                    step *= 0.75;
                }
                value(best)
            }
        }
    }
}

/// Unit vectors in all directions: rings of equal height.
fn sphere(steps: u32) -> Vec<DVec3> {
    let rings = steps / 2;
    let ring = |i: u32| libm::sincos(PI * f64::from(i) / f64::from(rings));
    let around = |i: u32| libm::sincos(TAU * f64::from(i) / f64::from(steps));
    (0..=rings)
        .flat_map(|i| (0..steps).map(move |j| (ring(i), around(j))))
        .map(|((radius, rise), (s, c))| DVec3::new(radius * c, rise, radius * s))
        .collect()
}

/// A shape and its definition.
pub(crate) struct Case<V: Vector> {
    pub(crate) name: String,
    pub(crate) shape: Box<dyn Convex<V>>,
    pub(crate) pieces: Vec<Piece>,
    /// The distance of a point beyond the shape along some direction; not positive inside.
    pub(crate) excess: Box<dyn Fn(DVec3) -> f64>,
    /// The shape's corners are rounded to its scalar.
    pub(crate) rounded: bool,
}

impl<V: Vector> Case<V> {
    fn new(name: impl Into<String>, shape: impl Convex<V> + 'static, pieces: Vec<Piece>, excess: impl Fn(DVec3) -> f64 + 'static) -> Self {
        Self { name: name.into(), shape: Box::new(shape), pieces, excess: Box::new(excess), rounded: false }
    }

    pub(crate) fn support_value(&self, n: DVec3) -> f64 {
        self.pieces.iter().fold(f64::NEG_INFINITY, |support_value, piece| support_value.max(piece.support_value(n)))
    }

    pub(crate) fn samples(&self) -> Vec<DVec3> {
        self.pieces.iter().flat_map(Piece::samples).collect()
    }

    /// An upper bound of all coordinates.
    pub(crate) fn size(&self) -> f64 {
        self.samples().into_iter().fold(0.0, |size: f64, point| size.max(point.abs().max_element()))
    }
}

/// A vector in 3D; in 2D with a third coordinate of zero.
pub(crate) fn lift<V: Vector<Scalar = f64>>(v: V) -> DVec3 {
    DVec3::new(v.get(0), v.get(1), if V::DIM == 3 { v.get(2) } else { 0.0 })
}

/// The inverse of [`lift`]: in 2D without the third coordinate.
pub(crate) fn lower<W: Vector<Scalar = f64>>(v: DVec3) -> W {
    W::from_fn(|axis| v.to_array()[axis])
}

fn vector<V: Vector>(v: DVec3) -> V {
    V::narrow(lower(v))
}

fn circle(y: f64, radius: f64) -> Piece {
    Piece::Arc { center: DVec3::Y * y, toward: DVec3::X * radius, left: DVec3::Z * radius, angles: [0.0, TAU] }
}

fn radial_distance(p: DVec3) -> f64 {
    libm::hypot(p.x, p.z)
}

/// The distance of a point from the nearest of the corners and their mean, which are the support
/// points and the center of a point, segment or triangle.
fn beyond_simplex(corners: Vec<DVec3>) -> impl Fn(DVec3) -> f64 {
    let center = corners.iter().sum::<DVec3>() / corners.len() as f64;
    move |p| corners.iter().fold((p - center).length(), |least, &corner| least.min((p - corner).length()))
}

/// The distance beyond a solid of revolution about the y axis with these radii at ∓h.
fn beyond_solid_of_revolution(h: f64, [bottom, top]: [f64; 2]) -> impl Fn(DVec3) -> f64 {
    move |p| {
        let share = if h > 0.0 { (p.y + h) / (2.0 * h) } else { 0.0 };
        let radius = if h > 0.0 { bottom + (top - bottom) * share.clamp(0.0, 1.0) } else { bottom.max(top) };
        (p.y.abs() - h).max(radial_distance(p) - radius)
    }
}

fn beyond_ellipsoid(radii: DVec3) -> impl Fn(DVec3) -> f64 {
    move |p| {
        let thin = (0..3).filter(|&i| radii[i] == 0.0 && p[i] != 0.0).fold(f64::NEG_INFINITY, |most, i| most.max(p[i].abs()));
        let share = (0..3).filter(|&i| radii[i] > 0.0).map(|i| (p[i] / radii[i]) * (p[i] / radii[i])).sum::<f64>().sqrt();
        thin.max((share - 1.0) * radii.max_element())
    }
}

/// The distance beyond all balls about the points from `−h` to `h` of the y axis, whose radii are
/// interpolated.
fn beyond_tapered(h: f64, [bottom, top]: [f64; 2]) -> impl Fn(DVec3) -> f64 {
    move |p| {
        let distance = |t: f64| (p - DVec3::Y * (h * (2.0 * t - 1.0))).length() - (bottom + (top - bottom) * t);
        // Convex in t.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..200 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if distance(a) < distance(b) { high = b } else { low = a }
        }
        distance(low)
    }
}

/// The shapes of both dimensions, with all sizes multiplied by `unit`.
pub(crate) fn cases_of_both<V: Vector>(unit: f64) -> Vec<Case<V>> {
    let size = |x: f64| V::Scalar::narrow(x * unit);
    let at = |x: f64, y: f64, z: f64| lift::<V::Wide>(lower(DVec3::new(x, y, z) * unit));
    let (a, b, c) = (at(1.5, -0.25, 0.75), at(-0.5, 1.0, 0.25), at(0.25, 0.5, -2.0));
    let mut cases = vec![];
    let mut triangle = |name: &str, corners: [DVec3; 3]| {
        let [a, b, c] = corners.map(vector::<V>);
        let pieces = corners.map(Piece::Vertex).to_vec();
        cases.push(Case::new(format!("{name} triangle"), Triangle::new(a, b, c).unwrap(), pieces, beyond_simplex(corners.to_vec())));
    };
    triangle("a", [a, b, c]);
    triangle("reversed", [a, c, b]);
    triangle("collinear", [a, b, a + (b - a) * 3.0]);
    triangle("doubled", [a, b, b]);
    triangle("point-like", [a, a, a]);
    triangle("thin", [a, b, a + (b - a) * 0.5 + at(0.0, 0.0, 0.001953125) + at(0.001953125, 0.0, 0.0)]);
    triangle("remote", [a + at(4096.0, 0.0, 0.0), b + at(4096.0, 0.0, 0.0), c + at(4096.0, 0.0, 0.0)]);
    cases.push(Case::new("point", Point::new(vector::<V>(a)).unwrap(), vec![Piece::Vertex(a)], beyond_simplex(vec![a])));
    for (name, [a, b]) in [("segment", [a, b]), ("segment of no length", [a, a])] {
        let segment = Segment::new(vector::<V>(a), vector(b)).unwrap();
        cases.push(Case::new(name, segment, vec![Piece::Vertex(a), Piece::Vertex(b)], beyond_simplex(vec![a, b])));
    }
    let ball = |y: f64, r: f64| Piece::Ellipsoid {
        center: DVec3::Y * (y * unit),
        radii: DVec3::new(1.0, 1.0, if V::DIM == 3 { 1.0 } else { 0.0 }) * (r * unit),
    };
    for [h, bottom, top] in [
        [1.0, 0.25, 0.75],
        [1.0, 0.75, 0.0],
        [1.0, 0.5, 0.5],
        [1.0, 2.0, 0.25],
        [1.0, 2.25, 0.25],
        [1.0, 0.25, 2.5],
        [1.0, 2.125, 0.25],
        [0.0, 0.5, 0.25],
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [0.0, 0.5, 0.5],
    ] {
        let shape = TaperedCapsule::<V>::new(size(h), size(bottom), size(top)).unwrap();
        let excess = beyond_tapered(h * unit, [bottom * unit, top * unit]);
        cases.push(Case::new(format!("tapered capsule {h} {bottom} {top}"), shape, vec![ball(-h, bottom), ball(h, top)], excess));
    }
    for [x, y, z] in [
        [1.0, 2.0, 0.5],
        [1.0, 0.015625, 4.0],
        [1.5, 1.5, 1.5],
        [2.0, 2.0, 0.5],
        [0.0, 2.0, 0.5],
        [2.0, 0.0, 0.5],
        [2.0, 0.5, 0.0],
        [0.0, 0.0, 2.0],
        [0.0, 2.0, 0.0],
        [2.0, 0.0, 0.0],
        [0.0, 0.0, 0.0],
    ] {
        let radii = at(x, y, z);
        let shape = Ellipsoid::<V>::new(vector(radii)).unwrap();
        let piece = Piece::Ellipsoid { center: DVec3::ZERO, radii };
        cases.push(Case::new(format!("ellipsoid {x} {y} {z}"), shape, vec![piece], beyond_ellipsoid(radii)));
    }
    // Simple shapes, as a check of the table itself.
    cases.push(Case::new("ball", Ball::<V>::new(size(0.75)).unwrap(), vec![ball(0.0, 0.75)], beyond_tapered(0.0, [0.75 * unit; 2])));
    let capsule = Capsule::<V>::new(size(1.0), size(0.75)).unwrap();
    cases.push(Case::new("capsule", capsule, vec![ball(-1.0, 0.75), ball(1.0, 0.75)], beyond_tapered(unit, [0.75 * unit; 2])));
    let half = at(1.0, 2.0, 0.5);
    let corner = |i: usize| Piece::Vertex(half * DVec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1.0 } else { -1.0 })));
    let beyond = move |p: DVec3| (p.abs() - half).max_element();
    cases.push(Case::new("box", Cuboid::<V>::new(vector(half)).unwrap(), (0..8).map(corner).collect(), beyond));
    cases
}

/// The shapes in 3D.
pub(crate) fn cases_3d<V: Vector<Wide = DVec3>>(unit: f64) -> Vec<Case<V>> {
    let size = |x: f64| V::Scalar::narrow(x * unit);
    let mut cases = cases_of_both::<V>(unit);
    let mut revolution = |name: String, shape: Box<dyn Convex<V>>, [h, bottom, top]: [f64; 3]| {
        let [h, bottom, top] = [h, bottom, top].map(|x| x * unit);
        cases.push(Case::new(name, shape, vec![circle(-h, bottom), circle(h, top)], beyond_solid_of_revolution(h, [bottom, top])));
    };
    for [h, r] in [[1.0, 0.5], [0.125, 3.0], [4.0, 0.0625], [0.0, 1.5], [1.5, 0.0], [0.0, 0.0]] {
        revolution(format!("cylinder {h} {r}"), Box::new(Cylinder::<V>::new(size(h), size(r)).unwrap()), [h, r, r]);
        revolution(format!("cone {h} {r}"), Box::new(Cone::<V>::new(size(h), size(r)).unwrap()), [h, r, 0.0]);
    }
    for [h, bottom, top] in
        [[1.0, 0.5, 1.25], [1.0, 1.5, 0.75], [0.0, 0.5, 1.5], [1.0, 0.0, 1.5], [0.25, 2.0, 1.5], [2.0, 0.0, 0.0], [0.0625, 0.0, 3.0]]
    {
        revolution(
            format!("frustum {h} {bottom} {top}"),
            Box::new(Frustum::<V>::new(size(h), size(bottom), size(top)).unwrap()),
            [h, bottom, top],
        );
    }
    cases
}

/// The shapes in 2D.
pub(crate) fn cases_2d<V: Vector<Wide = DVec2>>(unit: f64) -> Vec<Case<V>> {
    let size = |x: f64| V::Scalar::narrow(x * unit);
    let mut cases = cases_of_both::<V>(unit);
    for [x, y] in [[2.0, 1.0], [0.5, 4.0], [1.5, 1.5], [2.0, 0.0], [0.0, 1.5], [0.0, 0.0]] {
        let radii = DVec3::new(x, y, 0.0) * unit;
        let shape = HalfEllipse::<V>::new(vector(radii)).unwrap();
        let arc = Piece::Arc { center: DVec3::ZERO, toward: DVec3::X * radii.x, left: DVec3::Y * radii.y, angles: [0.0, PI] };
        let whole = beyond_ellipsoid(radii);
        cases.push(Case::new(format!("half-ellipse {x} {y}"), shape, vec![arc], move |p| whole(p).max(-p.y)));
    }
    for [radius, angle] in [[2.0, 0.75], [1.0, 1.5], [3.0, 0.0625], [1.5, FRAC_PI_2], [1.5, 0.0], [0.0, 1.0]] {
        let half_angle = V::Scalar::narrow(angle);
        let shape = Sector::<V>::new(size(radius), half_angle).unwrap();
        let r = radius * unit;
        let arc = Piece::Arc { center: DVec3::ZERO, toward: DVec3::Y * r, left: DVec3::X * r, angles: [-angle, angle] };
        let (sine, cosine) = libm::sincos(angle);
        let excess = move |p: DVec3| (p.length() - r).max(p.x.abs() * cosine - p.y * sine);
        cases.push(Case::new(format!("sector {radius} {angle}"), shape, vec![Piece::Vertex(DVec3::ZERO), arc], excess));
    }
    for [radius, angle] in [[2.0, 0.75], [1.0, 1.5], [3.0, 0.0625], [1.5, FRAC_PI_2], [1.0, 2.5], [1.5, PI], [1.5, 0.0], [0.0, 1.0]] {
        let shape = CircularSegment::<V>::new(size(radius), V::Scalar::narrow(angle)).unwrap();
        let r = radius * unit;
        let arc = Piece::Arc { center: DVec3::ZERO, toward: DVec3::Y * r, left: DVec3::X * r, angles: [-angle, angle] };
        let chord = r * libm::cos(angle);
        cases.push(Case::new(format!("segment {radius} {angle}"), shape, vec![arc], move |p| (p.length() - r).max(chord - p.y)));
    }
    for count in [1, 2, 3, 4, 5, 7, 12, 64] {
        let corner = |i: u32| {
            let (sine, cosine) = libm::sincos(TAU * f64::from(i) / f64::from(count));
            DVec3::new(-sine, cosine, 0.0) * (1.5 * unit)
        };
        let corners: Vec<DVec3> = (0..count).map(corner).collect();
        let pieces = corners.iter().copied().map(Piece::Vertex).collect();
        // The distance beyond an edge; for one or two corners, from the point or the line.
        let excess = move |p: DVec3| match corners.len() {
            1 => (p - corners[0]).length(),
            2 => p.x.abs(),
            count => (0..count).fold(f64::NEG_INFINITY, |most, i| {
                let along = corners[(i + 1) % count] - corners[i];
                most.max(along.cross(p - corners[i]).z / -along.length())
            }),
        };
        let shape = Polygon::<V>::regular(count as usize, size(1.5)).unwrap();
        let case = Case::new(format!("regular polygon {count}"), shape, pieces, excess);
        cases.push(Case { rounded: true, ..case });
    }
    cases
}
