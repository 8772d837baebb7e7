import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteNode, deleteSubtree, insertNode, markPublished, type NodePlace } from '../../../src/db/queries/gate/nodes.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';
import { seededRandom } from '../domain/seeded-random.ts';

/** The counts that triggers keep are what counting finds, whatever happens to the tree. */
let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

async function differences(): Promise<readonly unknown[]> {
  return world.sql`
    with counted as (
      select owner_id, count(*)::int as count from node where kind <> 'DATAFILE' and published_at is not null and owner_id is not null group by owner_id),
    kept as (select owner_id, sum(count)::int as count from published_children group by owner_id)
    select coalesce(counted.owner_id, kept.owner_id) as owner, counted.count as counted, kept.count as kept
    from counted full join kept using (owner_id) where coalesce(counted.count, 0) <> coalesce(kept.count, 0)`;
}

test.each([1, 2, 3, 4, 5])('counts of published children stay true, seed %i', async (seed) => {
  const random = seededRandom(seed);
  const { sql, db } = world;
  const [root] = await sql<NodePlace[]>`select id, path, permission_path as "permissionPath" from node where id = ${world.rootId}`;
  if (root === undefined) throw new Error('No root.');
  const collections: NodePlace[] = [root];
  const leaves: NodePlace[] = [];
  for (let step = 0; step < 60; step += 1) {
    const owner = random.pick(collections);
    const kind = random.pick(['COLLECTION', 'DATASET', 'DATASET', 'DATAFILE'] as const);
    const what = random.below(8);
    const leaf = leaves.length === 0 ? undefined : random.pick(leaves);
    if (what < 3 || leaf === undefined) {
      const publishedAt = random.chance(0.5) ? new Date() : null;
      const place = await insertNode(db, { kind, owner, creatorId: null, permissionRoot: false, publishedAt });
      if (kind === 'COLLECTION') collections.push(place);
      else leaves.push(place);
    } else if (what === 3) {
      await markPublished(db, leaf.id);
    } else if (what === 4) {
      await sql`update node set owner_id = ${owner.id}, path = ${owner.path}::int[] || id where id = ${leaf.id}`;
    } else if (what === 5) {
      await deleteNode(db, leaf.id);
      leaves.splice(leaves.indexOf(leaf), 1);
    } else if (what === 6) {
      await markPublished(db, owner.id);
    } else {
      // Many at once, as an import writes them.
      await sql`insert into node (kind, owner_id, path, permission_path, published_at)
        select 'DATASET', ${owner.id}, ${owner.path}::int[], ${owner.permissionPath}::int[], now() from generate_series(1, 50)`;
    }
    expect(await differences()).toEqual([]);
  }
  const top = collections.at(1);
  if (top !== undefined) await deleteSubtree(db, top.id);
  expect(await differences()).toEqual([]);
});

test('nothing is kept of collections that are gone', async () => {
  expect(await world.sql`select owner_id from published_children where owner_id not in (select id from node)`).toEqual([]);
});
