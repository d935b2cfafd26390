//! Two polygons in 2D of at most eight sides each: the axis and the two points that prove it, by
//! all sides against all corners.
//!
//! * The axes and their proof are those of any two polygons (`sides_2d`). Two boxes
//!   compute them with less work (`box_box_2d`).
//! * All comparisons of a polygon with a point are made at once, in arrays of eight
//!   ([`SmallPolygon`]). Without branches, 64 products cost less than finding out which of them
//!   are not needed.
//! * Everything is in A's frame. Only the witness point of B is moved back to its own.
//!
//! Ericson, "Real-Time Collision Detection" (2005), 5.2.1; Box2D's `b2_maxPolygonVertices` for the
//! number of sides.

mod lanes;
mod nearest_corners;

use core::array::from_fn;

use clinch_shapes::{Core, SmallPolygon};
use clinch_support::{Frame, Vector};

use self::lanes::{least, lesser, place_of_least};
use self::nearest_corners::nearest_corners;
use crate::answer::{CoreAnswer, Relation};
use crate::clip::Space;
use crate::memory::Memory;
use crate::pairs::ClosedForm;
use crate::pairs::sides_2d::{Heights, NearestCorners, TwoPolygons, Witness, array, vector};
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;
use crate::tolerance::{SAME_DEPTH, noise};

/// The sides of both.
const SIDES: usize = 2 * SmallPolygon::MOST;

/// Whether both cores have few enough sides.
#[inline]
pub(crate) fn have_few_sides<V: Space>(cores: &Cores<'_, V>) -> bool {
    [cores.a, cores.b].into_iter().all(|core| match core {
        Core::Polytope(facets) => facets.small_polygon().is_some(),
        core => matches!(core, Core::Box(_) | Core::Triangle(_)),
    })
}

/// The polygon of a core: that which a polytope has, or one in `buffer`. `None` for a box without
/// an area and for a thin triangle, which the general path does not treat as
/// polygons either.
#[inline]
fn polygon_of<'p, V: Space>(core: &Core<'p, V>, buffer: &'p mut Option<SmallPolygon>) -> Option<&'p SmallPolygon> {
    match core {
        Core::Polytope(facets) => return facets.small_polygon(),
        Core::Box(block) => *buffer = SmallPolygon::rectangle(array(block.half().widen())),
        Core::Triangle(triangle) => *buffer = SmallPolygon::triangle(triangle.corners().map(|corner| array(corner.widen()))),
        _ => {}
    }
    buffer.as_ref()
}

/// Two polygons in A's frame.
struct Polygons<'p, V: Space> {
    a: &'p SmallPolygon,
    b: SmallPolygon,
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
}

/// Two polygons whose separation is proved.
pub(crate) struct Polygons2d<V: Space> {
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
    answer: CoreAnswer<V>,
}

impl<V: Space> ClosedForm<V> for Polygons2d<V> {
    /// `None` if a core is no polygon of few sides and some area, and where rounding could decide.
    fn of(query: &Query<'_, V>, cores: &Cores<'_, V>, _: &mut Scratch<V>) -> Option<Self> {
        let frame = Frame::<V>::new(cores.b_in_a);
        let (mut buffer_a, mut buffer_b) = (None, None);
        let (a, b) = (polygon_of(cores.a, &mut buffer_a)?, polygon_of(cores.b, &mut buffer_b)?);
        let (x_of_b, [x, y]) = (array(frame.direction_in_a(V::Wide::unit(0))), array(frame.translation()));
        let size = a.extent() + b.extent() + 3.0 * (x.abs() + y.abs());
        let polygons = Polygons { a, b: b.moved(x_of_b, [x, y]), frame, size };
        let answer = polygons.cores(&polygons.heights(), query)?;
        Some(Self { frame, size, answer })
    }

    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        memory.store_axis(self.answer, query, &self.frame)
    }

    fn to_clip(&self) -> Option<(Frame<V>, f64)> {
        Some((self.frame, self.size))
    }
}

