//! A cast: the answer, and the shapes at the start, at each bound of the time, and at the end.

use clinch::contact::{Cast, CastOutcome, CastSettings, Space};
use clinch::gjk::CastLimits;
use clinch::support::{Basis, Difference, Rotation, Vector};
use clinch_pairs::cast_answer;
use clinch_testkit::build::Build;
use clinch_testkit::pair_file::{CastAnswer, Coords, Query, QueryKind};

use crate::cast_search::MovingCores;
use crate::input::Refusal;
use crate::inspect::shapes::{Convexes, InA, Shapes, precision};
use crate::report::{CastEnd, CastReport, CastSearchReport, CastState};

/// The report of a cast of two shapes, or of a ray.
pub(super) fn report<V: Space + Build>(query: &Query, shapes: &dyn Shapes<V>) -> Result<CastReport, Refusal>
where
    V::Wide: Build,
{
    let ray = query.kind == QueryKind::RayCast;
    let velocity = |coords: &Option<Coords>| coords.as_ref().map_or(V::Wide::ZERO, <V::Wide as Build>::vector);
    let velocities = if ray { [V::Wide::ZERO, velocity(&query.dir)] } else { [velocity(&query.vel_a), velocity(&query.vel_b)] };
    let target_distance = if ray { 0.0 } else { query.target_distance.unwrap_or(0.0).max(0.0) };
    let settings = CastSettings { target_distance, max_time: query.max_toi.unwrap_or(f64::INFINITY), ..CastSettings::default() };
    let poses = shapes.poses();
    let in_a = InA { velocity: poses.a.rotation.basis().unrotate(velocities[1] - velocities[0]), ray };
    let (cast, parts) = shapes.cast(&in_a, &settings);
    let line = cast_answer(query, &cast, |time| poses.after(velocities, time))?;
    let reports = shapes.reports();
    let unbounded = reports.iter().any(|shape| shape.half_space.is_some());
    let way = Way { shapes, velocities, in_a: in_a.velocity, settings: &settings };
    let (states, search) = way.states(&cast, shapes.convex().filter(|_| !unbounded).as_ref());
    Ok(CastReport {
        id: query.id.clone(),
        dim: V::DIM,
        precision: precision::<V>(),
        shapes: reports,
        ray,
        velocities: velocities.map(V::coords),
        max_time: Some(settings.max_time).filter(|time| time.is_finite()),
        target_distance,
        end: way.end(&cast),
        line: CastAnswer { parts, notes: shapes.notes(), ..line },
        path: shapes.path(&cast, &in_a, &settings),
        states,
        search,
    })
}

/// The shapes and their motion.
struct Way<'w, V: Space + Build>
where
    V::Wide: Build,
{
    shapes: &'w dyn Shapes<V>,
    /// In the world, per unit of time.
    velocities: [V::Wide; 2],
    /// That of B in A's frame.
    in_a: V::Wide,
    settings: &'w CastSettings,
}

impl<V: Space + Build> Way<'_, V>
where
    V::Wide: Build,
{
    fn end(&self, cast: &Cast<V>) -> CastEnd {
        let end =
            CastEnd { lower: None, at_start: false, separation: None, axis: None, proven: None, steps: cast.steps, calls: cast.calls };
        match &cast.outcome {
            CastOutcome::Hit(impact) => {
                CastEnd { lower: Some(impact.lower), at_start: impact.at_start, separation: Some(impact.separation), ..end }
            }
            CastOutcome::Miss { axis, proven } => {
                CastEnd { axis: Some(V::coords(self.shapes.poses().a.vector(*axis))), proven: Some(*proven), ..end }
            }
            CastOutcome::Exhausted { lower } => CastEnd { lower: Some(*lower), ..end },
            CastOutcome::Undefined => end,
        }
    }

    /// `cores`: the shapes whose cores can be searched.
    fn states(&self, cast: &Cast<V>, cores: Option<&Convexes<'_, V>>) -> (Vec<CastState>, Option<CastSearchReport>) {
        let mut states = vec![self.state("start", 0.0)];
        let difference = cores.map(|pair| (Difference::new(&pair.a, &pair.b, &pair.b_in_a), pair.a.radius_wide() + pair.b.radius_wide()));
        let settings = self.settings;
        let cores = difference.as_ref().map(|(difference, radii)| MovingCores {
            difference,
            motion: self.in_a,
            radii: *radii,
            target_distance: settings.target_distance,
            until: settings.max_time,
        });
        let full = cores.as_ref().map(|cores| cores.run(CastLimits::default().steps));
        if let (Some(cores), Some((full, _))) = (&cores, &full) {
            for bound in cores.bounds(full) {
                let state = self.state("bound", bound.lower);
                states.push(CastState { limit: Some(bound.limit), calls: Some(bound.calls), record: bound.record, ..state });
            }
        }
        let before = states.last().map_or(0.0, |state| state.time);
        let mut end = match &cast.outcome {
            CastOutcome::Hit(_) => self.hit(cast),
            _ => self.state("miss", if settings.max_time.is_finite() { settings.max_time } else { before }),
        };
        let last = end.time;
        if let Some((full, record)) = &full {
            end = CastState { calls: Some(full.calls), record: record.clone(), ..end };
        }
        if end.what == "hit" && end.time == 0.0 {
            states.clear();
        }
        states.push(end);
        let search = cores.zip(full).map(|(cores, (full, _))| cores.report(&full, last));
        (states, search)
    }

    /// The shapes at a time, and the distance there.
    fn state(&self, what: &'static str, time: f64) -> CastState {
        let poses = self.shapes.poses().after(self.velocities, time);
        let near = self.shapes.separation(&poses);
        CastState {
            what,
            limit: None,
            calls: None,
            time,
            at: [V::coords(poses.a.translation), V::coords(poses.b.translation)],
            moved: V::coords(self.in_a * time),
            distance: near.map(|near| near.distance),
            normal: near.map(|near| V::coords(poses.a.vector(near.normal))),
            point_a: near.map(|near| V::coords(poses.a.point(near.point_a))),
            point_b: near.map(|near| V::coords(poses.b.point(near.point_b))),
            record: Vec::new(),
        }
    }

    /// The state at the hit has the points and the normal of the answer.
    fn hit(&self, cast: &Cast<V>) -> CastState {
        let CastOutcome::Hit(impact) = &cast.outcome else { return self.state("miss", 0.0) };
        let poses = self.shapes.poses().after(self.velocities, impact.time);
        CastState {
            distance: Some(impact.separation),
            normal: Some(V::coords(poses.a.vector(impact.normal))),
            point_a: Some(V::coords(poses.a.point(impact.point_a))),
            point_b: Some(V::coords(poses.b.point(impact.point_b))),
            ..self.state("hit", impact.time)
        }
    }
}
