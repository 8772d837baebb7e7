import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCollection } from '../../../src/db/queries/collections/collections.ts';
import { findDataset } from '../../../src/db/queries/datasets/datasets.ts';
import { findFile } from '../../../src/db/queries/files/file-access.ts';
import { type Actor, effectivePermissions } from '../../../src/kernel/actor.ts';
import { permissionsOf } from '../../../src/permission-set.ts';
import { PERMISSIONS, type Permission } from '../../../src/vocabulary/access.ts';
import { type DomainWorld, guest, startDomainWorld } from './domain-world.ts';
import { ROLE_TABLE } from './role-table.ts';

const GUEST_MAY_HOLD: readonly Permission[] = ['ViewUnpublishedCollection', 'ViewUnpublishedDataset', 'DownloadFile'];
const LEVELS = ['parent', 'collection', 'dataset', 'file'] as const;
type Level = (typeof LEVELS)[number];
type Ids = Readonly<Record<Level, number>>;

describe('effective permissions', () => {
  let world: DomainWorld;
  let named: Actor;
  let other: Actor;
  let counter = 0;
  beforeAll(async () => {
    world = await startDomainWorld();
    named = await world.createUser('Named');
    other = await world.createUser('other');
  });
  afterAll(async () => world.stop());

  /** A file in a dataset in a collection in a parent; `inheriting` makes the collection no permission root. */
  async function createBranch(inheriting: boolean): Promise<Ids> {
    counter += 1;
    const parent = await world.createCollection(`parent${counter}`);
    const collection = await world.createCollection(`collection${counter}`, { owner: parent });
    if (inheriting) await makeInheriting(collection);
    const dataset = await world.createDataset(collection);
    await world.sql`delete from role_assignment where definition_point_id in (${parent}, ${collection}, ${dataset})`;
    return { parent, collection, dataset, file: await world.addFile(dataset, 'a.txt') };
  }

  /** As older data has it; nothing sets it now. */
  async function makeInheriting(collectionId: number): Promise<void> {
    await world.sql`update collection set permission_root = false where id = ${collectionId}`;
    await world.sql`update node set permission_path = ${collectionId}::int || (select o.permission_path from node o where o.id = node.owner_id)
      where id = ${collectionId}`;
  }

  async function permissionsAt(actor: Actor, level: Level, ids: Ids): Promise<Permission[]> {
    const key = { id: ids[level] };
    const found =
      level === 'file'
        ? await findFile(world.db, key, actor.identities)
        : level === 'dataset'
          ? await findDataset(world.db, key, actor.identities)
          : await findCollection(world.db, key, actor.identities);
    if (found === undefined) throw new Error('Not found.');
    return permissionsOf(effectivePermissions(actor, found.granted));
  }

  const assignees = ['@Named', ':authenticated-users', ':AllUsers', ':guest'] as const;
  const reaches = (assignee: string, actor: Actor) =>
    assignee === ':AllUsers' ||
    (assignee === ':guest' && actor === guest) ||
    (assignee === ':authenticated-users' && actor !== guest) ||
    (assignee === '@Named' && actor === named);

  describe.each([false, true])('where the collection inherits: %s', (inheriting) => {
    let ids: Ids;
    beforeAll(async () => {
      ids = await createBranch(inheriting);
    });

    test.each(assignees.flatMap((assignee) => LEVELS.map((place) => ({ assignee, place }))))(
      'a role of $assignee on the $place',
      async ({ assignee, place }) => {
        for (const role of ['admin', 'curator', 'fileDownloader']) {
          await world.assign(assignee, role, ids[place]);
          for (const actor of [guest, named, other, world.superuser]) {
            for (const level of LEVELS) {
              // What is given holds below, down to the file; a permission root below lets nothing of its parent through.
              const below = LEVELS.indexOf(level) >= LEVELS.indexOf(place);
              const stopped = place === 'parent' && level !== 'parent' && !inheriting;
              const held = reaches(assignee, actor) && below && !stopped ? (ROLE_TABLE[role] ?? []) : [];
              const allowed = actor === guest ? held.filter((permission) => GUEST_MAY_HOLD.includes(permission)) : held;
              const expected = actor === world.superuser ? PERMISSIONS : PERMISSIONS.filter((permission) => allowed.includes(permission));
              expect(await permissionsAt(actor, level, ids), `${actor.identifier} with ${role}, on the ${level}`).toEqual(expected);
            }
          }
          await world.sql`delete from role_assignment where definition_point_id = ${ids[place]}`;
        }
      },
    );
  });

  test('add up over assignees and places', async () => {
    const ids = await createBranch(false);
    await world.assign('@Named', 'dsContributor', ids.collection);
    await world.assign(':authenticated-users', 'member', ids.dataset);
    await world.assign(':AllUsers', 'fileDownloader', ids.file);
    expect(await permissionsAt(named, 'file', ids)).toEqual([
      'AddDataset',
      'ViewUnpublishedCollection',
      'ViewUnpublishedDataset',
      'DownloadFile',
    ]);
    expect(await permissionsAt(other, 'dataset', ids)).toEqual(['ViewUnpublishedCollection', 'ViewUnpublishedDataset', 'DownloadFile']);
    expect(await permissionsAt(guest, 'dataset', ids)).toEqual([]);
    expect(await permissionsAt(guest, 'file', ids)).toEqual(['DownloadFile']);
  });

  test('the permission path of a new node goes up to the nearest permission root', async () => {
    const top = await world.createCollection('top');
    const middle = await world.createCollection('middle', { owner: top });
    await makeInheriting(middle);
    const root = await world.createCollection('lower-root', { owner: middle });
    const inMiddle = await world.createDataset(middle);
    const fileInMiddle = await world.addFile(inMiddle, 'a.txt');
    const inRoot = await world.createDataset(root);
    const paths = async (id: number) => {
      const [row] = await world.sql<{ path: number[]; permissionPath: number[] }[]>`
        select path, permission_path as "permissionPath" from node where id = ${id}`;
      return row;
    };
    expect(await paths(top)).toEqual({ path: [world.rootId, top], permissionPath: [top] });
    expect(await paths(middle)).toEqual({ path: [world.rootId, top, middle], permissionPath: [middle, top] });
    expect(await paths(root)).toEqual({ path: [world.rootId, top, middle, root], permissionPath: [root] });
    expect(await paths(inMiddle)).toEqual({ path: [world.rootId, top, middle, inMiddle], permissionPath: [inMiddle, middle, top] });
    expect(await paths(fileInMiddle)).toMatchObject({ permissionPath: [fileInMiddle, inMiddle, middle, top] });
    expect(await paths(inRoot)).toMatchObject({ permissionPath: [inRoot, root] });
  });
});
