//! Two boxes: fifteen axes in 3D, four in 2D.
//!
//! * The difference of two boxes is a sum of six segments, and each of its facets is spanned by two
//!   of them. Two edges of one box give the axis of a face, an edge of each their cross product.
//!   That holds for plates, needles and points as well, so there is no degenerate case.
//! * In A's frame A's edges are parallel to the coordinate axes, so a cross product is two
//!   components of B's basis, swapped and one negated. It is exact however nearly parallel the
//!   edges are. The rounding in the basis counts as B's shape: no axis is noisy, and the only
//!   threshold is where nothing is left of the cross product.
//! * An edge axis is normalised only if it could win by what the lanes prove: nine roots and
//!   divisions would take half the time.
//! * Of most pairs the lanes leave a single axis ([`single`](Boxes::single), in `box_axis.rs`). The
//!   list is for the rest, for 2D, and for the general path.

use clinch_shapes::Convex;
use clinch_support::{Difference, Vector};

use super::axes::{Axis, FacetFeatures, Shortlist};
use super::box_lanes::BoxLanes;
use super::prove::Candidates;
use super::query::SatQuery;
use super::two_boxes::{Boxes, NEXT};
use super::witness::{EdgeSegment, FaceCorners, ReferenceFace, SidePlane};
use crate::answer::CoreAnswer;
use crate::clip::Space;

/// Edges whose cross product is shorter than this, squared, are parallel: the facet between them is
/// narrower than rounding, and the facets beside it have the same depth. Larger: depths are off by
/// as much. Smaller: the square leaves the range in which a length has all its digits.
pub(super) const PARALLEL: f64 = 1e-30;

/// All nine pairs of edges.
const ALL: u32 = (1 << 9) - 1;

/// Two opposite facets of A − B: half the extent along a unit normal, and the distance of the
/// centres along it.
pub(super) struct Facet<W> {
    pub(super) unit: W,
    pub(super) extent: f64,
    pub(super) offset: f64,
}

/// The separation of two boxes, in 2D or 3D.
pub(super) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    halves: [V::Wide; 2],
    query: &SatQuery<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
) -> Option<CoreAnswer<V>> {
    let boxes = Boxes::of(difference, halves);
    if let Some((axis, at_least)) = boxes.list(query, shortlist) {
        return Some(CoreAnswer::Beyond { axis, at_least });
    }
    boxes.prove(difference, query, shortlist)
}

/// The separation of two boxes whose axes are in the shortlist already.
pub(super) fn listed<V: Space, A: Convex<V>, B: Convex<V>>(
    difference: &Difference<'_, A, B, V>,
    halves: [V::Wide; 2],
    query: &SatQuery<V::Wide>,
    shortlist: &mut Shortlist<V::Wide>,
) -> Option<CoreAnswer<V>> {
    Boxes::of(difference, halves).prove(difference, query, shortlist)
}

/// 1, or −1 for a negative number. From the sign bit: a branch would be unpredictable.
#[inline]
pub(super) fn sign(number: f64) -> f64 {
    // Adding 0 clears the sign of −0.
    1.0_f64.copysign(number + 0.0)
}

fn signed(magnitude: f64, sign: f64) -> f64 {
    if sign < 0.0 { -magnitude } else { magnitude }
}

impl<W: Vector<Scalar = f64>> Boxes<W> {
    /// Lists the candidate axes. Returns an axis and the distance along it if that proves the boxes
    /// to be farther apart than the query's margin.
    pub(super) fn list(&self, query: &SatQuery<W>, shortlist: &mut Shortlist<W>) -> Option<(W, f64)> {
        shortlist.begin(query.tie);
        let beyond = query.beyond();
        self.faces(shortlist);
        if W::DIM == 3 && !(shortlist.least() < beyond) {
            self.edges(shortlist);
        }
        let best = shortlist.best()?;
        (best.height < beyond).then(|| (best.normal, -best.height - query.noise()))
    }

