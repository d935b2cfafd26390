//! Two boxes in the plane: the axis, the two points that prove it, and the sides laid over each other, in one go.
//!
//! * The least of four axes is the depth of boxes that overlap. Of boxes that are apart it is the distance, if a corner of one lies over a side of the other; else two corners are
//!   nearest, and there is no third case: so hardly a pair is left for a search.
//! * It is what the separating axis test and the clipping of any two polygons find, chosen by the same rule. What rounding could decide — corners that all but touch beside each other's sides —
//!   is `None`, and the pair goes the general way.

mod corners;
mod seen;
mod sides;

use clinch_shapes::{Convex, Polytope};
use clinch_support::{Frame, Pose, Scalar, Vector};

use self::seen::{Met, Seen, Side};
use crate::clip::Clip;
use crate::collide::witness_if_missed;
use crate::manifold::ContactPoint;
use crate::measure::{Goal, Measured, Relation, Separation, tested};
use crate::pair::{Memory, Pair, Scratch};
use crate::radii::Radii;
use crate::sat::{self, EXACT, SAME, Verdict};
use crate::settings::Settings;

/// How they lie, and in `scratch.points` the points within the margin, in the order of their feature ids.
pub(crate) fn contact<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Option<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let relation = touch(&Asked::of(pair, settings)?, settings, memory, &mut scratch.points)?;
    scratch.begin();
    Some(Measured::without_search(relation))
}

/// How they lie, if they are boxes in the plane.
#[inline]
pub(crate) fn relation<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
) -> Option<Relation<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    lie(&Asked::of(pair, settings)?, goal, memory)
}

/// All that must be known of the shapes.
struct Asked<V: Vector> {
    halves: [V; 2],
    b_in_a: Pose<V::Wide>,
    radii: Radii,
    margin: f64,
}

impl<V: Clip> Asked<V> {
    #[inline]
    fn of<A, B>(pair: &Pair<'_, V, A, B>, settings: &Settings<V::Scalar>) -> Option<Self>
    where
        A: Convex<V> + ?Sized,
        B: Convex<V> + ?Sized,
    {
        if V::DIM != 2 {
            return None;
        }
        let (Polytope::Box(a), Polytope::Box(b)) = (pair.a.polytope(), pair.b.polytope()) else { return None };
        let radii = Radii::of(pair).with_skins(settings);
        Some(Self { halves: [a.half(), b.half()], b_in_a: pair.b_in_a, radii, margin: settings.margin() })
    }
}

fn lie<V: Clip>(asked: &Asked<V>, goal: Goal, memory: &mut Memory<V>) -> Option<Relation<V>> {
    Rectangles::of(asked).relation(asked, goal, memory)
}

fn touch<V: Clip>(
    asked: &Asked<V>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    points: &mut Vec<ContactPoint<V>>,
) -> Option<Relation<V>> {
    let rectangles = Rectangles::of(asked);
    let relation = rectangles.relation(asked, Goal::Separation, memory)?;
    points.clear();
    if let Relation::Near(separation) = &relation {
        sides::lay(&rectangles, (asked.radii, asked.margin), separation, points);
        witness_if_missed(separation, settings, rectangles.size, points);
    }
    Some(relation)
}

/// Each box as the other sees it.
struct Rectangles<V: Vector> {
    from_a: Seen,
    from_b: Seen,
    frame: Frame<V>,
    /// Bounds the coordinates that meet.
    size: f64,
}

/// An axis and the points that prove it: what the cores' separation is made of.
struct Proved {
    /// In A's frame.
    normal: [f64; 2],
    height: f64,
    /// Between the points.
    way: f64,
    /// Each in its own frame.
    on_a: [f64; 2],
    on_b: [f64; 2],
}

/// What is computed here is a few dozen numbers that are used at once: passed from one function to the next they would be written in halves and read whole, and wait. So the three that lead
/// to the answer are one, in the two places where they are asked; it is half of what a yes or no costs.
impl<V: Clip> Rectangles<V> {
    #[inline(always)]
    fn of(asked: &Asked<V>) -> Self {
        let [half_a, half_b] = asked.halves;
        let frame = Frame::<V>::new(&asked.b_in_a);
        // The scalar's own rounding, as the shapes tell their extents: what ties must not depend on the way.
        let extent = |half: V| (half.get(0) + half.get(1)).widen();
        let at = frame.translation();
        let size = extent(half_a) + extent(half_b) + 2.0 * at.max_abs() + at.max_abs();
        let (half_a, half_b) = (array(half_a.widen()), array(half_b.widen()));
        let [cos, sin] = array(frame.direction_in_a(V::Wide::unit(0)));
        let from_a = Seen { own: half_a, other: half_b, at: array(at), turn: [cos, sin] };
        let from_b = Seen { own: half_b, other: half_a, at: array(frame.direction_in_b(-at)), turn: [cos, -sin] };
        Self { from_a, from_b, frame, size }
    }

