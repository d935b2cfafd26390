//! A point, direction or list of half extents in a pair file: two numbers or three.

use glam::{DVec2, DVec3};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Two or three coordinates. The dimension is data and not a type, because a file may have pairs of
/// both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coords {
    values: [f64; 3],
    dim: usize,
}

impl Coords {
    /// The zero vector of this dimension. Any `dim` but 2 means 3.
    pub fn zero(dim: usize) -> Self {
        Self { values: [0.0; 3], dim: if dim == 2 { 2 } else { 3 } }
    }

    /// The dimension: 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The coordinates, two or three.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.dim]
    }

    /// The vector in space; in 2D z is 0.
    pub fn to_vec3(&self) -> DVec3 {
        DVec3::from_array(self.values)
    }

    /// The first two coordinates.
    pub fn to_vec2(&self) -> DVec2 {
        DVec2::new(self.values[0], self.values[1])
    }

    /// The first `dim` coordinates of a vector in space.
    pub fn of(vector: DVec3, dim: usize) -> Self {
        if dim == 2 { vector.truncate().into() } else { vector.into() }
    }

    /// Each coordinate rounded to the nearest `f32`, so that the cores of both precisions read the
    /// same numbers.
    #[must_use]
    pub fn rounded(&self) -> Self {
        Self { values: self.values.map(|x| f64::from(x as f32)), dim: self.dim }
    }

    /// Each coordinate multiplied.
    #[must_use]
    pub fn times(&self, by: f64) -> Self {
        Self { values: self.values.map(|x| x * by), dim: self.dim }
    }

    /// Whether no coordinate is infinite or NaN.
    pub fn is_finite(&self) -> bool {
        self.as_slice().iter().all(|x| x.is_finite())
    }
}

impl From<DVec2> for Coords {
    fn from(v: DVec2) -> Self {
        Self { values: [v.x, v.y, 0.0], dim: 2 }
    }
}

impl From<DVec3> for Coords {
    fn from(v: DVec3) -> Self {
        Self { values: v.to_array(), dim: 3 }
    }
}

impl From<[f64; 2]> for Coords {
    fn from(v: [f64; 2]) -> Self {
        DVec2::from_array(v).into()
    }
}

impl From<[f64; 3]> for Coords {
    fn from(v: [f64; 3]) -> Self {
        DVec3::from_array(v).into()
    }
}

impl Serialize for Coords {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Coords {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match *Vec::<f64>::deserialize(deserializer)?.as_slice() {
            [x, y] => Ok([x, y].into()),
            [x, y, z] => Ok([x, y, z].into()),
            ref other => Err(D::Error::custom(format!("expected 2 or 3 coordinates, got {}", other.len()))),
        }
    }
}
