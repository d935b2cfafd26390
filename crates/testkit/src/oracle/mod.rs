//! The true answer for a pair, computed in `f64` by methods that the program does not use.
//!
//! * The oracle reads the *parameters* of shapes. It uses no support map, pose, difference, GJK or
//!   EPA of the program, so that it shares no error with what it checks.
//! * Polytopes, swept by a radius or not: all pairs of features for the distance (`features`), all
//!   separating axes for the depth (`axes`).
//! * Half-spaces: a closed form.
//! * Cylinders, cones, ellipsoids and others: a certified search over directions (`search`), which
//!   stops at a proved error. It also accepts polytopes, so that each method checks the other
//!   ([`Pairing::searched`]).
//! * Casts: the signed distance along the motion, a convex function of time (`cast`).
//! * Shapes made of others: all pairs of their parts (`union`, `union_cast`).
//! * Everything is measured relative to A's origin in world axes, so that a pair far from the
//!   world's origin loses no digits.
//!
//! ```
//! use clinch_testkit::oracle::Pairing;
//! use clinch_testkit::pair_file::{PoseSpec, Query, ShapeSpec};
//!
//! let cube = ShapeSpec::Box { half: [1.0, 1.0, 1.0].into() };
//! let apart = Query::contact(3, (cube.clone(), PoseSpec::default()), (cube.clone(), PoseSpec::at([3.0, 4.0, 0.0])));
//! let truth = Pairing::of(&apart)?.truth();
//! assert!((truth.sd - 5.0_f64.sqrt()).abs() <= truth.err);
//! let inside = Query::contact(3, (cube.clone(), PoseSpec::default()), (cube, PoseSpec::at([0.0, 0.5, 0.0])));
//! assert_eq!(Pairing::of(&inside)?.truth().sd, -1.5);
//! # Ok::<(), clinch_testkit::oracle::Refusal>(())
//! ```

mod check;

mod twice;

mod hull;
mod round;
mod solid;

mod axes;
mod features;

mod mixture;
mod search;

mod certificate;

mod cast;
mod patch;

mod mesh;
mod union;
mod union_cast;

mod minima;
mod parts;

pub(crate) use patch::{area, diameter, outline};

pub use cast::{CastTruth, Casting};
pub use certificate::{Certificate, Claim, Doubt};
pub use check::{Refusal, validate};
pub use mesh::{Crossing, MeshTruth};
pub use minima::MinimumClaim;
pub use parts::{NearPart, PartsTruth, Polytope};
pub use patch::Shared;
pub use union::{UnionPairing, UnionTruth};
pub use union_cast::union_cast;

use glam::DVec3;

use crate::oracle::axes::Axis;
use crate::oracle::check::validate_pose;
use crate::oracle::features::Witness;
use crate::oracle::hull::Hull;
use crate::oracle::search::Effort;
use crate::oracle::solid::{Core, Solid};
use crate::pair_file::{Coords, Expect, Query};

/// The rounding error of a sum of products of coordinates, as a multiple of S: sixteen ulps for
/// three products, a rotation and a difference, twice.
const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// The error from the rounded *direction* of a facet of A − B, as a multiple of S: the normal along
/// which a depth is measured is a rounded cross product. Larger: errors of the `f64` core stay
/// hidden. Smaller: the claim is wrong for nearly parallel edges.
const TURNED: f64 = 512.0 * f64::EPSILON;
/// The largest number of cells that a search cuts: less than a tenth of a second, and needed only
/// where a whole circle of directions is equally good.
const CUTS: usize = 50_000;

/// The true answer for a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// The signed distance; negative is a depth.
    pub sd: f64,
    /// The truth is within this of `sd`.
    pub err: f64,
    /// Unit, world, from A to B; one of several when `dir_unique` is false.
    pub normal: Coords,
    /// The closest points of A and B, in the world. Only if the cores are apart.
    pub points: Option<[Coords; 2]>,
    /// No other normal is as good. False also if that is not known.
    pub dir_unique: bool,
    /// No other points are as close. False also if that is not known.
    pub cp_unique: bool,
    /// S, the length that tolerances multiply.
    pub extent: f64,
}

impl Truth {
    /// The expectation in a pair file.
    pub fn expect(&self) -> Expect {
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        Expect {
            intersects: Some(self.sd <= 0.0),
            sd: Some(self.sd),
            distance: Some(positive(self.sd)),
            depth: Some(positive(-self.sd)),
            err: Some(self.err),
            touching: Some(self.sd.abs() <= self.err),
            normal: Some(self.normal),
            point_a: self.points.map(|p| p[0]),
            point_b: self.points.map(|p| p[1]),
            cp_unique: Some(self.cp_unique),
            dir_unique: Some(self.dir_unique),
            ..Expect::default()
        }
    }
}

