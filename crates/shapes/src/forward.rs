//! The methods of [`SupportMap`](clinch_support::SupportMap) and [`Convex`](crate::Convex), forwarded:
//! one list for pointers, [`Custom`](crate::Custom), wrappers and the enums of all shapes.
//!
//! A type that forwards passes the name of a macro `to!(self, shape => answer)`, which evaluates
//! `answer` for the shape that it forwards to.

/// The items of an implementation of a trait that forwards every method. `Convex without core`
/// leaves out `core`.
macro_rules! forward {
    (SupportMap<$v:ident>, $to:ident) => {
        #[inline]
        fn support(&self, direction: $v) -> clinch_support::Support<$v> {
            $to!(self, shape => clinch_support::SupportMap::<$v>::support(shape, direction))
        }

        #[inline]
        fn support_wide(&self, direction: $v::Wide) -> clinch_support::Support<$v::Wide> {
            $to!(self, shape => clinch_support::SupportMap::<$v>::support_wide(shape, direction))
        }

        #[inline]
        fn support_hinted(&self, direction: $v::Wide, hint: clinch_support::VertexId) -> clinch_support::Support<$v::Wide> {
            $to!(self, shape => clinch_support::SupportMap::<$v>::support_hinted(shape, direction, hint))
        }

        #[inline]
        fn vertex(&self, id: clinch_support::VertexId) -> Option<$v> {
            $to!(self, shape => clinch_support::SupportMap::<$v>::vertex(shape, id))
        }

        #[inline]
        fn vertex_wide(&self, id: clinch_support::VertexId) -> Option<$v::Wide> {
            $to!(self, shape => clinch_support::SupportMap::<$v>::vertex_wide(shape, id))
        }

        #[inline]
        fn circle(&self, point: $v::Wide) -> Option<clinch_support::Circle<$v::Wide>> {
            $to!(self, shape => clinch_support::SupportMap::<$v>::circle(shape, point))
        }

        #[inline]
        fn center(&self) -> $v {
            $to!(self, shape => clinch_support::SupportMap::<$v>::center(shape))
        }

        #[inline]
        fn radius_about_center(&self) -> $v::Scalar {
            $to!(self, shape => clinch_support::SupportMap::<$v>::radius_about_center(shape))
        }

        #[inline]
        fn error(&self) -> $v::Scalar {
            $to!(self, shape => clinch_support::SupportMap::<$v>::error(shape))
        }
    };
    (Convex<$v:ident>, $to:ident) => {
        // Inlined for the reason given at the enums of all shapes.
        #[inline(always)]
        fn core(&self) -> crate::convex::Core<'_, $v> {
            $to!(self, shape => crate::convex::Convex::<$v>::core(shape))
        }

        crate::forward::forward!(Convex<$v> without core, $to);
    };
    (Convex<$v:ident> without core, $to:ident) => {
        #[inline]
        fn radius(&self) -> $v::Scalar {
            $to!(self, shape => crate::convex::Convex::<$v>::radius(shape))
        }

        #[inline(always)]
        fn radius_wide(&self) -> f64 {
            $to!(self, shape => crate::convex::Convex::<$v>::radius_wide(shape))
        }

        fn face(&self, direction: $v, face: &mut crate::face::Face<$v>) {
            $to!(self, shape => crate::convex::Convex::<$v>::face(shape, direction, face))
        }

        fn bounds(&self, pose: &clinch_support::Pose<$v::Wide>) -> crate::aabb::Aabb<$v::Wide> {
            $to!(self, shape => crate::convex::Convex::<$v>::bounds(shape, pose))
        }

        fn interior(&self) -> $v {
            $to!(self, shape => crate::convex::Convex::<$v>::interior(shape))
        }

        fn bounding_ball(&self) -> crate::bounding_ball::BoundingBall<$v::Wide> {
            $to!(self, shape => crate::convex::Convex::<$v>::bounding_ball(shape))
        }

        #[inline]
        fn bounding_radius(&self) -> f64 {
            $to!(self, shape => crate::convex::Convex::<$v>::bounding_radius(shape))
        }

        fn swept_moments(&self, by: f64) -> Option<clinch_mass::Moments<$v::Wide>> {
            $to!(self, shape => crate::convex::Convex::<$v>::swept_moments(shape, by))
        }
    };
}

pub(crate) use forward;
