//! A body as the picture needs it: its flat sides, or a swept segment.

use clinch::composite::CompositeShape3;
use clinch::d3::{ColliderShape, Pose, Shape, SubShapeId};
use glam::{DVec3, Vec3};

/// A body in the world.
pub(crate) enum Solid {
    /// A segment swept by a radius. The ends of a ball are equal.
    Round { ends: [DVec3; 2], radius: f64 },
    /// Flat sides.
    Flat(Vec<Side>),
    /// A surface of triangles, which are painted one by one.
    Surface(Vec<Side>),
}

/// A convex polygon in space.
pub(crate) struct Side {
    /// Outward, of unit length.
    pub(crate) normal: DVec3,
    pub(crate) corners: Vec<DVec3>,
}

impl Side {
    /// The mean of its corners.
    pub(crate) fn middle(&self) -> DVec3 {
        self.corners.iter().sum::<DVec3>() / self.corners.len().max(1) as f64
    }
}

impl Solid {
    pub(crate) fn new(shape: &ColliderShape, pose: &Pose) -> Self {
        let shape = match shape {
            ColliderShape::Convex(shape) => shape,
            ColliderShape::Composite(shape) => return Self::Surface(triangles(shape, pose)),
        };
        match shape {
            Shape::Ball(ball) => Self::Round { ends: [pose.point(Vec3::ZERO); 2], radius: f64::from(ball.radius()) },
            Shape::Capsule(capsule) => Self::Round { ends: capsule.ends().map(|end| pose.point(end)), radius: f64::from(capsule.radius()) },
            Shape::Cuboid(cuboid) => Self::Flat(sides_of_box(cuboid.half(), pose)),
            Shape::Hull(hull) => {
                let corner = |corner: &clinch::shapes::HullCorner| pose.point(hull.vertices()[corner.vertex.index()]);
                let side = |face: clinch::shapes::HullFace<'_, Vec3>| Side {
                    normal: pose.vector(face.normal),
                    corners: face.corners.iter().map(corner).collect(),
                };
                Self::Flat(hull.faces().map(side).collect())
            }
            // A recording has no other shapes.
            _ => Self::Flat(Vec::new()),
        }
    }

    /// Points whose hull, swept by [`radius`](Self::radius), is the solid.
    pub(crate) fn points(&self) -> Vec<DVec3> {
        match self {
            Self::Round { ends, .. } => ends.to_vec(),
            Self::Flat(sides) | Self::Surface(sides) => sides.iter().flat_map(|side| side.corners.iter().copied()).collect(),
        }
    }

    /// The mean of its points, for the painter's algorithm.
    pub(crate) fn middle(&self) -> DVec3 {
        let points = self.points();
        points.iter().sum::<DVec3>() / points.len().max(1) as f64
    }

    /// Moves corners above this height down to it, which cuts upright walls off.
    pub(crate) fn cut(&mut self, top: f64) {
        if let Self::Flat(sides) = self {
            for corner in sides.iter_mut().flat_map(|side| &mut side.corners) {
                corner.y = corner.y.min(top);
            }
        }
    }

    pub(crate) fn radius(&self) -> f64 {
        match self {
            Self::Round { radius, .. } => *radius,
            Self::Flat(_) | Self::Surface(_) => 0.0,
        }
    }
}

/// The triangles of a height field or a mesh. A recording has no other composite shapes.
fn triangles(shape: &CompositeShape3<Vec3>, pose: &Pose) -> Vec<Side> {
    let corners: Vec<[Vec3; 3]> = match shape {
        CompositeShape3::HeightField(field) => (0..).map_while(|id| field.corners(SubShapeId(id))).collect(),
        CompositeShape3::TriMesh(mesh) => (0..).map_while(|id| mesh.corners(SubShapeId(id))).collect(),
        _ => Vec::new(),
    };
    let side = |corners: [Vec3; 3]| {
        let [a, b, c] = corners.map(|corner| pose.point(corner));
        Side { normal: (b - a).cross(c - a).normalize_or_zero(), corners: vec![a, b, c] }
    };
    corners.into_iter().map(side).collect()
}

fn sides_of_box(half: Vec3, pose: &Pose) -> Vec<Side> {
    let side = |axis: usize, sign: f32| {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let corner = |(a, b): (f32, f32)| {
            let mut corner = [0.0; 3];
            (corner[axis], corner[u], corner[v]) = (sign * half[axis], a * half[u], b * half[v]);
            pose.point(Vec3::from_array(corner))
        };
        Side {
            normal: pose.vector(Vec3::AXES[axis] * sign),
            corners: [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(corner).to_vec(),
        }
    };
    (0..3).flat_map(|axis| [side(axis, 1.0), side(axis, -1.0)]).collect()
}
