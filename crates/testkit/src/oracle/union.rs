//! The true answer for a pair of shapes made of others, by brute force over all pairs of parts.
//!
//! * The parts are those of the file ([`ShapeSpec::parts`]): triangles, segments, boxes and shapes
//!   at poses. Each pair of them is a [`Pairing`], and the least signed distance is that of the two
//!   unions if they are apart.
//! * A pair is not measured if a gap along any direction proves that another is nearer.
//! * The inside of a solid surface: a part that meets no part of the surface is inside if one of
//!   its points is, by the parity of crossings.

use glam::{DVec2, DVec3};

use crate::oracle::check::validate_pose;
use crate::oracle::{MeshTruth, Pairing, Refusal, Truth, validate};
use crate::pair_file::{CapsuleAxis, Coords, Expect, PartSpec, PoseSpec, Query, ShapeSpec, SidesSpec};

/// Two shapes in their poses, at least one of them made of others.
#[derive(Clone, Debug)]
pub struct UnionPairing {
    pairs: Vec<Pairing>,
    /// Where the shapes are apart as sets of parts, one of them is inside of the other.
    enclosed: bool,
    /// Two solids made of solids, which are at least as deep as their deepest parts.
    of_solids: bool,
    /// The parts of either in its frame.
    parts: [Vec<ShapeSpec>; 2],
    dim: usize,
}

/// The true answer for two unions.
#[derive(Clone, Debug, PartialEq)]
pub struct UnionTruth {
    /// The answer of the pair of parts that is nearest or deepest.
    pub nearest: Truth,
    /// Both are polytopes, or polytopes swept by a radius.
    pub are_polytopes: bool,
    /// The sets share points.
    pub intersects: bool,
    /// The signed distance; of solids that overlap that of their deepest parts, which the whole may
    /// be deeper than. `None` of surfaces that overlap, whose depth is a matter of definition.
    pub sd: Option<f64>,
}

impl UnionTruth {
    /// The expectation in a pair file.
    pub fn expect(&self) -> Expect {
        let Truth { err, .. } = self.nearest;
        match self.sd {
            Some(sd) if sd > 0.0 => Expect { dir_unique: None, cp_unique: None, ..self.nearest.expect() },
            Some(sd) => Expect { intersects: Some(true), sd: Some(sd), depth: Some(-sd), err: Some(err), ..Expect::default() },
            None => Expect { intersects: Some(self.intersects), ..Expect::default() },
        }
    }
}

impl UnionPairing {
    /// The two shapes of a query.
    ///
    /// # Errors
    /// As [`Pairing::of`], for any two parts.
    pub fn of(query: &Query) -> Result<Self, Refusal> {
        let Some(shape_b) = &query.b else { return Err(Refusal::construct("there is no shape b")) };
        for (shape, pose) in [(&query.a, &query.pose_a), (shape_b, &query.pose_b)] {
            validate(shape, query.dim)?;
            validate_pose(pose, query.dim)?;
        }
        let [parts_a, parts_b] =
            [&query.a, shape_b].map(|shape| shape.parts().into_iter().map(|(_, part)| posed(part)).collect::<Vec<_>>());
        let mut pairs = Vec::with_capacity(parts_a.len() * parts_b.len());
        for a in &parts_a {
            for b in &parts_b {
                pairs.push(Pairing::of(&Query::contact(query.dim, (a.clone(), query.pose_a), (b.clone(), query.pose_b)))?);
            }
        }
        if pairs.is_empty() {
            return Err(Refusal::construct("a shape has no parts"));
        }
        let encloses = |solid: &ShapeSpec, pose: &PoseSpec, others: &[ShapeSpec], of: &PoseSpec| {
            others.iter().any(|other| a_point(other).is_some_and(|point| is_behind(solid, into(pose, of.point(point)))))
        };
        Ok(Self {
            pairs,
            enclosed: encloses(&query.a, &query.pose_a, &parts_b, &query.pose_b)
                || encloses(shape_b, &query.pose_b, &parts_a, &query.pose_a),
            of_solids: [&query.a, shape_b].into_iter().all(|shape| !shape.is_composite() || matches!(shape, ShapeSpec::Compound { .. })),
            parts: [parts_a, parts_b],
            dim: query.dim,
        })
    }

    /// Whether solids made of solids may be deeper than their deepest parts: if parts of one touch.
    pub fn may_be_deeper_than_its_parts(&self) -> bool {
        let touch = |one: &ShapeSpec, other: &ShapeSpec| {
            let at_origin = |part: &ShapeSpec| (part.clone(), PoseSpec::default());
            Pairing::of(&Query::contact(self.dim, at_origin(one), at_origin(other))).is_ok_and(|pair| {
                let truth = pair.truth();
                truth.sd <= truth.err
            })
        };
        let have_contact = |parts: &Vec<ShapeSpec>| (1..parts.len()).any(|i| parts[..i].iter().any(|other| touch(&parts[i], other)));
        self.of_solids && self.parts.iter().any(have_contact)
    }

