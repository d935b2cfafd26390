//! The constructors that repair.

use clinch_support::Vector;
use glam::DVec2;

use crate::chain::error::ChainError;
use crate::chain::instance::Chain;

/// What a repair of a chain has changed. All indices are those of the points that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChainReport {
    /// Points that were dropped, each with its neighbour at the same place, which remains.
    pub dropped: Vec<[u32; 2]>,
    /// The given point that each point of the chain comes from, in ascending order.
    pub sources: Vec<u32>,
}

impl<V: Vector<Wide = DVec2>> Chain<V> {
    /// As [`open`](Self::open), without points at the place of the one before, and with a report of
    /// what was dropped.
    ///
    /// # Errors
    ///
    /// As `open`, for what is still wrong. Points are named by their given indices.
    ///
    /// ```
    /// use clinch_composite::{Chain, ChainError};
    /// use glam::Vec2;
    ///
    /// let (chain, report) = Chain::repaired_open(vec![Vec2::ZERO, Vec2::ZERO, Vec2::X])?;
    /// assert_eq!(
    ///     (chain.segments(), report.dropped, report.sources),
    ///     (1, vec![[1, 0]], vec![0, 2])
    /// );
    /// # Ok::<(), ChainError>(())
    /// ```
    pub fn repaired_open(points: Vec<V>) -> Result<(Self, ChainReport), ChainError> {
        repaired(points, false)
    }

    /// As [`closed`](Self::closed), without points at the place of the one before or, at the end,
    /// of the first, and with a report of what was dropped.
    ///
    /// # Errors
    ///
    /// As `closed`, for what is still wrong. Points are named by their given indices.
    pub fn repaired_closed(points: Vec<V>) -> Result<(Self, ChainReport), ChainError> {
        repaired(points, true)
    }
}

fn repaired<V: Vector<Wide = DVec2>>(points: Vec<V>, closed: bool) -> Result<(Chain<V>, ChainReport), ChainError> {
    let mut report = ChainReport::default();
    let mut kept: Vec<V> = Vec::with_capacity(points.len());
    for (index, &point) in (0..).zip(&points) {
        match report.sources.last() {
            Some(&last) if kept.last() == Some(&point) => report.dropped.push([index, last]),
            _ => {
                kept.push(point);
                report.sources.push(index);
            }
        }
    }
    while closed
        && kept.len() > 1
        && kept.last() == kept.first()
        && let Some(last) = report.sources.pop()
    {
        kept.pop();
        report.dropped.push([last, 0]);
        // What was dropped for this point is at the place of the first, too.
        report.dropped.iter_mut().filter(|pair| pair[1] == last).for_each(|pair| pair[1] = 0);
    }
    let source = |index: u32| report.sources.get(index as usize).copied().unwrap_or(index);
    let chain = if closed { Chain::closed(kept) } else { Chain::open(kept) };
    match chain {
        Ok(chain) => Ok((chain, report)),
        Err(ChainError::PointNotFinite { point }) => Err(ChainError::PointNotFinite { point: source(point) }),
        Err(ChainError::EqualNeighbors { points }) => Err(ChainError::EqualNeighbors { points: points.map(source) }),
        Err(other) => Err(other),
    }
}
