//! Reports of small pairs, whole, as the page reads them.

use clinch_inspector::{Options, inspect};
use serde_json::Value;

const DYN4J: &str = r#"{"id":"dyn4j","dim":2,"query":"contact","a":{"type":"polygon","points":[[4,11],[4,5],[9,9]]},"b":{"type":"polygon","points":[[5,7],[7,3],[10,2],[12,7]]}}"#;
const CUBES: &str = r#"{"id":"cubes","dim":3,"query":"contact","prediction":0.1,"a":{"type":"box","half":[0.5,0.5,0.5]},"b":{"type":"box","half":[0.5,0.5,0.5]},"pose_b":{"t":[0.9,0,0]}}"#;
const BALL: &str = r#"{"id":"ball","dim":3,"query":"contact","a":{"type":"box","half":[1,0.5,1]},"b":{"type":"sphere","radius":0.5},"pose_b":{"t":[0.25,1.25,0.5]}}"#;

fn report(line: &str, options: Options) -> Value {
    serde_json::to_value(inspect(line, options)).unwrap()
}

/// One line per entry of the longest lists, so that a difference is readable.
fn text(value: &Value) -> String {
    let mut text = String::new();
    write(value, "", &mut text);
    text
}

fn write(value: &Value, path: &str, text: &mut String) {
    match value {
        Value::Object(fields) if path.matches('.').count() < 4 => {
            for (name, field) in fields {
                write(field, &format!("{path}.{name}"), text);
            }
        }
        Value::Array(items) if items.iter().all(Value::is_object) && !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                write(item, &format!("{path}.{index}"), text);
            }
        }
        other => text.push_str(&format!("{path} {other}\n")),
    }
}

#[test]
fn two_polygons_that_overlap() {
    insta::assert_snapshot!(text(&report(DYN4J, Options::default())));
}

#[test]
fn two_cubes_with_the_origin_on_a_segment() {
    insta::assert_snapshot!(text(&report(CUBES, Options::default())));
}

/// A closed form: the report says which, and that no support call was made.
#[test]
fn a_ball_above_a_box() {
    let mut report = report(BALL, Options { f64: true, guess: false });
    assert_eq!(report["answer"]["path"]["table"], "PointBox");
    assert_eq!(report["answer"]["work"]["calls"], 0);
    // Two hundred points of a ball say nothing.
    let outline = report["shapes"][1]["outline"].take();
    assert!(outline["points"].as_array().unwrap().len() > 150);
    insta::assert_snapshot!(text(&report));
}

#[test]
fn lines_without_a_pair_say_why_and_where() {
    let lines = [
        "",
        "\n\n",
        r#"{"id":"cut","dim":2,"query":"con"#,
        "\n{\"id\":\"umläut\",\"dim\":2,\"query\":\"contact\",\"a\":{\"type\":\"circle\",\"radius\":NaN}}",
        r#"{"id":"blob","dim":2,"query":"contact","a":{"type":"blob"},"b":{"type":"point"}}"#,
        r#"{"id":"huge","dim":2,"query":"contact","a":{"type":"circle","radius":1e999},"b":{"type":"point"}}"#,
        r#"{"id":"alone","dim":2,"query":"contact","a":{"type":"circle","radius":1}}"#,
        r#"{"id":"negative","dim":3,"query":"contact","a":{"type":"sphere","radius":-1},"b":{"type":"point"}}"#,
        r#"{"id":"flat","dim":2,"query":"contact","a":{"type":"sphere","radius":1},"b":{"type":"point"}}"#,
        r#"{"id":"turned","dim":3,"query":"contact","a":{"type":"point"},"b":{"type":"point"},"pose_b":{"q":[0,0,0,0]}}"#,
        r#"{"id":"chain","dim":2,"query":"contact","a":{"type":"polyline","vertices":[[0,0],[0,0]],"sides":"one"},"b":{"type":"point"}}"#,
        r#"{"id":"mesh","dim":3,"query":"contact","a":{"type":"point"},"b":{"type":"trimesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"indices":[[0,1,9]]}}"#,
        r#"{"id":"ray","dim":2,"query":"ray_cast","a":{"type":"point"},"origin":[0,0]}"#,
        r#"{"id":"shadow","dim":2,"query":"shadow_cast","a":{"type":"point"},"b":{"type":"point"}}"#,
        r#"{"id":"line","dim":1,"query":"contact","a":{"type":"point"},"b":{"type":"point"}}"#,
    ];
    let errors = lines.map(|line| report(line, Options::default())["error"].to_string());
    insta::assert_snapshot!(errors.join("\n"));
}

/// Each step is the state of the same search, so the bounds close, and the last simplex and the
/// last bounds are those of the search without a limit.
#[test]
fn the_bounds_of_the_steps_close_on_the_answer() {
    let apart = r#"{"id":"","dim":3,"query":"contact","a":{"type":"ellipsoid","radii":[1.5,0.5,1]},"b":{"type":"cone","half_height":1,"radius":0.5},"pose_b":{"t":[2,1.5,1],"q":[0.3,0.1,0.2,0.9]}}"#;
    for options in [false, true].map(|f64| Options { f64, guess: true }) {
        let report = report(apart, options);
        let steps = report["search"]["gjk"]["steps"].as_array().unwrap();
        let bound = |step: &Value, name: &str| step[name].as_f64();
        assert!(steps.len() > 3);
        for pair in steps.windows(2) {
            assert!(bound(&pair[0], "lower").unwrap_or(0.0) <= bound(&pair[1], "lower").unwrap_or(0.0), "{pair:?}");
            assert!(bound(&pair[1], "upper").unwrap() <= bound(&pair[0], "upper").unwrap() * (1.0 + 1e-12), "{pair:?}");
        }
        let last = steps.last().unwrap();
        let answer = &report["answer"];
        assert!(bound(last, "lower").unwrap() <= answer["distance"].as_f64().unwrap() + 1e-7);
        assert!((bound(last, "upper").unwrap() - answer["distance"].as_f64().unwrap()).abs() < 1e-6, "{last} {answer}");
        assert_eq!(report["search"]["gjk"]["certificate"]["verified"], true);
    }
}

/// A cut-off search may take a call that the full one does not; every place must still exist.
#[test]
fn every_place_of_a_step_is_in_the_record() {
    let pairs = [DYN4J, CUBES, BALL];
    for line in pairs {
        for guess in [false, true] {
            let report = report(line, Options { f64: false, guess });
            let search = &report["search"];
            let record = search["record"].as_array().unwrap().len() as u64;
            let places =
                |step: &Value, name: &str| step[name].as_array().unwrap().iter().map(|place| place.as_u64().unwrap()).collect::<Vec<_>>();
            for step in search["gjk"]["steps"].as_array().unwrap() {
                assert!(places(step, "simplex").iter().chain(&places(step, "added")).all(|&place| place < record), "{line} {step}");
            }
            for step in search["epa"]["steps"].as_array().into_iter().flatten() {
                let facets = step["facets"].as_array().unwrap().iter().flat_map(|facet| facet.as_array().unwrap());
                assert!(facets.map(|place| place.as_u64().unwrap()).all(|place| place < record), "{line} {step}");
            }
        }
    }
}
