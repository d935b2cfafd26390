//! What a moving body is at when it starts, if it ignores contacts along which it does not
//! approach.

use clinch_composite::SubShapeId;
use clinch_support::Vector;

use crate::manifolds::kept_contact::KeptContact;

/// The contacts at the start, and the parts that the body slides over.
#[derive(Debug)]
pub(crate) struct StartContacts<W> {
    /// Of each contact the normal, and the height of the part along it.
    pub(crate) planes: Vec<(W, f64)>,
    /// The parts that the body slides over, in ascending order.
    pub(crate) passed: Vec<SubShapeId>,
}

impl<W: Vector<Scalar = f64, Wide = W>> StartContacts<W> {
    pub(crate) fn new() -> Self {
        Self { planes: Vec::new(), passed: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.planes.clear();
        self.passed.clear();
    }

    /// Lists the contacts at the start. The body slides over parts whose normal cones are not
    /// known.
    pub(crate) fn list<V: Vector<Wide = W>>(&mut self, kept: &[KeptContact<V>]) {
        self.clear();
        let plane = |contact: &KeptContact<V>| (contact.separation.normal, contact.separation.normal.dot(contact.separation.point_a));
        self.planes.extend(kept.iter().filter(|contact| !contact.is_covered).map(plane));
        self.passed.extend(kept.iter().filter(|contact| contact.is_candidate).map(|contact| contact.id));
        self.passed.sort_unstable();
    }

    /// Whether the body slides over a part.
    pub(crate) fn has_passed(&self, id: SubShapeId) -> bool {
        self.passed.binary_search(&id).is_ok()
    }

    pub(crate) fn add_passed(&mut self, id: SubShapeId) {
        let place = self.passed.partition_point(|&passed| passed < id);
        self.passed.insert(place, id);
    }
}
