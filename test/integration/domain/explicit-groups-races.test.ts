import { afterAll, beforeAll, expect, test } from 'vitest';
import { listContainedAssignees } from '../../../src/db/queries/access/group-members.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { addGroupMembers, removeGroupMembers } from '../../../src/domain/access/groups/change-group-members.ts';
import { createExplicitGroup, deleteExplicitGroup } from '../../../src/domain/access/groups/explicit-group-commands.ts';
import { viewExplicitGroup } from '../../../src/domain/access/groups/view-explicit-group.ts';
import { deleteCollectionRole } from '../../../src/domain/access/roles/delete-role.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

/** Explicit groups under simultaneous changes: each race is run this often. */
const ROUNDS = 8;

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

const admin = () => world.as(world.superuser);
const group = (owner: number, aliasInOwner: string) => ({ collection: { id: owner }, aliasInOwner });
const identifier = (owner: number, alias: string) => `&explicit/${owner}-${alias}`;

async function createGroup(owner: number, alias: string): Promise<void> {
  await createExplicitGroup(admin(), { ...group(owner, alias), displayName: alias });
}

const add = (owner: number, alias: string, ...assignees: string[]) => addGroupMembers(admin(), { group: group(owner, alias), assignees });
const race = async (...work: Promise<unknown>[]) => (await Promise.all(work.map(outcome))).toSorted();

/** Groups that contain themselves at some depth. */
async function rings(): Promise<readonly unknown[]> {
  return world.sql`
    with recursive inside(outer_id, inner_id) as (
      select group_id, member_group_id from explicit_group_member where member_group_id is not null
      union
      select inside.outer_id, m.member_group_id from inside inner join explicit_group_member m on m.group_id = inside.inner_id
      where m.member_group_id is not null)
    select outer_id from inside where outer_id = inner_id`;
}

test('two groups that are put into each other at once do not both contain the other', async () => {
  const owner = await world.createCollection('mutual');
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [`one-${round}`, `two-${round}`];
    await createGroup(owner, one);
    await createGroup(owner, two);
    expect(await race(add(owner, one, identifier(owner, two)), add(owner, two, identifier(owner, one)))).toEqual([
      'GROUP_CONTAINMENT_REFUSED',
      'OK',
    ]);
  }
  expect(await rings()).toEqual([]);
});

test('a ring over several collections is not closed by two additions at once', async () => {
  const above = await world.createCollection('ring-above');
  const below = await world.createCollection('ring-below', { owner: above });
  for (let round = 0; round < ROUNDS; round += 1) {
    const [low, high, top] = [`low-${round}`, `high-${round}`, `top-${round}`];
    await createGroup(below, low);
    await createGroup(above, high);
    await createGroup(above, top);
    // Such containment stays when a collection is moved.
    await world.sql`insert into explicit_group_member (group_id, member_group_id)
      select t.id, l.id from explicit_group t, explicit_group l where t.owner_id = ${above} and t.alias = ${top} and l.owner_id = ${below} and l.alias = ${low}`;
    expect(await race(add(below, low, identifier(above, high)), add(above, high, identifier(above, top)))).toEqual([
      'GROUP_CONTAINMENT_REFUSED',
      'OK',
    ]);
  }
  expect(await rings()).toEqual([]);
});

test('a group that is deleted while it is added is a member or is unknown', async () => {
  const above = await world.createCollection('fleeting-above');
  const below = await world.createCollection('fleeting-below', { owner: above });
  for (let round = 0; round < ROUNDS; round += 1) {
    const [outer, inner] = [`outer-${round}`, `inner-${round}`];
    await createGroup(below, outer);
    await createGroup(above, inner);
    const results = await Promise.all([
      outcome(add(below, outer, identifier(above, inner))),
      outcome(deleteExplicitGroup(admin(), { group: group(above, inner) })),
    ]);
    expect([
      ['OK', 'OK'],
      ['ASSIGNEE_NOT_FOUND', 'OK'],
    ]).toContainEqual(results);
    const members =
      await world.sql`select m.id from explicit_group_member m inner join explicit_group g on g.id = m.group_id where g.alias = ${outer}`;
    expect(members).toEqual([]);
  }
});

