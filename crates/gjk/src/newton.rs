//! Newton's method for simplices whose vertices are on rims: the circles of cylinders, cones and
//! frusta.
//!
//! * GJK treats support points as fixed. On a rim each of its steps at best halves the distance to
//!   the nearest point, where on a polytope it would have ended: the features are known, only the
//!   place on them is not. But when the normal n turns by δ, a vertex on rims moves by Hδ, and H is
//!   known in closed form.
//! * Let wᵢ be the vertices and p the point nearest the origin on their affine hull. Two conditions
//!   determine n: n·(wᵢ − wⱼ) = 0, all vertices are equally far along n; and p = −gap·n, the origin
//!   is straight above p.
//! * To first order the first condition turns n against the edges of the hull alone, as vertices
//!   move across n. The second becomes (H + gap)δ = −(p + gap·n), taken across n and the edges,
//!   where H is the mean over the vertices by the weights that make p. In 3D two, one or no
//!   unknowns remain.
//! * For a line through the origin, as in casts, the second condition is that the hull meets the
//!   line: seen along the line, p is at the origin. H alone moves it there.
//! * Convergence is quadratic. The result is a simplex like any other, which the search proves or
//!   continues from.
//! * For shapes that overlap the gap is negative, and the same equations give a local minimum of
//!   the depth, if H + gap is positive definite.

use clinch_support::{Circle, Difference, Support, SupportMap, Vector, Vertex};

use crate::affine_hull::{NearestOnAffineHull, nearest_on_affine_hull};
use crate::orthogonal::{orthogonal_unit, reject};
use crate::rim_features::{Corner, FeatureSet, MAX_CORNERS, RimFeatures, RimSimplex, VerticesOnRims};
use crate::sub_distance::{GjkSpace, GjkVector};

/// Newton steps per set of features. Larger: more are spent where they do not converge. Smaller:
/// the search has to get nearer first.
const MAX_STEPS: u32 = 6;
/// In radians: a step that turns the normal by less than this is the last, because its error is the
/// square of the turn.
const CONVERGED: f64 = 1e-7;
/// In radians: no step turns the normal by more. Farther off the first order means nothing.
const MAX_TURN: f64 = 0.5;
/// For shapes that overlap, H + gap must be at least this part of H + |gap|. Larger: the depth of
/// flat minima is left to slower steps. Smaller: where one curvature nearly cancels the other, or
/// is seen along the rim's own plane, another minimum is near.
const MIN_CURVATURE: f64 = 0.1;

/// The solution of Newton's method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestOnRims<W> {
    /// The point of the simplex nearest the origin.
    pub point: W,
    /// Unit, from A to B. Accurate even where the point is mere rounding.
    pub normal: W,
}

/// Moves a simplex along the rims of its vertices to where it is nearest the origin or, for shapes
/// that overlap, to where it is deepest around it.
///
/// Starts from the unit vector `normal`, from A to B, and pushes the vertices on `result`, which is
/// cleared first. `None` if a vertex of A − B is neither a vertex of both shapes nor on a rim, or
/// if the steps lead nowhere. Costs some 50 ns a step, of which there are mostly four, and no
/// support call but for two points of one rim.
pub fn newton_on_rims<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertices: &[&Vertex<V>],
    normal: V::Wide,
    result: &mut RimSimplex<V>,
) -> Option<NearestOnRims<V::Wide>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    result.clear();
    let simplex = VerticesOnRims::new(difference, vertices);
    let normal = match RimFeatures::of(difference, &simplex)? {
        FeatureSet::Corners(mut features) => {
            let normal = features.solve(normal)?;
            features.vertices_along(difference, &simplex, normal, result)?;
            normal
        }
        FeatureSet::Disc { of_a } => on_disc(difference, vertices.first()?, of_a, normal, result)?,
    };
    let mut points = [V::Wide::ZERO; MAX_CORNERS];
    for (point, vertex) in points.iter_mut().zip(&*result) {
        *point = vertex.point;
    }
    let NearestOnAffineHull { point, weights } = nearest_on_affine_hull(points.get(..result.len())?)?;
    weights.iter().all(|&weight| weight >= 0.0).then_some(NearestOnRims { point, normal })
}

/// The place at which a line meets a simplex on rims.
pub(crate) struct LineOnRims<W> {
    /// Unit: the vertices of the simplex are equally far along it.
    pub(crate) normal: W,
    /// The weight of each vertex in the point on the line.
    pub(crate) weights: [f64; 4],
}

