//! The constructors of a collider in 2D, with the names and arguments of avian's.

use avian2d::math::{RVector, Real};
use avian2d::prelude::{Position, Rotation};
use clinch_composite::{Chain, ColliderShape, CompositeShape2, Compound, CompoundError, HeightField2, HeightField2Error};
use clinch_shapes::{Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, Polygon, Rounded, Segment, Shape2, ShapeError, Triangle};
use clinch_support::{Pose, Rotation2, Scalar as _, Vector as _};
use glam::Vec2;

use crate::d2::Collider;

/// A part of a compound.
type Part = (Pose<Vec2>, Shape2<Vec2>);

/// avian's: a square of half a unit. avian's plugin for the sizes of bodies requires a default.
impl Default for Collider {
    fn default() -> Self {
        Self::rectangle(0.5, 0.5)
    }
}

/// In 2D.
impl Collider {
    /// A circle.
    pub fn circle(radius: f32) -> Self {
        Self::of(Ball::new(radius))
    }

    /// An ellipse.
    pub fn ellipse(half_width: f32, half_height: f32) -> Self {
        Self::of(Ellipsoid::new(Vec2::new(half_width, half_height)))
    }

    /// A rectangle of these lengths.
    pub fn rectangle(x_length: f32, y_length: f32) -> Self {
        Self::of(Cuboid::new(0.5 * Vec2::new(x_length, y_length)))
    }

    /// A rectangle of these lengths, swept by a radius.
    pub fn round_rectangle(x_length: f32, y_length: f32, border_radius: f32) -> Self {
        let core = Cuboid::new(0.5 * Vec2::new(x_length, y_length));
        Self::of(core.and_then(|core| Rounded::new(Shape2::from(core), border_radius)))
    }

    /// A capsule along y. The length is that without the two half circles.
    pub fn capsule(radius: f32, length: f32) -> Self {
        Self::of(Capsule::new(0.5 * length, radius))
    }

    /// A capsule between two points.
    pub fn capsule_endpoints(radius: f32, a: Vec2, b: Vec2) -> Self {
        Self::of(Capsule::between(a, b, radius))
    }

    /// All points below the line through the origin with this outward normal.
    pub fn half_space(outward_normal: Vec2) -> Self {
        Self::of(HalfSpace::new(outward_normal, 0.0))
    }

    /// A segment.
    pub fn segment(a: Vec2, b: Vec2) -> Self {
        Self::of(Segment::new(a, b))
    }

    /// A triangle; its corners may be in either order.
    pub fn triangle(a: Vec2, b: Vec2, c: Vec2) -> Self {
        Self::of(Triangle::new(a, b, c))
    }

    /// A regular polygon whose corners are on a circle of this radius, the first of them up.
    pub fn regular_polygon(circumradius: f32, sides: u32) -> Self {
        Self::of(Polygon::regular(sides as usize, circumradius))
    }

    /// The convex hull of points; `None` without points or with one that is not finite.
    pub fn convex_hull(points: &[RVector]) -> Option<Self> {
        Polygon::hull_of(&narrow(points)).ok().map(Self::new)
    }

    /// The convex polygon of these corners, which are in order; `None` if they are not.
    pub fn convex_polyline(points: Vec<RVector>) -> Option<Self> {
        Polygon::new(&narrow(&points)).ok().map(Self::new)
    }

    /// Segments between vertices: those of the list, or else each from one vertex to the next. They
    /// are touched on both sides. Segments that follow each other are a [`Chain`], over whose
    /// vertices bodies slide; any others are the parts of a [`Compound`].
    pub fn polyline(vertices: Vec<RVector>, indices: Option<Vec<[u32; 2]>>) -> Self {
        let vertices = narrow(&vertices);
        let Some(indices) = indices else { return Self::of(chain(vertices)) };
        let ends = |&[start, end]: &[u32; 2]| Some([*vertices.get(start as usize)?, *vertices.get(end as usize)?]);
        let Some(segments) = indices.iter().map(ends).collect::<Option<Vec<_>>>() else {
            return Self::of(Err::<Ball<Vec2>, _>("an index of a polyline has no vertex"));
        };
        if indices.windows(2).all(|pair| pair[0][1] == pair[1][0]) {
            let path = segments.iter().map(|[start, _]| *start).chain(segments.last().map(|[_, end]| *end));
            return Self::of(chain(path.collect()));
        }
        let parts: Result<Vec<_>, ShapeError> =
            segments.iter().map(|&[start, end]| Ok((Pose::IDENTITY, Segment::new(start, end)?.into()))).collect();
        Self::of_parts(parts)
    }

