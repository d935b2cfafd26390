//! The feature of a body that faces many parts of a surface.
//!
//! A body that lies on a plane of many triangles shows the same face to each of them. It is found
//! once for the normal, and clipped against one triangle after the other.

use clinch_shapes::{Convex, Core, Corner, Cuboid, Face};
use clinch_support::{Frame, Pose};

use crate::answer::Separation;
use crate::clip::{Limits, Space, WideSpace};
use crate::features::{CornersOnBox, most_gap, shared_points, sort_points};
use crate::query::{Goal, Query};
use crate::radii::Radii;
use crate::scratch::Scratch;
use crate::settings::Settings;

/// The face, edge or vertex of a shape B that faces a shape A along a normal, in A's frame.
///
/// ```
/// use clinch_contact::{FacingFeature, Scratch, Separation, Settings};
/// use clinch_shapes::{Corner, Cuboid, EdgeId, ShapeError};
/// use clinch_support::{Frame, Pose, VertexId};
/// use glam::{DVec3, Vec3};
///
/// let (crate_, at) = (Cuboid::new(Vec3::splat(1.0))?, Pose::at(DVec3::Z));
/// let mut facing = FacingFeature::<Vec3>::new();
/// facing.find(&crate_, &Frame::new(&at), DVec3::Z);
/// assert_eq!(facing.corners().len(), 4);
///
/// let corner =
///     |i: usize, point| Corner { point, vertex: VertexId::new(i), edge: EdgeId(i as u32) };
/// let floor = [corner(0, DVec3::ZERO), corner(1, DVec3::X * 9.0), corner(2, DVec3::Y * 9.0)];
/// let touching = Separation {
///     normal: DVec3::Z,
///     distance: 0.0,
///     lower: 0.0,
///     upper: 0.0,
///     point_a: DVec3::ZERO,
///     point_b: -DVec3::Z,
/// };
/// let mut scratch = Scratch::new();
/// facing.clip(&floor, &touching, &Settings::default(), &mut scratch);
/// assert_eq!(scratch.points().len(), 4);
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FacingFeature<V: Space> {
    normal: Option<V::Wide>,
    face: Face<V>,
    corners: Vec<Corner<V::Wide>>,
    frame: Frame<V>,
    radius: f64,
    /// The core, if it is a box in 3D.
    block: Option<Cuboid<V>>,
}

impl<V: Space> FacingFeature<V> {
    /// That of no shape.
    pub fn new() -> Self {
        Self { normal: None, face: Face::new(), corners: Vec::new(), frame: Frame::new(&Pose::IDENTITY), radius: 0.0, block: None }
    }

    /// Forgets the shape: the next normal is that of another one, or at another pose.
    pub fn clear(&mut self) {
        self.normal = None;
        self.corners.clear();
    }

    /// Finds the feature of a shape that faces against a unit normal, unless it is known for this
    /// normal since [`clear`](Self::clear). A point has no corners: it shares nothing but itself.
    pub fn find<B: Convex<V>>(&mut self, b: &B, frame: &Frame<V>, normal: V::Wide) {
        if self.normal == Some(normal) {
            return;
        }
        (self.normal, self.frame, self.radius) = (Some(normal), *frame, b.radius_wide());
        self.corners.clear();
        let core = b.core();
        self.block = match core {
            Core::Box(block) if V::DIM == 3 => Some(*block),
            _ => None,
        };
        if core.point().is_some() {
            return;
        }
        b.face(V::narrow(frame.direction_in_b(-normal)), &mut self.face);
        let in_a = |&Corner { point, vertex, edge }: &Corner<V>| Corner { point: frame.to_a(point.widen()), vertex, edge };
        self.corners.extend(self.face.corners.iter().map(in_a));
    }

    /// The corners of the core's feature.
    pub fn corners(&self) -> &[Corner<V::Wide>] {
        &self.corners
    }

    /// Writes to [`Scratch::points`] what the feature shares with one of A, whose radius is zero,
    /// within the margin: as [`contact_points_along`](crate::contact_points_along) does.
    /// `separation` is that of A and B along the normal.
    pub fn clip(&self, of_a: &[Corner<V::Wide>], separation: &Separation<V>, settings: &Settings<V::Scalar>, scratch: &mut Scratch<V>) {
        scratch.clipped.clear();
        scratch.points.clear();
        if self.corners.len() < 2 || of_a.len() < 2 {
            return;
        }
        let query = self.query(settings);
        let most_gap = most_gap(&query, separation);
        if !self.clip_with_box(of_a, separation.normal, most_gap, scratch) {
            V::Wide::clip(separation.normal, [of_a, &self.corners], Limits::of_gap(most_gap), &mut scratch.clip, &mut scratch.clipped);
        }
        self.write_points(&query, separation, scratch);
    }

