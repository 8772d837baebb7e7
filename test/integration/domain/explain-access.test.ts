import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoaders } from '../../../src/db/loaders.ts';
import { listNodeAccess } from '../../../src/db/queries/gate/node-access.ts';
import { listNodeGrants } from '../../../src/db/queries/gate/nodes.ts';
import { findRoleByAlias, insertAssignment } from '../../../src/db/queries/access/roles.ts';
import { type AccessExplanation, explainAccess } from '../../../src/domain/access/explanation/explain-access.ts';
import { type Actor, effectivePermissions } from '../../../src/kernel/actor.ts';
import { authorizeDownload } from '../../../src/domain/files/download-file.ts';
import { viewFile } from '../../../src/domain/files/view-file.ts';
import { addGroupMembers } from '../../../src/domain/access/groups/change-group-members.ts';
import { createExplicitGroup } from '../../../src/domain/access/groups/explicit-group-commands.ts';
import { authenticate } from '../../../src/domain/access/accounts/authenticate.ts';
import { viewDataset } from '../../../src/domain/datasets/view-dataset.ts';
import { issueApiToken } from '../../../src/kernel/api-token.ts';
import { ALL_PERMISSIONS, permissionBit } from '../../../src/permission-set.ts';
import { PERMISSIONS, type Permission } from '../../../src/vocabulary/access.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from './domain-world.ts';
import { ROLE_TABLE } from './role-table.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const BUILT_IN = [':guest', ':authenticated-users', ':AllUsers'];

