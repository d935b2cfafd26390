//! The order of publication: each crate after those that it depends on.
//!
//! `cargo publish --workspace` finds such an order itself. It is printed for a release that was
//! interrupted, and compared here with what the registry would refuse only after some crates are
//! published: a dependency that is not published, and a circle through a dev-dependency with a
//! version.

use std::collections::BTreeMap;

use anyhow::bail;
use cargo_metadata::{DependencyKind, Package};

use crate::check::outcome::Outcome;
use crate::check::workspace::Workspace;

/// Each crate with the crates of this workspace that must be published before it.
type Before<'a> = BTreeMap<&'a str, Vec<&'a str>>;

pub(crate) fn order(workspace: &Workspace) -> anyhow::Result<Outcome> {
    let before: Before<'_> = workspace.published().map(|package| (package.name.as_str(), requires(package).collect())).collect();
    for (number, name) in sorted(&before)?.iter().enumerate() {
        println!("{:2} {name}", number + 1);
    }
    Ok(Outcome::Passed)
}

/// The crates of this workspace that the registry must have before this one. A dev-dependency
/// without a version is not part of what is published.
fn requires(package: &Package) -> impl Iterator<Item = &str> {
    let ours = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
    let stays = ours.filter(|dependency| dependency.kind != DependencyKind::Development || !dependency.req.comparators.is_empty());
    stays.map(|dependency| dependency.name.as_str())
}

fn sorted<'a>(before: &Before<'a>) -> anyhow::Result<Vec<&'a str>> {
    for (name, requires) in before {
        if let Some(missing) = requires.iter().find(|required| !before.contains_key(**required)) {
            bail!("{name} depends on {missing}, which is not published");
        }
    }
    let mut sorted: Vec<&str> = Vec::new();
    while sorted.len() < before.len() {
        let left = before.iter().filter(|(name, _)| !sorted.contains(name));
        let (ready, waiting): (Vec<_>, Vec<_>) = left.partition(|(_, requires)| requires.iter().all(|required| sorted.contains(required)));
        if ready.is_empty() {
            let names: Vec<&str> = waiting.iter().map(|(name, _)| **name).collect();
            bail!("these depend on each other in a circle: {}", names.join(", "));
        }
        sorted.extend(ready.iter().map(|(name, _)| **name));
    }
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::{Before, sorted};

    #[test]
    fn each_is_after_what_it_depends_on_and_circles_and_unpublished_crates_are_errors() {
        let low = ("low", vec![]);
        let fine = Before::from([("a_facade", vec!["middle"]), ("middle", vec!["low"]), low.clone()]);
        assert_eq!(sorted(&fine).unwrap(), ["low", "middle", "a_facade"]);

        let circle = Before::from([("middle", vec!["facade"]), ("facade", vec!["middle", "low"]), low]);
        assert_eq!(sorted(&circle).unwrap_err().to_string(), "these depend on each other in a circle: facade, middle");

        let unpublished = Before::from([("facade", vec!["testkit"])]);
        assert_eq!(sorted(&unpublished).unwrap_err().to_string(), "facade depends on testkit, which is not published");
    }
}
