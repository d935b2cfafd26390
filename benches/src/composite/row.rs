//! The rows: a kind of work on a surface.

use crate::composite::body::{BODIES, Body};
use crate::composite::surface::{SURFACES, Surface};
use crate::rows::Label;
use crate::work::Work;

/// One row: this work on this surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The work.
    pub work: Work,
    /// The surface.
    pub surface: Surface,
    /// The body on it; `None` for rays, points and building.
    pub body: Option<Body>,
}

impl Row {
    /// Its name.
    pub fn label(&self) -> Label {
        let kind = self.body.map_or("surface", Body::name).to_owned();
        Label { work: self.work, dim: 3, kind, how: self.surface.name().to_owned() }
    }
}

/// All rows, in the order of the report.
pub fn all() -> Vec<Row> {
    let on = |work: Work, surfaces: &'static [Surface]| {
        BODIES.into_iter().flat_map(move |body| surfaces.iter().map(move |&surface| Row { work, surface, body: Some(body) }))
    };
    let of = |work: Work, surfaces: &'static [Surface]| surfaces.iter().map(move |&surface| Row { work, surface, body: None });
    on(Work::CompositeCold, &SURFACES)
        .chain(on(Work::CompositeCoherent, &SURFACES))
        .chain(on(Work::CompositeResting, &[Surface::Flat, Surface::Bumpy]))
        .chain(of(Work::CompositeRay, &SURFACES))
        .chain(of(Work::CompositePoint, &SURFACES))
        .chain(of(Work::CompositeBuild, &SURFACES))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn no_two_rows_have_the_same_name() {
        let mut names: Vec<String> = all().iter().map(|row| row.label().id()).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
