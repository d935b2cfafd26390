//! Which contacts of a shape made of parts are local minima of the distance of a body from the
//! whole.
//!
//! The body and a part are convex, so their distance has one minimum, with one normal if they are
//! apart. It is a local minimum of the distance from the whole if no part that has the nearest
//! point too is nearer: from a common point towards the nearer one the distance decreases, and
//! parts that do not have the point are farther from it than the next step.

use glam::DVec3;

use crate::oracle::parts::{NearPart, PartsTruth, Polytope};

/// A contact that claims to be at a local minimum.
#[derive(Clone, Copy, Debug)]
pub struct MinimumClaim<'p> {
    /// Unit, from the whole to the body.
    pub normal: DVec3,
    /// The points of the whole where the body is nearest. One that is at a minimum is enough: at
    /// the others, parallel features may end.
    pub points: &'p [DVec3],
    /// By how much a point may be off.
    pub slack: f64,
    /// By how much another part that has the point may be nearer.
    pub nearer: f64,
    /// By how much, as a sine, the normal may be off.
    pub turned: f64,
    /// If the points are only places to try: the body, from which no other place of the part may
    /// be nearer. `None` if they are points of a contact.
    pub tried_with: Option<&'p Polytope>,
}

impl PartsTruth {
    /// Whether a contact is at a local minimum of the distance from the whole. `near` are
    /// [all parts](Self::near) up to the distance of the contact and more, and the cores of all of
    /// them are apart.
    pub fn is_minimum(&self, near: &[NearPart], claim: &MinimumClaim<'_>) -> bool {
        let has = |part: &NearPart, point: DVec3| self.outside(part.part, point) <= claim.slack;
        let is_nearest =
            |of: &NearPart, point: DVec3| claim.tried_with.is_none_or(|body| self.from_body(body, point) <= of.distance + claim.nearer);
        let is_least = |of: &NearPart, point: DVec3| {
            has(of, point)
                && is_nearest(of, point)
                && near.iter().all(|other| other.distance >= of.distance - claim.nearer || !has(other, point))
        };
        let has_normal = |part: &&NearPart| (part.normal - claim.normal).length() <= claim.turned;
        near.iter().filter(has_normal).any(|of| claim.points.iter().any(|&point| is_least(of, point)))
    }
}

#[cfg(test)]
mod tests {
    use super::MinimumClaim;
    use crate::oracle::PartsTruth;
    use crate::pair_file::{PoseSpec, ShapeSpec};
    use glam::DVec3;

    #[test]
    fn over_a_flat_edge_the_vertical_is_the_minimum_and_a_tilted_normal_is_not() {
        let floor = r#"{"type":"trimesh","vertices":[[-4,0,-4],[-4,0,4],[0,0,4],[0,0,-4],[4,0,-4],[4,0,4]],"indices":[[0,1,2],[0,2,3],[3,2,5],[3,5,4]]}"#;
        let truth = PartsTruth::of(&serde_json::from_str(floor).unwrap(), 3).unwrap();
        let ball = ShapeSpec::Sphere { radius: 0.5 };
        let body = truth.body(&ball, &PoseSpec::at([-0.25, 0.75, 1.0]), DVec3::ZERO).unwrap();
        let near = truth.near(&body, 1.0);
        let is_minimum = |normal: DVec3, point: DVec3| {
            truth.is_minimum(&near, &MinimumClaim { normal, points: &[point], slack: 1e-9, nearer: 1e-9, turned: 1e-3, tried_with: None })
        };
        assert!(is_minimum(DVec3::Y, DVec3::new(-0.25, 0.0, 1.0)));
        // The nearest point of the floor beyond the edge.
        assert!(near.len() > 2 && !is_minimum(DVec3::new(-0.25, 0.75, 0.0).normalize(), DVec3::new(0.0, 0.0, 1.0)));
    }

    /// Beside the edge of two faces, where the body is not nearest, the other face does not count.
    #[test]
    fn a_place_that_is_only_tried_must_be_a_nearest_one() {
        let floor = r#"{"type":"trimesh","vertices":[[-4,0,-4],[-4,0,4],[0,0,4],[0,0,-4],[4,0,-4],[4,0,4]],"indices":[[0,1,2],[0,2,3],[3,2,5],[3,5,4]]}"#;
        let truth = PartsTruth::of(&serde_json::from_str(floor).unwrap(), 3).unwrap();
        let ball = ShapeSpec::Sphere { radius: 0.5 };
        let body = truth.body(&ball, &PoseSpec::at([-0.25, 0.75, 1.0]), DVec3::ZERO).unwrap();
        let near = truth.near(&body, 1.0);
        let tilted = DVec3::new(-0.25, 0.75, 0.0).normalize();
        let point = DVec3::new(1e-6, 0.0, 1.0);
        let claim = MinimumClaim { normal: tilted, points: &[point], slack: 1e-9, nearer: 1e-9, turned: 1e-3, tried_with: None };
        assert!(truth.is_minimum(&near, &claim), "the face has the point alone");
        assert!(!truth.is_minimum(&near, &MinimumClaim { tried_with: Some(&body), ..claim }));
        assert!(truth.nearest_of(2, point + DVec3::Y).distance(point) < 1e-12);
    }
}
