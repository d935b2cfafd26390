//! The report of a line, by the kind of its query.
//!
//! Shapes, poses and the pairs of composite shapes are those of `cargo xtask query`: its files are
//! compiled here as well, so that the page answers as that tool does. The tool is a program and no
//! library, and what it depends on would not fit into the page.

#[path = "../../src/pairs/refusal.rs"]
mod refusal;

#[path = "../../src/pairs/poses.rs"]
mod poses;

#[path = "../../src/pairs/world.rs"]
mod world;

#[path = "../../src/pairs/surfaces.rs"]
mod surfaces;

#[path = "../../src/pairs/collider.rs"]
mod collider;

#[path = "../../src/pairs/composite_pair.rs"]
mod composite_pair;

mod outlines;
mod part_list;
mod points;

mod shapes;

mod convex_shapes;

mod composite_shapes;

mod cast;
mod contacts;
mod convex;

use clinch::contact::Space;
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{ErrorKind, Query, QueryKind, ShapeSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::input::{Options, Refusal, read};
use crate::inspect::collider::BuildCollider;
use crate::inspect::composite_shapes::CompositeShapes;
use crate::inspect::convex_shapes::ConvexShapes;
use crate::inspect::shapes::Shapes;
use crate::report::{Report, Shown};

/// The report of the first line of a text.
pub fn inspect(text: &str, options: Options) -> Report {
    let shown = read(text).and_then(|query| {
        let b = second(&query)?;
        // Composite shapes are always in f32: in both precisions they would not fit into the page.
        match (query.dim, query.a.is_composite() || b.is_composite(), options.f64) {
            (2, true, _) => composite::<Vec2>(&query, &b),
            (3, true, _) => composite::<Vec3>(&query, &b),
            (2, false, false) => convex::<Vec2>(&query, &b, options),
            (2, false, true) => convex::<DVec2>(&query, &b, options),
            (3, false, false) => convex::<Vec3>(&query, &b, options),
            (3, false, true) => convex::<DVec3>(&query, &b, options),
            (dim, ..) => Err(Refusal::new(ErrorKind::Unsupported, format!("dimension {dim}: a pair is in 2 or 3"))),
        }
    });
    Report(shown.unwrap_or_else(|error| Shown::Refused { error }))
}

/// The shape B of a query that can be shown. A ray is a point that moves: the core of a ball.
fn second(query: &Query) -> Result<ShapeSpec, Refusal> {
    match &query.kind {
        QueryKind::RayCast if query.origin.is_some() && query.dir.is_some() => Ok(ShapeSpec::ball(query.dim, 0.0)),
        QueryKind::RayCast => Err(Refusal::new(ErrorKind::Parse, "a ray needs `origin` and `dir`")),
        QueryKind::Other(name) => {
            let what = format!("query `{name}`: the inspector shows `contact`, `distance`, `shape_cast` and `ray_cast`");
            Err(Refusal::new(ErrorKind::Unsupported, what))
        }
        _ => query.b.clone().ok_or_else(|| Refusal::new(ErrorKind::Parse, "there is no shape `b`")),
    }
}

fn is_cast(query: &Query) -> bool {
    matches!(query.kind, QueryKind::ShapeCast | QueryKind::RayCast)
}

fn convex<V: Space + Build>(query: &Query, b: &ShapeSpec, options: Options) -> Result<Shown, Refusal>
where
    V::Wide: Build,
{
    let shapes = ConvexShapes::<V>::of(query, b)?;
    match shapes.convex().filter(|_| !is_cast(query)) {
        Some(pair) => Ok(Shown::Pair(Box::new(convex::report(query, &shapes, &pair, options)))),
        None => Ok(Shown::Cast(Box::new(cast::report(query, &shapes)?))),
    }
}

fn composite<V: BuildCollider>(query: &Query, b: &ShapeSpec) -> Result<Shown, Refusal> {
    let shapes = CompositeShapes::<V>::of(query, b)?;
    if is_cast(query) {
        return Ok(Shown::Cast(Box::new(cast::report(query, &shapes)?)));
    }
    Ok(Shown::Contacts(Box::new(contacts::report(query, &shapes)?)))
}
