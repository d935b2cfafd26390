//! The stage without an ECS: the contact table, and the pair finder as the broadphase.

use clinch::broadphase::PairFinder;
use clinch::composite::HeightField;
use clinch::contact::Settings;
use clinch::d3::{ColliderShape, Placement, StageSettings, Vector, Workers};
use clinch::narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Placed, Placements};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::PoseSpec;
use glam::{DVec3, Vec3};

use crate::answer::Answer;
use crate::composite::terrain::scene::{CELLS, Scene};
use crate::composite::terrain::world::{World, runner};
use crate::runner::Runner;
use crate::subjects::MARGIN;

/// The key of the field. Body k has the key k + 1.
const FIELD: u32 = 0;

struct Table {
    shapes: Vec<ColliderShape>,
    table: ContactTable<u32, Vector>,
    placements: Placements<Placement>,
    finder: PairFinder<DVec3>,
    found: Vec<(u32, bool)>,
    candidates: Vec<(u32, u32)>,
    settings: Settings<f32>,
    workers: Workers,
}

pub(super) fn prepare(scene: &Scene) -> Option<Box<dyn Runner>> {
    let field = HeightField::new(CELLS + 1, CELLS + 1, scene.heights.clone(), Vec3::ONE).ok()?;
    let bodies = scene.bodies.iter().map(|shape| Some(ColliderShape::from(Vec3::shape(shape).ok()?)));
    let shapes = core::iter::once(Some(ColliderShape::from(field))).chain(bodies).collect::<Option<_>>()?;
    let world = Table {
        shapes,
        table: ContactTable::new(),
        placements: Placements::new(),
        finder: PairFinder::new(),
        found: Vec::new(),
        candidates: Vec::new(),
        settings: Settings { margin: MARGIN, ..StageSettings::default().0 },
        workers: Workers::with_threads(1),
    };
    Some(runner(world, scene))
}

impl World for Table {
    type Pose = Placement;

    fn pose(spec: &PoseSpec) -> Placement {
        Placement::new(<Vec3 as Build>::pose(spec))
    }

    fn tick(&mut self, poses: &[Placement]) {
        let Self { shapes, table, placements, finder, found, candidates, settings, workers } = self;
        let mut sync = table.sync_colliders(placements);
        let field = (FIELD, Placement::default());
        let bodies = poses.iter().enumerate().map(|(body, &placement)| (body as u32 + 1, placement));
        for ((key, placement), shape) in core::iter::once(field).chain(bodies).zip(&*shapes) {
            sync.insert(key, ColliderInput { shape, shape_changed: false, placement, attributes: Attributes::default() });
        }
        drop(sync);
        found.clear();
        let (origin, half) = (Placement::default(), settings.margin * 0.5);
        finder.build(table.colliders(placements).map(|collider| {
            found.push((collider.key, collider.at_rest));
            collider.shape.bounds(&collider.placement.pose_in(&origin)).grown(collider.aabb_margin(half))
        }));
        finder.overlaps(|one, other| {
            let ((one, one_rests), (other, other_rests)) = (found[one], found[other]);
            if !(one_rests && other_rests) {
                candidates.push((one, other));
            }
        });
        table.update_pairs(Candidates::All(candidates));
        table.update_contacts(placements, &(), settings, workers);
        table.publish();
    }

    fn answers(&self) -> Vec<Answer> {
        let deepest = |body: u32| {
            let row = self.table.row(FIELD, body)?;
            row.points().map(|(_, point)| f64::from(point.separation)).reduce(f64::min)
        };
        (1..self.shapes.len() as u32).map(|body| Answer::Contact(deepest(body))).collect()
    }
}
