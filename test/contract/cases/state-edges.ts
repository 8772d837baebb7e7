import { expect } from 'vitest';
import { addFile, createDataset, publishDataset, type SeededDataset, succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { field } from './dataset-metadata.ts';

/** The dataset of the last case, its file, and its version 1.0 as it was. */
let dataset: SeededDataset = { id: 0, persistentId: '' };
let file = 0;
let before: Readonly<Record<string, unknown>> = {};

async function versionOf({ callers }: ContractWorld, version: string): Promise<Readonly<Record<string, unknown>>> {
  return succeeded(await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/${version}?includeDeaccessioned=true`)).record(
    'data',
  );
}

/** What is told of a file beside what the version says of it: its chain of replacements, and whether its dataset takes requests. */
const NOT_VERSIONED: readonly string[] = ['rootDataFileId', 'fileAccessRequest'];

/** What belongs to a version alone; whether there is a newer one shows in every version. */
function own({
  latestVersionPublishingState: _state,
  files,
  ...version
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...version, files: JSON.stringify(files, (key, value: unknown) => (NOT_VERSIONED.includes(key) ? undefined : value)) };
}

/** A dataset with a subtitle and a file, published as 1.0. */
async function published(world: ContractWorld): Promise<void> {
  const { callers, fresh } = world;
  dataset = await fresh.draft();
  succeeded(await callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('subtitle', 'Below')));
  const jsonData = { description: 'As it was', directoryLabel: 'old', categories: ['Data'] };
  file = await addFile(callers.owner, dataset, { name: 'kept.txt', bytes: uniqueName('kept'), type: 'text/plain', jsonData });
  await publishDataset(callers.owner, dataset);
  before = own(await versionOf(world, '1.0'));
}

async function withdrawn(world: ContractWorld): Promise<void> {
  await published(world);
  const reason = { deaccessionReason: 'Withdrawn' };
  succeeded(await world.callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, reason));
  before = own(await versionOf(world, '1.0'));
}

const states = async ({ callers }: ContractWorld): Promise<unknown[]> => {
  const versions = succeeded(await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions?excludeFiles=true`));
  return versions.list('data').map((_version, at) => versions.at(`data.${at}.versionState`));
};

function form(jsonData: unknown): FormData {
  const parts = new FormData();
  parts.set('jsonData', JSON.stringify(jsonData));
  return parts;
}

/** Every edit of a dataset without a draft. Source: datasets.md 2.2. */
const EDITS: Readonly<Record<string, (world: ContractWorld) => CaseRequest>> = {
  'datasets.editMetadata': () => ({ path: [dataset.id], json: field('alternativeTitle', ['Another']) }),
  'datasets.deleteMetadata': () => ({ path: [dataset.id], json: field('subtitle', 'Below') }),
  'datasets.metadata.edit': () => ({
    path: [dataset.id],
    headers: { 'Content-Type': 'application/ld+json' },
    raw: '{"citation:dsDescription": {"citation:dsDescriptionValue": "More"}}',
  }),
  'datasets.metadata.delete': () => ({
    path: [dataset.id],
    headers: { 'Content-Type': 'application/ld+json' },
    raw: '{"citation:subtitle": "Below"}',
  }),
  'datasets.license.set': () => ({ path: [dataset.id], json: { name: 'CC BY 4.0' } }),
  'datasets.access.set': () => ({ path: [dataset.id], json: { customTermsOfAccess: { termsOfAccess: 'Ask.' } } }),
  'access.allowAccessRequest': () => ({ path: [dataset.id], raw: 'false' }),
  'datasets.versions.note.set': () => ({ path: [dataset.id, ':draft'], raw: 'Corrected' }),
  'files.metadata.set': () => ({ path: [file], raw: form({ description: 'Changed' }) }),
  'files.restrict': () => ({ path: [file], raw: 'true' }),
  'files.delete': () => ({ path: [file] }),
  'files.replace': () => ({
    path: [file],
    file: { name: 'newer.txt', bytes: uniqueName('newer'), type: 'text/plain', jsonData: { forceReplace: true } },
  }),
};

const drafts = Object.entries(EDITS).flatMap(([row, request]): ContractCase[] => [
  {
    row,
    shows: 'makes a draft of a released version, which stays what it was',
    as: 'contributor',
    given: async (world) => {
      await published(world);
      return request(world);
    },
    status: 200,
    holds: async (_answer, world) => {
      expect(await states(world)).toEqual(['DRAFT', 'RELEASED']);
      expect(own(await versionOf(world, '1.0'))).toEqual(before);
      expect(await versionOf(world, ':draft')).not.toHaveProperty('versionNumber');
    },
  },
  {
    row,
    shows: 'makes a draft where every version is withdrawn',
    as: 'owner',
    given: async (world) => {
      await withdrawn(world);
      return request(world);
    },
    status: 200,
    holds: async (_answer, world) => {
      expect(await states(world)).toEqual(['DRAFT', 'DEACCESSIONED']);
      expect(await versionOf(world, ':draft')).toMatchObject({ latestVersionPublishingState: 'DRAFT' });
      expect(own(await versionOf(world, '1.0'))).toEqual(before);
    },
  },
]);

