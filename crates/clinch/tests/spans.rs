//! The spans of a tick, as a profiler sees them. A program of its own: it listens to everything that its process does.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;

use bevy_ecs::prelude::*;
use clinch::d3::{Ball, Collider, Placement, install};
use clinch::narrowphase::Workers;
use glam::Vec3;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use tracing_core::span::Current;

/// A span that was opened.
#[derive(Clone, Debug)]
struct Seen {
    id: u64,
    name: &'static str,
    metadata: &'static Metadata<'static>,
    /// The span it says it is part of.
    parent: Option<u64>,
    /// Its one field.
    count: Option<(&'static str, u64)>,
    /// Where it was entered, and whether it was left.
    entered: Vec<ThreadId>,
    left: usize,
}

/// Notes every span of ours.
#[derive(Clone, Default)]
struct Listener {
    spans: Arc<Mutex<Vec<Seen>>>,
    ids: Arc<AtomicU64>,
}

thread_local! {
    /// The spans that this thread is in.
    static INSIDE: core::cell::RefCell<Vec<u64>> = const { core::cell::RefCell::new(Vec::new()) };
}

impl Listener {
    fn change(&self, id: &Id, change: impl FnOnce(&mut Seen)) {
        let mut spans = self.spans.lock().unwrap();
        change(spans.iter_mut().find(|span| span.id == id.into_u64()).unwrap());
    }

    fn take(&self) -> Vec<Seen> {
        core::mem::take(&mut *self.spans.lock().unwrap())
    }
}

struct Count<'s>(&'s mut Option<(&'static str, u64)>);

impl Visit for Count<'_> {
    fn record_u64(&mut self, field: &Field, value: u64) {
        *self.0 = Some((field.name(), value));
    }

    fn record_debug(&mut self, field: &Field, _: &dyn core::fmt::Debug) {
        panic!("{} is no count", field.name());
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "clinch" && metadata.is_span()
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = 1 + self.ids.fetch_add(1, Ordering::Relaxed);
        let around = || INSIDE.with_borrow(|inside| inside.last().copied());
        let parent = if attributes.is_contextual() { around() } else { attributes.parent().map(Id::into_u64) };
        let mut seen = Seen {
            id,
            name: attributes.metadata().name(),
            metadata: attributes.metadata(),
            parent,
            count: None,
            entered: Vec::new(),
            left: 0,
        };
        attributes.record(&mut Count(&mut seen.count));
        self.spans.lock().unwrap().push(seen);
        Id::from_u64(id)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        self.change(id, |span| values.record(&mut Count(&mut span.count)));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, id: &Id) {
        INSIDE.with_borrow_mut(|inside| inside.push(id.into_u64()));
        self.change(id, |span| span.entered.push(std::thread::current().id()));
    }

    fn exit(&self, id: &Id) {
        INSIDE.with_borrow_mut(|inside| assert_eq!(inside.pop(), Some(id.into_u64()), "the innermost is left first"));
        self.change(id, |span| span.left += 1);
    }

    fn current_span(&self) -> Current {
        let spans = self.spans.lock().unwrap();
        let inside = INSIDE.with_borrow(|inside| inside.last().copied());
        let span = inside.and_then(|id| spans.iter().find(|span| span.id == id));
        span.map_or_else(Current::none, |span| Current::new(Id::from_u64(span.id), span.metadata))
    }
}

/// Balls in a row, each overlapping the next two, so that there is more than one share.
const BALLS: u64 = 600;
const PAIRS: u64 = 2 * BALLS - 3;

fn row_of_balls(threads: usize) -> (World, Schedule) {
    let (mut world, mut schedule) = (World::new(), Schedule::default());
    install(&mut world, &mut schedule);
    world.insert_resource(Workers::<Vec3>::with_threads(threads));
    for place in 0..BALLS {
        let ball = Collider::new(Ball::new(0.5).unwrap());
        world.spawn((ball, Placement::at(Vec3::new(0.45 * place as f32, 0.0, 0.0))));
    }
    (world, schedule)
}

#[test]
fn every_step_is_seen_once_in_a_tick_and_every_row_is_somebodys_share() {
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    for threads in [1, 3] {
        let (mut world, mut schedule) = row_of_balls(threads);
        for tick in 0..3 {
            schedule.run(&mut world);
            let (shares, steps): (Vec<Seen>, Vec<Seen>) = listener.take().into_iter().partition(|span| span.name == "update rows");
            let counts: Vec<_> = steps.iter().map(|step| (step.name, step.count.unwrap())).collect();
            let expected = [
                ("sync colliders", ("colliders", BALLS)),
                ("find pairs", ("pairs", PAIRS)),
                ("update pairs", ("candidates", PAIRS)),
                ("update contacts", ("pairs", PAIRS)),
                ("publish", ("pairs", PAIRS)),
                ("send events", ("changes", 0)),
            ];
            assert_eq!(counts, expected, "tick {tick} on {threads}");
            assert!(steps.iter().chain(&shares).all(|span| (span.entered.len(), span.left) == (1, 1)), "{steps:?} {shares:?}");

            let rows: u64 = shares.iter().map(|share| share.count.unwrap().1).sum();
            let collide = &steps[3];
            assert!(shares.iter().all(|share| share.parent == Some(collide.id)), "{shares:?} of {collide:?}");
            match threads {
                1 => assert!(shares.is_empty(), "alone there is nothing to share"),
                _ => assert!(rows == PAIRS && shares.len() > 3, "{rows} rows in {} shares", shares.len()),
            }
        }
    }
}
