//! Pairs that share a composite shape, because building one costs more than a query.

use clinch_shapes::Convex;
use clinch_support::{Scalar, SupportMap};
use clinch_testkit::distributions::Digits;
use clinch_testkit::oracle::{PartsTruth, Polytope};
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec, SidesSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::drawn::Drawn;
use crate::plan::Plan;
use crate::shapes::{Draw, Kind};
use crate::space::Space;

/// The number of consecutive pairs that share a composite shape.
pub(crate) const BLOCK: u64 = 64;

/// The number of bodies of a block.
const BODIES: usize = 8;

/// A composite shape.
pub(crate) struct Subject<V: Space> {
    pub(crate) shape: V::CompositeShape,
    pub(crate) spec: ShapeSpec,
    pub(crate) truth: PartsTruth,
    pub(crate) sides: SidesSpec,
    /// The origin of the program's frame in that of the oracle.
    pub(crate) origin: DVec3,
    pub(crate) reach: f64,
}

/// A convex body.
pub(crate) struct Body<V: Space> {
    pub(crate) shape: V::Shape,
    pub(crate) spec: ShapeSpec,
    pub(crate) reach: f64,
    /// The reach that the program's tolerances are relative to: of a box, the sum of its half
    /// extents.
    pub(crate) tolerance_reach: f64,
}

/// A composite shape and what is placed at it.
pub(crate) struct Block<V: Space> {
    pub(crate) kind: Kind,
    pub(crate) size: f64,
    pub(crate) a: Subject<V>,
    /// A with its parts in another order.
    pub(crate) reordered: Option<V::CompositeShape>,
    pub(crate) bodies: Vec<Body<V>>,
    /// Another composite shape.
    pub(crate) other: Subject<V>,
}

impl<V: Space> Subject<V> {
    fn new(drawn: &Drawn, dim: usize) -> Option<Self> {
        let spec = drawn.spec();
        let truth = PartsTruth::of(&spec, dim).ok()?;
        let reach = spec.bounding_radius();
        Some(Self { shape: V::composite(drawn).ok()?, spec, truth, sides: drawn.sides(), origin: drawn.origin(), reach })
    }

    /// A body at a pose in the program's frame, for the oracle.
    pub(crate) fn placed(&self, body: &ShapeSpec, pose: &PoseSpec) -> Option<Polytope> {
        self.truth.body(body, pose, -self.origin)
    }
}

impl<V: Space> Block<V> {
    /// The block of a number. What a constructor refuses is drawn again.
    pub(crate) fn new(plan: &Plan, dim: usize, number: u64) -> Self {
        let random = &mut Random::of(plan.seed ^ 0x636f_6d70, number);
        loop {
            if let Some(block) = Self::attempt(plan.digits, dim, number, random) {
                return block;
            }
        }
    }

    fn attempt(digits: Digits, dim: usize, number: u64, random: &mut Random) -> Option<Self> {
        let kinds: &[Kind] = if dim == 2 { &Kind::PLANE } else { &Kind::SPACE };
        let kind = kinds[number as usize % kinds.len()];
        let exponent = random.range(-20.0, 20.0);
        // Most sizes are powers of two.
        let size = digits.round(libm::exp2(if random.chance(0.7) { exponent.round() } else { exponent }));
        let mut draw = Draw { random, dim, digits, size };
        let drawn = draw.composite(kind);
        let a = Subject::new(&drawn, dim)?;
        let reordered = drawn.reordered(draw.random).and_then(|drawn| V::composite(&drawn).ok());
        let bodies = (0..BODIES).map(|_| {
            let share = draw.random.power(-1.5, 0.3);
            let spec = draw.body(share, true);
            let shape = V::shape(&spec).ok()?;
            let tolerance_reach = shape.radius_about_center().widen() + shape.radius_wide();
            Some(Body { shape, reach: spec.bounding_radius(), tolerance_reach, spec })
        });
        let bodies = bodies.collect::<Option<Vec<_>>>()?;
        let next = draw.random.pick(kinds);
        draw.size = digits.round(size * draw.random.power(-1.0, 0.2));
        let other = Subject::new(&draw.composite(next), dim)?;
        Some(Self { kind, size, a, reordered, bodies, other })
    }
}

impl<V: Space> Body<V> {
    /// A ball or a capsule.
    pub(crate) fn is_round(&self) -> bool {
        matches!(self.spec, ShapeSpec::Sphere { .. } | ShapeSpec::Circle { .. } | ShapeSpec::Capsule { .. })
    }

    pub(crate) fn is_box(&self) -> bool {
        matches!(self.spec, ShapeSpec::Box { .. })
    }

    pub(crate) fn convex(&self) -> &dyn Convex<V> {
        &self.shape
    }
}
