import { expect } from 'vitest';
import { type BegunUpload, beginUpload, md5Of, sendAll, sendPart, targetOf } from '../../support/direct-uploads.ts';
import type { Caller, SeededDataset } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const BYTES = Buffer.from('0123456789');
const PART_SIZE = 4;

/** An upload of three parts in a dataset of its own; the first part has arrived. */
async function begun(world: ContractWorld, caller: Caller = world.callers.owner, dataset?: SeededDataset): Promise<BegunUpload> {
  const upload = await beginUpload(caller, dataset ?? (await world.fresh.draft()), BYTES.length, PART_SIZE);
  await sendPart(world.server.url, upload.urls[0] ?? '', BYTES.subarray(0, PART_SIZE));
  return upload;
}

/** The query that names an upload; an address of the answer holds the same. */
const naming = ({ storageIdentifier }: BegunUpload): CaseRequest => ({ query: { storageidentifier: storageIdentifier } });

const UNKNOWN: CaseRequest = { query: { storageidentifier: 'local://19a2b3c4d5e-0f1e2d3c4b5a' } };

const uploadUrls: readonly ContractCase[] = [
  {
    row: 'datasets.uploadUrls',
    shows: 'gives one address where the file is one part',
    as: 'contributor',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], query: { size: '10' } }),
    status: 200,
    keys: ['url', 'partSize', 'storageIdentifier'],
    holds: (answer) => {
      expect(answer.text('data.url')).toMatch(/\/api\/uploads\/[0-9a-f-]{36}\/parts\/1\?expires=\d+&signature=[\w-]{43}$/);
      expect(answer.text('data.storageIdentifier')).toMatch(/^local:\/\/[0-9a-f]{11}-[0-9a-f]{12}$/);
    },
  },
  {
    row: 'datasets.uploadUrls',
    shows: 'gives an address for each part, and those that end the upload',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id], query: { size: '10', partSize: '4' } }),
    status: 200,
    keys: ['urls', 'abort', 'complete', 'partSize', 'storageIdentifier'],
    holds: (answer) => {
      expect(Object.keys(answer.record('data.urls'))).toEqual(['1', '2', '3']);
      expect(answer.text('data.complete')).toMatch(/^\/api\/datasets\/mpupload\?globalid=.+&uploadid=.+&storageidentifier=local/);
      expect(answer.at('data.partSize')).toBe(4);
    },
  },
  ...[{}, { size: 'many' }, { size: '-1' }, { size: '10', partSize: '0' }].map((query): ContractCase => ({
    row: 'datasets.uploadUrls',
    shows: `refuses the sizes ${JSON.stringify(query)}`,
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], query }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'datasets.uploadUrls',
    shows: 'refuses a file over the upload limit before a byte is sent',
    as: 'owner',
    given: async ({ draft, callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:MaxFileUploadSizeInBytes', { method: 'PUT', raw: '1024' });
      return { path: [draft.id], query: { size: '5000' } };
    },
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
    message: /4\.9 KB.*1\.0 KB/,
    restore: async ({ callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:MaxFileUploadSizeInBytes');
    },
  },
  {
    row: 'datasets.uploadUrls',
    shows: 'needs EditDataset: 403',
    as: 'member',
    given: ({ draft }) => ({ path: [draft.id], query: { size: '10' } }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'datasets.uploadUrls',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], query: { size: '10' } }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  {
    row: 'datasets.uploadUrls',
    shows: 'answers 400 to an author in review',
    as: 'contributor',
    given: async ({ fresh, lock }) => {
      const dataset = await fresh.draft();
      await lock(dataset, 'InReview');
      return { path: [dataset.id], query: { size: '10' } };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
];

/** What all calls on an upload refuse. */
const refusals = (
  [
    ['datasets.mpupload.get', undefined],
    ['datasets.mpupload.complete', { '1': 'a' }],
    ['datasets.mpupload.abort', undefined],
  ] as const
).flatMap(([row, json]): ContractCase[] => {
  const body = json === undefined ? {} : { json };
  return [
    {
      row,
      shows: 'finds no upload that was never begun',
      as: 'owner',
      given: () => ({ ...UNKNOWN, ...body }),
      status: 404,
      errorCode: 'UPLOAD_NOT_FOUND',
    },
    {
      row,
      shows: 'does not show an upload to another editor',
      as: 'curator',
      given: async (world) => ({ ...naming(await begun(world)), ...body }),
      status: 404,
      errorCode: 'UPLOAD_NOT_FOUND',
    },
    {
      row,
      shows: 'needs EditDataset: 403',
      given: async (world) => ({ ...naming(await begun(world)), ...body }),
      status: 403,
      errorCode: 'PERMISSION_DENIED',
    },
    {
      row,
      shows: 'has to be told which upload',
      as: 'owner',
      given: () => ({ ...body }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /storageidentifier/,
    },
  ];
});

const multipart: readonly ContractCase[] = [
  {
    row: 'datasets.mpupload.get',
    shows: 'tells what has arrived, and where the rest goes',
    as: 'owner',
    given: async (world) => naming(await begun(world)),
    status: 200,
    keys: ['uploadId', 'storageIdentifier', 'size', 'partSize', 'expiresAt', 'complete', 'parts', 'urls'],
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ size: 10, partSize: 4, complete: false, parts: { '1': md5Of('0123') } });
      expect(Object.keys(answer.record('data.urls'))).toEqual(['2', '3']);
    },
  },
  {
    row: 'datasets.mpupload.complete',
    shows: 'puts the parts together; quotes around receipts do no harm',
    as: 'owner',
    given: async (world) => {
      const upload = await begun(world);
      return { ...naming(upload), json: await sendAll(world.server.url, upload, BYTES) };
    },
    status: 200,
    keys: ['message'],
  },
  {
    row: 'datasets.mpupload.complete',
    shows: 'names every part that is missing or differs',
    as: 'owner',
    given: async (world) => ({ ...naming(await begun(world)), json: { '1': 'another', '2': 'never sent', '4': 'beyond' } }),
    status: 400,
    errorCode: 'UPLOAD_PARTS_MISSING',
    holds: (answer) =>
      expect(answer.list('errors').map((_one, index) => answer.at(`errors.${index}.pointer`))).toEqual([
        '/parts/1',
        '/parts/2',
        '/parts/3',
        '/parts/4',
      ]),
  },
  {
    row: 'datasets.mpupload.complete',
    shows: 'refuses what is no part number',
    as: 'owner',
    given: async (world) => ({ ...naming(await begun(world)), json: { first: 'a' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.mpupload.complete',
    shows: 'answers 400 to an author in review',
    as: 'contributor',
    given: async (world) => {
      const dataset = await world.fresh.draft();
      const upload = await begun(world, world.callers.contributor, dataset);
      await world.lock(dataset, 'InReview');
      return { ...naming(upload), json: await sendAll(world.server.url, upload, BYTES) };
    },
    status: 400,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: 'datasets.mpupload.abort',
    shows: 'forgets the upload: 204',
    as: 'owner',
    given: async (world) => naming(await begun(world)),
    status: 204,
    holds: (answer) => expect(answer.body).toBe(''),
  },
  ...refusals,
];

/** The first part of a fresh upload, sent to its address with changes. */
async function partRequest(
  world: ContractWorld,
  change: {
    readonly query?: Readonly<Record<string, string>>;
    readonly raw?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<CaseRequest> {
  const [url = ''] = (await beginUpload(world.callers.owner, await world.fresh.draft(), BYTES.length, PART_SIZE)).urls;
  const { pathname, searchParams } = new URL(targetOf(url), world.server.url);
  const [, , , id = '', , number = ''] = pathname.split('/');
  const query = { ...Object.fromEntries(searchParams), ...change.query };
  return { path: [id, number], query, raw: change.raw ?? '0123', ...(change.headers === undefined ? {} : { headers: change.headers }) };
}

const ROW = 'uploads.parts.put';

const parts: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'accepts a part from any client with its URL, and returns its MD5 as entity tag',
    given: (world) => partRequest(world, { headers: { 'Content-MD5': Buffer.from(md5Of('0123'), 'hex').toString('base64') } }),
    status: 200,
    keys: ['partNumber', 'size', 'etag'],
    holds: (answer) => expect(answer.headers.get('etag')).toBe(`"${md5Of('0123')}"`),
  },
  ...(
    [
      ['a signature of another part', { query: { signature: 'x'.repeat(43) } }],
      ['a later expiry than was signed', { query: { expires: '9999999999999' } }],
      ['an address that has expired', { query: { expires: '1' } }],
    ] as const
  ).map(([what, change]): ContractCase => ({
    row: ROW,
    shows: `refuses ${what}`,
    given: (world) => partRequest(world, change),
    status: 401,
    errorCode: 'SIGNED_URL_INVALID',
  })),
  ...(
    [
      ['a part that is too short', { raw: '012' }],
      ['a part that is too long', { raw: '01234' }],
      [
        'other bytes than the header Content-MD5 says',
        { headers: { 'Content-MD5': Buffer.from(md5Of('3210'), 'hex').toString('base64') } },
      ],
      ['a malformed Content-MD5', { headers: { 'Content-MD5': 'abc' } }],
      ['an expiry that is no number', { query: { expires: 'soon' } }],
    ] as const
  ).map(([what, change]): ContractCase => ({
    row: ROW,
    shows: `refuses ${what}`,
    given: (world) => partRequest(world, change),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: ROW,
    shows: 'takes no part without a signature from a guest',
    given: async (world) => ({ ...(await partRequest(world)), query: {} }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: ROW,
    shows: 'needs no signature from who began the upload, but a number that there is',
    as: 'owner',
    given: async (world) => {
      const { path = [] } = await partRequest(world);
      return { path: [path[0] ?? '', 9], raw: '0123' };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /from 1 to 3/,
  },
  {
    row: ROW,
    shows: 'takes no more parts once they were put together',
    given: async (world) => {
      const request = await partRequest(world);
      const [id] = request.path ?? [];
      const upload = { urls: [], partSize: PART_SIZE };
      for (const number of [1, 2, 3]) {
        const raw = BYTES.subarray((number - 1) * upload.partSize, number * upload.partSize);
        await world.callers.owner.rest.send(`/api/uploads/${id}/parts/${number}`, { method: 'PUT', raw });
      }
      await world.callers.owner.graphql.expectData(
        'mutation Complete($id: ID!) { completeUpload(input: { upload: { id: $id } }) { upload { complete } } }',
        { id },
      );
      return request;
    },
    status: 409,
    errorCode: 'UPLOAD_COMPLETED',
  },
];

/** Cases of uploads past the multipart form. Source: files.md 22.6. */
export const directUploadCases: readonly ContractCase[] = [...uploadUrls, ...multipart, ...parts];
