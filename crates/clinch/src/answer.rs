//! One question about two shapes, answered in world space.

use clinch_contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Separation, Settings, Space, collide, measure, overlap};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, Vector};

/// How two shapes lie, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<V: Vector> {
    /// The signed distance: negative overlapping. NaN if the question was: a pose or a support point that is not finite.
    pub distance: V::Scalar,
    /// The true signed distance is at least this.
    pub lower: V::Scalar,
    /// The true signed distance is at most this.
    pub upper: V::Scalar,
    /// Unit, from A to B: moving B along it separates the shapes.
    pub normal: V,
    /// On A's surface: nearest to B, or deepest in it.
    pub point_a: V,
    /// On B's surface: nearest to A, or deepest in it.
    pub point_b: V,
    /// Support calls made on A − B, none for a closed form.
    pub support_calls: u32,
    /// The search ended before its bounds met; they hold, but are wide.
    pub unfinished: bool,
}

impl<V: Vector> Answer<V> {
    /// The shapes touch or overlap, or cannot be proved not to: sets are closed.
    pub fn is_touching(&self) -> bool {
        self.lower <= V::Scalar::ZERO
    }

    /// The question could not be answered: a pose or a support point is not finite. (−∞ is an answer: of half-spaces that overlap without end.)
    pub fn is_undefined(&self) -> bool {
        self.distance.widen().is_nan()
    }
}

/// How to part two shapes that touch or overlap, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration<V: Vector> {
    /// The smallest motion that parts them: 0 when they touch, or cannot be told from it; ∞ of half-spaces that overlap without end. NaN if the question was.
    pub depth: V::Scalar,
    /// The true depth is at least this.
    pub lower: V::Scalar,
    /// The true depth is at most this: moving B so far along the normal parts them.
    pub upper: V::Scalar,
    /// Unit, from A to B: the way to move B.
    pub normal: V,
    /// On A's surface, deepest in B.
    pub point_a: V,
    /// On B's surface, deepest in A.
    pub point_b: V,
    /// The search ended before its bounds met; they hold, but are wide.
    pub unfinished: bool,
}

impl<V: Vector> Penetration<V> {
    /// The question could not be answered: a pose or a support point is not finite.
    pub fn is_undefined(&self) -> bool {
        self.depth.widen().is_nan()
    }
}

/// The signed distance of two shapes in one world, however far apart.
pub(crate) fn contact<V: Space>(a: &impl Convex<V>, pose_a: &Pose<V>, b: &impl Convex<V>, pose_b: &Pose<V>) -> Answer<V> {
    // Nothing is beyond an infinite distance.
    closest_points(a, pose_a, b, pose_b, V::Scalar::INFINITY).unwrap_or_else(|| {
        nowhere(&Measured { relation: Relation::Undefined, calls: 0, unfinished: false, slow_steps: 0, recycled: false })
    })
}

/// The signed distance of two shapes in one world; `None` if it is proved to be greater than `within`.
pub(crate) fn closest_points<V: Space>(
    a: &impl Convex<V>,
    pose_a: &Pose<V>,
    b: &impl Convex<V>,
    pose_b: &Pose<V>,
    within: V::Scalar,
) -> Option<Answer<V>> {
    measured(a, &pose_a.widen(), b, &pose_b.widen(), within, &mut Scratch::new())
}

/// The distance of two shapes in one world, 0 if they are not proved to be apart. Of shapes that overlap no depth is looked for.
pub(crate) fn distance<V: Space>(a: &impl Convex<V>, pose_a: &Pose<V>, b: &impl Convex<V>, pose_b: &Pose<V>) -> V::Scalar {
    let (pair, endless) = (Pair::in_world(a, pose_a, b, pose_b), Settings::with_margin(V::Scalar::INFINITY));
    match clinch_contact::distance(&pair, &endless, &mut Memory::new(), &mut Scratch::new()).relation {
        Relation::Near(near) if near.lower > 0.0 => V::Scalar::narrow(near.distance),
        // Proved to overlap, by a bound and no more.
        Relation::Near(near) if near.lower == f64::NEG_INFINITY => V::Scalar::ZERO,
        // They touch to rounding: told as by who asks for the depth, for the two roundings differ.
        Relation::Near(_) => {
            let signed = contact(a, pose_a, b, pose_b).distance;
            if signed > V::Scalar::ZERO { signed } else { V::Scalar::ZERO }
        }
        // Nothing is beyond an infinite distance.
        Relation::Beyond { .. } | Relation::Undefined => V::Scalar::narrow(f64::NAN),
    }
}

