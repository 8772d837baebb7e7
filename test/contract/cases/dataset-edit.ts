import { expect } from 'vitest';
import { publishDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { retitled } from './contract-world.ts';
import { minimal, withField, withoutField } from './native-metadata.ts';
import { DRAFT_KEYS } from './version-cases.ts';

/** Cases of changing drafts, and of locks. Source: datasets.md 6.1, 11.3 and 16. */
export const datasetEditCases: readonly ContractCase[] = [
  {
    row: 'datasets.draft.put',
    shows: 'replaces all metadata of the draft and keeps the licence',
    as: 'contributor',
    given: async ({ fresh }) => ({
      path: [(await fresh.draft()).id, ''].slice(0, 1),
      json: { metadataBlocks: minimal('Replaced').datasetVersion['metadataBlocks'] },
    }),
    status: 200,
    keys: DRAFT_KEYS,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ versionState: 'DRAFT', license: { name: 'CC0 1.0' } });
      expect(answer.at('data.metadataBlocks.citation.fields.0.value')).toBe('Replaced');
    },
  },
  {
    row: 'datasets.draft.put',
    shows: 'changes terms when a terms key is sent, and takes the full version object back',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const { files: _, ...version } = (await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).record('data');
      return { path: [dataset.id], json: { ...version, license: 'CC BY 4.0' } };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.license.name')).toBe('CC BY 4.0'),
  },
  {
    row: 'datasets.draft.put',
    shows: 'refuses files',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: { ...minimal().datasetVersion, files: [{ label: 'x' }] } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /^Files /,
  },
  {
    row: 'datasets.draft.put',
    shows: 'reads JSON alone',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'datasets.draft.put',
    shows: 'refuses an empty body',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: '', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'datasets.draft.put',
    shows: 'refuses metadata that lacks a required field',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: withoutField('title').datasetVersion }),
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: Title is required/,
  },
  {
    row: 'datasets.draft.put',
    shows: 'refuses fields of a wrong form',
    as: 'owner',
    given: ({ draft }) => ({
      path: [draft.id],
      json: withField({ typeName: 'title', multiple: false, typeClass: 'primitive', value: [] }).datasetVersion,
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.draft.put',
    shows: 'needs EditDataset, which a member lacks',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id], json: minimal().datasetVersion }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.draft.put',
    shows: 'is not for guests',
    given: ({ draft }) => ({ path: [draft.id], json: minimal().datasetVersion }),
    status: 401,
  },
  {
    row: 'datasets.draft.put',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], json: minimal().datasetVersion }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.draft.put',
    shows: 'can write no version but the draft',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], json: minimal().datasetVersion }),
    status: 200,
    holds: async (_answer, { published }, caller) => {
      for (const version of ['1.0', ':latest', '1']) {
        const refused = await caller.rest.put(`/api/datasets/${published.id}/versions/${version}`, minimal().datasetVersion);
        expect({ status: refused.status, code: refused.errorCode }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
      }
    },
  },
  {
    row: 'datasets.locks.list',
    shows: 'lists locks with bare user name and persistent identifier, to all callers',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'InReview');
      return { path: [dataset.id], headers: { 'X-Service-key': 'not even looked at' } };
    },
    status: 200,
    holds: (answer) => {
      expect(Object.keys(answer.record('data.0'))).toEqual(['lockType', 'date', 'user', 'dataset']);
      expect(answer.record('data.0')).toMatchObject({ lockType: 'InReview', user: 'admin', dataset: expect.stringMatching(/^doi:/) });
      expect(answer.text('data.0.date')).toMatch(/^\w{3} \w{3} \d\d \d\d:\d\d:\d\d UTC \d{4}$/);
    },
  },
  {
    row: 'datasets.locks.list',
    shows: 'is empty without locks, also of one type',
    given: ({ draft }) => ({ path: [draft.id], query: { type: 'Ingest' } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  {
    row: 'datasets.locks.list',
    shows: 'refuses an unknown lock type',
    given: ({ draft }) => ({ path: [draft.id], query: { type: 'ingest' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /type/,
  },
  {
    row: 'datasets.locks.list',
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

/** Cases of deleting drafts and datasets. Source: datasets.md 8 and 16. */
export const datasetDeleteCases: readonly ContractCase[] = [
  {
    row: 'datasets.draft.delete',
    shows: 'removes the draft of a published dataset and nothing else',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.edited()).id] }),
    status: 200,
    holds: async (answer, _world, caller) => {
      const id = /^Draft version of dataset (\d+) deleted$/.exec(answer.text('data.message'))?.[1];
      const view = await caller.rest.get(`/api/datasets/${id}`);
      expect(view.record('data.latestVersion')).toMatchObject({ versionState: 'RELEASED', latestVersionPublishingState: 'RELEASED' });
    },
  },
  {
    row: 'datasets.draft.delete',
    shows: 'takes the dataset along when there is no other version, and echoes the reference',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [':persistentId'], query: { persistentId: (await fresh.draft()).persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('Draft version of dataset :persistentId deleted'),
  },
  {
    row: 'datasets.draft.delete',
    shows: 'finds no draft to delete',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 404,
    errorCode: 'DATASET_DRAFT_NOT_FOUND',
    message: /^This is NOT a DRAFT version/,
  },
  {
    row: 'datasets.draft.delete',
    shows: 'needs DeleteDatasetDraft, which a member lacks',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.draft.delete',
    shows: 'is not for guests',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.draft.delete',
    shows: 'is refused under Ingest',
    as: 'owner',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.edited();
      await lock(dataset, 'Ingest');
      return { path: [dataset.id] };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to dataset lock.',
  },
  {
    row: 'datasets.delete',
    shows: 'deletes a dataset that was never published',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^Dataset \d+ deleted$/),
  },
  {
    row: 'datasets.delete',
    shows: 'drops the draft of a published dataset',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.edited()).id] }),
    status: 200,
  },
  {
    row: 'datasets.delete',
    shows: 'refuses a published dataset to its owner',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 403,
    errorCode: 'DATASET_PUBLISHED',
  },
  {
    row: 'datasets.delete',
    shows: 'deletes a dataset with one published version for a superuser',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^Dataset \d+ deleted$/),
  },
  {
    row: 'datasets.delete',
    shows: 'refuses a dataset with several published versions to superusers too',
    as: 'superuser',
    given: async ({ callers, fresh }) => {
      const dataset = await fresh.edited();
      await publishDataset(callers.owner, dataset);
      return { path: [dataset.id] };
    },
    status: 404,
    errorCode: 'DATASET_DRAFT_NOT_FOUND',
    message: /^This is NOT a DRAFT version/,
  },
  {
    row: 'datasets.delete',
    shows: 'needs DeleteDatasetDraft',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'datasets.delete', shows: 'is not for guests', given: ({ draft }) => ({ path: [draft.id] }), status: 401 },
  {
    row: 'datasets.delete',
    shows: 'is refused while a file is ingested',
    as: 'owner',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'Ingest');
      return { path: [dataset.id] };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to dataset lock.',
  },
  {
    row: 'datasets.delete',
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.draft.put',
    shows: 'is refused to authors in review and open to publishers',
    as: 'contributor',
    given: async ({ fresh, lock, callers }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'InReview');
      const json = await retitled(callers.owner, dataset, 'In review');
      const curated = await callers.curator.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, json);
      expect(curated.status).toBe(200);
      return { path: [dataset.id], json };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
    message: 'Dataset cannot be edited due to In Review dataset lock.',
  },
];
