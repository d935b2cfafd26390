//! Serialisation of shapes: every bit survives, and what a constructor would refuse is refused.

use std::sync::Arc;

use crate::common::Random;
use clinch_shapes::{
    Ball, Capsule, CircularSegment, Cone, Convex, Cooking, Cuboid, Custom, Cylinder, Ellipsoid, Frustum, HalfEllipse, HalfSpace, Hull,
    HullOf, Point, Polygon, Posed, Rounded, Scaled, Sector, Segment, Shape2, Shape3, Sum, TaperedCapsule, Triangle,
};
use clinch_support::{Pose, Rotation2, Scalar, SupportMap, Vector, VertexId};
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_string, to_value};

/// A positive number with random digits, from 2⁻²⁰ to 2²⁰: decimal text is most likely to lose its
/// bits.
fn size<S: Scalar>(random: &mut Random) -> S {
    let mantissa = 1.0 + random.signed().abs();
    S::narrow(mantissa * f64::powi(2.0, random.below(40) as i32 - 20))
}

fn vector<V: Vector>(random: &mut Random) -> V {
    V::from_fn(|_| {
        let sign = if random.below(2) == 0 { V::Scalar::ONE } else { -V::Scalar::ONE };
        size::<V::Scalar>(random) * sign
    })
}

fn positive<V: Vector>(random: &mut Random) -> V {
    V::from_fn(|_| size(random))
}

/// All kinds of shapes in 3D, and wrappers of them.
fn in_space<V: Vector<Wide = DVec3>>(random: &mut Random, pose: impl Fn(&mut Random) -> Pose<V>) -> Vec<Shape3<V>> {
    let r = random;
    let cloud: Vec<V> = (0..12).map(|_| vector(r)).collect();
    let mut shapes: Vec<Shape3<V>> = vec![
        Point::new(vector(r)).unwrap().into(),
        Segment::new(vector(r), vector(r)).unwrap().into(),
        Triangle::new(vector(r), vector(r), vector(r)).unwrap().into(),
        Ball::new(size(r)).unwrap().into(),
        Capsule::between(vector(r), vector(r), size(r)).unwrap().into(),
        TaperedCapsule::new(size(r), size(r), size(r)).unwrap().into(),
        Cuboid::new(positive(r)).unwrap().into(),
        Cylinder::new(size(r), size(r)).unwrap().into(),
        Cone::new(size(r), size(r)).unwrap().into(),
        Frustum::new(size(r), size(r), size(r)).unwrap().into(),
        Ellipsoid::new(positive(r)).unwrap().into(),
        Hull::new(&cloud).unwrap().into(),
    ];
    for inner in shapes.clone() {
        shapes.push(Rounded::new(inner.clone(), size(r)).unwrap().into());
        shapes.push(Posed::new(inner.clone(), pose(r)).unwrap().into());
        shapes.push(Scaled::new(inner.clone(), vector(r)).unwrap().into());
        let other = shapes[r.below(shapes.len())].clone();
        shapes.push(Sum::new(inner.clone(), other.clone()).unwrap().into());
        shapes.push(HullOf::new(vec![inner, other]).unwrap().into());
    }
    shapes.push(HalfSpace::new(vector(r), size(r)).unwrap().into());
    shapes
}

