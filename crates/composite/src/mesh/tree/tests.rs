//! The tree against a scan of all triangles: every bit of every answer.

use clinch_bvh::Visitor;
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use glam::{DVec3, Vec3};

use crate::line::Line;
use crate::mesh::tri_mesh::TriMesh;
use crate::neighbor::Neighbor;
use crate::query::{Faces, SurfaceRay, SurfaceRayOutcome, project, ray_cast};
use crate::sides::{BoundaryEdges, Sides};
use crate::surface::Surface;
use crate::unit_frame::UnitFrame;
use crate::{Composite, SubShapeId};

/// A mesh without a tree: visits all triangles, in an order that `step` gives.
struct Scan<'m, V: Vector<Wide = DVec3>> {
    mesh: &'m TriMesh<V>,
    step: usize,
}

impl<V: Vector<Wide = DVec3>> Scan<'_, V> {
    fn all(&self) -> impl Iterator<Item = u32> {
        let count = self.mesh.shared_triangles().len();
        // Coprime with any count.
        let step = (1..).map(|more| self.step + more).find(|step| gcd(*step, count) == 1).unwrap_or(1);
        (0..count).map(move |i| (i * step % count) as u32)
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<V: Vector<Wide = DVec3>> Surface for Scan<'_, V> {
    fn frame(&self) -> UnitFrame {
        Surface::frame(self.mesh)
    }

    fn extent(&self) -> Aabb<DVec3> {
        self.mesh.extent()
    }

    fn corners_of(&self, triangle: u32) -> [DVec3; 3] {
        self.mesh.corners_of(triangle)
    }

    fn vertices_of(&self, triangle: u32) -> [u32; 3] {
        self.mesh.vertices_of(triangle)
    }

    fn beyond(&self, triangle: u32, edge: u8) -> Option<Neighbor> {
        self.mesh.beyond(triangle, edge)
    }

    fn sides_of(&self) -> Sides {
        self.mesh.sides()
    }

    fn is_closed(&self) -> bool {
        self.mesh.is_closed()
    }

    fn boundary(&self) -> BoundaryEdges {
        self.mesh.boundary_edges()
    }

    fn encloses(&self, point: DVec3) -> bool {
        self.mesh.encloses(point)
    }

    fn triangles_at(&self, _: DVec3, found: impl FnMut(u32)) {
        self.all().for_each(found);
    }

    fn visit_along(&self, _: &Line<DVec3>, mut limit: f64, visitor: &mut impl Visitor<DVec3>) {
        self.all().for_each(|triangle| limit = visitor.visit(triangle, limit).unwrap_or(limit));
    }

    fn visit_around(&self, _: UnitFrame, _: DVec3, visitor: &mut impl Visitor<DVec3>) {
        let mut limit = f64::MAX;
        self.all().for_each(|triangle| limit = visitor.visit(triangle, limit).unwrap_or(limit));
    }
}

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ self.0 >> 31) as u32 as f64 / f64::from(u32::MAX)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count - 1)
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0))
    }
}

/// The numbers of triangles: about those that fill a leaf, a node, and two levels of nodes.
const COUNTS: [usize; 11] = [1, 2, 4, 5, 9, 31, 32, 33, 100, 257, 700];

