//! The concave 2D primitives.

use bevy_shape::{Annulus, Arc2d, CircularSector, Polygon, Polyline2d};
use glam::Vec2;

use crate::d2::{self, Pose};
use crate::primitives::circle_points::{arc, circle, is_whole};
use crate::primitives::to_composite::{Resolution, ToComposite, ToCompositeError};
use crate::shapes::ShapeError;

/// A solid of trapezoids, one for each segment.
impl ToComposite for Annulus {
    type Shape = d2::Compound;

    fn to_composite_with(&self, resolution: Resolution) -> Result<d2::Compound, ToCompositeError> {
        let Resolution { around, .. } = resolution.checked()?;
        let [inner, outer] = annulus_radii(self)?;
        // From +y, as bevy draws it.
        let on = |radius: f32| circle(around).map(move |point| (point.perp() * f64::from(radius)).as_vec2()).collect::<Vec<Vec2>>();
        let [inner, outer] = [on(inner), on(outer)];
        let trapezoid = |segment: usize| {
            let next = (segment + 1) % inner.len();
            Ok((Pose::IDENTITY, d2::Polygon::new(&[inner[segment], outer[segment], outer[next], inner[next]])?.into()))
        };
        let parts = (0..inner.len()).map(trapezoid).collect::<Result<Vec<_>, ShapeError>>()?;
        Ok(d2::Compound::new(parts)?)
    }
}

/// The radii of the inner and the outer circle.
pub(crate) fn annulus_radii(annulus: &Annulus) -> Result<[f32; 2], ToCompositeError> {
    let inner_radius = d2::Circle::new(annulus.inner_circle.radius)?.radius();
    let outer_radius = d2::Circle::new(annulus.outer_circle.radius)?.radius();
    if inner_radius <= 0.0 {
        return Err(ToCompositeError::NoHole { inner_radius });
    }
    if outer_radius <= inner_radius {
        return Err(ToCompositeError::NoWidth { inner_radius, outer_radius });
    }
    Ok([inner_radius, outer_radius])
}

/// A line, which is touched from both sides. It is a loop if it ends where it begins. For ground
/// that is touched from one side: [`d2::Chain::open`].
impl ToComposite for Polyline2d {
    type Shape = d2::Chain;

    fn to_composite_with(&self, _: Resolution) -> Result<d2::Chain, ToCompositeError> {
        let chain = match &self.vertices[..] {
            [first, between @ .., last] if between.len() > 1 && first == last => {
                d2::Chain::closed(core::iter::once(first).chain(between).copied().collect())
            }
            points => d2::Chain::open(points.to_vec()),
        };
        Ok(chain?.two_sided())
    }
}

/// A line, which is touched from both sides.
impl ToComposite for Arc2d {
    type Shape = d2::Chain;

    fn to_composite_with(&self, resolution: Resolution) -> Result<d2::Chain, ToCompositeError> {
        let points = checked_arc(self, resolution)?;
        let chain = if is_whole(self.half_angle) { d2::Chain::closed(points) } else { d2::Chain::open(points) };
        Ok(chain?.two_sided())
    }
}

/// A solid, of any angle. With an angle of at most half a turn, [`ToShape`](super::ToShape) gives
/// the exact shape.
impl ToComposite for CircularSector {
    type Shape = d2::Chain;

    fn to_composite_with(&self, resolution: Resolution) -> Result<d2::Chain, ToCompositeError> {
        let mut points = checked_arc(&self.arc, resolution)?;
        if !is_whole(self.arc.half_angle) {
            points.push(Vec2::ZERO);
        }
        // Counter-clockwise, which makes it a solid.
        points.reverse();
        Ok(d2::Chain::closed(points)?)
    }
}

/// The points of an arc, clockwise.
fn checked_arc(arc_of: &Arc2d, resolution: Resolution) -> Result<Vec<Vec2>, ToCompositeError> {
    let Resolution { around, .. } = resolution.checked()?;
    let Arc2d { radius, half_angle } = *arc_of;
    let radius = d2::Circle::new(radius)?.radius();
    let (what, value) = ("half_angle", f64::from(half_angle));
    if !half_angle.is_finite() {
        return Err(ShapeError::NotFinite { what, value }.into());
    }
    if half_angle < 0.0 {
        return Err(ShapeError::Negative { what, value }.into());
    }
    Ok(arc(radius, half_angle, around))
}

/// The solid inside of a simple polygon, in either winding. If it is convex,
/// [`ToShape`](super::ToShape) gives a shape that is one part.
impl ToComposite for Polygon {
    type Shape = d2::Chain;

    fn to_composite_with(&self, _: Resolution) -> Result<d2::Chain, ToCompositeError> {
        let chain = d2::Chain::closed(self.vertices.clone())?;
        if chain.moments().is_some() {
            return Ok(chain);
        }
        Ok(d2::Chain::closed(self.vertices.iter().rev().copied().collect())?)
    }
}
