//! What a pair remembers of an earlier tick, and what follows from it without asking the shapes anything.
//!
//! * How far any point of B can have moved in A's frame since then is bounded by the difference of the two poses.
//! * A pair that was proved to be apart by more than that and the margin is apart still: skipped, with proof.
//! * A pair in contact that has hardly moved keeps its normal and its points; only how far they are apart is computed again (contact recycling, after Box3D). What
//!   it moved is counted from where the contact was made, not from the last tick, so that many small steps are not taken for none, and a body that rolls
//!   gets new points.

use clinch_shapes::Convex;
use clinch_support::{Basis, Pose, Rotation, Scalar, Vector};

use crate::clip::Clip;
use crate::collide::MISSED;
use crate::half_space::is_half_space;
use crate::manifold::Manifold;
use crate::measure::{Measured, Relation, Separation};
use crate::pair::{Memory, Pair};
use crate::radii::Radii;
use crate::settings::Settings;

/// What was found when the shapes were last asked.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(
        rename = "seen",
        deny_unknown_fields,
        bound(serialize = "V: crate::written::Write", deserialize = "V: crate::written::Read<'de>")
    )
)]
pub(crate) struct Seen<V: Vector> {
    /// B in A's frame, then.
    b_in_a: Pose<V>,
    found: Found<V::Scalar>,
    /// What of the shapes tells how far they have moved, so that nobody has to look at them; `None` where that takes more than these numbers.
    sizes: Option<About<V::Scalar>>,
}

/// Two shapes that turn about their frames' origins.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct About<S> {
    /// How far B reaches from its origin, or a little more.
    b: S,
    /// How far both do.
    sum: S,
    /// How far the smaller one does, or a little less.
    least: S,
}

/// What was proved, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
enum Found<S> {
    /// Apart by at least this.
    Apart(S),
    /// A manifold, with this margin.
    Contact(S),
    /// Overlapping by at least this.
    Overlap(S),
}

/// Rounding of a remembered pose, in ε of its scalar and parts of the coordinates. Larger: pairs are skipped a little later. Smaller: a bound that rounding breaks is no
/// bound.
const ROUNDING: f64 = 16.0;

impl<V: Clip> Memory<V> {
    /// What was found, if the caller promises that it is of these shapes.
    fn recalled(&self, settings: &Settings<V::Scalar>) -> Option<&Seen<V>> {
        self.seen.as_ref().filter(|_| settings.recycling > V::Scalar::ZERO)
    }

    /// Notes that the shapes are too far apart for anything to be recalled of them, along this axis.
    #[inline]
    pub(crate) fn part(&mut self, axis: V::Wide) {
        self.start.direction = V::narrow(axis);
        self.seen = None;
    }

    /// Notes what was found, if anything is to be recalled. Without a manifold there is no contact to go on with.
    #[inline(always)]
    pub(crate) fn note<A, B>(&mut self, pair: &Pair<'_, V, A, B>, relation: &Relation<V>, settings: &Settings<V::Scalar>, manifold: bool)
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        if let &Relation::Beyond { axis, .. } = relation {
            // A closed form has left no direction here.
            self.start.direction = V::narrow(axis);
        }
        self.seen = None;
        if settings.recycling > V::Scalar::ZERO {
            let found = match *relation {
                Relation::Beyond { at_least, .. } => Found::Apart(V::Scalar::narrow_down(at_least)),
                Relation::Near(_) if manifold => Found::Contact(V::Scalar::narrow_down(settings.margin())),
                Relation::Near(separation) => Found::Overlap(V::Scalar::narrow_down(-separation.upper)),
                Relation::Undefined => return,
            };
            self.see(pair, found, settings);
        }
    }

    fn see<A, B>(&mut self, pair: &Pair<'_, V, A, B>, found: Found<V::Scalar>, settings: &Settings<V::Scalar>)
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        self.seen = Some(Seen { b_in_a: Pose::narrow(&pair.b_in_a), found, sizes: About::of(pair, settings) });
    }
}

