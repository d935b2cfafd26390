//! Shapes as plain parameters, for pair files and for the oracle.
//!
//! * Only the form is checked here. The shape constructors of the program find negative or infinite
//!   sizes, and so does [`crate::oracle`].
//! * The names of shapes that exist in both dimensions (`box`, `capsule`, …) are the same; their
//!   points have two or three coordinates.

use serde::{Deserialize, Serialize};

use crate::pair_file::coords::Coords;
use crate::pair_file::optional::null_as_default;
use crate::pair_file::pose::PoseSpec;
use crate::pair_file::sides::SidesSpec;

/// A shape by its parameters. Zero sizes are legal, hulls may be flat, and points may repeat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ShapeSpec {
    /// One point, the origin unless given.
    Point {
        /// Its position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        p: Option<Coords>,
    },
    /// All points between two points.
    Segment {
        /// One end.
        a: Coords,
        /// The other end.
        b: Coords,
    },
    /// All points between three points, in any order.
    Triangle {
        /// One corner.
        a: Coords,
        /// Another corner.
        b: Coords,
        /// The third corner.
        c: Coords,
    },
    /// 3D: a ball about the origin.
    Sphere {
        /// Its radius.
        radius: f64,
    },
    /// 2D: a disc about the origin.
    Circle {
        /// Its radius.
        radius: f64,
    },
    /// A segment swept by a radius.
    Capsule {
        /// The segment.
        #[serde(flatten)]
        axis: CapsuleAxis,
        /// The radius of the sweep.
        radius: f64,
    },
    /// A box about the origin.
    Box {
        /// Its half extents.
        half: Coords,
    },
    /// 3D: a cylinder about the Y axis.
    Cylinder {
        /// Half its height.
        half_height: f64,
        /// The radius of both caps.
        radius: f64,
    },
    /// 3D: a cone about the Y axis, its apex at `+half_height`, its base at `-half_height`.
    Cone {
        /// Half its height.
        half_height: f64,
        /// The radius of the base.
        radius: f64,
    },
    /// 3D: an ellipsoid about the origin.
    Ellipsoid {
        /// The radii along x, y, z.
        radii: Coords,
    },
    /// 2D: an ellipse about the origin.
    Ellipse {
        /// The radii along x, y.
        radii: Coords,
    },
    /// 3D: the convex hull of points.
    Hull {
        /// Any points, at least one.
        points: Vec<Coords>,
    },
    /// A segment along Y about the origin, swept by a radius that changes linearly: the hull of two
    /// balls.
    #[serde(rename = "tapered_capsule")]
    TaperedCapsule {
        /// Half the segment's length.
        half_height: f64,
        /// The radius at the lower end.
        bottom: f64,
        /// The radius at the upper end.
        top: f64,
    },
    /// 3D: a frustum of a cone about the Y axis, between two discs.
    Frustum {
        /// Half its height.
        half_height: f64,
        /// The radius of the lower disc.
        bottom: f64,
        /// The radius of the upper disc.
        top: f64,
    },
    /// 2D: the upper half of an ellipse, its flat side on the X axis.
    #[serde(rename = "half_ellipse")]
    HalfEllipse {
        /// The radii along x, y.
        radii: Coords,
    },
    /// 2D: a sector of a disc, its apex at the origin, symmetric about +Y.
    Sector {
        /// The radius of the disc.
        radius: f64,
        /// The angle on either side of +Y, in radians; at most a quarter turn.
        half_angle: f64,
    },
    /// 2D: a regular polygon about the origin, its first corner at +Y.
    #[serde(rename = "regular_polygon")]
    RegularPolygon {
        /// The number of corners.
        count: u32,
        /// The distance of the corners from the origin.
        radius: f64,
    },
    /// 2D: the convex hull of points.
    Polygon {
        /// Any points, at least one.
        points: Vec<Coords>,
    },
    /// All points with normal·x ≤ offset.
    Halfspace {
        /// The direction out of the solid, of any length but zero.
        normal: Coords,
        /// The offset in units of the normal's length: the border is normal·x = offset.
        offset: f64,
    },
    /// Every point within `radius` of the core.
    Rounded {
        /// The core.
        core: Box<Self>,
        /// The radius of the sweep.
        radius: f64,
    },
    /// A shape scaled along the axes; negative factors mirror it.
    Scaled {
        /// The shape.
        shape: Box<Self>,
        /// A factor for each axis.
        scale: Coords,
    },
    /// A shape in a pose within its own frame.
    Posed {
        /// The pose.
        #[serde(default)]
        pose: PoseSpec,
        /// The shape.
        shape: Box<Self>,
    },
    /// The Minkowski sum of two shapes.
    Sum {
        /// One shape.
        a: Box<Self>,
        /// The other shape.
        b: Box<Self>,
    },
    /// The convex hull of shapes.
    #[serde(rename = "hull_of")]
    HullOf {
        /// The shapes, at least one.
        shapes: Vec<Self>,
    },
    /// The union of shapes.
    Compound {
        /// The shapes with their poses.
        parts: Vec<PartSpec>,
    },
    /// 3D: a mesh of triangles.
    Trimesh {
        /// The points.
        vertices: Vec<Coords>,
        /// The indices of three points for each triangle.
        indices: Vec<[u32; 3]>,
        /// Which sides have contacts; a solid must be closed, and its triangles counter-clockwise
        /// from outside.
        #[serde(default, skip_serializing_if = "SidesSpec::is_default")]
        sides: SidesSpec,
    },
    /// 2D: a polyline.
    Polyline {
        /// The points.
        vertices: Vec<Coords>,
        /// The indices of two points for each segment; without them each point is connected to the
        /// next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        indices: Option<Vec<[u32; 2]>>,
        /// Which sides have contacts; a solid must be a counter-clockwise loop.
        #[serde(default, skip_serializing_if = "SidesSpec::is_default")]
        sides: SidesSpec,
    },
    /// A height field over the x-z plane, in 2D over the x axis, centered at the origin. The
    /// diagonal of a cell connects its corners of least and of greatest indices.
    Heightfield {
        /// Rows along z, columns along x; in 2D one row.
        heights: Vec<Vec<f64>>,
        /// The full extent along x, the factor of the heights, and in 3D the full extent along z.
        scale: Coords,
        /// Which sides have contacts; of a solid everything below belongs to it.
        #[serde(default, skip_serializing_if = "SidesSpec::is_default")]
        sides: SidesSpec,
    },
    /// Filled cells of a grid, as a solid. Cell c reaches from c · size to (c + 1) · size along
    /// each axis.
    Voxels {
        /// The extents of a cell.
        size: Coords,
        /// The cells, each with as many indices as dimensions.
        cells: Vec<Vec<i32>>,
    },
}

