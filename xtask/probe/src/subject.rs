//! Two shapes of the program, built once and asked in many ways.

use clinch::contact::{Manifold, Measured, Memory, Pair, Relation, Scratch, Separation, Settings, Space, collide, measure};
use clinch::support::{Pose, Scalar, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::oracle::Claim;
use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use glam::DVec3;

/// A vector type that can be soaked.
pub trait Soaked: Space + Build + Vector<Wide = <Self as Soaked>::Wider> {
    /// Its `f64` form.
    type Wider: Build + Vector<Scalar = f64>;
}

macro_rules! soaked {
    ($($vector:ty: $wide:ty),+) => {$(
        impl Soaked for $vector {
            type Wider = $wide;
        }
    )+};
}

soaked!(glam::Vec2: glam::DVec2, glam::DVec2: glam::DVec2, glam::Vec3: DVec3, DVec3: DVec3);

/// The vector in space; the plane is z = 0.
pub fn lift<W: Vector<Scalar = f64>>(v: W) -> DVec3 {
    DVec3::new(v.get(0), v.get(1), if W::DIM == 3 { v.get(2) } else { 0.0 })
}

/// What one thread lends to all its pairs.
pub struct Tools<V: Space> {
    /// Of every query.
    pub scratch: Scratch<V>,
    /// Of the last answer.
    pub manifold: Manifold<V>,
}

impl<V: Space> Tools<V> {
    /// Empty.
    pub fn new() -> Self {
        Self { scratch: Scratch::new(), manifold: Manifold::new() }
    }
}

impl<V: Space> Default for Tools<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Where the two shapes are.
pub struct Place<V: Soaked> {
    /// In the world.
    pub pose_a: Pose<V::Wide>,
    /// In the world.
    pub pose_b: Pose<V::Wide>,
}

impl<V: Soaked> Place<V> {
    /// As the query has it, in `f64`.
    pub fn of(pose_a: &PoseSpec, pose_b: &PoseSpec) -> Self {
        Self { pose_a: <V::Wider as Build>::pose(pose_a), pose_b: <V::Wider as Build>::pose(pose_b) }
    }

    /// The same pair with A at the world's origin.
    pub fn near(&self) -> Self {
        let there = self.pose_b.translation - self.pose_a.translation;
        let pose_a = Pose::new(self.pose_a.rotation, <V::Wide as Vector>::ZERO);
        Self { pose_a, pose_b: Pose::new(self.pose_b.rotation, there) }
    }

    /// B as seen from A.
    pub fn b_in_a(&self) -> Pose<V::Wide> {
        self.pose_b.relative_to(&self.pose_a)
    }

    /// A point of A's frame, seen from A's origin in the axes of the world.
    pub fn of_a(&self, point: V::Wide) -> DVec3 {
        lift(self.pose_a.vector(point))
    }

    /// A point of B's frame, seen from A's origin in the axes of the world.
    pub fn of_b(&self, point: V::Wide) -> DVec3 {
        lift(self.pose_b.vector(point)) + lift(self.pose_b.translation - self.pose_a.translation)
    }
}

/// Two shapes of the program.
pub struct Subject<V: Soaked> {
    /// The shape whose frame everything is in.
    pub a: V::Shape,
    /// The other shape.
    pub b: V::Shape,
    /// How far building them may have moved a point.
    pub rounding: f64,
    /// By how much building them may have turned a plane, in radians: it moves it where the other shape is, however far that is.
    pub tilt: f64,
}

/// An answer as the certificate reads it, and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// What it says.
    pub claim: Claim,
    /// Support calls; 0 for a closed form.
    pub calls: u32,
    /// GJK steps that needed the robust sub-distance step.
    pub slow_steps: u32,
    /// The search ended at a limit.
    pub unfinished: bool,
}

impl<V: Soaked> Subject<V> {
    /// Built of these parameters.
    ///
    /// # Errors
    /// What building says of shapes that it refuses.
    pub fn build(a: &ShapeSpec, b: &ShapeSpec) -> Result<Self, String> {
        let shape = |spec: &ShapeSpec| V::shape(spec).map_err(|error| format!("{}: {error}", spec.kind()));
        Ok(Self::of((shape(a)?, a), (shape(b)?, b)))
    }

