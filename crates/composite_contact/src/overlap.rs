//! Whether a body touches a composite shape.

use clinch_composite::Composite;
use clinch_contact::{Memory, Pair, Recycling, Settings, Space, overlap as overlap_part};
use clinch_shapes::Convex;

use crate::body::Body;
use crate::boxes::{body_box, gap};
use crate::near_first::NearFirst;
use crate::part::with_part;
use crate::scratch::CompositeScratch;

/// Does a body touch or overlap a shape made of convex parts?
///
/// Sets are closed: touching is enough, and what cannot be proved to be apart touches. A surface is
/// touched from both of its sides, whichever has contacts. The inside of a solid belongs to it: a
/// body that touches no part is inside if its middle is. The margin is ignored, skins are not.
/// `None` if an input is not finite.
///
/// Ends at the first part that touches. Costs what the convex queries about the parts near the body
/// cost until then.
///
/// ```
/// use clinch_composite::TriMesh;
/// use clinch_composite_contact::{CompositeScratch, overlap};
/// use clinch_contact::{Pair, Settings};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let floor = TriMesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
/// let touches = |z| {
///     let pair =
///         Pair { a: &floor, b: Ball::new(0.25)?, b_in_a: Pose::at(DVec3::new(0.25, 0.25, z)) };
///     Ok(overlap(&pair, &Settings::default(), &mut CompositeScratch::new()))
/// };
/// assert_eq!(
///     [touches(0.25)?, touches(-0.2)?, touches(0.26)?],
///     [Some(true), Some(true), Some(false)]
/// );
/// assert_eq!(touches(f64::NAN)?, None);
/// # Ok::<(), ShapeError>(())
/// ```
pub fn overlap<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Option<bool> {
    let settings = Settings { recycling: Recycling::Off, ..*settings };
    let body = Body::new(pair, &settings);
    let bounds = body_box(pair, body.radii() - pair.b.radius_wide())?;
    let (mut touches, mut undefined) = (false, false);
    NearFirst::run(pair.a, bounds, 0.0, |id, limit| {
        let of_part = with_part(pair, id, |part| {
            let touching = overlap_part(&part.pair, &settings, &mut Memory::new(), &mut scratch.convex).touching;
            // As for the distance, boxes that are apart prove more than a search in `f32`.
            touching.map(|touching| touching && gap(&part.bounds(), &bounds) <= 0.0)
        });
        match of_part {
            Some(Some(true)) => touches = true,
            Some(None) => undefined = true,
            _ => {}
        }
        (!touches).then_some(limit)
    });
    match (touches, undefined) {
        (true, _) => Some(true),
        (false, true) => None,
        (false, false) => Some(pair.a.contains(body.middle)),
    }
}
