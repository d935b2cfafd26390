//! The concave 3D primitives.

use bevy_shape::{Annulus, Extrusion, Torus};
use glam::{DVec2, DVec3};

use crate::d2;
use crate::d3;
use crate::primitives::circle_points::circle;
use crate::primitives::composite_2d::annulus_radii;
use crate::primitives::to_composite::{Resolution, ToComposite, ToCompositeError};

/// A solid of triangles about the y axis: those of bevy's mesh, in the same order.
impl ToComposite for Torus {
    type Shape = d3::TriMesh;

    fn to_composite_with(&self, resolution: Resolution) -> Result<d3::TriMesh, ToCompositeError> {
        let Resolution { around, tube } = resolution.checked()?;
        let [major, minor] = [self.major_radius, self.minor_radius];
        let [major, minor] = [d2::Circle::new(major)?.radius(), d2::Circle::new(minor)?.radius()];
        if major <= minor {
            return Err(ToCompositeError::NoHole { inner_radius: major - minor });
        }
        let [major, minor] = [f64::from(major), f64::from(minor)];
        let section: Vec<_> = circle(tube).map(|point| DVec2::new(major + minor * point.x, minor * point.y)).collect();
        revolved(&section, around, |at, height| DVec3::new(at.x, height, at.y))
    }
}

/// A pipe along the z axis: a solid of triangles.
impl ToComposite for Extrusion<Annulus> {
    type Shape = d3::TriMesh;

    fn to_composite_with(&self, resolution: Resolution) -> Result<d3::TriMesh, ToCompositeError> {
        let Resolution { around, .. } = resolution.checked()?;
        let [inner, outer] = annulus_radii(&self.base_shape)?.map(f64::from);
        // Validated by `Cylinder`: a negative depth would turn the pipe inside out.
        let depth = f64::from(d3::Cylinder::new(self.half_depth, 0.0)?.half_height());
        let section = [(outer, depth), (outer, -depth), (inner, -depth), (inner, depth)].map(DVec2::from);
        // From +y, as bevy draws it.
        revolved(&section, around, |at, height| at.perp().extend(height))
    }
}

/// The solid that a loop of points sweeps around an axis. The points of the loop are their
/// distances from the axis and their heights along it; `place` gets the place on the plane across
/// the axis, and the height.
fn revolved(section: &[DVec2], around: u32, place: impl Fn(DVec2, f64) -> DVec3) -> Result<d3::TriMesh, ToCompositeError> {
    let ring = |direction: DVec2| section.iter().map(move |point| (direction * point.x, point.y));
    let vertices = circle(around).flat_map(ring).map(|(at, height)| place(at, height).as_vec3()).collect();
    // At most `MOST_SEGMENTS` in each direction.
    let sides = section.len() as u32;
    let vertex = |segment: u32, side: u32| (segment % around) * sides + side % sides;
    let quad = |segment: u32, side: u32| {
        let [here, next] = [segment, segment + 1].map(|segment| [side, side + 1].map(|side| vertex(segment, side)));
        [[here[0], here[1], next[0]], [here[1], next[1], next[0]]]
    };
    let triangles = (0..around).flat_map(|segment| (0..sides).flat_map(move |side| quad(segment, side))).collect();
    Ok(d3::TriMesh::new(vertices, triangles)?)
}