/// The way out, if they are not proved to be apart.
pub(crate) fn penetration<V: Space>(a: &impl Convex<V>, pose_a: &Pose<V>, b: &impl Convex<V>, pose_b: &Pose<V>) -> Option<Penetration<V>> {
    let answer = closest_points(a, pose_a, b, pose_b, V::Scalar::ZERO)?;
    let Answer { distance, lower, upper, normal, point_a, point_b, unfinished, .. } = answer;
    // No motion at all parts what is apart; NaN stays what it is.
    let deep = |separation: V::Scalar| if separation > V::Scalar::ZERO { V::Scalar::ZERO } else { V::Scalar::ZERO - separation };
    let penetration = Penetration { depth: deep(distance), lower: deep(upper), upper: deep(lower), normal, point_a, point_b, unfinished };
    (answer.is_undefined() || answer.is_touching()).then_some(penetration)
}

/// Do two shapes in one world share a point? Stops as soon as either is proved. Poses in `f64`, so that whoever has a more exact one loses nothing.
pub(crate) fn intersects<V: Space>(
    a: &impl Convex<V>,
    pose_a: &Pose<V::Wide>,
    b: &impl Convex<V>,
    pose_b: &Pose<V::Wide>,
    scratch: &mut Scratch<V>,
) -> bool {
    let pair = Pair { a, b, b_in_a: pose_b.relative_to(pose_a) };
    overlap(&pair, &Settings::default(), &mut Memory::new(), scratch).touching == Some(true)
}

/// The contact manifold of two shapes in one world.
pub(crate) fn manifold<V: Space>(
    a: &impl Convex<V>,
    pose_a: &Pose<V>,
    b: &impl Convex<V>,
    pose_b: &Pose<V>,
    margin: V::Scalar,
) -> Manifold<V> {
    let mut manifold = Manifold::new();
    let pair = Pair::in_world(a, pose_a, b, pose_b);
    collide(&pair, &Settings::with_margin(margin), &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    manifold
}

/// `None` if they are proved to be farther apart than `within`.
pub(crate) fn measured<V: Space>(
    a: &impl Convex<V>,
    pose_a: &Pose<V::Wide>,
    b: &impl Convex<V>,
    pose_b: &Pose<V::Wide>,
    within: V::Scalar,
    scratch: &mut Scratch<V>,
) -> Option<Answer<V>> {
    let pair = Pair { a, b, b_in_a: pose_b.relative_to(pose_a) };
    let measured = measure(&pair, &Settings::with_margin(within), &mut Memory::new(), scratch);
    match measured.relation {
        Relation::Near(separation) => Some(in_world(&measured, &separation, pose_a, pose_b)),
        Relation::Beyond { .. } => None,
        Relation::Undefined => Some(nowhere(&measured)),
    }
}

/// Poses in `f64`, so that whoever has a more exact one loses nothing.
pub(crate) fn in_world<V: Space>(measured: &Measured<V>, near: &Separation<V>, a: &Pose<V::Wide>, b: &Pose<V::Wide>) -> Answer<V> {
    Answer {
        distance: V::Scalar::narrow(near.distance),
        lower: V::Scalar::narrow_down(near.lower),
        upper: V::Scalar::narrow_up(near.upper),
        normal: V::narrow(a.vector(near.normal)),
        point_a: V::narrow(a.point(near.point_a)),
        point_b: V::narrow(b.point(near.point_b)),
        ..nowhere(measured)
    }
}

/// The answer to what could not be answered.
pub(crate) fn nowhere<V: Vector>(measured: &Measured<V>) -> Answer<V> {
    let (nan, point) = (V::Scalar::narrow(f64::NAN), not_a_point());
    Answer {
        distance: nan,
        lower: nan,
        upper: nan,
        normal: point,
        point_a: point,
        point_b: point,
        support_calls: measured.calls,
        unfinished: measured.unfinished,
    }
}

pub(crate) fn not_a_point<V: Vector>() -> V {
    V::from_fn(|_| V::Scalar::narrow(f64::NAN))
}
