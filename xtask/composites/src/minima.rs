//! The contacts of bodies that are apart: each is a local minimum of the distance, and none is
//! missing.
//!
//! * Balls and capsules as they are. Boxes get a contact skin: a box that touches with its skin is
//!   apart with its core, so the same is true of it.
//! * Contacts are compared with those of all parts near the body, by brute force.

use clinch_composite_contact::{CompositeManifold, CompositeScratch};
use clinch_contact::Settings;
use clinch_support::Scalar;
use clinch_testkit::oracle::{MinimumClaim, NearPart};
use clinch_testkit::pair_file::{ShapeSpec, SidesSpec};
use glam::DVec3;

use crate::case::{Answer, Case, Found};
use crate::shapes::Kind;
use crate::space::Space;

/// The sine of 0.1°, by which a normal may be off.
const TURNED: f64 = 1.745e-3;

/// The sine of 4.1°: contacts whose normals differ by up to 2° are in one manifold, whose normal is
/// that of the deepest.
const JOINED: f64 = 0.0715;

/// How far a point of a manifold may be from the shape, in parts of S, as in the soak of convex
/// shapes.
const ON_SHAPE: f64 = 2e-7;

/// Features are level, and parts flush, up to this angle, or part of the body's reach.
const LEVEL: f64 = 2.0 / (1 << 20) as f64;

/// Rounding errors of points in the scalar, relative to their coordinates and the reach of the
/// body: those of a certificate.
const ROUNDING: f64 = 8.0;

/// The contact skin of a box, in parts of its reach.
const SKIN: f64 = 0.0625;

/// Whether the contacts of this pair were checked.
pub(crate) fn check<V: Space>(case: &Case<'_, V>, answer: &Answer<V>, scratch: &mut CompositeScratch<V>, found: &mut Found) -> bool {
    if case.body.is_round() {
        return check_manifolds(case, &answer.manifolds, [case.margin, radius_of(&case.body.spec)], found);
    }
    if !case.body.is_box() {
        return false;
    }
    let skin_b = V::Scalar::narrow(SKIN * case.body.reach);
    let settings = Settings { skin_b, ..case.settings() };
    let answer = Answer::new(&case.a().shape, case, &settings, scratch);
    check_manifolds(case, &answer.manifolds, [case.margin + skin_b.widen(), skin_b.widen()], found)
}

/// `within` is the distance up to which there are contacts, and `swept` the radius of the body, or
/// its skin.
fn check_manifolds<V: Space>(case: &Case<'_, V>, manifolds: &[CompositeManifold<V>], [within, swept]: [f64; 2], found: &mut Found) -> bool {
    let truth = &case.a().truth;
    let Some(body) = case.placed() else { return false };
    let near = truth.near(&body, within + case.band + 1e-3 * case.body.reach);
    // Where cores nearly touch, normals are rounding.
    let radius = radius_of(&case.body.spec);
    let least = 1e-8 * case.extent;
    if near.is_empty() || near.iter().any(|near| near.point.is_none() || near.distance + radius <= least) {
        return false;
    }
    // From inside of a solid a body leaves by the nearest place, which is no minimum.
    if case.a().sides == SidesSpec::Solid && case.a().truth.encloses_body(&body) != Some(false) {
        return false;
    }
    // Points are in the scalar.
    let slack = 16.0 * V::Scalar::EPSILON.widen() * case.extent + 1e-12 * case.extent;
    // Of parts that overlap in any way, a contact is dropped only if others cover it for certain.
    let may_have_ghosts = matches!(case.block.kind, Kind::Compound | Kind::Soup);
    for manifold in manifolds.iter().filter(|_| !may_have_ghosts) {
        if let Some(ghost) = ghost_of(case, manifold, &near, [slack, swept]) {
            found.unless("ghost", false, || format!("{ghost}: {manifold:?}, near {near:?}"));
        }
    }
    if case.body.is_round() && !case.is_one_sided() && !is_capsule(&case.body.spec) {
        let is_strict = |part: &&NearPart| part.distance < within - case.band && is_strict(case, part, &near);
        for part in near.iter().filter(is_strict).filter(|part| !is_seen_from_inside(case, part)) {
            let has = |manifold: &CompositeManifold<V>| (V::space(manifold.manifold.normal.widen()) - part.normal).length() <= JOINED;
            found.unless("missing minimum", manifolds.iter().any(has), || format!("{part:?}, of {manifolds:?}"));
        }
    }
    true
}

