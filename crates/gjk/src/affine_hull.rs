//! The point nearest the origin on the affine hull of a few points.
//!
//! * Modified Gram–Schmidt on the edges from the point nearest the origin, whose residual has the least rounding, each orthogonalised twice ("twice is enough",
//!   Kahan and Parlett), shortest edge first so that the long ones are cleaned of the short ones and not the other way round.
//! * The same few lines for 2D and 3D and for any number of points: only dot products are used.
//! * Weights come by back substitution; the point itself is the residual, not their sum.

use crate::sub_distance::Algebra;

/// The nearest point, and the weights of the points that make it: they sum to 1, some may be negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<W> {
    /// The nearest point.
    pub point: W,
    /// One weight for each given point, 0 beyond them.
    pub weights: [f64; 4],
}

/// An edge whose part orthogonal to the shorter ones is below this fraction of its length adds no dimension. Larger: real slivers are
/// refused, and the answer is that of their edges, off by the fraction. Smaller: the orthogonal part is rounding, and so are the weights.
const DEPENDENT: f64 = 64.0 * f64::EPSILON;

/// The point nearest the origin on the affine hull of one to four points; `None` when the points are affinely dependent, when there are
/// none, more than four, or one is not finite.
pub fn nearest_on_affine_hull<W: Algebra>(points: &[W]) -> Option<Affine<W>> {
    match *points {
        [point] => return point.is_finite().then_some(Affine { point, weights: [1.0, 0.0, 0.0, 0.0] }),
        [one, other] => return on_line(one, other),
        [] | [_, _, _] | [_, _, _, _] => {}
        _ => return None,
    }
    let (first, &base) = points.iter().enumerate().min_by(|(_, a), (_, b)| a.length_squared().total_cmp(&b.length_squared()))?;
    let mut edges = [(0.0, W::ZERO, 0); 3];
    let others = points.iter().enumerate().filter(|&(place, _)| place != first);
    for (slot, (place, &point)) in edges.iter_mut().zip(others) {
        let edge = point - base;
        *slot = (edge.length_squared(), edge, place);
    }
    let edges = &mut edges[..points.len() - 1];
    edges.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));

    // r[i][j]: how much of the orthogonal edge j is in edge i.
    let mut r = [[0.0; 3]; 3];
    // Each with one over its square.
    let mut orthogonal = [(W::ZERO, 1.0); 3];
    for i in 0..edges.len() {
        let (length_squared, mut u, _) = edges[i];
        for _ in 0..2 {
            for j in 0..i {
                let (other, inverse) = orthogonal[j];
                let part = u.dot(other) * inverse;
                u = u - other * part;
                r[i][j] += part;
            }
        }
        let squared = u.length_squared();
        if !(squared > DEPENDENT * DEPENDENT * length_squared) {
            return None;
        }
        orthogonal[i] = (u, squared.recip());
    }

    let mut point = base;
    let mut along = [0.0; 3];
    for _ in 0..2 {
        for (j, &(u, inverse)) in orthogonal[..edges.len()].iter().enumerate() {
            let part = -point.dot(u) * inverse;
            point = point + u * part;
            along[j] += part;
        }
    }

    let mut weights = [0.0; 4];
    for i in (0..edges.len()).rev() {
        let mut weight = along[i];
        for k in i + 1..edges.len() {
            weight -= r[k][i] * weights[edges[k].2];
        }
        weights[edges[i].2] = weight;
    }
    weights[first] = 1.0 - weights.iter().sum::<f64>();
    point.is_finite().then_some(Affine { point, weights })
}

/// What the general way does with two points, bit for bit.
fn on_line<W: Algebra>(one: W, other: W) -> Option<Affine<W>> {
    let nearer = !(other.length_squared() < one.length_squared());
    let (mut point, edge) = if nearer { (one, other - one) } else { (other, one - other) };
    let squared = edge.length_squared();
    if !(squared > 0.0) {
        return None;
    }
    let inverse = squared.recip();
    let mut along = 0.0;
    for _ in 0..2 {
        let part = -point.dot(edge) * inverse;
        point = point + edge * part;
        along += part;
    }
    let weights = if nearer { [1.0 - along, along, 0.0, 0.0] } else { [along, 1.0 - along, 0.0, 0.0] };
    point.is_finite().then_some(Affine { point, weights })
}
