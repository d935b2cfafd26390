//! The cube and the cylinder whose points have coordinates from −1 to 1: every box and every
//! cylinder is one of them, stretched along its axes.

use clinch_shapes::Core;
use clinch_support::Vector;

/// The number of faces of a cube, which the walk along an edge cannot exceed.
const FACES: usize = 6;

/// A solid about the origin. It reaches a point at a scale that is a convex function of the point:
/// of a cube the largest |coordinate|, of a cylinder the larger of |y| and the distance from the
/// axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitSolid {
    Cube,
    /// Its axis is y.
    Cylinder,
}

/// The place of an edge that the growing solid reaches first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstOfEdge<W> {
    pub(crate) scale: f64,
    /// The part of the way along the edge.
    pub(crate) fraction: f64,
    /// A gradient of the scale there: if the place is inside of the edge, perpendicular to it.
    pub(crate) gradient: W,
}

/// A part of the scale near a place of an edge, and its growth along the whole edge.
#[derive(Clone, Copy)]
struct Line<W> {
    scale: f64,
    slope: f64,
    gradient: W,
}

impl UnitSolid {
    /// The solid that a core is, and by how much it is stretched along each axis. `None` of all
    /// others.
    pub(crate) fn of<V: Vector>(core: &Core<'_, V>) -> Option<(Self, V::Wide)> {
        match core {
            Core::Box(cuboid) if V::DIM == 3 => Some((Self::Cube, cuboid.half().widen())),
            Core::Revolution(revolution) => {
                let [bottom, top] = revolution.radii();
                let stretch = V::Wide::from_fn(|axis| if axis == 1 { revolution.half() } else { top });
                (bottom == top).then_some((Self::Cylinder, stretch))
            }
            _ => None,
        }
    }

    /// A point that is farthest along a direction.
    pub(crate) fn farthest<W: Vector<Scalar = f64>>(self, direction: W) -> W {
        match self {
            Self::Cube => W::from_fn(|axis| direction.get(axis).signum()),
            Self::Cylinder => {
                let radial = (direction.get(0) * direction.get(0) + direction.get(2) * direction.get(2)).sqrt();
                let on_circle = |x: f64| if radial > 0.0 { x / radial } else { 0.0 };
                W::from_fn(|axis| if axis == 1 { direction.get(1).signum() } else { on_circle(direction.get(axis)) })
            }
        }
    }

    /// The place of an edge with the least scale. `None` if it is that of the origin, or a
    /// coordinate is not finite.
    pub(crate) fn first_of_edge<W: Vector<Scalar = f64>>(self, [from, to]: [W; 2]) -> Option<FirstOfEdge<W>> {
        let first = match self {
            Self::Cube => first_of_cube([from, to]),
            Self::Cylinder => first_of_cylinder([from, to]),
        }?;
        (first.scale > 0.0).then_some(first)
    }
}

/// Each face of the cube is a linear function of the way along the edge, and the scale is the
/// largest of them. From one end, the walk goes from face to face until the largest no longer
/// falls.
#[inline]
fn first_of_cube<W: Vector<Scalar = f64>>([from, to]: [W; 2]) -> Option<FirstOfEdge<W>> {
    let along = to - from;
    // Of the faces 2i and 2i + 1, along the axis i and against it.
    let both = |v: W| [v.get(0), -v.get(0), v.get(1), -v.get(1), v.get(2), -v.get(2)];
    let (scales, slopes): ([f64; FACES], [f64; FACES]) = (both(from), both(along));
    let gradient = |face: usize| W::unit(face / 2) * if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    // Of equally large ones the one that grows fastest.
    let is_above =
        |one: usize, other: usize| (scales[one] > scales[other]) | (scales[one] == scales[other]) & (slopes[one] > slopes[other]);
    let mut top = (1..FACES).fold(0, |top, face| if is_above(face, top) { face } else { top });
    let mut fraction = 0.0;
    for _ in 0..FACES {
        let (scale, slope) = (scales[top], slopes[top]);
        let at = |fraction: f64| FirstOfEdge { scale: scale + slope * fraction, fraction, gradient: gradient(top) };
        if slope >= 0.0 {
            return Some(at(fraction));
        }
        let mut next: Option<(f64, usize)> = None;
        for other in (0..FACES).filter(|&other| slopes[other] > slope) {
            let crossing = (scale - scales[other]) / (slopes[other] - slope);
            let is_sooner = |(soonest, before): (f64, usize)| crossing < soonest || crossing == soonest && slopes[other] > slopes[before];
            if next.is_none_or(is_sooner) {
                next = Some((crossing, other));
            }
        }
        let (crossing, other) = next?;
        if !(crossing < 1.0) {
            return Some(at(1.0));
        }
        if slopes[other] >= 0.0 {
            let line = |face: usize| Line { scale: scales[face], slope: slopes[face], gradient: gradient(face) };
            return Some(FirstOfEdge { gradient: perpendicular_gradient(&line(top), &line(other)), ..at(crossing) });
        }
        (top, fraction) = (other, crossing);
    }
    None
}

