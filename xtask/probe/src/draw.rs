//! A pair from bytes: shapes of every kind, nested a little, their poses, how they move, and a point.
//!
//! The first byte decides about dimension, precision and wildness, so that a fuzzer that changes it tries the rest of the input in another core.

use core::fmt;

use clinch_testkit::fnv::Fnv;
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, Query, QueryKind, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::bytes::Bytes;

/// What an input asks.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The pair, with motions, a ray and a prediction.
    pub query: Query,
    /// The core is that of `f32`.
    pub single: bool,
    /// Numbers may be anything.
    pub wild: bool,
    /// The signed distance, in units of S, that B is put at; where it was drawn if there is none.
    pub put: Option<f64>,
    /// How A and B turn in a step: vectors along the axis; in the plane the angle is z.
    pub turns: [DVec3; 2],
    /// A cloud to be cooked, with a budget of vertices.
    pub cloud: Vec<Coords>,
    /// At most so many vertices.
    pub budget: usize,
    /// Faces of a mesh on the cloud.
    pub faces: Vec<Vec<u32>>,
    /// Volumes are asked for too: they cost more than all the rest.
    pub moments: bool,
    /// A number for what is drawn at random besides.
    pub seed: u64,
}

/// The pair that these bytes are. Any bytes are one.
pub fn draw(data: &[u8]) -> Drawn {
    let mut hash = Fnv::new();
    hash.bytes(data);
    let mut bytes = Bytes::new(data);
    let [core, place, more] = [bytes.byte(), bytes.byte(), bytes.byte()];
    let dim = if core & 1 == 0 { 3 } else { 2 };
    bytes.single = core & 2 == 0;
    bytes.wild = core & 0x1c == 0x1c;
    let mut draft = Draft { bytes, dim };
    let (a, b) = (draft.shape(NESTED), draft.shape(NESTED));
    let (mut pose_a, mut pose_b) = (draft.pose(), draft.pose());
    if place & 0x30 == 0x10 {
        // Turned alike: faces on faces.
        pose_b.rotation = pose_a.rotation;
    }
    if place & 0xc0 == 0x40 {
        // The same shapes farther from the world's origin.
        let far = DVec3::new(4096.5, -1e5, if dim == 3 { 3e4 } else { 0.0 });
        (pose_a, pose_b) = (moved(&pose_a, far, dim), moved(&pose_b, far, dim));
    }
    let put = if draft.bytes.wild { None } else { PUT[usize::from(place & 0x0f)] };
    let mut query = Query::contact("fuzz", dim, (a, pose_a), (b, pose_b));
    query.prediction = Some(draft.bytes.size());
    query.vel_a = Some(draft.point());
    query.vel_b = Some(draft.point());
    query.max_toi = Some(if more & 1 == 0 { 1.0 } else { draft.bytes.size() });
    query.target_distance = Some(if more & 2 == 0 { 0.0 } else { draft.bytes.size() });
    query.origin = Some(draft.point());
    query.dir = Some(draft.point());
    let mut turn = || {
        let axis = if dim == 3 { draft.point().to_vec3() } else { DVec3::Z };
        axis.normalize_or_zero() * draft.bytes.angle()
    };
    let turns = [turn(), turn()];
    let (mut cloud, mut budget, mut faces) = (Vec::new(), 0, Vec::new());
    if more & 0x0c == 0x0c {
        cloud = draft.points();
        budget = draft.bytes.below(20);
        for _ in 0..draft.bytes.below(12) {
            faces.push((0..draft.bytes.below(6)).map(|_| u32::from(draft.bytes.byte() % 16)).collect());
        }
    }
    let Bytes { single, wild, .. } = draft.bytes;
    Drawn { query, single, wild, put, turns, cloud, budget, faces, moments: more & 0x30 == 0x30, seed: hash.value() }
}

/// How deep shapes are made of shapes.
const NESTED: u32 = 3;

/// Signed distances, in units of S, at which a pair shows what it is: touching to the ulp, nearly so, and deep.
const PUT: [Option<f64>; 16] = [
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

fn moved(pose: &PoseSpec, by: DVec3, dim: usize) -> PoseSpec {
    PoseSpec { t: Some(Coords::of(pose.translation() + by, dim)), ..*pose }
}

struct Draft<'d> {
    bytes: Bytes<'d>,
    dim: usize,
}

