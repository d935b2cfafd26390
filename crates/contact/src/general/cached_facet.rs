//! A facet of A − B that held the origin's nearest point in the last tick, asked whether it does so still.
//!
//! * Three vertices of A − B (two in the plane) name a facet: a face of one shape and a corner of the other, or an edge of each. Where the shapes have moved a little they do
//!   so again, and the plane through them, one support query and the points themselves prove it. Nothing is searched.
//! * Apart: the origin's foot lies in the facet, so the two points there are as far apart as the plane says, and no points are nearer.
//! * Overlapping: the plane bounds the depth from above. From below a ball does that is as large and lies in the hull of the facet and of one point of A − B far behind it. Of
//!   shapes that overlap by less than what they share is wide, it does; of others `None` is the answer, as of all that is not proved.
//! * Whatever the vertices were, then: a guess that is wrong proves nothing.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Face};
use clinch_support::{Difference, Vector, Vertex};
use smallvec::SmallVec;

use crate::answer::{CoreAnswer, Separation};
use crate::clip::Space;
use crate::memory::FacetVertices;
use crate::pair::Pair;
use crate::tolerance::{EXACT, noise as rounding};
use crate::vector::cross;

/// How far inside of a side the foot must be, as an area and relative to the squared size of the pair: products of two coordinates round by less. Larger: more is searched. Smaller: of a
/// needle the foot lies outside and is taken for inside.
const INSIDE: f64 = 32.0 * f64::EPSILON;

/// The rounding of a corner's height, as a part of that of an answer: it is a single product. Larger:
/// upper bounds are larger than they need be. Smaller: those of needles do not hold.
const LEVEL_ROUNDING: f64 = 0.25;

/// The corners of a facet of A − B, in their order around it.
type Around<W> = SmallVec<[W; 8]>;

/// What the facet that a search begins with proves, if it still is one. `face` is scratch.
pub(crate) fn separation<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    difference: &Difference<'_, A, B, V>,
    (start, within): (&Start<V>, f64),
    face: &mut Face<V>,
) -> Option<CoreAnswer<V>> {
    let facet = Facet::of(difference, start)?;
    let size = difference.size();
    let (noise, told) = (rounding(size) + difference.error(), rounding(size) + 2.0 * difference.error());
    let height = facet.normal.dot(facet.vertices[0].point);
    let farthest = facet.normal.dot(difference.vertex(facet.normal).point);
    // Written so that NaN is none, either.
    if !(farthest <= height + EXACT * size) {
        return None;
    }
    if -height - EXACT * size > within + noise {
        return Some(CoreAnswer::Beyond { axis: facet.normal, at_least: -height - EXACT * size - noise });
    }
    let (on_a, on_b) = facet.foot(difference, height)?;
    let proved = |around: &Around<V::Wide>| {
        let [least, most] = facet.level(around, height, EXACT * size)?;
        let proves = if height < 0.0 { facet.holds_foot(around, size) } else { facet.holds_ball(difference, around, least, [on_a, on_b]) };
        proves.then_some([least, if farthest > most { farthest } else { most }])
    };
    let [least, most] = proved(&facet.corners()).or_else(|| proved(&facet.face(pair, difference, face)?))?;
    // What cannot be told from touching is for those who look at both sides of it.
    if !(most < -told || least > told) {
        return None;
    }
    let distance = -height;
    let way = if height < 0.0 { (on_a - difference.to_a(on_b)).length() } else { -least };
    if !(way <= distance + EXACT * size) {
        return None;
    }
    let upper = if way > distance { way } else { distance } + rounding(size);
    // The plane of a needle is off by more than rounding. The foot is no lower than the lowest corner.
    let to_lowest = LEVEL_ROUNDING * rounding(size) - least;
    let upper = if to_lowest > upper { to_lowest } else { upper };
    Some(CoreAnswer::Near(Separation { normal: facet.normal, distance, lower: -most - noise, upper, point_a: on_a, point_b: on_b }))
}

struct Facet<V: Vector> {
    /// Of two edges first the one that shares a vertex of A with one other, and a vertex of B with the last.
    vertices: [Vertex<V>; 3],
    made: Made,
    /// Unit, out of A − B.
    normal: V::Wide,
}

/// What the vertices have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// A face of A and a corner of B.
    FaceOfA,
    /// A corner of A and a face of B.
    FaceOfB,
    Edges,
    /// Nothing more is known than that they are vertices.
    Anything,
}

