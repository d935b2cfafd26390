//! Every question of the four doors, and what none of their answers may be, whatever the shapes and numbers.
//!
//! * Asked twice: the same bits. Written out, a float has the digits that tell it from all others, so texts are compared.
//! * A number that is none is an answer, if the whole answer says so. One that is an answer has its bounds in order, its distance between them, and a normal of
//!   length 1. Two questions about the same thing do not contradict each other.
//! * Of a tame pair every question has an answer.

use core::fmt::{self, Write};

use clinch::contact::{InitialOverlap, Manifold};
use clinch::support::{Pose, Scalar, Sweep, Vector};
use clinch::{Answer, CastStatus, Impact, Motion, Penetration, PointProjection, Ray};
use clinch_testkit::build::Build;
use clinch_testkit::fnv::Fnv;
use clinch_testkit::pair_file::Coords;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::draw::Drawn;
use crate::subject::Soaked;

/// One of the doors.
pub trait Door: Soaked {
    /// The turn of this length about this axis; in the plane about z.
    fn turn(about: DVec3) -> Self::Turn;

    /// All that this door answers about a pair.
    fn ask(asked: &Asked<'_, Self>) -> Answers<Self>;
}

/// A pair in a world, with all that is needed for every question.
pub struct Asked<'a, V: Soaked> {
    /// A.
    pub a: &'a V::Shape,
    /// B.
    pub b: &'a V::Shape,
    /// Where A is.
    pub pose_a: Pose<V>,
    /// Where B is.
    pub pose_b: Pose<V>,
    /// How they move straight on.
    pub motion: Motion<V>,
    /// How they move and turn.
    pub sweeps: [Sweep<V>; 2],
    /// A ray; its origin is also the point that is looked for.
    pub ray: Ray<V>,
    /// The margin of a manifold, and what nearest points may be apart.
    pub margin: V::Scalar,
}

/// All that a door answers about a pair.
#[derive(Clone, Debug)]
pub struct Answers<V: Vector> {
    intersects: bool,
    distance: V::Scalar,
    signed: V::Scalar,
    contact: Answer<V>,
    closest: Option<Answer<V>>,
    penetration: Option<Penetration<V>>,
    manifold: Manifold<V>,
    cast: Impact<V>,
    leaving: Impact<V>,
    time_of_impact: Impact<V>,
    contains: bool,
    projection: PointProjection<V>,
    ray: Impact<V>,
    hollow: Impact<V>,
}

macro_rules! door {
    ($vector:ty, $door:path, $turn:expr) => {
        impl Door for $vector {
            fn turn(about: DVec3) -> Self::Turn {
                let turn: fn(DVec3) -> Self::Turn = $turn;
                turn(about)
            }

            fn ask(asked: &Asked<'_, Self>) -> Answers<Self> {
                use $door as door;
                let Asked { a, b, pose_a, pose_b, motion, sweeps, ray, margin } = asked;
                Answers {
                    intersects: door::intersects(*a, pose_a, *b, pose_b),
                    distance: door::distance(*a, pose_a, *b, pose_b),
                    signed: door::signed_distance(*a, pose_a, *b, pose_b),
                    contact: door::contact(*a, pose_a, *b, pose_b),
                    closest: door::closest_points(*a, pose_a, *b, pose_b, *margin),
                    penetration: door::penetration(*a, pose_a, *b, pose_b),
                    manifold: door::manifold(*a, pose_a, *b, pose_b, *margin),
                    cast: door::cast_shape(*a, pose_a, *b, pose_b, motion),
                    leaving: door::cast_shape(
                        *a,
                        pose_a,
                        *b,
                        pose_b,
                        &Motion { initial_overlap: InitialOverlap::IgnoreSeparating, ..*motion },
                    ),
                    time_of_impact: door::time_of_impact(*a, &sweeps[0], *b, &sweeps[1], motion.target_distance),
                    contains: door::contains_point(*a, pose_a, ray.origin),
                    projection: door::project_point(*a, pose_a, ray.origin),
                    ray: door::cast_ray(*a, pose_a, ray),
                    hollow: door::cast_ray(*a, pose_a, &Ray { solid: false, ..*ray }),
                }
            }
        }
    };
}

door!(Vec3, clinch::d3, |about| about.as_vec3());
door!(DVec3, clinch::d3::f64, |about| about);
door!(Vec2, clinch::d2, |about| about.z as f32);
door!(DVec2, clinch::d2::f64, |about| about.z);