/// The segment of a capsule, in one of its two forms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CapsuleAxis {
    /// Along Y, centered at the origin.
    Upright {
        /// Half the segment's length.
        half_height: f64,
    },
    /// Between two points.
    Between {
        /// One end.
        a: Coords,
        /// The other end.
        b: Coords,
    },
}

/// One shape of a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartSpec {
    /// Its pose in the frame of the compound.
    #[serde(default, deserialize_with = "null_as_default")]
    pub pose: PoseSpec,
    /// The shape.
    pub shape: ShapeSpec,
}

impl ShapeSpec {
    /// A ball about the origin; in 2D a disc.
    pub fn ball(dim: usize, radius: f64) -> Self {
        if dim == 2 { Self::Circle { radius } } else { Self::Sphere { radius } }
    }

    /// An ellipsoid about the origin, with as many radii as dimensions; in 2D an ellipse.
    pub fn ellipsoid(radii: Coords) -> Self {
        if radii.dim() == 2 { Self::Ellipse { radii } } else { Self::Ellipsoid { radii } }
    }

    /// The convex hull of points; in 2D a polygon.
    pub fn hull(dim: usize, points: Vec<Coords>) -> Self {
        if dim == 2 { Self::Polygon { points } } else { Self::Hull { points } }
    }

    /// Whether the shape is made of others, so that it need not be convex.
    pub fn is_composite(&self) -> bool {
        matches!(
            self,
            Self::Compound { .. } | Self::Trimesh { .. } | Self::Polyline { .. } | Self::Heightfield { .. } | Self::Voxels { .. }
        )
    }

    /// Which sides of a surface have contacts; the default for any other shape.
    pub fn sides(&self) -> SidesSpec {
        match self {
            Self::Trimesh { sides, .. } | Self::Polyline { sides, .. } | Self::Heightfield { sides, .. } => *sides,
            _ => SidesSpec::default(),
        }
    }

