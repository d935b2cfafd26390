//! The normals that a contact at a feature can have.

use clinch_support::{Vector, cross, normalize_or_zero};

/// How far outside of a half-space a direction of unit length may be by rounding. Larger: a nearest
/// direction may be that far outside of the cone. Smaller: a ray of the cone is not found to be in
/// it, and an arc as narrow as rounding has any direction.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The unit directions in which a body can touch a composite shape at a feature of one of its parts
/// first: all n with n·(y − p) ≤ 0 for each point y of the parts that share the feature, where p is
/// a point of the feature.
///
/// If the nearest points of a body and a part have a normal outside of this cone, another part that
/// shares the feature is strictly nearer: from p towards the y with n·(y − p) > 0 the distance
/// decreases.
#[derive(Clone, Debug, PartialEq)]
pub enum NormalCone<W> {
    /// None: at a concave edge, in 2D at a concave vertex.
    Empty,
    /// One direction: of a face, and of an edge between coplanar faces or a vertex between
    /// collinear segments.
    Ray(W),
    /// All directions of an arc of at most half a turn, given by its ends and its middle: at a
    /// convex edge, in 2D at a convex vertex.
    Arc([W; 3]),
    /// All n with n·u ≤ 0 for each of these unit vectors u: at a vertex in 3D.
    HalfSpaces(Vec<W>),
    /// Not known.
    Unknown,
}

impl<W: Vector<Scalar = f64, Wide = W>> NormalCone<W> {
    /// The direction of the cone that is nearest to a unit vector; `None` if the cone is empty or
    /// unknown. A direction in the cone is returned unchanged, up to rounding.
    ///
    /// Constant time, but for vertices: cubic in the number of neighbours.
    ///
    /// ```
    /// use clinch_composite::NormalCone;
    /// use glam::DVec3;
    ///
    /// let ridge = NormalCone::Arc([DVec3::X, DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.28, 0.96, 0.0)]);
    /// assert!(ridge.nearest(DVec3::Y).is_some_and(|n| n.abs_diff_eq(DVec3::Y, 1e-15)));
    /// assert_eq!(ridge.nearest(DVec3::new(0.6, -0.8, 0.0)), Some(DVec3::X));
    /// ```
    pub fn nearest(&self, direction: W) -> Option<W> {
        match self {
            Self::Empty | Self::Unknown => None,
            Self::Ray(normal) => Some(*normal),
            Self::Arc(arc) => Some(nearest_of_arc(*arc, direction)),
            Self::HalfSpaces(outward) => nearest_of_half_spaces(outward, direction),
        }
    }
}

fn nearest_of_arc<W: Vector<Scalar = f64, Wide = W>>([from, middle, to]: [W; 3], direction: W) -> W {
    // The side of the middle on which the direction is, and its place between middle and end.
    let end = if direction.dot(to) >= direction.dot(from) { to } else { from };
    let aside = end - middle * middle.dot(end);
    if !(aside.length() > ROUNDING) {
        return end;
    }
    // Twice: of a narrow arc, the difference is off by more than rounding.
    let across = normalize_or_zero(aside);
    let across = normalize_or_zero(across - middle * middle.dot(across));
    let (x, y) = (direction.dot(middle), direction.dot(across));
    let (x_end, y_end) = (end.dot(middle), end.dot(across));
    let beyond = x * y_end - y * x_end < 0.0;
    if beyond || y < 0.0 { end } else { normalize_or_zero(middle * x + across * y) }
}

/// The nearest direction is the given one, its projection on one of the planes, or the line that
/// two planes share.
fn nearest_of_half_spaces<W: Vector<Scalar = f64, Wide = W>>(outward: &[W], direction: W) -> Option<W> {
    let inside = |n: &W| outward.iter().all(|u| n.dot(*u) <= ROUNDING);
    if inside(&direction) {
        return Some(direction);
    }
    let nearer = |best: Option<W>, n: W| {
        let better = n != W::ZERO && inside(&n) && best.is_none_or(|best| n.dot(direction) > best.dot(direction));
        if better { Some(n) } else { best }
    };
    let planes = outward.iter().map(|&u| normalize_or_zero(direction - u * direction.dot(u)));
    let lines = outward.iter().enumerate().flat_map(|(i, &u)| {
        outward[..i].iter().flat_map(move |&other| {
            let line = unit_cross(u, other);
            [line, -line]
        })
    });
    planes.chain(lines).fold(None, nearer)
}

/// The unit vector along u × v; zero in 2D, where two half-planes share a point only.
fn unit_cross<W: Vector<Scalar = f64, Wide = W>>(u: W, v: W) -> W {
    if W::DIM == 3 { normalize_or_zero(cross(u, v)) } else { W::ZERO }
}
