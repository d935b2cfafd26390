//! The layers: which crate may depend on which.
//!
//! * One row per crate. `dependencies.rs` reports a dependency that is not in its crate's row, and
//!   `architecture.rs` a difference between these rows and the table of `docs/architecture.md`.
//! * To use another outside crate, add it to the row with a reason that would convince a reviewer.
//! * The tests below hold the rows to the invariants of the architecture.

/// The row of a crate.
pub(crate) struct Row {
    /// The package.
    pub(crate) name: &'static str,
    /// Its directory.
    pub(crate) path: &'static str,
    /// The crates of this workspace directly below. It may use these and all below them.
    pub(crate) below: &'static [&'static str],
    /// The outside crates that it may use, each with the reason.
    pub(crate) outside: &'static [(&'static str, &'static str)],
}

/// Every crate with limits, from the lowest layer up.
pub(crate) const ROWS: &[Row] = &[
    Row {
        name: "clinch-support",
        path: "crates/support",
        below: &[],
        outside: &[GLAM, LIBM, SERDE, ("fearless_simd", "packing in SSE2 registers, without `unsafe` of ours")],
    },
    Row {
        name: "clinch-hull",
        path: "crates/hull",
        below: &["clinch-support"],
        outside: &[GLAM, ("robust", "exact orientation predicates: a hull built on rounded signs is not convex")],
    },
    Row { name: "clinch-mass", path: "crates/mass", below: &["clinch-hull"], outside: &[GLAM, LIBM] },
    Row {
        name: "clinch-shapes",
        path: "crates/shapes",
        below: &["clinch-mass"],
        outside: &[
            GLAM,
            LIBM,
            SMALLVEC,
            SERDE,
            ("fearless_simd", "the widest registers that the CPU turns out to have, without a line of unsafe code"),
        ],
    },
    Row {
        name: "clinch-bvh",
        path: "crates/bvh",
        below: &["clinch-shapes"],
        outside: &[GLAM, SMALLVEC, ("obvhs", "the builder of the tree: a solved problem, and not ours")],
    },
    Row {
        name: "clinch-composite",
        path: "crates/composite",
        below: &["clinch-bvh"],
        outside: &[GLAM, LIBM, SERDE, ("robust", "exact orientation predicates: rounded signs let a ray pass between two triangles")],
    },
    Row { name: "clinch-gjk", path: "crates/gjk", below: &["clinch-support"], outside: &[GLAM, SMALLVEC, SERDE] },
    Row {
        name: "clinch-epa",
        path: "crates/epa",
        below: &["clinch-gjk"],
        outside: &[GLAM, SMALLVEC, SERDE, ("robust", "exact orientation predicates: a polytope grown by rounded signs folds")],
    },
    Row {
        name: "clinch-contact",
        path: "crates/contact",
        below: &["clinch-shapes", "clinch-gjk", "clinch-epa"],
        outside: &[GLAM, LIBM, SMALLVEC, SERDE],
    },
    Row {
        name: "clinch-composite-contact",
        path: "crates/composite_contact",
        below: &["clinch-composite", "clinch-contact"],
        outside: &[GLAM, SERDE],
    },
    Row {
        name: "clinch-narrowphase",
        path: "crates/narrowphase",
        below: &["clinch-composite-contact"],
        outside: &[
            GLAM,
            LIBM,
            SMALLVEC,
            BEVY_ECS,
            ("bevy_platform", "a clock that runs in a browser, too: the standard library's panics there"),
            ("bevy_tasks", "the task pool that the collide step runs on"),
            ("bevy_app", "optional: the plugin"),
            ("bevy_transform", "optional: its `GlobalTransform` as a place"),
            TRACING,
            SERDE,
            ("bevy_reflect", "optional: components and resources in editors"),
        ],
    },
    Row {
        name: "clinch-broadphase",
        path: "crates/broadphase",
        below: &["clinch-narrowphase", "clinch-bvh"],
        outside: &[GLAM, BEVY_ECS, TRACING, ("bevy_app", "optional: the plugin")],
    },
    Row {
        name: "clinch",
        path: "crates/clinch",
        below: &["clinch-broadphase"],
        outside: &[
            GLAM,
            LIBM,
            BEVY_ECS,
            ("bevy_app", "optional: the plugins"),
            ("bevy_math", "optional: the directions in its primitives"),
            ("bevy_shape", "optional: its primitives as shapes"),
            ("bevy_mesh", "optional: its meshes as shapes"),
        ],
    },
    Row {
        name: "clinch-rapier",
        path: "crates/rapier",
        // Not on the facade: a user of an engine needs neither our ECS stage nor bevy.
        below: &["clinch-composite-contact"],
        outside: &[GLAM, ("rapier3d", "the engine whose narrowphase it is")],
    },
    Row {
        name: "clinch-avian",
        path: "crates/avian",
        // Not on the facade: avian has a broadphase and the systems of a stage.
        below: &["clinch-composite-contact"],
        outside: &[
            GLAM,
            BEVY_ECS,
            ("avian3d", "the engine whose collider it is, in 3D"),
            ("avian2d", "the engine whose collider it is, in 2D"),
            ("bevy_app", "the plugins"),
            ("bevy_math", "the rotations and directions in avian's traits"),
            ("bevy_shape", "the rays of avian's trees"),
            ("tracing", "reports shapes that were refused, where avian panics"),
        ],
    },
    Row {
        name: "clinch-testkit",
        path: "crates/testkit",
        // For generators and scenes. The oracle uses none of ours: `identifiers.rs`.
        below: &["clinch-shapes"],
        outside: &[
            GLAM,
            LIBM,
            ("serde", "scenes and pair files are JSON"),
            ("serde_json", "scenes and pair files are JSON"),
            ("flate2", "recorded scenes are compressed"),
            ("robust", "the oracle's own hull: exact orientation predicates"),
        ],
    },
];

