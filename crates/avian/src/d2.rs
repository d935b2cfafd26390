//! The plugins and the collider for avian2d.

use avian2d::prelude::{ComputeMassProperties2d, MassProperties2d};
use bevy_math::{Dir2, Rot2};
use bevy_shape::Ray2d;
use clinch_composite::CompositeShape2;
use clinch_shapes::{Ball, Cuboid, Scaled, Shape2};
use clinch_support::Rotation2;
use glam::Vec2;

use crate::adapter::adapter;
use crate::dimension::{Dimension, with_scratch};
use crate::scaled_compound::scaled_compound;
use crate::spatial::spatial;

adapter!(avian2d, Vec2, Rot2, |rotation: Rot2| Rotation2 { cos: f64::from(rotation.cos), sin: f64::from(rotation.sin) });
spatial!(avian2d, Vec2, Dir2, Ray2d, Rot2);

impl Dimension for Vec2 {
    fn scaled_convex(shape: &Shape2<Vec2>, factors: Vec2) -> Option<Shape2<Vec2>> {
        let size = factors.abs();
        let of_simple = match shape {
            Shape2::Circle(circle) if size.x == size.y => Ball::new(circle.radius() * size.x).ok().map(Shape2::from),
            Shape2::Rectangle(rectangle) => Cuboid::new(rectangle.half() * size).ok().map(Shape2::from),
            _ => None,
        };
        of_simple.or_else(|| Scaled::new(shape.clone(), factors).ok().map(Shape2::from))
    }

    fn scaled_composite(shape: &CompositeShape2<Vec2>, factors: Vec2) -> Option<CompositeShape2<Vec2>> {
        match shape {
            CompositeShape2::Chain(chain) => chain.scaled(factors).ok().map(CompositeShape2::from),
            CompositeShape2::HeightField(field) => field.scaled(factors).ok().map(CompositeShape2::from),
            CompositeShape2::Compound(compound) => scaled_compound(compound, factors).map(CompositeShape2::from),
            _ => None,
        }
    }

    fn is_compound(shape: &CompositeShape2<Vec2>) -> bool {
        matches!(shape, CompositeShape2::Compound(_))
    }

    with_scratch!(Vec2);
}

/// The mass, the moment of inertia and the centroid, at uniform density. Zero for a shape without
/// area or with an infinite one.
impl ComputeMassProperties2d for Collider {
    fn mass(&self, density: f32) -> f32 {
        self.moments().map_or(0.0, |moments| (moments.area() * f64::from(density)) as f32)
    }

    fn unit_angular_inertia(&self) -> f32 {
        self.moments().map_or(0.0, |moments| moments.inertia_per_mass() as f32)
    }

    fn center_of_mass(&self) -> Vec2 {
        self.moments().map_or(Vec2::ZERO, |moments| moments.centroid().as_vec2())
    }

    fn mass_properties(&self, density: f32) -> MassProperties2d {
        let Some(moments) = self.moments() else { return MassProperties2d::ZERO };
        let mass = moments.area() * f64::from(density);
        MassProperties2d {
            mass: mass as f32,
            angular_inertia: (moments.inertia_per_mass() * mass) as f32,
            center_of_mass: moments.centroid().as_vec2(),
        }
    }
}
