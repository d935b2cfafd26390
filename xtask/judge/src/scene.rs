//! What a scene is: bodies that are put somewhere, how long one looks, and what one looks for.

use clinch_testkit::random::Random;
use glam::DVec3;

use crate::body::Body;
use crate::world::{Matter, State};

/// A scene, in metres.
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    /// What one sees, for the page.
    pub(crate) what: &'static str,
    /// How long it is looked at.
    pub(crate) seconds: f64,
    /// From when on a body that moves drifts: before, the scene settles.
    pub(crate) settled: f64,
    pub(crate) matter: Matter,
    /// Every so many steps the overlaps are measured.
    pub(crate) gauged_every: usize,
    /// The bodies of one start: what is drawn makes it differ a little from the others.
    pub(crate) bodies: fn(&mut Random) -> Vec<Body>,
    pub(crate) measures: &'static [GjkSpace],
}

/// What is looked for. Of each less is better.
#[derive(Clone, Copy)]
pub(crate) struct GjkSpace {
    pub(crate) name: &'static str,
    /// What it is called after the number.
    pub(crate) unit: &'static str,
    /// Differences below this decide nothing: in the measure's own unit.
    pub(crate) floor: f64,
    pub(crate) of: fn(&Seen) -> f64,
    /// It is 0 or 1, and of several starts the sum is told.
    pub(crate) counted: bool,
}

impl GjkSpace {
    const fn new(name: &'static str, unit: &'static str, floor: f64, of: fn(&Seen) -> f64) -> Self {
        Self { name, unit, floor, of, counted: false }
    }
}

/// What has been seen of one run, in metres of the scene.
pub(crate) struct Seen {
    /// The deepest overlap of any two bodies at any moment that was gauged.
    pub(crate) deepest: f64,
    /// The deepest overlap in the last second.
    pub(crate) deepest_at_end: f64,
    pub(crate) start: Vec<State>,
    pub(crate) settled: Vec<State>,
    pub(crate) end: Vec<State>,
    /// Kinetic energy by weight, mean over the bodies and the second half: a pyramid sways, so that one moment says nothing.
    pub(crate) energy: f64,
    /// When for the last time more than one body in a hundred was faster than [`REST`].
    pub(crate) rest: f64,
}

/// A body slower than this, in metres per second, its spin counted at half a metre from its middle, is at rest.
pub(crate) const REST: f64 = 0.05;

impl Seen {
    /// How far the body that went farthest is from where it was when the scene had settled.
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

    /// The part of its speed that the first body has lost since it had settled.
    fn slowed(&self) -> f64 {
        let (settled, end) = (self.settled[0].velocity.length(), self.end[0].velocity.length());
        if settled > 0.0 { ((settled - end) / settled).abs() } else { 1.0 }
    }

    /// How far the first body is from the line it rolled along when it had settled.
    fn strayed(&self) -> f64 {
        let along = self.settled[0].velocity.with_y(0.0).normalize_or_zero();
        let went = (self.end[0].at - self.settled[0].at).with_y(0.0);
        (went - along * went.dot(along)).length()
    }

    /// By how much the first body's height has changed.
    fn sank(&self) -> f64 {
        (self.end[0].at.y - self.settled[0].at.y).abs()
    }

    /// The sine of the angle between the first body's axis and the vertical.
    fn tilt(&self) -> f64 {
        let up = self.end[0].turned.normalize().mul_vec3(DVec3::Y);
        up.with_y(0.0).length()
    }

    /// How many bodies still stand that ought to lie: their y axis points up.
    fn still_up(&self) -> f64 {
        self.end.iter().filter(|body| body.turned.normalize().mul_vec3(DVec3::Y).y > 0.9).count() as f64
    }
}

/// The larger of two; a NaN is worse than anything.
pub(crate) fn worse(one: f64, other: f64) -> f64 {
    if one >= other {
        one
    } else if other.is_nan() || one.is_nan() {
        f64::INFINITY
    } else {
        other
    }
}

pub(crate) const DEEPEST: GjkSpace = GjkSpace::new("deepest overlap", "mm", 0.1, |seen| seen.deepest * 1e3);
pub(crate) const AT_END: GjkSpace = GjkSpace::new("deepest overlap in the last second", "mm", 0.1, |seen| seen.deepest_at_end * 1e3);
pub(crate) const DRIFT: GjkSpace = GjkSpace::new("drift", "mm", 0.1, |seen| seen.drift() * 1e3);
pub(crate) const FELL: GjkSpace = GjkSpace { counted: true, ..GjkSpace::new("fell", "", 0.0, Seen::fell) };
pub(crate) const ENERGY: GjkSpace = GjkSpace::new("energy left", "µm", 0.1, |seen| seen.energy * 1e6);
pub(crate) const TIME_TO_REST: GjkSpace = GjkSpace::new("time to rest", "s", 0.1, |seen| seen.rest);
pub(crate) const SLOWED: GjkSpace = GjkSpace::new("speed lost", "%", 0.1, |seen| seen.slowed() * 1e2);
pub(crate) const STRAYED: GjkSpace = GjkSpace::new("strayed from the line", "mm", 0.1, |seen| seen.strayed() * 1e3);
pub(crate) const SANK: GjkSpace = GjkSpace::new("change of height", "mm", 0.1, |seen| seen.sank() * 1e3);
pub(crate) const TILT: GjkSpace = GjkSpace::new("tilt", "mrad", 0.1, |seen| seen.tilt() * 1e3);
pub(crate) const STILL_UP: GjkSpace = GjkSpace::new("dominoes still up", "", 0.0, Seen::still_up);
