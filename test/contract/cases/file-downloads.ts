import { loseBytes } from '../../support/lose-bytes.ts';
import { expect } from 'vitest';
import { heatMapPng } from '../../../src/demo/heat-map-png.ts';
import { addFile, publishDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const PNG_SIGNATURE = '89504e470d0a1a0a';
const MAP = heatMapPng([
  [0, 0.5, 1],
  [1, 0.25, 0],
]);

/** A published picture in a dataset of its own. */
async function picture({ fresh, callers }: ContractWorld): Promise<number> {
  const dataset = await fresh.draft();
  const file = await addFile(callers.owner, dataset, { name: 'map.png', bytes: MAP, type: 'image/png' });
  await publishDataset(callers.owner, dataset);
  return file;
}

/** Width and height of a PNG. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function signedUrl({ callers }: ContractWorld, file: number): Promise<URL> {
  const answer = await callers.owner.graphql.send('query ($id: Int!) { file(reference: { databaseId: $id }) { downloadUrl { url } } }', {
    id: file,
  });
  return new URL(answer.text('data.file.downloadUrl.url'));
}

const noForm = { status: 404, errorCode: 'FILE_FORM_UNAVAILABLE', message: /^datafile access error/ } as const;

/** A file whose picture cannot be made, of the last case. */
let unshowable: number | undefined;

/** Cases of the forms in which a file is downloaded, and of signed addresses. Source: files.md 11. */
export const fileDownloadCases: readonly ContractCase[] = [
  {
    row: 'access.datafile',
    shows: 'gives several ranges as parts of one answer',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], headers: { Range: 'bytes=0-1,6-' } }),
    status: 206,
    holds: (answer) => {
      expect(answer.headers.get('content-type')).toMatch(/^multipart\/byteranges; boundary=/);
      expect(answer.body).toMatch(
        /Content-Range: bytes 0-1\/12\r\n\r\nfi\r\n--.*Content-Range: bytes 6-11\/12\r\n\r\nbytes\n\r\n--.*--\r\n$/s,
      );
    },
  },
  {
    row: 'access.datafile',
    shows: 'names a file beyond ASCII in both forms of RFC 6266',
    as: 'owner',
    given: async ({ fresh, callers: { owner } }) => ({
      path: [await addFile(owner, await fresh.draft(), { name: 'größe €.txt', bytes: 'x', type: 'text/plain' })],
    }),
    status: 200,
    holds: (answer) => {
      const name = 'gr%C3%B6%C3%9Fe%20%E2%82%AC.txt';
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`);
    },
  },
  {
    row: 'access.datafile',
    shows: 'takes folders before the id',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [`any/folder/${publishedFile}/`] }),
    status: 200,
    holds: (answer) => expect(answer.body).toBe('first bytes\n'),
  },
  {
    row: 'access.datafile',
    shows: 'gives the range only of the state that If-Range names',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], headers: { Range: 'bytes=0-1', 'If-Range': '"other"' } }),
    status: 200,
  },
  {
    row: 'access.datafile',
    shows: 'gives a file that was never turned into something else as its original',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], query: { format: 'original', gbrecs: 'true', unknown: 'x' } }),
    status: 200,
    holds: (answer) => expect(answer.body).toBe('first bytes\n'),
  },
  ...[{ format: 'RData' }, { format: 'prep' }, { format: 'subset' }, { format: 'nonsense' }, { variables: '1' }, { noVarHeader: '1' }].map(
    (query): ContractCase => ({
      row: 'access.datafile',
      shows: `has no form ${JSON.stringify(query)} of a text`,
      as: 'stranger',
      given: ({ publishedFile }) => ({ path: [publishedFile], query }),
      ...noForm,
    }),
  ),
  ...(
    [
      ['imageThumb', 'wide', /imageThumb.*true, false or a number/],
      ['imageThumb', '-1', /imageThumb/],
      ['gbrecs', '1', /gbrecs.*true or false/],
      ['noVarHeader', 'perhaps', /noVarHeader/],
      ['expires', 'soon', /expires.*number/],
    ] as const
  ).map(([parameter, value, message]): ContractCase => ({
    row: 'access.datafile',
    shows: `refuses ${parameter}=${value}`,
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], query: { [parameter]: value } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message,
  })),
  ...['true', '64', '0', '1001'].map((imageThumb): ContractCase => ({
    row: 'access.datafile',
    shows: `has no picture imageThumb=${imageThumb} of a text`,
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile], query: { imageThumb } }),
    ...noForm,
  })),
  ...(
    [
      ['true', 64],
      ['48', 48],
      ['700', 700],
    ] as const
  ).map(([imageThumb, longest]): ContractCase => ({
    row: 'access.datafile',
    shows: `gives a picture of a picture, imageThumb=${imageThumb}`,
    as: 'stranger',
    given: async (world) => ({ path: [await picture(world)], query: { imageThumb } }),
    status: 200,
    holds: (answer) => {
      expect(Math.max(...sizeOf(answer.bytes))).toBe(longest);
      expect(answer.headers.get('content-type')).toBe('image/png; name="map.png"');
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    },
  })),
  {
    row: 'access.datafile',
    shows: 'makes a picture once, and gives ranges of it',
    as: 'stranger',
    given: async (world) => {
      const file = await picture(world);
      await world.callers.stranger.rest.get(`/api/access/datafile/${file}?imageThumb=true`);
      return { path: [file], query: { imageThumb: 'true' }, headers: { Range: 'bytes=0-7' } };
    },
    status: 206,
    holds: (answer) => expect(answer.bytes.toString('hex')).toBe(PNG_SIGNATURE),
  },
  {
    row: 'access.datafile',
    shows: 'remembers that there is no picture of what only claims to be one',
    as: 'owner',
    given: async ({ fresh, callers, server }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset, { name: 'fake.png', bytes: 'no picture at all', type: 'image/png' });
      expect((await callers.owner.rest.get(`/api/access/datafile/${file}?imageThumb=true`)).errorCode).toBe('FILE_FORM_UNAVAILABLE');
      const rows = await server.application.connection.sql`select size_bytes from file_thumbnail where data_file_id = ${file}`;
      expect([...rows]).toEqual([{ size_bytes: null }]);
      return { path: [file], query: { imageThumb: 'true' } };
    },
    ...noForm,
  },
  {
    row: 'access.datafile',
    shows: 'does not try in another size what cannot be shown in one',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      unshowable = await addFile(callers.owner, dataset, { name: 'broken.png', bytes: 'no picture either', type: 'image/png' });
      await callers.owner.rest.get(`/api/access/datafile/${unshowable}?imageThumb=true`);
      return { path: [unshowable], query: { imageThumb: '48' } };
    },
    ...noForm,
    holds: async (_answer, { server }) => {
      const rows = await server.application.connection.sql`select longest_side from file_thumbnail where data_file_id = ${unshowable ?? 0}`;
      expect([...rows]).toEqual([{ longest_side: 64 }]);
    },
  },
  {
    row: 'access.datafile',
    shows: 'gives no picture of a restricted one to those who may not have it',
    as: 'stranger',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset, { name: 'map.png', bytes: MAP, jsonData: { restrict: true } });
      await publishDataset(callers.owner, dataset);
      return { path: [file], query: { imageThumb: 'true' } };
    },
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: 'access.datafile',
    shows: 'gives a restricted file to a user who was given access to it',
    as: 'stranger',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.draft();
      const file = await addFile(callers.owner, dataset, { name: 'secret.txt', bytes: 'secret', jsonData: { restrict: true } });
      await publishDataset(callers.owner, dataset);
      await callers.owner.rest.send(`/api/access/datafile/${file}/grantAccess/${callers.stranger.identifier}`, { method: 'PUT' });
      return { path: [file] };
    },
    status: 200,
    holds: (answer) => expect(answer.body).toBe('secret'),
  },
  {
    row: 'access.datafile',
    shows: 'is open by a signed address, without a token',
    given: async (world) => {
      const url = await signedUrl(world, world.draftFile);
      return { path: [world.draftFile], query: Object.fromEntries(url.searchParams) };
    },
    status: 200,
    holds: (answer) => expect(answer.body).toBe('second bytes\n'),
  },
  ...(
    [
      [
        'of another file',
        async (world) => ({ path: [world.publishedFile], query: (await signedUrl(world, world.draftFile)).searchParams }),
      ],
      [
        'that was prolonged',
        async (world) => {
          const query = (await signedUrl(world, world.draftFile)).searchParams;
          query.set('expires', String(Number(query.get('expires')) + 1));
          return { path: [world.draftFile], query };
        },
      ],
      [
        'that has expired',
        async (world) => {
          const query = (await signedUrl(world, world.draftFile)).searchParams;
          query.set('expires', '1000');
          return { path: [world.draftFile], query };
        },
      ],
    ] as const satisfies readonly (readonly [
      string,
      (world: ContractWorld) => Promise<{ readonly path: readonly number[]; readonly query: URLSearchParams }>,
    ])[]
  ).map(([what, given]): ContractCase => ({
    row: 'access.datafile',
    shows: `refuses a signed address ${what}`,
    given: async (world) => {
      const { path, query } = await given(world);
      return { path, query: Object.fromEntries(query) };
    },
    status: 401,
    errorCode: 'SIGNED_URL_INVALID',
  })),
  {
    row: 'access.datafile',
    shows: 'answers 404 when the storage has lost the bytes',
    as: 'owner',
    given: async ({ fresh, callers, server }) => {
      const file = await addFile(callers.owner, await fresh.draft(), { name: 'lost.txt' });
      await loseBytes(server, file);
      return { path: [file] };
    },
    status: 404,
    errorCode: 'FILE_BYTES_MISSING',
    holds: (answer) => expect(answer.headers.get('content-disposition')).toBeNull(),
  },
];
