//! How two shapes are placed: how near they are, and how their features are aligned.

use glam::DVec3;

use crate::pair_file::{PoseSpec, RotationSpec, ShapeSpec};
use crate::random::Random;

/// How near two shapes are placed. S is the sum of their bounding radii.
///
/// A distance is reached as far as the generator can measure it and the numbers can represent the
/// position; flat shapes cannot overlap by more than their thickness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proximity {
    /// Apart by 0.3 % to 300 % of S.
    Separated,
    /// Apart by a small part of S: 1e-7 to 1e-4 in [`generate`](crate::generate), 1e-6 to 1e-3 in
    /// [`stress`](crate::stress).
    JustApart,
    /// Touching, with B moved along an axis by up to two units in the last place of its position.
    /// Only [`stress`](crate::stress) draws it.
    Touching,
    /// As [`JustApart`](Self::JustApart), overlapping.
    JustOverlapping,
    /// Overlapping by 0.1 % to 10 % of the smaller bounding radius.
    Shallow,
    /// Along the line of placement the origins are at most 0.3 of the smaller bounding radius apart
    /// in [`generate`](crate::generate), 0.5 in [`stress`](crate::stress). B may also be offset
    /// across the line.
    Deep,
    /// The origins are at most 0.4 of the difference of the bounding radii apart. In most pairs one
    /// shape has at most 0.3 of the size of the other, and is often inside of it.
    Contained,
    /// Both shapes have the same pose; in [`generate`](crate::generate) also the same parameters,
    /// in [`stress`](crate::stress) in half of the pairs.
    Identical,
}

/// How two shapes are rotated relative to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alignment {
    /// Two independent rotations. A has none in three of ten pairs.
    General,
    /// The same rotation, and B is moved along an axis of A: faces of boxes are parallel.
    Parallel,
    /// A has no rotation and a position on a grid, and B is moved along an axis: many coordinates
    /// have no rounding errors. B has no rotation either in [`generate`](crate::generate), and one
    /// that takes axes to axes in [`stress`](crate::stress).
    Exact,
    /// As [`Parallel`](Self::Parallel), but with another small rotation of B: of 1e-7 to 1e-3 in
    /// [`generate`](crate::generate), 1e-9 to 1e-3 in [`stress`](crate::stress).
    NearlyParallel,
}

impl Alignment {
    /// Two in five are general.
    pub(crate) fn draw(random: &mut Random) -> Self {
        random.pick(&[Self::General, Self::General, Self::Parallel, Self::Exact, Self::NearlyParallel])
    }
}

/// Two shapes and how to place them.
pub(crate) struct Placement<'s> {
    pub(crate) dim: usize,
    pub(crate) proximity: Proximity,
    pub(crate) alignment: Alignment,
    pub(crate) a: &'s ShapeSpec,
    pub(crate) b: &'s ShapeSpec,
}

/// The place of B.
pub(crate) enum Target {
    /// At this signed distance from A.
    Distance(f64),
    /// With its origin here.
    Position(DVec3),
    /// In the pose of A.
    SamePose,
}

/// The numbers by which the generators place differently.
pub(crate) struct Ranges {
    /// The decimal logarithms of the smallest and the largest distance of shapes that are just
    /// apart or just overlapping, relative to the sizes.
    pub(crate) nearest: (f64, f64),
    /// The largest distance along the line of the origins of shapes that are deep, relative to
    /// `smaller`.
    pub(crate) deepest: f64,
    /// The length to which depths are relative: the smaller bounding radius.
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
    /// The sum of the bounding radii.
    pub(crate) fn sizes(&self) -> f64 {
        self.a.bounding_radius() + self.b.bounding_radius()
    }

    /// The smaller of the bounding radii.
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

    /// An offset across `along` of two boxes in exact alignment: along each axis 0, or a sum or
    /// difference of their half extents, at which edges and corners of unrotated boxes meet. `None`
    /// for other shapes and alignments.
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

    /// The place of B, for the proximity.
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
