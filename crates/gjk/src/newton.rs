//! Newton's steps for simplices whose vertices lie on rims.
//!
//! * GJK takes the points it has for all there is. On a rim each step halves the way to the nearest one, or worse, where with a polytope it would have ended: the
//!   features are found, only where on them is not. As the normal n turns by δ, a vertex on rims moves by Hδ, and H is known.
//! * Wanted is the n along which all vertices lie equally far, and along which p lies, the point nearest the origin on their affine hull: n·(wᵢ − wⱼ) = 0 and
//!   p = −gap·n. To first order the first turns n against the edges of the hull alone, as vertices move across n; the second is
//!   (H + gap)δ = −(p + gap·n) across n and the edges, H the mean of the vertices' by the weights that make p. In space two unknowns are left, one, or none.
//! * Of a line through the origin instead of the origin, as in casts: seen along it the nearest point must be none away, and H moves what is left of it.
//! * It doubles the digits. What it finds is a simplex like any other, for the search to prove or to go on from.
//! * Of shapes that overlap the gap is negative and the same equations tell where the depth is least, if H + gap is positive.

use clinch_support::{Circle, Difference, Support, SupportMap, Vector, Vertex};
use smallvec::SmallVec;

use crate::affine_hull::{Affine, nearest_on_affine_hull};
use crate::sub_distance::{Algebra, Measure};

/// Turns of the normal. Larger: more are spent where they do not converge. Smaller: the search has to come nearer before.
const TURNS: u32 = 6;
/// In radians: a turn below this is the last, for what it leaves is its square.
const SETTLED: f64 = 1e-7;
/// No normal is turned by more: farther off the first order means nothing.
const LONGEST: f64 = 0.5;
/// Of shapes that overlap: what is left of the bend when the depth is taken off must be this part of both. Larger: depths of flat valleys are left to slower steps. Smaller: where
/// one bend all but undoes the other, or is looked at along the rim's own plane, another bottom is near by.
const STEEP: f64 = 0.1;
/// A normal that leaves the axis of a rim by less than this, as a sine, finds no point on it to go by. Larger: more contacts of nearly flat caps are left to slower
/// steps. Smaller: the point is a matter of rounding.
const UPRIGHT: f64 = 1e-6;

/// A simplex of no more vertices than there are dimensions.
pub type Bent<V> = SmallVec<[Vertex<V>; CORNERS]>;

/// As many as leave one normal in space.
const CORNERS: usize = 3;

/// A facet's, and the one found along its normal. Beyond these none is looked at.
const VERTICES: usize = CORNERS + 1;

/// The simplex on the same features where it is nearest the origin, or deepest about it, in `bent`; its point nearest the origin, and the unit normal there, which
/// has digits where the point is nothing but rounding.
///
/// From vertices that lie on rims, beginning at the unit normal from A to B. `None` if a vertex is neither a point nor on a rim, or if it leads nowhere.
pub fn bend<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertices: &[&Vertex<V>],
    normal: V::Wide,
    bent: &mut Bent<V>,
) -> Option<[V::Wide; 2]>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    bent.clear();
    let circles = circles_of(difference, vertices);
    let normal = match Features::of(difference, vertices, &circles)? {
        Found::Corners(mut features) => {
            let normal = features.level(normal)?;
            features.place(difference, (vertices, &circles), normal, bent)?;
            normal
        }
        Found::Disc { of_a } => on_disc(difference, vertices.first()?, of_a, normal, bent)?,
    };
    let mut points = [V::Wide::ZERO; CORNERS];
    for (point, vertex) in points.iter_mut().zip(&*bent) {
        *point = vertex.point;
    }
    let Affine { point, weights } = nearest_on_affine_hull(points.get(..bent.len())?)?;
    weights.iter().all(|&weight| weight >= 0.0).then_some([point, normal])
}