/** A publication of a dataset that was published and then edited. */
function publication(
  shows: string,
  type: string,
  edit: (world: ContractWorld) => Promise<void>,
  expected: Omit<ContractCase, 'row' | 'shows' | 'given'>,
): ContractCase {
  return {
    row: 'datasets.publish',
    shows,
    given: async (world) => {
      await published(world);
      await edit(world);
      return { path: [dataset.id], query: { type } };
    },
    ...expected,
  };
}

const FILE_EDIT = { label: 'renamed.txt', directoryLabel: 'new', description: 'As it is', categories: ['Code'] };

/** Changes all that a minor version may have changed. */
async function editAll({ callers: { owner } }: ContractWorld): Promise<void> {
  succeeded(await owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('alternativeTitle', ['Another'])));
  succeeded(await owner.rest.put(`/api/datasets/${dataset.id}/license`, { name: 'CC BY 4.0' }));
  succeeded(await owner.rest.put(`/api/datasets/${dataset.id}/access`, { customTermsOfAccess: { termsOfAccess: 'Ask.' } }));
  succeeded(await owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
  succeeded(await owner.rest.send(`/api/files/${file}/metadata`, { method: 'POST', raw: form(FILE_EDIT) }));
}

async function privateUrl({ callers: { owner } }: ContractWorld): Promise<number> {
  return (await owner.rest.get(`/api/datasets/${dataset.id}/privateUrl`)).status;
}

/** Edits, and makes a private URL for the draft. */
async function editWithUrl(world: ContractWorld): Promise<void> {
  await editAll(world);
  succeeded(await world.callers.owner.rest.post(`/api/datasets/${dataset.id}/privateUrl`));
}

const publications: readonly ContractCase[] = [
  publication(
    'takes licence, terms, restrictions, names and folders of files in a minor version; the private URL goes',
    'minor',
    editWithUrl,
    {
      as: 'curator',
      status: 200,
      holds: async (_answer, world) => {
        expect(await versionOf(world, '1.1')).toMatchObject({
          license: { name: 'CC BY 4.0' },
          termsOfAccess: 'Ask.',
          fileAccessRequest: false,
          files: [{ ...FILE_EDIT, restricted: true }],
        });
        expect(own(await versionOf(world, '1.0'))).toEqual(before);
        expect(await privateUrl(world)).toBe(404);
      },
    },
  ),
  publication(
    'folds licence, terms, restrictions and names of files into the released version, but no folders',
    'updatecurrent',
    editWithUrl,
    {
      as: 'superuser',
      status: 200,
      holds: async (_answer, world) => {
        const version = await versionOf(world, '1.0');
        expect(version).toMatchObject({
          license: { name: 'CC BY 4.0' },
          termsOfAccess: 'Ask.',
          fileAccessRequest: false,
          files: [{ ...FILE_EDIT, directoryLabel: 'old', restricted: true }],
          releaseTime: expect.any(String),
        });
        expect(before).toMatchObject({ releaseTime: version['releaseTime'], publicationDate: version['publicationDate'] });
        expect(await states(world)).toEqual(['RELEASED']);
        expect(await privateUrl(world)).toBe(404);
        // What the bytes ask for follows the version at once.
        expect((await world.callers.stranger.rest.get(`/api/access/datafile/${file}`)).status).toBe(403);
      },
    },
  ),
  ...(['minor', 'updatecurrent'] as const).flatMap((type) =>
    (
      [
        ['removed', async ({ callers }: ContractWorld) => void succeeded(await callers.owner.rest.delete(`/api/files/${file}`))],
        [
          'replaced',
          async ({ callers }: ContractWorld) =>
            void succeeded(
              await callers.owner.rest.upload(`/api/files/${file}/replace`, {
                name: 'newer.txt',
                bytes: uniqueName('newer'),
                type: 'text/plain',
                jsonData: { forceReplace: true },
              }),
            ),
        ],
      ] as const
    ).map(([what, edit]) =>
      publication(`refuses ${type} where a file was ${what}`, type, edit, {
        as: 'superuser',
        status: 403,
        errorCode: type === 'minor' ? 'DATASET_MINOR_VERSION_REFUSED' : 'DATASET_UPDATE_CURRENT_REFUSED',
        holds: async (_answer, world) => {
          expect(await states(world)).toEqual(['DRAFT', 'RELEASED']);
          expect(own(await versionOf(world, '1.0'))).toEqual(before);
        },
      }),
    ),
  ),
  {
    row: 'datasets.publish',
    shows: 'refuses updatecurrent where the version before the draft is withdrawn',
    as: 'superuser',
    given: async (world) => {
      await withdrawn(world);
      succeeded(await world.callers.owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, field('subtitle', 'Again')));
      return { path: [dataset.id], query: { type: 'updatecurrent' } };
    },
    status: 403,
    errorCode: 'DATASET_UPDATE_CURRENT_REFUSED',
  },
  {
    row: 'datasets.publish',
    shows: 'asks for what the collection has come to require',
    as: 'owner',
    given: async ({ callers, fresh }) => {
      const collection = await fresh.collection();
      const made = await createDataset(callers.owner, collection);
      const level = { datasetFieldTypeName: 'subtitle', required: true, include: true };
      succeeded(await callers.owner.rest.put(`/api/collections/${collection.alias}/inputLevels`, [level]));
      return { path: [made.id], query: { type: 'major' } };
    },
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: Subtitle is required/,
  },
  ...(['owner with a file', 'superuser without one'] as const).map((who): ContractCase => ({
    row: 'datasets.publish',
    shows: `is open to an ${who} where the collection wants files`,
    as: who === 'owner with a file' ? 'owner' : 'superuser',
    given: async ({ callers, open }) => {
      const alias = uniqueName('wanted');
      const settings = { name: alias, alias, collectionContacts: [{ contactEmail: 'a@example.org' }], requireFilesToPublishDataset: true };
      const created = succeeded(await callers.owner.rest.post(`/api/collections/${open.alias}`, settings));
      succeeded(await callers.owner.rest.post(`/api/collections/${alias}/actions/:publish`));
      const made = await createDataset(callers.owner, { id: created.number('data.id'), alias });
      if (who === 'owner with a file') await addFile(callers.owner, made);
      return { path: [made.id], query: { type: 'major' } };
    },
    status: 200,
  })),
];

