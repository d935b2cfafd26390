//! Every query of two colliders, each convex or composite, at a relative pose. Those about motions
//! are in `collider_motion.rs`.
//!
//! * Two convex shapes go to `clinch_contact`.
//! * A composite shape and a convex one go to the queries of this crate, with the composite shape
//!   as A: if it is B, the pair is exchanged, and the answer exchanged back.
//! * Two composite shapes go to the queries whose names end in `_composites`.
//!
//! What the stage does in each tick ([`collide`](ColliderPair::collide),
//! [`measure`](ColliderPair::measure)) is compiled for the enums of all shapes. All else takes
//! `dyn` shapes, so that it is compiled once with the queries of single composite shapes.

use clinch_composite::{ColliderShape, Composite};
use clinch_contact::{
    Manifold, Measured, Memory, Pair, Relation, Settings, collide as collide_convex, distance as distance_convex,
    measure as measure_convex, overlap as overlap_convex,
};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, SupportMap, Vector};

use crate::collide::{collide, measure};
use crate::collider_memory::ColliderMemory;
use crate::collider_space::ColliderSpace;
use crate::composites::nearness::{distance_composites, overlap_composites, separation_composites};
use crate::distance::{CompositeDistance, distance};
use crate::explain::{explain, explain_composites};
use crate::memory::{CompositeMemory, MovingBody};
use crate::not_negative::not_negative;
use crate::overlap::overlap;
use crate::part_verdict::PartVerdict;
use crate::recycling::recycle;
use crate::relation::{CompositeManifold, CompositeRelation};
use crate::scratch::CompositeScratch;
use crate::separation::separation;
use crate::swap::swapped_settings;
use crate::two_composites::{collide_composites, is_b_larger};

/// The shapes of two colliders, each convex or composite, and B's pose in A's frame.
///
/// Its methods are all queries of a pair, for programs that have the shapes of colliders and not
/// the stage: answers are in A's frame and the caller's unit, but points on B in B's own frame. A
/// memory is kept for each pair, which serves `collide` and two convex shapes; a scratch for each
/// thread. A pose that is not finite gives `Undefined`, `None` or an empty list. Costs, and what
/// the answers prove, are those of the query that each method names.
///
/// For one answer in world space, without a memory, the functions of `clinch::d2` and `clinch::d3`
/// take these shapes too.
///
/// ```
/// use clinch_composite::{ColliderShape, TriMesh};
/// use clinch_composite_contact::{ColliderMemory, ColliderPair, CompositeScratch};
/// use clinch_contact::{CastOutcome, CastSettings, Settings};
/// use clinch_shapes::Ball;
/// use clinch_support::Pose;
/// use glam::{DVec3, Vec3};
///
/// let corners = vec![Vec3::ZERO, Vec3::X * 4.0, Vec3::new(4.0, 4.0, 0.0), Vec3::Y * 4.0];
/// let floor: ColliderShape<Vec3> = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?.into();
/// let ball: ColliderShape<Vec3> = Ball::new(0.5)?.into();
///
/// let (mut memory, mut manifolds) = (ColliderMemory::new(), Vec::new()); // one each per pair
/// let mut scratch = CompositeScratch::new(); // one per thread
/// let settings = Settings::default();
/// for (a, b, sign) in [(&floor, &ball, 1.0), (&ball, &floor, -1.0)] {
///     let pair = ColliderPair { a, b, b_in_a: Pose::at(DVec3::new(2.0, 1.0, 0.25) * sign) };
///     pair.collide(&settings, &mut memory, &mut scratch, &mut manifolds);
///     assert_eq!(manifolds[0].manifold.normal, Vec3::Z * sign as f32);
///     assert_eq!(manifolds[0].manifold.separation(), -0.25);
///     assert_eq!(pair.overlap(&settings, &mut memory, &mut scratch), Some(true));
///     memory = ColliderMemory::new(); // the next pair
///     manifolds.clear();
/// }
///
/// let pair = ColliderPair { a: &floor, b: &ball, b_in_a: Pose::at(DVec3::new(2.0, 1.0, 2.5)) };
/// let fall = pair.cast(-DVec3::Z, &CastSettings::default(), &mut scratch);
/// assert!(matches!(fall.cast.outcome, CastOutcome::Hit(impact) if impact.time == 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColliderPair<'s, V: ColliderSpace> {
    /// The shape in whose frame the answers are.
    pub a: &'s ColliderShape<V>,
    /// The other shape.
    pub b: &'s ColliderShape<V>,
    /// Takes points of B's frame to A's frame. See [`Pose::relative_to`].
    pub b_in_a: Pose<V::Wide>,
}

