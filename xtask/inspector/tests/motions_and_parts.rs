//! Reports of casts and of composite shapes, in lines that a reader can check with a pencil.

use clinch_inspector::{Options, inspect};
use serde_json::Value;

/// The ball is 2 1/2 from a face, and approaches it by 2 per unit of time: they meet at 1 1/4.
const BALL: &str = r#"{"id":"ball","dim":2,"query":"shape_cast","a":{"type":"box","half":[1,1]},"b":{"type":"circle","radius":0.5},"pose_b":{"t":[4,0.25]},"vel_b":[-2,0]}"#;
/// Smooth cores, which take several steps.
const ELLIPSES: &str = r#"{"id":"ellipses","dim":2,"query":"shape_cast","a":{"type":"half_ellipse","radii":[1.2,0.8]},"b":{"type":"ellipse","radii":[1.6,0.7]},"pose_a":{"angle":0.65},"pose_b":{"t":[5,1.9],"angle":-0.2},"vel_b":[-2,0],"target_distance":0.25}"#;
const CUBES: &str = r#"{"id":"cubes","dim":3,"query":"shape_cast","a":{"type":"box","half":[1,1,1]},"b":{"type":"box","half":[1,1,1]},"pose_b":{"t":[6,0.5,0.25]},"vel_a":[1,0,0],"vel_b":[-1,0,0]}"#;
const MISS: &str = r#"{"id":"miss","dim":2,"query":"shape_cast","a":{"type":"box","half":[1,1]},"b":{"type":"box","half":[1,1]},"pose_b":{"t":[4,3]},"vel_b":[-1,0],"max_toi":8}"#;
const WITHIN: &str = r#"{"id":"within","dim":2,"query":"shape_cast","a":{"type":"box","half":[1,1]},"b":{"type":"box","half":[1,1]},"pose_b":{"t":[1.5,0]},"vel_b":[1,0]}"#;
const RAY: &str = r#"{"id":"ray","dim":3,"query":"ray_cast","a":{"type":"sphere","radius":1},"origin":[0,0,-5],"dir":[0,0,2],"max_toi":3}"#;
const GROUND: &str = r#"{"id":"ground","dim":2,"query":"shape_cast","a":{"type":"halfspace","normal":[0,1],"offset":0},"b":{"type":"box","half":[1,1]},"pose_b":{"t":[0,4]},"vel_b":[1,-1]}"#;
const FALLS: &str = r#"{"id":"falls","dim":3,"query":"shape_cast","a":{"type":"voxels","size":[1,1,1],"cells":[[0,0,0],[1,0,0],[1,1,0]]},"b":{"type":"box","half":[0.25,0.25,0.25]},"pose_b":{"t":[1.5,5.25,0.5]},"vel_b":[0,-2,0]}"#;
const MESH_RAY: &str =
    r#"{"id":"mesh ray","dim":2,"query":"ray_cast","a":{"type":"polyline","vertices":[[2,0],[0,0],[-2,0]]},"origin":[-1,2],"dir":[0,-1]}"#;

/// A ball over the second of two triangles, near their common edge.
const EDGE: &str = r#"{"id":"edge","dim":3,"query":"contact","prediction":0.125,"a":{"type":"trimesh","vertices":[[-1,0,-1],[1,0,-1],[1,0,1],[-1,0,1]],"indices":[[0,2,1],[0,3,2]]},"b":{"type":"sphere","radius":0.5},"pose_b":{"t":[0.25,0.4375,0]}}"#;
/// The same with the shapes exchanged.
const EDGE_SWAPPED: &str = r#"{"id":"edge, swapped","dim":3,"query":"contact","prediction":0.125,"b":{"type":"trimesh","vertices":[[-1,0,-1],[1,0,-1],[1,0,1],[-1,0,1]],"indices":[[0,2,1],[0,3,2]]},"a":{"type":"sphere","radius":0.5},"pose_a":{"t":[0.25,0.4375,0]}}"#;
const FLUSH: &str = r#"{"id":"flush","dim":2,"query":"contact","prediction":0.125,"a":{"type":"compound","parts":[{"pose":{"t":[-1,-1]},"shape":{"type":"box","half":[1,1]}},{"pose":{"t":[1,-1]},"shape":{"type":"box","half":[1,1]}}]},"b":{"type":"circle","radius":0.5},"pose_b":{"t":[-0.25,0.375]}}"#;
const VALLEY: &str = r#"{"id":"valley","dim":2,"query":"contact","prediction":0.5,"a":{"type":"heightfield","heights":[[1,0,1]],"scale":[2,1]},"b":{"type":"circle","radius":0.5},"pose_b":{"t":[0,1]}}"#;
const CORNER: &str = r#"{"id":"corner","dim":3,"query":"contact","prediction":0.125,"a":{"type":"voxels","size":[1,1,1],"cells":[[0,0,0],[1,0,0],[1,1,0]]},"b":{"type":"sphere","radius":0.5},"pose_b":{"t":[0.5625,1.4375,0.5]}}"#;
const TABLES: &str = r#"{"id":"tables","dim":2,"query":"contact","prediction":0.125,"a":{"type":"compound","parts":[{"shape":{"type":"box","half":[2,0.25]}},{"pose":{"t":[-1,-1]},"shape":{"type":"box","half":[0.25,1]}}]},"b":{"type":"compound","parts":[{"shape":{"type":"box","half":[2,0.25]}},{"pose":{"t":[-1,-1]},"shape":{"type":"box","half":[0.25,1]}}]},"pose_b":{"t":[0.5,2.1875]}}"#;
const FAR: &str = r#"{"id":"far","dim":2,"query":"distance","a":{"type":"polyline","vertices":[[2,0],[0,0],[-2,0]]},"b":{"type":"circle","radius":0.5},"pose_b":{"t":[1,4]}}"#;

