//! What must be true of the hulls of points and of checked meshes, for any points and indices.

use clinch::shapes::{Cooking, Hull, Polygon};
use clinch::support::{Scalar, SupportMap, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::Coords;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// A vector type whose points can be cooked.
pub trait Cooks: Build {
    /// Cooks these points, and checks the meshes of them.
    fn check(cloud: &[Coords], budget: usize, faces: &[Vec<u32>], wrong: &mut Vec<String>);
}

/// Whether along the axes and two tilted directions no point is farther outside of the shape than
/// `error`.
fn contains<V: Vector>(shape: &impl SupportMap<V>, cloud: &[V], error: f64) -> bool {
    let size = cloud.iter().fold(0.0_f64, |size, point| size.max(point.max_abs().widen()));
    let slack = error + 64.0 * V::Scalar::EPSILON.widen() * size;
    let directions = (0..V::DIM).flat_map(|axis| [V::Wide::unit(axis), -V::Wide::unit(axis)]);
    let tilted = V::Wide::from_fn(|axis| [0.48, -0.64, 0.6][axis]);
    directions.chain([tilted, -tilted]).all(|direction| {
        let reach = shape.support_wide(direction).point.dot(direction);
        cloud.iter().all(|point| point.widen().dot(direction) <= reach + slack * direction.length())
    })
}

macro_rules! solid {
    ($vector:ty) => {
        impl Cooks for $vector {
            fn check(cloud: &[Coords], budget: usize, faces: &[Vec<u32>], wrong: &mut Vec<String>) {
                let points: Vec<Self> = cloud.iter().map(<Self as Build>::vector).collect();
                let mut unless = |right: bool, what: &str| {
                    if !right {
                        wrong.push(format!("{what}: {points:?}, {budget}, {faces:?}"));
                    }
                };
                // Any result is allowed.
                let _ =
                    Hull::from_mesh(&points, faces).map(|hull| unless(hull.validate().is_ok(), "a mesh that passed gives an invalid hull"));
                let finite = points.iter().all(|point| point.is_finite());
                let hull = match Hull::new(&points) {
                    Ok(hull) => hull,
                    Err(error) => return unless(!finite || points.is_empty() || is_out_of_range(&points), &format!("refused: {error}")),
                };
                unless(hull.validate().is_ok(), "the cooked hull is not valid");
                unless(Hull::new(&points) == Ok(hull.clone()), "another hull the second time");
                unless(is_out_of_range(&points) || contains(&hull, &points, 0.0), "a point is outside of its hull");
                if let Ok(cooked) = Hull::cook(&points, &Cooking::at_most(budget)) {
                    unless(cooked.shape.validate().is_ok(), "the hull cooked to a budget is not valid");
                    unless(cooked.shape.vertices().len() <= budget, "more vertices than the budget");
                    let error = cooked.error.widen();
                    unless(error >= 0.0, "a negative error");
                    unless(is_out_of_range(&points) || contains(&cooked.shape, &points, error), "the error is larger than reported");
                } else {
                    unless(budget < 4, "a budget is refused");
                }
                // The hull's own faces are a mesh that passes; with one face less they are not.
                let corners =
                    |face: clinch::shapes::HullFace<'_, Self>| face.corners.iter().map(|corner| corner.vertex.index() as u32).collect();
                let mut loops: Vec<Vec<u32>> = hull.faces().map(corners).collect();
                if hull.faces().len() >= 4 && !is_out_of_range(&points) {
                    let again = Hull::from_mesh(hull.vertices(), &loops);
                    unless(again.is_ok(), &format!("its own faces are refused: {:?}", again.err()));
                    loops.swap_remove(budget % loops.len());
                    unless(Hull::from_mesh(hull.vertices(), &loops).is_err(), "a mesh with a hole passes");
                }
            }
        }
    };
}

macro_rules! plane {
    ($vector:ty) => {
        impl Cooks for $vector {
            fn check(cloud: &[Coords], budget: usize, _: &[Vec<u32>], wrong: &mut Vec<String>) {
                let points: Vec<Self> = cloud.iter().map(<Self as Build>::vector).collect();
                let mut unless = |right: bool, what: &str| {
                    if !right {
                        wrong.push(format!("{what}: {points:?}, {budget}"));
                    }
                };
                // In this order the points may or may not be convex.
                let _ = Polygon::new(&points).map(|polygon| unless(polygon.vertices().len() <= points.len(), "more corners than points"));
                let finite = points.iter().all(|point| point.is_finite());
                let Ok(polygon) = Polygon::hull_of(&points) else {
                    return unless(!finite || points.is_empty() || is_out_of_range(&points), "refused");
                };
                unless(Polygon::hull_of(&points) == Ok(polygon.clone()), "another polygon the second time");
                unless(is_out_of_range(&points) || contains(&polygon, &points, 0.0), "a point is outside of its hull");
                if let Ok(cooked) = Polygon::cook(&points, &Cooking::at_most(budget)) {
                    unless(cooked.shape.vertices().len() <= budget, "more vertices than the budget");
                    let error = cooked.error.widen();
                    unless(error >= 0.0, "a negative error");
                    unless(is_out_of_range(&points) || contains(&cooked.shape, &points, error), "the error is larger than reported");
                } else {
                    unless(budget < 3, "a budget is refused");
                }
            }
        }
    };
}

solid!(Vec3);
solid!(DVec3);
plane!(Vec2);
plane!(DVec2);

/// Whether a coordinate is so large or small that products of it may overflow or lose digits.
fn is_out_of_range<V: Vector>(points: &[V]) -> bool {
    let half = if V::Scalar::EPSILON.widen() > f64::EPSILON { 15 } else { 120 };
    let (least, most) = (10.0_f64.powi(-half), 10.0_f64.powi(half));
    points
        .iter()
        .any(|point| (0..V::DIM).any(|axis| !matches!(point.get(axis).widen().abs(), size if size == 0.0 || (least..most).contains(&size))))
}
