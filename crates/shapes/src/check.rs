//! The checks of the arguments of constructors.

use clinch_support::{Scalar, Vector};

use crate::error::ShapeError;

/// A size must be finite and not negative. −0 becomes 0.
pub(crate) fn size<S: Scalar>(what: &'static str, value: S) -> Result<S, ShapeError> {
    if !value.is_finite() {
        Err(ShapeError::NotFinite { what, value: value.widen() })
    } else if value < S::ZERO {
        Err(ShapeError::Negative { what, value: value.widen() })
    } else {
        Ok(value.abs())
    }
}

/// A size along each axis.
pub(crate) fn sizes<V: Vector>(what: &'static str, values: V) -> Result<V, ShapeError> {
    for axis in 0..V::DIM {
        size(what, values.get(axis))?;
    }
    Ok(V::from_fn(|axis| values.get(axis).abs()))
}

/// A finite number of any sign along each axis.
pub(crate) fn finite<V: Vector>(what: &'static str, values: V) -> Result<V, ShapeError> {
    match (0..V::DIM).map(|axis| values.get(axis)).find(|value| !value.is_finite()) {
        Some(value) => Err(ShapeError::NotFinite { what, value: value.widen() }),
        None => Ok(values),
    }
}

/// A point, given by its index in a list, must be finite.
pub(crate) fn point<V: Vector>(index: usize, point: V) -> Result<V, ShapeError> {
    if point.is_finite() { Ok(point) } else { Err(ShapeError::PointNotFinite { index }) }
}
