//! Pairs of earlier soaks that had faults, named by them. What is drawn for an index must not
//! change: then these test nothing.

use clinch_soak_composites::{Plan, only};
use clinch_testkit::distributions::Digits;

fn check(seed: u64, round: bool, indices: &[u64]) {
    check_of((3, Digits::Double), seed, round, indices);
}

fn check_of((dim, digits): (usize, Digits), seed: u64, round: bool, indices: &[u64]) {
    for &index in indices {
        let plan = Plan { pairs: 0, seed, digits, threads: 1, round };
        let soaked = only(&plan, dim, index);
        assert_eq!(soaked.tally.all().pairs, 1);
        assert!(soaked.tally.faults.is_empty(), "{index}: {:#?}", soaked.tally.faults);
    }
}

#[test]
fn bodies_at_borders_of_needles_lose_their_nearest_contact() {
    check(1, false, &[1589, 2828, 7993, 11816, 13065, 18202, 26558, 29113, 30337, 32939]);
}

#[test]
fn bodies_that_touch_needles_have_no_contact() {
    check(1, false, &[3459, 24602, 29070]);
}

#[test]
fn bounds_of_level_bodies_do_not_contain_the_distance() {
    check(1, false, &[2248, 17360, 17394, 22717, 37206, 37222, 39801]);
}

#[test]
fn bodies_beside_solid_height_fields_are_pulled_into_them() {
    check(1, false, &[19528, 22773, 34932]);
}

#[test]
fn bodies_in_solid_height_fields_have_no_contact() {
    check(1, false, &[1616, 1634, 4195, 18923, 21478, 21489]);
}

#[test]
fn two_composite_shapes_have_the_distance_of_a_rounded_normal() {
    check(1, false, &[10511, 11791, 17271, 23023, 29983, 35919, 36743]);
}

#[test]
fn two_composite_shapes_are_farther_apart_than_they_are() {
    check(1, false, &[18879, 19551, 36695, 38455]);
}

#[test]
fn the_order_of_parts_chooses_points() {
    check(1, false, &[608, 1880, 5368, 11132, 16828, 27160, 30720, 39508]);
}

#[test]
fn cells_that_touch_along_an_edge_have_a_contact_there_although_the_other_is_nearer() {
    check(2, true, &[34964]);
}

#[test]
fn level_bodies_have_contacts_that_the_cones_refuse() {
    check(1, true, &[36078]);
}

#[test]
fn the_order_of_parts_chooses_one_of_two_faces_as_the_way_out() {
    check(2, false, &[14224]);
    check(1, true, &[136]);
}

#[test]
fn the_order_of_parts_at_a_corner_chooses_points() {
    check(3, false, &[68]);
    check(31, true, &[71328, 72600]);
}

#[test]
fn a_box_at_a_vertex_is_apart_although_it_touches() {
    check(11, true, &[157449]);
}

#[test]
fn overlap_and_distance_disagree() {
    check_of((2, Digits::Double), 1, true, &[2491]);
    check_of((2, Digits::Double), 21, true, &[2867]);
    check_of((2, Digits::Single), 21, true, &[2867, 46254]);
    check_of((2, Digits::Single), 21, false, &[23450, 68075, 82291]);
    check_of((3, Digits::Single), 21, false, &[4626]);
}

/// They were faults of the check: it looked at no other place of a level face than the points of
/// its contact, and took points in the scalar for the places themselves.
#[test]
fn contacts_at_local_minima_are_taken_for_ghosts() {
    check(11, false, &[194_122]);
    check(12, true, &[31677]);
    check(1, true, &[18935]);
    check(21, false, &[11076, 86712]);
    check(21, true, &[84149]);
    check_of((3, Digits::Single), 21, false, &[11076, 35602, 51638]);
    check_of((3, Digits::Single), 21, true, &[8643, 24604, 48850, 57234]);
    check_of((2, Digits::Single), 21, true, &[2937, 93900]);
}

/// They were faults of the check: tolerances are relative to the reach that the program knows, and
/// parts within that of a certificate cover each other.
#[test]
fn tolerances_of_the_program_are_taken_for_faults() {
    check(11, false, &[65262, 170_254]);
    check(21, false, &[78005]);
}

/// It was a fault of the check: the middle of a needle is in the ground, and both ends are beyond
/// the border.
#[test]
fn a_needle_through_the_ground_is_taken_for_apart() {
    check(11, false, &[157_127]);
}

#[test]
fn of_equally_deep_parts_with_turned_normals_the_order_chooses_a_bound() {
    check(31, false, &[67168, 115156, 120928, 136184]);
}

/// The body is in a block, far behind the plane by which it leaves.
#[test]
fn of_two_triangles_that_a_body_leaves_by_the_order_chooses_the_one_with_points() {
    check(32, true, &[892]);
    check_of((3, Digits::Single), 105, true, &[97472]);
}

#[test]
fn of_parts_that_are_deepest_at_one_vertex_the_order_chooses_a_normal() {
    check(103, false, &[191_320]);
}

#[test]
fn a_needle_out_of_reach_that_is_in_the_memory_takes_a_point() {
    check(32, true, &[410_521]);
}

/// They were faults of the check: the part that a manifold names has the contact, and its nearest
/// place is beside the points, which are those of parallel needles, too.
#[test]
fn the_place_of_a_contact_beside_the_points_of_its_manifold_is_not_looked_at() {
    check(32, true, &[7313, 162_877, 429_706, 861_119]);
}

#[test]
fn the_order_of_triangles_chooses_the_way_out_of_a_closed_mesh() {
    check_of((3, Digits::Single), 302, false, &[16804, 707380]);
}

#[test]
fn a_capsule_along_a_row_of_boxes_loses_an_end() {
    check(406, true, &[154721]);
}

#[test]
fn parts_of_a_compound_inside_of_voxels_have_no_contact() {
    check_of((3, Digits::Single), 701, false, &[2013839, 2283911, 3076871, 5367431, 6410191, 6410239]);
}

/// It was a fault of the check: the ground is within a face of the torus, and meets none of its
/// edges.
#[test]
fn a_triangle_around_the_ground_is_taken_for_apart() {
    check_of((3, Digits::Single), 701, false, &[1_379_335]);
}

#[test]
fn the_order_of_segments_chooses_which_covers_an_equal_one() {
    check_of((2, Digits::Double), 615, false, &[835_952]);
}

/// It was a fault of the check: a certificate also counts the rounding of the scalar.
#[test]
fn a_minimum_within_rounding_of_a_nearer_part_is_taken_for_missing() {
    check_of((3, Digits::Single), 701, false, &[7_733_060]);
}

/// It was a fault of the check: the box is level with an edge within the tolerance of directions,
/// and its cores nearly touch, so its normals at both ends of the edge differ.
#[test]
fn the_far_end_of_a_level_edge_is_taken_for_a_ghost() {
    check_of((3, Digits::Single), 701, false, &[1_894_163]);
}

#[test]
fn of_edges_that_are_level_with_the_body_the_end_at_a_nearer_part_is_the_only_point() {
    check_of((3, Digits::Single), 701, false, &[5_037_884, 8_703_217]);
    check_of((3, Digits::Single), 612, true, &[987_295]);
}
