//! The public functions with the types of the shapes erased. They are compiled once for each
//! vector, and not for each of the dozens of pairs of types in these tests, which halves the
//! machine code.

use clinch_contact::{
    Cast, CastSettings, Manifold, Measured, Memory, MovingShape, Overlap, Pair, Ray, Scratch, Settings, Space, TimeOfImpactSettings,
};
use clinch_shapes::Convex;

type AnyPair<'p, V> = Pair<V, &'p (dyn Convex<V> + 'p), &'p (dyn Convex<V> + 'p)>;

/// Erases the types of a pair.
macro_rules! any {
    ($pair:expr) => {{
        let &Pair { ref a, ref b, b_in_a } = $pair;
        AnyPair::<V> { a, b, b_in_a }
    }};
}

pub(crate) fn collide<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
    manifold: &mut Manifold<V>,
) -> Measured<V> {
    clinch_contact::collide(&any!(pair), settings, memory, scratch, manifold)
}

pub(crate) fn measure<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    clinch_contact::measure(&any!(pair), settings, memory, scratch)
}

pub(crate) fn distance<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Measured<V> {
    clinch_contact::distance(&any!(pair), settings, memory, scratch)
}

pub(crate) fn overlap<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Overlap {
    clinch_contact::overlap(&any!(pair), settings, memory, scratch)
}

pub(crate) fn cast<V: Space, A: Convex<V>, B: Convex<V>>(
    pair: &Pair<V, A, B>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    clinch_contact::cast(&any!(pair), motion, settings, scratch)
}

pub(crate) fn time_of_impact<V: Space, A: Convex<V>, B: Convex<V>>(
    a: MovingShape<'_, V, A>,
    b: MovingShape<'_, V, B>,
    settings: &TimeOfImpactSettings,
    scratch: &mut Scratch<V>,
) -> Cast<V> {
    let a: MovingShape<'_, V, &dyn Convex<V>> = MovingShape { shape: &a.shape, sweep: a.sweep };
    let b: MovingShape<'_, V, &dyn Convex<V>> = MovingShape { shape: &b.shape, sweep: b.sweep };
    clinch_contact::time_of_impact(a, b, settings, scratch)
}

pub(crate) fn ray_cast<V: Space>(shape: &dyn Convex<V>, ray: &Ray<V::Wide>, scratch: &mut Scratch<V>) -> Cast<V> {
    clinch_contact::ray_cast(shape, ray, scratch)
}

pub(crate) fn project<V: Space>(shape: &dyn Convex<V>, point: V::Wide, scratch: &mut Scratch<V>) -> Measured<V> {
    clinch_contact::project(shape, point, scratch)
}

pub(crate) fn contains<V: Space>(shape: &dyn Convex<V>, point: V::Wide, scratch: &mut Scratch<V>) -> bool {
    clinch_contact::contains(shape, point, scratch)
}
