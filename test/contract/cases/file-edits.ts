import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const REDETECT = 'files.redetect';
const CATEGORIES = 'files.metadata.categories';
const TAGS = 'files.metadata.tabularTags';

async function typed({ server }: ContractWorld, file: number, contentType: string): Promise<void> {
  const { sql } = server.application.connection;
  await sql`update data_file set content_type = ${contentType} where id = ${file}`;
}

/** A file that looks like the result of an ingest, published as 1.0. */
async function tabular(world: ContractWorld): Promise<number> {
  const { file } = await withFile(world, true);
  await typed(world, file, 'text/tab-separated-values');
  return file;
}

const redetection: readonly ContractCase[] = [
  {
    row: REDETECT,
    shows: 'tells the type with dryRun, and stores nothing',
    as: 'contributor',
    given: async (world) => {
      const { file } = await withFile(world);
      await typed(world, file, 'application/octet-stream');
      return { path: [file], query: { dryRun: 'true' } };
    },
    status: 200,
    keys: ['dryRun', 'oldContentType', 'newContentType'],
    holds: (answer) =>
      expect(answer.record('data')).toEqual({ dryRun: true, oldContentType: 'application/octet-stream', newContentType: 'text/csv' }),
  },
  {
    row: REDETECT,
    shows: 'stores the type for every version, without a draft',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      await typed(world, file, 'application/octet-stream');
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ dryRun: false, newContentType: 'text/csv' }),
  },
  {
    row: REDETECT,
    shows: 'refuses an ingested file',
    as: 'owner',
    given: async (world) => ({ path: [await tabular(world)] }),
    status: 400,
    errorCode: 'FILE_IS_TABULAR',
  },
  {
    row: REDETECT,
    shows: 'finds no file of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  { row: REDETECT, shows: 'refuses a bad id', as: 'owner', given: () => ({ path: ['abc'] }), status: 400, errorCode: 'BAD_USER_INPUT' },
  {
    row: REDETECT,
    shows: 'needs EditDataset: 401',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: REDETECT,
    shows: 'is not for guests',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'files.fixityAlgorithm',
    shows: 'names MD5 unless a setting says otherwise',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ message: 'MD5' }),
  },
  {
    row: 'files.fixityAlgorithm',
    shows: 'names the algorithm of the setting, by which new files are hashed',
    given: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send('/api/admin/settings/:FileFixityChecksumAlgorithm', { method: 'PUT', raw: 'SHA-256' }));
      return {};
    },
    status: 200,
    holds: async (answer, { callers, fresh }) => {
      expect(answer.at('data.message')).toBe('SHA-256');
      const { id } = await fresh.draft();
      const added = succeeded(await callers.owner.rest.upload(`/api/datasets/${id}/add`, { name: 'a.txt', bytes: 'abc' }));
      expect(added.at('data.files.0.dataFile.md5')).toBeUndefined();
      expect(added.record('data.files.0.dataFile.checksum')).toEqual({
        type: 'SHA-256',
        value: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      });
      succeeded(await callers.superuser.rest.delete('/api/admin/settings/:FileFixityChecksumAlgorithm'));
    },
  },
];

const categoriesAndTags: readonly ContractCase[] = [
  {
    row: CATEGORIES,
    shows: 'adds to the present ones, each once',
    as: 'contributor',
    given: async (world) => {
      const { file } = await withFile(world);
      succeeded(await world.callers.owner.rest.post(`/api/files/${file}/metadata/categories`, { categories: ['Data', 'Code'] }));
      return { path: [file], json: { categories: ['Code', ' ', 'Documentation'] } };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/Data, Code, Documentation/),
  },
  {
    row: CATEGORIES,
    shows: 'replaces them on demand, in the draft alone',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world, true);
      return { path: [file], query: { replace: 'true' }, json: { categories: ['Code'] } };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/: Code\.$/),
  },
  {
    row: CATEGORIES,
    shows: 'needs a list',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], json: { categories: 'Data' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: CATEGORIES,
    shows: 'refuses bad JSON',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile], raw: '{' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: CATEGORIES,
    shows: 'needs EditDataset',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile], json: { categories: [] } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: CATEGORIES,
    shows: 'finds no file of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], json: { categories: [] } }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: TAGS,
    shows: 'are shown by published versions at once, without a draft',
    as: 'owner',
    given: async (world) => ({ path: [await tabular(world)], json: { tabularTags: ['Survey', 'Panel', 'Survey'] } }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/Survey, Panel\.$/),
  },
  {
    row: TAGS,
    shows: 'take the place of the present ones on demand',
    as: 'owner',
    given: async (world) => {
      const file = await tabular(world);
      succeeded(await world.callers.owner.rest.post(`/api/files/${file}/metadata/tabularTags`, { tabularTags: ['Survey'] }));
      return { path: [file], query: { replace: 'true' }, json: { tabularTags: ['Genomics'] } };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/: Genomics\.$/),
  },
  {
    row: TAGS,
    shows: 'are refused by name when they are unknown',
    as: 'owner',
    given: async (world) => ({ path: [await tabular(world)], json: { tabularTags: ['Survey', 'Poll'] } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /Survey, Time Series, Panel, Event, Genomics, Network, Geospatial/,
  },
  {
    row: TAGS,
    shows: 'need a tabular file',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], json: { tabularTags: ['Survey'] } }),
    status: 400,
    errorCode: 'FILE_NOT_TABULAR',
  },
  {
    row: TAGS,
    shows: 'need EditDataset',
    as: 'member',
    given: ({ publishedFile }) => ({ path: [publishedFile], json: { tabularTags: [] } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'files.metadata.set',
    shows: 'refuses tags where the file is not tabular',
    as: 'owner',
    given: async (world) => {
      const form = new FormData();
      form.set('jsonData', JSON.stringify({ dataFileTags: ['Survey'] }));
      return { path: [(await withFile(world)).file], raw: form };
    },
    status: 400,
    errorCode: 'FILE_NOT_TABULAR',
    holds: (answer) => expect(answer.at('errors.0.pointer')).toBe('/dataFileTags'),
  },
  {
    row: 'files.metadata.set',
    shows: 'sets tags of a tabular file, and clears them with an empty list',
    as: 'owner',
    given: async (world) => {
      const file = await tabular(world);
      const form = new FormData();
      form.set('jsonData', JSON.stringify({ dataFileTags: ['Network'] }));
      succeeded(await world.callers.owner.rest.send(`/api/files/${file}/metadata`, { method: 'POST', raw: form }));
      const published = await world.callers.owner.rest.get(`/api/files/${file}/versions/1.0`);
      expect(published.at('data.dataFile.tabularTags')).toEqual(['Network']);
      const empty = new FormData();
      empty.set('jsonData', JSON.stringify({ dataFileTags: [] }));
      return { path: [file], raw: empty };
    },
    status: 200,
    holds: (answer) => expect(answer.body).not.toMatch(/dataFileTags/),
  },
];

/** Cases of redetection, categories and tags. Source: files.md 8.3, 22.1. */
export const fileEditCases: readonly ContractCase[] = [...redetection, ...categoriesAndTags];
