//! Two boxes and two polygons in 2D against the general path.

use clinch_gjk::Start;
use clinch_shapes::{Convex, Core, Cuboid, Polygon, Rounded, Shape2, Triangle};
use clinch_support::{Basis, Pose, Rotation, Rotation2, Scalar, Vector};
use clinch_testkit::oracle::{Pairing, Truth};
use clinch_testkit::pair_file::{PoseSpec, Query as PairSpec, RotationSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::{DVec2, Vec2};

use crate::answer::{Measured, Relation};
use crate::clip::Space;
use crate::features::{Scene, contact_points};
use crate::general::path;
use crate::general::sat::SatState;
use crate::manifold::{ContactPoint, FeatureId};
use crate::memory::Memory;
use crate::pair::Pair;
use crate::pairs::polygons_2d::{Polygons2d, have_few_sides};
use crate::pairs::{ClosedForm, box_box_2d};
use crate::problem::{Cores, Problem, Work};
use crate::query::{Goal, Query};
use crate::scratch::Scratch;
use crate::settings::Settings;

type Polygons<'s, V> = Pair<V, &'s Shape2<V>, &'s Shape2<V>>;

/// The query as the pair algorithm answers it.
fn solve<V: Space<Wide = DVec2>>(
    pair: &Polygons<'_, V>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Option<Relation<V>> {
    let query = Query::new(pair, settings, goal, memory.start.direction);
    let cores = Cores { a: &pair.a.core(), b: &pair.b.core(), b_in_a: &pair.b_in_a };
    if let (Core::Box(a), Core::Box(b)) = (cores.a, cores.b) {
        return box_box_2d::relation([a, b], &pair.b_in_a, &query, memory, &mut scratch.points);
    }
    assert!(have_few_sides(&cores));
    let found = Polygons2d::of(&query, &cores, scratch)?;
    let relation = found.relation(&query, memory);
    scratch.points.clear();
    if let Some(separation) = relation.contact(&query) {
        let (frame, size) = found.to_clip()?;
        contact_points(&Problem { pair, cores, query: &query }, Scene { frame: &frame, size }, separation, scratch);
    }
    Some(relation)
}

/// The contact query as the general path answers it.
fn general<V: Space<Wide = DVec2>>(
    pair: &Polygons<'_, V>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    let query = Query::new(pair, settings, Goal::Contact, memory.start.direction);
    scratch.begin();
    let cores = Cores { a: &pair.a.core(), b: &pair.b.core(), b_in_a: &pair.b_in_a };
    path::solve(&Problem { pair, cores, query: &query }, SatState::Untried, Work { memory, scratch })
}

fn rounded<V: Space<Wide = DVec2>>(core: Shape2<V>, random: &mut Random) -> Shape2<V> {
    if random.chance(0.2) { Rounded::new(core, V::Scalar::narrow(0.1)).unwrap().into() } else { core }
}

fn block<V: Space<Wide = DVec2>>(random: &mut Random) -> Shape2<V> {
    let mut size = || random.pick(&[0.3, 0.5, 1.0, 0.02]) * random.pick(&[1.0, 1.0, 0.9]) * random.pick(&[1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
    let block = Cuboid::new(V::narrow(DVec2::new(size(), size()))).unwrap();
    rounded(block.into(), random)
}

/// A polygon of three to eight corners, or a box. Some are triangles, some regular, some clockwise,
/// some with a corner in the middle of a side, some away from the origin.
fn polygon<V: Space<Wide = DVec2>>(random: &mut Random) -> Shape2<V> {
    let (count, radius) = (random.pick(&[3, 4, 5, 6, 7, 8]), random.pick(&[0.3, 0.5, 1.0, 0.02]));
    let uneven = random.pick(&[0.0, 0.3, 0.45]);
    let at = DVec2::X * random.pick(&[0.0, 0.0, 0.25]);
    let angles = (0..count).map(|i| (f64::from(i) + random.range(-uneven, uneven)) / f64::from(count) * core::f64::consts::TAU);
    let mut corners: Vec<V> = angles.map(|angle| V::narrow(at + DVec2::from_angle(angle) * radius)).collect();
    let kind = random.pick(&["polygon", "polygon", "block", "clockwise", "with a middle"]);
    match kind {
        "block" => return block(random),
        "clockwise" => corners.reverse(),
        // Exact: halves of a side along an axis.
        "with a middle" => {
            corners = [(-0.5, 0.0), (0.0, 0.0), (0.5, 0.0), (0.25, 0.5)].map(|corner| V::narrow(DVec2::from(corner))).to_vec();
        }
        _ => {}
    }
    let core = match corners[..] {
        [a, b, c] => Triangle::new(a, b, c).unwrap().into(),
        _ => Polygon::new(&corners).unwrap().into(),
    };
    rounded(core, random)
}

fn pose<V: Space<Wide = DVec2>>(random: &mut Random) -> Pose<DVec2> {
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

fn memory<V: Space<Wide = DVec2>>(random: &mut Random) -> Memory<V> {
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
struct Sample {
    answered: u32,
    points: usize,
    beyond: u32,
    searched: u32,
}

/// The answer of this pair algorithm is that of the general path.
fn check<V: Space<Wide = DVec2>>(seed: u64, shape: fn(&mut Random) -> Shape2<V>) -> Sample {
    let (mut random, mut scratch) = (Random::new(seed), Scratch::<V>::new());
    let (mut sample, mut ties) = (Sample::default(), 0);
    for _ in 0..20_000 {
        let settings = Settings::with_margin(V::Scalar::narrow(random.pick(&[0.0512, 0.0512, 0.4123])));
        let (a, b, b_in_a) = (shape(&mut random), shape(&mut random), pose::<V>(&mut random));
        let (pair, before) = (Pair { a: &a, b: &b, b_in_a }, memory::<V>(&mut random));
        let boxes = matches!((pair.a.core(), pair.b.core()), (Core::Box(_), Core::Box(_)));
        let Some(ours) = solve(&pair, &settings, Goal::Contact, &mut before.clone(), &mut scratch) else { continue };
        let found = scratch.points.clone();
        assert_eq!(Some(ours), solve(&pair, &settings, Goal::SignedDistance, &mut before.clone(), &mut scratch));
        let theirs = general(&pair, &settings, &mut before.clone(), &mut scratch);
        match (ours, theirs.relation) {
            (Relation::Near(ours), Relation::Near(near)) => {
                if theirs.calls == 0 && boxes {
                    assert_eq!((ours.normal, ours.distance, ours.lower), (near.normal, near.distance, near.lower), "{pair:?}");
                } else if theirs.calls == 0 && (ours.normal - near.normal).length() > 0.5 {
                    // Of axes that tie each algorithm takes the first of its own order.
                    assert!((ours.distance - near.distance).abs() < 1e-13, "{ours:?} {near:?} {pair:?}");
                    ties += 1;
                    continue;
                } else if theirs.calls == 0 {
                    let off =
                        (ours.normal - near.normal).length() + (ours.distance - near.distance).abs() + (ours.lower - near.lower).abs();
                    assert!(off < 1e-13, "{ours:?} {near:?} {pair:?}");
                } else {
                    // Corners face corners, for which a search converges to its tolerance.
                    assert!((ours.distance - near.distance).abs() < 1e-9 && (ours.normal - near.normal).length() < 1e-6, "{pair:?}");
                }
                assert_eq!(ours.is_touching(), near.is_touching(), "{pair:?}");
                let off = [ours.point_a - near.point_a, b_in_a.rotation.basis().rotate(ours.point_b - near.point_b)];
                // Of a side that is level to rounding, any point of what is above the other side is
                // deepest.
                let off = off.map(|off| if boxes { off.length() } else { off.dot(ours.normal).abs() });
                assert!(off[0] + off[1] < 1e-6, "{ours:?} {near:?} {pair:?}");
                // Clipping may give two points in one place for corners above each other.
                let near = |point: &ContactPoint<V>| (point.on_a - found[0].on_a).widen().length() < 1e-6;
                let one_place = found.len() == 1 && found[0].feature == FeatureId::WITNESS && scratch.points.iter().all(near);
                assert!(one_place || same_points(&found, &scratch.points), "{found:?} {:?} {pair:?}", scratch.points);
                sample.points += found.len();
            }
            // A search stops at the first axis that proves it.
            (Relation::Beyond { at_least, .. }, Relation::Beyond { at_least: proved, .. }) if theirs.calls > 0 && boxes => {
                assert!(at_least > proved - 1e-9, "{pair:?}");
            }
            (Relation::Beyond { at_least, .. }, Relation::Beyond { .. }) if !boxes => {
                let all = general(&pair, &Settings::with_margin(V::Scalar::INFINITY), &mut before.clone(), &mut scratch);
                let Relation::Near(near) = all.relation else { panic!("nothing is beyond an infinite margin") };
                assert!(at_least > settings.margin.widen() && at_least <= near.upper, "{pair:?}");
                sample.beyond += 1;
            }
            (ours, theirs) => {
                assert_eq!(ours, theirs, "{pair:?}");
                sample.beyond += 1;
            }
        }
        sample.answered += 1;
        sample.searched += u32::from(theirs.calls > 0);
    }
    assert!(ties < 600, "{ties}");
    sample
}

#[test]
fn boxes_in_2d_get_the_answer_of_the_general_path() {
    for sample in [check::<Vec2>(12, block), check::<DVec2>(13, block)] {
        let Sample { answered, points, beyond, searched } = sample;
        assert!(answered > 19_900 && points > 15_000 && beyond > 3_000 && searched > 300, "{sample:?}");
    }
}

#[test]
fn polygons_in_2d_get_the_answer_of_the_general_path() {
    for sample in [check::<Vec2>(16, polygon), check::<DVec2>(17, polygon)] {
        let Sample { answered, points, beyond, searched } = sample;
        // The others are boxes without an area.
        assert!(answered > 17_500 && points > 10_000 && beyond > 2_000 && searched > 300, "{sample:?}");
    }
}

/// Two boxes whose sides are parallel to rounding, and which are apart by some of it: two axes tie,
/// and that of last tick's normal, or the first, may prove less than the other.
struct Tie {
    half: [[f64; 2]; 2],
    radius: f64,
    at: [f64; 2],
    angle: f64,
}

impl Tie {
    fn draw(random: &mut Random) -> Self {
        let (half, radius) = ([[0.5, random.pick(&[0.5, 2.0])], [random.pick(&[0.5, 0.25]), 0.5]], random.pick(&[0.0, 0.0, 0.125]));
        let (gap, aside) = (f64::EPSILON * random.range(0.0, 600.0), random.range(-0.75, 0.75));
        let at = [half[0][0] + half[1][0] + 2.0 * radius + gap, aside];
        Self { half, radius, at, angle: random.sign() * random.power(-17.0, -12.0) }
    }

    fn shapes<V: Space<Wide = DVec2>>(&self) -> [Shape2<V>; 2] {
        self.half.map(|half| {
            let block = Cuboid::new(V::narrow(DVec2::from(half))).unwrap();
            Rounded::new(block.into(), V::Scalar::narrow(self.radius)).unwrap().into()
        })
    }

    fn truth(&self) -> Truth {
        let pose = PoseSpec { rotation: RotationSpec::CosSin(1.0, self.angle), ..PoseSpec::at(self.at) };
        let [a, b] = self.half.map(|half| {
            let core = ShapeSpec::Box { half: half.into() };
            ShapeSpec::Rounded { core: core.into(), radius: self.radius }
        });
        Pairing::of(&PairSpec::contact(2, (a, PoseSpec::default()), (b, pose))).unwrap().truth()
    }
}

/// The numbers of ties that touch, and that are apart.
fn ties<V: Space<Wide = DVec2>>(seed: u64) -> [u32; 2] {
    let (mut random, mut counts) = (Random::new(seed), [0; 2]);
    for _ in 0..20_000 {
        let tie = Tie::draw(&mut random);
        let [a, b] = tie.shapes::<V>();
        let b_in_a = Pose::new(Rotation2 { cos: 1.0, sin: tie.angle }, DVec2::from(tie.at));
        let (pair, before) = (Pair { a: &a, b: &b, b_in_a }, memory::<V>(&mut random));
        let query = |margin, goal| solve(&pair, &Settings::with_margin(margin), goal, &mut before.clone(), &mut Scratch::new());
        let Some(Relation::Near(near)) = query(V::Scalar::INFINITY, Goal::SignedDistance) else { continue };
        let truth = tie.truth();
        assert!(near.lower <= truth.sd + truth.err && truth.sd - truth.err <= near.upper, "{near:?} {truth:?} {pair:?}");
        for goal in [Goal::Overlap, Goal::SignedDistance] {
            let Some(answer) = query(V::Scalar::ZERO, goal) else { continue };
            let touching = matches!(answer, Relation::Near(near) if near.is_touching());
            assert_eq!(near.is_touching(), touching, "{near:?} {answer:?} {pair:?}");
        }
        counts[usize::from(!near.is_touching())] += 1;
    }
    counts
}

#[test]
fn boxes_in_2d_that_tie_touch_with_every_margin_or_with_none() {
    for [touching, apart] in [ties::<Vec2>(14), ties::<DVec2>(15)] {
        assert!(touching > 2000 && apart > 2000, "{touching} {apart}");
    }
}
