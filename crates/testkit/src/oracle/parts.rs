//! What is true of a body near a shape made of polytopes: brute force over all parts, fast enough
//! for millions of poses.
//!
//! * The parts are built once for a shape, and the body once for a pose. A part is measured by all
//!   pairs of features and all separating axes, as in a [`Pairing`].
//! * A part is not measured if its box, or the direction in which the nearest one is, proves that
//!   it is farther.
//! * Parts and bodies may be swept by a radius. Other round shapes are refused.

use glam::DVec3;

use crate::oracle::check::{Refusal, validate};
use crate::oracle::hull::Hull;
use crate::oracle::solid::{Core, Solid};
use crate::oracle::union::{is_behind, posed};
use crate::oracle::{Cores, Pairing, axes};
use crate::pair_file::{PoseSpec, ShapeSpec};
use crate::random::Random;

/// A shape made of polytopes, in its frame.
#[derive(Clone, Debug)]
pub struct PartsTruth {
    shape: ShapeSpec,
    parts: Vec<Polytope>,
    /// Measures two hulls. Its own shapes are not used.
    measure: Pairing,
}

/// A polytope, swept by a radius, in the frame of a shape made of parts.
#[derive(Clone, Debug)]
pub struct Polytope {
    hull: Hull,
    radius: f64,
    /// The corners of the box around the hull.
    low: DVec3,
    high: DVec3,
}

/// A part and its distance from a body.
#[derive(Clone, Copy, Debug)]
pub struct NearPart {
    /// The index in [`ShapeSpec::parts`].
    pub part: usize,
    /// The signed distance; negative is a depth.
    pub distance: f64,
    /// By how much the distance may be off.
    pub err: f64,
    /// Unit, from the part to the body.
    pub normal: DVec3,
    /// The nearest point of the part; `None` if the cores overlap.
    pub point: Option<DVec3>,
}

impl Polytope {
    fn of(solid: Solid) -> Option<Self> {
        let Core::Hull(hull) = solid.core else { return None };
        let low = hull.vertices.iter().fold(DVec3::INFINITY, |low, &vertex| low.min(vertex));
        let high = hull.vertices.iter().fold(DVec3::NEG_INFINITY, |high, &vertex| high.max(vertex));
        Some(Self { hull, radius: solid.radius, low, high })
    }

    /// The vertices, without the radius.
    pub fn vertices(&self) -> &[DVec3] {
        &self.hull.vertices
    }

    /// The distance of the boxes, less the radii: a lower bound. Boxes that meet say nothing about
    /// a depth.
    fn gap(&self, other: &Self) -> f64 {
        let apart = (self.low - other.high).max(other.low - self.high).max(DVec3::ZERO);
        if apart == DVec3::ZERO { f64::NEG_INFINITY } else { apart.length() - self.radius - other.radius }
    }

    /// The gap along a direction from this to the other: a lower bound.
    fn gap_along(&self, other: &Self, n: DVec3) -> f64 {
        -axes::overlap(&self.hull, &other.hull, n) - self.radius - other.radius
    }
}

impl PartsTruth {
    /// The parts of a shape.
    ///
    /// # Errors
    /// The parameters are invalid, there are no parts, or a part is neither a polytope nor one
    /// swept by a radius.
    pub fn of(shape: &ShapeSpec, dim: usize) -> Result<Self, Refusal> {
        validate(shape, dim)?;
        let parts = shape.parts().into_iter().map(|(_, part)| {
            let solid = Solid::new(&posed(part), &PoseSpec::default(), DVec3::ZERO, dim)?;
            Polytope::of(solid).ok_or_else(|| Refusal::unsupported("a part is no polytope"))
        });
        let parts: Vec<Polytope> = parts.collect::<Result<_, Refusal>>()?;
        if parts.is_empty() {
            return Err(Refusal::construct("the shape has no parts"));
        }
        let point = || Solid { core: Core::Hull(Hull::new(&[DVec3::ZERO], dim)), radius: 0.0 };
        let reach = shape.bounding_radius();
        let measure = Pairing { dim, a: point(), b: point(), origin: DVec3::ZERO, extent: 2.0 * reach, reach_a: reach, reach_b: reach };
        Ok(Self { shape: shape.clone(), parts, measure })
    }

