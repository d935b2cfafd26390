//! A contact or a distance of two convex shapes: the answer, the manifold, and the steps of GJK and
//! EPA on the cores.

use clinch::contact::{Manifold, Memory, Relation, Scratch, Separation, Settings, Space, collide};
use clinch::epa;
use clinch::support::{Difference, Pose, Scalar};
use clinch_pairs::Poses;
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::Query;

use crate::expansion::Expansion;
use crate::input::Options;
use crate::inspect::points::{margin, points};
use crate::inspect::shapes::{Convexes, Shapes, precision};
use crate::outline::outline;
use crate::path::path;
use crate::pool::Pool;
use crate::report::{AnswerReport, ManifoldReport, PairReport, SearchReport, Work};
use crate::search::Cores;

pub(super) fn report<V: Space + Build>(query: &Query, shapes: &dyn Shapes<V>, pair: &Convexes<'_, V>, options: Options) -> PairReport
where
    V::Wide: Build,
{
    let (poses, shapes) = (shapes.poses(), shapes.reports());
    let unbounded = shapes.iter().any(|shape| shape.half_space.is_some());
    PairReport {
        id: query.id.clone(),
        dim: V::DIM,
        precision: precision::<V>(),
        answer: answer(pair, poses),
        manifold: manifold(pair, poses, query),
        search: (!unbounded).then(|| search(pair, options)),
        shapes,
    }
}

/// The answer of `cargo xtask query`: a contact query with an infinite margin.
fn answer<V: Space + Build>(pair: &Convexes<'_, V>, Poses { a: pose_a, b: pose_b }: &Poses<V>) -> AnswerReport
where
    V::Wide: Build,
{
    let mut scratch = Scratch::new();
    let settings = Settings::with_margin(V::Scalar::INFINITY);
    let measured = collide(pair, &settings, &mut Memory::new(), &mut scratch, &mut Manifold::new());
    let counters = scratch.counters();
    let near = if let Relation::Near(separation) = &measured.relation { Some(separation) } else { None };
    let world = |pose: &Pose<V::Wide>, point: fn(&Separation<V>) -> V::Wide| near.map(|near| V::coords(pose.point(point(near))));
    AnswerReport {
        relation: if near.is_some() { "near" } else { "undefined" },
        touching: near.is_some_and(Separation::is_touching),
        distance: near.map(|near| near.distance),
        lower: near.map(|near| near.lower),
        upper: near.map(|near| near.upper),
        normal: near.map(|near| V::coords(pose_a.vector(near.normal))),
        point_a: world(pose_a, |near| near.point_a),
        point_b: world(pose_b, |near| near.point_b),
        unfinished: measured.unfinished,
        path: path::<V>(pair.a, pair.b, &measured, &counters),
        work: Work {
            calls: measured.calls,
            guess_calls: counters.guess_calls,
            expansions: counters.expansions,
            slow_steps: measured.slow_steps,
            facets: counters.facets,
            edge_pairs: counters.edge_pairs,
            recorded: scratch.record.len(),
        },
    }
}

fn manifold<V: Space + Build>(pair: &Convexes<'_, V>, poses: &Poses<V>, query: &Query) -> ManifoldReport
where
    V::Wide: Build,
{
    let margin = margin(query);
    let mut manifold = Manifold::new();
    let settings = Settings::with_margin(V::Scalar::narrow_up(margin));
    collide(pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    let points = points(&manifold, poses);
    let normal = (!points.is_empty()).then(|| V::coords(poses.a.vector(manifold.normal.widen())));
    ManifoldReport { margin, given: query.prediction.is_some(), normal, points }
}

/// GJK on the two cores and, where they overlap, EPA.
fn search<V: Space + Build>(pair: &Convexes<'_, V>, options: Options) -> SearchReport
where
    V::Wide: Build,
{
    let difference = Difference::new(&pair.a, &pair.b, &pair.b_in_a);
    let cores = Cores { difference: &difference, guess: options.guess };
    let gjk = cores.run(clinch::gjk::Limits::<V::Scalar>::measure().iterations);
    let expansion = Expansion::of(&difference, &gjk);
    let expanded = expansion.as_ref().map(|expansion| expansion.run(&epa::Limits::default()));
    let full = expanded.as_ref().map_or(&gjk.1, |expanded| &expanded.record);
    let mut pool = Pool::of(full);
    let recorded = [gjk.1.len(), full.len()];
    let gjk = cores.report(&gjk, &mut pool);
    let epa = expansion.as_ref().zip(expanded.as_ref()).map(|(expansion, expanded)| expansion.report(expanded, &mut pool));
    SearchReport {
        radii: pair.a.radius_wide() + pair.b.radius_wide(),
        outline: outline::<V>(|direction| difference.vertex(direction).point),
        size: difference.size(),
        error: difference.error(),
        gjk,
        epa,
        record: pool.report(),
        recorded,
    }
}
