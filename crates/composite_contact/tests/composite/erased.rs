//! The public functions with the types of the shapes erased. They are compiled once for each
//! vector, and not for each of the dozens of pairs of types in these tests, which saves two fifths
//! of the machine code.

use clinch_composite::Composite;
use clinch_composite_contact::{
    CompositeCast, CompositeDistance, CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, PartVerdict,
};
use clinch_contact::{CastSettings, MovingShape, Pair, Ray, Settings, Space, TimeOfImpactSettings};
use clinch_shapes::{Convex, Cuboid};
use clinch_support::{Pose, Vector};
use clinch_testkit::generate::meshes::icosphere;
use clinch_testkit::random::Random;
use glam::{DQuat, Vec3};

use crate::common::mesh;

/// A composite shape of any type, which may be `dyn`.
pub(crate) trait AnyComposite<V: Vector> {
    fn erased(&self) -> &dyn Composite<V>;
}

impl<V: Vector, C: Composite<V>> AnyComposite<V> for C {
    fn erased(&self) -> &dyn Composite<V> {
        self
    }
}

impl<V: Vector> AnyComposite<V> for dyn Composite<V> + '_ {
    fn erased(&self) -> &dyn Composite<V> {
        self
    }
}

fn any<'p, V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &'p Pair<V, &C, B>,
) -> Pair<V, &'p dyn Composite<V>, &'p dyn Convex<V>> {
    Pair { a: pair.a.erased(), b: &pair.b, b_in_a: pair.b_in_a }
}

fn any_composites<'p, V: Space, A: AnyComposite<V> + ?Sized, B: AnyComposite<V> + ?Sized>(
    pair: &'p Pair<V, &A, &B>,
) -> Pair<V, &'p dyn Composite<V>, &'p dyn Composite<V>> {
    Pair { a: pair.a.erased(), b: pair.b.erased(), b_in_a: pair.b_in_a }
}

pub(crate) fn collide<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut CompositeMemory<V>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> CompositeRelation<V> {
    clinch_composite_contact::collide(&any(pair), settings, memory, scratch, manifolds)
}

pub(crate) fn collide_composites<V: Space, A: AnyComposite<V> + ?Sized, B: AnyComposite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> CompositeRelation<V> {
    clinch_composite_contact::collide_composites(&any_composites(pair), settings, scratch, manifolds)
}

pub(crate) fn measure<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    clinch_composite_contact::measure(&any(pair), settings, scratch)
}

pub(crate) fn separation<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeRelation<V> {
    clinch_composite_contact::separation(&any(pair), settings, scratch)
}

pub(crate) fn distance<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> CompositeDistance<V> {
    clinch_composite_contact::distance(&any(pair), settings, scratch)
}

pub(crate) fn overlap<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Option<bool> {
    clinch_composite_contact::overlap(&any(pair), settings, scratch)
}

pub(crate) fn explain<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Vec<PartVerdict<V>> {
    clinch_composite_contact::explain(&any(pair), settings, scratch)
}

pub(crate) fn explain_composites<V: Space, A: AnyComposite<V> + ?Sized, B: AnyComposite<V> + ?Sized>(
    pair: &Pair<V, &A, &B>,
    settings: &Settings<V::Scalar>,
    scratch: &mut CompositeScratch<V>,
) -> Vec<PartVerdict<V>> {
    clinch_composite_contact::explain_composites(&any_composites(pair), settings, scratch)
}

pub(crate) fn cast<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    pair: &Pair<V, &C, B>,
    motion: V::Wide,
    settings: &CastSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    clinch_composite_contact::cast(&any(pair), motion, settings, scratch)
}

pub(crate) fn time_of_impact<V: Space, C: AnyComposite<V> + ?Sized, B: Convex<V>>(
    a: MovingShape<'_, V, &C>,
    b: MovingShape<'_, V, B>,
    settings: &TimeOfImpactSettings,
    scratch: &mut CompositeScratch<V>,
) -> CompositeCast<V> {
    let a = MovingShape { shape: a.shape.erased(), sweep: a.sweep };
    let b: MovingShape<'_, V, &dyn Convex<V>> = MovingShape { shape: &b.shape, sweep: b.sweep };
    clinch_composite_contact::time_of_impact(a, b, settings, scratch)
}