/// The relation of two colliders, and how it was found: as [`Measured`] for shapes of any kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderMeasured<V: Vector> {
    /// The answer. If it is recycled, whether the pair touches is said by the points of its
    /// manifolds.
    pub relation: CompositeRelation<V>,
    /// Support calls on A − B; 0 for composite shapes, whose queries do not count them.
    pub calls: u32,
    /// A search of two convex shapes stopped at a limit: its bounds are valid but wide.
    pub unfinished: bool,
    /// Steps of GJK that needed the robust sub-distance step; 0 for composite shapes.
    pub slow_steps: u32,
    /// The contact of an earlier tick was reused: see
    /// [`Settings::recycling`](clinch_contact::Settings::recycling).
    pub recycled: bool,
}

impl<V: ColliderSpace> ColliderMeasured<V> {
    fn of_convex(&Measured { relation, calls, unfinished, slow_steps, recycled }: &Measured<V>) -> Self {
        Self { relation: relation_of_convex(relation), calls, unfinished, slow_steps, recycled }
    }

    fn of_parts(relation: CompositeRelation<V>, recycled: bool) -> Self {
        Self { relation, calls: 0, unfinished: false, slow_steps: 0, recycled }
    }
}

fn relation_of_convex<V: Vector>(relation: Relation<V>) -> CompositeRelation<V> {
    match relation {
        Relation::Beyond { at_least, .. } => CompositeRelation::Beyond { at_least },
        Relation::Near(separation) => CompositeRelation::Near { separation, sub_shapes: [None, None] },
        Relation::Undefined => CompositeRelation::Undefined,
    }
}

impl<'s, V: ColliderSpace> ColliderPair<'s, V> {
    /// A pair from two poses in one world.
    pub fn in_world(a: &'s ColliderShape<V>, pose_a: &Pose<V>, b: &'s ColliderShape<V>, pose_b: &Pose<V>) -> Self {
        Self { a, b, b_in_a: pose_b.relative_to(pose_a) }
    }

    /// The two as convex shapes, if both are.
    #[inline]
    pub fn as_convex(&self) -> Option<Pair<V, &'s V::Shape, &'s V::Shape>> {
        match (self.a, self.b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => Some(Pair { a, b, b_in_a: self.b_in_a }),
            _ => None,
        }
    }

    pub(crate) fn a_in_b(&self) -> Pose<V::Wide> {
        Pose::<V::Wide>::IDENTITY.relative_to(&self.b_in_a)
    }

    /// Where do they touch? As [`clinch_contact::collide`] for two convex shapes, else as
    /// [`collide`](fn@crate::collide) or [`collide_composites`](crate::collide_composites()), with
    /// recycling.
    ///
    /// `manifolds` goes in as last tick's and comes out as this tick's, the deepest first; of two
    /// convex shapes there is at most one. Surfaces with one side are touched from in front only.
    pub fn collide(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut ColliderMemory<V>,
        scratch: &mut CompositeScratch<V>,
        manifolds: &mut Vec<CompositeManifold<V>>,
    ) -> ColliderMeasured<V> {
        match self.as_convex() {
            Some(pair) => collide_one(&pair, settings, &mut memory.convex, scratch, manifolds),
            None => {
                let memory = memory.composite.get_or_insert_with(|| Box::new(CompositeMemory::new()));
                self.collide_parts(settings, memory, scratch, manifolds)
            }
        }
    }

