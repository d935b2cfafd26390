//! Volume, centroid and second moments of a shape of uniform density.
//!
//! * Three quantities of the geometry are enough: the volume, the centroid c, and the mean of (x −
//!   c)(x − c)ᵀ, which is the covariance of a uniformly distributed point. Inertia is the mass
//!   times a combination of covariances, so a density is needed in the last step only.
//! * Moments are additive and transform under scaling and rigid motions. A shape is a sum of pieces
//!   in closed form: balls, boxes, simplices, sectors, discs across an axis. The volumes of the
//!   sums here are positive, so nothing cancels and the result does not depend on the origin.
//! * A flat shape has a centroid and a covariance too: those of the segment or face that it is.

use core::ops::Add;

use clinch_support::{Basis, Pose, Rotation, Vector};
use glam::{DMat3, DVec2, DVec3};

use crate::principal::{self, Principal};

/// The volume of a shape (2D: its area), its centroid, and its second moments about the centroid,
/// in the shape's frame and `f64`.
///
/// Moments of disjoint pieces of the same density are added with `+`. If the densities differ, add
/// the moments [`weighted`](Self::weighted) by them.
///
/// ```
/// use clinch_mass::rounded_box;
/// use clinch_support::Pose;
/// use glam::DVec3;
///
/// let half = rounded_box(DVec3::new(1.0, 2.0, 3.0), 0.0);
/// let [left, right] = [-1.0, 1.0].map(|x| half.moved(&Pose::at(DVec3::new(x, 0.0, 0.0))));
/// let whole = left + right;
/// assert_eq!((whole.volume(), whole.centroid()), (96.0, DVec3::ZERO));
/// assert!((whole.inertia(1.0).z_axis.z - 96.0 * (4.0 + 4.0) / 3.0).abs() < 1e-12); // m (a² + b²) / 3, half extents 2, 2, 3
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments<W> {
    pub(crate) volume: f64,
    pub(crate) centroid: W,
    /// The columns of a symmetric matrix. In 2D the last is zero.
    pub(crate) covariance: [W; 3],
}

impl<W: Vector<Scalar = f64, Wide = W>> Moments<W> {
    /// The moments of a shape that is symmetric about the coordinate planes through its centroid.
    pub(crate) fn axis_aligned(volume: f64, centroid: W, variances: W) -> Self {
        Self { volume, centroid, covariance: columns(|i, j| if i == j { variances.get(i) } else { 0.0 }) }
    }

    /// The moments of a shape that is symmetric about an axis. `axis` may have any length; `along`
    /// and `across` are the variances along it and perpendicular to it.
    pub(crate) fn axisymmetric(volume: f64, centroid: W, axis: W, [along, across]: [f64; 2]) -> Self {
        let squared = axis.length_squared();
        let share = if squared > 0.0 { (along - across) / squared } else { 0.0 };
        let even = |i: usize, j: usize| if i == j { across } else { 0.0 };
        Self { volume, centroid, covariance: columns(|i, j| even(i, j) + share * (axis.get(i) * axis.get(j))) }
    }

    /// The volume, in 2D the area. 0 for a flat shape.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// The centroid, which is the center of mass at uniform density.
    pub fn centroid(&self) -> W {
        self.centroid
    }

    /// The mean product of two coordinates relative to the centroid, a length squared. For an axis
    /// with itself it is the variance along that axis. Flat shapes have it too. 0 if an axis is
    /// beyond the dimension.
    pub fn covariance(&self, axis: usize, other: usize) -> f64 {
        if axis < W::DIM && other < W::DIM { self.covariance[axis].get(other) } else { 0.0 }
    }

    /// The moments of the shape whose coordinates are multiplied by a factor per axis. A negative
    /// factor mirrors, a zero flattens. Exact for powers of two.
    #[must_use]
    pub fn scaled(&self, factors: W) -> Self {
        let stretched = |axis: usize| factors.get(axis);
        Self {
            volume: (0..W::DIM).fold(self.volume, |volume, axis| volume * stretched(axis).abs()),
            centroid: W::from_fn(|axis| self.centroid.get(axis) * stretched(axis)),
            covariance: columns(|i, j| self.covariance(i, j) * stretched(i) * stretched(j)),
        }
    }

    /// The moments of the shape at a pose. NaN if the pose is not finite.
    #[must_use]
    pub fn moved(&self, pose: &Pose<W>) -> Self {
        let basis = pose.rotation.basis();
        // R (R C)ᵀ = R C Rᵀ, because C is symmetric. Averaging both sides of the diagonal makes the
        // rounded product symmetric again.
        let half = self.covariance.map(|column| basis.rotate(column));
        let transposed = columns::<W>(|i, j| half[j].get(i));
        let full = transposed.map(|column| basis.rotate(column));
        Self {
            volume: self.volume,
            centroid: pose.point(self.centroid),
            covariance: columns(|i, j| 0.5 * full[i].get(j) + 0.5 * full[j].get(i)),
        }
    }

    /// The moments of the shape translated by a vector.
    #[must_use]
    pub fn translated(&self, by: W) -> Self {
        Self { centroid: self.centroid + by, ..*self }
    }

    /// The moments with the volume multiplied by a density. The volume of a sum of weighted moments
    /// is its mass, and its centroid is the center of mass.
    #[must_use]
    pub fn weighted(&self, density: f64) -> Self {
        Self { volume: self.volume * density, ..*self }
    }

    /// The same moments in another vector type of the same dimension.
    pub fn cast<X: Vector<Scalar = f64, Wide = X>>(&self) -> Moments<X> {
        let cast = |v: W| X::from_fn(|axis| v.get(axis));
        Moments { volume: self.volume, centroid: cast(self.centroid), covariance: self.covariance.map(cast) }
    }

