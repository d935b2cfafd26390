//! The date, the machine and the versions of a measurement, for the heads of pages.

use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// Today, as year, month and day.
pub fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let [year, month, day] = civil(seconds / 86400);
    format!("{year}-{month:02}-{day:02}")
}

/// The date this many days after 1 January 1970 (Howard Hinnant, *chrono-compatible low-level date
/// algorithms*).
fn civil(days: u64) -> [u64; 3] {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    [year + era * 400 + u64::from(month <= 2), month, day]
}

/// The number of processors and their name, if the system reports it.
pub fn processor() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned()));
    format!("{cores} × {}", name.as_deref().unwrap_or(std::env::consts::ARCH))
}

/// The version of a crate in the workspace's lock file; `?` if it is not there.
pub fn version(name: &str) -> String {
    let mut lines = include_str!("../../../Cargo.lock").lines();
    lines.find(|line| line.strip_prefix("name = \"").and_then(|rest| rest.strip_suffix('"')) == Some(name));
    lines.next().and_then(|line| line.split('"').nth(1)).unwrap_or("?").to_owned()
}

#[cfg(test)]
mod tests {
    use super::{civil, version};

    #[test]
    fn days_become_dates() {
        assert_eq!([civil(0), civil(59), civil(11_016), civil(20_513)], [[1970, 1, 1], [1970, 3, 1], [2000, 2, 29], [2026, 3, 1]]);
    }

    #[test]
    fn versions_are_found_in_the_lock() {
        assert_eq!(version("clinch"), env!("CARGO_PKG_VERSION"));
        assert_eq!(version("no-such-crate"), "?");
    }
}
