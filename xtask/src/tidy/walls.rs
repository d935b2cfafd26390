//! The walls: which crate may know which.
//!
//! * One row per crate. A workspace crate or an outside crate that is not in its row is reported by the rule beside this file,
//!   `dependencies.rs`; `docs/architecture.md` shows the same table to people, and `architecture.rs` sees that the two agree.
//! * To use another outside crate, add it to the row with a reason that would convince you in somebody else's change.
//! * The tests below hold the rows themselves to the invariants, so that a wall is not lowered by the way.

/// A room of the house.
pub(crate) struct Room {
    /// The package.
    pub(crate) name: &'static str,
    /// Its directory, as documents call it.
    pub(crate) path: &'static str,
    /// The rooms it stands on. It may use these and all below them.
    pub(crate) on: &'static [&'static str],
    /// The outside crates it may use, with the reason.
    pub(crate) outside: &'static [(&'static str, &'static str)],
}

/// Every room, from the ground up. The unpublished ones at the end may use what they like.
pub(crate) const ROOMS: &[Room] = &[
    Room { name: "clinch-support", path: "crates/support", on: &[], outside: &[GLAM, LIBM, SERDE] },
    Room {
        name: "clinch-shapes",
        path: "crates/shapes",
        on: &["clinch-support"],
        outside: &[
            GLAM,
            LIBM,
            SMALLVEC,
            SERDE,
            ("robust", "exact orientation predicates: a hull built on rounded signs is not convex"),
            ("fearless_simd", "the widest registers that the CPU turns out to have, without a line of unsafe code"),
        ],
    },
    Room { name: "clinch-gjk", path: "crates/gjk", on: &["clinch-support"], outside: &[GLAM, SMALLVEC, SERDE] },
    Room {
        name: "clinch-epa",
        path: "crates/epa",
        on: &["clinch-gjk"],
        outside: &[GLAM, SMALLVEC, SERDE, ("robust", "exact orientation predicates: a polytope grown by rounded signs folds")],
    },
    Room {
        name: "clinch-contact",
        path: "crates/contact",
        on: &["clinch-shapes", "clinch-gjk", "clinch-epa"],
        outside: &[GLAM, LIBM, SMALLVEC, SERDE],
    },
    Room {
        name: "clinch-narrowphase",
        path: "crates/narrowphase",
        on: &["clinch-contact"],
        outside: &[
            GLAM,
            LIBM,
            SMALLVEC,
            BEVY_ECS,
            ("bevy_tasks", "the task pool that the collide step runs on"),
            ("bevy_app", "optional: the plugin"),
            ("bevy_transform", "optional: its `GlobalTransform` as a place"),
            TRACING,
            SERDE,
            ("bevy_reflect", "optional: components and resources in editors"),
        ],
    },
    Room {
        name: "clinch-broadphase",
        path: "crates/broadphase",
        on: &["clinch-narrowphase"],
        outside: &[
            GLAM,
            SMALLVEC,
            BEVY_ECS,
            TRACING,
            ("bevy_app", "optional: the plugin"),
            ("obvhs", "the BVH: a solved problem, and not ours"),
        ],
    },
    Room {
        name: "clinch",
        path: "crates/clinch",
        on: &["clinch-broadphase"],
        outside: &[
            GLAM,
            LIBM,
            BEVY_ECS,
            ("bevy_app", "optional: the plugins"),
            ("bevy_math", "optional: the directions in its primitives"),
            ("bevy_shape", "optional: its primitives as shapes"),
        ],
    },
    Room {
        name: "clinch-rapier",
        path: "crates/rapier",
        // Not on the facade: who has an engine needs neither our ECS stage nor bevy.
        on: &["clinch-contact"],
        outside: &[GLAM, ("rapier3d", "the engine whose narrowphase it is; no other room may know one")],
    },
    Room {
        name: "clinch-testkit",
        path: "crates/testkit",
        // For generators and scenes. The oracle uses none of ours: `words.rs`.
        on: &["clinch-shapes"],
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

/// Who may use what it likes: nothing stands on them, and none is published.
pub(crate) const FREE: &[&str] = &["xtask", "clinch-probe", "clinch-hashes", "clinch-record", "clinch-judge", "clinch-benches"];

/// What tests, examples and benches of any room may use besides its own row. Of ours `testkit` alone: a crate that reached for its upper
/// neighbours in tests would soon be unable to live without them.
pub(crate) const IN_TESTS: &[(&str, &str)] = &[
    ("clinch-testkit", "scenes, generators, oracle"),
    ("insta", "snapshots"),
    ("serde_json", "pair files"),
    ("ciborium", "files of numbers that JSON has no words for"),
    ("tempfile", "files that tests write"),
    ("criterion", "benches"),
    ("bevy_ecs", "rooms that may know it show it in examples"),
    ("bevy_app", "rooms that may know it show it in examples"),
    ("bevy_math", "rooms that may know it show it in examples"),
    ("bevy_tasks", "thread counts in tests of the stage"),
    ("tracing", "a subscriber that counts the spans of a tick"),
    ("tracing-core", "what such a subscriber answers with"),
    ("allocation-counter", "the hot path allocates nothing after warm-up: counted, in a crate that may write `unsafe impl GlobalAlloc`"),
];

/// The only rooms that may know a bevy crate, in any kind of dependency.
pub(crate) const KNOW_BEVY: &[&str] = &["clinch-narrowphase", "clinch-broadphase", "clinch"];

/// The rooms below the door to the ECS: no entity, no world, no velocity, no friction.
pub(crate) const BELOW_THE_DOOR: &[&str] = &["crates/support", "crates/shapes", "crates/gjk", "crates/epa", "crates/contact"];

const GLAM: (&str, &str) = ("glam", "the vectors that the engines beside us use");
const LIBM: (&str, &str) = ("libm", "the same sine on every platform");
const SMALLVEC: (&str, &str) = ("smallvec", "simplices, faces and manifolds are short: no heap for the usual ones");
const SERDE: (&str, &str) = ("serde", "optional: shapes, poses and what pairs remember, in files");
const TRACING: (&str, &str) = ("tracing", "optional: spans around the steps of a tick, for profilers");
const BEVY_ECS: (&str, &str) = ("bevy_ecs", "the door to the ECS");

/// The row of a package.
pub(crate) fn room(name: &str) -> Option<&'static Room> {
    ROOMS.iter().find(|room| room.name == name)
}

impl Room {
    /// Whether this room stands on `name`, directly or not.
    pub(crate) fn stands_on(&self, name: &str) -> bool {
        self.on.iter().any(|below| *below == name || room(below).is_some_and(|below| below.stands_on(name)))
    }

    /// Whether this room may use the outside crate `name`.
    pub(crate) fn may_use(&self, name: &str) -> bool {
        self.outside.iter().any(|(allowed, _)| *allowed == name)
    }
}

#[cfg(test)]
mod tests {
    use super::{BELOW_THE_DOOR, KNOW_BEVY, ROOMS, room};

    #[test]
    fn gjk_and_shapes_do_not_know_each_other_and_epa_knows_no_shapes() {
        for (upper, lower) in [("clinch-gjk", "clinch-shapes"), ("clinch-shapes", "clinch-gjk"), ("clinch-epa", "clinch-shapes")] {
            assert!(!room(upper).unwrap().stands_on(lower), "{upper} stands on {lower}");
        }
    }

    #[test]
    fn testkit_stands_on_nothing_it_checks_but_shapes_and_support() {
        for checked in ["clinch-gjk", "clinch-epa", "clinch-contact", "clinch-narrowphase", "clinch-broadphase", "clinch"] {
            assert!(!room("clinch-testkit").unwrap().stands_on(checked), "{checked}");
        }
    }

    #[test]
    fn only_rooms_above_the_door_may_know_bevy() {
        for room in ROOMS {
            let may = room.outside.iter().any(|(name, _)| name.starts_with("bevy_"));
            assert!(!may || KNOW_BEVY.contains(&room.name), "{}", room.name);
            assert!(!(may && BELOW_THE_DOOR.contains(&room.path)), "{}", room.name);
        }
    }

    #[test]
    fn one_room_knows_an_engine_and_nothing_stands_on_it() {
        for this in ROOMS {
            assert_eq!(this.may_use("rapier3d"), this.name == "clinch-rapier", "{}", this.name);
            assert!(!this.stands_on("clinch-rapier"), "{}", this.name);
        }
    }

    #[test]
    fn rooms_stand_only_on_rooms_before_them() {
        for (index, this) in ROOMS.iter().enumerate() {
            for below in this.on {
                assert!(ROOMS[..index].iter().any(|room| room.name == *below), "{} on {below}", this.name);
            }
        }
    }
}