/** What a dataset whose only version is withdrawn refuses. */
const refusals: readonly ContractCase[] = (
  [
    ['datasets.submitForReview', 403, 'DATASET_ALREADY_PUBLISHED', []],
    ['datasets.returnToAuthor', 403, 'DATASET_NOT_IN_REVIEW', []],
    ['datasets.privateUrl.create', 403, 'PRIVATE_URL_REFUSED', []],
    ['datasets.draft.delete', 404, 'DATASET_DRAFT_NOT_FOUND', []],
    ['datasets.delete', 403, 'DATASET_PUBLISHED', []],
    ['datasets.versions.deaccession', 404, 'DATASET_VERSION_NOT_FOUND', ['1.0']],
    ['datasets.versions.note.delete', 404, 'DATASET_VERSION_NOT_FOUND', [':draft']],
  ] as const
).map(([row, status, errorCode, more]): ContractCase => ({
  row,
  shows: 'is refused where the only version is withdrawn',
  as: 'owner',
  given: async (world) => {
    await withdrawn(world);
    const json =
      row === 'datasets.versions.deaccession'
        ? { deaccessionReason: 'Again' }
        : row === 'datasets.returnToAuthor'
          ? { reasonForReturn: 'Again' }
          : undefined;
    return { path: [dataset.id, ...more], ...(json !== undefined && { json }) };
  },
  status,
  errorCode,
  holds: async (_answer, world) => {
    expect(await states(world)).toEqual(['DEACCESSIONED']);
    expect(own(await versionOf(world, '1.0'))).toEqual(before);
  },
}));

const unchanged: readonly ContractCase[] = [
  {
    row: 'datasets.editMetadata',
    shows: 'makes a draft also where it changes nothing',
    as: 'owner',
    given: async (world) => {
      await published(world);
      return { path: [dataset.id], json: field('subtitle', 'Below'), query: { replace: 'true' } };
    },
    status: 200,
    holds: async (_answer, world) => expect(await states(world)).toEqual(['DRAFT', 'RELEASED']),
  },
  {
    row: 'datasets.editMetadata',
    shows: 'makes no draft where it is refused',
    as: 'owner',
    given: async (world) => {
      await published(world);
      return { path: [dataset.id], json: field('title', ''), query: { replace: 'true' } };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (_answer, world) => expect(await states(world)).toEqual(['RELEASED']),
  },
];

/** What the rows of the state table mean for each operation, and the transitions that it does not have. Source: datasets.md 2. */
export const stateEdgeCases: readonly ContractCase[] = [...drafts, ...publications, ...refusals, ...unchanged];
