//! Vectors across other vectors.

use clinch_support::Vector;

use crate::sub_distance::GjkVector;

/// `vector` without its components along `basis`, whose vectors are unit and orthogonal to each
/// other.
#[inline]
pub(crate) fn reject<W: Vector<Scalar = f64>>(vector: W, basis: &[W]) -> W {
    basis.iter().fold(vector, |rest, &unit| rest - unit * rest.dot(unit))
}

/// A unit vector orthogonal to `basis`, whose vectors are unit and orthogonal to each other and
/// fewer than there are dimensions.
pub(crate) fn orthogonal_unit<W: GjkVector>(basis: &[W]) -> W {
    let (mut longest, mut squared) = (W::ZERO, 0.0);
    for axis in 0..W::DIM {
        let rest = reject(W::unit(axis), basis);
        let length = rest.length_squared();
        if length > squared {
            (longest, squared) = (rest, length);
        }
    }
    longest * squared.sqrt().recip()
}
