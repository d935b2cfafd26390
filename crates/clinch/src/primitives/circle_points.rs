//! Points of circles and arcs.

use core::f64::consts::{FRAC_PI_2, PI};

use glam::{DVec2, Vec2};

/// By this part of it an angle in `f32` may be too large. Larger: segments are longer than those
/// of the circle. Smaller: a quarter of a circle of 32 segments may have nine.
const ROUNDED_UP: f64 = 4.0 * f32::EPSILON as f64;

/// So many points of the unit circle, counter-clockwise from +x, as bevy places the vertices of
/// its meshes.
pub(crate) fn circle(count: u32) -> impl Iterator<Item = DVec2> + Clone {
    (0..count).map(move |point| on_circle(2.0 * PI * f64::from(point) / f64::from(count)))
}

/// The points of an arc that is centered on +y, clockwise, with the end points; the last is left
/// out if it is the first. `around` is the number of segments of a whole circle.
pub(crate) fn arc(radius: f32, half_angle: f32, around: u32) -> Vec<Vec2> {
    let half = f64::from(half_angle).min(PI);
    let segments = (f64::from(around) * (half / PI) * (1.0 - ROUNDED_UP)).ceil().max(1.0) as u32;
    let is_whole = is_whole(half_angle);
    let count = if is_whole { segments } else { segments + 1 };
    let angle = |point: u32| FRAC_PI_2 + half - 2.0 * half * (f64::from(point) / f64::from(segments));
    (0..count).map(|point| (on_circle(angle(point)) * f64::from(radius)).as_vec2()).collect()
}

/// Whether an arc of this half angle is a whole circle, in `f32`.
pub(crate) fn is_whole(half_angle: f32) -> bool {
    half_angle >= core::f32::consts::PI
}

fn on_circle(angle: f64) -> DVec2 {
    let (sine, cosine) = libm::sincos(angle);
    DVec2::new(cosine, sine)
}
