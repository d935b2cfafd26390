//! Import circles: which arrows there are, and how a circle is printed.

use crate::fixture::Fixture;
use crate::{passes, reported};

/// A crate of these files below `crates/testkit/src`.
fn files(files: &[(&str, &str)]) -> Fixture {
    let fixture = Fixture::new();
    for (path, text) in files {
        fixture.write(&format!("crates/testkit/src/{path}"), &format!("//! A file.\n{text}\n"));
    }
    fixture
}

/// `a` imports `b`; whether there is a circle is up to `b`.
fn circle_by(b: &str) -> Fixture {
    files(&[("lib.rs", "mod a;\nmod b;"), ("a.rs", "use crate::b::B;\npub struct A(B);"), ("b.rs", b)])
}

#[test]
fn two_files_that_import_each_other() {
    let by_use =
        ["use crate::a::A;", "use super::a::A;", "use crate::{a::{A as Other}};", "use crate::a::*;", "pub use crate::a::A; type C = A;"];
    let by_path =
        ["fn f() -> crate::a::A {}", "fn f() { super::a::A::new(); }", "fn f() { vec![crate::a::A] }", "use crate::a; fn f() { a::A(); }"];
    for code in by_use.iter().chain(&by_path) {
        let fixture = circle_by(&format!("pub struct B;\n{code}"));
        reported(&fixture, "crates/testkit/src/a.rs:2", "import each other in a circle");
        let (_, output) = fixture.tidy();
        let chain = format!(
            "    crates/testkit/src/a.rs → crates/testkit/src/b.rs\n        2: use crate::b::B;\n    crates/testkit/src/b.rs → crates/testkit/src/a.rs\n        3: {code}\n"
        );
        assert!(output.contains(&chain), "{chain}\n{output}");
        assert!(output.contains("tidy: 1 errors"), "{output}");
    }
}

#[test]
fn what_only_tests_use_is_no_arrow() {
    for code in
        ["#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}", "#[cfg(test)]\nuse crate::a::A;", "#[cfg(test)]\nmod c;", "mod tests;"]
    {
        let fixture = circle_by(&format!("pub struct B;\n{code}"));
        fixture.write("crates/testkit/src/b/c.rs", "//! A file.\npub struct C;\nuse crate::a::A;\nuse super::B;\n");
        fixture.write("crates/testkit/src/b/tests.rs", "//! A file.\nuse crate::a::A;\n");
        passes(&fixture);
    }
}

#[test]
fn what_others_or_prose_name_is_no_arrow() {
    for code in [
        "use glam::a::A;",
        "/// [`crate::a::A`]\npub struct C;",
        "pub(in crate::a) struct C;",
        "use ::a::A;",
        "use crate::a;\nfn f() { ::a::f(); }",
        "fn f() { x.a::<A>(); }",
    ] {
        passes(&circle_by(&format!("pub struct B;\n{code}")));
    }
}

#[test]
fn a_reexport_leads_to_the_file_that_defines() {
    let lib = "mod a;\nmod b;\npub use a::A;\npub use b::*;";
    let fixture = files(&[("lib.rs", lib), ("a.rs", "pub struct A(crate::B);"), ("b.rs", "pub struct B;\nuse crate::A;")]);
    let (_, output) = fixture.tidy();
    assert!(output.contains("a.rs → crates/testkit/src/b.rs\n        2: pub struct A(crate::B);\n"), "{output}");
    assert!(output.contains("b.rs → crates/testkit/src/a.rs\n        3: use crate::A;\n"), "{output}");
    assert!(output.contains("tidy: 1 errors") && !output.contains("lib.rs"), "{output}");
    passes(&files(&[("lib.rs", lib), ("a.rs", "pub struct A(crate::B);"), ("b.rs", "pub struct B;")]));
}

#[test]
fn a_parent_and_a_child_that_use_each_other() {
    let child = ("a/child.rs", "pub struct Child;\nuse super::A;\npub fn f() {}");
    for (parent, is_circle) in [
        ("mod child;\npub struct A;", false),
        ("mod child;\npub use child::Child;\npub struct A;", false),
        ("mod child;\npub use child::Child;\npub struct A(Child);", true),
        ("mod child;\npub use child::*;\npub struct A;", false),
        ("mod child;\npub use child::*;\npub struct A(Child);", true),
        ("mod child;\npub use child::f;\npub struct A;", false),
        ("mod child;\npub use child::f;\npub struct A;\nfn g() { f(); }", true),
        ("mod child;\npub use child::f;\npub struct A;\nfn g() { x.f(); }", false),
        ("mod child;\npub struct A(child::Child);", true),
        ("mod child;\nuse child::Child;\npub struct A;", true),
    ] {
        for path in ["a.rs", "a/mod.rs"] {
            let fixture = files(&[("lib.rs", "mod a;"), (path, parent), child]);
            if is_circle {
                let (_, output) = fixture.tidy();
                assert!(output.contains("crates/testkit/src/a/child.rs → ") && output.contains("3: use super::A;"), "{parent}\n{output}");
            } else {
                passes(&fixture);
            }
        }
    }
}

#[test]
fn the_shortest_circle_of_a_knot_is_shown_and_the_rest_named() {
    let fixture = files(&[
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "pub struct A(crate::b::B);"),
        ("b.rs", "pub struct B(crate::c::C);"),
        ("c.rs", "pub struct C(crate::d::D, crate::a::A);"),
        ("d.rs", "pub struct D(crate::c::C);"),
    ]);
    reported(&fixture, "crates/testkit/src/c.rs:2", "in a circle");
    let (_, output) = fixture.tidy();
    assert!(output.contains("d.rs → crates/testkit/src/c.rs\n"), "{output}");
    assert!(output.contains("and in circles with these: crates/testkit/src/a.rs, crates/testkit/src/b.rs\n"), "{output}");
}
