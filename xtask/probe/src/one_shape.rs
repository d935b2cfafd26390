//! What must be true of one shape.

use clinch::contact::{Memory, Pair, Relation, Scratch, Settings, measure};
use clinch::shapes::{Convex, Point};
use clinch::support::{Pose, Rotation, Scalar, SupportMap, Vector};

use crate::api::hash_of;
use crate::subject::Probed;

/// Checks bounds, bounding ball, interior point, faces and, with `moments`, mass properties.
/// `tame`: no number is extreme.
pub fn check<V: Probed>(shape: &V::Shape, pose: &Pose<V::Wide>, moments: bool, tame: bool, wrong: &mut Vec<String>) {
    let mut unless = |right: bool, what: &str| {
        if !right {
            wrong.push(format!("{what}: {shape:?}"));
        }
    };
    let bounds = shape.bounds(pose);
    let ball = shape.bounding_ball();
    unless(hash_of(&shape.bounds(pose)) == hash_of(&bounds), "bounds: different the second time");
    let ordered = (0..V::DIM).all(|axis| !(bounds.min.get(axis) > bounds.max.get(axis)));
    unless(ordered, "bounds: the minimum exceeds the maximum");
    unless(!(ball.radius < 0.0), "bounding ball: a negative radius");
    unless(shape.radius_wide() >= 0.0 || !tame, "a negative radius");
    unless(shape.error() >= V::Scalar::ZERO, "a negative error");
    let unbounded = !ball.radius.is_finite() || !shape.radius_about_center().is_finite();

    let mut face = clinch::shapes::Face::new();
    let directions = (0..V::DIM).flat_map(|axis| [V::Wide::unit(axis), -V::Wide::unit(axis)]);
    let diagonal = V::Wide::from_fn(|axis| 0.3 + 0.4 * axis as f64);
    for direction in directions.chain([diagonal, -diagonal]) {
        let tip = shape.support_wide(direction).point;
        shape.face(V::narrow(direction), &mut face);
        let point = shape.vertex_wide(clinch::support::VertexId::new(0));
        unless(point.is_none_or(|point| point.is_finite() || !tame), "a vertex is not finite");
        if unbounded {
            continue;
        }
        unless(tip.is_finite() || !tame, "a support point is not finite");
        if !tip.is_finite() || !tame {
            continue;
        }
        let out = direction * direction.length().recip() * shape.radius_wide();
        let farthest = tip + out;
        let slack = 64.0 * f64::EPSILON * (farthest.max_abs() + ball.radius + pose.translation.max_abs());
        unless((farthest - ball.center).length() <= ball.radius + slack, "bounding ball: a point of the shape is outside");
        let world = pose.point(farthest);
        let inside =
            (0..V::DIM).all(|axis| bounds.min.get(axis) - slack <= world.get(axis) && world.get(axis) <= bounds.max.get(axis) + slack);
        unless(inside, "bounds: a point of the shape is outside");
        let corners = face.corners.iter().all(|corner| corner.point.is_finite());
        unless(corners, "face: a corner is not finite");
    }
    if tame && !unbounded {
        let middle = Point::new(shape.interior());
        let is_inside = middle.is_ok_and(|middle| {
            let pair = Pair::<V, _, _> { a: shape, b: &middle, b_in_a: Pose::IDENTITY };
            let measured = measure(&pair, &Settings::with_margin(V::Scalar::INFINITY), &mut Memory::new(), &mut Scratch::new());
            matches!(measured.relation, Relation::Near(near) if near.distance <= 1e-5 * (ball.radius + ball.center.max_abs()))
        });
        unless(is_inside, "interior: a point outside");
    }
    if moments {
        let found = shape.moments();
        unless(hash_of(&found) == hash_of(&shape.moments()), "moments: different the second time");
        unless(found.is_some() || unbounded || !tame, "moments: none of a bounded shape");
        if let Some(found) = found.filter(|_| tame && !unbounded) {
            let upright = shape.bounds(&Pose::new(<V::Wide as Vector>::Rotation::IDENTITY, V::Wide::ZERO));
            let sides = upright.max - upright.min;
            let most = (0..V::DIM).fold(1.0, |product, axis| product * sides.get(axis));
            unless(
                found.volume() >= 0.0 && found.volume() <= most * (1.0 + 1e-3) + 1e-9 * ball.radius.powi(V::DIM as i32),
                "moments: an impossible volume",
            );
            let (centroid, slack) = (found.centroid(), 1e-2 * ball.radius);
            let inside = (0..V::DIM)
                .all(|axis| upright.min.get(axis) - slack <= centroid.get(axis) && centroid.get(axis) <= upright.max.get(axis) + slack);
            unless(inside, "moments: the centroid is outside of the bounds");
        }
    }
}
