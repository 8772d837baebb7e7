import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listLatestVersions } from '../../../src/db/queries/versions/versions.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { viewCollection } from '../../../src/domain/collections/view-collection.ts';
import type { CommandContext } from '../../../src/kernel/command.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { listDatasetLocks } from '../../../src/domain/datasets/list-dataset-locks.ts';
import { addFile, admitUpload } from '../../../src/domain/files/add-file.ts';
import { authorizeDownload, createDownloadUrl } from '../../../src/domain/files/download-file.ts';
import { viewFile, viewFileRecord } from '../../../src/domain/files/view-file.ts';
import { listCollectionRoles, listGlobalRoles } from '../../../src/domain/access/roles/list-roles.ts';
import { assignRole, listCollectionAssignments, revokeRole } from '../../../src/domain/access/roles/role-commands.ts';
import { deleteSetting, findSetting, listSettings, putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { createBuiltinUser } from '../../../src/domain/access/accounts/create-builtin-user.ts';
import { deleteDataset } from '../../../src/domain/datasets/delete-dataset.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { findAnyDataset, viewDataset, viewDatasetWithLatest } from '../../../src/domain/datasets/view-dataset.ts';
import { viewVersion } from '../../../src/domain/versions/view-version.ts';
import { WHOLE } from '../../../src/model/page-window.ts';
import type { Permission } from '../../../src/vocabulary/access.ts';
import { type DomainWorld, guest, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import { withLoaders } from './with-loaders.ts';
import { ROLE_TABLE } from './role-table.ts';

const STATES = ['draft', 'published', 'published with draft', 'deaccessioned'] as const;
type State = (typeof STATES)[number];

/** Who acts: by the built-in role on the collection, or none. */
const KINDS = ['guest', 'no role', ...Object.keys(ROLE_TABLE), 'superuser'] as const;

interface Caller {
  readonly kind: string;
  readonly superuser: boolean;
  readonly guest: boolean;
  has(permission: Permission): boolean;
}

interface Target {
  readonly collectionId: number;
  readonly datasetId: number;
  readonly fileId: number;
}

interface Case {
  readonly run: (context: CommandContext, target: Target, world: DomainWorld) => Promise<unknown>;
  readonly expected: (caller: Caller, state: State) => string;
  /** Whether a success changes the dataset, so that it cannot serve another caller. */
  readonly changes?: boolean;
}

/** The outcome when the permission is there, else the refusal. */
const need = (caller: Caller, permission: Permission, permitted: string) => (caller.has(permission) ? permitted : 'PERMISSION_DENIED');
const byState = (state: State, outcomes: Readonly<Record<State, string>>) => outcomes[state];

let counter = 0;

/** Source: datasets.md 1.2, 1.4, 5 to 8; files.md 4.3, 11.1. */
const datasetCases: Readonly<Record<string, Case>> = {
  viewDataset: {
    run: (context, { datasetId }) => viewDataset(context, { id: datasetId }),
    expected: (caller, state) => (state === 'draft' ? need(caller, 'ViewUnpublishedDataset', 'OK') : 'OK'),
  },
  viewDatasetWithLatest: {
    run: (context, { datasetId }) =>
      viewDatasetWithLatest(withLoaders(context), { dataset: { id: datasetId }, asked: { files: 100, metadata: true, granted: false } }),
    expected: (caller, state) => (state === 'draft' ? need(caller, 'ViewUnpublishedDataset', 'OK') : 'OK'),
  },
  'viewVersion :draft': {
    run: async (context, target) => view(context, target, ':draft'),
    expected: (caller, state) =>
      need(caller, 'ViewUnpublishedDataset', state === 'draft' || state === 'published with draft' ? 'OK' : 'DATASET_VERSION_NOT_FOUND'),
  },
  'viewVersion :latest': {
    run: async (context, target) => view(context, target, ':latest'),
    expected: (caller, state) =>
      state === 'draft' ? need(caller, 'ViewUnpublishedDataset', 'OK') : state === 'deaccessioned' ? 'DATASET_VERSION_NOT_FOUND' : 'OK',
  },
  'viewVersion :latest-published': {
    run: async (context, target) => view(context, target, ':latest-published'),
    expected: (caller, state) =>
      state === 'draft'
        ? need(caller, 'ViewUnpublishedDataset', 'DATASET_VERSION_NOT_FOUND')
        : state === 'deaccessioned'
          ? 'DATASET_VERSION_NOT_FOUND'
          : 'OK',
  },
  'viewVersion 1.0': {
    run: async (context, target) => view(context, target, '1.0'),
    expected: (_caller, state) => (state === 'draft' || state === 'deaccessioned' ? 'DATASET_VERSION_NOT_FOUND' : 'OK'),
  },
  'viewVersion 1.0, deaccessioned too': {
    run: async (context, target) => view(context, target, '1.0', { includeDeaccessioned: true }),
    expected: (_caller, state) => (state === 'draft' ? 'DATASET_VERSION_NOT_FOUND' : 'OK'),
  },
  listDatasetLocks: {
    run: (context, { datasetId }) => listDatasetLocks(withLoaders(context), { dataset: { id: datasetId }, type: null }),
    expected: () => 'OK',
  },
  updateDatasetDraft: {
    run: (context, { datasetId }) => updateDraft(context, { dataset: { id: datasetId }, datasetVersion: versionBody('Changed') }),
    expected: (caller) => need(caller, 'EditDataset', 'OK'),
    changes: true,
  },
  'publishDataset major': {
    run: (context, { datasetId }) => publishDataset(context, { dataset: { id: datasetId }, type: 'major' }),
    expected: (caller, state) =>
      need(
        caller,
        'PublishDataset',
        byState(state, {
          draft: 'OK',
          published: 'DATASET_ALREADY_PUBLISHED',
          'published with draft': 'OK',
          deaccessioned: 'DATASET_ALREADY_PUBLISHED',
        }),
      ),
    changes: true,
  },
  'publishDataset minor': {
    run: (context, { datasetId }) => publishDataset(context, { dataset: { id: datasetId }, type: 'minor' }),
    expected: (caller, state) =>
      need(
        caller,
        'PublishDataset',
        byState(state, {
          draft: 'DATASET_MINOR_VERSION_REFUSED',
          published: 'DATASET_ALREADY_PUBLISHED',
          'published with draft': 'OK',
          deaccessioned: 'DATASET_ALREADY_PUBLISHED',
        }),
      ),
    changes: true,
  },
  'publishDataset updatecurrent': {
    run: (context, { datasetId }) => publishDataset(context, { dataset: { id: datasetId }, type: 'updatecurrent' }),
    expected: (caller, state) => {
      if (caller.guest) return 'AUTHENTICATION_REQUIRED';
      if (!caller.superuser) return 'SUPERUSER_REQUIRED';
      return byState(state, {
        draft: 'DATASET_UPDATE_CURRENT_REFUSED',
        published: 'DATASET_ALREADY_PUBLISHED',
        'published with draft': 'OK',
        deaccessioned: 'DATASET_ALREADY_PUBLISHED',
      });
    },
    changes: true,
  },
  deleteDatasetDraft: {
    run: (context, { datasetId }) => deleteDraft(context, { dataset: { id: datasetId } }),
    expected: (caller, state) =>
      need(caller, 'DeleteDatasetDraft', state === 'draft' || state === 'published with draft' ? 'OK' : 'DATASET_DRAFT_NOT_FOUND'),
    changes: true,
  },
  deleteDataset: {
    run: (context, { datasetId }) => deleteDataset(context, { dataset: { id: datasetId } }),
    expected: (caller, state) =>
      need(
        caller,
        'DeleteDatasetDraft',
        state === 'draft' || state === 'published with draft' || caller.superuser ? 'OK' : 'DATASET_PUBLISHED',
      ),
    changes: true,
  },
  admitUpload: {
    run: (context, { datasetId }) => admitUpload(context, { id: datasetId }),
    expected: (caller) => need(caller, 'EditDataset', 'OK'),
  },
  addFile: {
    run: async (context, { datasetId }, world) =>
      addFile(context, { dataset: { id: datasetId }, file: await world.stage(`bytes ${(counter += 1)}`, 'b.txt') }),
    expected: (caller) => need(caller, 'EditDataset', 'OK'),
    changes: true,
  },
  viewFile: {
    run: (context, { fileId }) => viewFile(context, { id: fileId }),
    expected: (caller, state) => (hasReleased(state) ? 'OK' : need(caller, 'ViewUnpublishedDataset', 'OK')),
  },
  'viewFileRecord of the draft': {
    run: (context, { fileId }) => viewFileRecord(context, { fileId, draft: true }),
    expected: (caller) => need(caller, 'ViewUnpublishedDataset', 'OK'),
  },
  'viewFileRecord as published': {
    run: (context, { fileId }) => viewFileRecord(context, { fileId, draft: false }),
    expected: (caller, state) => (hasReleased(state) ? 'OK' : need(caller, 'ViewUnpublishedDataset', 'OK')),
  },
  authorizeDownload: {
    run: (context, { fileId }) => authorizeDownload(context, { file: { id: fileId } }),
    expected: (caller, state) => {
      if (caller.guest) return 'AUTHENTICATION_REQUIRED';
      return hasReleased(state) || caller.has('ViewUnpublishedDataset') ? 'OK' : 'FILE_ACCESS_DENIED';
    },
  },
  createDownloadUrl: {
    run: (context, { fileId }) => createDownloadUrl(withLoaders(context), fileId),
    expected: (caller, state) => (hasReleased(state) || caller.has('ViewUnpublishedDataset') ? 'OK' : 'FILE_ACCESS_DENIED'),
  },
};

/** Commands about a collection; the state is whether it is published. Source: collections.md 5. */
const collectionCases: Readonly<
  Record<string, { readonly run: Case['run']; readonly expected: (caller: Caller, published: boolean) => string }>
> = {
  viewCollection: {
    run: (context, { collectionId }) => viewCollection(context, { id: collectionId }),
    expected: (caller, published) => (published ? 'OK' : need(caller, 'ViewUnpublishedCollection', 'OK')),
  },
  createCollection: {
    run: (context, { collectionId }) =>
      createCollection(context, {
        owner: { id: collectionId },
        alias: `child-${(counter += 1)}`,
        name: 'Child',
        contacts: [{ contactEmail: 'a@example.org' }],
      }),
    expected: (caller) => need(caller, 'AddCollection', 'OK'),
  },
  createDataset: {
    run: (context, { collectionId }) => createDataset(context, { collection: { id: collectionId }, datasetVersion: versionBody('New') }),
    expected: (caller) => need(caller, 'AddDataset', 'OK'),
  },
  publishCollection: {
    run: (context, { collectionId }) => publishCollection(context, { collection: { id: collectionId } }),
    expected: (caller, published) => need(caller, 'PublishCollection', published ? 'COLLECTION_ALREADY_PUBLISHED' : 'OK'),
  },
  deleteCollection: {
    run: (context, { collectionId }) => deleteCollection(context, { collection: { id: collectionId } }),
    expected: (caller) => need(caller, 'DeleteCollection', 'OK'),
  },
  assignRole: {
    run: (context, { collectionId }) =>
      assignRole(context, { collection: { id: collectionId }, assignee: ':AllUsers', roleAlias: 'member' }),
    expected: (caller) => need(caller, 'ManageCollectionPermissions', 'OK'),
  },
  revokeRole: {
    run: async (context, { collectionId }, world) => {
      const [row] = await world.sql<
        { id: number }[]
      >`select id from role_assignment where definition_point_id = ${collectionId} and assignee = '@admin'`;
      return revokeRole(context, { collection: { id: collectionId }, assignmentId: row?.id ?? 0 });
    },
    expected: (caller) => need(caller, 'ManageCollectionPermissions', 'OK'),
  },
  listCollectionAssignments: {
    run: (context, { collectionId }) => listCollectionAssignments(context, { id: collectionId, ...WHOLE }),
    expected: (caller) => need(caller, 'ManageCollectionPermissions', 'OK'),
  },
  listCollectionRoles: {
    run: (context, { collectionId }) => listCollectionRoles(context, { id: collectionId }),
    expected: (caller) => need(caller, 'ManageCollectionPermissions', 'OK'),
  },
};

/** Commands about the installation. Source: decisions.md 2 and 26, users-admin.md 7. */
const installationCases: Readonly<
  Record<string, { readonly run: (context: CommandContext) => Promise<unknown>; readonly expected: (caller: Caller) => string }>
> = {
  putSetting: { run: (context) => putSetting(context, { name: ':InstallationName', value: 'Test' }), expected: adminGate },
  listSettings: { run: (context) => listSettings(context, undefined), expected: adminGate },
  findSetting: { run: (context) => findSetting(context, { name: ':InstallationName' }), expected: adminGate },
  deleteSetting: { run: (context) => deleteSetting(context, { name: ':InstallationName' }), expected: adminGate },
  listGlobalRoles: { run: (context) => listGlobalRoles(context, undefined), expected: () => 'OK' },
  createBuiltinUser: {
    run: (context) => {
      const userName = `made${(counter += 1)}`;
      return createBuiltinUser(context, {
        userName,
        firstName: 'A',
        lastName: 'B',
        email: `${userName}@example.org`,
        password: 'secret-1234',
      });
    },
    expected: (caller) => (caller.superuser ? 'OK' : 'BUILTIN_USERS_DISABLED'),
  },
};

function adminGate(caller: Caller): string {
  if (caller.superuser) return 'OK';
  return caller.guest ? 'AUTHENTICATION_REQUIRED' : 'ADMIN_API_REFUSED';
}

function hasReleased(state: State): boolean {
  return state === 'published' || state === 'published with draft';
}

/** The dataset passes every caller on to the version: its rules decide. */
async function view(context: CommandContext, { datasetId }: Target, reference: string, options = {}): Promise<unknown> {
  const dataset = await findAnyDataset(context, { id: datasetId });
  return viewVersion(context, { dataset, reference, includeDeaccessioned: false, ...options });
}

describe('who may do what', () => {
  let world: DomainWorld;
  let publishedCollection: number;
  const actors = new Map<string, Actor>();
  beforeAll(async () => {
    world = await startDomainWorld();
    publishedCollection = await world.createCollection('published', { published: true });
    actors.set('guest', guest);
    actors.set('superuser', world.superuser);
    for (const kind of ['no role', ...Object.keys(ROLE_TABLE)]) actors.set(kind, await world.createUser(`user-${kind.replace(' ', '-')}`));
    await giveRoles(publishedCollection);
  });
  afterAll(async () => world.stop());

  async function giveRoles(collectionId: number): Promise<void> {
    for (const role of Object.keys(ROLE_TABLE)) await world.assign(`@user-${role}`, role, collectionId);
  }

  function callerOf(kind: string): Caller {
    const superuser = kind === 'superuser';
    return { kind, superuser, guest: kind === 'guest', has: (permission) => superuser || (ROLE_TABLE[kind] ?? []).includes(permission) };
  }

  function contextOf(kind: string): CommandContext {
    const actor = actors.get(kind);
    if (actor === undefined) throw new Error(`No actor ${kind}.`);
    return world.as(actor);
  }

  async function makeDataset(state: State): Promise<Target> {
    const datasetId = await world.createDataset(publishedCollection);
    const fileId = await world.addFile(datasetId, 'a.txt');
    if (state !== 'draft') await world.publish(datasetId);
    if (state === 'deaccessioned') await world.deaccession(datasetId);
    if (state === 'published with draft') {
      await updateDraft(world.as(world.superuser), { dataset: { id: datasetId }, datasetVersion: versionBody('Draft') });
    }
    return { collectionId: publishedCollection, datasetId, fileId };
  }

  describe.each(STATES)('with a dataset that is %s', (state) => {
    test.each(Object.entries(datasetCases))('%s', async (_name, { run, expected, changes }) => {
      let target = await makeDataset(state);
      for (const kind of KINDS) {
        const result = await outcome(run(contextOf(kind), target, world));
        expect(result, kind).toBe(expected(callerOf(kind), state));
        if (result === 'OK' && changes === true) target = await makeDataset(state);
      }
    });
  });

  describe.each([false, true])('with a collection, published: %s', (published) => {
    test.each(Object.entries(collectionCases))('%s', async (_name, { run, expected }) => {
      for (const kind of KINDS) {
        const collectionId = await world.createCollection(`of-${(counter += 1)}`, { published });
        await giveRoles(collectionId);
        const target = { collectionId, datasetId: 0, fileId: 0 };
        expect(await outcome(run(contextOf(kind), target, world)), kind).toBe(expected(callerOf(kind), published));
      }
    });
  });

  test.each(Object.entries(installationCases))('%s', async (_name, { run, expected }) => {
    for (const kind of KINDS) expect(await outcome(run(contextOf(kind))), kind).toBe(expected(callerOf(kind)));
  });

  test('a dataset cannot be published in a collection that is not', async () => {
    const collectionId = await world.createCollection('closed');
    const id = await world.createDataset(collectionId);
    const publish = publishDataset(world.as(world.superuser), { dataset: { id }, type: 'major' });
    expect(await outcome(publish)).toBe('COLLECTION_NOT_PUBLISHED');
  });

  test('a collection cannot be published in one that is not, nor deleted with a child, nor the root at all', async () => {
    const superuser = world.as(world.superuser);
    const parent = await world.createCollection('unpublished-parent');
    const id = await world.createCollection('child-of-unpublished', { owner: parent });
    expect(await outcome(publishCollection(superuser, { collection: { id } }))).toBe('COLLECTION_NOT_PUBLISHED');
    expect(await outcome(deleteCollection(superuser, { collection: { id: parent } }))).toBe('COLLECTION_NOT_EMPTY');
    expect(await outcome(deleteCollection(superuser, { collection: { root: true } }))).toBe('ROOT_COLLECTION_PROTECTED');
    expect(await outcome(publishCollection(superuser, { collection: { root: true } }))).toBe('COLLECTION_ALREADY_PUBLISHED');
  });

  test('roles of all users give a guest only the permissions that guests may have', async () => {
    const collectionId = await world.createCollection('open', { published: true });
    await world.assign(':AllUsers', 'admin', collectionId);
    await world.assign(':guest', 'admin', collectionId);
    const id = await world.createDataset(collectionId);
    const context = world.as(guest);
    expect(await outcome(viewDataset(context, { id }))).toBe('OK');
    expect((await listLatestVersions(world.db, [id], guest, false)).map(({ state }) => state)).toEqual(['DRAFT']);
    const dataset = { id };
    expect(await outcome(updateDraft(context, { dataset, datasetVersion: versionBody('No') }))).toBe('PERMISSION_DENIED');
    expect(await outcome(publishDataset(context, { dataset, type: 'major' }))).toBe('PERMISSION_DENIED');
    expect(await outcome(deleteDraft(context, { dataset }))).toBe('PERMISSION_DENIED');
    expect(await outcome(createDataset(context, { collection: { id: collectionId }, datasetVersion: versionBody('No') }))).toBe(
      'PERMISSION_DENIED',
    );
    expect(await outcome(admitUpload(context, dataset))).toBe('PERMISSION_DENIED');
  });

  test('a caller cannot grant permissions that they do not have', async () => {
    const collectionId = await world.createCollection('managed');
    await world.sql`insert into role (alias, name, permissions) values ('manager', 'Manager', 128) on conflict do nothing`;
    await world.assign('@user-no-role', 'manager', collectionId);
    const assign = (roleAlias: string) =>
      outcome(assignRole(contextOf('no role'), { collection: { id: collectionId }, assignee: ':AllUsers', roleAlias }));
    expect(await assign('member')).toBe('PERMISSION_DENIED');
    expect(await assign('manager')).toBe('OK');
    expect(await assign('manager')).toBe('ROLE_ALREADY_GRANTED');
    expect(await assign('nothing')).toBe('BAD_USER_INPUT');
  });

  test('restricted files open for holders of DownloadFile on the file, the dataset or the collection', async () => {
    const id = await world.createDataset(publishedCollection);
    const fileId = await world.addFile(id, 'secret.txt', { restrict: true });
    await world.publish(id);
    for (const kind of KINDS) {
      const expected = kind === 'guest' ? 'AUTHENTICATION_REQUIRED' : callerOf(kind).has('DownloadFile') ? 'OK' : 'FILE_ACCESS_DENIED';
      expect(await outcome(authorizeDownload(contextOf(kind), { file: { id: fileId } })), kind).toBe(expected);
    }
    const context = contextOf('no role');
    for (const place of [fileId, id]) {
      await world.assign('@user-no-role', 'fileDownloader', place);
      expect(await outcome(authorizeDownload(context, { file: { id: fileId } }))).toBe('OK');
      await world.sql`delete from role_assignment where definition_point_id = ${place} and assignee = '@user-no-role'`;
    }
    expect(await outcome(authorizeDownload(context, { file: { id: fileId } }))).toBe('FILE_ACCESS_DENIED');
  });
});
