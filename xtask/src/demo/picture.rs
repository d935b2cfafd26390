//! `pile.svg` or `terrain.svg`: a picture of the last tick, with contact points and normals.
//!
//! * Bodies are painted from far to near, by the depth of their centers (the painter's algorithm).
//!   Their sizes are similar, so the order is rarely wrong, and the errors are small.
//! * Boxes that never move are the container, cut off just above the pile. The floor and the far
//!   walls are behind all bodies, the near walls are outlines in front.
//! * A height field is behind all bodies. The triangles of a mesh are in the order of depth, each
//!   as a body of its own.
//! * Contact points lie between bodies, which would hide them. They are painted twice: among the
//!   bodies, a little nearer than they are, so that those at the surface are visible, and faintly
//!   over the whole picture.
//! * Coordinates need only sums and products, and have fixed decimals: the same recording gives the
//!   same file.

use clinch::composite::CompositeShape3;
use clinch::d3::{ColliderShape, Shape};
use glam::{DVec2, DVec3};

use crate::demo::scene::Body;
use crate::demo::solid::{Side, Solid};
use crate::demo::svg::{Colour, Svg};
use crate::demo::view::{View, silhouette};

/// A contact point in the world.
pub(crate) struct Dot {
    pub(crate) at: DVec3,
    pub(crate) normal: DVec3,
}

const WIDTH: f64 = 1400.0;
const MARGIN: f64 = 40.0;
/// The height of the legend below the picture.
const LEGEND: f64 = 60.0;
/// The length of the line of a normal, in metres: less than the width of the smallest body.
const STROKE: f64 = 0.16;

/// The distance by which contact points are painted nearer than they are, in metres. Smaller: the
/// bodies hide nearly all of them. Larger than a body: points behind a body are painted on it.
const NEARER: f64 = 0.3;

const PAPER: Colour = Colour::hex(0xfb_fa_f7);
const CONTAINER: Colour = Colour::hex(0xe4_e0_d8);
const GROUND: Colour = Colour::hex(0xcf_d3_bd);
const MESH: Colour = Colour::hex(0xb9_ad_a0);
const INK: Colour = Colour::hex(0x23_22_2b);
const LIGHT: Colour = Colour::hex(0xff_ff_ff);
const RED: Colour = Colour::hex(0xb3_16_3c);
const KINDS: [(&str, Colour); 4] = [
    ("balls", Colour::hex(0xe0_7a_5f)),
    ("capsules", Colour::hex(0xec_bd_5d)),
    ("boxes", Colour::hex(0x5b_8f_b9)),
    ("hulls", Colour::hex(0x7f_b0_8a)),
];

/// The picture of bodies with their solids.
pub(crate) fn draw(mut bodies: Vec<(Body, Solid)>, dots: &[Dot], title: &str) -> String {
    let view = View::from_above_a_corner();
    cut_container(&mut bodies);
    let sheet = Sheet::around(&bodies, &view);
    let mut svg = Svg::new(sheet.width, sheet.height, PAPER);

    let depth = |solid: &Solid| view.toward.dot(solid.middle());
    let (surfaces, solids): (Vec<_>, Vec<_>) = bodies.iter().partition(|(_, solid)| matches!(solid, Solid::Surface(_)));
    let (ground, meshes): (Vec<_>, Vec<_>) = surfaces.into_iter().partition(|(body, _)| is_field(&body.shape));
    let (container, pile): (Vec<_>, Vec<_>) = solids.into_iter().partition(|(body, _)| body.fixed);
    let middle = pile.iter().map(|(_, solid)| depth(solid)).sum::<f64>() / pile.len().max(1) as f64;
    let (far, near): (Vec<_>, Vec<_>) = container.into_iter().partition(|(_, solid)| depth(solid) < middle);

    for (_, solid) in far {
        sheet.paint(&mut svg, solid, CONTAINER);
    }
    let mut ground: Vec<&Side> = ground.into_iter().flat_map(|(_, solid)| sheet.seen(solid)).collect();
    ground.sort_by(|one, other| view.toward.dot(one.middle()).total_cmp(&view.toward.dot(other.middle())));
    for side in ground {
        sheet.triangle(&mut svg, side, GROUND);
    }
    let bodies_in_order = pile.iter().map(|(body, solid)| (depth(solid), Element::Body(solid, KINDS[kind(&body.shape)].1)));
    let dots_in_order = dots.iter().map(|dot| (view.toward.dot(dot.at) + NEARER, Element::Dot(dot)));
    let sides = meshes.into_iter().flat_map(|(_, solid)| sheet.seen(solid));
    let sides_in_order = sides.map(|side| (view.toward.dot(side.middle()), Element::Side(side)));
    let mut elements: Vec<(f64, Element<'_>)> = bodies_in_order.chain(dots_in_order).chain(sides_in_order).collect();
    elements.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let is_dot = |element: &Element<'_>| matches!(element, Element::Dot(_));
    for run in elements.chunk_by(|(_, one), (_, other)| is_dot(one) && is_dot(other)) {
        match run {
            [(_, Element::Body(solid, colour))] => sheet.paint(&mut svg, solid, *colour),
            [(_, Element::Side(side))] => sheet.triangle(&mut svg, side, MESH),
            run => {
                let dots = run.iter().filter_map(|(_, element)| if let Element::Dot(dot) = element { Some(*dot) } else { None });
                sheet.dots(&mut svg, dots);
            }
        }
    }
    for (_, solid) in near {
        let outline = sheet.outline(solid);
        svg.polygon(&outline, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"", CONTAINER.mixed(INK, 0.3)));
    }
    svg.raw(format_args!("<g opacity=\"0.22\">"));
    sheet.dots(&mut svg, dots.iter());
    svg.raw(format_args!("</g>"));
    legend(&mut svg, &sheet, &bodies, dots.len(), title);
    svg.finished()
}

