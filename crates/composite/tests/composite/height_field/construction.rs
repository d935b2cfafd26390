//! Each error names its place, and instances share their data.

use clinch_composite::{BoundaryEdges, Cell, HeightField, HeightFieldError, Sides};
use glam::{DVec3, Vec3};

fn flat(scale: Vec3) -> Result<HeightField<Vec3>, HeightFieldError> {
    HeightField::new(3, 4, vec![0.5; 12], scale)
}

#[test]
fn each_error_names_its_place() {
    let error = |rows, columns, heights: Vec<f32>| HeightField::new(rows, columns, heights, Vec3::ONE).err();
    assert_eq!(error(1, 4, vec![0.0; 4]), Some(HeightFieldError::TooFew { rows: 1, columns: 4 }));
    assert_eq!(error(3, 4, vec![0.0; 11]), Some(HeightFieldError::WrongCount { given: 11, needed: 12 }));
    let many = HeightFieldError::TooManyCells { given: u64::from(u32::MAX - 1).pow(2), limit: 1 << 25 };
    assert_eq!(error(u32::MAX, u32::MAX, Vec::new()), Some(many));
    let mut heights = vec![0.0; 12];
    heights[6] = f32::NAN;
    assert_eq!(error(3, 4, heights), Some(HeightFieldError::HeightNotFinite { row: 1, column: 2 }));
    for (axis, scale) in [(0, Vec3::new(-1.0, 1.0, 1.0)), (1, Vec3::new(1.0, 0.0, 1.0)), (2, Vec3::new(1.0, 1.0, f32::NAN))] {
        assert_eq!(flat(scale).err(), Some(HeightFieldError::InvalidScale { axis }));
    }
    assert_eq!(flat(Vec3::new(f32::MAX, 1.0, 1.0)).err(), Some(HeightFieldError::NotDistinct { axis: 0, index: 2 }));
    assert_eq!(flat(Vec3::ONE).unwrap().with_cell(2, 0, Cell::Hole).err(), Some(HeightFieldError::NoSuchCell { row: 2, column: 0 }));
    assert_eq!(
        HeightField::new(2, 2, vec![0.0; 4], DVec3::new(1e-200, 1.0, 1e200)).err(),
        Some(HeightFieldError::NotDistinct { axis: 0, index: 1 })
    );
}

#[test]
fn a_cell_in_the_last_row_that_a_number_can_have_does_not_panic() {
    for (row, column) in [(u32::MAX, 0), (0, u32::MAX), (u32::MAX, u32::MAX), (0, 3)] {
        let refused = flat(Vec3::ONE).unwrap().with_cell(row, column, Cell::Hole).err();
        assert_eq!(refused, Some(HeightFieldError::NoSuchCell { row, column }));
    }
}

#[test]
fn instances_share_their_heights() {
    let field = flat(Vec3::ONE).unwrap();
    assert_eq!((field.sides(), field.boundary_edges()), (Sides::Solid, BoundaryEdges::Open));
    let twice = field.scaled(Vec3::new(2.0, 4.0, 1.0)).unwrap();
    assert!(twice.shares_data_with(&field));
    assert_eq!(twice.project(DVec3::new(1.0, 5.0, 1.0)).map(|found| found.distance), Some(3.0));
    let hole = twice.clone().with_cell(0, 0, Cell::Hole).unwrap();
    assert_eq!((hole.cells()[0], twice.cells()[0]), (Cell::Hole, Cell::Main));
    assert_eq!((twice.bounds().min.y, twice.hollow().bounds().min.y), (f64::NEG_INFINITY, 2.0));
    let holes = (0..6).fold(field, |field, cell| field.with_cell(cell / 3, cell % 3, Cell::Hole).unwrap());
    assert_eq!(holes.project(DVec3::ZERO), None);
}
