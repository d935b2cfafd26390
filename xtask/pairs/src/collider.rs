//! The collider of a shape of a pair file: convex, or made of convex parts.
//!
//! * A surface is built by its own constructor, so that bodies do not catch on its inner edges.
//! * By default a surface is only the set of its triangles or segments. Then a list that the
//!   constructor refuses, such as one with an edge of three triangles, is answered as well: after
//!   repairs that change no point of the set, or as a compound of the triangles or segments.
//! * Surfaces in a compound are compounds of their parts. They cannot be solids there.

use clinch::composite::{ColliderShape, Compound, CompoundError, SubShapeId};
use clinch::composite_contact::ColliderSpace;
use clinch::support::Vector;
use clinch_testkit::build::{Build, BuildError};
use clinch_testkit::oracle::validate;
use clinch_testkit::pair_file::{ErrorKind, PartSpec, ShapeSpec, SidesSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::refusal::Refusal;
use crate::surfaces::{Surface, plane, space};

/// A vector type whose colliders can be built from the parameters of a pair file.
pub trait BuildCollider: Build + ColliderSpace<Wide: Build> {
    /// The surface or voxels of these parameters, or why there is none; `None` of other shapes.
    fn surface(spec: &ShapeSpec) -> Option<Result<Surface<Self>, String>>;

    /// The collider of a compound.
    fn of_compound(compound: Compound<Self>) -> ColliderShape<Self>;
}

macro_rules! build_collider {
    ($($vector:ty: $surface:ident),+) => {$(
        impl BuildCollider for $vector {
            fn surface(spec: &ShapeSpec) -> Option<Result<Surface<Self>, String>> {
                $surface(spec)
            }

            fn of_compound(compound: Compound<Self>) -> ColliderShape<Self> {
                compound.into()
            }
        }
    )+};
}

build_collider!(Vec2: plane, DVec2: plane, Vec3: space, DVec3: space);

/// A shape of a file as a shape of the program.
pub struct Collider<V: ColliderSpace> {
    /// The shape.
    pub shape: ColliderShape<V>,
    /// The origin of its frame in that of the file's shape.
    pub origin: V::Wide,
    /// What was changed to build it.
    pub note: Option<String>,
    parts: Box<dyn Fn(SubShapeId) -> Option<u32>>,
}

impl<V: ColliderSpace> Collider<V> {
    /// The index in the file of a part.
    pub fn part(&self, id: Option<SubShapeId>) -> Option<u32> {
        id.and_then(&self.parts)
    }
}

/// The collider of these parameters. `name` is that of the shape in the query.
pub fn collider<V: BuildCollider>(name: &str, spec: &ShapeSpec) -> Result<Collider<V>, Refusal> {
    build(spec).map_err(|(kind, what)| (kind, format!("shape {name}: {what}")))
}

fn build<V: BuildCollider>(spec: &ShapeSpec) -> Result<Collider<V>, Refusal> {
    if !spec.is_composite() {
        let shape = V::shape(spec).map_err(refused)?;
        return Ok(Collider { shape: ColliderShape::Convex(shape), origin: V::Wide::ZERO, note: None, parts: Box::new(|_| None) });
    }
    validate(spec, V::DIM).map_err(|refusal| (refusal.kind, refusal.what))?;
    let kind = spec.kind();
    match V::surface(spec) {
        Some(Ok(Surface { shape, origin, note, parts })) => {
            Ok(Collider { shape: ColliderShape::Composite(shape), origin, note: note.map(|note| format!("{kind}: {note}")), parts })
        }
        Some(Err(why)) if spec.sides() == SidesSpec::Two => {
            let note = Some(format!("{kind}: {why}; answered as a compound"));
            // The reason why the surface is refused says more than that of a part.
            compound(spec).map(|compound| Collider { note, ..compound }).map_err(|_| (ErrorKind::Construct, format!("{kind}: {why}")))
        }
        Some(Err(why)) => Err((ErrorKind::Construct, format!("{kind}: {why}"))),
        None => compound(spec).map_err(|(error, what)| (error, format!("{kind}: {what}"))),
    }
}

fn refused(error: BuildError) -> Refusal {
    (error.kind(), error.to_string())
}

/// The compound of all parts.
fn compound<V: BuildCollider>(spec: &ShapeSpec) -> Result<Collider<V>, Refusal> {
    if let Some(part) = one_sided_part(spec) {
        return Err((ErrorKind::Unsupported, format!("part {part}: a surface in a compound has two sides")));
    }
    let (indices, parts): (Vec<u32>, Vec<PartSpec>) = spec.parts().into_iter().unzip();
    let shapes = parts.iter().zip(&indices).map(|(part, index)| {
        let shape = V::shape(&part.shape).map_err(|error| (error.kind(), format!("part {index}: {error}")))?;
        Ok((<V as Build>::pose(&part.pose), shape))
    });
    let shapes = shapes.collect::<Result<Vec<_>, Refusal>>()?;
    let of = |part: usize| indices.get(part).map_or(part, |&index| index as usize);
    let compound = Compound::new(shapes).map_err(|error| {
        let error = match error {
            CompoundError::PoseNotFinite { part } => CompoundError::PoseNotFinite { part: of(part) },
            CompoundError::Unbounded { part } => CompoundError::Unbounded { part: of(part) },
            other => other,
        };
        (ErrorKind::Construct, error.to_string())
    })?;
    let parts = Box::new(move |id: SubShapeId| indices.get(id.index()).copied());
    Ok(Collider { shape: V::of_compound(compound), origin: V::Wide::ZERO, note: None, parts })
}

/// The first part of a compound that is a surface with one side, or a solid.
fn one_sided_part(spec: &ShapeSpec) -> Option<usize> {
    let ShapeSpec::Compound { parts } = spec else { return None };
    parts.iter().position(|part| part.shape.sides() != SidesSpec::Two || one_sided_part(&part.shape).is_some())
}
