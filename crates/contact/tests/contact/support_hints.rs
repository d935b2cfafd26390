//! Support hints: searches on large hulls and polygons climb from vertex to vertex, which changes
//! no bit of the answer.

use core::cell::Cell;

use clinch_gjk::{GjkSpace, Limits, Start, distance};
use clinch_shapes::{Hull, Polygon};
use clinch_support::{Basis, Difference, Pose, Record, Rotation, Rotation2, Support, SupportMap, Vector, VertexId};
use clinch_testkit::random::Random;
use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

/// A shape that ignores hints.
struct WithoutHints<'s, S> {
    shape: &'s S,
    hints: Cell<u32>,
}

impl<V: Vector, S: SupportMap<V>> SupportMap<V> for WithoutHints<'_, S> {
    fn support(&self, direction: V) -> Support<V> {
        self.shape.support(direction)
    }

    fn support_wide(&self, direction: V::Wide) -> Support<V::Wide> {
        self.shape.support_wide(direction)
    }

    fn support_hinted(&self, direction: V::Wide, _: VertexId) -> Support<V::Wide> {
        self.hints.set(self.hints.get() + 1);
        self.shape.support_wide(direction)
    }

    fn vertex(&self, id: VertexId) -> Option<V> {
        self.shape.vertex(id)
    }

    fn center(&self) -> V {
        self.shape.center()
    }

    fn radius_about_center(&self) -> V::Scalar {
        self.shape.radius_about_center()
    }

    fn error(&self) -> V::Scalar {
        self.shape.error()
    }
}

fn same_answers<V: GjkSpace>(shape: &impl SupportMap<V>, poses: impl Iterator<Item = Pose<V::Wide>>) {
    let without_hints = WithoutHints { shape, hints: Cell::new(0) };
    let (mut hinted, mut unhinted) = (Record::new(), Record::new());
    let limits = Limits::default();
    let mut start = Start::cold();
    for (number, pose) in poses.enumerate() {
        hinted.clear();
        unhinted.clear();
        let with = distance(&Difference::new(shape, shape, &pose), &start, &limits, &mut hinted);
        let without = distance(&Difference::new(&without_hints, &without_hints, &pose), &start, &limits, &mut unhinted);
        assert_eq!(with, without, "{number}");
        assert_eq!(hinted.vertices(), unhinted.vertices(), "{number}");
        start = if number % 3 == 0 { Start::cold() } else { Start::again(&with, &hinted) };
    }
    assert!(without_hints.hints.get() > 500, "too few hints: {}", without_hints.hints.get());
}

#[test]
fn hints_change_no_bit_in_3d() {
    let mut random = Random::new(5);
    let cloud: Vec<DVec3> = (0..900).map(|_| random.direction(3)).collect();
    // Rotating slowly, near and far, overlapping and apart.
    let mut turn = DQuat::IDENTITY;
    let mut poses = Vec::new();
    for i in 0..300 {
        turn = (DQuat::from_scaled_axis(random.in_ball(3) * 0.1) * turn).normalize();
        poses.push(Pose::new(turn, DVec3::new(2.4, 0.3, -0.2) * (f64::from(i % 40) / 30.0)));
    }
    same_answers(&Hull::new(&cloud).unwrap(), poses.iter().copied());
    let rounded: Vec<Vec3> = cloud.iter().map(|&p| Vec3::narrow(p)).collect();
    same_answers(&Hull::new(&rounded).unwrap(), poses.iter().copied());
}

#[test]
fn hints_change_no_bit_in_2d() {
    let circle = |i: u32| {
        let turn = Rotation2::<f64>::from_angle(f64::from(i) * 0.02);
        turn.basis().rotate(DVec2::X)
    };
    let corners: Vec<DVec2> = (0..314).map(circle).collect();
    let poses = |i: u32| Pose::new(Rotation2::<f64>::from_angle(f64::from(i) * 0.01), DVec2::new(2.1, 0.4) * (f64::from(i % 40) / 30.0));
    same_answers(&Polygon::new(&corners).unwrap(), (0..300).map(poses));
    let rounded: Vec<Vec2> = corners.iter().map(|&p| Vec2::narrow(p)).collect();
    same_answers(&Polygon::new(&rounded).unwrap(), (0..300).map(poses));
}
