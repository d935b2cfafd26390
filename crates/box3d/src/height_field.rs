//! Height fields.

use std::ptr::NonNull;

use box3d_sys::{b3CreateHeightField, b3DestroyHeightField, b3HeightFieldData, b3HeightFieldDef};
use glam::Vec3;

use crate::pose::raw;

/// A height field.
pub struct HeightField(NonNull<b3HeightFieldData>);

impl Drop for HeightField {
    fn drop(&mut self) {
        // SAFETY: the pointer is from `b3CreateHeightField`, and this is its only owner.
        unsafe { b3DestroyHeightField(self.0.as_ptr()) }
    }
}

impl HeightField {
    /// `b3CreateHeightField` with a distance of 1 between heights: that in row r and column c is at
    /// (c, height, r). Heights are rounded down to 1/65,535 of the `range`, which must contain
    /// them.
    /// `None` if the number of heights is not `rows` times `columns`.
    pub fn new([rows, columns]: [usize; 2], heights: &[f32], range: [f32; 2]) -> Option<Self> {
        let sizes = [rows, columns].map(i32::try_from);
        let [Ok(count_z), Ok(count_x)] = sizes else { return None };
        if rows < 2 || columns < 2 || rows.checked_mul(columns)? != heights.len() {
            return None;
        }
        let definition = b3HeightFieldDef {
            // Only read.
            heights: heights.as_ptr().cast_mut(),
            scale: raw(Vec3::ONE),
            countX: count_x,
            countZ: count_z,
            globalMinimumHeight: range[0],
            globalMaximumHeight: range[1],
            ..b3HeightFieldDef::default()
        };
        // SAFETY: the list has as many heights as rows and columns; there is no list of materials.
        let made = unsafe { b3CreateHeightField(&definition) };
        NonNull::new(made).map(Self)
    }

    pub(crate) fn raw(&self) -> *const b3HeightFieldData {
        self.0.as_ptr()
    }
}
