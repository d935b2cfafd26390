//! The place of an edge that a growing box or cylinder reaches first.
//!
//! If all its faces move inward until the nearest two meet, its *spine* is left: of a box a
//! rectangle, a segment or the middle, of a cylinder a segment, a disk or the middle. Its *offset*
//! is how far the faces have moved outward from there.

use clinch_shapes::Core;
use clinch_support::Vector;

use crate::growth::rates::half_extents;

/// The number of faces of a box. The walk along an edge is at each of them once at most.
const FACES: usize = 6;

/// A solid about the origin whose least half extent is 1. It reaches a point at an offset that is a
/// convex function of the point, 0 on the spine and 1 on the surface: of a box the largest of all
/// |coordinates|, each less the half extent of the spine, of a cylinder the larger of that of y and
/// that of the distance from the axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GrowingSolid<W> {
    kind: Kind,
    /// The half extents of the spine.
    spine: W,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Box,
    /// Its axis is y.
    Cylinder,
}

/// The place of an edge that the growing solid reaches first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstOfEdge<W> {
    pub(crate) offset: f64,
    /// The part of the way along the edge.
    pub(crate) fraction: f64,
    /// A gradient of the offset there: if the place is inside of the edge, perpendicular to it.
    pub(crate) gradient: W,
}

/// One of the functions of which the offset is the largest, at a place of an edge. `slope` is what
/// it gains along the whole edge.
#[derive(Clone, Copy)]
struct Line<W> {
    offset: f64,
    slope: f64,
    gradient: W,
}

impl<W: Vector<Scalar = f64, Wide = W>> GrowingSolid<W> {
    /// The solid that a core is, in units of its least half extent, which comes with it. `None` of
    /// all others, and if one half extent is less than the part `flattest` of another.
    pub(crate) fn of<V: Vector<Wide = W>>(core: &Core<'_, V>, flattest: f64) -> Option<(Self, f64)> {
        let kind = match core {
            Core::Box(_) if V::DIM == 3 => Kind::Box,
            Core::Revolution(_) => Kind::Cylinder,
            _ => return None,
        };
        let half = half_extents(core)?;
        let least = (0..3).map(|axis| half.get(axis)).fold(f64::INFINITY, f64::min);
        let spine = W::from_fn(|axis| (half.get(axis) - least) / least);
        (least > flattest * half.max_abs()).then_some((Self { kind, spine }, least))
    }

    /// A point that is farthest along a direction.
    pub(crate) fn farthest(&self, direction: W) -> W {
        let outward = match self.kind {
            Kind::Box => W::from_fn(|axis| direction.get(axis).signum()),
            Kind::Cylinder => {
                let radial = (direction.get(0) * direction.get(0) + direction.get(2) * direction.get(2)).sqrt();
                let on_circle = |x: f64| if radial > 0.0 { x / radial } else { 0.0 };
                W::from_fn(|axis| if axis == 1 { direction.get(1).signum() } else { on_circle(direction.get(axis)) })
            }
        };
        W::from_fn(|axis| outward.get(axis) * (self.spine.get(axis) + 1.0))
    }

    /// The place of an edge with the least offset. `None` if it is on the spine, or a coordinate is
    /// not finite.
    pub(crate) fn first_of_edge(&self, edge: [W; 2]) -> Option<FirstOfEdge<W>> {
        let first = match self.kind {
            Kind::Box => first_of_box(self.spine, edge),
            Kind::Cylinder => first_of_cylinder(self.spine, edge),
        }?;
        (first.offset > 0.0).then_some(first)
    }
}

/// Each face of the box is a linear function of the way along the edge, and the offset is the
/// largest of them. From one end, the walk goes from face to face until the largest no longer
/// falls.
#[inline]
fn first_of_box<W: Vector<Scalar = f64>>(spine: W, [from, to]: [W; 2]) -> Option<FirstOfEdge<W>> {
    let along = to - from;
    // Of the faces 2i and 2i + 1, along the axis i and against it.
    let both = |v: W| [v.get(0), -v.get(0), v.get(1), -v.get(1), v.get(2), -v.get(2)];
    let slopes: [f64; FACES] = both(along);
    let of_point = both(from);
    let offsets: [f64; FACES] = core::array::from_fn(|face| of_point[face] - spine.get(face / 2));
    let gradient = |face: usize| W::unit(face / 2) * if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    // Of equally large ones the one that grows fastest.
    let is_above =
        |one: usize, other: usize| (offsets[one] > offsets[other]) | (offsets[one] == offsets[other]) & (slopes[one] > slopes[other]);
    let mut top = (1..FACES).fold(0, |top, face| if is_above(face, top) { face } else { top });
    let mut fraction = 0.0;
    for _ in 0..FACES {
        let (offset, slope) = (offsets[top], slopes[top]);
        let at = |fraction: f64| FirstOfEdge { offset: offset + slope * fraction, fraction, gradient: gradient(top) };
        if slope >= 0.0 {
            return Some(at(fraction));
        }
        let mut next: Option<(f64, usize)> = None;
        for other in (0..FACES).filter(|&other| slopes[other] > slope) {
            let crossing = (offset - offsets[other]) / (slopes[other] - slope);
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
            let line = |face: usize| Line { offset: offsets[face], slope: slopes[face], gradient: gradient(face) };
            return Some(FirstOfEdge { gradient: perpendicular_gradient(&line(top), &line(other)), ..at(crossing) });
        }
        (top, fraction) = (other, crossing);
    }
    None
}

