//! The distance of a body from a composite shape.

use clinch_composite::{Composite, SubShapeId};
use clinch_contact::{Memory, Pair, Recycling, Separation, Settings, Space, distance as distance_of_part};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::body::Body;
use crate::nearest_part::{Nearest, NearestPart};
use crate::scratch::CompositeScratch;

/// The distance of a body from a shape made of convex parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CompositeDistance<V: Vector> {
    /// Farther apart than the margin.
    Beyond {
        /// The proved distance.
        at_least: f64,
    },
    /// Apart.
    Apart {
        /// The distance with both bounds, the nearest points, and the normal from the composite
        /// shape (A) to the body (B).
        separation: Separation<V>,
        /// The nearest parts, `None` of a convex shape; of several that are equally near, those
        /// with the least normal, point and ids.
        sub_shapes: [Option<SubShapeId>; 2],
    },
    /// They touch or overlap, or cannot be proved not to: the distance is 0.
    Touching,
    /// An input is not finite.
    Undefined,
}

/// How far is a body from a shape made of convex parts, if it is not farther than the margin?
///
/// As a set of points: a surface has the same distance on both of its sides, and the inside of a
/// solid has the distance 0. A body that touches no part is inside if its middle is: one that is
/// only partly below the border of a solid height field, which has no parts there, is as far as the
/// surface. Ends at the first part that touches. The margin may be infinite: near parts are visited
/// first, and those farther than the nearest are not.
///
/// ```
/// use clinch_composite::HeightField;
/// use clinch_composite_contact::{CompositeDistance, CompositeScratch, distance};
/// use clinch_contact::{Pair, Settings};
/// use clinch_shapes::{Ball, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let plain = HeightField::new(2, 2, vec![0.0; 4], Vec3::ONE).unwrap();
/// let pair =
///     Pair { a: &plain, b: Ball::new(0.25)?, b_in_a: Pose::at(DVec3::new(0.1, 3.25, 0.2)) };
/// let far = distance(&pair, &Settings::with_margin(f32::INFINITY), &mut CompositeScratch::new());
/// let CompositeDistance::Apart { separation, .. } = far else { panic!("{far:?}") };
/// assert!(separation.lower <= 3.0 && 3.0 <= separation.upper && separation.normal == DVec3::Y);
/// # Ok::<(), ShapeError>(())
/// ```
pub fn distance<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeDistance<V> {
    let settings = Settings { recycling: Recycling::Off, ..*settings };
    let search = NearestPart::new(pair, &settings);
    let stop_at_touch = true;
    let nearest =
        search.run(stop_at_touch, |part| distance_of_part(&part.pair, &settings, &mut Memory::new(), &mut scratch.convex).relation);
    let middle = || Body::new(pair, &settings).middle;
    match nearest {
        Nearest::Undefined => CompositeDistance::Undefined,
        Nearest::Touching { .. } => CompositeDistance::Touching,
        Nearest::None | Nearest::Apart { .. } if pair.a.contains(middle()) => CompositeDistance::Touching,
        Nearest::None => CompositeDistance::Beyond { at_least: search.margin() },
        Nearest::Apart { separation, sub_shape } => CompositeDistance::Apart { separation, sub_shapes: [Some(sub_shape), None] },
    }
}
