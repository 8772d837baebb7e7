import { expect } from 'vitest';
import type { RestAnswer } from '../../support/rest-client.ts';
import { addFile, type Caller, publishDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withFile } from './file-changes.ts';

const ADD = 'access.auxiliary.add';
const GET = 'access.auxiliary.get';
const DELETE = 'access.auxiliary.delete';
const LIST = 'access.auxiliary.list';
const BY_ORIGIN = 'access.auxiliary.listByOrigin';

const NCML = 'files.extractNcml';

/** A NetCDF file with nothing but a dimension `lat` of 3. */
const CLASSIC = Buffer.from(`43444601000000000000000a00000001000000036c61740000000003${'00'.repeat(16)}`, 'hex');

let described = 0;

/** A file of these bytes, which is to be described. */
async function netcdf({ fresh, callers }: ContractWorld, bytes: Buffer): Promise<CaseRequest> {
  described = await addFile(callers.owner, await fresh.draft(), { name: 'grid.nc', bytes, type: 'application/netcdf' });
  return { path: [described] };
}

const JSON_TEXT = '{"mean": 4}';

/** A form with a file and texts beside it. */
function form(texts: Readonly<Record<string, string>> = {}, bytes = JSON_TEXT, type = 'application/json'): FormData {
  const parts = new FormData();
  for (const [name, text] of Object.entries(texts)) parts.set(name, text);
  parts.set('file', new Blob([bytes], { type }), 'statistics.json');
  return parts;
}

function send(caller: Caller, file: number, format: string, texts: Readonly<Record<string, string>> = {}): Promise<RestAnswer> {
  return caller.rest.send(`/api/access/datafile/${file}/auxiliary/${format}`, { method: 'POST', raw: form(texts) });
}

interface Made {
  readonly file: number;
  readonly dataset: Awaited<ReturnType<typeof withFile>>['dataset'];
}

