//! What one pair keeps from tick to tick: where the next search starts, and the last proved bounds.

use clinch_gjk::Start;
use clinch_shapes::Convex;
use clinch_support::{Frame, Pose, Scalar, Vector, VertexId};
use smallvec::SmallVec;

use crate::answer::{CoreAnswer, Relation};
use crate::clip::Space;
use crate::normal_owner::NormalOwner;
use crate::pair::Pair;
use crate::query::Query;
use crate::radii::Radii;
use crate::settings::{Recycling, Settings};
use crate::sizes::Sizes;

/// What one pair keeps from tick to tick. It only saves time: a new one changes no answer beyond
/// the tolerance.
///
/// With the feature `serde` it can be written and read; together with the manifold, the pair then
/// continues with the same bits. The file is trusted: a memory of other shapes gives wrong answers
/// until they have moved by more than the file claims.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory<V: Vector> {
    pub(crate) start: Start<V>,
    /// The last query was a search that found the cores apart. Where a warm search is cheaper than
    /// the separating axis test, the next query starts with one.
    pub(crate) search_found_apart: bool,
    pub(crate) cached: Option<CachedQuery<V>>,
}

/// Vertices that name a facet of A − B: ids of A's vertex and of B's.
pub(crate) type FacetVertices = SmallVec<[(VertexId, VertexId); 4]>;

impl<V: Vector> Memory<V> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { start: Start::cold(), search_found_apart: false, cached: None }
    }

    /// The normal from A to B that the next search starts with, in A's frame and of any length. If
    /// the last answer, at a relative pose, was that the shapes are apart, it is their separating
    /// axis; otherwise it may be that of an earlier answer, as it is after queries of placed pairs
    /// that need no axis: spheres, capsules, a sphere and a box, and shapes whose bounding spheres
    /// are apart.
    /// `None` if no answer has stored one.
    ///
    /// For debugging and display; it proves nothing about shapes that have moved since.
    pub fn separating_axis(&self) -> Option<V::Wide> {
        let axis = self.start.direction.widen();
        (axis.length() > 0.0 && axis.is_finite()).then_some(axis)
    }

    /// Drops the cached bounds but keeps the warm start, so that the next query computes a new
    /// answer. Call it after changing the manifold or a skin.
    pub fn invalidate(&mut self) {
        self.cached = None;
    }
}

/// The last answer that was computed, as far as contact recycling needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "cached",
        deny_unknown_fields,
        bound(serialize = "V: crate::serde_impls::Write", deserialize = "V: crate::serde_impls::Read<'de>")
    )
)]
pub(crate) struct CachedQuery<V: Vector> {
    /// B in A's frame at that time.
    pub(crate) b_in_a: Pose<V>,
    pub(crate) bounds: CachedBounds<V::Scalar>,
    /// The sizes that bound the motion since then without a look at the shapes; `None` where these
    /// three numbers are not enough.
    pub(crate) sizes: Option<CachedSizes<V::Scalar>>,
}

/// The sizes of two shapes that turn about the origins of their frames.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CachedSizes<S> {
    /// The radius of B about its origin, rounded up.
    pub(crate) b: S,
    /// The sum of both radii.
    pub(crate) sum: S,
    /// The radius of the smaller shape, rounded down.
    pub(crate) least: S,
}

/// What the last answer proved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub(crate) enum CachedBounds<S> {
    /// Apart by at least this.
    Apart(S),
    /// A manifold was made.
    Contact {
        /// With this margin.
        margin: S,
        /// Whose face has its normal.
        normal: NormalOwner,
    },
    /// Overlapping by at least this.
    Overlap(S),
}

impl<V: Space> Memory<V> {
    /// The cached bounds, if the caller has allowed recycling.
    pub(crate) fn cached(&self, settings: &Settings<V::Scalar>) -> Option<&CachedQuery<V>> {
        self.cached.as_ref().filter(|_| settings.recycling.is_on())
    }