fn is_capsule(shape: &ShapeSpec) -> bool {
    matches!(shape, ShapeSpec::Capsule { .. })
}

fn radius_of(shape: &ShapeSpec) -> f64 {
    match shape {
        ShapeSpec::Sphere { radius } | ShapeSpec::Circle { radius } | ShapeSpec::Capsule { radius, .. } => *radius,
        _ => 0.0,
    }
}

/// Whether no other part that has the nearest point of one is nearer at all. Of parts with unknown
/// neighbours those that have it to within the tolerance of a certificate count, too.
fn is_strict<V: Space>(case: &Case<'_, V>, part: &NearPart, near: &[NearPart]) -> bool {
    let Some(point) = part.point else { return false };
    let has_cones = !matches!(case.block.kind, Kind::Compound | Kind::Soup | Kind::Flush);
    let slack = 1e-9 * case.extent + if has_cones { 0.0 } else { certificate_slack(case, point) };
    let claim = MinimumClaim { normal: part.normal, points: &[point], slack, nearer: 0.0, turned: 0.0, tried_with: None };
    case.a().truth.is_minimum(near, &claim)
}

/// How far from a part a point may be that the part covers: a part of the body's reach, and the
/// rounding of points in the scalar.
fn certificate_slack<V: Space>(case: &Case<'_, V>, point: DVec3) -> f64 {
    let reach = case.body.tolerance_reach;
    let coordinates = (point - case.a().origin).abs().max_element();
    LEVEL * reach + ROUNDING * V::Scalar::EPSILON.widen() * (coordinates + reach)
}

/// Whether a contact is at a local minimum for a body that is moved or turned by little, or not at
/// all: a contact beside a face has the normal of the face up to a tolerance, and one at an edge or
/// a vertex has a normal that is in the cone there up to an angle. If the body is turned by as
/// much, it is in the cone. `places` are those of the contact, before the motion. They are in the
/// scalar, but the places of the parts that are nearest to them are not: whether these are minima
/// is a matter of rounding in `f64`.
fn is_minimum_nearby<V: Space>(case: &Case<'_, V>, claim: &MinimumClaim<'_>, places: &[DVec3]) -> bool {
    let step = 2.0 * LEVEL * case.body.tolerance_reach;
    let across = if V::DIM == 2 { DVec3::Z } else { claim.normal.any_orthonormal_vector() };
    let along = claim.normal.cross(across);
    let around = if V::DIM == 2 {
        vec![along, -along]
    } else {
        vec![across, -across, along, -along, across + along, across - along, along - across, -across - along]
    };
    let mut ways = core::iter::once(DVec3::ZERO).chain(around.iter().copied());
    if ways.any(|way| is_minimum_of(case, &case.moved(way * step), claim, places, way * step)) {
        return true;
    }
    // About each place of the contact, which stays where it is.
    let axes = if V::DIM == 2 { vec![DVec3::Z, -DVec3::Z] } else { around };
    let is_minimum = |axis: DVec3, place: DVec3| {
        let turned = case.turned(axis * LEVEL, place - case.a().origin);
        is_minimum_of(case, &turned, claim, places, DVec3::ZERO)
    };
    axes.into_iter().any(|axis| places.iter().any(|&place| is_minimum(axis, place)))
}

/// Whether a contact is at a local minimum for a body elsewhere, whose places have moved `by`.
fn is_minimum_of<V: Space>(case: &Case<'_, V>, elsewhere: &Case<'_, V>, claim: &MinimumClaim<'_>, places: &[DVec3], by: DVec3) -> bool {
    let (truth, step) = (&case.a().truth, 2.0 * LEVEL * case.body.tolerance_reach);
    let Some(body) = elsewhere.placed() else { return false };
    let near = truth.near(&body, f64::INFINITY);
    let is_here = |point: &DVec3| claim.points.iter().any(|at| at.distance(*point) <= 8.0 * step + claim.slack);
    let has_normal = |part: &&NearPart| (part.normal - claim.normal).length() <= claim.turned;
    // Of parallel features all points are nearest: those that move with the body, too.
    let on_part = |part: &NearPart| {
        let moved = places.iter().flat_map(|&place| [place + by * 0.5, place + by]);
        let nearest = moved.map(|place| truth.nearest_of(part.part, place)).chain(part.point);
        nearest.filter(is_here).collect::<Vec<_>>()
    };
    let points: Vec<DVec3> = near.iter().filter(has_normal).flat_map(on_part).collect();
    let exact = 1e-12 * case.extent;
    truth.is_minimum(&near, &MinimumClaim { points: &points, slack: exact, nearer: exact, tried_with: Some(&body), ..*claim })
}

