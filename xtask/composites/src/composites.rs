//! Two composite shapes.

use clinch_composite_contact::{CompositeRelation, CompositeScratch, collide_composites};
use clinch_contact::{Pair, Settings};
use clinch_support::{Pose, Scalar};
use clinch_testkit::distributions::Digits;
use clinch_testkit::oracle::Polytope;
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, RotationSpec, SidesSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::block::{Block, Subject};
use crate::case::{Found, Truth, tolerance};
use crate::shapes::Draw;
use crate::space::Space;

/// Checks the contacts of the block's two shapes. Returns the query.
pub(crate) fn check<V: Space>(
    block: &Block<V>,
    digits: Digits,
    random: &mut Random,
    scratch: &mut CompositeScratch<V>,
    found: &mut Found,
) -> Query {
    let (a, b) = (&block.a, &block.other);
    let mut draw = Draw { random, dim: V::DIM, digits, size: block.size };
    let rotation = draw.rotation();
    let (at, normal) = a.truth.draw_place(draw.random);
    let along = if draw.random.chance(0.5) { normal } else { draw.random.direction(V::DIM) };
    // The oracle's frames: B's origin is elsewhere in the program.
    let pose = |t: DVec3| PoseSpec { t: Some(Coords::of(t, V::DIM)), rotation };
    let mut t = at + along * (b.reach * draw.random.range(0.0, 2.0));
    if let (least, Some(normal)) = least(a, &b.truth.placed(&pose(t), DVec3::ZERO))
        && least > 0.0
    {
        let gap = draw.random.pick(&[0.1, 1e-3, 1e-6, 0.0, -1e-6, -1e-3, -0.1]);
        t -= normal * (least - gap * b.reach);
    }
    let pose = pose(t);
    let extent = a.reach + b.reach + t.length();
    let band = tolerance(digits) * extent;
    let margin = digits.round(draw.random.pick(&[0.0, 0.1]) * b.reach);
    let placed = b.truth.placed(&pose, DVec3::ZERO);
    let truth = truth_of(block, &placed, &pose, band);
    // From the program's frame of B to that of A.
    let b_at = pose.translation() + pose.matrix() * b.origin - a.origin;
    let b_in_a = V::wide_pose(&PoseSpec { t: Some(Coords::of(b_at, V::DIM)), rotation });
    let settings = Settings::with_margin(V::Scalar::narrow(margin));
    let mut manifolds = Vec::new();
    let relation = collide_composites(&Pair { a: &a.shape, b: &b.shape, b_in_a }, &settings, scratch, &mut manifolds);
    let of_a = a.truth.placed(&inverse_pose(&pose, V::DIM), DVec3::ZERO);
    // The larger of the two is the surface.
    let one_sided = [a.sides, b.sides].contains(&SidesSpec::One) || a.is_below_border(&placed) || b.is_below_border(&of_a);
    let has_points = !manifolds.is_empty() && manifolds.iter().all(|manifold| !manifold.manifold.points.is_empty());
    match &relation {
        CompositeRelation::Undefined => found.unless("composites: undefined", false, || format!("{truth:?}")),
        CompositeRelation::Near { separation, .. } => {
            found.unless("composites: near without a point", has_points, || format!("{separation:?}"));
            if let Truth::Apart(least) = truth {
                let off = separation.distance - least;
                let is_right = off >= -band && (off <= band || one_sided);
                found.unless("composites: distance", is_right, || format!("{separation:?}, true is {least}"));
                let holds = separation.upper >= least - band && (separation.lower <= least + band || one_sided);
                found.unless("composites: bounds", holds, || format!("{separation:?}, true is {least}"));
            }
        }
        CompositeRelation::Beyond { at_least } => {
            found.unless("composites: beyond with a manifold", manifolds.is_empty(), || format!("{manifolds:?}"));
            if let Truth::Apart(least) = truth {
                let holds = (*at_least <= least + band && least >= margin - band) || one_sided;
                found.unless("composites: beyond", holds, || format!("{at_least}, true is {least}, margin {margin}"));
            }
        }
    }
    if truth == Truth::Overlap && !one_sided {
        let touches = manifolds.iter().any(|manifold| manifold.manifold.is_touching());
        let is_near = matches!(relation, CompositeRelation::Near { separation, .. } if separation.is_touching());
        found.unless("composites: touch without a point", touches && is_near, || format!("{} {relation:?}", least(a, &placed).0));
    }
    if !one_sided
        && let (Truth::Apart(_), CompositeRelation::Near { separation, .. }) = (truth, &relation)
        && let Some([distance, slack]) = swapped(block, &b_in_a, &settings, scratch)
    {
        found.unless("composites: swapped", (separation.distance - distance).abs() <= slack, || format!("{separation:?} {distance}"));
    }
    Query { prediction: Some(margin), ..Query::contact(V::DIM, (a.spec.clone(), PoseSpec::default()), (b.spec.clone(), pose)) }
}

