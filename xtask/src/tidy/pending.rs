//! The lists of `xtask/tidy.toml`: the places that do not keep a rule yet.
//!
//! * A finding below a listed place is no error. `--pending` prints it.
//! * The lists only shrink: a listed place without a finding is an error until it is removed from
//!   the list, so that no new finding enters it.
//! * Without the file all lists are empty.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::tidy::report::{Finding, Report};
use crate::tidy::text::line_where;

pub(crate) const LISTS: &str = "xtask/tidy.toml";

/// The file with its lists.
#[derive(Default)]
pub(crate) struct Pending {
    text: String,
    lists: Lists,
}

/// Each list is of paths: folders or files.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Lists {
    import_circles: Vec<String>,
    wide_comments: Vec<String>,
    private_words: Vec<String>,
    /// Files, each with the number of its functions that have too many.
    many_parameters: BTreeMap<String, usize>,
}

impl Pending {
    /// Reads the lists. If one is malformed or belongs to no rule, reports it and leaves all empty.
    pub(crate) fn parse(text: String, report: &mut Report) -> Self {
        let lists = toml::from_str(&text).unwrap_or_else(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            report.error(LISTS, before.matches('\n').count() + 1, error.message());
            Lists::default()
        });
        Self { lists, text }
    }

    /// Reports the import circles outside of the listed crates, and the listed crates without any.
    pub(crate) fn settle_import_circles(&self, findings: Vec<Finding>, report: &mut Report) {
        self.settle("import_circles", &self.lists.import_circles, findings, report);
    }

    /// The same for comments that are too wide.
    pub(crate) fn settle_wide_comments(&self, findings: Vec<Finding>, report: &mut Report) {
        self.settle("wide_comments", &self.lists.wide_comments, findings, report);
    }

    /// The same for private words.
    pub(crate) fn settle_private_words(&self, findings: Vec<Finding>, report: &mut Report) {
        self.settle("private_words", &self.lists.private_words, findings, report);
    }

    fn settle(&self, rule: &str, places: &[String], findings: Vec<Finding>, report: &mut Report) {
        let mut found = vec![false; places.len()];
        for finding in findings {
            match places.iter().position(|place| is_below(&finding.path, place)) {
                Some(place) => {
                    found[place] = true;
                    report.pending(finding);
                }
                None => report.add(finding),
            }
        }
        for (place, _) in places.iter().zip(found).filter(|(_, found)| !found) {
            let text = format!("`{place}` keeps the rule `{rule}` now; remove it from the list");
            report.error(LISTS, self.line_of(rule, place), text);
        }
    }

    /// Reports all such functions of a file that has more of them than listed, and a file that has
    /// fewer.
    pub(crate) fn settle_many_parameters(&self, findings: Vec<Finding>, report: &mut Report) {
        let (rule, counts) = ("many_parameters", &self.lists.many_parameters);
        let mut found: BTreeMap<String, Vec<Finding>> = counts.keys().map(|path| (path.clone(), Vec::new())).collect();
        for finding in findings {
            found.entry(finding.path.clone()).or_default().push(finding);
        }
        for (path, findings) in found {
            let (count, allowed) = (findings.len(), counts.get(&path).copied().unwrap_or(0));
            if count < allowed {
                let text = format!("`{path}` breaks the rule `{rule}` {count} times and not {allowed}; lower the number");
                report.error(LISTS, self.line_of(rule, &path), text);
            }
            for finding in findings {
                if count > allowed {
                    report.add(finding);
                } else {
                    report.pending(finding);
                }
            }
        }
    }

    fn line_of(&self, rule: &str, place: &str) -> usize {
        let (quoted, mut in_list) = (format!("\"{place}\""), false);
        line_where(&self.text, |line| {
            in_list |= line.trim_start_matches('[').starts_with(rule);
            in_list && line.contains(&quoted)
        })
    }
}

fn is_below(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
