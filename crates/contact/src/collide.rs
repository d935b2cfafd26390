//! Two shapes become a manifold: measure, face, clip, reduce, track.

use clinch_shapes::{Convex, Core, Corner, Face};
use clinch_support::{Difference, Frame, Scalar, Vector};
use glam::DVec2;
use smallvec::SmallVec;

use crate::balls::Balls;
use crate::boxes;
use crate::clip::{Clip, Clipped, Clipping, INSIDE};
use crate::far;
use crate::half_space;
use crate::in_box::PointAtBox;
use crate::manifold::{ContactPoint, FeatureId, Manifold};
use crate::measure::{Axes, Cores, Goal, Measured, Relation, Separation, measure_difference};
use crate::pair::{Memory, Pair, Scratch};
use crate::plain::{self, Asked};
use crate::radii::Radii;
use crate::recall::{self, Sizes};
use crate::rectangles;
use crate::reduce::{self, Spot, reduce};
use crate::rod_at_box;
use crate::rods;
use crate::settings::Settings;
use crate::track::track;

/// Where do two shapes touch?
///
/// `manifold` goes in as last tick's and comes out as this tick's, in A's frame and the caller's unit: points apart by up to `settings.margin`, each
/// marked as kept if it goes on from one of last tick's, with what the caller left on that. It is emptied when the shapes are farther apart, or when a number is not finite; the
/// returned [`Measured`] tells which. Shapes that touch or overlap have at least one point.
///
/// Costs what [`measure`](crate::measure()) costs and, for two faces of four corners, some 150 ns for the clipping.
pub fn collide<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if !(settings.recycling > V::Scalar::ZERO)
        && let Some(balls) = Balls::of(pair)
    {
        scratch.begin();
        return collide_balls(pair, &balls, settings, memory, manifold);
    }
    collide_any(pair, settings, memory, scratch, manifold)
}

fn collide_balls<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    balls: &Balls<'_, V>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let relation = balls.relation(pair, settings, (Goal::Separation, true), memory);
    hold_witness(pair, &relation, settings, manifold);
    Measured::without_search(relation)
}

/// Of shapes that touch in one point, if they do.
// By its numbers: an answer that is handed on through memory is written in parts and read whole, and waits.
#[inline(always)]
fn in_one_point<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    relation: Relation<V>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    memory.note(pair, &relation, settings, true);
    hold_witness(pair, &relation, settings, manifold);
    Measured::without_search(relation)
}

fn collide_any<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if let Some(measured) = recall::contact(pair, settings, memory, manifold) {
        return measured;
    }
    if let Some(measured) = recall::apart(pair, settings, memory) {
        manifold.clear();
        return measured;
    }
    if let Some(balls) = Balls::of(pair) {
        scratch.begin();
        return collide_balls(pair, &balls, settings, memory, manifold);
    }
    if let Some(relation) = far::apart(pair, settings, memory) {
        manifold.clear();
        return Measured::without_search(relation);
    }
    if let Some(at_box) = PointAtBox::of_ball(pair) {
        scratch.begin();
        return in_one_point(pair, at_box.relation(&pair.b_in_a, settings, Goal::Separation, memory), settings, memory, manifold);
    }
    collide_further(pair, settings, memory, scratch, manifold)
}

/// Of shapes that are neither balls nor points at boxes: asked themselves.
#[inline(never)]
fn collide_further<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if let Some(measured) = rectangles::contact(pair, settings, memory, scratch) {
        memory.note(pair, &measured.relation, settings, true);
        publish(pair, &measured.relation, settings, scratch, manifold);
        return measured;
    }
    let (core_a, core_b) = (pair.a.core_wide(), pair.b.core_wide());
    let cores = [&core_a, &core_b];
    if let Some(lie) = rods::Lie::of(pair, cores) {
        scratch.begin();
        let relation = lie.relation(pair, settings, Goal::Separation);
        if let Relation::Near(separation) = relation
            && lie.may_share_more()
        {
            lie.features(pair, settings, &separation, scratch);
            memory.note(pair, &relation, settings, true);
            publish(pair, &Relation::Near(separation), settings, scratch, manifold);
            return Measured::without_search(relation);
        }
        return in_one_point(pair, relation, settings, memory, manifold);
    }
    if let Some(at_box) = PointAtBox::of(pair, cores) {
        scratch.begin();
        return in_one_point(pair, at_box.relation(&pair.b_in_a, settings, Goal::Separation, memory), settings, memory, manifold);
    }
    let measured = match short(pair, cores, settings, memory, (scratch, manifold)) {
        Asked::Told(measured) => measured,
        Asked::Unproved => general(pair, Axes::Asked, settings, memory, scratch),
        Asked::Others => general(pair, Axes::Open, settings, memory, scratch),
    };
    memory.note(pair, &measured.relation, settings, true);
    publish(pair, &measured.relation, settings, scratch, manifold);
    measured
}

