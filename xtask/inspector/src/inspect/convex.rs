//! One pair: its answer, its manifold, and the steps of GJK and EPA on its cores.

use clinch::contact::{Manifold, Memory, Pair, Relation, Scratch, Separation, Settings, Space, collide};
use clinch::epa;
use clinch::shapes::{Convex, Core};
use clinch::support::{Basis, Difference, Pose, Rotation, Scalar, SupportMap, Vector};
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{ErrorKind, PoseSpec, Query, ShapeSpec};
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::expansion::Expansion;
use crate::input::{Options, Refusal, read};
use crate::outline::outline;
use crate::path::{kind, path};
use crate::pool::Pool;
use crate::report::{
    AnswerReport, ManifoldReport, Outline, PairReport, PointReport, PoseReport, Report, SearchReport, ShapeReport, Shown, Work,
};
use crate::search::Cores;

/// The margin of a line without a `prediction`, relative to the size of the pair.
const DEFAULT_MARGIN: f64 = 0.01;

/// The report of the first line of a text.
pub fn inspect(text: &str, options: Options) -> Report {
    let report = read(text).and_then(|(query, b)| match (query.dim, options.f64) {
        (2, false) => pair::<Vec2>(&query, &b, options),
        (2, true) => pair::<DVec2>(&query, &b, options),
        (3, false) => pair::<Vec3>(&query, &b, options),
        (3, true) => pair::<DVec3>(&query, &b, options),
        (dim, _) => Err(Refusal::new(ErrorKind::Unsupported, format!("dimension {dim}: a pair is in 2 or 3"))),
    });
    Report(report.map_or_else(|error| Shown::Refused { error }, |report| Shown::Pair(Box::new(report))))
}

/// A shape at its pose.
struct Placed<V: Space + Build> {
    shape: V::Shape,
    pose: Pose<V::Wide>,
}

impl<V: Space + Build> Placed<V>
where
    V::Wide: Build,
{
    fn of(name: &str, spec: &ShapeSpec, pose: &PoseSpec) -> Result<Self, Refusal> {
        let shape = V::shape(spec).map_err(|error| Refusal::new(error.kind(), format!("shape {name}: {error}")))?;
        let pose = V::Wide::pose(pose);
        if pose.is_finite() {
            return Ok(Self { shape, pose });
        }
        Err(Refusal::new(ErrorKind::Construct, format!("pose_{name} is not finite, or its rotation is zero")))
    }

    fn report(&self, spec: &ShapeSpec) -> ShapeReport {
        let Self { shape, pose } = self;
        let radius = shape.radius_wide();
        let core = |direction: V::Wide| shape.support_wide(direction).point;
        let swept = |direction: V::Wide| core(direction) + direction * (radius / direction.length());
        let half_space = match shape.core() {
            Core::HalfSpace { normal, offset } => Some((V::coords(normal), offset + radius)),
            _ => None,
        };
        let bounds = shape.bounds(pose);
        let bounded = bounds.min.is_finite() && bounds.max.is_finite();
        ShapeReport {
            spec: spec.clone(),
            core: kind(shape),
            radius,
            pose: pose_report::<V>(pose),
            outline: if half_space.is_some() { Outline::default() } else { outline::<V>(swept) },
            core_outline: (radius > 0.0 && half_space.is_none()).then(|| outline::<V>(core)),
            bounds: bounded.then(|| [V::coords(bounds.min), V::coords(bounds.max)]),
            half_space,
        }
    }
}

fn pose_report<V: Space + Build>(pose: &Pose<V::Wide>) -> PoseReport
where
    V::Wide: Build,
{
    let basis = pose.rotation.basis();
    PoseReport { axes: (0..V::DIM).map(|axis| V::coords(basis.axis(axis))).collect(), t: V::coords(pose.translation) }
}

fn pair<V: Space + Build>(query: &Query, spec_b: &ShapeSpec, options: Options) -> Result<PairReport, Refusal>
where
    V::Wide: Build,
{
    let (a, b) = (Placed::<V>::of("a", &query.a, &query.pose_a)?, Placed::<V>::of("b", spec_b, &query.pose_b)?);
    let pair: Shapes<'_, V> = Pair { a: &a.shape, b: &b.shape, b_in_a: b.pose.relative_to(&a.pose) };
    let poses = [&a.pose, &b.pose];
    let shapes = [a.report(&query.a), b.report(spec_b)];
    let unbounded = shapes.iter().any(|shape| shape.half_space.is_some());
    Ok(PairReport {
        id: query.id.clone(),
        dim: V::DIM,
        precision: if options.f64 { "f64" } else { "f32" },
        answer: answer(&pair, poses),
        manifold: manifold(&pair, poses, query),
        search: (!unbounded).then(|| search(&pair, options)),
        shapes,
    })
}

/// Erased, so that each algorithm is compiled once for pairs of any shapes, posed ones included.
/// That makes the page an eighth smaller.
type Shapes<'s, V> = Pair<V, &'s dyn Convex<V>, &'s dyn Convex<V>>;

/// The answer of `cargo xtask query`: a contact query with an infinite margin.
fn answer<V: Space + Build>(pair: &Shapes<'_, V>, [pose_a, pose_b]: [&Pose<V::Wide>; 2]) -> AnswerReport
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

fn manifold<V: Space + Build>(pair: &Shapes<'_, V>, [pose_a, pose_b]: [&Pose<V::Wide>; 2], query: &Query) -> ManifoldReport
where
    V::Wide: Build,
{
    let margin = query.prediction.unwrap_or(DEFAULT_MARGIN * query.extent());
    let mut manifold = Manifold::new();
    let settings = Settings::with_margin(V::Scalar::narrow_up(margin));
    collide(pair, &settings, &mut Memory::new(), &mut Scratch::new(), &mut manifold);
    let points = manifold.points.iter().map(|point| PointReport {
        on_a: V::coords(pose_a.point(point.on_a.widen())),
        on_b: V::coords(pose_b.point(point.on_b.widen())),
        separation: point.separation.widen(),
        feature: if point.feature == clinch::contact::FeatureId::WITNESS {
            "witness".to_owned()
        } else {
            format!("{:x}·{:x}", point.feature.0 >> 32, point.feature.0 & 0xFFFF_FFFF)
        },
        touching: point.touching,
    });
    let points: Vec<PointReport> = points.collect();
    let normal = (!points.is_empty()).then(|| V::coords(pose_a.vector(manifold.normal.widen())));
    ManifoldReport { margin, given: query.prediction.is_some(), normal, points }
}

/// GJK on the two cores and, where they overlap, EPA.
fn search<V: Space + Build>(pair: &Shapes<'_, V>, options: Options) -> SearchReport
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
