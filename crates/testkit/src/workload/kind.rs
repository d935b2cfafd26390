//! The kinds of pairs, and how their shapes are drawn.

use glam::DVec3;

use crate::distributions::{self, Digits, Scatter, on_ellipse, sized};
use crate::pair_file::{Coords, ShapeSpec};
use crate::random::Random;

/// All parameters are numbers of this precision, so that every library reads the same ones.
pub(super) const DIGITS: Digits = Digits::Single;

/// A family of shapes. Radii, half heights and half sides are 0.3 to 1.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A ball; in 2D a disc.
    Ball,
    /// A capsule.
    Capsule,
    /// A box.
    Box,
    /// A cylinder.
    Cylinder,
    /// A cone.
    Cone,
    /// A triangle.
    Triangle,
    /// This many points on an ellipsoid, in 2D on an ellipse. Each is a corner.
    Hull(usize),
}

/// A pair of families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name in the tables.
    pub name: &'static str,
    /// 2 or 3.
    pub dim: usize,
    /// The family of A.
    pub a: Form,
    /// The family of B.
    pub b: Form,
}

const fn kind(dim: usize, name: &'static str, a: Form, b: Form) -> Kind {
    Kind { name, dim, a, b }
}

/// The kinds of pairs in 3D.
pub const SPACE: &[Kind] = &[
    kind(3, "ball-ball", Form::Ball, Form::Ball),
    kind(3, "ball-box", Form::Ball, Form::Box),
    kind(3, "capsule-capsule", Form::Capsule, Form::Capsule),
    kind(3, "box-box", Form::Box, Form::Box),
    kind(3, "box-capsule", Form::Box, Form::Capsule),
    kind(3, "cylinder-box", Form::Cylinder, Form::Box),
    kind(3, "cylinder-cylinder", Form::Cylinder, Form::Cylinder),
    kind(3, "cone-box", Form::Cone, Form::Box),
    kind(3, "hull16-hull16", Form::Hull(16), Form::Hull(16)),
    kind(3, "hull64-hull64", Form::Hull(64), Form::Hull(64)),
    kind(3, "hull256-hull256", Form::Hull(256), Form::Hull(256)),
    kind(3, "box-hull64", Form::Box, Form::Hull(64)),
    kind(3, "box-triangle", Form::Box, Form::Triangle),
];

/// The kinds of pairs in 2D.
pub const PLANE: &[Kind] = &[
    kind(2, "circle-circle", Form::Ball, Form::Ball),
    kind(2, "circle-box", Form::Ball, Form::Box),
    kind(2, "capsule-capsule", Form::Capsule, Form::Capsule),
    kind(2, "box-box", Form::Box, Form::Box),
    kind(2, "box-capsule", Form::Box, Form::Capsule),
    kind(2, "polygon8-polygon8", Form::Hull(8), Form::Hull(8)),
    kind(2, "polygon64-polygon64", Form::Hull(64), Form::Hull(64)),
    kind(2, "box-polygon8", Form::Box, Form::Hull(8)),
];

/// The number of shapes of each side. Fewer: branches become predictable. More: hulls of 256 points
/// take too long to build.
const SHAPES: usize = 32;
/// Triangles whose area is below this part of the square of their size are drawn again. The soak
/// covers needles.
const THIN: f64 = 0.1;

impl Kind {
    /// The shapes: as many of A's family as of B's, A's first.
    pub(super) fn shapes(&self, random: &mut Random) -> Vec<ShapeSpec> {
        let forms = [self.a; SHAPES].into_iter().chain([self.b; SHAPES]);
        forms.map(|form| form.draw(self.dim, random)).collect()
    }

    /// The indices of one shape of each family among those of [`Kind::shapes`].
    pub(super) fn two(&self, random: &mut Random) -> [usize; 2] {
        [random.below(SHAPES), SHAPES + random.below(SHAPES)]
    }
}

fn size(random: &mut Random) -> f64 {
    DIGITS.round(random.range(0.3, 1.5))
}

fn sizes(random: &mut Random) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| size(random)))
}

impl Form {
    fn draw(self, dim: usize, random: &mut Random) -> ShapeSpec {
        let kind = match self {
            // A size is drawn for z in 2D too.
            Self::Box => return ShapeSpec::Box { half: Coords::of(sizes(random), dim) },
            Self::Triangle => return triangle(dim, random),
            Self::Hull(count) => return hull(dim, count, random),
            Self::Ball => distributions::Kind::Ball,
            Self::Capsule => distributions::Kind::Capsule,
            Self::Cylinder => distributions::Kind::Cylinder,
            Self::Cone => distributions::Kind::Cone,
        };
        sized(kind, dim, || size(random))
    }
}

fn triangle(dim: usize, random: &mut Random) -> ShapeSpec {
    let size = size(random);
    loop {
        let [a, b, c] = [(); 3].map(|()| random.direction(dim) * size);
        if (b - a).cross(c - a).length() > THIN * size * size {
            let [a, b, c] = [a, b, c].map(|corner| DIGITS.coords(corner, dim));
            return ShapeSpec::Triangle { a, b, c };
        }
    }
}

fn hull(dim: usize, count: usize, random: &mut Random) -> ShapeSpec {
    let radii = sizes(random);
    let points =
        if dim == 2 { on_ellipse(random, count, radii) } else { (0..count).map(|_| radii * Scatter::Sphere.point(random, dim)).collect() };
    ShapeSpec::hull(dim, points.into_iter().map(|point| DIGITS.coords(point, dim)).collect())
}