impl<'a, V: Door> Asked<'a, V> {
    /// What was drawn, in the precision of this door.
    pub fn of(drawn: &Drawn, a: &'a V::Shape, b: &'a V::Shape) -> Self {
        let query = &drawn.query;
        let vector = |coords: &Option<Coords>| coords.as_ref().map_or(V::ZERO, <V as Build>::vector);
        let scalar = |number: Option<f64>| V::Scalar::narrow(number.unwrap_or(0.0));
        let [pose_a, pose_b] = [&query.pose_a, &query.pose_b].map(<V as Build>::pose);
        let [motion_a, motion_b] = [&query.vel_a, &query.vel_b].map(vector);
        let sweep = |start: Pose<V>, motion: V, center: V, about: DVec3| Sweep { start, center, motion, turn: <V as Door>::turn(about) };
        Self {
            a,
            b,
            pose_a,
            pose_b,
            motion: Motion {
                a: motion_a,
                b: motion_b,
                max_time: scalar(query.max_toi),
                target_distance: scalar(query.target_distance),
                initial_overlap: InitialOverlap::Report,
            },
            // B turns about a point beside it.
            sweeps: [sweep(pose_a, motion_a, V::ZERO, drawn.turns[0]), sweep(pose_b, motion_b, vector(&query.dir), drawn.turns[1])],
            ray: Ray { max_time: scalar(query.max_toi), ..Ray::new(vector(&query.origin), vector(&query.dir)) },
            margin: scalar(query.prediction),
        }
    }
}

/// A text that is not kept.
struct Hashed(Fnv);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.bytes(text.as_bytes());
        Ok(())
    }
}

/// One number for all that is written of a value.
pub fn hash_of(value: &impl fmt::Debug) -> u64 {
    let mut hashed = Hashed(Fnv::new());
    // Hashing does not fail.
    let _ = write!(hashed, "{value:?}");
    hashed.0.value()
}

/// All questions, twice; what is wrong with the answers goes to `wrong`.
pub fn check<V: Door>(asked: &Asked<'_, V>, tame: bool, wrong: &mut Vec<String>) -> Answers<V> {
    let answers = V::ask(asked);
    let again = V::ask(asked);
    let mut found = Wrong { tame, what: Vec::new() };
    found.unless("asked again, another answer", hash_of(&answers) == hash_of(&again));
    answers.check(asked, &mut found);
    if !found.what.is_empty() {
        wrong.append(&mut found.what);
        wrong.push(format!("answered: {answers:?}"));
    }
    answers
}

struct Wrong {
    tame: bool,
    what: Vec<String>,
}

impl Wrong {
    fn unless(&mut self, what: &str, right: bool) {
        if !right {
            self.what.push(what.to_owned());
        }
    }

    /// Of length 1, in the precision of the vector. Near the ends of the range of `f64` squares have few digits left, or one.
    fn normal<V: Vector>(&mut self, what: &str, normal: V) {
        let most = if self.tame { 16.0 * V::Scalar::EPSILON.widen() } else { 0.1 };
        self.unless(what, (normal.widen().length() - 1.0).abs() <= most);
    }

