//! The gap at round edges.
//!
//! * Clipping treats the side of a capsule or a cylinder as a line. Where the line is beside what
//!   it touches by δ, the gap is larger by R − √(R² − δ²), where R is the radius of its cross
//!   section, with that of the other shape. If δ exceeds R, they pass each other.
//! * Sharp edges have no cross section: their gap is that of the lines. The faces beside them are
//!   not known here.

use clinch_shapes::{Core, CoreKind, Face, Revolution};
use clinch_support::{Frame, Vector};

use crate::clip::{Clipped, INSIDE, Space};
use crate::problem::Cores;
use crate::radii::Radii;

/// Two edges, or an edge and a face. An edge is round, or both are segments: without a radius
/// these pass each other, as thin wires do.
pub(crate) struct RoundEdges {
    /// The sides of solids of revolution, in their own frames.
    sides: [Option<Side>; 2],
    /// Wires that are beside each other by less are straight above each other.
    slack: f64,
}

/// Where two surfaces are nearest to each other, seen along the normal.
pub(crate) struct Meeting<W> {
    /// The gap between the surfaces, along the normal.
    pub(crate) gap: f64,
    /// On the surface of A and on that of B, in A's frame.
    pub(crate) on: [W; 2],
}

impl RoundEdges {
    /// Those of the two features that face each other. `None` if both are faces, if no edge is
    /// round but of two segments, or if an edge is of a core of which only the support mapping is
    /// known; in 2D, where edges are faces, for all cores but segments. `size` is a bound of the
    /// coordinates.
    #[inline]
    pub(crate) fn of<V: Space>(cores: &Cores<'_, V>, radii: Radii, faces: [&Face<V>; 2], size: f64) -> Option<Self> {
        let slack = INSIDE * size;
        if let (Core::Segment(_), Core::Segment(_)) = (cores.a, cores.b) {
            return Some(Self { sides: [None; 2], slack });
        }
        let of_edge = |core, face: &Face<V>| (face.corners.len() == 2).then_some(core);
        let edges: [Option<&Core<'_, V>>; 2] = [of_edge(cores.a, faces[0]), of_edge(cores.b, faces[1])];
        let sides = edges.map(|edge| match edge {
            Some(Core::Revolution(body)) => Some(Side::of(body)),
            _ => None,
        });
        let mut known = edges.iter().flatten().map(|core| core.kind() != CoreKind::Other);
        let are_known = V::DIM == 3 && edges.iter().any(Option::is_some) && known.all(|known| known);
        (are_known && (radii.sum() > 0.0 || sides.iter().any(Option::is_some))).then_some(Self { sides, slack })
    }

    /// The radius of the cross section where it is least, with those by which the cores are swept.
    pub(crate) fn least_radius(&self, radii: Radii) -> f64 {
        self.sides.iter().flatten().fold(radii.sum(), |sum, side| sum + side.least)
    }

    /// The points of the surfaces at a clipped corner. `None` if they pass each other there.
    #[inline]
    pub(crate) fn meet<V: Space>(
        &self,
        &Clipped { on_a, on_b, .. }: &Clipped<V::Wide>,
        normal: V::Wide,
        frame: &Frame<V>,
        radii: Radii,
    ) -> Option<Meeting<V::Wide>> {
        let [a, b] = self.sides;
        let (of_a, of_b) = (a.map_or(0.0, |side| side.radius(on_a)), b.map_or(0.0, |side| side.radius(frame.to_b(on_b))));
        let between = on_b - on_a;
        let height = between.dot(normal);
        let aside = between - normal * height;
        let (beside, all) = (aside.length(), radii.sum() + of_a + of_b);
        let (sideways, cosine) = if beside < all {
            let sine = beside / all;
            (aside * all.recip(), ((1.0 - sine) * (1.0 + sine)).sqrt())
        } else if beside <= self.slack {
            (V::Wide::ZERO, 1.0)
        } else {
            return None;
        };
        let core_a = a.map_or(on_a, |_| turned(on_a, sideways * of_a, cosine));
        let turned_b = || frame.to_a(turned(frame.to_b(on_b), frame.direction_in_b(-sideways * of_b), cosine));
        let core_b = b.map_or(on_b, |_| turned_b());
        let outward = sideways + normal * cosine;
        let on = [core_a + outward * radii.a, core_b - outward * radii.b];
        Some(Meeting { gap: (on[1] - on[0]).dot(normal), on })
    }
}

/// A point of a solid of revolution about the y axis, turned about that by an angle of this cosine,
/// so that it moves sideways. It stays on the surface, however much the normal of the contact is
/// at a slant to that of the surface.
fn turned<W: Vector<Scalar = f64>>(point: W, sideways: W, cosine: f64) -> W {
    let across = |point: W| (point.get(0) * point.get(0) + point.get(2) * point.get(2)).sqrt();
    let toward = point * cosine + sideways;
    let (radius, length) = (across(point), across(toward));
    if !(length > 0.0) {
        return point;
    }
    W::from_fn(|axis| if axis == 1 { point.get(1) } else { toward.get(axis) * (radius / length) })
}

/// The side of a cylinder, cone or frustum about the y axis.
#[derive(Clone, Copy)]
struct Side {
    /// The length of a straight line on it, over its height.
    secant: f64,
    /// The least radius on it.
    least: f64,
}

impl Side {
    fn of(body: &Revolution) -> Self {
        let [bottom, top] = body.radii();
        let slope = (top - bottom) / (2.0 * body.half());
        // A disc has no side.
        let secant = if slope.is_finite() { (1.0 + slope * slope).sqrt() } else { 0.0 };
        Self { secant, least: if bottom < top { bottom } else { top } * secant }
    }

    /// The radius of the circle that the surface is across its straight line, at a point of it. On
    /// a cone that is more than the distance from the axis.
    fn radius<W: Vector<Scalar = f64>>(self, point: W) -> f64 {
        let (x, z) = (point.get(0), point.get(2));
        (x * x + z * z).sqrt() * self.secant
    }
}
