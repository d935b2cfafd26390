//! Serialised memories and manifolds: a pair that is read continues with the same bits, and a wrong
//! file harms only its own pair.

use crate::common::{Case, Kit};
use clinch_contact::{ContactPoint, FeatureId, Manifold, Memory, Recycling, Scratch, Settings, collide};
use clinch_shapes::{Ball, Cuboid, Shape3};
use clinch_support::{Pose, Rotation, Scalar, Vector};
use clinch_testkit::generate;
use clinch_testkit::random::Random;
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_string, to_value};

/// Through a format that has all floats.
fn through_cbor<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let mut file = Vec::new();
    ciborium::into_writer(value, &mut file).unwrap();
    ciborium::from_reader(&file[..]).unwrap()
}

fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    from_str(&to_string(value).unwrap()).unwrap()
}

/// A vector that can be written.
trait Written: Kit<Scalar: Serialize + DeserializeOwned, Rotation: Serialize + DeserializeOwned> + Serialize + DeserializeOwned {}

impl<V: Kit<Scalar: Serialize + DeserializeOwned, Rotation: Serialize + DeserializeOwned> + Serialize + DeserializeOwned> Written for V {}

#[derive(Clone)]
struct PairState<V: Kit> {
    memory: Memory<V>,
    manifold: Manifold<V>,
}

impl<V: Kit> PairState<V> {
    fn new() -> Self {
        Self { memory: Memory::new(), manifold: Manifold::new() }
    }

    /// One tick, and a solver that stores data with each point. Returns the complete result; its
    /// text identifies every bit.
    fn tick(&mut self, case: &Case<V>, settings: &Settings<V::Scalar>) -> (bool, String) {
        let measured = collide(&case.pair(), settings, &mut self.memory, &mut Scratch::new(), &mut self.manifold);
        for point in &mut self.manifold.points {
            point.user_data[1] = point.user_data[1] + point.separation;
        }
        (measured.recycled, format!("{measured:?} {:?} {:?}", self.manifold, self.memory))
    }
}

/// Pairs that drift: one is never written, one is written and read between ticks, and one has a new
/// memory each tick.
fn continues_with_the_same_bits<V: Written>(seed: u64) {
    let (mut recycled, mut contacts, mut different) = (0, 0, 0);
    for index in 0..400 {
        let mut random = Random::of(seed, index);
        let mut case = Case::<V>::of(&generate::pair(V::DIM, seed, index).query);
        let size = case.size();
        let margin = V::Scalar::narrow(random.pick(&[0.0, 0.05]) * size);
        let settings = Settings { recycling: Recycling::Proved(V::Scalar::narrow(1e-3)), ..Settings::with_margin(margin) };
        let (settings, mut unwritten) = (through_json(&settings), PairState::<V>::new());
        let (mut read, mut fresh) = (unwritten.clone(), unwritten.clone());
        for tick in 0..12 {
            let stride = size * 1e-4 * random.power(-3.0, 1.5);
            let toss = random.in_ball(V::DIM);
            case.b_in_a.translation = case.b_in_a.translation + V::Wide::from_fn(|axis| toss[axis]) * stride;
            case.b_in_a.rotation = V::turn(random.range(-1.0, 1.0) * stride / size).after(case.b_in_a.rotation);
            read = if tick % 2 == 0 {
                PairState { memory: through_cbor(&read.memory), manifold: through_cbor(&read.manifold) }
            } else {
                PairState { memory: through_json(&read.memory), manifold: through_json(&read.manifold) }
            };
            fresh.memory = Memory::new();
            let (is_recycled, expected) = unwritten.tick(&case, &settings);
            assert_eq!(read.tick(&case, &settings).1, expected, "{seed}/{index}, tick {tick}");
            recycled += u32::from(is_recycled);
            contacts += u32::from(!unwritten.manifold.points.is_empty());
            different += u32::from(fresh.tick(&case, &settings).1 != expected);
        }
    }
    assert!(recycled > 500 && contacts > 1000, "the sample must bite: {recycled} recycled, {contacts} in contact");
    assert!(different > 500, "without a memory {different} would be other bits");
}