/// Of a shape whose center is not its frame's origin it is told how far it reaches from there, if that is not this many times as far. Larger: shapes that turn about themselves are
/// taken to move farther. Smaller: more of them must be asked.
const ASIDE: f64 = 2.0;

impl<S: Scalar> About<S> {
    fn of<V, A, B>(pair: &Pair<'_, V, A, B>, settings: &Settings<S>) -> Option<Self>
    where
        V: Clip<Scalar = S>,
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let sizes = Sizes::of(pair, settings);
        let (a, b) = (sizes.a?, sizes.b?);
        let about_origin = if pair.b.center() == V::ZERO { b } else { pair.b.reach() + Radii::skins(settings).b };
        let about = Self { b: S::narrow_up(about_origin), sum: S::narrow_up(a + b), least: S::narrow_down(sizes.least()) };
        (about_origin <= ASIDE * b).then_some(about)
    }
}

/// How far a pair has moved, and how large it is.
struct Moved {
    /// No point of either shape has moved farther than this, as the other sees it.
    by: f64,
    /// See [`About`].
    least: f64,
    sum: f64,
}

impl<V: Clip> Seen<V> {
    // Of a pair at rest this is half of all that is done; called, it would read through memory what was written there in other parts, and wait.
    #[inline(always)]
    fn moved<A, B>(&self, pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>) -> Moved
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let (then, now) = (self.b_in_a.widen(), pair.b_in_a);
        if let (Some(About { b, sum, least }), Some(turn)) = (self.sizes, now.rotation.turn_from(then.rotation)) {
            let (b, sum, least) = (b.widen(), sum.widen(), least.widen());
            let way = (now.translation - then.translation).length() + turn * b;
            return Moved { by: way + rounding::<V>(now.translation.max_abs() + sum), least, sum };
        }
        self.moved_by_bases(pair, settings)
    }

    /// The same of shapes that do not turn about their origins, and of half-spaces.
    #[inline(never)]
    fn moved_by_bases<A, B>(&self, pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>) -> Moved
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        let (then, now) = (self.b_in_a.widen(), pair.b_in_a);
        let sizes = Sizes::of(pair, settings);
        // Of a half-space all points count, without end; the other shape moves as far as it sees the half-space move.
        let (then, now, center, reach) = match sizes.b {
            Some(reach) => (then, now, pair.b.center().widen(), reach),
            None => (inverse::<V>(&then), inverse::<V>(&now), pair.a.center().widen(), sizes.a.unwrap_or(f64::INFINITY)),
        };
        let coordinates = now.translation.max_abs() + center.max_abs() + sizes.sum();
        let by = moved_by_bases(&then, &now, center, reach) + rounding::<V>(coordinates);
        Moved { by, least: sizes.least(), sum: sizes.sum() }
    }
}

/// Of a remembered pose, of coordinates as large as that.
fn rounding<V: Vector>(coordinates: f64) -> f64 {
    ROUNDING * V::Scalar::EPSILON.widen() * coordinates
}

/// What turns about a center that is not the origin moves both ways; and rotations need not be of length 1.
fn moved_by_bases<W: Vector<Scalar = f64, Wide = W>>(then: &Pose<W>, now: &Pose<W>, center: W, reach: f64) -> f64 {
    let (before, after) = (then.rotation.basis(), now.rotation.basis());
    let turned = |vector: W| after.rotate(vector) - before.rotate(vector);
    // The difference of two rotations stretches every direction across its axis alike: by its Frobenius norm over √2.
    let squared: f64 = (0..W::DIM).map(|place| turned(W::unit(place)).length_squared()).sum();
    (now.translation - then.translation + turned(center)).length() + (0.5 * squared).sqrt() * reach
}

fn inverse<V: Clip>(pose: &Pose<V::Wide>) -> Pose<V::Wide> {
    Pose::<V::Wide>::IDENTITY.relative_to(pose)
}

/// How far each swept shape reaches from its centre; `None` of a half-space.
pub(crate) struct Sizes {
    a: Option<f64>,
    b: Option<f64>,
}

