//! Contact points from the two features that face each other along the normal.
//!
//! * Each shape gives the face, edge or vertex of its core that looks most along the normal.
//! * The two are clipped against each other; what they share becomes points on the swept surfaces.
//! * Where that misses the deepest place, the witness points of the query are added.

use clinch_shapes::{Convex, Core, CoreKind, Corner, Cuboid, Face};
use clinch_support::{Frame, Scalar, Vector};

use crate::answer::Separation;
use crate::clip::polygon_on_box::PolygonOnBox;
use crate::clip::{Clipped, Limits, Space, WideSpace};
use crate::manifold::{ContactPoint, FeatureId};
use crate::problem::Problem;
use crate::query::Query;
use crate::round_edges::{Meeting, RoundEdges};
use crate::scratch::Scratch;
use crate::settings::Settings;
use crate::tolerance::MISSED;

/// Where B is, and a bound of the coordinates that meet.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'f, V: Vector> {
    pub(crate) frame: &'f Frame<V>,
    pub(crate) size: f64,
}

/// Writes to `scratch.points` what the facing features share.
pub(crate) fn contact_points<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    scene: Scene<'_, V>,
    separation: &Separation<V>,
    scratch: &mut Scratch<V>,
) {
    let &Problem { cores, query, .. } = problem;
    let mut round = None;
    if find_features(problem, scene.frame, separation, scratch) {
        round = RoundEdges::of(&cores, query.radii, [&scratch.face_a, &scratch.face_b], scene.size);
        let radius = round.as_ref().map_or(0.0, |round| round.least_radius(query.radii));
        clip_found(scene.frame, separation.normal, Limits { gap: most_gap(query, separation), radius }, scratch);
    }
    clipped_to_points(round, scene, query, separation, scratch);
}

/// The witness points of a separation as a contact point, if they are within the margin of the
/// settings. Its id is [`FeatureId::WITNESS`]. Constant time.
#[inline]
pub fn witness<V: Space>(separation: &Separation<V>, settings: &Settings<V::Scalar>) -> Option<ContactPoint<V>> {
    let noise = separation.noise();
    let margin = if settings.margin() > noise { settings.margin() } else { noise };
    (separation.distance <= margin).then(|| ContactPoint {
        on_a: V::narrow(separation.point_a),
        on_b: V::narrow(separation.point_b),
        separation: V::Scalar::narrow(separation.distance),
        feature: FeatureId::WITNESS,
        touching: separation.is_touching() && separation.distance <= noise,
        persisted: false,
        user_data: [V::Scalar::ZERO; 4],
    })
}

/// Writes the two features that face each other to `scratch`. `false` if there is nothing left to
/// clip: if they share nothing, or if a box and a few corners are in `scratch.clipped` already.
pub(crate) fn find_features<V: Space, A: Convex<V>, B: Convex<V>>(
    problem: &Problem<'_, V, A, B>,
    frame: &Frame<V>,
    separation: &Separation<V>,
    scratch: &mut Scratch<V>,
) -> bool {
    let (&Problem { pair, cores, query }, normal) = (problem, separation.normal);
    scratch.clipped.clear();
    // A point shares nothing but itself, which the query has found.
    if cores.a.point().is_some() || cores.b.point().is_some() {
        return false;
    }
    let Scratch { face_a, face_b, wide_a, wide_b, clipped, .. } = scratch;
    let most_gap = most_gap(query, separation);
    let [facing_a, facing_b] = [normal, frame.direction_in_b(-normal)].map(V::narrow);
    match (cores.a, cores.b) {
        // Two boxes come here where their closed form has no answer, or no points.
        (Core::Box(block), other) if V::DIM == 3 && other.kind() != CoreKind::Box => {
            pair.b.face(facing_b, face_b);
            if matches!(face_b.corners.len(), 3 | 4) {
                widen(face_b, |point| frame.to_a(point), wide_b);
                let on_box = PolygonOnBox::new(block, normal, wide_b, most_gap, true);
                if on_box.clip(&mut |[on_a, on_b], feature| clipped.push(Clipped { on_a, on_b, feature })) {
                    return false;
                }
            }
            pair.a.face(facing_a, face_a);
        }
        (other, Core::Box(block)) if V::DIM == 3 && other.kind() != CoreKind::Box => {
            pair.a.face(facing_a, face_a);
            if matches!(face_a.corners.len(), 3 | 4) {
                widen(face_a, |point| frame.to_b(point), wide_a);
                if (CornersOnBox { block, frame, of_a: wide_a }).clip(normal, most_gap, clipped) {
                    return false;
                }
            }
            pair.b.face(facing_b, face_b);
        }
        _ => {
            pair.a.face(facing_a, face_a);
            if face_a.corners.len() < 2 {
                return false;
            }
            pair.b.face(facing_b, face_b);
        }
    }
    face_a.corners.len() >= 2 && face_b.corners.len() >= 2
}

/// Clips the two features in `scratch` against each other, into `scratch.clipped`. Corners beyond
/// the limits may be missing.
pub(crate) fn clip_found<V: Space>(frame: &Frame<V>, normal: V::Wide, limits: Limits, scratch: &mut Scratch<V>) {
    let Scratch { face_a, face_b, wide_a, wide_b, clipped, clip, .. } = scratch;
    widen(face_a, |point| point, wide_a);
    widen(face_b, |point| frame.to_a(point), wide_b);
    V::Wide::clip(normal, [wide_a, wide_b], limits, clip, clipped);
}

