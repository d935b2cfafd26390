//! The overlap test without a square root, where squared lengths decide it.
//!
//! It answers pairs of spheres about their origins, segments, capsules and boxes, except two boxes
//! in 3D. Two boxes in 2D are decided by their axes, and any shapes by their bounding spheres.
//! Where lengths differ by no more than rounding it has no answer: then the distance decides, so
//! that [`overlap`](crate::overlap()) never contradicts [`measure`](crate::measure()).

use clinch_shapes::{Convex, Core, CoreKind};

use crate::bounding_spheres;
use crate::clip::Space;
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::box_box_2d;
use crate::pairs::point_box::PointBox;
use crate::pairs::segment_box;
use crate::pairs::segment_segment;
use crate::pairs::sphere_sphere::SphereSphere;
use crate::radii::Radii;
use crate::settings::Settings;

/// Whether two shapes touch. The margin is ignored. `None` where the caller must continue with the
/// distance.
#[inline(always)]
pub(crate) fn touching<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    use CoreKind::{Box, Origin};
    match (pair.a.core().kind(), pair.b.core().kind()) {
        (Origin, Origin) => spheres(pair, settings, memory),
        (Origin, Box) | (Box, Origin) => PointBox::of_sphere(pair)?.touching(Radii::of(pair).with_skins(settings), memory),
        _ if bounding_spheres::clearly_apart(pair, settings) => {
            memory.set_axis(pair.b_in_a.translation);
            Some(false)
        }
        _ => near_shapes(pair, settings, memory),
    }
}

/// The same for shapes whose bounding spheres are not clearly apart, and that are not a sphere and
/// another or a box.
#[inline(always)]
pub(crate) fn near_shapes<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    use CoreKind::{Box, Origin, Segment};
    match (pair.a.core().kind(), pair.b.core().kind()) {
        (Box, Box) if V::DIM == 2 => rectangles(pair, settings, memory),
        (Origin | Segment | Box, Segment) | (Segment, Origin | Box) => segment(pair, settings, memory),
        _ => None,
    }
}

#[inline(always)]
fn spheres<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    let touching = SphereSphere::of(pair)?.touching(Radii::skins(settings))?;
    if touching {
        memory.invalidate();
    } else {
        memory.set_axis(pair.b_in_a.translation);
    }
    Some(touching)
}

/// Two boxes in 2D.
#[inline(always)]
fn rectangles<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    let (Core::Box(a), Core::Box(b)) = (pair.a.core(), pair.b.core()) else { return None };
    box_box_2d::touching([a, b], &pair.b_in_a, Radii::of(pair).with_skins(settings), memory)
}

/// A segment against a point, a segment or a box.
// Not inlined, so that spheres stay in the caller's registers.
#[inline(never)]
fn segment<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
) -> Option<bool> {
    let radii = Radii::of(pair).with_skins(settings);
    match (pair.a.core().kind(), pair.b.core().kind()) {
        (CoreKind::Box, _) | (_, CoreKind::Box) => segment_box::touching(pair, radii, memory),
        _ => segment_segment::touching(pair, radii, memory),
    }
}
