//! Voxels against their cells one by one.

use std::collections::{BTreeMap, BTreeSet};

use clinch_composite::{EdgeKind, Faces, SubShapeId, SurfaceRay, SurfaceRayOutcome, Voxels, VoxelsError};
use clinch_shapes::Aabb;
use clinch_support::{Scalar, Vector};
use clinch_testkit::random::Random;
use glam::{DVec3, Vec3};

const SIZE: DVec3 = DVec3::new(0.3, 0.2, 0.25);

/// A random set of cells around the origin, over the borders of blocks.
fn cells(seed: u64) -> BTreeSet<[i32; 3]> {
    let random = &mut Random::of(seed, 1);
    let share = random.pick(&[0.1, 0.5, 0.9]);
    let offset = random.pick(&[0, 8, -1000]);
    let all = (0..125).map(|i| [i % 5 - 2 + offset, i / 5 % 5 - 3, i / 25 - 2]);
    let mut cells: BTreeSet<_> = all.filter(|_| random.chance(share)).collect();
    cells.insert([offset, 0, 0]);
    cells
}

fn voxels<V: Vector<Wide = DVec3>>(cells: &BTreeSet<[i32; 3]>) -> Voxels<V> {
    Voxels::new(V::narrow(SIZE), cells.iter().copied()).unwrap()
}

/// All triangles, by the box of everything.
fn triangles<V: Vector<Wide = DVec3>>(voxels: &Voxels<V>) -> Vec<SubShapeId> {
    let mut all = Vec::new();
    voxels.near(&Aabb::around(voxels.bounds().center(), DVec3::splat(100.0)), |id| all.push(id));
    all.sort();
    all
}

fn bounds_of<V: Vector<Wide = DVec3>>(cell: [i32; 3]) -> Aabb<DVec3> {
    let size = V::narrow(SIZE).widen();
    let at = |step: i32| V::narrow(DVec3::from_array(cell.map(|i| f64::from(i + step))) * size).widen();
    Aabb { min: at(0), max: at(1) }
}

