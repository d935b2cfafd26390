//! What goes in, what lives with a pair, and what one thread lends to each pair in turn.

use clinch_epa::{Expanding, Polytope};
use clinch_gjk::Start;
use clinch_shapes::{Corner, Face};
use clinch_support::{Pose, Record, Vector};

use crate::clip::{Clip, Clipped, Clipping};
use crate::manifold::ContactPoint;
use crate::recall::Seen;
use crate::sat::Buffers;

/// Two shapes and where the second is as seen from the first.
#[derive(Debug)]
pub struct Pair<'p, V: Vector, A: ?Sized, B: ?Sized> {
    /// The shape whose frame everything is in.
    pub a: &'p A,
    /// The other shape.
    pub b: &'p B,
    /// Takes points of B's frame to A's. See [`Pose::relative_to`].
    pub b_in_a: Pose<V::Wide>,
}

impl<'p, V: Vector, A: ?Sized, B: ?Sized> Pair<'p, V, A, B> {
    /// A pair from two poses in one world.
    pub fn in_world(a: &'p A, pose_a: &Pose<V>, b: &'p B, pose_b: &Pose<V>) -> Self {
        Self { a, b, b_in_a: pose_b.relative_to(pose_a) }
    }
}

/// What one pair remembers from tick to tick. It only saves time: forgetting it changes no answer beyond the tolerance.
///
/// Written with the feature `serde` and read again it goes on with the same bits, if the manifold is, too. What is read is believed: it belongs to these shapes, or the
/// answer is wrong until they have moved by more than the file claims.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory<V: Vector> {
    pub(crate) start: Start<V>,
    /// The last query was a search that found the cores apart: the next begins with one, where that is cheaper than to test axes.
    pub(crate) apart: bool,
    pub(crate) seen: Option<Seen<V>>,
}

impl<V: Vector> Memory<V> {
    /// Remembers nothing.
    pub fn new() -> Self {
        Self { start: Start::cold(), apart: false, seen: None }
    }

    /// The normal of the last answer, from A to B, in A's frame and of any length: an axis that parted the shapes, if they were apart. `None` if there was no answer, or one
    /// that needed no axis. It is told for looking at: of shapes that moved it proves nothing.
    pub fn separating_axis(&self) -> Option<V::Wide> {
        let axis = self.start.direction.widen();
        (axis.length() > 0.0 && axis.is_finite()).then_some(axis)
    }

    /// Forgets what was found, not where to begin: the shapes are asked again. For a caller who has changed the manifold, or a skin.
    pub fn ask_again(&mut self) {
        self.seen = None;
    }
}

/// What one thread lends to each pair in turn: nothing in it outlives a call. After the first few pairs it allocates nothing.
#[derive(Clone, Debug)]
pub struct Scratch<V: Clip> {
    /// Every vertex of A − B that the last query's search looked at: none where closed forms or separating axes answered.
    pub record: Record<V>,
    pub(crate) sat: Buffers<V::Wide>,
    /// Support calls of the last query's EPA: 0 if it needed none.
    pub(crate) expansions: u32,
    pub(crate) polytope: <V::Wide as Expanding>::Polytope,
    pub(crate) face_a: Face<V>,
    pub(crate) face_b: Face<V>,
    pub(crate) wide_a: Vec<Corner<V::Wide>>,
    pub(crate) wide_b: Vec<Corner<V::Wide>>,
    pub(crate) clipped: Vec<Clipped<V::Wide>>,
    pub(crate) points: Vec<ContactPoint<V>>,
    pub(crate) clip: <V::Wide as Clipping>::Buffers,
}

impl<V: Clip> Scratch<V> {
    /// Empty.
    pub fn new() -> Self {
        Self {
            record: Record::new(),
            sat: Buffers::default(),
            expansions: 0,
            polytope: Default::default(),
            face_a: Face::new(),
            face_b: Face::new(),
            wide_a: Vec::new(),
            wide_b: Vec::new(),
            clipped: Vec::new(),
            points: Vec::new(),
            clip: Default::default(),
        }
    }

    /// Forgets the last query: its vertices, and its work.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.record.clear();
        (self.expansions, self.sat.edge_pairs) = (0, 0);
        self.sat.facet.clear();
    }

    /// What the last query did that was not recalled. Costs a look at each facet of EPA's polytope: for reports, not for every pair of a tick.
    pub fn counts(&self) -> Counts {
        let facets = if self.expansions > 0 { self.polytope.facets().count() as u32 } else { 0 };
        Counts { expansions: self.expansions, facets, edge_pairs: self.sat.edge_pairs }
    }
}

/// How much work a query was, beyond the support calls that [`Measured`](crate::Measured) tells: numbers that are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Support calls of EPA, which are among all of them; the others are GJK's, one for each of its steps.
    pub expansions: u32,
    /// Facets of EPA's polytope at the end.
    pub facets: u32,
    /// Pairs of edges that the separating axis test of polytopes was left with. (Two boxes have nine, which are not counted.)
    pub edge_pairs: u32,
}

impl<V: Clip> Default for Scratch<V> {
    fn default() -> Self {
        Self::new()
    }
}
