//! The points of one manifold: what the features of the body and of the parts share along its
//! normal.
//!
//! A body that lies on a plane mostly has its whole face above it, whichever triangles the plane is
//! cut into: each corner of the face, projected along the normal, is in one of them. Then the
//! points are these corners, and no triangle is clipped.

use clinch_composite::{Composite, Sides};
use clinch_contact::{ContactPoint, Manifold, Memory, Pair, Separation, Space, collide as collide_part, contact_points_along};
use clinch_shapes::Convex;
use clinch_support::Vector;

use crate::manifolds::kept_contact::KeptContact;
use crate::manifolds::point_id::point_id;
use crate::manifolds::projected_corners::{ProjectedCorners, Slab};
use crate::manifolds::same_normal::is_same_normal;
use crate::manifolds::triangles_below::add_triangles_below;
use crate::part::{Part, with_part};
use crate::parts::part_contact::{ContactState, PartContact};
use crate::parts::part_query::{PartQuery, Work};
use crate::scratch::CompositeScratch;
use crate::tolerance::SAME_PLANE;
use crate::triangle::facing_facet::FacingFacet;
use crate::triangle::nearest_on_triangle::POINT_NOISE;

/// A feature that is outside of an edge by more than this part of the body's radius shares
/// nothing with the triangle. Larger: more triangles are clipped for nothing. Smaller: corners that
/// clipping counts as inside are lost.
const SEPARATED: f64 = 1e-6;

/// Writes the points that the parts share with the body along the normal of a leader to
/// `scratch.points`, and the parts that share any to `scratch.parts_of_points`, in ascending
/// order. Several points may have one id.
pub(crate) fn write_manifold_points<V: Space, C: Composite<V> + ?Sized, B: Convex<V>>(
    query: &PartQuery<'_, V, C>,
    pair: &Pair<V, &C, B>,
    leader: usize,
    scratch: &mut CompositeScratch<V>,
) {
    scratch.points.clear();
    scratch.parts_of_points.clear();
    // A point shares nothing but itself, which is added as the deepest point of the contact.
    if query.body.is_point && scratch.contacts.iter().all(|contact| contact.triangle.is_some()) {
        return;
    }
    let separation = scratch.kept[leader].separation;
    let height = separation.normal.dot(separation.point_a) - query.body.skin_a;
    let is_middle_behind = query.sides == Sides::Solid && separation.normal.dot(query.body.middle) < height;
    if is_middle_behind {
        add_triangles_below(query, pair, separation.normal, height, scratch);
    }
    let CompositeScratch { convex, facing, contacts, kept, members, points, parts_of_points, corners, part_manifold, .. } = scratch;
    members.clear();
    members.extend((0..kept.len()).filter(|&index| kept[index].leader == leader));
    members.sort_unstable_by_key(|&index| kept[index].id);
    let work = &mut Work { convex, facing, deepest: &mut None, neighbors: None };
    let plane = ManifoldPlane { query, pair, kept, members, separation: &separation, height, is_middle_behind };
    // Corners of the body have no feature of the shape in their ids.
    if plane.project_corners(contacts, corners, work) {
        points.extend_from_slice(work.convex.points());
        parts_of_points.extend(members.iter().map(|&index| kept[index].id));
        return;
    }
    for contact in contacts.iter() {
        let before = points.len();
        let with_id = |point: &ContactPoint<V>| {
            let feature = point_id(query.composite, contact.id, contact.triangle.is_some(), point.feature);
            ContactPoint { feature, ..*point }
        };
        match &contact.triangle {
            Some(_) if query.body.is_point => {}
            Some(triangle) if plane.has_triangle(triangle) && plane.may_reach(contact) || plane.has_member(contact) => {
                // Each triangle has a plane of its own, below the same point of the body.
                let deepest = query.body.deepest_along(&pair.b, separation.normal, work.deepest);
                let along = query.body.above(deepest, triangle.supporting_plane(separation.normal));
                plane.clip_triangle(triangle, &along, work);
                points.extend(work.convex.points().iter().map(with_id));
            }
            None if plane.may_have_part(contact) => {
                let member = plane.member(contact);
                with_part(pair, contact.id, |part| {
                    let of_part = match member {
                        Some(member) => plane.points_of_member(part, member, part_manifold, work),
                        None => plane.points_of_neighbor(part, work),
                    };
                    let in_composite =
                        |point: &ContactPoint<V>| ContactPoint { on_a: V::narrow(part.point(point.on_a.widen())), ..with_id(point) };
                    points.extend(of_part.iter().map(in_composite));
                });
            }
            _ => {}
        }
        if let Some(member) =
            plane.member(contact).filter(|_| query.may_have_level_edges(points[before..].iter().map(|point| point.on_a.widen())))
        {
            query.clip_level_edges(contact, &member.separation, pair, work);
            points.extend(work.convex.points().iter().map(with_id));
        }
        if points.len() > before {
            parts_of_points.push(contact.id);
        }
    }
}