/// All kinds of shapes in 2D, and wrappers of them.
fn in_plane<V: Vector<Wide = DVec2>>(random: &mut Random, pose: impl Fn(&mut Random) -> Pose<V>) -> Vec<Shape2<V>> {
    let r = random;
    let cloud: Vec<V> = (0..12).map(|_| vector(r)).collect();
    let mut shapes: Vec<Shape2<V>> = vec![
        Point::new(vector(r)).unwrap().into(),
        Segment::new(vector(r), vector(r)).unwrap().into(),
        Triangle::new(vector(r), vector(r), vector(r)).unwrap().into(),
        Ball::new(size(r)).unwrap().into(),
        Capsule::between(vector(r), vector(r), size(r)).unwrap().into(),
        TaperedCapsule::new(size(r), size(r), size(r)).unwrap().into(),
        Cuboid::new(positive(r)).unwrap().into(),
        Ellipsoid::new(positive(r)).unwrap().into(),
        HalfEllipse::new(positive(r)).unwrap().into(),
        Sector::new(size(r), V::Scalar::narrow(core::f64::consts::FRAC_PI_2 * r.signed().abs())).unwrap().into(),
        Sector::new(size(r), V::Scalar::narrow(core::f64::consts::FRAC_PI_2)).unwrap().into(),
        CircularSegment::new(size(r), V::Scalar::narrow(core::f64::consts::PI * r.signed().abs())).unwrap().into(),
        Polygon::hull_of(&cloud).unwrap().into(),
        Polygon::regular(3 + r.below(20), size(r)).unwrap().into(),
    ];
    for inner in shapes.clone() {
        shapes.push(Rounded::new(inner.clone(), size(r)).unwrap().into());
        shapes.push(Posed::new(inner.clone(), pose(r)).unwrap().into());
        shapes.push(Scaled::new(inner.clone(), vector(r)).unwrap().into());
        let other = shapes[r.below(shapes.len())].clone();
        shapes.push(Sum::new(inner.clone(), other.clone()).unwrap().into());
        shapes.push(HullOf::new(vec![inner, other]).unwrap().into());
    }
    shapes.push(HalfSpace::new(vector(r), size(r)).unwrap().into());
    shapes
}

macro_rules! every_shape_survives {
    ($name:ident, $shape:ty, $make:ident, $pose:expr) => {
        #[test]
        fn $name() {
            for seed in 0..40 {
                let shapes: Vec<$shape> = $make(&mut Random(seed), $pose);
                for shape in shapes {
                    let text = to_string(&shape).unwrap();
                    let again: $shape = from_str(&text).unwrap();
                    assert_eq!(again, shape, "{text}");
                    // Also fields that equality ignores.
                    assert_eq!(format!("{again:?}"), format!("{shape:?}"), "{text}");
                    assert_eq!(to_string(&again).unwrap(), text);
                }
            }
        }
    };
}

every_shape_survives!(every_shape_survives_in_space, Shape3<Vec3>, in_space, |r| {
    Pose::new(Quat::from_xyzw(size(r), -size::<f32>(r), size(r), size(r)), vector(r))
});
every_shape_survives!(every_shape_survives_in_space_in_f64, Shape3<DVec3>, in_space, |r| {
    Pose::new(DQuat::from_xyzw(size(r), -size::<f64>(r), size(r), size(r)), vector(r))
});
every_shape_survives!(every_shape_survives_in_the_plane, Shape2<Vec2>, in_plane, |r| {
    Pose::new(Rotation2 { cos: size(r), sin: -size::<f32>(r) }, vector(r))
});
every_shape_survives!(every_shape_survives_in_the_plane_in_f64, Shape2<DVec2>, in_plane, |r| {
    Pose::new(Rotation2 { cos: size(r), sin: -size::<f64>(r) }, vector(r))
});

