//! The normal of a body that overlaps a triangle, or another part.
//!
//! * Of overlapping cores the direction of least depth says little: for a triangle it may point
//!   sideways, out of its border. So the body is shrunk about its middle until it only touches the
//!   triangle. The normal there is that of the first contact of a body that grows from its middle.
//!   The scale at which it touches is the *growth distance* of the two.
//! * The faces of a box or a cylinder move by the same distance ([`rates`]): at one rate along all
//!   axes, the ends of a slender one move much faster than its sides.
//! * For a box or a cylinder and the border of a triangle there is a closed form ([`closed_form`]).
//!   All others are searched for ([`iteration`]).
//!
//! Ong and Gilbert, "Growth Distances: New Measures for Object Separation and Penetration", IEEE
//! Transactions on Robotics and Automation 12 (1996).

pub(crate) mod closed_form;
pub(crate) mod growing_solid;
pub(crate) mod iteration;
pub(crate) mod rates;
pub(crate) mod scaled_core;

/// Cores nearer to each other than this part of the size of the body touch: their nearest points
/// give no exact normal. Larger: normals are those of a body that is not yet touching. Smaller:
/// they are rounding.
pub(crate) const TOUCHING: f64 = 1.0 / (1 << 30) as f64;

/// A body, grown until it touches.
pub(crate) struct Growth<W> {
    /// Unit, from the triangle to the body, in the frame of the composite shape.
    pub(crate) normal: W,
    /// The body touches at this scale, or an iteration before.
    pub(crate) scale: f64,
    /// The point of the part that it touches then.
    pub(crate) point: W,
}
