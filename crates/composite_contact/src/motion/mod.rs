//! Casts, rays and times of impact: when a moving body first touches a composite shape.

pub(crate) mod composite_cast;
pub(crate) mod rotation_bound;
pub(crate) mod swept_box;

pub(crate) mod posed_part;
pub(crate) mod snap;

pub(crate) mod first_touch;
pub(crate) mod initial_hit;
pub(crate) mod inner_face;
pub(crate) mod start_contacts;

pub(crate) mod cast;

pub(crate) mod ray;
pub(crate) mod time_of_impact;