    /// A body at a pose relative to `origin`, which is the origin of this shape's frame; `None` if
    /// it is neither a polytope nor one swept by a radius.
    pub fn body(&self, shape: &ShapeSpec, pose: &PoseSpec, origin: DVec3) -> Option<Polytope> {
        Polytope::of(Solid::new(shape, pose, origin, self.measure.dim).ok()?)
    }

    /// The parts at a pose relative to `origin`, as bodies for another shape.
    pub fn placed(&self, pose: &PoseSpec, origin: DVec3) -> Vec<Polytope> {
        let axes = pose.matrix();
        let placed = self.parts.iter().filter_map(|part| {
            let hull = part.hull.clone().moved(&axes, pose.translation() - origin);
            Polytope::of(Solid { core: Core::Hull(hull), radius: part.radius })
        });
        placed.collect()
    }

    /// A point of a random part and a normal of the part, or any direction if it has none.
    pub fn draw_place(&self, random: &mut Random) -> (DVec3, DVec3) {
        let Hull { vertices, normals, .. } = &self.parts[random.below(self.parts.len())].hull;
        // Often on an edge or a vertex.
        let weights: Vec<f64> = vertices.iter().map(|_| if random.chance(0.4) { 0.0 } else { random.unit() }).collect();
        let sum: f64 = weights.iter().sum();
        let point = if sum > 0.0 {
            vertices.iter().zip(&weights).map(|(&vertex, weight)| vertex * (weight / sum)).sum()
        } else {
            vertices[random.below(vertices.len())]
        };
        let normal = if normals.is_empty() { random.direction(self.measure.dim) } else { normals[random.below(normals.len())] };
        (point, normal)
    }

    /// Whether a point that is on no part is inside of a solid.
    pub fn encloses(&self, point: DVec3) -> bool {
        is_behind(&self.shape, point)
    }

    /// Whether a body that touches no part is inside of a solid. `None` if it is partly, as beside
    /// a height field, which has no walls.
    pub fn encloses_body(&self, body: &Polytope) -> Option<bool> {
        let vertices = &body.hull.vertices;
        let middle = vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let is_inside = self.encloses(middle);
        let ShapeSpec::Heightfield { scale, .. } = &self.shape else { return Some(is_inside) };
        // Of a ball, the places that it may reach beyond the middle.
        let reaches = |axis: DVec3| [middle + axis * body.radius, middle - axis * body.radius];
        let places = [DVec3::X, DVec3::Z].into_iter().flat_map(reaches).chain(vertices.iter().copied());
        // Both ends of a long body may be beyond the border.
        let half = 0.5 * scale.to_vec3();
        let chords = vertices.iter().enumerate().flat_map(|(i, &from)| vertices[..i].iter().map(move |&to| [from, to]));
        let above = chords.filter_map(|chord| middle_above(half, chord, self.measure.dim));
        // The ground may be within a face of a wide body, and meet none of its edges.
        let within = place_above_middle(vertices).filter(|_| self.measure.dim == 3);
        places.chain(above).chain(within).all(|place| self.encloses(place) == is_inside).then_some(is_inside)
    }

    /// The nearest or deepest part. Ends at the first whose signed distance is at most `enough`.
    pub fn least(&self, body: &Polytope, enough: f64) -> NearPart {
        let mut order: Vec<(f64, usize)> = self.parts.iter().map(|part| part.gap(body)).zip(0..).collect();
        order.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut best = self.measured(order[0].1, body);
        for &(gap, part) in &order[1..] {
            if gap > best.distance || best.distance <= enough {
                break;
            }
            if self.parts[part].gap_along(body, best.normal) > best.distance {
                continue;
            }
            let next = self.measured(part, body);
            if next.distance < best.distance {
                best = next;
            }
        }
        best
    }

