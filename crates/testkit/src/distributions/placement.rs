//! How two shapes are placed: how near they are, and how their features are aligned.

use glam::DVec3;

use crate::pair_file::{PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;

/// How near two shapes are meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proximity {
    /// Apart by 0.3 % to 300 % of their sizes.
    Separated,
    /// Apart by a small part of their sizes, or by the rounding of a position.
    JustApart,
    /// Touching, up to two units in the last place of a position.
    Touching,
    /// Overlapping by a small part of their sizes.
    JustOverlapping,
    /// Overlapping by 0.1 % to 10 % of the smaller shape.
    Shallow,
    /// The centers nearly coincide.
    Deep,
    /// One shape is near the center of the other, and often much smaller.
    Contained,
    /// Both shapes have the same pose, and often the same parameters.
    Identical,
}

/// How two shapes are rotated relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alignment {
    /// Any two rotations.
    General,
    /// The same rotation, and B is moved along an axis of A: faces of boxes are parallel.
    Parallel,
    /// By right angles at most, with positions on a grid: features meet without any rounding.
    Exact,
    /// The same rotation but for a small angle.
    NearlyParallel,
}

impl Alignment {
    /// Two in five are general.
    pub(crate) fn draw(random: &mut Random) -> Self {
        random.pick(&[Self::General, Self::General, Self::Parallel, Self::Exact, Self::NearlyParallel])
    }
}

/// Two shapes, and how they are to be placed.
pub(crate) struct Placement<'s> {
    pub(crate) dim: usize,
    pub(crate) proximity: Proximity,
    pub(crate) alignment: Alignment,
    pub(crate) a: &'s ShapeSpec,
    pub(crate) b: &'s ShapeSpec,
}

/// Where B is to be placed.
pub(crate) enum Target {
    /// At this signed distance from A.
    Distance(f64),
    /// With its origin here.
    Position(DVec3),
    /// In the pose of A.
    SamePose,
}

/// The numbers in which the generators differ.
pub(crate) struct Ranges {
    /// The decimal logarithms of the smallest and the largest distance of shapes that are just
    /// apart or just overlapping, relative to the sizes.
    pub(crate) nearest: (f64, f64),
    /// The largest distance of the origins of shapes that are deep, relative to the smaller shape.
    pub(crate) deepest: f64,
    /// The radius of the smaller shape.
    pub(crate) smaller: f64,
}

/// The line along which B is moved: through A's position, offset by `aside`.
pub(crate) struct Line {
    pub(crate) at: DVec3,
    pub(crate) aside: DVec3,
    /// Unit.
    pub(crate) along: DVec3,
}

impl Placement<'_> {
    /// The sum of the radii about the origins.
    pub(crate) fn sizes(&self) -> f64 {
        self.a.bounding_radius() + self.b.bounding_radius()
    }

    /// The smaller of the radii about the origins.
    pub(crate) fn smaller(&self) -> f64 {
        let (a, b) = (self.a.bounding_radius(), self.b.bounding_radius());
        if b < a { b } else { a }
    }

    /// For exact alignment the nearest point of a grid whose step is a 64th of the sizes, rounded
    /// down to a power of two; else the point.
    pub(crate) fn snap(&self, point: DVec3) -> DVec3 {
        let sizes = self.sizes();
        if self.alignment != Alignment::Exact || !(sizes > 0.0) {
            return point;
        }
        let step = libm::exp2(libm::floor(libm::log2(sizes)) - 6.0);
        (point / step).round() * step
    }

    /// The unit direction from A to B, in the world: an axis of A unless the alignment is general.
    pub(crate) fn approach(&self, random: &mut Random, rotation_a: RotationSpec) -> DVec3 {
        let any = random.direction(self.dim);
        let axis = DVec3::AXES[random.below(self.dim)] * random.sign();
        match self.alignment {
            Alignment::General => any,
            Alignment::Exact => axis,
            Alignment::Parallel | Alignment::NearlyParallel => PoseSpec { t: None, rotation: rotation_a }.matrix() * axis,
        }
    }

    /// An offset across `along` by sums and differences of half extents, at which edges and corners
    /// of two exactly aligned boxes meet. `None` for other shapes and alignments.
    pub(crate) fn offset_of_boxes(&self, random: &mut Random, along: DVec3) -> Option<DVec3> {
        let (Alignment::Exact, ShapeSpec::Box { half: a }, ShapeSpec::Box { half: b }) = (self.alignment, self.a, self.b) else {
            return None;
        };
        let (a, b) = (a.to_vec3(), b.to_vec3());
        let mut offset = DVec3::ZERO;
        for i in (0..self.dim).filter(|&i| along[i] == 0.0) {
            offset[i] = random.pick(&[0.0, a[i] + b[i], a[i] - b[i], b[i] - a[i], -a[i] - b[i]]);
        }
        Some(offset)
    }

    /// Where B is to be placed, for the proximity.
    pub(crate) fn target(&self, random: &mut Random, ranges: &Ranges, line: &Line) -> Target {
        let &Ranges { nearest: (low, high), deepest, smaller } = ranges;
        let &Line { at, aside, along } = line;
        let sizes = self.sizes();
        let near = sizes * random.power(low, high);
        match self.proximity {
            Proximity::Separated => Target::Distance(sizes * random.power(-2.5, 0.5)),
            Proximity::JustApart => Target::Distance(near),
            Proximity::Touching => Target::Distance(0.0),
            Proximity::JustOverlapping => Target::Distance(-near),
            Proximity::Shallow => Target::Distance(-smaller * random.power(-3.0, -1.0)),
            Proximity::Deep => Target::Position(at + aside + along * (smaller * random.range(0.0, deepest))),
            Proximity::Contained => {
                let inside = (self.a.bounding_radius() - self.b.bounding_radius()).abs() * random.range(0.0, 0.4);
                Target::Position(at + self.snap(random.in_ball(self.dim) * inside))
            }
            Proximity::Identical => Target::SamePose,
        }
    }
}
