//! Checks an answer in microseconds with a few support points of the shapes: some parts are proved,
//! others sampled.
//!
//! * The gap along any direction is a lower bound of the signed distance. Along the answer's normal
//!   it equals the answer, or the normal is wrong.
//! * Two points of the shapes at the distance of the answer are an upper bound of it. Together with
//!   the gap they are the whole proof for a pair that is apart.
//! * For a depth, no direction may have a larger gap. That is only *sampled*: along small rotations
//!   of the normal, along the direction in which the support points suggest an improvement, along
//!   the axes of both shapes and at random. That points are in their shapes is sampled in the same
//!   way.
//! * So a doubt is not a fault, and the absence of doubts is no proof of a depth.
//!   [`Pairing::truth`](crate::oracle::Pairing::truth) decides doubts, at a thousand times the
//!   cost.
//!
//! No hull is built here: a polytope is the list of its points.

use glam::DVec3;

use crate::oracle::check::{Refusal, validate_pose};
use crate::oracle::round::{Body, Round};
use crate::oracle::solid::{corners, regular, vectors};
use crate::oracle::{ROUNDING, larger, validate};
use crate::pair_file::{CapsuleAxis, PoseSpec, Query, ShapeSpec};
use crate::random::Random;

/// What an answer claims. Directions and points are in world axes relative to A's origin: a pair
/// far from the world's origin loses no digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// The signed distance.
    pub sd: f64,
    /// Unit, from A to B.
    pub normal: DVec3,
    /// The point of A nearest to B, or deepest in it.
    pub point_a: DVec3,
    /// The point of B.
    pub point_b: DVec3,
    /// The claimed lower bound of the signed distance.
    pub lower: f64,
    /// The claimed upper bound of the signed distance.
    pub upper: f64,
    /// The claim that the closed sets share a point.
    pub intersects: bool,
}

/// A contradiction between a claim and the certificate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// The contradiction.
    pub what: &'static str,
    /// Its size, if it is a length; else NaN.
    pub off: f64,
    /// The oracle is not needed: the claim contradicts itself.
    pub certain: bool,
}

/// Two convex shapes in their poses, by their support points.
#[derive(Clone, Debug)]
pub struct Certificate {
    dim: usize,
    a: Set,
    b: Set,
    extent: f64,
}

#[derive(Clone, Debug)]
struct Set {
    form: Form,
    axes: [DVec3; 3],
    at: DVec3,
    reach: f64,
}

#[derive(Clone, Debug)]
enum Form {
    Body(Round),
    /// normal·x ≤ offset, with a unit normal.
    Halfspace {
        normal: DVec3,
        offset: f64,
    },
}

/// About the square root of the rounding error, as a multiple of S: the accuracy of the position of
/// a flat minimum.
const ASIDE: f64 = 3e-8;

/// Angles by which the normal is rotated, in radians.
const TURNS: [f64; 4] = [1e-6, 1e-4, 1e-2, 0.2];

impl Certificate {
    /// The two shapes of a query.
    ///
    /// # Errors
    /// The parameters are invalid, a shape is not convex, both are half-spaces, or there is no
    /// shape B.
    pub fn of(query: &Query) -> Result<Self, Refusal> {
        let Some(shape_b) = &query.b else { return Err(Refusal::construct("there is no shape b")) };
        for (shape, pose) in [(&query.a, &query.pose_a), (shape_b, &query.pose_b)] {
            validate(shape, query.dim)?;
            validate_pose(pose, query.dim)?;
        }
        let origin = query.pose_a.translation();
        let a = Set::new(&query.a, &query.pose_a, origin)?;
        let b = Set::new(shape_b, &query.pose_b, origin)?;
        if matches!((&a.form, &b.form), (Form::Halfspace { .. }, Form::Halfspace { .. })) {
            return Err(Refusal::unsupported("two half-spaces have no finite depth"));
        }
        Ok(Self { dim: query.dim, a, b, extent: query.extent() })
    }

