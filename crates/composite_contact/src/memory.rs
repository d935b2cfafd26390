//! What a pair keeps from tick to tick besides its manifolds: the last proved bounds.

use clinch_contact::{Settings, Space};
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::parts::triangle_cache::TriangleCache;
use crate::relation::{CompositeManifold, CompositeRelation};

/// Rounding of a stored pose, in ε of its scalar and relative to the coordinates. Larger: pairs
/// are skipped a little later. Smaller: rounding breaks the bound.
const ROUNDING: f64 = 16.0;

/// What a pair with a composite shape keeps from tick to tick, besides its manifolds: how far the
/// two were apart or where the contact was made, so that [`recycle`](crate::recycle) can answer for
/// a pair that has hardly moved.
///
/// With the feature `serde` it can be written and read. The file is trusted: a memory of other
/// shapes gives wrong answers until they have moved by more than the file claims.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "composite memory",
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub struct CompositeMemory<V: Vector> {
    pub(crate) cached: Option<CachedContact<V>>,
    /// `None` before the first answer.
    normals: Option<NormalFrame<V>>,
    /// It changes no answer, so it is not written.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) triangles: TriangleCache<V::Wide>,
}

/// The last answer that was computed, as far as recycling needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "cached contact",
        deny_unknown_fields,
        bound(
            serialize = "V: Vector<Scalar: serde::Serialize, Rotation: serde::Serialize> + serde::Serialize",
            deserialize = "V: Vector<Scalar: serde::Deserialize<'de>, Rotation: serde::Deserialize<'de>> + serde::Deserialize<'de>"
        )
    )
)]
pub(crate) struct CachedContact<V: Vector> {
    /// The moving body in the frame of the other shape at that time.
    pose: Pose<V>,
    /// What rounding took from its translation. Without it, a body far from the origin of a large
    /// shape would seem to have moved by that rounding, and would never be recycled.
    rest: V,
    pub(crate) bounds: CachedBounds<V::Scalar>,
    body: MovingBody<V::Scalar>,
}

/// The shape that the normals of a pair's manifolds turn with. They are in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "normal frame",
        deny_unknown_fields,
        bound(serialize = "V: Vector<Rotation: serde::Serialize>", deserialize = "V: Vector<Rotation: serde::Deserialize<'de>>")
    )
)]
struct NormalFrame<V: Vector> {
    /// It is B; otherwise A.
    is_b: bool,
    /// The rotation of B in A for which the normals were turned last.
    rotation: V::Rotation,
}

/// What the last answer proved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub(crate) enum CachedBounds<S> {
    /// Apart by at least this.
    Apart(S),
    /// Manifolds were made, with this margin.
    Contact(S),
}

/// The shape whose motion is measured, in the frame of the other: the smaller one, mostly a body on
/// a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename = "body", deny_unknown_fields))]
pub struct MovingBody<S> {
    /// It is B; otherwise A.
    pub is_b: bool,
    /// An upper bound of the distance of its points from the origin of its frame, skins included.
    pub radius: S,
    /// The size of the smaller shape, which [`recycling`](Settings::recycling) is relative to.
    pub smaller_size: S,
    /// The normals turn with B, because the surface that is touched is mostly of B. Otherwise they
    /// stay in the frame of A.
    pub has_normals_of_b: bool,
}

impl<S: Scalar> MovingBody<S> {
    /// Its pose in the frame of the other shape.
    fn pose<V: Space>(&self, b_in_a: &Pose<V::Wide>) -> Pose<V::Wide> {
        if self.is_b { *b_in_a } else { Pose::<V::Wide>::IDENTITY.relative_to(b_in_a) }
    }
}

