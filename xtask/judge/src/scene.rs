//! A scene: its bodies, its duration and its measures.

use clinch_testkit::random::Random;
use glam::DVec3;

use crate::body::Body;
use crate::world::{Matter, State};

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
}

impl Measure {
    const fn new(name: &'static str, unit: &'static str, floor: f64, of: fn(&Observed) -> f64) -> Self {
        Self { name, unit, floor, of, counted: false }
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
}

/// Bodies slower than this, in metres per second, are at rest. The spin counts at half a metre from
/// the centre.
pub(crate) const REST: f64 = 0.05;

impl Observed {
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
    fn strayed(&self) -> f64 {
        let along = self.settled[0].velocity.with_y(0.0).normalize_or_zero();
        let went = (self.end[0].at - self.settled[0].at).with_y(0.0);
        (went - along * went.dot(along)).length()
    }

    /// The change of the first body's height.
    fn sank(&self) -> f64 {
        (self.end[0].at.y - self.settled[0].at.y).abs()
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
