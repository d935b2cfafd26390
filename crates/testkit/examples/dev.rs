use clinch_testkit::oracle::{PartsTruth, UnionPairing};
use clinch_testkit::pair_file::{Query, PoseSpec};
use glam::DVec3;
fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        if !line.starts_with('{') { continue; }
        let q: Query = serde_json::from_str(&line).unwrap();
        let t = PartsTruth::of(&q.a, q.dim).unwrap();
        let b = q.b.clone().unwrap();
        if b.is_composite() { 
            println!("{} union {:?}", q.id, UnionPairing::of(&q).unwrap().truth());
            continue; }
        let body = t.body(&b, &q.pose_b, DVec3::ZERO);
        println!("{}", q.id);
        if let Some(body) = body {
            println!(" least {:?}", t.least(&body, f64::NEG_INFINITY));
            for n in t.near(&body, t.least(&body, f64::NEG_INFINITY).distance.abs()*3.0) { println!("  near {n:?}"); }
        }
        println!(" union {:?}", UnionPairing::of(&q).unwrap().truth().nearest);
    }
    let _ = PoseSpec::default();
}
