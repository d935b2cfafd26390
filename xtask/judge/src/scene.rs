//! A scene: its bodies, its duration and its measures.

use clinch_testkit::random::Random;
use glam::DVec3;

use crate::body::Body;
use crate::world::{GRAVITY, Matter, State};

/// A scene, in metres.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    /// The description on the page.
    pub(crate) what: &'static str,
    /// The simulated time.
    pub(crate) seconds: f64,
    /// Drift is measured from this time on, in seconds: the scene settles before.
    pub(crate) settled: f64,
    pub(crate) matter: Matter,
    /// Overlaps are measured once in this many steps.
    pub(crate) overlaps_every: usize,
    /// The bodies of one start. The random numbers make the starts differ a little.
    pub(crate) bodies: fn(&mut Random) -> Vec<Body>,
    pub(crate) measures: &'static [Measure],
}

/// A number to compare; less is better.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    /// The unit on the page.
    pub(crate) unit: &'static str,
    /// Differences below this do not count, in the unit of the measure.
    pub(crate) floor: f64,
    pub(crate) of: fn(&Observed) -> f64,
    /// The number is 0 or 1, and the page shows the sum over the starts.
    pub(crate) counted: bool,
    /// What clinch's worst start should not exceed.
    pub(crate) target: Option<f64>,
    /// The target is for what the measure exceeds that of this scene by: a marble loses speed on a
    /// plate, too.
    pub(crate) beyond: Option<&'static str>,
}

impl Measure {
    pub(crate) const fn new(name: &'static str, unit: &'static str, floor: f64, of: fn(&Observed) -> f64) -> Self {
        Self { name, unit, floor, of, counted: false, target: None, beyond: None }
    }

    /// With a target, below which differences do not count.
    pub(crate) const fn target(self, most: f64) -> Self {
        Self { target: Some(most), floor: most, ..self }
    }

    /// The target is for what exceeds the measure of the same name of another scene.
    pub(crate) const fn beyond(self, scene: &'static str) -> Self {
        Self { beyond: Some(scene), ..self }
    }
}

/// The observations of one run, in metres of the scene.
pub(crate) struct Observed {
    /// The deepest overlap of any two bodies at any measured step.
    pub(crate) deepest: f64,
    /// The deepest overlap in the last second.
    pub(crate) deepest_at_end: f64,
    pub(crate) start: Vec<State>,
    pub(crate) settled: Vec<State>,
    pub(crate) end: Vec<State>,
    /// Kinetic energy divided by weight, mean over the bodies and the second half of the run: a
    /// pyramid sways, so a single step is not representative.
    pub(crate) energy: f64,
    /// The last time at which more than one body in a hundred was faster than [`REST`].
    pub(crate) rest: f64,
    /// The simulated time.
    pub(crate) seconds: f64,
    /// The path of the first body since the scene had settled.
    pub(crate) path: Path,
    /// The number of bodies that are inside of or below what they should be above, at the end.
    pub(crate) lost: usize,
}

/// Bodies slower than this, in metres per second, are at rest. The spin counts at half a metre from
/// the centre.
pub(crate) const REST: f64 = 0.05;

impl Observed {
    /// The observations before the first step.
    pub(crate) fn new(start: Vec<State>, seconds: f64) -> Self {
        let (deepest, deepest_at_end, energy, rest, lost) = (0.0, 0.0, 0.0, 0.0, 0);
        let path = Path::default();
        Self { deepest, deepest_at_end, settled: start.clone(), end: start.clone(), start, energy, rest, seconds, path, lost }
    }

    /// The largest distance of a body from its place when the scene had settled.
    fn drift(&self) -> f64 {
        let went = self.end.iter().zip(&self.settled).map(|(end, settled)| (end.at - settled.at).length());
        went.fold(0.0, worse)
    }

    /// 1 if the highest body has lost a third of its height.
    fn fell(&self) -> f64 {
        let Some(top) = (0..self.start.len()).reduce(|top, place| if self.start[place].at.y > self.start[top].at.y { place } else { top })
        else {
            return 0.0;
        };
        if self.end[top].at.y > self.start[top].at.y * (2.0 / 3.0) { 0.0 } else { 1.0 }
    }

    /// The fraction of its speed that the first body has lost since the scene settled.
    fn slowed(&self) -> f64 {
        let (settled, end) = (self.settled[0].velocity.length(), self.end[0].velocity.length());
        if settled > 0.0 { ((settled - end) / settled).abs() } else { 1.0 }
    }

    /// The distance of the first body from the line along which it rolled when the scene had
    /// settled.
    pub(crate) fn strayed(&self) -> f64 {
        let along = self.settled[0].velocity.with_y(0.0).normalize_or_zero();
        let went = (self.end[0].at - self.settled[0].at).with_y(0.0);
        (went - along * went.dot(along)).length()
    }

    /// The change of the first body's height.
    fn sank(&self) -> f64 {
        (self.end[0].at.y - self.settled[0].at.y).abs()
    }

