//! The queries of the modules `d2` and `d3` on one pair in both precisions, and what must be true
//! of the answers for any shapes and numbers.
//!
//! * The second answer to a query has the same bits. The debug texts are compared: they have the
//!   digits that distinguish a float from all others, but not one NaN from another.
//! * NaN is allowed if the whole answer is undefined. Every other answer has bounds in order, the
//!   distance between them, and a unit normal. The answers to two related queries do not contradict
//!   each other.
//! * For a tame pair every query has an answer, but a time of impact may end at its limit.

use core::fmt::{self, Write};

use clinch::contact::{InitialOverlap, Manifold};
use clinch::support::{Pose, Scalar, Sweep, Vector};
use clinch::{Answer, CastStatus, Impact, Motion, Penetration, PointProjection, Ray};
use clinch_testkit::build::Build;
use clinch_testkit::fnv::Fnv;
use clinch_testkit::pair_file::Coords;
use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::draw::Drawn;
use crate::subject::Probed;

/// The vector type of one of the modules.
pub trait Api: Probed {
    /// The rotation vector `about`, of an angle in radians; in 2D its z.
    fn rotation(about: DVec3) -> Self::Turn;

    /// The answers of this module to all queries on a pair.
    fn answers(queries: &Queries<'_, Self>) -> Answers<Self>;
}

/// A pair in the world, and the input of all queries.
pub struct Queries<'a, V: Probed> {
    /// Shape A.
    pub a: &'a V::Shape,
    /// Shape B.
    pub b: &'a V::Shape,
    /// The pose of A.
    pub pose_a: Pose<V>,
    /// The pose of B.
    pub pose_b: Pose<V>,
    /// The linear motions.
    pub motion: Motion<V>,
    /// The motions with rotations.
    pub sweeps: [Sweep<V>; 2],
    /// A ray. Its origin is also the point for point queries.
    pub ray: Ray<V>,
    /// The margin of a manifold, and the largest distance of closest points.
    pub margin: V::Scalar,
}

/// The answers of a module to all queries on a pair.
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

macro_rules! api {
    ($vector:ty, $module:path, $rotation:expr) => {
        impl Api for $vector {
            fn rotation(about: DVec3) -> Self::Turn {
                let rotation: fn(DVec3) -> Self::Turn = $rotation;
                rotation(about)
            }

            fn answers(queries: &Queries<'_, Self>) -> Answers<Self> {
                use $module as api;
                let Queries { a, b, pose_a, pose_b, motion, sweeps, ray, margin } = queries;
                Answers {
                    intersects: api::intersects(*a, pose_a, *b, pose_b),
                    distance: api::distance(*a, pose_a, *b, pose_b),
                    signed: api::signed_distance(*a, pose_a, *b, pose_b),
                    contact: api::contact(*a, pose_a, *b, pose_b),
                    closest: api::closest_points(*a, pose_a, *b, pose_b, *margin),
                    penetration: api::penetration(*a, pose_a, *b, pose_b),
                    manifold: api::manifold(*a, pose_a, *b, pose_b, *margin),
                    cast: api::cast_shape(*a, pose_a, *b, pose_b, motion),
                    leaving: api::cast_shape(
                        *a,
                        pose_a,
                        *b,
                        pose_b,
                        &Motion { initial_overlap: InitialOverlap::IgnoreSeparating, ..*motion },
                    ),
                    time_of_impact: api::time_of_impact(*a, &sweeps[0], *b, &sweeps[1], motion.target_distance),
                    contains: api::contains_point(*a, pose_a, ray.origin),
                    projection: api::project_point(*a, pose_a, ray.origin),
                    ray: api::cast_ray(*a, pose_a, ray),
                    hollow: api::cast_ray(*a, pose_a, &Ray { solid: false, ..*ray }),
                }
            }
        }
    };
}

api!(Vec3, clinch::d3, |about| about.as_vec3());
api!(DVec3, clinch::d3::f64, |about| about);
api!(Vec2, clinch::d2, |about| about.z as f32);
api!(DVec2, clinch::d2::f64, |about| about.z);