    /// Of the swept boxes; the axis is remembered.
    #[inline(always)]
    fn relation(&self, asked: &Asked<V>, goal: Goal, memory: &mut Memory<V>) -> Option<Relation<V>> {
        let &Asked { radii, margin, .. } = asked;
        let verdict = self.cores(radii.asked(margin), goal, memory.start.direction)?;
        Some(tested(verdict, &self.frame, radii, margin, memory))
    }

    #[inline(always)]
    fn cores(&self, within: f64, goal: Goal, last: V) -> Option<Verdict<V>> {
        let (noise, tie) = (sat::noise(self.size), sat::tie::<V>(self.size));
        // Of A, then of B, by the numbers of their sides: what ties goes to the first.
        let ([a, b, c, d], [e, f, g, h]) = (self.from_a.heights(), self.from_b.heights());
        let heights = [a, b, c, d, e, f, g, h];
        let less = |a: f64, b: f64| if a < b { a } else { b };
        let least = less(less(less(a, b), less(c, d)), less(less(e, f), less(g, h)));
        if !(least < f64::INFINITY && self.size < f64::INFINITY) {
            return None;
        }
        if least < -within - noise {
            let best = (0..8).fold(0_u32, |set, number| set | u32::from(heights[number] <= least) << number).trailing_zeros() as usize;
            return Some(Verdict::Beyond { axis: vector(self.normal(best)), at_least: -least - noise });
        }
        if goal == Goal::Gap && least > noise {
            return Some(Verdict::Overlapping { at_least: least - noise });
        }
        // What an axis proves to be apart no other may call touching.
        let apart = least < -noise;
        let cutoff = least + if apart && noise < tie { noise } else { tie };
        let ties = (0..8).fold(0_u32, |ties, number| ties | u32::from(heights[number] <= cutoff) << number);
        let mut left = self.by_preference(ties, last);
        let proved = loop {
            if left == 0 {
                break if apart { corners::proved(self, heights, least)? } else { return None };
            }
            let number = left.trailing_zeros() as usize % 8;
            left &= left - 1;
            if let Some(proved) = self.proved(number, heights[number], least) {
                break proved;
            }
        };
        let distance = -proved.height;
        let upper = if least > noise { noise - least } else { proved.way.abs() + 3.0 * noise };
        Some(Verdict::Near(Separation {
            normal: vector(proved.normal),
            distance,
            lower: distance - noise,
            upper: if upper > distance { upper } else { distance },
            point_a: vector(proved.on_a),
            point_b: vector(proved.on_b),
        }))
    }

    /// The sides whose bits are set, in the order in which their axes are tried: the lower eight bits are those near last tick's normal, and go first.
    #[inline]
    fn by_preference(&self, ties: u32, last: V) -> u32 {
        let mut near = 0;
        if ties.count_ones() > 1 {
            let last = last.widen();
            let least = SAME * last.length();
            near = (0..8).fold(0, |near, number| near | u32::from(vector::<V::Wide>(self.normal(number)).dot(last) > least) << number);
        }
        ties & near | (ties & !near) << 8
    }

