//! The normals that a contact at a feature can have.

use clinch_support::{Vector, cross, normalize_or_zero};

/// How far outside of a half-space a direction of unit length may be by rounding. Larger: a nearest
/// direction may be that far outside of the cone. Smaller: a ray of the cone is not found to be in
/// it, and an arc as narrow as rounding has any direction.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// The unit directions in which a body can touch a composite shape at a feature of one of its parts
/// first: all n with n·(y − p) ≤ 0 for each point y of the parts that share the feature, where
/// p is a point of the feature.
///
/// If the nearest points of a body and a part have a normal outside of this cone, another part that
/// shares the feature is strictly nearer: from p towards the y with n·(y − p) > 0 the distance
/// decreases.
#[derive(Clone, Debug, PartialEq)]
pub enum NormalCone<W> {
    /// None: at a concave edge, in 2D at a concave vertex.
    Empty,
    /// One direction: of a face, and of an edge between coplanar faces or a vertex between
    /// collinear segments.
    Ray(W),
    /// All directions of an arc of at most half a turn, given by its ends and its middle: at a
    /// convex edge, in 2D at a convex vertex.
    Arc([W; 3]),
    /// All n with n·u ≤ 0 for each of these unit vectors u: at a vertex in 3D.
    HalfSpaces(Vec<W>),
    /// Not known.
    Unknown,
}

impl<W: Vector<Scalar = f64, Wide = W>> NormalCone<W> {
    /// The direction of the cone that is nearest to a unit vector; `None` if the cone is empty or
    /// unknown. A direction in the cone is returned unchanged, up to rounding.
    ///
    /// Constant time, but for vertices: mostly quadratic in the number of neighbours, at worst
    /// cubic.
    ///
    /// ```
    /// use clinch_composite::NormalCone;
    /// use glam::DVec3;
    ///
    /// let ridge = NormalCone::Arc([DVec3::X, DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.28, 0.96, 0.0)]);
    /// assert!(ridge.nearest(DVec3::Y).is_some_and(|n| n.abs_diff_eq(DVec3::Y, 1e-15)));
    /// assert_eq!(ridge.nearest(DVec3::new(0.6, -0.8, 0.0)), Some(DVec3::X));
    /// ```
    pub fn nearest(&self, direction: W) -> Option<W> {
        match self {
            Self::Empty | Self::Unknown => None,
            Self::Ray(normal) => Some(*normal),
            Self::Arc(arc) => Some(nearest_of_arc(*arc, direction)),
            Self::HalfSpaces(outward) => nearest_of_half_spaces(outward, direction),
        }
    }
}

fn nearest_of_arc<W: Vector<Scalar = f64, Wide = W>>([from, middle, to]: [W; 3], direction: W) -> W {
    // The side of the middle on which the direction is, and its place between middle and end.
    let end = if direction.dot(to) >= direction.dot(from) { to } else { from };
    let aside = end - middle * middle.dot(end);
    if !(aside.length() > ROUNDING) {
        return end;
    }
    // Twice: of a narrow arc, the difference is off by more than rounding.
    let across = normalize_or_zero(aside);
    let across = normalize_or_zero(across - middle * middle.dot(across));
    // The end is the nearer one, so y is negative by rounding only, at the middle.
    let (x, y) = (direction.dot(middle), direction.dot(across).max(0.0));
    let (x_end, y_end) = (end.dot(middle), end.dot(across));
    let beyond = x * y_end - y * x_end < 0.0;
    if beyond || x <= 0.0 && y <= 0.0 { end } else { normalize_or_zero(middle * x + across * y) }
}

