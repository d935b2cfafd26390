//! The bodies that the end of a contact names.

use clinch_composite::ColliderShape;
use clinch_contact::Settings;
use clinch_narrowphase::{Attributes, Candidates, ColliderInput, ContactTable, PairKey, Placement, Placements, Workers};
use clinch_shapes::Ball;
use glam::Vec3;

/// How the pairs of a tick are listed.
#[derive(Clone, Copy, Debug)]
enum Feed {
    All,
    Changes,
    /// In the tick in which the colliders become parts of one body, their pair is removed.
    ChangesAndRemoved,
}

/// The bodies of the start and of the end of a contact of two colliders that become parts of one
/// body.
fn bodies(feed: Feed, sleeping: bool) -> [Vec<PairKey<usize>>; 2] {
    let ball = ColliderShape::from(Ball::<Vec3>::new(0.5).unwrap());
    let (mut table, mut placements, mut workers) = (ContactTable::<usize, Vec3>::new(), Placements::new(), Workers::with_threads(1));
    let mut tick = |bodies: [usize; 2], is_last: bool| {
        let mut sync = table.sync_colliders(&mut placements);
        for (key, body) in bodies.into_iter().enumerate() {
            let attributes = Attributes { body: Some(body), sleeping, ..Attributes::default() };
            let placement = Placement::at(Vec3::X * (0.75 * key as f32));
            sync.insert(key, ColliderInput { shape: &ball, shape_changed: false, placement, attributes });
        }
        drop(sync);
        let pairs = || vec![(0, 1)];
        match feed {
            Feed::All => table.update_pairs(Candidates::All(&mut pairs())),
            Feed::ChangesAndRemoved if is_last => table.update_pairs(Candidates::Changes { added: &mut vec![], removed: &mut pairs() }),
            _ => table.update_pairs(Candidates::Changes { added: &mut pairs(), removed: &mut vec![] }),
        }
        table.update_contacts(&placements, &(), &Settings::default(), &mut workers);
        let changes = table.publish();
        [&changes.started, &changes.ended].map(|changes| changes.iter().map(|change| change.bodies).collect::<Vec<_>>())
    };
    let [started, _] = tick([7, 8], false);
    assert_eq!(tick([7, 8], false), [vec![], vec![]]);
    let [again, ended] = tick([9, 9], true);
    assert!(again.is_empty());
    [started, ended]
}

#[test]
fn an_end_names_the_two_bodies_that_touched_though_they_are_one_now() {
    for feed in [Feed::All, Feed::Changes, Feed::ChangesAndRemoved] {
        for sleeping in [false, true] {
            let both = vec![PairKey { a: 7, b: 8 }];
            assert_eq!(bodies(feed, sleeping), [both.clone(), both], "{feed:?}, sleeping: {sleeping}");
        }
    }
}
