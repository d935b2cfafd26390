//! Two shapes of the program, built once for many queries.

use clinch::contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Separation, Settings, Space, collide, measure};
use clinch::support::{Pose, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::oracle::Claim;
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::DVec3;

/// A vector type that is probed.
pub trait Probed: Space + Build + Vector<Wide = <Self as Probed>::Wider> {
    /// Its `f64` form.
    type Wider: Build + Vector<Scalar = f64>;
}

macro_rules! probed {
    ($($vector:ty: $wide:ty),+) => {$(
        impl Probed for $vector {
            type Wider = $wide;
        }
    )+};
}

probed!(glam::Vec2: glam::DVec2, glam::DVec2: glam::DVec2, glam::Vec3: DVec3, DVec3: DVec3);

/// The vector in 3D; in 2D z is 0.
pub fn lift<W: Vector<Scalar = f64>>(v: W) -> DVec3 {
    DVec3::new(v.get(0), v.get(1), if W::DIM == 3 { v.get(2) } else { 0.0 })
}

/// The buffers of one thread, for all its pairs.
pub struct Buffers<V: Space> {
    /// The scratch of every query.
    pub scratch: Scratch<V>,
    /// The manifold of the last answer.
    pub manifold: Manifold<V>,
}

impl<V: Space> Buffers<V> {
    /// Empty buffers.
    pub fn new() -> Self {
        Self { scratch: Scratch::new(), manifold: Manifold::new() }
    }
}

impl<V: Space> Default for Buffers<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// The poses of the two shapes.
pub struct Poses<V: Probed> {
    /// A in the world.
    pub pose_a: Pose<V::Wide>,
    /// B in the world.
    pub pose_b: Pose<V::Wide>,
}

impl<V: Probed> Poses<V> {
    /// The poses of a query, in `f64`.
    pub fn of(pose_a: &PoseSpec, pose_b: &PoseSpec) -> Self {
        Self { pose_a: <V::Wider as Build>::pose(pose_a), pose_b: <V::Wider as Build>::pose(pose_b) }
    }

    /// The same pair with A at the world's origin.
    pub fn near(&self) -> Self {
        let there = self.pose_b.translation - self.pose_a.translation;
        let pose_a = Pose::new(self.pose_a.rotation, <V::Wide as Vector>::ZERO);
        Self { pose_a, pose_b: Pose::new(self.pose_b.rotation, there) }
    }

    /// B relative to A.
    pub fn b_in_a(&self) -> Pose<V::Wide> {
        self.pose_b.relative_to(&self.pose_a)
    }

    /// A point of A's frame, relative to A's origin in world axes.
    pub fn of_a(&self, point: V::Wide) -> DVec3 {
        lift(self.pose_a.vector(point))
    }

    /// A point of B's frame, relative to A's origin in world axes.
    pub fn of_b(&self, point: V::Wide) -> DVec3 {
        lift(self.pose_b.vector(point)) + lift(self.pose_b.translation - self.pose_a.translation)
    }
}

/// Two shapes of the program.
pub struct Subject<V: Probed> {
    /// The shape whose frame is that of the query.
    pub a: V::Shape,
    /// The other shape.
    pub b: V::Shape,
    /// The largest distance by which building the shapes may have moved a point.
    pub rounding: f64,
    /// The largest angle by which building the shapes may have rotated a plane, in radians: the
    /// distance that it moves grows with that of the other shape.
    pub tilt: f64,
}

/// An answer as the claim of the certificate, and its cost.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The claim.
    pub claim: Claim,
    /// The support calls; 0 for a closed form.
    pub calls: u32,
    /// The GJK steps that needed the robust sub-distance step.
    pub slow_steps: u32,
    /// The search ended at a limit.
    pub unfinished: bool,
}

impl<V: Probed> Subject<V> {
    /// The shapes of these parameters.
    ///
    /// # Errors
    /// The error of the constructor that refuses them.
    pub fn build(a: &ShapeSpec, b: &ShapeSpec) -> Result<Self, String> {
        let shape = |spec: &ShapeSpec| V::shape(spec).map_err(|error| format!("{}: {error}", spec.kind()));
        Ok(Self::of((shape(a)?, a), (shape(b)?, b)))
    }

    /// Shapes with their parameters.
    pub fn of((a, spec_a): (V::Shape, &ShapeSpec), (b, spec_b): (V::Shape, &ShapeSpec)) -> Self {
        let far = spec_a.bounding_radius() + spec_b.bounding_radius();
        let tilt = |spec: &ShapeSpec| if matches!(spec, ShapeSpec::Halfspace { .. }) { tilted_by_conversion::<V>() } else { 0.0 };
        Self { a, b, rounding: conversion_error::<V>(spec_a, far) + conversion_error::<V>(spec_b, far), tilt: tilt(spec_a) + tilt(spec_b) }
    }

