//! A world that only collides: bodies on a height field.

use std::collections::BTreeMap;
use std::slice::from_raw_parts;

use box3d_sys::{
    b3Body_GetContactCapacity, b3Body_GetContactData, b3Body_SetTransform, b3BodyDef, b3BodyId, b3BodyType_b3_dynamicBody,
    b3BodyType_b3_staticBody, b3ContactData, b3CreateBody, b3CreateCapsuleShape, b3CreateHeightFieldShape, b3CreateHullShape,
    b3CreateSphereShape, b3CreateWorld, b3DefaultBodyDef, b3DefaultShapeDef, b3DefaultWorldDef, b3DestroyWorld, b3ShapeDef, b3ShapeId,
    b3World_SetContactRecycleDistance, b3World_Step, b3WorldId,
};

use crate::height_field::HeightField;
use crate::pose::Pose;
use crate::shape::{Geometry, Shape};
use crate::surface_pair::{REST_OFFSET, separations};

/// A world of one thread with a height field.
pub struct World {
    id: b3WorldId,
    ground: b3ShapeId,
    bodies: Vec<b3BodyId>,
    /// Borrowed by the world, which copies hulls.
    _field: HeightField,
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: this is the only owner of the world.
        unsafe { b3DestroyWorld(self.id) }
    }
}

impl World {
    /// A world with a field. Contacts are recycled by Box3D's rule, or each is computed anew.
    pub fn new(field: HeightField, at: &Pose, recycling: bool) -> Self {
        // SAFETY: it has no arguments.
        let mut definition = unsafe { b3DefaultWorldDef() };
        (definition.enableSleep, definition.workerCount) = (false, 1);
        // SAFETY: the definition is the default one, with other values.
        let id = unsafe { b3CreateWorld(&definition) };
        if !recycling {
            // SAFETY: the world is alive.
            unsafe { b3World_SetContactRecycleDistance(id, 0.0) }
        }
        let body = body(id, b3BodyType_b3_staticBody, at);
        // SAFETY: the body is in the world, and the field lives as long as the world.
        let ground = unsafe { b3CreateHeightFieldShape(body, &shape_definition(), field.raw()) };
        Self { id, ground, bodies: Vec::new(), _field: field }
    }

    /// Adds a dynamic body. Without a shape if Box3D has no manifolds of it.
    pub fn add(&mut self, shape: &Shape, at: &Pose) {
        let (id, definition) = (body(self.id, b3BodyType_b3_dynamicBody, at), shape_definition());
        match &shape.geometry {
            Geometry::Sphere(sphere) => {
                // SAFETY: the body is in the world; the shape is copied.
                unsafe { b3CreateSphereShape(id, &definition, sphere) };
            }
            Geometry::Capsule(capsule) => {
                // SAFETY: as above.
                unsafe { b3CreateCapsuleShape(id, &definition, capsule) };
            }
            other => {
                if let Some(hull) = other.hull() {
                    // SAFETY: as above; the hull is borrowed with its shape.
                    unsafe { b3CreateHullShape(id, &definition, hull) };
                }
            }
        }
        self.bodies.push(id);
    }

    /// Moves each body, in the order in which they were added.
    pub fn place<'p>(&mut self, poses: impl IntoIterator<Item = &'p Pose>) {
        for (&body, pose) in self.bodies.iter().zip(poses) {
            let raw = pose.raw();
            // SAFETY: the body is in the world.
            unsafe { b3Body_SetTransform(body, raw.p, raw.q) }
        }
    }

    /// `b3World_Step` with a step of no time: it finds pairs and computes contacts, and does not
    /// solve them.
    pub fn collide(&mut self) {
        // SAFETY: the world is alive.
        unsafe { b3World_Step(self.id, 0.0, 1) }
    }

    /// For each body the separation of its deepest point on the field; bodies without are left out.
    /// Without the offset of 5 mm that Box3D subtracts.
    pub fn deepest_on_field(&self) -> BTreeMap<usize, f32> {
        let deepest = |(index, &body): (usize, &b3BodyId)| {
            // SAFETY: the body is in the world.
            let capacity = unsafe { b3Body_GetContactCapacity(body) };
            let mut contacts = vec![b3ContactData::default(); capacity.max(0) as usize];
            // SAFETY: the list has this capacity.
            let count = unsafe { b3Body_GetContactData(body, contacts.as_mut_ptr(), capacity) };
            let on_field = contacts
                .iter()
                .take(count.max(0) as usize)
                .filter(|contact| contact.shapeIdA.index1 == self.ground.index1 && contact.manifoldCount > 0);
            let points = on_field.flat_map(|contact| {
                // SAFETY: the contact has as many manifolds until the next step.
                separations(unsafe { from_raw_parts(contact.manifolds, contact.manifoldCount as usize) })
            });
            Some((index, points.reduce(f32::min)? + REST_OFFSET))
        };
        self.bodies.iter().enumerate().filter_map(deepest).collect()
    }
}

fn body(world: b3WorldId, kind: u32, at: &Pose) -> b3BodyId {
    let raw = at.raw();
    // SAFETY: it has no arguments.
    let default = unsafe { b3DefaultBodyDef() };
    let definition = b3BodyDef { type_: kind, position: raw.p, rotation: raw.q, ..default };
    // SAFETY: the world is alive, and the definition is the default one, with other values.
    unsafe { b3CreateBody(world, &definition) }
}

fn shape_definition() -> b3ShapeDef {
    // SAFETY: it has no arguments.
    unsafe { b3DefaultShapeDef() }
}
