import { expect } from 'vitest';
import { addFile, createDataset, type SeededDataset, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { type ContractWorld, retitled } from './contract-world.ts';
import { minimal } from './native-metadata.ts';

const DATASET_KEYS = [
  'id',
  'identifier',
  'persistentUrl',
  'protocol',
  'authority',
  'separator',
  'publisher',
  'publicationDate',
  'storageIdentifier',
  'datasetType',
];
/** The parameter and its values. */
const TYPE_REFUSED = /type.*major.*minor.*updatecurrent/;
const MINOR_REFUSED = 'Cannot publish as minor version. Re-try as major release.';

async function versionOf({ callers }: ContractWorld, dataset: number, version = ':latest'): Promise<Readonly<Record<string, unknown>>> {
  return (await callers.owner.rest.get(`/api/datasets/${dataset}/versions/${version}`)).record('data');
}

/** A publication of a dataset that `given` makes. */
function publication(
  shows: string,
  type: string,
  dataset: (world: ContractWorld) => SeededDataset | Promise<SeededDataset>,
  expected: Omit<ContractCase, 'row' | 'shows' | 'given'>,
): ContractCase {
  return { row: 'datasets.publish', shows, given: async (world) => ({ path: [(await dataset(world)).id], query: { type } }), ...expected };
}

const fresh = {
  draft: (world: ContractWorld) => world.fresh.draft(),
  edited: (world: ContractWorld) => world.fresh.edited(),
  published: (world: ContractWorld) => world.fresh.published(),
  locked: (type: string) => async (world: ContractWorld) => {
    const dataset = await world.fresh.draft();
    await world.lock(dataset, type);
    return dataset;
  },
};

const transitions: readonly ContractCase[] = [
  publication('makes the first draft version 1.0 and gives the dataset without its version', 'major', fresh.draft, {
    as: 'curator',
    status: 200,
    keys: DATASET_KEYS,
    holds: async (answer, world) => {
      expect(await versionOf(world, answer.number('data.id'))).toMatchObject({
        versionState: 'RELEASED',
        versionNumber: 1,
        versionMinorNumber: 0,
      });
    },
  }),
  publication('takes the type in any case', 'MAJOR', fresh.draft, { as: 'owner', status: 200 }),
  publication('raises the minor number', 'minor', fresh.edited, {
    as: 'owner',
    status: 200,
    holds: async (answer, world) => {
      expect(await versionOf(world, answer.number('data.id'))).toMatchObject({ versionNumber: 1, versionMinorNumber: 1 });
    },
  }),
  publication('raises the major number and sets the minor one to 0', 'major', fresh.edited, {
    as: 'owner',
    status: 200,
    holds: async (answer, world) => {
      expect(await versionOf(world, answer.number('data.id'))).toMatchObject({ versionNumber: 2, versionMinorNumber: 0 });
    },
  }),
  publication('folds the draft into the released version for a superuser; number and dates stay', 'updatecurrent', fresh.edited, {
    as: 'superuser',
    status: 200,
    holds: async (answer, world) => {
      expect(Object.keys(answer.record(''))).toEqual(['status', 'status_details', 'data']);
      expect(answer.at('status_details')).toBe('The published version of your Dataset has been updated.');
      const id = answer.number('data.id');
      expect(await versionOf(world, id, '1.0')).toMatchObject({ versionState: 'RELEASED', versionNumber: 1, versionMinorNumber: 0 });
      expect((await world.callers.owner.rest.get(`/api/datasets/${id}/versions/:draft`)).status).toBe(404);
      expect((await world.callers.owner.rest.get(`/api/datasets/${id}/versions/1.0/metadata/citation`)).at('data.fields.0.value')).toBe(
        'Edited',
      );
    },
  }),
  {
    row: 'datasets.draft.put',
    shows: 'makes a draft of a published dataset, with its files',
    as: 'contributor',
    given: async ({ fresh: make, callers }) => {
      const dataset = await make.draft();
      await addFile(callers.owner, dataset);
      await callers.owner.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`);
      return { path: [dataset.id], json: await retitled(callers.owner, dataset, 'A draft again') };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.record('data')).toMatchObject({ versionState: 'DRAFT', latestVersionPublishingState: 'DRAFT' });
      expect(answer.list('data.files')).toHaveLength(1);
      expect(await versionOf(world, answer.number('data.datasetId'), '1.0')).toMatchObject({ latestVersionPublishingState: 'DRAFT' });
    },
  },
  {
    row: 'datasets.draft.put',
    shows: 'keeps the draft that there is',
    as: 'owner',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      return { path: [dataset.id], json: await retitled(world.callers.owner, dataset, 'Same draft') };
    },
    status: 200,
    holds: async (answer, world) => {
      const versions = await world.callers.owner.rest.get(`/api/datasets/${answer.number('data.datasetId')}/versions`);
      expect(versions.list('data')).toHaveLength(1);
    },
  },
  {
    row: 'datasets.addFile',
    shows: 'makes a draft of a published dataset',
    as: 'owner',
    given: async (world) => ({ path: [(await world.fresh.published()).id], file: { name: 'late.txt', bytes: uniqueName('late') } }),
    status: 200,
    holds: async (answer, world) => {
      const { rest } = world.callers.owner;
      const version = answer.number('data.files.0.datasetVersionId');
      const file = await rest.get(`/api/access/datafile/${answer.number('data.files.0.dataFile.id')}`);
      expect({ version, status: file.status }).toEqual({ version: expect.any(Number), status: 200 });
    },
  },
  publication('releases a draft in review and takes the lock away', 'major', fresh.locked('InReview'), {
    as: 'curator',
    status: 200,
    holds: async (answer, { callers }) => {
      expect((await callers.guest.rest.get(`/api/datasets/${answer.number('data.id')}/locks`)).at('data')).toEqual([]);
    },
  }),
];

const forbidden: readonly ContractCase[] = [
  publication('refuses a first version as minor', 'minor', fresh.draft, {
    as: 'owner',
    status: 403,
    errorCode: 'DATASET_MINOR_VERSION_REFUSED',
    message: MINOR_REFUSED,
  }),
  publication(
    'refuses a minor version with other files',
    'minor',
    async (world) => {
      const dataset = await world.fresh.published();
      await addFile(world.callers.owner, dataset);
      return dataset;
    },
    { as: 'owner', status: 403, errorCode: 'DATASET_MINOR_VERSION_REFUSED', message: /^Cannot publish as minor version/ },
  ),
  publication(
    'refuses updatecurrent with other files',
    'updatecurrent',
    async (world) => {
      const dataset = await world.fresh.published();
      await addFile(world.callers.owner, dataset);
      return dataset;
    },
    { as: 'superuser', status: 403, errorCode: 'DATASET_UPDATE_CURRENT_REFUSED' },
  ),
  publication('refuses updatecurrent of a dataset that was never published', 'updatecurrent', fresh.draft, {
    as: 'superuser',
    status: 403,
    errorCode: 'DATASET_UPDATE_CURRENT_REFUSED',
  }),
  publication('refuses updatecurrent without a draft', 'updatecurrent', fresh.published, { as: 'superuser', status: 403 }),
  publication('refuses updatecurrent to a user', 'updatecurrent', fresh.edited, {
    as: 'owner',
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  }),
  publication('refuses updatecurrent to a guest', 'updatecurrent', fresh.edited, { status: 401, errorCode: 'AUTHENTICATION_REQUIRED' }),
  publication('refuses a version that is released', 'major', fresh.published, {
    as: 'owner',
    status: 403,
    errorCode: 'DATASET_ALREADY_PUBLISHED',
  }),
  publication('refuses a dataset in an unpublished collection', 'major', ({ callers, closed }) => createDataset(callers.owner, closed), {
    as: 'owner',
    status: 403,
    errorCode: 'COLLECTION_NOT_PUBLISHED',
  }),
  publication(
    'refuses a dataset without licence or terms of use',
    'major',
    async ({ callers, open }) => {
      const { license: _, ...version } = minimal().datasetVersion;
      // Terms of its own, without those of use.
      const datasetVersion = { ...version, disclaimer: 'None.' };
      const created = await callers.owner.rest.post(`/api/collections/${open.alias}/datasets`, { datasetVersion });
      return { id: created.number('data.id'), persistentId: created.text('data.persistentId') };
    },
    { as: 'owner', status: 409, errorCode: 'DATASET_TERMS_INVALID' },
  ),
  publication(
    'refuses a dataset without files where the collection wants some',
    'major',
    async ({ callers, open }) => {
      const created = await callers.owner.rest.post(`/api/collections/${open.alias}`, {
        name: 'Files wanted',
        alias: uniqueName('wanted'),
        collectionContacts: [{ contactEmail: 'a@example.org' }],
        requireFilesToPublishDataset: true,
      });
      const collection = { id: created.number('data.id'), alias: created.text('data.alias') };
      await callers.owner.rest.post(`/api/collections/${collection.alias}/actions/:publish`);
      return createDataset(callers.owner, collection);
    },
    { as: 'owner', status: 403 },
  ),
  ...['Workflow', 'Ingest', 'finalizePublication', 'EditInProgress', 'FileValidationFailed'].map((type) =>
    publication(`is refused under ${type}`, 'major', fresh.locked(type), {
      as: 'owner',
      status: 403,
      errorCode: 'DATASET_LOCKED',
      message: new RegExp(`^This dataset is locked\\. Reason: ${type}`),
    }),
  ),
  ...['DcmUpload', 'GlobusUpload'].map((type) =>
    publication(`is not stopped by ${type}`, 'major', fresh.locked(type), { as: 'owner', status: 200 }),
  ),
  publication('needs PublishDataset, which a contributor lacks', 'major', fresh.draft, {
    as: 'contributor',
    status: 401,
    errorCode: 'PERMISSION_DENIED',
    message: /^User @contributor-\w+ is not permitted to perform requested action\.$/,
  }),
  publication('is not for guests', 'major', fresh.draft, { status: 401 }),
  ...['huge', '', 'major,minor', 'constructor'].map((type) =>
    publication(`refuses the unknown type "${type}"`, type, fresh.draft, {
      as: 'owner',
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: TYPE_REFUSED,
    }),
  ),
  {
    row: 'datasets.publish',
    shows: 'needs a type',
    as: 'owner',
    given: async (world) => ({ path: [(await world.fresh.draft()).id] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: TYPE_REFUSED,
  },
  {
    row: 'datasets.publish',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], query: { type: 'major' } }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.publishOld',
    shows: 'publishes by GET, which is deprecated',
    as: 'owner',
    given: async (world) => ({ path: [(await world.fresh.draft()).id], query: { type: 'major' } }),
    status: 200,
    holds: (answer) => expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/),
  },
  {
    row: 'datasets.publish',
    shows: 'answers 202 where a workflow holds the publication, and locks the draft',
    as: 'owner',
    given: async ({ server, callers, fresh: { draft } }) => {
      const { sql } = server.application.connection;
      const [workflow] = await sql<{ id: number }[]>`
        insert into workflow (name, steps) values ('hold', '[{"provider":":internal","stepType":"pause","parameters":{},"requiredSettings":{}}]')
        returning id`;
      const setting = { method: 'PUT', raw: String(workflow?.id) };
      await callers.superuser.rest.send('/api/admin/settings/:PrePublishDatasetWorkflowId', setting);
      return { path: [(await draft()).id], query: { type: 'major' } };
    },
    status: 202,
    holds: async (answer, world) => {
      await world.callers.superuser.rest.delete('/api/admin/settings/:PrePublishDatasetWorkflowId');
      expect(answer.text('status')).toBe('WORKFLOW_IN_PROGRESS');
      const id = answer.number('data.id');
      expect(await versionOf(world, id)).toMatchObject({ versionState: 'DRAFT' });
      expect((await world.callers.guest.rest.get(`/api/datasets/${id}/locks`)).list('data')).toMatchObject([{ lockType: 'Workflow' }]);
    },
  },
  {
    row: 'datasets.publishOld',
    shows: 'refuses a first version as minor by GET as well',
    as: 'owner',
    given: async (world) => ({ path: [(await world.fresh.draft()).id], query: { type: 'minor' } }),
    status: 403,
    errorCode: 'DATASET_MINOR_VERSION_REFUSED',
    message: MINOR_REFUSED,
  },
  ...['Workflow', 'DcmUpload', 'pidRegister', 'EditInProgress', 'finalizePublication'].map((type): ContractCase => ({
    row: 'datasets.draft.put',
    shows: `is refused under ${type}`,
    as: 'owner',
    given: async (world) => ({ path: [(await fresh.locked(type)(world)).id], json: minimal().datasetVersion }),
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to dataset lock.',
  })),
  {
    row: 'datasets.draft.put',
    shows: 'is not stopped by Ingest alone',
    as: 'owner',
    given: async (world) => ({ path: [(await fresh.locked('Ingest')(world)).id], json: minimal().datasetVersion }),
    status: 200,
  },
];

/** Each reachable row of the table of transitions, and each reachable one that must not happen. Source: datasets.md 2 and 7. */
export const stateCases: readonly ContractCase[] = [...transitions, ...forbidden];
