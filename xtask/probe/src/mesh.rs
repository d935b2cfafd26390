//! What must be true of a mesh of any vertices and triangles, and of its contacts with a body.
//!
//! * The lists are a mesh or refused, the same the second time, and also after a repair.
//! * The contacts are the same the second time, and for the triangles in the reverse order the
//!   separation is. A body within the margin has at least one manifold, each with a unit normal and
//!   points in the bounds of the mesh; one beyond it has none.

use clinch::composite::{BoundaryEdges, MeshError, RepairOptions, Sides, TriMesh};
use clinch::composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide, overlap};
use clinch::contact::{Pair, Separation, Settings};
use clinch::shapes::{Aabb, Convex};
use clinch::support::{Pose, Scalar, Vector};
use glam::{DVec3, Vec3};

use crate::api::hash_of;
use crate::bodies::{Solid, body, length, narrow, point, pose};
use crate::bytes::Bytes;
use crate::outcome::{Outcome, is_unit};
use crate::triangles::{Triangles, repair_options};

/// How far a point may be outside of the bounds by rounding, in ε and relative to the coordinates.
/// Larger: points far from the shapes pass. Smaller: rounding is a fault.
pub(crate) const SLACK: f64 = 1e3;

/// The input of one run.
#[derive(Debug)]
struct Scene<'d> {
    wild: bool,
    lists: Triangles,
    options: RepairOptions,
    /// The sides and the boundary edges of the mesh.
    sides: u8,
    scale: DVec3,
    margin: f64,
    pose: Pose<DVec3>,
    /// The bytes of the body.
    body: Bytes<'d>,
}

/// The fuzz target `mesh`.
pub fn mesh(data: &[u8]) -> Outcome {
    let mut bytes = Bytes::new(data);
    let kind = bytes.byte();
    bytes.wild = kind % 8 == 7;
    let scene = Scene {
        wild: bytes.wild,
        lists: Triangles::draw(&mut bytes),
        options: repair_options(&mut bytes),
        sides: bytes.byte(),
        scale: if kind & 32 == 0 { DVec3::ONE } else { point(&mut bytes) },
        margin: if kind & 16 == 0 { 0.0 } else { length(&mut bytes) },
        pose: pose(&mut bytes),
        body: bytes,
    };
    let mut outcome = Outcome::default();
    check::<Vec3>(&scene, &mut outcome);
    check::<DVec3>(&scene, &mut outcome);
    outcome.with_input(&scene)
}

fn check<V: Solid>(scene: &Scene<'_>, outcome: &mut Outcome) {
    let Triangles { vertices, triangles } = &scene.lists;
    let vertices: Vec<V> = narrow(vertices);
    let built = TriMesh::new(vertices.clone(), triangles.clone());
    outcome.unless(built == TriMesh::new(vertices.clone(), triangles.clone()), || "new: another result the second time".into());
    let repair = || TriMesh::repaired(vertices.clone(), triangles.clone(), &scene.options);
    let repaired = repair();
    outcome.unless(repaired == repair(), || "repaired: another result the second time".into());
    outcome.seen.insert(if built.is_ok() { "mesh" } else { "refused mesh" });
    if let Ok((mesh, report)) = &repaired {
        outcome.seen.insert(if built.is_ok() { "repaired mesh" } else { "repair of a refused mesh" });
        outcome.unless(report.sources.len() == mesh.shared_triangles().len(), || "repaired: a triangle without a source".into());
        let most = triangles.len() as u32;
        outcome.unless(report.sources.iter().all(|&source| source < most), || "repaired: a source that was not given".into());
    }
    if let Err(error) = &built {
        let is_named = match *error {
            MeshError::VertexNotFinite { vertex } => vertices.get(vertex as usize).is_some_and(|vertex| !vertex.is_finite()),
            MeshError::IndexOutOfRange { triangle, vertex, .. } => {
                vertex as usize >= vertices.len() && triangles.get(triangle as usize).is_some_and(|corners| corners.contains(&vertex))
            }
            _ => true,
        };
        outcome.unless(is_named, || format!("new: refused for something else: {error:?}"));
    }
    let Ok(body) = body::<V>(&mut scene.body.clone()) else { return };
    let meshes = built.ok().into_iter().chain(repaired.ok().map(|(mesh, _)| mesh));
    for mesh in meshes.filter_map(|mesh| scene.instance(mesh)) {
        let contact = Contact { scene, mesh: &mesh, body: &body };
        contact.check(outcome);
    }
}

impl Scene<'_> {
    /// The mesh with the sides, boundary edges and scale of the scene.
    fn instance<V: Solid>(&self, mesh: TriMesh<V>) -> Option<TriMesh<V>> {
        let mesh = match self.sides % 4 {
            0 | 1 => mesh,
            2 => mesh.hollow(),
            _ => mesh.two_sided(),
        };
        let mesh = if self.sides & 4 == 0 { mesh } else { mesh.with_boundary_edges(BoundaryEdges::Open) };
        mesh.scaled(V::narrow(self.scale)).ok()
    }
}

/// What a query answers.
type Answer<V> = (CompositeRelation<V>, Vec<CompositeManifold<V>>);

/// A mesh and a body.
struct Contact<'s, V: Solid> {
    scene: &'s Scene<'s>,
    mesh: &'s TriMesh<V>,
    body: &'s dyn Convex<V>,
}

