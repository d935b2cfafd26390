//! dev
use clinch_soak_composites::{Plan, only, soak};
use clinch_testkit::distributions::Digits;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n = |i: usize| args[i].parse::<u64>().unwrap();
    let digits = if args[2] == "f64" { Digits::Double } else { Digits::Single };
    let plan = Plan { pairs: n(3), seed: n(4), digits, threads: 2, round: args.get(5).is_some_and(|a| a == "round") };
    let start = std::time::Instant::now();
    let soaked = match args.get(6) {
        Some(i) => only(&plan, n(1) as usize, i.parse().unwrap()),
        None => soak(&plan, n(1) as usize, &|_| ()),
    };

    println!("all {:?} in {:?}", soaked.tally.all(), start.elapsed());
    let show = if args.get(6).is_some() { 100000 } else { 240 };
    for (what, faults) in &soaked.tally.faults {
        println!("FAULT {what}: {}", faults.count);
        if args.get(6).is_some() {
            for (i, f) in faults.first.iter().take(4) {
                println!("    {i}: {}", &f[..f.len().min(show)]);
            }
            continue;
        }
        let mut kinds = std::collections::BTreeMap::<&str, Vec<u64>>::new();
        for (i, f) in &faults.first {
            kinds.entry(f.split(':').next().unwrap()).or_default().push(*i);
        }
        for (k, i) in kinds {
            println!("    {k}: {} {:?}", i.len(), &i[..i.len().min(12)]);
        }
    }
    if args.get(6).is_some() {
        for line in &soaked.lines {
            println!("{line}");
        }
    }
}
