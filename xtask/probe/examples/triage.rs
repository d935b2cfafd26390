//! scratch.
use std::collections::BTreeMap;
fn main() {
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let from: u64 = std::env::args().nth(2).map_or(0, |x| x.parse().unwrap());
    std::fs::create_dir_all("/tmp/triage").unwrap();
    let mut classes: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let (mut tame, mut errs) = (0, 0);
    let start = std::time::Instant::now();
    let mut worst = (0.0, 0);
    for i in from..from + n {
        let mut r = clinch_testkit::random::Random::new(i);
        let len = 40 + r.below(200);
        let data: Vec<u8> = (0..len).map(|_| r.bits() as u8).collect();
        let t = std::time::Instant::now();
        let data2 = data.clone();
        let out = std::panic::catch_unwind(move || { let d = clinch_probe::draw(&data2).placed(); (d.wild, d.examine()) });
        let t = t.elapsed().as_secs_f64();
        if t > worst.0 { worst = (t, i); }
        let wrong = match out { Ok((w, x)) => { tame += u64::from(!w); x }, Err(e) => vec![format!("PANIC {:?}", e.downcast_ref::<String>())] };
        if !wrong.is_empty() { errs += 1; std::fs::write(format!("/tmp/triage/{i}"), &data).unwrap(); }
        for w in wrong {
            let key: String = w.split([':', '(']).take(2).collect::<Vec<_>>().join(":").chars().take(80).collect();
            let e = classes.entry(key).or_insert((0, i)); e.0 += 1;
        }
    }
    println!("{n} in {:?}, tame {tame}, {errs} bad; slowest {worst:?}", start.elapsed());
    for (k, (c, i)) in classes { println!("{c:6} {i:8} {k}"); }
}
