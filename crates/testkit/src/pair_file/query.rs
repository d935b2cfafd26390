//! One line of a pair file: two shapes, their poses, and a query.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::pair_file::coords::Coords;
use crate::pair_file::optional::{any_as_text, null_as_default};
use crate::pair_file::pose::PoseSpec;
use crate::pair_file::shape::ShapeSpec;

/// The kind of a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryKind {
    /// The distance; 0 if they overlap.
    Distance,
    /// The distance or depth, and with a prediction the manifold.
    Contact,
    /// The time at which both moving shapes meet.
    ShapeCast,
    /// The time at which a ray meets shape A.
    RayCast,
    /// An unknown kind. It is kept, so that the answer is an error and the next line is read.
    #[serde(untagged)]
    Other(String),
}

/// A query in a file. Lengths are in the file's own unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// The name, which the answer repeats.
    pub id: String,
    /// 2 or 3.
    pub dim: usize,
    /// The kind of the query.
    #[serde(rename = "query")]
    pub kind: QueryKind,
    /// The first shape.
    pub a: ShapeSpec,
    /// The pose of A in the world.
    #[serde(default, deserialize_with = "null_as_default")]
    pub pose_a: PoseSpec,
    /// The second shape; a ray cast has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<ShapeSpec>,
    /// The pose of B in the world.
    #[serde(default, deserialize_with = "null_as_default")]
    pub pose_b: PoseSpec,
    /// The separation up to which contact points are computed; without it there is no manifold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction: Option<f64>,
    /// Casts: velocity of A per unit time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vel_a: Option<Coords>,
    /// Casts: velocity of B per unit time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vel_b: Option<Coords>,
    /// Casts: the latest time of a hit; unlimited if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_toi: Option<f64>,
    /// Shape casts: the distance that counts as a hit; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_distance: Option<f64>,
    /// Ray casts: the origin in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Coords>,
    /// Ray casts: the velocity in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<Coords>,
    /// Casts with an expectation: |vel_b − vel_a|.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Casts with an expectation: the length that tolerances multiply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The expected answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expect>,
    /// The origin of the pair. Not a field of the format, so it may be anything in a file.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "any_as_text")]
    pub note: Option<String>,
}

impl Query {
    /// A contact query of two shapes; the other fields, among them the id, are empty.
    pub fn contact(dim: usize, a: (ShapeSpec, PoseSpec), b: (ShapeSpec, PoseSpec)) -> Self {
        Self {
            id: String::new(),
            dim,
            kind: QueryKind::Contact,
            a: a.0,
            pose_a: a.1,
            b: Some(b.0),
            pose_b: b.1,
            prediction: None,
            vel_a: None,
            vel_b: None,
            max_toi: None,
            target_distance: None,
            origin: None,
            dir: None,
            speed: None,
            scale: None,
            expect: None,
            note: None,
        }
    }

    /// Casts: |vel_b − vel_a|, or the speed of the ray; 0 without velocities.
    pub fn relative_speed(&self) -> f64 {
        let velocity = |coords: &Option<Coords>| coords.as_ref().map_or(DVec3::ZERO, Coords::to_vec3);
        (velocity(&self.vel_b) - velocity(&self.vel_a) + velocity(&self.dir)).length()
    }

    /// The same query with an id.
    #[must_use]
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self { id: id.into(), ..self }
    }

    /// S, the length that tolerances multiply: the bounding radii of A and of B plus |t_B − t_A|.
    pub fn extent(&self) -> f64 {
        let apart = (self.pose_b.translation() - self.pose_a.translation()).length();
        self.a.bounding_radius() + self.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius) + apart
    }
}

/// The expected answer to a query, and how accurately it is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expect {
    /// The closed sets share a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// The signed distance; negative is a depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// The distance; 0 if they overlap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// The depth; 0 if they are apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// The truth is within this of `sd`, or of `toi` for casts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub err: Option<f64>,
    /// |sd| ≤ err: the yes or no is not graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touching: Option<bool>,
    /// The unit normal from A to B, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Coords>,
    /// Other normals that are as good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normals: Option<Vec<Coords>>,
    /// The point on A, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a: Option<Coords>,
    /// The point on B, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_b: Option<Coords>,
    /// There is only one pair of closest points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp_unique: Option<bool>,
    /// There is only one normal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir_unique: Option<bool>,
    /// The true contact patch of parallel features.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<Patch>,
    /// Casts: the shapes meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    /// Casts: the time of the hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toi: Option<f64>,
    /// Casts: a grazing hit or miss, of which the yes or no is not graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<bool>,
}

/// The size of the contact patch of parallel features.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// The dimension: 1 for a line, 2 for a face.
    pub dim: usize,
    /// The area of a face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
    /// The length of a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}
