//! Which contacts are in one manifold.

use clinch_support::Vector;

/// The cosine of 2°. Contacts whose normals differ by less are in one manifold, which has the
/// normal of the deepest. Larger cosine: a body at rest on gently curved ground has many manifolds.
/// Smaller: the points of the others have a normal that is off by more.
const SAME_NORMAL: f64 = 0.999_390_827_019_095_8;

/// Whether two unit normals are the same to within 2°.
pub(crate) fn is_same_normal<W: Vector<Scalar = f64>>(one: W, other: W) -> bool {
    one.dot(other) >= SAME_NORMAL
}