#[test]
fn forms_in_3d() {
    let check_form = |shape: Shape3<Vec3>, form: Value| {
        assert_eq!(to_value(&shape).unwrap(), form);
        assert_eq!(from_value::<Shape3<Vec3>>(form).unwrap(), shape);
    };
    let ball: Shape3<Vec3> = Ball::new(0.5).unwrap().into();
    let form = json!({"ball": {"radius": 0.5}});
    check_form(ball.clone(), form.clone());
    check_form(Point::new(Vec3::X).unwrap().into(), json!({"point": {"at": [1.0, 0.0, 0.0]}}));
    check_form(Segment::new(Vec3::ZERO, Vec3::X).unwrap().into(), json!({"segment": {"a": [0.0, 0.0, 0.0], "b": [1.0, 0.0, 0.0]}}));
    check_form(
        Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y).unwrap().into(),
        json!({"triangle": {"a": [0.0, 0.0, 0.0], "b": [1.0, 0.0, 0.0], "c": [0.0, 1.0, 0.0]}}),
    );
    check_form(
        Capsule::new(1.0, 0.25).unwrap().into(),
        json!({"capsule": {"a": [-0.0, -1.0, -0.0], "b": [0.0, 1.0, 0.0], "radius": 0.25}}),
    );
    check_form(
        TaperedCapsule::new(1.0, 0.25, 2.0).unwrap().into(),
        json!({"tapered_capsule": {"half_height": 1.0, "bottom": 0.25, "top": 2.0}}),
    );
    check_form(Cuboid::new(Vec3::ONE).unwrap().into(), json!({"cuboid": {"half": [1.0, 1.0, 1.0]}}));
    check_form(Cylinder::new(1.0, 2.0).unwrap().into(), json!({"cylinder": {"half_height": 1.0, "radius": 2.0}}));
    check_form(Cone::new(1.0, 2.0).unwrap().into(), json!({"cone": {"half_height": 1.0, "radius": 2.0}}));
    check_form(Frustum::new(1.0, 2.0, 3.0).unwrap().into(), json!({"frustum": {"half_height": 1.0, "bottom": 2.0, "top": 3.0}}));
    check_form(Ellipsoid::new(Vec3::ONE).unwrap().into(), json!({"ellipsoid": {"radii": [1.0, 1.0, 1.0]}}));
    check_form(HalfSpace::new(Vec3::Y, 3.0).unwrap().into(), json!({"half_space": {"normal": [0.0, 1.0, 0.0], "offset": 3.0}}));
    check_form(
        Hull::new(&[Vec3::ZERO, Vec3::X, Vec3::Y]).unwrap().into(),
        json!({"hull": {
            "points": [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            "surface": {"faces": [[0, 1, 2], [0, 2, 1]], "center": [0.5, 0.5, 0.0], "radius": f32::sqrt(0.5).next_up()},
        }}),
    );
    check_form(Rounded::new(ball.clone(), 0.25).unwrap().into(), json!({"rounded": {"inner": form, "radius": 0.25}}));
    check_form(
        Posed::new(ball.clone(), Pose::at(Vec3::Y)).unwrap().into(),
        json!({"posed": {"inner": form, "pose": {"rotation": [0.0, 0.0, 0.0, 1.0], "translation": [0.0, 1.0, 0.0]}}}),
    );
    check_form(Scaled::new(ball.clone(), Vec3::ONE).unwrap().into(), json!({"scaled": {"inner": form, "scale": [1.0, 1.0, 1.0]}}));
    check_form(Sum::new(ball.clone(), ball.clone()).unwrap().into(), json!({"sum": {"a": form, "b": form}}));
    check_form(HullOf::new(vec![ball.clone(), ball]).unwrap().into(), json!({"hull_of": {"shapes": [form, form]}}));
}

#[test]
fn forms_in_2d() {
    let check_form = |shape: Shape2<DVec2>, form: Value| {
        assert_eq!(to_value(&shape).unwrap(), form);
        assert_eq!(from_value::<Shape2<DVec2>>(form).unwrap(), shape);
    };
    let circle: Shape2<DVec2> = Ball::new(0.5).unwrap().into();
    check_form(circle.clone(), json!({"circle": {"radius": 0.5}}));
    check_form(Cuboid::new(DVec2::ONE).unwrap().into(), json!({"rectangle": {"half": [1.0, 1.0]}}));
    check_form(Ellipsoid::new(DVec2::ONE).unwrap().into(), json!({"ellipse": {"radii": [1.0, 1.0]}}));
    check_form(HalfEllipse::new(DVec2::ONE).unwrap().into(), json!({"half_ellipse": {"radii": [1.0, 1.0]}}));
    check_form(CircularSegment::new(2.0, 0.5).unwrap().into(), json!({"circular_segment": {"radius": 2.0, "half_angle": 0.5}}));
    check_form(Sector::new(2.0, 0.5).unwrap().into(), json!({"sector": {"radius": 2.0, "half_angle": 0.5}}));
    check_form(HalfSpace::new(DVec2::Y, 3.0).unwrap().into(), json!({"half_plane": {"normal": [0.0, 1.0], "offset": 3.0}}));
    check_form(
        Polygon::new(&[DVec2::ZERO, DVec2::X, DVec2::Y]).unwrap().into(),
        json!({"polygon": {"corners": [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]}}),
    );
    check_form(
        Posed::new(circle, Pose::at(DVec2::Y)).unwrap().into(),
        json!({"posed": {"inner": {"circle": {"radius": 0.5}}, "pose": {"rotation": {"cos": 1.0, "sin": 0.0}, "translation": [0.0, 1.0]}}}),
    );
}

