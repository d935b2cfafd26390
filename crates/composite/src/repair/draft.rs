//! A mesh while it is repaired.

use clinch_hull::ScaledPoints;
use clinch_support::Vector;
use glam::DVec3;

use crate::repair::options::RepairReport;
use crate::unit_frame::UnitFrame;

pub(crate) struct Draft {
    /// The vertices, scaled for exact signs.
    pub(crate) points: Vec<DVec3>,
    pub(crate) frame: UnitFrame,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// What was done, and which given triangle each one comes from.
    pub(crate) report: RepairReport,
}

impl Draft {
    pub(crate) fn new<V: Vector<Wide = DVec3>>(vertices: &[V], triangles: Vec<[u32; 3]>) -> Self {
        let points: Vec<_> = vertices.iter().map(|vertex| vertex.widen()).collect();
        let frame = UnitFrame::of(points.iter().fold(0.0, |largest: f64, point| largest.max(point.abs().max_element())));
        let report = RepairReport { sources: (0..triangles.len() as u32).collect(), ..RepairReport::default() };
        let ScaledPoints { points, .. } = ScaledPoints::new(points);
        Self { points, frame, triangles, report }
    }

    /// The corners of a triangle.
    pub(crate) fn corners(&self, triangle: [u32; 3]) -> [DVec3; 3] {
        triangle.map(|corner| self.points[corner as usize])
    }

    /// A distance of the caller in the unit of the points; 0 if it is negative or NaN.
    pub(crate) fn distance(&self, distance: f64) -> f64 {
        self.frame.enter(DVec3::X * distance.max(0.0)).x
    }

    /// Drops the triangles for which `keep` is false, given their index and corners.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize, [u32; 3]) -> bool) {
        let kept: Vec<_> = (0..self.triangles.len()).filter(|&i| keep(i, self.triangles[i])).collect();
        self.triangles = kept.iter().map(|&i| self.triangles[i]).collect();
        self.report.sources = kept.iter().map(|&i| self.report.sources[i]).collect();
    }
}
