//! The spans of a tick, as a profiler records them. In a test binary of its own, because the
//! subscriber receives the spans of the whole process.

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

/// A recorded span.
#[derive(Clone, Debug)]
struct Span {
    id: u64,
    name: &'static str,
    metadata: &'static Metadata<'static>,
    /// Its parent.
    parent: Option<u64>,
    /// Its field.
    count: Option<(&'static str, u64)>,
    /// The threads that entered it, and how often it was exited.
    entered: Vec<ThreadId>,
    exited: usize,
}

/// Records every span of the target `clinch`.
#[derive(Clone, Default)]
struct Listener {
    spans: Arc<Mutex<Vec<Span>>>,
    ids: Arc<AtomicU64>,
}

thread_local! {
    /// The spans that this thread is inside of.
    static INSIDE: core::cell::RefCell<Vec<u64>> = const { core::cell::RefCell::new(Vec::new()) };
}

impl Listener {
    fn change(&self, id: &Id, change: impl FnOnce(&mut Span)) {
        let mut spans = self.spans.lock().unwrap();
        change(spans.iter_mut().find(|span| span.id == id.into_u64()).unwrap());
    }

    fn take(&self) -> Vec<Span> {
        core::mem::take(&mut *self.spans.lock().unwrap())
    }
}

struct Count<'s>(&'s mut Option<(&'static str, u64)>);

impl Visit for Count<'_> {
    fn record_u64(&mut self, field: &Field, value: u64) {
        *self.0 = Some((field.name(), value));
    }

    fn record_debug(&mut self, field: &Field, _: &dyn core::fmt::Debug) {
        panic!("{} is not a count", field.name());
    }
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "clinch" && metadata.is_span()
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = 1 + self.ids.fetch_add(1, Ordering::Relaxed);
        let innermost = || INSIDE.with_borrow(|inside| inside.last().copied());
        let parent = if attributes.is_contextual() { innermost() } else { attributes.parent().map(Id::into_u64) };
        let mut span = Span {
            id,
            name: attributes.metadata().name(),
            metadata: attributes.metadata(),
            parent,
            count: None,
            entered: Vec::new(),
            exited: 0,
        };
        attributes.record(&mut Count(&mut span.count));
        self.spans.lock().unwrap().push(span);
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
        INSIDE.with_borrow_mut(|inside| assert_eq!(inside.pop(), Some(id.into_u64()), "the innermost span is exited first"));
        self.change(id, |span| span.exited += 1);
    }

    fn current_span(&self) -> Current {
        let spans = self.spans.lock().unwrap();
        let inside = INSIDE.with_borrow(|inside| inside.last().copied());
        let span = inside.and_then(|id| spans.iter().find(|span| span.id == id));
        span.map_or_else(Current::none, |span| Current::new(Id::from_u64(span.id), span.metadata))
    }
}

/// Balls in a row, each overlapping the next two: enough for more than one chunk of rows.
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
fn each_step_has_one_span_per_tick_and_each_row_is_in_one_chunk() {
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    for threads in [1, 3] {
        let (mut world, mut schedule) = row_of_balls(threads);
        for tick in 0..3 {
            schedule.run(&mut world);
            let (chunks, steps): (Vec<Span>, Vec<Span>) = listener.take().into_iter().partition(|span| span.name == "update rows");
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
            assert!(steps.iter().chain(&chunks).all(|span| (span.entered.len(), span.exited) == (1, 1)), "{steps:?} {chunks:?}");

            let rows: u64 = chunks.iter().map(|chunk| chunk.count.unwrap().1).sum();
            let update = &steps[3];
            assert!(chunks.iter().all(|chunk| chunk.parent == Some(update.id)), "{chunks:?} of {update:?}");
            match threads {
                1 => assert!(chunks.is_empty(), "one thread has one chunk"),
                _ => assert!(rows == PAIRS && chunks.len() > 3, "{rows} rows in {} chunks", chunks.len()),
            }
        }
    }
}
