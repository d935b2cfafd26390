//! Draws two shapes, which are then placed by a distance that the caller computes.

use crate::distributions::{Alignment, Placement, Proximity};
use crate::pair_file::{Query, ShapeSpec};
use crate::random::Random;
use crate::stress::labels::{Aspect, Labels, Location, Placed, Stream};
use crate::stress::place::{DistanceFn, place};
use crate::stress::pool::{BLOCK, HullPool};
use crate::stress::shapes::ShapeParams;

/// Two shapes that are not placed yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Shape A.
    pub a: ShapeSpec,
    /// Shape B.
    pub b: ShapeSpec,
    /// The indices of A and B in the hulls of the pool, if they are from it.
    pub pooled: [Option<usize>; 2],
    /// How the pair was drawn.
    pub labels: Labels,
    stream: Stream,
    index: u64,
    random: Random,
}

/// The shapes of pair `index`, and how they will be placed. `pool` must be that of its block; see
/// [`hull_pool`](crate::stress::hull_pool). At least one shape is not a half-space.
///
/// ```
/// use clinch_testkit::distributions::Digits;
/// use clinch_testkit::stress::{Stream, draft, hull_pool};
///
/// let stream = Stream { dim: 3, seed: 1, digits: Digits::Single };
/// let placed = draft(&stream, 700, &hull_pool(&stream, 700)).place(&mut |_, _| None);
/// assert_eq!(placed.query.id, "soak/3d/1/700");
/// ```
pub fn draft(stream: &Stream, index: u64, pool: &HullPool) -> Draft {
    debug_assert_eq!(pool.block, index / BLOCK, "the pool of another block");
    let mut random = Random::of(stream.seed, index);
    let proximity = draw_proximity(&mut random);
    let alignment = Alignment::draw(&mut random);
    let location = random.pick(&[Location::Origin, Location::Near, Location::Near, Location::Far]);
    let aspect = draw_aspect(&mut random);
    let mut pooled = [0.05, 0.05].map(|probability| random.chance(probability).then(|| random.below(pool.hulls.len())));
    let [size_a, size_b] = draw_sizes(&mut random, proximity, pooled.map(|pooled| pooled.map(|i| pool.hulls[i].0)));
    let mixed = !(0.01..=100.0).contains(&(size_a / size_b));
    let [size_a, size_b] = if alignment == Alignment::Exact { [coarse(size_a), coarse(size_b)] } else { [size_a, size_b] };

    let mut draw = |pooled: Option<usize>, size: f64| match pooled {
        Some(i) => pool.hulls[i].1.clone(),
        None => {
            let thin = matches!(aspect, Aspect::Plate | Aspect::Needle).then(|| random.power(-4.0, -2.0));
            let params = ShapeParams { dim: stream.dim, digits: stream.digits, size, thin };
            let on_grid = alignment == Alignment::Exact && random.chance(0.5);
            if on_grid { params.on_grid(&mut random) } else { params.any(&mut random, aspect) }
        }
    };
    let mut a = draw(pooled[0], size_a);
    let mut b = draw(pooled[1], size_b);
    // Two half-spaces have no finite depth, so the certificate refuses them.
    while matches!((&a, &b), (ShapeSpec::Halfspace { .. }, ShapeSpec::Halfspace { .. })) {
        b = draw(None, size_b);
    }
    // S does not include a half-space's offset: an offset that exceeded the sizes would leave no
    // digits for them.
    let sizes = a.bounding_radius() + b.bounding_radius();
    for shape in [&mut a, &mut b] {
        if let ShapeSpec::Halfspace { offset, .. } = shape {
            *offset = stream.digits.round(sizes * random.range(-1.0, 1.0));
        }
    }
    if proximity == Proximity::Identical && !matches!(a, ShapeSpec::Halfspace { .. }) && random.chance(0.5) {
        b = a.clone();
        pooled[1] = pooled[0];
    }
    let labels = Labels { proximity, alignment, location, aspect, mixed };
    Draft { a, b, pooled, labels, stream: *stream, index, random }
}

/// The table has cumulative probabilities.
fn draw_proximity(random: &mut Random) -> Proximity {
    let table = [
        (0.20, Proximity::Separated),
        (0.34, Proximity::JustApart),
        (0.50, Proximity::Touching),
        (0.64, Proximity::JustOverlapping),
        (0.78, Proximity::Shallow),
        (0.90, Proximity::Deep),
        (0.96, Proximity::Contained),
    ];
    let drawn = random.unit();
    table.iter().find(|(up_to, _)| drawn < *up_to).map_or(Proximity::Identical, |(_, proximity)| *proximity)
}

/// Seven in ten are plain.
fn draw_aspect(random: &mut Random) -> Aspect {
    match random.below(10) {
        0..7 => Aspect::Plain,
        7 => Aspect::Plate,
        8 => Aspect::Needle,
        _ => Aspect::Degenerate,
    }
}

/// The sizes of A and B, clamped to 1e-4 and 1e4. The size of B is 1e-4 to 1e4 times that of A in a
/// quarter of the pairs; otherwise 0.02 to 0.3 times it for contained shapes, and 0.5 to 2 times it
/// for others. Given sizes stay.
fn draw_sizes(random: &mut Random, proximity: Proximity, [given_a, given_b]: [Option<f64>; 2]) -> [f64; 2] {
    let size = given_a.unwrap_or_else(|| random.power(-4.0, 4.0));
    let mixed = random.chance(0.25);
    let ratio = match proximity {
        _ if mixed => random.power(-4.0, 4.0),
        Proximity::Contained => random.range(0.02, 0.3),
        _ => random.range(0.5, 2.0),
    };
    let within = |size: f64| size.clamp(1e-4, 1e4);
    match (given_a, given_b) {
        (Some(_), Some(other)) => [size, other],
        (None, Some(other)) => [within(other / ratio), other],
        _ => [size, within(size * ratio)],
    }
}

/// The size rounded to four binary digits.
fn coarse(size: f64) -> f64 {
    let step = libm::exp2(libm::floor(libm::log2(size)) - 3.0);
    libm::round(size / step) * step
}

impl Draft {
    /// The pair, placed by `distance`, which is called at most twice.
    pub fn place(mut self, distance: &mut DistanceFn<'_>) -> Placed {
        let Labels { proximity, alignment, location, .. } = self.labels;
        let Stream { dim, seed, digits } = self.stream;
        let placement = Placement { dim, proximity, alignment, a: &self.a, b: &self.b };
        let (pose_a, pose_b) = place(&placement, digits, location, &mut self.random, distance);
        let id = format!("soak/{dim}d/{seed}/{}", self.index);
        Placed { query: Query::contact(dim, (self.a, pose_a), (self.b, pose_b)).with_id(id), labels: self.labels }
    }
}