/// The simplex on the same features that the line along a unit vector through the origin meets where they lie equally far along a normal, in `bent`; the unit normal, and what each
/// vertex has of the point where they meet.
///
/// As [`bend`] in all else.
pub(crate) fn bend_to_line<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertices: &[&Vertex<V>],
    (line, normal): (V::Wide, V::Wide),
    bent: &mut Bent<V>,
) -> Option<(V::Wide, [f64; 4])>
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    bent.clear();
    let circles = circles_of(difference, vertices);
    let Found::Corners(mut features) = Features::of(difference, vertices, &circles)? else { return None };
    features.line = Some(line);
    let normal = features.level(normal)?;
    features.place(difference, (vertices, &circles), normal, bent)?;
    let mut points = [V::Wide::ZERO; CORNERS];
    for (point, vertex) in points.iter_mut().zip(&*bent) {
        *point = without(vertex.point, &[line]);
    }
    let Affine { weights, .. } = nearest_on_affine_hull(points.get(..bent.len())?)?;
    weights.iter().all(|&weight| weight >= 0.0).then_some((normal, weights))
}

/// Of each vertex the circles on which the points of A and of B lie that make it.
type Circles<W> = [Option<Circle<W>>; 2];

fn circles_of<V, A, B>(difference: &Difference<'_, A, B, V>, vertices: &[&Vertex<V>]) -> [Circles<V::Wide>; VERTICES]
where
    V: Measure,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let mut circles = [[None; 2]; VERTICES];
    for (circles, vertex) in circles.iter_mut().zip(vertices) {
        *circles = difference.circles(vertex);
    }
    circles
}

/// The point itself, or where on its rim it goes for a direction.
fn farthest<W: Algebra>(support: Support<W>, circle: Option<Circle<W>>, direction: W) -> Option<Support<W>> {
    let Some(circle) = circle else { return Some(support) };
    let mut rim = Rim::of(&circle, circle.axis);
    rim.turn_to(direction)?;
    Some(Support { point: circle.middle + rim.point, id: None })
}

/// Two points of one rim that lie far from each other have the disc between them for their feature, with its axis for a normal: the other shape's farthest point
/// along that, over the disc, between the ends of a diameter.
fn on_disc<V, A, B>(
    difference: &Difference<'_, A, B, V>,
    vertex: &Vertex<V>,
    of_a: bool,
    normal: V::Wide,
    bent: &mut Bent<V>,
) -> Option<V::Wide>
where
    V: Measure,
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
        bent.push(if of_a { difference.vertex_between(end, above.b) } else { difference.vertex_between(above.a, end) });
    }
    Some(normal)
}

/// What vertices on rims have in common.
enum Found<W> {
    Corners(Features<W>),
    /// Two of them lie far apart on a rim of A, or of B.
    Disc {
        of_a: bool,
    },
}

/// What the vertices of a simplex lie on, each feature once. In A's frame.
struct Features<W> {
    corners: [Corner<W>; CORNERS],
    count: usize,
    /// Of the rims all that tells where on them the farthest point is: those of a cylinder are one.
    rims: [Rim<W>; RIMS],
    rim_count: usize,
    /// Unit: wanted is not where their hull is nearest the origin, but where it is met by the line along this through it.
    line: Option<W>,
}

/// Two of each shape, and one before them without a radius, on which vertices lie.
const RIMS: usize = 5;

/// A vertex of A − B as the normal moves it.
#[derive(Clone, Copy)]
struct Corner<W> {
    /// One of the vertices that it stands for.
    place: usize,
    /// What does not move: the vertices or the rims' middles.
    fixed: W,
    /// Which rims move it.
    rims: [usize; 2],
    /// Its part of the point nearest the origin on the affine hull of all.
    weight: f64,
}

