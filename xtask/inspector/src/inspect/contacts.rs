//! The contacts of shapes of which at least one is composite: what is kept, what is dropped, and
//! which part is nearer or covers it.

use clinch::composite::{Feature, SubShapeId};
use clinch::composite_contact::{ColliderPair, CompositeScratch, PartVerdict, Verdict};
use clinch::contact::Settings;
use clinch::support::Scalar;
use clinch_pairs::{BuildCollider, with_bounds_of_union, world_answer};
use clinch_testkit::pair_file::{Answer, ErrorKind, Query};

use crate::input::Refusal;
use crate::inspect::composite_shapes::CompositeShapes;
use crate::inspect::part_list::PartList;
use crate::inspect::points::{margin, points};
use crate::inspect::shapes::{Shapes, precision};
use crate::report::{ContactsReport, PartsManifoldReport, VerdictReport};

pub(super) fn report<V: BuildCollider>(query: &Query, shapes: &CompositeShapes<'_, V>) -> Result<ContactsReport, Refusal> {
    let (poses, margin) = (&shapes.poses, margin(query));
    let Some((near, parts)) = shapes.pair(poses).separation() else {
        return Err(Refusal::new(ErrorKind::Unsupported, "an undefined contact: numbers out of range"));
    };
    let answer = with_bounds_of_union(world_answer(query, &near, poses, 0.0), query, 0.0);
    let line = Answer { parts: shapes.indices(parts), notes: shapes.notes(), ..answer };
    let mut lists = Lists { of: [PartList::of(&shapes.a), PartList::of(&shapes.b)] };
    let margin_of_shapes = V::Scalar::narrow_up(margin);
    let manifolds = shapes.pair(poses).collide(margin_of_shapes);
    let manifolds = manifolds.iter().map(|manifold| PartsManifoldReport {
        parts: lists.places(manifold.sub_shapes),
        normal: V::coords(poses.a.vector(manifold.manifold.normal.widen())),
        points: points(&manifold.manifold, poses),
    });
    let manifolds = manifolds.collect();
    let verdicts = verdicts(shapes, margin_of_shapes).into_iter().map(|verdict| lists.verdict(verdict, shapes)).collect();
    let ([a, b], [spec_a, spec_b]) = (&lists.of, shapes.specs);
    Ok(ContactsReport {
        id: query.id.clone(),
        dim: V::DIM,
        precision: precision::<V>(),
        shapes: [a.report(&shapes.a, spec_a, &poses.a), b.report(&shapes.b, spec_b, &poses.b)],
        line,
        margin,
        given: query.prediction.is_some(),
        manifolds,
        verdicts,
    })
}

/// What became of the contacts of the parts.
fn verdicts<V: BuildCollider>(shapes: &CompositeShapes<'_, V>, margin: V::Scalar) -> Vec<PartVerdict<V>> {
    let pair = ColliderPair { a: &shapes.a.shape, b: &shapes.b.shape, b_in_a: shapes.poses.b_in_a() };
    pair.explain(&Settings::with_margin(margin), &mut CompositeScratch::new())
}

/// The parts of both shapes, by their place in the report.
struct Lists {
    of: [PartList; 2],
}

impl Lists {
    fn places(&mut self, [a, b]: [Option<SubShapeId>; 2]) -> [Option<usize>; 2] {
        [a.map(|id| self.of[0].place(id)), b.map(|id| self.of[1].place(id))]
    }

    fn verdict<V: BuildCollider>(&mut self, verdict: PartVerdict<V>, shapes: &CompositeShapes<'_, V>) -> VerdictReport {
        // A is the surface, unless it is convex.
        let surface = usize::from(shapes.a.shape.as_composite().is_none());
        let (name, feature, by, of) = match verdict.verdict {
            Verdict::Kept => ("kept", None, Vec::new(), surface),
            Verdict::Joined { to } => ("joined", None, vec![to], surface),
            Verdict::OutsideCone { feature, neighbor, of_b } => ("outside_cone", Some(name(feature)), vec![neighbor], usize::from(of_b)),
            Verdict::Resolved { by, of_b } => ("resolved", None, vec![by], usize::from(of_b)),
            Verdict::Covered { by } => ("covered", None, by, surface),
            Verdict::Continued => ("continued", None, Vec::new(), surface),
            Verdict::Behind => ("behind", None, Vec::new(), surface),
        };
        let (poses, near) = (&shapes.poses, &verdict.separation);
        VerdictReport {
            parts: self.places(verdict.sub_shapes),
            verdict: name,
            feature,
            by: by.into_iter().map(|id| self.of[of].place(id)).collect(),
            by_of: of,
            distance: near.distance,
            normal: V::coords(poses.a.vector(near.normal)),
            point_a: V::coords(poses.a.point(near.point_a)),
            point_b: V::coords(poses.b.point(near.point_b)),
        }
    }
}

fn name(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => "face",
        Feature::Edge(_) => "edge",
        Feature::Vertex(_) => "vertex",
    }
}
