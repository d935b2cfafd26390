//! Shapes that break the contract of their traits: the stage neither panics nor hangs, and other
//! pairs get their correct contacts.

use crate::common::Stage;
use bevy_ecs::prelude::*;
use clinch_narrowphase::{Collider, Diagnostics, Placement, StageSettings};
use clinch_shapes::{Ball, Capsule, Convex, Core, Corner, Cuboid, Custom, EdgeId, Face, Hull, Shape3};
use clinch_support::{Pose, Support, SupportMap, VertexId};
use clinch_testkit::random::Random;
use glam::{DVec3, Quat, Vec3};

/// How a shape breaks the contract.
#[derive(Clone, Copy, Debug)]
enum Defect {
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

const DEFECTS: [Defect; 14] = [
    Defect::Nan,
    Defect::Infinite,
    Defect::Constant,
    Defect::Inward,
    Defect::Random,
    Defect::RandomWithIds,
    Defect::NanRadius,
    Defect::NegativeRadius,
    Defect::NanCore,
    Defect::NanFace,
    Defect::WildFace,
    Defect::EmptyFace,
    Defect::NanExtent,
    Defect::Huge,
];

struct Broken(Defect);

/// Random points, equal for equal directions.
fn noise(direction: Vec3) -> Vec3 {
    let bits = direction.to_array().map(|x| u64::from(x.to_bits()));
    Random::new(bits[0] ^ bits[1].rotate_left(20) ^ bits[2].rotate_left(40)).in_ball(3).as_vec3()
}

impl SupportMap<Vec3> for Broken {
    fn support(&self, direction: Vec3) -> Support<Vec3> {
        let corner = Vec3::select(direction.cmpgt(Vec3::ZERO), Vec3::ONE, -Vec3::ONE);
        let (point, id) = match self.0 {
            Defect::Nan => (Vec3::new(0.5, f32::NAN, 0.0), None),
            Defect::Infinite => (Vec3::new(f32::INFINITY, 0.0, 0.0), None),
            Defect::Constant => (Vec3::new(0.1, 0.2, 0.3), Some(VertexId::new(7))),
            Defect::Inward => (-corner, None),
            Defect::Random => (noise(direction), None),
            Defect::RandomWithIds => (noise(direction), Some(VertexId::new(direction.x.to_bits() as usize % 5))),
            Defect::Huge => (corner * 1e38, None),
            _ => (corner, None),
        };
        Support { point, id }
    }

    fn vertex(&self, id: VertexId) -> Option<Vec3> {
        // The vertices of another shape.
        Some(noise(Vec3::splat(id.index() as f32)))
    }

    fn radius_about_center(&self) -> f32 {
        if let Defect::NanExtent = self.0 { f32::NAN } else { 1.0 }
    }
}

impl Convex<Vec3> for Broken {
    fn radius(&self) -> f32 {
        match self.0 {
            Defect::NanRadius => f32::NAN,
            Defect::NegativeRadius => -0.5,
            _ => 0.0,
        }
    }

    fn core(&self) -> Core<'_, Vec3> {
        if let Defect::NanCore = self.0 { Core::Segment([DVec3::NAN, DVec3::ONE]) } else { Core::Other }
    }

    fn face(&self, direction: Vec3, face: &mut Face<Vec3>) {
        let corner = |i: usize, point: Vec3| Corner { point, vertex: VertexId::new(i), edge: EdgeId(u32::MAX - i as u32) };
        face.corners.clear();
        match self.0 {
            Defect::NanFace => face.corners.extend((0..4).map(|i| corner(i, Vec3::NAN))),
            Defect::WildFace => face.corners.extend((0..200).map(|i| corner(i, noise(direction + Vec3::splat(i as f32))))),
            Defect::EmptyFace => {}
            _ => face.corners.push(corner(0, self.support(direction).point)),
        }
    }
}

#[test]
fn broken_shapes_neither_panic_nor_hang_nor_affect_other_pairs() {
    let mut random = Random::new(1);
    for defect in DEFECTS {
        let broken = Shape3::Custom(Custom::new(Broken(defect)));
        let corners: Vec<Vec3> = (0..20).map(|_| random.in_ball(3).as_vec3()).collect();
        let others = [
            Shape3::from(Ball::new(0.5).unwrap()),
            Capsule::new(0.5, 0.25).unwrap().into(),
            Cuboid::new(Vec3::splat(0.5)).unwrap().into(),
            Hull::new(&corners).unwrap().into(),
            broken.clone(),
        ];
        let mut stage = Stage::<Vec3>::new();
        stage.world.insert_resource(StageSettings::<Vec3>(clinch_contact::Settings::with_margin(0.1)));
        let mut spawn = |shape: Shape3<Vec3>, stage: &mut Stage<Vec3>| {
            let rotation = Quat::from_array(random.quaternion().map(|x| x as f32));
            let placement = Placement(Pose::new(rotation, random.in_ball(3).as_vec3()));
            stage.world.spawn((Collider::<Vec3>::new(shape), placement)).id()
        };
        for _ in 0..8 {
            for other in &others {
                let (a, b) = (spawn(broken.clone(), &mut stage), spawn(other.clone(), &mut stage));
                stage.add_pair(a, b);
                let (a, b) = (spawn(other.clone(), &mut stage), spawn(broken.clone(), &mut stage));
                stage.add_pair(a, b);
            }
        }
        let intact = [0.0, 0.75].map(|x| {
            let at = Placement(Pose::at(Vec3::new(x, 0.0, 0.0)));
            stage.world.spawn((Collider::<Vec3>::new(others[0].clone()), at)).id()
        });
        stage.add_pair(intact[0], intact[1]);
        for _ in 0..3 {
            stage.tick();
            let counters = stage.world.resource::<Diagnostics<Vec3>>().counters;
            assert!(counters.pairs == 81 && counters.support_calls < 81 * 1000, "{defect:?}: {counters:?}");
            let all_undefined = matches!(defect, Defect::Nan | Defect::Infinite | Defect::NanRadius | Defect::NanExtent);
            assert!(!all_undefined || counters.undefined == 80, "{defect:?}: {counters:?}");
            let (mut query, pair) = (stage.world.query::<(Entity, &Collider<Vec3>)>(), (intact[0], intact[1]));
            assert!(query.iter(&stage.world).count() > 2);
            let mut state = bevy_ecs::system::SystemState::<clinch_narrowphase::Contacts<'_, Vec3>>::new(&mut stage.world);
            let contacts = state.get(&stage.world).unwrap();
            let intact = contacts.between(pair.1, pair.0).unwrap();
            assert!(intact.is_touching() && intact.manifold().separation() == -0.25, "{defect:?}");
            for contact in contacts.iter() {
                let finite = contact.points().all(|(_, point)| point.separation.is_finite());
                assert!(finite && contact.manifold().normal.is_finite(), "{defect:?}: {contact:?}");
            }
        }
    }
}
