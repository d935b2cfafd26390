//! The features of the vertices of a simplex: vertices of the shapes, and rims.
//!
//! * Several vertices of a simplex may be points of the same pair of features. Each pair is kept
//!   once, as a [`Corner`] that moves along its rims as the normal turns.
//! * Two points far apart on one rim stand for the disc between them instead
//!   ([`FeatureSet::Disc`]).

use clinch_support::{Circle, Difference, SupportMap, Vertex};
use smallvec::SmallVec;

use crate::rim::{Rim, farthest};
use crate::sub_distance::{GjkSpace, GjkVector};

/// A simplex with at most as many vertices as there are dimensions.
pub type RimSimplex<V> = SmallVec<[Vertex<V>; MAX_CORNERS]>;

/// As many corners as determine a normal in 3D.
pub(crate) const MAX_CORNERS: usize = 3;

/// The vertices of a facet, and the one found along its normal. Further vertices are ignored.
const MAX_VERTICES: usize = MAX_CORNERS + 1;

/// Two rims of each shape, and the rim of radius 0 at index 0.
const MAX_RIMS: usize = 5;

/// The circles of one vertex: that of its point of A and that of its point of B.
type Circles<W> = [Option<Circle<W>>; 2];

/// The vertices of a simplex, and the circles that each lies on.
pub(crate) struct VerticesOnRims<'v, V: GjkSpace> {
    vertices: &'v [&'v Vertex<V>],
    circles: [Circles<V::Wide>; MAX_VERTICES],
}

impl<'v, V: GjkSpace> VerticesOnRims<'v, V> {
    pub(crate) fn new<A, B>(difference: &Difference<'_, A, B, V>, vertices: &'v [&'v Vertex<V>]) -> Self
    where
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let mut circles = [[None; 2]; MAX_VERTICES];
        for (circles, vertex) in circles.iter_mut().zip(vertices) {
            *circles = difference.circles(vertex);
        }
        Self { vertices, circles }
    }
}

/// What the vertices of a simplex have in common.
pub(crate) enum FeatureSet<W> {
    Corners(RimFeatures<W>),
    /// Two vertices are far apart on one rim of A, or of B.
    Disc {
        of_a: bool,
    },
}

/// The features of a simplex, each once. In A's frame.
pub(crate) struct RimFeatures<W> {
    /// The first `count` are in use.
    pub(crate) corners: [Corner<W>; MAX_CORNERS],
    pub(crate) count: usize,
    /// The distinct rims. Those of a cylinder are one, as only axis and radius determine where the
    /// farthest point is.
    pub(crate) rims: [Rim<W>; MAX_RIMS],
    rim_count: usize,
    /// Unit: solve for the line along this through the origin, instead of for the point nearest the
    /// origin.
    pub(crate) line: Option<W>,
}

/// A vertex of A − B as the normal moves it.
#[derive(Clone, Copy)]
pub(crate) struct Corner<W> {
    /// The index of one of the vertices that it stands for.
    vertex: usize,
    /// The part that does not move: the vertices of the shapes, or the centres of the rims.
    pub(crate) fixed: W,
    /// The indices of the rims that move it.
    pub(crate) rims: [usize; 2],
    /// Its weight in the point nearest the origin on the affine hull of all corners.
    pub(crate) weight: f64,
}

impl<W: GjkVector> RimFeatures<W> {
    /// `None` if a point of a shape is neither a vertex nor on a rim, or if the simplex has no
    /// vertex.
    pub(crate) fn of<V, A, B>(difference: &Difference<'_, A, B, V>, simplex: &VerticesOnRims<'_, V>) -> Option<FeatureSet<W>>
    where
        V: GjkSpace<Wide = W>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let vertices = simplex.vertices;
        let blank = Corner { vertex: 0, fixed: W::ZERO, rims: [0; 2], weight: 0.0 };
        let mut features = Self { corners: [blank; MAX_CORNERS], count: 0, rims: [Rim::POINT; MAX_RIMS], rim_count: 1, line: None };
        for (index, (vertex, &[circle_a, circle_b])) in vertices.iter().zip(&simplex.circles).enumerate() {
            if vertex.a.id.is_none() && circle_a.is_none() || vertex.b.id.is_none() && circle_b.is_none() {
                return None;
            }
            let (mut on_a, mut on_b, mut rims) = (vertex.a.point, vertex.b.point, [0; 2]);
            if let Some(circle) = circle_a {
                on_a = circle.middle;
                rims[0] = features.rim_index(Rim::of(&circle, circle.axis))?;
            }
            if let Some(circle) = circle_b {
                on_b = circle.middle;
                // A circle about the origin is its own reflection: the farthest point of −B along
                // the normal is the reflection of B's farthest point against it.
                rims[1] = features.rim_index(Rim::of(&circle, difference.direction_in_a(circle.axis)))?;
            }
            let fixed = on_a - difference.to_a(on_b);
            match features.corners().iter().find(|other| other.fixed == fixed && other.rims == rims) {
                None if features.count == W::DIM => return None,
                None => {
                    features.corners[features.count] = Corner { vertex: index, fixed, rims, weight: 0.0 };
                    features.count += 1;
                }
                Some(other) => {
                    let first = vertices[other.vertex];
                    let apart = [first.a.point - vertex.a.point, first.b.point - vertex.b.point];
                    let far = |of: usize| apart[of].length_squared() > features.rims[rims[of]].radius * features.rims[rims[of]].radius;
                    if far(0) || far(1) {
                        return Some(FeatureSet::Disc { of_a: far(0) });
                    }
                }
            }
        }
        (features.count > 0).then_some(FeatureSet::Corners(features))
    }

    #[inline]
    pub(crate) fn corners(&self) -> &[Corner<W>] {
        &self.corners[..self.count]
    }

    /// Every rim but the one of radius 0.
    #[inline]
    pub(crate) fn rims_mut(&mut self) -> &mut [Rim<W>] {
        &mut self.rims[1..self.rim_count]
    }

    /// Removes the corner at `index`. False if none is left.
    pub(crate) fn remove(&mut self, index: usize) -> bool {
        self.corners[index..].rotate_left(1);
        self.count -= 1;
        self.count > 0
    }

    /// Pushes the vertex of each corner, where it is farthest along the normal, on `result`.
    pub(crate) fn vertices_along<V, A, B>(
        &self,
        difference: &Difference<'_, A, B, V>,
        simplex: &VerticesOnRims<'_, V>,
        normal: W,
        result: &mut RimSimplex<V>,
    ) -> Option<()>
    where
        V: GjkSpace<Wide = W>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let in_b = difference.direction_in_b(-normal);
        for corner in self.corners() {
            let Vertex { a, b, .. } = *simplex.vertices[corner.vertex];
            let [circle_a, circle_b] = simplex.circles[corner.vertex];
            result.push(difference.vertex_between(farthest(a, circle_a, normal)?, farthest(b, circle_b, in_b)?));
        }
        Some(())
    }

    /// The index of this rim, which is added if it is new. `None` if there are too many; no shape
    /// has so many.
    fn rim_index(&mut self, rim: Rim<W>) -> Option<usize> {
        let known = self.rims[..self.rim_count].iter().position(|other| other.axis == rim.axis && other.radius == rim.radius);
        known.or_else(|| {
            *self.rims.get_mut(self.rim_count)? = rim;
            self.rim_count += 1;
            Some(self.rim_count - 1)
        })
    }
}
