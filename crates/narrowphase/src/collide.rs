//! COLLIDE: every row alone, on as many threads as there are.
//!
//! Rows are cut into chunks in the order in which they lie in memory; a chunk borrows one scratch. A row reads its two bodies and writes itself, so neither
//! the cut nor the schedule can change a bit.

use bevy_tasks::TaskPool;
use clinch_contact::{Clip, Pair, Relation, Scratch, Settings, collide};

use crate::placed::Placed;
use crate::table::{ContactTable, Row, State};
use crate::tally::Tally;
use crate::workers::Workers;

/// Rows a thread takes at a time. Larger: the last chunk keeps one thread busy while the others wait. Smaller: handing out costs more
/// than colliding.
const CHUNK: usize = 128;

/// Finds bodies by key. A slice of shapes and places finds them by index.
pub trait Bodies<K, V: Clip>: Sync {
    /// Where bodies are.
    type Place: Placed<V>;

    /// The shape of a body and where it is; `None` if it has none, which ends its contacts.
    fn body(&self, key: K) -> Option<(&V::Shape, &Self::Place)>;
}

impl<V: Clip, P: Placed<V>> Bodies<usize, V> for [(V::Shape, P)] {
    type Place = P;

    fn body(&self, key: usize) -> Option<(&V::Shape, &P)> {
        self.get(key).map(|(shape, place)| (shape, place))
    }
}

impl<K: Copy + Ord + Send + Sync, V: Clip> ContactTable<K, V> {
    /// Computes the contact of every pair, on the threads of `workers`.
    pub fn collide(&mut self, bodies: &(impl Bodies<K, V> + ?Sized), settings: &Settings<V::Scalar>, workers: &mut Workers<V>) -> Tally {
        let (pool, scratches) = workers.split();
        match pool {
            Some(pool) if self.rows.len() > CHUNK => collide_on(pool, &mut self.rows, bodies, settings, scratches),
            _ => {
                scratches.resize_with(scratches.len().max(1), Scratch::new);
                collide_rows(&mut self.rows, bodies, settings, &mut scratches[0])
            }
        }
    }
}

fn collide_on<K: Copy + Ord + Send + Sync, V: Clip>(
    pool: &TaskPool,
    rows: &mut [Row<K, V>],
    bodies: &(impl Bodies<K, V> + ?Sized),
    settings: &Settings<V::Scalar>,
    scratches: &mut Vec<Scratch<V>>,
) -> Tally {
    // More hands than threads, so that a slow stretch of rows does not leave one thread alone with it; each hand takes every n-th chunk.
    let hands = (4 * pool.thread_num()).clamp(1, rows.len().div_ceil(CHUNK));
    if scratches.len() < hands {
        scratches.resize_with(hands, Scratch::new);
    }
    let mut shares: Vec<Vec<&mut [Row<K, V>]>> = (0..hands).map(|_| Vec::new()).collect();
    for (place, chunk) in rows.chunks_mut(CHUNK).enumerate() {
        shares[place % hands].push(chunk);
    }
    let tallies = pool.scope(|scope| {
        for (share, scratch) in shares.into_iter().zip(scratches.iter_mut()) {
            scope.spawn(async move {
                let mut tally = Tally::default();
                for rows in share {
                    tally += collide_rows(rows, bodies, settings, scratch);
                }
                tally
            });
        }
    });
    let mut sum = Tally::default();
    for tally in tallies {
        sum += tally;
    }
    sum
}

fn collide_rows<K: Copy + Ord, V: Clip>(
    rows: &mut [Row<K, V>],
    bodies: &(impl Bodies<K, V> + ?Sized),
    settings: &Settings<V::Scalar>,
    scratch: &mut Scratch<V>,
) -> Tally {
    let mut tally = Tally::default();
    for row in rows.iter_mut().filter(|row| row.state != State::Free) {
        tally.pairs += 1;
        collide_row(row, bodies, settings, scratch, &mut tally);
        match row.state {
            State::Touching => tally.touching += 1,
            State::Speculative => tally.speculative += 1,
            State::Undefined => tally.undefined += 1,
            State::Apart | State::Free => {}
        }
        tally.points += row.manifold.points.len() as u64;
    }
    tally
}

fn collide_row<K: Copy + Ord, V: Clip>(
    row: &mut Row<K, V>,
    bodies: &(impl Bodies<K, V> + ?Sized),
    settings: &Settings<V::Scalar>,
    scratch: &mut Scratch<V>,
    tally: &mut Tally,
) {
    let (Some((shape_a, place_a)), Some((shape_b, place_b))) = (bodies.body(row.key.a), bodies.body(row.key.b)) else {
        row.manifold.clear();
        row.state = State::Apart;
        return;
    };
    let pair = Pair { a: shape_a, b: shape_b, b_in_a: place_b.pose_in(place_a) };
    let measured = collide(&pair, settings, &mut row.memory, scratch, &mut row.manifold);
    tally.support_calls += u64::from(measured.calls);
    tally.slow_steps += u64::from(measured.slow_steps);
    tally.unfinished += u64::from(measured.unfinished);
    row.state = match measured.relation {
        Relation::Beyond { .. } => State::Apart,
        Relation::Near(separation) if separation.is_touching() => State::Touching,
        Relation::Near(_) => State::Speculative,
        Relation::Undefined => State::Undefined,
    };
}