impl<V: Space> Facet<V> {
    /// `None` of fewer vertices, and of those on one line.
    fn of<A: Convex<V>, B: Convex<V>>(difference: &Difference<'_, A, B, V>, start: &Start<V>) -> Option<Self> {
        let mut ids = start.vertices.clone();
        if ids.len() != V::DIM {
            return None;
        }
        let made = made(&mut ids);
        let first = difference.vertex_of(ids[0].0, ids[0].1)?;
        let mut vertices = [first; 3];
        for (slot, &(a, b)) in vertices.iter_mut().zip(&ids).skip(1) {
            *slot = difference.vertex_of(a, b)?;
        }
        let points = vertices.map(|vertex| vertex.point);
        let across = across(&points[..V::DIM]);
        let unit = across * across.length().recip();
        let normal = if unit.dot(start.direction.widen()) < 0.0 { -unit } else { unit };
        normal.is_finite().then_some(Self { vertices, made, normal })
    }

    /// The two points above which the origin is, on A in A's frame and on B in B's, if they are on the shapes wherever the facet reaches.
    fn foot<A: Convex<V>, B: Convex<V>>(&self, difference: &Difference<'_, A, B, V>, height: f64) -> Option<(V::Wide, V::Wide)> {
        let foot = self.normal * height;
        let [first, second, third] = &self.vertices;
        match self.made {
            Made::FaceOfA => return Some((difference.to_a(first.b.point) + foot, first.b.point)),
            Made::FaceOfB => return Some((first.a.point, difference.to_b(first.a.point - foot))),
            Made::Edges | Made::Anything => {}
        }
        let (to_foot, to_second, to_third) = (foot - first.point, second.point - first.point, third.point - first.point);
        let [s, t] = if V::DIM == 2 {
            [to_foot.dot(to_second) / to_second.length_squared(), 0.0]
        } else {
            let area = cross(to_second, to_third).dot(self.normal).recip();
            [cross(to_foot, to_third).dot(self.normal) * area, cross(to_second, to_foot).dot(self.normal) * area]
        };
        // Of those between the vertices, and of no others, it is known that they are in the shapes.
        let between = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) && (self.made == Made::Edges || s + t <= 1.0);
        let at = |point: fn(&Vertex<V>) -> V::Wide| {
            let first = point(first);
            first + (point(second) - first) * s + (point(third) - first) * t
        };
        between.then(|| (at(|vertex| vertex.a.point), at(|vertex| vertex.b.point)))
    }

    /// The facet as its vertices tell it: of two edges all of it, of a face the part between them.
    fn corners(&self) -> Around<V::Wide> {
        let [first, second, third] = self.vertices.map(|vertex| vertex.point);
        match self.made {
            Made::Edges => SmallVec::from_slice(&[first, second, second + third - first, third]),
            _ => SmallVec::from_slice(&[first, second, third][..V::DIM]),
        }
    }

    /// All of a face of one shape, at the corner of the other that all vertices are made with.
    fn face<A: Convex<V>, B: Convex<V>>(
        &self,
        pair: &Pair<V, A, B>,
        difference: &Difference<'_, A, B, V>,
        face: &mut Face<V>,
    ) -> Option<Around<V::Wide>> {
        let first = &self.vertices[0];
        let corners = |face: &Face<V>| face.corners.iter().map(|corner| corner.point.widen()).collect::<Around<V::Wide>>();
        match self.made {
            // In the plane the two vertices are all of it.
            Made::FaceOfA if V::DIM == 3 => {
                pair.a.face(V::narrow(self.normal), face);
                let tip = difference.to_a(first.b.point);
                Some(corners(face).iter().map(|&corner| corner - tip).collect())
            }
            Made::FaceOfB if V::DIM == 3 => {
                pair.b.face(V::narrow(difference.direction_in_b(-self.normal)), face);
                Some(corners(face).iter().map(|&corner| first.a.point - difference.to_a(corner)).collect())
            }
            _ => None,
        }
    }

    /// The least and the greatest height of its corners, if none is off by more than the slack: of a needle the plane is not exact. `None` of an edge in space, which is what a shape
    /// may show in place of a steep or a narrow face.
    fn level(&self, around: &Around<V::Wide>, height: f64, slack: f64) -> Option<[f64; 2]> {
        let (mut least, mut most) = (height, height);
        for &corner in around {
            let at = self.normal.dot(corner);
            least = if at < least { at } else { least };
            most = if at > most { at } else { most };
        }
        (around.len() >= V::DIM && most - least <= slack).then_some([least, most])
    }

    /// The origin is above the facet, by more than rounding inside of each of its sides.
    fn holds_foot(&self, around: &Around<V::Wide>, size: f64) -> bool {
        let slack = INSIDE * size * size;
        if let [one, other] = around[..] {
            let along = other - one;
            return one.dot(along) < -slack && other.dot(along) > slack;
        }
        let turns = sides(around).map(|(from, to)| cross(from, to).dot(self.normal));
        let (left, right) = turns.fold((true, true), |(left, right), turn| (left && turn > slack, right && turn < -slack));
        left || right
    }

    /// A ball about the origin that touches the facet is in the hull of this and of a point of A − B behind it: the one that the foot makes with the far end of either shape.
    fn holds_ball<A: Convex<V>, B: Convex<V>>(
        &self,
        difference: &Difference<'_, A, B, V>,
        around: &Around<V::Wide>,
        height: f64,
        [on_a, on_b]: [V::Wide; 2],
    ) -> bool {
        let behind = difference.vertex(-self.normal);
        let middle = around.iter().fold(V::Wide::ZERO, |sum, &corner| sum + corner) * (around.len() as f64).recip();
        [on_a - difference.to_a(behind.b.point), behind.a.point - difference.to_a(on_b)].into_iter().any(|apex| {
            // As low as the ball is, or the sides say nothing: of something flat they would lie in the facet.
            if !(self.normal.dot(apex) <= -height) {
                return false;
            }
            let clear = |side: V::Wide, corner: V::Wide| {
                let (origin, inward) = (-side.dot(corner), side.dot(middle - corner));
                origin * inward > 0.0 && origin * origin >= height * height * side.length_squared()
            };
            if V::DIM == 2 {
                return around.iter().all(|&corner| clear(across(&[corner, apex]), corner));
            }
            sides(around).all(|(from, to)| clear(across(&[from, to, apex]), from))
        })
    }
}