#[test]
fn a_pair_that_is_read_continues_with_the_same_bits_in_3d() {
    continues_with_the_same_bits::<Vec3>(21);
    continues_with_the_same_bits::<DVec3>(22);
}

#[test]
fn a_pair_that_is_read_continues_with_the_same_bits_in_2d() {
    continues_with_the_same_bits::<Vec2>(23);
    continues_with_the_same_bits::<DVec2>(24);
}

/// Two boxes, one on the other, after a tick.
fn stacked(settings: &Settings<f32>) -> PairState<Vec3> {
    let mut state = PairState::<Vec3>::new();
    state.tick(&stack(), settings);
    state
}

fn stack() -> Case<Vec3> {
    let block: Shape3<Vec3> = Cuboid::new(Vec3::ONE).unwrap().into();
    let b_in_a = Pose::at(DVec3::new(0.5, 1.75, 0.0));
    Case { a: block.clone(), b: block, b_in_a }
}

#[test]
fn a_manifold_is_written_with_its_fields() {
    let state = stacked(&Settings::default());
    let form = to_value(&state.manifold).unwrap();
    assert_eq!((&form["normal"], form["points"].as_array().unwrap().len()), (&json!([0.0, 1.0, 0.0]), 4));
    let fields: Vec<&String> = form["points"][0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["feature", "on_a", "on_b", "persisted", "separation", "touching", "user_data"]);
    assert_eq!(form["points"][0]["separation"], json!(-0.25));
    assert_eq!(through_json(&FeatureId::WITNESS), FeatureId::WITNESS);
    assert_eq!(to_string(&FeatureId(7)).unwrap(), "7");
}

#[test]
fn the_default_settings_survive_json() {
    let settings = Settings::<f32> { margin: 0.1, ..Settings::default() };
    assert_eq!(to_value(settings).unwrap()["gjk"]["within"], Value::Null);
    assert_eq!(through_json(&settings), settings);
    assert_eq!(through_cbor(&settings), settings);
}

#[test]
fn numbers_that_json_lacks_are_kept_or_refused() {
    let settings = Settings { recycling: Recycling::Proved(1e-3), ..Settings::with_margin(f32::INFINITY) };
    let state = stacked(&settings);
    assert_eq!(through_cbor(&state.memory), state.memory);
    let refused = from_str::<Memory<Vec3>>(&to_string(&state.memory).unwrap()).unwrap_err().to_string();
    assert!(refused.contains("invalid type: null, expected f32"), "{refused}");

    let odd = ContactPoint {
        on_a: Vec3::new(-0.0, f32::NAN, f32::NEG_INFINITY),
        user_data: [f32::MIN_POSITIVE * 0.5; 4],
        ..state.manifold.points[0]
    };
    let read_back = through_cbor(&odd);
    assert_eq!(read_back.on_a.to_array().map(f32::to_bits), odd.on_a.to_array().map(f32::to_bits));
    assert_eq!(read_back.user_data, odd.user_data);
}

/// A memory with vertices: that of a search.
fn searched() -> Value {
    let round: Shape3<Vec3> = clinch_shapes::Cylinder::new(1.0, 0.5).unwrap().into();
    let block: Shape3<Vec3> = Cuboid::new(Vec3::ONE).unwrap().into();
    let case = Case { a: round, b: block, b_in_a: Pose::at(DVec3::new(1.0, 2.5, 0.25)) };
    let mut state = PairState::<Vec3>::new();
    state.tick(&case, &Settings { recycling: Recycling::Proved(1e-3), margin: 1.0, ..Settings::default() });
    to_value(&state.memory).unwrap()
}

