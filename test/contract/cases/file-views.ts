import { expect } from 'vitest';
import type { ContractCase } from './contract-case.ts';
import { withFile } from './file-changes.ts';

const GET = 'files.get';
const IN_VERSION = 'files.versions.get';

/** Cases of reading one file. Source: files.md 22.1. */
export const fileViewCases: readonly ContractCase[] = [
  {
    row: GET,
    shows: 'gives the record of the newest released version',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 200,
    keys: ['description', 'label', 'restricted', 'version', 'datasetVersionId', 'dataFile'],
    holds: (answer, { publishedFile }) => expect(answer.number('data.dataFile.id')).toBe(publishedFile),
  },
  {
    row: GET,
    shows: 'gives the record of the draft to those who may see it',
    as: 'member',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await world.callers.owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' });
      expect((await world.callers.guest.rest.get(`/api/files/${file}`)).at('data.restricted')).toBe(false);
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.restricted')).toBe(true);
      expect(answer.at('data.dataFile.restricted')).toBeUndefined();
    },
  },
  {
    row: GET,
    shows: 'gives a published file that the draft no longer has, as it was published',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await world.callers.owner.rest.delete(`/api/files/${file}`);
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.label')).toBe('weights.csv'),
  },
  {
    row: GET,
    shows: 'gives the version and the owners where they are asked for',
    given: ({ publishedFile }) => ({ path: [publishedFile], query: { returnDatasetVersion: 'true', returnOwners: 'true' } }),
    status: 200,
    holds: (answer, { published, open }) => {
      expect(answer.at('data.datasetVersion.versionState')).toBe('RELEASED');
      expect(answer.at('data.datasetVersion.files')).toBeUndefined();
      expect(answer.record('data.dataFile.isPartOf')).toMatchObject({
        type: 'DATASET',
        persistentIdentifier: published.persistentId,
        identifier: published.id,
        version: '1.0',
        isPartOf: { type: 'COLLECTION', identifier: open.alias },
      });
    },
  },
  {
    row: GET,
    shows: 'hides an unpublished file',
    given: ({ draftFile }) => ({ path: [draftFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: GET, shows: 'finds no file of an unknown number', given: () => ({ path: [987_654] }), status: 404, errorCode: 'FILE_NOT_FOUND' },
  { row: GET, shows: 'refuses a bad file id', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  {
    row: IN_VERSION,
    shows: 'gives the record of the version',
    given: ({ publishedFile }) => ({ path: [publishedFile, '1.0'] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.label')).toBe('first.txt'),
  },
  {
    row: IN_VERSION,
    shows: 'hides the draft',
    given: ({ publishedFile }) => ({ path: [publishedFile, ':draft'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: IN_VERSION,
    shows: 'answers 404 when the version does not hold the file',
    as: 'owner',
    given: ({ draftFile }) => ({ path: [draftFile, '1.0'] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: IN_VERSION,
    shows: 'finds no version of an unknown number',
    given: ({ publishedFile }) => ({ path: [publishedFile, '7.3'] }),
    status: 404,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: IN_VERSION,
    shows: 'refuses a version that is none',
    given: ({ publishedFile }) => ({ path: [publishedFile, 'newest'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
];
