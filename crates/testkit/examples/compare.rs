//! Compares the oracle with the expectations of a pair file: `compare FILE [searched]`.

use clinch_testkit::oracle::Pairing;
use clinch_testkit::pair_file::{QueryKind, read_queries};
use std::io::Write;

fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let searched = std::env::args().nth(2).is_some();
    let mut out = std::io::stdout().lock();
    let reader = std::io::BufReader::new(std::fs::File::open(file).expect("readable"));
    let (mut n, mut bad, mut refused) = (0, 0, 0);
    let mut times = Vec::new();
    for q in read_queries(reader) {
        let q = match q {
            Ok(q) => q,
            Err(e) => {
                writeln!(out, "{e}").unwrap();
                continue;
            }
        };
        if !matches!(q.kind, QueryKind::Contact | QueryKind::Distance) {
            continue;
        }
        let p = match Pairing::of(&q) {
            Ok(p) => p,
            Err(e) => {
                refused += 1;
                if !q.id.contains("composites") {
                    writeln!(out, "{} {e}", q.id).unwrap();
                }
                continue;
            }
        };
        let t0 = std::time::Instant::now();
        let t = if searched { p.searched(20_000) } else { p.truth() };
        let ms = t0.elapsed().as_secs_f64() * 1e3;
        times.push((ms, q.id.clone(), t.err / t.extent, q.a.kind(), q.b.as_ref().unwrap().kind()));
        n += 1;
        let e = q.expect.as_ref().unwrap();
        let s = t.extent;
        let diff = (t.sd - e.sd.unwrap()).abs();
        let kind = format!("{}/{}", q.a.kind(), q.b.as_ref().unwrap().kind());
        if diff > e.err.unwrap() + t.err {
            bad += 1;
            writeln!(
                out,
                "{} {kind} sd {:e} ref {:e} diff/S {:e} err {:e} ref {:e}",
                q.id,
                t.sd,
                e.sd.unwrap(),
                diff / s,
                t.err / s,
                e.err.unwrap() / s
            )
            .unwrap();
        }
        if let Some(n) = e.normal {
            let g = p.gap_along(n.to_vec3());
            if g < e.sd.unwrap() - 1e-9 * s {
                writeln!(
                    out,
                    "{} {kind} ref normal {:?} gap {g:e} sd {:e} mine {:?} d {:e}",
                    q.id,
                    n.as_slice(),
                    e.sd.unwrap(),
                    t.normal.as_slice(),
                    (g - e.sd.unwrap()) / s
                )
                .unwrap();
            }
        }
        if e.dir_unique == Some(false) && t.dir_unique && t.sd.abs() > 1e-6 * s {
            writeln!(out, "{} {kind} dir_unique: ref false, mine true sd {:e} {:?} {:?}", q.id, t.sd, t.normal, e.normals).unwrap();
        }
        if e.cp_unique == Some(false) && t.cp_unique {
            writeln!(out, "{} {kind} cp_unique: ref false, mine true sd {:e}", q.id, t.sd).unwrap();
        }
        if e.cp_unique == Some(true) && e.point_a.is_some() && t.sd > 1e-6 * s {
            match t.points {
                Some([a, b]) => {
                    let d =
                        (a.to_vec3() - e.point_a.unwrap().to_vec3()).length().max((b.to_vec3() - e.point_b.unwrap().to_vec3()).length());
                    if d > 1e-5 * s {
                        writeln!(out, "{} {kind} points off {:e}", q.id, d / s).unwrap();
                    }
                }
                None => writeln!(out, "{} {kind} no points", q.id).unwrap(),
            }
        }
    }
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    writeln!(out, "{n} compared, {bad} differ, {refused} refused; total {} ms", times.iter().map(|t| t.0).sum::<f64>()).unwrap();
    for t in times.iter().take(12) {
        writeln!(out, "  {t:?}").unwrap();
    }
    times.sort_by(|a, b| b.2.total_cmp(&a.2));
    for t in times.iter().take(25) {
        writeln!(out, "  err/S {t:?}").unwrap();
    }
}
