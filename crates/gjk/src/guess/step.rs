//! The sub-distance step of a guess: all features of the simplex that contain the newest vertex, at
//! once.
//!
//! * x is the newest vertex, eᵢ = wᵢ − x are the edges to the others, one per lane, and o = −x. The
//!   faces are those of edges i and i + 1. An empty lane repeats the first vertex: its edge is that
//!   of lane 0, faces 0 and 1 are the same triangle, and face 2 has no area.
//! * The nearest point on the line of each edge and in the plane of each face counts if it is in
//!   the edge or face. The nearest of those that count is the nearest point of the simplex, because
//!   each of them is a point of it. So nothing has to be decided before it is computed, and the
//!   compiler emits no unpredictable branch.
//! * A wrong choice costs steps. The proof does not rely on it.

use glam::{Vec4, Vec4Swizzles};

/// A face whose squared sine at x is below this has no normal in `f32`. Larger: the nearest point
/// of a thin face is taken from its edges. Smaller: v points anywhere.
const SLIVER: f32 = 1e-8;

/// Points in lanes: x, y and z.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub(super) x: Vec4,
    pub(super) y: Vec4,
    pub(super) z: Vec4,
}

impl Lanes {
    #[inline(always)]
    pub(super) fn splat([x, y, z]: [f32; 3]) -> Self {
        Self { x: Vec4::splat(x), y: Vec4::splat(y), z: Vec4::splat(z) }
    }

    /// The same, with the newest vertex in its lane.
    #[inline(always)]
    pub(super) fn with_newest(self, [x, y, z]: [f32; 3]) -> Self {
        Self { x: self.x.with_w(x), y: self.y.with_w(y), z: self.z.with_w(z) }
    }

    /// In each lane what is in another.
    #[inline(always)]
    pub(super) fn gather(self, lanes: [usize; 4]) -> Self {
        let of = |component: Vec4| Vec4::from_array(lanes.map(|lane| component.to_array()[lane & 3]));
        Self { x: of(self.x), y: of(self.y), z: of(self.z) }
    }

    /// What is in the lane of the newest vertex, in all lanes.
    #[inline(always)]
    fn newest(self) -> Self {
        Self { x: self.x.wwww(), y: self.y.wwww(), z: self.z.wwww() }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }

    #[inline(always)]
    fn times(self, factor: Vec4) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    #[inline(always)]
    fn dot(self, other: Self) -> Vec4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Written out, because glam's own is fused on some targets.
    #[inline(always)]
    fn cross(self, other: Self) -> Self {
        Self { x: self.y * other.z - self.z * other.y, y: self.z * other.x - self.x * other.z, z: self.x * other.y - self.y * other.x }
    }

    /// Lane i has what lane i + 1 of the first three had.
    #[inline(always)]
    fn next(self) -> Self {
        Self { x: self.x.yzxw(), y: self.y.yzxw(), z: self.z.yzxw() }
    }
}

/// The result of a step.
pub(super) enum Step {
    /// All four vertices are needed: the simplex contains the origin.
    Encloses,
    /// The nearest point, and the lanes of the vertices of its feature besides the newest; where
    /// there is none, [`NEWEST`].
    Nearest { point: [f32; 3], keep: [usize; 2] },
}

/// The lane of the newest vertex.
pub(super) const NEWEST: usize = 3;

/// The vertices of each feature: edges 0 to 2, the vertex x, and faces.
const KEEP: [[usize; 2]; 8] = [[0, NEWEST], [1, NEWEST], [2, NEWEST], [NEWEST, NEWEST], [0, 1], [1, 2], [0, 2], [NEWEST, NEWEST]];

/// The step from the newest vertex and `others` more.
#[inline(always)]
pub(super) fn step(vertices: Lanes, others: usize) -> Step {
    if others == 1 {
        return segment(vertices);
    }
    let x = vertices.newest();
    let (infinite, zero) = (Vec4::INFINITY, Vec4::ZERO);
    let e = vertices.minus(x);
    let f = e.next();
    let n = e.cross(f);
    let height = n.dot(x);
    if others == 3 {
        // Of each face at x: the side of the origin and that of the fourth vertex. The face without
        // x needs no test here: x was found beyond it towards the origin, and the proof tests it.
        let inside = (zero - height * n.dot(f.next())).cmpgt(zero).bitmask();
        if inside & 0b111 == 0b111 {
            return Step::Encloses;
        }
    }
    // Edges. Lane 3 is x itself.
    let length = e.dot(e);
    let toward = zero - e.dot(x);
    let on_edge = toward.cmpgt(zero) & length.cmpgt(toward) & Vec4::new(1.0, 1.0, 1.0, 0.0).cmpgt(zero);
    let part = Vec4::select(on_edge, toward / length, zero);
    let edge = Lanes { x: x.x + e.x * part, y: x.y + e.y * part, z: x.z + e.z * part };
    let is_x = Vec4::new(0.0, 0.0, 0.0, 1.0).cmpgt(zero);
    let edge_squared = Vec4::select(on_edge | is_x, edge.dot(edge), infinite);
    // Faces. The weights of the two others, times the squared area: n·(o × f) and n·(e × o).
    let area = n.dot(n);
    let moment = x.cross(e);
    let (weight_e, weight_f) = (zero - n.dot(moment.next()), n.dot(moment));
    let on_face = weight_e.cmpgt(zero)
        & weight_f.cmpgt(zero)
        & area.cmpgt(weight_e + weight_f)
        & area.cmpgt(Vec4::splat(SLIVER) * length * length.yzxw());
    let face = n.times(Vec4::select(on_face, height / area, zero));
    let face_squared = Vec4::select(on_face, face.dot(face), infinite);
    let least = edge_squared.min(face_squared);
    let least = least.min(least.zwxy());
    let least = least.min(least.yxwz());
    let mask = edge_squared.cmpeq(least).bitmask() | face_squared.cmpeq(least).bitmask() << 4;
    let feature = mask.trailing_zeros() as usize & 7;
    let component = |edge: Vec4, face: Vec4| if feature < 4 { edge.to_array()[feature & 3] } else { face.to_array()[feature & 3] };
    let point = [component(edge.x, face.x), component(edge.y, face.y), component(edge.z, face.z)];
    Step::Nearest { point, keep: KEEP[feature] }
}

/// The first step of a search, which has one edge only.
#[inline(always)]
fn segment(vertices: Lanes) -> Step {
    let of = |lane: usize| [vertices.x, vertices.y, vertices.z].map(|component| component.to_array()[lane]);
    let (x, other) = (of(NEWEST), of(0));
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let e = [other[0] - x[0], other[1] - x[1], other[2] - x[2]];
    let (length, toward) = (dot(e, e), -dot(e, x));
    if !(toward > 0.0 && length > toward) {
        return Step::Nearest { point: x, keep: [NEWEST, NEWEST] };
    }
    let part = toward / length;
    Step::Nearest { point: [x[0] + e[0] * part, x[1] + e[1] * part, x[2] + e[2] * part], keep: [0, NEWEST] }
}
