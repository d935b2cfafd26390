//! The distance by a simplex that is known: of a guess, or of the last tick.
//!
//! * If the point of the simplex nearest the origin is interior to it, and if no vertex of A − B
//!   is nearer along the line to it, that is the distance. The proof takes one support call.
//! * The numbers are those of a [`search`](crate::search) from the same vertices that may take
//!   a step, bit by bit. It takes a third of the instructions, because there is no state that steps
//!   would change, and no record.
//! * Whatever else a search could end with is left to it.

use clinch_support::{Difference, Scalar, SupportMap, Vector, Vertex, VertexId};

use crate::answer::{DISAGREEMENT, Witnesses, witnesses};
use crate::distance::rounding_of;
use crate::limits::Limits;
use crate::sub_distance::{GjkSpace, GjkVector, SubDistance};

/// The distance of two cores that are apart, as [`Separation`](crate::Separation) without the
/// simplex, which the caller knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvedDistance<W> {
    /// Unit, from A to B, in A's frame.
    pub normal: W,
    /// The computed distance.
    pub distance: f64,
    /// The true distance is at least this, which is greater than zero.
    pub lower: f64,
    /// The true distance is at most this.
    pub upper: f64,
    /// The point of A, in A's frame.
    pub point_a: W,
    /// The point of B, in B's own frame.
    pub point_b: W,
}

/// The distance, if the vertices are the nearest simplex and the cores are no farther apart than
/// `limits.within`. One to as many vertices as there are dimensions; each must be needed.
///
/// ```
/// use clinch_gjk::{Limits, prove_distance};
/// use clinch_support::{Difference, Pose, Support, SupportMap, VertexId};
/// use glam::{DVec2, Vec2};
///
/// struct Square;
///
/// impl SupportMap<Vec2> for Square {
///     fn support(&self, direction: Vec2) -> Support<Vec2> {
///         let id = 2 * usize::from(direction.y > 0.0) + usize::from(direction.x > 0.0);
///         let id = VertexId::new(id);
///         Support { point: self.vertex(id).unwrap_or(Vec2::ZERO), id: Some(id) }
///     }
///
///     fn vertex(&self, id: VertexId) -> Option<Vec2> {
///         let id = id.index();
///         (id < 4).then(|| Vec2::new((id & 1) as f32, (id >> 1) as f32))
///     }
/// }
///
/// let b_in_a = Pose::at(DVec2::new(4.0, 0.5));
/// let difference = Difference::<_, _, Vec2>::new(&Square, &Square, &b_in_a);
/// let corner = |a: usize, b: usize| (VertexId::new(a), VertexId::new(b));
/// let prove = |vertices: &[_]| prove_distance(&difference, vertices, &Limits::measure());
/// let side = prove(&[corner(1, 0), corner(3, 0)]).map(|proved| (proved.distance, proved.normal));
/// assert_eq!(side, Some((3.0, DVec2::X)));
/// assert!(prove(&[corner(1, 0)]).is_none()); // the corners are 0.5 beside each other
/// ```
#[inline]
pub fn prove_distance<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertices: &[(VertexId, VertexId)],
    limits: &Limits<V::Scalar>,
) -> Option<ProvedDistance<V::Wide>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let vertex = |&(a, b): &(VertexId, VertexId)| difference.vertex_of(a, b);
    // For each count on its own, so that the vertices stay in registers.
    match vertices {
        [p] => prove(difference, &[vertex(p)?], limits),
        [p, q] => prove(difference, &[vertex(p)?, vertex(q)?], limits),
        [p, q, r] if V::DIM == 3 => prove(difference, &[vertex(p)?, vertex(q)?, vertex(r)?], limits),
        _ => None,
    }
}

#[inline(always)]
fn prove<V, A, B, const N: usize>(
    difference: &Difference<'_, A, B, V>,
    vertices: &[Vertex<V>; N],
    limits: &Limits<V::Scalar>,
) -> Option<ProvedDistance<V::Wide>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (others, rounding) = (N - 1, rounding_of(difference));
    let mut points = [V::Wide::ZERO; N];
    for (point, vertex) in points.iter_mut().zip(vertices) {
        *point = vertex.point;
    }
    let SubDistance::Nearest { point: v, squared, keep } = V::Wide::fast_sub_distance(points[others], &points[..others]) else {
        return None;
    };
    let length = squared.sqrt();
    // Negated so that NaN fails, too.
    if !(keep.count_ones() as usize == others && length > rounding && length < f64::INFINITY) {
        return None;
    }
    let farthest = difference.vertex_near(-v, &vertices[others]);
    let gap = v.dot(farthest.point) / length;
    let lower = gap - difference.error();
    let ends = length - gap <= rounding || vertices.iter().any(|vertex| vertex.is_same(&farthest));
    if !(ends && lower > 0.0 && lower <= limits.within.widen()) || farthest.a.id.is_none() || farthest.b.id.is_none() {
        return None;
    }
    let Witnesses { point_a, point_b, upper } = witnesses(difference, |place| &vertices[place], &points, v, rounding);
    let agree = upper - length <= DISAGREEMENT * rounding && length >= lower;
    agree.then(|| ProvedDistance { normal: -v * length.recip(), distance: length, lower, upper, point_a, point_b })
}