    /// The moments of several shapes without volume together, each of which counts as much; `None`
    /// if there are none. The volume of the result is 0.
    pub fn even_mean(shapes: &[Self]) -> Option<Self> {
        let weighted = shapes.iter().map(|shape| Self { volume: 1.0, ..*shape });
        weighted.reduce(|sum, shape| sum + shape).map(|sum| Self { volume: 0.0, ..sum })
    }

    /// The moments, or `None` if a number is infinite or NaN.
    pub fn finite(self) -> Option<Self> {
        let finite = self.volume.is_finite() && self.centroid.is_finite() && self.covariance.iter().all(|column| column.is_finite());
        finite.then_some(self)
    }
}

/// A matrix by columns: `entry(i, j)` is entry j of column i.
pub(crate) fn columns<W: Vector<Scalar = f64>>(entry: impl Fn(usize, usize) -> f64) -> [W; 3] {
    core::array::from_fn(|i| if i < W::DIM { W::from_fn(|j| entry(i, j)) } else { W::ZERO })
}

/// The moments of two disjoint shapes together. Each is weighted by its volume, so a shape without
/// volume does not count beside one with volume. Two shapes without volume have no common measure;
/// the result is their mean. Of more than two it depends on the order: see
/// [`even_mean`](Moments::even_mean).
impl<W: Vector<Scalar = f64, Wide = W>> Add for Moments<W> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let volume = self.volume + other.volume;
        let [first, second] = if volume > 0.0 { [self.volume / volume, other.volume / volume] } else { [0.5; 2] };
        let apart = other.centroid - self.centroid;
        let between = first * second;
        Self {
            volume,
            centroid: self.centroid + apart * second,
            covariance: columns(|i, j| {
                self.covariance(i, j) * first + other.covariance(i, j) * second + between * (apart.get(i) * apart.get(j))
            }),
        }
    }
}

impl Moments<DVec2> {
    /// The area. 0 for a flat shape.
    pub fn area(&self) -> f64 {
        self.volume
    }

    /// The moment of inertia about the centroid at a density, which is mass per area. 0 for a flat
    /// shape.
    ///
    /// ```
    /// use clinch_mass::ellipsoid;
    /// use glam::DVec2;
    ///
    /// let disc = ellipsoid(DVec2::splat(2.0));
    /// let mass = 3.0 * disc.area();
    /// assert!((disc.inertia(3.0) - 0.5 * mass * 2.0 * 2.0).abs() < 1e-12 * mass);
    /// ```
    pub fn inertia(&self, density: f64) -> f64 {
        self.inertia_per_mass() * (density * self.volume)
    }

    /// The moment of inertia about the centroid per unit of mass. Not zero for a segment, which has
    /// no area.
    pub fn inertia_per_mass(&self) -> f64 {
        self.covariance(0, 0) + self.covariance(1, 1)
    }
}

impl Moments<DVec3> {
    /// The inertia tensor about the centroid, in the shape's frame, at a density, which is mass per
    /// volume. Zero for a flat shape.
    ///
    /// ```
    /// use clinch_mass::Profile;
    ///
    /// let drum = Profile { half: 1.0, rims: [0.5; 2], radii: [0.0; 2] }.moments();
    /// let mass = 7.0 * drum.volume();
    /// assert!((drum.inertia(7.0).y_axis.y - 0.5 * mass * 0.25).abs() < 1e-12 * mass); // m r² / 2
    /// ```
    pub fn inertia(&self, density: f64) -> DMat3 {
        self.inertia_per_mass() * (density * self.volume)
    }

    /// The inertia tensor about the centroid per unit of mass, in the shape's frame. Not zero for a
    /// plate or a segment, which have no volume.
    pub fn inertia_per_mass(&self) -> DMat3 {
        let entry = |i: usize, j: usize| if i == j { self.other_variances(i) } else { -self.covariance(i, j) };
        let [x, y, z] = columns::<DVec3>(entry);
        DMat3::from_cols(x, y, z)
    }

    /// The principal axes of inertia, in no particular order, and the moment of inertia about each.
    ///
    /// By Jacobi's eigenvalue algorithm (*Über ein leichtes Verfahren*, 1846), accurate to
    /// rounding. If two moments are equal, any two axes of their plane are valid. If the covariance
    /// is already diagonal, the axes are those of the shape's frame.
    ///
    /// ```
    /// use clinch_mass::rounded_box;
    /// use clinch_support::{Basis, Pose, Rotation};
    /// use glam::{DQuat, DVec3};
    ///
    /// let plank = rounded_box(DVec3::new(1.0, 2.0, 0.5), 0.0);
    /// let turned = plank.moved(&Pose::new(DQuat::from_xyzw(0.0, 0.0, 0.28, 0.96), DVec3::ZERO)).principal();
    /// assert!(turned.per_mass.abs_diff_eq(DVec3::new(4.25, 1.25, 5.0) / 3.0, 1e-14)); // as in its own frame
    /// let along = turned.rotation.basis().rotate(DVec3::Y);
    /// assert!((along.dot(DVec3::new(-0.5376, 0.8432, 0.0)).abs() - 1.0).abs() < 1e-14);
    /// ```
    pub fn principal(&self) -> Principal {
        principal::of_covariance(core::array::from_fn(|i| core::array::from_fn(|j| self.covariance(i, j))))
    }

    /// The sum of the variances along the other two axes.
    fn other_variances(&self, axis: usize) -> f64 {
        let of = |step: usize| self.covariance((axis + step) % 3, (axis + step) % 3);
        of(1) + of(2)
    }
}