    /// Of a side, from A to B, in A's frame.
    #[inline]
    fn normal(&self, number: usize) -> [f64; 2] {
        let side = Side::of(number);
        [side.outward(), self.from_a.turned(side.outward()).map(|x: f64| -x)][usize::from(number >= 4)]
    }

    /// Two points as far apart as the side's axis says.
    #[inline]
    fn proved(&self, number: usize, height: f64, least: f64) -> Option<Proved> {
        let (of_a, side) = (number < 4, Side::of(number));
        let Met { foot, tip, gap } = [&self.from_a, &self.from_b][usize::from(!of_a)].meet(side, self.size)?;
        // The points of an axis that is not the very best need not be exactly under each other.
        if !((gap + height).abs() <= EXACT * self.size + (height - least)) {
            return None;
        }
        let [on_a, on_b] = if of_a { [foot, tip] } else { [tip, foot] };
        Some(Proved { normal: self.normal(number), height, way: gap, on_a, on_b })
    }
}

#[inline]
fn array<W: Vector<Scalar = f64>>(vector: W) -> [f64; 2] {
    [vector.get(0), vector.get(1)]
}

#[inline]
fn vector<W: Vector<Scalar = f64>>([x, y]: [f64; 2]) -> W {
    W::from_fn(|axis| if axis == 0 { x } else { y })
}

#[cfg(test)]
mod tests {
    use clinch_gjk::Start;
    use clinch_shapes::{Cuboid, Rounded, Shape2};
    use clinch_support::{Pose, Rotation2, Scalar, Vector};
    use clinch_testkit::random::Random;
    use glam::{DVec2, Vec2};

    use super::{contact, relation};
    use crate::clip::Clip;
    use crate::collide::general;
    use crate::manifold::{ContactPoint, FeatureId};
    use crate::measure::Axes;
    use crate::measure::{Goal, Measured, Relation};
    use crate::pair::{Memory, Pair, Scratch};
    use crate::settings::Settings;