/// Moves a simplex along the rims of its vertices to where the line through the origin along `line`
/// (unit) meets it.
///
/// Otherwise as [`newton_on_rims`].
pub(crate) fn newton_to_line<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertices: &[&Vertex<V>],
    line: V::Wide,
    normal: V::Wide,
    result: &mut RimSimplex<V>,
) -> Option<LineOnRims<V::Wide>>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    result.clear();
    let simplex = VerticesOnRims::new(difference, vertices);
    let FeatureSet::Corners(mut features) = RimFeatures::of(difference, &simplex)? else { return None };
    features.line = Some(line);
    let normal = features.solve(normal)?;
    features.vertices_along(difference, &simplex, normal, result)?;
    let mut points = [V::Wide::ZERO; MAX_CORNERS];
    for (point, vertex) in points.iter_mut().zip(&*result) {
        *point = reject(vertex.point, &[line]);
    }
    let NearestOnAffineHull { weights, .. } = nearest_on_affine_hull(points.get(..result.len())?)?;
    weights.iter().all(|&weight| weight >= 0.0).then_some(LineOnRims { normal, weights })
}

/// The feature of two points far apart on one rim is the disc between them, whose axis is the
/// normal. Gives the ends of the diameter below the other shape's farthest point along the axis, if
/// that point is over the disc.
fn on_disc<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertex: &Vertex<V>,
    of_a: bool,
    normal: V::Wide,
    result: &mut RimSimplex<V>,
) -> Option<V::Wide>
where
    V: GjkSpace,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let Circle { middle, axis, radius } = difference.circles(vertex)[usize::from(!of_a)]?;
    let axis_in_a = if of_a { axis } else { difference.direction_in_a(axis) };
    let normal = if axis_in_a.dot(normal) < 0.0 { -axis_in_a } else { axis_in_a };
    let above = difference.vertex(normal);
    let over = if of_a { difference.to_a(above.b.point) } else { difference.to_b(above.a.point) } - middle;
    let beside = over - axis * over.dot(axis);
    let distance = beside.length();
    if !(distance > 0.0 && distance <= radius) {
        return None;
    }
    for reach in [radius, -radius] {
        let end = Support { point: middle + beside * (reach / distance), id: None };
        result.push(if of_a { difference.vertex_between(end, above.b) } else { difference.vertex_between(above.a, end) });
    }
    Some(normal)
}

/// The affine hull of the corners of [`RimFeatures`].
struct Hull<W> {
    /// Its point nearest the origin.
    nearest: W,
    /// Unit and orthogonal to each other; the first `edges` span the hull.
    basis: [W; MAX_CORNERS],
    edges: usize,
}

impl<W: GjkVector> RimFeatures<W> {
    /// The normal that solves both conditions. Corners whose weight is negative there are removed,
    /// and the rest is solved again.
    fn solve(&mut self, start: W) -> Option<W> {
        loop {
            let mut normal = start;
            for _ in 0..MAX_STEPS {
                let turn = self.newton_turn(normal)?;
                let squared = turn.length_squared();
                let toward = normal + if squared > MAX_TURN * MAX_TURN { turn * (MAX_TURN / squared.sqrt()) } else { turn };
                normal = toward * toward.length().recip();
                if squared <= CONVERGED * CONVERGED {
                    break;
                }
            }
            let (index, least) = self.corners().iter().enumerate().min_by(|(_, one), (_, other)| one.weight.total_cmp(&other.weight))?;
            if least.weight >= 0.0 {
                return Some(normal);
            }
            if !self.remove(index) {
                return None;
            }
        }
    }

    /// The turn of the normal that solves the conditions to first order. Updates the weights.
    fn newton_turn(&mut self, normal: W) -> Option<W> {
        for rim in self.rims_mut() {
            rim.turn_to(normal)?;
        }
        let Hull { nearest, mut basis, edges } = self.hull(None);
        // The normal without its components along the edges: the first condition.
        let across = reject(normal, &basis[..edges]);
        let upright = across - normal;
        let projected = self.line.map(|line| self.hull(Some(line)));
        if edges + 1 == W::DIM {
            // The corners determine the normal.
            return upright.is_finite().then_some(upright);
        }
        basis[edges] = across * across.length().recip();
        if let Some(projected) = projected {
            let rest = if edges > 0 { projected.nearest + self.displacement(upright, 0.0) } else { projected.nearest };
            let turn = upright - self.turn_to_line(rest, &projected, basis, edges + 1)?;
            return turn.is_finite().then_some(turn);
        }
        let gap = -nearest.dot(normal);
        let rest = if edges > 0 { nearest + self.displacement(upright, gap) } else { nearest };
        let turn = upright - self.turn_to_nearest(rest, gap, basis, edges + 1)?;
        turn.is_finite().then_some(turn)
    }

    /// (H + gap)·turn: the displacement of p + gap·n as the normal n turns.
    #[inline]
    fn displacement(&self, turn: W, gap: f64) -> W {
        self.corners().iter().fold(turn * gap, |sum, corner| {
            let rims = corner.rims.iter().filter(|&&rim| rim > 0);
            rims.fold(sum, |sum, &rim| sum + self.rims[rim].displacement(turn) * corner.weight)
        })
    }

