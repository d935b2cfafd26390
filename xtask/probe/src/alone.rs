//! What must be true of one shape, and of points and rays that meet it.

use clinch::contact::{Memory, Pair, Relation, Scratch, Settings, measure};
use clinch::shapes::{Convex, Point};
use clinch::support::{Pose, Rotation, Scalar, SupportMap, Vector};

use crate::doors::hash_of;
use crate::subject::Soaked;

/// Bounds, ball, interior, faces and, if asked, volume. `tame`: no number is absurd.
pub fn check<V: Soaked>(shape: &V::Shape, pose: &Pose<V::Wide>, moments: bool, tame: bool, wrong: &mut Vec<String>) {
    let mut unless = |right: bool, what: &str| {
        if !right {
            wrong.push(format!("{what}: {shape:?}"));
        }
    };
    let bounds = shape.bounds(pose);
    let ball = shape.bounding_ball();
    unless(hash_of(&shape.bounds(pose)) == hash_of(&bounds), "bounds: asked again, others");
    let ordered = (0..V::DIM).all(|axis| !(bounds.min.get(axis) > bounds.max.get(axis)));
    unless(ordered, "bounds: inside out");
    unless(!(ball.radius < 0.0), "bounding ball: a negative radius");
    unless(shape.radius_wide() >= 0.0 || !tame, "a negative radius");
    unless(shape.error() >= V::Scalar::ZERO, "an error below zero");
    let endless = !ball.radius.is_finite() || !shape.radius_about_center().is_finite();

    let mut face = clinch::shapes::Face::new();
    let directions = (0..V::DIM).flat_map(|axis| [V::Wide::unit(axis), -V::Wide::unit(axis)]);
    let diagonal = V::Wide::from_fn(|axis| 0.3 + 0.4 * axis as f64);
    for direction in directions.chain([diagonal, -diagonal]) {
        let tip = shape.support_wide(direction).point;
        shape.face(V::narrow(direction), &mut face);
        let point = shape.vertex_wide(clinch::support::VertexId::new(0));
        unless(point.is_none_or(|point| point.is_finite() || !tame), "a vertex that is none");
        if endless {
            continue;
        }
        unless(tip.is_finite() || !tame, "a support point that is none");
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
        unless(corners, "face: a corner that is none");
    }
    if tame && !endless {
        let middle = Point::new(shape.interior());
        let held = middle.is_ok_and(|middle| {
            let pair = Pair::<V, _, _> { a: shape, b: &middle, b_in_a: Pose::IDENTITY };
            let measured = measure(&pair, &Settings::with_margin(V::Scalar::INFINITY), &mut Memory::new(), &mut Scratch::new());
            matches!(measured.relation, Relation::Near(near) if near.distance <= 1e-5 * (ball.radius + ball.center.max_abs()))
        });
        unless(held, "interior: outside");
    }
    if moments {
        let found = shape.moments();
        unless(hash_of(&found) == hash_of(&shape.moments()), "moments: asked again, others");
        unless(found.is_some() || endless || !tame, "moments: none of a shape that ends");
        if let Some(found) = found.filter(|_| tame && !endless) {
            let upright = shape.bounds(&Pose::new(<V::Wide as Vector>::Rotation::IDENTITY, V::Wide::ZERO));
            let sides = upright.max - upright.min;
            let most = (0..V::DIM).fold(1.0, |product, axis| product * sides.get(axis));
            unless(
                found.volume() >= 0.0 && found.volume() <= most * (1.0 + 1e-3) + 1e-9 * ball.radius.powi(V::DIM as i32),
                "moments: a volume that it cannot have",
            );
            let (centroid, slack) = (found.centroid(), 1e-2 * ball.radius);
            let inside = (0..V::DIM)
                .all(|axis| upright.min.get(axis) - slack <= centroid.get(axis) && centroid.get(axis) <= upright.max.get(axis) + slack);
            unless(inside, "moments: a centroid outside of the bounds");
        }
    }
}
