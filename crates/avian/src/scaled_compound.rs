//! Compounds, scaled.

use clinch_composite::Compound;
use clinch_shapes::{Posed, Scaled};
use clinch_support::Pose;

use crate::dimension::Dimension;

/// A compound whose coordinates are multiplied by a factor per axis. `None` if a part cannot have
/// that scale.
pub(crate) fn scaled_compound<V>(compound: &Compound<V>, factors: V) -> Option<Compound<V>>
where
    V: Dimension,
    V::Shape: From<Posed<V, V::Shape>> + From<Scaled<V, V::Shape>>,
{
    let is_even = factors.get(0) > 0.0 && (1..V::DIM).all(|axis| factors.get(axis) == factors.get(0));
    let parts = compound.parts().iter().map(|(pose, shape)| {
        let translation = V::from_fn(|axis| pose.translation.get(axis) * factors.get(axis));
        if is_even || pose.rotation == Pose::<V>::IDENTITY.rotation {
            return Some((Pose { translation, ..*pose }, V::scaled_convex(shape, factors)?));
        }
        // Along the axes of the compound, which are not those of the part.
        let turned = Posed::new(shape.clone(), Pose { translation: V::ZERO, ..*pose }).ok()?;
        let scaled = Scaled::new(turned.into(), factors).ok()?;
        Some((Pose::at(translation), scaled.into()))
    });
    Compound::new(parts.collect::<Option<Vec<_>>>()?).ok()
}