fn check<V: Vector<Wide = DVec3>>(seed: u64) {
    let (cells, random) = (cells(seed), &mut Random::of(seed, 2));
    let voxels = voxels::<V>(&cells);
    let all = triangles(&voxels);
    let corners: Vec<[V; 3]> = all.iter().map(|&id| voxels.corners(id).unwrap()).collect();
    let exposed = cells.iter().map(|&[x, y, z]| {
        let beside = [[x - 1, y, z], [x + 1, y, z], [x, y - 1, z], [x, y + 1, z], [x, y, z - 1], [x, y, z + 1]];
        beside.iter().filter(|cell| !cells.contains(*cell)).count()
    });
    assert_eq!(all.len(), 2 * exposed.sum::<usize>());
    let moments = voxels.moments().unwrap();
    let volume = V::narrow(SIZE).widen().element_product() * cells.len() as f64;
    assert!((moments.volume() - volume).abs() <= 1e-12 * volume);
    // What the surface encloses, by the divergence theorem.
    let center = voxels.bounds().center();
    let below = |of: &[V; 3]| {
        let [a, b, c] = of.map(|corner| corner.widen() - center);
        a.dot(b.cross(c)) / 6.0
    };
    let enclosed: f64 = corners.iter().map(below).sum();
    // The corners are rounded.
    assert!((enclosed - volume).abs() <= 1e4 * V::Scalar::EPSILON.widen() * volume, "seed {seed}: {enclosed}, not {volume}");
    let middle = cells.iter().map(|&cell| bounds_of::<V>(cell).center()).sum::<DVec3>() / cells.len() as f64;
    assert!(moments.centroid().abs_diff_eq(middle, 1e3 * V::Scalar::EPSILON.widen() * (1.0 + center.length())), "seed {seed}");
    for &id in &all {
        assert!(cells.contains(&voxels.cell_of(id).unwrap()));
    }
    for _ in 0..20 {
        let mut point = center + DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), random.range(-1.0, 1.0));
        if random.chance(0.3) {
            // On the grid.
            let cell = voxels.cell_of(random.pick(&all)).unwrap();
            point[random.below(3)] = bounds_of::<V>(cell).min[0];
        }
        let inside = cells.iter().any(|&cell| bounds_of::<V>(cell).contains(point));
        assert_eq!(voxels.contains(point), inside, "seed {seed}: {point}");
        let nearest = corners
            .iter()
            .map(|of| of.map(V::widen))
            .map(|[a, b, c]| {
                // An axis-aligned right triangle: its rectangle holds the other one, too.
                let (low, high) = (a.min(b).min(c), a.max(b).max(c));
                point.clamp(low, high).distance(point)
            })
            .fold(f64::INFINITY, f64::min);
        let projection = voxels.project(point).unwrap();
        assert!((projection.distance - nearest).abs() <= 1e-12 * (1.0 + center.length()), "seed {seed}: {projection:?}, not {nearest}");
        assert_eq!(projection.inside, inside, "seed {seed}: {projection:?}");

        // The first face that a ray enters from outside.
        let direction = random.direction(3);
        let ray = SurfaceRay { origin: point, direction, max_time: f64::INFINITY, faces: Faces::Both };
        let crossings = corners.iter().map(|of| of.map(V::widen)).filter_map(|[a, b, c]| {
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let axis = (0..3).find(|&axis| low[axis] == high[axis])?;
            let time = (low[axis] - point[axis]) / direction[axis];
            let at = point + direction * time;
            let within = (0..3).all(|i| i == axis || low[i] <= at[i] && at[i] <= high[i]);
            (time > 0.0 && within).then_some(time)
        });
        let first = crossings.fold(f64::INFINITY, f64::min);
        match voxels.ray_cast(&ray) {
            SurfaceRayOutcome::Hit(hit) => {
                assert!(
                    (hit.time - first).abs() <= 1e-9 * (1.0 + center.length()) || hit.time <= 1e-12,
                    "seed {seed}: {hit:?}, not {first}"
                );
            }
            SurfaceRayOutcome::Miss { .. } => assert_eq!(first, f64::INFINITY, "seed {seed}"),
            other => panic!("{other:?}"),
        }

        let query = Aabb::around(point, DVec3::new(random.range(0.0, 0.5), 0.2, 0.1));
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        voxels.near(&query, |id| found.push(id));
        found.sort();
        let meets = |of: &[V; 3]| Aabb::of_points(of.map(V::widen)).unwrap().intersects(&query);
        expected.extend(all.iter().zip(&corners).filter(|(_, of)| meets(of)).map(|(id, _)| *id));
        assert_eq!(found, expected, "seed {seed}");
    }
}

#[test]
fn queries_agree_with_all_cells_one_by_one() {
    for seed in 0..60 {
        if seed % 2 == 0 { check::<DVec3>(seed) } else { check::<Vec3>(seed) }
    }
}

#[test]
fn neighbors_are_mutual_share_the_edge_and_none_is_missing() {
    // Two cells that touch along an edge only, and a heap.
    for cells in [BTreeSet::from([[0, 0, 0], [1, 1, 0]]), cells(3), cells(4), cells(5)] {
        let voxels = voxels::<DVec3>(&cells);
        let ids: BTreeMap<[[u64; 3]; 3], SubShapeId> =
            triangles(&voxels).into_iter().map(|id| (voxels.corners(id).unwrap().map(|p| p.to_array().map(f64::to_bits)), id)).collect();
        let mut kinds = BTreeMap::new();
        for &id in ids.values() {
            let own = voxels.corners(id).unwrap();
            for edge in 0..3_u8 {
                let beyond = voxels.neighbor(id, edge).unwrap();
                let other = voxels.corners(SubShapeId(beyond.triangle)).unwrap();
                let ends = |of: [DVec3; 3], edge: u8| [of[usize::from(edge)], of[(usize::from(edge) + 1) % 3]];
                let [from, to] = ends(other, beyond.edge);
                assert_eq!(ends(own, edge), [to, from], "{id:?}, edge {edge}");
                let back = voxels.neighbor(SubShapeId(beyond.triangle), beyond.edge).unwrap();
                assert_eq!((back.triangle, back.edge, back.kind), (id.0, edge, beyond.kind));
                let apex = other[(usize::from(beyond.edge) + 2) % 3];
                let height = (own[1] - own[0]).cross(own[2] - own[0]).dot(apex - own[0]);
                let kind = if height < -1e-9 {
                    EdgeKind::Convex
                } else if height > 1e-9 {
                    EdgeKind::Concave
                } else {
                    EdgeKind::Flat
                };
                assert_eq!(beyond.kind, kind);
                *kinds.entry(format!("{kind:?}")).or_insert(0) += 1;
            }
        }
        assert!(kinds.contains_key("Convex") && kinds.contains_key("Flat"));
    }
    // The edge is that of two faces of either cell.
    let touching = voxels::<DVec3>(&BTreeSet::from([[0, 0, 0], [1, 1, 0]]));
    let edges = triangles(&touching).into_iter().flat_map(|id| [0, 1, 2].map(|edge| touching.neighbor(id, edge).unwrap().kind));
    assert_eq!(edges.filter(|&kind| kind == EdgeKind::Concave).count(), 4);
}