/// Two convex shapes in their poses.
#[derive(Clone, Debug)]
pub struct Pairing {
    dim: usize,
    a: Solid,
    b: Solid,
    origin: DVec3,
    extent: f64,
    reach_a: f64,
    reach_b: f64,
}

/// The answer for the cores, without their radii.
struct Cores {
    sd: f64,
    err: f64,
    n: DVec3,
    witness: Option<Witness>,
    dir_unique: bool,
    cp_unique: bool,
}

impl Pairing {
    /// The two shapes of a query.
    ///
    /// # Errors
    /// The parameters are invalid, a shape is not convex, both are half-spaces, or there is no
    /// shape B.
    pub fn of(query: &Query) -> Result<Self, Refusal> {
        let dim = query.dim;
        if dim != 2 && dim != 3 {
            return Err(Refusal::construct(format!("{dim} dimensions")));
        }
        let Some(shape_b) = &query.b else { return Err(Refusal::construct("there is no shape b")) };
        for (shape, pose) in [(&query.a, &query.pose_a), (shape_b, &query.pose_b)] {
            validate(shape, dim)?;
            validate_pose(pose, dim)?;
        }
        let origin = query.pose_a.translation();
        let a = Solid::new(&query.a, &query.pose_a, origin, dim)?;
        let b = Solid::new(shape_b, &query.pose_b, origin, dim)?;
        if matches!((&a.core, &b.core), (Core::Halfspace { .. }, Core::Halfspace { .. })) {
            return Err(Refusal::unsupported("two half-spaces have no finite depth"));
        }
        Ok(Self { dim, a, b, origin, extent: query.extent(), reach_a: query.a.bounding_radius(), reach_b: shape_b.bounding_radius() })
    }

    /// S, the length that tolerances multiply.
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// The signed distance, proved, with a normal and the closest points.
    pub fn truth(&self) -> Truth {
        self.truth_to(Effort { cuts: CUTS, enough: 0.0 })
    }

    /// The same to within about `enough` times S, for round shapes, where the last digits cost the
    /// most. At most `cuts` cells are cut. The error of the answer includes what is missing.
    pub fn truth_within(&self, enough: f64, cuts: usize) -> Truth {
        self.truth_to(Effort { cuts, enough })
    }

    fn truth_to(&self, effort: Effort) -> Truth {
        let cores = match (&self.a.core, &self.b.core) {
            (Core::Hull(a), Core::Hull(b)) => self.exact(a, b),
            (Core::Halfspace { normal, offset }, _) => {
                let p = self.b.support(-*normal);
                self.halfspace(*normal, normal.dot(p) - offset, p, false)
            }
            (_, Core::Halfspace { normal, offset }) => {
                let p = self.a.support(-*normal);
                self.halfspace(-*normal, normal.dot(p) - offset, p, true)
            }
            _ => self.search(effort),
        };
        self.swept(&cores)
    }

    /// The same by the certified search, for any shapes: slower, and the error may be larger. At
    /// most `cuts` cells are cut.
    ///
    /// Half-spaces have no support points, so their answer is the closed form.
    pub fn searched(&self, cuts: usize) -> Truth {
        match (&self.a.core, &self.b.core) {
            (Core::Halfspace { .. }, _) | (_, Core::Halfspace { .. }) => self.truth(),
            _ => self.swept(&self.search(Effort { cuts, enough: 0.0 })),
        }
    }

    /// The gap of A and B along `n` of any length, from A to B: if negative, the distance by which
    /// B must move along `n` to separate them. NaN for a zero `n`.
    ///
    /// It is at most the signed distance, and equal to it along the true normal. So a returned
    /// normal is graded by it. A half-space counts as a face of the other shape's size, because
    /// along any other direction its overlap is infinite: a tilted normal costs what it would cost
    /// on such a face.
    pub fn gap_along(&self, n: DVec3) -> f64 {
        // Divided, because `normalize` would replace a zero normal, which must fail.
        let n = n / n.length();
        let tilted = |normal: DVec3, other: &Solid, reach: f64, toward: DVec3, offset: f64| {
            let straight = normal.dot(other.support(-normal)) - offset;
            let sideways = (toward - normal * normal.dot(toward)).length();
            let facing = if normal.dot(toward) > 0.0 { 0.0 } else { f64::INFINITY };
            straight - sideways * reach - facing
        };
        let gap = match (&self.a.core, &self.b.core) {
            (Core::Hull(a), Core::Hull(b)) => -axes::overlap(a, b, n),
            (Core::Halfspace { normal, offset }, _) => tilted(*normal, &self.b, self.reach_b, n, *offset),
            (_, Core::Halfspace { normal, offset }) => tilted(*normal, &self.a, self.reach_a, -n, *offset),
            _ => n.dot(self.b.support(-n)) - n.dot(self.a.support(n)),
        };
        gap - self.a.radius - self.b.radius
    }

