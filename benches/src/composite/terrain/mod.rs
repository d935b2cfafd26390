//! A tick of collision detection: many bodies on a large height field.
//!
//! * A `Scene` is the field and the poses of the bodies, tick by tick. `clinch`, `rapier` and
//!   `box3d` are worlds that keep their contacts from tick to tick, each with a broadphase of its
//!   own, in one thread. No library solves contacts or moves a body.
//! * Timed is all of a tick: the new poses, the pairs, the contacts. The time is per body.

mod scene;

mod world;

#[cfg(feature = "box3d")]
mod box3d;
mod clinch;
#[cfg(feature = "rapier")]
mod rapier;

use crate::composite::terrain::scene::Scene;
pub use crate::composite::terrain::scene::Size;
use crate::errors::Errors;
use crate::measure::{Contender, Effort, Measured, race};
use crate::rows::Label;
use crate::runner::Runner;
use crate::subjects::CLINCH;
use crate::work::Work;

/// The most turns of a library.
const TURNS: usize = 7;

/// Builds a world of a library.
type Prepare = fn(&Scene) -> Option<Box<dyn Runner>>;

const SUBJECTS: &[(&str, Prepare)] = &[
    (CLINCH, clinch::prepare),
    #[cfg(feature = "rapier")]
    ("rapier", rapier::prepare),
    #[cfg(feature = "box3d")]
    ("Box3D", |scene| box3d::prepare(scene, true)),
    #[cfg(feature = "box3d")]
    ("Box3D, each contact", |scene| box3d::prepare(scene, false)),
];

/// The name of the row.
pub fn label() -> Label {
    Label { work: Work::CompositeTick, dim: 3, kind: "mixed".to_owned(), how: "field".to_owned() }
}

/// Measures the row: with `peers`, or clinch alone.
pub fn measure(size: Size, effort: Effort, peers: bool) -> Measured {
    let scene = Scene::new(size);
    let truths = scene.truths(size.checked);
    let subjects = if peers { SUBJECTS } else { &SUBJECTS[..1] };
    let contenders = subjects.iter().filter_map(|(name, prepare)| {
        let mut runner = prepare(&scene)?;
        let errors = Errors::of(&truths, &runner.answers());
        Some(Contender::new(name, runner, errors))
    });
    // A pass takes a large part of a second.
    let effort = Effort { turns: effort.turns.min(TURNS), ..effort };
    Measured { label: label(), timed: race(contenders.collect(), effort) }
}

#[cfg(test)]
mod tests {
    use super::{SUBJECTS, Size};
    use crate::composite::terrain::scene::Scene;
    use crate::errors::Errors;

    #[test]
    fn each_library_finds_the_contacts_of_the_oracle() {
        let size = Size { bodies: 8, ticks: 4, checked: 64 };
        let scene = Scene::new(size);
        let truths = scene.truths(size.checked);
        for (name, prepare) in SUBJECTS {
            let mut runner = prepare(&scene).unwrap();
            let errors = Errors::of(&truths, &runner.answers());
            // A field that is elsewhere, or poses of another tick, would make most of them wrong.
            // Some are where Box3D keeps the points of a body that has moved.
            assert!(errors.checked == 64 && errors.wrong <= 6, "{name}: {errors:?}");
            runner.pass();
            assert_eq!(runner.queries(), scene.bodies.len() * scene.ticks.len());
        }
    }
}
