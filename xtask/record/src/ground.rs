//! The ground of the second scene: a bumpy height field that rises towards its border, and a bowl
//! in the middle, a closed mesh with a wall and a rim.
//!
//! * Heights and vertices are rounded to 2⁻¹⁰ m, so that the file is small and every coordinate of
//!   a triangle, in any frame of the scene, is exact in `f32`.
//! * libm computes the same sines everywhere.

use clinch_testkit::recording::BodyShape;

/// Steps of heights and vertices per metre.
const PER_METRE: f64 = 1024.0;
/// The width of a cell of the field, in metres: about the size of the bodies, so that most touch
/// several triangles.
const CELL: f64 = 0.5;
/// The number of cells along each side.
const CELLS: u32 = 40;
/// Half the width of the field.
pub(crate) const HALF: f64 = 0.5 * CELL * CELLS as f64;

/// The radii of the bowl's rim, inside and outside, in metres.
const RIM: (f64, f64) = (4.0, 4.5);
/// The depth of the bowl inside, and its height.
const DEPTH: (f64, f64) = (2.25, 2.875);
/// The number of vertices around the bowl, and of rings inside and outside of it.
const AROUND: u32 = 40;
const RINGS: (u32, u32) = (8, 7);
/// How deep the bowl stands in the ground.
const SUNK: f64 = 0.375;

/// A static body: its shape, and where its origin is.
pub(crate) struct Ground {
    pub(crate) shape: BodyShape,
    pub(crate) at: [f32; 3],
}

/// The field, about the origin, and the bowl on it.
pub(crate) fn field_and_bowl() -> Vec<Ground> {
    vec![Ground { shape: field(), at: [-HALF as f32, 0.0, -HALF as f32] }, Ground { shape: bowl(), at: [0.0, -SUNK as f32, 0.0] }]
}

/// The height below which a body with its middle at (x, z) and of this radius may touch the ground.
pub(crate) fn top(x: f64, z: f64, radius: f64) -> f64 {
    let (bowl, beside) = (libm::hypot(x, z) < RIM.1 + radius, x.abs().max(z.abs()) + radius);
    height(beside, beside).max(BUMPS) + if bowl { DEPTH.1 } else { 0.0 }
}

/// The largest height of a bump.
const BUMPS: f64 = 0.5;

/// The height of the ground. At the border it rises by 2.5 m, so that nothing rolls over it.
fn height(x: f64, z: f64) -> f64 {
    let bumps =
        0.3 * libm::sin(1.1 * x + 0.3) * libm::cos(0.9 * z) + 0.12 * libm::sin(2.3 * x - 1.4 * z) + 0.08 * libm::cos(1.7 * x + 2.6 * z);
    let outward = (x.abs().max(z.abs()) / HALF).powi(4);
    bumps * (1.0 - 0.5 * outward) + 2.5 * outward
}

fn rounded(metres: f64) -> f32 {
    ((metres * PER_METRE).round() / PER_METRE) as f32
}

fn field() -> BodyShape {
    let along = |index: u32| f64::from(index) * CELL - HALF;
    let rows = 0..=CELLS;
    let heights = rows.clone().flat_map(|row| rows.clone().map(move |column| rounded(height(along(column), along(row))))).collect();
    BodyShape::HeightField { rows: CELLS + 1, columns: CELLS + 1, heights, scale: [CELL as f32, 1.0, CELL as f32] }
}

/// Two half ellipsoids, one in the other, joined by a flat rim.
fn bowl() -> BodyShape {
    let ring = |radius: f64, y: f64| {
        let place = move |step: u32| {
            let (sin, cos) = libm::sincos(core::f64::consts::TAU * f64::from(step) / f64::from(AROUND));
            [rounded(radius * cos), rounded(y), rounded(radius * sin)]
        };
        (0..AROUND).map(place)
    };
    let surface = |rings: u32, radius: f64, depth: f64| {
        let place = move |step: u32| {
            let (sin, cos) = libm::sincos(core::f64::consts::FRAC_PI_2 * f64::from(step) / f64::from(rings));
            (radius * sin, DEPTH.1 - depth * cos)
        };
        (1..=rings).map(place)
    };
    // From the middle outward inside, then from the rim inward outside.
    let inner: Vec<(f64, f64)> = surface(RINGS.0, RIM.0, DEPTH.0).collect();
    let outer: Vec<(f64, f64)> = surface(RINGS.1, RIM.1, DEPTH.1).collect();
    let rings = inner.iter().chain(outer.iter().rev());
    let bottom = |y: f64| [0.0, rounded(y), 0.0];
    let first = [bottom(DEPTH.1 - DEPTH.0)];
    let vertices: Vec<[f32; 3]> = first.into_iter().chain(rings.flat_map(|&(radius, y)| ring(radius, y))).chain([bottom(0.0)]).collect();
    BodyShape::Mesh { vertices, triangles: strips(RINGS.0 + RINGS.1) }
}

/// The triangles of rings from one pole to the other, counter-clockwise from above inside of the
/// bowl.
fn strips(rings: u32) -> Vec<[u32; 3]> {
    let vertex = |ring: u32, step: u32| match ring {
        0 => 0,
        ring if ring > rings => 1 + rings * AROUND,
        ring => 1 + (ring - 1) * AROUND + step % AROUND,
    };
    let mut triangles = Vec::new();
    for (ring, step) in (0..=rings).flat_map(|ring| (0..AROUND).map(move |step| (ring, step))) {
        let [a, b] = [step, step + 1].map(|step| vertex(ring, step));
        let [c, d] = [step, step + 1].map(|step| vertex(ring + 1, step));
        if ring < rings {
            triangles.push([a, d, c]);
        }
        if ring > 0 {
            triangles.push([a, b, d]);
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::{BUMPS, BodyShape, DEPTH, HALF, RIM, SUNK, field_and_bowl, height, top};
    use crate::triangles::Triangles;
    use parry3d_f64::math::{Pose, Vector};

    #[test]
    fn the_bowl_is_closed_and_hollow() {
        let [_, bowl] = &field_and_bowl()[..] else { panic!() };
        let triangles = Triangles::of(&bowl.shape, &Pose::IDENTITY).unwrap();
        let (below, inside) = (0.5 * (DEPTH.1 - DEPTH.0), DEPTH.1 - DEPTH.0 + 0.1);
        assert!(triangles.enclose(Vector::new(0.01, below, 0.02)) && !triangles.enclose(Vector::new(0.01, inside, 0.02)));
        assert!(triangles.enclose(Vector::new(0.5 * (RIM.0 + RIM.1), DEPTH.1 - 0.1, 0.01)));
        let BodyShape::Mesh { triangles, .. } = &bowl.shape else { panic!() };
        let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.sort_unstable();
        assert!(edges.windows(2).all(|pair| pair[0] != pair[1]) && edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()));
    }

    #[test]
    fn nothing_of_the_ground_is_above_its_top() {
        let steps = || (-40..=40).map(|step| f64::from(step) / 40.0 * HALF);
        let highest = steps().flat_map(|x| steps().map(move |z| (x, z))).map(|(x, z)| height(x, z) - top(x, z, 0.0)).fold(-1.0, f64::max);
        assert!(highest <= BUMPS - 0.5 && top(0.0, 0.0, 0.1) > DEPTH.1 - SUNK, "{highest}");
    }
}
