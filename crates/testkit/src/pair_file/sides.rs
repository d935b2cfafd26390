//! Which sides of a surface have contacts.

use serde::{Deserialize, Serialize};

/// Which sides of a surface have contacts, and whether it encloses a solid. The front of a triangle
/// is where its corners are counter-clockwise; that of a segment is on the right of its direction;
/// that of a height field is above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SidesSpec {
    /// Both. The set is the triangles or segments themselves.
    #[default]
    Two,
    /// The front. Contacts from behind are none, but distances are those of the same set.
    One,
    /// The front, and everything behind belongs to the set.
    Solid,
}

impl SidesSpec {
    /// Whether a file need not name it.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
