import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRoleByAlias, insertAssignment, listAssignmentsOn } from '../../../src/db/queries/access/roles.ts';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { createExplicitGroup } from '../../../src/domain/access/groups/explicit-group-commands.ts';
import { createCollectionRole, createGlobalRole } from '../../../src/domain/access/roles/create-role.ts';
import { setDefaultContributorRole } from '../../../src/domain/access/roles/default-contributor-role.ts';
import { deleteCollectionRole, deleteRole } from '../../../src/domain/access/roles/delete-role.ts';
import { copyRoleAssignmentsToChildren } from '../../../src/domain/access/roles/inherit-assignments.ts';
import { listSelectableRoles } from '../../../src/domain/access/roles/list-roles.ts';
import { replaceRole } from '../../../src/domain/access/roles/replace-role.ts';
import { assignRole } from '../../../src/domain/access/roles/role-commands.ts';
import { deleteSetting, putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

const INHERIT = ':InheritParentRoleAssignments';

describe('roles', () => {
  let world: DomainWorld;
  let counter = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const admin = () => world.as(world.superuser);
  const fresh = (): string => `r${(counter += 1)}`;
  const collection = (owner?: number): Promise<number> => world.createCollection(fresh(), owner === undefined ? {} : { owner });

  /** Alias of a new role of a collection. */
  async function roleOf(collectionId: number): Promise<string> {
    const { alias } = await createCollectionRole(admin(), {
      alias: fresh(),
      name: 'Own',
      permissions: ['EditDataset'],
      collection: { id: collectionId },
    });
    return alias;
  }

  async function rolesOn(nodeId: number): Promise<string[]> {
    const rows = await world.sql<{ text: string }[]>`
      select a.assignee || ' ' || r.alias as text from role_assignment a inner join role r on r.id = a.role_id
      where a.definition_point_id = ${nodeId} order by a.id`;
    return rows.map(({ text }) => text);
  }

  test('for selection are those that a user has, and all for a user without any', async () => {
    const actor = await world.createUser('chooser');
    const offered = async () => (await listSelectableRoles(world.as(actor), undefined)).map(({ alias }) => alias);
    expect(await offered()).toHaveLength(8);
    await world.assign('@chooser', 'member', await collection());
    expect(await offered()).toEqual(['member']);
  });

  test('the creator of a dataset gets the default contributor role of its collection, as it is at that time', async () => {
    const id = await collection();
    const own = await roleOf(id);
    const depositor = await world.createUser('depositor');
    await world.assign(depositor.identifier, 'dsContributor', id);
    const before = await world.createDataset(id, 'Before', depositor);
    const given: string[][] = [];
    for (const roleAlias of [own, null, 'curator']) {
      await setDefaultContributorRole(admin(), { collection: { id }, roleAlias });
      given.push(await rolesOn(await world.createDataset(id, 'After', depositor)));
    }
    expect(await rolesOn(before)).toEqual(['@depositor contributor']);
    expect(given).toEqual([[`@depositor ${own}`], [], ['@depositor curator']]);
  });

  test('a deleted role is removed from all holders, and a replaced one changes their permissions', async () => {
    const id = await collection();
    const { id: roleId, alias } = await createGlobalRole(admin(), { alias: fresh(), name: 'Global', permissions: ['AddDataset'] });
    await world.assign(':AllUsers', alias, id);
    await replaceRole(admin(), { reference: { id: roleId }, alias, name: 'Global', permissions: ['AddCollection', 'EditCollection'] });
    const role = await findRoleByAlias(world.db, alias, []);
    expect(role).toMatchObject({ permissions: 0b100001, description: null });
    expect(await deleteRole(admin(), { reference: { alias } })).toMatchObject({ revokedAssignments: 1 });
    expect(await rolesOn(id)).toEqual(['@admin admin']);
  });

  test('what is refused changes nothing', async () => {
    const id = await collection();
    const own = await roleOf(id);
    await setDefaultContributorRole(admin(), { collection: { id }, roleAlias: own });
    await world.assign(':AllUsers', own, id);
    const before = [await findRoleByAlias(world.db, own, [id]), await rolesOn(id)];
    const [, taken] = [await createGlobalRole(admin(), { alias: fresh(), name: 'Taken' }), `r${counter}`];
    expect(await outcome(deleteCollectionRole(admin(), { reference: { alias: own } }))).toBe('ROLE_IN_USE');
    expect(await outcome(deleteRole(admin(), { reference: { alias: own } }))).toBe('ROLE_IN_USE');
    expect(await outcome(replaceRole(admin(), { reference: { alias: own }, alias: taken, name: 'Other' }))).toBe('ROLE_ALIAS_TAKEN');
    expect(await outcome(replaceRole(admin(), { reference: { alias: own }, alias: 'a b', name: '' }))).toBe('BAD_USER_INPUT');
    expect([await findRoleByAlias(world.db, own, [id]), await rolesOn(id)]).toEqual(before);
  });

  test('of one alias that many define at once, one is stored', async () => {
    const alias = fresh();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcome(createGlobalRole(admin(), { alias, name: 'Many' }))));
    expect(outcomes.toSorted()).toEqual(['OK', ...Array.from({ length: 4 }, () => 'ROLE_ALIAS_TAKEN')]);
  });

  test('two that are renamed to one alias at once: one is refused', async () => {
    const roles = await Promise.all([fresh(), fresh()].map((alias) => createGlobalRole(admin(), { alias, name: 'Renamed' })));
    const alias = fresh();
    const outcomes = await Promise.all(roles.map(({ id }) => outcome(replaceRole(admin(), { reference: { id }, alias, name: 'Same' }))));
    expect(outcomes.toSorted()).toEqual(['OK', 'ROLE_ALIAS_TAKEN']);
  });

  test('a role is deleted or given or made the default, never half of it', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await collection();
      const alias = await roleOf(id);
      const outcomes = await Promise.all([
        outcome(deleteCollectionRole(admin(), { reference: { alias } })),
        outcome(setDefaultContributorRole(admin(), { collection: { id }, roleAlias: alias })),
      ]);
      expect([
        ['OK', 'ROLE_NOT_FOUND'],
        ['ROLE_IN_USE', 'OK'],
      ]).toContainEqual(outcomes);
    }
  });

  describe('of a collection that is deleted', () => {
    test('go with it, its own default among them', async () => {
      const id = await collection();
      const own = await roleOf(id);
      await setDefaultContributorRole(admin(), { collection: { id }, roleAlias: own });
      await assignRole(admin(), { collection: { id }, assignee: ':AllUsers', roleAlias: own });
      expect(await outcome(deleteCollection(admin(), { collection: { id } }))).toBe('OK');
      expect(await findRoleByAlias(world.db, own, [id])).toBeUndefined();
    });

    test('keep it as long as they are given in a collection that was moved away', async () => {
      const id = await collection();
      const child = await collection(id);
      const own = await roleOf(id);
      const { id: assignmentId } = await assignRole(admin(), { collection: { id: child }, assignee: ':AllUsers', roleAlias: own });
      await moveCollection(admin(), { collection: { id: child }, target: { root: true }, force: true });
      expect(await outcome(deleteCollection(admin(), { collection: { id } }))).toBe('ROLE_IN_USE');
      expect(await rolesOn(child)).toContain(`:AllUsers ${own}`);
      await world.sql`delete from role_assignment where id = ${assignmentId}`;
      expect(await outcome(deleteCollection(admin(), { collection: { id } }))).toBe('OK');
    });
  });

  describe('that are handed down', () => {
    async function inheriting<Result>(value: string, work: () => Promise<Result>): Promise<Result> {
      await putSetting(admin(), { name: INHERIT, value });
      try {
        return await work();
      } finally {
        await deleteSetting(admin(), { name: INHERIT });
      }
    }

    async function group(owner: number): Promise<string> {
      const aliasInOwner = fresh();
      await createExplicitGroup(admin(), { collection: { id: owner }, aliasInOwner, displayName: aliasInOwner });
      return `&explicit/${owner}-${aliasInOwner}`;
    }

    async function give(assignee: string, roleAlias: string, definitionPointId: number): Promise<void> {
      const role = await findRoleByAlias(world.db, roleAlias, [definitionPointId]);
      await insertAssignment(world.db, { assignee, roleId: role?.id ?? 0, definitionPointId, assignedBy: null });
    }

    test('come with a new collection: global ones of users and groups that the setting lists', async () => {
      const parent = await collection();
      const crew = await group(parent);
      const uma = await world.createUser(fresh());
      await give(uma.identifier, 'curator', parent);
      await give(uma.identifier, 'member', parent);
      await give(crew, 'curator', parent);
      await give(':AllUsers', 'curator', parent);
      await give(uma.identifier, await roleOf(parent), parent);
      const child = await inheriting('curator', () => collection(parent));
      expect(await rolesOn(child)).toEqual(['@admin admin', `${uma.identifier} curator`, `${crew} curator`]);
      const rows = await listAssignmentsOn(world.db, [child]);
      expect(rows.map(({ effectiveNodeId }) => effectiveNodeId)).toEqual([child, child, child]);
      expect(await rolesOn(await collection(parent))).toEqual(['@admin admin']);
    });

    test('give the creator no second role, and an admin above none that the setting does not list', async () => {
      const parent = await collection();
      const creator = await world.createUser(fresh());
      await give(creator.identifier, 'fullContributor', parent);
      const id = await inheriting('*', () =>
        createCollection(world.as(creator), {
          owner: { id: parent },
          alias: fresh(),
          name: 'Child',
          contacts: [{ contactEmail: 'a@example.org' }],
        }),
      );
      expect(await rolesOn(id)).toEqual([`${creator.identifier} admin`, '@admin admin', `${creator.identifier} fullContributor`]);
    });

    test('reach every collection below in a few statements, and count for groups inside their own tree alone', async () => {
      const parent = await collection();
      const child = await collection(parent);
      const grandchild = await collection(child);
      const sibling = await collection(parent);
      const inner = await group(child);
      await give(inner, 'curator', parent);
      const copy = () => inheriting('*', () => copyRoleAssignmentsToChildren(admin(), { collection: { id: parent } }));
      const copied = await copy();
      expect(copied.collections.map(({ id }) => id)).toEqual([child, grandchild, sibling]);
      expect({ added: copied.added, leftOut: copied.leftOut }).toEqual({ added: [inner], leftOut: [] });
      const rows = await listAssignmentsOn(world.db, [child, grandchild, sibling]);
      const effective = new Map(
        rows.filter(({ assignee }) => assignee === inner).map((row) => [row.definitionPointId, row.effectiveNodeId]),
      );
      expect([...effective]).toEqual([
        [child, child],
        [grandchild, grandchild],
        [sibling, null],
      ]);
      expect((await copy()).collections).toEqual([]);
    });
  });
});