/// What the vertices share, which of two edges are put in their order. In the plane a side and a corner.
fn made(ids: &mut FacetVertices) -> Made {
    let same_a = |one: usize, other: usize, ids: &FacetVertices| ids[one].0 == ids[other].0;
    let same_b = |one: usize, other: usize, ids: &FacetVertices| ids[one].1 == ids[other].1;
    if (1..ids.len()).all(|other| same_b(0, other, ids)) {
        return Made::FaceOfA;
    }
    if (1..ids.len()).all(|other| same_a(0, other, ids)) {
        return Made::FaceOfB;
    }
    for at in 0..ids.len() {
        let (next, last) = ((at + 1) % 3, (at + 2) % 3);
        if ids.len() == 3 && (same_a(at, next, ids) && same_b(at, last, ids) || same_b(at, next, ids) && same_a(at, last, ids)) {
            ids.swap(0, at);
            return Made::Edges;
        }
    }
    Made::Anything
}

fn sides<W: Vector>(around: &Around<W>) -> impl Iterator<Item = (W, W)> + '_ {
    (0..around.len()).map(|place| (around[place], around[(place + 1) % around.len()]))
}

/// Across two points in the plane, three in space; of any length.
fn across<W: Vector<Scalar = f64>>(points: &[W]) -> W {
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

    use super::{Around, Facet, separation};
    use crate::answer::{CoreAnswer, Measured, Relation};
    use crate::clip::Space;
    use crate::dispatch::answer;
    use crate::memory::Memory;
    use crate::pair::Pair;
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
        answer(pair, settings, Goal::SignedDistance, memory, scratch, ToCaller { pair, settings })
    }

    /// What came of the facets that were asked.
    #[derive(Default, Debug)]
    struct Held {
        asked: u32,
        apart: u32,
        overlapping: u32,
        beyond: u32,
    }

    /// What a facet proves must be what a search finds that knows nothing of it.
    fn compare<V: Space<Scalar = f32>, S: Convex<V>>(pair: &Pair<V, &S, &S>, start: &Start<V>, scratch: &mut Scratch<V>, held: &mut Held) {
        let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
        let slack = 1e-11 * difference.size() + 2.0 * difference.error();
        held.asked += 1;
        let Some(verdict) = separation(pair, &difference, (start, f64::from(MARGIN)), &mut Face::new()) else { return };
        let fresh = measure(pair, &Settings::with_margin(MARGIN), &mut Memory::new(), scratch);
        match (&verdict, &fresh.relation) {
            (CoreAnswer::Beyond { at_least, .. }, Relation::Beyond { .. }) => {
                assert!(*at_least > f64::from(MARGIN));
                held.beyond += 1;
            }
            (CoreAnswer::Near(ours), Relation::Near(theirs)) => {
                assert!((ours.distance - theirs.distance).abs() <= slack, "{} {}: {:?}", ours.distance, theirs.distance, pair.b_in_a);
                assert!(ours.lower <= theirs.upper + slack && theirs.lower <= ours.upper + slack, "{ours:?} {theirs:?}");
                let way = difference.to_a(ours.point_b) - ours.point_a - ours.normal * ours.distance;
                assert!(way.length() <= slack, "the points are not where the distance says: {ours:?}");
                // A point of the surface is no farther inside than the support map's error.
                let farthest = difference.vertex(ours.normal).point.dot(ours.normal);
                assert!((farthest + ours.distance).abs() <= slack, "the normal is none of a facet: {ours:?}");
                if ours.distance < 0.0 {
                    held.overlapping += 1;
                } else {
                    held.apart += 1;
                }
            }
            (_, theirs) => panic!("held is not what is found: {theirs:?} of {:?}", pair.b_in_a),
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

    /// A pair that hovers around touching: the facet is the one that the frame before ended with.
    fn hover<V: Space<Scalar = f32>, S: Convex<V>>(
        [a, b]: [&S; 2],
        mut step: impl FnMut(&Pose<V::Wide>, &mut Random) -> Pose<V::Wide>,
        random: &mut Random,
        held: &mut Held,
    ) {
        let settings = Settings::with_margin(MARGIN);
        let (mut memory, mut scratch) = (Memory::new(), Scratch::new());
        let mut b_in_a = Pose::<V::Wide>::IDENTITY;
        for _ in 0..40 {
            b_in_a = step(&b_in_a, random);
            let pair = Pair { a, b, b_in_a };
            if memory.start.vertices.len() == V::DIM {
                compare(&pair, &memory.start, &mut scratch, held);
            }
            if let Relation::Near(near) = measure(&pair, &settings, &mut memory, &mut scratch).relation {
                // Back to where they all but touch.
                let back = near.normal * (-0.5 * near.distance);
                b_in_a = Pose::new(b_in_a.rotation, b_in_a.translation + back);
            }
        }
    }

    #[test]
    fn what_is_held_is_what_is_found() {
        let (mut random, mut held) = (Random::new(5), Held::default());
        for _ in 0..300 {
            let (a, b) = (solid(&mut random), solid(&mut random));
            let mut at = random.direction(3);
            let step = |pose: &Pose<DVec3>, random: &mut Random| {
                let turn = DQuat::from_scaled_axis(random.in_ball(3) * 0.03);
                let to = if pose.translation == DVec3::ZERO { at * random.range(0.2, 0.8) } else { pose.translation };
                at = random.in_ball(3) * 0.02;
                Pose::new((turn * pose.rotation).normalize(), to + at)
            };
            hover::<Vec3, _>([&a, &b], step, &mut random, &mut held);
        }
        assert!(held.apart > 1_000 && held.overlapping > 1_000, "the sample must bite: {held:?}");
        assert!(10 * (held.apart + held.overlapping + held.beyond) > 8 * held.asked, "little is held: {held:?}");
    }

    #[test]
    fn what_is_held_in_the_plane_is_what_is_found() {
        let (mut random, mut held) = (Random::new(6), Held::default());
        for _ in 0..300 {
            let (a, b) = (tile(&mut random), tile(&mut random));
            let (mut at, mut angle) = (random.direction(2).truncate(), 0.0);
            let step = |pose: &Pose<DVec2>, random: &mut Random| {
                let to = if pose.translation == DVec2::ZERO { at * random.range(0.2, 0.8) } else { pose.translation };
                at = random.in_ball(2).truncate() * 0.02;
                angle += 0.03 * random.sign();
                Pose::new(Rotation2::<f64>::from_angle(angle), to + at)
            };
            hover::<Vec2, _>([&a, &b], step, &mut random, &mut held);
        }
        assert!(held.apart > 1_000 && held.overlapping > 1_000, "the sample must bite: {held:?}");
    }

    #[test]
    fn an_edge_in_space_is_no_facet() {
        let vertices = [(0, 0), (0, 1), (0, 2)].map(|(a, b)| (VertexId::new(a), VertexId::new(b)));
        let start = Start { vertices: vertices.into_iter().collect(), direction: Vec3::NEG_Z };
        let tile = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).unwrap();
        let mote = Point::<Vec3>::new(Vec3::ZERO).unwrap();
        let difference = Difference::new(&mote, &tile, &Pose::at(DVec3::new(-0.5, 0.001, -0.25)));
        let facet = Facet::of(&difference, &start).unwrap();
        let edge = Around::from_slice(&facet.corners()[..2]);
        assert!(facet.level(&facet.corners(), -0.25, 1e-9).is_some() && facet.level(&edge, -0.25, 1e-9).is_none());
    }

    /// A body that jumped, or a file, names facets that are none any more, or not the nearest.
    #[test]
    fn a_wrong_guess_proves_nothing() {
        let (mut random, mut held, mut scratch) = (Random::new(7), Held::default(), Scratch::new());
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
                compare(&jumped, &Start { direction, ..memory.start.clone() }, &mut scratch, &mut held);
            }
        }
        assert!(held.apart > 100 && held.overlapping > 100 && held.beyond > 100, "the sample must bite: {held:?}");
    }
}
