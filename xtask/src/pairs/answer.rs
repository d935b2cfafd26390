//! One query of a pair file, answered by the program.
//!
//! * The relative pose is formed from the file's `f64` poses, whatever the core: `f32` shapes in a world of `f64` positions, as an engine of a large
//!   world has them. Only the parameters of the shapes are rounded.
//! * Bounds are given for the shapes as the file has them, widened by what reading them may have moved: half an ulp of a point's distance from the
//!   shape's origin where parameters are rounded, and what cooking a hull leaves out.

use clinch::contact::{
    Cast, CastOutcome, CastSettings, Manifold, Measured, Memory, Pair, Ray, Relation, Scratch, Separation, Settings, Space, cast, collide,
    ray_cast,
};
use clinch::support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_probe::subject::moved;
use clinch_testkit::build::{Build, BuildError};
use clinch_testkit::pair_file::{
    self, Answer, AnswerLine, CastAnswer, Coords, ErrorAnswer, ErrorKind, PoseSpec, Query, QueryKind, ShapeSpec,
};
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
        Ok(line) => line,
        Err((kind, what)) => AnswerLine::Error(ErrorAnswer::new(Some(query.id.clone()), kind, what)),
    }
}

type Refusal = (ErrorKind, String);

/// The shape of these parameters, or why there is none.
fn shape<V: Build>(name: &str, spec: &ShapeSpec) -> Result<V::Shape, Refusal> {
    V::shape(spec).map_err(|error: BuildError| (error.kind(), format!("shape {name}: {error}")))
}

/// The pose of these parameters.
fn pose<V: Space>(name: &str, spec: &PoseSpec) -> Result<Pose<V::Wide>, Refusal>
where
    V::Wide: Build,
{
    let pose = V::Wide::pose(spec);
    let finite = pose.is_finite();
    finite.then_some(pose).ok_or_else(|| (ErrorKind::Construct, format!("pose_{name} is not finite, or its rotation is zero")))
}

fn answer_as<V: Space + Build>(query: &Query) -> Result<AnswerLine, Refusal>
where
    V::Wide: Build,
{
    match &query.kind {
        QueryKind::Contact | QueryKind::Distance => contact_as::<V>(query).map(AnswerLine::Contact),
        QueryKind::ShapeCast => shape_cast_as::<V>(query).map(AnswerLine::Cast),
        QueryKind::RayCast => ray_cast_as::<V>(query).map(AnswerLine::Cast),
        QueryKind::Other(name) => Err((ErrorKind::Unsupported, format!("query `{name}`"))),
    }
}

fn second(query: &Query) -> Result<&ShapeSpec, Refusal> {
    query.b.as_ref().ok_or((ErrorKind::Parse, "there is no shape b".to_owned()))
}

/// The relative motion, in A's frame.
fn shape_cast_as<V: Space + Build>(query: &Query) -> Result<CastAnswer, Refusal>
where
    V::Wide: Build,
{
    let (shape_a, shape_b) = (shape::<V>("a", &query.a)?, shape::<V>("b", second(query)?)?);
    let (pose_a, pose_b) = (pose::<V>("a", &query.pose_a)?, pose::<V>("b", &query.pose_b)?);
    let vector = |coords: &Option<Coords>| coords.as_ref().map_or(V::Wide::ZERO, V::Wide::vector);
    let (motion_a, motion_b) = (vector(&query.vel_a), vector(&query.vel_b));
    let settings = CastSettings {
        target_distance: query.target_distance.unwrap_or(0.0),
        max_time: query.max_toi.unwrap_or(f64::INFINITY),
        ..CastSettings::default()
    };
    let pair = Pair { a: &shape_a, b: &shape_b, b_in_a: pose_b.relative_to(&pose_a) };
    let answer = cast(&pair, pose_a.rotation.basis().unrotate(motion_b - motion_a), &settings, &mut Scratch::new());
    let there = |pose: &Pose<V::Wide>, motion: V::Wide, time: f64| Pose::new(pose.rotation, pose.translation + motion * time);
    cast_answer(query, &answer, |time| (there(&pose_a, motion_a, time), there(&pose_b, motion_b, time)))
}