    /// Bounds in order, the distance between them, a normal.
    fn bounded<V: Vector>(&mut self, what: [&'static str; 2], [lower, middle, upper]: [V::Scalar; 3], normal: V) {
        self.unless(what[0], lower <= middle && middle <= upper);
        self.normal(what[1], normal);
    }
}

/// More support calls than any limit allows: a limit does not hold.
const CALLS: u32 = 100_000;

impl<V: Soaked> Answers<V> {
    fn check(&self, asked: &Asked<'_, V>, found: &mut Wrong) {
        let tame = found.tame;
        let (zero, contact) = (V::Scalar::ZERO, &self.contact);
        let same = |x: V::Scalar, y: V::Scalar| x == y || x.widen().is_nan() && y.widen().is_nan();
        found.unless("contact: no answer", !tame || !contact.is_undefined());
        if !contact.is_undefined() {
            let numbers = [contact.lower, contact.distance, contact.upper];
            found.bounded::<V>(["contact: the bounds do not hold the distance", "contact: the normal is none"], numbers, contact.normal);
            found.unless("intersects: yes of what is proved to be apart", !(self.intersects && contact.lower > zero));
            found.unless("intersects: no of what is proved to overlap", self.intersects || contact.upper >= zero);
        }
        found.unless("contact: too many calls", contact.support_calls < CALLS);
        found.unless("signed_distance: not that of contact", same(self.signed, contact.distance));
        found.unless("distance: not that of contact", same(self.distance, if contact.distance < zero { zero } else { contact.distance }));

        let margin = if asked.margin > zero { asked.margin } else { zero };
        match &self.closest {
            None => found.unless("closest_points: nothing of what is within the distance", !(contact.upper < margin)),
            Some(near) if near.is_undefined() => found.unless("closest_points: no answer where there is one", contact.is_undefined()),
            Some(near) => {
                let numbers = [near.lower, near.distance, near.upper];
                found.bounded::<V>(
                    ["closest_points: the bounds do not hold the distance", "closest_points: the normal is none"],
                    numbers,
                    near.normal,
                );
                found.unless("closest_points: something beyond the distance", !(contact.lower > margin));
            }
        }
        match &self.penetration {
            None => found.unless("penetration: none of what is proved to overlap", !(contact.upper < zero)),
            Some(deep) if deep.is_undefined() => found.unless("penetration: no answer where there is one", contact.is_undefined()),
            Some(deep) => {
                let numbers = [deep.lower, deep.depth, deep.upper];
                found.bounded::<V>(
                    ["penetration: the bounds do not hold the depth", "penetration: the normal is none"],
                    numbers,
                    deep.normal,
                );
                found.unless("penetration: of what is proved to be apart", !(contact.lower > zero));
            }
        }
        self.check_manifold(found);

        let until = if asked.motion.max_time > zero { asked.motion.max_time } else { zero };
        for (what, impact) in [("cast", &self.cast), ("leaving", &self.leaving), ("ray", &self.ray), ("hollow ray", &self.hollow)] {
            check_impact(impact, until, what, found);
        }
        check_impact(&self.time_of_impact, V::Scalar::ONE, "time of impact", found);

        let near = &self.projection;
        found.unless("project: no answer", !tame || !near.is_undefined());
        if !near.is_undefined() {
            found.bounded::<V>(
                ["project: the bounds do not hold the distance", "project: the normal is none"],
                [near.lower, near.distance, near.upper],
                near.normal,
            );
            found.unless("contains: yes of a point that is proved to be outside", !(self.contains && near.lower > zero));
            found.unless("contains: no of a point that is proved to be inside", self.contains || near.upper >= zero);
        }
    }

    fn check_manifold(&self, found: &mut Wrong) {
        let points = &self.manifold.points;
        found.unless("manifold: too many points", points.len() <= 2 * (V::DIM - 1));
        // What does not end has no deepest point.
        let deep = self.contact.upper < V::Scalar::ZERO && self.contact.distance.is_finite();
        found.unless("manifold: no point of what is proved to overlap", !deep || !points.is_empty());
        if !points.is_empty() {
            found.normal("manifold: the normal is none", self.manifold.normal);
            let finite = points.iter().all(|point| point.on_a.is_finite() && point.on_b.is_finite() && point.separation.is_finite());
            found.unless("manifold: a point is none", !found.tame || finite);
        }
    }
}

fn check_impact<V: Vector>(impact: &Impact<V>, until: V::Scalar, what: &str, found: &mut Wrong) {
    let tame = found.tame;
    if impact.is_hit() {
        found.normal(&format!("{what}: the normal is none"), impact.normal);
    }
    let mut unless = |which: &str, right: bool| {
        if !right {
            found.what.push(format!("{what}: {which}"));
        }
    };
    match impact.status {
        CastStatus::Hit | CastStatus::AtStart => {
            unless("a time out of range", V::Scalar::ZERO <= impact.time && impact.time <= until && impact.lower <= impact.time);
            unless("at the start and not at 0", impact.status == CastStatus::Hit || impact.time == V::Scalar::ZERO);
            unless("a point is none", !tame || impact.point_a.is_finite() && impact.point_b.is_finite());
            // A half-space may be entered without end.
            unless("the separation is none", !impact.separation.widen().is_nan());
        }
        CastStatus::Miss => unless("a miss that is not proved to the end", impact.lower == until),
        // What spins close by takes steps as short as the root of the gap: it says so, with what is proved.
        CastStatus::Exhausted => unless("the search gave up", !tame || what == "time of impact"),
        CastStatus::Undefined => unless("no answer", !tame),
    }
    unless("too many calls", impact.support_calls < CALLS);
}