fn refused<S: DeserializeOwned>(form: &str, words: &str) {
    let error = from_str::<S>(form).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains(words), "{form}: {error}");
}

#[test]
fn arguments_that_a_constructor_refuses_are_refused_with_its_message() {
    refused::<Shape3<Vec3>>(r#"{"ball":{"radius":-1}}"#, "radius is negative: -1");
    // The parser of the text refuses numbers beyond `f32`. From a parsed value they become
    // infinite.
    refused::<Shape3<Vec3>>(r#"{"cylinder":{"half_height":1e300,"radius":1}}"#, "out of range");
    let beyond = from_value::<Shape3<Vec3>>(json!({"cylinder": {"half_height": 1e300, "radius": 1}}));
    assert_eq!(beyond.unwrap_err().to_string(), "half_height is not finite: inf");
    refused::<Shape3<DVec3>>(r#"{"frustum":{"half_height":1,"bottom":1,"top":-2}}"#, "top is negative: -2");
    refused::<Shape3<Vec3>>(r#"{"rounded":{"inner":{"ball":{"radius":1}},"radius":-3}}"#, "radius is negative: -3");
    refused::<Shape3<Vec3>>(r#"{"half_space":{"normal":[0,0,0],"offset":1}}"#, "normal has no direction");
    refused::<Shape3<Vec3>>(r#"{"hull":{"points":[]}}"#, "no points");
    refused::<Shape3<Vec3>>(r#"{"hull_of":{"shapes":[]}}"#, "no shapes");
    refused::<Shape3<Vec3>>(
        r#"{"posed":{"inner":{"ball":{"radius":1}},"pose":{"rotation":[0,0,0,0],"translation":[0,0,0]}}}"#,
        "the pose is not finite, or its rotation is zero",
    );
    let plane = r#"{"half_plane":{"normal":[0,1],"offset":1}}"#;
    refused::<Shape2<Vec2>>(&format!(r#"{{"sum":{{"a":{plane},"b":{plane}}}}}"#), "half-space");
    refused::<Shape2<Vec2>>(r#"{"sector":{"radius":1,"half_angle":2}}"#, "half_angle is too wide");
    refused::<Shape2<Vec2>>(r#"{"polygon":{"corners":[[0,0],[1,0],[0.1,0.1],[0,1]]}}"#, "not convex at point 2");
}

#[test]
fn invalid_forms_are_refused() {
    refused::<Shape3<Vec3>>(r#"{"ball":{"diameter":1}}"#, "unknown field `diameter`");
    refused::<Shape3<Vec3>>(r#"{"ball":{}}"#, "missing field `radius`");
    refused::<Shape3<Vec3>>(r#"{"ball":{"radius":null}}"#, "invalid type: null, expected f32");
    refused::<Shape3<Vec3>>(r#"{"circle":{"radius":1}}"#, "unknown variant `circle`");
    refused::<Shape3<Vec3>>(r#"{"custom":null}"#, "unknown variant `custom`");
    refused::<Shape2<Vec2>>(r#"{"cone":{"half_height":1,"radius":1}}"#, "unknown variant `cone`");
    refused::<Pose<Vec3>>(r#"{"rotation":[0,0,0,1]}"#, "missing field `translation`");
}

#[test]
fn a_nested_custom_shape_is_refused() {
    let custom: Shape3<Vec3> = Custom::new(Ball::<Vec3>::new(1.0).unwrap()).into();
    let ball: Shape3<Vec3> = Ball::new(1.0).unwrap().into();
    let hidden: Shape3<Vec3> = Sum::new(ball, Rounded::new(custom.clone(), 1.0).unwrap().into()).unwrap().into();
    for shape in [custom, hidden] {
        assert_eq!(to_string(&shape).unwrap_err().to_string(), "a custom shape cannot be serialised");
    }
}

#[test]
fn half_spaces_keep_every_bit_and_are_normalised_if_written_by_hand() {
    fn keeps<V>() -> u32
    where
        V: Vector<Scalar: Serialize + DeserializeOwned, Rotation: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
    {
        let mut random = Random(7);
        let mut moved = 0;
        for _ in 0..2000 {
            let normal = V::from_fn(|_| V::Scalar::narrow(random.signed()));
            let space = HalfSpace::new(normal, size(&mut random)).unwrap();
            assert_eq!(from_str::<HalfSpace<V>>(&to_string(&space).unwrap()).unwrap(), space);
            moved += u32::from(HalfSpace::new(space.normal(), space.offset()).unwrap() != space);
        }
        moved
    }
    let moved = [keeps::<Vec2>(), keeps::<Vec3>(), keeps::<DVec2>(), keeps::<DVec3>()];
    assert!(moved.iter().all(|&moved| moved > 10), "the sample bites: made again by `new`, {moved:?} of 2000 each would have changed");
    let by_hand: HalfSpace<Vec3> = from_str(r#"{"normal":[0,2,0],"offset":3}"#).unwrap();
    assert_eq!(by_hand, HalfSpace::new(Vec3::Y, 1.5).unwrap());
}

/// Clouds of all kinds that hull construction treats differently.
fn cloud(seed: u64) -> Vec<DVec3> {
    let mut random = Random(seed);
    let count = [1, 2, 3, 4, 9, 60, 300, 700][random.below(8)];
    let frame = random.frame();
    let turned = |p: DVec3| frame[0] * p.x + frame[1] * p.y + frame[2] * p.z;
    let corner = |i: usize| DVec3::new([-1.0, 1.0][i & 1], [-1.0, 1.0][i >> 1 & 1], [-1.0, 1.0][i >> 2 & 1]);
    let noise = [0.0, 1e-16, 1e-8, 1e-7, 3e-7, 1e-6][random.below(6)];
    (0..count)
        .map(|i| {
            let p = match seed % 8 {
                0 => random.on_sphere(),
                1 => random.in_cube(),
                2 => turned((random.in_cube() * 3.0).round()),
                3 => random.on_sphere() * DVec3::new(1.0, 0.3, 1e-4) + DVec3::splat(20.0),
                4 => frame[0] * random.signed() + frame[1] * random.signed(),
                5 => frame[0] * random.signed(),
                6 => turned(corner(i)),
                // Points on the faces of a tilted cube, moved off them by rounding.
                _ => turned(random.in_cube().with_x([-1.0, 1.0][i & 1])),
            };
            p + random.in_cube() * noise
        })
        .collect()
}

fn hulls_survive<V>() -> [u32; 3]
where
    V: Vector<Wide = DVec3, Scalar: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
{
    let mut seen = [0; 3];
    for seed in 0..400 {
        let cloud: Vec<V> = cloud(seed).into_iter().map(|p| V::narrow(p * f64::powi(2.0, (seed % 5) as i32 * 20 - 40))).collect();
        for cooking in [Cooking::every_vertex(), Cooking::at_most(4), Cooking::at_most(7), Cooking::at_most(30)] {
            let hull = Hull::cook(&cloud, &cooking).unwrap().shape;
            let again: Hull<V> = from_str(&to_string(&hull).unwrap()).unwrap_or_else(|error| panic!("{seed} {cooking:?}: {error}"));
            assert_eq!(again, hull, "{seed}");
            assert!(again.faces().eq(hull.faces()) && again.edges() == hull.edges());
            let mut random = Random(seed);
            let count = hull.vertices().len();
            for _ in 0..20 {
                // Along the normal of a face, and nearly so: neighbours are equally high.
                let normal = hull.faces().nth(random.below(hull.faces().len())).map_or(DVec3::X, |face| face.normal.widen());
                let tilt = random.on_sphere() * 0.1_f64.powi(random.below(12) as i32);
                let (direction, hint) = (normal + tilt, VertexId::new(random.below(count)));
                let scan = hull.support_wide(direction);
                assert_eq!(again.support_wide(direction), scan);
                assert_eq!(again.support_hinted(direction, hint), scan, "{seed}: climbs end where scans do");
            }
            seen[0] += u32::from(hull.faces().len() > 2);
            seen[1] += u32::from(count >= 256);
            let cooked_again = Hull::new(hull.vertices()).unwrap();
            seen[2] += u32::from(cooked_again != hull);
        }
    }
    seen
}

#[test]
fn hulls_keep_their_faces_and_ids() {
    for [solid, climbed, others] in [hulls_survive::<Vec3>(), hulls_survive::<DVec3>()] {
        assert!(solid > 500 && climbed > 20, "{solid} solids, {climbed} large");
        assert!(others > 100, "the sample bites: of {others} the vertices alone would have made another hull");
    }
}

#[test]
fn hulls_at_the_ends_of_the_range_survive() {
    for scale in [f64::from(f32::MAX), 1e-38, 1e-44] {
        let cloud: Vec<Vec3> = (0..40).map(|_| 0).scan(Random(3), |random, _| Some(Vec3::narrow(random.in_cube() * scale))).collect();
        let hull = Hull::new(&cloud).unwrap();
        assert_eq!(from_str::<Hull<Vec3>>(&to_string(&hull).unwrap()).unwrap(), hull, "{scale}");
    }
    for scale in [f64::MAX, 1e200, 1e-200, 1e-310] {
        let cloud: Vec<DVec3> = (0..40).map(|_| 0).scan(Random(3), |random, _| Some(random.in_cube() * scale)).collect();
        let hull = Hull::new(&cloud).unwrap();
        assert_eq!(from_str::<Hull<DVec3>>(&to_string(&hull).unwrap()).unwrap(), hull, "{scale}");
    }
}

/// The form of a hull with a change.
fn form_with(hull: &Hull<Vec3>, change: impl FnOnce(&mut Value)) -> String {
    let mut form = to_value(hull).unwrap();
    change(&mut form);
    form.to_string()
}

#[test]
fn invalid_surfaces_are_refused() {
    let corners: Vec<Vec3> = (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    let cube = Hull::new(&corners).unwrap();
    let refused = |words: &str, change: &dyn Fn(&mut Value)| refused::<Hull<Vec3>>(&form_with(&cube, change), words);

    refused("no points", &|form| form["points"] = json!([]));
    refused("no face on its other side", &|form| drop(form["surface"]["faces"].as_array_mut().unwrap().pop()));
    refused("which does not exist", &|form| form["surface"]["faces"][0][1] = json!(8));
    refused("which does not exist", &|form| form["surface"]["faces"][0][1] = json!(u64::MAX));
    refused("twice", &|form| form["surface"]["faces"][0][1] = form["surface"]["faces"][0][0].clone());
    refused("disagrees with that of its neighbours", &|form| form["surface"]["faces"][2].as_array_mut().unwrap().reverse());
    refused("has no face", &|form| form["points"].as_array_mut().unwrap().push(json!([0.5, 0.5, 0.5])));
    refused("beyond face", &|form| {
        for face in form["surface"]["faces"].as_array_mut().unwrap() {
            face.as_array_mut().unwrap().reverse();
        }
    });
    refused("off the plane", &|form| form["points"][0] = json!([0.1, 0.1, 0.1]));
    refused("farther from the center", &|form| form["surface"]["center"] = json!([0.6, 0.5, 0.5]));
    refused("out of range", &|form| form["surface"]["center"] = json!([1e300, 0.5, 0.5]));
    refused("the limit is", &|form| form["surface"]["radius"] = json!(2.0));
    refused("the limit is", &|form| form["surface"]["radius"] = json!(null));
    refused("farther from the center", &|form| form["surface"]["radius"] = json!(-1.0));
    refused("not the surface of one body", &|form| form["surface"]["faces"] = json!([]));
    refused("has 1 corners", &|form| form["surface"]["faces"] = json!([[0]]));
}

#[test]
fn faces_that_wind_twice_or_have_a_dent_are_refused() {
    // All vertices of a flat hull are in one plane, so only the outline of a face shows what is
    // wrong with it.
    let pentagon: Vec<Vec3> =
        [[0.0, 1.0], [-0.95, 0.31], [-0.59, -0.81], [0.59, -0.81], [0.95, 0.31]].iter().map(|&[x, y]| Vec3::new(x, y, 0.0)).collect();
    let pentagon = Hull::new(&pentagon).unwrap();
    let with_faces = |loops: Value| form_with(&pentagon, |form| form["surface"]["faces"] = loops);
    assert!(from_str::<Hull<Vec3>>(&with_faces(json!([[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]]))).is_ok());
    refused::<Hull<Vec3>>(&with_faces(json!([[0, 2, 4, 1, 3], [3, 1, 4, 2, 0]])), "is not convex at vertex");
    refused::<Hull<Vec3>>(&with_faces(json!([[0, 1, 3, 2, 4], [4, 2, 3, 1, 0]])), "is not convex at vertex");
    refused::<Hull<Vec3>>(&form_with(&pentagon, |form| form["points"][1] = json!([0.0, 0.0, 0.0])), "is not convex at vertex 1");
}

#[test]
fn a_changed_hull_is_refused_or_valid() {
    let mut random = Random(11);
    let mut read = 0;
    for seed in 0..300 {
        let points: Vec<Vec3> = cloud(seed).into_iter().take(60).map(Vec3::narrow).collect();
        let hull = Hull::new(&points).unwrap();
        for _ in 0..10 {
            let text = form_with(&hull, |form| {
                for _ in 0..1 + random.below(2) {
                    change_one_number(form, &mut random);
                }
            });
            if let Ok(hull) = from_str::<Hull<Vec3>>(&text) {
                read += 1;
                assert_eq!(hull.validate(), Ok(()), "{text}");
                let best = hull.support_wide(DVec3::ONE);
                assert_eq!(hull.support_hinted(DVec3::ONE, VertexId::new(0)), best);
                hull.face(Vec3::ONE, &mut clinch_shapes::Face::default());
            }
        }
    }
    assert!((100..2900).contains(&read), "{read} of 3000 were read: some changes are harmless, most are not");
}

fn change_one_number(form: &mut Value, random: &mut Random) {
    match form {
        Value::Array(items) if !items.is_empty() => {
            let place = random.below(items.len());
            match random.below(12) {
                0 => drop(items.remove(place)),
                1 => items.swap(place, 0),
                _ => change_one_number(&mut items[place], random),
            }
        }
        Value::Object(fields) => {
            let place = random.below(fields.len());
            if let Some((_, field)) = fields.iter_mut().nth(place) {
                change_one_number(field, random);
            }
        }
        Value::Number(number) => {
            *form = match number.as_u64() {
                Some(index) => json!(if random.below(2) == 0 { index + 1 } else { index.saturating_sub(1) }),
                None => json!(number.as_f64().unwrap_or(0.0) * [1.0 + 1e-7, -1.0, 0.0, 2.0, 1e30, 1.01][random.below(6)]),
            }
        }
        _ => {}
    }
}

#[test]
fn shapes_and_shared_hulls_have_the_same_form() {
    let ball = Ball::<Vec3>::new(0.1).unwrap();
    assert_eq!(to_string(&ball).unwrap(), r#"{"radius":0.1}"#);
    let hull = Arc::new(Hull::new(&[Vec3::ZERO, Vec3::X]).unwrap());
    let shape = Shape3::Hull(hull.clone());
    assert_eq!(to_value(&shape).unwrap()["hull"], to_value(&*hull).unwrap());
    let by_hand: Hull<Vec3> = from_str(r#"{"points":[[0,0,0],[1,0,0]]}"#).unwrap();
    assert_eq!(by_hand, *hull);
}
