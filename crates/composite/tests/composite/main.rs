//! Tests of composite shapes, in one program: most of the time that a test program costs is its
//! build.

mod height_field;
mod hostile;
mod mesh;
mod moments;
mod planar;
