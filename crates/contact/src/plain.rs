//! Boxes and triangles in space: the separating axes of the bare shapes, before anything general is made ready.
//!
//! What is asked of a shape of any kind goes through a `match`, and some of it through memory: beside axes as cheap as these that counts. So each shape is asked once what it is, and
//! then it is known.

use clinch_shapes::{Convex, Polytope};
use clinch_support::{Difference, Frame, Pose, Vector};

use crate::clip::Clip;
use crate::collide::features;
use crate::far;
use crate::measure::{Goal, Measured, Relation, tested};
use crate::pair::{Memory, Pair, Scratch};
use crate::radii::Radii;
use crate::sat::{self, Turn, Verdict};
use crate::settings::Settings;

/// Shapes whose balls are farther apart than this part of what both reach are searched at once: there corners look at corners as a rule, and no axis is proved. Larger: those that are
/// far apart pay for both. Smaller: so do those that look at each other with a face, and wait for a search.
const FAR: f64 = 0.25;

/// What became of a question.
pub(crate) enum Asked<T> {
    /// They are of other kinds, or the search has its turn.
    Others,
    /// No axis could be proved, or none was looked for as none would be. It is no use to ask again.
    Unproved,
    Told(T),
}

/// How they lie, and what was needed to tell.
pub(crate) struct Lie<V: Vector> {
    frame: Frame<V>,
    /// A bound of the coordinates that meet.
    size: f64,
    pub(crate) relation: Relation<V>,
}

/// How two boxes or a box and a triangle lie in space; and of any two shapes whether they are so far apart that a search has its turn.
pub(crate) fn lie<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    goal: Goal,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Asked<Lie<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    let reach = pair.a.reach() + pair.b.reach();
    if far::at_least(pair.b_in_a.translation.length(), reach) > FAR * reach {
        return Asked::Unproved;
    }
    if V::DIM != 3 {
        return Asked::Others;
    }
    let (radii, b_in_a) = (Radii::of(pair).with_skins(settings), pair.b_in_a);
    match (pair.a.polytope(), pair.b.polytope()) {
        (Polytope::Box(a), Polytope::Box(b)) => bare((a, b), b_in_a, (radii, settings, goal), memory, scratch),
        // The search goes on from where it proved them apart in the last tick.
        _ if memory.apart => Asked::Others,
        (Polytope::Box(a), Polytope::Triangle(b)) => bare((a, b), b_in_a, (radii, settings, goal), memory, scratch),
        (Polytope::Triangle(a), Polytope::Box(b)) => bare((a, b), b_in_a, (radii, settings, goal), memory, scratch),
        _ => Asked::Others,
    }
}

/// Whatever the shapes are that these are the cores of.
fn bare<V: Clip, A: Convex<V>, B: Convex<V>>(
    (a, b): (&A, &B),
    b_in_a: Pose<V::Wide>,
    (radii, settings, goal): (Radii, &Settings<V::Scalar>, Goal),
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Asked<Lie<V>> {
    let difference = Difference::new(a, b, &b_in_a);
    let margin = settings.margin();
    let cores = Pair { a, b, b_in_a };
    let asked = (radii.asked(margin), memory.start.direction, goal);
    let verdict: Option<Verdict<V>> = sat::separation(&cores, &difference, asked, Turn::First { apart: false }, &mut scratch.sat);
    let Some(verdict) = verdict else { return Asked::Unproved };
    let relation = tested(verdict, difference.frame(), radii, margin, memory);
    Asked::Told(Lie { frame: *difference.frame(), size: difference.size(), relation })
}

/// How a box and a triangle lie, and in `scratch.points` where they touch. Boxes have a shorter way.
pub(crate) fn contact<V, A, B>(
    pair: &Pair<'_, V, A, B>,
    settings: &Settings<V::Scalar>,
    memory: &mut Memory<V>,
    scratch: &mut Scratch<V>,
) -> Asked<Measured<V>>
where
    V: Clip,
    A: Convex<V> + ?Sized,
    B: Convex<V> + ?Sized,
{
    if V::DIM != 3
        || !matches!(
            (pair.a.polytope(), pair.b.polytope()),
            (Polytope::Triangle(_), Polytope::Box(_)) | (Polytope::Box(_), Polytope::Triangle(_))
        )
    {
        return Asked::Others;
    }
    scratch.begin();
    let lie = match lie(pair, settings, Goal::Separation, memory, scratch) {
        Asked::Told(lie) => lie,
        Asked::Unproved => return Asked::Unproved,
        Asked::Others => return Asked::Others,
    };
    if let Relation::Near(separation) = &lie.relation {
        features(pair, (&lie.frame, lie.size), settings, separation, scratch);
    }
    Asked::Told(Measured::without_search(lie.relation))
}
