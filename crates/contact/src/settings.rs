//! The settings of the queries.

use clinch_support::Scalar;

/// Settings of the queries about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "settings",
        deny_unknown_fields,
        bound(serialize = "S: Scalar + serde::Serialize", deserialize = "S: Scalar + serde::Deserialize<'de>")
    )
)]
pub struct Settings<S> {
    /// Points with a separation up to this are reported, as speculative contacts. A length, in the
    /// caller's unit. It decides which points are reported and changes none of them. Negative or
    /// NaN counts as 0.
    pub margin: S,
    /// The contact skin of A: it is swept by this in addition to its own radius. Points are on the
    /// skin. Negative or NaN counts as 0. Where the radii and the skins have no finite sum, because
    /// a skin is infinite or by overflow, every query answers as for a pose that is not finite:
    /// [`Undefined`](crate::Relation::Undefined), and [`overlap`](crate::overlap()) `None`.
    pub skin_a: S,
    /// The same for B.
    pub skin_b: S,
    /// Whether the contact of an earlier tick may be reused. Off by default.
    pub recycling: Recycling<S>,
    /// The limits of GJK. Its `within` is set from the margin and the radii.
    pub gjk: clinch_gjk::Limits<S>,
    /// The limits of EPA.
    pub epa: clinch_epa::Limits<S>,
}

impl<S: Scalar> Settings<S> {
    /// The defaults, with this speculative margin.
    pub fn with_margin(margin: S) -> Self {
        Self { margin, ..Self::default() }
    }

    /// The margin, at least 0.
    pub(crate) fn margin(&self) -> f64 {
        if self.margin > S::ZERO { self.margin.widen() } else { 0.0 }
    }
}

impl<S: Scalar> Default for Settings<S> {
    /// No margin, no skins, no recycling: only touching points are reported, and every answer is
    /// computed from the two poses. The memory decides its last bits, which of equal axes or
    /// vertices it has, and which of more points than a manifold holds are kept.
    fn default() -> Self {
        Self {
            margin: S::ZERO,
            skin_a: S::ZERO,
            skin_b: S::ZERO,
            recycling: Recycling::Off,
            gjk: clinch_gjk::Limits::default(),
            epa: clinch_epa::Limits::default(),
        }
    }
}

/// Whether the contact of an earlier tick may be reused instead of computing one.
///
/// * A pair in contact that has moved by at most the given fraction of the radius of its smaller
///   shape keeps its normal and its points. Their separations are computed again. The radius is
///   that about the center, with the shape's own radius and skin.
/// * A pair that was proved to be apart by more than it has moved and the margin is skipped. That
///   changes no answer.
/// * The motion counts from the tick in which the contact was computed. With 0, a negative fraction
///   or NaN nothing is reused, as with `Off`.
/// * The caller guarantees that the memory is of the same shapes and skins: an edited shape needs a
///   new memory.
///
/// The bounds of a recycled answer contain the separation: they are wider by twice the motion, and
/// by what the reduction to four points may have dropped. The separation itself is off by about the
/// square of the motion over the size, as long as the deepest places of the shapes are among the
/// points; a corner that was farther than the margin and comes down has no point before the contact
/// is computed again. Points that move apart may be beyond the margin by up to the motion, and
/// points that a smaller margin would not report stay while the deepest one is within it.
///
/// ```
/// use clinch_contact::{Manifold, Memory, Pair, Recycling, Scratch, Settings, collide};
/// use clinch_shapes::{Cuboid, ShapeError};
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let cuboid = Cuboid::new(Vec3::splat(0.5))?;
/// let settings = Settings { recycling: Recycling::Within(0.01), ..Settings::with_margin(0.02) };
/// let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::new());
/// let mut tick = |y: f64| {
///     let pair = Pair { a: cuboid, b: cuboid, b_in_a: Pose::at(DVec3::new(0.1, y, 0.0)) };
///     let recycled = collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold).recycled;
///     (recycled, manifold.separation())
/// };
/// assert_eq!(tick(0.99609375), (false, -0.00390625));
/// assert_eq!(tick(0.998046875), (true, -0.001953125));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Recycling<S> {
    /// Every answer is computed from the two poses. Only the warm start is taken over.
    #[default]
    Off,
    /// Reuses a contact only if its bounds prove that the pair touches, or that it does not.
    Proved(S),
    /// Reuses a contact whenever the motion is within the limit; the sign of the separation decides
    /// whether the pair touches. The normal of a face turns with the shape that has the face.
    /// Bodies whose separation is about 0 are recycled only with this.
    ///
    /// The radius about the center of a box is the sum of its half extents. So with 0.01 a box of a
    /// metre slides by 1.5 cm or turns by half a degree.
    Within(S),
}

impl<S: Scalar> Recycling<S> {
    /// Whether anything is recycled.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.limit() > 0.0
    }

    /// How far a pair may move, relative to the radius of its smaller shape: 0 if nothing is
    /// recycled.
    #[inline]
    pub fn limit(&self) -> f64 {
        match *self {
            Self::Proved(limit) | Self::Within(limit) if limit > S::ZERO => limit.widen(),
            _ => 0.0,
        }
    }
}