    /// S, the length that tolerances multiply.
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// Whether both are lists of points, or such lists swept by a radius. Polytopes that wrap
    /// others do not count.
    pub fn are_polytopes(&self) -> bool {
        let points = |round: &Round| match &round.body {
            Body::Points(_) => true,
            Body::Swept(core, _) => matches!(core.body, Body::Points(_)),
            _ => false,
        };
        [&self.a, &self.b].into_iter().all(|set| matches!(&set.form, Form::Body(round) if points(round)))
    }

    /// A bound of the coordinates of points in each shape's own frame: S plus the offset of a
    /// half-space, which S does not include.
    pub fn size(&self) -> f64 {
        let offset = |set: &Set| if let Form::Halfspace { normal, offset } = &set.form { (offset - normal.dot(set.at)).abs() } else { 0.0 };
        self.extent + offset(&self.a) + offset(&self.b)
    }

    /// The gap of A and B along the unit vector `n`, and the point of A − B that decides it.
    fn gap(&self, n: DVec3) -> (f64, DVec3) {
        match (&self.a.form, &self.b.form) {
            (Form::Body(a), Form::Body(b)) => {
                let p = a.support(n) - b.support(-n);
                (-n.dot(p), p)
            }
            // See `Pairing::gap_along`.
            (Form::Halfspace { normal, offset }, Form::Body(b)) => {
                let straight = normal.dot(b.support(-*normal)) - offset;
                (straight - tilt(n, *normal) * self.b.reach, -*normal * straight)
            }
            (Form::Body(a), Form::Halfspace { normal, offset }) => {
                let straight = normal.dot(a.support(-*normal)) - offset;
                (straight - tilt(-n, *normal) * self.a.reach, *normal * straight)
            }
            (Form::Halfspace { .. }, Form::Halfspace { .. }) => (f64::NAN, DVec3::NAN),
        }
    }

    /// The gap of A and B along the unit vector `n`: a lower bound of the signed distance, to
    /// rounding. NaN if `n` is.
    pub fn gap_along(&self, n: DVec3) -> f64 {
        self.gap(n).0
    }

    /// All contradictions to the claim. `tolerance` is a multiple of S. `random` chooses
    /// directions.
    pub fn doubts(&self, claim: &Claim, tolerance: f64, random: &mut Random) -> Vec<Doubt> {
        let mut found = Vec::new();
        let band = tolerance * self.extent;
        let rounding = 2.0 * ROUNDING * self.extent;
        let Claim { sd, normal: n, point_a, point_b, lower, upper, intersects } = *claim;
        // Written so that NaN is a contradiction.
        let mut contradiction = |what: &'static str, off: f64, most: f64| {
            if !(off <= most) {
                found.push(Doubt { what, off, certain: true });
            }
        };
        contradiction("the normal has no unit length", (n.length() - 1.0).abs(), 1e-12);
        // The bounds of an unfinished search are far apart, and its points are as inaccurate.
        let loose = band + larger(upper - lower, 0.0);
        // Across the normal the points may be off by as much as keeps the distance. A depth allows
        // any offset, but where it is smallest the offset is at most the root of the rounding
        // error.
        let way = point_b - point_a;
        let aside = if sd > band { loose } else { larger(loose, ASIDE * self.extent) };
        contradiction("the points are not that far apart along the normal", (way.dot(n) - sd).abs(), loose);
        contradiction("the points are not that far apart", (way.length() - sd.abs()).abs(), aside);
        contradiction("the points are no proof of the upper bound", lower - larger((point_b - point_a).length(), sd), band);
        contradiction("the lower bound is above the upper", lower - upper, 0.0);
        contradiction("the distance is below its lower bound", lower - sd, rounding);
        contradiction("the distance is above its upper bound", sd - upper, rounding);
        // A pair that is not proved to be apart touches.
        let fits = if intersects { lower <= 0.0 } else { upper > 0.0 };
        contradiction("yes or no contradicts the bounds", if fits { 0.0 } else { f64::NAN }, 0.0);

