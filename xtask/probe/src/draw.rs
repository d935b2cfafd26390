//! A pair from bytes: shapes of every kind, some of them nested, their poses and motions, and a
//! point.
//!
//! The first byte decides the dimension, the precision and whether numbers are wild. So a fuzzer
//! that changes it tries the rest of the input in another core.

use core::fmt;

use clinch_testkit::distributions::{Kind, Scatter, right_angles, sized};
use clinch_testkit::fnv::Fnv;
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, Query, QueryKind, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::bytes::Bytes;

/// A pair, and the input of every query on it.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The pair, with motions, a ray and a prediction.
    pub query: Query,
    /// The program answers in `f32`.
    pub single: bool,
    /// Numbers may be anything, NaN included.
    pub wild: bool,
    /// The signed distance, in units of S, at which B is placed. Without one B stays where it was
    /// drawn.
    pub distance: Option<f64>,
    /// The rotations of A and B in a step, as vectors along the axis; in 2D z is the angle.
    pub turns: [DVec3; 2],
    /// The points of a hull.
    pub cloud: Vec<Coords>,
    /// The largest number of vertices of the hull.
    pub budget: usize,
    /// Faces of a mesh on the points.
    pub faces: Vec<Vec<u32>>,
    /// Mass properties are computed, too: not for every pair, because they are slow.
    pub moments: bool,
    /// The seed of whatever else is random.
    pub seed: u64,
}

/// The pair of these bytes. Every input is a pair.
pub fn draw(data: &[u8]) -> Drawn {
    let mut hash = Fnv::new();
    hash.bytes(data);
    let mut bytes = Bytes::new(data);
    let [core, place, more] = [bytes.byte(), bytes.byte(), bytes.byte()];
    let dim = if core & 1 == 0 { 3 } else { 2 };
    bytes.single = core & 2 == 0;
    bytes.wild = core & 0x1c == 0x1c;
    let mut reader = ShapeReader { bytes, dim };
    let (a, b) = (reader.shape(NESTED), reader.shape(NESTED));
    let (mut pose_a, mut pose_b) = (reader.pose(), reader.pose());
    if place & 0x30 == 0x10 {
        // The same rotation: faces are parallel.
        pose_b.rotation = pose_a.rotation;
    }
    if place & 0xc0 == 0x40 {
        // The same shapes farther from the world's origin.
        let far = DVec3::new(4096.5, -1e5, if dim == 3 { 3e4 } else { 0.0 });
        (pose_a, pose_b) = (moved(&pose_a, far, dim), moved(&pose_b, far, dim));
    }
    let distance = if reader.bytes.wild { None } else { DISTANCES[usize::from(place & 0x0f)] };
    let mut query = Query::contact(dim, (a, pose_a), (b, pose_b)).with_id("fuzz");
    query.prediction = Some(reader.bytes.size());
    query.vel_a = Some(reader.point());
    query.vel_b = Some(reader.point());
    query.max_toi = Some(if more & 1 == 0 { 1.0 } else { reader.bytes.size() });
    query.target_distance = Some(if more & 2 == 0 { 0.0 } else { reader.bytes.size() });
    query.origin = Some(reader.point());
    query.dir = Some(reader.point());
    let mut turn = || {
        let axis = if dim == 3 { reader.point().to_vec3() } else { DVec3::Z };
        axis.normalize_or_zero() * reader.bytes.angle()
    };
    let turns = [turn(), turn()];
    let (mut cloud, mut budget, mut faces) = (Vec::new(), 0, Vec::new());
    if more & 0x0c == 0x0c {
        cloud = reader.points();
        budget = reader.bytes.below(20);
        for _ in 0..reader.bytes.below(12) {
            faces.push((0..reader.bytes.below(6)).map(|_| u32::from(reader.bytes.byte() % 16)).collect());
        }
    }
    let Bytes { single, wild, .. } = reader.bytes;
    Drawn { query, single, wild, distance, turns, cloud, budget, faces, moments: more & 0x30 == 0x30, seed: hash.value() }
}

/// The largest number of wrappers around each other.
const NESTED: u32 = 3;

/// Signed distances in units of S. Five of sixteen pairs are not placed.
const DISTANCES: [Option<f64>; 16] = [
    None,
    None,
    None,
    None,
    None,
    Some(0.0),
    Some(1e-12),
    Some(-1e-12),
    Some(1e-7),
    Some(-1e-7),
    Some(-1e-4),
    Some(1e-4),
    Some(-0.03),
    Some(0.03),
    Some(-0.2),
    Some(0.5),
];

