//! The separating axis test: polytopes by the planes of their difference.
//!
//! * A facet of A − B is a face of A, a face of B, or made of an edge of each. The support value of A − B along its normal is how far the origin lies below
//!   it: the least of all facets is the depth, and where one is negative its normal separates. So each kind of polytope lists its candidates
//!   ([`boxes`], [`box_triangle`], [`facets`]), and the least of them wins ([`Shortlist`](axes::Shortlist)).
//! * Of pairs that overlap this is everything: the list is complete, so the least candidate bounds the depth from below, to the rounding of its terms, and
//!   from above as any support value does. It is a closed form where EPA searches.
//! * Of pairs that are apart the best axis is a lower bound only. It is the distance if two points are as far apart ([`witness`]): a corner over a
//!   face, or edges that cross. Corners that look at corners or edges are left to GJK, and so are all polytopes in space that are near each other but boxes, and a box and
//!   a triangle of which nothing is known yet, for which a search that goes on from last tick's is cheaper.
//! * What nearly ties is chosen by rule and not by rounding: last tick's normal, then faces before edges, then the lower number.
//! * Nothing is believed that was not proved: points that are not as far apart as the axis says, edges that run so nearly alike that the rounding of their
//!   cross product could hide something, work that grows beyond what a search costs. All of these answer `None`, and GJK and EPA go on.
//!
//! Everything is in `f64` and in A's frame, but for a box and a triangle, which are seen from the box. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013), for the arcs; Ericson, "Real-Time Collision
//! Detection" (2005), 4.4.1 and 5.2.1, for the axes.

mod arcs;
mod axes;
mod box_triangle;
mod boxes;
mod buffers;
mod facets;
mod prove;
mod question;
mod separation;
mod witness;

pub(crate) use self::boxes::{BoxAxis, box_axis, box_separation};
pub(crate) use self::buffers::Buffers;
pub(crate) use self::separation::{SatState, Test, Turn, first, separation};