    /// Shapes with the parameters they were built of.
    pub fn of((a, spec_a): (V::Shape, &ShapeSpec), (b, spec_b): (V::Shape, &ShapeSpec)) -> Self {
        let far = spec_a.bounding_radius() + spec_b.bounding_radius();
        let tilt = |spec: &ShapeSpec| if matches!(spec, ShapeSpec::Halfspace { .. }) { moved_by_turning::<V>() } else { 0.0 };
        Self { a, b, rounding: moved::<V>(spec_a, far) + moved::<V>(spec_b, far), tilt: tilt(spec_a) + tilt(spec_b) }
    }

    /// The pair at this place.
    pub fn pair(&self, place: &Place<V>) -> Pair<V, &V::Shape, &V::Shape> {
        Pair { a: &self.a, b: &self.b, b_in_a: place.b_in_a() }
    }

    /// The signed distance and the normal in the world: what a generator places B by.
    pub fn gauge(&self, place: &Place<V>, tools: &mut Tools<V>) -> Option<(f64, DVec3)> {
        self.measured(place, tools).map(|near| (near.distance, place.of_a(near.normal)))
    }

    /// The signed distance.
    pub fn measured(&self, place: &Place<V>, tools: &mut Tools<V>) -> Option<Separation<V>> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        match measure(&self.pair(place), &settings, &mut Memory::new(), &mut tools.scratch).relation {
            Relation::Near(near) => Some(near),
            _ => None,
        }
    }

    /// The signed distance with everything about it, and the manifold of any separation.
    pub fn answer(&self, place: &Place<V>, memory: &mut Memory<V>, tools: &mut Tools<V>) -> Option<Found> {
        let settings = Settings::with_margin(V::Scalar::INFINITY);
        tools.manifold.clear();
        let measured = collide(&self.pair(place), &settings, memory, &mut tools.scratch, &mut tools.manifold);
        self.found(place, &measured)
    }

    /// What was measured, seen from A's origin.
    pub fn found(&self, place: &Place<V>, measured: &Measured<V>) -> Option<Found> {
        let Relation::Near(near) = measured.relation else { return None };
        let claim = self.claim(place, &near);
        Some(Found { claim, calls: measured.calls, slow_steps: measured.slow_steps, unfinished: measured.unfinished })
    }

    fn claim(&self, place: &Place<V>, near: &Separation<V>) -> Claim {
        let rounding = self.rounding + self.tilt * (place.pose_b.translation - place.pose_a.translation).length();
        Claim {
            sd: near.distance,
            normal: place.of_a(near.normal),
            point_a: place.of_a(near.point_a),
            point_b: place.of_b(near.point_b),
            lower: near.lower - rounding,
            upper: near.upper + rounding,
            intersects: near.is_touching(),
        }
    }
}

/// How far a point of the shape may have moved on its way from the file to the core, where the other shape meets it: within `extent`.
pub fn moved<V: Vector>(spec: &ShapeSpec, extent: f64) -> f64 {
    let epsilon = V::Scalar::EPSILON.widen();
    if let ShapeSpec::Halfspace { normal, offset } = spec {
        // Its normal is made a unit vector of the core's scalar: a tilt, the longer the farther.
        return moved_by_turning::<V>() * (offset.abs() / normal.to_vec3().length() + extent);
    }
    // The f64 core reads the file's own numbers.
    let rounded = if epsilon > f64::EPSILON { 0.5 * epsilon } else { 0.0 };
    // See `Hull::new`.
    let cooked = if V::DIM == 3 && is_cooked(spec) { 4.0 * epsilon } else { 0.0 };
    (rounded + cooked) * spec.bounding_radius()
}

/// How far a plane may have turned on that way, in radians.
fn moved_by_turning<V: Vector>() -> f64 {
    2.0 * V::Scalar::EPSILON.widen()
}

/// The shape is a hull, or made of one.
fn is_cooked(spec: &ShapeSpec) -> bool {
    match spec {
        ShapeSpec::Hull { .. } => true,
        ShapeSpec::Rounded { core: inner, .. } | ShapeSpec::Scaled { shape: inner, .. } | ShapeSpec::Posed { shape: inner, .. } => {
            is_cooked(inner)
        }
        ShapeSpec::Sum { a, b } => is_cooked(a) || is_cooked(b),
        ShapeSpec::HullOf { shapes } => shapes.iter().any(is_cooked),
        _ => false,
    }
}
