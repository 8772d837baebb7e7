import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { DRAFT_KEYS, VERSION_KEYS, versionRefusals } from './version-cases.ts';

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
  'latestVersion',
];

const ADDRESS = { typeName: 'datasetContactEmail', value: 'desk@example.org' };
const NAME = { typeName: 'datasetContactName', value: 'Desk' };

/** Cases of reading datasets, versions and metadata. Source: datasets.md 1, 3 and 5. */
export const datasetReadCases: readonly ContractCase[] = [
  {
    row: 'datasets.get',
    shows: 'gives the released version to guests, keys in order',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    keys: DATASET_KEYS,
    holds: (answer, { published }) => {
      expect(Object.keys(answer.record('data.latestVersion'))).toEqual(VERSION_KEYS);
      const { protocol, authority, separator, identifier } = answer.record('data');
      expect(`${String(protocol)}:${String(authority)}${String(separator)}${String(identifier)}`).toBe(published.persistentId);
      expect(answer.record('data.latestVersion')).toMatchObject({
        versionState: 'RELEASED',
        latestVersionPublishingState: 'DRAFT',
        versionNumber: 1,
        versionMinorNumber: 0,
      });
    },
  },
  {
    row: 'datasets.get',
    shows: 'gives the draft to those who may see it',
    as: 'member',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data.latestVersion.versionState')).toBe('DRAFT'),
  },
  ...(['lower', 'upper', 'url', 'path'] as const).map((form): ContractCase => ({
    row: 'datasets.get',
    shows: `finds by persistent identifier (${form})`,
    given: ({ published: { persistentId } }) => {
      if (form === 'path') return { path: [encodeURIComponent(persistentId)] };
      const value = {
        lower: persistentId.toLowerCase(),
        upper: persistentId.toUpperCase(),
        url: persistentId.replace(/^doi:/, 'https://doi.org/'),
      }[form];
      return { path: [':persistentId'], query: { persistentId: value } };
    },
    status: 200,
    holds: (answer, { published }) => expect(answer.number('data.id')).toBe(published.id),
  })),
  {
    row: 'datasets.get',
    shows: 'hides a draft from guests',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
    message: /^User :guest is not permitted to perform requested action: it needs ViewUnpublishedDataset on dataset \d+\.$/,
  },
  {
    row: 'datasets.get',
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
    message: /987654/,
  },
  {
    row: 'datasets.get',
    shows: 'does not take a collection for a dataset',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.id] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.get',
    shows: 'refuses what cannot be parsed as a persistent identifier',
    given: () => ({ path: [':persistentId'], query: { persistentId: 'garbage' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.versions.list',
    shows: 'gives released versions to guests',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data').map((one) => readJson(one).at('versionState'))).toEqual(['RELEASED']);
      expect(Object.keys(answer.record('data.0'))).toEqual(VERSION_KEYS);
    },
  },
  {
    row: 'datasets.versions.list',
    shows: 'begins with the draft for editors, also with offset and limit',
    as: 'contributor',
    given: ({ published }) => ({ path: [published.id], query: { limit: '1', offset: '0' } }),
    status: 200,
    holds: (answer) => expect(answer.list('data').map((one) => readJson(one).at('versionState'))).toEqual(['DRAFT']),
  },
  {
    row: 'datasets.versions.list',
    shows: 'hides the draft from a member, who sees drafts but edits none',
    as: 'member',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: (answer) => expect(answer.list('data').map((one) => readJson(one).at('versionState'))).toEqual(['RELEASED']),
  },
  {
    row: 'datasets.versions.list',
    shows: 'is empty for a guest when nothing was published',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'datasets.versions.list',
    shows: 'leaves files and metadata out when asked',
    given: ({ published }) => ({ path: [published.id], query: { excludeFiles: 'true', excludeMetadataBlocks: 'true' } }),
    status: 200,
    holds: (answer) => expect(Object.keys(answer.record('data.0'))).toEqual(VERSION_KEYS.slice(0, -2)),
  },
  ...['-1', 'x', '1.5', '99999999999'].map((limit): ContractCase => ({
    row: 'datasets.versions.list',
    shows: `refuses the limit ${limit}`,
    given: ({ published }) => ({ path: [published.id], query: { limit } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /limit/,
  })),
  {
    row: 'datasets.versions.list',
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  ...['1.0', '1', ':latest', ':latest-published'].map((version): ContractCase => ({
    row: 'datasets.versions.get',
    shows: `gives version ${version}`,
    given: ({ published }) => ({ path: [published.id, version] }),
    status: 200,
    keys: VERSION_KEYS,
    holds: (answer) =>
      expect(answer.record('data')).toMatchObject({ versionNumber: 1, versionMinorNumber: 0, latestVersionPublishingState: 'DRAFT' }),
  })),
  {
    row: 'datasets.versions.get',
    shows: 'gives the draft without numbers',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 200,
    keys: DRAFT_KEYS,
  },
  {
    row: 'datasets.versions.get',
    shows: 'nests the owners of a version when asked',
    given: ({ published }) => ({ path: [published.id, '1.0'], query: { returnOwners: 'true', excludeFiles: 'true' } }),
    status: 200,
    holds: (answer, { open }) => {
      expect(answer.at('data.isPartOf.identifier')).toBe(open.alias);
      expect(answer.at('data.files')).toBeUndefined();
    },
  },
  {
    row: 'datasets.versions.get',
    shows: 'hides the draft from guests also without files',
    given: ({ draft }) => ({ path: [draft.id, ':draft'], query: { excludeFiles: 'true' } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  ...versionRefusals('datasets.versions.get'),
  {
    row: 'datasets.versions.metadata',
    shows: 'gives the blocks that have a value, by name',
    given: ({ published }) => ({ path: [published.id, '1.0'] }),
    status: 200,
    keys: ['citation'],
    holds: (answer) => expect(Object.keys(answer.record('data.citation'))).toEqual(['displayName', 'name', 'fields']),
  },
  ...versionRefusals('datasets.versions.metadata'),
  {
    row: 'datasets.versions.metadataBlock',
    shows: 'gives one block',
    given: ({ published }) => ({ path: [published.id, '1.0', 'citation'] }),
    status: 200,
    keys: ['displayName', 'name', 'fields'],
    holds: (answer) => expect(Object.keys(answer.record('data.fields.0'))).toEqual(['typeName', 'multiple', 'typeClass', 'value']),
  },
  {
    row: 'datasets.versions.metadataBlock',
    shows: 'finds no block without values',
    given: ({ published }) => ({ path: [published.id, '1.0', 'geospatial'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
    message: /geospatial/,
  },
  {
    row: 'datasets.versions.metadataBlock',
    shows: 'finds no block that does not exist',
    given: ({ published }) => ({ path: [published.id, '1.0', 'nosuch'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
  },
  ...versionRefusals('datasets.versions.metadataBlock', ['citation']),
  {
    row: 'datasets.versions.get',
    shows: 'keeps e-mail addresses back where the installation does, from editors too, and so does whatever else tells of metadata',
    as: 'owner',
    given: async ({ callers: { owner, superuser }, fresh }) => {
      const dataset = await fresh.edited();
      const fields = [{ typeName: 'datasetContact', value: [{ datasetContactEmail: ADDRESS, datasetContactName: NAME }] }];
      succeeded(await owner.rest.put(`/api/datasets/${dataset.id}/editMetadata`, { fields }));
      succeeded(await superuser.rest.send('/api/admin/settings/:ExcludeEmailFromExport', { method: 'PUT', raw: 'true' }));
      return { path: [dataset.id, ':draft'] };
    },
    restore: async ({ callers: { superuser } }) => {
      await superuser.rest.delete('/api/admin/settings/:ExcludeEmailFromExport');
    },
    status: 200,
    holds: async (answer, { callers: { owner } }) => {
      const contacts = readJson(JSON.parse(answer.body))
        .list('data.metadataBlocks.citation.fields')
        .find((field) => readJson(field).at('typeName') === 'datasetContact');
      // The contact of the example has nothing but an address.
      expect(contacts).toMatchObject({ value: [{ datasetContactName: { value: 'Desk' } }] });
      const at = `/api/datasets/${answer.number('data.datasetId')}`;
      const others = [
        '',
        '/versions',
        '/versions/:draft/metadata',
        '/versions/:draft/metadata/citation',
        '/metadata',
        '/versions/1.0/compare/:draft',
      ];
      for (const path of others) {
        const other = succeeded(await owner.rest.get(`${at}${path}`));
        expect(other.body, path).not.toMatch(/@example\.org/);
      }
    },
  },
];