impl<'a, V: Api> Queries<'a, V> {
    /// The input of the queries, in the precision of this module.
    pub fn of(drawn: &Drawn, a: &'a V::Shape, b: &'a V::Shape) -> Self {
        let query = &drawn.query;
        let vector = |coords: &Option<Coords>| coords.as_ref().map_or(V::ZERO, <V as Build>::vector);
        let scalar = |number: Option<f64>| V::Scalar::narrow(number.unwrap_or(0.0));
        let [pose_a, pose_b] = [&query.pose_a, &query.pose_b].map(<V as Build>::pose);
        let [motion_a, motion_b] = [&query.vel_a, &query.vel_b].map(vector);
        let sweep = |start: Pose<V>, motion: V, center: V, about: DVec3| Sweep { start, center, motion, turn: <V as Api>::rotation(about) };
        Self {
            a,
            b,
            pose_a,
            pose_b,
            motion: Motion {
                a: motion_a,
                max_time: scalar(query.max_toi),
                target_distance: scalar(query.target_distance),
                ..Motion::of_b(motion_b)
            },
            // B rotates about a point beside it.
            sweeps: [sweep(pose_a, motion_a, V::ZERO, drawn.turns[0]), sweep(pose_b, motion_b, vector(&query.dir), drawn.turns[1])],
            ray: Ray { max_time: scalar(query.max_toi), ..Ray::new(vector(&query.origin), vector(&query.dir)) },
            margin: scalar(query.prediction),
        }
    }
}

/// Hashes a text without storing it.
struct Hashed(Fnv);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.bytes(text.as_bytes());
        Ok(())
    }
}

/// The hash of the debug text of a value.
pub fn hash_of(value: &impl fmt::Debug) -> u64 {
    let mut hashed = Hashed(Fnv::new());
    // Hashing does not fail.
    let _ = write!(hashed, "{value:?}");
    hashed.0.value()
}

