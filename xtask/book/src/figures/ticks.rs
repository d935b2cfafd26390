//! The work of a pair over many ticks: cold, warm, and with recycling.

use clinch::contact::{Manifold, Memory, Pair, Recycling, Scratch, Settings, collide};
use clinch::d3::Hull;
use clinch::support::Pose;
use glam::{DQuat, DVec2, DVec3, Vec3};

use crate::sheet::{Anchor, Sheet};

/// The ticks of the figure.
const TICKS: u32 = 120;

/// A truncated octahedron that is stretched a little: all permutations of (±1, ±2, ±3) but for the
/// stretching, 48 corners.
fn stone() -> anyhow::Result<Hull> {
    let mut corners = Vec::new();
    for [x, y, z] in [[1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [2.0, 1.0, 3.0], [2.0, 3.0, 1.0], [3.0, 1.0, 2.0], [3.0, 2.0, 1.0]] {
        for signs in 0..8 {
            let sign = |bit: u32| if signs >> bit & 1 == 1 { -0.25 } else { 0.25 };
            corners.push(Vec3::new(x * sign(0) * 1.125, y * sign(1), z * sign(2) * 0.875));
        }
    }
    Ok(Hull::new(&corners)?)
}

/// B's pose in A's frame: it comes down, and then slides slowly and turns.
fn pose(tick: u32) -> Pose<DVec3> {
    let time = f64::from(tick);
    let y = if tick < 30 { 1.75 - 0.01 * time } else { 1.455 - 0.0001 * (time - 30.0) };
    Pose::new(DQuat::from_xyzw(0.02, 0.3, 0.0005 * time, 1.0), DVec3::new(0.1 + 0.001 * time, y, 0.05))
}

/// The support calls up to each tick. `keep` is whether the memory of the pair is kept.
fn calls(stone: &Hull, recycling: Recycling<f32>, keep: bool) -> Vec<u32> {
    let settings = Settings { recycling, ..Settings::with_margin(0.02) };
    let (mut memory, mut scratch, mut manifold) = (Memory::new(), Scratch::new(), Manifold::new());
    let mut sum = 0;
    let counts = (0..TICKS).map(|tick| {
        if !keep {
            memory = Memory::new();
        }
        let pair = Pair { a: stone, b: stone, b_in_a: pose(tick) };
        sum += collide(&pair, &settings, &mut memory, &mut scratch, &mut manifold).calls;
        sum
    });
    counts.collect()
}

/// Three curves.
pub(crate) fn draw() -> anyhow::Result<String> {
    let stone = stone()?;
    let curves = [
        ("cold", "soft", calls(&stone, Recycling::Off, false)),
        ("warm", "a", calls(&stone, Recycling::Off, true)),
        ("warm, recycled within 1 %", "d", calls(&stone, Recycling::Within(0.01), true)),
    ];
    let mut sheet = Sheet::new(720, 310, "Support calls of a pair of hulls, summed over 120 ticks: cold, warm and recycled");
    let most = curves.iter().flat_map(|(_, _, counts)| counts.last()).copied().max().unwrap_or(1).next_multiple_of(200);
    let (left, right, top, base) = (64.0, 520.0, 24.0, 256.0);
    let at = |tick: usize, count: u32| {
        let (x, y) = (tick as f64 / f64::from(TICKS - 1), f64::from(count) / f64::from(most));
        DVec2::new(left + (right - left) * x, base - (base - top) * y)
    };
    for part in 0..=4 {
        let value = most * part / 4;
        sheet.line(at(0, value), at(TICKS as usize - 1, value), "s-soft thin");
        sheet.text(at(0, value) + DVec2::new(-8.0, 5.0), Anchor::End, "small", &value.to_string());
    }
    for tick in (0..TICKS as usize).step_by(30) {
        sheet.text(at(tick, 0) + DVec2::new(0.0, 20.0), Anchor::Middle, "small", &tick.to_string());
    }
    sheet.text(DVec2::new((left + right) / 2.0, base + 42.0), Anchor::Middle, "small", "tick");
    for (name, ink, counts) in &curves {
        let points: Vec<DVec2> = counts.iter().enumerate().map(|(tick, &count)| at(tick, count)).collect();
        sheet.polyline(&points, &format!("s-{ink}"));
        let (Some(end), Some(count)) = (points.last(), counts.last()) else { continue };
        sheet.text(*end + DVec2::new(8.0, 5.0), Anchor::Start, &format!("small f-{ink}"), &format!("{name}: {count}"));
    }
    Ok(sheet.finished())
}