impl<V: Solid> Contact<'_, V> {
    fn answer(&self, mesh: &TriMesh<V>, scratch: &mut CompositeScratch<V>) -> Answer<V> {
        let mut manifolds = Vec::new();
        let pair = Pair { a: mesh, b: self.body, b_in_a: self.scene.pose };
        let relation = collide(&pair, &self.settings(), &mut CompositeMemory::new(), scratch, &mut manifolds);
        (relation, manifolds)
    }

    fn settings(&self) -> Settings<V::Scalar> {
        Settings::with_margin(V::Scalar::narrow(self.scene.margin))
    }

    fn check(&self, outcome: &mut Outcome) {
        let (mut scratch, tame) = (CompositeScratch::new(), !self.scene.wild);
        let answer = self.answer(self.mesh, &mut scratch);
        let again = self.answer(self.mesh, &mut scratch);
        outcome.unless(hash_of(&answer) == hash_of(&again), || format!("different the second time: {answer:?} and {again:?}"));
        let (relation, manifolds) = &answer;
        match relation {
            CompositeRelation::Near { separation, .. } => {
                outcome.seen.insert(if separation.upper < 0.0 { "overlap" } else { "near" });
                check_separation(separation, tame, outcome);
                outcome.unless(!manifolds.is_empty(), || format!("near, without a manifold: {separation:?}"));
                // What is inside of a solid whose surface crosses itself is counted in two ways.
                if self.mesh.sides() != Sides::Solid {
                    let pair = Pair { a: self.mesh, b: self.body, b_in_a: self.scene.pose };
                    let touches = overlap(&pair, &self.settings(), &mut scratch);
                    outcome
                        .unless(separation.upper >= 0.0 || touches == Some(true), || format!("{touches:?} for an overlap: {separation:?}"));
                }
            }
            CompositeRelation::Beyond { at_least } => {
                outcome.seen.insert("beyond");
                outcome.unless(*at_least >= 0.0, || format!("beyond {at_least}"));
                outcome.unless(manifolds.is_empty(), || "beyond, with a manifold".into());
            }
            CompositeRelation::Undefined => {
                outcome.unless(!tame, || "undefined, of finite numbers".into());
                outcome.unless(manifolds.is_empty(), || "undefined, with a manifold".into());
            }
        }
        let slack = SLACK * V::Scalar::EPSILON.widen() * self.size();
        let bounds: Aabb<DVec3> = self.mesh.bounds().grown(slack);
        check_manifolds(manifolds, [&bounds, &self.body.bounds(&Pose::IDENTITY).grown(slack)], tame, outcome);
        self.check_reversed(relation, outcome);
    }

    /// The largest coordinate of the mesh and the pose.
    fn size(&self) -> f64 {
        let bounds = self.mesh.bounds();
        bounds.min.max_abs().max(bounds.max.max_abs()) + self.scene.pose.translation.max_abs()
    }

    /// The triangles in the reverse order have the same separation.
    fn check_reversed(&self, relation: &CompositeRelation<V>, outcome: &mut Outcome) {
        let triangles: Vec<[u32; 3]> = self.mesh.shared_triangles().iter().rev().copied().collect();
        let Ok(reversed) = TriMesh::new(self.mesh.shared_vertices().to_vec(), triangles) else {
            outcome.unless(self.mesh.pairs_non_manifold(), || "refused if the triangles are reversed".into());
            return;
        };
        // Neighbours of such an edge are chosen among several.
        if self.mesh.pairs_non_manifold() {
            return;
        }
        let Some(reversed) = self.scene.instance(reversed) else { return };
        let (other, _) = self.answer(&reversed, &mut CompositeScratch::new());
        let bits = |relation: &CompositeRelation<V>| match relation {
            CompositeRelation::Near { separation: of, .. } => [of.distance, of.lower, of.upper].map(f64::to_bits),
            CompositeRelation::Beyond { at_least } => [at_least.to_bits(), 1, 1],
            CompositeRelation::Undefined => [0, 1, 2],
        };
        outcome.unless(bits(relation) == bits(&other), || format!("another relation in the reverse order: {relation:?} and {other:?}"));
    }
}

/// Finite, with bounds in order and a unit normal.
pub(crate) fn check_separation<V: Vector>(separation: &Separation<V>, tame: bool, outcome: &mut Outcome) {
    let Separation { normal, distance, lower, upper, .. } = *separation;
    outcome.unless(lower <= distance && distance <= upper, || format!("the distance is outside of the bounds: {separation:?}"));
    outcome.unless(!tame || distance.is_finite(), || format!("a separation is not finite: {separation:?}"));
    // Of two composites it may be that of a manifold, and rounded as that is.
    outcome.unless(is_unit(V::narrow(normal), tame), || format!("the normal of the separation is not a unit vector: {separation:?}"));
}

/// Each has points and a unit normal. A point is in the bounds of A or of B, each in its frame: the
/// other of its two places is that moved along the normal, which may take it off the shape.
pub(crate) fn check_manifolds<V: Vector>(
    manifolds: &[CompositeManifold<V>],
    [of_a, of_b]: [&Aabb<V::Wide>; 2],
    tame: bool,
    outcome: &mut Outcome,
) {
    for CompositeManifold { manifold, .. } in manifolds {
        let points = &manifold.points;
        outcome.unless(!points.is_empty() && points.len() <= 2 * (V::DIM - 1), || format!("{} points", points.len()));
        outcome.unless(is_unit(manifold.normal, tame), || format!("the normal is not a unit vector: {manifold:?}"));
        let finite = points.iter().all(|point| point.on_a.is_finite() && point.on_b.is_finite() && point.separation.is_finite());
        outcome.unless(!tame || finite, || format!("a point is not finite: {manifold:?}"));
        let inside = points.iter().all(|point| of_a.contains(point.on_a.widen()) || of_b.contains(point.on_b.widen()));
        outcome.unless(!tame || inside, || format!("a point outside of the bounds {of_a:?} {of_b:?}: {manifold:?}"));
    }
}