    /// Computes all support values before any is offered, with selects in place of branches: which
    /// is the least is unpredictable.
    fn faces(&self, shortlist: &mut Shortlist<W>) {
        let (mut axes, mut extents, mut offsets) = ([W::ZERO; 6], [0.0; 6], [0.0; 6]);
        for place in 0..W::DIM {
            let of_a = (0..W::DIM).fold(self.a[place], |sum, k| sum + self.b[k] * self.axes[k].get(place).abs());
            let of_b = (0..W::DIM).fold(self.b[place], |sum, i| sum + self.a[i] * self.axes[place].get(i).abs());
            (axes[place], extents[place], offsets[place]) = (W::unit(place), of_a, self.between.get(place));
            let after = W::DIM + place;
            (axes[after], extents[after], offsets[after]) = (self.axes[place], of_b, self.between.dot(self.axes[place]));
        }
        let mut least = f64::INFINITY;
        for place in 0..2 * W::DIM {
            let height = extents[place] - offsets[place].abs();
            least = if height < least { height } else { least };
        }
        let cutoff = shortlist.lower_to(least);
        // Two bits for each axis: its direction from A to B, and the opposite one, which is as good
        // if the centres coincide.
        let mut candidates = 0_u32;
        for place in 0..2 * W::DIM {
            let [from_a_to_b, opposite] = [-offsets[place].abs(), offsets[place].abs()].map(|offset| extents[place] + offset <= cutoff);
            candidates |= (u32::from(from_a_to_b) | u32::from(opposite) << 1) << (2 * place);
        }
        while candidates != 0 {
            let number = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let (place, opposite) = (number / 2, number % 2 == 1);
            let from_a_to_b = sign(offsets[place]);
            let direction = if opposite { -from_a_to_b } else { from_a_to_b };
            // B's face is the one that faces against the normal.
            let of_b = place >= W::DIM;
            let face = (2 * (place % W::DIM)) as u32 + u32::from((direction > 0.0) ^ of_b);
            let features = if of_b { FacetFeatures::FaceOfB(face) } else { FacetFeatures::FaceOfA(face) };
            shortlist.offer(extents[place] - direction * offsets[place], features, || axes[place] * direction);
        }
    }

    fn edges(&self, shortlist: &mut Shortlist<W>) {
        // Few pairs are left by the lanes. Without lanes all are.
        let mut candidates = BoxLanes::of(self).map_or(ALL, |lanes| lanes.candidate_edges(shortlist.cutoff()));
        while candidates != 0 {
            let number = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let (k, i) = (number / 3, number % 3);
            let Some(Facet { unit, extent, offset }) = self.edge_pair(i, k) else { continue };
            let (features, direction) = (FacetFeatures::Edges(i as u32, k as u32), sign(offset));
            shortlist.offer(extent - offset.abs(), features, || unit * direction);
            // A candidate only if the centres coincide: then both directions are equally good.
            shortlist.offer(extent + offset.abs(), features, || unit * -direction);
        }
    }

    /// The facets of an edge of A and one of B. `None` if the edges are parallel.
    #[inline(always)]
    pub(super) fn edge_pair(&self, i: usize, k: usize) -> Option<Facet<W>> {
        let (axis, [x, y], [u, v]) = (self.axes[k], NEXT[k], NEXT[i]);
        // The cross product of the i-th axis of A and the k-th of B: its components along u and v.
        let (along_u, along_v) = (-axis.get(v), axis.get(u));
        let squared = along_u * along_u + along_v * along_v;
        if !(squared > PARALLEL) {
            return None;
        }
        let dot = |vector: W| along_u * vector.get(u) + along_v * vector.get(v);
        let extent_a = self.a[u] * along_u.abs() + self.a[v] * along_v.abs();
        let extent_b = self.b[x] * dot(self.axes[x]).abs() + self.b[y] * dot(self.axes[y]).abs();
        let (extent, offset) = (extent_a + extent_b, dot(self.between));
        let scale = squared.sqrt().recip();
        // Stored once and chosen by loads: stores to the places of u and v would be reloaded as a
        // block, which stalls on store forwarding.
        let unit = [0.0, along_u * scale, along_v * scale];
        Some(Facet { unit: W::from_fn(|axis| unit[(axis + 3 - i) % 3]), extent: extent * scale, offset: offset * scale })
    }

    pub(super) fn prove<V: Space<Wide = W>, A: Convex<V>, B: Convex<V>>(
        &self,
        difference: &Difference<'_, A, B, V>,
        query: &SatQuery<W>,
        shortlist: &mut Shortlist<W>,
    ) -> Option<CoreAnswer<V>> {
        let candidates = Candidates { difference, query, shortlist, missed: 0.0 };
        let (answer, _) = candidates.prove(|axis| axis.height, |axis| self.witness(axis, query.size))?;
        Some(answer)
    }

