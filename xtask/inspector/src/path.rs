//! Which algorithm answered, and why.
//!
//! The library's [`Algorithm`] table names what is tried first. Its answer, the record and the
//! counters say whether that had an answer: a closed form or separating axes make no support call
//! on A − B.

use clinch::contact::{Algorithm, Counters, Measured};
use clinch::shapes::{Convex, Core, CoreKind};
use clinch::support::Vector;

use crate::report::Path;

/// The kinds of the two cores, those of posed shapes unwrapped.
pub(crate) struct Kinds {
    pub(crate) a: CoreKind,
    pub(crate) b: CoreKind,
    posed: bool,
}

impl Kinds {
    pub(crate) fn of<V: Vector>(a: &dyn Convex<V>, b: &dyn Convex<V>) -> Self {
        let unwrapped = |shape: &dyn Convex<V>| match shape.core() {
            Core::Posed(posed) => (posed.inner.core().kind(), true),
            core => (core.kind(), false),
        };
        let ((a, posed_a), (b, posed_b)) = (unwrapped(a), unwrapped(b));
        Self { a, b, posed: posed_a || posed_b }
    }

    pub(crate) fn are_spheres(&self) -> bool {
        (self.a, self.b, self.posed) == (CoreKind::Origin, CoreKind::Origin, false)
    }
}

/// The kind of a core as the table's rows name it.
pub(crate) fn kind<V: Vector>(shape: &dyn Convex<V>) -> String {
    match shape.core() {
        Core::Posed(posed) => format!("Posed {:?}", posed.inner.core().kind()),
        core => format!("{:?}", core.kind()),
    }
}

/// What the table's entry is, and the file that has it.
pub(crate) struct Entry {
    pub(crate) what: &'static str,
    pub(crate) file: &'static str,
    pub(crate) because: &'static str,
}

pub(crate) fn entry(algorithm: Algorithm, dim: usize) -> Entry {
    let (what, file, because) = match algorithm {
        Algorithm::SegmentSegment => {
            ("closed form of two segments or points", "pairs/segment_segment.rs", "both cores are points or segments")
        }
        Algorithm::PointBox => ("closed form of a point and a box", "pairs/point_box.rs", "one core is a point, the other a box"),
        Algorithm::PointRevolution => (
            "closed form of a point and a solid of revolution",
            "pairs/point_revolution.rs",
            "one core is a point, the other a cylinder, cone or frustum",
        ),
        Algorithm::SegmentBox => ("closed form of a segment and a box", "pairs/segment_box.rs", "one core is a segment, the other a box"),
        Algorithm::BoxBox if dim == 2 => ("separating axes of two rectangles", "pairs/box_box_2d", "both cores are boxes"),
        Algorithm::BoxBox => ("separating axes of two boxes", "pairs/box_box", "both cores are boxes"),
        Algorithm::BoxTriangle | Algorithm::Polytopes if dim == 2 => {
            ("separating axes of two polygons", "pairs/polygons_2d", "both cores are polygons; with more than eight sides by general/sat")
        }
        Algorithm::BoxTriangle => {
            ("separating axes of a box and a triangle", "pairs/box_triangle", "one core is a box, the other a triangle")
        }
        Algorithm::HalfSpace => ("closed form of a half-space", "pairs/half_space.rs", "a half-space has no support mapping"),
        Algorithm::Revolution => (
            "vertices and edges at a solid of revolution",
            "pairs/revolution",
            "one core is a cylinder, cone or frustum, of which vertex and edge contacts prove themselves",
        ),
        Algorithm::Polytopes => ("separating axes of two polytopes", "general/sat", "both cores are polytopes with few faces"),
        _ => ("GJK and EPA", "general/gjk_epa.rs", "no closed form exists for these cores"),
    };
    Entry { what, file, because }
}

/// How the answer was found.
pub(crate) fn path<V: Vector>(a: &dyn Convex<V>, b: &dyn Convex<V>, measured: &Measured<V>, counters: &Counters) -> Path {
    let kinds = Kinds::of(a, b);
    let algorithm = Algorithm::of_kinds(kinds.a, kinds.b);
    let table = if kinds.posed { format!("Posed, then {algorithm:?}") } else { format!("{algorithm:?}") };
    let Entry { what, file, because } = entry(algorithm, V::DIM);
    if kinds.are_spheres() {
        let why = "both cores are the origins of their frames: the cheapest pair, answered before the table".to_owned();
        return Path { table, answered: "closed form of two spheres", file: "pairs/sphere_sphere.rs", why };
    }
    if measured.calls == 0 {
        return Path { table, answered: what, file, why: format!("{because}; no support call was needed") };
    }
    let answered = match (counters.guess_calls > 0, counters.expansions > 0) {
        (true, true) => "a guess in f32, GJK and EPA",
        (true, false) => "a guess in f32, proved by GJK",
        (false, true) => "GJK and EPA",
        (false, false) => "GJK",
    };
    let before = match algorithm {
        Algorithm::GjkEpa => because.to_owned(),
        Algorithm::Polytopes | Algorithm::BoxBox | Algorithm::BoxTriangle => {
            format!("the table names the {what}, which are skipped for pairs that are far apart, and leave to GJK what they cannot prove")
        }
        _ => format!("the table names {what}, which could not prove its answer"),
    };
    let end = if counters.expansions > 0 { "; the cores overlap, or GJK cannot separate them" } else { "" };
    Path { table, answered, file: "general/gjk_epa.rs", why: before + end }
}
