//! scratch.
use clinch::shapes::*; use clinch::support::*; use glam::*;
fn main() {
    let s: Shape2<DVec2> = Sector::<DVec2>::new(5.75, 1.2149128).unwrap().into();
    let b = s.bounding_ball();
    println!("{b:?} {}", Convex::<DVec2>::radius_wide(&s));
    for d in [DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y, DVec2::new(0.3,0.7), DVec2::new(-0.3,-0.7)] { let p = s.support_wide(d).point; println!("{d} {p} {}", (p-b.center).length() - b.radius); }
}
