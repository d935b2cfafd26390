//! The command line of `soak`.

use std::path::PathBuf;

/// Generates millions of random and adversarial pairs of all shapes and checks every answer
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// The number of pairs in each dimension
    #[arg(long, default_value_t = 100_000)]
    pub(crate) pairs: u64,
    /// The seed of the pairs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// 2 or 3; by default both
    #[arg(long)]
    pub(crate) dim: Option<usize>,
    /// Soak in f64, with parameters that need all its digits
    #[arg(long)]
    pub(crate) f64: bool,
    /// The number of threads; by default that of the processor's cores
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// The file of the state: saved every ten seconds, and read at the start if it exists
    #[arg(long)]
    pub(crate) resume: Option<PathBuf>,
    /// The file for the failures, as lines of a pair file
    #[arg(long)]
    pub(crate) out: Option<PathBuf>,
    /// Examine this pair alone and print its line and every finding about it
    #[arg(long)]
    pub(crate) only: Option<u64>,
    /// Soak composite shapes instead: with bodies, and with one another
    #[arg(long)]
    pub(crate) composites: bool,
    /// With --composites: only balls and capsules, and boxes with a contact skin, whose contacts
    /// must be local minima of the distance
    #[arg(long)]
    pub(crate) round: bool,
    /// Soak the stage instead: a world in which every kind of change occurs
    #[arg(long)]
    pub(crate) stage: bool,
    /// With --stage: the duration
    #[arg(long, default_value_t = 10.0)]
    pub(crate) minutes: f64,
    /// With --stage: the number of colliders; 9,000 make about 50,000 pairs
    #[arg(long, default_value_t = 9_000)]
    pub(crate) colliders: usize,
}
