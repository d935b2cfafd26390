//! A ball over a joint of two segments: each segment by itself, the chain, and a valley.

use clinch::d2::{Chain, Circle, Pose, Segment, contact, manifolds};
use glam::{DVec2, Vec2};

use crate::plane::Plane;
use crate::sheet::{Anchor, Sheet};

/// The corners of the floors, from right to left, so that their front is up.
const FLAT: [Vec2; 4] = [Vec2::new(2.0, 0.0), Vec2::new(0.0, 0.0), Vec2::new(-1.0, 0.0), Vec2::new(-2.0, 0.0)];
const VALLEY: [Vec2; 3] = [Vec2::new(2.0, 1.0), Vec2::new(0.0, 0.0), Vec2::new(-2.0, 1.0)];

/// One panel for each.
pub(crate) fn draw() -> anyhow::Result<String> {
    let mut sheet = Sheet::new(720, 232, "The contacts of a ball with segments one by one, with the chain of them, and with a valley");
    let ball = Circle::new(1.0)?;
    let (over_joint, in_valley) = (Pose::at(Vec2::new(0.3, 0.9)), Pose::at(Vec2::new(0.0, 1.06)));
    let panel = |place: usize| Plane::new(DVec2::new(24.0 + 236.0 * place as f64, 50.0), DVec2::new(-2.0, 2.1), 50.0);
    let title = |sheet: &mut Sheet, place: usize, title: &str, below: &str| {
        let middle = 124.0 + 236.0 * place as f64;
        sheet.text(DVec2::new(middle, 28.0), Anchor::Middle, "", title);
        sheet.text(DVec2::new(middle, 220.0), Anchor::Middle, "small", below);
    };

    let plane = panel(0);
    draw_scene(&mut sheet, &plane, &FLAT, &over_joint);
    let mut normals = 0;
    for ends in FLAT.windows(2) {
        let answer = contact(&Segment::new(ends[0], ends[1])?, &Pose::IDENTITY, &ball, &over_joint);
        if answer.is_touching() {
            normals += 1;
            arrow(&mut sheet, &plane, answer.point_a.as_dvec2(), answer.normal.as_dvec2());
        }
    }
    title(&mut sheet, 0, "each segment by itself", &format!("{normals} normals, one of them wrong"));

    for (place, corners, pose, name) in [(1, &FLAT[..], over_joint, "the chain"), (2, &VALLEY[..], in_valley, "a valley")] {
        let plane = panel(place);
        draw_scene(&mut sheet, &plane, corners, &pose);
        let found = manifolds(&Chain::open(corners.to_vec())?, &Pose::IDENTITY, &ball, &pose, 0.0);
        for of_part in &found {
            for point in &of_part.manifold.points {
                arrow(&mut sheet, &plane, point.on_a.as_dvec2(), of_part.manifold.normal.as_dvec2());
            }
        }
        let text =
            if found.len() == 1 { "1 normal: that of the floor".to_owned() } else { format!("{} normals, both of them real", found.len()) };
        title(&mut sheet, place, name, &text);
    }
    Ok(sheet.finished())
}

fn draw_scene(sheet: &mut Sheet, plane: &Plane, corners: &[Vec2], ball: &Pose) {
    let center = plane.at(ball.translation.as_dvec2());
    sheet.disc(center, 50.0, "light f-b");
    sheet.disc(center, 50.0, "l s-b");
    let corners: Vec<DVec2> = corners.iter().map(|corner| corner.as_dvec2()).collect();
    sheet.polyline(&plane.all(&corners), "thick s-a");
    corners.iter().for_each(|&corner| plane.dot(sheet, corner, "a"));
}

fn arrow(sheet: &mut Sheet, plane: &Plane, from: DVec2, normal: DVec2) {
    plane.arrow(sheet, from, from + normal * 0.9, "d");
    plane.dot(sheet, from, "d");
}
