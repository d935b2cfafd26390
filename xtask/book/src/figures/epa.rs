//! EPA: a polygon inside A − B grows until its nearest edge is an edge of A − B.

use clinch::d2::Polygon;
use clinch::epa::{self, Depth, EdgeLoop, Facet, Penetration, Polytope};
use clinch::gjk::{Limits, Outcome, Start, search};
use clinch::support::{Difference, Pose, Record};
use glam::{DVec2, Vec2};

use crate::plane::{Plane, outline};
use crate::sheet::{Anchor, Sheet};

/// Two polygons of many corners that overlap.
fn pair() -> anyhow::Result<[Polygon; 2]> {
    let polygon = |corners: &[(f32, f32)]| Polygon::new(&corners.iter().map(|&(x, y)| Vec2::new(x, y)).collect::<Vec<_>>());
    let nut = polygon(&[(4.0, 0.0), (3.0, 2.5), (0.0, 3.5), (-3.0, 2.5), (-4.0, 0.0), (-3.0, -2.5), (0.0, -3.5), (3.0, -2.5)])?;
    let kite = polygon(&[(3.0, 0.5), (0.5, 2.5), (-2.5, 1.5), (-3.0, -1.0), (0.5, -2.0)])?;
    Ok([nut, kite])
}

/// The polytope after a number of support calls, with the bounds that it proves.
fn after(difference: &Difference<'_, Polygon, Polygon, Vec2>, calls: u32) -> Option<(EdgeLoop, Penetration<Vec2>)> {
    let (mut record, mut polytope) = (Record::new(), EdgeLoop::default());
    let Outcome::Overlapping(simplex) = search(difference, &Start::cold(), &Limits::measure(), &mut record).outcome else { return None };
    let limits = epa::Limits { iterations: calls, ..epa::Limits::default() };
    match epa::depth(difference, &simplex, &limits, &mut record, &mut polytope) {
        Depth::Overlapping(found) => Some((polytope, found)),
        _ => None,
    }
}

/// The first panels and the last one.
pub(crate) fn draw() -> anyhow::Result<String> {
    let [a, b] = pair()?;
    let difference = Difference::new(&a, &b, &Pose::at(DVec2::new(2.5, 2.0)));
    let outline = outline(&difference);
    let mut sheet = Sheet::new(720, 228, "EPA: a triangle inside A − B grows to a polygon whose nearest edge is one of A − B");
    let mut states = Vec::new();
    for calls in 0..64 {
        let Some((polytope, found)) = after(&difference, calls) else { break };
        let stop = found.stop;
        states.push((calls, polytope, found));
        if stop == epa::Stop::Converged {
            break;
        }
    }
    let last = states.len() - 1;
    for (panel, place) in [0, 1, 2, last].into_iter().enumerate() {
        let (calls, polytope, found) = &states[place];
        let left = 8.0 + 178.0 * panel as f64;
        let plane = Plane::new(DVec2::new(left, 40.0), DVec2::new(-9.4, 4.0), 12.2);
        sheet.polygon(&plane.all(&outline), "light f-soft");
        let nearest = polytope.facets().reduce(|best, facet| if facet.offset < best.offset { facet } else { best });
        for facet in polytope.facets() {
            draw_edge(&mut sheet, &plane, polytope, &facet);
        }
        if let Some(nearest) = nearest {
            plane.arrow(&mut sheet, DVec2::ZERO, nearest.normal * nearest.offset, "good");
        }
        plane.cross(&mut sheet, DVec2::ZERO);
        let calls = match calls {
            0 => "the seed".to_owned(),
            1 => "after 1 call".to_owned(),
            more => format!("after {more} calls"),
        };
        sheet.text(DVec2::new(left + 85.0, 26.0), Anchor::Middle, "", &calls);
        let bounds = format!("{:.3} ≤ depth ≤ {:.3}", found.lower, found.upper);
        sheet.text(DVec2::new(left + 85.0, 212.0), Anchor::Middle, "small", &bounds);
    }
    Ok(sheet.finished())
}

fn draw_edge(sheet: &mut Sheet, plane: &Plane, polytope: &EdgeLoop, facet: &Facet<DVec2>) {
    let ends: Vec<DVec2> = polytope.corners(facet.id).map(|(_, point)| point).collect();
    sheet.polyline(&plane.all(&ends), "s-d");
    ends.iter().for_each(|&end| plane.dot(sheet, end, "d"));
}