    /// All parts that are not farther than `within`.
    pub fn near(&self, body: &Polytope, within: f64) -> Vec<NearPart> {
        let listed = (0..self.parts.len()).filter(|&part| self.parts[part].gap(body) <= within);
        listed.map(|part| self.measured(part, body)).filter(|near| near.distance <= within).collect()
    }

    /// The distance of a point from a part; not positive inside.
    pub fn outside(&self, part: usize, point: DVec3) -> f64 {
        let body = Solid { core: Core::Hull(Hull::new(&[point], self.measure.dim)), radius: 0.0 };
        Polytope::of(body).map_or(f64::NAN, |body| self.measured(part, &body).distance)
    }

    /// The nearest point of a part to a point, which is itself inside.
    pub fn nearest_of(&self, part: usize, point: DVec3) -> DVec3 {
        let of = &self.parts[part];
        let Cores { sd, n, witness, .. } = self.measure.exact(&of.hull, &Hull::new(&[point], self.measure.dim));
        match witness {
            Some(witness) if sd > of.radius => witness.a + n * of.radius,
            _ => point,
        }
    }

    /// The distance of a point from a body; not positive in its core.
    pub fn from_body(&self, body: &Polytope, point: DVec3) -> f64 {
        let point = Hull::new(&[point], self.measure.dim);
        self.measure.exact(&point, &body.hull).sd - body.radius
    }

    /// The distance of a point from the nearest part; not positive inside.
    pub fn outside_all(&self, point: DVec3) -> f64 {
        let body = Solid { core: Core::Hull(Hull::new(&[point], self.measure.dim)), radius: 0.0 };
        Polytope::of(body).map_or(f64::NAN, |body| self.least(&body, 0.0).distance)
    }

    fn measured(&self, part: usize, body: &Polytope) -> NearPart {
        let of = &self.parts[part];
        let Cores { sd, err, n, witness, .. } = self.measure.exact(&of.hull, &body.hull);
        let point = witness.filter(|_| sd > 0.0).map(|witness| witness.a + n * of.radius);
        NearPart { part, distance: sd - of.radius - body.radius, err, normal: n, point }
    }
}

/// The middle of what a chord has above or below a height field about the origin.
fn middle_above(half: DVec3, [from, to]: [DVec3; 2], dim: usize) -> Option<DVec3> {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in if dim == 2 { 0..1 } else { 0..3 }.filter(|&axis| axis != 1) {
        let along = to[axis] - from[axis];
        if along == 0.0 {
            if from[axis].abs() > half[axis] {
                return None;
            }
            continue;
        }
        let ends = [-half[axis], half[axis]].map(|side| (side - from[axis]) / along);
        first = first.max(ends[0].min(ends[1]));
        last = last.min(ends[0].max(ends[1]));
    }
    (first < last).then(|| from.lerp(to, 0.5 * (first + last)))
}

/// A point of the hull of these vertices above or below the origin, where the middle of a height
/// field is: that of a triangle of the first vertex and two others. `None` if there is none.
fn place_above_middle(vertices: &[DVec3]) -> Option<DVec3> {
    let (&first, rest) = vertices.split_first()?;
    // Twice the area, seen from above.
    let area = |one: DVec3, other: DVec3| one.x * other.z - one.z * other.x;
    let pairs = rest.iter().enumerate().flat_map(|(i, &one)| rest[..i].iter().map(move |&other| [first, one, other]));
    pairs.into_iter().find_map(|[a, b, c]| {
        let (whole, shares) = (area(b - a, c - a), [area(b, c), area(c, a), area(a, b)]);
        let is_within = whole != 0.0 && shares.iter().all(|share| share * whole >= 0.0);
        is_within.then(|| (a * shares[0] + b * shares[1] + c * shares[2]) / whole)
    })
}

#[cfg(test)]
mod tests {
    use super::PartsTruth;
    use crate::oracle::UnionPairing;
    use crate::pair_file::{PoseSpec, Query, ShapeSpec};
    use crate::random::Random;
    use glam::DVec3;