/// An element that is painted in the order of depth.
enum Element<'t> {
    Body(&'t Solid, Colour),
    Side(&'t Side),
    Dot(&'t Dot),
}

/// Cuts the walls off, which may be many times as high as the pile.
fn cut_container(bodies: &mut [(Body, Solid)]) {
    let pile = bodies.iter().filter(|(body, _)| !body.fixed);
    let tops = pile.flat_map(|(_, solid)| solid.points().into_iter().map(|point| point.y + solid.radius()));
    let top = tops.fold(f64::NEG_INFINITY, f64::max) + STROKE;
    for (_, solid) in bodies.iter_mut().filter(|(body, _)| body.fixed) {
        solid.cut(top);
    }
}

/// The position and scale of the world on the sheet.
struct Sheet<'v> {
    view: &'v View,
    /// The projected point at the upper left corner, in metres.
    corner: DVec2,
    /// Units of the sheet per metre.
    scale: f64,
    width: f64,
    height: f64,
}

impl<'v> Sheet<'v> {
    fn around(bodies: &[(Body, Solid)], view: &'v View) -> Self {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for (_, solid) in bodies {
            for point in solid.points() {
                let (at, radius) = (view.project(point), DVec2::splat(solid.radius()));
                (low, high) = (low.min(at - radius), high.max(at + radius));
            }
        }
        // Without bodies, or with all at one point, any scale will do.
        let size = if high.x > low.x { high - low } else { DVec2::ONE };
        let corner = if low.is_finite() { low } else { DVec2::ZERO };
        let scale = (WIDTH - 2.0 * MARGIN) / size.x;
        let height = 2.0 * MARGIN + scale * size.y + LEGEND;
        Self { view, corner, scale, width: WIDTH, height }
    }

    fn place(&self, point: DVec3) -> DVec2 {
        (self.view.project(point) - self.corner) * self.scale + DVec2::splat(MARGIN)
    }

    fn outline(&self, solid: &Solid) -> Vec<DVec2> {
        silhouette(solid.points().into_iter().map(|point| self.place(point)).collect())
    }

    fn paint(&self, svg: &mut Svg, solid: &Solid, colour: Colour) {
        let edge = colour.mixed(INK, 0.55);
        match solid {
            Solid::Round { ends, radius } => {
                let ([from, to], width) = (ends.map(|end| self.place(end)), 2.0 * radius * self.scale);
                svg.stroke(from, to, width + 1.4, edge);
                // Three lines, each thinner, brighter and nearer to the light, look round without a
                // gradient for each body.
                for (share, shift, bright) in [(1.0, 0.0, 0.0), (0.72, 0.10, 0.22), (0.36, 0.20, 0.5)] {
                    let shift = DVec2::new(-0.5, -0.8) * (shift * width);
                    svg.stroke(from + shift, to + shift, share * width, colour.mixed(INK, 0.12).mixed(LIGHT, bright));
                }
            }
            Solid::Flat(sides) => {
                let outline = self.outline(solid);
                svg.polygon(&outline, format_args!("fill=\"{colour}\" stroke=\"{edge}\" stroke-width=\"1.4\" stroke-linejoin=\"round\""));
                for side in sides.iter().filter(|side| side.normal.dot(self.view.toward) > 0.0) {
                    svg.polygon(&self.corners(side), format_args!("fill=\"{}\"", shade(side, colour)));
                }
            }
            // Their triangles are in the order of depth.
            Solid::Surface(_) => {}
        }
    }

    /// The triangles of a surface that are seen from in front.
    fn seen<'s>(&self, solid: &'s Solid) -> impl Iterator<Item = &'s Side> {
        let sides = if let Solid::Surface(sides) = solid { sides.as_slice() } else { &[] };
        sides.iter().filter(|side| side.normal.dot(self.view.toward) > 0.0)
    }

    /// A triangle of a surface, with its edges.
    fn triangle(&self, svg: &mut Svg, side: &Side, colour: Colour) {
        let shade = shade(side, colour);
        let edge = shade.mixed(INK, 0.14);
        svg.polygon(&self.corners(side), format_args!("fill=\"{shade}\" stroke=\"{edge}\" stroke-width=\"0.7\" stroke-linejoin=\"round\""));
    }

    fn corners(&self, side: &Side) -> Vec<DVec2> {
        side.corners.iter().map(|&corner| self.place(corner)).collect()
    }

    fn dots<'d>(&self, svg: &mut Svg, dots: impl Iterator<Item = &'d Dot>) {
        let places: Vec<(DVec2, DVec2)> = dots.map(|dot| (self.place(dot.at), self.place(dot.at + dot.normal * STROKE))).collect();
        svg.lines(places.iter().copied(), format_args!("stroke=\"{INK}\" stroke-width=\"1.1\""));
        let points = || places.iter().map(|&(at, _)| (at, at));
        svg.lines(points(), format_args!("stroke=\"{LIGHT}\" stroke-width=\"5.4\" stroke-linecap=\"round\""));
        svg.lines(points(), format_args!("stroke=\"{RED}\" stroke-width=\"4\" stroke-linecap=\"round\""));
    }
}

