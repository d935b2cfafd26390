//! Compares an answer with the truth: the limits by which the program is judged, in one place.
//!
//! With S the length of the pair ([`Query::extent`]), the tolerance `tol` of the scalar and the
//! certified error `err` of the truth, the band is tol·S + err:
//!
//! * The yes or no is right, unless the truth is within the band around touching.
//! * Distance and depth are within the band of the truth. For the distance of polytopes, swept by a
//!   radius or not, `tol` in `f32` is a tenth.
//! * A normal is right if pushing B out along it costs at most the depth plus the band, or for
//!   shapes that are apart, if the gap along it is at least the distance minus the band. So each of
//!   several right normals is accepted, and so is any normal of a flat minimum.
//! * The proved bounds contain the truth: lower ≤ sd + err and sd − err ≤ upper. The tolerance does
//!   not count here.
//! * Manifolds: `manifold`. Casts: `cast`. Shapes made of others: `union`.
//!
//! NaN fails every comparison.

mod grading;

mod manifold;

mod cast;
mod contact;
mod union;

pub use cast::way_off;
pub use grading::{Failure, Fault, TOLERANCE_F32, TOLERANCE_F32_POLYTOPES, TOLERANCE_F64};
pub use manifold::coverage;

use crate::grade::grading::Grading;
use crate::oracle::{Pairing, Refusal, UnionPairing};
use crate::pair_file::{AnswerLine, Query, QueryKind, ShapeSpec};

/// All faults of an answer; empty if it is right.
///
/// The truth of `contact` and `distance` is the query's expectation, or the oracle's answer if the
/// query has none. A cast is compared with both, one of shapes made of others with the expectation
/// alone.
///
/// # Errors
/// There is no expectation, and the oracle does not support the shapes.
pub fn grade(query: &Query, answer: &AnswerLine, tolerance: f64) -> Result<Vec<Failure>, Refusal> {
    let mut grading = Grading::of(query);
    if let QueryKind::ShapeCast | QueryKind::RayCast = query.kind {
        match answer {
            AnswerLine::Cast(answer) => grading.cast(answer, tolerance)?,
            AnswerLine::Contact(_) => grading.fail(Fault::Unreadable, f64::NAN, "no answer to a cast".to_owned()),
            AnswerLine::Error(error) => grading.fail(Fault::Unreadable, f64::NAN, error.error.clone()),
        }
        return Ok(grading.failures);
    }
    if query.a.is_composite() || query.b.as_ref().is_some_and(ShapeSpec::is_composite) {
        match answer {
            AnswerLine::Contact(answer) => {
                let pairing = UnionPairing::of(query)?;
                grading.union(answer, &union::expected(query.expect.as_ref(), &pairing), &pairing, tolerance);
            }
            AnswerLine::Cast(_) => grading.fail(Fault::Unreadable, f64::NAN, "the answer to a cast".to_owned()),
            AnswerLine::Error(error) => grading.fail(Fault::Unreadable, f64::NAN, error.error.clone()),
        }
        return Ok(grading.failures);
    }
    let pairing = Pairing::of(query);
    let expect = match query.expect.clone().filter(|expect| expect.sd.is_some()) {
        Some(expect) => expect,
        None => pairing.as_ref().map_err(Clone::clone)?.truth().expect(),
    };
    match answer {
        AnswerLine::Contact(answer) => grading.contact(answer, &expect, pairing.ok().as_ref(), tolerance),
        AnswerLine::Cast(_) => grading.fail(Fault::Unreadable, f64::NAN, "the answer to a cast".to_owned()),
        AnswerLine::Error(error) => grading.fail(Fault::Unreadable, f64::NAN, error.error.clone()),
    }
    Ok(grading.failures)
}