/// The tools. They may use everything, nothing depends on them, and none is published.
pub(crate) const TOOLS: &[&str] = &[
    "xtask",
    "clinch-book",
    "clinch-chart",
    "clinch-probe",
    "clinch-soak-composites",
    "clinch-hashes",
    "clinch-instances",
    "clinch-inspector",
    "clinch-pairs",
    "clinch-record",
    "clinch-judge",
    "clinch-judge-avian",
    "clinch-benches",
];

/// What tests, examples and benches of any crate may use besides its own row. Of ours `testkit`
/// and, from the stage up, `instances`: tests that use the crates above cannot run before those
/// compile.
pub(crate) const IN_TESTS: &[(&str, &str)] = &[
    ("clinch-testkit", "scenes, generators, oracle"),
    ("clinch-instances", "the stage, compiled once for its tests and those of the crates above"),
    ("insta", "snapshots"),
    ("serde_json", "pair files"),
    ("tobj", "an example that reads a mesh file"),
    ("ciborium", "files of numbers that JSON cannot write"),
    ("tempfile", "files that tests write"),
    ("criterion", "benches"),
    ("bevy_ecs", "examples of the crates that use it"),
    ("bevy", "headless apps in the tests of avian's colliders"),
    ("bevy_app", "examples of the crates that use it"),
    ("bevy_math", "examples of the crates that use it"),
    ("bevy_tasks", "thread counts in tests of the stage"),
    ("tracing", "a subscriber that counts the spans of a tick"),
    ("tracing-core", "the types of such a subscriber"),
    ("allocation-counter", "the hot path allocates nothing after warm-up: counted, in a crate that may write `unsafe impl GlobalAlloc`"),
];

/// The only crates that may use a bevy crate, in any kind of dependency.
pub(crate) const MAY_USE_BEVY: &[&str] = &["clinch-narrowphase", "clinch-broadphase", "clinch", "clinch-avian"];

/// The crates below the ECS stage: no entity, no world, no velocity, no friction.
pub(crate) const BELOW_THE_STAGE: &[&str] = &[
    "crates/support",
    "crates/hull",
    "crates/mass",
    "crates/shapes",
    "crates/bvh",
    "crates/composite",
    "crates/gjk",
    "crates/epa",
    "crates/contact",
    "crates/composite_contact",
];

const GLAM: (&str, &str) = ("glam", "the vectors that the engines beside us use");
const LIBM: (&str, &str) = ("libm", "the same sine on every platform");
const SMALLVEC: (&str, &str) = ("smallvec", "simplices, faces and manifolds are short: no heap for the usual ones");
const SERDE: (&str, &str) = ("serde", "optional: shapes, poses and what pairs remember, in files");
const TRACING: (&str, &str) = ("tracing", "optional: spans around the steps of a tick, for profilers");
const BEVY_ECS: (&str, &str) = ("bevy_ecs", "the ECS whose systems and components the stage is made of");

/// The row of a package.
pub(crate) fn row(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.name == name)
}

impl Row {
    /// Whether the crate `name` is below this one, directly or not.
    pub(crate) fn is_above(&self, name: &str) -> bool {
        self.below.iter().any(|below| *below == name || row(below).is_some_and(|below| below.is_above(name)))
    }

    /// Whether this crate may use the outside crate `name`.
    pub(crate) fn may_use(&self, name: &str) -> bool {
        self.outside.iter().any(|(allowed, _)| *allowed == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{BELOW_THE_STAGE, MAY_USE_BEVY, ROWS, row};

    #[test]
    fn gjk_and_shapes_are_independent_and_epa_does_not_use_shapes() {
        for (upper, lower) in [("clinch-gjk", "clinch-shapes"), ("clinch-shapes", "clinch-gjk"), ("clinch-epa", "clinch-shapes")] {
            assert!(!row(upper).unwrap().is_above(lower), "{upper} is above {lower}");
        }
    }

    #[test]
    fn testkit_uses_nothing_it_checks_but_shapes_and_support() {
        for checked in [
            "clinch-bvh",
            "clinch-composite",
            "clinch-gjk",
            "clinch-epa",
            "clinch-contact",
            "clinch-composite-contact",
            "clinch-narrowphase",
            "clinch-broadphase",
            "clinch",
        ] {
            assert!(!row("clinch-testkit").unwrap().is_above(checked), "{checked}");
        }
    }

    #[test]
    fn only_the_stage_and_what_is_above_it_may_use_bevy() {
        for row in ROWS {
            let may = row.outside.iter().any(|(name, _)| name.starts_with("bevy_"));
            assert!(!may || MAY_USE_BEVY.contains(&row.name), "{}", row.name);
            assert!(!(may && BELOW_THE_STAGE.contains(&row.path)), "{}", row.name);
        }
    }

    #[test]
    fn one_crate_uses_each_engine_and_is_below_no_other() {
        for (engine, crate_of_it) in [("rapier3d", "clinch-rapier"), ("avian3d", "clinch-avian"), ("avian2d", "clinch-avian")] {
            for row in ROWS {
                assert_eq!(row.may_use(engine), row.name == crate_of_it, "{} and {engine}", row.name);
                assert!(!row.is_above(crate_of_it), "{}", row.name);
            }
        }
    }

    #[test]
    fn rows_come_after_the_rows_below_them() {
        for (index, row) in ROWS.iter().enumerate() {
            for below in row.below {
                assert!(ROWS[..index].iter().any(|row| row.name == *below), "{} above {below}", row.name);
            }
        }
    }
}