/// Either the place nearest to the axis, or that nearest to the middle plane, or one between them,
/// where both parts of the scale are equal.
fn first_of_cylinder<W: Vector<Scalar = f64>>([from, to]: [W; 2]) -> Option<FirstOfEdge<W>> {
    let along = to - from;
    let radial = |v: W| W::from_fn(|axis| if axis == 1 { 0.0 } else { v.get(axis) });
    let (beside, across) = (radial(from), radial(along));
    let clamped = |fraction: f64| if fraction > 0.0 { fraction.min(1.0) } else { 0.0 };
    let of_mantle = |fraction: f64| {
        let at = beside + across * fraction;
        let distance = at.length();
        Line { scale: distance, slope: at.dot(across) / distance, gradient: at * distance.recip() }
    };
    let of_cap = |fraction: f64| {
        let height = from.get(1) + along.get(1) * fraction;
        let sign = if height < 0.0 { -1.0 } else { 1.0 };
        Line { scale: sign * height, slope: sign * along.get(1), gradient: W::unit(1) * sign }
    };
    let first = |fraction: f64, line: Line<W>| Some(FirstOfEdge { scale: line.scale, fraction, gradient: line.gradient });
    let near_axis = clamped(-beside.dot(across) / across.length_squared());
    let mantle = of_mantle(near_axis);
    if mantle.scale >= of_cap(near_axis).scale {
        return first(near_axis, mantle);
    }
    let near_plane = if along.get(1) == 0.0 { near_axis } else { clamped(-from.get(1) / along.get(1)) };
    let cap = of_cap(near_plane);
    if cap.scale >= of_mantle(near_plane).scale {
        return first(near_plane, cap);
    }
    let crossing = crossing([from.get(1), along.get(1)], [beside, across], [near_axis, near_plane]);
    let (cap, mantle) = (of_cap(crossing), of_mantle(crossing));
    Some(FirstOfEdge { scale: mantle.scale, fraction: crossing, gradient: perpendicular_gradient(&cap, &mantle) })
}

/// Where |y| and the distance from the axis are equal, between a place where the first is larger
/// and one where the second is: a root of the difference of their squares.
fn crossing<W: Vector<Scalar = f64>>([y, rise]: [f64; 2], [beside, across]: [W; 2], between: [f64; 2]) -> f64 {
    let distance = beside.length();
    let a = rise * rise - across.length_squared();
    let half_b = y * rise - beside.dot(across);
    let c = (y.abs() - distance) * (y.abs() + distance);
    let root = (half_b * half_b - a * c).max(0.0).sqrt();
    let q = -(half_b + if half_b < 0.0 { -root } else { root });
    let (low, high) = if between[0] < between[1] { (between[0], between[1]) } else { (between[1], between[0]) };
    // One of the two is between them, but for rounding. False for NaN.
    let outside =
        |fraction: f64| if fraction >= low && fraction <= high { 0.0 } else { (fraction - low).abs().min((fraction - high).abs()) };
    let [one, other] = [q / a, c / q];
    let root = if outside(one) <= outside(other) { one } else { other };
    if root > low { root.min(high) } else { low }
}

/// The gradient between those of two parts of the scale, of which one falls along the edge and the
/// other grows, that is perpendicular to the edge.
#[inline]
fn perpendicular_gradient<W: Vector<Scalar = f64>>(one: &Line<W>, other: &Line<W>) -> W {
    let share = other.slope / (other.slope - one.slope);
    one.gradient * share + other.gradient * (1.0 - share)
}
