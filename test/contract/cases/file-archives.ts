import { expect } from 'vitest';
import { readZip } from '../../support/read-zip.ts';
import { addFile, publishDataset, type SeededDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

/** A published dataset of a file in a folder, one with the same name at the top, and one that is restricted; ids in this order. */
async function packed({ fresh, callers: { owner } }: ContractWorld): Promise<{ dataset: SeededDataset; files: number[] }> {
  const dataset = await fresh.draft();
  const files = [
    await addFile(owner, dataset, { name: 'a.txt', bytes: 'in a folder', type: 'text/plain', jsonData: { directoryLabel: 'data/raw' } }),
    await addFile(owner, dataset, { name: 'a.txt', bytes: 'at the top', type: 'text/plain' }),
    await addFile(owner, dataset, { name: 'secret.txt', bytes: 'secret', type: 'text/plain', jsonData: { restrict: true } }),
  ];
  await publishDataset(owner, dataset);
  return { dataset, files };
}

const MANIFEST = [
  'a.txt (text/plain) 10 bytes.',
  'data/raw/a.txt (text/plain) 11 bytes.',
  'secret.txt IS RESTRICTED AND CANNOT BE DOWNLOADED',
  '',
].join('\r\n');

/** The header that offers bytes under a name: encoded in the form that the contract gives and, if that differs, in that of RFC 6266. */
function disposition(name: string): string {
  const encoded = encodeURIComponent(name);
  return `attachment; filename="${encoded}"${encoded === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}

function refusalsOf(row: string, given: ContractCase['given']): ContractCase[] {
  return [
    { row, shows: 'refuses an absent token', given, status: 401, errorCode: 'AUTHENTICATION_REQUIRED' },
    {
      row,
      shows: 'refuses a bad token',
      given: async (world) => ({ ...(await given(world)), headers: { 'X-Service-key': 'nonsense' } }),
      status: 401,
      errorCode: 'INVALID_API_TOKEN',
    },
  ];
}

async function withSetting({ callers }: ContractWorld, name: string, value: string | null): Promise<void> {
  const path = `/api/admin/settings/${name}`;
  if (value === null) await callers.superuser.rest.delete(path);
  else await callers.superuser.rest.send(path, { method: 'PUT', raw: value });
}

const versionRow = 'access.dataset.version';
const filesRow = 'access.datafiles';

/** Cases of downloading several files as an archive. Source: files.md 22.3. */
export const fileArchiveCases: readonly ContractCase[] = [
  {
    row: versionRow,
    shows: 'packs the permitted files with their folders, and names the others in the manifest',
    as: 'stranger',
    given: async (world) => ({ path: [(await packed(world)).dataset.id, '1.0'] }),
    status: 200,
    holds: async (answer) => {
      const entries = await readZip(answer.bytes);
      expect(entries.map(({ path, text }) => [path, text])).toEqual([
        ['a.txt', 'at the top'],
        ['data/', ''],
        ['data/raw/', ''],
        ['data/raw/a.txt', 'in a folder'],
        ['MANIFEST.TXT', MANIFEST],
      ]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/zip;/);
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
      expect(answer.headers.get('content-disposition')).toMatch(/filename="doi-10\.5072-.*_1\.0\.zip"$/);
    },
  },
  {
    row: versionRow,
    shows: 'goes on where a download broke off',
    as: 'stranger',
    given: async (world) => {
      const { dataset } = await packed(world);
      const whole = await world.callers.stranger.rest.get(`/api/access/dataset/${dataset.id}/versions/1.0`);
      const etag = whole.headers.get('etag') ?? '';
      const parts: Buffer[] = [];
      for (let start = 0; start < whole.bytes.length; start += 37) {
        const part = await world.callers.stranger.rest.get(`/api/access/dataset/${dataset.id}/versions/1.0`, {
          Range: `bytes=${start}-${start + 36}`,
          'If-Range': etag,
        });
        expect(part.status).toBe(206);
        parts.push(part.bytes);
      }
      expect(Buffer.concat(parts).equals(whole.bytes)).toBe(true);
      return { path: [dataset.id, ':latest'], headers: { Range: 'bytes=-22', 'If-Range': etag } };
    },
    status: 206,
    holds: (answer) => expect(answer.bytes.readUInt32LE(0)).toBe(0x0605_4b50),
  },
  {
    row: versionRow,
    shows: 'packs the draft for those who may see it, restricted files too',
    as: 'member',
    given: ({ published }) => ({ path: [published.id, ':draft'] }),
    status: 200,
    holds: async (answer) => {
      expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['first.txt', 'second.txt', 'MANIFEST.TXT']);
      expect(answer.headers.get('content-disposition')).toMatch(/_draft\.zip"$/);
    },
  },
  {
    row: versionRow,
    shows: 'computes a checksum that is not known yet, and keeps it',
    as: 'stranger',
    given: async (world) => {
      const { dataset } = await packed(world);
      await world.server.application.connection.sql`update data_file set crc32 = null where dataset_id = ${dataset.id}`;
      return { path: [dataset.id, '1.0'] };
    },
    status: 200,
    holds: async (answer, { server }) => {
      expect(await readZip(answer.bytes)).toHaveLength(5);
      const { sql } = server.application.connection;
      const [row] = await sql`
        select count(crc32)::int as known from data_file
        where dataset_id = (select max(dataset_id) from data_file)`;
      expect(row?.['known']).toBe(2);
    },
  },
  {
    row: versionRow,
    shows: 'is refused as a whole over the limit, with a list of the files',
    as: 'stranger',
    given: async (world) => {
      const { dataset } = await packed(world);
      await withSetting(world, ':ZipDownloadLimit', '21');
      return { path: [dataset.id, '1.0'] };
    },
    status: 413,
    errorCode: 'ARCHIVE_TOO_LARGE',
    message: /21 B/,
    holds: async (answer, world) => {
      await withSetting(world, ':ZipDownloadLimit', null);
      expect(answer.list('errors')).toMatchObject([
        { pointer: expect.stringMatching(/^\/files\/\d+$/), message: 'a.txt (text/plain) 10 bytes.' },
        { message: 'data/raw/a.txt (text/plain) 11 bytes.' },
      ]);
    },
  },
  {
    row: versionRow,
    shows: 'is refused when none of the files may be had',
    as: 'stranger',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      await addFile(callers.owner, dataset, { name: 'secret.txt', jsonData: { restrict: true } });
      await publishDataset(callers.owner, dataset);
      return { path: [dataset.id, '1.0'] };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: versionRow,
    shows: 'has nothing to pack in a version without files',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id, ':draft'] }),
    status: 400,
    errorCode: 'ARCHIVE_EMPTY',
  },
  {
    row: versionRow,
    shows: 'does not pack a draft for those who may not see it',
    as: 'stranger',
    given: ({ published }) => ({ path: [published.id, ':draft'] }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: versionRow,
    shows: 'finds no version of another number',
    as: 'stranger',
    given: ({ published }) => ({ path: [published.id, '7.0'] }),
    status: 400,
    errorCode: 'DATASET_VERSION_NOT_FOUND',
  },
  {
    row: versionRow,
    shows: 'refuses what is no version',
    as: 'stranger',
    given: ({ published }) => ({ path: [published.id, 'first'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: versionRow,
    shows: 'is open by a signed address, with the rights of who made it',
    given: async (world) => {
      const { dataset } = await packed(world);
      const answer = await world.callers.member.graphql.send(
        'query ($id: Int!) { dataset(reference: { databaseId: $id }) { latestVersion { archiveUrl { url } } } }',
        { id: dataset.id },
      );
      const url = new URL(answer.text('data.dataset.latestVersion.archiveUrl.url'));
      expect(url.pathname).toBe(`/api/access/dataset/${dataset.id}/versions/1.0`);
      const other = new URLSearchParams(url.search);
      other.set('as', world.callers.owner.identifier);
      const { rest } = world.callers.guest;
      expect((await rest.get(`${url.pathname}?${other.toString()}`)).errorCode).toBe('SIGNED_URL_INVALID');
      expect((await rest.get(`/api/access/dataset/${dataset.id}/versions/:latest${url.search}`)).errorCode).toBe('SIGNED_URL_INVALID');
      return { path: [dataset.id, '1.0'], query: Object.fromEntries(url.searchParams) };
    },
    status: 200,
    holds: async (answer) => expect((await readZip(answer.bytes)).map(({ path }) => path)).toContain('secret.txt'),
  },
  ...refusalsOf(versionRow, ({ published }) => ({ path: [published.id, '1.0'] })),
  {
    row: 'access.dataset',
    shows: 'packs the newest released version for those who see no draft',
    as: 'stranger',
    given: ({ published }) => ({ path: [published.id] }),
    status: 200,
    holds: async (answer) => expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['first.txt', 'MANIFEST.TXT']),
  },
  {
    row: 'access.dataset',
    shows: 'answers 400 where nothing is visible',
    as: 'stranger',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 400,
    errorCode: 'PERMISSION_DENIED',
  },
  ...(['987654', 'abc'] as const).map((id): ContractCase => ({
    row: 'access.dataset',
    shows: `answers 400 for the id ${id}`,
    as: 'stranger',
    given: () => ({ path: [id] }),
    status: 400,
    errorCode: id === 'abc' ? 'BAD_USER_INPUT' : 'DATASET_NOT_FOUND',
  })),
  ...refusalsOf('access.dataset', ({ published }) => ({ path: [published.id] })),
  {
    row: filesRow,
    shows: 'packs files of several datasets, each path once, in the order of the ids',
    as: 'stranger',
    given: async (world) => {
      const [one, other] = [await packed(world), await packed(world)];
      return { path: [`${one.files[1]},x,${other.files[1]},${one.files[1]}`], query: { gbrecs: 'true' } };
    },
    status: 200,
    holds: async (answer) => {
      expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['a.txt', 'a_1.txt', 'MANIFEST.TXT']);
      expect(answer.headers.get('content-disposition')).toMatch(/filename="doi-10\.5072-[^_]*\.zip"$/);
    },
  },
  {
    row: filesRow,
    shows: 'leaves the manifest its name where a file has it',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      return { path: [await addFile(callers.owner, dataset, { name: 'MANIFEST.TXT', bytes: 'mine' })] };
    },
    status: 200,
    holds: async (answer) => expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['MANIFEST.TXT', '0MANIFEST.TXT']),
  },
  {
    row: filesRow,
    shows: 'is refused as a whole for a number that names no file',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [`${publishedFile},987654,99999999999`] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
    message: /987654/,
  },
  {
    row: filesRow,
    shows: 'is refused as a whole for an unpublished file that the caller may not see',
    as: 'stranger',
    given: ({ publishedFile, draftFile }) => ({ path: [`${publishedFile},${draftFile}`] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: filesRow,
    shows: 'refuses a list without a number',
    as: 'owner',
    given: () => ({ path: ['a,b'] }),
    status: 400,
    errorCode: 'ARCHIVE_EMPTY',
  },
  {
    row: filesRow,
    shows: 'is open by a signed address for exactly these files',
    given: async (world) => {
      const { callers, draftFile, publishedFile } = world;
      const answer = await callers.owner.graphql.send(
        'query ($ids: [Int!]!) { fileArchiveUrl(files: { fileDatabaseIds: $ids }) { url } }',
        {
          ids: [draftFile],
        },
      );
      const url = new URL(answer.text('data.fileArchiveUrl.url'));
      const more = await callers.guest.rest.get(`/api/access/datafiles/${draftFile},${publishedFile}${url.search}`);
      expect(more.errorCode).toBe('SIGNED_URL_INVALID');
      return { path: [draftFile], query: Object.fromEntries(url.searchParams) };
    },
    status: 200,
    holds: async (answer) => expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['second.txt', 'MANIFEST.TXT']),
  },
  ...refusalsOf(filesRow, ({ publishedFile }) => ({ path: [publishedFile] })),
  ...(['fileIds=', ''] as const).map((prefix): ContractCase => ({
    row: 'access.datafiles.post',
    shows: `packs the files that the body lists after "${prefix}"`,
    as: 'owner',
    given: ({ publishedFile, draftFile }) => ({ raw: `${prefix}${publishedFile},${draftFile}\n` }),
    status: 200,
    holds: async (answer) =>
      expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(['first.txt', 'second.txt', 'MANIFEST.TXT']),
  })),
  {
    row: 'access.datafiles.post',
    shows: 'refuses an empty list',
    as: 'owner',
    given: () => ({ raw: 'fileIds=' }),
    status: 400,
    errorCode: 'ARCHIVE_EMPTY',
  },
  ...refusalsOf('access.datafiles.post', ({ publishedFile }) => ({ raw: String(publishedFile) })),
  {
    row: 'access.datafile.bundle',
    shows: 'has nothing to pack for a file that is not tabular',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 404,
    errorCode: 'FILE_FORM_UNAVAILABLE',
    message: /^datafile access error/,
  },
  ...['pets', 'größe €'].map((name): ContractCase => ({
    row: 'access.datafile.bundle',
    shows: `packs a tabular file ${name} with its original and its citations`,
    as: 'stranger',
    given: async ({ fresh, callers, server }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset, { name: `${name}.tab`, bytes: 'a\tb\n1\t2\n', type: 'text/tsv' });
      await publishDataset(callers.owner, dataset);
      // What ingest will leave: the original beside the file, under a name of its own.
      const { storage } = server.application.services;
      const [row] = await server.application.connection.sql`
        select df.storage_driver as driver, df.storage_id as id, d.authority, d.identifier
        from data_file df inner join dataset d on d.id = df.dataset_id where df.id = ${file}`;
      const { Readable } = await import('node:stream');
      const staged = await storage.stage(Readable.from([Buffer.from('a,b\n1,2\n')]), {
        fileName: `${name}.csv`,
        suppliedContentType: null,
        checksumAlgorithm: 'MD5',
        maximumBytes: null,
      });
      const [driver, authority, identifier] = [row?.['driver'], row?.['authority'], row?.['identifier']].map(String);
      await storage.keep(staged, {
        driver: driver ?? '',
        authority: authority ?? '',
        identifier: identifier ?? '',
        storageId: `${String(row?.['id'])}.orig`,
      });
      await server.application.connection.sql`
        insert into saved_original (data_file_id, file_name, content_type, size_bytes) values (${file}, ${`${name}.csv`}, 'text/csv', null)`;
      const original = await callers.stranger.rest.get(`/api/access/datafile/${file}?format=original`);
      expect([original.body, original.headers.get('content-type')]).toEqual([
        'a,b\n1,2\n',
        `text/csv; name="${encodeURIComponent(name)}.csv"`,
      ]);
      return { path: [file] };
    },
    status: 200,
    holds: async (answer) => {
      expect(answer.headers.get('content-disposition')).toBe(disposition(`${name}-bundle.zip`));
      const entries = await readZip(answer.bytes);
      expect(entries.map(({ path }) => path)).toEqual([
        `${name}.tab`,
        `${name}.csv`,
        `${name}citation-endnote.xml`,
        `${name}citation-ris.ris`,
        `${name}citation-bib.bib`,
      ]);
      expect(entries[1]?.text).toBe('a,b\n1,2\n');
    },
  })),
  ...refusalsOf('access.datafile.bundle', ({ publishedFile }) => ({ path: [publishedFile] })),
];