    /// Stores a separating axis of shapes too far apart for recycling to help.
    #[inline]
    pub(crate) fn set_axis(&mut self, axis: V::Wide) {
        self.start.direction = V::narrow(axis);
        self.cached = None;
    }

    /// Stores an answer for recycling. `manifold` says whether the query made one.
    #[inline(always)]
    pub(crate) fn store<A: Convex<V>, B: Convex<V>>(
        &mut self,
        pair: &Pair<V, A, B>,
        relation: &Relation<V>,
        settings: &Settings<V::Scalar>,
        manifold: bool,
    ) {
        if let &Relation::Beyond { axis, .. } = relation {
            self.start.direction = V::narrow(axis);
        }
        self.cached = None;
        // Its normal turns with the shape that owns it, and is stored for that.
        let mut owner = NormalOwner::AOrNeither;
        if let (Recycling::Within(_), Relation::Near(separation), true) = (settings.recycling, relation, manifold) {
            self.start.direction = V::narrow(separation.normal);
            owner = NormalOwner::Unknown;
        }
        if settings.recycling.is_on() {
            let bounds = match *relation {
                Relation::Beyond { at_least, .. } => CachedBounds::Apart(V::Scalar::narrow_down(at_least)),
                Relation::Near(_) if manifold => CachedBounds::Contact { margin: V::Scalar::narrow_down(settings.margin()), normal: owner },
                Relation::Near(separation) => CachedBounds::Overlap(V::Scalar::narrow_down(-separation.upper)),
                Relation::Undefined => return,
            };
            self.store_bounds(pair, bounds, settings);
        }
    }

    fn store_bounds<A: Convex<V>, B: Convex<V>>(
        &mut self,
        pair: &Pair<V, A, B>,
        bounds: CachedBounds<V::Scalar>,
        settings: &Settings<V::Scalar>,
    ) {
        self.cached = Some(CachedQuery { b_in_a: Pose::narrow(&pair.b_in_a), bounds, sizes: CachedSizes::of(pair, settings) });
    }

    /// The answer of separating axes, or of another closed form on the cores, for the swept shapes.
    /// Its axis is stored for the next query.
    #[inline(always)]
    pub(crate) fn store_axis(&mut self, answer: CoreAnswer<V>, query: &Query<'_, V>, frame: &Frame<V>) -> Relation<V> {
        let beyond = matches!(answer, CoreAnswer::Beyond { .. });
        let normal = answer.normal();
        let relation = answer.with_radii(query, frame);
        if normal != V::Wide::ZERO {
            self.start.direction = V::narrow(normal);
            self.search_found_apart = false;
            // Shapes that separate for a while come back with the same features.
            if !beyond {
                self.start.vertices.clear();
            }
        }
        relation
    }

    /// Stores the facet of A − B that was the answer, if all its vertices are known.
    pub(crate) fn store_facet(&mut self, facet: &FacetVertices) {
        if facet.len() == V::DIM {
            self.start.vertices.clone_from(facet);
        }
    }
}

/// For a shape whose centre is not the origin of its frame, the radius about the origin is used
/// unless it exceeds the radius about the centre by this factor. Larger: shapes that turn about
/// their centre are taken to move farther. Smaller: more queries look at the shapes.
const OFF_CENTER: f64 = 2.0;

impl<S: Scalar> CachedSizes<S> {
    fn of<V, A, B>(pair: &Pair<V, A, B>, settings: &Settings<S>) -> Option<Self>
    where
        V: Space<Scalar = S>,
        A: Convex<V>,
        B: Convex<V>,
    {
        let sizes = Sizes::of(pair, settings);
        let (a, b) = (sizes.a?, sizes.b?);
        let about_origin = if pair.b.center() == V::ZERO { b } else { pair.b.bounding_radius() + Radii::skins(settings).b };
        let cached = Self { b: S::narrow_up(about_origin), sum: S::narrow_up(a + b), least: S::narrow_down(sizes.least()) };
        (about_origin <= OFF_CENTER * b).then_some(cached)
    }
}
