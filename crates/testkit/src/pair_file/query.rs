//! One line of a pair file: two shapes, their places, and the question.

use serde::{Deserialize, Serialize};

use crate::pair_file::coords::Coords;
use crate::pair_file::pose::PoseSpec;
use crate::pair_file::shape::ShapeSpec;

/// What is asked of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryKind {
    /// How far apart; 0 when overlapping.
    Distance,
    /// How far apart or how deep, and with a prediction the manifold.
    Contact,
    /// When do they meet, both moving.
    ShapeCast,
    /// Where does a ray meet shape A.
    RayCast,
    /// A word this version does not know. It is kept, so that the answer can say so and the next line is read.
    #[serde(untagged)]
    Other(String),
}

/// A query as the file holds it. Lengths are in the file's own unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// The name the answer carries.
    pub id: String,
    /// 2 or 3.
    pub dim: usize,
    /// The question.
    #[serde(rename = "query")]
    pub kind: QueryKind,
    /// The first shape.
    pub a: ShapeSpec,
    /// Its place.
    #[serde(default)]
    pub pose_a: PoseSpec,
    /// The second shape; a ray cast has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<ShapeSpec>,
    /// Its place.
    #[serde(default)]
    pub pose_b: PoseSpec,
    /// With it, the contact manifold up to this separation is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction: Option<f64>,
    /// Casts: velocity of A per unit time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vel_a: Option<Coords>,
    /// Casts: velocity of B per unit time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vel_b: Option<Coords>,
    /// Casts: no hit later than this; none is infinite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_toi: Option<f64>,
    /// Shape casts: the distance that counts as a hit; none is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_distance: Option<f64>,
    /// Ray casts: where it starts, in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Coords>,
    /// Ray casts: where it goes per unit time, in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<Coords>,
    /// Casts with an expectation: |vel_b − vel_a|.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
    /// Casts with an expectation: the length tolerances multiply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// What to expect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expect>,
    /// Where the pair comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Query {
    /// A contact query of two shapes; everything else is left out.
    pub fn contact(id: impl Into<String>, dim: usize, a: (ShapeSpec, PoseSpec), b: (ShapeSpec, PoseSpec)) -> Self {
        Self {
            id: id.into(),
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

    /// S, the length that tolerances multiply: the reach of A and of B and |t_B − t_A|.
    pub fn extent(&self) -> f64 {
        let apart = (self.pose_b.translation() - self.pose_a.translation()).length();
        self.a.bounding_radius() + self.b.as_ref().map_or(0.0, ShapeSpec::bounding_radius) + apart
    }
}

/// What a query should answer, and how surely that is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expect {
    /// The closed sets share a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersects: Option<bool>,
    /// The signed distance: negative is depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// 0 when overlapping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
    /// 0 when apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
    /// The truth lies within this of `sd` (of `toi`, for casts).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub err: Option<f64>,
    /// |sd| ≤ err: the yes or no is not graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub touching: Option<bool>,
    /// Unit, world, from A to B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<Coords>,
    /// Others as good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normals: Option<Vec<Coords>>,
    /// On A, in the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_a: Option<Coords>,
    /// On B, in the world.
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
    /// Casts: they meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    /// Casts: when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toi: Option<f64>,
    /// Casts: grazing, the yes or no is not graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<bool>,
}

/// How large the contact of parallel features is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// 1 for a line, 2 for a face.
    pub dim: usize,
    /// Of a face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<f64>,
    /// Of a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f64>,
}
