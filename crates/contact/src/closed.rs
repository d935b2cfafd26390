//! Closed forms: points and segments need no search.
//!
//! * Point and segment: the projection, clamped to the ends.
//! * Two segments: if the nearest points lie inside both, they are where the common normal meets the lines; otherwise one of them is an end. All five
//!   candidates are computed and the nearest is taken, so that no tolerance decides whether segments count as parallel.
//!
//! All in `f64`, in A's frame. After Ericson, "Real-Time Collision Detection" (2005), 5.1.

use clinch_shapes::Core;
use clinch_support::Vector;

/// The nearest points of A's and B's core, both in A's frame.
pub(crate) struct Nearest<W> {
    pub(crate) a: W,
    pub(crate) b: W,
}

/// The nearest points of two cores, both given in A's frame; `None` if they are not points and segments.
pub(crate) fn nearest<W: Vector<Scalar = f64>>(a: Core<W>, b: Core<W>) -> Option<Nearest<W>> {
    match (a, b) {
        (Core::Point(a), Core::Point(b)) => Some(Nearest { a, b }),
        (Core::Point(a), Core::Segment(b)) => Some(Nearest { a, b: on_segment(a, b) }),
        (Core::Segment(a), Core::Point(b)) => Some(Nearest { a: on_segment(b, a), b }),
        (Core::Segment(a), Core::Segment(b)) => Some(of_segments(a, b)),
        _ => None,
    }
}

fn on_segment<W: Vector<Scalar = f64>>(point: W, [start, end]: [W; 2]) -> W {
    let along = end - start;
    let (part, whole) = ((point - start).dot(along), along.length_squared());
    if !(part > 0.0) {
        start
    } else if part >= whole {
        end
    } else {
        start + along * (part / whole)
    }
}

fn of_segments<W: Vector<Scalar = f64>>(a: [W; 2], b: [W; 2]) -> Nearest<W> {
    let ends = [
        Nearest { a: a[0], b: on_segment(a[0], b) },
        Nearest { a: a[1], b: on_segment(a[1], b) },
        Nearest { a: on_segment(b[0], a), b: b[0] },
        Nearest { a: on_segment(b[1], a), b: b[1] },
    ];
    let (u, w, r) = (a[1] - a[0], b[1] - b[0], b[0] - a[0]);
    // Seen along A the second line is `r + w·t` without the parts along u. Their lengths themselves are divided, not a determinant of products: that
    // loses twice as many digits, and of segments that cross at a small angle it reports a gap.
    let uu = u.length_squared();
    let across = |v: W| v - u * (u.dot(v) / uu);
    let (w_across, r_across) = (across(w), across(r));
    let t = -w_across.dot(r_across) / w_across.length_squared();
    let interior = (0.0..=1.0).contains(&t).then(|| {
        let on_b = b[0] + w * t;
        Nearest { a: on_segment(on_b, a), b: on_b }
    });
    ends.into_iter()
        .chain(interior)
        .reduce(|best, next| if gap(&next) < gap(&best) { next } else { best })
        .unwrap_or(Nearest { a: a[0], b: b[0] })
}

fn gap<W: Vector<Scalar = f64>>(nearest: &Nearest<W>) -> f64 {
    (nearest.b - nearest.a).length_squared()
}