impl<V: Space> CompositeMemory<V> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { cached: None, normals: None, triangles: TriangleCache::new() }
    }

    /// Drops the bounds, so that the next query computes a new answer. Call it after changing a
    /// manifold, a shape or a skin.
    pub fn invalidate(&mut self) {
        self.cached = None;
        self.triangles.clear();
    }

    /// Stores an answer that was computed: what its normals turn with, and the rest if the caller
    /// allows recycling.
    pub fn store(
        &mut self,
        b_in_a: &Pose<V::Wide>,
        relation: &CompositeRelation<V>,
        body: MovingBody<V::Scalar>,
        settings: &Settings<V::Scalar>,
    ) {
        let bounds = match *relation {
            CompositeRelation::Beyond { at_least } => Some(CachedBounds::Apart(V::Scalar::narrow_down(at_least))),
            CompositeRelation::Near { .. } => Some(CachedBounds::Contact(settings.margin)),
            CompositeRelation::Undefined => None,
        };
        self.normals = Some(NormalFrame { is_b: body.has_normals_of_b, rotation: V::Rotation::narrow(b_in_a.rotation) });
        let allowed = settings.recycling.is_on() && body.radius.is_finite();
        self.cached = bounds.filter(|_| allowed).map(|bounds| {
            let exact = body.pose::<V>(b_in_a);
            let pose = Pose::<V>::narrow(&exact);
            CachedContact { pose, rest: V::narrow(exact.translation - pose.translation.widen()), bounds, body }
        });
    }

    /// Turns the normals of last tick's manifolds with B, if they turn with it. A pair at rest
    /// keeps every bit of them.
    pub(crate) fn turn_normals(&mut self, now: &Pose<V::Wide>, manifolds: &mut [CompositeManifold<V>]) {
        let turned = V::Rotation::narrow(now.rotation);
        let Some(NormalFrame { is_b: true, rotation }) = &mut self.normals else { return };
        if *rotation == turned {
            return;
        }
        // From rounded to rounded rotation, so that errors do not accumulate.
        let (then, now) = (rotation.widen().basis(), turned.widen().basis());
        *rotation = turned;
        for CompositeManifold { manifold, .. } in manifolds {
            manifold.normal = V::narrow(now.rotate(then.unrotate(manifold.normal.widen())));
        }
    }
}

/// The same bounds and normals. The triangles that are listed change no answer.
impl<V: Vector> PartialEq for CompositeMemory<V> {
    fn eq(&self, other: &Self) -> bool {
        self.cached == other.cached && self.normals == other.normals
    }
}

impl<V: Space> CachedContact<V> {
    /// No point of the body has moved farther than this, as seen from the other shape.
    pub(crate) fn moved(&self, now: &Pose<V::Wide>) -> f64 {
        let (then, now) = (self.pose.widen(), self.body.pose::<V>(now));
        let radius = self.body.radius.widen();
        let shift = (now.translation - then.translation - self.rest.widen()).length();
        let turn = now.rotation.turn_from(then.rotation).unwrap_or_else(|| turn_of_bases::<V::Wide>(&then, &now));
        let rounding = V::Scalar::EPSILON.widen();
        // Two numbers of the scalar hold the translation; the pose itself is of `f64` numbers.
        let of_translation = (rounding * rounding).max(f64::EPSILON) * now.translation.max_abs();
        shift + turn * radius + ROUNDING * (of_translation + rounding * radius)
    }

    /// The size of the smaller shape.
    pub(crate) fn size(&self) -> f64 {
        self.body.smaller_size.widen()
    }
}

/// An upper bound of the distance between the images of any unit vector under rotations of any
/// length: the Frobenius norm of the difference of their bases.
fn turn_of_bases<W: Vector<Scalar = f64, Wide = W>>(then: &Pose<W>, now: &Pose<W>) -> f64 {
    let (then, now) = (then.rotation.basis(), now.rotation.basis());
    let squared = |axis: usize| (now.rotate(W::unit(axis)) - then.rotate(W::unit(axis))).length_squared();
    (0..W::DIM).map(squared).sum::<f64>().sqrt()
}