        let mut doubt = |what: &'static str, off: f64, most: f64| {
            if !(off <= most) {
                found.push(Doubt { what, off, certain: false });
            }
        };
        let (gap, tip) = self.gap(n);
        doubt("the gap along the normal is another", (gap - sd).abs(), band);
        for (set, point, outward, what) in
            [(&self.a, point_a, n, "the point of A is not in A"), (&self.b, point_b, -n, "the point of B is not in B")]
        {
            doubt(what, self.outside(set, point, outward, random), band);
        }

        let mut widest = gap;
        // A pair that is apart is proved above. A few directions check the bounds.
        let sparse = sd > band;
        self.probe(n, tip, sparse, random, |gap| widest = larger(widest, gap));
        doubt("there is a wider gap along another direction", widest - sd, band);
        doubt("the upper bound is below the gap along a direction", widest - upper, rounding);
        found
    }

    /// Passes the gaps along directions near `n` and far from it to `found`.
    fn probe(&self, n: DVec3, tip: DVec3, sparse: bool, random: &mut Random, mut found: impl FnMut(f64)) {
        if matches!(self.a.form, Form::Halfspace { .. }) || matches!(self.b.form, Form::Halfspace { .. }) {
            // There is only one direction, and its gap is known.
            return;
        }
        let mut ask = |direction: DVec3| {
            if let Some(direction) = direction.try_normalize() {
                found(self.gap(direction).0);
            }
        };
        // A rotation away from the deciding point lowers its height.
        let away = (n * n.dot(tip) - tip).normalize_or_zero();
        for turn in TURNS {
            ask(n + away * turn);
            ask(n + random.direction(self.dim) * turn);
            if sparse {
                return;
            }
        }
        ask(self.b.at - self.a.at);
        for set in [&self.a, &self.b] {
            for axis in &set.axes[..self.dim] {
                ask(*axis);
                ask(-*axis);
            }
        }
        for _ in 0..4 {
            ask(random.direction(self.dim));
        }
    }

    /// A lower bound of the distance of `point` from the set, from a few directions. `outward` is
    /// the direction in which it is claimed to be extreme.
    fn outside(&self, set: &Set, point: DVec3, outward: DVec3, random: &mut Random) -> f64 {
        let body = match &set.form {
            Form::Halfspace { normal, offset } => return normal.dot(point) - offset,
            Form::Body(body) => body,
        };
        let mut most = f64::NEG_INFINITY;
        let mut ask = |direction: DVec3| {
            if let Some(direction) = direction.try_normalize() {
                most = larger(most, direction.dot(point - body.support(direction)));
            }
        };
        ask(outward);
        // Beyond the boundary of the extreme feature along the normal.
        let aside = point - body.support(outward);
        let aside = (aside - outward * outward.dot(aside)).normalize_or_zero();
        ask(aside);
        ask(outward + aside);
        ask(outward * 0.01 + aside);
        ask(point - set.at);
        for axis in &set.axes[..self.dim] {
            ask(*axis);
            ask(-*axis);
        }
        ask(random.direction(self.dim));
        if point.is_finite() { most } else { f64::NAN }
    }

    /// A lower bound of the distance of `point`, relative to A's origin, from A or from B, from a
    /// few directions.
    pub fn beyond(&self, of_b: bool, point: DVec3, outward: DVec3, random: &mut Random) -> f64 {
        self.outside(if of_b { &self.b } else { &self.a }, point, outward, random)
    }
}

/// The sine of the angle between two directions; infinite if the angle is obtuse.
fn tilt(n: DVec3, normal: DVec3) -> f64 {
    let level = normal.dot(n);
    if level > 0.0 { (n - normal * level).length() } else { f64::INFINITY }
}

