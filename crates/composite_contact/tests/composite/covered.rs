//! A body that overlaps flush parts has a contact, also if its middle is on the faces, edges and
//! corners of several parts, which are all equally deep. The points of a manifold are along its
//! normal.

use clinch_composite::Compound;
use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch};
use clinch_contact::{Pair, Settings, Space};
use clinch_shapes::{Ball, Convex, Cuboid, Segment, ShapeSpace};
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2, Vec3};

use crate::erased::collide;

/// Boxes of one size in a grid, along a random walk.
fn walk<V: Space + ShapeSpace>(random: &mut Random, size: V::Wide) -> (Vec<V::Wide>, Compound<V>)
where
    V::Shape: From<Cuboid<V>>,
{
    let mut cell = V::Wide::ZERO;
    let mut cells = vec![cell];
    for _ in 0..6 {
        cell = cell + V::Wide::unit(random.below(V::DIM)) * random.sign();
        cells.push(cell);
    }
    let place = |cell: &V::Wide, share: f64| V::Wide::from_fn(|i| (cell.get(i) + share) * size.get(i));
    let part = |cell: &V::Wide| (Pose::at(V::narrow(place(cell, 0.5))), Cuboid::new(V::narrow(size * 0.5)).unwrap().into());
    (cells.iter().map(|cell| place(cell, 0.0)).collect(), Compound::new(cells.iter().map(part).collect()).unwrap())
}

/// Up to the 2° by which the normals of the parts of a manifold may differ.
fn are_along_normals<V: Space>(manifolds: &[CompositeManifold<V>], b_in_a: &Pose<V::Wide>, size: f64) {
    for CompositeManifold { manifold, .. } in manifolds {
        for point in &manifold.points {
            let across = (b_in_a.point(point.on_b.widen()) - point.on_a.widen()).dot(manifold.normal.widen());
            let separation = point.separation.widen();
            assert!((across - separation).abs() <= 7e-4 * separation.abs() + 1e-5 * size, "{across} {point:?} {manifold:?}");
        }
    }
}

fn have_contacts<V: Space + ShapeSpace>(size: V::Wide, radius: f64)
where
    V::Shape: From<Cuboid<V>>,
{
    let random = &mut Random::new(7);
    let (mut scratch, mut manifolds) = (CompositeScratch::new(), Vec::new());
    let ball = Ball::<V>::new(V::Scalar::narrow(radius)).unwrap();
    let cuboid = Cuboid::<V>::new(V::narrow(V::Wide::from_fn(|_| radius))).unwrap();
    let end = V::narrow(V::Wide::from_fn(|i| [3.0, 0.4, -0.2][i] * radius));
    let segment = Segment::<V>::new(-end, end).unwrap();
    for _ in 0..12 {
        let (corners, compound) = walk::<V>(random, size);
        // The middle is at a corner, on an edge or on a face.
        for (corner, halves) in corners.iter().flat_map(|corner| (0..1 << V::DIM).map(move |halves| (corner, halves))) {
            let place = *corner + V::Wide::from_fn(|i| if halves >> i & 1 == 1 { 0.5 * size.get(i) } else { 0.0 });
            for body in [&ball as &dyn Convex<V>, &cuboid, &segment] {
                let pair = Pair { a: &compound, b: body, b_in_a: Pose::at(place) };
                let relation = collide(&pair, &Settings::default(), &mut CompositeMemory::new(), &mut scratch, &mut manifolds);
                are_along_normals(&manifolds, &pair.b_in_a, radius);
                let deepest = manifolds.first().and_then(|first| first.manifold.deepest());
                let touches = deepest.is_some_and(|deepest| deepest.touching);
                assert!(
                    matches!(relation, CompositeRelation::Near { .. }) && touches,
                    "{place:?}, {:?}: {relation:?} {manifolds:?}",
                    compound.parts()
                );
            }
        }
    }
}

#[test]
fn a_body_in_the_middle_of_equally_deep_parts_has_a_contact() {
    have_contacts::<Vec2>(DVec2::new(0.0625, 0.09375), 0.04296875);
    have_contacts::<DVec2>(DVec2::new(1.0, 1.0), 0.25);
    have_contacts::<Vec3>(glam::DVec3::new(1.0, 1.5, 0.75), 0.3);
}
