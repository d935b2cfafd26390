//! How two segments meet at their common end.

use glam::DVec2;

use crate::exact::turn;
use crate::neighbor::EdgeKind;

/// How two segments meet, the first from `from` to `at` and the second on to `to`, with their front
/// on the right side. Exact; the points must be scaled as [`turn`] demands, and neighbours be
/// distinct.
pub(crate) fn kind([from, at, to]: [DVec2; 3]) -> EdgeKind {
    let turn = turn(from, at, to);
    if turn > 0.0 {
        EdgeKind::Convex
    } else if turn < 0.0 {
        EdgeKind::Concave
    } else if returns([from, at, to]) {
        EdgeKind::Folded
    } else {
        EdgeKind::Flat
    }
}

/// Of three points on one line, whether the third is on the side of the second from which the first
/// came.
fn returns([from, at, to]: [DVec2; 3]) -> bool {
    let before = |a: f64, b: f64, c: f64| (a < b && c < b) || (a > b && c > b);
    before(from.x, at.x, to.x) || before(from.y, at.y, to.y)
}

#[cfg(test)]
mod tests {
    use super::kind;
    use crate::neighbor::EdgeKind;
    use glam::DVec2;

    #[test]
    fn a_corner_turns_left_right_on_or_back() {
        let at = DVec2::new(0.1, 0.1);
        let to = |x: f64, y: f64| kind([DVec2::ZERO, at, DVec2::new(x, y)]);
        assert_eq!(
            [to(0.0, 0.3), to(0.3, 0.0), to(0.3, 0.3), to(0.05, 0.05)],
            [EdgeKind::Convex, EdgeKind::Concave, EdgeKind::Flat, EdgeKind::Folded]
        );
        assert_eq!(to(0.3, 0.3_f64.next_up()), EdgeKind::Convex);
        assert_eq!(to(0.3, 0.3_f64.next_down()), EdgeKind::Concave);
    }
}
