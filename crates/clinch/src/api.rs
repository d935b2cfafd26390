//! The source that the 2D and the 3D API share: shapes and queries for one vector type.

macro_rules! api {
    ($path:literal, $vector:ty, $scalar:ty, $rotation:ty, $shape:ty) => {
        use crate::composite::Geometry;
        use crate::impact::RayCast;
        use crate::moments_of::MomentsOf;
        use crate::pair_queries::{
            ClosestPoints, Contact as ContactQuery, DeepestManifold, Depth, Distance, Intersects, Manifolds, Poses, ShapeCast,
            TimeOfImpact, query_at,
        };
        use crate::pair_query::query_pair;
        use crate::point::{ContainsPoint, ProjectPoint};
        use crate::query_scratch::QueryScratch;

        /// The scalar type.
        pub type Scalar = $scalar;
        /// The vector type.
        pub type Vector = $vector;
        /// The rotation type.
        pub type Rotation = $rotation;
        /// A rotation and a translation.
        pub type Pose = crate::support::Pose<$vector>;
        /// Any shape.
        pub type Shape = $shape;
        /// The shape of a collider: convex, or made of convex parts.
        pub type ColliderShape = crate::composite::ColliderShape<$vector>;
        /// Convex shapes at poses, as one shape.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Compound, Pose, Vector, distance};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let pair = Compound::new(vec![(at(0.0), ball.into()), (at(8.0), ball.into())])?;
        /// assert_eq!(distance(&ball, &at(5.0), &pair, &Pose::IDENTITY), 2.0);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub type Compound = crate::composite::Compound<$vector>;
        pub use crate::composite::SubShapeId;
        /// A point.
        pub type Point = crate::shapes::Point<$vector>;
        /// A segment.
        pub type Segment = crate::shapes::Segment<$vector>;
        /// A triangle.
        pub type Triangle = crate::shapes::Triangle<$vector>;
        /// A capsule: a segment swept by a radius.
        pub type Capsule = crate::shapes::Capsule<$vector>;
        /// The convex hull of two balls (2D: circles).
        pub type TaperedCapsule = crate::shapes::TaperedCapsule<$vector>;
        /// A shape swept by a radius.
        pub type Rounded = crate::shapes::Rounded<$vector, $shape>;
        /// A shape at a pose in another frame.
        pub type Posed = crate::shapes::Posed<$vector, $shape>;
        /// A shape scaled along the axes; factors may be negative or zero.
        pub type Scaled = crate::shapes::Scaled<$vector, $shape>;
        /// The Minkowski sum of two shapes.
        pub type Sum = crate::shapes::Sum<$vector, $shape, $shape>;
        /// The convex hull of shapes.
        pub type HullOf = crate::shapes::HullOf<$vector, $shape>;
        /// A user-defined shape: see [`SupportMap`](crate::support::SupportMap) and
        /// [`Convex`](crate::shapes::Convex).
        pub type Custom = crate::shapes::Custom<$vector>;
        /// The volume, centroid and second moments of a shape: see [`moments`].
        pub type Moments = crate::shapes::Moments<<$vector as crate::support::Vector>::Wide>;
        /// The contact manifold of two shapes.
        pub type Manifold = crate::contact::Manifold<$vector>;
        /// The contact manifold of two shapes, with the parts of composite ones: see [`manifolds`].
        pub type CompositeManifold = crate::composite_contact::CompositeManifold<$vector>;
        /// Two colliders' shapes, each convex or composite, and B's pose in A's frame: every query
        /// of a pair, with a memory for each pair and a scratch for each thread.
        pub type ColliderPair<'s> = crate::composite_contact::ColliderPair<'s, $vector>;
        /// What a [`ColliderPair`] keeps from tick to tick, besides its manifolds.
        pub type ColliderMemory = crate::composite_contact::ColliderMemory<$vector>;
        /// The buffers of the queries of a [`ColliderPair`].
        pub type CompositeScratch = crate::composite_contact::CompositeScratch<$vector>;
        /// One point of a contact manifold.
        pub type ContactPoint = crate::contact::ContactPoint<$vector>;
        /// The signed distance of two shapes, with bounds and witness points.
        pub type Answer = crate::Answer<$vector>;
        /// The penetration depth of two shapes, with bounds and witness points.
        pub type Penetration = crate::Penetration<$vector>;
        /// The point of a shape's surface that is nearest to a query point.
        pub type PointProjection = crate::PointProjection<$vector>;
        /// A ray.
        pub type Ray = crate::Ray<$vector>;
        /// The input of a shape cast: the translations of two shapes, and where the cast ends.
        pub type Motion = crate::Motion<$vector>;
        /// The result of a ray cast, a shape cast or a time of impact.
        pub type Impact = crate::Impact<$vector>;
        /// The motion of a shape during a step: translation and rotation.
        pub type Sweep = crate::support::Sweep<$vector>;

        /// Whether two shapes have a common point. Shapes that touch intersect. `false` if a pose
        /// is not finite. The cheapest query: it stops at the first proof of an overlap or a gap.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, intersects};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// assert!(intersects(&ball, &at(0.0), &ball, &at(1.0))); // they touch
        /// assert!(!intersects(&ball, &at(0.0), &ball, &at(1.001)));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn intersects(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
        ) -> bool {
            query_at(a, b, Poses::new(pose_a, pose_b), Intersects(&mut QueryScratch::new()))
        }

        /// The distance of two shapes: 0 if they touch or overlap, NaN if a pose is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, distance};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// assert_eq!(distance(&ball, &at(1.0), &ball, &at(4.0)), 2.0);
        /// assert_eq!(distance(&ball, &at(1.0), &ball, &at(1.5)), 0.0);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn distance(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
        ) -> Scalar {
            query_at(a, b, Poses::new(pose_a, pose_b), Distance)
        }

        /// The signed distance of two shapes: their distance, or minus their penetration depth.
        /// −∞ for half-spaces that overlap by an unbounded depth, NaN if a pose is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, signed_distance};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// assert_eq!(signed_distance(&ball, &at(1.0), &ball, &at(4.0)), 2.0);
        /// assert_eq!(signed_distance(&ball, &at(1.0), &ball, &at(1.5)), -0.5);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn signed_distance(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
        ) -> Scalar {
            query_at(a, b, Poses::new(pose_a, pose_b), ContactQuery).distance
        }

        /// The closest points of two shapes, with distance, bounds and normal, in world space.
        ///
        /// `None` if the shapes are proved to be farther apart than `within`, which may be
        /// infinite. For shapes that overlap the points are the deepest ones and the distance is
        /// negative. If a pose is not finite, the result is an undefined answer, not `None`.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, closest_points};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let answer = closest_points(&ball, &at(1.0), &ball, &at(4.0), 3.0);
        /// let answer = answer.expect("no farther than 3");
        /// assert_eq!((answer.point_a, answer.point_b), (Vector::X * 1.5, Vector::X * 3.5));
        /// assert!(closest_points(&ball, &at(1.0), &ball, &at(4.0), 1.5).is_none());
        /// let undefined = closest_points(&ball, &at(1.0), &ball, &at(0.0 / 0.0), 1.5);
        /// assert!(undefined.is_some_and(|answer| answer.is_undefined()));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn closest_points(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
            within: Scalar,
        ) -> Option<Answer> {
            query_at(a, b, Poses::new(pose_a, pose_b), ClosestPoints { within, scratch: &mut QueryScratch::new() })
        }

        /// The smallest translation that separates two shapes, with bounds and the deepest points,
        /// in world space.
        ///
        /// `None` if the shapes are proved to be apart. Shapes that touch have depth 0. If a pose
        /// is not finite, the result is an undefined answer, not `None`.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, penetration};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let overlap = penetration(&ball, &at(1.0), &ball, &at(1.75)).expect("they overlap");
        /// assert_eq!((overlap.depth, overlap.normal), (0.25, Vector::X));
        /// assert!(overlap.lower <= 0.25 && 0.25 <= overlap.upper);
        /// assert_eq!(overlap.point_a, Vector::X * 1.5);
        /// assert!(penetration(&ball, &at(1.0), &ball, &at(2.25)).is_none());
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn penetration(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
        ) -> Option<Penetration> {
            query_at(a, b, Poses::new(pose_a, pose_b), Depth)
        }

        /// The signed distance of two shapes with its bounds, the normal, and the closest or
        /// deepest points, in world space: [`closest_points`] without a limit of the distance.
        ///
        /// If a pose is not finite, the answer is undefined. Shapes are sets of points here, and in
        /// [`distance`], [`intersects`], [`closest_points`] and [`penetration`]: a surface with one
        /// side counts from behind, too. Contacts in front alone are those of [`manifolds`], and
        /// of [`ColliderPair::measure`] without their points.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, contact};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let answer = contact(&ball, &Pose::IDENTITY, &ball, &Pose::at(Vector::Y * 0.75));
        /// assert!(answer.is_touching() && !answer.is_undefined());
        /// assert_eq!((answer.distance, answer.normal), (-0.25, Vector::Y));
        /// assert!(answer.lower <= -0.25 && -0.25 <= answer.upper);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn contact(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
        ) -> Answer {
            query_at(a, b, Poses::new(pose_a, pose_b), ContactQuery)
        }

        /// The contact manifold of two shapes: the points where they touch or are within `margin`
        /// of each other. The normal is in A's frame. Each point is given on A in A's frame and on
        /// B in B's frame, as solvers need it. Empty if a pose is not finite. Of composite shapes
        /// this is the deepest one of their [`manifolds`].
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, manifold};")]
        /// let capsule = Capsule::between(-Vector::X, Vector::X, 0.25)?;
        /// let (below, above) = (Pose::IDENTITY, Pose::at(Vector::Y * 0.625));
        /// let manifold = manifold(&capsule, &below, &capsule, &above, 0.25);
        /// assert_eq!((manifold.normal, manifold.points.len()), (Vector::Y, 2)); // both ends
        /// assert!(!manifold.is_touching() && manifold.separation() == 0.125);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn manifold(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
            margin: Scalar,
        ) -> Manifold {
            query_at(a, b, Poses::new(pose_a, pose_b), DeepestManifold { margin })
        }

        /// The contact manifolds of two shapes, the deepest first: one for each normal, with the
        /// parts that it is of. Of two convex shapes there is at most one. See [`manifold`].
        ///
        /// A surface is touched from in front, and contacts of inner edges are left out: see
        /// [`collide`](crate::composite_contact::collide()) and, for two composite shapes,
        /// [`collide_composites`](crate::composite_contact::collide_composites()).
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Compound, Pose, Vector, manifolds};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x, y| Pose::at(Vector::X * x + Vector::Y * y);
        /// let [left, right] = [-0.75, 0.75].map(|x| (at(x, -0.5), ball.into()));
        /// let valley = Compound::new(vec![left, right])?;
        /// let manifolds = manifolds(&valley, &Pose::IDENTITY, &ball, &at(0.0, 0.125), 0.0);
        /// assert_eq!(manifolds.len(), 2);
        /// assert!(manifolds[0].sub_shapes[0] != manifolds[1].sub_shapes[0]);
        /// assert!(manifolds.iter().all(|of_part| of_part.sub_shapes[1].is_none()));
        /// assert!(manifolds.iter().all(|of_part| of_part.manifold.is_touching()));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn manifolds(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
            margin: Scalar,
        ) -> Vec<CompositeManifold> {
            query_at(a, b, Poses::new(pose_a, pose_b), Manifolds { margin })
        }

        /// The volume (2D: area), centroid and inertia of a shape, in its own frame and in `f64`
        /// for either scalar. `None` for a surface, which has no inside, and for a height field and
        /// a half-space, whose volume is infinite. [`ColliderShape::moments`] lists the answers by
        /// shape.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, ColliderShape, Compound, Pose, Posed, Vector, moments};")]
        /// let ball = Capsule::new(0.0, 1.0)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let centroid = moments(&Posed::new(ball.into(), at(2.0))?).ok_or("convex")?.centroid();
        /// assert!((centroid.x - 2.0).abs() < 1e-12 && centroid.y.abs() < 1e-12);
        ///
        /// let pair = Compound::new(vec![(at(0.0), ball.into()), (at(4.0), ball.into())])?;
        /// let both = moments(&ColliderShape::from(pair)).ok_or("balls")?;
        /// let twice = 2.0 * moments(&ball).ok_or("a ball")?.volume();
        /// assert!((both.volume() - twice).abs() < 1e-12);
        /// assert!((both.centroid().x - 2.0).abs() < 1e-12);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn moments(shape: &(impl Geometry<$vector> + ?Sized)) -> Option<Moments> {
            shape.visit(MomentsOf)
        }

        /// The time at which two shapes that translate first come within a target distance. The
        /// shapes do not rotate.
        ///
        /// [`Motion`] has the translations per unit of time, the end of the motion, the target
        /// distance, the answer for shapes that are within it at the start, and whether surfaces
        /// with one side are hit from [behind](crate::Motion::back_faces). Before the time in
        /// the answer the shapes are proved to be farther apart than the target distance. The
        /// answer is undefined if a number is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Motion, Pose, Vector, cast_shape};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let at = |x| Pose::at(Vector::X * x);
        /// let approach = Motion::of_b(Vector::X * -2.0);
        /// let impact = cast_shape(&ball, &at(0.0), &ball, &at(9.0), &approach);
        /// assert!(impact.is_hit());
        /// assert_eq!((impact.time, impact.normal), (4.0, Vector::X));
        /// assert_eq!(impact.point_a, Vector::X * 0.5);
        /// for miss in [approach.with_max_time(3.5), Motion::of_b(Vector::Y)] {
        ///     assert!(!cast_shape(&ball, &at(0.0), &ball, &at(9.0), &miss).is_hit());
        /// }
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn cast_shape(
            a: &(impl Geometry<$vector> + ?Sized),
            pose_a: &Pose,
            b: &(impl Geometry<$vector> + ?Sized),
            pose_b: &Pose,
            motion: &Motion,
        ) -> Impact {
            query_at(a, b, Poses::new(pose_a, pose_b), ShapeCast { motion, scratch: &mut QueryScratch::new() })
        }

        /// The time of impact of two shapes that translate and rotate: the time from 0 to 1 at
        /// which they first come within `target_distance`.
        ///
        /// Before the time in the answer the shapes are proved to be farther apart than the target
        /// distance; at that time they are within it to rounding. The answer is undefined if a
        /// number is not finite. Surfaces with one side are hit from behind, too.
        ///
        /// A shape that spins very near to another, as a cylinder that rolls on the floor, may use
        /// up the steps. That is no hit, nor a miss: the bodies may move to `lower`, not beyond.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Sweep, Vector, time_of_impact};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
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
            a: &(impl Geometry<$vector> + ?Sized),
            sweep_a: &Sweep,
            b: &(impl Geometry<$vector> + ?Sized),
            sweep_b: &Sweep,
            target_distance: Scalar,
        ) -> Impact {
            query_pair(a, b, TimeOfImpact { sweep_a, sweep_b, target_distance })
        }

        /// Whether a point is in a shape or on its surface. `false` if a number is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, contains_point};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let pose = Pose::at(Vector::X * 2.0);
        /// assert!(contains_point(&ball, &pose, Vector::X * 1.5)); // on the surface
        /// assert!(!contains_point(&ball, &pose, Vector::X));
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn contains_point(shape: &(impl Geometry<$vector> + ?Sized), pose: &Pose, point: Vector) -> bool {
            shape.visit(ContainsPoint { pose, point })
        }

        /// The point of a shape's surface that is nearest to a given point, with the signed
        /// distance, its bounds and the outward normal, in world space. The given point may be
        /// inside the shape. The answer is undefined if a number is not finite.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Vector, project_point};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let pose = Pose::at(Vector::X * 2.0);
        /// let inside = project_point(&ball, &pose, Vector::X * 1.75);
        /// assert!(inside.is_inside());
        /// assert_eq!((inside.distance, inside.normal), (-0.25, -Vector::X));
        /// assert_eq!(inside.point, Vector::X * 1.5);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn project_point(shape: &(impl Geometry<$vector> + ?Sized), pose: &Pose, point: Vector) -> PointProjection {
            shape.visit(ProjectPoint { pose, point })
        }

        /// The first point where a ray hits a shape.
        ///
        /// At time t the ray is at `origin + t * direction`; the direction may have any length. The
        /// normal is the outward normal of the shape at the hit. If the ray starts inside, a solid
        /// shape is hit at time 0 and a hollow one where the ray leaves it. The answer is undefined
        /// if a number is not finite. A surface with one side is hit from behind, too, unless the
        /// ray's [`back_faces`](crate::Ray::back_faces) are ignored.
        ///
        /// ```
        #[doc = concat!("use clinch::", $path, "::{Capsule, Pose, Ray, Vector, cast_ray};")]
        /// let ball = Capsule::new(0.0, 0.5)?; // a segment of length 0: a ball
        /// let ray = Ray::new(Vector::X * -5.0, Vector::X * 2.0);
        /// let impact = cast_ray(&ball, &Pose::IDENTITY, &ray);
        /// assert_eq!((impact.time, impact.normal), (2.25, -Vector::X));
        /// assert_eq!(impact.point_a, Vector::X * -0.5);
        /// let inside = Ray { origin: Vector::ZERO, solid: false, ..ray };
        /// let exit = cast_ray(&ball, &Pose::IDENTITY, &inside);
        /// assert!(exit.is_hit() && (exit.time - 0.25).abs() < 1e-6 && exit.normal == Vector::X);
        /// # Ok::<(), clinch::shapes::ShapeError>(())
        /// ```
        pub fn cast_ray(shape: &(impl Geometry<$vector> + ?Sized), pose: &Pose, ray: &Ray) -> Impact {
            shape.visit(RayCast { pose: &pose.widen(), ray, scratch: &mut QueryScratch::new() })
        }
    };
}

pub(crate) use api;