/// The distance of B and A, and by how much it may be off by rounding.
fn swapped<V: Space>(
    block: &Block<V>,
    b_in_a: &Pose<V::Wide>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Option<[f64; 2]> {
    let (a, b) = (&block.a, &block.other);
    let a_in_b = Pose::<V::Wide>::IDENTITY.relative_to(b_in_a);
    let other = collide_composites(&Pair { a: &b.shape, b: &a.shape, b_in_a: a_in_b }, settings, scratch, &mut Vec::new());
    let extent = a.reach + b.reach + V::space(b_in_a.translation).length();
    let CompositeRelation::Near { separation, .. } = other else { return None };
    Some([separation.distance, 64.0 * V::Scalar::EPSILON.widen() * extent])
}

/// The least signed distance of bodies from a shape, and the normal there.
fn least<V: Space>(a: &Subject<V>, bodies: &[Polytope]) -> (f64, Option<DVec3>) {
    let all = bodies.iter().map(|body| a.truth.least(body, f64::NEG_INFINITY));
    let least = all.reduce(|one, other| if other.distance < one.distance { other } else { one });
    least.map_or((f64::NAN, None), |least| (least.distance, Some(least.normal)))
}

fn inverse(rotation: RotationSpec) -> RotationSpec {
    match rotation {
        RotationSpec::Quaternion([x, y, z, w]) => RotationSpec::Quaternion([-x, -y, -z, w]),
        RotationSpec::CosSin(cos, sin) => RotationSpec::CosSin(cos, -sin),
        RotationSpec::Angle(angle) => RotationSpec::Angle(-angle),
        RotationSpec::Identity => RotationSpec::Identity,
    }
}

/// The pose of A in the frame of B, from that of B in the frame of A.
fn inverse_pose(pose: &PoseSpec, dim: usize) -> PoseSpec {
    let inverse = PoseSpec { t: None, rotation: inverse(pose.rotation) };
    PoseSpec { t: Some(Coords::of(-(inverse.matrix() * pose.translation()), dim)), ..inverse }
}

fn truth_of<V: Space>(block: &Block<V>, placed: &[Polytope], pose: &PoseSpec, band: f64) -> Truth {
    let (a, b) = (&block.a, &block.other);
    let (distance, _) = least(a, placed);
    if distance < -band {
        return Truth::Overlap;
    }
    if distance <= band {
        return Truth::Level;
    }
    let of_a = a.truth.placed(&inverse_pose(pose, V::DIM), DVec3::ZERO);
    let is_in = |solid: &Subject<V>, bodies: &[Polytope]| {
        let mut inside =
            bodies.iter().map(|body| if solid.sides == SidesSpec::Solid { solid.truth.encloses_body(body) } else { Some(false) });
        inside.try_fold(false, |any, one| Some(any || one?))
    };
    match (is_in(a, placed), is_in(b, &of_a)) {
        (Some(false), Some(false)) => Truth::Apart(distance),
        (Some(_), Some(_)) => Truth::Overlap,
        _ => Truth::Unknown,
    }
}
