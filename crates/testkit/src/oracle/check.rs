//! Are the parameters those of a shape at all?
//!
//! The program's shape constructors have their own checks; this one keeps the oracle from answering nonsense, and is deliberately
//! written apart from them.

use crate::pair_file::{CapsuleAxis, Coords, ErrorAnswer, ErrorKind, PoseSpec, RotationSpec, ShapeSpec};

/// Why the oracle does not answer: `Construct` for impossible parameters, `Unsupported` for shapes it does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// `Construct` or `Unsupported`.
    pub kind: ErrorKind,
    /// What is wrong.
    pub what: String,
}

impl Refusal {
    pub(crate) fn construct(what: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Construct, what: what.into() }
    }

    pub(crate) fn unsupported(what: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Unsupported, what: what.into() }
    }

    /// The answer line that says so.
    pub fn answer(&self, id: &str) -> ErrorAnswer {
        ErrorAnswer::new(Some(id.to_owned()), self.kind, &self.what)
    }
}

impl core::fmt::Display for Refusal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.kind, self.what)
    }
}

impl std::error::Error for Refusal {}

/// The largest half angle of a sector: a quarter turn in `f32`, which is a little more than one.
const QUARTER_TURN: f64 = core::f32::consts::FRAC_PI_2 as f64;

/// Sizes finite and not negative, points of this dimension and finite, at least one point, indices in range, the shape of this dimension.
///
/// # Errors
/// Says what is wrong with the first fault found.
pub fn validate(shape: &ShapeSpec, dim: usize) -> Result<(), Refusal> {
    let kind = shape.kind();
    let dimension = match shape {
        ShapeSpec::Sphere { .. }
        | ShapeSpec::Cylinder { .. }
        | ShapeSpec::Cone { .. }
        | ShapeSpec::Frustum { .. }
        | ShapeSpec::Ellipsoid { .. }
        | ShapeSpec::Hull { .. }
        | ShapeSpec::Trimesh { .. }
        | ShapeSpec::Heightfield { .. } => 3,
        ShapeSpec::Circle { .. }
        | ShapeSpec::Ellipse { .. }
        | ShapeSpec::HalfEllipse { .. }
        | ShapeSpec::Sector { .. }
        | ShapeSpec::RegularPolygon { .. }
        | ShapeSpec::Polygon { .. }
        | ShapeSpec::Polyline { .. } => 2,
        _ => dim,
    };
    if dim != dimension {
        return Err(Refusal::construct(format!("{kind} is a shape of {dimension}D, the query is {dim}D")));
    }
    let size = |name: &str, value: f64| match value {
        x if x >= 0.0 && x.is_finite() => Ok(()),
        x => Err(Refusal::construct(format!("{kind}: {name} is {x}"))),
    };
    let point = |name: &str, value: &Coords| match value {
        p if p.dim() != dim => Err(Refusal::construct(format!("{kind}: {name} has {} coordinates in {dim}D", p.dim()))),
        p if !p.is_finite() => Err(Refusal::construct(format!("{kind}: {name} is not finite"))),
        _ => Ok(()),
    };
    let points = |points: &[Coords]| match points {
        [] => Err(Refusal::construct(format!("{kind}: no points"))),
        points => points.iter().try_for_each(|p| point("a point", p)),
    };
    let sizes = |name: &str, value: &Coords| {
        point(name, value)?;
        value.as_slice().iter().try_for_each(|&x| size(name, x))
    };
    let indices = |highest: Option<&u32>, count: usize| match highest.filter(|&&i| i as usize >= count) {
        Some(i) => Err(Refusal::construct(format!("{kind}: index {i} of {count} vertices"))),
        None => Ok(()),
    };
    match shape {
        ShapeSpec::Point { p } => p.iter().try_for_each(|p| point("p", p)),
        ShapeSpec::Segment { a, b } => [a, b].into_iter().try_for_each(|p| point("an end", p)),
        ShapeSpec::Triangle { a, b, c } => [a, b, c].into_iter().try_for_each(|p| point("a corner", p)),
        ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } => size("radius", *radius),
        ShapeSpec::Capsule { axis, radius } => {
            size("radius", *radius)?;
            match axis {
                CapsuleAxis::Upright { half_height } => size("half_height", *half_height),
                CapsuleAxis::Between { a, b } => [a, b].into_iter().try_for_each(|p| point("an end", p)),
            }
        }
        ShapeSpec::Box { half } => sizes("half", half),
        ShapeSpec::Cylinder { half_height, radius } | ShapeSpec::Cone { half_height, radius } => {
            size("half_height", *half_height)?;
            size("radius", *radius)
        }
        ShapeSpec::TaperedCapsule { half_height, bottom, top } | ShapeSpec::Frustum { half_height, bottom, top } => {
            size("half_height", *half_height)?;
            size("bottom", *bottom)?;
            size("top", *top)
        }
        ShapeSpec::Ellipsoid { radii } | ShapeSpec::Ellipse { radii } | ShapeSpec::HalfEllipse { radii } => sizes("radii", radii),
        ShapeSpec::Sector { radius, half_angle } => {
            size("radius", *radius)?;
            if *half_angle > 0.0 && *half_angle <= QUARTER_TURN {
                return Ok(());
            }
            Err(Refusal::construct(format!("{kind}: half_angle is {half_angle}")))
        }
        ShapeSpec::RegularPolygon { count, radius } => {
            size("radius", *radius)?;
            if *count >= 3 { Ok(()) } else { Err(Refusal::construct(format!("{kind}: {count} corners"))) }
        }
        ShapeSpec::Hull { points: all } | ShapeSpec::Polygon { points: all } => points(all),
        ShapeSpec::Halfspace { normal, offset } => {
            point("normal", normal)?;
            if normal.as_slice().iter().all(|&x| x == 0.0) || !offset.is_finite() {
                return Err(Refusal::construct(format!("{kind}: zero normal or offset {offset}")));
            }
            Ok(())
        }
        ShapeSpec::Rounded { core, radius } => {
            size("radius", *radius)?;
            validate(core, dim)
        }
        ShapeSpec::Scaled { shape, scale } => {
            point("scale", scale)?;
            validate(shape, dim)
        }
        ShapeSpec::Posed { pose, shape } => {
            validate_pose(pose, dim)?;
            validate(shape, dim)
        }
        ShapeSpec::Sum { a, b } => [a, b].into_iter().try_for_each(|shape| validate(shape, dim)),
        ShapeSpec::HullOf { shapes } if shapes.is_empty() => Err(Refusal::construct(format!("{kind}: no shapes"))),
        ShapeSpec::HullOf { shapes } => shapes.iter().try_for_each(|shape| validate(shape, dim)),
        ShapeSpec::Compound { parts } => parts.iter().try_for_each(|part| {
            validate_pose(&part.pose, dim)?;
            validate(&part.shape, dim)
        }),
        ShapeSpec::Trimesh { vertices, indices: all } => {
            points(vertices)?;
            indices(all.iter().flatten().max(), vertices.len())
        }
        ShapeSpec::Polyline { vertices, indices: all } => {
            points(vertices)?;
            indices(all.iter().flatten().flatten().max(), vertices.len())
        }
        ShapeSpec::Heightfield { heights, scale } => {
            sizes("scale", scale)?;
            let columns = heights.first().map_or(0, Vec::len);
            if heights.len() < 2 || columns < 2 || heights.iter().any(|row| row.len() != columns) {
                return Err(Refusal::construct(format!("{kind}: heights must be a grid of at least 2 by 2")));
            }
            if heights.iter().flatten().any(|h| !h.is_finite()) {
                return Err(Refusal::construct(format!("{kind}: a height is not finite")));
            }
            Ok(())
        }
    }
}

/// A translation of this dimension, and a rotation that is finite and not zero.
pub(crate) fn validate_pose(pose: &PoseSpec, dim: usize) -> Result<(), Refusal> {
    if pose.t.is_some_and(|t| t.dim() != dim || !t.is_finite()) {
        return Err(Refusal::construct("the translation is not finite or not of the query's dimension"));
    }
    let rotates_plane = matches!(pose.rotation, RotationSpec::Angle(_) | RotationSpec::CosSin(..) | RotationSpec::Identity);
    if dim == 2 && !rotates_plane {
        return Err(Refusal::construct("a rotation of the plane is an angle, or c and s"));
    }
    if pose.matrix().is_finite() { Ok(()) } else { Err(Refusal::construct("the rotation is zero or not finite")) }
}