    /// The value of its `type` field.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point { .. } => "point",
            Self::Segment { .. } => "segment",
            Self::Triangle { .. } => "triangle",
            Self::Sphere { .. } => "sphere",
            Self::Circle { .. } => "circle",
            Self::Capsule { .. } => "capsule",
            Self::Box { .. } => "box",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::Ellipsoid { .. } => "ellipsoid",
            Self::Ellipse { .. } => "ellipse",
            Self::TaperedCapsule { .. } => "tapered_capsule",
            Self::Frustum { .. } => "frustum",
            Self::HalfEllipse { .. } => "half_ellipse",
            Self::Sector { .. } => "sector",
            Self::RegularPolygon { .. } => "regular_polygon",
            Self::Hull { .. } => "hull",
            Self::Polygon { .. } => "polygon",
            Self::Halfspace { .. } => "halfspace",
            Self::Rounded { .. } => "rounded",
            Self::Scaled { .. } => "scaled",
            Self::Posed { .. } => "posed",
            Self::Sum { .. } => "sum",
            Self::HullOf { .. } => "hull_of",
            Self::Compound { .. } => "compound",
            Self::Trimesh { .. } => "trimesh",
            Self::Polyline { .. } => "polyline",
            Self::Heightfield { .. } => "heightfield",
            Self::Voxels { .. } => "voxels",
        }
    }

    /// The shape with every length multiplied. Angles, counts and factors stay.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        let all = |points: &[Coords]| points.iter().map(|p| p.times(by)).collect::<Vec<_>>();
        let mut shape = self.clone();
        match &mut shape {
            Self::Point { p } => *p = p.map(|p| p.times(by)),
            Self::Segment { a, b } => (*a, *b) = (a.times(by), b.times(by)),
            Self::Triangle { a, b, c } => (*a, *b, *c) = (a.times(by), b.times(by), c.times(by)),
            Self::Sphere { radius } | Self::Circle { radius } | Self::Sector { radius, .. } | Self::RegularPolygon { radius, .. } => {
                *radius *= by;
            }
            Self::Capsule { axis, radius } => {
                *radius *= by;
                match axis {
                    CapsuleAxis::Upright { half_height } => *half_height *= by,
                    CapsuleAxis::Between { a, b } => (*a, *b) = (a.times(by), b.times(by)),
                }
            }
            Self::Box { half: sizes }
            | Self::Ellipsoid { radii: sizes }
            | Self::Ellipse { radii: sizes }
            | Self::HalfEllipse { radii: sizes } => {
                *sizes = sizes.times(by);
            }
            Self::Cylinder { half_height, radius } | Self::Cone { half_height, radius } => {
                (*half_height, *radius) = (*half_height * by, *radius * by);
            }
            Self::TaperedCapsule { half_height, bottom, top } | Self::Frustum { half_height, bottom, top } => {
                (*half_height, *bottom, *top) = (*half_height * by, *bottom * by, *top * by);
            }
            Self::Hull { points } | Self::Polygon { points } => *points = all(points),
            Self::Halfspace { offset, .. } => *offset *= by,
            Self::Rounded { core, radius } => (**core, *radius) = (core.times(by), *radius * by),
            Self::Scaled { shape, .. } => **shape = shape.times(by),
            Self::Posed { pose, shape } => (*pose, **shape) = (pose.times(by), shape.times(by)),
            Self::Sum { a, b } => (**a, **b) = (a.times(by), b.times(by)),
            Self::HullOf { shapes } => *shapes = shapes.iter().map(|shape| shape.times(by)).collect(),
            Self::Compound { parts } => {
                *parts = parts.iter().map(|part| PartSpec { pose: part.pose.times(by), shape: part.shape.times(by) }).collect();
            }
            Self::Trimesh { vertices, .. } | Self::Polyline { vertices, .. } => *vertices = all(vertices),
            Self::Heightfield { scale: sizes, .. } | Self::Voxels { size: sizes, .. } => *sizes = sizes.times(by),
        }
        shape
    }

    /// The largest distance of a point of the shape from its origin: its part of S, the length that
    /// tolerances multiply. It is 0 for a half-space.
    ///
    /// For a shape that wraps others it is a bound from its parts.
    pub fn bounding_radius(&self) -> f64 {
        let farthest = |points: &[Coords]| largest(points.iter().map(|p| p.to_vec3().length()));
        match self {
            Self::Point { p } => p.map_or(0.0, |p| p.to_vec3().length()),
            Self::Segment { a, b } => farthest(&[*a, *b]),
            Self::Triangle { a, b, c } => farthest(&[*a, *b, *c]),
            Self::Sphere { radius } | Self::Circle { radius } => *radius,
            Self::Capsule { axis: CapsuleAxis::Upright { half_height }, radius } => half_height + radius,
            Self::Capsule { axis: CapsuleAxis::Between { a, b }, radius } => farthest(&[*a, *b]) + radius,
            Self::Box { half } => half.to_vec3().length(),
            Self::Cylinder { half_height, radius } | Self::Cone { half_height, radius } => libm::hypot(*half_height, *radius),
            Self::TaperedCapsule { half_height, bottom, top } => half_height + larger(*bottom, *top),
            Self::Frustum { half_height, bottom, top } => libm::hypot(*half_height, larger(*bottom, *top)),
            Self::Sector { radius, .. } | Self::RegularPolygon { radius, .. } => *radius,
            Self::Ellipsoid { radii } | Self::Ellipse { radii } | Self::HalfEllipse { radii } => largest(radii.as_slice().iter().copied()),
            Self::Hull { points } | Self::Polygon { points } => farthest(points),
            Self::Halfspace { .. } => 0.0,
            Self::Rounded { core, radius } => core.bounding_radius() + radius,
            Self::Scaled { shape, scale } => shape.bounding_radius() * largest(scale.as_slice().iter().map(|factor| factor.abs())),
            Self::Posed { pose, shape } => pose.translation().length() + shape.bounding_radius(),
            Self::Sum { a, b } => a.bounding_radius() + b.bounding_radius(),
            Self::HullOf { shapes } => largest(shapes.iter().map(Self::bounding_radius)),
            Self::Compound { parts } => largest(parts.iter().map(|part| part.pose.translation().length() + part.shape.bounding_radius())),
            Self::Trimesh { vertices, .. } | Self::Polyline { vertices, .. } => farthest(vertices),
            Self::Heightfield { heights, scale, .. } => {
                let [x, y, z] = scale.to_vec3().to_array();
                let highest = largest(heights.iter().flatten().map(|h| (h * y).abs()));
                libm::hypot(libm::hypot(0.5 * x, 0.5 * z), highest)
            }
            Self::Voxels { size, cells } => largest(cells.iter().map(|cell| {
                // The corner that is farthest from the origin.
                let corner = |i: i32| larger(f64::from(i).abs(), (f64::from(i) + 1.0).abs());
                let farthest = cell.iter().zip(size.as_slice()).map(|(&i, size)| corner(i) * size);
                farthest.map(|x| x * x).sum::<f64>().sqrt()
            })),
        }
    }
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |m, x| if x > m { x } else { m })
}

