//! The methods of [`SupportMap`](clinch_support::SupportMap) and [`Convex`](crate::Convex),
//! forwarded to another shape: one list for pointers, [`Custom`](crate::Custom), wrappers and the
//! enums of all shapes.
//!
//! * `forward!(SupportMap<V>, self => &self.inner)` calls each method on a field.
//! * `forward!(SupportMap<V>, self => any of (Ball Capsule))` calls it on the shape in a variant of
//!   the enum `Self`.

/// The items of an implementation that forwards every method of a trait. `Convex<V> without core`
/// leaves out `core`, `SupportMap<V> without points in f64` the three methods that give them.
macro_rules! forward {
    (SupportMap<$v:ident>, $self:ident => $($target:tt)+) => {
        #[inline]
        fn support_wide(&$self, direction: $v::Wide) -> clinch_support::Support<$v::Wide> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::support_wide(direction))
        }

        #[inline]
        fn support_hinted(&$self, direction: $v::Wide, hint: clinch_support::VertexId) -> clinch_support::Support<$v::Wide> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::support_hinted(direction, hint))
        }

        #[inline]
        fn vertex_wide(&$self, id: clinch_support::VertexId) -> Option<$v::Wide> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::vertex_wide(id))
        }

        forward!(SupportMap<$v> without points in f64, $self => $($target)+);
    };
    (SupportMap<$v:ident> without points in f64, $self:ident => $($target:tt)+) => {
        #[inline]
        fn support(&$self, direction: $v) -> clinch_support::Support<$v> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::support(direction))
        }

        #[inline]
        fn vertex(&$self, id: clinch_support::VertexId) -> Option<$v> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::vertex(id))
        }

        #[inline]
        fn vertex_blocks<'s>(
            &'s $self,
            made: &'s mut Option<clinch_support::VertexBlock>,
        ) -> Option<&'s [clinch_support::VertexBlock]> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::vertex_blocks(made))
        }

        #[inline]
        fn circle(&$self, point: $v::Wide) -> Option<clinch_support::Circle<$v::Wide>> {
            forward!(@call [$($target)+] $self, SupportMap<$v>::circle(point))
        }

        #[inline]
        fn center(&$self) -> $v {
            forward!(@call [$($target)+] $self, SupportMap<$v>::center())
        }

        #[inline]
        fn radius_about_center(&$self) -> $v::Scalar {
            forward!(@call [$($target)+] $self, SupportMap<$v>::radius_about_center())
        }

        #[inline]
        fn error(&$self) -> $v::Scalar {
            forward!(@call [$($target)+] $self, SupportMap<$v>::error())
        }
    };
    (Convex<$v:ident>, $self:ident => $($target:tt)+) => {
        // Inlined for the reason given at `core` of the enums of all shapes.
        #[inline(always)]
        fn core(&$self) -> crate::convex::Core<'_, $v> {
            forward!(@call [$($target)+] $self, Convex<$v>::core())
        }

        forward!(Convex<$v> without core, $self => $($target)+);
    };
    (Convex<$v:ident> without core, $self:ident => $($target:tt)+) => {
        #[inline]
        fn radius(&$self) -> $v::Scalar {
            forward!(@call [$($target)+] $self, Convex<$v>::radius())
        }

        #[inline(always)]
        fn radius_wide(&$self) -> f64 {
            forward!(@call [$($target)+] $self, Convex<$v>::radius_wide())
        }

        fn face(&$self, direction: $v, face: &mut crate::face::Face<$v>) {
            forward!(@call [$($target)+] $self, Convex<$v>::face(direction, face))
        }

        fn bounds(&$self, pose: &clinch_support::Pose<$v::Wide>) -> crate::aabb::Aabb<$v::Wide> {
            forward!(@call [$($target)+] $self, Convex<$v>::bounds(pose))
        }

        fn interior(&$self) -> $v {
            forward!(@call [$($target)+] $self, Convex<$v>::interior())
        }

        fn bounding_ball(&$self) -> crate::bounding_ball::BoundingBall<$v::Wide> {
            forward!(@call [$($target)+] $self, Convex<$v>::bounding_ball())
        }

        #[inline]
        fn bounding_radius(&$self) -> f64 {
            forward!(@call [$($target)+] $self, Convex<$v>::bounding_radius())
        }

        fn moments(&$self) -> Option<clinch_mass::Moments<$v::Wide>> {
            forward!(@call [$($target)+] $self, Convex<$v>::moments())
        }

        fn swept_moments(&$self, by: f64) -> Option<clinch_mass::Moments<$v::Wide>> {
            forward!(@call [$($target)+] $self, Convex<$v>::swept_moments(by))
        }
    };
    (@call [any of $variants:tt] $self:ident, $trait:ident<$v:ident>::$method:ident($($argument:ident),*)) => {
        forward!(@match $self, $variants, shape => $trait::<$v>::$method(shape $(, $argument)*))
    };
    (@call [$target:expr] $self:ident, $trait:ident<$v:ident>::$method:ident($($argument:ident),*)) => {
        $trait::<$v>::$method($target $(, $argument)*)
    };
    (@match $self:ident, ($($variant:ident)+), $shape:ident => $answer:expr) => {
        match $self { $(Self::$variant($shape) => $answer),+ }
    };
}

pub(crate) use forward;