impl Set {
    fn new(shape: &ShapeSpec, pose: &PoseSpec, origin: DVec3) -> Result<Self, Refusal> {
        let matrix = pose.matrix();
        let at = pose.translation() - origin;
        let form = if let ShapeSpec::Halfspace { normal, offset } = shape {
            let (normal, length) = (normal.to_vec3(), normal.to_vec3().length());
            let normal = matrix * (normal / length);
            Form::Halfspace { normal, offset: offset / length + normal.dot(at) }
        } else {
            Form::Body(body(shape)?.mapped(matrix, at))
        };
        Ok(Self { form, axes: [matrix.x_axis, matrix.y_axis, matrix.z_axis], at, reach: shape.bounding_radius() })
    }
}

/// The shape in its own frame, with its radius.
fn body(shape: &ShapeSpec) -> Result<Round, Refusal> {
    let points = |points: Vec<DVec3>| Body::Points(points).here();
    let up = |y: f64| DVec3::new(0.0, y, 0.0);
    let swept = |core: Round, radius: f64| if radius > 0.0 { Body::Swept(Box::new(core), radius).here() } else { core };
    let frustum = |half: f64, bottom: f64, top: f64| Body::Frustum { half, bottom, top }.here();
    Ok(match shape {
        ShapeSpec::Point { p } => points(vec![p.map_or(DVec3::ZERO, |p| p.to_vec3())]),
        ShapeSpec::Segment { a, b } => points(vectors(&[*a, *b])),
        ShapeSpec::Triangle { a, b, c } => points(vectors(&[*a, *b, *c])),
        ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } => swept(points(vec![DVec3::ZERO]), *radius),
        ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => {
            swept(points(vec![up(*half_height), up(-half_height)]), *radius)
        }
        ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => swept(points(vectors(&[*a, *b])), *radius),
        ShapeSpec::TaperedCapsule { half_height, bottom, top } => {
            Body::Hull(vec![swept(points(vec![up(-half_height)]), *bottom), swept(points(vec![up(*half_height)]), *top)]).here()
        }
        ShapeSpec::Box { half } => points(corners(half.to_vec3())),
        ShapeSpec::Cylinder { half_height, radius } => frustum(*half_height, *radius, *radius),
        ShapeSpec::Cone { half_height, radius } => frustum(*half_height, *radius, 0.0),
        ShapeSpec::Frustum { half_height, bottom, top } => frustum(*half_height, *bottom, *top),
        ShapeSpec::Ellipsoid { radii } | ShapeSpec::Ellipse { radii } => Body::Ellipsoid { radii: radii.to_vec3() }.here(),
        ShapeSpec::HalfEllipse { radii } => Body::HalfEllipse { radii: radii.to_vec3() }.here(),
        ShapeSpec::Sector { radius, half_angle } => Body::sector(*radius, *half_angle).here(),
        ShapeSpec::RegularPolygon { count, radius } => points(regular(*count, *radius)),
        ShapeSpec::Hull { points: all } | ShapeSpec::Polygon { points: all } => points(vectors(all)),
        ShapeSpec::Rounded { core, radius } => swept(body(core)?, *radius),
        ShapeSpec::Scaled { shape, scale } => {
            let by = scale.to_vec3();
            body(shape)?.mapped(glam::DMat3::from_diagonal(by), DVec3::ZERO)
        }
        ShapeSpec::Posed { pose, shape } => body(shape)?.mapped(pose.matrix(), pose.translation()),
        ShapeSpec::Sum { a, b } => Body::Sum(Box::new(body(a)?), Box::new(body(b)?)).here(),
        ShapeSpec::HullOf { shapes } => {
            let parts: Result<Vec<Round>, Refusal> = shapes.iter().map(body).collect();
            Body::Hull(parts?).here()
        }
        ShapeSpec::Halfspace { .. }
        | ShapeSpec::Compound { .. }
        | ShapeSpec::Trimesh { .. }
        | ShapeSpec::Polyline { .. }
        | ShapeSpec::Heightfield { .. }
        | ShapeSpec::Voxels { .. } => return Err(Refusal::unsupported(format!("no certificate for a {} here", shape.kind()))),
    })
}
