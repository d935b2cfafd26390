//! The penetration depth of two bodies, in `f64`, computed by neither narrowphase.
//!
//! * Two boxes: all fifteen axes, in a few lines that share no code with either. The least overlap
//!   along an axis is the depth of boxes that overlap.
//! * A ball and a box: closed form. A cylinder over a wide level box, the only configuration that
//!   occurs: how far its rim is below the top.
//! * All others: the oracle of clinch's testkit, which searches all features or all axes and shares
//!   no code with clinch's queries.

use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{PoseSpec, Query, RotationSpec};
use glam::{DMat3, DQuat, DVec3};

use crate::body::Form;

/// A shape and its place in the world.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'f> {
    pub(crate) form: &'f Form,
    pub(crate) at: DVec3,
    pub(crate) turned: DQuat,
}

/// The depth of two shapes; 0 if they do not overlap.
pub(crate) fn depth(a: &Placed<'_>, b: &Placed<'_>) -> f64 {
    match (a.form, b.form) {
        (Form::Box(half_a), Form::Box(half_b)) => boxes((*half_a, a), (*half_b, b)),
        (Form::Ball(radius), Form::Box(half)) => ball_in_box((*radius, a.at), (*half, b)),
        (Form::Box(half), Form::Ball(radius)) => ball_in_box((*radius, b.at), (*half, a)),
        (Form::Ball(one), Form::Ball(other)) => one + other - (a.at - b.at).length(),
        (Form::Cylinder { half_height, radius }, Form::Box(half)) => under((*half_height, *radius), a, b.at.y + half.y),
        (Form::Box(half), Form::Cylinder { half_height, radius }) => under((*half_height, *radius), b, a.at.y + half.y),
        _ => by_oracle(a, b),
    }
    .max(0.0)
}

fn boxes((half_a, a): (DVec3, &Placed<'_>), (half_b, b): (DVec3, &Placed<'_>)) -> f64 {
    let (turn_a, turn_b) = (basis(a.turned), basis(b.turned));
    let between = b.at - a.at;
    let extent = |half: DVec3, turn: &DMat3, axis: DVec3| {
        half.x * turn.x_axis.dot(axis).abs() + half.y * turn.y_axis.dot(axis).abs() + half.z * turn.z_axis.dot(axis).abs()
    };
    let overlap = |axis: DVec3| extent(half_a, &turn_a, axis) + extent(half_b, &turn_b, axis) - between.dot(axis).abs();
    let (sides_a, sides_b) = (columns(&turn_a), columns(&turn_b));
    let mut least = sides_a.iter().chain(&sides_b).map(|&axis| overlap(axis)).fold(f64::INFINITY, f64::min);
    for along_a in sides_a {
        for along_b in sides_b {
            let across = along_a.cross(along_b);
            let length = across.length();
            // For parallel edges the faces' axes suffice.
            if length > 1e-6 {
                least = least.min(overlap(across / length));
            }
        }
    }
    least
}

/// The rotated axes, orthonormal whatever the rounding of the quaternion.
fn basis(turned: DQuat) -> DMat3 {
    DMat3::from_quat(turned.normalize())
}

fn columns(turn: &DMat3) -> [DVec3; 3] {
    [turn.x_axis, turn.y_axis, turn.z_axis]
}

fn ball_in_box((radius, center): (f64, DVec3), (half, b): (DVec3, &Placed<'_>)) -> f64 {
    let local = basis(b.turned).transpose() * (center - b.at);
    let outside = local - local.clamp(-half, half);
    let gap = if outside == DVec3::ZERO { -(half - local.abs()).min_element() } else { outside.length() };
    radius - gap
}

fn under((half_height, radius): (f64, f64), cylinder: &Placed<'_>, top: f64) -> f64 {
    let up = basis(cylinder.turned).y_axis.y;
    top - (cylinder.at.y - half_height * up.abs() - radius * (1.0 - up * up).max(0.0).sqrt())
}

fn by_oracle(a: &Placed<'_>, b: &Placed<'_>) -> f64 {
    let side = |placed: &Placed<'_>| {
        let pose = PoseSpec { rotation: RotationSpec::Quaternion(placed.turned.to_array()), ..PoseSpec::at(placed.at.to_array()) };
        (placed.form.spec(), pose)
    };
    // Shapes of scenes are legal, and a pose that is not finite shows in every other measure.
    Pairing::of(&Query::contact(3, side(a), side(b))).map_or(0.0, |pairing| -pairing.truth().sd)
}

