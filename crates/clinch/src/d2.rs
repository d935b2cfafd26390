//! The door to 2D: plain names for shapes, questions and the stage, in `f32`; [`f64`](mod@f64) has the same in `f64`.
//!
//! ```
//! use clinch::d2::{Rectangle, moments};
//! use glam::Vec2;
//!
//! let plank = moments(&Rectangle::new(Vec2::new(2.0, 0.5))?).ok_or("no end")?;
//! let density = 3.0;
//! assert_eq!(plank.area(), 4.0);
//! assert!((plank.inertia(density) - 12.0 * (16.0 + 1.0) / 12.0).abs() < 1e-12); // m (w² + h²) / 12
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::door::door;

macro_rules! figures {
    ($vector:ty) => {
        /// A circle.
        pub type Circle = crate::shapes::Ball<$vector>;
        /// A rectangle.
        pub type Rectangle = crate::shapes::Cuboid<$vector>;
        /// An ellipse.
        pub type Ellipse = crate::shapes::Ellipsoid<$vector>;
        /// Half of an ellipse.
        pub type HalfEllipse = crate::shapes::HalfEllipse<$vector>;
        /// A slice of a disc.
        pub type Sector = crate::shapes::Sector<$vector>;
        /// Everything below a line.
        pub type HalfPlane = crate::shapes::HalfSpace<$vector>;
        /// A convex polygon.
        pub type Polygon = crate::shapes::Polygon<$vector>;
    };
}

door!("d2", glam::Vec2, f32, crate::support::Rotation2<f32>, crate::shapes::Shape2<glam::Vec2>);
figures!(glam::Vec2);

/// The same door in `f64`.
pub mod f64 {
    use crate::door::door;

    door!("d2::f64", glam::DVec2, f64, crate::support::Rotation2<f64>, crate::shapes::Shape2<glam::DVec2>);
    figures!(glam::DVec2);
}
