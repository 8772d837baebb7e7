import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { EXAMPLES, exampleDataset, uniqueName } from '../../support/seed.ts';
import type { TestServer } from '../../support/server.ts';
import type { ContractCase } from './contract-case.ts';
import { minimal, withField, withoutField } from './native-metadata.ts';

const ROW = 'collections.datasets.import';

/** An identifier that nothing has yet, as providers here manage it. */
export function freshPid(): string {
  return `doi:10.5072/FK2/${uniqueName('IMPORT').toUpperCase()}`;
}

/** Brings bytes to the folder of a dataset that is still to be imported. */
async function bring(server: TestServer, pid: string, storageId: string, bytes: string): Promise<void> {
  const { storage } = server.application.services;
  const options = { fileName: storageId, suppliedContentType: null, checksumAlgorithm: 'MD5', maximumBytes: null } as const;
  const staged = await storage.stage(Readable.from([Buffer.from(bytes)]), options);
  await storage.keep(staged, { driver: 'local', authority: '10.5072', identifier: pid.replace(/^.*10\.5072\//, ''), storageId });
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function withFiles(...files: readonly unknown[]) {
  return { datasetVersion: { ...minimal().datasetVersion, files } };
}

const pidRefusals = (
  [
    ['no identifier at all', undefined, /persistent identifier/],
    ['characters that no identifier has', 'doi:10.5072/FK2/A B', /cannot|can be imported/],
    ['what is no identifier', 'ABC123', /ABC123/],
    ['an identifier that others manage', 'doi:10.9999/FK2/ABC123', /does not match/],
    ['an identifier without the shoulder of its provider', 'doi:10.5072/OTHER/ABC123', /does not match/],
    ['an identifier that leads out of its folder', 'doi:10.5072/FK2/../../X', /storage path/],
  ] as const
).map(([what, pid, message]): ContractCase => ({
  row: ROW,
  shows: `refuses ${what}`,
  as: 'superuser',
  given: ({ open }) => ({ path: [open.alias], query: pid === undefined ? {} : { pid }, json: exampleDataset('minimal') }),
  status: 400,
  errorCode: 'BAD_USER_INPUT',
  message,
}));

const bodyRefusals = (
  [
    ['a body without datasetVersion', {}, 400, 'BAD_USER_INPUT', /datasetVersion/],
    ['a version without metadataBlocks', { datasetVersion: {} }, 400, 'BAD_USER_INPUT', /metadata ?blocks/i],
    ['an unknown licence', { datasetVersion: { ...minimal().datasetVersion, license: 'nosuch' } }, 400, 'BAD_USER_INPUT', /nosuch/],
    ['an unknown dataset type', { ...minimal(), datasetType: 'nosuch' }, 400, 'BAD_USER_INPUT', /nosuch/],
    ['a missing title', withoutField('title'), 403, 'DATASET_METADATA_INVALID', /^Validation Failed: .*Title is required/],
    [
      'a wrong typeClass',
      withField({ typeName: 'title', multiple: false, typeClass: 'compound', value: 'a' }),
      400,
      'BAD_USER_INPUT',
      /type ?class/i,
    ],
    ['files that are no list', { datasetVersion: { ...minimal().datasetVersion, files: {} } }, 400, 'BAD_USER_INPUT', /array/],
    ['a file without its data', withFiles({ label: 'a.txt' }), 400, 'BAD_USER_INPUT', /dataFile/],
    [
      'a file without label and storage identifier',
      withFiles({ dataFile: { filesize: 1, md5: md5('a') } }),
      400,
      'BAD_USER_INPUT',
      /must not be blank.*storage identifier/,
    ],
    [
      'a storage identifier that leads elsewhere',
      withFiles({ label: 'a.txt', dataFile: { filesize: 1, md5: md5('a'), storageIdentifier: 'file://../a' } }),
      400,
      'BAD_USER_INPUT',
      /storage identifier/,
    ],
    [
      'a checksum of another length',
      withFiles({
        label: 'a.txt',
        dataFile: { filesize: 1, checksum: { type: 'SHA-256', value: md5('a') }, storageIdentifier: 'file://a' },
      }),
      400,
      'BAD_USER_INPUT',
      /64 hexadecimal digits/,
    ],
    [
      'absent bytes of unknown size',
      withFiles({ label: 'a.txt', dataFile: { md5: md5('a'), storageIdentifier: 'file://nosuch-bytes' } }),
      400,
      'BAD_USER_INPUT',
      /a\.txt are not in the folder.*filesize/,
    ],
    [
      'two files of one name',
      withFiles(
        { label: 'a.txt', dataFile: { filesize: 1, md5: md5('a'), storageIdentifier: 'file://one-a' } },
        { label: 'a.txt', dataFile: { filesize: 1, md5: md5('b'), storageIdentifier: 'file://one-b' } },
      ),
      400,
      'BAD_USER_INPUT',
      /same name/,
    ],
  ] as const
).map(([what, json, status, errorCode, message]): ContractCase => ({
  row: ROW,
  shows: `refuses ${what}`,
  as: 'superuser',
  given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, json }),
  status,
  errorCode,
  message,
}));

const roundTrips = EXAMPLES.map((name): ContractCase => ({
  row: ROW,
  shows: `gives back the metadata of the example ${name} as it was sent`,
  as: 'superuser',
  given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid(), release: 'no' }, json: exampleDataset(name) }),
  status: 201,
  keys: ['id', 'persistentId'],
  holds: async (answer, { callers }) => {
    const id = answer.number('data.id');
    const { rest } = callers.superuser;
    const imported = await rest.get(`/api/datasets/${id}/versions/:draft`);
    const again = await rest.post('/api/collections/:root/datasets', exampleDataset(name));
    const created = await rest.get(`/api/datasets/${again.number('data.id')}/versions/:draft`);
    expect(imported.at('data.metadataBlocks')).toEqual(created.at('data.metadataBlocks'));
    expect(imported.at('data.license')).toEqual(created.at('data.license'));
    expect(imported.at('data.versionState')).toBe('DRAFT');
    expect(imported.record('data')).not.toHaveProperty('versionNumber');
  },
}));