/// Vertices within 1 or so, and triangles, of several kinds.
fn soup(random: &mut Random, kind: usize, count: usize) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    for triangle in 0..count {
        let (at, size) = match kind {
            // Large ones that overlap; small ones; a cluster, with a few far away.
            0 => (random.vector(), 0.5),
            1 => (random.vector(), 0.03),
            2 if triangle % 50 > 0 => (random.vector() * 1e-5, 1e-6),
            _ => (random.vector(), 0.1),
        };
        let mut corners = [(); 3].map(|()| at + random.vector() * size);
        match kind {
            // Needles; copies of the one before; on a lattice, where they touch and lie in a plane.
            3 => corners[1] = corners[0] + (corners[1] - corners[0]) * 1e-4,
            4 if triangle % 3 > 0 => corners = core::array::from_fn(|i| vertices[vertices.len() - 3 + i]),
            5 => {
                let corner = DVec3::new(random.below(9) as f64 - 4.0, random.below(9) as f64 - 4.0, random.below(2) as f64) / 4.0;
                let [x, y] = if random.unit() < 0.5 { [DVec3::X, DVec3::Y] } else { [DVec3::Y, DVec3::Z] };
                corners = [corner, corner + x / 4.0, corner + y / 4.0];
            }
            _ => {}
        }
        vertices.extend(corners);
    }
    (vertices, (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// A closed bumpy sphere.
fn solid(random: &mut Random) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let (rings, sides) = (8_u32, 14);
    let mut vertices = vec![DVec3::Z, -DVec3::Z];
    for ring in 1..rings {
        for side in 0..sides {
            let (a, b) = (f64::from(ring) * 0.39, f64::from(side) * 0.4488);
            let size = random.between(0.7, 1.0);
            vertices.push(DVec3::new(libm::sin(a) * libm::cos(b), libm::sin(a) * libm::sin(b), libm::cos(a)) * size);
        }
    }
    let at = |ring: u32, side: u32| 2 + (ring - 1) * sides + side % sides;
    let mut triangles = Vec::new();
    for side in 0..sides {
        triangles.extend([[0, at(1, side), at(1, side + 1)], [1, at(rings - 1, side + 1), at(rings - 1, side)]]);
        for ring in 1..rings - 1 {
            let [a, b, c, d] = [at(ring, side), at(ring + 1, side), at(ring + 1, side + 1), at(ring, side + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

/// What the sample contained.
#[derive(Default)]
struct Sample {
    rays: usize,
    hits: usize,
    features: usize,
    points: usize,
    inside: usize,
    found: usize,
}

/// A point near the surface, at it, or far from it.
fn somewhere(random: &mut Random, mesh: &TriMesh<impl Vector<Wide = DVec3>>, size: f64) -> DVec3 {
    let triangle = random.below(mesh.shared_triangles().len()) as u32;
    let [a, b, c] = mesh.wide_corners(triangle);
    let middle = mesh.extent().center();
    match random.below(8) {
        0 => a,
        1 => (a + b) * 0.5,
        2 => (a + b + c) / 3.0,
        3 => (a + b + c) / 3.0 + random.vector() * (1e-6 * size),
        4 => middle + random.vector() * (1e6 * size),
        5 => middle + random.vector() * (30.0 * size),
        _ => middle + random.vector() * (1.5 * size),
    }
}

fn check_rays<V: Vector<Wide = DVec3>>(random: &mut Random, mesh: &TriMesh<V>, size: f64, sample: &mut Sample) {
    for i in 0..40 {
        let origin = somewhere(random, mesh, size);
        let to = somewhere(random, mesh, size) - origin;
        let direction = match random.below(6) {
            0 => DVec3::new(-0.0, -0.0, -1.0),
            1 => DVec3::new(0.0, random.between(-1.0, 1.0), 1e-9),
            2 => random.vector(),
            _ => to / size,
        };
        if direction == DVec3::ZERO {
            continue;
        }
        let max_time = if random.unit() < 0.6 { f64::INFINITY } else { random.between(0.0, 2.0) * size };
        let ray = SurfaceRay { origin, direction, max_time, faces: [Faces::Both, Faces::Front, Faces::Back][i % 3] };
        let answer = mesh.ray_cast(&ray);
        assert_eq!(answer, ray_cast(&Scan { mesh, step: 0 }, &ray), "{ray:?}");
        assert_eq!(answer, ray_cast(&Scan { mesh, step: 12 }, &ray), "{ray:?}");
        sample.rays += 1;
        if let SurfaceRayOutcome::Hit(hit) = answer {
            sample.hits += 1;
            sample.features += usize::from(hit.feature != crate::Feature::Face);
        }
    }
}

fn check_points<V: Vector<Wide = DVec3>>(random: &mut Random, mesh: &TriMesh<V>, size: f64, sample: &mut Sample) {
    for _ in 0..30 {
        let point = somewhere(random, mesh, size);
        let answer = mesh.project(point);
        assert_eq!(answer, project(&Scan { mesh, step: 0 }, point), "{point}");
        assert_eq!(answer, project(&Scan { mesh, step: 12 }, point), "{point}");
        sample.points += 1;
        sample.inside += usize::from(answer.is_some_and(|answer| answer.inside));
    }
}

fn check_boxes<V: Vector<Wide = DVec3>>(random: &mut Random, mesh: &TriMesh<V>, size: f64, sample: &mut Sample) {
    let corners =
        (0..mesh.shared_triangles().len().min(40) as u32).flat_map(|triangle| mesh.wide_corners(triangle).map(|corner| (triangle, corner)));
    for (triangle, corner) in corners {
        let mut found = Vec::new();
        Composite::<V>::near(mesh, &Aabb { min: corner, max: corner }, &mut found);
        assert!(found.contains(&SubShapeId(triangle)), "{triangle} at {corner}");
    }
    for _ in 0..20 {
        let half = random.vector().abs() * size * [0.0, 1e-3, 0.1, 0.5][random.below(4)];
        let bounds = Aabb::around(somewhere(random, mesh, size), half);
        let scan = |triangle: &u32| Aabb::of_points(mesh.wide_corners(*triangle)).is_some_and(|own| own.intersects(&bounds));
        let expected: Vec<_> = (0..mesh.shared_triangles().len() as u32).filter(scan).map(SubShapeId).collect();
        let mut found = Vec::new();
        Composite::<V>::near(mesh, &bounds, &mut found);
        assert_eq!(found, expected, "{bounds:?}");
        let mut visited = Vec::new();
        mesh.tree().traverse(0.0, &mut Overlapping { bounds, visited: &mut visited });
        visited.sort_unstable();
        assert!(visited.windows(2).all(|pair| pair[0] < pair[1]), "visited twice");
        assert!(expected.iter().all(|id| visited.binary_search(&id.0).is_ok()), "{bounds:?}");
        sample.found += usize::from(!found.is_empty());
    }
}

struct Overlapping<'v> {
    bounds: Aabb<DVec3>,
    visited: &'v mut Vec<u32>,
}

impl Visitor<DVec3> for Overlapping<'_> {
    fn bound(&mut self, bounds: &Aabb<DVec3>) -> f64 {
        if bounds.intersects(&self.bounds) { 0.0 } else { f64::INFINITY }
    }

    fn visit(&mut self, item: u32, limit: f64) -> Option<f64> {
        self.visited.push(item);
        Some(limit)
    }
}

/// Meshes of all kinds at some scale and distance from the origin, and their instances.
fn check<V: Vector<Wide = DVec3>>(seed: u64, scale: f64, offset: DVec3) -> Sample {
    let (mut random, mut sample) = (Random(seed), Sample::default());
    for kind in 0..7 {
        for count in COUNTS {
            let (vertices, triangles) = if kind == 6 { solid(&mut random) } else { soup(&mut random, kind, count) };
            let vertices = vertices.iter().map(|&vertex| V::narrow((vertex + offset) * scale)).collect();
            // Far from the origin, small triangles are collinear by rounding.
            let Ok(mesh) = TriMesh::new(vertices, triangles) else { continue };
            let factor = |x: f64| V::Scalar::narrow(x);
            let instances = [[1.0; 3], [-2.5, 0.3, 1.7], [1e-3, -1.0, -64.0], [0.125; 3]];
            for factors in instances.into_iter().take(if count > 100 { 2 } else { 4 }) {
                let Ok(instance) = mesh.scaled(V::from_fn(|axis| factor(factors[axis]))) else { continue };
                let size = (instance.extent().max - instance.extent().min).max_element();
                check_rays(&mut random, &instance, size, &mut sample);
                check_points(&mut random, &instance, size, &mut sample);
                check_boxes(&mut random, &instance, size, &mut sample);
            }
        }
    }
    sample
}

/// At least a fifth of the sample on each side, and enough of what is rare.
fn contains_all(sample: &Sample) {
    let Sample { rays, hits, features, points, inside, found } = *sample;
    assert!(rays > 5000 && 5 * hits > rays && 5 * (rays - hits) > rays, "{hits} of {rays} hit");
    assert!(20 * features > rays, "{features} of {rays} at edges and vertices");
    assert!(50 * inside > points, "{inside} of {points} inside");
    assert!(2 * found > points / 3, "{found} boxes with triangles");
}

#[test]
fn answers_are_those_of_a_scan_in_f32() {
    contains_all(&check::<Vec3>(1, 1.0, DVec3::ZERO));
}

#[test]
fn answers_are_those_of_a_scan_in_f64() {
    contains_all(&check::<DVec3>(2, 1.0, DVec3::ZERO));
}

#[test]
fn answers_are_those_of_a_scan_at_large_and_small_scales() {
    contains_all(&check::<Vec3>(3, f64::from(1 << 30), DVec3::ZERO));
    contains_all(&check::<Vec3>(4, 1.0 / f64::from(1 << 30), DVec3::ZERO));
    contains_all(&check::<DVec3>(5, 1e300, DVec3::ZERO));
    contains_all(&check::<DVec3>(6, 1e-290, DVec3::ZERO));
}

#[test]
fn answers_are_those_of_a_scan_far_from_the_origin() {
    contains_all(&check::<Vec3>(7, 1.0, DVec3::new(3000.0, -5000.0, 7000.0)));
    contains_all(&check::<DVec3>(8, 1.0, DVec3::new(3e9, -5e9, 7e9)));
    contains_all(&check::<DVec3>(9, 1e-3, DVec3::new(0.0, 1e7, 0.0)));
}

#[test]
fn the_order_of_triangles_changes_no_bound() {
    let mut random = Random(11);
    for kind in 0..6 {
        let (vertices, triangles) = soup(&mut random, kind, 200);
        let vertices: Vec<_> = vertices.iter().map(|vertex| vertex.as_vec3()).collect();
        let shuffled: Vec<_> = (0..200).map(|i| triangles[i * 77 % 200]).collect();
        let (Ok(mesh), Ok(other)) = (TriMesh::new(vertices.clone(), triangles), TriMesh::new(vertices, shuffled)) else {
            panic!("no mesh of kind {kind}")
        };
        for _ in 0..500 {
            let point = somewhere(&mut random, &mesh, 2.0);
            let bounds = |mesh: &TriMesh<Vec3>| mesh.project(point).map(|answer| (answer.distance, answer.lower));
            assert_eq!(bounds(&mesh), bounds(&other), "{point}");
        }
    }
}
