//! Which shapes are paired, and how they are drawn.

use glam::DVec3;

use crate::pair_file::{CapsuleAxis, Coords, ShapeSpec};
use crate::random::Random;

/// A family of shapes. Radii, half heights and half sides are 0.3 to 1.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A ball, in the plane a circle.
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
    /// So many points on an ellipsoid, in the plane on an ellipse: each is a corner.
    Hull(usize),
}

/// Two families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// As the tables call it.
    pub name: &'static str,
    /// 2 or 3.
    pub dim: usize,
    /// Of A.
    pub a: Form,
    /// Of B.
    pub b: Form,
}

const fn kind(dim: usize, name: &'static str, a: Form, b: Form) -> Kind {
    Kind { name, dim, a, b }
}

/// The kinds in space.
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

/// The kinds in the plane.
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

/// Of how many shapes each side of a kind is drawn: enough that no branch is learnt by heart, few enough that hulls of 256 points are cooked in a moment.
const SHAPES: usize = 32;
/// A triangle's area, as a part of the square of its size, below which it is drawn again: needles are the soak's business.
const THIN: f64 = 0.1;

impl Kind {
    /// The shapes: as many of A's family as of B's, A's first.
    pub(super) fn shapes(&self, random: &mut Random) -> Vec<ShapeSpec> {
        let forms = [self.a; SHAPES].into_iter().chain([self.b; SHAPES]);
        forms.map(|form| form.draw(self.dim, random)).collect()
    }

    /// One shape of each family, among those of [`Kind::shapes`].
    pub(super) fn two(&self, random: &mut Random) -> [usize; 2] {
        [random.below(SHAPES), SHAPES + random.below(SHAPES)]
    }
}

/// The nearest `f32`.
pub(super) fn rounded(x: f64) -> f64 {
    f64::from(x as f32)
}

fn size(random: &mut Random) -> f64 {
    rounded(random.range(0.3, 1.5))
}

impl Form {
    fn draw(self, dim: usize, random: &mut Random) -> ShapeSpec {
        match self {
            Self::Ball if dim == 2 => ShapeSpec::Circle { radius: size(random) },
            Self::Ball => ShapeSpec::Sphere { radius: size(random) },
            Self::Capsule => ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: size(random) }, radius: size(random) },
            Self::Box => ShapeSpec::Box { half: Coords::of(sizes(random), dim) },
            Self::Cylinder => ShapeSpec::Cylinder { half_height: size(random), radius: size(random) },
            Self::Cone => ShapeSpec::Cone { half_height: size(random), radius: size(random) },
            Self::Triangle => triangle(dim, random),
            Self::Hull(count) if dim == 2 => ShapeSpec::Polygon { points: on_ellipse(count, random) },
            Self::Hull(count) => {
                let radii = sizes(random);
                ShapeSpec::Hull { points: (0..count).map(|_| Coords::from(radii * random.direction(3)).rounded()).collect() }
            }
        }
    }
}

fn sizes(random: &mut Random) -> DVec3 {
    DVec3::new(size(random), size(random), size(random))
}

fn triangle(dim: usize, random: &mut Random) -> ShapeSpec {
    let size = size(random);
    loop {
        let [a, b, c] = [(); 3].map(|()| random.direction(dim) * size);
        if (b - a).cross(c - a).length() > THIN * size * size {
            let [a, b, c] = [a, b, c].map(|corner| Coords::of(corner, dim).rounded());
            return ShapeSpec::Triangle { a, b, c };
        }
    }
}

/// Counter-clockwise, no two nearer to each other than a fifth of an even share.
fn on_ellipse(count: usize, random: &mut Random) -> Vec<Coords> {
    let radii = sizes(random);
    let corner = |index: usize| {
        let turn = (index as f64 + 0.8 * random.unit()) / count as f64;
        let (sin, cos) = libm::sincos(core::f64::consts::TAU * turn);
        Coords::from([radii.x * cos, radii.y * sin]).rounded()
    };
    (0..count).map(corner).collect()
}
