//! Margins, skins and tolerances that are no numbers, and skins that are infinite.

use clinch_composite::{ColliderShape, TriMesh};
use clinch_contact::{Recycling, Settings};
use clinch_narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, Counters, Placement, Placements, Workers};
use clinch_shapes::{Ball, Cuboid};
use glam::Vec3;

type Attribute = Attributes<usize, f32>;

/// Collider 0 at the origin, and collider 1 along z, as a pair in every tick.
struct Table {
    table: ContactTable<usize, Vec3>,
    placements: Placements<Placement<Vec3>>,
    workers: Workers<Vec3>,
    shapes: [ColliderShape<Vec3>; 2],
}

impl Table {
    fn new(a: impl Into<ColliderShape<Vec3>>, b: impl Into<ColliderShape<Vec3>>) -> Self {
        let shapes = [a.into(), b.into()];
        Self { table: ContactTable::new(), placements: Placements::new(), workers: Workers::with_threads(1), shapes }
    }

    fn tick(&mut self, z: f32, attributes: &Attribute, settings: &Settings<f32>) -> Counters {
        let mut sync = self.table.sync_colliders(&mut self.placements);
        for (key, shape) in self.shapes.iter().enumerate() {
            let placement = Placement::at(Vec3::new(0.0, 0.0, z * key as f32));
            sync.insert(key, ColliderInput { shape, shape_changed: false, placement, attributes: attributes.clone() });
        }
        drop(sync);
        self.table.update_pairs(Candidates::All(&mut vec![(0, 1)]));
        let counters = self.table.update_contacts(&self.placements, &(), settings, &mut self.workers);
        self.table.publish();
        counters
    }

    fn separation(&self) -> Option<f32> {
        self.table.row(0, 1).unwrap().manifold().deepest().map(|point| point.separation)
    }
}

fn balls() -> Table {
    Table::new(Ball::new(0.5).unwrap(), Ball::new(0.5).unwrap())
}

/// Settings of which one number is NaN.
fn settings_without_a_number() -> [Settings<f32>; 8] {
    let (settings, nan) = (Settings::default(), f32::NAN);
    let mut limits = [settings; 3];
    (limits[0].gjk.within, limits[1].gjk.tolerance, limits[2].epa.tolerance) = (nan, nan, nan);
    let [skin_a, skin_b] = [Settings { skin_a: nan, ..settings }, Settings { skin_b: nan, ..settings }];
    let [proved, within] = [Recycling::Proved(nan), Recycling::Within(nan)].map(|recycling| Settings { recycling, ..settings });
    [Settings { margin: nan, ..settings }, skin_a, skin_b, limits[0], limits[1], limits[2], proved, within]
}

#[test]
fn pairs_rest_though_a_number_is_nan() {
    let (nan, plain) = (f32::NAN, Attribute::default());
    let of_colliders = [Attributes { margin: Some(nan), ..plain.clone() }, Attributes { skin: nan, ..plain.clone() }];
    let of_settings = settings_without_a_number().map(|settings| (settings, plain.clone()));
    for (settings, attributes) in of_settings.into_iter().chain(of_colliders.map(|attributes| (Settings::default(), attributes))) {
        let mut table = balls();
        for (tick, sleeping) in [false, false, true, true, true].into_iter().enumerate() {
            let Counters { unmoved, at_rest, .. } = table.tick(0.75, &Attributes { sleeping, ..attributes.clone() }, &settings);
            let expected = [(0, 0), (1, 0), (0, 1), (0, 1), (0, 1)][tick];
            assert_eq!((unmoved, at_rest), expected, "tick {tick}: {settings:?} {attributes:?}");
            assert_eq!(table.separation(), Some(-0.25));
        }
    }
}

#[test]
fn a_margin_that_is_nan_is_one_of_0() {
    let with = |margin| Attribute { margin, ..Attribute::default() };
    let within = |settings: f32, share| {
        let mut table = balls();
        table.tick(1.125, &with(share), &Settings::with_margin(settings));
        table.separation().is_some()
    };
    assert!(within(0.25, None) && within(0.0, Some(0.125)) && !within(0.0, None));
    assert!(!within(f32::NAN, None) && !within(0.25, Some(f32::NAN)));
}

#[test]
fn a_number_in_place_of_nan_is_a_change() {
    let mut table = balls();
    let (plain, nan, wide) = (Attribute::default(), Settings::with_margin(f32::NAN), Settings::with_margin(0.25));
    let (thick, nans) = (Attribute { skin: 0.125, ..plain.clone() }, Attribute { skin: f32::NAN, ..plain.clone() });
    let mut separation = |attributes, settings| {
        let counters = table.tick(1.125, attributes, settings);
        (counters.unmoved, table.separation())
    };
    assert_eq!(separation(&plain, &nan), (0, None));
    assert_eq!(separation(&plain, &nan), (1, None));
    assert_eq!(separation(&plain, &wide), (0, Some(0.125)));
    assert_eq!(separation(&nans, &wide), (0, Some(0.125)));
    assert_eq!(separation(&nans, &wide), (1, Some(0.125)));
    assert_eq!(separation(&thick, &wide), (0, Some(-0.125)));
}

#[test]
fn pairs_with_an_infinite_skin_are_undefined() {
    let floor = TriMesh::new(vec![Vec3::NEG_X, Vec3::X, Vec3::Y * 2.0], vec![[0, 1, 2]]).unwrap();
    let cube = Cuboid::new(Vec3::splat(0.5)).unwrap();
    for mut table in [Table::new(cube, cube), Table::new(floor.clone(), cube), Table::new(floor.clone(), floor.clone())] {
        let attributes = |skin| Attribute { skin, ..Attribute::default() };
        table.tick(0.25, &attributes(0.25), &Settings::default());
        assert!(table.table.row(0, 1).unwrap().is_touching());
        table.tick(0.25, &attributes(f32::INFINITY), &Settings::default());
        let row = table.table.row(0, 1).unwrap();
        assert!(row.is_undefined() && row.manifolds().count() == 0, "{row:?}");
    }
}