/// Of `scratch.points` at most four, each with what it carried in the last tick; the query's own point, if there are none.
fn publish<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    relation: &Relation<V>,
    settings: &Settings<V::Scalar>,
    scratch: &mut Scratch<V>,
    manifold: &mut Manifold<V>,
) where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let Relation::Near(separation) = relation else { return manifold.clear() };
    if scratch.points.is_empty() {
        return hold_witness(pair, relation, settings, manifold);
    }
    manifold.normal = V::narrow(separation.normal);
    if scratch.points.len() > V::Wide::POINTS {
        thin(&mut scratch.points, separation.normal, manifold);
    }
    if !manifold.points.is_empty() {
        track(&manifold.points, &mut scratch.points, || Sizes::of(pair, settings).least());
        manifold.points.clear();
    }
    manifold.points.extend_from_slice(&scratch.points);
}

/// Leaves of many points those that a solver wants.
pub(crate) fn thin<V: Clip>(points: &mut Vec<ContactPoint<V>>, normal: V::Wide, manifold: &Manifold<V>) {
    let [x, y] = reduce::across(normal);
    let spot = |point: &ContactPoint<V>| {
        let on_a = point.on_a.widen();
        Spot { at: DVec2::new(x.dot(on_a), y.dot(on_a)), height: point.separation.widen(), feature: point.feature }
    };
    let spots: SmallVec<[Spot; 16]> = points.iter().map(spot).collect();
    let last: SmallVec<[FeatureId; 4]> = manifold.points.iter().map(|point| point.feature).collect();
    let kept = reduce(&spots, V::Wide::POINTS, &last);
    for (slot, &place) in kept.iter().enumerate() {
        points[slot] = points[place];
    }
    points.truncate(kept.len());
}

/// The query's own point, if it is within the margin, is all that they share.
// By reference the answer would have to be in memory, written in parts, read whole and waited for.
#[inline(always)]
fn hold_witness<V, A, B>(pair: &Pair<'_, V, A, B>, relation: &Relation<V>, settings: &Settings<V::Scalar>, manifold: &mut Manifold<V>)
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let Relation::Near(separation) = relation else { return manifold.clear() };
    let Some(point) = witness(separation, settings) else { return manifold.clear() };
    let carried = match manifold.points.as_slice() {
        [] => None,
        [before] if before.feature == point.feature => Some(before.carried),
        last => {
            let mut copy = [point];
            track(last, &mut copy, || Sizes::of(pair, settings).least());
            copy[0].kept.then_some(copy[0].carried)
        }
    };
    manifold.normal = V::narrow(separation.normal);
    manifold.points.clear();
    manifold.points.push(ContactPoint { kept: carried.is_some(), carried: carried.unwrap_or(point.carried), ..point });
}

/// The short ways: how two shapes of a common kind lie, and in `scratch.points` the points that are to be had; none if the query's own is the only one.
fn short<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    cores: Cores<'_, V>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    (scratch, last): (&mut Scratch<V>, &Manifold<V>),
) -> Asked<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let measured = if matches!(cores, [Core::Other, Core::Other]) {
        boxes::contact(pair, settings, memory, scratch, last)
    } else {
        rod_at_box::contact(pair, cores, settings, memory, scratch)
    };
    measured.map_or_else(|| plain::contact(pair, settings, memory, scratch), Asked::Told)
}

/// How two shapes of any kind lie, and in `scratch.points` the points that are to be had.
pub(crate) fn general<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    axes: Axes,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let difference = Difference::new(pair.a, pair.b, &pair.b_in_a);
    let measured = measure_difference(pair, (&difference, axes), settings, Goal::Separation, memory, scratch);
    if let Relation::Near(separation) = &measured.relation {
        let frame = difference.frame();
        match half_space::size(pair) {
            Some(size) => {
                half_space::overlay(pair, frame, scratch);
                gather(pair, (frame, size), settings, separation, scratch);
            }
            None => features(pair, (frame, difference.size()), settings, separation, scratch),
        }
    }
    measured
}

/// In `scratch.points` what the features that face each other have in common. `size` bounds the coordinates that meet.
pub(crate) fn features<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    (frame, size): (&Frame<V>, f64),
    settings: &Settings<V::Scalar>,
    separation: &Separation<V>,
    scratch: &mut Scratch<V>,
) where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    overlay(pair, frame, separation.normal, scratch);
    gather(pair, (frame, size), settings, separation, scratch);
}

/// The query's own point, if it is within the margin.
#[inline]
pub(crate) fn witness<V: Clip>(separation: &Separation<V>, settings: &Settings<V::Scalar>) -> Option<ContactPoint<V>> {
    let noise = separation.noise();
    let margin = if settings.margin() > noise { settings.margin() } else { noise };
    (separation.distance <= margin).then(|| ContactPoint {
        on_a: V::narrow(separation.point_a),
        on_b: V::narrow(separation.point_b),
        separation: V::Scalar::narrow(separation.distance),
        feature: FeatureId::WITNESS,
        touching: separation.is_touching() && separation.distance <= noise,
        kept: false,
        carried: [V::Scalar::ZERO; 4],
    })
}

