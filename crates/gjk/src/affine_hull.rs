//! The point nearest the origin on the affine hull of a few points.
//!
//! * Modified Gram–Schmidt on the edges from the point nearest the origin, because its residual has
//!   the least rounding. Each edge is orthogonalised twice ("twice is enough", Kahan and Parlett).
//!   The shortest edge comes first, so that the long ones are freed of the short ones and not the
//!   reverse.
//! * Only dot products are used, so the same code serves 2D and 3D and any number of points.
//! * The weights come from back substitution. The point itself is the residual and not their sum,
//!   which would cancel.

use crate::sub_distance::GjkVector;

/// The point of an affine hull nearest the origin, and the weights of the points that produce it.
/// The weights sum to 1; some may be negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestOnAffineHull<W> {
    /// The nearest point.
    pub point: W,
    /// One weight for each given point; 0 for the slots after them.
    pub weights: [f64; 4],
}

/// An edge whose part orthogonal to the shorter edges is below this fraction of its length adds no
/// dimension. Larger: real slivers are refused, and the answer is that of their edges, off by the
/// fraction. Smaller: the orthogonal part is rounding, and so are the weights.
const DEPENDENT: f64 = 64.0 * f64::EPSILON;

/// The point nearest the origin on the affine hull of one to four points. `None` if the points are
/// affinely dependent, if there are none or more than four, or if one is not finite.
pub fn nearest_on_affine_hull<W: GjkVector>(points: &[W]) -> Option<NearestOnAffineHull<W>> {
    match *points {
        [point] => return point.is_finite().then_some(NearestOnAffineHull { point, weights: [1.0, 0.0, 0.0, 0.0] }),
        [one, other] => return on_line(one, other),
        [] | [_, _, _] | [_, _, _, _] => {}
        _ => return None,
    }
    let (first, &base) = points.iter().enumerate().min_by(|(_, a), (_, b)| a.length_squared().total_cmp(&b.length_squared()))?;
    let mut edges = [(0.0, W::ZERO, 0); 3];
    let others = points.iter().enumerate().filter(|&(index, _)| index != first);
    for (slot, (index, &point)) in edges.iter_mut().zip(others) {
        let edge = point - base;
        *slot = (edge.length_squared(), edge, index);
    }
    let edges = &mut edges[..points.len() - 1];
    edges.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));

    // r[i][j]: the component of edge i along the orthogonal edge j.
    let mut r = [[0.0; 3]; 3];
    // Each with the reciprocal of its squared length.
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
    point.is_finite().then_some(NearestOnAffineHull { point, weights })
}

/// Two points: the same result as the general path, bit for bit, without its loops.
fn on_line<W: GjkVector>(one: W, other: W) -> Option<NearestOnAffineHull<W>> {
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
    point.is_finite().then_some(NearestOnAffineHull { point, weights })
}