impl<W: Algebra> Features<W> {
    fn of<V, A, B>(difference: &Difference<'_, A, B, V>, vertices: &[&Vertex<V>], circles: &[Circles<W>]) -> Option<Found<W>>
    where
        V: Measure<Wide = W>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let none = Rim { axis: W::ZERO, radius: 0.0, outward: W::ZERO, point: W::ZERO, rate: 0.0 };
        let nowhere = Corner { place: 0, fixed: W::ZERO, rims: [0; 2], weight: 0.0 };
        let mut features = Self { corners: [nowhere; CORNERS], count: 0, rims: [none; RIMS], rim_count: 1, line: None };
        for (place, (vertex, &[round_a, round_b])) in vertices.iter().zip(circles).enumerate() {
            if vertex.a.id.is_none() && round_a.is_none() || vertex.b.id.is_none() && round_b.is_none() {
                return None;
            }
            let (mut on_a, mut on_b, mut rims) = (vertex.a.point, vertex.b.point, [0; 2]);
            if let Some(circle) = round_a {
                on_a = circle.middle;
                rims[0] = features.place_of(Rim::of(&circle, circle.axis))?;
            }
            if let Some(circle) = round_b {
                on_b = circle.middle;
                // About the origin a circle is its own opposite: −B's farthest point along the normal is the opposite of B's farthest against it.
                rims[1] = features.place_of(Rim::of(&circle, difference.direction_in_a(circle.axis)))?;
            }
            let fixed = on_a - difference.to_a(on_b);
            match features.corners().iter().find(|other| other.fixed == fixed && other.rims == rims) {
                None if features.count == W::DIM => return None,
                None => {
                    features.corners[features.count] = Corner { place, fixed, rims, weight: 0.0 };
                    features.count += 1;
                }
                Some(other) => {
                    let first = vertices[other.place];
                    let apart = [first.a.point - vertex.a.point, first.b.point - vertex.b.point];
                    let far = |of: usize| apart[of].length_squared() > features.rims[rims[of]].radius * features.rims[rims[of]].radius;
                    if far(0) || far(1) {
                        return Some(Found::Disc { of_a: far(0) });
                    }
                }
            }
        }
        (features.count > 0).then_some(Found::Corners(features))
    }

    fn corners(&self) -> &[Corner<W>] {
        &self.corners[..self.count]
    }

