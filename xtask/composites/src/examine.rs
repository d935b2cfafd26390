//! One pair: places it, and checks its contacts, its distance and its overlap.

use clinch_composite_contact::{
    CompositeDistance, CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide, distance, overlap,
};
use clinch_contact::{Pair, Settings};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::distributions::Digits;
use clinch_testkit::grade::{TOLERANCE_F32_POLYTOPES, TOLERANCE_F64};
use clinch_testkit::oracle::{NearPart, Polytope};
use clinch_testkit::pair_file::{PoseSpec, Query, ShapeSpec, SidesSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::block::{BLOCK, Block, Body, Subject};
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

/// The faults of one pair.
#[derive(Debug, Default)]
pub(crate) struct Found(pub(crate) Vec<(&'static str, String)>);

impl Found {
    pub(crate) fn unless(&mut self, what: &'static str, holds: bool, found: impl FnOnce() -> String) {
        if !holds {
            self.0.push((what, found()));
        }
    }
}

/// What the program answers for a pair without a past.
#[derive(Clone, Debug)]
pub(crate) struct Answer<V: Vector> {
    pub(crate) relation: CompositeRelation<V>,
    pub(crate) manifolds: Vec<CompositeManifold<V>>,
}

impl<V: Space> Answer<V> {
    pub(crate) fn new(
        a: &V::CompositeShape,
        case: &Case<'_, V>,
        settings: &Settings<V::Scalar>,
        scratch: &mut CompositeScratch<V>,
    ) -> Self {
        let mut manifolds = Vec::new();
        let pair = Pair { a, b: case.body.convex(), b_in_a: case.b_in_a };
        let relation = collide(&pair, settings, &mut CompositeMemory::new(), scratch, &mut manifolds);
        Self { relation, manifolds }
    }
}

/// A body at a pose.
pub(crate) struct Case<'b, V: Space> {
    pub(crate) block: &'b Block<V>,
    pub(crate) body: &'b Body<V>,
    pub(crate) pose: PoseSpec,
    pub(crate) b_in_a: Pose<V::Wide>,
    /// S.
    pub(crate) extent: f64,
    /// By how much lengths may be off.
    pub(crate) band: f64,
    pub(crate) margin: f64,
}

/// What is true of the two as sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Truth {
    Apart(f64),
    /// Within rounding of touching.
    Level,
    /// They overlap, or the body is inside of a solid.
    Overlap,
    /// The oracle is too slow for this body, or not certain, or the body is partly below a height
    /// field.
    Unknown,
}

impl<V: Space> Subject<V> {
    /// What is true of this shape and a body in the oracle's frame.
    pub(crate) fn truth_of(&self, body: &Polytope, band: f64) -> Truth {
        let NearPart { distance: least, err, .. } = self.truth.least(body, -band);
        if err > band {
            Truth::Unknown
        } else if least < -band {
            Truth::Overlap
        } else if least <= band {
            Truth::Level
        } else if self.sides != SidesSpec::Solid {
            Truth::Apart(least)
        } else {
            match self.truth.encloses_body(body) {
                Some(true) => Truth::Overlap,
                Some(false) => Truth::Apart(least),
                None => Truth::Unknown,
            }
        }
    }
}

impl<V: Space> Subject<V> {
    /// Whether this is a solid height field, and parts of bodies are beyond its border.
    pub(crate) fn is_below_border(&self, bodies: &[Polytope]) -> bool {
        let ShapeSpec::Heightfield { scale, sides: SidesSpec::Solid, .. } = &self.spec else { return false };
        let is_out = |place: &DVec3| {
            let out = place.abs() - 0.5 * scale.to_vec3();
            out.x > 0.0 || V::DIM == 3 && out.z > 0.0
        };
        bodies.iter().flat_map(Polytope::vertices).any(is_out)
    }

    /// Whether a body overlaps a part by more than rounding.
    pub(crate) fn touches_part(&self, body: &Polytope, band: f64) -> bool {
        let NearPart { distance, err, .. } = self.truth.least(body, -band);
        distance < -band - err
    }
}

impl<V: Space> Case<'_, V> {
    pub(crate) fn a(&self) -> &Subject<V> {
        &self.block.a
    }

    pub(crate) fn pair(&self) -> Pair<V, &V::CompositeShape, &dyn Convex<V>> {
        Pair { a: &self.a().shape, b: self.body.convex(), b_in_a: self.b_in_a }
    }

    /// The body for the oracle.
    pub(crate) fn placed(&self) -> Option<Polytope> {
        self.a().placed(&self.body.spec, &self.pose)
    }

    pub(crate) fn truth(&self) -> Truth {
        self.placed().map_or(Truth::Unknown, |body| self.a().truth_of(&body, self.band))
    }

    pub(crate) fn settings(&self) -> Settings<V::Scalar> {
        Settings::with_margin(V::Scalar::narrow(self.margin))
    }

    /// The middle of the body is inside of a solid: its contact leads to the nearest place outside.
    fn has_middle_inside(&self) -> bool {
        let middle = self.pose.translation() + self.a().origin + self.pose.matrix() * V::space(self.body.convex().interior().widen());
        self.a().truth.encloses(middle) || self.a().truth.outside_all(middle) <= 0.0
    }

    /// Contacts of the surface are not those of the set: it has one side, or it is a height field
    /// that the body is partly beside.
    pub(crate) fn is_one_sided(&self) -> bool {
        let is_beside = || self.placed().is_none_or(|body| self.a().is_below_border(&[body]));
        self.a().sides == SidesSpec::One || is_beside()
    }

    /// The same pair with B moved.
    pub(crate) fn moved(&self, by: DVec3) -> Self {
        let t = Some(clinch_testkit::pair_file::Coords::of(self.pose.translation() + by, V::DIM));
        let pose = PoseSpec { t, ..self.pose };
        Self { pose, b_in_a: V::wide_pose(&pose), ..*self }
    }

    /// A query of a pair file, in the oracle's frame.
    fn query(&self) -> Query {
        let t = Some(clinch_testkit::pair_file::Coords::of(self.pose.translation() + self.a().origin, V::DIM));
        let b = (self.body.spec.clone(), PoseSpec { t, ..self.pose });
        Query { prediction: Some(self.margin), ..Query::contact(V::DIM, (self.a().spec.clone(), PoseSpec::default()), b) }
    }
}

/// The tolerance, in parts of S.
pub(crate) fn tolerance(digits: Digits) -> f64 {
    match digits {
        Digits::Single => TOLERANCE_F32_POLYTOPES,
        Digits::Double => TOLERANCE_F64,
    }
}

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
            let deepest = manifolds.first().map_or(f64::NAN, |manifold| manifold.manifold.separation().widen());
            let off = CLIPPED * case.extent + SAME_PLANE * case.body.reach;
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
