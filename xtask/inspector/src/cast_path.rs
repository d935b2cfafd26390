//! Which algorithm answered a cast, and why.
//!
//! A closed form makes no support call on A − B, and the portal no search for a distance.

use clinch::contact::{Algorithm, Cast, CastOutcome};
use clinch::shapes::Convex;
use clinch::support::Vector;

use crate::path::{Entry, Kinds, entry};
use crate::report::Path;

/// How a cast of two convex shapes was answered. `target` is the distance of the cores that counts
/// as a hit.
pub(crate) fn cast_path<V: Vector>(a: &dyn Convex<V>, b: &dyn Convex<V>, cast: &Cast<V>, target: f64) -> Path {
    let kinds = Kinds::of(a, b);
    let algorithm = Algorithm::of_kinds(kinds.a, kinds.b);
    let table = format!("{algorithm:?}");
    let Entry { because, .. } = entry(algorithm, V::DIM);
    if cast.calls == 0 && kinds.are_spheres() {
        let why = "both cores are the origins of their frames: the time is the root of a quadratic equation".to_owned();
        return Path { table, answered: "closed form of two spheres", file: "contact/src/cast/spheres.rs", why };
    }
    if cast.calls == 0 {
        let (answered, file, how) = match algorithm {
            Algorithm::HalfSpace => (
                "closed form of a half-space",
                "contact/src/cast/half_space.rs",
                "the gap along its normal is a linear function of the time",
            ),
            _ => (
                "Newton’s method on a closed form",
                "contact/src/cast/segments.rs",
                "the distance at each place of B is a closed form, in place of a search",
            ),
        };
        return Path { table, answered, file, why: format!("{because}: {how}") };
    }
    let (answered, file, why) = match (&cast.outcome, cast.steps) {
        (CastOutcome::Hit(impact), _) if impact.at_start => (
            "the distance at the start",
            "contact/src/cast/initial_overlap.rs",
            "the shapes are within the target before they move, so the hit is at time 0 with their distance or depth",
        ),
        (CastOutcome::Hit(_), 0) => (
            "a portal",
            "gjk/src/entry.rs",
            "the line of the motion enters A − B by one facet, whose plane is the proof; no query of a distance was needed",
        ),
        (_, 0) => ("axes that separate", "gjk/src/cast.rs", "support calls along a few axes decided; no query of a distance was needed"),
        _ if target > 0.0 => {
            ("Newton’s method on the distance", "gjk/src/cast.rs", "each step is a query of the distance, where the last step led")
        }
        _ => (
            "Newton’s method on the distance",
            "gjk/src/cast.rs",
            "the portal could not decide, as for smooth shapes; each step is a query of the distance, where the last step led",
        ),
    };
    Path { table, answered, file, why: why.to_owned() }
}

/// How a cast with a composite shape was answered.
pub(crate) fn composite_path(kinds: [&str; 2], ray: bool) -> Path {
    let (answered, file) = if ray {
        ("the first part that the ray meets", "composite_contact/src/motion/ray.rs")
    } else {
        ("the earliest hit of a part", "composite_contact/src/motion/cast.rs")
    };
    let why = "the parts along the way are cast, near ones first, and none after the earliest hit".to_owned();
    Path { table: kinds.join(" and "), answered, file, why }
}