/// The nearest direction is the given one, its projection on one of the planes, or the line that
/// two planes share: of those in the cone the first that is nearest.
fn nearest_of_half_spaces<W: Vector<Scalar = f64, Wide = W>>(outward: &[W], direction: W) -> Option<W> {
    let mut search = ConeSearch { outward, direction, last_outside: 0, best: None };
    if search.is_inside(direction) {
        return Some(direction);
    }
    for &u in outward {
        search.compare(normalize_or_zero(direction - u * direction.dot(u)));
    }
    // In 2D two half-planes share a point only.
    if W::DIM == 3 {
        for (i, &u) in outward.iter().enumerate() {
            outward[..i].iter().for_each(|&other| search.compare_line(u, other));
        }
    }
    search.best.map(|(_, best)| best)
}

/// A squared length below which a product is too small for its relative rounding.
const TINY: f64 = 1e-200;

/// By how much the cosine of a line must be less than that of the best direction for it to be left
/// out without its length. Larger: more lengths are computed. Smaller: rounding could decide.
const FARTHER: f64 = 1e-6;

/// The search for the direction of a cone that is nearest to another.
struct ConeSearch<'u, W> {
    outward: &'u [W],
    direction: W,
    /// The half-space that the last candidate was outside of. The next one often is, too.
    last_outside: usize,
    /// With its cosine.
    best: Option<(f64, W)>,
}

impl<W: Vector<Scalar = f64, Wide = W>> ConeSearch<'_, W> {
    fn is_inside(&mut self, n: W) -> bool {
        let outside = |u: &W| !(n.dot(*u) <= ROUNDING);
        if self.outward.get(self.last_outside).is_some_and(outside) {
            return false;
        }
        let found = self.outward.iter().position(outside);
        self.last_outside = found.unwrap_or(self.last_outside);
        found.is_none()
    }

    /// Compares a unit vector with the best: at first the distance, because at the hub of a flat
    /// fan all lines are in the cone.
    fn compare(&mut self, n: W) {
        let cosine = n.dot(self.direction);
        let better = self.best.is_none_or(|(best, _)| cosine > best);
        if better && n != W::ZERO && self.is_inside(n) {
            self.best = Some((cosine, n));
        }
    }

    /// Compares the two directions of the line that two planes share.
    fn compare_line(&mut self, u: W, other: W) {
        let along = cross(u, other);
        let (squared, toward) = (along.length_squared(), along.dot(self.direction));
        let near = self.best.map_or(0.0, |(best, _)| best - FARTHER);
        if near > 0.0 && squared > TINY && toward * toward < near * near * squared {
            return;
        }
        let line = normalize_or_zero(along);
        self.compare(line);
        self.compare(-line);
    }
}

#[cfg(test)]
mod tests {
    use super::{NormalCone, ROUNDING, nearest_of_half_spaces};
    use crate::composite::Composite;
    use crate::mesh::TriMesh;
    use crate::sub_shape::{Feature, SubShapeId};
    use clinch_support::{cross, normalize_or_zero};
    use clinch_testkit::generate::meshes::{self, Cut, Mesh};
    use clinch_testkit::random::Random;
    use glam::{DVec2, DVec3};

    /// All candidates, each against all half-spaces.
    fn by_all_candidates(outward: &[DVec3], direction: DVec3) -> Option<DVec3> {
        let inside = |n: &DVec3| outward.iter().all(|u| n.dot(*u) <= ROUNDING);
        if inside(&direction) {
            return Some(direction);
        }
        let nearer = |best: Option<DVec3>, n: DVec3| {
            let better = n != DVec3::ZERO && inside(&n) && best.is_none_or(|best| n.dot(direction) > best.dot(direction));
            if better { Some(n) } else { best }
        };
        let planes = outward.iter().map(|&u| normalize_or_zero(direction - u * direction.dot(u)));
        let lines = outward.iter().enumerate().flat_map(|(i, &u)| {
            outward[..i].iter().flat_map(move |&other| {
                let line = normalize_or_zero(cross(u, other));
                [line, -line]
            })
        });
        planes.chain(lines).fold(None, nearer)
    }

