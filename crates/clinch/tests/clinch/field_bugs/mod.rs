//! Bugs that physics engines have had, each with a test that is named by its symptom. The tests
//! call the public API: all four modules, where the bug applies.
//!
//! | the bug | the test |
//! |---|---|
//! | 1 absolute ε on length², length³, area² | `scale::millimetre_cubes_are_not_missed` |
//! | 2 a gap of a few ulp | `scale::a_gap_of_a_few_ulp_has_a_normal` |
//! | 3 cancellation in v² − v·w | `search::wide_plates_a_hair_apart_keep_the_digits_of_their_distance` |
//! | 4 \|v\| that does not fall | `search::faces_that_are_nearly_parallel_take_few_steps` |
//! | 5 cycling between equal supports | `search::a_face_of_a_hundred_equal_corners_does_not_cycle` |
//! | 6 sliver triangles and tetrahedra | `degenerate::needles_and_slivers_are_measured` |
//! | 7 the origin exactly on a vertex, edge or face of the simplex | `degenerate::cubes_on_a_lattice_have_exact_distances` |
//! | 8 a flat difference | `degenerate::coplanar_shapes_overlap_by_nothing` |
//! | 9 identical centres, containment, concentric balls | `degenerate::contained_shapes_have_a_depth` |
//! | 10 horizon islands | `search::fine_hulls_deep_in_each_other_end_with_tight_bounds` |
//! | 11 a tolerance of EPA below resolution | `search::overlaps_of_a_few_ulp_end_in_few_steps` |
//! | 12 fixed buffers that overflow | `contacts::faces_of_hundreds_of_corners_are_clipped_completely`; for `gjk` and `epa`: `every_stop_reason_is_reached` in the `worked_examples.rs` of each |
//! | 13 shrink, then expand by another amount | `search::depth_does_not_jump_where_it_passes_the_radius` |
//! | 14 huge margins | `scale::a_margin_of_a_million_sizes_changes_no_point` |
//! | 15 far from the origin | `scale::a_thousand_kilometres_out_nothing_changes`, `rigid.rs` |
//! | 16 sizes of 1 : 10⁴ | `scale::a_small_box_lies_on_a_triangle_of_84_metres` |
//! | 17 NaN and ∞ | `numbers::a_pose_that_is_not_finite_touches_nothing`, each `hostile.rs` |
//! | 18 −0, min and max with NaN, FMA, the order of sums | `numbers::minus_zero_is_zero`; `clippy.toml` refuses the rest, and `scenes/hashes.txt` has the bits |
//! | 19 casts: v·r ≈ 0, touching or overlapping at the start, very long | `moving::a_cast_along_a_face_neither_stops_nor_hangs`, `moving::casts_that_start_touching_or_overlapping_say_so`, `moving::a_cast_of_a_million_sizes_keeps_its_precision` |
//! | 20 the axis of a time of impact flips as edges turn past each other | `moving::bars_that_spin_past_each_other_edge_on_edge_meet_in_time`, in 3D only: in 2D no edges cross |
//! | 21 a stale cache after a shape was edited | `ticks::a_shape_edited_between_ticks_is_the_new_one`; random edits: `contact/tests/contact/tracking.rs::memory_changes_no_answer_in_3d` |
//! | 22 capsules whose axes cross | `contacts::crossing_capsules_touch` |
//! | 23 vertex against vertex beyond the axes of SAT | `degenerate::corners_that_face_each_other_are_apart_along_their_diagonal` |
//! | 24 the reference face flips to and fro | `ticks::boxes_of_like_faces_keep_their_points_while_they_rock` |
//! | 25 a filter of internal edges that deletes all contacts | `composite_contact/tests` |
//! | 26 mirrored scale | `degenerate::a_mirrored_shape_is_the_shape_of_the_mirrored_points` |
//! | 27 GJK and EPA disagree | `search::intersection_distance_depth_and_points_agree` |
//! | 28 a cylinder, or a marble, on a thin wide plate | `contacts::a_cylinder_stands_on_a_thin_wide_plate`, `contacts::a_marble_on_a_thin_wide_plate_is_pushed_up` |
//! | 29 one contact under a cylinder's cap | `contacts::a_cylinder_stands_on_its_cap_with_four_points`, and all of `contact/tests/round` |
//! | 30 anchors frozen to where they were | `ticks::a_rolling_ball_touches_with_another_point_each_tick` |

mod api;

mod contacts;
mod degenerate;
mod moving;
mod numbers;
mod scale;
mod search;
mod ticks;
