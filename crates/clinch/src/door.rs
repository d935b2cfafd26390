//! What both doors have in common: each is this list of plain names, for one vector.

macro_rules! door {
    ($path:literal, $vector:ty, $scalar:ty, $rotation:ty, $shape:ty) => {
        use crate::answer;
        use crate::impact;
        use crate::point;
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
        /// Volume, centroid and second moments of a shape: see [`moments`].
        pub type Moments = crate::shapes::Moments<<$vector as crate::support::Vector>::Wide>;
        /// Where two shapes touch.
        pub type Manifold = crate::contact::Manifold<$vector>;
        /// One point of a manifold.
        pub type ContactPoint = crate::contact::ContactPoint<$vector>;
        /// The answer to a question about two shapes.
        pub type Answer = crate::Answer<$vector>;
        /// How to part two shapes that overlap.
        pub type Penetration = crate::Penetration<$vector>;
        /// Where the surface of a shape lies nearest to a point.
        pub type Projection = crate::Projection<$vector>;
        /// A ray.
        pub type Ray = crate::Ray<$vector>;
        /// How two shapes move in a cast.
        pub type Motion = crate::Motion<$vector>;
        /// When and how something that moves meets a shape.
        pub type Impact = crate::Impact<$vector>;
        /// How a shape moves and turns through a step.
        pub type Sweep = crate::support::Sweep<$vector>;
        /// The component that gives an entity its shape.
        pub type Collider = crate::narrowphase::Collider<$vector>;
        /// The component that says where a collider is in its body's frame.
        pub type ColliderOffset = crate::narrowphase::ColliderOffset<$vector>;
        /// The component that gives a collider a speculative margin of its own.
        pub type ContactMargin = crate::narrowphase::ContactMargin<$vector>;
        /// The component that gives a collider a contact skin.
        pub type ContactSkin = crate::narrowphase::ContactSkin<$vector>;
        /// The component that places an entity.
        pub type Placement = crate::narrowphase::Placement<$vector>;
        /// The component that places an entity of a large world: in `f64`.
        pub type WidePlacement = crate::narrowphase::WidePlacement<$vector>;
        /// The resource that a broadphase pushes pairs into.
        pub type CandidatePairs = crate::narrowphase::CandidatePairs<$vector>;
        /// The system parameter that reads contacts.
        pub type Contacts<'w> = crate::narrowphase::Contacts<'w, $vector>;
        /// The system parameter that edits contacts.
        pub type ContactsMut<'w> = crate::narrowphase::ContactsMut<'w, $vector>;
        /// One pair, as [`Contacts`] gives it.
        pub type Contact<'t> = crate::narrowphase::Contact<'t, $vector>;
        /// The message that two colliders began to touch.
        pub type ContactStarted = crate::narrowphase::ContactStarted<$vector>;
        /// The message that two colliders touch still.
        pub type ContactPersisted = crate::narrowphase::ContactPersisted<$vector>;
        /// The message that two colliders touch no more.
        pub type ContactEnded = crate::narrowphase::ContactEnded<$vector>;
        /// The resource that holds the speculative margin and the limits.
        pub type StageSettings = crate::narrowphase::StageSettings<$vector>;
        /// The resource that tells what the last tick did.
        pub type Diagnostics = crate::narrowphase::Diagnostics<$vector>;
        /// The system parameter that draws what the stage knows.
        pub type DebugLines<'w> = crate::narrowphase::DebugLines<'w, $vector, Placement>;
        /// The stage's memory, for rollback.
        pub type Snapshot = crate::narrowphase::Snapshot<$vector, Placement>;
        /// The system parameter that asks questions about the whole world.
        pub type SpatialQueries<'w> = crate::SpatialQueries<'w, $vector, Placement>;
        /// The resource of the default broadphase.
        pub type Finder = crate::broadphase::Finder<$vector>;
        /// The resource that holds the threads.
        pub type Workers = crate::narrowphase::Workers<$vector>;

        /// Do two shapes share a point? Touching counts; a pose that is not finite does not. Stops as soon as either is proved.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, intersects};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// assert!(intersects(&ball, &at(0.0), &ball, &at(1.0))); // they touch
        /// assert!(!intersects(&ball, &at(0.0), &ball, &at(1.001)));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn intersects(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> bool {
            answer::intersects(a, &pose_a.widen(), b, &pose_b.widen(), &mut crate::contact::Scratch::new())
        }

        /// The distance of two shapes, 0 when they touch or overlap; NaN if a pose is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, distance};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// assert_eq!(distance(&ball, &at(1.0), &ball, &at(4.0)), 2.0);
        /// assert_eq!(distance(&ball, &at(1.0), &ball, &at(1.5)), 0.0);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn distance(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> Scalar {
            answer::distance(a, pose_a, b, pose_b)
        }

        /// The signed distance of two shapes: how far apart, or minus how deep. −∞ of half-spaces that overlap without end, NaN if a pose is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, signed_distance};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// assert_eq!(signed_distance(&ball, &at(1.0), &ball, &at(4.0)), 2.0);
        /// assert_eq!(signed_distance(&ball, &at(1.0), &ball, &at(1.5)), -0.5);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn signed_distance(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> Scalar {
            answer::contact(a, pose_a, b, pose_b).distance
        }

        /// The nearest points of two shapes, with distance, bounds and normal, in world space; `None` if they are proved to be farther apart than `within`, which
        /// may be infinite. Of shapes that overlap, the deepest points and a negative distance. If a pose is not finite the answer is undefined, not `None`.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, closest_points};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let answer = closest_points(&ball, &at(1.0), &ball, &at(4.0), 3.0).expect("no farther than 3");
        /// assert_eq!((answer.point_a, answer.point_b), (Vector::X * 1.5, Vector::X * 3.5));
        /// assert!(closest_points(&ball, &at(1.0), &ball, &at(4.0), 1.5).is_none());
        /// assert!(closest_points(&ball, &at(1.0), &ball, &at(0.0 / 0.0), 1.5).is_some_and(|answer| answer.is_undefined()));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn closest_points(
            a: &impl Convex<$vector>,
            pose_a: &Pose,
            b: &impl Convex<$vector>,
            pose_b: &Pose,
            within: Scalar,
        ) -> Option<Answer> {
            answer::closest_points(a, pose_a, b, pose_b, within)
        }

        /// The smallest motion that parts two shapes, with bounds and the deepest points, in world space; `None` if they are proved to be apart. Shapes that touch have
        /// depth 0. If a pose is not finite the answer is undefined, not `None`.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, penetration};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let way_out = penetration(&ball, &at(1.0), &ball, &at(1.75)).expect("they overlap");
        /// assert_eq!((way_out.depth, way_out.normal), (0.25, Vector::X));
        /// assert!(way_out.lower <= 0.25 && 0.25 <= way_out.upper);
        /// assert_eq!(way_out.point_a, Vector::X * 1.5);
        /// assert!(penetration(&ball, &at(1.0), &ball, &at(2.25)).is_none());
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn penetration(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> Option<Penetration> {
            answer::penetration(a, pose_a, b, pose_b)
        }

        /// The signed distance of two shapes with its bounds, the normal, and the nearest or deepest points, in world space.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, contact};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let answer = contact(&ball, &Pose::IDENTITY, &ball, &Pose::at(Vector::Y * 0.75));
        /// assert!(answer.is_touching() && !answer.is_undefined());
        /// assert_eq!((answer.distance, answer.normal), (-0.25, Vector::Y));
        /// assert!(answer.lower <= -0.25 && -0.25 <= answer.upper);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn contact(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose) -> Answer {
            answer::contact(a, pose_a, b, pose_b)
        }

        /// The points where two shapes touch, or come within `margin`: in A's and B's own frames, as a solver wants them.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, manifold};")]
        /// let rod = Capsule::between(-Vector::X, Vector::X, 0.25)?;
        /// let manifold = manifold(&rod, &Pose::IDENTITY, &rod, &Pose::at(Vector::Y * 0.625), 0.25);
        /// assert_eq!((manifold.normal, manifold.points.len()), (Vector::Y, 2)); // both ends
        /// assert!(!manifold.is_touching() && manifold.separation() == 0.125);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn manifold(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose, margin: Scalar) -> Manifold {
            answer::manifold(a, pose_a, b, pose_b, margin)
        }

        /// Volume (2D: area), centroid and inertia of a shape, in its own frame and in `f64`, whatever the scalar of the shape. `None` of what has no end (a
        /// half-space). See [`Convex::moments`].
        pub fn moments(shape: &impl Convex<$vector>) -> Option<Moments> {
            shape.moments()
        }

        /// When do two shapes that move straight on first come as near as a target? The parameter is in units of the motions, and nothing turns; the target is 0 unless
        /// [`Motion`] says otherwise, as it does for the limit and for shapes that are that near at the start.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Motion, Pose, Vector, cast};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let toward = Motion::of_b(Vector::X * -2.0);
        /// let impact = cast(&ball, &at(0.0), &ball, &at(9.0), &toward);
        /// assert!(impact.is_hit());
        /// assert_eq!((impact.time, impact.normal, impact.point_a), (4.0, Vector::X, Vector::X * 0.5));
        /// assert!(!cast(&ball, &at(0.0), &ball, &at(9.0), &toward.until(3.5)).is_hit());
        /// assert!(!cast(&ball, &at(0.0), &ball, &at(9.0), &Motion::of_b(Vector::Y)).is_hit());
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn cast(a: &impl Convex<$vector>, pose_a: &Pose, b: &impl Convex<$vector>, pose_b: &Pose, motion: &Motion) -> Impact {
            impact::cast(a, &pose_a.widen(), b, &pose_b.widen(), motion, &mut crate::contact::Scratch::new())
        }

        /// When, in a step from 0 to 1, do two shapes that move and turn first come as near as `target`? Up to the time given they are proved to be farther apart; at it they
        /// are as near as can be proved.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Sweep, Vector, time_of_impact};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let rest = Sweep::still(Pose::IDENTITY);
        /// let falling = Sweep::along(Pose::at(Vector::Y * 5.0), Vector::Y * -8.0);
        /// let impact = time_of_impact(&ball, &rest, &ball, &falling, 0.0);
        /// assert!(impact.is_hit() && (impact.time - 0.5).abs() < 1e-6);
        /// assert!(impact.separation >= 0.0 && impact.normal == Vector::Y);
        /// let away = Sweep::along(Pose::at(Vector::Y * 5.0), Vector::Y);
        /// assert!(!time_of_impact(&ball, &rest, &ball, &away, 0.0).is_hit());
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn time_of_impact(
            a: &impl Convex<$vector>,
            sweep_a: &Sweep,
            b: &impl Convex<$vector>,
            sweep_b: &Sweep,
            target: Scalar,
        ) -> Impact {
            impact::time_of_impact(a, sweep_a, b, sweep_b, target)
        }

        /// Is a point in a shape or on its surface? One that is not finite is not.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, contains};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let pose = Pose::at(Vector::X * 2.0);
        /// assert!(contains(&ball, &pose, Vector::X * 1.5)); // on the surface
        /// assert!(!contains(&ball, &pose, Vector::X));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn contains(shape: &impl Convex<$vector>, pose: &Pose, point: Vector) -> bool {
            point::contains(shape, pose, point)
        }

        /// The point of a shape's surface that is nearest to a point, which may be inside, with the signed distance and its bounds, in world space.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, project};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let pose = Pose::at(Vector::X * 2.0);
        /// let inside = project(&ball, &pose, Vector::X * 1.75);
        /// assert!(inside.is_inside());
        /// assert_eq!((inside.distance, inside.point, inside.normal), (-0.25, Vector::X * 1.5, -Vector::X));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn project(shape: &impl Convex<$vector>, pose: &Pose, point: Vector) -> Projection {
            point::project(shape, pose, point)
        }

        /// Where does a ray meet the surface of a shape? The parameter is in units of the ray's direction, of any length; the normal is outward on the side that is hit. From
        /// inside a solid shape is hit at once, and a hollow one where the ray leaves it.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Ray, Vector, ray_cast};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // around no segment: a ball
        /// let ray = Ray::new(Vector::X * -5.0, Vector::X * 2.0);
        /// let impact = ray_cast(&ball, &Pose::IDENTITY, &ray);
        /// assert_eq!((impact.time, impact.point_a, impact.normal), (2.25, Vector::X * -0.5, -Vector::X));
        /// let out = ray_cast(&ball, &Pose::IDENTITY, &Ray { origin: Vector::ZERO, solid: false, ..ray });
        /// assert!(out.is_hit() && (out.time - 0.25).abs() < 1e-6 && out.normal == Vector::X);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn ray_cast(shape: &impl Convex<$vector>, pose: &Pose, ray: &Ray) -> Impact {
            impact::ray_cast(shape, &pose.widen(), ray, &mut crate::contact::Scratch::new())
        }

        /// Puts the default broadphase and the narrowphase stage, for entities with a [`Collider`] and a [`Placement`], into a world and a schedule. Each run of the schedule
        /// is one tick; a world without an app needs [`clear_trackers`][bevy_ecs::world::World::clear_trackers] now and then, after a tick.
        // Inline so that it is compiled where it is called: compiled here, the stages of all four doors cost each user 20 s, of which he needs one.
        #[inline]
        pub fn install(world: &mut bevy_ecs::world::World, schedule: &mut bevy_ecs::schedule::Schedule) {
            crate::broadphase::install::<$vector, Placement>(world, schedule);
            crate::narrowphase::install::<$vector, Placement>(world, schedule);
        }
    };
}

pub(crate) use door;
