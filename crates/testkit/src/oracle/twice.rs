//! Vectors with twice the digits, for directions that are perpendicular to two nearly parallel
//! edges.
//!
//! * A number is the unevaluated sum of a rounded number and its rounding error (Dekker, *A
//!   floating-point technique for extending the available precision*, 1971; Knuth's two-sum): about
//!   32 digits, without fused multiply-add.
//! * The cross product of edges at an angle θ loses a factor of 1/θ: the normal of a needle 1e-9
//!   wide has seven of sixteen digits, and a flat shape of length 1 seems 1e-7 thick along it. Here
//!   all sixteen digits are kept down to angles of 1e-16.

use glam::{DMat3, DVec3};

/// hi + lo, with |lo| at most half an ulp of hi.
#[derive(Clone, Copy, Debug)]
struct Twice {
    hi: f64,
    lo: f64,
}

impl Twice {
    /// a + b, exactly.
    fn sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        let from_b = hi - a;
        Self { hi, lo: (a - (hi - from_b)) + (b - from_b) }
    }

    /// a · b, exactly, unless it overflows or underflows.
    fn product(a: f64, b: f64) -> Self {
        // Halves of 26 bits each, whose products are exact.
        let halves = |x: f64| {
            let big = 134_217_729.0 * x;
            let high = big - (big - x);
            (high, x - high)
        };
        let (hi, (ah, al), (bh, bl)) = (a * b, halves(a), halves(b));
        Self { hi, lo: ((ah * bh - hi) + ah * bl + al * bh) + al * bl }
    }

    fn plus(self, other: Self) -> Self {
        let (high, low) = (Self::sum(self.hi, other.hi), Self::sum(self.lo, other.lo));
        let carried = Self::sum(high.hi, high.lo + low.hi);
        Self::sum(carried.hi, carried.lo + low.lo)
    }

    fn times(self, other: Self) -> Self {
        let whole = Self::product(self.hi, other.hi);
        Self::sum(whole.hi, whole.lo + (self.hi * other.lo + self.lo * other.hi))
    }

    fn minus(self, other: Self) -> Self {
        self.plus(Self { hi: -other.hi, lo: -other.lo })
    }
}

/// A vector whose first sixteen digits are [`Twice3::rounded`], with sixteen more.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Twice3 {
    hi: DVec3,
    lo: DVec3,
}

impl Twice3 {
    /// `to` − `from`, exactly.
    pub(crate) fn between(from: DVec3, to: DVec3) -> Self {
        Self::of(|i| Twice::sum(to[i], -from[i]))
    }

    /// The nearest `f64` vector.
    pub(crate) fn rounded(&self) -> DVec3 {
        self.hi
    }

    /// The product with a matrix whose entries are exact.
    #[must_use]
    pub(crate) fn turned(&self, matrix: &DMat3) -> Self {
        Self::of(|row| {
            let term = |column: usize| self.get(column).times(Twice { hi: matrix.col(column)[row], lo: 0.0 });
            term(0).plus(term(1)).plus(term(2))
        })
    }

    /// The unit vector perpendicular to both, to the last digit of `f64`; `None` if they are
    /// parallel to all digits.
    pub(crate) fn normal_to(&self, other: &Self) -> Option<DVec3> {
        let cross = Self::of(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            self.get(j).times(other.get(k)).minus(self.get(k).times(other.get(j)))
        });
        // The cross product of parallel vectors is the rounding error of the products.
        let floor = 1e-29 * self.hi.length() * other.hi.length();
        if cross.hi.length() > floor { cross.hi.try_normalize() } else { None }
    }

    fn get(&self, axis: usize) -> Twice {
        Twice { hi: self.hi[axis], lo: self.lo[axis] }
    }

    fn of(axis: impl Fn(usize) -> Twice) -> Self {
        let [x, y, z] = [axis(0), axis(1), axis(2)];
        Self { hi: DVec3::new(x.hi, y.hi, z.hi), lo: DVec3::new(x.lo, y.lo, z.lo) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Twice, Twice3};
    use glam::{DMat3, DVec3};

    #[test]
    fn nothing_is_lost() {
        let third = 1.0 / 3.0;
        let square = Twice::product(third, third);
        // 3·(1/3) is 1 − 2^-54, so its square is known.
        let nine = Twice { hi: 9.0, lo: 0.0 };
        let off = square.times(nine).minus(Twice { hi: 1.0, lo: 0.0 });
        assert_eq!(off.hi, -(2.0_f64.powi(-53) - 2.0_f64.powi(-108)));
        let sum = Twice::sum(1.0, 1e-20);
        assert_eq!((sum.hi, sum.lo), (1.0, 1e-20));
    }

    #[test]
    fn a_needles_normal_has_all_its_digits() {
        // In the plane x + y + z = 0, 1e-12 wide: any error of the cross product is a component
        // perpendicular to the plane.
        let (along, across) = (DVec3::new(1.0, 1.0, -2.0), DVec3::new(1.0, -1.0, 0.0));
        let step = 2.0_f64.powi(-40);
        let (p, q, r) = (DVec3::ZERO, along * 0.75, along * 0.3125 + across * step);
        let normal = Twice3::between(p, q).normal_to(&Twice3::between(p, r)).unwrap();
        assert!((normal + DVec3::ONE.normalize()).length() < 1e-15, "{normal}");
        assert!(Twice3::between(p, q).normal_to(&Twice3::between(p, q)).is_none());
    }

    #[test]
    fn turning_keeps_parallel_edges_parallel() {
        let turn = DMat3::from_rotation_x(0.3) * DMat3::from_rotation_y(1.1);
        let edge = Twice3::between(DVec3::new(0.1, 0.2, 0.3), DVec3::new(-0.7, 0.01, 5.0));
        let other = Twice3::between(DVec3::ZERO, edge.rounded() * 3.0);
        let (edge, other) = (edge.turned(&turn), other.turned(&turn));
        assert!(edge.normal_to(&other).is_none_or(|n| n.dot(edge.rounded()).abs() < 1e-15 * edge.rounded().length()));
    }
}
