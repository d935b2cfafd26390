//! The third step of a tick: computes the contact of every row, on as many threads as there are.
//!
//! * Rows are cut into chunks in memory order, and each chunk borrows one scratch. A row reads its
//!   two colliders and writes only itself, so neither the chunks nor the schedule can change a bit.
//! * Of a pair whose colliders have not moved only the summary is read, from the second such tick
//!   on.

use std::borrow::Cow;
use std::hash::Hash;

use bevy_tasks::TaskPool;
use clinch_composite_contact::{ColliderPair, ColliderSpace, CompositeScratch};
use clinch_contact::{Pair, Scratch, Settings, collide, overlap};
use clinch_support::{Pose, Scalar};

use crate::collider::ColliderData;
use crate::collider_set::ColliderSet;
use crate::contact_table::ContactTable;
use crate::counters::Counters;
use crate::pair_key::PairKey;
use crate::pair_rules::PairRules;
use crate::placement::{Placed, Placements};
use crate::row::{Row, State};
use crate::row_result::RowResult;
use crate::row_summary::RowSummary;
use crate::same::same_settings;
use crate::span::{current_span, span};
use crate::update_composite::update_composite;
use crate::workers::Workers;

/// The smallest number of rows that is worth a task. Smaller: scheduling costs more than computing.
const CHUNK: usize = 128;

/// Chunks per thread, so that one expensive stretch of rows does not keep a single thread busy
/// while the others idle. Larger: scheduling costs more.
const CHUNKS_PER_THREAD: usize = 8;

/// The input that all rows of a tick share.
struct ContactUpdate<'t, K, V: ColliderSpace, P, R> {
    colliders: &'t ColliderSet<K, V>,
    placements: &'t Placements<P>,
    rules: &'t R,
    settings: &'t Settings<V::Scalar>,
    /// Settings or rules are not those of the last tick: all pairs are computed.
    settings_changed: bool,
}

fn type_name_of<T>(_: &T) -> &'static str {
    core::any::type_name::<T>()
}

/// Why a row keeps the contact of the last tick.
enum Kept {
    /// Both colliders are at rest: the row keeps its contact with its edits.
    AtRest,
    /// Neither collider has moved or changed, and the contact was not edited.
    Unmoved,
}

impl<K: Copy + Ord + Hash + Send + Sync, V: ColliderSpace> ContactTable<K, V> {
    /// Computes the contact of every pair of which a collider has moved or changed, on the threads
    /// of `workers`. Other pairs keep their contact, unless it was edited or `rules` are not
    /// [`CONSTANT`](PairRules::CONSTANT).
    ///
    /// `placements` are those of the last sync; a pair without placements is rejected. The skins of
    /// `settings` are not used: each collider has its own.
    pub fn update_contacts<P: Placed<V>>(
        &mut self,
        placements: &Placements<P>,
        rules: &impl PairRules<K, V::Scalar>,
        settings: &Settings<V::Scalar>,
        workers: &mut Workers<V>,
    ) -> Counters {
        span!("update contacts", pairs = self.len());
        let rules_type = type_name_of(rules);
        let rules_changed = self.rules.replace(Cow::Borrowed(rules_type)).is_some_and(|before| before != rules_type);
        let same = self.settings.replace(*settings).is_some_and(|before| same_settings(&before, settings));
        let settings_changed = !same || rules_changed;
        self.colliders.set_computed();
        let Self { colliders, rows, summaries, .. } = self;
        let update = ContactUpdate { colliders, placements, rules, settings, settings_changed };
        let (pool, scratches) = workers.split();
        match pool {
            Some(pool) if rows.len() > CHUNK => update.update_rows_on(pool, rows, summaries, scratches),
            _ => {
                scratches.resize_with(scratches.len().max(1), CompositeScratch::new);
                update.update_rows(rows, summaries, &mut scratches[0])
            }
        }
    }
}

