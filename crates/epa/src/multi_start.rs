//! Descent from many directions, for searches on smooth shapes that reach their limit.
//!
//! * A body in the middle of a cylinder has a whole circle of nearest facets. Expanding them all
//!   would take too many support calls, so the search is limited, and the support function is
//!   minimised from several normals instead.
//! * The starts are the normal of the least support value, that of the nearest facet, and those of
//!   the nearest facets in other directions. The support function may have several minima that the
//!   polytope does not yet distinguish from their neighbours.
//! * At a sharp corner no facet has a normal near the mean of those around it. The corner may be
//!   the only vertex that the polytope has of a small face of A − B, such as the end of a small
//!   cylinder above the apex of a large cone. So the mean normals at corners are starts, too, as
//!   far as facets leave room.
//! * Each start gets a short descent. The best results get a longer one, across a ridge and then
//!   along it.

use clinch_support::{SupportMap, Vector};

use crate::descent::{Minimum, descend};
use crate::polytope::{EpaSpace, EpaVector, Facet, Polytope};
use crate::ridge::descend_along_ridge;
use crate::search::{Candidate, Search};

/// The number of starts. Larger: such pairs cost more. Smaller: of several minima the least is
/// missed.
const MAX_STARTS: usize = 64;

/// A normal is added to the starts only if its cosine with each of them is less than this: 14°.
/// Larger and smaller: as the number of starts.
const MAX_COSINE: f64 = 0.97;

/// Support calls of a short descent: enough to find out which are best.
const SHORT_DESCENT: u32 = 40;

/// The number of best results of short descents that are continued.
const CONTINUED: usize = 4;

/// Support calls of a continued descent across a ridge, and again along it: enough to get to the
/// minimum.
const DESCENT: u32 = 192;

impl<V, A, B> Search<'_, '_, '_, V, A, B>
where
    V: EpaSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    /// Replaces `least`, the least support value so far, if a descent finds a lesser one.
    pub(crate) fn descend_from_many(&mut self, polytope: &mut <V::Wide as EpaVector>::Polytope, least: &mut Option<Candidate<V::Wide>>) {
        let Some(Candidate { facet, value, .. }) = least else { return };
        let nearest = |may: &dyn Fn(&Facet<V::Wide>) -> bool| {
            let facets = polytope.facets().filter(|facet| may(facet));
            facets.min_by(|one, other| one.offset.total_cmp(&other.offset)).map(|facet| facet.normal)
        };
        let mut minima: smallvec::SmallVec<[Minimum<V::Wide>; MAX_STARTS]> = smallvec::SmallVec::new();
        let mut starts: smallvec::SmallVec<[V::Wide; MAX_STARTS]> = smallvec::smallvec![facet.normal];
        // At the least support value the support function may have a maximum or a ridge, where no
        // gradient leads down. So the nearest facet is a start as well.
        starts.extend(nearest(&|_| true));
        let (mut begun, mut lowest) = (0, *value);
        let mut begin = |search: &mut Self, start: V::Wide| {
            let found = descend(start, search.rounding, SHORT_DESCENT, |normal| search.query(normal).1);
            minima.push(found);
            found.value
        };
        while let Some(&start) = starts.get(begun) {
            begun += 1;
            let value = begin(self, start);
            lowest = if value < lowest { value } else { lowest };
            if begun == starts.len() && begun < MAX_STARTS {
                // A facet's offset is the polytope's support value, which that of A − B exceeds.
                let next = nearest(&|other| other.offset < lowest && is_aside(other.normal, &starts));
                starts.extend(next);
            }
        }
        let corners = polytope.corner_planes();
        while starts.len() < MAX_STARTS {
            let near = corners.iter().filter(|corner| corner.offset < lowest && is_aside(corner.normal, &starts));
            let Some(nearest) = near.min_by(|one, other| one.offset.total_cmp(&other.offset)) else { break };
            starts.push(nearest.normal);
            let value = begin(self, nearest.normal);
            lowest = if value < lowest { value } else { lowest };
        }
        minima.sort_by(|one, other| one.value.total_cmp(&other.value));
        let mut best = Minimum { normal: facet.normal, value: *value };
        for &Minimum { normal: start, .. } in minima.iter().take(CONTINUED) {
            let across = descend(start, self.rounding, DESCENT, |normal| self.query(normal).1);
            let along = descend_along_ridge(across.normal, self.rounding, DESCENT, |normal| self.query(normal).1);
            // Where the ridge is nearly level, the descent along it may gain nothing but a smaller
            // gradient. Then its points agree better with depth and normal.
            let found = along.filter(|along| along.value <= across.value + self.rounding).unwrap_or(across);
            best = if found.value < best.value { found } else { best };
        }
        let Minimum { normal, value: depth } = best;
        if depth < *value {
            *least = Some(Candidate { facet: Facet { normal, offset: depth, ..*facet }, value: depth, minimum: None });
        }
    }
}

/// Whether a normal is not near any of `starts`.
fn is_aside<W: Vector<Scalar = f64>>(normal: W, starts: &[W]) -> bool {
    starts.iter().all(|start| start.dot(normal) < MAX_COSINE)
}