#[test]
fn setting_cells_gives_the_same_set_and_changes_no_other_id() {
    for seed in 0..20 {
        let (cells, random) = (cells(seed), &mut Random::of(seed, 3));
        let whole = voxels::<Vec3>(&cells);
        let mut edited = whole.clone();
        let before: BTreeMap<SubShapeId, [i32; 3]> = triangles(&whole).into_iter().map(|id| (id, whole.cell_of(id).unwrap())).collect();
        for _ in 0..30 {
            let cell = [random.below(40) as i32 - 20, random.below(5) as i32, random.below(5) as i32];
            assert_eq!(edited.set(cell, !edited.is_filled(cell)), Ok(!edited.is_filled(cell)));
        }
        let now: BTreeSet<[i32; 3]> = edited.cells().collect();
        let anew = voxels::<Vec3>(&now);
        assert_eq!(anew.cells().collect::<BTreeSet<_>>(), now);
        assert_eq!(edited.bounds(), anew.bounds());
        assert_eq!(triangles(&edited).len(), triangles(&anew).len());
        for (id, cell) in before {
            assert_eq!(edited.cell_of(id), Some(cell));
        }
        // The clone that it came from is as it was.
        assert_eq!(whole.cells().collect::<BTreeSet<_>>(), cells);
    }
}

/// As if all of it had been set by the constructor.
fn assert_is_as_anew(edited: &Voxels<Vec3>) {
    let anew = Voxels::new(edited.size(), edited.cells()).unwrap();
    let cells = |voxels: &Voxels<Vec3>| voxels.cells().collect::<BTreeSet<_>>();
    assert_eq!((edited.bounds(), triangles(edited).len()), (anew.bounds(), triangles(&anew).len()));
    assert_eq!((edited.size(), cells(edited)), (anew.size(), cells(&anew)));
    let project = |voxels: &Voxels<Vec3>| voxels.project(DVec3::new(0.1, 5.0, -3.0)).map(|found| (found.point, found.distance));
    assert_eq!(project(edited), project(&anew));
}

#[test]
fn sets_are_equal_if_their_cells_and_ids_are() {
    let blocks = [[0, 0, 0], [8, 0, 0]];
    let both = Voxels::new(Vec3::ONE, blocks).unwrap();
    let one_by_one = |order: [[i32; 3]; 2]| {
        let mut voxels = Voxels::new(Vec3::ONE, []).unwrap();
        for cell in order {
            voxels.set(cell, true).unwrap();
        }
        voxels
    };
    let (same, reversed) = (one_by_one(blocks), one_by_one([blocks[1], blocks[0]]));
    assert_eq!(triangles(&reversed), triangles(&both));
    assert!(both == same && both != reversed);
    // A block that is empty again has no triangles.
    let mut emptied = both.clone();
    emptied.set([16, 0, 0], true).unwrap();
    assert_ne!(emptied, both);
    emptied.set([16, 0, 0], false).unwrap();
    assert_eq!(emptied, both);
    assert_ne!(Voxels::new(Vec3::splat(2.0), blocks).unwrap(), both);
    assert_ne!(Voxels::new(Vec3::ONE, [[0, 0, 0], [9, 0, 0]]).unwrap(), both);
}