/// The colour of a side in the light.
fn shade(side: &Side, colour: Colour) -> Colour {
    let light = DVec3::new(-0.35, 0.85, 0.4).normalize();
    let bright = side.normal.dot(light);
    if bright > 0.0 { colour.mixed(INK, 0.18).mixed(LIGHT, 0.55 * bright) } else { colour.mixed(INK, 0.18 - 0.2 * bright) }
}

fn legend(svg: &mut Svg, sheet: &Sheet<'_>, bodies: &[(Body, Solid)], points: usize, title: &str) {
    let line = sheet.height - MARGIN;
    svg.text(DVec2::new(MARGIN, line), 20.0, INK, title);
    let mut entry = |place: usize, size: f64, colour: Colour, text: &str| {
        let at = DVec2::new(WIDTH - MARGIN - 145.0 * (KINDS.len() - place) as f64 - 170.0, line);
        svg.stroke(at - DVec2::new(0.0, 6.0), at - DVec2::new(0.0, 6.0), size, colour);
        svg.text(at + DVec2::new(14.0, 0.0), 17.0, INK, text);
    };
    for (place, (name, colour)) in KINDS.iter().enumerate() {
        let count = bodies.iter().filter(|(body, _)| !body.fixed && kind(&body.shape) == place).count();
        entry(place, 16.0, *colour, &format!("{count} {name}"));
    }
    entry(KINDS.len(), 8.0, RED, &format!("{points} contact points"));
}

/// The index of the kind of a shape in [`KINDS`].
fn kind(shape: &ColliderShape) -> usize {
    match shape.as_convex() {
        Some(Shape::Ball(_)) => 0,
        Some(Shape::Capsule(_)) => 1,
        Some(Shape::Cuboid(_)) => 2,
        _ => 3,
    }
}

fn is_field(shape: &ColliderShape) -> bool {
    matches!(shape, ColliderShape::Composite(CompositeShape3::HeightField(_)))
}
