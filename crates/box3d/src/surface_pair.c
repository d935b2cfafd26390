// The manifolds of a surface and a convex body, by `b3ComputeMeshManifolds`, which Box3D's world
// calls for each such contact. It is not public: the two shapes and the contact are made here as
// `b3CreateShape` and `b3CreateContact` make them, without bodies and outside of the world's lists.
// What is called needs of the world only its callbacks, its allocator of manifolds and its counts.

#include "contact.h"
#include "physics_world.h"
#include "shape.h"

#include "box3d/constants.h"

#include <float.h>
#include <stdlib.h>

// More than any call takes: 256 triangles of 32 points each.
#define ARENA_CAPACITY ( 1024 * 1024 )

typedef struct clinchPair
{
	b3World* world;
	b3Arena arena;
	b3Shape surface;
	b3Shape body;
} clinchPair;

// Two of sphere, capsule and hull are null. The world, the mesh and the hull are borrowed.
clinchPair* clinchCreatePair( b3WorldId worldId, const b3MeshData* mesh, const b3Sphere* sphere, const b3Capsule* capsule,
							  const b3HullData* hull )
{
	clinchPair* pair = calloc( 1, sizeof( clinchPair ) );
	pair->world = b3GetWorldFromId( worldId );
	pair->arena = b3CreateArena( ARENA_CAPACITY );
	pair->surface.type = b3_meshShape;
	pair->surface.mesh = (b3Mesh){ mesh, { 1.0f, 1.0f, 1.0f } };

	if ( sphere != NULL )
	{
		pair->body.type = b3_sphereShape;
		pair->body.sphere = *sphere;
	}
	else if ( capsule != NULL )
	{
		pair->body.type = b3_capsuleShape;
		pair->body.capsule = *capsule;
	}
	else
	{
		pair->body.type = b3_hullShape;
		pair->body.hull = hull;
	}
	return pair;
}

void clinchDestroyPair( clinchPair* pair )
{
	b3DestroyArena( &pair->arena );
	free( pair );
}

// Empties the manifolds and the list of triangles, and keeps the memory of the list.
void clinchForget( clinchPair* pair, b3Contact* contact )
{
	b3FreeManifolds( pair->world, contact->manifolds, contact->manifoldCount );
	contact->manifolds = NULL;
	contact->manifoldCount = 0;
	contact->meshContact.triangleCache.count = 0;
	// Contains no bounds.
	contact->meshContact.queryBounds.lowerBound = (b3Vec3){ FLT_MAX, FLT_MAX, FLT_MAX };
	contact->meshContact.queryBounds.upperBound = (b3Vec3){ -FLT_MAX, -FLT_MAX, -FLT_MAX };
}

b3Contact* clinchCreateContact( clinchPair* pair )
{
	b3Contact* contact = calloc( 1, sizeof( b3Contact ) );
	// Shapes have speculative points by default.
	contact->flags = b3_simMeshContact | b3_enableSpeculativePoints;
	clinchForget( pair, contact );
	return contact;
}

void clinchDestroyContact( clinchPair* pair, b3Contact* contact )
{
	clinchForget( pair, contact );
	b3Array_Destroy( contact->meshContact.triangleCache );
	free( contact );
}

void clinchCollide( clinchPair* pair, b3Contact* contact, b3Transform surface, b3Transform body )
{
	// As `b3Body_SetTransform`.
	pair->body.aabb = b3ComputeFatShapeAABB( &pair->body, body, B3_SPECULATIVE_DISTANCE );
	b3ComputeMeshManifolds( pair->world, 0, contact, &pair->surface, NULL, surface, &pair->body, body, false, pair->arena );
}

const b3Manifold* clinchManifolds( const b3Contact* contact, int* count )
{
	*count = contact->manifoldCount;
	return contact->manifolds;
}
