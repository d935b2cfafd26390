//! Validates the parameters of shapes.
//!
//! The program's shape constructors have checks of their own. This one protects the oracle from
//! invalid input, and is independent of them on purpose.

use crate::pair_file::{CapsuleAxis, Coords, ErrorAnswer, ErrorKind, PoseSpec, RotationSpec, ShapeSpec};

/// Why the oracle has no answer: `Construct` for invalid parameters, `Unsupported` for shapes that
/// it does not support.
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

    /// The error line of an answer file.
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

/// The largest half angle of a sector: a quarter turn in `f32`, which is slightly more than one.
const QUARTER_TURN: f64 = core::f32::consts::FRAC_PI_2 as f64;

/// Checks that sizes are finite and not negative, that points are finite and have this dimension,
/// that there is at least one point, that indices are in range, and that the shape exists in this
/// dimension.
///
/// # Errors
/// The first fault.
pub fn validate(shape: &ShapeSpec, dim: usize) -> Result<(), Refusal> {
    let check = Check { kind: shape.kind(), dim };
    let dimension = only_in(shape).unwrap_or(dim);
    if dim != dimension {
        return Err(check.refuse(format!("is a shape of {dimension}D, the query is {dim}D")));
    }
    match shape {
        ShapeSpec::Point { p } => p.iter().try_for_each(|p| check.point("p", p)),
        ShapeSpec::Segment { a, b } => [a, b].into_iter().try_for_each(|p| check.point("an end", p)),
        ShapeSpec::Triangle { a, b, c } => [a, b, c].into_iter().try_for_each(|p| check.point("a corner", p)),
        ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } => check.size("radius", *radius),
        ShapeSpec::Capsule { axis, radius } => {
            check.size("radius", *radius)?;
            match axis {
                CapsuleAxis::Upright { half_height } => check.size("half_height", *half_height),
                CapsuleAxis::Between { a, b } => [a, b].into_iter().try_for_each(|p| check.point("an end", p)),
            }
        }
        ShapeSpec::Box { half } => check.sizes("half", half),
        ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } => check.points(points),
        ShapeSpec::Halfspace { normal, offset } => {
            check.point("normal", normal)?;
            let border = normal.as_slice().iter().any(|&x| x != 0.0) && offset.is_finite();
            if border { Ok(()) } else { Err(check.refuse(format!("zero normal or offset {offset}"))) }
        }
        ShapeSpec::Rounded { core, radius } => {
            check.size("radius", *radius)?;
            validate(core, dim)
        }
        ShapeSpec::Scaled { shape, scale } => {
            check.point("scale", scale)?;
            validate(shape, dim)
        }
        ShapeSpec::Posed { pose, shape } => {
            validate_pose(pose, dim)?;
            validate(shape, dim)
        }
        ShapeSpec::Sum { a, b } => [a, b].into_iter().try_for_each(|shape| validate(shape, dim)),
        ShapeSpec::HullOf { shapes } if shapes.is_empty() => Err(check.refuse("no shapes".to_owned())),
        ShapeSpec::HullOf { shapes } => shapes.iter().try_for_each(|shape| validate(shape, dim)),
        ShapeSpec::Compound { parts } if parts.is_empty() => Err(check.refuse("no parts".to_owned())),
        ShapeSpec::Compound { parts } => parts.iter().enumerate().try_for_each(|(index, part)| {
            let at = |refusal: Refusal| Refusal { what: format!("part {index}: {}", refusal.what), ..refusal };
            validate_pose(&part.pose, dim).map_err(at)?;
            validate(&part.shape, dim).map_err(at)
        }),
        other => check.round(other).or_else(|| check.surface(other)).unwrap_or(Ok(())),
    }
}

/// The only dimension in which the shape exists; `None` if it exists in both.
fn only_in(shape: &ShapeSpec) -> Option<usize> {
    match shape {
        ShapeSpec::Sphere { .. }
        | ShapeSpec::Cylinder { .. }
        | ShapeSpec::Cone { .. }
        | ShapeSpec::Frustum { .. }
        | ShapeSpec::Ellipsoid { .. }
        | ShapeSpec::Hull { .. }
        | ShapeSpec::Trimesh { .. } => Some(3),
        ShapeSpec::Circle { .. }
        | ShapeSpec::Ellipse { .. }
        | ShapeSpec::HalfEllipse { .. }
        | ShapeSpec::Sector { .. }
        | ShapeSpec::RegularPolygon { .. }
        | ShapeSpec::Polygon { .. }
        | ShapeSpec::Polyline { .. } => Some(2),
        _ => None,
    }
}

/// The checks of one shape.
struct Check {
    kind: &'static str,
    dim: usize,
}

impl Check {
    fn refuse(&self, what: String) -> Refusal {
        Refusal::construct(format!("{}: {what}", self.kind))
    }

    fn size(&self, name: &str, value: f64) -> Result<(), Refusal> {
        if value >= 0.0 && value.is_finite() { Ok(()) } else { Err(self.refuse(format!("{name} is {value}"))) }
    }