/// A box that is B, and corners of A in its frame.
pub(crate) struct CornersOnBox<'c, V: Space> {
    pub(crate) block: &'c Cuboid<V>,
    pub(crate) frame: &'c Frame<V>,
    pub(crate) of_a: &'c [Corner<V::Wide>],
}

impl<V: Space> CornersOnBox<'_, V> {
    /// Clips them along a normal from A to B. `false`, and nothing is added, if the general
    /// clipping must decide.
    pub(crate) fn clip(&self, normal: V::Wide, most_gap: f64, clipped: &mut Vec<Clipped<V::Wide>>) -> bool {
        let &Self { block, frame, of_a } = self;
        let on_box = PolygonOnBox::new(block, frame.direction_in_b(-normal), of_a, most_gap, false);
        on_box.clip(&mut |[on_b, on_a], feature| clipped.push(Clipped { on_a: frame.to_a(on_a), on_b: frame.to_a(on_b), feature }))
    }
}

fn widen<V: Vector>(face: &Face<V>, to_a: impl Fn(V::Wide) -> V::Wide, wide: &mut Vec<Corner<V::Wide>>) {
    wide.clear();
    let corners = face.corners.iter();
    wide.extend(corners.map(|&Corner { point, vertex, edge }| Corner { point: to_a(point.widen()), vertex, edge }));
}

/// The shared corners in `scratch.clipped` become points on the swept surfaces: those within the
/// margin, in the order of their feature ids, each id once. Where they miss the deepest place, the
/// witness points are added.
pub(crate) fn clipped_to_points<V: Space>(
    round: Option<RoundEdges>,
    scene: Scene<'_, V>,
    query: &Query<'_, V>,
    separation: &Separation<V>,
    scratch: &mut Scratch<V>,
) {
    shared_points(round, scene.frame, query, separation, scratch);
    add_witness_if_missed(separation, query.settings, scene.size, &mut scratch.points);
    sort_points(&mut scratch.points);
}

/// In the order of their feature ids, each id once.
pub(crate) fn sort_points<V: Space>(points: &mut Vec<ContactPoint<V>>) {
    points.sort_by_key(|point| point.feature);
    points.dedup_by_key(|point| point.feature);
}

/// Points whose gap exceeds this are left out: the margin, or the noise of the separation.
#[inline]
pub(crate) fn margin_of_points<V: Space>(query: &Query<'_, V>, separation: &Separation<V>) -> f64 {
    let noise = separation.noise();
    if query.margin > noise { query.margin } else { noise }
}

/// The gap between the cores beyond which points are left out.
#[inline]
pub(crate) fn most_gap<V: Space>(query: &Query<'_, V>, separation: &Separation<V>) -> f64 {
    margin_of_points(query, separation) + query.radii.sum()
}

/// A new contact point, of the points on A and on B, each in its own frame.
#[inline]
pub(crate) fn contact_point<V: Space>(
    separation: &Separation<V>,
    [on_a, on_b]: [V::Wide; 2],
    gap: f64,
    feature: FeatureId,
) -> ContactPoint<V> {
    ContactPoint {
        on_a: V::narrow(on_a),
        on_b: V::narrow(on_b),
        separation: V::Scalar::narrow(gap),
        feature,
        // Shapes that are proved to be apart touch nowhere, however far apart the bounds are.
        touching: separation.is_touching() && gap <= separation.noise(),
        persisted: false,
        user_data: [V::Scalar::ZERO; 4],
    }
}

/// The shared corners in `scratch.clipped` become points on the swept surfaces: those within the
/// margin. Of edges that are `round`, the gap is that of the surfaces.
pub(crate) fn shared_points<V: Space>(
    round: Option<RoundEdges>,
    frame: &Frame<V>,
    query: &Query<'_, V>,
    separation: &Separation<V>,
    scratch: &mut Scratch<V>,
) {
    let Scratch { clipped, points, .. } = scratch;
    let (normal, radii) = (separation.normal, query.radii);
    let margin = margin_of_points(query, separation);
    points.clear();
    for corner in clipped.iter() {
        let Clipped { on_a, on_b, feature } = *corner;
        let meeting = match &round {
            Some(round) => round.meet(corner, normal, frame, radii),
            None => {
                let gap = (on_b - on_a).dot(normal) - radii.sum();
                Some(Meeting { gap, on: [on_a + normal * radii.a, on_b - normal * radii.b] })
            }
        };
        let Some(Meeting { gap, on: [on_a, on_b] }) = meeting else { continue };
        if gap <= margin {
            points.push(contact_point(separation, [on_a, frame.to_b(on_b)], gap, feature));
        }
    }
}

/// Adds the witness points where the features share nothing, and where they miss the deepest place.
#[inline]
pub(crate) fn add_witness_if_missed<V: Space>(
    separation: &Separation<V>,
    settings: &Settings<V::Scalar>,
    size: f64,
    points: &mut Vec<ContactPoint<V>>,
) {
    let noise = separation.noise();
    let deepest =
        points.iter().fold(f64::INFINITY, |least, point| if point.separation.widen() < least { point.separation.widen() } else { least });
    let untouched = separation.is_touching() && !(deepest <= noise);
    // Near the ends of the range of f64 the bounds may be infinite, and nothing is deeper than
    // that.
    let missed = untouched || points.is_empty() || !(deepest <= separation.distance + noise + MISSED * size);
    if missed {
        points.extend(witness(separation, settings));
    }
}