/** Cases of importing datasets in native JSON. Source: datasets.md 4.2, 4.3 and 16; decisions.md 16, 25. */
export const datasetImportCases: readonly ContractCase[] = [
  ...roundTrips,
  {
    row: ROW,
    shows: 'releases version 1.0 at once, with the identifier that the dataset had',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid(), release: 'yes' }, json: exampleDataset('minimal') }),
    status: 201,
    keys: ['id', 'persistentId', 'releaseCompleted'],
    holds: async (answer, { callers }) => {
      expect(answer.at('data.releaseCompleted')).toBe(true);
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/datasets/${answer.number('data.id')}$`));
      const pid = answer.text('data.persistentId');
      const seen = await callers.guest.rest.get(`/api/datasets/:persistentId/versions/1.0?persistentId=${encodeURIComponent(pid)}`);
      expect(seen.record('data')).toMatchObject({ versionState: 'RELEASED', versionNumber: 1, versionMinorNumber: 0 });
      expect(seen.at('data.datasetPersistentId')).toBe(pid);
    },
  },
  ...['YES'].map((release): ContractCase => ({
    row: ROW,
    shows: `takes release=${release} as yes`,
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid(), release }, json: exampleDataset('minimal') }),
    status: 201,
    keys: ['id', 'persistentId', 'releaseCompleted'],
  })),
  {
    row: ROW,
    shows: 'makes a draft without numbers, whatever state the JSON has, and asks for access only where it says so',
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      query: { pid: freshPid() },
      json: {
        datasetVersion: {
          ...exampleDataset('minimal').datasetVersion,
          versionState: 'RELEASED',
          versionNumber: 4,
          versionMinorNumber: 2,
          versionNote: 'Old',
        },
      },
    }),
    status: 201,
    holds: async (answer, { callers }) => {
      const seen = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft`);
      expect(seen.record('data')).toMatchObject({ versionState: 'DRAFT', fileAccessRequest: false, versionNote: 'Old' });
      expect(seen.record('data')).not.toHaveProperty('versionNumber');
    },
  },
  ...(['at the top', 'within the version'] as const).flatMap((place) =>
    [{}, { pid: '' }, { pid: ' ' }].map((query): ContractCase => ({
      row: ROW,
      shows: `needs the parameter pid, not ${JSON.stringify(query)}, also where the JSON names an identifier ${place}`,
      as: 'superuser',
      given: ({ open }) => {
        const parts = { protocol: 'doi', authority: '10.5072', identifier: freshPid().replace('doi:10.5072/', '') };
        const version = exampleDataset('minimal').datasetVersion;
        const json = place === 'at the top' ? { ...parts, datasetVersion: version } : { datasetVersion: { ...version, ...parts } };
        return { path: [open.alias], query, json };
      },
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /pid/,
    })),
  ),
  ...['true', '1', 'perhaps', ''].map((release): ContractCase => ({
    row: ROW,
    shows: `knows yes and no for release, not "${release}"`,
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid(), release }, json: exampleDataset('minimal') }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /release.*yes or no/,
  })),
  {
    row: ROW,
    shows: 'writes a DOI in capitals, also one sent as an address',
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      query: { pid: freshPid().replace('doi:', 'https://doi.org/').toLowerCase() },
      json: exampleDataset('minimal'),
    }),
    status: 201,
    holds: (answer) => expect(answer.text('data.persistentId')).toMatch(/^doi:10\.5072\/FK2\/IMPORT-[0-9A-F]+$/),
  },
  {
    row: ROW,
    shows: 'takes files whose bytes lie in the folder of the dataset, and measures them',
    as: 'superuser',
    given: async ({ open, server }) => {
      const pid = freshPid();
      const name = uniqueName('bytes');
      await bring(server, pid, name, 'brought beforehand\n');
      const file = {
        label: 'brought.txt',
        directoryLabel: 'data',
        description: 'Raw',
        categories: ['Data'],
        restricted: true,
        dataFile: { contentType: 'text/plain', storageIdentifier: `file://${name}`, filename: 'ignored.txt' },
      };
      return { path: [open.alias], query: { pid, release: 'yes' }, json: withFiles(file) };
    },
    status: 201,
    holds: async (answer, { callers }) => {
      const files = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/versions/1.0/files`);
      expect(files.record('data.0')).toMatchObject({
        label: 'brought.txt',
        directoryLabel: 'data',
        description: 'Raw',
        categories: ['Data'],
        restricted: false,
      });
      expect(files.record('data.0.dataFile')).toMatchObject({ contentType: 'text/plain', filesize: 19, md5: md5('brought beforehand\n') });
      const bytes = await callers.superuser.rest.get(`/api/access/datafile/${files.number('data.0.dataFile.id')}`);
      expect([bytes.status, bytes.body]).toEqual([200, 'brought beforehand\n']);
      expect(answer.record('')).not.toHaveProperty('message');
    },
  },
  {
    row: ROW,
    shows: 'takes files whose bytes are still to be brought, and says which',
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      query: { pid: freshPid() },
      json: withFiles({
        label: 'later.bin',
        dataFile: { filesize: 7, md5: md5('later').toUpperCase(), storageIdentifier: `s3://bucket:${uniqueName('later')}` },
      }),
    }),
    status: 201,
    holds: async (answer, { callers }) => {
      expect(answer.text('message.message')).toMatch(/later\.bin/);
      const files = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft/files`);
      expect(files.record('data.0.dataFile')).toMatchObject({ filesize: 7, md5: md5('later'), contentType: 'application/octet-stream' });
    },
  },
  {
    row: ROW,
    shows: 'refuses bytes of another size than the JSON says',
    as: 'superuser',
    given: async ({ open, server }) => {
      const pid = freshPid();
      const name = uniqueName('bytes');
      await bring(server, pid, name, '12345');
      return {
        path: [open.alias],
        query: { pid },
        json: withFiles({ label: 'five.txt', dataFile: { filesize: 6, storageIdentifier: name } }),
      };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /five\.txt has 5 bytes.*, not 6/,
  },
  ...pidRefusals,
  ...bodyRefusals,
  {
    row: ROW,
    shows: 'refuses an identifier that a dataset has already, in any case',
    as: 'superuser',
    given: ({ open, published }) => ({
      path: [open.alias],
      query: { pid: published.persistentId.replace('FK2', 'fk2') },
      json: exampleDataset('minimal'),
    }),
    status: 409,
    errorCode: 'PERSISTENT_ID_TAKEN',
  },
  {
    row: ROW,
    shows: 'releases nothing into a collection that is not published',
    as: 'superuser',
    given: ({ closed }) => ({ path: [closed.alias], query: { pid: freshPid(), release: 'yes' }, json: exampleDataset('minimal') }),
    status: 403,
    errorCode: 'COLLECTION_NOT_PUBLISHED',
  },
  {
    row: ROW,
    shows: 'releases nothing with terms of its own that lack those of use',
    as: 'superuser',
    given: ({ open }) => {
      const { license: _license, ...version } = exampleDataset('minimal').datasetVersion;
      return {
        path: [open.alias],
        query: { pid: freshPid(), release: 'yes' },
        json: { datasetVersion: { ...version, disclaimer: 'None.' } },
      };
    },
    status: 409,
    errorCode: 'DATASET_TERMS_INVALID',
  },
  {
    row: ROW,
    shows: 'needs a superuser',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, json: exampleDataset('minimal') }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: ROW,
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, json: exampleDataset('minimal') }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: ROW,
    shows: 'names an unknown collection',
    as: 'superuser',
    given: () => ({ path: ['nowhere'], query: { pid: freshPid() }, json: exampleDataset('minimal') }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: ROW,
    shows: 'says where a body stops being JSON',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, raw: '{"datasetVersion": ' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
];