    /// [`collide`](Self::collide) with the memory of a pair with a composite shape, for callers
    /// that store those of convex pairs apart, as the stage does. Two convex shapes are answered
    /// without a memory.
    pub fn collide_parts(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut CompositeMemory<V>,
        scratch: &mut CompositeScratch<V>,
        manifolds: &mut Vec<CompositeManifold<V>>,
    ) -> ColliderMeasured<V> {
        if let Some(pair) = self.as_convex() {
            return collide_one(&pair, settings, &mut Memory::new(), scratch, manifolds);
        }
        if let Some(relation) = recycle(&self.b_in_a, settings, memory, manifolds) {
            if matches!(relation, CompositeRelation::Beyond { .. }) {
                manifolds.clear();
            }
            return ColliderMeasured::of_parts(relation, true);
        }
        // The contact may have been made with another rotation: its points continue in this frame.
        memory.turn_normals(&self.b_in_a, manifolds);
        let relation = match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => {
                collide(&Pair { a, b, b_in_a: self.b_in_a }, settings, memory, scratch, manifolds)
            }
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&self.b_in_a));
                let relation = collide(&Pair { a: b, b: a, b_in_a: a_in_b }, &swapped_settings(settings), memory, scratch, manifolds);
                manifolds.iter_mut().for_each(|manifold| *manifold = manifold.swapped(&a_in_b));
                relation.swapped(&a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                collide_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch, manifolds)
            }
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => CompositeRelation::Undefined,
        };
        self.store(&relation, settings, memory);
        ColliderMeasured::of_parts(relation, false)
    }

    /// How far apart are their contacts, or how deep? The separation of the manifold that
    /// [`collide`](Self::collide) puts first, without the manifold: as [`clinch_contact::measure`]
    /// and [`measure`](fn@crate::measure). What is behind a surface with one side has none.
    ///
    /// Of two composite shapes there is no cheaper query than that of their manifolds.
    pub fn measure(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut ColliderMemory<V>,
        scratch: &mut CompositeScratch<V>,
    ) -> CompositeRelation<V> {
        match (self.a, self.b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                let pair = Pair { a, b, b_in_a: self.b_in_a };
                relation_of_convex(measure_convex(&pair, settings, &mut memory.convex, scratch.convex()).relation)
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => measure(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                measure(&Pair { a: b, b: a, b_in_a: a_in_b }, &swapped_settings(settings), scratch).swapped(&a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                collide_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch, &mut Vec::new())
            }
        }
    }

    /// How far apart are they, or how deep do they overlap, from whichever side? As
    /// [`clinch_contact::measure`], [`separation`](fn@crate::separation) and
    /// [`separation_composites`](crate::separation_composites()): the backs of surfaces count.
    pub fn separation(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut ColliderMemory<V>,
        scratch: &mut CompositeScratch<V>,
    ) -> CompositeRelation<V> {
        match (self.a, self.b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                let pair = Pair { a, b, b_in_a: self.b_in_a };
                relation_of_convex(measure_convex(&pair, settings, &mut memory.convex, scratch.convex()).relation)
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => separation(&body(a, b, self.b_in_a), settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                separation(&body(b, a, a_in_b), &swapped_settings(settings), scratch).swapped(&a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                separation_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch)
            }
        }
    }

    /// How far apart are they, as sets of points, without the depth of an overlap? As
    /// [`clinch_contact::distance`], [`distance`](fn@crate::distance) and
    /// [`distance_composites`](crate::distance_composites()).
    pub fn distance(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut ColliderMemory<V>,
        scratch: &mut CompositeScratch<V>,
    ) -> CompositeDistance<V> {
        match (self.a, self.b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                let pair = Pair { a, b, b_in_a: self.b_in_a };
                match distance_convex(&pair, settings, &mut memory.convex, scratch.convex()).relation {
                    Relation::Beyond { at_least, .. } => CompositeDistance::Beyond { at_least },
                    Relation::Near(separation) if separation.is_touching() => CompositeDistance::Touching,
                    Relation::Near(separation) => CompositeDistance::Apart { separation, sub_shapes: [None, None] },
                    Relation::Undefined => CompositeDistance::Undefined,
                }
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => distance(&body(a, b, self.b_in_a), settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                distance(&body(b, a, a_in_b), &swapped_settings(settings), scratch).swapped(&a_in_b)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                distance_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch)
            }
        }
    }

    /// Do they have a common point, as sets of points? As [`clinch_contact::overlap`],
    /// [`overlap`](fn@crate::overlap) and [`overlap_composites`](crate::overlap_composites()). The
    /// margin is ignored, skins are not. `None` if an input is not finite.
    pub fn overlap(
        &self,
        settings: &Settings<V::Scalar>,
        memory: &mut ColliderMemory<V>,
        scratch: &mut CompositeScratch<V>,
    ) -> Option<bool> {
        match (self.a, self.b) {
            (ColliderShape::Convex(a), ColliderShape::Convex(b)) => {
                overlap_convex(&Pair { a, b, b_in_a: self.b_in_a }, settings, &mut memory.convex, scratch.convex()).touching
            }
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => overlap(&body(a, b, self.b_in_a), settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                overlap(&body(b, a, self.a_in_b()), &swapped_settings(settings), scratch)
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                overlap_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch)
            }
        }
    }

    /// The contacts of the parts, and whether [`collide`](Self::collide) keeps each: see
    /// [`explain`](fn@crate::explain). Empty for two convex shapes.
    pub fn explain(&self, settings: &Settings<V::Scalar>, scratch: &mut CompositeScratch<V>) -> Vec<PartVerdict<V>> {
        match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Convex(b)) => explain(&body(a, b, self.b_in_a), settings, scratch),
            (ColliderShape::Convex(a), ColliderShape::Composite(b)) => {
                let a_in_b = self.a_in_b();
                let verdicts = explain(&body(b, a, a_in_b), &swapped_settings(settings), scratch);
                verdicts.into_iter().map(|verdict| verdict.swapped(&a_in_b)).collect()
            }
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => {
                explain_composites(&Pair { a, b, b_in_a: self.b_in_a }, settings, scratch)
            }
            (ColliderShape::Convex(_), ColliderShape::Convex(_)) => Vec::new(),
        }
    }

    /// Remembers the relation. The motion of the shape with the smaller radius about its frame's
    /// origin will be measured. Normals turn with the other one; of two composite shapes with the
    /// surface, the larger one.
    fn store(&self, relation: &CompositeRelation<V>, settings: &Settings<V::Scalar>, memory: &mut CompositeMemory<V>) {
        let [a, b] = [(self.a, settings.skin_a), (self.b, settings.skin_b)].map(|(shape, skin)| {
            let skin = not_negative(skin);
            (bounding_radius(shape) + skin, size(shape) + skin)
        });
        let is_b = b.0 <= a.0;
        let has_normals_of_b = match (self.a, self.b) {
            (ColliderShape::Composite(a), ColliderShape::Composite(b)) => is_b_larger(a, b),
            _ => !is_b,
        };
        // The smaller size need not be that of the shape whose motion is measured: a small mesh may
        // be far from the origin of its frame.
        let (radius, smaller_size) = (V::Scalar::narrow_up(a.0.min(b.0)), V::Scalar::narrow_down(a.1.min(b.1)));
        let body = MovingBody { is_b, radius, smaller_size, has_normals_of_b };
        memory.store(&self.b_in_a, relation, body, settings);
    }
}