    /// The turn δ across the first `count` vectors of `basis` with (H + gap)δ = `rest`. `None`
    /// where the depth does not rise in every direction.
    fn turn_to_nearest(&self, rest: W, gap: f64, mut basis: [W; MAX_CORNERS], count: usize) -> Option<W> {
        // Shapes that are apart need no minimum. For an overlap the curvature of the rims must
        // exceed the depth, or this is a maximum or a saddle.
        let rates = self.corners().iter().map(|corner| corner.weight * corner.rims.iter().map(|&rim| self.rims[rim].rate).sum::<f64>());
        let least = if gap < 0.0 { MIN_CURVATURE * (rates.sum::<f64>() - gap) } else { 0.0 };
        let one = orthogonal_unit(&basis[..count]);
        let moved_by_one = self.displacement(one, gap);
        let (rest_one, curvature_one) = (one.dot(rest), one.dot(moved_by_one));
        if count + 1 == W::DIM {
            return (curvature_one > least).then(|| one * (rest_one / curvature_one));
        }
        basis[count] = one;
        let other = orthogonal_unit(&basis[..=count]);
        let (rest_other, curvature_other, mixed) = (other.dot(rest), other.dot(self.displacement(other, gap)), other.dot(moved_by_one));
        let determinant = curvature_one * curvature_other - mixed * mixed;
        let parts = [rest_one * curvature_other - rest_other * mixed, rest_other * curvature_one - rest_one * mixed];
        (determinant > least * (curvature_one + curvature_other)).then(|| (one * parts[0] + other * parts[1]) * determinant.recip())
    }

    /// The turn across the first `count` vectors of `basis` that moves the nearest point of the
    /// projected hull by `rest`, across the line and across the projected hull.
    fn turn_to_line(&self, rest: W, projected: &Hull<W>, mut basis: [W; MAX_CORNERS], count: usize) -> Option<W> {
        let mut seen = [W::ZERO; MAX_CORNERS];
        seen[0] = self.line?;
        seen[1..=projected.edges].copy_from_slice(&projected.basis[..projected.edges]);
        let aside = orthogonal_unit(&seen[..count]);
        let one = orthogonal_unit(&basis[..count]);
        let moved_by_one = self.displacement(one, 0.0);
        if count + 1 == W::DIM {
            return Some(one * (aside.dot(rest) / aside.dot(moved_by_one)));
        }
        (seen[count], basis[count]) = (aside, one);
        let (beside, other) = (orthogonal_unit(&seen[..=count]), orthogonal_unit(&basis[..=count]));
        let moved_by_other = self.displacement(other, 0.0);
        // Cramer's rule for two equations.
        let [[p, q], [r, s]] =
            [[aside.dot(moved_by_one), aside.dot(moved_by_other)], [beside.dot(moved_by_one), beside.dot(moved_by_other)]];
        let (u, v) = (aside.dot(rest), beside.dot(rest));
        Some((one * (u * s - v * q) + other * (p * v - r * u)) * (p * s - q * r).recip())
    }

    /// The affine hull of the corners at the current normal, projected along a unit vector if one
    /// is given. Updates the weights of its point nearest the origin.
    fn hull(&mut self, along: Option<W>) -> Hull<W> {
        let rims = &self.rims;
        let at = |corner: &Corner<W>| {
            let point = corner.fixed + rims[corner.rims[0]].point + rims[corner.rims[1]].point;
            along.map_or(point, |along| reject(point, &[along]))
        };
        let corners = &mut self.corners[..self.count];
        let first = at(&corners[0]);
        let mut hull = Hull { nearest: first, basis: [W::ZERO; MAX_CORNERS], edges: corners.len() - 1 };
        // The coordinates of each corner along the vector that it adds to the basis and along the
        // first, and those of the nearest point.
        let (mut reach, mut aslant, mut along) = ([0.0; MAX_CORNERS], 0.0, [0.0; MAX_CORNERS]);
        for (slot, corner) in corners[1..].iter().enumerate() {
            let edge = at(corner) - first;
            aslant = edge.dot(hull.basis[0]);
            let added = reject(edge, &hull.basis[..slot]);
            reach[slot] = added.length();
            hull.basis[slot] = added * reach[slot].recip();
            along[slot] = -first.dot(hull.basis[slot]);
            hull.nearest = hull.nearest + hull.basis[slot] * along[slot];
        }
        match corners {
            [only] => only.weight = 1.0,
            [first, second] => {
                second.weight = along[0] / reach[0];
                first.weight = 1.0 - second.weight;
            }
            [first, second, third, ..] => {
                third.weight = along[1] / reach[1];
                second.weight = (along[0] - aslant * third.weight) / reach[0];
                first.weight = 1.0 - second.weight - third.weight;
            }
            [] => {}
        }
        hull
    }
}
