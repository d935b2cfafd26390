//! A box and a triangle in 3D: their distance by a guess, and seventeen separating axes for the
//! rest, tested on the bare cores.
//!
//! The support maps behind a [`Difference`](clinch_support::Difference) of the two cores are a few
//! instructions each. Those of arbitrary shapes go through a `match`, which would be a noticeable
//! part of the cost of these axes.

mod distance;
mod lanes;

use clinch_shapes::Core;
use clinch_support::{Difference, Frame};

pub(crate) use self::distance::BoxTriangleDistance;
use crate::answer::{CoreAnswer, Relation};
use crate::clip::Space;
use crate::general::sat;
use crate::memory::Memory;
use crate::pairs::ClosedForm;
use crate::problem::Cores;
use crate::query::Query;
use crate::scratch::Scratch;

/// A box and a triangle whose separation is proved.
pub(crate) struct BoxTriangle<V: Space> {
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
    answer: CoreAnswer<V>,
}

impl<V: Space> ClosedForm<V> for BoxTriangle<V> {
    /// `None` if the cores are no box and triangle, or if no axis can be proved.
    fn of(query: &Query<'_, V>, cores: &Cores<'_, V>, scratch: &mut Scratch<V>) -> Option<Self> {
        let test = sat::Test { query, stage: sat::Stage::BeforeSearch { search_found_apart: false } };
        macro_rules! separation {
            ($a:expr, $b:expr) => {{
                let difference = Difference::new($a, $b, cores.b_in_a);
                let answer = sat::separation(cores, &difference, test, &mut scratch.sat)?;
                Some(Self { frame: *difference.frame(), size: difference.size(), answer })
            }};
        }
        match (cores.a, cores.b) {
            (Core::Box(a), Core::Triangle(b)) => separation!(*a, *b),
            (Core::Triangle(a), Core::Box(b)) => separation!(*a, *b),
            _ => None,
        }
    }

    fn relation(&self, query: &Query<'_, V>, memory: &mut Memory<V>) -> Relation<V> {
        memory.store_axis(self.answer, query, &self.frame)
    }

    fn to_clip(&self) -> Option<(Frame<V>, f64)> {
        Some((self.frame, self.size))
    }
}