impl<V: Space> Polygons<'_, V> {
    #[inline]
    fn heights(&self) -> Heights<SIDES> {
        let (of_a, of_b) = (self.a.depths(&self.b), self.b.depths(self.a));
        let of_sides = from_fn(|side| if side < SmallPolygon::MOST { of_a[side] } else { of_b[side - SmallPolygon::MOST] });
        Heights { of_sides, least: least(&lesser(of_a, of_b)) }
    }

    /// The polygon of a side, the other one, and the number of the side in its polygon.
    #[inline]
    fn by_side(&self, side: usize) -> (&SmallPolygon, &SmallPolygon, usize) {
        if side < SmallPolygon::MOST { (self.a, &self.b, side) } else { (&self.b, self.a, side - SmallPolygon::MOST) }
    }
}

impl<V: Space> TwoPolygons<V, SIDES> for Polygons<'_, V> {
    #[inline]
    fn size(&self) -> f64 {
        self.size
    }

    #[inline]
    fn normal(&self, side: usize) -> [f64; 2] {
        if side < SmallPolygon::MOST { self.a.normal(side) } else { self.b.normal(side - SmallPolygon::MOST).map(|x| -x) }
    }

    /// If the deepest corner is beside the side, as it is where two sides are parallel, the other's
    /// facing side is clipped to this one, and the deepest point of the rest is taken, or the
    /// middle of what is equally deep.
    #[inline]
    fn witness(&self, side: usize) -> Option<Witness> {
        let (polygon, other, number) = self.by_side(side);
        let normal = polygon.normal(number);
        let tangent = [-normal[1], normal[0]];
        let [from, to] = polygon.ends(number).map(|end| dot(tangent, end));
        let slack = noise(self.size);
        let is_above = |place: f64| from - slack <= place && place <= to + slack;
        let deepest = other.corner(place_of_least(&other.heights(normal)));
        let on_other = if is_above(dot(tangent, deepest)) {
            deepest
        } else {
            let facing = other.ends(place_of_least(&other.cosines(normal)));
            deepest_of_side(facing, normal, [from - slack, to + slack], SAME_DEPTH * self.size)?
        };
        let gap = dot(normal, on_other) - polygon.offset(number);
        let on_side = [on_other[0] - normal[0] * gap, on_other[1] - normal[1] * gap];
        let [on_a, on_b] = if side < SmallPolygon::MOST { [on_side, on_other] } else { [on_other, on_side] };
        Some(Witness { on_a, on_b: array(self.frame.to_b(vector(on_b))), gap })
    }

    #[inline]
    fn nearest_corners(&self, heights: &Heights<SIDES>) -> Option<NearestCorners> {
        let (normal, [on_a, on_b], gap) = nearest_corners([self.a, &self.b], self.size, heights.least)?;
        Some(NearestCorners { normal, witness: Witness { on_a, on_b: array(self.frame.to_b(vector(on_b))), gap } })
    }
}

/// The deepest point, against a normal, of the part of a side between two places along the tangent.
/// The middle of that part if its ends are equally deep; `None` if there is no such part.
fn deepest_of_side([start, end]: [[f64; 2]; 2], normal: [f64; 2], [from, to]: [f64; 2], same_depth: f64) -> Option<[f64; 2]> {
    let (along, step) = ([end[0] - start[0], end[1] - start[1]], [-normal[1], normal[0]]);
    let (place, run, rise) = (dot(step, start), dot(step, along), dot(normal, along));
    // The facing side of a convex polygon runs against the tangent.
    let [at_from, at_to] = [from, to].map(|bound| (bound - place) / run);
    let (first, last) = (if at_to > 0.0 { at_to } else { 0.0 }, if at_from < 1.0 { at_from } else { 1.0 });
    if !(run < 0.0 && first <= last) {
        return None;
    }
    let is_level = (rise * (last - first)).abs() <= same_depth;
    let fraction = if is_level {
        0.5 * (first + last)
    } else if rise > 0.0 {
        first
    } else {
        last
    };
    Some([start[0] + along[0] * fraction, start[1] + along[1] * fraction])
}

#[inline]
fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
