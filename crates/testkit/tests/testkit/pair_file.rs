//! Pair files are read as they were written, and a damaged line affects no other.

use clinch_testkit::generate::pair;
use clinch_testkit::pair_file::{
    Answer, AnswerLine, CastAnswer, ErrorAnswer, ErrorKind, Manifold, Query, QueryKind, ShapeSpec, read_answers, read_queries, write_line,
};

fn written(line: &impl serde::Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_line(&mut bytes, line).unwrap();
    bytes
}

/// One line of every shape, query and pose form.
const EVERYTHING: &str = r#"
{"id":"1","dim":3,"query":"contact","a":{"type":"point"},"pose_a":{},"b":{"type":"point","p":[0.1,-0.0,5e-324]},"prediction":0.02}
{"id":"2","dim":3,"query":"distance","a":{"type":"segment","a":[0,0,0],"b":[1,0,0]},"b":{"type":"triangle","a":[0,0,0],"b":[1,0,0],"c":[0,1,0]}}
{"id":"3","dim":3,"query":"contact","a":{"type":"sphere","radius":1.7976931348623157e308},"b":{"type":"capsule","half_height":1,"radius":0}}
{"id":"4","dim":3,"query":"contact","a":{"type":"capsule","a":[0,0,0],"b":[1,2,3],"radius":0.3},"pose_a":{"q":[0.1,0.2,0.3,0.4]},"b":{"type":"box","half":[1,2,3]}}
{"id":"5","dim":3,"query":"contact","a":{"type":"cylinder","half_height":1,"radius":2},"b":{"type":"cone","half_height":0.3333333333333333,"radius":2}}
{"id":"6","dim":3,"query":"contact","a":{"type":"ellipsoid","radii":[1,2,3]},"b":{"type":"hull","points":[[1,2,3],[4,5,6.000000000000001]]}}
{"id":"7","dim":3,"query":"contact","a":{"type":"halfspace","normal":[0,1,0],"offset":-2},"b":{"type":"rounded","core":{"type":"rounded","core":{"type":"box","half":[1,1,1]},"radius":1},"radius":0.1}}
{"id":"8","dim":2,"query":"contact","a":{"type":"circle","radius":1},"pose_a":{"t":[1,2],"angle":0.7853981633974483},"b":{"type":"ellipse","radii":[1,2]},"pose_b":{"c":0.6,"s":0.8}}
{"id":"9","dim":2,"query":"contact","a":{"type":"box","half":[1,2]},"b":{"type":"polygon","points":[[1,2],[3,4],[0,9]]}}
{"id":"10","dim":3,"query":"distance","a":{"type":"compound","parts":[{"shape":{"type":"point"}},{"pose":{"t":[1,2,3]},"shape":{"type":"sphere","radius":1}}]},"b":{"type":"trimesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"indices":[[0,1,2]]}}
{"id":"11","dim":2,"query":"distance","a":{"type":"polyline","vertices":[[0,0],[1,0],[2,1]]},"b":{"type":"polyline","vertices":[[0,0],[1,0]],"indices":[[0,1]]}}
{"id":"12","dim":3,"query":"contact","a":{"type":"heightfield","heights":[[0,1],[2,3]],"scale":[1,2,3]},"b":{"type":"point"}}
{"id":"13","dim":3,"query":"shape_cast","a":{"type":"point"},"b":{"type":"point"},"vel_a":[1,0,0],"vel_b":[0,0,0],"max_toi":10,"target_distance":0.1}
{"id":"14","dim":2,"query":"ray_cast","a":{"type":"circle","radius":1},"origin":[5,0],"dir":[-1,0]}
{"id":"15","dim":3,"query":"contact","a":{"type":"point"},"b":{"type":"point"},"expect":{"sd":1e-17,"normals":[[0,0,1]],"patch":{"dim":2,"area":0.5}}}
{"id":"16","dim":3,"query":"contact","a":{"type":"tapered_capsule","half_height":1,"bottom":0.5,"top":0.25},"b":{"type":"frustum","half_height":1,"bottom":0,"top":2}}
{"id":"17","dim":2,"query":"contact","a":{"type":"half_ellipse","radii":[1,2]},"b":{"type":"sector","radius":1,"half_angle":0.5}}
{"id":"18","dim":2,"query":"contact","a":{"type":"regular_polygon","count":6,"radius":1},"b":{"type":"scaled","shape":{"type":"circle","radius":1},"scale":[-1,2]}}
{"id":"19","dim":3,"query":"contact","a":{"type":"posed","pose":{"t":[1,2,3]},"shape":{"type":"point"}},"b":{"type":"sum","a":{"type":"point"},"b":{"type":"box","half":[1,2,3]}}}
{"id":"20","dim":3,"query":"contact","a":{"type":"hull_of","shapes":[{"type":"point"},{"type":"sphere","radius":1}]},"b":{"type":"point"}}
"#;

#[test]
fn every_shape_and_query_is_read_as_written() {
    let queries: Vec<Query> = read_queries(EVERYTHING.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(queries.len(), 20);
    for (query, line) in queries.iter().zip(EVERYTHING.lines().filter(|line| !line.is_empty())) {
        let back = read_queries(written(query).as_slice()).next().unwrap().unwrap();
        assert_eq!(&back, query, "{}", query.id);
        // No field of the line was lost or renamed. Integers come back as floats.
        let fields = |bytes: &[u8]| without_fractions(serde_json::from_slice(bytes).unwrap());
        let (mut before, after) = (fields(line.as_bytes()), fields(&written(query)));
        for pose in ["pose_a", "pose_b"] {
            before.as_object_mut().unwrap().entry(pose).or_insert_with(|| serde_json::json!({}));
        }
        for part in before.pointer_mut("/a/parts").and_then(|parts| parts.as_array_mut()).into_iter().flatten() {
            part.as_object_mut().unwrap().entry("pose").or_insert_with(|| serde_json::json!({}));
        }
        assert_eq!(before, after);
    }
}

/// Every number as a float, so that 1 and 1.0 compare equal.
fn without_fractions(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Number(number) => number.as_f64().unwrap().into(),
        Value::Array(items) => items.into_iter().map(without_fractions).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, without_fractions(value))).collect(),
        other => other,
    }
}

