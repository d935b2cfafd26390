//! Grades contact points.
//!
//! With n the manifold's normal and the band tol·S + err:
//!
//! * Each point is on or in its shape, its separation is (b − a)·n, and its separation is at most
//!   the prediction, all to within the band.
//! * If the shapes are within the prediction, there are points, and the separation of the deepest
//!   is that of the shapes. To within 2e-6 of S besides the band: clipped features may miss the
//!   deepest place by that much.
//! * If the file has a *patch* of parallel features, the points span it. For a line: nine tenths of
//!   its length. For a face: nine tenths of the largest area that four points of it can span, which
//!   the oracle computes in the true patch ([`Pairing::shared`]). If the oracle finds another patch
//!   than the file has, the area in the file decides: four points of any convex set can span 2/π of
//!   it (an ellipse is the worst case; Sas, 1939).

use glam::{DVec2, DVec3};

use crate::grade::grading::{Fault, Grading, within};
use crate::oracle::{Pairing, Shared, area, diameter, outline};
use crate::pair_file::{Answer, AnswerLine, Coords, Expect, Manifold, Patch, Query};

/// The part of the largest possible length or area that must be covered.
const COVERED: f64 = 0.9;
/// The distance, as a multiple of S, by which clipped features may miss the deepest place.
const CLIPPED: f64 = 2e-6;
/// The relative difference of the areas in a file and by the oracle: both approximate round
/// outlines by polygons, of different resolution.
const SAME: f64 = 0.02;
/// The part of an ellipse that four points can span.
const OF_AN_ELLIPSE: f64 = core::f64::consts::FRAC_2_PI;

/// What the points are compared with.
pub(super) struct Limits {
    pub(super) sd: f64,
    pub(super) band: f64,
    pub(super) prediction: f64,
    pub(super) tolerance: f64,
}

impl Grading<'_> {
    pub(super) fn manifold(&mut self, answer: &Answer, expect: &Expect, pairing: &Pairing, limits: &Limits) {
        let Limits { sd, band, prediction, .. } = *limits;
        let Some(manifold) = &answer.manifold else {
            return self.fail(Fault::Manifold, f64::NAN, "there is none".to_owned());
        };
        if manifold.points.is_empty() {
            if sd < prediction - band {
                self.fail(Fault::Manifold, prediction - sd, format!("no points, at a separation of {sd:e}"));
            }
            return;
        }
        self.normal(Some(manifold.n), sd - band, pairing, limits.tolerance);
        let mut deepest = f64::INFINITY;
        for (a, b, separation) in &manifold.points {
            self.point([*a, *b], *separation, manifold.n.to_vec3(), pairing, limits);
            deepest = if *separation < deepest { *separation } else { deepest };
        }
        let off = (deepest - sd).abs();
        if sd <= prediction && !within(off, 0.0, band + CLIPPED * self.extent) {
            self.fail(Fault::Manifold, off, format!("the deepest point is at {deepest:e}, the shapes at {sd:e}"));
        }
        if let Some(covered) = expect.patch.and_then(|patch| covered(&patch, manifold, pairing))
            && !within(covered, COVERED, f64::INFINITY)
        {
            self.fail(Fault::Coverage, f64::NAN, format!("{} points span {:.1} % of the patch", manifold.points.len(), 100.0 * covered));
        }
    }

    fn point(&mut self, points: [Coords; 2], separation: f64, n: DVec3, pairing: &Pairing, limits: &Limits) {
        let [a, b] = points.map(|p| p.to_vec3());
        for (outside, which) in pairing.outside([a, b]).into_iter().zip(["A", "B"]) {
            if !within(outside, f64::NEG_INFINITY, limits.band) {
                self.fail(Fault::Manifold, outside, format!("a point is {outside:e} outside of {which}"));
            }
        }
        let off = ((b - a).dot(n) - separation).abs();
        if !within(off, 0.0, limits.band) {
            self.fail(Fault::Manifold, off, format!("a separation of {separation:e} is {:e}", (b - a).dot(n)));
        }
        if !within(separation, f64::NEG_INFINITY, limits.prediction + limits.band) {
            self.fail(
                Fault::Manifold,
                separation - limits.prediction,
                format!("a point at {separation:e}, predicted {:e}", limits.prediction),
            );
        }
    }
}

/// What the points span, as a part of the largest possible length or area. `None` if the patch has
/// no size in the file.
fn covered(patch: &Patch, manifold: &Manifold, pairing: &Pairing) -> Option<f64> {
    // Seen along the true normal, because along a slightly tilted one a face may look like its
    // edge. If there are several true normals, along the given one.
    let (given, truth) = (manifold.n.to_vec3(), pairing.truth().normal.to_vec3());
    let n = if (given - truth).length() < 1e-3 { truth } else { given };
    let (u, v) = n.any_orthonormal_pair();
    let middle = |(a, b, _): &(Coords, Coords, f64)| 0.5 * (a.to_vec3() + b.to_vec3());
    let spanned = outline(manifold.points.iter().map(|point| DVec2::new(u.dot(middle(point)), v.dot(middle(point)))));
    match (patch.dim, pairing.shared(n)) {
        (1, _) => Some(diameter(&spanned) / patch.length?),
        (_, Shared::Face { area: whole, four }) if (whole - patch.area?).abs() <= SAME * whole => Some(area(&spanned) / four),
        _ => Some(area(&spanned) / (OF_AN_ELLIPSE * patch.area?)),
    }
}

/// How much of the file's patch the points of an answer span, as a part of what four points can
/// span. `None` without a patch or points.
pub fn coverage(query: &Query, answer: &AnswerLine) -> Option<f64> {
    let (AnswerLine::Contact(answer), Ok(pairing)) = (answer, Pairing::of(query)) else { return None };
    covered(&query.expect.as_ref()?.patch?, answer.manifold.as_ref()?, &pairing)
}