pub(crate) fn ray_cast<V: Space>(composite: &dyn Composite<V>, ray: &Ray<V::Wide>, scratch: &mut CompositeScratch<V>) -> CompositeCast<V> {
    clinch_composite_contact::ray_cast(composite, ray, scratch)
}

pub(crate) fn project<V: Space>(composite: &dyn Composite<V>, point: V::Wide, scratch: &mut CompositeScratch<V>) -> CompositeRelation<V> {
    clinch_composite_contact::project(composite, point, scratch)
}

pub(crate) fn contains<V: Space>(composite: &dyn Composite<V>, point: V::Wide, scratch: &mut CompositeScratch<V>) -> bool {
    clinch_composite_contact::contains(composite, point, scratch)
}

/// The functions of two convex shapes.
pub(crate) mod convex {
    use clinch_contact::{
        Cast, CastSettings, Manifold, Measured, Memory, MovingShape, Pair, Scratch, Settings, Space, TimeOfImpactSettings,
    };
    use clinch_shapes::Convex;

    fn any<V: Space, A: Convex<V>, B: Convex<V>>(pair: &Pair<V, A, B>) -> Pair<V, &dyn Convex<V>, &dyn Convex<V>> {
        Pair { a: &pair.a, b: &pair.b, b_in_a: pair.b_in_a }
    }

    pub(crate) fn collide<V: Space, A: Convex<V>, B: Convex<V>>(
        pair: &Pair<V, A, B>,
        settings: &Settings<V::Scalar>,
        memory: &mut Memory<V>,
        scratch: &mut Scratch<V>,
        manifold: &mut Manifold<V>,
    ) -> Measured<V> {
        clinch_contact::collide(&any(pair), settings, memory, scratch, manifold)
    }

    pub(crate) fn measure<V: Space, A: Convex<V>, B: Convex<V>>(
        pair: &Pair<V, A, B>,
        settings: &Settings<V::Scalar>,
        memory: &mut Memory<V>,
        scratch: &mut Scratch<V>,
    ) -> Measured<V> {
        clinch_contact::measure(&any(pair), settings, memory, scratch)
    }

    pub(crate) fn distance<V: Space, A: Convex<V>, B: Convex<V>>(
        pair: &Pair<V, A, B>,
        settings: &Settings<V::Scalar>,
        memory: &mut Memory<V>,
        scratch: &mut Scratch<V>,
    ) -> Measured<V> {
        clinch_contact::distance(&any(pair), settings, memory, scratch)
    }

    pub(crate) fn cast<V: Space, A: Convex<V>, B: Convex<V>>(
        pair: &Pair<V, A, B>,
        motion: V::Wide,
        settings: &CastSettings,
        scratch: &mut Scratch<V>,
    ) -> Cast<V> {
        clinch_contact::cast(&any(pair), motion, settings, scratch)
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
}

/// The functions that are compiled for the concrete types give the same bits.
#[test]
fn the_types_of_the_shapes_change_no_answer() {
    let (a, b) = (&mesh::<Vec3>(&icosphere(1)), Cuboid::new(Vec3::new(0.5, 0.25, 0.125)).unwrap());
    let (settings, random, scratch) = (Settings::with_margin(0.1), &mut Random::new(1), &mut CompositeScratch::new());
    let mut touching = 0;
    for _ in 0..100 {
        let pair = Pair { a, b, b_in_a: Pose::new(DQuat::from_array(random.quaternion()), random.in_ball(3) * 2.0) };
        let [mut typed, mut erased] = [Vec::new(), Vec::new()];
        assert_eq!(
            clinch_composite_contact::collide(&pair, &settings, &mut CompositeMemory::new(), scratch, &mut typed),
            collide(&pair, &settings, &mut CompositeMemory::new(), scratch, &mut erased),
        );
        assert_eq!(typed, erased);
        touching += usize::from(!typed.is_empty());
        assert_eq!(clinch_composite_contact::separation(&pair, &settings, scratch), separation(&pair, &settings, scratch));
        let (motion, of_cast) = (random.direction(3), CastSettings::default());
        assert_eq!(clinch_composite_contact::cast(&pair, motion, &of_cast, scratch), cast(&pair, motion, &of_cast, scratch));
    }
    assert!((20..80).contains(&touching), "{touching}");
}
