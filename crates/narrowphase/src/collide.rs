//! COLLIDE: every row alone, on as many threads as there are.
//!
//! Rows are cut into chunks in the order in which they lie in memory; a chunk borrows one scratch. A row reads its two colliders and writes itself, so neither
//! the cut nor the schedule can change a bit.

use std::hash::Hash;

use bevy_tasks::TaskPool;
use clinch_contact::{Clip, Manifold, Measured, Memory, Overlap, Pair, Relation, Scratch, Settings, collide, overlap};
use clinch_support::{Pose, Scalar};

use crate::key::PairKey;
use crate::members::{Member, Members, Places};
use crate::placed::Placed;
use crate::rules::PairRules;
use crate::span::{here, step};
use crate::table::{ContactTable, Row, State};
use crate::tally::Tally;
use crate::workers::Workers;

/// Rows that are worth a thread. Smaller: handing out costs more than colliding.
const CHUNK: usize = 128;

/// Chunks for each thread, so that a slow stretch of rows does not leave one thread alone with it. Larger: handing out costs more.
const CHUNKS_PER_THREAD: usize = 8;

/// What all rows of a tick are collided with.
struct Tick<'t, K, V: Clip, P, R> {
    members: &'t Members<K, V>,
    places: &'t Places<P>,
    rules: &'t R,
    settings: &'t Settings<V::Scalar>,
    /// The settings are others than last tick's: what is at rest is collided, too.
    all_anew: bool,
}

impl<K: Copy + Ord + Hash + Send + Sync, V: Clip> ContactTable<K, V> {
    /// Computes the contact of every pair, on the threads of `workers`. `places` are those of the roll call.
    pub fn collide<P: Placed<V>>(
        &mut self,
        places: &Places<P>,
        rules: &impl PairRules<K, V::Scalar>,
        settings: &Settings<V::Scalar>,
        workers: &mut Workers<V>,
    ) -> Tally {
        step!("collide", pairs = self.len());
        let all_anew = self.settings.replace(*settings) != Some(*settings);
        let Self { members, rows, .. } = self;
        let tick = Tick { members, places, rules, settings, all_anew };
        let (pool, scratches) = workers.split();
        match pool {
            Some(pool) if rows.len() > CHUNK => tick.collide_on(pool, rows, scratches),
            _ => {
                scratches.resize_with(scratches.len().max(1), Scratch::new);
                tick.collide(rows, &mut scratches[0])
            }
        }
    }
}

impl<K: Copy + Ord + Hash + Send + Sync, V: Clip, P: Placed<V>, R: PairRules<K, V::Scalar>> Tick<'_, K, V, P, R> {
    fn collide_on(&self, pool: &TaskPool, rows: &mut [Row<K, V>], scratches: &mut Vec<Scratch<V>>) -> Tally {
        let chunks = (CHUNKS_PER_THREAD * pool.thread_num()).clamp(1, rows.len().div_ceil(CHUNK));
        if scratches.len() < chunks {
            scratches.resize_with(chunks, Scratch::new);
        }
        let collide = &here();
        let tallies = pool.scope(|scope| {
            for (rows, scratch) in rows.chunks_mut(rows.len().div_ceil(chunks)).zip(scratches.iter_mut()) {
                scope.spawn(async move {
                    step!("share", rows = rows.len(), of collide);
                    self.collide(rows, scratch)
                });
            }
        });
        let mut sum = Tally::default();
        for tally in tallies {
            sum += tally;
        }
        sum
    }

    fn collide(&self, rows: &mut [Row<K, V>], scratch: &mut Scratch<V>) -> Tally {
        let mut tally = Tally::default();
        for row in rows.iter_mut().filter(|row| row.state != State::Free) {
            self.collide_row(row, scratch, &mut tally);
            tally.count(row);
        }
        tally
    }

    fn collide_row(&self, row: &mut Row<K, V>, scratch: &mut Scratch<V>, tally: &mut Tally) {
        let [a, b] = row.slots;
        let (Some(place_a), Some(place_b)) = (self.places.0.get(a as usize), self.places.0.get(b as usize)) else {
            row.keep_reported();
            return row.end(State::Rejected);
        };
        if [a, b].iter().all(|&slot| self.members.seat(slot).undisturbed()) && row.state != State::New && !self.all_anew {
            row.fresh = false;
            tally.at_rest += 1;
            return;
        }
        let (a, b) = (self.members.get(a), self.members.get(b));
        row.fresh = true;
        row.keep_reported();
        row.bodies = PairKey { a: a.body(), b: b.body() };
        if row.versions != [a.version, b.version] {
            row.versions = [a.version, b.version];
            row.memory = Memory::new();
        }
        let pair = Pair { a: &a.shape, b: &b.shape, b_in_a: place_b.pose_in(place_a) };
        let first = row.state == State::New;
        let pose = Pose::narrow(&pair.b_in_a);
        row.b_in_a_before = if first { pose } else { row.b_in_a };
        row.b_in_a = pose;
        if !a.attributes.may_meet(a.key(), &b.attributes, b.key()) || !self.rules.allows(row.key()) {
            return row.end(State::Rejected);
        }
        let sensor = a.attributes.sensor || b.attributes.sensor;
        let settings = self.settings_of(a, b, row.key(), sensor);
        let done = if sensor {
            row.manifold.clear();
            Done::of_sensor(&overlap(&pair, &settings, &mut row.memory, scratch))
        } else {
            Done::of_solid(&collide(&pair, &settings, &mut row.memory, scratch, &mut row.manifold))
        };
        row.state = done.state;
        tally.support_calls += u64::from(done.calls);
        tally.slow_steps += u64::from(done.slow_steps);
        tally.unfinished += u64::from(done.unfinished);
        if done.recycled {
            *(if done.state == State::Apart { &mut tally.skipped } else { &mut tally.recycled }) += 1;
        }
    }

    fn settings_of(&self, a: &Member<K, V>, b: &Member<K, V>, key: PairKey<K>, sensor: bool) -> Settings<V::Scalar> {
        if sensor {
            return Settings { margin: V::Scalar::ZERO, ..*self.settings };
        }
        let half = self.settings.margin * V::Scalar::narrow(0.5);
        let margin = a.attributes.margin.unwrap_or(half) + b.attributes.margin.unwrap_or(half);
        Settings { margin: self.rules.margin(key, margin), skin_a: a.attributes.skin, skin_b: b.attributes.skin, ..*self.settings }
    }
}

/// What was found of a pair, and what it cost.
struct Done {
    state: State,
    calls: u32,
    slow_steps: u32,
    unfinished: bool,
    recycled: bool,
}

impl Done {
    fn of_solid<V: Clip>(measured: &Measured<V>) -> Self {
        let &Measured { relation, calls, slow_steps, unfinished, recycled } = measured;
        let state = match relation {
            Relation::Beyond { .. } => State::Apart,
            Relation::Near(separation) if separation.is_touching() => State::Touching,
            Relation::Near(_) => State::Speculative,
            Relation::Undefined => State::Undefined,
        };
        Self { state, calls, slow_steps, unfinished, recycled }
    }

    fn of_sensor(&Overlap { touching, calls, slow_steps, unfinished, recycled }: &Overlap) -> Self {
        let state = match touching {
            Some(false) => State::Apart,
            Some(true) => State::Touching,
            None => State::Undefined,
        };
        Self { state, calls, slow_steps, unfinished, recycled }
    }
}

impl<K, V: Clip> Row<K, V> {
    /// No contact.
    pub(crate) fn end(&mut self, state: State) {
        self.manifold = Manifold::new();
        self.state = state;
    }
}