test('a group that is deleted while it gets a role leaves no role behind', async () => {
  const owner = await world.createCollection('roles-owner');
  const child = await world.createCollection('roles-child', { owner });
  for (let round = 0; round < ROUNDS; round += 1) {
    const alias = `brief-${round}`;
    await createGroup(owner, alias);
    const results = await Promise.all([
      outcome(assignRole(admin(), { collection: { id: child }, assignee: identifier(owner, alias), roleAlias: 'member' })),
      outcome(deleteExplicitGroup(admin(), { group: group(owner, alias) })),
    ]);
    expect([
      ['OK', 'OK'],
      ['ASSIGNEE_NOT_FOUND', 'OK'],
    ]).toContainEqual(results);
    expect(await world.sql`select id from role_assignment where assignee = ${identifier(owner, alias)}`).toEqual([]);
  }
});

test('a role given while its place moves takes effect where that place is in the end', async () => {
  const owner = await world.createCollection('moving-owner');
  const beside = await world.createCollection('moving-beside');
  const point = await world.createCollection('moving-point', { owner });
  for (let round = 0; round < ROUNDS; round += 1) {
    const alias = `moving-${round}`;
    await createGroup(owner, alias);
    const target = round % 2 === 0 ? beside : owner;
    expect(
      await race(
        assignRole(admin(), { collection: { id: point }, assignee: identifier(owner, alias), roleAlias: 'member' }),
        moveCollection(admin(), { collection: { id: point }, target: { id: target }, force: false }),
        assignRole(admin(), { collection: { id: point }, assignee: identifier(owner, alias), roleAlias: 'curator' }),
      ),
    ).toEqual(['OK', 'OK', 'OK']);
    const rows = await world.sql<{ effect: number | null }[]>`
      select effective_node_id as effect from role_assignment where definition_point_id = ${point} and explicit_group_id is not null`;
    expect(rows.map(({ effect }) => effect)).toEqual(Array.from({ length: 2 * (round + 1) }, () => (target === owner ? point : null)));
  }
});

test('a role that is deleted while it is given is unknown, or takes the assignment with it', async () => {
  const owner = await world.createCollection('roles-deleted');
  await createGroup(owner, 'given');
  for (let round = 0; round < ROUNDS; round += 1) {
    const alias = `brief-role-${round}`;
    await world.sql`insert into role (alias, name, permissions, owner_id) values (${alias}, ${alias}, 4, ${owner})`;
    const results = await Promise.all([
      outcome(assignRole(admin(), { collection: { id: owner }, assignee: identifier(owner, 'given'), roleAlias: alias })),
      outcome(deleteCollectionRole(admin(), { reference: { alias } })),
    ]);
    expect([
      ['OK', 'OK'],
      ['BAD_USER_INPUT', 'OK'],
    ]).toContainEqual(results);
  }
  expect(await world.sql`select id from role_assignment where assignee = ${identifier(owner, 'given')}`).toEqual([]);
});

test('of several groups with the same alias at once one is made', async () => {
  const owner = await world.createCollection('same-alias');
  for (let round = 0; round < ROUNDS; round += 1) {
    const create = () => createGroup(owner, `same-${round}`);
    expect(await race(create(), create(), create())).toEqual(['GROUP_ALIAS_TAKEN', 'GROUP_ALIAS_TAKEN', 'OK']);
  }
});

test('members added and removed at once are all there, or gone', async () => {
  const owner = await world.createCollection('busy');
  await createGroup(owner, 'busy');
  const [ann, ben] = await Promise.all([world.createUser('ann'), world.createUser('ben')]);
  for (let round = 0; round < ROUNDS; round += 1) {
    await add(owner, 'busy', ann.identifier);
    const remove = removeGroupMembers(admin(), { group: group(owner, 'busy'), assignees: [ann.identifier] });
    expect(await race(add(owner, 'busy', ben.identifier, ':guest'), add(owner, 'busy', ':guest', ben.identifier), remove)).toEqual([
      'OK',
      'OK',
      'OK',
    ]);
    const { id } = await viewExplicitGroup(admin(), group(owner, 'busy'));
    expect((await listContainedAssignees(world.db, [id])).get(id)).toEqual([':guest', ben.identifier]);
    await removeGroupMembers(admin(), { group: group(owner, 'busy'), assignees: [ben.identifier, ':guest'] });
  }
});