/// Solid; the pair file has no other rays. The ray's end has no frame of its own: it is the impact's point.
fn ray_cast_as<V: Space + Build>(query: &Query) -> Result<CastAnswer, Refusal>
where
    V::Wide: Build,
{
    let (shape_a, pose_a) = (shape::<V>("a", &query.a)?, pose::<V>("a", &query.pose_a)?);
    let (Some(origin), Some(direction)) = (&query.origin, &query.dir) else {
        return Err((ErrorKind::Parse, "a ray needs `origin` and `dir`".to_owned()));
    };
    let (origin, direction) = (V::Wide::vector(origin), V::Wide::vector(direction));
    let ray = Ray {
        origin: Pose::at(origin).relative_to(&pose_a).translation,
        direction: pose_a.rotation.basis().unrotate(direction),
        max_time: query.max_toi.unwrap_or(f64::INFINITY),
        solid: true,
    };
    let answer = ray_cast(&shape_a, &ray, &mut Scratch::new());
    cast_answer(query, &answer, |time| (pose_a, Pose::at(origin + direction * time)))
}

/// `poses` are those of A and B at a time.
fn cast_answer<V: Space + Build>(
    query: &Query,
    answer: &Cast<V>,
    poses: impl Fn(f64) -> (Pose<V::Wide>, Pose<V::Wide>),
) -> Result<CastAnswer, Refusal>
where
    V::Wide: Build,
{
    let id = query.id.clone();
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            let (pose_a, pose_b) = poses(impact.time);
            Ok(CastAnswer {
                id,
                hit: true,
                toi: Some(impact.time),
                normal: Some(V::coords(pose_a.vector(impact.normal))),
                point_a: Some(V::coords(pose_a.point(impact.point_a))),
                point_b: Some(V::coords(pose_b.point(impact.point_b))),
            })
        }
        CastOutcome::Miss { .. } => Ok(CastAnswer { id, ..CastAnswer::default() }),
        CastOutcome::Exhausted { lower } => Err((ErrorKind::Unsupported, format!("the search gave up at {lower}"))),
        CastOutcome::Undefined => Err((ErrorKind::Unsupported, "the numbers of this cast leave the range of the core".to_owned())),
    }
}

fn contact_as<V: Space + Build>(query: &Query) -> Result<Answer, Refusal>
where
    V::Wide: Build,
{
    let b = second(query)?;
    let (shape_a, shape_b) = (shape::<V>("a", &query.a)?, shape::<V>("b", b)?);
    let (pose_a, pose_b) = (pose::<V>("a", &query.pose_a)?, pose::<V>("b", &query.pose_b)?);

    let pair = Pair { a: &shape_a, b: &shape_b, b_in_a: pose_b.relative_to(&pose_a) };
    // Everything is measured; which points are within the prediction is decided afterwards, so that the manifold has the same points as the answer.
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let mut manifold = Manifold::new();
    let measured = collide(&pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    let Relation::Near(separation) = &measured.relation else {
        return Err((ErrorKind::Unsupported, "the numbers of this pair leave the range of the core".to_owned()));
    };
    let extent = query.extent();
    let rounding = moved::<V>(&query.a, extent) + moved::<V>(b, extent);
    let mut line = world_answer(query, separation, &measured, &pose_a, &pose_b, rounding);
    if query.prediction.is_some() {
        let prediction = query.prediction.map_or(V::Scalar::ZERO, V::Scalar::narrow_up);
        collide(&pair, &Settings::with_margin(prediction), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        line.manifold = Some(world_manifold(&manifold, separation, &pose_a, &pose_b));
    }
    Ok(line)
}

fn world_answer<V: Space + Build>(
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

fn world_manifold<V: Space + Build>(
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