    fn point(&self, name: &str, value: &Coords) -> Result<(), Refusal> {
        match value {
            p if p.dim() != self.dim => Err(self.refuse(format!("{name} has {} coordinates in {}D", p.dim(), self.dim))),
            p if !p.is_finite() => Err(self.refuse(format!("{name} is not finite"))),
            _ => Ok(()),
        }
    }

    fn points(&self, points: &[Coords]) -> Result<(), Refusal> {
        match points {
            [] => Err(self.refuse("no points".to_owned())),
            points => points.iter().try_for_each(|p| self.point("a point", p)),
        }
    }

    fn sizes(&self, name: &str, value: &Coords) -> Result<(), Refusal> {
        self.point(name, value)?;
        value.as_slice().iter().try_for_each(|&x| self.size(name, x))
    }

    fn indices<'i>(&self, what: &str, lists: impl Iterator<Item = &'i [u32]>, count: usize) -> Result<(), Refusal> {
        for (place, list) in lists.enumerate() {
            if let Some(index) = list.iter().find(|&&index| index as usize >= count) {
                return Err(self.refuse(format!("{what} {place} has vertex {index}, but there are {count} vertices")));
            }
        }
        Ok(())
    }

    /// The check of a body with curved sides or of a regular polygon; `None` for other shapes.
    fn round(&self, shape: &ShapeSpec) -> Option<Result<(), Refusal>> {
        let all = |sizes: &[(&str, f64)]| sizes.iter().try_for_each(|(name, value)| self.size(name, *value));
        Some(match shape {
            ShapeSpec::Cylinder { half_height, radius } | ShapeSpec::Cone { half_height, radius } => {
                all(&[("half_height", *half_height), ("radius", *radius)])
            }
            ShapeSpec::TaperedCapsule { half_height, bottom, top } | ShapeSpec::Frustum { half_height, bottom, top } => {
                all(&[("half_height", *half_height), ("bottom", *bottom), ("top", *top)])
            }
            ShapeSpec::Ellipsoid { radii } | ShapeSpec::Ellipse { radii } | ShapeSpec::HalfEllipse { radii } => self.sizes("radii", radii),
            ShapeSpec::Sector { radius, half_angle } => self.size("radius", *radius).and_then(|()| {
                let slice = *half_angle > 0.0 && *half_angle <= QUARTER_TURN;
                if slice { Ok(()) } else { Err(self.refuse(format!("half_angle is {half_angle}"))) }
            }),
            ShapeSpec::RegularPolygon { count, radius } => {
                self.size("radius", *radius).and_then(|()| if *count >= 3 { Ok(()) } else { Err(self.refuse(format!("{count} corners"))) })
            }
            _ => return None,
        })
    }

    fn grid(&self, heights: &[Vec<f64>]) -> Result<(), Refusal> {
        let columns = heights.first().map_or(0, Vec::len);
        if self.dim == 2 && (heights.len() != 1 || columns < 2) {
            return Err(self.refuse("heights must be a row of at least 2 in 2D".to_owned()));
        }
        if self.dim == 3 && (heights.len() < 2 || columns < 2) {
            return Err(self.refuse("heights must be a grid of at least 2 by 2".to_owned()));
        }
        for (row, heights) in heights.iter().enumerate() {
            if heights.len() != columns {
                return Err(self.refuse(format!("row {row} has {} heights, row 0 has {columns}", heights.len())));
            }
            if let Some(column) = heights.iter().position(|height| !height.is_finite()) {
                return Err(self.refuse(format!("the height in row {row} and column {column} is not finite")));
            }
        }
        Ok(())
    }

    /// The check of a surface, a polyline or voxels; `None` for other shapes.
    fn surface(&self, shape: &ShapeSpec) -> Option<Result<(), Refusal>> {
        Some(match shape {
            ShapeSpec::Trimesh { vertices, indices, .. } => self.points(vertices).and_then(|()| match indices.as_slice() {
                [] => Err(self.refuse("no triangles".to_owned())),
                all => self.indices("triangle", all.iter().map(|corners| &corners[..]), vertices.len()),
            }),
            ShapeSpec::Polyline { vertices, indices, .. } => {
                let segments = indices.as_ref().map_or(vertices.len().saturating_sub(1), Vec::len);
                self.points(vertices).and_then(|()| match indices {
                    _ if segments == 0 => Err(self.refuse("no segments".to_owned())),
                    Some(all) => self.indices("segment", all.iter().map(|ends| &ends[..]), vertices.len()),
                    None => Ok(()),
                })
            }
            ShapeSpec::Heightfield { heights, scale, .. } => self.sizes("scale", scale).and_then(|()| self.grid(heights)),
            ShapeSpec::Voxels { size, cells } => {
                self.sizes("size", size).and_then(|()| match cells.iter().position(|cell| cell.len() != self.dim) {
                    Some(cell) => Err(self.refuse(format!("cell {cell} has {} indices in {}D", cells[cell].len(), self.dim))),
                    None if cells.is_empty() => Err(self.refuse("no cells".to_owned())),
                    None => Ok(()),
                })
            }
            _ => return None,
        })
    }
}

/// Checks that the translation has this dimension, and that the rotation is finite and not zero.
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
