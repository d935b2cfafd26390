//! What is dropped names a part that is nearer, by the oracle, which shares no code.

use clinch_composite::{Composite, Compound, Feature, SubShapeId, TriMesh, Voxels};
use clinch_composite_contact::{CompositeScratch, PartVerdict, Verdict};
use clinch_contact::{Pair, Settings, Space};
use clinch_shapes::{Ball, Capsule, Convex, Cuboid, Hull};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{CapsuleAxis, Coords, PoseSpec, Query, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

use crate::common::{Answer, any_mesh, grown_box, mesh, turn};
use crate::erased::{collide_composites, explain, explain_composites};

/// A body, and its core about its middle for the oracle.
struct Body<V: Vector> {
    shape: Box<dyn Convex<V>>,
    core: ShapeSpec,
    middle: DVec3,
}

fn body<V: Space<Wide = DVec3>>(random: &mut Random) -> Body<V> {
    let rounded = |x: f64| V::Scalar::narrow(x).widen();
    let mut size = || rounded(random.range(0.1, 0.4));
    let (x, y, z) = (size(), size(), size());
    let narrow = V::Scalar::narrow;
    match random.below(4) {
        0 => Body { shape: Box::new(Ball::<V>::new(narrow(x)).unwrap()), core: ShapeSpec::Point { p: None }, middle: DVec3::ZERO },
        1 => {
            let core = ShapeSpec::Capsule { axis: CapsuleAxis::Upright { half_height: y }, radius: 0.0 };
            Body { shape: Box::new(Capsule::<V>::new(narrow(y), narrow(x)).unwrap()), core, middle: DVec3::ZERO }
        }
        2 => {
            let half = DVec3::new(x, y, z);
            Body {
                shape: Box::new(Cuboid::<V>::new(V::narrow(half)).unwrap()),
                core: ShapeSpec::Box { half: half.into() },
                middle: DVec3::ZERO,
            }
        }
        _ => {
            let points: Vec<V> = (0..16).map(|_| V::narrow(random.direction(3) * DVec3::new(x, y, z))).collect();
            let shape = Hull::<V>::new(&points).unwrap();
            let middle = shape.interior().widen();
            let core = ShapeSpec::Hull { points: points.iter().map(|point| Coords::from(point.widen() - middle)).collect() };
            Body { shape: Box::new(shape), core, middle }
        }
    }
}

/// How near a body is to a triangle: the distance of the core; of a core that overlaps it, the
/// scale at which it touches when it grows from its middle, less 1.
fn nearness<V: Vector<Wide = DVec3>>(body: &Body<V>, pose: &Pose<DVec3>, [a, b, c]: [DVec3; 3]) -> f64 {
    let triangle = || ShapeSpec::Triangle { a: a.into(), b: b.into(), c: c.into() };
    let middle = pose.point(body.middle);
    let turned = PoseSpec { t: Some(middle.into()), rotation: RotationSpec::Quaternion(pose.rotation.to_array()) };
    let signed = |scale: f64| {
        let core = match &body.core {
            ShapeSpec::Box { half } => ShapeSpec::Box { half: grown_box(half.to_vec3(), scale).into() },
            other => other.times(scale),
        };
        let pair = Query::contact(3, (triangle(), PoseSpec::default()), (core, turned));
        Pairing::of(&pair).unwrap().truth().sd
    };
    let apart = signed(1.0);
    if apart > 0.0 {
        return apart;
    }
    let (mut free, mut touching) = (0.0, 1.0);
    for _ in 0..30 {
        let scale = 0.5 * (free + touching);
        *(if signed(scale) > 0.0 { &mut free } else { &mut touching }) = scale;
    }
    touching - 1.0
}

/// What was found in all runs.
#[derive(Debug, Default)]
struct Found {
    kept: usize,
    joined: usize,
    edges: usize,
    vertices: usize,
    overlapping: usize,
    covered: usize,
}

fn check_mesh<V: Space<Wide = DVec3>>(seed: u64, found: &mut Found) {
    let random = &mut Random::of(seed, 20);
    let of = any_mesh(random);
    let surface: TriMesh<V> = mesh(&of);
    let body = body::<V>(random);
    let corners = |id: SubShapeId| surface.corners(id).unwrap().map(V::widen);
    let [a, b, c] = corners(SubShapeId(random.below(of.triangles.len()) as u32));
    let normal = (b - a).cross(c - a).normalize();
    let at = (a + b + c) / 3.0 + normal * random.range(-0.05, 0.35);
    let pose = Pose::<DVec3>::new(turn(random), V::narrow(at).widen());
    let margin = 0.05;
    let answer = Answer::<V>::new(&surface, &*body.shape, &pose, margin);
    let pair = Pair { a: &surface, b: &*body.shape, b_in_a: pose };
    let verdicts = explain(&pair, &Settings::with_margin(V::Scalar::narrow(margin)), &mut CompositeScratch::new());
    let what = || format!("seed {seed}: {verdicts:#?}");
    agree(&verdicts, &answer.manifolds.iter().map(|manifold| (manifold.sub_shapes, manifold.manifold.normal.widen())).collect::<Vec<_>>());
    for PartVerdict { sub_shapes, verdict, separation } in &verdicts {
        let id = sub_shapes[0].unwrap();
        match verdict {
            Verdict::Kept => found.kept += 1,
            Verdict::Joined { .. } => found.joined += 1,
            Verdict::OutsideCone { feature, neighbor, of_b } => {
                let (own, others) = (surface.indices(id).unwrap(), surface.indices(*neighbor).unwrap());
                let shared: Vec<u32> = match *feature {
                    Feature::Face => panic!("{}", what()),
                    Feature::Edge(edge) => vec![own[usize::from(edge)], own[usize::from(edge + 1) % 3]],
                    Feature::Vertex(vertex) => vec![own[usize::from(vertex)]],
                };
                *(if shared.len() == 2 { &mut found.edges } else { &mut found.vertices }) += 1;
                assert!(!of_b && id != *neighbor && shared.iter().all(|vertex| others.contains(vertex)), "{id:?}, {}", what());
                let [own, other] = [id, *neighbor].map(|id| nearness(&body, &pose, corners(id)));
                found.overlapping += usize::from(own < 0.0);
                assert!(other <= own + 1e-8, "{id:?} at {own}, the neighbour at {other}: {}", what());
            }
            Verdict::Covered { by } => {
                // Of a mesh this is only rounding.
                assert!(by.iter().all(|&by| depth_of(&verdicts, by) <= separation.distance + 1e-6), "{}", what());
            }
            Verdict::Resolved { .. } | Verdict::Continued => panic!("{}", what()),
            Verdict::Behind => {}
        }
    }
}

/// The least separation of a part.
fn depth_of<V: Vector>(verdicts: &[PartVerdict<V>], id: SubShapeId) -> f64 {
    let of = verdicts.iter().filter(|verdict| verdict.sub_shapes[0] == Some(id));
    of.map(|verdict| verdict.separation.distance).fold(f64::INFINITY, f64::min)
}

/// What is kept has the normal of a manifold, and the contact that a manifold begins with is kept.
fn agree<V: Vector>(verdicts: &[PartVerdict<V>], manifolds: &[([Option<SubShapeId>; 2], V::Wide)]) {
    let kept = || verdicts.iter().filter(|verdict| verdict.verdict == Verdict::Kept);
    for (sub_shapes, _) in manifolds {
        assert!(kept().any(|verdict| verdict.sub_shapes == *sub_shapes), "{sub_shapes:?} of {manifolds:?}: {verdicts:#?}");
    }
    for verdict in kept() {
        let normal = verdict.separation.normal;
        assert!(manifolds.iter().any(|(_, other)| normal.dot(*other) > 0.999), "{normal:?} of {manifolds:?}: {verdicts:#?}");
    }
}

/// Flush boxes, as voxels and as a compound: the next box covers what is touched from the side.
fn check_boxes<V, C: Composite<V>>(boxes: &C, seed: u64, found: &mut Found)
where
    V: Space<Wide = DVec3>,
{
    let random = &mut Random::of(seed, 21);
    let body = body::<V>(random);
    let at = DVec3::new(random.range(0.0, 4.0), 1.0 + random.range(0.0, 0.3), random.range(0.0, 4.0));
    let pose = Pose::<DVec3>::new(turn(random), V::narrow(at).widen());
    let answer = Answer::<V>::new(boxes, &*body.shape, &pose, 0.05);
    let pair = Pair { a: boxes, b: &*body.shape, b_in_a: pose };
    let verdicts = explain(&pair, &Settings::with_margin(V::Scalar::narrow(0.05)), &mut CompositeScratch::new());
    agree(&verdicts, &answer.manifolds.iter().map(|manifold| (manifold.sub_shapes, manifold.manifold.normal.widen())).collect::<Vec<_>>());
    for PartVerdict { sub_shapes, verdict, separation } in &verdicts {
        if let Verdict::Covered { by } = verdict {
            found.covered += 1;
            let id = sub_shapes[0].unwrap();
            assert!(!by.is_empty() && by.is_sorted() && !by.contains(&id), "seed {seed}: {verdicts:#?}");
            let deepest = by.iter().map(|&by| depth_of(&verdicts, by)).fold(f64::NEG_INFINITY, f64::max);
            assert!(deepest <= separation.distance + 1e-5, "seed {seed}, {id:?} at {separation:?}: {verdicts:#?}");
        }
    }
}

#[test]
fn every_drop_names_who_covers_it() {
    let mut found = Found::default();
    for seed in 0..150 {
        check_mesh::<DVec3>(seed, &mut found);
        check_mesh::<Vec3>(seed, &mut found);
    }
    let cells = || (0..25).map(|cell| [cell / 5, 0, cell % 5]);
    let voxels = Voxels::new(DVec3::ONE, cells()).unwrap();
    let half = Cuboid::<DVec3>::new(DVec3::splat(0.5)).unwrap();
    let compound = Compound::new(
        cells().map(|[x, y, z]| (Pose::at(DVec3::new(f64::from(x), f64::from(y), f64::from(z)) + 0.5), half.into())).collect(),
    );
    let compound = compound.unwrap();
    for seed in 0..100 {
        check_boxes::<DVec3, _>(&voxels, seed, &mut found);
        check_boxes::<DVec3, _>(&compound, seed, &mut found);
    }
    let Found { kept, joined, edges, vertices, overlapping, covered } = found;
    assert!(kept > 200 && joined > 10 && edges > 200 && vertices > 100 && overlapping > 100 && covered > 50, "{found:?}");
}

#[test]
fn of_two_composites_both_sides_are_named() {
    let random = &mut Random::new(5);
    let floor: TriMesh<DVec3> = mesh(&clinch_testkit::generate::meshes::terrain(8, 0.1, random));
    let ball: TriMesh<DVec3> = mesh(&clinch_testkit::generate::meshes::icosphere(1));
    let (mut scratch, mut manifolds, mut drops) = (CompositeScratch::new(), Vec::new(), [0, 0]);
    for height in 0..20 {
        let pair = Pair { a: &floor, b: &ball, b_in_a: Pose::at(DVec3::new(0.1, 0.07, 0.9 + 0.01 * f64::from(height))) };
        let settings = Settings::with_margin(0.05);
        collide_composites(&pair, &settings, &mut scratch, &mut manifolds);
        let verdicts = explain_composites(&pair, &settings, &mut scratch);
        let kept = verdicts.iter().filter(|verdict| verdict.verdict == Verdict::Kept).count();
        assert_eq!(kept > 0, !manifolds.is_empty(), "{height}: {verdicts:#?}");
        for verdict in &verdicts {
            if let Verdict::OutsideCone { neighbor, of_b, .. } = verdict.verdict {
                assert_ne!(verdict.sub_shapes[usize::from(of_b)], Some(neighbor));
                drops[usize::from(of_b)] += 1;
            }
        }
    }
    assert!(drops[0] > 20 && drops[1] > 10, "{drops:?}");
}
