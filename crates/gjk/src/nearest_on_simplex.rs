//! The robust sub-distance step: the point of a simplex nearest the origin, however flat the
//! simplex is.
//!
//! * By Carathéodory's theorem the nearest point lies in the convex hull of an affinely independent
//!   subset of the vertices, with positive weights.
//! * So every subset is solved on its affine hull ([`nearest_on_affine_hull`]). Solutions with a
//!   negative weight are dropped, and the nearest of the rest is the answer. Nothing is assumed
//!   about how the simplex was built.
//! * There are at most 15 subsets of at most 3 edges: about a microsecond, paid only where the fast
//!   step is unreliable. Wolfe's active set method would find the same point, but it needs an
//!   argument that it does not cycle.

use crate::affine_hull::{NearestOnAffineHull, nearest_on_affine_hull};
use crate::sub_distance::GjkVector;

/// The point of a simplex nearest the origin, and the vertices that carry it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestOnSimplex<W> {
    /// The nearest point.
    pub point: W,
    /// The weight of each given point. None is negative, and they sum to 1.
    pub weights: [f64; 4],
    /// The carrying vertices span the whole space: the simplex contains the origin.
    pub encloses: bool,
}

/// The point nearest the origin on the convex hull of one to four points, which may be affinely
/// dependent. Points after the fourth are ignored.
/// `None` if there is no point or one is not finite.
pub fn nearest_on_simplex<W: GjkVector>(points: &[W]) -> Option<NearestOnSimplex<W>> {
    let count = points.len().min(4);
    let mut best: Option<(f64, NearestOnSimplex<W>)> = None;
    for subset in 1_u8..1 << count {
        let size = subset.count_ones() as usize;
        if size > W::DIM + 1 {
            continue;
        }
        let mut chosen = [W::ZERO; 4];
        let mut indices = [0; 4];
        for (slot, index) in (0..count).filter(|index| subset >> index & 1 == 1).enumerate() {
            chosen[slot] = points[index];
            indices[slot] = index;
        }
        let Some(NearestOnAffineHull { point, weights }) = nearest_on_affine_hull(&chosen[..size]) else { continue };
        if weights.iter().any(|&weight| weight < 0.0) {
            continue;
        }
        let squared = point.length_squared();
        let encloses = size == W::DIM + 1;
        // An enclosing subset is at distance zero by definition. What was computed is rounding.
        let squared = if encloses { 0.0 } else { squared };
        if best.as_ref().is_none_or(|(least, _)| squared < *least) {
            let mut spread = [0.0; 4];
            for slot in 0..size {
                spread[indices[slot]] = weights[slot];
            }
            best = Some((squared, NearestOnSimplex { point, weights: spread, encloses }));
        }
    }
    best.map(|(_, nearest)| nearest)
}

#[cfg(test)]
mod tests {
    use super::nearest_on_simplex;
    use glam::{DVec2, DVec3};

    #[test]
    fn a_flat_tetrahedron_is_solved_by_its_edges_and_faces() {
        let flat = [DVec3::new(-1.0, -1.0, 2.0), DVec3::new(3.0, -1.0, 2.0), DVec3::new(-1.0, 3.0, 2.0), DVec3::new(0.1, 0.2, 2.0)];
        let nearest = nearest_on_simplex(&flat).expect("finite points");
        assert!((nearest.point - DVec3::new(0.0, 0.0, 2.0)).length() < 1e-15);
        assert!(!nearest.encloses);
    }

    #[test]
    fn repeated_points_count_as_one_point() {
        let nearest = nearest_on_simplex(&[DVec2::ONE; 3]).expect("finite points");
        assert_eq!(nearest.point, DVec2::ONE);
    }

    #[test]
    fn weights_are_positive_sum_to_one_and_reproduce_the_point() {
        let points = [DVec3::new(1.0, 2.0, 3.0), DVec3::new(-2.0, 1.0, 1.0), DVec3::new(0.0, -3.0, 2.0), DVec3::new(5.0, 5.0, 9.0)];
        let nearest = nearest_on_simplex(&points).expect("finite points");
        let sum: f64 = nearest.weights.iter().sum();
        let made = points.iter().zip(nearest.weights).fold(DVec3::ZERO, |made, (&point, weight)| made + point * weight);
        assert!((sum - 1.0).abs() < 1e-15 && (made - nearest.point).length() < 1e-14);
        assert!(nearest.weights.iter().all(|&weight| weight >= 0.0));
    }

    #[test]
    fn nan_and_empty_simplices_have_no_nearest_point() {
        assert_eq!(nearest_on_simplex(&[DVec2::new(f64::NAN, 0.0)]), None);
        assert_eq!(nearest_on_simplex::<DVec2>(&[]), None);
    }
}
