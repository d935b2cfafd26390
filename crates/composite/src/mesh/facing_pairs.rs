//! Which triangles are neighbours at an edge of three and more.
//!
//! * The triangles are ordered by their angle about the edge, by exact signs (the radial edge of
//!   Weiler, *The Radial Edge Structure*, 1988).
//! * Two are neighbours if their fronts face each other, with no triangle between: then they bound
//!   a wedge of empty space. If that is less than half a turn, the edge is concave there, and a
//!   ball in the wedge never touches it.
//! * Triangles at the same angle, such as those of the face that two boxes share, have no order.
//!   They get the one by which space beside the edge is in front of both triangles that bound it,
//!   or behind both, as it is at the edges of solids.

use glam::DVec3;

use crate::exact;
use crate::mesh::edges::Side;

/// The pairs of triangles at an edge whose fronts face each other, with no triangle between.
pub(crate) fn facing_pairs(points: &[DVec3], triangles: &[[u32; 3]], sides: &[Side]) -> Vec<[Side; 2]> {
    let Some(&first) = sides.first() else { return Vec::new() };
    let [from, to, _] = first.corners(triangles).map(|corner| points[corner as usize]);
    let apex = |side: Side| points[side.corners(triangles)[2] as usize];
    // 0 in the plane of the first triangle, 1 in front of it, 2 in its plane beyond the edge,
    // 3 behind it.
    let quarter = |side: Side| {
        let turn = exact::side([from, to, apex(first)], apex(side));
        if turn > 0.0 {
            1
        } else if turn < 0.0 {
            3
        } else {
            2 * u8::from(!exact::same_side([from, to, apex(first)], apex(side)))
        }
    };
    let mut around: Vec<_> = sides.iter().map(|&side| (quarter(side), side)).collect();
    around.sort_by(|&(quarter, one), &(other_quarter, other)| {
        let turn = exact::side([from, to, apex(one)], apex(other));
        // The turn is to the front of the first, so what is in front of one comes after it.
        quarter.cmp(&other_quarter).then((turn < 0.0).cmp(&(turn > 0.0)))
    });
    let is_same_angle = |&(quarter, one): &(u8, Side), &(other_quarter, other): &(u8, Side)| {
        quarter == other_quarter && exact::side([from, to, apex(one)], apex(other)) == 0.0
    };
    // A triangle that runs along the edge as the first does is met from behind.
    let is_forward = |side: Side| side.corners(triangles)[0] == first.corners(triangles)[0];
    let coplanar: Vec<[Vec<Side>; 2]> = around
        .chunk_by(is_same_angle)
        .map(|group| {
            let (forward, backward) = group.iter().map(|&(_, side)| side).partition(|&side| is_forward(side));
            [forward, backward]
        })
        .collect();
    let around: Vec<Side> = (0..coplanar.len()).flat_map(|group| in_turns(&coplanar, group)).collect();
    let next = |i: usize| around[(i + 1) % around.len()];
    let facing = (0..around.len()).filter(|&i| is_forward(around[i]) && !is_forward(next(i)));
    facing.map(|i| [around[i], next(i)]).collect()
}

/// The triangles of a coplanar group in their order about the edge: forward and backward ones by
/// turns. A group is given as its forward and its backward triangles.
fn in_turns(coplanar: &[[Vec<Side>; 2]], group: usize) -> Vec<Side> {
    let [forward, backward] = &coplanar[group];
    let [one, other] = if begins_forward(coplanar, group) { [forward, backward] } else { [backward, forward] };
    let longer = one.len().max(other.len());
    (0..longer).flat_map(|i| [one.get(i), other.get(i)]).flatten().copied().collect()
}

/// Whether a forward triangle is the first of a coplanar group.
fn begins_forward(coplanar: &[[Vec<Side>; 2]], group: usize) -> bool {
    let count = coplanar.len();
    let excess = |group: usize| coplanar[group][0].len() as isize - coplanar[group][1].len() as isize;
    // The nearest group around the edge, in steps of `step`, that has more of one kind.
    let nearest = |step: usize| (1..count).map(|i| excess((group + i * step) % count)).find(|&excess| excess != 0);
    match excess(group) {
        0 => {
            // Space on both sides of the group is of one kind. If its neighbours have their backs
            // to it, it is inside of a solid, and the group is a slit there: it begins with the
            // back of a triangle. Otherwise the group is a plate in empty space.
            let (before, after) = (nearest(count - 1), nearest(1));
            before.is_some_and(|excess| excess < 0) && after.is_some_and(|excess| excess > 0)
        }
        excess => excess > 0,
    }
}
