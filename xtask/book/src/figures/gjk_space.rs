//! GJK in space: the simplex on the face of A − B that is nearest the origin.

use clinch::d3::{Cuboid, Hull};
use clinch::gjk::Start;
use clinch::support::{Difference, Pose, VertexId};
use glam::{DQuat, DVec2, DVec3, Vec3};

use crate::figures::steps::steps;
use crate::sheet::{Anchor, Sheet};

/// An orthographic view from above: pixels from points.
struct View {
    center: DVec2,
    scale: f64,
}

/// The directions of the view: right, up, and toward the viewer. Pythagorean, so that they are unit
/// vectors without a root.
const RIGHT: DVec3 = DVec3::new(-0.6, 0.8, 0.0);
const UP: DVec3 = DVec3::new(-0.8 * 12.0 / 37.0, -0.6 * 12.0 / 37.0, 35.0 / 37.0);
const TOWARD: DVec3 = DVec3::new(0.8 * 35.0 / 37.0, 0.6 * 35.0 / 37.0, 12.0 / 37.0);

impl View {
    fn at(&self, point: DVec3) -> DVec2 {
        self.center + DVec2::new(RIGHT.dot(point), -UP.dot(point)) * self.scale
    }
}

/// A − B as a polytope: the hull of all differences of vertices.
fn polytope(difference: &Difference<'_, Cuboid, Cuboid, Vec3>) -> anyhow::Result<Hull> {
    let mut points = Vec::new();
    for a in 0..8 {
        for b in 0..8 {
            points.extend(difference.vertex_of(VertexId::new(a), VertexId::new(b)).map(|vertex| vertex.point.as_vec3()));
        }
    }
    Ok(Hull::new(&points)?)
}

/// A cube below a cube that is turned by an eighth: one panel per step.
pub(crate) fn draw() -> anyhow::Result<String> {
    let cube = Cuboid::new(Vec3::ONE)?;
    let eighth = DQuat::from_xyzw(0.0, 0.0, 1.0, 1.0 + 2.0_f64.sqrt());
    let difference = Difference::new(&cube, &cube, &Pose::new(eighth, DVec3::new(0.1, 0.2, 2.5)));
    let hull = polytope(&difference)?;
    let mut sheet = Sheet::new(720, 264, "The simplex of GJK in space becomes a triangle on the face of A − B nearest the origin");
    for (place, step) in steps(&difference, &Start::cold()).iter().take(3).enumerate() {
        let left = 12.0 + 238.0 * place as f64;
        let view = View { center: DVec2::new(left + 108.0, 72.0), scale: 32.0 };
        draw_hull(&mut sheet, &view, &hull);
        let simplex: Vec<DVec2> = step.simplex.iter().map(|&vertex| view.at(vertex)).collect();
        sheet.polygon(&simplex, "light f-d");
        sheet.polygon(&simplex, "l s-d");
        simplex.iter().for_each(|&vertex| sheet.disc(vertex, 4.0, "f-d"));
        sheet.line(view.at(DVec3::ZERO), view.at(step.v), "s-good");
        sheet.disc(view.at(step.v), 4.0, "f-good");
        let origin = view.at(DVec3::ZERO);
        for along in [DVec2::X, DVec2::Y] {
            sheet.line(origin - along * 6.0, origin + along * 6.0, "s-ink");
        }
        sheet.text(DVec2::new(left + 106.0, 26.0), Anchor::Middle, "", &format!("step {}", place + 1));
        let v = step.v;
        let caption = format!("v = ({}, {}, {})", short(v.x), short(v.y), short(v.z));
        sheet.text(DVec2::new(left + 106.0, 250.0), Anchor::Middle, "small", &caption);
    }
    Ok(sheet.finished())
}

/// Two digits, and no negative zero.
fn short(x: f64) -> f64 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// The faces toward the viewer, and their edges.
fn draw_hull(sheet: &mut Sheet, view: &View, hull: &Hull) {
    for face in hull.faces().filter(|face| face.normal.as_dvec3().dot(TOWARD) > 0.0) {
        let corners: Vec<DVec2> = face.corners.iter().map(|corner| view.at(hull.vertices()[corner.vertex.index()].as_dvec3())).collect();
        sheet.polygon(&corners, "light f-soft");
        sheet.polygon(&corners, "l s-soft thin");
    }
}
