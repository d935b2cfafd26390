//! One file per pair of cores: closed forms that answer what they can prove.
//!
//! A pair without a file here is answered by the general path (`general/`): capsule–hull by GJK and
//! EPA, hull–hull also by separating axes. `pair_table.rs` names the algorithm of every pair.

use clinch_support::Frame;

use crate::answer::{Relation, Separation};
use crate::clip::Space;
use crate::memory::Memory;
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;

pub(crate) mod box_box;
pub(crate) mod box_box_2d;
pub(crate) mod box_triangle;
pub(crate) mod half_space;
pub(crate) mod placed_segments;
pub(crate) mod point_box;
pub(crate) mod point_revolution;
pub(crate) mod polygons_2d;
pub(crate) mod revolution;
pub(crate) mod segment_box;
mod segment_box_points;
pub(crate) mod segment_distance;
pub(crate) mod segment_segment;
mod sides_2d;
pub(crate) mod sphere_box;
pub(crate) mod sphere_sphere;
pub(crate) mod squares;

/// A pair algorithm without a search: the witness points of two cores.
pub(crate) trait ClosedForm<V: Space>: Sized {
    /// `None` if the cores are of other kinds, or if it cannot prove its answer.
    fn of(query: &Query<'_, V>, cores: &Cores<'_, V>, scratch: &mut Scratch<V>) -> Option<Self>;

    /// The answer to the query. Its normal may become the start of the pair's next search.
    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V>;

    /// Writes the contact points to the scratch, if the pair has a clipping of its own; `false`
    /// where it has none, or does not decide.
    #[inline]
    fn write_points(&self, query: &Query<'_, V>, separation: &Separation<V>, scratch: &mut Scratch<V>) -> bool {
        let _ = (query, separation, scratch);
        false
    }

    /// B's frame and the size of the pair, to clip the facing features for contact points. `None`
    /// if the witness points suffice.
    // By value: a reference into the form would keep all of it in memory.
    #[inline]
    fn to_clip(&self) -> Option<(Frame<V>, f64)> {
        None
    }
}