#[test]
fn awkward_numbers_are_read_as_written() {
    let mut bits = clinch_testkit::random::Random::new(2);
    for _ in 0..20_000 {
        let radius = f64::from_bits(bits.bits() >> 1);
        if radius.is_finite() {
            let shape = ShapeSpec::Sphere { radius };
            assert_eq!(serde_json::from_slice::<ShapeSpec>(&written(&shape)).unwrap(), shape);
        }
    }
}

#[test]
fn generated_queries_are_read_as_written() {
    for index in 0..200 {
        let query = pair(2 + (index % 2) as usize, 3, index).query;
        assert_eq!(read_queries(written(&query).as_slice()).next().unwrap().unwrap(), query);
    }
}

#[test]
fn unknown_fields_are_ignored_and_unknown_words_kept() {
    let line = r#"{"id":"x","dim":2,"new":{"a":1},"query":"volume","a":{"type":"circle","radius":1,"colour":"red"},"pose_a":{"t":[0,0],"scale":2}}"#;
    let query = read_queries(line.as_bytes()).next().unwrap().unwrap();
    assert_eq!(query.kind, QueryKind::Other("volume".to_owned()));
    assert_eq!(query.b, None);
}

#[test]
fn a_damaged_line_affects_only_its_own_answer() {
    let good = r#"{"id":"good","dim":2,"query":"contact","a":{"type":"circle","radius":1},"b":{"type":"point"}}"#;
    let damaged: [(&[u8], Option<&str>, ErrorKind); 9] = [
        (br#"{"id":"cut off","dim":2,"query":"con"#, Some("cut off"), ErrorKind::Parse),
        (br#"{"dim":2,"query":"contact"} trailing"#, None, ErrorKind::Parse),
        (br#"{"id" : "quote \" and \\","dim":2,,"#, Some("quote \" and \\"), ErrorKind::Parse),
        (br#"{"id":"no shape","dim":2,"query":"contact"}"#, Some("no shape"), ErrorKind::Parse),
        (br#"{"id":"blob","dim":2,"query":"contact","a":{"type":"blob"}}"#, Some("blob"), ErrorKind::Unsupported),
        (br#"{"id":"nan","dim":2,"query":"contact","a":{"type":"circle","radius":NaN}}"#, Some("nan"), ErrorKind::Parse),
        (br#"{"id":"big","dim":2,"query":"contact","a":{"type":"circle","radius":1e999}}"#, Some("big"), ErrorKind::Parse),
        (b"{\"id\":\"utf\",\"dim\":2,\"query\":\"\xff\"}", Some("utf"), ErrorKind::Parse),
        (br#"{"id":"short","dim":2,"query":"contact","a":{"type":"box","half":[1]}}"#, Some("short"), ErrorKind::Parse),
    ];
    let mut file = Vec::new();
    for (line, _, _) in &damaged {
        file.extend_from_slice(line);
        file.extend_from_slice(b"\n\n");
        file.extend_from_slice(good.as_bytes());
        file.extend_from_slice(b"\r\n");
    }
    let lines: Vec<_> = read_queries(file.as_slice()).collect();
    assert_eq!(lines.len(), 2 * damaged.len());
    for (i, (_, id, kind)) in damaged.iter().enumerate() {
        let error = lines[2 * i].as_ref().unwrap_err();
        assert_eq!((error.line, error.id.as_deref(), error.kind), (3 * i + 1, *id, *kind), "{error}");
        assert!(error.answer().error.starts_with(&format!("{kind}: line {}: ", 3 * i + 1)), "{:?}", error.answer());
        assert_eq!(lines[2 * i + 1].as_ref().unwrap().id, "good");
    }
}

#[test]
fn answers_are_read_as_written() {
    let answers = [
        AnswerLine::Contact(Answer {
            id: "1".into(),
            intersects: true,
            depth: Some(0.1),
            normal: Some([0.0, 1.0, 0.0].into()),
            lower: Some(-0.1),
            upper: Some(-0.1),
            status: "converged".into(),
            iterations: 4,
            manifold: Some(Manifold { n: [0.0, 1.0, 0.0].into(), points: vec![([0.0; 3].into(), [0.1; 3].into(), -0.1)] }),
            ..Answer::default()
        }),
        AnswerLine::Contact(Answer { id: "2".into(), distance: 0.3, ..Answer::default() }),
        AnswerLine::Cast(CastAnswer { id: "3".into(), hit: true, toi: Some(0.5), ..CastAnswer::default() }),
        AnswerLine::Error(ErrorAnswer::new(Some("4".into()), ErrorKind::Construct, "radius is -1")),
        AnswerLine::Error(ErrorAnswer::new(None, ErrorKind::Parse, "line 5: what")),
    ];
    let file: Vec<u8> = answers.iter().flat_map(written).collect();
    let back: Vec<AnswerLine> = read_answers(file.as_slice()).map(Result::unwrap).collect();
    assert_eq!(back, answers);
    assert_eq!(back.iter().map(|line| line.id()).collect::<Vec<_>>(), [Some("1"), Some("2"), Some("3"), Some("4"), None]);
    let text = String::from_utf8(written(&answers[0])).unwrap();
    assert!(text.contains(r#""manifold":{"n":[0.0,1.0,0.0],"points":[[[0.0,0.0,0.0],[0.1,0.1,0.1],-0.1]]}"#), "{text}");
    assert!(String::from_utf8(written(&answers[3])).unwrap().starts_with(r#"{"id":"4","error":"construct: radius is -1"}"#));
}
