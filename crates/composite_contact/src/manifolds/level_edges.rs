//! The points of a contact at an edge of a part that is level with an edge of the body.
//!
//! * Points are found by clipping faces. Along the normal of such a contact, which is that of
//!   neither face, the faces may have no more in common than the place where their edges cross.
//!   That may be one end of what the edges share.
//! * Edges that are level along the normal, and nearly parallel, are equally near on all of what
//!   they share. With a point at one end alone the body would roll over it. Where another part has
//!   this end, too, and is nearer, only the other end is a contact of the whole shape.

use clinch_composite::{Composite, Feature};
use clinch_contact::{FacingFeature, Pair, Scratch, Separation, Space};
use clinch_shapes::{Convex, Corner, EdgeId, Face};
use clinch_support::{Scalar, Vector, VertexId};

use crate::part::{Part, with_part};
use crate::parts::part_contact::PartContact;
use crate::parts::part_query::{PartQuery, Work};
use crate::triangle::facing_facet::FacingFacet;

/// Points nearer to each other than this part of the body's radius, besides rounding, are at one
/// place. Larger: edges that share less have no second point. Smaller: one place is taken for two.
const ONE_PLACE: f64 = 1e-6;

/// Rounding errors of points in the scalar of the caller, relative to their coordinates. Larger:
/// edges that share less have no second point far from the origin. Smaller: rounding makes two
/// places of one.
const ROUNDING: f64 = 4.0;

impl<V: Space, C: Composite<V> + ?Sized> PartQuery<'_, V, C> {
    /// Whether points of a contact are all at one place, or there is none, so that the body may be
    /// level with an edge there.
    pub(crate) fn may_have_level_edges(&self, mut points: impl Iterator<Item = V::Wide>) -> bool {
        // Of a point, of a half-space and in 2D there are no edges to be level with.
        if V::DIM != 3 || self.body.is_point || self.body.is_half_space {
            return false;
        }
        let Some(first) = points.next() else { return true };
        let tolerance = ONE_PLACE * self.body.radius_about_center + ROUNDING * V::Scalar::EPSILON.widen() * first.max_abs();
        points.all(|other| (other - first).length() <= tolerance)
    }

    /// Writes the ends of what an edge of a part and one of the body share to the points of the
    /// scratch, with points on A in the frame of the composite shape. No points if a contact is not
    /// at two such edges, or if they are not level with each other, or cross.
    pub(crate) fn clip_level_edges<B: Convex<V>>(
        &self,
        contact: &PartContact<V>,
        separation: &Separation<V>,
        pair: &Pair<V, &C, B>,
        work: &mut Work<'_, V>,
    ) {
        let Work { facing, convex, .. } = work;
        match &contact.triangle {
            Some(triangle) => self.clip_level_edge(triangle.level_edge(separation.normal), separation, &pair.b, (facing, convex)),
            None => {
                let clip = |part: &Part<'_, V>| self.clip_level_edge_of_part(part, separation, (facing, convex));
                if with_part(pair, contact.id, clip).is_none() {
                    convex.points_mut().clear();
                }
            }
        }
    }

    /// The same of a part that is no triangle of a surface.
    pub(crate) fn clip_level_edge_of_part(
        &self,
        part: &Part<'_, V>,
        separation: &Separation<V>,
        buffers: (&mut FacingFeature<V>, &mut Scratch<V>),
    ) {
        self.clip_level_edge(self.level_edge(part, separation.normal), separation, &part.pair.b, buffers);
    }

    fn clip_level_edge<B: Convex<V>>(
        &self,
        edge: Option<[Corner<V::Wide>; 2]>,
        separation: &Separation<V>,
        body: &B,
        (facing, scratch): (&mut FacingFeature<V>, &mut Scratch<V>),
    ) {
        scratch.points_mut().clear();
        let Some(edge) = edge else { return };
        facing.find(body, &self.body.frame, separation.normal);
        let is_level = self.level_with(self.deepest_of_core(separation), separation.normal);
        let mut level = facing.corners().iter().enumerate().filter(|(_, corner)| is_level(&corner.point)).map(|(index, _)| index);
        if let (Some(from), Some(to), None) = (level.next(), level.next(), level.next()) {
            facing.clip_edges(&edge, [from, to], separation, self.settings, scratch);
        }
    }

    /// The edge of a part that is farthest along a normal, if there is one and the part has no
    /// radius.
    fn level_edge(&self, part: &Part<'_, V>, normal: V::Wide) -> Option<[Corner<V::Wide>; 2]> {
        if part.is_half_space() || part.pair.a.radius_wide() != 0.0 {
            return None;
        }
        let mut face = Face::new();
        part.pair.a.face(V::narrow(part.direction_in_part(normal)), &mut face);
        let corners =
            face.corners.iter().map(|corner| Corner { point: part.point(corner.point.widen()), vertex: corner.vertex, edge: corner.edge });
        let is_level = self.level_with(part.farthest(normal), -normal);
        let mut level = corners.filter(|corner| is_level(&corner.point));
        let ends = [level.next()?, level.next()?];
        level.next().is_none().then_some(ends)
    }
}

impl<W: Vector<Scalar = f64, Wide = W>> FacingFacet<W> {
    /// The edge that is farthest along a direction. `None` of a vertex and of the face.
    fn level_edge(&self, direction: W) -> Option<[Corner<W>; 2]> {
        let mut features = self.supporting_features(direction);
        let Feature::Edge(edge) = features.next().filter(|_| features.next().is_none())? else { return None };
        let corners = self.corners();
        let corner = |place: usize| {
            let vertex = place % corners.len();
            Corner { point: corners[vertex], vertex: VertexId::new(vertex), edge: EdgeId(u32::from(edge)) }
        };
        Some([corner(usize::from(edge)), corner(usize::from(edge) + 1)])
    }
}