fn report(line: &str, f64: bool) -> Value {
    serde_json::to_value(inspect(line, Options { f64, guess: false })).unwrap()
}

fn number(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), |x| format!("{:.6}", if x.abs() < 5e-7 { 0.0 } else { x }))
}

fn vector(value: &Value) -> String {
    value.as_array().map_or_else(|| "–".to_owned(), |all| format!("({})", all.iter().map(number).collect::<Vec<_>>().join(", ")))
}

/// A cast as a short text: the answer, who gave it, and the states.
fn cast(report: &Value) -> String {
    let line = &report["line"];
    let mut text = format!(
        "{}: hit {}, toi {}, normal {}, points {} {}, parts {}\n  {}: {}\n",
        report["id"],
        line["hit"],
        number(&line["toi"]),
        vector(&line["normal"]),
        vector(&line["point_a"]),
        vector(&line["point_b"]),
        line["parts"],
        report["path"]["answered"],
        report["path"]["why"],
    );
    for state in report["states"].as_array().unwrap() {
        text += &format!(
            "  {} {}: time {}, B at {}, {} apart, normal {}\n",
            state["what"],
            state["limit"],
            number(&state["time"]),
            vector(&state["at"][1]),
            number(&state["distance"]),
            vector(&state["normal"])
        );
    }
    let search = &report["search"];
    text + &if search.is_null() {
        "  no search\n".to_owned()
    } else {
        format!("  certificate checked: {}\n", search["certificate"]["verified"])
    }
}

/// Contacts as a short text: the answer, the manifolds, and what became of each part.
fn contacts(report: &Value) -> String {
    let line = &report["line"];
    let mut text = format!(
        "{}: intersects {}, distance {}, depth {}, normal {}, parts {}\n",
        report["id"],
        line["intersects"],
        number(&line["distance"]),
        number(&line["depth"]),
        vector(&line["normal"]),
        line["parts"],
    );
    for manifold in report["manifolds"].as_array().unwrap() {
        let points: Vec<_> = manifold["points"].as_array().unwrap().iter().map(|point| vector(&point["on_a"])).collect();
        text += &format!("  manifold of {}: normal {}, on A {}\n", manifold["parts"], vector(&manifold["normal"]), points.join(" "));
    }
    for verdict in report["verdicts"].as_array().unwrap() {
        let by = if verdict["by"] == Value::Array(Vec::new()) {
            String::new()
        } else {
            format!(" by {} of {}", verdict["by"], verdict["by_of"])
        };
        let (parts, kept, feature) = (&verdict["parts"], &verdict["verdict"], &verdict["feature"]);
        text += &format!("  {parts} {kept} {feature}{by}: {} along {}\n", number(&verdict["distance"]), vector(&verdict["normal"]));
    }
    text
}

#[test]
fn casts_from_their_start_to_their_impact() {
    let lines = [BALL, ELLIPSES, CUBES, MISS, WITHIN, RAY, GROUND, FALLS, MESH_RAY];
    insta::assert_snapshot!(lines.map(|line| cast(&report(line, false))).join("\n"));
}

#[test]
fn contacts_of_parts_that_are_kept_and_dropped() {
    let lines = [EDGE, EDGE_SWAPPED, FLUSH, VALLEY, CORNER, TABLES, FAR];
    insta::assert_snapshot!(lines.map(|line| contacts(&report(line, false))).join("\n"));
}

/// The library proves each bound, so none is after the impact, and at none of them the shapes are
/// within the target.
#[test]
fn the_bounds_of_a_cast_rise_to_the_time_of_impact() {
    for (line, f64) in [(BALL, false), (BALL, true), (ELLIPSES, false), (ELLIPSES, true), (CUBES, false)] {
        let report = report(line, f64);
        let states = report["states"].as_array().unwrap();
        let times: Vec<f64> = states.iter().map(|state| state["time"].as_f64().unwrap()).collect();
        assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{times:?}");
        assert_eq!(times.last().copied(), report["line"]["toi"].as_f64());
        let target = report["target_distance"].as_f64().unwrap();
        assert!(states.iter().all(|state| state["distance"].as_f64().unwrap() >= target - 1e-9), "{line}");
        assert_eq!(report["search"]["certificate"]["verified"], true);
    }
}

/// Composite shapes are in `f32` whatever the option says, and the report says so.
#[test]
fn a_report_names_its_precision() {
    assert_eq!([report(EDGE, true)["precision"].as_str(), report(BALL, true)["precision"].as_str()], [Some("f32"), Some("f64")]);
}

/// Contacts name parts by their places, all of which have an outline.
#[test]
fn every_part_of_a_verdict_is_drawn() {
    for line in [EDGE, EDGE_SWAPPED, FLUSH, VALLEY, CORNER, TABLES] {
        let report = report(line, false);
        let parts = |of: usize| report["shapes"][of]["parts"].as_array().map_or(0, Vec::len);
        for verdict in report["verdicts"].as_array().unwrap() {
            for of in 0..2 {
                assert!(verdict["parts"][of].as_u64().is_none_or(|place| (place as usize) < parts(of)), "{line} {verdict}");
            }
            let of = verdict["by_of"].as_u64().unwrap() as usize;
            assert!(verdict["by"].as_array().unwrap().iter().all(|place| (place.as_u64().unwrap() as usize) < parts(of)), "{verdict}");
        }
        for shape in report["shapes"].as_array().unwrap() {
            let outlines = shape["parts"].as_array().into_iter().flatten().map(|part| &part["outline"]["points"]);
            assert!(outlines.clone().all(|points| points.as_array().unwrap().len() > 1), "{line}");
        }
    }
}
