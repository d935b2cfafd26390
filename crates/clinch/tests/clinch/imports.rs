//! Names that are imported with `*` from the prelude and from a dimension are not ambiguous.
//!
//! A name that two of these imports have is an error where it is used, so each name of the prelude
//! is used here beside each module.

macro_rules! beside {
    ($name:ident: $($module:ident)::+) => {
        mod $name {
            use clinch::$($module)::+::*;
            use clinch::prelude::*;
            use std::any::type_name;

            #[test]
            fn the_prelude_has_no_name_of_a_dimension() {
                fn is_placed<P: Placed<Vector>, R: PairRules<u32, Scalar>>() {}
                let components = [
                    type_name::<ColliderOf>(),
                    type_name::<Colliders>(),
                    type_name::<CollisionLayers>(),
                    type_name::<ContactEvents>(),
                    type_name::<IgnoredContacts>(),
                    type_name::<Sensor>(),
                    type_name::<Sleeping>(),
                    type_name::<StableId>(),
                    type_name::<Static>(),
                ];
                let others = [
                    type_name::<BackFaces>(),
                    type_name::<BroadphaseSystems>(),
                    type_name::<NarrowphaseSystems>(),
                    type_name::<CastStatus>(),
                    type_name::<DebugLineOptions<Scalar>>(),
                    type_name::<DebugPart>(),
                    type_name::<InitialOverlap>(),
                    type_name::<SpatialQueryFilter<'_>>(),
                ];
                assert!(components.iter().chain(&others).all(|name| name.starts_with("clinch")));
                is_placed::<Placement, ()>();
                // Those of the root that are ambiguous beside a dimension are not in the prelude.
                let of_dimension = [
                    type_name::<Answer>(),
                    type_name::<Impact>(),
                    type_name::<Motion>(),
                    type_name::<Penetration>(),
                    type_name::<PointProjection>(),
                    type_name::<Ray>(),
                    type_name::<SpatialQuery<'_>>(),
                ];
                assert!(of_dimension.iter().all(|name| name.contains("Vec")), "aliases of one vector: {of_dimension:?}");
                // The module `f64` of a dimension does not hide the number.
                let number: f64 = f64::INFINITY;
                assert!(number > 0.0);
            }
        }
    };
}

beside!(plane: d2);
beside!(plane_in_f64: d2::f64);
beside!(space: d3);
beside!(space_in_f64: d3::f64);