    fn witness(&self, axis: &Axis<W>, size: f64) -> Option<[W; 2]> {
        let normal = axis.normal;
        match axis.features {
            FacetFeatures::FaceOfA(face) => {
                let reference =
                    ReferenceFace { side_planes: box_side_planes(self.a, face), normal, offset: self.a[face as usize / 2], size };
                reference.witness(self.corner_of_b(-normal), || self.face_corners_of_b(face_towards(|k| -normal.dot(self.axes[k]), W::DIM)))
            }
            FacetFeatures::FaceOfB(face) => {
                let offset = self.b[face as usize / 2] - normal.dot(self.between);
                let reference = ReferenceFace { side_planes: self.side_planes_of_b(face), normal: -normal, offset, size };
                let [on_b, on_a] = reference
                    .witness(box_corner(&self.a, normal), || box_face_corners(&self.a, face_towards(|i| normal.get(i), W::DIM)))?;
                Some([on_a, on_b])
            }
            FacetFeatures::Edges(i, k) => {
                let (i, k) = (i as usize, k as usize);
                let corner = box_corner(&self.a, normal);
                let middle = corner - W::unit(i) * corner.get(i);
                let edge_a = EdgeSegment { middle, along: W::unit(i), half: self.a[i] };
                let sign = signed(self.b[k], -normal.dot(self.axes[k]));
                let edge_b = EdgeSegment { middle: self.corner_of_b(-normal) - self.axes[k] * sign, along: self.axes[k], half: self.b[k] };
                Some(edge_a.nearest_points(&edge_b))
            }
        }
    }

    fn corner_of_b(&self, direction: W) -> W {
        (0..W::DIM).fold(self.between, |sum, k| sum + self.axes[k] * signed(self.b[k], direction.dot(self.axes[k])))
    }

    fn side_planes_of_b(&self, face: u32) -> impl Iterator<Item = SidePlane<W>> + Clone {
        sides_beside::<W>(face).map(|(axis, sign)| (self.between + self.axes[axis] * (sign * self.b[axis]), self.axes[axis] * sign))
    }

    fn face_corners_of_b(&self, face: u32) -> FaceCorners<W> {
        let corner = |signs: [f64; 3]| (0..W::DIM).fold(self.between, |sum, k| sum + self.axes[k] * (signs[k] * self.b[k]));
        corner_signs(face, W::DIM).into_iter().map(corner).collect()
    }
}

/// The corner of a box about the origin that is farthest along a direction.
pub(super) fn box_corner<W: Vector<Scalar = f64>>(half: &[f64; 3], direction: W) -> W {
    W::from_fn(|axis| signed(half[axis], direction.get(axis)))
}

/// The side planes of a face of a box about the origin: those of the faces not parallel to it,
/// however narrow they are.
pub(super) fn box_side_planes<W: Vector<Scalar = f64>>(half: [f64; 3], face: u32) -> impl Iterator<Item = SidePlane<W>> + Clone {
    sides_beside::<W>(face).map(move |(axis, sign)| (W::unit(axis) * (sign * half[axis]), W::unit(axis) * sign))
}

/// The axes of the faces that are not parallel to a face, and their signs.
fn sides_beside<W: Vector>(face: u32) -> impl Iterator<Item = (usize, f64)> + Clone {
    let up = face as usize / 2;
    (0..2 * (W::DIM - 1)).map(move |side| (side / 2 + usize::from(side / 2 >= up), if side % 2 == 0 { 1.0 } else { -1.0 }))
}

/// The corners of a face of a box about the origin.
pub(super) fn box_face_corners<W: Vector<Scalar = f64>>(half: &[f64; 3], face: u32) -> FaceCorners<W> {
    let corner = |signs: [f64; 3]| W::from_fn(|axis| signs[axis] * half[axis]);
    corner_signs(face, W::DIM).into_iter().map(corner).collect()
}

/// The face whose normal is most along a direction, given by the direction's components: 2·axis,
/// plus 1 for the positive side.
pub(super) fn face_towards(component: impl Fn(usize) -> f64, dim: usize) -> u32 {
    let axis = (1..dim).fold(0, |most, axis| if component(axis).abs() > component(most).abs() { axis } else { most });
    (2 * axis) as u32 + u32::from(component(axis) > 0.0)
}

/// The signs of the corners of a face, counter-clockwise from outside.
fn corner_signs(face: u32, dim: usize) -> smallvec::SmallVec<[[f64; 3]; 4]> {
    let (axis, positive) = (face as usize / 2, face % 2 == 1);
    let (u, v) = ((axis + 1) % dim, (axis + 2) % dim);
    let corner = |along_u: f64, along_v: f64| {
        let mut signs = [0.0; 3];
        (signs[axis], signs[u]) = (if positive { 1.0 } else { -1.0 }, along_u);
        if dim == 3 {
            signs[v] = along_v;
        }
        signs
    };
    let mut corners: smallvec::SmallVec<[[f64; 3]; 4]> = if dim == 2 {
        [corner(-1.0, 0.0), corner(1.0, 0.0)].into_iter().collect()
    } else {
        [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)].into_iter().collect()
    };
    if !positive {
        corners.reverse();
    }
    corners
}
