//! Shapes that lie: the stage neither panics nor hangs, and pairs that do not lie are answered all the same.

use crate::common::Stage;
use bevy_ecs::prelude::*;
use clinch_narrowphase::{Collider, Diagnostics, Placement, StageSettings};
use clinch_shapes::{Ball, Capsule, Convex, Core, Corner, Cuboid, Custom, EdgeId, Face, Hull, Shape3};
use clinch_support::{Pose, Support, SupportMap, VertexId};
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

/// How a shape lies.
#[derive(Clone, Copy, Debug)]
enum Lie {
    Nan,
    Infinite,
    Constant,
    Inward,
    Random,
    RandomWithIds,
    NanRadius,
    NegativeRadius,
    NanCore,
    NanFace,
    WildFace,
    EmptyFace,
    NanExtent,
    Huge,
}

const LIES: [Lie; 14] = [
    Lie::Nan,
    Lie::Infinite,
    Lie::Constant,
    Lie::Inward,
    Lie::Random,
    Lie::RandomWithIds,
    Lie::NanRadius,
    Lie::NegativeRadius,
    Lie::NanCore,
    Lie::NanFace,
    Lie::WildFace,
    Lie::EmptyFace,
    Lie::NanExtent,
    Lie::Huge,
];

struct Liar(Lie);

/// Random, but the same for the same question.
fn noise(direction: Vec3) -> Vec3 {
    let bits = direction.to_array().map(|x| u64::from(x.to_bits()));
    Random::new(bits[0] ^ bits[1].rotate_left(20) ^ bits[2].rotate_left(40)).in_ball(3).as_vec3()
}

impl SupportMap<Vec3> for Liar {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        let corner = Vec3::select(direction.cmpgt(Vec3::ZERO), Vec3::ONE, -Vec3::ONE);
        let (point, id) = match self.0 {
            Lie::Nan => (Vec3::new(0.5, f32::NAN, 0.0), None),
            Lie::Infinite => (Vec3::new(f32::INFINITY, 0.0, 0.0), None),
            Lie::Constant => (Vec3::new(0.1, 0.2, 0.3), Some(VertexId::new(7))),
            Lie::Inward => (-corner, None),
            Lie::Random => (noise(direction), None),
            Lie::RandomWithIds => (noise(direction), Some(VertexId::new(direction.x.to_bits() as usize % 5))),
            Lie::Huge => (corner * 1e38, None),
            _ => (corner, None),
        };
        Support { point, id }
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        // Of another shape altogether.
        Some(noise(Vec3::splat(id.index() as f32)))
    }

    fn extent(&self) -> f32 {
        if let Lie::NanExtent = self.0 { f32::NAN } else { 1.0 }
    }
}

impl Convex<Vec3> for Liar {
    fn radius(&self) -> f32 {
        match self.0 {
            Lie::NanRadius => f32::NAN,
            Lie::NegativeRadius => -0.5,
            _ => 0.0,
        }
    }

    fn core(&self) -> Core<'_, Vec3> {
        if let Lie::NanCore = self.0 { Core::Segment([DVec3::NAN, DVec3::ONE]) } else { Core::Other }
    }

    fn face(&self, direction: Vec3, face: &mut Face<Vec3>) {
        let corner = |i: usize, point: Vec3| Corner { point, vertex: VertexId::new(i), edge: EdgeId(u32::MAX - i as u32) };
        face.corners.clear();
        match self.0 {
            Lie::NanFace => face.corners.extend((0..4).map(|i| corner(i, Vec3::NAN))),
            Lie::WildFace => face.corners.extend((0..200).map(|i| corner(i, noise(direction + Vec3::splat(i as f32))))),
            Lie::EmptyFace => {}
            _ => face.corners.push(corner(0, self.support(direction).point)),
        }
    }
}

#[test]
fn shapes_that_lie_neither_panic_nor_hang_nor_harm_others() {
    let mut random = Random::new(1);
    for lie in LIES {
        let liar = Shape3::Custom(Custom::new(Liar(lie)));
        let corners: Vec<Vec3> = (0..20).map(|_| random.in_ball(3).as_vec3()).collect();
        let others = [
            Shape3::from(Ball::new(0.5).unwrap()),
            Capsule::new(0.5, 0.25).unwrap().into(),
            Cuboid::new(Vec3::splat(0.5)).unwrap().into(),
            Hull::new(&corners).unwrap().into(),
            liar.clone(),
        ];
        let mut stage = Stage::<Vec3>::new();
        stage.world.insert_resource(StageSettings::<Vec3>(clinch_contact::Settings::with_margin(0.1)));
        let mut place = |shape: Shape3<Vec3>, stage: &mut Stage<Vec3>| {
            let turn = Quat::from_array(random.quaternion().map(|x| x as f32));
            let at = Placement(Pose::new(turn, random.in_ball(3).as_vec3()));
            stage.world.spawn((Collider::<Vec3>(shape), at)).id()
        };
        for _ in 0..8 {
            for other in &others {
                let (a, b) = (place(liar.clone(), &mut stage), place(other.clone(), &mut stage));
                stage.keep(a, b);
                let (a, b) = (place(other.clone(), &mut stage), place(liar.clone(), &mut stage));
                stage.keep(a, b);
            }
        }
        let honest = [0.0, 0.75].map(|x| {
            let at = Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
            stage.world.spawn((Collider::<Vec3>(others[0].clone()), at)).id()
        });
        stage.keep(honest[0], honest[1]);
        for _ in 0..3 {
            stage.tick();
            let tally = stage.world.resource::<Diagnostics<Vec3>>().tally;
            assert!(tally.pairs == 81 && tally.support_calls < 81 * 1000, "{lie:?}: {tally:?}");
            let all_undefined = matches!(lie, Lie::Nan | Lie::Infinite | Lie::NanRadius | Lie::NanExtent);
            assert!(!all_undefined || tally.undefined == 80, "{lie:?}: {tally:?}");
            let (mut query, pair) = (stage.world.query::<(Entity, &Collider<Vec3>)>(), (honest[0], honest[1]));
            assert!(query.iter(&stage.world).count() > 2);
            let mut state = bevy_ecs::system::SystemState::<clinch_narrowphase::Contacts<'_, Vec3>>::new(&mut stage.world);
            let contacts = state.get(&stage.world).unwrap();
            let honest = contacts.between(pair.1, pair.0).unwrap();
            assert!(honest.is_touching() && honest.manifold().separation() == -0.25, "{lie:?}");
            for contact in contacts.iter() {
                let finite = contact.points().iter().all(|point| point.separation.is_finite());
                assert!(finite && contact.manifold().normal.is_finite(), "{lie:?}: {contact:?}");
            }
        }
    }
}