    /// Whether both are polytopes, or polytopes swept by a radius: a ball is a point, a capsule a
    /// segment.
    pub fn are_polytopes(&self) -> bool {
        matches!((&self.a.core, &self.b.core), (Core::Hull(_), Core::Hull(_)))
    }

    /// A lower bound of the distances of these points of the world from A and from B; negative or 0
    /// for points inside, NaN for points that are not finite.
    pub fn outside(&self, [on_a, on_b]: [DVec3; 2]) -> [f64; 2] {
        [(&self.a, self.reach_a, on_a), (&self.b, self.reach_b, on_b)].map(|(solid, reach, point)| {
            let point = point - self.origin;
            if !point.is_finite() {
                return f64::NAN;
            }
            let b = Solid { core: Core::Hull(Hull::new(&[point], self.dim)), radius: 0.0 };
            let pair = Self { a: solid.clone(), b, extent: self.extent, reach_a: reach, reach_b: 0.0, ..*self };
            // For a round body a rough answer is enough: inside, often no single point of the
            // surface is nearest.
            let truth = pair.truth_within(0.0, 2_000);
            truth.sd - truth.err
        })
    }

    /// The normal, and the motion of B after which A and B touch at their extreme points along it.
    ///
    /// The normal is the unit vector `n`, or that of a half-space. After another step of B along
    /// the normal their distance is its length, to rounding.
    pub fn meeting(&self, n: DVec3) -> (DVec3, DVec3) {
        let n = match (&self.a.core, &self.b.core) {
            (Core::Halfspace { normal, .. }, _) => *normal,
            (_, Core::Halfspace { normal, .. }) => -*normal,
            _ => n,
        };
        let farthest = |solid: &Solid, n: DVec3| match &solid.core {
            Core::Halfspace { normal, offset } => *normal * *offset,
            _ => solid.support(n),
        };
        let apart = n * (self.a.radius + self.b.radius);
        (n, farthest(&self.a, n) + apart - farthest(&self.b, -n))
    }

    fn exact(&self, a: &Hull, b: &Hull) -> Cores {
        let slack = 1e-9 * self.extent;
        // Features that are parallel to a millionth have one pair of closest points, which no
        // program can be expected to find.
        let (witness, cp_unique) = features::closest(a, b, 1e3 * slack);
        let distance = witness.length();
        let apart = |axis: Axis, dir_unique: bool| {
            // The gap along an axis and the distance of the closest points bound the distance.
            let err = larger(distance + axis.overlap, 0.0) + ROUNDING * self.extent;
            Cores { sd: distance, err, n: axis.n, witness: Some(witness), dir_unique, cp_unique }
        };
        let aimed = (distance > 0.0).then(|| axes::aimed(a, b, (witness.b - witness.a) / distance));
        if let Some(axis) = aimed.filter(|axis| distance > slack && distance + axis.overlap <= 1e-12 * self.extent) {
            return apart(axis, true);
        }
        let (axis, dir_unique) = axes::least(a, b, self.dim, slack);
        let best = aimed.filter(|aimed| aimed.overlap < axis.overlap).unwrap_or(axis);
        if best.overlap < 0.0 {
            return apart(best, dir_unique);
        }
        let Axis { n, overlap } = axis;
        Cores { sd: -overlap, err: TURNED * self.extent, n, witness: None, dir_unique, cp_unique: false }
    }

    fn halfspace(&self, n: DVec3, sd: f64, p: DVec3, swap: bool) -> Cores {
        let foot = if swap { p + n * sd } else { p - n * sd };
        let witness = if swap { Witness { a: p, b: foot } } else { Witness { a: foot, b: p } };
        // The offset counts, although S does not include it.
        let err = ROUNDING * (self.extent + sd.abs());
        Cores { sd, err, n, witness: Some(witness), dir_unique: true, cp_unique: false }
    }

    fn search(&self, effort: Effort) -> Cores {
        let found = search::search(self.dim, self.extent, effort, |n| Witness { a: self.a.support(n), b: self.b.support(-n) });
        let witness = found.witness.filter(|w| found.h < 0.0 && w.length() + found.h <= 1e-9 * self.extent);
        let err = larger(found.h - found.lower, 0.0) + ROUNDING * self.extent;
        Cores { sd: -found.h, err, n: found.n, witness, dir_unique: found.unique, cp_unique: false }
    }

    fn swept(&self, cores: &Cores) -> Truth {
        let Cores { n, witness, dir_unique, cp_unique, .. } = *cores;
        let world = |p: DVec3| Coords::of(p + self.origin, self.dim);
        Truth {
            sd: cores.sd - self.a.radius - self.b.radius,
            err: cores.err,
            normal: Coords::of(n, self.dim),
            points: witness.map(|w| [world(w.a + n * self.a.radius), world(w.b - n * self.b.radius)]),
            dir_unique,
            cp_unique,
            extent: self.extent,
        }
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