#[test]
fn an_edit_gives_the_same_ids_as_setting_cell_by_cell() {
    for seed in 0..40 {
        let random = &mut Random::of(seed, 4);
        let mut whole = if random.chance(0.3) { Voxels::new(SIZE.as_vec3(), []).unwrap() } else { voxels::<Vec3>(&cells(seed)) };
        let mut one_by_one = whole.clone();
        let mut change = || ([random.below(24) as i32 - 12, random.below(9) as i32 - 4, random.below(3) as i32], random.chance(0.5));
        let changes: Vec<_> = (0..60).map(|_| change()).collect();
        for &(cell, filled) in &changes {
            assert_eq!(one_by_one.is_filled(cell), one_by_one.set(cell, filled).unwrap());
            assert_is_as_anew(&one_by_one);
        }
        whole.edit(changes).unwrap();
        assert_is_as_anew(&whole);
        let id = |voxels: &Voxels<Vec3>| triangles(voxels).into_iter().map(|id| (id, voxels.cell_of(id))).collect::<Vec<_>>();
        assert_eq!((id(&whole), &whole), (id(&one_by_one), &one_by_one));
        let before = whole.clone();
        assert!(whole.edit([([0, 0, 0], false), ([0, 0, 0], true), ([0, 1 << 20, 0], true)]).is_err());
        assert!(whole == before && id(&whole) == id(&before));
        // The last change of a cell counts, and all may go.
        whole.edit([([3, 3, 3], true), ([3, 3, 3], false)]).unwrap();
        assert!(!whole.is_filled([3, 3, 3]));
        let all: Vec<_> = whole.cells().map(|cell| (cell, false)).collect();
        whole.edit(all).unwrap();
        assert!(whole.project(DVec3::ZERO).is_none() && whole.bounds().min == whole.bounds().max);
    }
}

#[test]
fn many_cells_of_a_large_set_are_set_in_no_time() {
    // 40,000 blocks of a cell each, all of them in one edit.
    let at = |i: i32| [i % 200 * 8, i / 200 * 8, 0];
    let mut voxels = Voxels::new(Vec3::ONE, [[-9, -9, -9], [1599, 1599, 9]]).unwrap();
    voxels.edit((0..40_000).map(|i| (at(i), true))).unwrap();
    // With work in each block, every one of these would take as long as a whole traversal.
    for i in 0..800_000 {
        let [x, y, z] = at(i % 40_000);
        voxels.set([x + 1, y, z + 1], i % 80_000 < 40_000).unwrap();
    }
    assert_eq!((voxels.cells().count(), voxels.bounds().max), (40_002, DVec3::new(1600.0, 1600.0, 10.0)));
}

#[test]
fn what_is_no_grid_is_refused() {
    let of = |size: Vec3, cell: [i32; 3]| Voxels::new(size, [cell]).err();
    assert_eq!(of(Vec3::new(1.0, 0.0, 1.0), [0; 3]), Some(VoxelsError::InvalidSize { axis: 1 }));
    assert_eq!(of(Vec3::new(1.0, 1.0, f32::NAN), [0; 3]), Some(VoxelsError::InvalidSize { axis: 2 }));
    assert_eq!(of(Vec3::splat(1e37), [0; 3]), Some(VoxelsError::InvalidSize { axis: 0 }));
    assert_eq!(Voxels::new(DVec3::new(1e200, 1.0, 1.0), [[0; 3]]).err(), Some(VoxelsError::InvalidSize { axis: 1 }));
    let limit = 1 << 20;
    for cell in [[limit, 0, 0], [0, -limit - 1, 0], [0, 0, i32::MAX], [i32::MIN, 0, 0]] {
        assert_eq!(of(Vec3::ONE, cell), Some(VoxelsError::TooFar { cell, limit }));
    }
    let mut far = Voxels::new(Vec3::new(0.1, 1e-30, 1e30), [[limit - 1, -limit, 0]]).unwrap();
    assert!(far.set([limit, 0, 0], true).is_err());
    assert_eq!(triangles_anywhere(&far), 12);
    far.set([limit - 1, -limit, 0], false).unwrap();
    assert!(far.project(DVec3::ZERO).is_none() && far.moments().is_none() && !far.contains(DVec3::ZERO));
    assert!(Voxels::<DVec3>::new(DVec3::ONE, []).unwrap().cells().next().is_none());
}

fn triangles_anywhere(voxels: &Voxels<Vec3>) -> usize {
    let mut count = 0;
    voxels.near(&Aabb::unbounded(), |_| count += 1);
    count
}
