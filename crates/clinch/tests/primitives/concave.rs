//! Concave primitives, checked against closed forms of their volumes and distances.

use bevy_shape::{Annulus, Arc2d, CircularSector, Extrusion, Polygon, Polyline2d, Torus};
use clinch::composite::{ChainError, MeshError, Sides};
use clinch::d2;
use clinch::d3::{self, Pose, contains_point, project_point};
use clinch::primitives::{Resolution, ToComposite, ToCompositeError, ToShape};
use clinch::shapes::ShapeError;
use clinch_testkit::random::Random;
use core::f64::consts::PI;
use glam::{Vec2, Vec3};

use super::signed;

/// The relative error of `f32`, with some to spare.
const ROUNDING: f64 = 1e-5;

fn resolution(around: u32, tube: u32) -> Resolution {
    Resolution { around, tube }
}

/// The part of a circle's radius by which a segment of it is inside.
fn sag(segments: u32) -> f64 {
    1.0 - libm::cos(PI / f64::from(segments))
}

/// The area of a regular polygon on the unit circle.
fn polygon_area(segments: u32) -> f64 {
    0.5 * f64::from(segments) * libm::sin(2.0 * PI / f64::from(segments))
}

fn is_near(value: f64, expected: f64) -> bool {
    (value - expected).abs() <= ROUNDING * expected.abs()
}

#[test]
fn a_torus_is_a_solid_with_the_volume_of_its_segments() {
    for (around, tube) in [(3, 3), (32, 24), (5, 17), (64, 4)] {
        let torus = Torus { major_radius: 2.0, minor_radius: 0.5 };
        let mesh = torus.to_composite_with(resolution(around, tube)).unwrap();
        assert_eq!((mesh.sides(), mesh.is_closed()), (Sides::Solid, true));
        assert_eq!(mesh.shared_triangles().len() as u32, 2 * around * tube);
        // Pappus, for a section that moves along the segments of the large circle.
        let expected = 2.0 * polygon_area(around) * 2.0 * polygon_area(tube) * 0.25;
        let volume = mesh.moments().unwrap().volume();
        assert!(is_near(volume, expected), "{around} × {tube}: {volume} instead of {expected}");
    }
}

#[test]
fn distances_from_a_torus_are_those_of_its_circle_less_the_tube() {
    let (major, minor) = (2.0, 0.5);
    let torus = Torus { major_radius: major, minor_radius: minor };
    let mesh = torus.to_composite().unwrap();
    let Resolution { around, tube } = Resolution::default();
    let deviation = f64::from(major + minor) * sag(around) + f64::from(minor) * sag(tube);
    let mut random = Random::new(1);
    let mut inside = 0;
    for _ in 0..300 {
        let point = Vec3::new(signed(&mut random), 0.3 * signed(&mut random), signed(&mut random)) * 2.6;
        let [x, y, z] = point.to_array().map(f64::from);
        let expected = libm::hypot(libm::hypot(x, z) - f64::from(major), y) - f64::from(minor);
        let distance = f64::from(project_point(&mesh, &Pose::IDENTITY, point).distance);
        // Segments of the outer circles are inside of the torus, and those around the hole outside.
        assert!((distance - expected).abs() <= deviation, "{point}: {distance} instead of {expected}");
        let contained = contains_point(&mesh, &Pose::IDENTITY, point);
        assert!(if contained { expected <= deviation } else { expected >= -deviation }, "{point}: {contained}, {expected}");
        inside += usize::from(contained);
    }
    assert!((30..270).contains(&inside), "{inside} of 300 are inside");
}

#[test]
fn a_pipe_is_a_solid_along_z() {
    let pipe = Extrusion::new(Annulus::new(0.5, 1.0), 3.0);
    for around in [3, 32] {
        let mesh = pipe.to_composite_with(resolution(around, 3)).unwrap();
        assert_eq!(mesh.sides(), Sides::Solid);
        let volume = mesh.moments().unwrap().volume();
        assert!(is_near(volume, polygon_area(around) * 0.75 * 3.0), "{volume}");
        assert!(is_near(mesh.bounds().max.z, 1.5) && is_near(mesh.bounds().min.z, -1.5), "{:?}", mesh.bounds());
    }
    let mesh = pipe.to_composite().unwrap();
    let distance = |x: f32, z: f32| project_point(&mesh, &Pose::IDENTITY, Vec3::new(x, 0.0, z)).distance;
    // Along x there are vertices, and the axis is as far from the middles of all segments.
    for (found, expected) in [(distance(1.25, 0.0), 0.25), (distance(0.75, 1.0), -0.25), (distance(0.75, 2.0), 0.5)] {
        assert!((found - expected).abs() < 5e-3, "{found} instead of {expected}");
    }
    assert!(is_near(f64::from(distance(0.0, 1.0)), 0.5 * (1.0 - sag(32))));
}