    /// The pair in these poses.
    pub fn pair(&self, poses: &Poses<V>) -> Pair<V, &V::Shape, &V::Shape> {
        Pair { a: &self.a, b: &self.b, b_in_a: poses.b_in_a() }
    }

    /// The signed distance and the normal in the world, by which generators place B; `None` if they
    /// are undefined.
    pub fn distance_and_normal(&self, poses: &Poses<V>, buffers: &mut Buffers<V>) -> Option<(f64, DVec3)> {
        self.measured(poses, buffers).map(|near| (near.distance, poses.of_a(near.normal)))
    }

    /// The signed distance with its witness points; `None` if it is undefined.
    pub fn measured(&self, poses: &Poses<V>, buffers: &mut Buffers<V>) -> Option<Separation<V>> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match measure(&self.pair(poses), &settings, &mut Memory::new(), &mut buffers.scratch).relation {
            Relation::Near(near) => Some(near),
            _ => None,
        }
    }

    /// The contact at any separation, whose manifold is written to `buffers`; `None` if it is
    /// undefined.
    pub fn answer(&self, poses: &Poses<V>, memory: &mut Memory<V>, buffers: &mut Buffers<V>) -> Option<Found> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        buffers.manifold.clear();
        let measured = collide(&self.pair(poses), &settings, memory, &mut buffers.scratch, &mut buffers.manifold);
        self.found(poses, &measured)
    }

    /// A measured answer as a claim relative to A's origin; `None` if it is not a distance.
    pub fn found(&self, poses: &Poses<V>, measured: &Measured<V>) -> Option<Found> {
        let Relation::Near(near) = measured.relation else { return None };
        let claim = self.claim(poses, &near);
        Some(Found { claim, calls: measured.calls, slow_steps: measured.slow_steps, unfinished: measured.unfinished })
    }

    fn claim(&self, poses: &Poses<V>, near: &Separation<V>) -> Claim {
        let rounding = self.rounding + self.tilt * (poses.pose_b.translation - poses.pose_a.translation).length();
        Claim {
            sd: near.distance,
            normal: poses.of_a(near.normal),
            point_a: poses.of_a(near.point_a),
            point_b: poses.of_b(near.point_b),
            lower: near.lower - rounding,
            upper: near.upper + rounding,
            intersects: near.is_touching(),
        }
    }
}

/// The largest distance by which conversion from the file to the core may have moved a point of the
/// shape, within `extent` of its origin.
pub fn conversion_error<V: Vector>(spec: &ShapeSpec, extent: f64) -> f64 {
    let epsilon = V::Scalar::EPSILON.widen();
    if let ShapeSpec::Halfspace { normal, offset } = spec {
        // Its normal is normalised in the core's scalar: a tilt, whose effect grows with the
        // distance.
        return tilted_by_conversion::<V>() * (offset.abs() / normal.to_vec3().length() + extent);
    }
    // The f64 core reads the file's own numbers.
    let rounded = if epsilon > f64::EPSILON { 0.5 * epsilon } else { 0.0 };
    // See `Hull::new`.
    let cooked = if V::DIM == 3 && is_cooked(spec) { 4.0 * epsilon } else { 0.0 };
    // Rounding of a product of an index and a size, or of a rotation, besides that of the numbers.
    let placed = if spec.is_composite() { 2.0 * epsilon } else { 0.0 };
    (rounded + cooked + placed) * spec.bounding_radius()
}

/// The largest angle by which the conversion may have rotated a plane, in radians.
fn tilted_by_conversion<V: Vector>() -> f64 {
    2.0 * V::Scalar::EPSILON.widen()
}

/// Whether the shape is a hull or wraps one.
fn is_cooked(spec: &ShapeSpec) -> bool {
    match spec {
        ShapeSpec::Hull { .. } => true,
        ShapeSpec::Rounded { core: inner, .. } | ShapeSpec::Scaled { shape: inner, .. } | ShapeSpec::Posed { shape: inner, .. } => {
            is_cooked(inner)
        }
        ShapeSpec::Sum { a, b } => is_cooked(a) || is_cooked(b),
        ShapeSpec::HullOf { shapes } => shapes.iter().any(is_cooked),
        ShapeSpec::Compound { parts } => parts.iter().any(|part| is_cooked(&part.shape)),
        _ => false,
    }
}
