//! Places a body at a composite shape, by the oracle's distance.
//!
//! A body that is apart by d along the normal n is at the distance g after it has moved by −(d − g)
//! along n: the nearest points stay the nearest. Beyond that it is pressed in.

use clinch_testkit::oracle::{PartsTruth, Polytope};
use clinch_testkit::pair_file::{Coords, PoseSpec, RotationSpec};
use glam::{DQuat, DVec3};

use crate::shapes::Draw;

/// How near a body is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Proximity {
    /// By a part of its size.
    Apart,
    /// By 1e-7 to 1e-2 of it.
    Near,
    /// Touching to rounding.
    Touching,
    /// Pressed in by 1e-7 to 1e-2 of it.
    Shallow,
    /// By a part of it.
    Deep,
    /// Anywhere within the bounds.
    Anywhere,
}

impl Proximity {
    pub(crate) const ALL: [Self; 6] = [Self::Apart, Self::Near, Self::Touching, Self::Shallow, Self::Deep, Self::Anywhere];
}

/// The pose of a body of a reach at a shape. `body` is the body at a pose, for the oracle.
pub(crate) fn place(
    draw: &mut Draw<'_>,
    truth: &PartsTruth,
    reach: f64,
    proximity: Proximity,
    body: &dyn Fn(&PoseSpec) -> Option<Polytope>,
) -> PoseSpec {
    let (dim, size) = (draw.dim, draw.size);
    let (at, normal) = truth.draw_place(draw.random);
    let rotation = match draw.random.below(4) {
        // On a face of the part, or nearly.
        0 if dim == 3 => {
            let tilt = if draw.random.chance(0.5) { 0.0 } else { draw.random.power(-9.0, -2.0) };
            let up = (normal + draw.random.in_ball(3) * tilt).normalize();
            let axis = draw.random.pick(&[DVec3::X, DVec3::Y, DVec3::Z]);
            let turn = DQuat::from_rotation_arc(axis, up);
            RotationSpec::Quaternion(turn.to_array())
        }
        _ => draw.rotation(),
    };
    let pose = |t: DVec3| PoseSpec { t: Some(Coords::of(t, dim)), rotation };
    if proximity == Proximity::Anywhere {
        return pose(at + draw.random.in_ball(dim) * (0.5 * size));
    }
    let any = draw.random.direction(dim);
    let along = if draw.random.chance(0.5) { normal } else { any };
    let gap = match proximity {
        Proximity::Apart => reach * draw.random.range(0.02, 1.0),
        Proximity::Near => reach * draw.random.power(-7.0, -2.0),
        Proximity::Touching | Proximity::Anywhere => 0.0,
        Proximity::Shallow => -reach * draw.random.power(-7.0, -2.0),
        Proximity::Deep => -reach * draw.random.range(0.02, 0.7),
    };
    // Far enough to be apart.
    let mut t = at + along * (1.5 * (reach + 0.1 * size));
    for _ in 0..4 {
        let Some(placed) = body(&pose(t)) else { break };
        let least = truth.least(&placed, 0.0);
        if least.distance > 0.0 {
            t -= least.normal * (least.distance - gap);
            break;
        }
        t += along * (reach + 0.3 * size);
    }
    pose(t)
}