#[test]
fn invalid_memories_are_refused() {
    let form = searched();
    let bounds = json!({ "contact": { "margin": 1.0, "normal": "a_or_neither" } });
    assert!(from_value::<Memory<Vec3>>(form.clone()).is_ok() && form["cached"]["bounds"] == bounds, "{form}");
    let refused = |words: &str, change: &dyn Fn(&mut Value)| {
        let mut form = form.clone();
        change(&mut form);
        let error = from_value::<Memory<Vec3>>(form).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused("the vertices of a simplex", &|form| form["start"]["vertices"] = json!([[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]));
    refused("the index of a vertex", &|form| form["start"]["vertices"] = json!([[0, u32::MAX]]));
    refused("invalid value: integer `-1`", &|form| form["start"]["vertices"] = json!([[0, -1]]));
    refused("missing field `direction`", &|form| drop(form["start"].as_object_mut().unwrap().remove("direction")));
    refused("unknown field `sean`", &|form| form["sean"] = json!(1));
    refused("unknown field `far`", &|form| form["cached"]["far"] = json!(true));
    assert!(
        from_str::<clinch_contact::Memory<Vec2>>(r#"{"start":{"vertices":[[0,0],[1,1],[2,2],[3,3]],"direction":[0,0]},"cached":null}"#)
            .is_err()
    );
    // A length that the file claims and does not have.
    let claims = [0xa2, 0x66, b'n', b'o', b'r', b'm', b'a', b'l', 0x83, 0, 0, 0, 0x66, b'p', b'o', b'i', b'n', b't', b's', 0x9b, 0x7f];
    assert!(ciborium::from_reader::<Manifold<Vec3>, _>(&[&claims[..], &[0xff; 7]].concat()[..]).is_err());
}

/// Changes a number or a flag somewhere in a form.
fn corrupt(form: &mut Value, random: &mut Random) {
    match form {
        Value::Array(items) if !items.is_empty() => {
            let place = random.below(items.len());
            corrupt(&mut items[place], random);
        }
        Value::Object(fields) => {
            let place = random.below(fields.len());
            fields.iter_mut().nth(place).into_iter().for_each(|(_, field)| corrupt(field, random));
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) if number.is_u64() => *form = json!(random.pick(&[0_u64, 1, 7, 1 << 20, u64::from(u32::MAX) - 1])),
        Value::Number(_) => *form = json!(random.pick(&[0.0, -1.0, 1e-30, 1e30, 3e38, -3e38, 0.5])),
        _ => {}
    }
}

#[test]
fn a_corrupt_file_harms_no_answer_after_it_is_invalidated() {
    let (settings, case) = (Settings { recycling: Recycling::Proved(1e-3), margin: 0.1, ..Settings::default() }, stack());
    let valid = stacked(&settings);
    let (expected, forms) = (valid.clone().tick(&case, &settings), [to_value(&valid.memory).unwrap(), searched()]);
    let (mut random, mut read) = (Random::new(9), 0);
    for round in 0..3000 {
        let mut form = forms[round % 2].clone();
        for _ in 0..1 + random.below(3) {
            corrupt(&mut form, &mut random);
        }
        let Ok(memory) = from_value::<Memory<Vec3>>(form.clone()) else { continue };
        read += 1;
        let mut manifold = to_value(&valid.manifold).unwrap();
        corrupt(&mut manifold, &mut random);
        let manifold = from_value::<Manifold<Vec3>>(manifold).unwrap_or_default();
        let mut state = PairState { memory, manifold };
        state.tick(&case, &settings);
        state.memory.invalidate();
        state.tick(&case, &settings);
        let (points, truth) = (&state.manifold.points, &valid.manifold.points);
        assert!(points.len() == truth.len() && points.iter().all(|point| (point.separation + 0.25).abs() < 1e-5), "{form}: {points:?}");
    }
    assert!(read > 2500 && expected.0, "{read}");
}

#[test]
fn a_warm_start_of_missing_vertices_is_a_cold_start() {
    let mut memory = searched();
    memory["start"]["vertices"] = json!([[4_000_000_000_u32, 3], [0, 4_000_000_000_u32]]);
    memory["cached"] = Value::Null;
    let ball: Shape3<Vec3> = Ball::new(0.5).unwrap().into();
    let case = Case { a: ball, ..stack() };
    let mut state = PairState { memory: from_value(memory).unwrap(), manifold: Manifold::new() };
    state.tick(&case, &Settings::default());
    let mut fresh = PairState::<Vec3>::new();
    fresh.tick(&case, &Settings::default());
    assert_eq!(state.manifold, fresh.manifold);
}
