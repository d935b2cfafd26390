//! The triangles around a vertex.

use glam::DVec3;

use crate::surface::Surface;

/// A triangle at a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spoke {
    pub(crate) triangle: u32,
    /// Its corner at the vertex.
    pub(crate) corner: u8,
    /// Its vertices, that of the fan first, in the unit frame and relative to the vertex.
    pub(crate) sides: [DVec3; 2],
}

/// The triangles that have a corner at the place of this one, in ascending order. By place and not
/// by index, because two sheets of a surface may touch at a vertex.
pub(crate) fn fan(surface: &impl Surface, triangle: u32, corner: u8) -> Vec<Spoke> {
    let place = surface.corners_of(triangle)[usize::from(corner)];
    let mut triangles = Vec::new();
    surface.triangles_at(place, |triangle| triangles.push(triangle));
    // The order of the tree must not decide how sums are rounded.
    triangles.sort_unstable();
    let frame = surface.frame();
    let spoke = |triangle: u32| {
        let corners = surface.corners_of(triangle);
        let corner = corners.iter().position(|&corner| corner == place)?;
        let sides = [1, 2].map(|step| frame.enter(corners[(corner + step) % 3]) - frame.enter(place));
        Some(Spoke { triangle, corner: corner as u8, sides })
    };
    triangles.into_iter().filter_map(spoke).collect()
}