    /// Triangles, each of which is touched as a shape of its own.
    pub fn trimesh(vertices: Vec<RVector>, indices: Vec<[u32; 3]>) -> Self {
        let vertices = narrow(&vertices);
        let corners = |triangle: &[u32; 3]| triangle.map(|index| vertices.get(index as usize).copied().unwrap_or(Vec2::NAN));
        let parts: Result<Vec<_>, ShapeError> =
            indices.iter().map(corners).map(|[a, b, c]| Ok((Pose::IDENTITY, Triangle::new(a, b, c)?.into()))).collect();
        Self::of_parts(parts)
    }

    fn of_parts(parts: Result<Vec<Part>, ShapeError>) -> Self {
        match parts {
            Ok(parts) => Self::of(Compound::new(parts)),
            Err(error) => Self::of(Err::<Ball<Vec2>, _>(error)),
        }
    }

    /// Terrain: see [`try_heightfield`](Self::try_heightfield).
    pub fn heightfield(heights: Vec<Real>, scale: Vec2) -> Self {
        Self::try_heightfield(heights, scale).unwrap_or_else(|error| Self::of(Err::<Ball<Vec2>, _>(error)))
    }

    /// Terrain about the origin: heights at equal distances along x. `scale` is the length of the
    /// whole field and the factor of heights. It is touched on both sides, as avian's; a field that
    /// is solid below is a [`HeightField2`] for [`new`](Self::new).
    ///
    /// # Errors
    ///
    /// Fewer than two heights, numbers that are not finite.
    pub fn try_heightfield(heights: Vec<Real>, scale: Vec2) -> Result<Self, HeightField2Error> {
        let cells = (heights.len().max(2) - 1) as f32;
        let heights = heights.into_iter().map(|height| f32::narrow(height.widen())).collect();
        let field = HeightField2::new(heights, Vec2::new(scale.x / cells, scale.y))?;
        Ok(Self::at(Vec2::new(-0.5 * scale.x, 0.0), Some(field.two_sided().into())))
    }

    /// Colliders at places in the frame of another one: see [`try_compound`](Self::try_compound).
    pub fn compound(shapes: Vec<(impl Into<Position>, impl Into<Rotation>, impl Into<Self>)>) -> Self {
        Self::try_compound(shapes).unwrap_or_else(|error| Self::of(Err::<Ball<Vec2>, _>(error)))
    }

    /// Convex colliders at places in the frame of another one. A compound among them is its parts.
    ///
    /// # Errors
    ///
    /// No parts. [`Unbounded`](CompoundError::Unbounded) also stands for a part that is not convex
    /// and no compound, such as a chain or a height field, and for an empty one.
    pub fn try_compound(shapes: Vec<(impl Into<Position>, impl Into<Rotation>, impl Into<Self>)>) -> Result<Self, CompoundError> {
        let mut parts = Vec::new();
        for (place, (position, rotation, collider)) in shapes.into_iter().enumerate() {
            let (position, rotation): (Position, Rotation) = (position.into(), rotation.into());
            let rotation = Rotation2 { cos: rotation.cos, sin: rotation.sin };
            let pose = Pose::new(rotation, Vec2::narrow(position.0.widen()));
            match collider.into().shape_scaled() {
                Some(ColliderShape::Convex(shape)) => parts.push((pose, shape.clone())),
                Some(ColliderShape::Composite(CompositeShape2::Compound(inner))) => {
                    let posed = |at: &Pose<Vec2>| Pose::narrow(&pose.widen().after(&at.widen()));
                    parts.extend(inner.parts().iter().map(|(at, shape)| (posed(at), shape.clone())));
                }
                _ => return Err(CompoundError::Unbounded { part: place }),
            }
        }
        Compound::new(parts).map(Self::new)
    }
}

fn narrow(points: &[RVector]) -> Vec<Vec2> {
    points.iter().map(|point| Vec2::narrow(point.widen())).collect()
}

/// The chain of these points, closed if it ends where it begins.
fn chain(mut points: Vec<Vec2>) -> Result<Chain<Vec2>, clinch_composite::ChainError> {
    let is_closed = points.len() > 3 && points.first() == points.last();
    let (chain, _) = if is_closed {
        points.pop();
        Chain::repaired_closed(points)?
    } else {
        Chain::repaired_open(points)?
    };
    Ok(chain.two_sided())
}
