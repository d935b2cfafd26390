//! The facet of A − B that had the origin's nearest point in the last tick, if it still has it. A
//! facet that is guessed is proved in the same way.
//!
//! * Three vertices of A − B (two in 2D) name a facet: a face of one shape and a vertex of the
//!   other, or an edge of each. If the shapes have moved a little, the same facet is mostly the
//!   answer again. The plane through it, one support query and the witness points prove it; there
//!   is no search.
//! * Apart: the origin's projection is in the facet. Then the two points there are as far apart as
//!   the plane says, and no points are nearer.
//! * Overlapping: the plane bounds the depth from above. A ball about the origin with that depth as
//!   its radius bounds it from below, if it is in the hull of the facet and of one point of A − B
//!   far behind it. It is, if the shapes overlap by less than the width of the contact patch.
//! * Whatever the vertices are, a wrong guess proves nothing. The result is `None` if there is no
//!   proof.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Face};
use clinch_support::{Difference, Vector, Vertex, VertexId, cross};
use smallvec::SmallVec;

use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::pair::Pair;
use crate::tolerance::{EXACT, noise as rounding};

/// How far inside of a side the origin's projection must be, as an area and relative to the squared
/// size of the pair: the rounding of products of two coordinates is less. Larger: more pairs are
/// searched. Smaller: the projection may be outside of a needle-like facet and be taken for inside.
const INSIDE_AREA: f64 = 32.0 * f64::EPSILON;

/// The rounding of a corner's height relative to that of an answer: a height is a single product.
/// Larger: upper bounds are larger than they need be. Smaller: those of needle-like facets do not
/// hold.
const HEIGHT_ROUNDING: f64 = 0.25;

/// The corners of a facet of A − B, in order around it.
type FacetCorners<W> = SmallVec<[W; 8]>;

/// The answer that the facet in `start` proves, if it is still the nearest. `face` is a buffer.
pub(crate) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    difference: &Difference<'_, A, B, V>,
    (start, within): (&Start<V>, f64),
    face: &mut Face<V>,
) -> Option<CoreAnswer<V>> {
    let facet = Facet::of(difference, start)?;
    let size = difference.size();
    let (noise, undecided) = (rounding(size) + difference.error(), rounding(size) + 2.0 * difference.error());
    let height = facet.normal.dot(facet.vertices[0].point);
    let farthest = facet.normal.dot(difference.vertex(facet.normal).point);
    // Negated so that NaN fails, too.
    if !(farthest <= height + EXACT * size) {
        return None;
    }
    if -height - EXACT * size > within + noise {
        return Some(CoreAnswer::Beyond { axis: facet.normal, at_least: -height - EXACT * size - noise });
    }
    let (on_a, on_b) = facet.witness(difference, height)?;
    let proved = |corners: &[V::Wide]| {
        let [least, most] = facet.height_range(corners, height, EXACT * size)?;
        let proves = if height < 0.0 {
            facet.contains_projection(corners, size)
        } else {
            facet.encloses_ball(difference, corners, least, [on_a, on_b])
        };
        proves.then_some([least, if farthest > most { farthest } else { most }])
    };
    let (corners, count) = facet.corners();
    let [least, most] = proved(&corners[..count]).or_else(|| proved(&facet.face(pair, difference, face)?))?;
    // If the bounds straddle zero, GJK and EPA decide.
    if !(most < -undecided || least > undecided) {
        return None;
    }
    let distance = -height;
    let length = if height < 0.0 { (on_a - difference.to_a(on_b)).length() } else { -least };
    if !(length <= distance + EXACT * size) {
        return None;
    }
    let upper = if length > distance { length } else { distance } + rounding(size);
    // The plane of a needle-like facet is off by more than rounding. The origin's projection is no
    // lower than the lowest corner.
    let to_lowest = HEIGHT_ROUNDING * rounding(size) - least;
    let upper = if to_lowest > upper { to_lowest } else { upper };
    Some(CoreAnswer::Near(Separation { normal: facet.normal, distance, lower: -most - noise, upper, point_a: on_a, point_b: on_b }))
}

