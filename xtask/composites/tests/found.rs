//! Pairs of earlier soaks that had faults, named by them. What is drawn for an index must not
//! change: then these test nothing.

use clinch_soak_composites::{Plan, only};
use clinch_testkit::distributions::Digits;

fn check(seed: u64, round: bool, indices: &[u64]) {
    for &index in indices {
        let plan = Plan { pairs: 0, seed, digits: Digits::Double, threads: 1, round };
        let soaked = only(&plan, 3, index);
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