/// A composite shape and a convex one behind pointers, so that each query is compiled once.
pub(crate) type Body<'p, V> = Pair<V, &'p dyn Composite<V>, &'p dyn Convex<V>>;

pub(crate) fn body<'p, V: ColliderSpace>(a: &'p V::CompositeShape, b: &'p V::Shape, b_in_a: Pose<V::Wide>) -> Body<'p, V> {
    Pair { a, b, b_in_a }
}

/// The manifold of two convex shapes as a list of at most one.
fn collide_one<V: ColliderSpace>(
    pair: &Pair<V, &V::Shape, &V::Shape>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut CompositeScratch<V>,
    manifolds: &mut Vec<CompositeManifold<V>>,
) -> ColliderMeasured<V> {
    let mut of_pair =
        manifolds.drain(..).next().unwrap_or_else(|| CompositeManifold { manifold: Manifold::new(), sub_shapes: [None, None] });
    of_pair.sub_shapes = [None, None];
    let measured = collide_convex(pair, settings, memory, scratch.convex(), &mut of_pair.manifold);
    if !of_pair.manifold.points.is_empty() {
        manifolds.push(of_pair);
    }
    ColliderMeasured::of_convex(&measured)
}

/// An upper bound of the distance of the shape's points from the origin of its frame.
fn bounding_radius<V: ColliderSpace>(shape: &ColliderShape<V>) -> f64 {
    match shape {
        ColliderShape::Convex(shape) => shape.bounding_radius(),
        ColliderShape::Composite(shape) => {
            let bounds = shape.bounds();
            let farthest = V::Wide::from_fn(|i| bounds.min.get(i).abs().max(bounds.max.get(i).abs()));
            farthest.length() * (1.0 + 4.0 * f64::EPSILON)
        }
    }
}

/// The radius about the center.
fn size<V: ColliderSpace>(shape: &ColliderShape<V>) -> f64 {
    match shape {
        ColliderShape::Convex(shape) => shape.radius_about_center().widen() + shape.radius_wide(),
        ColliderShape::Composite(shape) => {
            let bounds = shape.bounds();
            0.5 * (bounds.max - bounds.min).length()
        }
    }
}
