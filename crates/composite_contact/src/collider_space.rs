//! The vectors in which colliders of any shape have contacts.

use clinch_composite::CompositeSpace;
use clinch_contact::Space;

/// A vector in which contacts of convex and of composite shapes can be generated: the bound of the
/// stage.
pub trait ColliderSpace: Space + CompositeSpace {}

impl<V: Space + CompositeSpace> ColliderSpace for V {}
