//! One query of a pair file, answered by the program.
//!
//! * The relative pose is formed from the file's `f64` poses, whatever the core: `f32` shapes in a world of `f64` positions, as an engine of a large
//!   world has them. Only the parameters of the shapes are rounded.
//! * Bounds are given for the shapes as the file has them, widened by what reading them may have moved: half an ulp of a point's distance from the
//!   shape's origin where parameters are rounded, and what cooking a hull leaves out.

use clinch::contact::{Clip, Manifold, Measured, Memory, Pair, Relation, Scratch, Separation, Settings, collide};
use clinch::support::{Pose, Scalar, Vector};
use clinch_testkit::build::{Build, BuildError};
use clinch_testkit::pair_file::{self, Answer, AnswerLine, ErrorAnswer, ErrorKind, Query, QueryKind, ShapeSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Which core answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    F32,
    F64,
}

/// The answer to one query, or the error line that says why there is none.
pub(crate) fn answer(query: &Query, precision: Precision) -> AnswerLine {
    let answered = match (query.dim, precision) {
        (2, Precision::F32) => answer_as::<Vec2>(query),
        (2, Precision::F64) => answer_as::<DVec2>(query),
        (3, Precision::F32) => answer_as::<Vec3>(query),
        (3, Precision::F64) => answer_as::<DVec3>(query),
        (dim, _) => Err((ErrorKind::Unsupported, format!("dimension {dim}"))),
    };
    match answered {
        Ok(answer) => AnswerLine::Contact(answer),
        Err((kind, what)) => AnswerLine::Error(ErrorAnswer::new(Some(query.id.clone()), kind, what)),
    }
}

type Refusal = (ErrorKind, String);

fn answer_as<V: Clip + Build>(query: &Query) -> Result<Answer, Refusal>
where
    V::Wide: Build,
{
    match &query.kind {
        QueryKind::Contact | QueryKind::Distance => {}
        QueryKind::ShapeCast => return Err((ErrorKind::Unsupported, "shape_cast".to_owned())),
        QueryKind::RayCast => return Err((ErrorKind::Unsupported, "ray_cast".to_owned())),
        QueryKind::Other(name) => return Err((ErrorKind::Unsupported, format!("query `{name}`"))),
    }
    let b = query.b.as_ref().ok_or((ErrorKind::Parse, "there is no shape b".to_owned()))?;
    let shape = |name: &str, spec: &ShapeSpec| V::shape(spec).map_err(|error: BuildError| (error.kind(), format!("shape {name}: {error}")));
    let (shape_a, shape_b) = (shape("a", &query.a)?, shape("b", b)?);
    let (pose_a, pose_b) = (V::Wide::pose(&query.pose_a), V::Wide::pose(&query.pose_b));
    for (name, pose) in [("a", &pose_a), ("b", &pose_b)] {
        if !pose.is_finite() {
            return Err((ErrorKind::Construct, format!("pose_{name} is not finite, or its rotation is zero")));
        }
    }

    let pair = Pair { a: &shape_a, b: &shape_b, b_in_a: pose_b.relative_to(&pose_a) };
    // Everything is measured; which points are within the prediction is decided afterwards, so that the manifold has the same points as the answer.
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let mut manifold = Manifold::new();
    let measured = collide(&pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    let Relation::Near(separation) = &measured.relation else {
        return Err((ErrorKind::Unsupported, "the numbers of this pair leave the range of the core".to_owned()));
    };
    let rounding = moved::<V>(&query.a) + moved::<V>(b);
    let mut line = world_answer(query, separation, &measured, &pose_a, &pose_b, rounding);
    if query.prediction.is_some() {
        let prediction = query.prediction.map_or(V::Scalar::ZERO, V::Scalar::narrow_up);
        collide(&pair, &Settings::with_margin(prediction), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        line.manifold = Some(world_manifold(&manifold, separation, &pose_a, &pose_b));
    }
    Ok(line)
}

/// How far a point of the shape may have moved on its way from the file to the core.
fn moved<V: Vector>(spec: &ShapeSpec) -> f64 {
    let epsilon = V::Scalar::EPSILON.widen();
    // The f64 core reads the file's own numbers.
    let rounded = if epsilon > f64::EPSILON { 0.5 * epsilon } else { 0.0 };
    // See `Hull::new`; a triangle is a flat hull.
    let cooked = if V::DIM == 3 && matches!(spec, ShapeSpec::Hull { .. } | ShapeSpec::Triangle { .. }) { 4.0 * epsilon } else { 0.0 };
    (rounded + cooked) * spec.reach()
}

fn world_answer<V: Clip + Build>(
    query: &Query,
    separation: &Separation<V>,
    measured: &Measured<V>,
    pose_a: &Pose<V::Wide>,
    pose_b: &Pose<V::Wide>,
    rounding: f64,
) -> Answer
where
    V::Wide: Build,
{
    let intersects = separation.is_touching();
    let distance = if separation.distance > 0.0 { separation.distance } else { 0.0 };
    let deep = intersects && query.kind == QueryKind::Contact;
    Answer {
        id: query.id.clone(),
        intersects,
        distance,
        // Touching to within rounding can be a gap of rounding: the depth is then 0.
        depth: deep.then(|| if separation.distance < 0.0 { -separation.distance } else { 0.0 }),
        normal: Some(V::coords(pose_a.vector(separation.normal))),
        point_a: Some(V::coords(pose_a.point(separation.point_a))),
        point_b: Some(V::coords(pose_b.point(separation.point_b))),
        lower: Some(separation.lower - rounding),
        upper: Some(separation.upper + rounding),
        status: if measured.unfinished { "unfinished" } else { "converged" }.to_owned(),
        iterations: measured.calls,
        manifold: None,
    }
}

fn world_manifold<V: Clip + Build>(
    manifold: &Manifold<V>,
    separation: &Separation<V>,
    pose_a: &Pose<V::Wide>,
    pose_b: &Pose<V::Wide>,
) -> pair_file::Manifold {
    let points = manifold.points.iter().map(|point| {
        let (on_a, on_b) = (pose_a.point(point.on_a.widen()), pose_b.point(point.on_b.widen()));
        (V::coords(on_a), V::coords(on_b), point.separation.widen())
    });
    pair_file::Manifold { n: V::coords(pose_a.vector(separation.normal)), points: points.collect() }
}
