//! Triangle meshes: the same plate cut in several ways, closed surfaces, and terrain.

use glam::DVec3;

use crate::random::Random;

/// Vertices and triangles, counter-clockwise from in front or outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// The vertices.
    pub vertices: Vec<DVec3>,
    /// The triangles, as indices of vertices.
    pub triangles: Vec<[u32; 3]>,
}

/// How a plate is cut into triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Squares, each cut along its diagonal.
    Grid,
    /// Triangles around random points.
    Random,
    /// Triangles 10,000 times as long as wide.
    Needles,
    /// Fans of 64 triangles around the center of each square.
    Fans,
}

impl Cut {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Grid, Self::Random, Self::Needles, Self::Fans];
}

/// The plate of half extent 1 in the plane z = 0, seen from +z, cut in one of the ways.
pub fn plate(cut: Cut, random: &mut Random) -> Mesh {
    match cut {
        Cut::Grid => grid(8, |x, y| DVec3::new(x, y, 0.0)),
        Cut::Random => scattered(random),
        Cut::Needles => needles(),
        Cut::Fans => fans(),
    }
}

/// A grid of `count`² squares over [−1, 1]².
pub fn grid(count: u32, at: impl Fn(f64, f64) -> DVec3) -> Mesh {
    let coordinate = |i: u32| 2.0 * f64::from(i) / f64::from(count) - 1.0;
    let vertices = (0..=count).flat_map(|j| (0..=count).map(move |i| (i, j))).map(|(i, j)| at(coordinate(i), coordinate(j))).collect();
    let cell = |i: u32, j: u32| {
        let corner = j * (count + 1) + i;
        [[corner, corner + 1, corner + count + 2], [corner, corner + count + 2, corner + count + 1]]
    };
    Mesh { vertices, triangles: (0..count).flat_map(|j| (0..count).flat_map(move |i| cell(i, j))).collect() }
}

/// Terrain: a grid whose heights are random, up to `roughness` times the size of a cell.
pub fn terrain(count: u32, roughness: f64, random: &mut Random) -> Mesh {
    let mut mesh = grid(count, |x, y| DVec3::new(x, y, 0.0));
    for vertex in &mut mesh.vertices {
        vertex.z = random.range(-1.0, 1.0) * roughness * 2.0 / f64::from(count);
    }
    mesh
}

fn scattered(random: &mut Random) -> Mesh {
    let mut mesh = grid(1, |x, y| DVec3::new(x, y, 0.0));
    for _ in 0..60 {
        // The triangle is split at a random point inside of it.
        let place = random.below(mesh.triangles.len());
        let [a, b, c] = mesh.triangles[place];
        let [u, v, w] = core::array::from_fn(|_| random.range(0.2, 1.0));
        let [p, q, r] = [a, b, c].map(|corner| mesh.vertices[corner as usize]);
        let new = mesh.vertices.len() as u32;
        mesh.vertices.push((p * u + q * v + r * w) / (u + v + w));
        mesh.triangles[place] = [a, b, new];
        mesh.triangles.extend([[b, c, new], [c, a, new]]);
    }
    mesh
}

fn needles() -> Mesh {
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    let count = 100;
    // The last strip is as wide as the rest of the plate.
    for i in 0..=count {
        let x = if i == count { 1.0 } else { f64::from(i) * 2e-4 - 1.0 };
        mesh.vertices.extend([DVec3::new(x, -1.0, 0.0), DVec3::new(x, 1.0, 0.0)]);
    }
    for i in 0..count as u32 {
        let at = 2 * i;
        mesh.triangles.extend([[at, at + 2, at + 3], [at, at + 3, at + 1]]);
    }
    mesh
}

