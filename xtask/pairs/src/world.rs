//! Answers in the world from those in A's frame.

use clinch::contact::{Cast, CastOutcome, Separation, Space};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{Answer, CastAnswer, ErrorKind, Query, QueryKind};

use crate::poses::Poses;
use crate::refusal::Refusal;

/// The answer without a manifold. `rounding` widens the bounds.
pub fn world_answer<V: Space + Build>(query: &Query, separation: &Separation<V>, poses: &Poses<V>, rounding: f64) -> Answer
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
        // Shapes that touch to within rounding may have a positive distance; the depth is 0 then.
        depth: deep.then(|| if separation.distance < 0.0 { -separation.distance } else { 0.0 }),
        normal: Some(V::coords(poses.a.vector(separation.normal))),
        point_a: Some(V::coords(poses.a.point(separation.point_a))),
        point_b: Some(V::coords(poses.b.point(separation.point_b))),
        lower: Some(separation.lower - rounding),
        upper: Some(separation.upper + rounding),
        status: "converged".to_owned(),
        ..Answer::default()
    }
}

/// The answer of shapes made of others. If they overlap, its depth is that along the normal, and of
/// the signed distance it is only known that it is not positive, and that a translation by the
/// extent of the pair separates the shapes; or by that depth, in which a half-space is counted.
#[must_use]
pub fn with_bounds_of_union(answer: Answer, query: &Query, rounding: f64) -> Answer {
    if answer.upper.is_some_and(|upper| upper < 0.0) {
        let lower = answer.lower.map(|lower| lower.min(-query.extent() - rounding));
        Answer { lower, upper: Some(rounding), ..answer }
    } else {
        answer
    }
}

/// The answer to a cast. `poses` are the poses of A and B at a time.
pub fn cast_answer<V: Space + Build>(query: &Query, answer: &Cast<V>, poses: impl Fn(f64) -> Poses<V>) -> Result<CastAnswer, Refusal>
where
    V::Wide: Build,
{
    let id = query.id.clone();
    match &answer.outcome {
        CastOutcome::Hit(impact) => {
            let Poses { a: pose_a, b: pose_b } = poses(impact.time);
            Ok(CastAnswer {
                id,
                hit: true,
                toi: Some(impact.time),
                normal: Some(V::coords(pose_a.vector(impact.normal))),
                point_a: Some(V::coords(pose_a.point(impact.point_a))),
                point_b: Some(V::coords(pose_b.point(impact.point_b))),
                ..CastAnswer::default()
            })
        }
        CastOutcome::Miss { .. } => Ok(CastAnswer { id, ..CastAnswer::default() }),
        CastOutcome::Exhausted { lower } => Err((ErrorKind::Unsupported, format!("the search ended at a limit, at time {lower}"))),
        CastOutcome::Undefined => Err((ErrorKind::Unsupported, "an undefined cast: numbers out of range".to_owned())),
    }
}
