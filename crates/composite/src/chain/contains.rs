//! Whether a point is in a solid: the winding number of the loop around it, by exact signs.
//!
//! * The segments above the point are counted, each with the sign of its direction. A vertical line
//!   through a point of the loop crosses exactly one of the segments there, because segments
//!   contain their left end and not their right one.
//! * Coordinates below 2^-300 of the size of the chain count as zero.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::Vector;
use glam::DVec2;

use crate::chain::instance::Chain;
use crate::exact;

/// Whether the winding number of a loop around a point is not zero, or the point is on the loop.
pub(crate) fn encloses<V: Vector<Wide = DVec2>>(chain: &Chain<V>, point: DVec2) -> bool {
    // Beyond the bounds the point could overflow in the frame of the chain.
    if !chain.bounds().contains(point) {
        return false;
    }
    let mut column = Column { chain, point, exact: chain.frame().enter_exact(point), winding: 0, on_surface: false };
    chain.tree().traverse(0.0, &mut column);
    column.on_surface || column.winding != 0
}

/// The segments that the vertical line upward from a point meets.
struct Column<'c, V: Vector<Wide = DVec2>> {
    chain: &'c Chain<V>,
    point: DVec2,
    exact: DVec2,
    winding: i64,
    on_surface: bool,
}

impl<V: Vector<Wide = DVec2>> Visitor<DVec2> for Column<'_, V> {
    fn bound(&mut self, bounds: &Aabb<DVec2>) -> f64 {
        let (p, Aabb { min, max }) = (self.point, bounds);
        if min.x <= p.x && p.x <= max.x && p.y <= max.y { 0.0 } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        let (p, [a, b]) = (self.exact, self.chain.wide_ends(item).map(|end| self.chain.frame().enter_exact(end)));
        let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
        let side = exact::turn(left, right, p);
        // On its line is on the segment if it is in its box.
        let is_beside = p.cmplt(a.min(b)).any() || p.cmpgt(a.max(b)).any();
        if side == 0.0 && !is_beside {
            self.on_surface = true;
            return None;
        }
        if left.x <= p.x && p.x < right.x && side < 0.0 {
            self.winding += if a.x < b.x { 1 } else { -1 };
        }
        Some(limit)
    }
}
