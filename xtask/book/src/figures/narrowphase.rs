//! A scene as the broadphase sees it, and what the narrowphase answers.

use clinch::d2::{Circle, Polygon, Pose, Rectangle, Rotation, Shape, contact, manifold};
use clinch::shapes::{Convex, ShapeError};
use glam::{DVec2, Vec2};

use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

/// A shape at a pose, with its outline or, of a circle, its radius.
pub(crate) struct Body {
    pub(crate) shape: Shape,
    pub(crate) pose: Pose,
    outline: Vec<DVec2>,
    radius: f64,
}

impl Body {
    fn polygon(corners: &[(f32, f32)], pose: Pose) -> Result<Self, ShapeError> {
        let corners: Vec<Vec2> = corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
        let outline = corners.iter().map(|&corner| pose.point(corner)).collect();
        Ok(Self { shape: Polygon::new(&corners)?.into(), pose, outline, radius: 0.0 })
    }

    fn rectangle(half: Vec2, pose: Pose) -> Result<Self, ShapeError> {
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| pose.point(half * Vec2::new(x, y)));
        Ok(Self { shape: Rectangle::new(half)?.into(), pose, outline: corners.to_vec(), radius: 0.0 })
    }

    fn circle(radius: f32, center: Vec2) -> Result<Self, ShapeError> {
        let pose = Pose::at(center);
        Ok(Self { shape: Circle::new(radius)?.into(), pose, outline: vec![center.as_dvec2()], radius: f64::from(radius) })
    }
}

/// The bodies of the scene.
pub(crate) fn bodies() -> Result<[Body; 5], ShapeError> {
    Ok([
        Body::rectangle(Vec2::new(5.4, 0.4), Pose::IDENTITY)?,
        Body::rectangle(Vec2::splat(0.8), Pose::new(Rotation { cos: 0.8, sin: 0.6 }, Vec2::new(-2.6, 1.42)))?,
        Body::circle(0.7, Vec2::new(-0.8, 2.3))?,
        Body::polygon(&[(1.0, 0.375), (3.2, 0.375), (2.1, 2.0)], Pose::IDENTITY)?,
        Body::circle(0.6, Vec2::new(3.15, 1.5))?,
    ])
}

/// The boxes, the candidate pairs, the contacts and the distances.
pub(crate) fn draw() -> anyhow::Result<String> {
    let bodies = bodies()?;
    let mut sheet = Sheet::new(720, 330, "Five bodies: bounding boxes that overlap are candidate pairs, of which some touch");
    let plane = Plane::new(DVec2::new(20.0, 64.0), DVec2::new(-5.6, 3.4), 60.0);
    for body in &bodies {
        match body.outline[..] {
            [center] => {
                sheet.disc(plane.at(center), body.radius * 60.0, "light f-a");
                sheet.disc(plane.at(center), body.radius * 60.0, "l s-a");
            }
            _ => plane.shape(&mut sheet, &body.outline, "a"),
        }
        let bounds = body.shape.bounds(&body.pose.widen());
        let (low, high) = (bounds.min, bounds.max);
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        sheet.polygon(&plane.all(&corners), "l s-soft thin dash");
    }
    let mut counts = [0; 3];
    for (place, a) in bodies.iter().enumerate() {
        for b in &bodies[place + 1..] {
            counts[0] += 1;
            if a.shape.bounds(&a.pose.widen()).intersects(&b.shape.bounds(&b.pose.widen())) {
                counts[1] += 1;
                counts[2] += usize::from(draw_pair(&mut sheet, &plane, a, b));
            }
        }
    }
    let [all, candidates, touching] = counts;
    let text = format!("{all} pairs: the boxes of {candidates} overlap, {touching} touch");
    sheet.text(DVec2::new(360.0, 28.0), Anchor::Middle, "", &text);
    sheet.text(DVec2::new(360.0, 48.0), Anchor::Middle, "small f-soft", "red: contact points and normals · green: distance");
    Ok(sheet.finished())
}

/// The contact of a pair, or its distance. Whether it touches.
fn draw_pair(sheet: &mut Sheet, plane: &Plane, a: &Body, b: &Body) -> bool {
    let answer = contact(&a.shape, &a.pose, &b.shape, &b.pose);
    if !answer.is_touching() {
        let [from, to] = [answer.point_a, answer.point_b].map(Vec2::as_dvec2);
        plane.line(sheet, from, to, "s-good");
        plane.dot(sheet, from, "good");
        plane.dot(sheet, to, "good");
        plane.label(sheet, (from + to) / 2.0, DVec2::new(6.0, 14.0), &format!("{:.3}", answer.distance));
        return false;
    }
    let manifold = manifold(&a.shape, &a.pose, &b.shape, &b.pose, 0.0);
    let normal = a.pose.vector(manifold.normal);
    for point in &manifold.points {
        let at = a.pose.point(point.on_a);
        plane.arrow(sheet, at, at + normal * 0.7, "d");
        plane.dot(sheet, at, "d");
    }
    true
}