impl Sizes {
    pub(crate) fn of<V: Clip, A: Convex<V> + ?Sized, B: Convex<V> + ?Sized>(
        pair: &Pair<'_, V, A, B>,
        settings: &Settings<V::Scalar>,
    ) -> Self {
        let radii = Radii::of(pair).with_skins(settings);
        Self {
            a: (!is_half_space(pair.a)).then(|| pair.a.extent().widen() + radii.a),
            b: (!is_half_space(pair.b)).then(|| pair.b.extent().widen() + radii.b),
        }
    }

    fn sum(&self) -> f64 {
        self.a.unwrap_or(0.0) + self.b.unwrap_or(0.0)
    }

    /// Of the smaller shape; 0 of two half-spaces.
    pub(crate) fn least(&self) -> f64 {
        match (self.a, self.b) {
            (Some(a), Some(b)) => {
                if a < b {
                    a
                } else {
                    b
                }
            }
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => 0.0,
        }
    }
}

/// A pair that was proved to be apart by more than it can have moved since.
pub(crate) fn apart<V, A, B>(pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>, memory: &Memory<V>) -> Option<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let seen = memory.recalled(settings)?;
    let Found::Apart(lower) = seen.found else { return None };
    let at_least = lower.widen() - seen.moved(pair, settings).by;
    let relation = Relation::Beyond { axis: memory.start.direction.widen(), at_least };
    (at_least > settings.margin()).then_some(Measured { recalled: true, ..Measured::without_search(relation) })
}

/// A pair that was proved to overlap by more than it can have moved since. Of the answer only the upper bound means anything.
pub(crate) fn overlapping<V, A, B>(pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>, memory: &Memory<V>) -> Option<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let seen = memory.recalled(settings)?;
    let Found::Overlap(depth) = seen.found else { return None };
    let deep = seen.moved(pair, settings).by - depth.widen();
    (deep < 0.0).then_some(Measured { recalled: true, ..Measured::without_search(Relation::Near(Separation::at_most(deep))) })
}

/// A pair in contact that has hardly moved. That it touches, or does not, must be beyond doubt.
pub(crate) fn contact<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &Memory<V>,
    manifold: &mut Manifold<V>,
) -> Option<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let seen = memory.recalled(settings)?;
    if !matches!(seen.found, Found::Contact(margin) if settings.margin() <= margin.widen()) {
        return None;
    }
    let moved = seen.moved(pair, settings);
    if !(moved.by <= settings.recycling.widen() * moved.least) {
        return None;
    }
    let separation = reproject(pair, manifold, 2.0 * moved.by + MISSED * moved.sum)?;
    let beyond_doubt = separation.upper < 0.0 || separation.lower > 0.0;
    beyond_doubt.then_some(Measured { recalled: true, ..Measured::without_search(Relation::Near(separation)) })
}

/// Measures the points anew along the normal they were found with. The deepest is as deep as the shapes are to within `error`: their distance and the point's have
/// changed by what was moved, at most, and not by the same. `None` without points.
fn reproject<V, A, B>(pair: &Pair<'_, V, A, B>, manifold: &mut Manifold<V>, error: f64) -> Option<Separation<V>>
where
    V: Clip,
    A: ?Sized,
    B: ?Sized,
{
    let normal = manifold.normal.widen();
    let basis = pair.b_in_a.rotation.basis();
    let mut deepest: Option<Separation<V>> = None;
    for point in &mut manifold.points {
        let (on_a, on_b) = (point.on_a.widen(), point.on_b.widen());
        let separation = (basis.rotate(on_b) + pair.b_in_a.translation - on_a).dot(normal);
        point.separation = V::Scalar::narrow(separation);
        point.touching = separation <= 0.0;
        point.kept = true;
        if deepest.is_none_or(|deepest| separation < deepest.distance) {
            let (lower, upper) = (separation - error, separation + error);
            deepest = Some(Separation { normal, distance: separation, lower, upper, point_a: on_a, point_b: on_b });
        }
    }
    deepest
}
