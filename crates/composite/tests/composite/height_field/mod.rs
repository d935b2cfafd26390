//! Height fields against the mesh of their triangles, and what their constructor refuses.

mod agree;
mod construction;