    /// The largest difference between the speed of a body that started up a ramp and the speed that
    /// it should have, as a fraction of the larger of its first and its last.
    fn off_the_ramp(&self) -> f64 {
        let off = self.start.iter().zip(&self.end).map(|(start, end)| {
            let (speed, up) = (start.velocity.length(), start.velocity.normalize_or_zero());
            let should = speed - GRAVITY * up.y * self.seconds;
            (end.velocity - up * should).length() / speed.max(should.abs())
        });
        off.fold(0.0, worse)
    }

    /// The sine of the angle between the first body's axis and the vertical.
    fn tilt(&self) -> f64 {
        let up = self.end[0].turned.normalize().mul_vec3(DVec3::Y);
        up.with_y(0.0).length()
    }

    /// The number of bodies whose y axis still points up.
    fn still_up(&self) -> f64 {
        self.end.iter().filter(|body| body.turned.normalize().mul_vec3(DVec3::Y).y > 0.9).count() as f64
    }
}

/// The largest values along the path of a body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Path {
    /// The change of height.
    pub(crate) rise: f64,
    /// The upward speed.
    pub(crate) upward: f64,
    /// The spin.
    pub(crate) spin: f64,
    /// The height above a surface.
    pub(crate) hop: f64,
    /// The energy gained, kinetic and potential, as a fraction of that when the scene had settled.
    pub(crate) gained: f64,
}

impl Path {
    /// Adds a step: the state of the body and its gap to the surface.
    pub(crate) fn add(&mut self, settled: &State, now: &State, gap: f64) {
        let energy = |state: &State| state.at.y + state.energy;
        self.rise = worse(self.rise, (now.at.y - settled.at.y).abs());
        self.upward = worse(self.upward, now.velocity.y);
        self.spin = worse(self.spin, now.spin.length());
        self.hop = worse(self.hop, gap);
        self.gained = worse(self.gained, (energy(now) - energy(settled)) / energy(settled));
    }
}

/// The larger of two numbers; NaN is worse than any number.
pub(crate) fn worse(one: f64, other: f64) -> f64 {
    if one >= other {
        one
    } else if other.is_nan() || one.is_nan() {
        f64::INFINITY
    } else {
        other
    }
}

pub(crate) const DEEPEST: Measure = Measure::new("deepest overlap", "mm", 0.1, |observed| observed.deepest * 1e3);
pub(crate) const AT_END: Measure = Measure::new("deepest overlap in the last second", "mm", 0.1, |observed| observed.deepest_at_end * 1e3);
pub(crate) const DRIFT: Measure = Measure::new("drift", "mm", 0.1, |observed| observed.drift() * 1e3);
pub(crate) const FELL: Measure = Measure { counted: true, ..Measure::new("fell", "", 0.0, Observed::fell) };
pub(crate) const ENERGY: Measure = Measure::new("energy left", "µm", 0.1, |observed| observed.energy * 1e6);
pub(crate) const TIME_TO_REST: Measure = Measure::new("time to rest", "s", 0.1, |observed| observed.rest);
pub(crate) const SLOWED: Measure = Measure::new("speed lost", "%", 0.1, |observed| observed.slowed() * 1e2);
pub(crate) const STRAYED: Measure = Measure::new("strayed from the line", "mm", 0.1, |observed| observed.strayed() * 1e3);
pub(crate) const SANK: Measure = Measure::new("change of height", "mm", 0.1, |observed| observed.sank() * 1e3);
pub(crate) const TILT: Measure = Measure::new("tilt", "mrad", 0.1, |observed| observed.tilt() * 1e3);
pub(crate) const STILL_UP: Measure = Measure::new("dominoes still up", "", 0.0, Observed::still_up);

/// The speed that a body loses on a surface.
pub(crate) const LOSS: Measure = Measure::new("speed lost", "ppm", 0.0, |observed| observed.slowed() * 1e6).target(100.0);
pub(crate) const RISE: Measure = Measure::new("largest change of height", "mm", 0.0, |observed| observed.path.rise * 1e3).target(0.05);
pub(crate) const STRAY: Measure = STRAYED.target(0.2);
pub(crate) const SPIN: Measure = Measure::new("spin gained", "mrad/s", 0.0, |observed| observed.path.spin * 1e3).target(1.0);
pub(crate) const UPWARD: Measure = Measure::new("upward speed", "mm/s", 0.0, |observed| observed.path.upward * 1e3).target(1.0);
pub(crate) const HOP: Measure = Measure::new("highest above the surface", "mm", 0.0, |observed| observed.path.hop * 1e3).target(1.0);
pub(crate) const GAINED: Measure = Measure::new("energy gained", "%", 0.0, |observed| observed.path.gained * 1e2).target(0.1);
pub(crate) const RAMP: Measure = Measure::new("speed is off by", "%", 0.0, |observed| observed.off_the_ramp() * 1e2).target(0.5);
pub(crate) const LOST: Measure = Measure::new("lost", "bodies", 0.0, |observed| observed.lost as f64).target(0.0);
