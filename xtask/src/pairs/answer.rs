//! Answers one query of a pair file.
//!
//! * The relative pose is formed from the `f64` poses of the file for either scalar: `f32` shapes
//!   in a world of `f64` positions, as in an engine of large worlds. Only the parameters of the
//!   shapes are rounded.
//! * The bounds hold for the shapes of the file: they are widened by the largest distance by which
//!   building the shapes may move a point. That is half an ulp of the point's distance from the
//!   shape's origin where parameters are rounded, and the tolerance with which a hull is built.

use clinch::contact::{CastSettings, Manifold, Memory, Pair, Ray, Relation, Scratch, Separation, Settings, Space, cast, collide, ray_cast};
use clinch::support::{Basis, Pose, Rotation, Scalar, Vector};
use clinch_pairs::{BuildCollider, Poses, Refusal, cast_answer, pose, poses, world_answer};
use clinch_probe::subject::conversion_error;
use clinch_testkit::build::{Build, BuildError};
use clinch_testkit::distributions::Digits;
use clinch_testkit::pair_file::{self, Answer, AnswerLine, CastAnswer, Coords, ErrorAnswer, ErrorKind, Query, QueryKind, ShapeSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::composite_answer;

/// The scalar of the shapes that answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    F32,
    F64,
}

impl Precision {
    /// The scalar that represents such numbers exactly.
    pub(crate) fn of(digits: Digits) -> Self {
        match digits {
            Digits::Single => Self::F32,
            Digits::Double => Self::F64,
        }
    }
}

/// The answer to one query, or the line of an error with its reason.
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

/// The shape of these parameters.
fn shape<V: Build>(name: &str, spec: &ShapeSpec) -> Result<V::Shape, Refusal> {
    V::shape(spec).map_err(|error: BuildError| (error.kind(), format!("shape {name}: {error}")))
}

fn answer_as<V: BuildCollider>(query: &Query) -> Result<AnswerLine, Refusal> {
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
fn shape_cast_as<V: BuildCollider>(query: &Query) -> Result<CastAnswer, Refusal> {
    let b = second(query)?;
    let vector = |coords: &Option<Coords>| coords.as_ref().map_or(V::Wide::ZERO, V::Wide::vector);
    let motions = [vector(&query.vel_a), vector(&query.vel_b)];
    let settings = CastSettings {
        target_distance: query.target_distance.unwrap_or(0.0),
        max_time: query.max_toi.unwrap_or(f64::INFINITY),
        ..CastSettings::default()
    };
    if query.a.is_composite() || b.is_composite() {
        return composite_answer::shape_cast::<V>(query, b, motions, &settings);
    }
    let (shape_a, shape_b) = (shape::<V>("a", &query.a)?, shape::<V>("b", b)?);
    let poses = poses::<V>(query)?;
    let pair = Pair { a: &shape_a, b: &shape_b, b_in_a: poses.b_in_a() };
    let motion = poses.a.rotation.basis().unrotate(motions[1] - motions[0]);
    let answer = cast(&pair, motion, &settings, &mut Scratch::new());
    cast_answer(query, &answer, |time| poses.after(motions, time))
}

/// The shape is solid: a pair file has no other rays. B is the ray: its frame at the time of impact
/// is at the point that it has reached.
fn ray_cast_as<V: BuildCollider>(query: &Query) -> Result<CastAnswer, Refusal> {
    let pose_a = pose::<V>("a", &query.pose_a)?;
    let (Some(origin), Some(direction)) = (&query.origin, &query.dir) else {
        return Err((ErrorKind::Parse, "a ray needs `origin` and `dir`".to_owned()));
    };
    let (origin, direction) = (V::Wide::vector(origin), V::Wide::vector(direction));
    let ray = Ray { max_time: query.max_toi.unwrap_or(f64::INFINITY), ..Ray::new(origin, direction) };
    if query.a.is_composite() {
        return composite_answer::ray::<V>(query, &pose_a, &ray);
    }
    let shape_a = shape::<V>("a", &query.a)?;
    let local =
        Ray { origin: Pose::at(origin).relative_to(&pose_a).translation, direction: pose_a.rotation.basis().unrotate(direction), ..ray };
    let answer = ray_cast(&shape_a, &local, &mut Scratch::new());
    cast_answer(query, &answer, |time| Poses { a: pose_a, b: Pose::at(origin + direction * time) })
}

fn contact_as<V: BuildCollider>(query: &Query) -> Result<Answer, Refusal> {
    let b = second(query)?;
    if query.a.is_composite() || b.is_composite() {
        return composite_answer::contact::<V>(query, b);
    }
    let (shape_a, shape_b) = (shape::<V>("a", &query.a)?, shape::<V>("b", b)?);
    let poses = poses::<V>(query)?;

    let pair = Pair { a: &shape_a, b: &shape_b, b_in_a: poses.b_in_a() };
    // An infinite margin, so that the distance is measured at any separation.
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let mut manifold = Manifold::new();
    let measured = collide(&pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    let Relation::Near(separation) = &measured.relation else {
        return Err((ErrorKind::Unsupported, "an undefined contact: numbers out of range".to_owned()));
    };
    let extent = query.extent();
    let rounding = conversion_error::<V>(&query.a, extent) + conversion_error::<V>(b, extent);
    let status = if measured.unfinished { "unfinished" } else { "converged" }.to_owned();
    let mut line = Answer { status, iterations: measured.calls, ..world_answer(query, separation, &poses, rounding) };
    if query.prediction.is_some() {
        let prediction = query.prediction.map_or(V::Scalar::ZERO, V::Scalar::narrow_up);
        collide(&pair, &Settings::with_margin(prediction), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
        line.manifold = Some(world_manifold(&manifold, separation, &poses));
    }
    Ok(line)
}

fn world_manifold<V: Space + Build>(manifold: &Manifold<V>, separation: &Separation<V>, poses: &Poses<V>) -> pair_file::Manifold {
    let points = manifold.points.iter().map(|point| {
        let (on_a, on_b) = (poses.a.point(point.on_a.widen()), poses.b.point(point.on_b.widen()));
        (V::coords(on_a), V::coords(on_b), point.separation.widen())
    });
    pair_file::Manifold { n: V::coords(poses.a.vector(separation.normal)), points: points.collect() }
}