    fn unit(random: &mut Random) -> DVec3 {
        normalize_or_zero(random.in_ball(3) + DVec3::splat(1e-9))
    }

    /// The rim of a disc that bulges, its hub first, and its triangles.
    fn disc(count: u32, bulge: f64) -> Mesh {
        let place = |i: u32| {
            let (y, x) = libm::sincos(f64::from(i) / f64::from(count) * core::f64::consts::TAU);
            DVec3::new(x, y, -bulge)
        };
        let triangles = (0..count).map(|i| [0, 1 + i, 1 + (i + 1) % count]).collect();
        Mesh { vertices: core::iter::once(DVec3::ZERO).chain((0..count).map(place)).collect(), triangles }
    }

    #[test]
    fn the_nearest_direction_is_that_of_all_candidates_to_the_last_bit() {
        let random = &mut Random::new(8);
        let mut cones = Vec::new();
        for _ in 0..500 {
            let (toward, spread) = (unit(random), random.pick(&[0.0, 1e-15, 1e-12, 1e-6, 0.1, 1.0, 3.0]));
            cones.push((0..1 + random.below(12)).map(|_| normalize_or_zero(toward + random.in_ball(3) * spread)).collect::<Vec<_>>());
        }
        let mut all = vec![meshes::icosphere(1), meshes::torus(12, 8), meshes::cuboid(DVec3::new(1.0, 0.5, 0.2))];
        all.extend(Cut::ALL.map(|cut| meshes::plate(cut, random)));
        all.extend([0.3, 2.0].map(|roughness| meshes::terrain(6, roughness, random)));
        all.extend([0.0, 1e-15, 1e-9, 0.1, -0.1].into_iter().flat_map(|bulge| [3, 4, 31, 64].map(|count| disc(count, bulge))));
        for mesh in all {
            // In any frame: exact zeros are not typical.
            let turn = glam::DQuat::from_array(random.quaternion());
            let vertices = mesh.vertices.iter().map(|&vertex| turn * vertex).collect();
            let triangles = TriMesh::new(vertices, mesh.triangles.clone()).unwrap();
            for (triangle, corner) in (0..mesh.triangles.len().min(40) as u32).flat_map(|i| (0..3).map(move |corner| (i, corner))) {
                let cone = Composite::normal_cone(&triangles, SubShapeId(triangle), Feature::Vertex(corner), corner != 1);
                let NormalCone::HalfSpaces(outward) = cone else { continue };
                cones.push(outward);
            }
        }
        let (mut found, mut none) = (0, 0);
        for outward in &cones {
            for _ in 0..8 {
                let direction = if random.chance(0.2) { random.pick(&[outward[0], -outward[0]]) } else { unit(random) };
                let expected = by_all_candidates(outward, direction);
                let nearest = nearest_of_half_spaces(outward, direction);
                assert_eq!(nearest.map(|n| n.to_array().map(f64::to_bits)), expected.map(|n| n.to_array().map(f64::to_bits)));
                *(if expected.is_some() { &mut found } else { &mut none }) += 1;
            }
        }
        assert!(found > 3000 && none > 300, "{found} {none}");
        assert_eq!(nearest_of_half_spaces(&[DVec2::Y, DVec2::NEG_Y], DVec2::new(0.6, 0.8)), Some(DVec2::X));
    }

    #[test]
    fn the_hub_of_a_large_flat_fan_does_not_hang() {
        let disc = disc(4096, 0.0);
        let cap = TriMesh::new(disc.vertices, disc.triangles).unwrap();
        let cone = Composite::normal_cone(&cap, SubShapeId(7), Feature::Vertex(0), true);
        for i in 0..10 {
            let direction = DVec3::new(0.6, 0.0, 0.8).rotate_z(f64::from(i));
            assert!(cone.nearest(direction).is_some_and(|n| n.abs_diff_eq(DVec3::Z, 1e-12)));
        }
    }
}
