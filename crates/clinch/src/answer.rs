//! One question about two shapes, answered in world space.

use clinch_contact::{Clip, Manifold, Measured, Memory, Pair, Relation, Scratch, Settings, collide, measure};
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

    /// The question could not be answered: a pose or a support point is not finite.
    pub fn is_undefined(&self) -> bool {
        self.distance.widen().is_nan()
    }
}

/// The signed distance of two shapes in one world, however far apart.
pub(crate) fn contact<V: Clip>(a: &impl Convex<V>, pose_a: &Pose<V>, b: &impl Convex<V>, pose_b: &Pose<V>) -> Answer<V> {
    let pair = Pair::in_world(a, pose_a, b, pose_b);
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    in_world(&measure(&pair, &settings, &mut Memory::new(), &mut Scratch::new()), pose_a, pose_b)
}

/// Do two shapes in one world share a point? Stops as soon as either is proved.
pub(crate) fn intersects<V: Clip>(a: &impl Convex<V>, pose_a: &Pose<V>, b: &impl Convex<V>, pose_b: &Pose<V>) -> bool {
    let pair = Pair::in_world(a, pose_a, b, pose_b);
    let measured = measure(&pair, &Settings::default(), &mut Memory::new(), &mut Scratch::new());
    matches!(measured.relation, Relation::Near(separation) if separation.is_touching())
}

/// The contact manifold of two shapes in one world.
pub(crate) fn manifold<V: Clip>(
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

fn in_world<V: Clip>(measured: &Measured<V>, pose_a: &Pose<V>, pose_b: &Pose<V>) -> Answer<V> {
    let nan = V::Scalar::narrow(f64::NAN);
    let nowhere = V::from_fn(|_| nan);
    let mut answer = Answer {
        distance: nan,
        lower: nan,
        upper: nan,
        normal: nowhere,
        point_a: nowhere,
        point_b: nowhere,
        support_calls: measured.calls,
        unfinished: measured.unfinished,
    };
    if let Relation::Near(separation) = measured.relation {
        let (a, b) = (pose_a.widen(), pose_b.widen());
        answer.distance = V::Scalar::narrow(separation.distance);
        answer.lower = V::Scalar::narrow_down(separation.lower);
        answer.upper = V::Scalar::narrow_up(separation.upper);
        answer.normal = V::narrow(a.vector(separation.normal));
        answer.point_a = V::narrow(a.point(separation.point_a));
        answer.point_b = V::narrow(b.point(separation.point_b));
    }
    answer
}
