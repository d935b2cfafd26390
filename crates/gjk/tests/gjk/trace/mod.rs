//! Helpers of the tests: an answer and its record as text, and the bounds after each step.

use core::fmt::Write as _;

use clinch_gjk::{Answer, GjkSpace, Limits, Outcome, Start, distance};
use clinch_support::{Difference, Record, Scalar, SupportMap, Vector};

/// One query with a cold start.
pub(crate) fn query<V: GjkSpace, A: SupportMap<V>, B: SupportMap<V>>(difference: &Difference<'_, A, B, V>) -> (Answer<V>, Record<V>) {
    let mut record = Record::new();
    let answer = distance(difference, &Start::cold(), &Limits::measure(), &mut record);
    (answer, record)
}

/// The components, short and without negative zeros.
pub(crate) fn point<V: Vector>(v: V) -> String {
    let all: Vec<String> = (0..V::DIM).map(|axis| number(v.get(axis).widen())).collect();
    format!("({})", all.join(", "))
}

/// Six digits after the point, without trailing zeros or negative zero.
pub(crate) fn number(x: f64) -> String {
    let digits = format!("{x:.6}");
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// The record and the answer.
pub(crate) fn trace<V: GjkSpace>((answer, record): &(Answer<V>, Record<V>)) -> String {
    let mut text = record.to_string();
    let _ = write!(text, "{:?} after {} steps: ", answer.stop, answer.iterations);
    let places =
        |simplex: &[clinch_support::VertexIndex]| simplex.iter().map(|index| index.get().to_string()).collect::<Vec<_>>().join(" ");
    let _ = match &answer.outcome {
        Outcome::Beyond { axis, at_least, .. } => write!(text, "beyond, {} along {}", number(*at_least), point(*axis)),
        Outcome::Apart(s) => {
            let (on_a, on_b) = (point(s.point_a), point(s.point_b));
            write!(text, "apart by {} along {}, {on_a} to {on_b}, on {}", number(s.distance), point(s.normal), places(&s.simplex))
        }
        Outcome::Touching(touch) => write!(text, "touching, at most {} apart, on {}", number(touch.upper), places(&touch.simplex)),
        Outcome::Overlapping(simplex) => write!(text, "overlapping, enclosed by {}", places(simplex)),
        Outcome::Undefined => write!(text, "undefined"),
    };
    text
}

/// The lower and upper bound when the search is limited to 1, 2, 3 … steps, until it ends without a
/// limit. A lower bound below 0 is shown as 0.
pub(crate) fn bounds<V: GjkSpace, A: SupportMap<V>, B: SupportMap<V>>(difference: &Difference<'_, A, B, V>) -> Vec<(f64, f64)> {
    let mut rows = Vec::new();
    for iterations in 1..=128 {
        let limits = Limits { iterations, ..Limits::measure() };
        let answer = distance(difference, &Start::cold(), &limits, &mut Record::new());
        rows.push(match &answer.outcome {
            Outcome::Apart(s) => (s.lower, s.upper),
            Outcome::Touching(touch) => (0.0, touch.upper),
            other => panic!("these shapes are apart: {other:?}"),
        });
        if answer.stop != clinch_gjk::Stop::Exhausted {
            break;
        }
    }
    rows
}
