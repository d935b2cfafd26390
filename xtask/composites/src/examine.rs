//! One pair: places it, and checks its contacts, its distance and its overlap.

use clinch_composite_contact::{CompositeDistance, CompositeRelation, CompositeScratch, distance, overlap};
use clinch_contact::Settings;
use clinch_support::Scalar;
use clinch_testkit::pair_file::{PoseSpec, Query};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::block::{BLOCK, Block, Body};
use crate::case::{Answer, Case, Found, Truth, tolerance};
use crate::place::{Proximity, place};
use crate::plan::Plan;
use crate::shapes::Draw;
use crate::space::Space;
use crate::tally::Tally;
use crate::{casts, composites, memory, minima, order};

/// How far the deepest point of a manifold may be from the deepest place, in parts of S: points are
/// those of clipped features.
const CLIPPED: f64 = 2e-6;

/// Parts whose planes differ by less than this part of the body's reach have one manifold, whose
/// deepest point may be of any.
const SAME_PLANE: f64 = 1e-3;

/// Examines pairs of one dimension, block by block.
pub(crate) struct Examiner<V: Space> {
    pub(crate) plan: Plan,
    pub(crate) number: u64,
    pub(crate) block: Block<V>,
    pub(crate) scratch: CompositeScratch<V>,
}

impl<V: Space> Examiner<V> {
    pub(crate) fn new(plan: &Plan, index: u64) -> Self {
        let number = index / BLOCK;
        Self { plan: *plan, number, block: Block::new(plan, V::DIM, number), scratch: CompositeScratch::new() }
    }

    /// Examines a pair. Returns its line if it has a fault.
    pub(crate) fn examine(&mut self, index: u64, tally: &mut Tally) -> Option<String> {
        if index / BLOCK != self.number {
            self.number = index / BLOCK;
            self.block = Block::new(&self.plan, V::DIM, self.number);
        }
        let random = &mut Random::of(self.plan.seed, index);
        let mut found = Found::default();
        let Self { plan, block, scratch, .. } = self;
        let kind = format!("{:?}", block.kind);
        tally.row(&kind).pairs += 1;
        let mut line = None;
        if index % 8 == 7 && !plan.round {
            tally.row(&kind).composites += 1;
            line = Some(composites::check(block, plan.digits, random, scratch, &mut found));
        } else if let Some(case) = draw_case(block, plan, index, random) {
            let truth = case.truth();
            let row = tally.row(&kind);
            row.apart += u64::from(matches!(truth, Truth::Apart(_)));
            row.overlapping += u64::from(truth == Truth::Overlap);
            let answer = Answer::new(&case.a().shape, &case, &case.settings(), scratch);
            row.manifolds += answer.manifolds.len() as u64;
            check_answer(&case, &answer, truth, &mut found);
            check_sets(&case, truth, scratch, &mut found);
            row.minima += u64::from(minima::check(&case, &answer, scratch, &mut found));
            match index % 8 {
                0 | 4 => order::check(&case, &answer, scratch, &mut found),
                1 | 5 => row.recycled += u64::from(memory::check(&case, &answer, random, scratch, &mut found)),
                2 => casts::check(&case, random, row, (scratch, &mut found)),
                _ => {}
            }
            line = (!found.0.is_empty()).then(|| case.query());
        }
        if found.0.is_empty() {
            return None;
        }
        tally.row(&kind).failed += 1;
        let note = found.0.iter().map(|(what, found)| format!("{what}: {found}")).collect::<Vec<_>>().join("; ");
        for (what, found) in found.0 {
            tally.fault(what, index, format!("{kind}: {found}"));
        }
        let line = Query { id: format!("composite/{}d/{}/{index}", V::DIM, plan.seed), note: Some(note), ..line? };
        serde_json::to_string(&line).ok()
    }
}

/// Places a body of the block; `None` if none is of the wanted sort.
fn draw_case<'b, V: Space>(block: &'b Block<V>, plan: &Plan, index: u64, random: &mut Random) -> Option<Case<'b, V>> {
    let wanted: Vec<&Body<V>> = block.bodies.iter().filter(|body| !plan.round || body.is_round() || body.is_box()).collect();
    let body = *wanted.get((index % BLOCK / 8) as usize % wanted.len().max(1))?;
    let near = [Proximity::Apart, Proximity::Near, Proximity::Touching, Proximity::Shallow];
    let proximity = random.pick(if plan.round { &near } else { &Proximity::ALL });
    let mut draw = Draw { random, dim: V::DIM, digits: plan.digits, size: block.size };
    let pose = place(&mut draw, &block.a.truth, body.reach, proximity, &|pose| {
        // The oracle's frame.
        block.a.truth.body(&body.spec, pose, DVec3::ZERO)
    });
    let t = pose.translation() - block.a.origin;
    let pose = PoseSpec { t: Some(clinch_testkit::pair_file::Coords::of(t, V::DIM)), ..pose };
    let extent = block.a.reach + body.reach + t.length();
    let margin = plan.digits.round(random.pick(&[0.0, 0.02, 0.3]) * body.reach);
    let band = tolerance(plan.digits) * extent;
    Some(Case { block, body, pose, b_in_a: V::wide_pose(&pose), extent, band, margin })
}