    /// The same, of a few corners of A and a box. `false`, and nothing is added, if the general
    /// clipping must decide.
    fn clip_with_box(&self, of_a: &[Corner<V::Wide>], normal: V::Wide, most_gap: f64, scratch: &mut Scratch<V>) -> bool {
        let Some(block) = self.block.as_ref().filter(|_| matches!(of_a.len(), 3 | 4)) else { return false };
        let (frame, Scratch { wide_a: in_b, clipped, .. }) = (&self.frame, scratch);
        in_b.clear();
        in_b.extend(of_a.iter().map(|&corner| Corner { point: frame.to_b(corner.point), ..corner }));
        CornersOnBox { block, frame, of_a: in_b }.clip(normal, most_gap, clipped)
    }

    /// As [`clip`](Self::clip), of an edge of A and the edge between two corners of the feature.
    /// Edges that are nearly parallel share an interval, and both of its ends are points, also if
    /// the faces beside the edges are not above each other. Edges that cross, and those in 2D, have
    /// none.
    ///
    /// ```
    /// use clinch_contact::{FacingFeature, Scratch, Separation, Settings};
    /// use clinch_shapes::{Corner, Cuboid, EdgeId, ShapeError};
    /// use clinch_support::{Frame, Pose, VertexId};
    /// use glam::{DVec3, Vec3};
    ///
    /// // A box above an edge along x, which is below the border of its lower face.
    /// let crate_ = Cuboid::new(Vec3::splat(1.0))?;
    /// let mut facing = FacingFeature::<Vec3>::new();
    /// facing.find(&crate_, &Frame::new(&Pose::at(DVec3::new(0.0, 1.0, 1.0))), DVec3::Z);
    /// let level = |place: &usize| facing.corners()[*place].point.y == 0.0;
    /// let ends: Vec<usize> = (0..4).filter(level).collect();
    ///
    /// let corner = |i: usize, x| Corner {
    ///     point: DVec3::X * x,
    ///     vertex: VertexId::new(i),
    ///     edge: EdgeId(0),
    /// };
    /// let edge = [corner(0, 0.5), corner(1, 3.0)];
    /// let touching = Separation {
    ///     normal: DVec3::Z,
    ///     distance: 0.0,
    ///     lower: 0.0,
    ///     upper: 0.0,
    ///     point_a: DVec3::ZERO,
    ///     point_b: -DVec3::Z,
    /// };
    /// let mut scratch = Scratch::new();
    /// facing.clip_edges(&edge, [ends[0], ends[1]], &touching, &Settings::default(), &mut scratch);
    /// let mut places: Vec<f32> = scratch.points().iter().map(|point| point.on_a.x).collect();
    /// places.sort_by(f32::total_cmp);
    /// assert_eq!(places, [0.5, 1.0]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn clip_edges(
        &self,
        of_a: &[Corner<V::Wide>; 2],
        ends: [usize; 2],
        separation: &Separation<V>,
        settings: &Settings<V::Scalar>,
        scratch: &mut Scratch<V>,
    ) {
        scratch.clipped.clear();
        scratch.points.clear();
        let [Some(&from), Some(&to)] = ends.map(|end| self.corners.get(end)) else { return };
        let query = self.query(settings);
        let most_gap = most_gap(&query, separation);
        V::Wide::clip(separation.normal, [of_a, &[from, to]], Limits::of_gap(most_gap), &mut scratch.clip, &mut scratch.clipped);
        self.write_points(&query, separation, scratch);
    }

    /// Writes to [`Scratch::points`] the corners of the feature: what it shares with a face that
    /// all of them are above, as [`clip`](Self::clip) does. `below` has the points of A below the
    /// corners, along the normal. `false`, and no points, if the feature is a point or too steep to
    /// be seen as a face or an edge, and in 2D.
    pub fn lift(&self, below: &[V::Wide], separation: &Separation<V>, settings: &Settings<V::Scalar>, scratch: &mut Scratch<V>) -> bool {
        scratch.clipped.clear();
        scratch.points.clear();
        let lifted = V::Wide::lift(separation.normal, &self.corners, below, &mut scratch.clip, &mut scratch.clipped);
        self.write_points(&self.query(settings), separation, scratch);
        lifted
    }

    fn query<'q>(&self, settings: &'q Settings<V::Scalar>) -> Query<'q, V> {
        let radii = Radii { a: 0.0, b: self.radius }.with_skins(settings);
        Query { goal: Goal::Contact, radii, margin: settings.margin(), last_normal: V::ZERO, settings }
    }

    /// The shared corners in `scratch.clipped` become contact points.
    fn write_points(&self, query: &Query<'_, V>, separation: &Separation<V>, scratch: &mut Scratch<V>) {
        shared_points(None, &self.frame, query, separation, scratch);
        sort_points(&mut scratch.points);
    }
}

impl<V: Space> Default for FacingFeature<V> {
    fn default() -> Self {
        Self::new()
    }
}
