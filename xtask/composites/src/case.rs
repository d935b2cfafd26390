//! A body at a pose, and what is true of it and a composite shape.

use clinch_composite_contact::{CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide};
use clinch_contact::{Pair, Settings};
use clinch_shapes::Convex;
use clinch_support::{Pose, Scalar, Vector};
use clinch_testkit::distributions::Digits;
use clinch_testkit::grade::{TOLERANCE_F32_POLYTOPES, TOLERANCE_F64};
use clinch_testkit::oracle::{NearPart, Polytope};
use clinch_testkit::pair_file::{Coords, PoseSpec, Query, RotationSpec, ShapeSpec, SidesSpec};
use glam::{DQuat, DVec3};

use crate::block::{Block, Body, Subject};
use crate::space::Space;

/// The faults of one pair.
#[derive(Debug, Default)]
pub(crate) struct Found(pub(crate) Vec<(&'static str, String)>);

impl Found {
    pub(crate) fn unless(&mut self, what: &'static str, holds: bool, found: impl FnOnce() -> String) {
        if !holds {
            self.0.push((what, found()));
        }
    }
}

/// What the program answers for a pair without a past.
#[derive(Clone, Debug)]
pub(crate) struct Answer<V: Vector> {
    pub(crate) relation: CompositeRelation<V>,
    pub(crate) manifolds: Vec<CompositeManifold<V>>,
}

impl<V: Space> Answer<V> {
    pub(crate) fn new(
        a: &V::CompositeShape,
        case: &Case<'_, V>,
        settings: &Settings<V::Scalar>,
        scratch: &mut CompositeScratch<V>,
    ) -> Self {
        let mut manifolds = Vec::new();
        let pair = Pair { a, b: case.body.convex(), b_in_a: case.b_in_a };
        let relation = collide(&pair, settings, &mut CompositeMemory::new(), scratch, &mut manifolds);
        Self { relation, manifolds }
    }
}

/// A body at a pose.
pub(crate) struct Case<'b, V: Space> {
    pub(crate) block: &'b Block<V>,
    pub(crate) body: &'b Body<V>,
    pub(crate) pose: PoseSpec,
    pub(crate) b_in_a: Pose<V::Wide>,
    /// S.
    pub(crate) extent: f64,
    /// By how much lengths may be off.
    pub(crate) band: f64,
    pub(crate) margin: f64,
}

/// What is true of the two as sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Truth {
    Apart(f64),
    /// Within rounding of touching.
    Level,
    /// They overlap, or the body is inside of a solid.
    Overlap,
    /// The oracle is too slow for this body, or not certain, or the body is partly below a height
    /// field.
    Unknown,
}

impl<V: Space> Subject<V> {
    /// What is true of this shape and a body in the oracle's frame.
    pub(crate) fn truth_of(&self, body: &Polytope, band: f64) -> Truth {
        let NearPart { distance: least, err, .. } = self.truth.least(body, -band);
        if err > band {
            Truth::Unknown
        } else if least < -band {
            Truth::Overlap
        } else if least <= band {
            Truth::Level
        } else if self.sides != SidesSpec::Solid {
            Truth::Apart(least)
        } else {
            match self.truth.encloses_body(body) {
                Some(true) => Truth::Overlap,
                Some(false) => Truth::Apart(least),
                None => Truth::Unknown,
            }
        }
    }
}

impl<V: Space> Subject<V> {
    /// Whether this is a solid height field, and parts of bodies are beyond its border.
    pub(crate) fn is_below_border(&self, bodies: &[Polytope]) -> bool {
        let ShapeSpec::Heightfield { scale, sides: SidesSpec::Solid, .. } = &self.spec else { return false };
        let is_out = |place: &DVec3| {
            let out = place.abs() - 0.5 * scale.to_vec3();
            out.x > 0.0 || V::DIM == 3 && out.z > 0.0
        };
        bodies.iter().flat_map(Polytope::vertices).any(is_out)
    }

    /// Whether a body overlaps a part by more than rounding.
    pub(crate) fn touches_part(&self, body: &Polytope, band: f64) -> bool {
        let NearPart { distance, err, .. } = self.truth.least(body, -band);
        distance < -band - err
    }
}

impl<V: Space> Case<'_, V> {
    pub(crate) fn a(&self) -> &Subject<V> {
        &self.block.a
    }

    pub(crate) fn pair(&self) -> Pair<V, &V::CompositeShape, &dyn Convex<V>> {
        Pair { a: &self.a().shape, b: self.body.convex(), b_in_a: self.b_in_a }
    }

    /// The body for the oracle.
    pub(crate) fn placed(&self) -> Option<Polytope> {
        self.a().placed(&self.body.spec, &self.pose)
    }

    pub(crate) fn truth(&self) -> Truth {
        self.placed().map_or(Truth::Unknown, |body| self.a().truth_of(&body, self.band))
    }

    pub(crate) fn settings(&self) -> Settings<V::Scalar> {
        Settings::with_margin(V::Scalar::narrow(self.margin))
    }

    /// The middle of the body is inside of a solid: its contact leads to the nearest place outside.
    pub(crate) fn has_middle_inside(&self) -> bool {
        let middle = self.pose.translation() + self.a().origin + self.pose.matrix() * V::space(self.body.convex().interior().widen());
        self.a().truth.encloses(middle) || self.a().truth.outside_all(middle) <= 0.0
    }

    /// Contacts of the surface are not those of the set: it has one side, or it is a height field
    /// that the body is partly beside.
    pub(crate) fn is_one_sided(&self) -> bool {
        let is_beside = || self.placed().is_none_or(|body| self.a().is_below_border(&[body]));
        self.a().sides == SidesSpec::One || is_beside()
    }

    /// The same pair with B moved.
    pub(crate) fn moved(&self, by: DVec3) -> Self {
        let t = Some(Coords::of(self.pose.translation() + by, V::DIM));
        let pose = PoseSpec { t, ..self.pose };
        Self { pose, b_in_a: V::wide_pose(&pose), ..*self }
    }

    /// The same pair with B turned about a point of A's frame, by an angle about an axis: the
    /// length of a vector and its direction.
    pub(crate) fn turned(&self, by: DVec3, about: DVec3) -> Self {
        let (sin, cos) = libm::sincos(0.5 * by.length());
        let turn = DQuat::from_vec4((by.normalize_or_zero() * sin).extend(cos));
        let rotation = if V::DIM == 2 {
            let [c, s] = self.pose.cos_sin();
            let turned = turn * DVec3::new(c, s, 0.0);
            RotationSpec::CosSin(turned.x, turned.y)
        } else {
            RotationSpec::Quaternion((turn * DQuat::from_array(self.pose.quaternion())).to_array())
        };
        let t = about + turn * (self.pose.translation() - about);
        let pose = PoseSpec { t: Some(Coords::of(t, V::DIM)), rotation };
        Self { pose, b_in_a: V::wide_pose(&pose), ..*self }
    }

    /// A query of a pair file, in the oracle's frame.
    pub(crate) fn query(&self) -> Query {
        let t = Some(Coords::of(self.pose.translation() + self.a().origin, V::DIM));
        let b = (self.body.spec.clone(), PoseSpec { t, ..self.pose });
        Query { prediction: Some(self.margin), ..Query::contact(V::DIM, (self.a().spec.clone(), PoseSpec::default()), b) }
    }
}

/// The tolerance, in parts of S.
pub(crate) fn tolerance(digits: Digits) -> f64 {
    match digits {
        Digits::Single => TOLERANCE_F32_POLYTOPES,
        Digits::Double => TOLERANCE_F64,
    }
}