/// Runs all queries twice. Faults of the answers are added to `wrong`.
pub fn check<V: Api>(queries: &Queries<'_, V>, tame: bool, wrong: &mut Vec<String>) -> Answers<V> {
    let answers = V::answers(queries);
    let again = V::answers(queries);
    let mut found = Wrong { tame, what: Vec::new() };
    found.unless("different the second time", hash_of(&answers) == hash_of(&again));
    answers.check(queries, &mut found);
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

    /// Unit, in the precision of the vector. Near the ends of the range of `f64`, squares have few
    /// digits or one.
    fn normal<V: Vector>(&mut self, what: &str, normal: V) {
        let most = if self.tame { 16.0 * V::Scalar::EPSILON.widen() } else { 0.1 };
        self.unless(what, (normal.widen().length() - 1.0).abs() <= most);
    }

    /// Bounds in order, the distance between them, and a unit normal.
    fn bounded<V: Vector>(&mut self, what: [&'static str; 2], [lower, middle, upper]: [V::Scalar; 3], normal: V) {
        self.unless(what[0], lower <= middle && middle <= upper);
        self.normal(what[1], normal);
    }
}

/// More support calls than any limit allows.
const CALLS: u32 = 100_000;

impl<V: Probed> Answers<V> {
    fn check(&self, queries: &Queries<'_, V>, found: &mut Wrong) {
        let tame = found.tame;
        let (zero, contact) = (V::Scalar::ZERO, &self.contact);
        let same = |x: V::Scalar, y: V::Scalar| x == y || x.widen().is_nan() && y.widen().is_nan();
        found.unless("contact: no answer", !tame || !contact.is_undefined());
        if !contact.is_undefined() {
            let numbers = [contact.lower, contact.distance, contact.upper];
            found.bounded::<V>(
                ["contact: the distance is outside of the bounds", "contact: the normal is not a unit vector"],
                numbers,
                contact.normal,
            );
            found.unless("intersects: yes for shapes that are proved to be apart", !(self.intersects && contact.lower > zero));
            found.unless("intersects: no for shapes that are proved to overlap", self.intersects || contact.upper >= zero);
        }
        found.unless("contact: too many calls", contact.support_calls < CALLS);
        found.unless("signed_distance: not that of contact", same(self.signed, contact.distance));
        found.unless("distance: not that of contact", same(self.distance, if contact.distance < zero { zero } else { contact.distance }));

        let margin = if queries.margin > zero { queries.margin } else { zero };
        match &self.closest {
            None => found.unless("closest_points: none for shapes within the distance", !(contact.upper < margin)),
            Some(near) if near.is_undefined() => found.unless("closest_points: no answer where there is one", contact.is_undefined()),
            Some(near) => {
                let numbers = [near.lower, near.distance, near.upper];
                found.bounded::<V>(
                    ["closest_points: the distance is outside of the bounds", "closest_points: the normal is not a unit vector"],
                    numbers,
                    near.normal,
                );
                found.unless("closest_points: points beyond the distance", !(contact.lower > margin));
            }
        }
        match &self.penetration {
            None => found.unless("penetration: none for shapes that are proved to overlap", !(contact.upper < zero)),
            Some(deep) if deep.is_undefined() => found.unless("penetration: no answer where there is one", contact.is_undefined()),
            Some(deep) => {
                let numbers = [deep.lower, deep.depth, deep.upper];
                found.bounded::<V>(
                    ["penetration: the depth is outside of the bounds", "penetration: the normal is not a unit vector"],
                    numbers,
                    deep.normal,
                );
                found.unless("penetration: one for shapes that are proved to be apart", !(contact.lower > zero));
            }
        }
        self.check_manifold(found);

        let until = if queries.motion.max_time > zero { queries.motion.max_time } else { zero };
        for (what, impact) in [("cast", &self.cast), ("leaving", &self.leaving), ("ray", &self.ray), ("hollow ray", &self.hollow)] {
            check_impact(impact, until, what, found);
        }
        check_impact(&self.time_of_impact, V::Scalar::ONE, "time of impact", found);

        let near = &self.projection;
        found.unless("project: no answer", !tame || !near.is_undefined());
        if !near.is_undefined() {
            found.bounded::<V>(
                ["project: the distance is outside of the bounds", "project: the normal is not a unit vector"],
                [near.lower, near.distance, near.upper],
                near.normal,
            );
            found.unless("contains: yes for a point that is proved to be outside", !(self.contains && near.lower > zero));
            found.unless("contains: no for a point that is proved to be inside", self.contains || near.upper >= zero);
        }
    }

    fn check_manifold(&self, found: &mut Wrong) {
        let points = &self.manifold.points;
        found.unless("manifold: too many points", points.len() <= 2 * (V::DIM - 1));
        // An unbounded overlap has no deepest point.
        let is_deep = self.contact.upper < V::Scalar::ZERO && self.contact.distance.is_finite();
        found.unless("manifold: no point for shapes that are proved to overlap", !is_deep || !points.is_empty());
        if !points.is_empty() {
            found.normal("manifold: the normal is not a unit vector", self.manifold.normal);
            let finite = points.iter().all(|point| point.on_a.is_finite() && point.on_b.is_finite() && point.separation.is_finite());
            found.unless("manifold: a point is not finite", !found.tame || finite);
        }
    }
}

fn check_impact<V: Vector>(impact: &Impact<V>, until: V::Scalar, what: &str, found: &mut Wrong) {
    let tame = found.tame;
    if impact.is_hit() {
        found.normal(&format!("{what}: the normal is not a unit vector"), impact.normal);
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
            unless("a point is not finite", !tame || impact.point_a.is_finite() && impact.point_b.is_finite());
            // A cast into a half-space may have an unbounded separation.
            unless("the separation is NaN", !impact.separation.widen().is_nan());
        }
        CastStatus::Miss => unless("a miss that is not proved to the end", impact.lower == until),
        // Near a rotating shape the steps are as short as the root of the gap: the search may end
        // at its limit, with the proved part.
        CastStatus::Exhausted => unless("the search gave up", !tame || what == "time of impact"),
        CastStatus::Undefined => unless("no answer", !tame),
    }
    unless("too many calls", impact.support_calls < CALLS);
}