impl<K: Copy + Ord + Hash + Send + Sync, V: ColliderSpace, P: Placed<V>, R: PairRules<K, V::Scalar>> ContactUpdate<'_, K, V, P, R> {
    fn update_rows_on(
        &self,
        pool: &TaskPool,
        rows: &mut [Row<K, V>],
        summaries: &mut [RowSummary],
        scratches: &mut Vec<CompositeScratch<V>>,
    ) -> Counters {
        let chunks = (CHUNKS_PER_THREAD * pool.thread_num()).clamp(1, rows.len().div_ceil(CHUNK));
        if scratches.len() < chunks {
            scratches.resize_with(chunks, CompositeScratch::new);
        }
        let parent = &current_span();
        let counters = pool.scope(|scope| {
            let length = rows.len().div_ceil(chunks);
            let chunks = rows.chunks_mut(length).zip(summaries.chunks_mut(length));
            for ((rows, summaries), scratch) in chunks.zip(scratches.iter_mut()) {
                scope.spawn(async move {
                    span!("update rows", rows = rows.len(), of parent);
                    self.update_rows(rows, summaries, scratch)
                });
            }
        });
        let mut sum = Counters::default();
        for counters in counters {
            sum += counters;
        }
        sum
    }

    fn update_rows(&self, rows: &mut [Row<K, V>], summaries: &mut [RowSummary], scratch: &mut CompositeScratch<V>) -> Counters {
        let mut counters = Counters::default();
        for (row, summary) in rows.iter_mut().zip(summaries).filter(|(_, summary)| summary.state != State::Free) {
            match self.kept(row, summary) {
                Some(Kept::AtRest) => {
                    summary.settle(row, false);
                    counters.at_rest += 1;
                }
                Some(Kept::Unmoved) => {
                    summary.settle(row, true);
                    counters.unmoved += 1;
                }
                None => {
                    self.update_row(row, summary, scratch, &mut counters);
                    summary.settled = false;
                    summary.read(row);
                }
            }
            counters.count(summary);
        }
        counters
    }

    /// Whether the row keeps the contact of the last tick, and why.
    #[inline]
    fn kept(&self, row: &Row<K, V>, summary: &RowSummary) -> Option<Kept> {
        let [a, b] = summary.slots;
        let has_placements = self.placements.get(a).is_some() && self.placements.get(b).is_some();
        let [a, b] = [a, b].map(|slot| self.colliders.summary(slot));
        if !(has_placements && a.unchanged && b.unchanged) || self.settings_changed || summary.state == State::New {
            return None;
        }
        // The pair filter is applied later than its input has changed if a tick leaves out
        // `update_pairs`.
        if summary.filtered != (summary.state == State::Filtered) {
            return None;
        }
        if a.at_rest() && b.at_rest() {
            return Some(Kept::AtRest);
        }
        let fresh = if summary.settled { summary.fresh } else { row.fresh };
        (R::CONSTANT && fresh).then_some(Kept::Unmoved)
    }

    fn update_row(&self, row: &mut Row<K, V>, summary: &RowSummary, scratch: &mut CompositeScratch<V>, counters: &mut Counters) {
        let [a, b] = summary.slots;
        row.begin_change();
        let (Some(placement_a), Some(placement_b)) = (self.placements.get(a), self.placements.get(b)) else {
            row.fresh = false;
            return row.clear_contact(State::Rejected);
        };
        let (a, b) = (self.colliders.data(a), self.colliders.data(b));
        row.fresh = true;
        row.bodies = PairKey { a: a.body(), b: b.body() };
        if row.shape_versions != [a.shape_version, b.shape_version] {
            row.shape_versions = [a.shape_version, b.shape_version];
            row.forget();
        }
        let b_in_a = placement_b.pose_in(placement_a);
        // An undefined pose is none that B has moved from.
        let first = row.state == State::New || !row.b_in_a.is_finite();
        let pose = Pose::narrow(&b_in_a);
        row.previous_b_in_a = if first { pose } else { row.b_in_a };
        row.b_in_a = pose;
        if summary.filtered {
            return row.clear_contact(State::Filtered);
        }
        if !self.rules.allows(row.key()) {
            return row.clear_contact(State::Rejected);
        }
        let sensor = a.attributes.sensor || b.attributes.sensor;
        let settings = self.settings_of(a, b, row.key(), sensor);
        let pair = ColliderPair { a: &a.shape, b: &b.shape, b_in_a };
        let result = match pair.as_convex() {
            Some(pair) => {
                // It may have to report the end of a contact of parts.
                row.composite.iter_mut().for_each(|composite| composite.clear());
                update_convex(&pair, &settings, sensor, row, scratch.convex())
            }
            None => update_composite(&pair, &settings, sensor, row, scratch),
        };
        row.state = result.state;
        counters.support_calls += u64::from(result.calls);
        counters.slow_steps += u64::from(result.slow_steps);
        counters.unfinished += u64::from(result.unfinished);
        if result.recycled {
            *(if result.state == State::Apart { &mut counters.skipped } else { &mut counters.recycled }) += 1;
        }
    }

    fn settings_of(&self, a: &ColliderData<K, V>, b: &ColliderData<K, V>, key: PairKey<K>, sensor: bool) -> Settings<V::Scalar> {
        if sensor {
            let zero = V::Scalar::ZERO;
            return Settings { margin: zero, skin_a: zero, skin_b: zero, ..*self.settings };
        }
        let margin = margin_of(self.settings, [a, b]);
        Settings { margin: self.rules.margin(key, margin), skin_a: a.attributes.skin, skin_b: b.attributes.skin, ..*self.settings }
    }
}

/// The margin of two colliders, before [`PairRules`].
#[inline]
pub(crate) fn margin_of<K, V: ColliderSpace>(settings: &Settings<V::Scalar>, [a, b]: [&ColliderData<K, V>; 2]) -> V::Scalar {
    let half = settings.margin * V::Scalar::narrow(0.5);
    a.attributes.margin.unwrap_or(half) + b.attributes.margin.unwrap_or(half)
}

/// Computes the contact of two convex shapes.
#[inline(always)]
fn update_convex<K, V: ColliderSpace>(
    pair: &Pair<V, &V::Shape, &V::Shape>,
    settings: &Settings<V::Scalar>,
    sensor: bool,
    row: &mut Row<K, V>,
    scratch: &mut Scratch<V>,
) -> RowResult {
    if sensor {
        row.manifold.clear();
        RowResult::of_overlap(&overlap(pair, settings, &mut row.memory, scratch))
    } else {
        let measured = collide(pair, settings, &mut row.memory, scratch, &mut row.manifold);
        RowResult::of_contact(&measured, &row.manifold)
    }
}
