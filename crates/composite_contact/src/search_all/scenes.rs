//! Surfaces with walls, steps and corners, and bodies that touch them.

use clinch_composite::{BoundaryEdges, HeightField, TriMesh};
use clinch_contact::Space;
use clinch_shapes::{Ball, Capsule, Cone, Convex, Cuboid, Cylinder, Ellipsoid, Hull, Rounded, TaperedCapsule};
use clinch_support::{Pose, Scalar};
use clinch_testkit::generate::meshes::{Cut, Mesh, cuboid, icosphere, plate, terrain, torus};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec3};

/// A surface and the vertices that bodies are placed at.
#[derive(Debug)]
pub(crate) enum Surface<V: Space<Wide = DVec3>> {
    Mesh(TriMesh<V>),
    Field(HeightField<V>),
}

/// A line of steps, slopes and walls, swept along y and cut into strips.
fn profile(random: &mut Random) -> Mesh {
    let (mut x, mut z) = (-1.0, 0.0);
    let mut line = vec![(x, z)];
    while x < 1.0 {
        let step = random.pick(&[0.1, 0.2, 0.4]);
        match random.below(6) {
            // No two walls in a row, which could fold onto each other.
            0 | 1 if line.len() > 1 && line[line.len() - 2].0 != x => z += random.sign() * step,
            2 => (x, z) = (x + step, z + random.range(-1.0, 1.0) * step),
            3 => (x, z) = (x + step, z + random.range(-1e-3, 1e-3) * step),
            _ => x += step,
        }
        line.push((x, z));
    }
    let strips = 1 + random.below(4) as u32;
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    for &(x, z) in &line {
        mesh.vertices.extend((0..=strips).map(|i| DVec3::new(x, 2.0 * f64::from(i) / f64::from(strips) - 1.0, z)));
    }
    for row in 0..line.len() as u32 - 1 {
        for i in 0..strips {
            let a = row * (strips + 1) + i;
            let [b, c, d] = [a + strips + 1, a + strips + 2, a + 1];
            mesh.triangles.extend(if random.chance(0.5) { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    mesh
}

/// Pillars of whole heights on a grid, open at the bottom. Where two pillars share an edge only, an
/// edge belongs to four triangles: `TriMesh::new` refuses these.
fn pillars(random: &mut Random) -> Mesh {
    let (count, size) = (4_i32, 0.5);
    let heights: Vec<i32> = (0..count * count).map(|_| random.below(3) as i32).collect();
    let height = |x: i32, y: i32| {
        let inside = (0..count).contains(&x) && (0..count).contains(&y);
        if inside { heights[(y * count + x) as usize] } else { -1 }
    };
    let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
    let mut numbers = std::collections::BTreeMap::new();
    let mut quad = |corners: [[i32; 3]; 4], mesh: &mut Mesh| {
        let [a, b, c, d] = corners.map(|corner| {
            *numbers.entry(corner).or_insert_with(|| {
                mesh.vertices.push(DVec3::from(corner.map(f64::from)) * size - DVec3::new(1.0, 1.0, 0.0));
                mesh.vertices.len() as u32 - 1
            })
        });
        mesh.triangles.extend([[a, b, c], [a, c, d]]);
    };
    for (x, y) in (0..count).flat_map(|y| (0..count).map(move |x| (x, y))) {
        let top = height(x, y);
        quad([[x, y, top], [x + 1, y, top], [x + 1, y + 1, top], [x, y + 1, top]], &mut mesh);
        let sides = [
            (x + 1, y, [[x + 1, y], [x + 1, y + 1]]),
            (x - 1, y, [[x, y + 1], [x, y]]),
            (x, y + 1, [[x + 1, y + 1], [x, y + 1]]),
            (x, y - 1, [[x, y], [x + 1, y]]),
        ];
        for (other_x, other_y, [from, to]) in sides {
            for z in height(other_x, other_y)..top {
                let at = |place: [i32; 2], z: i32| [place[0], place[1], z];
                quad([at(from, z), at(to, z), at(to, z + 1), at(from, z + 1)], &mut mesh);
            }
        }
    }
    mesh
}

/// The triangles from their other side.
fn inside_out(mut of: Mesh) -> Mesh {
    of.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    of
}

fn any_mesh(random: &mut Random) -> Mesh {
    match random.below(10) {
        0 | 1 => profile(random),
        2 | 3 => pillars(random),
        4 => inside_out(cuboid(DVec3::new(1.0, 0.8, 0.6))),
        5 => cuboid(DVec3::new(0.5, 0.8, 0.3)),
        6 => terrain(8, random.pick(&[0.05, 0.3, 1.0, 3.0]), random),
        7 => plate(random.pick(&Cut::ALL), random),
        8 => icosphere(random.below(2) as u32),
        _ => torus(12, 6),
    }
}

/// Cells that are level or steep, some with the other diagonal.
fn field<V: Space<Wide = DVec3>>(random: &mut Random) -> HeightField<V> {
    let (count, steep) = (7, random.pick(&[0.0, 1e-3, 0.3, 2.0]));
    let heights = (0..count * count).map(|_| V::Scalar::narrow(if random.chance(0.5) { 0.0 } else { steep * random.unit() }));
    HeightField::new(count, count, heights.collect(), V::narrow(DVec3::new(0.3, 1.0, 0.25))).unwrap()
}

impl<V: Space<Wide = DVec3>> Surface<V> {
    /// A random surface. `None` if its triangles are no surface.
    pub(crate) fn random(random: &mut Random) -> Option<Self> {
        let edges = if random.chance(0.75) { BoundaryEdges::Hard } else { BoundaryEdges::Open };
        let sides = random.below(4);
        if random.chance(0.2) {
            let field = field::<V>(random).with_boundary_edges(edges);
            return Some(Self::Field(match sides {
                0 | 1 => field,
                2 => field.hollow(),
                _ => field.two_sided(),
            }));
        }
        let Mesh { mut vertices, triangles } = any_mesh(random);
        if random.chance(0.5) {
            let turn = DQuat::from_array(random.quaternion());
            vertices.iter_mut().for_each(|vertex| *vertex = turn * *vertex);
        }
        let mesh = TriMesh::new(vertices.into_iter().map(V::narrow).collect(), triangles).ok()?.with_boundary_edges(edges);
        Some(Self::Mesh(match sides {
            0 | 1 => mesh,
            2 => mesh.hollow(),
            _ => mesh.two_sided(),
        }))
    }
}

/// A body of a random kind, with a reach of about `size`.
pub(crate) fn body<V: Space<Wide = DVec3>>(size: f64, random: &mut Random) -> Box<dyn Convex<V>> {
    let scalar = |x: f64| V::Scalar::narrow(x * size);
    let vector = |v: [f64; 3]| V::narrow(DVec3::from(v) * size);
    let kind = random.below(12);
    let mut part = || random.range(0.3, 0.6);
    match kind {
        0 => Box::new(Ball::new(scalar(0.5)).unwrap()),
        1 => Box::new(Capsule::new(scalar(part()), scalar(0.2)).unwrap()),
        2..=4 => Box::new(Cuboid::new(vector([part(), part(), part()])).unwrap()),
        5 | 6 => Box::new(Cylinder::new(scalar(part()), scalar(part())).unwrap()),
        7 => Box::new(Cone::new(scalar(part()), scalar(part())).unwrap()),
        8 => Box::new(TaperedCapsule::new(scalar(0.5), scalar(0.3), scalar(0.15)).unwrap()),
        9 => Box::new(Ellipsoid::new(vector([part(), part(), part()])).unwrap()),
        10 => Box::new(Rounded::new(Cuboid::new(vector([part(), part(), part()])).unwrap(), scalar(0.1)).unwrap()),
        _ => {
            let points: Vec<V> = (0..6 + random.below(18)).map(|_| V::narrow(random.direction(3) * (0.5 * size))).collect();
            Box::new(Hull::new(&points).unwrap())
        }
    }
}

/// A turn by which bodies stand or lie along the axes, by nearly that, or by anything.
fn turn(random: &mut Random) -> DQuat {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let quarter = |axis: DVec3, times: usize| {
        (0..times).fold(DQuat::IDENTITY, |turn, _| DQuat::from_xyzw(axis.x * half, axis.y * half, axis.z * half, half) * turn)
    };
    let upright = quarter(DVec3::X, random.below(4)) * quarter(DVec3::Y, random.below(4));
    match random.below(4) {
        0 => upright,
        1 => DQuat::from_xyzw(0.0, 0.0, random.range(-1.0, 1.0), random.range(0.1, 1.0)).normalize() * upright,
        2 => {
            let axis = random.direction(3) * random.power(-8.0, -1.0);
            DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0).normalize() * upright
        }
        _ => DQuat::from_array(random.quaternion()),
    }
}

/// A pose in which the middle of the body is near a feature of these triangles: at a corner, on an
/// edge or above a face. Along the axes its bounds reach beyond this place by a little, as those of
/// a box that stands in a corner, or by anything.
pub(crate) fn pose<V: Space<Wide = DVec3>>(triangles: &[[DVec3; 3]], body: &dyn Convex<V>, random: &mut Random) -> Pose<DVec3> {
    let [a, b, c] = triangles[random.below(triangles.len())];
    let [u, v] = match random.below(3) {
        0 => [0.0, 0.0],
        1 => [random.unit(), 0.0],
        _ => [0.5 * random.unit(), 0.5 * random.unit()],
    };
    let place = a + (b - a) * u + (c - a) * v;
    let turn = turn(random);
    let bounds = body.bounds(&Pose::new(turn, DVec3::ZERO));
    if random.chance(0.5) {
        let mut offset = DVec3::ZERO;
        for i in 0..3 {
            let deep = random.pick(&[0.0, 1e-9, 1e-6, 1e-3, 1e-2, 0.1, 0.3, 0.5]) * (bounds.max[i] - bounds.min[i]);
            let deep = if random.chance(0.2) { -0.1 * deep } else { deep };
            offset[i] = match random.below(3) {
                0 => -bounds.min[i] - deep,
                1 => -bounds.max[i] + deep,
                _ => random.range(bounds.min[i], bounds.max[i]),
            };
        }
        return Pose::new(turn, place + offset);
    }
    let normal = (b - a).cross(c - a).normalize();
    let away = random.direction(3);
    let away = if random.chance(0.9) && away.dot(normal) < 0.0 { -away } else { away };
    let reach = body.radius_about_center().widen() + body.radius().widen();
    Pose::new(turn, place + away * random.range(0.05, 1.1) * reach)
}