    /// The answer of the oracle for unions, which measures every pair of parts anew.
    #[test]
    fn the_least_distance_is_that_of_the_union() {
        let stairs = r#"{"type":"voxels","size":[1,1,1],"cells":[[0,0,0],[1,0,0],[1,1,0]]}"#;
        let tent = r#"{"type":"trimesh","vertices":[[0,0,0],[4,0,0],[4,4,0],[0,4,0],[2,2,1]],"indices":[[0,1,4],[1,2,4],[2,3,4],[3,0,4]]}"#;
        let capsule = r#"{"type":"capsule","half_height":0.5,"radius":0.25}"#;
        let block = r#"{"type":"box","half":[0.5,0.25,1]}"#;
        let random = &mut Random::new(1);
        let mut apart = 0;
        for [shape, body] in [[stairs, capsule], [stairs, block], [tent, capsule], [tent, block]] {
            let [shape, body] = [shape, body].map(|text| serde_json::from_str::<ShapeSpec>(text).unwrap());
            let truth = PartsTruth::of(&shape, 3).unwrap();
            for _ in 0..50 {
                let rotation = crate::pair_file::RotationSpec::Quaternion(random.quaternion());
                let pose = PoseSpec { t: Some((random.in_ball(3) * 2.5).into()), rotation };
                let placed = truth.body(&body, &pose, DVec3::ZERO).unwrap();
                let least = truth.least(&placed, f64::NEG_INFINITY);
                let query = Query::contact(3, (shape.clone(), PoseSpec::default()), (body.clone(), pose));
                let sd = UnionPairing::of(&query).unwrap().truth().nearest.sd;
                assert!((least.distance - sd).abs() < 1e-12, "{least:?} {sd}");
                apart += usize::from(sd > 0.0);
                assert!(truth.near(&placed, sd + 1e-9).iter().any(|near| near.part == least.part));
            }
        }
        assert!((60..180).contains(&apart), "{apart}");
    }

    #[test]
    fn a_body_with_both_ends_beyond_the_border_may_be_partly_in_the_ground() {
        let field = r#"{"type":"heightfield","heights":[[0,0],[0,0]],"scale":[2,1,2],"sides":"solid"}"#;
        let truth = PartsTruth::of(&serde_json::from_str(field).unwrap(), 3).unwrap();
        let long: ShapeSpec = serde_json::from_str(r#"{"type":"box","half":[3,0.1,0.1]}"#).unwrap();
        let encloses = |place: [f64; 3]| truth.encloses_body(&truth.body(&long, &PoseSpec::at(place), DVec3::ZERO).unwrap());
        assert_eq!(encloses([1.5, -0.5, 0.0]), None);
        assert_eq!(encloses([1.5, 0.5, 0.0]), Some(false));
        assert_eq!(encloses([1.5, -0.5, 1.5]), Some(false));
    }
    /// All edges of the triangle pass beside the ground, which is within its face.
    #[test]
    fn a_face_that_is_wider_than_the_ground_may_be_partly_in_it() {
        let field = r#"{"type":"heightfield","heights":[[0,0],[0,0]],"scale":[2,1,2],"sides":"solid"}"#;
        let truth = PartsTruth::of(&serde_json::from_str(field).unwrap(), 3).unwrap();
        let wide: ShapeSpec = serde_json::from_str(r#"{"type":"triangle","a":[-9,0,-4],"b":[9,0,-4],"c":[0,0,14]}"#).unwrap();
        let encloses = |place: [f64; 3]| truth.encloses_body(&truth.body(&wide, &PoseSpec::at(place), DVec3::ZERO).unwrap());
        assert_eq!(encloses([0.0, -0.5, 0.0]), None);
        assert_eq!(encloses([0.0, 0.5, 0.0]), Some(false));
        assert_eq!(encloses([0.0, -0.5, -9.0]), None);
        assert_eq!(encloses([0.0, -0.5, 9.0]), Some(false));
        assert_eq!(encloses([0.0, -0.5, -20.0]), Some(false));
    }
}
