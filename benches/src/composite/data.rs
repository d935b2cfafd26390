//! The queries of a row, and the true answers to some of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use clinch_testkit::pair_file::{PoseSpec, ShapeSpec};
use clinch_testkit::random::Random;
use glam::DVec3;

use crate::composite::amount::Amount;
use crate::composite::body::Body;
use crate::composite::ground::Ground;
use crate::composite::row::Row;
use crate::composite::surface::Surface;
use crate::composite::tracks::tracks;
use crate::composite::truth::{of_body, of_point, of_ray};
use crate::data::Truth;
use crate::work::Work;

/// How far above the surface rays begin.
const RAYS_FROM: [f64; 2] = [1.0, 20.0];
/// How far points are above or below the plane of the surface, as powers of ten.
const POINTS_FROM: [f64; 2] = [-1.0, 1.0];
/// The seeds of rays and points.
const SEEDS: [u64; 2] = [21, 22];

/// What is queried.
#[derive(Clone, Debug, PartialEq)]
pub enum Queries {
    /// The manifolds of a body and the surface.
    Body {
        /// The body.
        shape: ShapeSpec,
        /// Its poses, by track and frame; the surface is at the origin.
        tracks: Vec<Vec<PoseSpec>>,
    },
    /// Where rays meet the surface: origins and directions.
    Rays(Vec<[DVec3; 2]>),
    /// The points of the surface that are nearest to points.
    Points(Vec<DVec3>),
    /// How the surface is built.
    Build,
}

/// The queries of a row.
pub struct Data {
    /// The surface.
    pub ground: Rc<Ground>,
    /// The queries.
    pub queries: Queries,
    /// Some queries of a pass, by their index, with the true answers.
    pub truths: Vec<(usize, Truth)>,
}

/// What has been made: surfaces are built once, and rows with the same queries share them.
pub struct Store {
    amount: Amount,
    grounds: BTreeMap<Surface, Rc<Ground>>,
    bodies: BTreeMap<(Surface, Body, bool), Rc<Data>>,
}

impl Store {
    /// Empty.
    pub fn new(amount: Amount) -> Self {
        Self { amount, grounds: BTreeMap::new(), bodies: BTreeMap::new() }
    }

    /// The queries of a row.
    pub fn get(&mut self, row: &Row) -> anyhow::Result<Rc<Data>> {
        let key = row.body.map(|body| (row.surface, body, row.work == Work::CompositeResting));
        if let Some(data) = key.and_then(|key| self.bodies.get(&key)) {
            return Ok(data.clone());
        }
        let ground = self.ground(row.surface)?;
        let queries = queries(&ground, row, self.amount);
        let truths = truths(&ground, &queries, self.amount.checked);
        let data = Rc::new(Data { ground, queries, truths });
        if let Some(key) = key {
            self.bodies.insert(key, data.clone());
        }
        Ok(data)
    }

    /// A surface.
    pub fn ground(&mut self, surface: Surface) -> anyhow::Result<Rc<Ground>> {
        if let Some(ground) = self.grounds.get(&surface) {
            return Ok(ground.clone());
        }
        let ground = Rc::new(Ground::new(surface)?);
        self.grounds.insert(surface, ground.clone());
        Ok(ground)
    }
}

fn queries(ground: &Ground, row: &Row, amount: Amount) -> Queries {
    if let Some(body) = row.body {
        let rest = row.work == Work::CompositeResting;
        return Queries::Body { shape: body.shape(), tracks: tracks(ground, body, amount, rest) };
    }
    let reach = ground.surface.reach();
    let single = |at: DVec3| at.as_vec3().as_dvec3();
    let place = |random: &mut Random| DVec3::new(random.range(-reach, reach), random.range(-reach, reach), 0.0);
    match row.work {
        Work::CompositeRay => {
            let random = &mut Random::new(SEEDS[0]);
            let ray = |_| {
                let origin = place(random) + DVec3::Z * random.range(RAYS_FROM[0], RAYS_FROM[1]);
                let direction = random.direction(3);
                [single(origin), single(DVec3 { z: -direction.z.abs(), ..direction })]
            };
            Queries::Rays((0..amount.rays).map(ray).collect())
        }
        Work::CompositePoint => {
            let random = &mut Random::new(SEEDS[1]);
            let point = |_| single(place(random) + DVec3::Z * random.sign() * random.power(POINTS_FROM[0], POINTS_FROM[1]));
            Queries::Points((0..amount.rays).map(point).collect())
        }
        _ => Queries::Build,
    }
}

fn truths(ground: &Ground, queries: &Queries, checked: usize) -> Vec<(usize, Truth)> {
    let count = match queries {
        Queries::Body { tracks, .. } => tracks.iter().map(Vec::len).sum(),
        Queries::Rays(rays) => rays.len(),
        Queries::Points(points) => points.len(),
        Queries::Build => return Vec::new(),
    };
    let checked = checked.min(count);
    let truth = |place: usize| match queries {
        // Frame by frame, and in each the tracks in their order.
        Queries::Body { shape, tracks } => of_body(ground, shape, &tracks[place % tracks.len()][place / tracks.len()]),
        Queries::Rays(rays) => Some(of_ray(ground, rays[place][0], rays[place][1])),
        Queries::Points(points) => of_point(ground, points[place]),
        Queries::Build => None,
    };
    // A stride that is no multiple of the tracks, so that many tracks are checked.
    let places = (0..checked).map(|index| index * count / checked.max(1) + index % (count / checked.max(1)).max(1));
    places.filter_map(|place| Some((place, truth(place)?))).collect()
}
