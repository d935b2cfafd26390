//! The first line of a text, by the kind of its query, and its shapes: convex ones in both
//! precisions, composite ones in `f32`.

use clinch::contact::Space;
use clinch_pairs::BuildCollider;
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{ErrorKind, Query, QueryKind, ShapeSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::input::{Options, Refusal, read};
use crate::inspect::composite_shapes::CompositeShapes;
use crate::inspect::convex_shapes::ConvexShapes;
use crate::inspect::shapes::Shapes;
use crate::inspect::{cast, contacts, convex};
use crate::report::{Report, Shown};

/// The report of the first line of a text.
pub fn inspect(text: &str, options: Options) -> Report {
    let shown = read(text).and_then(|query| {
        let b = second(&query)?;
        // Composite shapes are always in f32: in both precisions they would not fit into the page.
        match (query.dim, query.a.is_composite() || b.is_composite(), options.f64) {
            (2, true, _) => of_composite::<Vec2>(&query, &b),
            (3, true, _) => of_composite::<Vec3>(&query, &b),
            (2, false, false) => of_convex::<Vec2>(&query, &b, options),
            (2, false, true) => of_convex::<DVec2>(&query, &b, options),
            (3, false, false) => of_convex::<Vec3>(&query, &b, options),
            (3, false, true) => of_convex::<DVec3>(&query, &b, options),
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

fn of_convex<V: Space + Build>(query: &Query, b: &ShapeSpec, options: Options) -> Result<Shown, Refusal>
where
    V::Wide: Build,
{
    let shapes = ConvexShapes::<V>::of(query, b)?;
    match shapes.convex().filter(|_| !is_cast(query)) {
        Some(pair) => Ok(Shown::Pair(Box::new(convex::report(query, &shapes, &pair, options)))),
        None => Ok(Shown::Cast(Box::new(cast::report(query, &shapes)?))),
    }
}

fn of_composite<V: BuildCollider>(query: &Query, b: &ShapeSpec) -> Result<Shown, Refusal> {
    let shapes = CompositeShapes::<V>::of(query, b)?;
    if is_cast(query) {
        return Ok(Shown::Cast(Box::new(cast::report(query, &shapes)?)));
    }
    Ok(Shown::Contacts(Box::new(contacts::report(query, &shapes)?)))
}
