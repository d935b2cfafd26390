//! The true answer for a cast of shapes made of others: the earliest hit of all pairs of parts.

use crate::oracle::cast::{CastTruth, Casting};
use crate::oracle::check::Refusal;
use crate::pair_file::{PartSpec, Query, ShapeSpec};

/// The first contact of the parts of A and B, or of the ray and the parts of A; of a miss, the
/// closest approach. The inside of a solid surface does not count.
///
/// # Errors
/// As [`Casting::of`], for any two parts, or if a shape has none.
pub fn union_cast(query: &Query) -> Result<CastTruth, Refusal> {
    let posed = |(_, part): (u32, PartSpec)| ShapeSpec::Posed { pose: part.pose, shape: Box::new(part.shape) };
    let parts_b: Vec<Option<ShapeSpec>> = match &query.b {
        Some(b) => b.parts().into_iter().map(|part| Some(posed(part))).collect(),
        None => vec![None],
    };
    let mut first: Option<CastTruth> = None;
    for a in query.a.parts().into_iter().map(posed) {
        for b in &parts_b {
            let truth = Casting::of(&Query { a: a.clone(), b: b.clone(), ..query.clone() })?.truth();
            let is_before = |before: &CastTruth| match (truth.hit, before.hit) {
                (true, true) => truth.toi < before.toi,
                (false, false) => truth.margin < before.margin,
                (hit, _) => hit,
            };
            if first.as_ref().is_none_or(is_before) {
                first = Some(truth);
            }
        }
    }
    let first = first.ok_or_else(|| Refusal::construct("a shape has no parts"))?;
    let scale = query.a.bounding_radius() + query.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius) + first.speed * first.toi;
    Ok(CastTruth { scale: if first.hit { scale } else { query.extent() }, ..first })
}
