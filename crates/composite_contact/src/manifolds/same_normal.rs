//! Which contacts are in one manifold.

use clinch_support::Vector;

/// The cosine of 2°. Contacts whose normals differ by less are in one manifold, which has the
/// normal of the deepest. Larger cosine: a body at rest on gently curved ground has many manifolds.
/// Smaller: the points of the others have a normal that is off by more.
const SAME_NORMAL: f64 = 0.999_390_827_019_095_8;

/// The contact that begins the manifold of contact `next`: the first before it that begins one and
/// has the same normal, or itself. `leading` gives the normal of a contact that begins one. A
/// contact is compared with no others: of normals in a row, each near the next, every one is in a
/// manifold.
pub(crate) fn leader_of<W: Vector<Scalar = f64>>(next: usize, normal: W, leading: impl Fn(usize) -> Option<W>) -> usize {
    let same = |&before: &usize| leading(before).is_some_and(|leader| is_same_normal(leader, normal));
    (0..next).find(same).unwrap_or(next)
}

/// Whether two unit normals are the same to within 2°.
pub(crate) fn is_same_normal<W: Vector<Scalar = f64>>(one: W, other: W) -> bool {
    one.dot(other) >= SAME_NORMAL
}
