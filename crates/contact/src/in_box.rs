//! A point and a box, the core of a ball and that of a block: the nearest point of the box is the point itself, held to the box's extents.
//!
//! * Inside, the nearest face is the way out. What is as near as another, but for rounding, is chosen by rule: last tick's normal, then the lower face.
//! * Next to the surface, where what is beyond the extents is rounding, the way there is no normal: the face's is.
//!
//! In the box's own frame and `f64`. Ericson, "Real-Time Collision Detection" (2005), 5.1.3.

use clinch_shapes::{Convex, Core, Polytope};
use clinch_support::{Difference, Vector};

use crate::clip::Clip;
use crate::measure::Separation;
use crate::pair::{Memory, Pair};
use crate::sat::SAME;

/// Rounding of a point that was posed, and of what is computed of it here, relative to the size of the pair. Larger: bounds are farther apart than they need be. Smaller: they
/// do not hold.
const NOISE: f64 = 16.0 * f64::EPSILON;

/// Faces that are as near to within this, relative to the size of the pair, are equally near. Larger: depths are too large by as much. Smaller: rounding chooses the face.
const TIE: f64 = 64.0 * f64::EPSILON;

/// The signed distance of two cores, if one is a point and the other a box.
pub(crate) fn separation<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    difference: &Difference<'_, A, B, V>,
    memory: &Memory<V>,
) -> Option<Separation<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let (noise, tie, last) = (NOISE * difference.size(), TIE * difference.size(), memory.start.direction.widen());
    let found = |normal, distance: f64, point_a, point_b| Separation {
        normal,
        distance,
        lower: distance - noise,
        upper: distance + noise,
        point_a,
        point_b,
    };
    match (pair.a.core_wide(), pair.b.core_wide()) {
        (Core::Point(a), Core::Other) => {
            let Polytope::Box(half) = pair.b.polytope() else { return None };
            let out = way_out(difference.to_b(a), half.widen(), -difference.direction_in_b(last), (noise, tie));
            Some(found(-difference.direction_in_a(out.normal), out.distance, a, out.foot))
        }
        (Core::Other, Core::Point(b)) => {
            let Polytope::Box(half) = pair.a.polytope() else { return None };
            let out = way_out(difference.to_a(b), half.widen(), last, (noise, tie));
            Some(found(out.normal, out.distance, out.foot, b))
        }
        _ => None,
    }
}

/// From the box to the point.
struct Out<W> {
    /// Unit, outward.
    normal: W,
    /// Negative inside.
    distance: f64,
    /// On the box.
    foot: W,
}

fn way_out<W: Vector<Scalar = f64>>(point: W, half: W, last: W, (noise, tie): (f64, f64)) -> Out<W> {
    let held = W::from_fn(|axis| {
        let (at, reach) = (point.get(axis), half.get(axis));
        if at > reach {
            reach
        } else if at < -reach {
            -reach
        } else {
            at
        }
    });
    let way = point - held;
    let distance = way.length();
    if distance > noise {
        return Out { normal: way * distance.recip(), distance, foot: held };
    }
    let height = |axis: usize, sign: f64| sign * point.get(axis) - half.get(axis);
    let faces = || (0..W::DIM).flat_map(|axis| [(axis, -1.0), (axis, 1.0)]);
    let highest = faces().fold(f64::NEG_INFINITY, |most, (axis, sign)| if height(axis, sign) > most { height(axis, sign) } else { most });
    let ties = || faces().filter(|&(axis, sign)| height(axis, sign) >= highest - tie);
    let near = SAME * last.length();
    let (axis, sign) = ties().find(|&(axis, sign)| sign * last.get(axis) > near).or_else(|| ties().next()).unwrap_or((0, 1.0));
    let foot = W::from_fn(|other| if other == axis { sign * half.get(axis) } else { held.get(other) });
    // The face that was chosen may be farther than the nearest, by what is no difference: a distance that said so would be too small.
    Out { normal: W::unit(axis) * sign, distance: highest, foot }
}
