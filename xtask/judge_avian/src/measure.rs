//! What is measured of a run, by what the bodies do and not by contacts.

use bevy::math::Vec3;

use crate::world::{RATE, State};

/// Which measures a scene has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Bodies that should stay where they are.
    Stack,
    /// Bodies that should all fall.
    Dominoes,
    /// Bodies that should come to rest, and none of which should be lost.
    Pile,
    /// One body that should go on as it began.
    Mover,
}

/// A measure: less is better, and a difference of less than the floor is none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    pub(crate) floor: f64,
}

impl Kind {
    pub(crate) fn measures(self) -> &'static [Measure] {
        const SPEED: Measure = Measure { name: "speed left, mm/s", floor: 0.5 };
        const REST: Measure = Measure { name: "time to rest, s", floor: 0.25 };
        match self {
            Self::Stack => &[Measure { name: "fell, of all bodies, %", floor: 0.5 }, Measure { name: "drift, mm", floor: 0.5 }, SPEED],
            Self::Dominoes => &[Measure { name: "dominoes still up", floor: 0.5 }, REST, SPEED],
            Self::Pile => &[Measure { name: "bodies lost", floor: 0.5 }, REST, SPEED],
            Self::Mover => &[
                Measure { name: "speed lost, %", floor: 0.1 },
                Measure { name: "strayed from the line, mm", floor: 0.5 },
                Measure { name: "highest hop, mm", floor: 0.1 },
            ],
        }
    }
}

/// A run as it goes on.
pub(crate) struct Track {
    kind: Kind,
    first: Vec<State>,
    /// When the scene has settled: after two seconds.
    settled: Vec<State>,
    last: Vec<State>,
    steps: u32,
    all: u32,
    last_motion: u32,
    /// The sum of the mean speeds in the second half.
    speeds: f64,
    drift: f32,
    hop: f32,
}

impl Track {
    pub(crate) fn new(kind: Kind, seconds: u32, first: Vec<State>) -> Self {
        let (settled, last) = (first.clone(), first.clone());
        Self { kind, first, settled, last, steps: 0, all: seconds * RATE, last_motion: 0, speeds: 0.0, drift: 0.0, hop: 0.0 }
    }

    pub(crate) fn step(&mut self, state: Vec<State>) {
        self.steps += 1;
        if self.steps == 2 * RATE {
            self.settled.clone_from(&state);
        }
        if self.steps > 2 * RATE {
            let moved = state.iter().zip(&self.settled).map(|(now, then)| now.at.distance(then.at));
            self.drift = moved.fold(self.drift, f32::max);
        }
        let fast = state.iter().filter(|body| body.speed() > 0.05).count();
        if fast * 100 > state.len() {
            self.last_motion = self.steps;
        }
        if 2 * self.steps > self.all {
            let sum: f32 = state.iter().map(State::speed).sum();
            self.speeds += f64::from(sum) / state.len().max(1) as f64;
        }
        if self.kind == Kind::Mover
            && let (Some(now), Some(first)) = (state.first(), self.first.first())
        {
            self.hop = self.hop.max(now.at.y - first.at.y);
        }
        self.last = state;
    }

    /// In the order of the measures of its kind.
    pub(crate) fn values(&self) -> Vec<f64> {
        let millimetres = |metres: f32| 1000.0 * f64::from(metres);
        let rest = f64::from(self.last_motion) / f64::from(RATE);
        let speed = 1000.0 * self.speeds / f64::from(self.all.div_ceil(2));
        match self.kind {
            Kind::Stack => {
                let fell = self.pairs().filter(|(first, last)| last.at.y < first.at.y - 0.25).count();
                vec![100.0 * fell as f64 / self.first.len() as f64, millimetres(self.drift), speed]
            }
            Kind::Dominoes => {
                let up = self.last.iter().filter(|body| (body.rotation * Vec3::Y).y > 0.9).count();
                vec![up as f64, rest, speed]
            }
            Kind::Pile => {
                let below = |body: &&State| body.at.y < 0.12 * (body.at.x * body.at.x + body.at.z * body.at.z) - 0.1;
                vec![self.last.iter().filter(below).count() as f64, rest, speed]
            }
            Kind::Mover => {
                let Some((first, last)) = self.pairs().next() else { return vec![f64::NAN; 3] };
                let (along, moved) = (first.velocity.normalize(), last.at - first.at);
                let lost = 100.0 * f64::from(1.0 - last.velocity.dot(along) / first.velocity.length());
                let aside = (moved - along * moved.dot(along)).with_y(0.0).length();
                vec![lost.abs(), millimetres(aside), millimetres(self.hop)]
            }
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (&State, &State)> {
        self.first.iter().zip(&self.last)
    }
}
