//! One library at one kind of work: every pair of a workload is asked, again and again.

use std::hint::black_box;

use clinch_testkit::workload::{Track, Workload};

use crate::answer::Answer;

/// A library that has built its shapes and waits to be asked. What is timed is [`Runner::pass`], and nothing else.
pub trait Runner {
    /// Asks every pair at every frame once.
    fn pass(&mut self);

    /// How many questions that is.
    fn questions(&self) -> usize;

    /// The answers of one pass from the beginning, with nothing remembered: frame after frame, and in each the tracks in their order.
    fn answers(&mut self) -> Vec<Answer>;
}

/// The loop that all libraries share. `L` is a pair as the library wants it, `M` what it keeps for one from frame to frame.
pub(crate) struct Loop<L, M, Ask, Tell> {
    /// Frame by frame, as the ticks of an engine go.
    frames: Vec<Vec<L>>,
    kept: Vec<M>,
    ask: Ask,
    tell: Tell,
    backwards: bool,
}

impl<L, M: Default, T, Ask: FnMut(&L, &mut M) -> T, Tell: Fn(&T, &M) -> Answer> Loop<L, M, Ask, Tell> {
    /// `ask` is timed; `tell` turns what it returns, and what is kept, into an answer.
    pub(crate) fn over(workload: &Workload, lie: impl Fn(&Track, usize) -> L, ask: Ask, tell: Tell) -> Self {
        let tracks = &workload.tracks;
        let frames = (0..workload.frames()).map(|frame| tracks.iter().map(|track| lie(track, frame)).collect()).collect();
        Self { frames, kept: tracks.iter().map(|_| M::default()).collect(), ask, tell, backwards: false }
    }
}

fn pass<'l, L: 'l, M, T>(frames: impl Iterator<Item = &'l Vec<L>>, kept: &mut [M], ask: &mut impl FnMut(&L, &mut M) -> T) {
    for lies in frames {
        for (lie, kept) in lies.iter().zip(&mut *kept) {
            black_box(ask(black_box(lie), kept));
        }
    }
}

impl<L, M: Default, T, Ask: FnMut(&L, &mut M) -> T, Tell: Fn(&T, &M) -> Answer> Runner for Loop<L, M, Ask, Tell> {
    fn pass(&mut self) {
        let Self { frames, kept, ask, backwards, .. } = self;
        // There and back again: from the last frame to the first nothing would be coherent.
        if *backwards {
            pass(frames.iter().rev(), kept, ask);
        } else {
            pass(frames.iter(), kept, ask);
        }
        *backwards = !*backwards;
    }

    fn questions(&self) -> usize {
        self.frames.iter().map(Vec::len).sum()
    }

    fn answers(&mut self) -> Vec<Answer> {
        let Self { frames, kept, ask, tell, backwards } = self;
        kept.iter_mut().for_each(|kept| *kept = M::default());
        *backwards = false;
        let mut answers = Vec::new();
        for lies in frames {
            for (lie, kept) in lies.iter().zip(&mut *kept) {
                let said = ask(lie, kept);
                answers.push(tell(&said, kept));
            }
        }
        answers
    }
}