impl Draft<'_> {
    fn point(&mut self) -> Coords {
        let number = |draft: &mut Self| draft.bytes.number();
        let p = DVec3::new(number(self), number(self), if self.dim == 3 { number(self) } else { 0.0 });
        Coords::of(p, self.dim)
    }

    fn sizes(&mut self) -> Coords {
        let size = |draft: &mut Self| draft.bytes.size();
        let p = DVec3::new(size(self), size(self), if self.dim == 3 { size(self) } else { 0.0 });
        Coords::of(p, self.dim)
    }

    /// A cloud: few points of any place, or many on or in a ball.
    fn points(&mut self) -> Vec<Coords> {
        let count = self.bytes.byte();
        if count < 224 {
            return (0..1 + count % 14).map(|_| self.point()).collect();
        }
        let (size, dim) = (self.bytes.size(), self.dim);
        let mut random = Random::new(u64::from(self.bytes.byte()));
        (0..usize::from(count - 219) * 3)
            .map(|_| {
                let p = if count.is_multiple_of(2) { random.direction(dim) } else { random.in_ball(dim) } * size;
                let p = Coords::of(p, dim);
                if self.bytes.single { p.rounded() } else { p }
            })
            .collect()
    }

    fn shape(&mut self, deep: u32) -> ShapeSpec {
        let wrapped = if deep == 0 { 0 } else { 5 };
        let solids = 14;
        let kind = self.bytes.byte();
        // A quarter of all shapes are made of others.
        let kind = if kind >= 192 && wrapped > 0 { solids + usize::from(kind) % wrapped } else { usize::from(kind) % solids };
        match kind {
            0 => ShapeSpec::Point { p: Some(self.point()) },
            1 => ShapeSpec::Segment { a: self.point(), b: self.point() },
            2 => ShapeSpec::Triangle { a: self.point(), b: self.point(), c: self.point() },
            3 => ShapeSpec::Box { half: self.sizes() },
            4 => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: self.bytes.size() }, radius: self.bytes.size() },
            5 => ShapeSpec::Capsule { axis: CapsuleAxis::Between { a: self.point(), b: self.point() }, radius: self.bytes.size() },
            6 => {
                let [half_height, bottom, top] = core::array::from_fn(|_| self.bytes.size());
                ShapeSpec::TaperedCapsule { half_height, bottom, top }
            }
            7 => {
                let normal = self.point();
                // A normal of length zero is refused, and nothing more comes of it.
                let normal = if !self.bytes.wild && normal.to_vec3() == DVec3::ZERO { Coords::of(DVec3::Y, self.dim) } else { normal };
                ShapeSpec::Halfspace { normal, offset: self.bytes.number() }
            }
            8..14 if self.dim == 3 => self.solid(kind),
            8..14 => self.plane(kind),
            14 => ShapeSpec::Rounded { core: Box::new(self.shape(deep - 1)), radius: self.bytes.size() },
            15 => {
                let scale = self.point().to_vec3();
                // Sixteen to either side: three of them in each other stay within the range of what is tame.
                let scale = if self.bytes.wild { scale } else { scale.clamp(DVec3::splat(-16.0), DVec3::splat(16.0)) };
                let scale =
                    DVec3::from_array(scale.to_array().map(|s| if self.bytes.wild || s == 0.0 || s.abs() > 0.05 { s } else { 0.05 }));
                ShapeSpec::Scaled { scale: Coords::of(scale, self.dim), shape: Box::new(self.shape(deep - 1)) }
            }
            16 => ShapeSpec::Posed { pose: self.pose(), shape: Box::new(self.shape(deep - 1)) },
            17 => ShapeSpec::Sum { a: Box::new(self.shape(deep - 1)), b: Box::new(self.shape(deep - 1)) },
            _ => ShapeSpec::HullOf { shapes: (0..1 + self.bytes.below(3)).map(|_| self.shape(deep - 1)).collect() },
        }
    }

    fn solid(&mut self, kind: usize) -> ShapeSpec {
        match kind {
            8 => ShapeSpec::Sphere { radius: self.bytes.size() },
            9 => ShapeSpec::Cylinder { half_height: self.bytes.size(), radius: self.bytes.size() },
            10 => ShapeSpec::Cone { half_height: self.bytes.size(), radius: self.bytes.size() },
            11 => {
                let [half_height, bottom, top] = core::array::from_fn(|_| self.bytes.size());
                ShapeSpec::Frustum { half_height, bottom, top }
            }
            12 => ShapeSpec::Ellipsoid { radii: self.sizes() },
            _ => ShapeSpec::Hull { points: self.points() },
        }
    }

    fn plane(&mut self, kind: usize) -> ShapeSpec {
        match kind {
            8 => ShapeSpec::Circle { radius: self.bytes.size() },
            9 => ShapeSpec::Ellipse { radii: self.sizes() },
            10 => ShapeSpec::HalfEllipse { radii: self.sizes() },
            11 => {
                let radius = self.bytes.size();
                let half_angle = self.bytes.angle();
                // At most a quarter turn, and more than nothing.
                let tame = if half_angle == 0.0 { 1.0 } else { half_angle.abs() * 0.5 };
                let tame = if tame > 1.57 { 1.57 } else { tame };
                let half_angle = if self.bytes.wild { half_angle } else { f64::from(tame as f32) };
                ShapeSpec::Sector { radius, half_angle }
            }
            12 => {
                let count = u32::from(self.bytes.byte());
                // Of one corner or two the program makes a point or a segment, and the oracle nothing.
                ShapeSpec::RegularPolygon { count: if self.bytes.wild && count == 0 { 0 } else { count + 3 }, radius: self.bytes.size() }
            }
            _ => ShapeSpec::Polygon { points: self.points() },
        }
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
            (3, _) => RotationSpec::Quaternion(clinch_testkit::storm::right_angles(&mut Random::new(u64::from(self.bytes.byte())))),
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
    /// Whether every number is finite: JSON knows no others.
    fn is_written(&self) -> bool {
        !serde_json::to_string(&self.query).unwrap_or_default().contains("null")
    }
}

impl fmt::Display for Drawn {
    /// As lines of a pair file: the contact, the cast and the ray. What a pair file does not hold stands behind a `#`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}; turns {:?}", if self.single { "f32" } else { "f64: query --f64" }, self.turns)?;
        if !self.is_written() {
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