/// Either the place nearest to the axis, or that nearest to the middle plane, or one between them,
/// where both parts of the offset are equal.
fn first_of_cylinder<W: Vector<Scalar = f64>>(spine: W, [from, to]: [W; 2]) -> Option<FirstOfEdge<W>> {
    let along = to - from;
    let radial = |v: W| W::from_fn(|axis| if axis == 1 { 0.0 } else { v.get(axis) });
    let (beside, across) = (radial(from), radial(along));
    let clamped = |fraction: f64| if fraction > 0.0 { fraction.min(1.0) } else { 0.0 };
    let of_mantle = |fraction: f64| {
        let at = beside + across * fraction;
        let distance = at.length();
        Line { offset: distance - spine.get(0), slope: at.dot(across) / distance, gradient: at * distance.recip() }
    };
    let of_cap = |fraction: f64| {
        let height = from.get(1) + along.get(1) * fraction;
        let sign = if height < 0.0 { -1.0 } else { 1.0 };
        Line { offset: sign * height - spine.get(1), slope: sign * along.get(1), gradient: W::unit(1) * sign }
    };
    let first = |fraction: f64, line: Line<W>| Some(FirstOfEdge { offset: line.offset, fraction, gradient: line.gradient });
    let near_axis = clamped(-beside.dot(across) / across.length_squared());
    let mantle = of_mantle(near_axis);
    if mantle.offset >= of_cap(near_axis).offset {
        return first(near_axis, mantle);
    }
    let near_plane = if along.get(1) == 0.0 { near_axis } else { clamped(-from.get(1) / along.get(1)) };
    let cap = of_cap(near_plane);
    if cap.offset >= of_mantle(near_plane).offset {
        return first(near_plane, cap);
    }
    // Between the two places y has one sign. Counted from the first of them: the edge may begin far
    // away, and squares of large distances have no digits left for small ones.
    let sign = if of_cap(near_axis).slope == along.get(1) { 1.0 } else { -1.0 };
    let height = of_cap(near_axis).offset + spine.get(0);
    let to_crossing = crossing([height, sign * along.get(1)], [beside + across * near_axis, across], near_plane - near_axis);
    let crossing = near_axis + to_crossing;
    let (cap, mantle) = (of_cap(crossing), of_mantle(crossing));
    Some(FirstOfEdge { offset: mantle.offset, fraction: crossing, gradient: perpendicular_gradient(&cap, &mantle) })
}

/// Where a height and the distance from the axis are equal, between the place 0, where the first is
/// larger, and another one, where the second is: a root of the difference of their squares.
fn crossing<W: Vector<Scalar = f64>>([height, rise]: [f64; 2], [beside, across]: [W; 2], end: f64) -> f64 {
    let distance = beside.length();
    let a = rise * rise - across.length_squared();
    let half_b = height * rise - beside.dot(across);
    let c = (height - distance) * (height + distance);
    let root = (half_b * half_b - a * c).max(0.0).sqrt();
    let q = -(half_b + if half_b < 0.0 { -root } else { root });
    let (low, high) = if end > 0.0 { (0.0, end) } else { (end, 0.0) };
    let within = |fraction: f64| if fraction > low { fraction.min(high) } else { low };
    // At the other root the height is the negative distance, or it is not between them.
    let error = |fraction: f64| (height + rise * fraction - (beside + across * fraction).length()).abs();
    let [one, other] = [q / a, c / q].map(within);
    // NaN is no root: `within` makes it one of the ends.
    if error(one) <= error(other) { one } else { other }
}

/// The gradient between those of two parts of the offset, of which one falls along the edge and the
/// other grows, that is perpendicular to the edge.
#[inline]
fn perpendicular_gradient<W: Vector<Scalar = f64>>(one: &Line<W>, other: &Line<W>) -> W {
    let share = other.slope / (other.slope - one.slope);
    one.gradient * share + other.gradient * (1.0 - share)
}

#[cfg(test)]
mod tests {
    use clinch_testkit::random::Random;
    use glam::DVec3;

    use super::{GrowingSolid, Kind};

    /// Where the rim of a cylinder reaches an edge, the cap and the mantle do. Squares of distances
    /// from a corner of the edge that is far away have no digits left for that.
    #[test]
    fn the_rim_reaches_an_edge_that_begins_far_away_where_both_of_its_faces_do() {
        let random = &mut Random::new(62);
        let mut rims = 0;
        for _ in 0..4000 {
            let spine = random.pick(&[DVec3::ZERO, DVec3::Y * 3.0, DVec3::new(2.0, 0.0, 2.0)]);
            let solid = GrowingSolid { kind: Kind::Cylinder, spine };
            let (through, along) = (random.direction(3) * random.range(0.0, 2.0), random.direction(3));
            let far = random.power(0.0, 8.0);
            let edge = [through - along * far, through + along];
            let Some(first) = solid.first_of_edge(edge) else { continue };
            let place = edge[0] + (edge[1] - edge[0]) * first.fraction;
            let cap = place.y.abs() - spine.y;
            let mantle = DVec3::new(place.x, 0.0, place.z).length() - spine.x;
            let tolerance = 64.0 * f64::EPSILON * far.max(1.0);
            assert!((cap.max(mantle) - first.offset).abs() <= tolerance, "{edge:?} {first:?} {cap} {mantle}");
            let is_rim = first.gradient.y != 0.0 && first.gradient.y.abs() < 1.0;
            assert!(!is_rim || (cap - mantle).abs() <= tolerance, "{edge:?} {first:?} {cap} {mantle}");
            rims += usize::from(is_rim);
        }
        assert!(rims > 500, "{rims}");
    }
}