    /// The corners' vertices, each where it is farthest along the normal.
    fn place<V, A, B>(
        &self,
        difference: &Difference<'_, A, B, V>,
        (vertices, circles): (&[&Vertex<V>], &[Circles<W>]),
        normal: W,
        bent: &mut Bent<V>,
    ) -> Option<()>
    where
        V: Measure<Wide = W>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        let in_b = difference.direction_in_b(-normal);
        for corner in self.corners() {
            let Vertex { a, b, .. } = *vertices[corner.place];
            let [round_a, round_b] = circles[corner.place];
            bent.push(difference.vertex_between(farthest(a, round_a, normal)?, farthest(b, round_b, in_b)?));
        }
        Some(())
    }

    /// `None` if there is no room: no shape has so many rims.
    fn place_of(&mut self, rim: Rim<W>) -> Option<usize> {
        let known = self.rims[..self.rim_count].iter().position(|other| other.axis == rim.axis && other.radius == rim.radius);
        known.or_else(|| {
            *self.rims.get_mut(self.rim_count)? = rim;
            self.rim_count += 1;
            Some(self.rim_count - 1)
        })
    }

    /// The normal to which the corners lead; without those that would draw the nearest point out of their hull.
    fn level(&mut self, start: W) -> Option<W> {
        loop {
            let mut normal = start;
            for _ in 0..TURNS {
                let turn = self.turn(normal)?;
                let squared = turn.length_squared();
                let toward = normal + if squared > LONGEST * LONGEST { turn * (LONGEST / squared.sqrt()) } else { turn };
                normal = toward * toward.length().recip();
                if squared <= SETTLED * SETTLED {
                    break;
                }
            }
            let (away, least) = self.corners().iter().enumerate().min_by(|(_, one), (_, other)| one.weight.total_cmp(&other.weight))?;
            if least.weight >= 0.0 {
                return Some(normal);
            }
            self.corners[away..].rotate_left(1);
            self.count -= 1;
            if self.count == 0 {
                return None;
            }
        }
    }

    /// By how much the normal is to turn, to first order. Leaves the weights.
    fn turn(&mut self, normal: W) -> Option<W> {
        for rim in &mut self.rims[1..self.rim_count] {
            rim.turn_to(normal)?;
        }
        let Hull { nearest, mut basis, edges } = self.hull(None);
        let level = without(normal, &basis[..edges]);
        let upright = level - normal;
        let met = self.line.map(|line| self.hull(Some(line)));
        if edges + 1 == W::DIM {
            // The corners leave one normal.
            return upright.is_finite().then_some(upright);
        }
        basis[edges] = level * level.length().recip();
        if let Some(met) = met {
            let rest = if edges > 0 { met.nearest + self.bent(upright, 0.0) } else { met.nearest };
            let turn = upright - self.lead_to_line(rest, &met, basis, edges + 1)?;
            return turn.is_finite().then_some(turn);
        }
        let gap = -nearest.dot(normal);
        let rest = if edges > 0 { nearest + self.bent(upright, gap) } else { nearest };
        let turn = upright - self.level_out(rest, gap, basis, edges + 1)?;
        turn.is_finite().then_some(turn)
    }

    /// By how much the point nearest the origin moves against −gap times the normal as the normal turns: (H + gap)·turn.
    #[inline]
    fn bent(&self, turn: W, gap: f64) -> W {
        self.corners().iter().fold(turn * gap, |sum, corner| {
            corner.rims.iter().filter(|&&rim| rim > 0).fold(sum, |sum, &rim| sum + self.rims[rim].moves(turn) * corner.weight)
        })
    }

    /// The turn across the first so many of the basis that moves the point by `rest`. `None` where the depth does not rise to all sides.
    fn level_out(&self, rest: W, gap: f64, mut basis: [W; CORNERS], count: usize) -> Option<W> {
        // No more than none where the shapes are apart; where they overlap the bend must outdo the gap, or this is a ridge and no bottom.
        let rates = self.corners().iter().map(|corner| corner.weight * corner.rims.iter().map(|&rim| self.rims[rim].rate).sum::<f64>());
        let least = if gap < 0.0 { STEEP * (rates.sum::<f64>() - gap) } else { 0.0 };
        let one = across(&basis[..count]);
        let bent_one = self.bent(one, gap);
        let (along_one, bend_one) = (one.dot(rest), one.dot(bent_one));
        if count + 1 == W::DIM {
            return (bend_one > least).then(|| one * (along_one / bend_one));
        }
        basis[count] = one;
        let other = across(&basis[..=count]);
        let (along_other, bend_other, twist) = (other.dot(rest), other.dot(self.bent(other, gap)), other.dot(bent_one));
        let determinant = bend_one * bend_other - twist * twist;
        let parts = [along_one * bend_other - along_other * twist, along_other * bend_one - along_one * twist];
        (determinant > least * (bend_one + bend_other)).then(|| (one * parts[0] + other * parts[1]) * determinant.recip())
    }

    /// The turn across the first so many of the basis that brings the point of the hull nearest the line to it: that moves it by `rest`, across the line and across
    /// what is seen of the hull.
    fn lead_to_line(&self, rest: W, met: &Hull<W>, mut basis: [W; CORNERS], count: usize) -> Option<W> {
        let mut seen = [W::ZERO; CORNERS];
        seen[0] = self.line?;
        seen[1..=met.edges].copy_from_slice(&met.basis[..met.edges]);
        let aside = across(&seen[..count]);
        let one = across(&basis[..count]);
        let bent_one = self.bent(one, 0.0);
        if count + 1 == W::DIM {
            return Some(one * (aside.dot(rest) / aside.dot(bent_one)));
        }
        (seen[count], basis[count]) = (aside, one);
        let (beside, other) = (across(&seen[..=count]), across(&basis[..=count]));
        let bent_other = self.bent(other, 0.0);
        let [[p, q], [r, s]] = [[aside.dot(bent_one), aside.dot(bent_other)], [beside.dot(bent_one), beside.dot(bent_other)]];
        let (u, v) = (aside.dot(rest), beside.dot(rest));
        Some((one * (u * s - v * q) + other * (p * v - r * u)) * (p * s - q * r).recip())
    }

    /// The affine hull of the corners where they are now, as seen along a line if one is given. Leaves the weights of its point nearest the origin.
    fn hull(&mut self, along: Option<W>) -> Hull<W> {
        let rims = &self.rims;
        let at = |corner: &Corner<W>| {
            let point = corner.fixed + rims[corner.rims[0]].point + rims[corner.rims[1]].point;
            along.map_or(point, |along| without(point, &[along]))
        };
        let corners = &mut self.corners[..self.count];
        let first = at(&corners[0]);
        let mut hull = Hull { nearest: first, basis: [W::ZERO; CORNERS], edges: corners.len() - 1 };
        // How far each corner reaches along the vector that it adds and along the first, and how far the nearest point does.
        let (mut reach, mut aslant, mut along) = ([0.0; CORNERS], 0.0, [0.0; CORNERS]);
        for (place, corner) in corners[1..].iter().enumerate() {
            let edge = at(corner) - first;
            aslant = edge.dot(hull.basis[0]);
            let added = without(edge, &hull.basis[..place]);
            reach[place] = added.length();
            hull.basis[place] = added * reach[place].recip();
            along[place] = -first.dot(hull.basis[place]);
            hull.nearest = hull.nearest + hull.basis[place] * along[place];
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

/// What is flat about a few corners.
struct Hull<W> {
    /// Its point nearest the origin.
    nearest: W,
    /// Unit, across each other: as many as there are edges.
    basis: [W; CORNERS],
    edges: usize,
}

/// A unit vector across these, which are unit and across each other, and fewer than there are dimensions.
fn across<W: Algebra>(basis: &[W]) -> W {
    let (mut longest, mut squared) = (W::ZERO, 0.0);
    for axis in 0..W::DIM {
        let rest = without(W::unit(axis), basis);
        let length = rest.length_squared();
        if length > squared {
            (longest, squared) = (rest, length);
        }
    }
    longest * squared.sqrt().recip()
}

/// What is left of a vector across some unit vectors that are across each other.
#[inline]
fn without<W: Vector<Scalar = f64>>(vector: W, basis: &[W]) -> W {
    basis.iter().fold(vector, |rest, &unit| rest - unit * rest.dot(unit))
}

/// A circle about the origin, and of a normal its farthest point and how that moves.
#[derive(Clone, Copy)]
struct Rim<W> {
    axis: W,
    radius: f64,
    outward: W,
    point: W,
    rate: f64,
}

impl<W: Algebra> Rim<W> {
    fn of(circle: &Circle<W>, axis: W) -> Self {
        Self { axis, radius: circle.radius, outward: W::ZERO, point: W::ZERO, rate: 0.0 }
    }

    /// To a unit normal. `None` if that is the axis: then no point is the farthest.
    #[inline]
    fn turn_to(&mut self, normal: W) -> Option<()> {
        // Twice, for what is left of a normal along the axis would be rounding, and out of the rim's plane.
        let flat = without(without(normal, &[self.axis]), &[self.axis]);
        let length = flat.length();
        // Nor a NaN.
        if !(length > UPRIGHT) {
            return None;
        }
        let reciprocal = length.recip();
        self.outward = flat * reciprocal;
        self.point = self.outward * self.radius;
        self.rate = self.radius * reciprocal;
        Some(())
    }

    /// By how much the point moves, to first order, when the normal turns by `turn`.
    #[inline]
    fn moves(&self, turn: W) -> W {
        let flat = turn - self.axis * turn.dot(self.axis);
        (flat - self.outward * flat.dot(self.outward)) * self.rate
    }
}