    /// The answer, proved.
    pub fn truth(&self) -> UnionTruth {
        let mut order: Vec<(f64, usize)> = self.pairs.iter().map(apart_by).zip(0..).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best: Option<(Truth, usize)> = None;
        for (least, index) in order {
            let is_farther = |(nearest, _): &(Truth, usize)| {
                let along = self.pairs[index].gap_along(nearest.normal.to_vec3());
                least.max(along) > nearest.sd + nearest.err
            };
            if best.as_ref().is_some_and(is_farther) {
                continue;
            }
            let truth = self.pairs[index].truth();
            if best.as_ref().is_none_or(|(nearest, _)| truth.sd < nearest.sd) {
                best = Some((truth, index));
            }
        }
        // There is at least one pair.
        let (nearest, index) = best.unwrap_or_else(|| (self.pairs[0].truth(), 0));
        let intersects = nearest.sd <= 0.0 || self.enclosed;
        let sd = (!intersects || self.of_solids).then_some(nearest.sd);
        UnionTruth { are_polytopes: self.pairs[index].are_polytopes(), nearest, intersects, sd }
    }

    /// The signed distance that `n`, from A to B, is a normal of: the largest gap along `n` of the
    /// pairs of parts that are not farther apart than `most`; −∞ without any.
    pub fn gap_along(&self, n: DVec3, most: f64) -> f64 {
        let near = self.pairs.iter().filter(|pair| apart_by(pair) <= most && pair.gap_along(n) <= most);
        near.filter(|pair| pair.truth().sd <= most).fold(f64::NEG_INFINITY, |largest, pair| largest.max(pair.gap_along(n)))
    }

    /// Whether some pair of parts has this gap along `n`, to within `slack`.
    pub fn has_gap(&self, n: DVec3, gap: f64, slack: f64) -> bool {
        self.pairs.iter().any(|pair| (pair.gap_along(n) - gap).abs() <= slack)
    }

    /// Lower bounds of the distances of these points of the world from A and from B.
    pub fn outside(&self, points: [DVec3; 2]) -> [f64; 2] {
        self.pairs.iter().fold([f64::INFINITY; 2], |least, pair| {
            if least.iter().all(|&least| least <= 0.0) {
                return least;
            }
            let of_pair = pair.outside(points);
            [0, 1].map(|i| if of_pair[i] < least[i] { of_pair[i] } else { least[i] })
        })
    }
}

/// A lower bound of the signed distance of two parts: the gaps along the axes.
fn apart_by(pair: &Pairing) -> f64 {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let axes = axes.into_iter().take(pair.dim).flat_map(|axis| [axis, -axis]);
    axes.fold(f64::NEG_INFINITY, |least, axis| least.max(pair.gap_along(axis)))
}

/// The part as one shape in the frame of the union.
pub(super) fn posed(part: PartSpec) -> ShapeSpec {
    if part.pose == PoseSpec::default() { part.shape } else { ShapeSpec::Posed { pose: part.pose, shape: Box::new(part.shape) } }
}

/// A point of the world in the frame of a pose.
fn into(pose: &PoseSpec, point: DVec3) -> DVec3 {
    pose.matrix().transpose() * (point - pose.translation())
}

/// Any point of a shape, in its frame; `None` of a half-space.
fn a_point(shape: &ShapeSpec) -> Option<DVec3> {
    match shape {
        ShapeSpec::Point { p } => Some(p.map_or(DVec3::ZERO, |p| p.to_vec3())),
        ShapeSpec::Segment { a, .. } | ShapeSpec::Triangle { a, .. } => Some(a.to_vec3()),
        ShapeSpec::Capsule { axis: CapsuleAxis::Between { a, .. }, .. } => Some(a.to_vec3()),
        ShapeSpec::Hull { points } | ShapeSpec::Polygon { points } => points.first().map(Coords::to_vec3),
        ShapeSpec::Rounded { core, .. } => a_point(core),
        ShapeSpec::Posed { pose, shape } => a_point(shape).map(|point| pose.point(point)),
        ShapeSpec::Scaled { shape, scale } => a_point(shape).map(|point| point * scale.to_vec3()),
        ShapeSpec::Sum { a, b } => Some(a_point(a)? + a_point(b)?),
        ShapeSpec::HullOf { shapes } => shapes.first().and_then(a_point),
        ShapeSpec::Halfspace { .. } => None,
        // The others contain their origin.
        _ => Some(DVec3::ZERO),
    }
}

/// Whether a point that is on no part of a solid surface is inside.
pub(super) fn is_behind(shape: &ShapeSpec, point: DVec3) -> bool {
    match shape {
        ShapeSpec::Trimesh { vertices, indices, sides: SidesSpec::Solid } => {
            let vertices: Vec<DVec3> = vertices.iter().map(Coords::to_vec3).collect();
            MeshTruth::new(&vertices, indices).contains(point)
        }
        ShapeSpec::Polyline { sides: SidesSpec::Solid, .. } => is_in_loop(shape, point.truncate()),
        ShapeSpec::Heightfield { sides: SidesSpec::Solid, .. } => {
            shape.parts().iter().any(|(_, part)| height_at(&part.shape, point).is_some_and(|height| point.y <= height))
        }
        _ => false,
    }
}

