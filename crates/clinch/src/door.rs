//! What both doors have in common: each is this list of plain names, for one vector.

macro_rules! door {
    ($vector:ty, $scalar:ty, $rotation:ty, $shape:ty) => {
        use crate::answer;
        use crate::shapes::Convex;

        /// The scalar of this door.
        pub type Scalar = $scalar;
        /// The vector of this door.
        pub type Vector = $vector;
        /// How a rotation is written.
        pub type Rotation = $rotation;
        /// Where a shape is.
        pub type Pose = crate::support::Pose<$vector>;
        /// Any shape.
        pub type Shape = $shape;
        /// A point.
        pub type Point = crate::shapes::Point<$vector>;
        /// A segment.
        pub type Segment = crate::shapes::Segment<$vector>;
        /// A triangle.
        pub type Triangle = crate::shapes::Triangle<$vector>;
        /// A capsule: a segment swept by a radius.
        pub type Capsule = crate::shapes::Capsule<$vector>;
        /// The hull of two balls, in 2D of two circles.
        pub type TaperedCapsule = crate::shapes::TaperedCapsule<$vector>;
        /// Any shape swept by a radius.
        pub type Rounded = crate::shapes::Rounded<$vector, $shape>;
        /// Any shape moved within another frame.
        pub type Posed = crate::shapes::Posed<$vector, $shape>;
        /// Any shape stretched along the axes, mirrored or flattened.
        pub type Scaled = crate::shapes::Scaled<$vector, $shape>;
        /// The Minkowski sum of any two shapes.
        pub type Sum = crate::shapes::Sum<$vector, $shape, $shape>;
        /// The convex hull of any shapes.
        pub type HullOf = crate::shapes::HullOf<$vector, $shape>;
        /// A shape of your own: see [`SupportMap`](crate::support::SupportMap) and [`Convex`](crate::shapes::Convex).
        pub type Custom = crate::shapes::Custom<$vector>;
        /// Where two shapes touch.
        pub type Manifold = crate::contact::Manifold<$vector>;
        /// One point of a manifold.
        pub type ContactPoint = crate::contact::ContactPoint<$vector>;
        /// The answer to a question about two shapes.
        pub type Answer = crate::Answer<$vector>;
        /// The component that gives an entity its shape.
        pub type Collider = crate::narrowphase::Collider<$vector>;
        /// The component that places an entity.
        pub type Placement = crate::narrowphase::Placement<$vector>;
        /// The component that places an entity of a large world: in `f64`.
        pub type WidePlacement = crate::narrowphase::WidePlacement<$vector>;
        /// The resource that a broadphase pushes pairs into.
        pub type CandidatePairs = crate::narrowphase::CandidatePairs<$vector>;
        /// The system parameter that reads contacts.
        pub type Contacts<'w> = crate::narrowphase::Contacts<'w, $vector>;
        /// One pair, as [`Contacts`] gives it.
        pub type Contact<'t> = crate::narrowphase::Contact<'t, $vector>;
        /// The message that two colliders began to touch.
        pub type ContactStarted = crate::narrowphase::ContactStarted<$vector>;
        /// The message that two colliders touch no more.
        pub type ContactEnded = crate::narrowphase::ContactEnded<$vector>;
        /// The resource that holds the speculative margin and the limits.
        pub type StageSettings = crate::narrowphase::StageSettings<$vector>;
        /// The resource that tells what the last tick did.
        pub type Diagnostics = crate::narrowphase::Diagnostics<$vector>;
        /// The resource of the default broadphase.
        pub type Finder = crate::broadphase::Finder<$vector>;
        /// The resource that holds the threads.
        pub type Workers = crate::narrowphase::Workers<$vector>;

        /// Do two shapes share a point? Touching counts; a pose that is not finite does not. Stops as soon as either is proved.
        pub fn intersects(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> bool {
            answer::intersects(a, pose_a, b, pose_b)
        }

        /// The distance of two shapes, 0 when they touch or overlap; NaN if a pose is not finite.
        pub fn distance(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> Scalar {
            let distance = answer::contact(a, pose_a, b, pose_b).distance;
            if distance < 0.0 { 0.0 } else { distance }
        }

        /// The signed distance of two shapes with its bounds, the normal, and the nearest or deepest points, in world space.
        pub fn contact(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> Answer {
            answer::contact(a, pose_a, b, pose_b)
        }

        /// The points where two shapes touch, or come within `margin`: in A's and B's own frames, as a solver wants them.
        pub fn manifold(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose, margin: Scalar) -> Manifold {
            answer::manifold(a, pose_a, b, pose_b, margin)
        }

        /// Puts the default broadphase and the narrowphase stage, for entities with a [`Collider`] and a [`Placement`], into a world and a schedule.
        // Inline so that it is compiled where it is called: compiled here, the stages of all four doors cost each user 20 s, of which he needs one.
        #[inline]
        pub fn install(world: &mut bevy_ecs::world::World, schedule: &mut bevy_ecs::schedule::Schedule) {
            crate::broadphase::install::<$vector, Placement>(world, schedule);
            crate::narrowphase::install::<$vector, Placement>(world, schedule);
        }
    };
}

pub(crate) use door;
