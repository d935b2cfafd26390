//! The separating axis test: polytopes by the planes of their difference.
//!
//! * A facet of A − B is a face of A, a face of B, or made of an edge of each. The support value of
//!   A − B along its normal is the depth of the origin below it. The least of all facets is the
//!   penetration depth; if one is negative, its normal separates the cores. Each kind of polytope
//!   lists its candidates ([`boxes`], [`box_triangle`], [`facets`]), and the least of them wins
//!   ([`Shortlist`](axes::Shortlist)).
//! * For pairs that overlap the test is complete: the list has all facets, so the least candidate
//!   bounds the depth from below, to the rounding of its terms, and from above as any support value
//!   does. It is a closed form where EPA searches.
//! * For pairs that are apart the best axis is only a lower bound. It is the distance if two points
//!   are as far apart ([`witness`]): a vertex over a face, or edges that cross. Vertices that face
//!   vertices or edges are left to GJK. So are all polytopes in 3D that are near each other, for
//!   which a warm search is cheaper, except two boxes, and a box and a triangle without a warm
//!   start.
//! * Near ties are resolved by rule and not by rounding: last tick's normal, then faces before
//!   edges, then the lower number. Of hulls whose facet was guessed before, the line has chosen
//!   ([`guessed_facet`](super::guessed_facet)).
//! * The test answers only what it has proved. It returns `None`, and GJK and EPA continue, where
//!   the points are not as far apart as the axis says, where edges are so nearly parallel that the
//!   rounding of their cross product could hide a facet, and where the work would exceed that of a
//!   search.
//!
//! All is in `f64` and in A's frame, except that a box and a triangle are tested in the box's
//! frame. Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013), for the arcs;
//! Ericson, "Real-Time Collision Detection" (2005), 4.4.1 and 5.2.1, for the axes.

mod arcs;
mod axes;
mod box_axis;
mod box_lanes;
mod box_triangle;
mod boxes;
mod buffers;
mod facets;
mod prove;
mod query;
mod separation;
mod two_boxes;
mod witness;

pub(crate) use self::box_axis::{BoxAxis, box_axis, box_separation};
pub(crate) use self::box_triangle::TriangleAtBox;
pub(crate) use self::buffers::Buffers;
pub(crate) use self::separation::{SatState, Stage, Test, resume, separation};
pub(crate) use self::two_boxes::Boxes;