struct Facet<V: Vector> {
    /// For two edges, the first vertex shares its vertex of A with one of the others, and its
    /// vertex of B with the other one.
    vertices: [Vertex<V>; 3],
    kind: FacetKind,
    /// Unit, out of A − B.
    normal: V::Wide,
}

/// What the vertices of a facet have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FacetKind {
    /// A face of A and a vertex of B.
    FaceOfA,
    /// A vertex of A and a face of B.
    FaceOfB,
    /// An edge of A and one of B.
    Edges,
    /// No common feature is known.
    Unknown,
}

impl<V: Space> Facet<V> {
    /// `None` if there are fewer vertices, or if they are collinear.
    fn of<A: Convex<V>, B: Convex<V>>(difference: &Difference<'_, A, B, V>, start: &Start<V>) -> Option<Self> {
        let mut ids = match start.vertices[..] {
            [first, second] if V::DIM == 2 => [first, second, first],
            [first, second, third] if V::DIM == 3 => [first, second, third],
            _ => return None,
        };
        let kind = kind_of(&mut ids[..V::DIM]);
        let [first, second, third] = ids;
        let first = difference.vertex_of(first.0, first.1)?;
        let second = difference.vertex_of(second.0, second.1)?;
        let third = if V::DIM == 3 { difference.vertex_of(third.0, third.1)? } else { first };
        let (vertices, points) = ([first, second, third], [first.point, second.point, third.point]);
        let orthogonal = orthogonal(&points[..V::DIM]);
        let unit = orthogonal * orthogonal.length().recip();
        let normal = if unit.dot(start.direction.widen()) < 0.0 { -unit } else { unit };
        normal.is_finite().then_some(Self { vertices, kind, normal })
    }

