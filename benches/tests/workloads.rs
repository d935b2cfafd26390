//! The oracle checks the proximity of the measured pairs, which clinch's distances have placed.

use clinch_benches::composite::{self, LEVELS, Queries, Surface};
use clinch_benches::data::{Amount, Data, Truth};
use clinch_benches::rows::Pairs;
use clinch_benches::work::Work;
use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{PoseSpec, Query, ShapeSpec};
use clinch_testkit::workload::{Form, Kind, PLANE, Proximity, SPACE};

const FEW: Amount = Amount { pairs: 40, tracks: 1, checked: 8 };

/// Hulls with so many features that the oracle, which tests all pairs of features, is slow.
fn is_large(kind: &Kind) -> bool {
    matches!(kind.a, Form::Hull(64 | 256)) && kind.dim == 3
}

/// The radius of the largest ball about the origin in a shape.
fn inradius(shape: &ShapeSpec, dim: usize) -> f64 {
    let here = PoseSpec::default;
    let query = Query::contact(dim, (shape.clone(), here()), (ShapeSpec::Point { p: None }, here()));
    -Pairing::of(&query).unwrap().truth_within(1e-4, 2_000).sd
}

#[test]
fn every_kind_is_in_its_band_in_every_proximity() {
    for kind in SPACE.iter().chain(PLANE).filter(|kind| !is_large(kind)) {
        for proximity in Proximity::ALL {
            let data = Data::of(Pairs::Still(kind, proximity), FEW).unwrap();
            assert_eq!(data.workload.tracks.len(), FEW.pairs, "{} {}", kind.name, proximity.name());
            assert_eq!(data.truths().len(), FEW.checked);
            for &(place, truth) in data.truths() {
                let Truth::Signed { sd, err } = truth else { panic!("{truth:?}") };
                let query = data.workload.query(place, 0);
                let radii = [Some(&query.a), query.b.as_ref()].into_iter().flatten().map(|shape| inradius(shape, kind.dim));
                let radius = radii.filter(|radius| *radius > 1e-6).fold(f64::INFINITY, f64::min);
                let band = proximity.band(radius);
                // The radius is accurate to 1e-4 of the size, and the band uses up to half of it.
                let slack = err + 1e-3;
                assert!(band.start() - slack <= sd && sd <= band.end() + slack, "{} {}: {sd}", kind.name, proximity.name());
            }
        }
    }
}

#[test]
fn the_same_pairs_are_made_every_time() {
    for pairs in [Pairs::Still(&SPACE[8], Proximity::Deep), Pairs::Coherent(&PLANE[3]), Pairs::Casts(&SPACE[4])] {
        let [once, again] = [(); 2].map(|()| Data::of(pairs, FEW).unwrap());
        assert_eq!(once.workload, again.workload);
    }
}

#[test]
fn bodies_are_as_near_to_a_plane_as_is_said_and_those_at_rest_are_in_it() {
    let few = composite::Amount { tracks: 8, frames: 4, rays: 0, checked: 32 };
    let mut store = composite::Store::new(few);
    let mut touching = 0;
    let on_flat = composite::all().into_iter().filter(|row| row.body.is_some() && row.surface == Surface::Flat);
    for row in on_flat {
        let data = store.get(&row).unwrap();
        for &(_, truth) in &data.truths {
            let Truth::Signed { sd, err } = truth else { panic!("{truth:?}") };
            // The height is rounded to an `f32` number.
            let slack = err + 1e-6;
            if row.work == Work::CompositeResting {
                assert!((sd + 0.005).abs() <= slack, "{} {sd}", row.label().id());
            } else {
                assert!(LEVELS.start - slack <= sd && sd <= LEVELS.end + slack, "{} {sd}", row.label().id());
                touching += usize::from(sd <= 0.0);
            }
        }
    }
    let all = 6 * 2 * few.checked;
    assert!(all / 2 < touching && touching < all, "{touching} of {all}");
}

#[test]
fn the_same_bodies_are_put_on_a_surface_every_time() {
    let few = composite::Amount { tracks: 3, frames: 2, rays: 5, checked: 0 };
    for row in composite::all().into_iter().filter(|row| row.surface == Surface::Bumpy) {
        let [once, again] = [(); 2].map(|()| composite::Store::new(few).get(&row).unwrap());
        assert_eq!(once.queries, again.queries);
        assert!(row.body.is_none() || matches!(&once.queries, Queries::Body { tracks, .. } if tracks.len() == few.tracks));
    }
}