/// By the crossings of the ray to the right: of a loop, from its segments.
fn is_in_loop(shape: &ShapeSpec, point: DVec2) -> bool {
    let crosses = |(_, part): &(u32, PartSpec)| {
        let ShapeSpec::Segment { a, b } = &part.shape else { return false };
        let (a, b) = (a.to_vec2(), b.to_vec2());
        let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
        (a.y > point.y) != (b.y > point.y) && x > point.x
    };
    shape.parts().iter().filter(|part| crosses(part)).count() % 2 == 1
}

/// The height of a triangle or segment of a height field above or below a point; `None` beside it.
fn height_at(shape: &ShapeSpec, point: DVec3) -> Option<f64> {
    match shape {
        ShapeSpec::Segment { a, b } => {
            let (a, b) = (a.to_vec2(), b.to_vec2());
            let share = (point.x - a.x) / (b.x - a.x);
            (0.0..=1.0).contains(&share).then_some(a.y + share * (b.y - a.y))
        }
        ShapeSpec::Triangle { a, b, c } => {
            let [a, b, c] = [a, b, c].map(Coords::to_vec3);
            let area = |p: DVec3, q: DVec3, r: DVec3| (q.x - p.x) * (r.z - p.z) - (q.z - p.z) * (r.x - p.x);
            let whole = area(a, b, c);
            let [u, v, w] = [area(b, c, point), area(c, a, point), area(a, b, point)].map(|part| part / whole);
            (u >= 0.0 && v >= 0.0 && w >= 0.0).then_some(u * a.y + v * b.y + w * c.y)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::UnionPairing;
    use crate::pair_file::{PoseSpec, Query, ShapeSpec};

    fn truth(a: &str, b: &str, at: impl Into<crate::pair_file::Coords>) -> super::UnionTruth {
        let at = at.into();
        let [a, b] = [a, b].map(|text| serde_json::from_str::<ShapeSpec>(text).unwrap());
        UnionPairing::of(&Query::contact(at.dim(), (a, PoseSpec::default()), (b, PoseSpec::at(at)))).unwrap().truth()
    }

    const BALL: &str = r#"{"type":"sphere","radius":0.5}"#;
    const DISC: &str = r#"{"type":"circle","radius":0.5}"#;

    #[test]
    fn unions_by_hand() {
        let two = r#"{"type":"compound","parts":[{"pose":{"t":[-3,0,0]},"shape":{"type":"sphere","radius":1}},{"pose":{"t":[3,0,0]},"shape":{"type":"box","half":[1,1,1]}}]}"#;
        assert_eq!(truth(two, BALL, [0.25, 0.0, 0.0]).sd, Some(1.25));
        assert_eq!(truth(two, BALL, [3.0, 1.25, 0.0]).sd, Some(-0.25));
        let stairs = r#"{"type":"voxels","size":[1,1,1],"cells":[[0,0,0],[1,0,0],[1,1,0]]}"#;
        assert_eq!(truth(stairs, BALL, [0.0, 2.0, 0.5]).sd, Some(0.5));
        let inside = truth(stairs, BALL, [1.5, 1.0, 0.5]);
        assert_eq!((inside.sd, inside.intersects), (None, true));
    }

    #[test]
    fn the_inside_belongs_to_solids_only() {
        let tetrahedron = |sides: &str| {
            format!(
                r#"{{"type":"trimesh","vertices":[[0,0,0],[9,0,0],[0,9,0],[0,0,9]],"indices":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]],"sides":"{sides}"}}"#
            )
        };
        let square = |sides: &str| {
            format!(r#"{{"type":"polyline","vertices":[[0,0],[9,0],[9,9],[0,9]],"indices":[[0,1],[1,2],[2,3],[3,0]],"sides":"{sides}"}}"#)
        };
        let field = |sides: &str| format!(r#"{{"type":"heightfield","heights":[[4,0],[0,0]],"scale":[8,1,8],"sides":"{sides}"}}"#);
        let row = |sides: &str| format!(r#"{{"type":"heightfield","heights":[[1,1,1]],"scale":[8,1],"sides":"{sides}"}}"#);
        for (sides, intersects) in [("solid", true), ("one", false), ("two", false)] {
            let found = [
                truth(&tetrahedron(sides), BALL, [2.0, 2.0, 2.0]),
                truth(BALL, &tetrahedron(sides), [-2.0, -2.0, -2.0]),
                truth(&square(sides), DISC, [4.0, 4.0]),
                truth(&field(sides), BALL, [1.0, -50.0, 2.0]),
                truth(&row(sides), DISC, [1.0, -50.0]),
            ];
            assert_eq!(found.map(|truth| truth.intersects), [intersects; 5], "{sides}");
        }
        assert!(!truth(&field("solid"), BALL, [5.0, -50.0, 2.0]).intersects, "beside the field");
    }
}