    /// The two points whose difference is the origin's projection, on A in A's frame and on B in
    /// B's, if they are on the shapes wherever the facet reaches.
    fn witness<A: Convex<V>, B: Convex<V>>(&self, difference: &Difference<'_, A, B, V>, height: f64) -> Option<(V::Wide, V::Wide)> {
        let projection = self.normal * height;
        let [first, second, third] = &self.vertices;
        match self.kind {
            FacetKind::FaceOfA => return Some((difference.to_a(first.b.point) + projection, first.b.point)),
            FacetKind::FaceOfB => return Some((first.a.point, difference.to_b(first.a.point - projection))),
            FacetKind::Edges | FacetKind::Unknown => {}
        }
        let (to_projection, to_second, to_third) = (projection - first.point, second.point - first.point, third.point - first.point);
        let [s, t] = if V::DIM == 2 {
            [to_projection.dot(to_second) / to_second.length_squared(), 0.0]
        } else {
            let area = cross(to_second, to_third).dot(self.normal).recip();
            [cross(to_projection, to_third).dot(self.normal) * area, cross(to_second, to_projection).dot(self.normal) * area]
        };
        // Only points between the vertices are known to be in the shapes.
        let inside = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) && (self.kind == FacetKind::Edges || s + t <= 1.0);
        let at = |point: fn(&Vertex<V>) -> V::Wide| {
            let first = point(first);
            first + (point(second) - first) * s + (point(third) - first) * t
        };
        inside.then(|| (at(|vertex| vertex.a.point), at(|vertex| vertex.b.point)))
    }

    /// The facet by its vertices: all of a facet of two edges, and of a face the part between them.
    /// The first of the array, as many as the number says.
    #[inline]
    fn corners(&self) -> ([V::Wide; 4], usize) {
        let [first, second, third] = &self.vertices;
        let (first, second, third) = (first.point, second.point, third.point);
        match self.kind {
            FacetKind::Edges => ([first, second, second + third - first, third], 4),
            _ => ([first, second, third, third], V::DIM),
        }
    }

    /// All of a face of one shape, with the vertex of the other that all vertices share.
    fn face<A: Convex<V>, B: Convex<V>>(
        &self,
        pair: &Pair<V, A, B>,
        difference: &Difference<'_, A, B, V>,
        face: &mut Face<V>,
    ) -> Option<FacetCorners<V::Wide>> {
        let first = &self.vertices[0];
        let points = |face: &Face<V>| face.corners.iter().map(|corner| corner.point.widen()).collect::<FacetCorners<V::Wide>>();
        match self.kind {
            // In 2D the two vertices are the whole facet.
            FacetKind::FaceOfA if V::DIM == 3 => {
                pair.a.face(V::narrow(self.normal), face);
                let vertex = difference.to_a(first.b.point);
                Some(points(face).iter().map(|&corner| corner - vertex).collect())
            }
            FacetKind::FaceOfB if V::DIM == 3 => {
                pair.b.face(V::narrow(difference.direction_in_b(-self.normal)), face);
                Some(points(face).iter().map(|&corner| first.a.point - difference.to_a(corner)).collect())
            }
            _ => None,
        }
    }

    /// The least and the greatest height of its corners, if they differ by at most `slack`: the
    /// plane of a needle-like facet is not exact. `None` for an edge in 3D, which a shape may
    /// return in place of a steep or a narrow face.
    fn height_range(&self, corners: &[V::Wide], height: f64, slack: f64) -> Option<[f64; 2]> {
        let (mut least, mut most) = (height, height);
        for &corner in corners {
            let at = self.normal.dot(corner);
            least = if at < least { at } else { least };
            most = if at > most { at } else { most };
        }
        (corners.len() >= V::DIM && most - least <= slack).then_some([least, most])
    }

    /// The origin projects into the facet, inside of each side by more than rounding.
    fn contains_projection(&self, corners: &[V::Wide], size: f64) -> bool {
        let slack = INSIDE_AREA * size * size;
        if let &[one, other] = corners {
            let along = other - one;
            return one.dot(along) < -slack && other.dot(along) > slack;
        }
        let turns = sides(corners).map(|(from, to)| cross(from, to).dot(self.normal));
        let (left, right) = turns.fold((true, true), |(left, right), turn| (left && turn > slack, right && turn < -slack));
        left || right
    }

    /// A ball about the origin that touches the facet is in the hull of the facet and of a point of
    /// A − B behind it: the difference of a witness point and the farthest vertex behind.
    fn encloses_ball<A: Convex<V>, B: Convex<V>>(
        &self,
        difference: &Difference<'_, A, B, V>,
        corners: &[V::Wide],
        height: f64,
        [on_a, on_b]: [V::Wide; 2],
    ) -> bool {
        let behind = difference.vertex(-self.normal);
        let center = corners.iter().fold(V::Wide::ZERO, |sum, &corner| sum + corner) * (corners.len() as f64).recip();
        [on_a - difference.to_a(behind.b.point), behind.a.point - difference.to_a(on_b)].into_iter().any(|apex| {
            // The apex must be as deep as the ball, or the sides prove nothing: for flat shapes
            // they would be in the facet.
            if !(self.normal.dot(apex) <= -height) {
                return false;
            }
            let clear = |side: V::Wide, corner: V::Wide| {
                let (origin, inward) = (-side.dot(corner), side.dot(center - corner));
                origin * inward > 0.0 && origin * origin >= height * height * side.length_squared()
            };
            if V::DIM == 2 {
                return corners.iter().all(|&corner| clear(orthogonal(&[corner, apex]), corner));
            }
            sides(corners).all(|(from, to)| clear(orthogonal(&[from, to, apex]), from))
        })
    }
}

/// Finds what the vertices share, and puts those of two edges in order. In 2D it is a side and a
/// vertex.
fn kind_of(ids: &mut [(VertexId, VertexId)]) -> FacetKind {
    let same_a = |one: usize, other: usize, ids: &[(VertexId, VertexId)]| ids[one].0 == ids[other].0;
    let same_b = |one: usize, other: usize, ids: &[(VertexId, VertexId)]| ids[one].1 == ids[other].1;
    if (1..ids.len()).all(|other| same_b(0, other, ids)) {
        return FacetKind::FaceOfA;
    }
    if (1..ids.len()).all(|other| same_a(0, other, ids)) {
        return FacetKind::FaceOfB;
    }
    for at in 0..ids.len() {
        let (next, last) = ((at + 1) % 3, (at + 2) % 3);
        if ids.len() == 3 && (same_a(at, next, ids) && same_b(at, last, ids) || same_b(at, next, ids) && same_a(at, last, ids)) {
            ids.swap(0, at);
            return FacetKind::Edges;
        }
    }
    FacetKind::Unknown
}