#[test]
fn an_annulus_is_a_compound_with_a_hole() {
    let annulus = Annulus::new(1.0, 2.0);
    let compound = annulus.to_composite_with(resolution(48, 3)).unwrap();
    let area = compound.moments().unwrap().volume();
    assert!(is_near(area, polygon_area(48) * 3.0), "{area}");
    let mut random = Random::new(2);
    for _ in 0..300 {
        let point = Vec2::new(signed(&mut random), signed(&mut random)) * 3.0;
        let from_middle = f64::from(point.length());
        let expected = (1.0 - from_middle).max(from_middle - 2.0);
        let contained = d2::contains_point(&compound, &d2::Pose::IDENTITY, point);
        assert!(if contained { expected <= sag(48) } else { expected >= -2.0 * sag(48) }, "{point}: {expected}");
        if expected > 0.0 {
            let distance = f64::from(d2::project_point(&compound, &d2::Pose::IDENTITY, point).distance);
            assert!((distance - expected).abs() <= 2.0 * sag(48), "{point}: {distance} instead of {expected}");
        }
    }
}

#[test]
fn a_ball_rolls_along_both_circles_of_an_annulus_without_a_wrong_normal() {
    let compound = Annulus::new(1.0, 2.0).to_composite().unwrap();
    let ball = d2::Circle::new(0.25).unwrap();
    for step in 0..500 {
        let (sine, cosine) = libm::sincos(f64::from(step) * 0.05);
        let outward = Vec2::new(cosine as f32, sine as f32);
        for (radius, normal) in [(0.76, -outward), (2.24, outward)] {
            let answer = d2::contact(&compound, &d2::Pose::IDENTITY, &ball, &d2::Pose::at(outward * radius));
            // Half of the angle of a segment, which is the most that the normal of a face is off.
            let least = libm::cos(PI / 32.0) as f32 - 1e-4;
            assert!(answer.normal.dot(normal) >= least, "{step} at {radius}: {} instead of {normal}", answer.normal);
        }
    }
}

#[test]
fn polylines_and_arcs_have_two_sides() {
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE];
    let open = Polyline2d::new(corners).to_composite().unwrap();
    assert_eq!((open.sides(), open.segments(), open.is_closed()), (Sides::Two, 2, false));
    let looped = Polyline2d::new([corners[0], corners[1], corners[2], corners[0]]).to_composite().unwrap();
    assert_eq!((looped.sides(), looped.segments(), looped.is_closed()), (Sides::Two, 3, true));
    let there_and_back = Polyline2d::new([corners[0], corners[1], corners[0]]).to_composite().unwrap();
    assert_eq!((there_and_back.segments(), there_and_back.is_closed()), (2, false));

    let arc = Arc2d::new(2.0, 0.75 * PI as f32).to_composite().unwrap();
    assert_eq!((arc.sides(), arc.segments(), arc.is_closed()), (Sides::Two, 24, false));
    for end in [Vec2::new(0.0, 2.0), Vec2::new(2.0, 0.0), Vec2::new(-1.0, -1.0) * 2_f32.sqrt()] {
        assert!(d2::project_point(&arc, &d2::Pose::IDENTITY, end).distance.abs() < 1e-5, "{end}");
    }
    assert!(d2::project_point(&arc, &d2::Pose::IDENTITY, Vec2::new(0.0, -2.0)).distance > 1.0);
    let circle = Arc2d::new(2.0, PI as f32).to_composite().unwrap();
    assert_eq!((circle.segments(), circle.is_closed()), (32, true));
}