/// The plane of a manifold: that of its leader, the contact which it begins with.
struct ManifoldPlane<'m, V: Space, C: ?Sized, B> {
    query: &'m PartQuery<'m, V, C>,
    pair: &'m Pair<V, &'m C, B>,
    kept: &'m [KeptContact<V>],
    /// The indices of the contacts of this manifold, in ascending order of their parts.
    members: &'m [usize],
    separation: &'m Separation<V>,
    /// Along the normal.
    height: f64,
    /// The middle of the body is behind the plane, inside of a solid.
    is_middle_behind: bool,
}

impl<V: Space, C: Composite<V> + ?Sized, B: Convex<V>> ManifoldPlane<'_, V, C, B> {
    /// The contact of a part, if it is one of the manifold.
    fn member(&self, contact: &PartContact<V>) -> Option<&KeptContact<V>> {
        let place = self.members.binary_search_by_key(&contact.id, |&index| self.kept[index].id).ok()?;
        self.kept.get(*self.members.get(place)?)
    }

    fn has_member(&self, contact: &PartContact<V>) -> bool {
        self.member(contact).is_some()
    }

    /// Whether a part of this height along the normal ends in the plane.
    fn is_on_plane(&self, top: f64) -> bool {
        (top - self.height).abs() <= SAME_PLANE * self.query.body.radius_about_center
    }

    /// Whether a triangle is in the plane.
    fn has_triangle(&self, triangle: &FacingFacet<V::Wide>) -> bool {
        let normal = self.separation.normal;
        is_same_normal(triangle.normal, normal) && self.is_on_plane(triangle.top(normal))
    }

    /// `false` if a triangle is farther from the middle of the body than what is looked at. Those
    /// of the cache are not left out before, and without a memory they would not be here. Of a
    /// body that leaves a solid all triangles count, whatever their distance.
    fn may_reach(&self, contact: &PartContact<V>) -> bool {
        let is_far = || contact.triangle.as_ref().is_some_and(|triangle| self.query.is_out_of_reach(triangle));
        self.is_middle_behind || matches!(contact.state, ContactState::Kept(_)) || !is_far()
    }

    /// Whether a part that is no triangle may have points.
    fn may_have_part(&self, contact: &PartContact<V>) -> bool {
        self.has_member(contact) || !self.query.body.is_half_space && !matches!(contact.state, ContactState::Beyond(_))
    }

    /// Writes what the features of a triangle and of the body share along the normal to the points
    /// of the scratch. `separation` is that of the two along the normal.
    fn clip_triangle(&self, triangle: &FacingFacet<V::Wide>, separation: &Separation<V>, work: &mut Work<'_, V>) {
        let &Self { query, pair, .. } = self;
        let normal = separation.normal;
        let Some(corners) = triangle.face_along(normal) else {
            with_part(pair, triangle.id, |part| {
                contact_points_along(&part.pair, part.direction_in_part(normal), query.settings, work.convex);
                for point in work.convex.points_mut() {
                    point.on_a = V::narrow(part.point(point.on_a.widen()));
                }
            });
            return;
        };
        work.facing.find(&pair.b, &query.body.frame, normal);
        let facing = work.facing.corners();
        if triangle.is_separated(normal, facing.iter().map(|corner| corner.point), SEPARATED * query.body.radius_about_center) {
            work.convex.points_mut().clear();
        } else {
            work.facing.clip(&corners, separation, query.settings, work.convex);
        }
    }

    /// The points of a part that has a contact of the manifold and is no triangle, in its frame:
    /// along the normal of this contact.
    fn points_of_member<'w>(
        &self,
        part: &Part<'_, V>,
        member: &KeptContact<V>,
        manifold: &'w mut Manifold<V>,
        work: &'w mut Work<'_, V>,
    ) -> &'w [ContactPoint<V>] {
        manifold.clear();
        collide_part(&part.pair, self.query.settings, &mut Memory::new(), work.convex, manifold);
        if is_same_normal(part.direction(manifold.normal.widen()), member.separation.normal) {
            return &manifold.points;
        }
        // The contact has the normal of the growing body, not that of the least depth.
        contact_points_along(&part.pair, part.direction_in_part(member.separation.normal), self.query.settings, work.convex);
        work.convex.points()
    }

    /// The points of another part that is no triangle, in its frame, if it ends in the plane.
    fn points_of_neighbor<'w>(&self, part: &Part<'_, V>, work: &'w mut Work<'_, V>) -> &'w [ContactPoint<V>] {
        let normal = self.separation.normal;
        if part.is_half_space() || !self.is_on_plane(part.top(normal)) {
            return &[];
        }
        contact_points_along(&part.pair, part.direction_in_part(normal), self.query.settings, work.convex);
        work.convex.points()
    }

    /// Adds the triangles of the plane that `counts` allows. `false` if other parts may have
    /// points.
    fn add_triangles(
        &self,
        contacts: &[PartContact<V>],
        corners: &mut ProjectedCorners<V::Wide>,
        counts: impl Fn(&PartContact<V>) -> bool,
    ) -> bool {
        for contact in contacts {
            match &contact.triangle {
                Some(triangle) if self.has_triangle(triangle) && counts(contact) => corners.add(triangle, self.separation.normal),
                Some(_) if self.has_member(contact) => return false,
                None if self.may_have_part(contact) => return false,
                _ => {}
            }
        }
        true
    }

    /// Writes the corners of the feature of the body to the points of the scratch, if all of them
    /// are above the triangles of the plane. `false` if not, or if other parts may have points.
    /// `corners` is a buffer.
    fn project_corners(&self, contacts: &[PartContact<V>], corners: &mut ProjectedCorners<V::Wide>, work: &mut Work<'_, V>) -> bool {
        let normal = self.separation.normal;
        work.facing.find(&self.pair.b, &self.query.body.frame, normal);
        // As far as a point counts, which is at least the noise of the separation, and the rounding
        // of its height: a corner that might count is looked at.
        let Separation { distance, lower, .. } = self.separation;
        let counts = self.query.margin.max(distance - lower) + POINT_NOISE * (self.query.body.radius_about_center + self.height.abs());
        let beyond = self.height + self.query.body.radii() + counts;
        let slab = Slab { normal, height: self.height, beyond };
        corners.begin(work.facing.corners(), &slab);
        if !self.add_triangles(contacts, corners, |_| true) {
            return false;
        }
        // Most triangles below a corner are clearly within reach.
        if !self.is_middle_behind && !corners.are_near(self.query.body.middle, self.query.near_radius()) {
            corners.begin(work.facing.corners(), &slab);
            self.add_triangles(contacts, corners, |contact| self.may_reach(contact));
        }
        // Slopes that meet in a ridge below the body are no plane: its edge has points, too.
        match corners.all_below(work.facing.corners().len(), |below| self.is_on_plane(below.dot(normal))) {
            Some(below) => work.facing.lift(below, self.separation, self.query.settings, work.convex),
            None => false,
        }
    }
}