    fn block<V: Clip<Wide = DVec2>>(random: &mut Random) -> Shape2<V> {
        let mut size =
            || random.pick(&[0.3, 0.5, 1.0, 0.02]) * random.pick(&[1.0, 1.0, 0.9]) * random.pick(&[1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
        let block = Cuboid::new(V::narrow(DVec2::new(size(), size()))).unwrap();
        if random.chance(0.2) { Rounded::new(block.into(), V::Scalar::narrow(0.1)).unwrap().into() } else { block.into() }
    }

    fn pose<V: Clip<Wide = DVec2>>(random: &mut Random) -> Pose<DVec2> {
        let any = random.range(-3.0, 3.0);
        let angle = random.pick(&[any, any, 1e-4, 1e-9, 0.0]);
        let quarter = random.pick(&[0.0, 1.0, 2.0, -1.0, 0.5]);
        let turned = Rotation2::<f64>::from_angle(angle + quarter * core::f64::consts::FRAC_PI_2);
        let shares = [(); 2].map(|()| random.pick(&[0.0, 0.5, 1.0, -0.3, 0.8]));
        let ball = random.in_ball(2);
        let aside = DVec2::new(ball.x, ball.y) * 1.5;
        let at = random.pick(&[aside, aside, DVec2::from(shares)]);
        Pose::<V>::narrow(&Pose::new(turned, at)).widen()
    }

    fn memory<V: Clip<Wide = DVec2>>(random: &mut Random) -> Memory<V> {
        let axis = random.pick(&[DVec2::ZERO, DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y]);
        Memory { start: Start::along(V::narrow(axis)), ..Memory::new() }
    }

    fn same_points<V: Vector<Wide = DVec2>>(found: &[ContactPoint<V>], expected: &[ContactPoint<V>]) -> bool {
        let same = |ours: &ContactPoint<V>, theirs: &ContactPoint<V>| {
            let off = [ours.on_a - theirs.on_a, ours.on_b - theirs.on_b].map(|off| off.widen().length());
            let off = off[0] + off[1] + (ours.separation - theirs.separation).abs().widen();
            off < 1e-6 && ours.touching == theirs.touching && ours.feature == theirs.feature
        };
        found.len() == expected.len() && found.iter().zip(expected).all(|(ours, theirs)| same(ours, theirs))
    }

    #[derive(Debug, Default)]
    struct Seen {
        answered: u32,
        points: usize,
        beyond: u32,
        searched: u32,
    }

    /// Whatever is answered here is what the general way answers, by other means.
    fn check<V: Clip<Wide = DVec2>>(seed: u64) -> Seen
    where
        Shape2<V>: clinch_shapes::Convex<V>,
    {
        let (mut random, mut scratch) = (Random::new(seed), Scratch::<V>::new());
        let mut seen = Seen::default();
        for _ in 0..20_000 {
            let settings = Settings::with_margin(V::Scalar::narrow(random.pick(&[0.0512, 0.0512, 0.4123])));
            let (a, b, b_in_a) = (block::<V>(&mut random), block::<V>(&mut random), pose::<V>(&mut random));
            let (pair, before) = (Pair { a: &a, b: &b, b_in_a }, memory::<V>(&mut random));
            let Some(Measured { relation: ours, .. }) = contact(&pair, &settings, &mut before.clone(), &mut scratch) else { continue };
            assert_eq!(Some(ours), relation(&pair, &settings, Goal::Separation, &mut before.clone()));
            let found = scratch.points.clone();
            let theirs = general(&pair, Axes::Open, &settings, &mut before.clone(), &mut scratch);
            match (ours, theirs.relation) {
                (Relation::Near(ours), Relation::Near(near)) => {
                    if theirs.calls == 0 {
                        assert_eq!((ours.normal, ours.distance, ours.lower), (near.normal, near.distance, near.lower), "{pair:?}");
                    } else {
                        // Corners at corners, which a search finds to its tolerance.
                        assert!((ours.distance - near.distance).abs() < 1e-9 && (ours.normal - near.normal).length() < 1e-6, "{pair:?}");
                    }
                    assert_eq!(ours.is_touching(), near.is_touching(), "{pair:?}");
                    assert!(
                        (ours.point_a - near.point_a).length() + (ours.point_b - near.point_b).length() < 1e-6,
                        "{ours:?} {near:?} {pair:?}"
                    );
                    // Corners over each other may be cut to two points in one place.
                    let near = |point: &ContactPoint<V>| (point.on_a - found[0].on_a).widen().length() < 1e-6;
                    let one_place = found.len() == 1 && found[0].feature == FeatureId::WITNESS && scratch.points.iter().all(near);
                    assert!(one_place || same_points(&found, &scratch.points), "{found:?} {:?} {pair:?}", scratch.points);
                    seen.points += found.len();
                }
                // A search ends with the first axis that proves it.
                (Relation::Beyond { at_least, .. }, Relation::Beyond { at_least: proved, .. }) if theirs.calls > 0 => {
                    assert!(at_least > proved - 1e-9, "{pair:?}");
                }
                (ours, theirs) => {
                    assert_eq!(ours, theirs, "{pair:?}");
                    seen.beyond += 1;
                }
            }
            seen.answered += 1;
            seen.searched += u32::from(theirs.calls > 0);
        }
        seen
    }

    #[test]
    fn rectangles_meet_as_any_two_polygons() {
        for seen in [check::<Vec2>(12), check::<DVec2>(13)] {
            let Seen { answered, points, beyond, searched } = seen;
            assert!(answered > 19_900 && points > 15_000 && beyond > 3_000 && searched > 300, "{seen:?}");
        }
    }
}
