import { expect } from 'vitest';
import { zipOf } from '../../support/zip-archive.ts';
import type { ContractCase } from './contract-case.ts';
import { withFile } from './file-changes.ts';
import { setSetting, weights } from './file-replace.ts';

const closed: readonly ContractCase[] = [
  {
    row: 'datasets.addFile',
    shows: 'answers 403 where the dataset is a package',
    as: 'owner',
    given: async (world) => {
      const { dataset, file } = await withFile(world);
      const { sql } = world.server.application.connection;
      await sql`update data_file set content_type = 'application/vnd.service.file-package' where id = ${file}`;
      return { path: [dataset.id], file: weights() };
    },
    status: 403,
    errorCode: 'DATASET_HOLDS_PACKAGE',
  },
  {
    row: 'datasets.addFile',
    shows: 'answers 503 where the installation takes no files over HTTP',
    as: 'owner',
    given: async (world) => {
      await setSetting(world, ':UploadMethods', 'dvwebloader, globus');
      return { path: [world.draft.id], file: weights() };
    },
    status: 503,
    errorCode: 'UPLOAD_METHOD_DISABLED',
    restore: (world) => setSetting(world, ':UploadMethods', null),
  },
];

const archives: readonly ContractCase[] = [
  {
    row: 'datasets.addFile',
    shows: 'gives a record for each file of an archive',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.draft()).id],
      file: {
        name: 'a.zip',
        bytes: zipOf([
          { path: 'x/a.txt', content: 'a' },
          { path: 'b.txt', content: 'b' },
        ]),
        type: 'application/zip',
      },
    }),
    status: 200,
    keys: ['files'],
    holds: (answer) => {
      expect(answer.list('data.files')).toHaveLength(2);
      expect(answer.record('data.files.0')).toMatchObject({ label: 'a.txt', directoryLabel: 'x' });
      expect(answer.at('message')).toBeUndefined();
    },
  },
  {
    row: 'datasets.addFile',
    shows: 'keeps an archive as it is with unpack false',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.draft()).id],
      file: { name: 'a.zip', bytes: zipOf([{ path: 'a.txt', content: 'a' }]), type: 'application/zip', jsonData: { unpack: 'false' } },
    }),
    status: 200,
    holds: (answer) => expect(answer.at('data.files.0.label')).toBe('a.zip'),
  },
  {
    row: 'datasets.addFile',
    shows: 'warns beside the record of an archive that it could not read',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.draft()).id],
      file: { name: 'broken.zip', bytes: 'PK\u0003\u0004 no archive', type: 'application/zip' },
    }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.files.0.label')).toBe('broken.zip');
      expect(answer.text('message.message')).toMatch(/cannot be read/);
    },
  },
];

/** Cases of archives that are added, and of datasets and installations that take no file. Source: files.md 4.3, 15. */
export const fileArchiveUploadCases: readonly ContractCase[] = [...archives, ...closed];