/// The largest depth of two near bodies of which at least one can move.
pub(crate) fn deepest(moving: &[Placed<'_>], fixed: &[Placed<'_>]) -> f64 {
    let mut most = 0.0_f64;
    for (place, a) in moving.iter().enumerate() {
        for b in fixed.iter().chain(&moving[..place]).filter(|b| near(a, b)) {
            most = most.max(depth(a, b));
        }
    }
    most
}

/// Whether a point is inside of a box; of other shapes never.
pub(crate) fn is_inside(point: DVec3, placed: &Placed<'_>) -> bool {
    let Form::Box(half) = placed.form else { return false };
    (basis(placed.turned).transpose() * (point - placed.at)).abs().cmplt(*half).all()
}

/// Rules out most pairs: by bounding spheres, and for a box, which may be a floor, by its faces.
fn near(a: &Placed<'_>, b: &Placed<'_>) -> bool {
    let (radius_a, radius_b) = (a.form.bounding_radius(), b.form.bounding_radius());
    if (a.at - b.at).length_squared() > (radius_a + radius_b) * (radius_a + radius_b) {
        return false;
    }
    let away = |ball: (DVec3, f64), other: &Placed<'_>| match other.form {
        Form::Box(half) => {
            let local = basis(other.turned).transpose() * (ball.0 - other.at);
            (local - local.clamp(-*half, *half)).length_squared() > ball.1 * ball.1
        }
        _ => false,
    };
    !away((a.at, radius_a), b) && !away((b.at, radius_b), a)
}

#[cfg(test)]
mod tests {
    use super::{Placed, by_oracle, depth};
    use crate::body::Form;
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec3};

    #[test]
    fn closed_forms_agree_with_the_oracle() {
        let forms = [Form::Box(DVec3::new(0.5, 0.2, 0.7)), Form::Box(DVec3::ONE), Form::Ball(0.6)];
        let mut random = Random::new(1);
        let mut overlapping = 0;
        for _ in 0..300 {
            let (one, other) = (random.below(3), random.below(3));
            let place = |random: &mut Random, form| Placed {
                form,
                at: DVec3::new(random.range(-0.6, 0.6), random.range(-0.6, 0.6), random.range(-0.6, 0.6)),
                turned: DQuat::from_array(random.quaternion()),
            };
            let (a, b) = (place(&mut random, &forms[one]), place(&mut random, &forms[other]));
            let truth = by_oracle(&a, &b).max(0.0);
            assert!((depth(&a, &b) - truth).abs() < 1e-9, "{one} {other}: {} {truth}", depth(&a, &b));
            overlapping += usize::from(truth > 0.0);
        }
        assert!((100..300).contains(&overlapping), "{overlapping}");
    }

    #[test]
    fn a_cylinder_is_as_deep_as_its_rim() {
        let plate = Form::Box(DVec3::new(10.0, 0.5, 10.0));
        let drum = Form::Cylinder { half_height: 1.0, radius: 0.5 };
        let over = |y: f64, turned: DQuat| {
            let floor = Placed { form: &plate, at: DVec3::ZERO, turned: DQuat::IDENTITY };
            depth(&Placed { form: &drum, at: DVec3::Y * y, turned }, &floor)
        };
        assert!((over(1.4, DQuat::IDENTITY) - 0.1).abs() < 1e-12);
        assert!((over(0.9, DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5)) - 0.1).abs() < 1e-12, "lying on its side");
        assert_eq!(over(1.6, DQuat::IDENTITY), 0.0);
    }
}