/// The kinds that wrap no other shape, in 2D.
const PLANE: [Kind; 14] = [
    Kind::Point,
    Kind::Segment,
    Kind::Triangle,
    Kind::Box,
    Kind::Capsule,
    Kind::Capsule,
    Kind::TaperedCapsule,
    Kind::Halfspace,
    Kind::Ball,
    Kind::Ellipsoid,
    Kind::HalfEllipse,
    Kind::Sector,
    Kind::RegularPolygon,
    Kind::Hull,
];
/// The kinds that wrap no other shape, in 3D.
const SPACE: [Kind; 14] = [
    Kind::Point,
    Kind::Segment,
    Kind::Triangle,
    Kind::Box,
    Kind::Capsule,
    Kind::Capsule,
    Kind::TaperedCapsule,
    Kind::Halfspace,
    Kind::Ball,
    Kind::Cylinder,
    Kind::Cone,
    Kind::Frustum,
    Kind::Ellipsoid,
    Kind::Hull,
];
/// The index in both lists of the capsule between two points.
const BETWEEN: usize = 5;

fn moved(pose: &PoseSpec, by: DVec3, dim: usize) -> PoseSpec {
    PoseSpec { t: Some(Coords::of(pose.translation() + by, dim)), ..*pose }
}

/// Reads shapes and poses from bytes.
struct ShapeReader<'d> {
    bytes: Bytes<'d>,
    dim: usize,
}