#[test]
fn sectors_of_any_angle_and_concave_polygons_are_solids() {
    for half_angle in [0.3, 1.2, 2.0, 3.1, PI as f32] {
        let sector = CircularSector::new(2.0, half_angle).to_composite().unwrap();
        assert_eq!(sector.sides(), Sides::Solid);
        let segments = (32.0 * f64::from(half_angle) / PI).ceil().min(32.0);
        let expected = 0.5 * 4.0 * segments * libm::sin(2.0 * f64::from(half_angle) / segments);
        let area = sector.moments().unwrap().volume();
        assert!(is_near(area, expected), "{half_angle}: {area} instead of {expected}");
    }
    let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(Vec2::from);
    for polygon in [Polygon::new(corners), Polygon::new(corners.into_iter().rev())] {
        assert!(polygon.to_shape().is_err(), "it is concave");
        let chain = polygon.to_composite().unwrap();
        assert_eq!((chain.sides(), chain.moments().unwrap().volume()), (Sides::Solid, 3.0));
    }
}

fn refused<P: ToComposite>(primitive: &P, resolution: Resolution) -> Option<ToCompositeError> {
    primitive.to_composite_with(resolution).err()
}

#[test]
fn invalid_concave_primitives_are_refused() {
    let default = Resolution::default();
    let torus = |major_radius, minor_radius| refused(&Torus { major_radius, minor_radius }, default);
    assert_eq!(torus(1.0, 1.0), Some(ToCompositeError::NoHole { inner_radius: 0.0 }));
    assert_eq!(torus(1.0, 1.5), Some(ToCompositeError::NoHole { inner_radius: -0.5 }));
    assert_eq!(torus(1.0, -0.5), Some(ToCompositeError::Shape(ShapeError::Negative { what: "radius", value: -0.5 })));
    assert!(matches!(torus(f32::NAN, 0.5), Some(ToCompositeError::Shape(ShapeError::NotFinite { .. }))));
    assert!(matches!(torus(1.0, 0.0), Some(ToCompositeError::Mesh(MeshError::Collinear { triangle: 0 }))));
    assert!(matches!(torus(f32::MAX, 0.5 * f32::MAX), Some(ToCompositeError::Mesh(MeshError::VertexNotFinite { .. }))));
    assert_eq!(refused(&Annulus::new(0.0, 1.0), default), Some(ToCompositeError::NoHole { inner_radius: 0.0 }));
    let thin = Some(ToCompositeError::NoWidth { inner_radius: 1.0, outer_radius: 1.0 });
    assert_eq!(
        (refused(&Annulus::new(1.0, 1.0), default), refused(&Extrusion::new(Annulus::new(1.0, 1.0), 1.0), default)),
        (thin.clone(), thin)
    );
    assert!(matches!(refused(&Extrusion::new(Annulus::new(0.5, 1.0), -1.0), default), Some(ToCompositeError::Shape(_))));

    let good = Torus::default();
    assert_eq!(refused(&good, resolution(2, 24)), Some(ToCompositeError::TooFewSegments { given: 2, needed: 3 }));
    assert_eq!(refused(&good, resolution(32, u32::MAX)), Some(ToCompositeError::TooManySegments { given: u32::MAX, limit: 1024 }));

    let chain = |points: &[Vec2]| refused(&Polyline2d::new(points.iter().copied()), default);
    assert_eq!(chain(&[]), Some(ToCompositeError::Chain(ChainError::TooFewPoints { given: 0, needed: 2 })));
    assert_eq!(chain(&[Vec2::X, Vec2::X]), Some(ToCompositeError::Chain(ChainError::EqualNeighbors { points: [0, 1] })));
    assert_eq!(chain(&[Vec2::X, Vec2::NAN]).unwrap().to_string(), "point 1 is not finite");
    let arc = |half_angle| refused(&Arc2d::new(1.0, half_angle), default);
    assert_eq!(arc(-1.0), Some(ToCompositeError::Shape(ShapeError::Negative { what: "half_angle", value: -1.0 })));
    assert!(matches!(arc(f32::NAN), Some(ToCompositeError::Shape(ShapeError::NotFinite { .. }))) && arc(0.0).is_some());
}

#[test]
fn composite_primitives_are_colliders() {
    let _: d3::Collider = d3::Collider::new(Torus::default().to_composite().unwrap());
    let _: d3::Collider = d3::Collider::new(Extrusion::new(Annulus::default(), 1.0).to_composite().unwrap());
    let _: d2::Collider = d2::Collider::new(Annulus::default().to_composite().unwrap());
}
