//! Queries of a shape of parts and another shape.

use clinch_composite_contact::{
    CompositeManifold, CompositeMemory, CompositeRelation, CompositeScratch, collide, collide_composites, measure, separation_composites,
};
use clinch_contact::{Pair, Separation, Settings};
use clinch_shapes::Convex;
use clinch_support::{Pose, SupportMap as _};
use glam::{DVec3, Vec3};

use crate::operand::CompositeView;
use crate::view::ShapeView;

/// What the shape of parts touches.
pub(crate) enum Other<'p, 's> {
    Convex(&'p ShapeView<'s>),
    Composite(&'p CompositeView<'s>),
}

/// The shape of parts is A.
pub(crate) struct CompositePair<'p, 's> {
    pub(crate) a: &'p CompositeView<'s>,
    pub(crate) b: Other<'p, 's>,
    pub(crate) b_in_a: Pose<DVec3>,
}

impl CompositePair<'_, '_> {
    /// The manifolds that are within `near`, with points up to `margin`. `manifolds` goes in as
    /// last step's.
    pub(crate) fn manifolds(
        &self,
        [near, margin]: [f32; 2],
        scratch: &mut CompositeScratch<Vec3>,
        manifolds: &mut Vec<CompositeManifold<Vec3>>,
    ) {
        let settings = Settings::with_margin(margin);
        let a = self.a.shape();
        match &self.b {
            Other::Convex(b) => {
                collide(&Pair { a, b: *b, b_in_a: self.b_in_a }, &settings, &mut CompositeMemory::new(), scratch, manifolds);
            }
            Other::Composite(b) => {
                collide_composites(&Pair { a, b: b.shape(), b_in_a: self.b_in_a }, &settings, scratch, manifolds);
            }
        }
        manifolds.retain(|manifold| manifold.manifold.points.iter().any(|point| point.separation <= near));
    }

    /// Whether the answer is void: see
    /// [`SurfaceView::has_changed`](crate::surface_view::SurfaceView::has_changed).
    pub(crate) fn has_changed(&self) -> bool {
        self.a.has_changed() || matches!(&self.b, Other::Composite(b) if b.has_changed())
    }

    /// The signed distance, if it is at most `margin`.
    pub(crate) fn separation(&self, margin: f32, scratch: &mut CompositeScratch<Vec3>) -> Option<Separation<Vec3>> {
        let b = match &self.b {
            Other::Convex(b) => b,
            Other::Composite(b) => {
                let pair = Pair { a: self.a.shape(), b: b.shape(), b_in_a: self.b_in_a };
                return near(separation_composites(&pair, &Settings::with_margin(margin), scratch));
            }
        };
        let farthest = self.farthest(b);
        let far = f64::from(margin).min(farthest);
        let mut within = far.min(FIRST * farthest);
        loop {
            let pair = Pair { a: self.a.shape(), b: *b, b_in_a: self.b_in_a };
            let found = near(measure(&pair, &Settings::with_margin(within as f32), scratch));
            if found.is_some() || !(within < far) {
                return found;
            }
            within = far.min(GROWTH * within);
        }
    }

    /// An upper bound of the distance of any two points of the pair.
    fn farthest(&self, b: &ShapeView<'_>) -> f64 {
        let bounds = self.a.shape().bounds();
        let reach_of_b = f64::from(b.center().length() + b.radius_about_center()) + b.radius_wide();
        bounds.min.abs().max(bounds.max.abs()).length() + reach_of_b + self.b_in_a.translation.length()
    }
}

fn near(relation: CompositeRelation<Vec3>) -> Option<Separation<Vec3>> {
    match relation {
        CompositeRelation::Near { separation, .. } => Some(separation),
        CompositeRelation::Beyond { .. } | CompositeRelation::Undefined => None,
    }
}

/// A search for the distance begins with this part of the largest possible distance. Larger: more
/// parts are looked at. Smaller: it takes more rounds.
const FIRST: f64 = 1.0 / 4096.0;
/// The factor from round to round.
const GROWTH: f64 = 8.0;
