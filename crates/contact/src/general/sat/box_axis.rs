//! The separating axis of two bare boxes in 3D, or the axis of least depth.
//!
//! * Lanes of `f32` name the best of the fifteen axes. That one is computed in `f64`, as the list
//!   of candidates computes it.
//! * If the lanes prove that no other axis ties with it, the list would contain it alone, so it is
//!   the answer. Otherwise the candidates are listed.

use clinch_shapes::Cuboid;
use clinch_support::{Difference, Vector};

use super::axes::{Axis, FacetFeatures};
use super::box_lanes::{AXES, BoxLanes};
use super::boxes::{Boxes, Facet, sign};
use super::buffers::Buffers;
use super::query::SatQuery;
use crate::answer::CoreAnswer;
use crate::clip::Space;
use crate::query::Query;
use crate::tolerance;

/// The separating axis of two boxes in 3D, or the axis of least depth.
pub(crate) enum BoxAxis<W> {
    /// Farther apart than the query's margin.
    Beyond { axis: W, at_least: f64 },
    /// To be proved by two points: no other axis ties with it, and the shortlist is out of date.
    Single(Axis<W>),
    /// To be proved by two points: the first of the shortlist. No axis has a support value of less
    /// than `least`.
    FirstOfList { axis: Axis<W>, least: f64 },
}

/// The separation of two bare boxes in 3D.
#[inline(always)]
pub(crate) fn box_separation<V: Space>(
    difference: &Difference<'_, Cuboid<V>, Cuboid<V>, V>,
    boxes: &Boxes<V::Wide>,
    query: &Query<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let (query, shortlist) = (SatQuery::new(query, difference.size()), &mut buffers.shortlist);
    if let Some(Axis { normal, height, features }) = boxes.single(&query) {
        if height < query.beyond() {
            return Some(CoreAnswer::Beyond { axis: normal, at_least: -height - query.noise() });
        }
        if query.distance_only && height > query.noise() {
            return Some(CoreAnswer::Overlapping { at_least: height - query.noise() });
        }
        shortlist.begin(query.tie);
        shortlist.offer(height, features, || normal);
    } else if let Some((axis, at_least)) = boxes.list(&query, shortlist) {
        return Some(CoreAnswer::Beyond { axis, at_least });
    }
    boxes.prove(difference, &query, shortlist)
}

/// The axis of two bare boxes in 3D, without the points that prove it.
#[inline(always)]
pub(crate) fn box_axis<V: Space>(
    difference: &Difference<'_, Cuboid<V>, Cuboid<V>, V>,
    boxes: &Boxes<V::Wide>,
    query: &Query<'_, V>,
    buffers: &mut Buffers<V::Wide>,
) -> Option<BoxAxis<V::Wide>> {
    let (query, shortlist) = (SatQuery::new(query, difference.size()), &mut buffers.shortlist);
    if let Some(axis) = boxes.single(&query) {
        let Axis { normal, height, .. } = axis;
        let beyond = height < query.beyond();
        return Some(if beyond { BoxAxis::Beyond { axis: normal, at_least: -height - query.noise() } } else { BoxAxis::Single(axis) });
    }
    if let Some((axis, at_least)) = boxes.list(&query, shortlist) {
        return Some(BoxAxis::Beyond { axis, at_least });
    }
    let least = shortlist.least();
    shortlist.sort_by_preference(query.last_normal);
    let axis = *shortlist.axes().next()?;
    Some(BoxAxis::FirstOfList { axis, least })
}

/// Makes a single axis the shortlist, for the general path.
#[cold]
#[inline(never)]
pub(crate) fn list_single<V: Space>(axis: Axis<V::Wide>, size: f64, buffers: &mut Buffers<V::Wide>) {
    buffers.shortlist.begin(tolerance::tie::<V>(size));
    buffers.shortlist.offer(axis.height, axis.features, || axis.normal);
}

impl<W: Vector<Scalar = f64>> Boxes<W> {
    /// The only axis that [`list`](Self::list) would list, in 3D. `None` where that is not proved.
    #[inline(always)]
    pub(super) fn single(&self, query: &SatQuery<W>) -> Option<Axis<W>> {
        let lanes = BoxLanes::of(self)?;
        // Where the faces prove enough, no edges are listed.
        let faces_only = lanes.faces_are_below(query.beyond())?;
        let place = if faces_only { lanes.best_face() } else { lanes.best() } as usize;
        let facet = self.facet(place)?;
        let direction = sign(facet.offset);
        let (height, opposite) = (facet.extent - facet.offset.abs(), facet.extent + facet.offset.abs());
        let cutoff = height + query.tie;
        let candidates = if faces_only { lanes.candidate_faces(cutoff) } else { lanes.candidates(cutoff) };
        let alone = candidates == 1 << place && opposite > cutoff;
        alone.then(|| Axis { normal: facet.unit * direction, height, features: features(place, direction) })
    }

    /// The facets of the axis with this number.
    #[inline(always)]
    fn facet(&self, place: usize) -> Option<Facet<W>> {
        if place < 6 {
            Some(self.face(place))
        } else if place < AXES {
            self.edge_pair((place - 6) % 3, (place - 6) / 3)
        } else {
            None
        }
    }

    /// The facets of a face of A, or of B from 3 on.
    // Without a branch: of which box the face is is unpredictable.
    #[inline(always)]
    fn face(&self, place: usize) -> Facet<W> {
        let (of_b, axis) = (place >= 3, place % 3);
        let [x, y, z] = self.axes;
        let components = [x.get(0), x.get(1), x.get(2), y.get(0), y.get(1), y.get(2), z.get(0), z.get(1), z.get(2)];
        // A's face meets a row of the basis, B's a column.
        let (start, step) = if of_b { (3 * axis, 1) } else { (axis, 3) };
        let component = |number: usize| components[(start + step * number).min(8)].abs();
        let halves = [self.a[0], self.a[1], self.a[2], self.b[0], self.b[1], self.b[2]];
        let others = if of_b { 0 } else { 3 };
        let extent = halves[place] + halves[others] * component(0) + halves[others + 1] * component(1) + halves[others + 2] * component(2);
        let offsets = [self.between.get(axis), self.between.dot(self.axes[axis])];
        let units = [W::unit(0), W::unit(1), W::unit(2), x, y, z];
        Facet { unit: units[place.min(5)], extent, offset: offsets[usize::from(of_b)] }
    }
}

/// The features of the facet that faces along a direction of an axis.
#[inline(always)]
fn features(place: usize, direction: f64) -> FacetFeatures {
    let face = 2 * (place % 3) as u32;
    match place {
        0..3 => FacetFeatures::FaceOfA(face + u32::from(direction > 0.0)),
        // B's face is the one that faces against the normal.
        3..6 => FacetFeatures::FaceOfB(face + u32::from(!(direction > 0.0))),
        _ => FacetFeatures::Edges((place % 3) as u32, (place / 3) as u32 - 2),
    }
}
