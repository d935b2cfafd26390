//! The relative pose of a guess, in `f32` and scaled by a power of two.

use clinch_support::{Difference, SupportMap, Vector, exponent_of, times_power_of_two};
use glam::Vec4;

use crate::sub_distance::GjkSpace;

/// Pairs of sizes from 2^−80 to 2^80 have a guess. Larger: products of coordinates and directions
/// underflow or overflow. Smaller: more tiny and huge pairs have none.
const MAX_EXPONENT: i32 = 80;

/// How coordinates of A and B become those of a guess: relative to A's centre, times `scale`.
pub(super) struct GuessFrame {
    /// The power of two that brings the sum of the radii or the distance of the centres, whichever
    /// is larger, to between 1 and 2.
    scale: f32,
    /// The images of B's axes, scaled.
    axes: [Vec4; 3],
    /// The same matrix by rows: the components of B's axes along x, y and z.
    rows: [Vec4; 3],
    /// From A's centre to B's, scaled.
    pub(super) between: [f32; 3],
    /// The limit of the query, scaled.
    pub(super) within: f32,
}

impl GuessFrame {
    /// `None` if the pair is too large or too small for `f32`, or has no finite size.
    // Inlined: an optional frame is returned through memory and copied.
    #[inline(always)]
    pub(super) fn of<V, A, B>(difference: &Difference<'_, A, B, V>, within: f64) -> Option<Self>
    where
        V: GjkSpace,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let between = difference.between_centers();
        let (radii, farther) = (difference.radii_about_centers(), between.max_abs());
        let size = if farther > radii { farther } else { radii };
        // False for NaN.
        if !(size > 0.0 && size < f64::INFINITY) {
            return None;
        }
        let exponent = -exponent_of(size);
        if exponent.abs() > MAX_EXPONENT {
            return None;
        }
        let scale = times_power_of_two(1.0, exponent);
        // Not by `map`, which is not inlined here.
        let narrow = |v: V::Wide| [(v.get(0) * scale) as f32, (v.get(1) * scale) as f32, (v.get(2) * scale) as f32];
        let frame = difference.frame();
        let [x, y, z] = [narrow(frame.axis_in_a(0)), narrow(frame.axis_in_a(1)), narrow(frame.axis_in_a(2))];
        let row = |axis: usize| Vec4::new(x[axis], y[axis], z[axis], 0.0);
        Some(Self {
            scale: scale as f32,
            axes: [vector(x), vector(y), vector(z)],
            rows: [row(0), row(1), row(2)],
            between: narrow(between),
            within: (within * scale) as f32,
        })
    }

    /// The opposite of a direction, in B's frame, times the scale. Each component of the direction
    /// is given in all lanes.
    #[inline(always)]
    pub(super) fn negated_in_b(&self, [x, y, z]: [Vec4; 3]) -> Vec4 {
        Vec4::ZERO - (self.rows[0] * x + self.rows[1] * y + self.rows[2] * z)
    }

    /// The difference of two vertices, scaled, each given relative to the centre of its shape.
    #[inline(always)]
    pub(super) fn difference(&self, a: [f32; 3], b: [f32; 3]) -> Vec4 {
        let [x, y, z] = b.map(Vec4::splat);
        let b = self.axes[0] * x + self.axes[1] * y + self.axes[2] * z;
        vector(a) * Vec4::splat(self.scale) - (b + vector(self.between))
    }
}

#[inline(always)]
fn vector([x, y, z]: [f32; 3]) -> Vec4 {
    Vec4::new(x, y, z, 0.0)
}