fn sides<W: Vector>(corners: &[W]) -> impl Iterator<Item = (W, W)> + '_ {
    // Not by a remainder: the division would take longer than the test of a side.
    (0..corners.len()).map(|place| (corners[place], corners[if place + 1 < corners.len() { place + 1 } else { 0 }]))
}

/// Orthogonal to the line through two points in 2D, to the plane through three in 3D; of any
/// length.
fn orthogonal<W: Vector<Scalar = f64>>(points: &[W]) -> W {
    match *points {
        [from, to] => W::from_fn(|axis| if axis == 0 { (to - from).get(1) } else { -(to - from).get(0) }),
        [first, second, third, ..] => cross(second - first, third - first),
        _ => W::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use core::f32::consts::TAU;

    use clinch_gjk::Start;
    use clinch_shapes::{Convex, Cuboid, Face, Hull, Point, Polygon, Segment, Shape2, Shape3, Triangle};
    use clinch_support::{Difference, Pose, Rotation2, Vector, VertexId};
    use clinch_testkit::random::Random;
    use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};

    use super::{Facet, separation};
    use crate::answer::{CoreAnswer, Measured, Relation};
    use crate::clip::Space;
    use crate::dispatch::answer;
    use crate::memory::Memory;
    use crate::pair::Pair;
    use crate::problem::Work;
    use crate::query::Goal;
    use crate::scratch::Scratch;
    use crate::settings::Settings;
    use crate::sink::ToCaller;

    const MARGIN: f32 = 0.05;

    /// The signed distance, without recycling.
    fn measure<V: Space<Scalar = f32>, S: Convex<V>>(
        pair: &Pair<V, &S, &S>,
        settings: &Settings<f32>,
        memory: &mut Memory<V>,
        scratch: &mut Scratch<V>,
    ) -> Measured<V> {
        answer(pair, settings, Goal::SignedDistance, Work { memory, scratch }, ToCaller { pair, settings })
    }

    /// How the facets of a sample were answered.
    #[derive(Default, Debug)]
    struct Sample {
        compared: u32,
        apart: u32,
        overlapping: u32,
        beyond: u32,
    }

    /// The answer that a facet proves must be that of a query without a warm start.
    fn compare<V: Space<Scalar = f32>, S: Convex<V>>(
        pair: &Pair<V, &S, &S>,
        start: &Start<V>,
        scratch: &mut Scratch<V>,
        sample: &mut Sample,
    ) {
        let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
        let slack = 1e-11 * difference.size() + 2.0 * difference.error();
        sample.compared += 1;
        let Some(cached) = separation(pair, &difference, (start, f64::from(MARGIN)), &mut Face::new()) else { return };
        let fresh = measure(pair, &Settings::with_margin(MARGIN), &mut Memory::new(), scratch);
        match (&cached, &fresh.relation) {
            (CoreAnswer::Beyond { at_least, .. }, Relation::Beyond { .. }) => {
                assert!(*at_least > f64::from(MARGIN));
                sample.beyond += 1;
            }
            (CoreAnswer::Near(ours), Relation::Near(theirs)) => {
                assert!((ours.distance - theirs.distance).abs() <= slack, "{} {}: {:?}", ours.distance, theirs.distance, pair.b_in_a);
                assert!(ours.lower <= theirs.upper + slack && theirs.lower <= ours.upper + slack, "{ours:?} {theirs:?}");
                let between = difference.to_a(ours.point_b) - ours.point_a - ours.normal * ours.distance;
                assert!(between.length() <= slack, "the points are not where the distance says: {ours:?}");
                // The facet is on the surface of A − B, to the support maps' error.
                let farthest = difference.vertex(ours.normal).point.dot(ours.normal);
                assert!((farthest + ours.distance).abs() <= slack, "the normal is not that of a facet: {ours:?}");
                if ours.distance < 0.0 {
                    sample.overlapping += 1;
                } else {
                    sample.apart += 1;
                }
            }
            (_, theirs) => panic!("not the answer of a search: {theirs:?} for {:?}", pair.b_in_a),
        }
    }

    fn rock(random: &mut Random, reach: f64) -> Shape3<Vec3> {
        let points: Vec<Vec3> = (0..6 + random.below(12)).map(|_| (random.in_ball(3) * reach).as_vec3()).collect();
        Hull::new(&points).unwrap().into()
    }

    fn solid(random: &mut Random) -> Shape3<Vec3> {
        let mut size = || random.range(0.2, 0.8) as f32;
        let block = Cuboid::new(Vec3::new(size(), size(), size())).unwrap();
        let corners = [(); 3].map(|()| (random.in_ball(3) * 0.8).as_vec3());
        match random.below(5) {
            0 => block.into(),
            1 => Triangle::new(corners[0], corners[1], corners[2]).unwrap().into(),
            2 => Segment::new(corners[0], corners[1]).unwrap().into(),
            _ => rock(random, 0.8),
        }
    }

    fn tile(random: &mut Random) -> Shape2<Vec2> {
        let corners = 3 + random.below(9);
        let corner = |place: usize| Vec2::from_angle(TAU * place as f32 / corners as f32) * Vec2::new(0.7, 0.4);
        match random.below(3) {
            0 => Cuboid::new(Vec2::new(random.range(0.2, 0.8) as f32, 0.4)).unwrap().into(),
            _ => Polygon::new(&(0..corners).map(corner).collect::<Vec<_>>()).unwrap().into(),
        }
    }

    /// Moves a pair around touching. The facet is the one that the last frame ended with.
    fn hover<V: Space<Scalar = f32>, S: Convex<V>>(
        [a, b]: [&S; 2],
        mut step: impl FnMut(&Pose<V::Wide>, &mut Random) -> Pose<V::Wide>,
        random: &mut Random,
        sample: &mut Sample,
    ) {
        let settings = Settings::with_margin(MARGIN);
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        let mut b_in_a = Pose::<V::Wide>::IDENTITY;
        for _ in 0..40 {
            b_in_a = step(&b_in_a, random);
            let pair = Pair { a, b, b_in_a };
            if memory.start.vertices.len() == V::DIM {
                compare(&pair, &memory.start, &mut scratch, sample);
            }
            if let Relation::Near(near) = measure(&pair, &settings, &mut memory, &mut scratch).relation {
                // Back to where they almost touch.
                let back = near.normal * (-0.5 * near.distance);
                b_in_a = Pose::new(b_in_a.rotation, b_in_a.translation + back);
            }
        }
    }

    #[test]
    fn a_cached_facet_gives_the_answer_of_a_search() {
        let (mut random, mut sample) = (Random::new(5), Sample::default());
        for _ in 0..300 {
            let (a, b) = (solid(&mut random), solid(&mut random));
            let mut at = random.direction(3);
            let step = |pose: &Pose<DVec3>, random: &mut Random| {
                let turn = DQuat::from_scaled_axis(random.in_ball(3) * 0.03);
                let to = if pose.translation == DVec3::ZERO { at * random.range(0.2, 0.8) } else { pose.translation };
                at = random.in_ball(3) * 0.02;
                Pose::new((turn * pose.rotation).normalize(), to + at)
            };
            hover::<Vec3, _>([&a, &b], step, &mut random, &mut sample);
        }
        assert!(sample.apart > 1_000 && sample.overlapping > 1_000, "too few cases: {sample:?}");
        assert!(10 * (sample.apart + sample.overlapping + sample.beyond) > 8 * sample.compared, "few facets prove an answer: {sample:?}");
    }

    #[test]
    fn a_cached_facet_in_2d_gives_the_answer_of_a_search() {
        let (mut random, mut sample) = (Random::new(6), Sample::default());
        for _ in 0..300 {
            let (a, b) = (tile(&mut random), tile(&mut random));
            let (mut at, mut angle) = (random.direction(2).truncate(), 0.0);
            let step = |pose: &Pose<DVec2>, random: &mut Random| {
                let to = if pose.translation == DVec2::ZERO { at * random.range(0.2, 0.8) } else { pose.translation };
                at = random.in_ball(2).truncate() * 0.02;
                angle += 0.03 * random.sign();
                Pose::new(Rotation2::<f64>::from_angle(angle), to + at)
            };
            hover::<Vec2, _>([&a, &b], step, &mut random, &mut sample);
        }
        assert!(sample.apart > 1_000 && sample.overlapping > 1_000, "too few cases: {sample:?}");
    }

    #[test]
    fn an_edge_in_3d_is_no_facet() {
        let vertices = [(0, 0), (0, 1), (0, 2)].map(|(a, b)| (VertexId::new(a), VertexId::new(b)));
        let start = Start { vertices: vertices.into_iter().collect(), direction: Vec3::NEG_Z };
        let tile = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).unwrap();
        let point = Point::<Vec3>::new(Vec3::ZERO).unwrap();
        let difference = Difference::new(&point, &tile, &Pose::at(DVec3::new(-0.5, 0.001, -0.25)));
        let facet = Facet::of(&difference, &start).unwrap();
        let (corners, count) = facet.corners();
        let has_range = |corners: &[DVec3]| facet.height_range(corners, -0.25, 1e-9).is_some();
        assert!(has_range(&corners[..count]) && !has_range(&corners[..2]));
    }

    /// A body that jumped, or a file, may name facets that no longer exist or are not the nearest.
    #[test]
    fn a_wrong_guess_proves_nothing() {
        let (mut random, mut sample, mut scratch) = (Random::new(7), Sample::default(), Scratch::new());
        let settings = Settings::with_margin(MARGIN);
        for _ in 0..1_500 {
            let (a, b) = (solid(&mut random), solid(&mut random));
            let at = |reach: f64, random: &mut Random| {
                let turn = DQuat::from_scaled_axis(random.in_ball(3) * random.pick(&[0.1, 1.0, 3.0]));
                Pose::new(turn, random.in_ball(3) * reach)
            };
            let mut memory = Memory::new();
            let pair = Pair { a: &a, b: &b, b_in_a: at(0.7, &mut random) };
            measure(&pair, &settings, &mut memory, &mut scratch);
            if memory.start.vertices.len() != 3 {
                continue;
            }
            for _ in 0..20 {
                let moved = at(0.4, &mut random);
                let rotation = (moved.rotation * pair.b_in_a.rotation).normalize();
                let jumped = Pair { b_in_a: Pose::new(rotation, pair.b_in_a.translation + moved.translation), ..pair };
                let direction = if random.chance(0.2) { -memory.start.direction } else { memory.start.direction };
                compare(&jumped, &Start { direction, ..memory.start.clone() }, &mut scratch, &mut sample);
            }
        }
        assert!(sample.apart > 100 && sample.overlapping > 100 && sample.beyond > 100, "too few cases: {sample:?}");
    }

    #[test]
    fn the_facet_at_the_corner_of_a_plate_is_found_again() {
        let block: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
        // The corners are not in their order around the plate, which stands on the third.
        let plate = [Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0), Vec3::X, Vec3::Y];
        let [block, plate] = [&block[..], &plate].map(|points| Hull::new(points).expect("points"));
        let rotation = DQuat::from_rotation_arc(DVec3::new(0.5, -0.5, 0.0).normalize(), -DVec3::Y);
        let b_in_a = Pose { rotation, translation: DVec3::new(0.5, 0.99, 0.5) - rotation * DVec3::X };
        let (pair, settings, mut memory) = (Pair { a: &block, b: &plate, b_in_a }, Settings::with_margin(MARGIN), Memory::new());
        measure(&pair, &settings, &mut memory, &mut Scratch::new());
        let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
        assert!(separation(&pair, &difference, (&memory.start, 0.1), &mut Face::new()).is_some());
    }
}