/// The relation and the manifolds, against what is true of the sets.
fn check_answer<V: Space>(case: &Case<'_, V>, answer: &Answer<V>, truth: Truth, found: &mut Found) {
    let Answer { relation, manifolds } = answer;
    let one_sided = case.is_one_sided();
    let has_points = !manifolds.is_empty() && manifolds.iter().all(|manifold| !manifold.manifold.points.is_empty());
    match relation {
        CompositeRelation::Undefined => found.unless("undefined", false, || format!("{truth:?}")),
        CompositeRelation::Near { separation, .. } => {
            found.unless("near without a point", has_points, || format!("{separation:?}"));
            let is_ordered = separation.lower <= separation.distance && separation.distance <= separation.upper;
            found.unless("bounds without the distance", is_ordered, || format!("{separation:?}"));
            if let Truth::Apart(least) = truth {
                let off = separation.distance - least;
                let is_right = off >= -case.band && (off <= case.band || one_sided);
                found.unless("distance", is_right, || format!("{separation:?}, true is {least}"));
                let holds = separation.lower <= least + case.band || one_sided;
                let holds = holds && separation.upper >= least - case.band;
                found.unless("bounds", holds, || format!("{separation:?}, true is {least}"));
            }
            // Touching as sets: a contact that is farther away is not the nearest.
            let is_farther = truth == Truth::Level && separation.lower > case.band && !one_sided;
            found.unless("touching, and apart", !is_farther, || format!("{separation:?}"));
            let deepest = manifolds.first().map_or(f64::NAN, |manifold| manifold.manifold.separation().widen());
            let off = CLIPPED * case.extent + SAME_PLANE * case.body.tolerance_reach;
            let is_deepest = (deepest - separation.distance).abs() <= case.band + off || !has_points || case.has_middle_inside();
            found.unless("the first point is at another depth", is_deepest, || format!("{deepest} {separation:?}"));
        }
        CompositeRelation::Beyond { at_least } => {
            found.unless("beyond with a manifold", manifolds.is_empty(), || format!("{manifolds:?}"));
            if let Truth::Apart(least) = truth {
                found.unless("beyond the distance", *at_least <= least + case.band || one_sided, || format!("{at_least}, true is {least}"));
                let is_beyond = least >= case.margin - case.band || one_sided;
                found.unless("beyond, within the margin", is_beyond, || format!("{at_least}, true is {least}, margin {}", case.margin));
            }
        }
    }
    if truth == Truth::Overlap && !one_sided {
        let touches = manifolds.iter().flat_map(|manifold| &manifold.manifold.points).any(|point| point.touching);
        found.unless("touch without a point", touches, || format!("{relation:?} {manifolds:?}"));
    }
}

/// The distance and the overlap, which are of the sets.
fn check_sets<V: Space>(case: &Case<'_, V>, truth: Truth, scratch: &mut CompositeScratch<V>, found: &mut Found) {
    let unlimited = Settings::with_margin(V::Scalar::INFINITY);
    let (touches, apart) = (overlap(&case.pair(), &unlimited, scratch), distance(&case.pair(), &unlimited, scratch));
    match truth {
        Truth::Apart(least) => {
            found.unless("overlap", touches == Some(false), || format!("{touches:?}, true is {least}"));
            let CompositeDistance::Apart { separation, .. } = apart else {
                return found.unless("set distance", false, || format!("{apart:?}, true is {least}"));
            };
            let is_right = (separation.distance - least).abs() <= case.band;
            found.unless("set distance", is_right, || format!("{separation:?}, true is {least}"));
            let holds = separation.lower <= least + 0.1 * case.band && separation.upper >= least - 0.1 * case.band;
            found.unless("set bounds", holds, || format!("{separation:?}, true is {least}"));
        }
        Truth::Overlap => {
            found.unless("overlap", touches == Some(true), || format!("{touches:?}, they overlap"));
            found.unless("set distance", apart == CompositeDistance::Touching, || format!("{apart:?}, they overlap"));
        }
        Truth::Level | Truth::Unknown => {
            let agree = touches == Some(true) && apart == CompositeDistance::Touching
                || touches == Some(false) && matches!(apart, CompositeDistance::Apart { .. });
            found.unless("overlap and distance disagree", agree, || format!("{touches:?} {apart:?}"));
        }
    }
}
