//! A pair is drawn, then put where the caller's measure says.

use crate::pair_file::{Query, ShapeSpec};
use crate::random::Random;
use crate::storm::place::{GjkSpace, Placing};
use crate::storm::shapes::Maker;
use crate::storm::{Align, BLOCK, Bank, Form, Labels, Near, Put, Stand, Storm};

/// Two shapes that have no place yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The one.
    pub a: ShapeSpec,
    /// The other.
    pub b: ShapeSpec,
    /// Which of the bank's hulls they are, if they are.
    pub banked: [Option<usize>; 2],
    /// How it was drawn.
    pub labels: Labels,
    storm: Storm,
    index: u64,
    random: Random,
}

/// The shapes of pair `index` and how they will stand. `bank` is that of its block: see [`bank`](crate::storm::bank).
///
/// ```
/// use clinch_testkit::storm::{Digits, Storm, bank, draft};
///
/// let storm = Storm { dim: 3, seed: 1, digits: Digits::Single };
/// let put = draft(&storm, 700, &bank(&storm, 700)).put(&mut |_, _| None);
/// assert_eq!(put.query.id, "soak/3d/1/700");
/// ```
pub fn draft(storm: &Storm, index: u64, bank: &Bank) -> Draft {
    debug_assert_eq!(bank.block, index / BLOCK, "the bank of another block");
    let mut random = Random::of(storm.seed, index);
    let near = Near::draw(&mut random);
    let align = random.pick(&[Align::General, Align::General, Align::Parallel, Align::Exact, Align::NearlyParallel]);
    let stand = random.pick(&[Stand::Origin, Stand::Near, Stand::Near, Stand::Far]);
    let form = random.pick(&[
        Form::Plain,
        Form::Plain,
        Form::Plain,
        Form::Plain,
        Form::Plain,
        Form::Plain,
        Form::Plain,
        Form::Plate,
        Form::Needle,
        Form::Degenerate,
    ]);
    let mut banked = [0.05, 0.05].map(|share| random.chance(share).then(|| random.below(bank.hulls.len())));
    let [size_a, size_b] = sizes(&mut random, near, banked.map(|banked| banked.map(|i| bank.hulls[i].0)));
    let mixed = !(0.01..=100.0).contains(&(size_a / size_b));
    let [size_a, size_b] = if align == Align::Exact { [coarse(size_a), coarse(size_b)] } else { [size_a, size_b] };

    let mut draw = |banked: Option<usize>, size: f64, form: Form| match banked {
        Some(i) => bank.hulls[i].1.clone(),
        None => {
            let thin = matches!(form, Form::Plate | Form::Needle).then(|| random.power(-4.0, -2.0));
            let maker = Maker { dim: storm.dim, digits: storm.digits, size, thin };
            if align == Align::Exact && random.chance(0.5) { maker.on_grid(&mut random) } else { maker.any(&mut random, form) }
        }
    };
    let mut a = draw(banked[0], size_a, form);
    let mut b = draw(banked[1], size_b, form);
    // Two half-spaces have no finite depth.
    while matches!((&a, &b), (ShapeSpec::Halfspace { .. }, ShapeSpec::Halfspace { .. })) {
        b = draw(None, size_b, form);
    }
    // S leaves out how far a half-space's border is from its origin; it must not be all there is.
    let reach = a.bounding_radius() + b.bounding_radius();
    for shape in [&mut a, &mut b] {
        if let ShapeSpec::Halfspace { offset, .. } = shape {
            *offset = storm.digits.round(reach * random.range(-1.0, 1.0));
        }
    }
    if near == Near::Identical && !matches!(a, ShapeSpec::Halfspace { .. }) && random.chance(0.5) {
        b = a.clone();
        banked[1] = banked[0];
    }
    let labels = Labels { near, align, stand, form, mixed };
    Draft { a, b, banked, labels, storm: *storm, index, random }
}

/// Sizes alike, or up to 1:1e4; all within 1e-4 and 1e4. Those that are given stay.
fn sizes(random: &mut Random, near: Near, [given_a, given_b]: [Option<f64>; 2]) -> [f64; 2] {
    let size = given_a.unwrap_or_else(|| random.power(-4.0, 4.0));
    let mixed = random.chance(0.25);
    let share = match near {
        _ if mixed => random.power(-4.0, 4.0),
        Near::Contained => random.range(0.02, 0.3),
        _ => random.range(0.5, 2.0),
    };
    let within = |size: f64| size.clamp(1e-4, 1e4);
    match (given_a, given_b) {
        (Some(_), Some(other)) => [size, other],
        (None, Some(other)) => [within(other / share), other],
        _ => [size, within(size * share)],
    }
}

/// The size with four binary digits.
fn coarse(size: f64) -> f64 {
    let step = libm::exp2(libm::floor(libm::log2(size)) - 3.0);
    libm::round(size / step) * step
}

impl Draft {
    /// The pair, put where `measure` says: the signed distance and the unit normal from A to B for two poses, or nothing where it cannot tell.
    pub fn put(mut self, measure: &mut GjkSpace<'_>) -> Put {
        let Labels { near, align, stand, .. } = self.labels;
        let Storm { dim, seed, digits } = self.storm;
        let placing = Placing { dim, digits, near, align, stand, a: &self.a, b: &self.b };
        let (pose_a, pose_b) = placing.put(&mut self.random, measure);
        let id = format!("soak/{dim}d/{seed}/{}", self.index);
        Put { query: Query::contact(id, dim, (self.a, pose_a), (self.b, pose_b)), labels: self.labels }
    }
}
