//! The outline of a shape as line segments, for debug drawing.

use clinch_composite::Composite;
use clinch_shapes::{Aabb, Convex, Core};
use clinch_support::{Rotation2, Scalar, Vector};

/// The number of sides of the loops that represent round shapes.
const SIDES: u32 = 32;

/// Calls `line` with the end points of the outline's segments, in the shape's frame. A polytope is
/// drawn by its edges if it has them, any other shape by loops of support points, one loop in each
/// coordinate plane. A half-space is drawn as a cross in its plane that extends `length` to each
/// side.
pub(crate) fn outline<V: Vector>(shape: &(impl Convex<V> + ?Sized), length: f64, mut line: impl FnMut(V::Wide, V::Wide)) {
    if let Core::HalfSpace { normal, offset } = shape.core() {
        let middle = normal * (offset + shape.radius_wide());
        for axis in 0..V::DIM {
            let unit = V::Wide::unit(axis);
            let across = unit - normal * normal.dot(unit);
            line(middle - across * length, middle + across * length);
        }
        return;
    }
    if shape.radius() > V::Scalar::ZERO {
        return loops(shape, line);
    }
    match shape.core() {
        Core::Box(block) => {
            let half = block.half().widen();
            let corner = |number: usize| V::Wide::from_fn(|axis| if number >> axis & 1 == 1 { half.get(axis) } else { -half.get(axis) });
            for number in 0..1 << V::DIM {
                for axis in (0..V::DIM).filter(|axis| number >> axis & 1 == 0) {
                    line(corner(number), corner(number | 1 << axis));
                }
            }
        }
        Core::Triangle(triangle) => {
            let corners = triangle.corners();
            for (from, to) in [(0, 1), (1, 2), (2, 0)] {
                line(corners[from].widen(), corners[to].widen());
            }
        }
        Core::Polytope(facets) if facets.ridges().is_empty() => {
            for plane in 0..facets.planes().len() {
                let mut corners = facets.corners(plane);
                if let (Some(from), Some(to)) = (corners.next(), corners.next()) {
                    line(from, to);
                }
            }
        }
        Core::Polytope(facets) => {
            let vertices = facets.vertices();
            for ridge in facets.ridges() {
                let [from, to] = ridge.ends.map(|end| vertices[end as usize]);
                line(from, to);
            }
        }
        _ => loops(shape, line),
    }
}

/// Calls `line` with the outlines of all parts of a composite shape, in its frame.
pub(crate) fn outline_of_parts<V: Vector>(shape: &impl Composite<V>, length: f64, mut line: impl FnMut(V::Wide, V::Wide)) {
    let mut parts = Vec::new();
    shape.near(&Aabb::unbounded(), &mut parts);
    for part in parts {
        shape.sub_shape(part, &mut |shape, pose| {
            let place = |point: V::Wide| pose.map_or(point, |pose| pose.point(point));
            outline(shape, length, |from, to| line(place(from), place(to)));
        });
    }
}

/// Loops of support points, one in each coordinate plane.
fn loops<V: Vector>(shape: &(impl Convex<V> + ?Sized), mut line: impl FnMut(V::Wide, V::Wide)) {
    let radius = shape.radius_wide();
    for (one, other) in (0..V::DIM).flat_map(|one| (one + 1..V::DIM).map(move |other| (one, other))) {
        let at = |side: u32| {
            let turn = Rotation2::<f64>::from_angle(core::f64::consts::TAU * f64::from(side) / f64::from(SIDES));
            let direction = V::Wide::unit(one) * turn.cos + V::Wide::unit(other) * turn.sin;
            shape.support_wide(direction).point + direction * radius
        };
        for side in 0..SIDES {
            line(at(side), at(side + 1));
        }
    }
}