/// Lays the two features that face each other along the normal over each other.
fn overlay<V, A, B>(pair: &Pair<'_, V, A, B>, frame: &Frame<V>, normal: V::Wide, scratch: &mut Scratch<V>)
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    scratch.clipped.clear();
    // A point shares nothing but itself, which the query has found.
    if matches!(pair.a.core(), Core::Point(_)) || matches!(pair.b.core(), Core::Point(_)) {
        return;
    }
    let Scratch { face_a, face_b, wide_a, wide_b, clipped, clip, .. } = scratch;
    pair.a.face(V::narrow(normal), face_a);
    if face_a.corners.len() < 2 {
        return;
    }
    pair.b.face(V::narrow(frame.direction_in_b(-normal)), face_b);
    if face_b.corners.len() < 2 {
        return;
    }
    widen(face_a, |point| point, wide_a);
    widen(face_b, |point| frame.to_a(point), wide_b);
    V::Wide::clip(normal, wide_a, wide_b, clip, clipped);
}

fn widen<V: Vector>(face: &Face<V>, to_a: impl Fn(V::Wide) -> V::Wide, wide: &mut Vec<Corner<V::Wide>>) {
    wide.clear();
    let corners = face.corners.iter();
    wide.extend(corners.map(|&Corner { point, vertex, edge }| Corner { point: to_a(point.widen()), vertex, edge }));
}

/// Turns what the features share into points on the swept surfaces, those within the margin, ordered by feature id, none twice.
fn gather<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    (frame, size): (&Frame<V>, f64),
    settings: &Settings<V::Scalar>,
    separation: &Separation<V>,
    scratch: &mut Scratch<V>,
) where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let Radii { a: radius_a, b: radius_b } = Radii::of(pair).with_skins(settings);
    let Scratch { clipped, points, .. } = scratch;
    let normal = separation.normal;
    let noise = separation.noise();
    let point = |on_a: V::Wide, on_b: V::Wide, gap: f64, feature: FeatureId| ContactPoint {
        on_a: V::narrow(on_a),
        on_b: V::narrow(on_b),
        separation: V::Scalar::narrow(gap),
        feature,
        // A proven distance cannot be touched anywhere, however far the bounds are apart.
        touching: separation.is_touching() && gap <= noise,
        kept: false,
        carried: [V::Scalar::ZERO; 4],
    };
    let margin = if settings.margin() > noise { settings.margin() } else { noise };
    points.clear();
    let rods = matches!((pair.a.core(), pair.b.core()), (Core::Segment(_), Core::Segment(_)));
    for &Clipped { on_a, on_b, feature } in clipped.iter() {
        let between = on_b - on_a;
        let height = between.dot(normal);
        let touch = if rods { facing(between - normal * height, normal, radius_a + radius_b, INSIDE * size) } else { Some((normal, 1.0)) };
        let Some((outward, level)) = touch else { continue };
        let gap = height - (radius_a + radius_b) * level;
        if gap <= margin {
            points.push(point(on_a + outward * radius_a, frame.to_b(on_b - outward * radius_b), gap, feature));
        }
    }
    witness_if_missed(separation, settings, size, points);
    points.sort_by_key(|point| point.feature);
    points.dedup_by_key(|point| point.feature);
}

/// Adds the query's own point where the features share nothing, and where they miss the deepest place.
#[inline]
pub(crate) fn witness_if_missed<V: Clip>(
    separation: &Separation<V>,
    settings: &Settings<V::Scalar>,
    size: f64,
    points: &mut Vec<ContactPoint<V>>,
) {
    let noise = separation.noise();
    let deepest =
        points.iter().fold(f64::INFINITY, |least, point| if point.separation.widen() < least { point.separation.widen() } else { least });
    let untouched = separation.is_touching() && !(deepest <= noise);
    // Near the ends of the range of f64 the bounds may be infinite, and nothing is deeper than that.
    let missed = untouched || points.is_empty() || !(deepest <= separation.distance + noise + MISSED * size);
    if missed {
        points.extend(witness(separation, settings));
    }
}

/// Where two rods that lie beside each other by `aside`, as seen along the normal, would touch when moved together along it: outward of A, and its cosine with
/// the normal, which is what their radii have of height there. `None` if they would pass.
fn facing<W: Vector<Scalar = f64>>(aside: W, normal: W, radii: f64, slack: f64) -> Option<(W, f64)> {
    let beside = aside.length();
    if beside < radii {
        let sine = beside / radii;
        let level = ((1.0 - sine) * (1.0 + sine)).sqrt();
        return Some((aside * radii.recip() + normal * level, level));
    }
    (beside <= slack).then_some((normal, 1.0))
}

/// The features miss the deepest place when all they share is less deep than the query's distance by this, relative to the size of the pair. Larger:
/// contacts are too shallow by as much. Smaller: rounding adds a point beside one that is already there.
pub(crate) const MISSED: f64 = 1e-6;