#[cfg(test)]
mod tests {
    use super::{CapsuleAxis, ShapeSpec};

    #[test]
    fn both_capsule_forms_are_read() {
        let upright: ShapeSpec = serde_json::from_str(r#"{"type":"capsule","half_height":2,"radius":0.5}"#).unwrap();
        assert_eq!(upright, ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: 2.0 }, radius: 0.5 });
        let between: ShapeSpec = serde_json::from_str(r#"{"type":"capsule","a":[0,0],"b":[3,4],"radius":1}"#).unwrap();
        assert_eq!(between.bounding_radius(), 6.0);
        assert!(serde_json::from_str::<ShapeSpec>(r#"{"type":"capsule","radius":1}"#).is_err());
    }

    #[test]
    fn the_bounding_radius_is_that_of_the_farthest_point() {
        let spec: ShapeSpec = serde_json::from_str(r#"{"type":"rounded","core":{"type":"box","half":[1,2,2]},"radius":0.25}"#).unwrap();
        assert_eq!(spec.bounding_radius(), 3.25);
        let radius = |text: &str| serde_json::from_str::<ShapeSpec>(text).unwrap().bounding_radius();
        assert_eq!(radius(r#"{"type":"point"}"#), 0.0);
        assert_eq!(radius(r#"{"type":"scaled","shape":{"type":"sphere","radius":2},"scale":[1,-3,0.5]}"#), 6.0);
        assert_eq!(radius(r#"{"type":"posed","pose":{"t":[0,3,4]},"shape":{"type":"sphere","radius":2}}"#), 7.0);
        assert_eq!(radius(r#"{"type":"sum","a":{"type":"box","half":[3,4]},"b":{"type":"circle","radius":1}}"#), 6.0);
        assert_eq!(radius(r#"{"type":"hull_of","shapes":[{"type":"circle","radius":1},{"type":"circle","radius":2}]}"#), 2.0);
        assert_eq!(radius(r#"{"type":"tapered_capsule","half_height":1,"bottom":3,"top":2}"#), 4.0);
        assert_eq!(radius(r#"{"type":"frustum","half_height":3,"bottom":1,"top":4}"#), 5.0);
    }
}
