//! The slow path: the point nearest the origin on a simplex, however flat.
//!
//! * By Carathéodory's theorem the nearest point lies in the hull of an affinely independent subset of the vertices, inside that subset's
//!   hull. So every subset is solved on its affine hull ([`nearest_on_affine_hull`]), those with a negative weight are dropped, and the
//!   nearest of the rest is the answer. Nothing is assumed about how the simplex came to be.
//! * At most 15 subsets of at most 3 edges: about a microsecond, paid by the few queries whose lean step is in doubt. It is what Wolfe's active set
//!   method would find, without the question of whether it cycles.

use crate::affine_hull::{Affine, nearest_on_affine_hull};
use crate::sub_distance::Algebra;

/// The nearest point of a simplex, and the vertices that carry it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<W> {
    /// The nearest point.
    pub point: W,
    /// The weight of each given point: none negative, sum 1.
    pub weights: [f64; 4],
    /// The carrying vertices span the whole space: the simplex holds the origin.
    pub encloses: bool,
}

/// The point nearest the origin on the hull of one to four points, affinely independent or not; points beyond the fourth are not looked at.
/// `None` without points or when one is not finite.
pub fn nearest_on_simplex<W: Algebra>(points: &[W]) -> Option<Nearest<W>> {
    let count = points.len().min(4);
    let mut best: Option<(f64, Nearest<W>)> = None;
    for subset in 1_u8..1 << count {
        let size = subset.count_ones() as usize;
        if size > W::DIM + 1 {
            continue;
        }
        let mut chosen = [W::ZERO; 4];
        let mut places = [0; 4];
        for (slot, place) in (0..count).filter(|place| subset >> place & 1 == 1).enumerate() {
            chosen[slot] = points[place];
            places[slot] = place;
        }
        let Some(Affine { point, weights }) = nearest_on_affine_hull(&chosen[..size]) else { continue };
        if weights.iter().any(|&weight| weight < 0.0) {
            continue;
        }
        let squared = point.length_squared();
        let encloses = size == W::DIM + 1;
        // An enclosing subset is at distance zero by definition; what was computed is rounding.
        let squared = if encloses { 0.0 } else { squared };
        if best.as_ref().is_none_or(|(least, _)| squared < *least) {
            let mut spread = [0.0; 4];
            for slot in 0..size {
                spread[places[slot]] = weights[slot];
            }
            best = Some((squared, Nearest { point, weights: spread, encloses }));
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
    fn repeated_points_are_one_point() {
        let nearest = nearest_on_simplex(&[DVec2::ONE; 3]).expect("finite points");
        assert_eq!(nearest.point, DVec2::ONE);
    }

    #[test]
    fn weights_are_positive_sum_to_one_and_make_the_point() {
        let points = [DVec3::new(1.0, 2.0, 3.0), DVec3::new(-2.0, 1.0, 1.0), DVec3::new(0.0, -3.0, 2.0), DVec3::new(5.0, 5.0, 9.0)];
        let nearest = nearest_on_simplex(&points).expect("finite points");
        let sum: f64 = nearest.weights.iter().sum();
        let made = points.iter().zip(nearest.weights).fold(DVec3::ZERO, |made, (&point, weight)| made + point * weight);
        assert!((sum - 1.0).abs() < 1e-15 && (made - nearest.point).length() < 1e-14);
        assert!(nearest.weights.iter().all(|&weight| weight >= 0.0));
    }

    #[test]
    fn nothing_is_nearest_to_nan() {
        assert_eq!(nearest_on_simplex(&[DVec2::new(f64::NAN, 0.0)]), None);
        assert_eq!(nearest_on_simplex::<DVec2>(&[]), None);
    }
}