fn fans() -> Mesh {
    // Sixteen points on each side of four squares, and one in the center of each.
    let rim = |at: u32| {
        let step = f64::from(at % 16) / 16.0;
        match at / 16 {
            0 => (step, 0.0),
            1 => (1.0, step),
            2 => (1.0 - step, 1.0),
            _ => (0.0, 1.0 - step),
        }
    };
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for (x, y) in [(-1.0, -1.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 0.0)] {
        let index = |mesh: &mut Mesh, point: DVec3| {
            let found = mesh.vertices.iter().position(|&vertex| vertex == point);
            found.unwrap_or_else(|| {
                mesh.vertices.push(point);
                mesh.vertices.len() - 1
            }) as u32
        };
        let center = index(&mut mesh, DVec3::new(x + 0.5, y + 0.5, 0.0));
        let around: Vec<_> = (0..64).map(|at| index(&mut mesh, DVec3::new(x + rim(at).0, y + rim(at).1, 0.0))).collect();
        mesh.triangles.extend((0..64).map(|at| [center, around[at], around[(at + 1) % 64]]));
    }
    mesh
}

/// The unit sphere: an icosahedron whose triangles are split in four, `level` times.
pub fn icosphere(level: u32) -> Mesh {
    let g = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let corners = [(-1.0, g), (1.0, g), (-1.0, -g), (1.0, -g)];
    let vertices = corners.iter().map(|&(a, b)| DVec3::new(a, b, 0.0));
    let vertices = vertices.chain(corners.iter().map(|&(a, b)| DVec3::new(0.0, a, b)));
    let vertices = vertices.chain(corners.iter().map(|&(a, b)| DVec3::new(b, 0.0, a))).map(DVec3::normalize).collect();
    let triangles = vec![
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    let mut mesh = Mesh { vertices, triangles };
    for _ in 0..level {
        let mut middles = std::collections::BTreeMap::new();
        let coarse = core::mem::take(&mut mesh.triangles);
        for [a, b, c] in coarse {
            let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[p, q]| {
                *middles.entry([p.min(q), p.max(q)]).or_insert_with(|| {
                    mesh.vertices.push((mesh.vertices[p as usize] + mesh.vertices[q as usize]).normalize());
                    mesh.vertices.len() as u32 - 1
                })
            });
            mesh.triangles.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
        }
    }
    mesh
}

/// A box of half extents `half`, two triangles per side.
pub fn cuboid(half: DVec3) -> Mesh {
    let sign = |bit: u32| if bit & 1 == 1 { 1.0 } else { -1.0 };
    let vertices = (0..8).map(|i: u32| half * DVec3::new(sign(i), sign(i >> 1), sign(i >> 2))).collect();
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh { vertices, triangles: sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect() }
}

/// A torus about the z axis, of `around` by `across` quadrilaterals, radii 1 and 0.4.
pub fn torus(around: u32, across: u32) -> Mesh {
    let turn = |i: u32, of: u32| {
        let angle = core::f64::consts::TAU * f64::from(i) / f64::from(of);
        (libm::cos(angle), libm::sin(angle))
    };
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for i in 0..around {
        for j in 0..across {
            let ((x, y), (out, up)) = (turn(i, around), turn(j, across));
            let radius = 1.0 + 0.4 * out;
            mesh.vertices.push(DVec3::new(radius * x, radius * y, 0.4 * up));
        }
    }
    for i in 0..around {
        for j in 0..across {
            let at = |i: u32, j: u32| (i % around) * across + j % across;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            mesh.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    mesh
}

/// A band about the z axis with half a turn: a surface of one side.
pub fn moebius(around: u32) -> Mesh {
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for i in 0..around {
        let angle = core::f64::consts::TAU * f64::from(i) / f64::from(around);
        let (out, up) = (libm::cos(0.5 * angle), libm::sin(0.5 * angle));
        for side in [-0.3, 0.3] {
            let radius = 1.0 + side * out;
            mesh.vertices.push(DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), side * up));
        }
    }
    for i in 0..around {
        let (a, b) = (2 * i, 2 * i + 1);
        // The last quadrilateral joins the upper side to the lower one.
        let (c, d) = if i + 1 == around { (1, 0) } else { (a + 2, b + 2) };
        mesh.triangles.extend([[a, c, d], [a, d, b]]);
    }
    mesh
}