/** A file with a public auxiliary file and one with the permissions of the file; restricted on request. */
async function made(
  world: ContractWorld,
  { published = true, restricted = false }: { readonly published?: boolean; readonly restricted?: boolean } = {},
): Promise<Made> {
  const { owner } = world.callers;
  const { dataset, file } = await withFile(world);
  if (restricted) succeeded(await owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
  succeeded(await send(owner, file, 'dp/1.0', { isPublic: 'true', origin: 'maker', type: 'DP' }));
  succeeded(await send(owner, file, 'dp/2.0', { origin: 'other' }));
  if (published) await publishDataset(owner, dataset);
  return { dataset, file };
}

async function limitSizes({ callers: { superuser } }: ContractWorld, bytes: string | null): Promise<void> {
  const path = '/api/admin/settings/:MaxFileUploadSizeInBytes';
  succeeded(await (bytes === null ? superuser.rest.delete(path) : superuser.rest.send(path, { method: 'PUT', raw: bytes })));
}

const adding: readonly ContractCase[] = [
  {
    row: ADD,
    shows: 'keeps a file beside a published one, makes no draft, and counts in the use of the storage',
    as: 'contributor',
    given: async (world) => ({
      path: [(await withFile(world, true)).file, 'dp%20json', '1.0'],
      raw: form({ isPublic: 'TRUE', origin: 'maker', type: 'DP' }),
    }),
    status: 200,
    keys: ['formatTag', 'formatVersion', 'origin', 'isPublic', 'type', 'contentType', 'fileSize', 'checksum', 'dataFile'],
    holds: async (answer, { callers: { owner } }) => {
      expect(answer.record('data')).toMatchObject({
        formatTag: 'dp json',
        formatVersion: '1.0',
        origin: 'maker',
        isPublic: true,
        type: 'DP',
        contentType: 'application/json',
        fileSize: 11,
        checksum: expect.stringMatching(/^[0-9a-f]{32}$/),
        dataFile: { filename: 'weights.csv', contentType: 'text/csv' },
      });
      const file = answer.number('data.dataFile.id');
      const read = await owner.graphql.expectData(
        'query ($id: Int!) { file(reference: { databaseId: $id }) { sizeBytes dataset { databaseId latestVersion { state } } auxiliaryFiles { nodes { formatTag } } } }',
        { id: file },
      );
      expect(read.record('data.file')).toMatchObject({
        dataset: { latestVersion: { state: 'RELEASED' } },
        auxiliaryFiles: { nodes: [{ formatTag: 'dp json' }] },
      });
      const use = succeeded(await owner.rest.get(`/api/datasets/${read.number('data.file.dataset.databaseId')}/storage/use`));
      expect(use.text('data.message')).toContain(`: ${read.number('data.file.sizeBytes') + 11} bytes`);
    },
  },
  {
    row: ADD,
    shows: 'looks at a part without a type, and needs nothing beside the file',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file, 'preview', 'v1'],
      raw: form({}, '%PDF-1.7\n%âãÏÓ\n', 'application/octet-stream'),
    }),
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ contentType: 'application/pdf', isPublic: false });
      expect(Object.keys(answer.record('data'))).not.toContain('origin');
    },
  },
  {
    row: ADD,
    shows: 'takes each tag and version once',
    as: 'owner',
    given: async (world) => ({ path: [(await made(world)).file, 'dp', '1.0'], raw: form() }),
    status: 409,
    errorCode: 'AUXILIARY_FILE_EXISTS',
  },
  {
    row: ADD,
    shows: 'refuses a file over the upload limit, with both sizes',
    as: 'owner',
    given: async (world) => {
      const { file } = await withFile(world);
      await limitSizes(world, '10');
      return { path: [file, 'dp', '1.0'], raw: form() };
    },
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
    message: /11 B.*10 B/,
    restore: (world) => limitSizes(world, null),
  },
  {
    row: ADD,
    shows: 'needs a file',
    as: 'owner',
    given: async (world) => {
      const empty = new FormData();
      empty.set('origin', 'maker');
      return { path: [(await withFile(world)).file, 'dp', '1.0'], raw: empty };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /file is missing/,
  },
  {
    row: ADD,
    shows: 'tells all that is wrong with the texts',
    as: 'owner',
    given: async (world) => ({
      path: [(await withFile(world)).file, 'dp', '1.0'],
      raw: form({ origin: 'x'.repeat(256), type: 'y'.repeat(256) }),
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.list('errors')).toHaveLength(2),
  },
  {
    row: ADD,
    shows: 'refuses a blank tag and a long version before a byte is read',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file, '%20', 'x'.repeat(256)], raw: form() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.list('errors')).toHaveLength(2),
  },
  ...(
    [
      ['guest', 403, 'PERMISSION_DENIED'],
      ['member', 403, 'PERMISSION_DENIED'],
    ] as const
  ).map(([as, status, errorCode]): ContractCase => ({
    row: ADD,
    shows: `refuses a ${as}`,
    as,
    given: ({ publishedFile }) => ({ path: [publishedFile, 'dp', '1.0'], raw: form() }),
    status,
    errorCode,
  })),
  {
    row: ADD,
    shows: 'answers 400 when there is no such file',
    as: 'owner',
    given: () => ({ path: [987_654, 'dp', '1.0'], raw: form() }),
    status: 400,
    errorCode: 'FILE_NOT_FOUND',
  },
  {
    row: ADD,
    shows: 'answers 400 to what is no id',
    as: 'owner',
    given: () => ({ path: ['weights', 'dp', '1.0'], raw: form() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ADD,
    shows: 'is refused under a lock',
    as: 'owner',
    given: async (world) => {
      const { dataset, file } = await withFile(world);
      await world.lock(dataset, 'finalizePublication');
      return { path: [file, 'dp', '1.0'], raw: form() };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
];

/** The request for one of the two that `made` makes. */
const ofMade =
  (version: '1.0' | '2.0', options: Parameters<typeof made>[1] = {}) =>
  async (world: ContractWorld): Promise<CaseRequest> => ({ path: [(await made(world, options)).file, 'dp', version] });

const reading: readonly ContractCase[] = [
  {
    row: GET,
    shows: 'gives a public one to a guest, even if the file is restricted',
    given: ofMade('1.0', { restricted: true }),
    status: 200,
    holds: (answer) => {
      expect(answer.body).toBe(JSON_TEXT);
      expect(answer.headers.get('content-type')).toBe('application/json; name="weights.csv.dp_1.0.json"');
      expect(answer.headers.get('content-disposition')).toContain('weights.csv.dp_1.0.json');
    },
  },
  { row: GET, shows: 'gives others by the rights on the file', as: 'stranger', given: ofMade('2.0'), status: 200 },
  {
    row: GET,
    shows: 'gives them to members of an unpublished dataset',
    as: 'member',
    given: ofMade('1.0', { published: false }),
    status: 200,
  },
  {
    row: GET,
    shows: 'gives ranges',
    as: 'owner',
    given: async (world) => ({ ...(await ofMade('1.0')(world)), headers: { Range: 'bytes=2-5' } }),
    status: 206,
    holds: (answer) => expect(answer.body).toBe('mean'),
  },
  {
    row: GET,
    shows: 'works by a signed address without a token',
    given: async (world) => {
      const { file } = await made(world, { restricted: true });
      const read = await world.callers.owner.graphql.expectData(
        'query ($id: Int!) { file(reference: { databaseId: $id }) { auxiliaryFiles(origin: "other") { nodes { formatVersion checksum { type } downloadUrl { url } } } } }',
        { id: file },
      );
      const { searchParams } = new URL(read.text('data.file.auxiliaryFiles.nodes.0.downloadUrl.url'));
      return { path: [file, 'dp', '2.0'], query: Object.fromEntries(searchParams) };
    },
    status: 200,
    holds: (answer) => expect(answer.body).toBe(JSON_TEXT),
  },
  {
    row: GET,
    shows: 'takes no signature of another one',
    given: async (world) => {
      const { file } = await made(world, { restricted: true });
      const read = await world.callers.owner.graphql.expectData(
        'query ($id: Int!) { file(reference: { databaseId: $id }) { auxiliaryFiles { nodes { downloadUrl { url } } } } }',
        { id: file },
      );
      const { searchParams } = new URL(read.text('data.file.auxiliaryFiles.nodes.0.downloadUrl.url'));
      return { path: [file, 'dp', '2.0'], query: Object.fromEntries(searchParams) };
    },
    status: 401,
    errorCode: 'SIGNED_URL_INVALID',
  },
  {
    row: GET,
    shows: 'asks guests to authenticate if it is not public',
    given: ofMade('2.0'),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: GET,
    shows: 'refuses strangers what belongs to a restricted file',
    as: 'stranger',
    given: ofMade('2.0', { restricted: true }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: GET,
    shows: 'is closed to other users while the file is not published',
    as: 'stranger',
    given: ofMade('1.0', { published: false }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: GET,
    shows: 'finds no other version',
    given: async (world) => ({ path: [(await made(world)).file, 'dp', '3.0'] }),
    status: 404,
    errorCode: 'AUXILIARY_FILE_NOT_FOUND',
  },
  { row: GET, shows: 'finds no file', given: () => ({ path: [987_654, 'dp', '1.0'] }), status: 404, errorCode: 'FILE_NOT_FOUND' },
  {
    row: GET,
    shows: 'finds nothing by what is no id',
    given: () => ({ path: ['x', 'dp', '1.0'] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
];

const listing: readonly ContractCase[] = [
  {
    row: LIST,
    shows: 'lists those of a public file for any caller with a token',
    as: 'stranger',
    given: async (world) => ({ path: [(await made(world)).file] }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data')).toEqual([
        { formatTag: 'dp', formatVersion: '1.0', fileSize: 11, contentType: 'application/json', isPublic: true, type: 'DP' },
        { formatTag: 'dp', formatVersion: '2.0', fileSize: 11, contentType: 'application/json', isPublic: false },
      ]);
    },
  },
  {
    row: LIST,
    shows: 'lists only public ones for strangers, if the file is restricted',
    as: 'stranger',
    given: async (world) => ({ path: [(await made(world, { restricted: true })).file] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toMatchObject([{ formatVersion: '1.0' }]),
  },
  {
    row: LIST,
    shows: 'finds none where there are none',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 404,
    errorCode: 'AUXILIARY_FILE_NOT_FOUND',
  },
  {
    row: LIST,
    shows: 'finds none for strangers while the file is not published',
    as: 'stranger',
    given: async (world) => ({ path: [(await made(world, { published: false })).file] }),
    status: 404,
    errorCode: 'AUXILIARY_FILE_NOT_FOUND',
  },
  { row: LIST, shows: 'finds no file', given: () => ({ path: [987_654] }), status: 404, errorCode: 'FILE_NOT_FOUND' },
  {
    row: BY_ORIGIN,
    shows: 'names those of one program',
    as: 'owner',
    given: async (world) => ({ path: [(await made(world)).file, 'other'] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toMatchObject([{ formatVersion: '2.0' }]),
  },
  {
    row: BY_ORIGIN,
    shows: 'finds none of another program',
    as: 'owner',
    given: async (world) => ({ path: [(await made(world)).file, 'nobody'] }),
    status: 404,
    errorCode: 'AUXILIARY_FILE_NOT_FOUND',
  },
];

const removing: readonly ContractCase[] = [
  {
    row: DELETE,
    shows: 'removes one of a published file, after which its place is free',
    as: 'contributor',
    given: ofMade('1.0'),
    status: 200,
    keys: ['message'],
  },
  {
    row: DELETE,
    shows: 'finds none that is not there',
    as: 'owner',
    given: async (world) => {
      const { file } = await made(world);
      const path = `/api/access/datafile/${file}/auxiliary/dp/1.0`;
      succeeded(await world.callers.owner.rest.delete(path));
      succeeded(await send(world.callers.owner, file, 'dp/1.0'));
      succeeded(await world.callers.owner.rest.delete(path));
      return { path: [file, 'dp', '1.0'] };
    },
    status: 404,
    errorCode: 'AUXILIARY_FILE_NOT_FOUND',
  },
  { row: DELETE, shows: 'needs EditDataset: 403', as: 'member', given: ofMade('1.0'), status: 403, errorCode: 'PERMISSION_DENIED' },
  { row: DELETE, shows: 'refuses guests: 403', given: ofMade('1.0'), status: 403, errorCode: 'PERMISSION_DENIED' },
  {
    row: DELETE,
    shows: 'finds no file',
    as: 'owner',
    given: () => ({ path: [987_654, 'dp', '1.0'] }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
];

const describing: readonly ContractCase[] = [
  {
    row: NCML,
    shows: 'stores a public description of a NetCDF file beside it, and finds it the second time',
    as: 'superuser',
    given: (world) => netcdf(world, CLASSIC),
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.record('data')).toEqual({ result: true });
      const again = await callers.superuser.rest.post(`/api/files/${described}/extractNcml`);
      expect(again.record('data')).toEqual({ result: true });
      const kept = await callers.owner.rest.get(`/api/access/datafile/${described}/auxiliary/NcML/0.1`);
      expect([kept.headers.get('content-type')?.split(';')[0], kept.body.split('\n').slice(2, 4)]).toEqual([
        'text/xml',
        ['  <dimension name="lat" length="3"/>', '</netcdf>'],
      ]);
    },
  },
  {
    row: NCML,
    shows: 'has none of another file',
    as: 'superuser',
    given: (world) => netcdf(world, Buffer.from('no such file')),
    status: 200,
    holds: (answer) => expect(answer.record('data')).toEqual({ result: false }),
  },
  {
    row: NCML,
    shows: 'is for superusers: 403',
    as: 'owner',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: NCML,
    shows: 'asks guests to log in',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  { row: NCML, shows: 'finds no file', as: 'superuser', given: () => ({ path: [987_654] }), status: 404, errorCode: 'FILE_NOT_FOUND' },
];

/** Cases of files that were made from other ones. Source: files.md 22.5. */
export const auxiliaryFileCases: readonly ContractCase[] = [...adding, ...reading, ...listing, ...removing, ...describing];
