import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

const superuser = () => world.as(world.superuser);
const remove = (id: number) => outcome(deleteCollection(superuser(), { collection: { id } }));

async function ownRole(alias: string, ownerId: number): Promise<number> {
  const [row] = await world.sql<
    { id: number }[]
  >`insert into role (alias, name, permissions, owner_id) values (${alias}, ${alias}, 4, ${ownerId}) returning id`;
  if (row === undefined) throw new Error('The role was not stored.');
  return row.id;
}

test('everything that depends on the collection goes with it, in both directions', async () => {
  const id = await world.createCollection('going', { published: true });
  const other = await world.createCollection('staying', { published: true });
  const role = await ownRole('own-role', id);
  const before = await tallies();
  await world.assign('@admin', 'member', id);
  await world.sql`update collection set default_contributor_role_id = ${role} where id = ${id}`;
  await world.sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id) values (':guest', ${role}, ${id}, ${id})`;
  await world.sql`insert into node_link (linked_node_id, linking_collection_id) values (${id}, ${other}), (${other}, ${id})`;
  await world.sql`insert into featured_collection (collection_id, featured_collection_id, display_order) values (${id}, ${other}, 0), (${other}, ${id}, 0)`;
  const [group] = await world.sql<{ id: number }[]>`
    insert into explicit_group (owner_id, alias, display_name) values (${id}, 'g', 'G') returning id`;
  await world.sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id, explicit_group_id)
    select ${`&explicit/${id}-g`}, r.id, ${other}, null, ${group?.id ?? 0} from role r where r.alias = 'member'`;
  await world.sql`insert into collection_metadata_block (collection_id, metadata_block_id) select ${id}, min(id) from metadata_block`;
  await world.sql`insert into collection_facet (collection_id, metadata_field_id, display_order) select ${id}, min(id), 0 from metadata_field`;
  await world.sql`insert into collection_input_level (collection_id, metadata_field_id, required, include) select ${id}, min(id), false, true from metadata_field`;
  expect(await remove(id)).toBe('OK');
  // The role itself and the creator's assignment, which were there before, went as well.
  const after = await tallies();
  expect(after).toEqual({ ...before, roles: before.roles - 1, assignments: before.assignments - 1 });
});

async function tallies() {
  const [row] = await world.sql<
    Record<'roles' | 'assignments' | 'links' | 'featured' | 'groups' | 'blocks' | 'facets' | 'levels', number>[]
  >`
    select (select count(*)::int from role) as roles, (select count(*)::int from role_assignment) as assignments,
      (select count(*)::int from node_link) as links, (select count(*)::int from featured_collection) as featured,
      (select count(*)::int from explicit_group) as groups, (select count(*)::int from collection_metadata_block) as blocks,
      (select count(*)::int from collection_facet) as facets, (select count(*)::int from collection_input_level) as levels`;
  if (row === undefined) throw new Error('There are no tables.');
  return row;
}

test('a role of the collection that is given elsewhere keeps the collection', async () => {
  const id = await world.createCollection('role-owner');
  const inner = await world.createCollection('moves-away', { owner: id });
  const role = await ownRole('far-role', id);
  await world.sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id) values ('@admin', ${role}, ${inner}, ${inner})`;
  await moveCollection(superuser(), { collection: { id: inner }, target: { id: world.rootId }, force: false });
  expect(await remove(id)).toBe('ROLE_IN_USE');
  expect(await world.sql`select 1 from collection where id = ${id}`).toHaveLength(1);
  await world.sql`delete from role_assignment where role_id = ${role}`;
  expect(await remove(id)).toBe('OK');
});