/// The points of a contact, and places between them: the middle of each two and of each three.
fn places_between(at: &[DVec3]) -> Vec<DVec3> {
    let mut places = Vec::new();
    for (i, &one) in at.iter().enumerate() {
        for (j, &two) in at.iter().enumerate().skip(i) {
            places.extend(at[j..].iter().map(|&three| if i == j { (one + three) / 2.0 } else { (one + two + three) / 3.0 }));
        }
    }
    places
}

/// Whether a body sees a part through another wall of the solid.
fn is_seen_from_inside<V: Space>(case: &Case<'_, V>, part: &NearPart) -> bool {
    let off = part.normal * (1e-6 * case.body.reach);
    case.a().sides == SidesSpec::Solid && part.point.is_some_and(|point| case.a().truth.encloses(point + off))
}

/// Whether a part of a mesh is the one that a manifold names. That one has the contact, and its
/// nearest point may be beside all points of the manifold, which other parts of its plane have,
/// too: parallel needles, one behind the other by less than the tolerance of planes.
fn is_named<V: Space>(case: &Case<'_, V>, manifold: &CompositeManifold<V>, part: &NearPart) -> bool {
    let is_mesh = matches!(case.a().spec, ShapeSpec::Trimesh { .. });
    is_mesh && manifold.sub_shapes[0].is_some_and(|named| named.0 as usize == part.part)
}

/// What is wrong with a manifold, if it is at no local minimum. `swept` is the radius of the body,
/// or its skin.
fn ghost_of<V: Space>(
    case: &Case<'_, V>,
    manifold: &CompositeManifold<V>,
    near: &[NearPart],
    [slack, swept]: [f64; 2],
) -> Option<&'static str> {
    let points = &manifold.manifold.points;
    let at: Vec<DVec3> = points.iter().map(|point| V::space(point.on_a.widen()) + case.a().origin).collect();
    if at.is_empty() {
        return Some("no point");
    }
    let middle = at.iter().sum::<DVec3>() / at.len() as f64;
    let normal = V::space(manifold.manifold.normal.widen());
    // A normal is that of a face also for a body that is beside it by a part of its reach.
    let cores = manifold.manifold.separation().widen() + swept;
    let turned = TURNED + LEVEL * case.body.tolerance_reach / cores.max(f64::MIN_POSITIVE);
    // The nearest point of a part may have been left out, if it is between others, and a point may
    // be off by as much as it may be from the shape.
    let off = slack + ON_SHAPE * case.extent;
    let width = at.iter().fold(off, |width: f64, point| width.max(point.distance(middle)));
    let has_normal = |part: &&NearPart| (part.normal - normal).length() <= turned;
    let is_between = |part: &NearPart, point: DVec3| point.distance(middle) <= width || is_named(case, manifold, part);
    let between = near.iter().filter(has_normal).filter_map(|part| part.point.filter(|&point| is_between(part, point)));
    let between: Vec<DVec3> = between.collect();
    let places: Vec<DVec3> = at.iter().copied().chain([middle]).chain(between).collect();
    let claim = MinimumClaim { normal, points: &places, slack, nearer: slack, turned, tried_with: None };
    let between_points: Vec<DVec3> = places.iter().copied().chain(places_between(&at)).collect();
    if !case.a().truth.is_minimum(near, &claim)
        && !is_minimum_nearby(case, &MinimumClaim { points: &between_points, ..claim }, &between_points)
    {
        return Some("no local minimum");
    }
    let is_on = |place: &DVec3| case.a().truth.outside_all(*place) <= off;
    (!at.iter().all(is_on)).then_some("a point is not on the shape")
}