describe('an explanation of access', () => {
  let world: DomainWorld;
  let counter = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const explain = (as: Actor, node: number, permission: Permission, assignee: string | null = null): Promise<AccessExplanation> =>
    explainAccess(world.as(as), { node: { id: node }, permission, assignee });

  /** The actor of a request with a token of this account. */
  async function authenticated(account: Actor): Promise<Actor> {
    const token = await issueApiToken(world.db, account.account?.id ?? 0);
    const { services } = world.server.application;
    return authenticate(
      world.db,
      { token, clientAddress: undefined, fromLocalhost: false, unblockKey: undefined },
      { gate: 'superuser', unblockKey: undefined, groups: services.groups, bearer: services },
    );
  }

  async function assign(assignee: string, roleAlias: string, nodeId: number): Promise<void> {
    const role = await findRoleByAlias(world.db, roleAlias, []);
    await insertAssignment(world.db, { assignee, roleId: role?.id ?? 0, definitionPointId: nodeId, assignedBy: null });
  }

  async function createGroup(collectionId: number, members: readonly string[]): Promise<string> {
    const aliasInOwner = `g${(counter += 1)}`;
    const admin = world.as(world.superuser);
    const { id } = await createExplicitGroup(admin, { collection: { id: collectionId }, aliasInOwner, displayName: aliasInOwner });
    expect(id).toBeGreaterThan(0);
    const group = { collection: { id: collectionId }, aliasInOwner };
    for (const member of members) {
      // A group that cannot be a member here is left out: the world takes what it gets.
      expect(['OK', 'GROUP_CONTAINMENT_REFUSED']).toContain(await outcome(addGroupMembers(admin, { group, assignees: [member] })));
    }
    return `&explicit/${collectionId}-${aliasInOwner}`;
  }

  async function makeInheriting(collectionId: number): Promise<void> {
    await world.sql`update collection set permission_root = false where id = ${collectionId}`;
    await world.sql`update node set permission_path = ${collectionId}::int || (select o.permission_path from node o where o.id = node.owner_id)
      where id = ${collectionId}`;
  }

  /** Collections, some without a permission root of their own, datasets, files, nested groups and roles anywhere. */
  async function randomWorld(random: SeededRandom): Promise<{ nodes: number[]; users: Actor[]; groups: string[] }> {
    const collections = [world.rootId];
    const nodes = [world.rootId];
    for (let index = 0; index < 6; index++) {
      const id = await world.createCollection(`random${(counter += 1)}`, { owner: random.pick(collections) });
      if (random.chance(0.3)) await world.sql`update node set published_at = now() where id = ${id}`;
      if (random.chance(0.4)) await makeInheriting(id);
      collections.push(id);
      nodes.push(id);
    }
    for (let index = 0; index < 3; index++) {
      const dataset = await world.createDataset(random.pick(collections));
      nodes.push(dataset, await world.addFile(dataset, 'a.txt', { restrict: random.chance(0.3) }));
    }
    const users: Actor[] = [];
    for (let index = 0; index < 3; index++) {
      users.push(await world.createUser(`User${(counter += 1)}`, { superuser: index === 2 && random.chance(0.3) }));
    }
    const groups: string[] = [];
    for (let index = 0; index < 7; index++) {
      const candidates = [...users.map(({ identifier }) => identifier), ...BUILT_IN, ...groups, ...groups];
      // Groups of the root can be members everywhere, so that some nest deeply.
      const owner = random.chance(0.5) ? world.rootId : random.pick(collections);
      groups.push(await createGroup(owner, [random.pick(candidates), random.pick(candidates), random.pick(candidates)]));
    }
    await world.sql`delete from role_assignment`;
    const assignees = [...users.map(({ identifier }) => identifier), ...BUILT_IN, ...groups, ...groups];
    for (let index = 0; index < 20; index++) await assign(random.pick(assignees), random.pick(Object.keys(ROLE_TABLE)), random.pick(nodes));
    return { nodes, users, groups };
  }

  /** Who is a member of what, written down without the queries under test. */
  async function memberships(): Promise<ReadonlySet<string>> {
    const rows = await world.sql<{ member: string; group: string }[]>`
      select coalesce(m.assignee, '@' || u.user_name, '&explicit/' || i.owner_id || '-' || i.alias) as member,
        '&explicit/' || g.owner_id || '-' || g.alias as "group"
      from explicit_group_member m inner join explicit_group g on g.id = m.group_id
      left join explicit_group i on i.id = m.member_group_id left join user_account u on u.id = m.user_account_id`;
    return new Set(rows.map(({ member, group }) => `${member} ${group}`));
  }

  function isStep(member: string, group: string, known: ReadonlySet<string>): boolean {
    if (group === ':AllUsers') return true;
    if (group === ':authenticated-users') return member.startsWith('@');
    return known.has(`${member} ${group}`);
  }

  /** The explanation agrees with the decision, and with itself. */
  async function expectTrue(explanation: AccessExplanation, actor: Actor, known: ReadonlySet<string>): Promise<void> {
    const { permission, nodeId, allowed, rules, grants, outOfReach, missing, countsAt } = explanation;
    const what = `${actor.identifier} ${permission} on ${nodeId}`;
    const bit = permissionBit(permission);
    const [real] = await listNodeGrants(world.db, [nodeId], actor.identities);
    const [access] = await listNodeAccess(world.db, [nodeId], []);
    const open = access?.openFile === true && permission === 'DownloadFile';
    expect(allowed, what).toBe((effectivePermissions(actor, real?.granted ?? 0) & bit) !== 0 || open);
    const withheld = rules.includes('GUEST_CEILING');
    expect(withheld, what).toBe(!actor.superuser && (actor.ceiling & bit) === 0);
    expect(allowed, what).toBe(actor.superuser || open || (grants.length > 0 && !withheld));
    expect(missing === null, what).toBe(allowed);
    for (const { assignment, through } of [...grants, ...outOfReach]) {
      expect([through[0], through.at(-1)], what).toEqual([actor.identifier, assignment.assignee]);
      for (const [index, group] of through.entries()) {
        const member = through[index - 1];
        expect(member === undefined || isStep(member, group, known), `${what} through ${through.join(' > ')}`).toBe(true);
      }
    }
    const counts = ({ assignment }: (typeof grants)[number]): boolean => countsAt.includes(assignment.effectiveNodeId ?? 0);
    expect(grants.every(counts), what).toBe(true);
    expect(outOfReach.some(counts), what).toBe(false);
  }

  test.each([1, 2, 3])('agrees with every decision in a random world (%i), asked by oneself and by a superuser', async (seed) => {
    const random = seededRandom(seed);
    const { nodes, users } = await randomWorld(random);
    const known = await memberships();
    const actors = [...(await Promise.all(users.map(authenticated))), guestOfServer()];
    let [held, longest] = [0, 0];
    for (const actor of actors) {
      for (const node of nodes) {
        for (const permission of PERMISSIONS) {
          const own = await explain(actor, node, permission);
          await expectTrue(own, actor, known);
          const asked = random.chance(0.25) ? await explain(world.superuser, node, permission, actor.identifier) : own;
          expect(asked).toEqual(own);
          if (own.allowed) held += 1;
          longest = Math.max(longest, ...own.grants.map(({ through }) => through.length));
        }
      }
    }
    expect(held).toBeGreaterThan(20);
    expect(longest).toBeGreaterThan(2);
  });

  /** A guest with the groups that guests are in. */
  function guestOfServer(): Actor {
    const { groups } = world.server.application.services;
    const own = { own: guest.identities, address: undefined, confirmedEmail: undefined, explicitGroups: [] };
    return { ...guest, identities: groups.identitiesOf(own) };
  }

  test('names the groups between an account and a role, one by one', async () => {
    const collection = await world.createCollection('nested');
    const uma = await world.createUser('Uma');
    const inner = await createGroup(collection, [uma.identifier]);
    const outer = await createGroup(collection, [inner]);
    await assign(outer, 'curator', collection);
    const dataset = await world.createDataset(collection);
    const { allowed, grants, missing } = await explain(await authenticated(uma), dataset, 'PublishDataset');
    expect({ allowed, missing, through: grants.map(({ through }) => through) }).toEqual({
      allowed: true,
      missing: null,
      through: [[uma.identifier, inner, outer]],
    });
    expect((await explain(world.superuser, dataset, 'PublishDataset', inner)).grants[0]?.through).toEqual([inner, outer]);
  });

  test('says what is missing: an account, reach, a role', async () => {
    const top = await world.createCollection('above');
    const below = await world.createCollection('below', { owner: top });
    const pete = await world.createUser('Pete');
    await assign(pete.identifier, 'curator', top);
    await assign(':guest', 'curator', below);
    const far = await explain(pete, below, 'EditDataset');
    expect(far).toMatchObject({ allowed: false, grants: [], countsAt: [below], missing: expect.stringMatching(/do not reach/) });
    expect(far.outOfReach.map(({ assignment }) => assignment.definitionPointId)).toEqual([top]);
    expect(await explain(guest, below, 'EditDataset')).toMatchObject({
      allowed: false,
      rules: ['GUEST_CEILING'],
      grants: [{ through: [':guest'] }],
      missing: expect.stringMatching(/without an account/),
    });
    expect(await explain(pete, below, 'AddDataset', null)).toMatchObject({ allowed: false, missing: expect.stringMatching(/has a role/) });
    expect((await explain(guest, below, 'ViewUnpublishedCollection')).allowed).toBe(true);
  });

  test('names the rules that decide without a role', async () => {
    const collection = await world.createCollection('rules', { published: true });
    const dataset = await world.createDataset(collection);
    const open = await world.addFile(dataset, 'open.txt');
    const closed = await world.addFile(dataset, 'closed.txt', { restrict: true });
    expect((await explain(guest, open, 'DownloadFile')).allowed).toBe(false);
    await world.publish(dataset);
    expect(await explain(guest, open, 'DownloadFile')).toMatchObject({ allowed: true, rules: ['OPEN_FILE'], missing: null });
    expect(await explain(guest, closed, 'DownloadFile')).toMatchObject({ allowed: false, rules: [] });
    expect(await explain(guest, collection, 'ViewUnpublishedCollection')).toMatchObject({ allowed: false, rules: ['PUBLISHED'] });
    expect(await explain(world.superuser, closed, 'EditDataset')).toMatchObject({ allowed: true, rules: ['SUPERUSER'] });
    const gone = await world.createUser('Gone');
    await assign(gone.identifier, 'admin', collection);
    await world.sql`update user_account set deactivated_at = now() where id = ${gone.account?.id ?? 0}`;
    expect(await explain(world.superuser, collection, 'EditCollection', gone.identifier)).toMatchObject({
      allowed: false,
      rules: ['DEACTIVATED'],
      missing: expect.stringMatching(/deactivated/),
    });
  });

  test('of others is for managers of permissions on the object, and of an unknown assignee is refused', async () => {
    const collection = await world.createCollection('managed');
    const dataset = await world.createDataset(collection);
    const file = await world.addFile(dataset, 'a.txt');
    const curator = await world.createUser('Curator');
    await assign(curator.identifier, 'curator', collection);
    const ask = (node: number, assignee: string): Promise<string> => outcome(explain(curator, node, 'EditDataset', assignee));
    expect(await ask(collection, '@admin')).toBe('PERMISSION_DENIED');
    expect(await ask(collection, '@nobody-at-all')).toBe('PERMISSION_DENIED');
    expect(await ask(collection, curator.identifier.toUpperCase())).toBe('OK');
    expect(await ask(dataset, '@admin')).toBe('OK');
    expect(await ask(file, ':AllUsers')).toBe('OK');
    expect(await ask(file, '@nobody-at-all')).toBe('ASSIGNEE_NOT_FOUND');
    expect(await outcome(explain(curator, 999_999, 'EditDataset'))).toBe('NOT_FOUND');
    expect(await outcome(explain(guest, dataset, 'EditDataset', '@admin'))).toBe('PERMISSION_DENIED');
  });

  test('a role of a group that is made outside the tree of the group opens nothing there, no file either', async () => {
    const [home, elsewhere] = [await world.createCollection('home'), await world.createCollection('elsewhere')];
    const member = await world.createUser('Stray');
    const group = await createGroup(home, [member.identifier]);
    await assign(group, 'curator', elsewhere);
    const dataset = await world.createDataset(elsewhere);
    const file = await world.addFile(dataset, 'a.txt');
    const actor = await authenticated(member);
    const { allowed, outOfReach } = await explain(actor, file, 'ViewUnpublishedDataset');
    expect({ allowed, outOfReach: outOfReach.filter(({ assignment }) => assignment.assignee === group).length }).toEqual({
      allowed: false,
      outOfReach: 1,
    });
    expect(await outcome(viewDataset(world.as(actor), { id: dataset }))).toBe('PERMISSION_DENIED');
    expect(await outcome(viewFile(world.as(actor), { id: file }))).toBe('PERMISSION_DENIED');
    expect(await outcome(authorizeDownload(world.as(actor), { file: { id: file } }))).toBe('FILE_ACCESS_DENIED');
  });

  test('1,000 objects are looked at in one statement', async () => {
    const collection = await world.createCollection('crowded');
    const rows = await world.sql<{ id: number }[]>`
      insert into node (kind, owner_id, path, permission_path)
      select 'DATASET', ${collection}, array[${world.rootId}, ${collection}]::int[], array[${collection}]::int[] from generate_series(1, 1000) returning id`;
    const { nodeAccess } = createLoaders({ db: world.db, onlooker: { identities: ['@admin'], superuser: false } });
    world.server.takeStatements();
    const found = await nodeAccess.loadMany(rows.map(({ id }) => id));
    expect(world.server.takeStatements()).toHaveLength(1);
    expect(found.filter((one) => one !== undefined && 'granted' in one && one.granted === ALL_PERMISSIONS)).toHaveLength(1000);
  });
});