impl ShapeReader<'_> {
    fn point(&mut self) -> Coords {
        let number = |reader: &mut Self| reader.bytes.number();
        let p = DVec3::new(number(self), number(self), if self.dim == 3 { number(self) } else { 0.0 });
        Coords::of(p, self.dim)
    }

    /// The points of a hull: 1 to 14 at any places, or 15 to 108 on or in a ball.
    fn points(&mut self) -> Vec<Coords> {
        let count = self.bytes.byte();
        if count < 224 {
            return (0..1 + count % 14).map(|_| self.point()).collect();
        }
        let (size, dim) = (self.bytes.size(), self.dim);
        let mut random = Random::new(u64::from(self.bytes.byte()));
        let scatter = if count.is_multiple_of(2) { Scatter::Sphere } else { Scatter::Ball };
        (0..usize::from(count - 219) * 3)
            .map(|_| {
                let p = Coords::of(scatter.point(&mut random, dim) * size, dim);
                if self.bytes.single { p.rounded() } else { p }
            })
            .collect()
    }

    /// A shape with at most `depth` levels of wrappers. As long as there is a level left, a quarter
    /// of all bytes give a wrapper.
    fn shape(&mut self, depth: u32) -> ShapeSpec {
        let byte = self.bytes.byte();
        if byte >= 192 && depth > 0 {
            return self.wrapper(Kind::WRAPPERS[usize::from(byte) % Kind::WRAPPERS.len()], depth - 1);
        }
        let kinds = if self.dim == 3 { SPACE } else { PLANE };
        let index = usize::from(byte) % kinds.len();
        match kinds[index] {
            Kind::Point => ShapeSpec::Point { p: Some(self.point()) },
            Kind::Segment => ShapeSpec::Segment { a: self.point(), b: self.point() },
            Kind::Triangle => ShapeSpec::Triangle { a: self.point(), b: self.point(), c: self.point() },
            Kind::Capsule if index == BETWEEN => {
                let axis = CapsuleAxis::Between { a: self.point(), b: self.point() };
                ShapeSpec::Capsule { axis, radius: self.bytes.size() }
            }
            Kind::Halfspace => self.halfspace(),
            Kind::Sector => self.sector(),
            Kind::RegularPolygon => {
                let count = u32::from(self.bytes.byte());
                // Of one corner or two the program makes a point or a segment; the oracle refuses
                // both.
                let count = if self.bytes.wild && count == 0 { 0 } else { count + 3 };
                ShapeSpec::RegularPolygon { count, radius: self.bytes.size() }
            }
            Kind::Hull => ShapeSpec::hull(self.dim, self.points()),
            kind => sized(kind, self.dim, || self.bytes.size()),
        }
    }

    fn wrapper(&mut self, kind: Kind, depth: u32) -> ShapeSpec {
        match kind {
            Kind::Swept => ShapeSpec::Rounded { core: Box::new(self.shape(depth)), radius: self.bytes.size() },
            Kind::Scaled => {
                let scale = self.scale();
                ShapeSpec::Scaled { scale, shape: Box::new(self.shape(depth)) }
            }
            Kind::Posed => ShapeSpec::Posed { pose: self.pose(), shape: Box::new(self.shape(depth)) },
            Kind::Sum => ShapeSpec::Sum { a: Box::new(self.shape(depth)), b: Box::new(self.shape(depth)) },
            _ => ShapeSpec::HullOf { shapes: (0..1 + self.bytes.below(3)).map(|_| self.shape(depth)).collect() },
        }
    }

    /// The absolute value of a tame factor is 0 or from 0.05 to 16, so that three nested ones
    /// change a length by at most a factor of 8,000.
    fn scale(&mut self) -> Coords {
        let scale = self.point().to_vec3();
        let wild = self.bytes.wild;
        let scale = if wild { scale } else { scale.clamp(DVec3::splat(-16.0), DVec3::splat(16.0)) };
        let tamed = |s: f64| if wild || s == 0.0 || s.abs() > 0.05 { s } else { 0.05 };
        Coords::of(DVec3::from_array(scale.to_array().map(tamed)), self.dim)
    }

    fn halfspace(&mut self) -> ShapeSpec {
        let normal = self.point();
        // A zero normal is refused, so a tame input has none.
        let zero = !self.bytes.wild && normal.to_vec3() == DVec3::ZERO;
        let normal = if zero { Coords::of(DVec3::Y, self.dim) } else { normal };
        ShapeSpec::Halfspace { normal, offset: self.bytes.number() }
    }

    fn sector(&mut self) -> ShapeSpec {
        let radius = self.bytes.size();
        let half_angle = self.bytes.angle();
        // Tame angles are positive and at most a quarter turn.
        let tame = if half_angle == 0.0 { 1.0 } else { half_angle.abs() * 0.5 };
        let tame = if tame > 1.57 { 1.57 } else { tame };
        let half_angle = if self.bytes.wild { half_angle } else { f64::from(tame as f32) };
        ShapeSpec::Sector { radius, half_angle }
    }

    fn pose(&mut self) -> PoseSpec {
        let rotation = self.rotation();
        PoseSpec { t: Some(self.point()), rotation }
    }

    /// None, by right angles, nearly none, or any.
    fn rotation(&mut self) -> RotationSpec {
        let how = self.bytes.byte();
        let small = self.bytes.pick(&[1e-9, 1e-6, 1e-4, 1e-2]);
        match (how % 8, self.dim) {
            (0..=2, _) => RotationSpec::Identity,
            (3, 2) => self.bytes.pick(&[RotationSpec::CosSin(0.0, 1.0), RotationSpec::CosSin(-1.0, 0.0), RotationSpec::CosSin(0.0, -1.0)]),
            (4, 2) => RotationSpec::CosSin(1.0, small),
            (5 | 6, 2) => RotationSpec::Angle(self.bytes.angle()),
            (_, 2) => {
                let (cos, sin) = (self.bytes.number(), self.bytes.number());
                if !self.bytes.wild && cos == 0.0 && sin == 0.0 { RotationSpec::Identity } else { RotationSpec::CosSin(cos, sin) }
            }
            (3, _) => RotationSpec::Quaternion(right_angles(&mut Random::new(u64::from(self.bytes.byte())))),
            (4, _) => {
                let axis = self.point().to_vec3().normalize_or_zero() * small;
                RotationSpec::Quaternion([axis.x, axis.y, axis.z, 1.0])
            }
            _ => {
                let q: [f64; 4] = core::array::from_fn(|_| self.bytes.number());
                if !self.bytes.wild && q == [0.0; 4] { RotationSpec::Identity } else { RotationSpec::Quaternion(q) }
            }
        }
    }
}

impl Drawn {
    /// Whether every number is finite. JSON has no others.
    fn is_finite(&self) -> bool {
        !serde_json::to_string(&self.query).unwrap_or_default().contains("null")
    }
}

impl fmt::Display for Drawn {
    /// As lines of a pair file: the contact, the cast and the ray. Comments, which begin with `#`,
    /// have the rotations, the input of cooking, and numbers that are not finite.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}; turns {:?}", if self.single { "f32" } else { "f64: query --f64" }, self.turns)?;
        if !self.is_finite() {
            writeln!(f, "# numbers that JSON has no word for: {:?}", self.query)?;
        }
        for kind in [QueryKind::Contact, QueryKind::ShapeCast, QueryKind::RayCast] {
            let query = Query { kind, ..self.query.clone() };
            writeln!(f, "{}", serde_json::to_string(&query).map_err(|_| fmt::Error)?)?;
        }
        if !self.cloud.is_empty() {
            writeln!(f, "# cooked with {} vertices: {:?}, faces {:?}", self.budget, self.cloud, self.faces)?;
        }
        Ok(())
    }
}
