//! Boxes against the fifteen axes of the separating axis test: an oracle that shares no code with GJK or EPA.

use clinch_epa::{Depth, Limits, Polytope as _, depth};
use clinch_gjk::{Outcome, Start, distance};
use clinch_support::{Basis, Difference, Pose, Record, Rotation, Support, SupportMap, VertexId};
use glam::{DQuat, DVec3, Vec3};

#[derive(Clone, Copy, Debug)]
struct Block(Vec3);

impl Block {
    fn corner(&self, i: usize) -> Vec3 {
        let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        self.0 * Vec3::new(sign(0), sign(1), sign(2))
    }
}

impl SupportMap<Vec3> for Block {
    fn support(&self, d: Vec3) -> Support<Vec3> {
        let i = usize::from(d.x > 0.0) | usize::from(d.y > 0.0) << 1 | usize::from(d.z > 0.0) << 2;
        Support { point: self.corner(i), id: Some(VertexId::new(i)) }
    }
    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        (id.index() < 8).then(|| self.corner(id.index()))
    }
}

struct Random(u64);
impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as f64 / u64::MAX as f64 * 2.0 - 1.0
    }
    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.next(), self.next(), self.next())
    }
}

/// The largest separation along the fifteen axes: negative when overlapping, then exactly the depth.
fn separation(a: Block, b: Block, pose: &Pose<DVec3>) -> f64 {
    let basis = pose.rotation.basis();
    let (ea, eb) = ([DVec3::X, DVec3::Y, DVec3::Z], [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| basis.rotate(axis)));
    let mut axes: Vec<DVec3> = ea.iter().chain(&eb).copied().collect();
    axes.extend(ea.iter().flat_map(|&x| eb.map(|y| x.cross(y))));
    let (ha, hb) = (a.0.as_dvec3(), b.0.as_dvec3());
    let along = |n: DVec3| {
        let ra: f64 = (0..3).map(|i| ha[i] * ea[i].dot(n).abs()).sum();
        let rb: f64 = (0..3).map(|i| hb[i] * eb[i].dot(n).abs()).sum();
        pose.translation.dot(n).abs() - ra - rb
    };
    axes.iter().filter(|n| n.length() > 1e-6).map(|n| along(n.normalize())).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn depth_and_yes_no_are_those_of_the_separating_axis_test() {
    let mut random = Random(1);
    let (mut apart, mut deep, mut calls, mut worst, mut touching, mut slow) = (0, 0, 0, 0.0_f64, 0, 0);
    let mut record = Record::new();
    let mut polytope = <DVec3 as clinch_epa::Expanding>::Polytope::default();
    for _ in 0..200_000 {
        let mut half = || (random.vector() * 0.5).abs().as_vec3() + Vec3::splat(0.1);
        let (a, b) = (Block(half()), Block(half()));
        let q = DQuat::from_vec4(random.vector().extend(random.next()).normalize());
        let q = if random.next() < -0.3 { DQuat::IDENTITY } else { q };
        let pose = Pose::new(q, random.vector() * 1.2);
        let truth = separation(a, b, &pose);
        let difference = Difference::new(&a, &b, &pose);
        record.clear();
        let answer = distance(&difference, &Start::cold(), &Default::default(), &mut record);
        slow += answer.slow_steps;
        let simplex = match &answer.outcome {
            Outcome::Apart(s) => {
                apart += 1;
                assert!(truth > -1e-9, "{truth} {answer:?}");
                assert!(s.lower <= s.upper && s.distance >= truth - 1e-9, "{truth} {s:?}");
                assert!(s.upper - s.lower < difference.error() * 1.01, "{s:?} {:?}", answer.stop);
                continue;
            }
            Outcome::Touching(t) => {
                touching += 1;
                &t.simplex
            }
            Outcome::Overlapping(s) => s,
            other => panic!("{other:?}"),
        };
        deep += 1;
        assert!(truth < 1e-6);
        let Depth::Overlapping(p) = depth(&difference, simplex, &Limits::default(), &mut record, &mut polytope) else { panic!() };
        calls += p.iterations;
        worst = worst.max((p.depth + truth).abs());
        assert!((p.depth + truth).abs() < 2e-7, "{} {truth} {p:?}", p.depth);
        assert!(p.lower <= -truth + 1e-12 && -truth <= p.upper, "{truth} {p:?}");
        let gap = p.point_a - difference.to_a(p.point_b) - p.normal * p.depth;
        assert!(gap.length() < 1e-6, "{gap} {p:?}");
        let _ = polytope.facets().count();
    }
}
