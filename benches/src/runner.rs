//! One library at one kind of work: it queries every pair of a workload, repeatedly.

use std::hint::black_box;

use clinch_testkit::pair_file::PoseSpec;
use clinch_testkit::workload::{Track, Workload};

use crate::answer::Answer;

/// A library that has built its shapes. Only [`Runner::pass`] is timed.
pub trait Runner {
    /// Queries every pair once in every frame.
    fn pass(&mut self);

    /// The number of queries in a pass.
    fn queries(&self) -> usize;

    /// The answers of one pass from the first frame, without memory: frame by frame, and in each
    /// the tracks in their order.
    fn answers(&mut self) -> Vec<Answer>;
}

/// The loop that all libraries share. `L` is a pair in the types of the library, `M` what it keeps
/// for a pair from frame to frame.
pub(crate) struct Loop<L, M, Query, ToAnswer> {
    /// Frame by frame, as in the ticks of an engine.
    frames: Vec<Vec<L>>,
    kept: Vec<M>,
    query: Query,
    answer: ToAnswer,
    backwards: bool,
}

impl<L, M: Default, T, Query: FnMut(&L, &mut M) -> T, ToAnswer: Fn(&T, &M) -> Answer> Loop<L, M, Query, ToAnswer> {
    /// `query` is timed; `answer` converts its result, and what is kept, to an answer.
    pub(crate) fn over(workload: &Workload, pair: impl Fn(&Track, usize) -> L, query: Query, answer: ToAnswer) -> Self {
        let tracks = &workload.tracks;
        let frames = (0..workload.frames()).map(|frame| tracks.iter().map(|track| pair(track, frame)).collect()).collect();
        Self::of_frames(frames, query, answer)
    }

    /// The same over poses by track and frame, all tracks of one length.
    pub(crate) fn of_tracks(tracks: &[Vec<PoseSpec>], pair: impl Fn(&PoseSpec) -> L, query: Query, answer: ToAnswer) -> Self {
        let count = tracks.first().map_or(0, Vec::len);
        Self::of_frames((0..count).map(|frame| tracks.iter().map(|track| pair(&track[frame])).collect()).collect(), query, answer)
    }

    /// The same over a list, in one frame.
    pub(crate) fn of_each<Item>(list: &[Item], pair: impl Fn(&Item) -> L, query: Query, answer: ToAnswer) -> Self {
        Self::of_frames(vec![list.iter().map(pair).collect()], query, answer)
    }

    fn of_frames(frames: Vec<Vec<L>>, query: Query, answer: ToAnswer) -> Self {
        let kept = frames.first().map_or(0, Vec::len);
        Self { frames, kept: (0..kept).map(|_| M::default()).collect(), query, answer, backwards: false }
    }
}

fn pass<'l, L: 'l, M, T>(frames: impl Iterator<Item = &'l Vec<L>>, kept: &mut [M], query: &mut impl FnMut(&L, &mut M) -> T) {
    for pairs in frames {
        for (pair, kept) in pairs.iter().zip(&mut *kept) {
            black_box(query(black_box(pair), kept));
        }
    }
}

impl<L, M: Default, T, Query: FnMut(&L, &mut M) -> T, ToAnswer: Fn(&T, &M) -> Answer> Runner for Loop<L, M, Query, ToAnswer> {
    fn pass(&mut self) {
        let Self { frames, kept, query, backwards, .. } = self;
        // Forwards and backwards: a step from the last frame to the first would not be coherent.
        if *backwards {
            pass(frames.iter().rev(), kept, query);
        } else {
            pass(frames.iter(), kept, query);
        }
        *backwards = !*backwards;
    }

    fn queries(&self) -> usize {
        self.frames.iter().map(Vec::len).sum()
    }

    fn answers(&mut self) -> Vec<Answer> {
        let Self { frames, kept, query, answer, backwards } = self;
        kept.iter_mut().for_each(|kept| *kept = M::default());
        *backwards = false;
        let mut answers = Vec::new();
        for pairs in frames {
            for (pair, kept) in pairs.iter().zip(&mut *kept) {
                let result = query(pair, kept);
                answers.push(answer(&result, kept));
            }
        }
        answers
    }
}
