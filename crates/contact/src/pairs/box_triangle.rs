//! A box and a triangle in 3D: seventeen separating axes, tested on the bare cores.
//!
//! The support maps behind a [`Difference`](clinch_support::Difference) of the two cores are a few
//! instructions each; those of arbitrary shapes go through a `match`, which axes as cheap as these
//! would feel.

use clinch_shapes::Core;
use clinch_support::{Difference, Frame};

use crate::answer::{CoreAnswer, Relation};
use crate::clip::Space;
use crate::general::sat::{self, Buffers};
use crate::memory::Memory;
use crate::pair::Cores;
use crate::query::Query;

/// A box and a triangle whose separation is proved.
pub(crate) struct BoxTriangle<V: Space> {
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
    answer: CoreAnswer<V>,
}

impl<V: Space> BoxTriangle<V> {
    /// `None` if the cores are no box and triangle, or if no axis can be proved.
    pub(crate) fn of(cores: &Cores<'_, V>, query: &Query<'_, V>, buffers: &mut Buffers<V::Wide>) -> Option<Self> {
        let test = sat::Test { query, turn: sat::Turn::First { apart: false } };
        macro_rules! separation {
            ($a:expr, $b:expr) => {{
                let difference = Difference::new($a, $b, cores.b_in_a);
                let answer = sat::separation(cores, &difference, test, buffers)?;
                Some(Self { frame: *difference.frame(), size: difference.size(), answer })
            }};
        }
        match (&cores.a, &cores.b) {
            (Core::Box(a), Core::Triangle(b)) => separation!(*a, *b),
            (Core::Triangle(a), Core::Box(b)) => separation!(*a, *b),
            _ => None,
        }
    }

    pub(crate) fn relation(self, query: &Query<'_, V>, memory: &mut Memory<V>) -> (Relation<V>, Frame<V>, f64) {
        (memory.store_axis(self.answer, query, &self.frame), self.frame, self.size)
    }
}
