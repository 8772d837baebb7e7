import sharp from 'sharp';
import { expect } from 'vitest';
import { addFile, type SeededDataset, succeeded, type SeededCollection } from '../../support/seed.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const THUMBNAIL = 'datasets.thumbnail';
const LOGO = 'datasets.logo';
const SEND = 'datasets.thumbnail.send';
const CHOOSE = 'datasets.thumbnail.choose';
const DELETE = 'datasets.thumbnail.delete';
const CANDIDATES = 'datasets.thumbnail.candidates';
const CARD = 'access.dvCardImage';
const COLLECTION = 'collections.logo';

/** A picture of one colour, twice as wide as it is high. */
function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 200, height: 100, channels: 3, background } })
    .png()
    .toBuffer();
}

async function expectPicture(answer: RestAnswer, width: number, background: string): Promise<void> {
  expect(answer.headers.get('content-type')).toBe('image/png');
  const { data, info } = await sharp(answer.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([width, width / 2]);
  const wanted = await sharp({ create: { width: 1, height: 1, channels: 3, background } })
    .raw()
    .toBuffer();
  expect([...data.subarray(0, 3)]).toEqual([...wanted]);
}

/** A draft with a text and two pictures, red before blue. */
async function illustrated({ fresh, callers: { owner } }: ContractWorld): Promise<{ dataset: SeededDataset; red: number; blue: number }> {
  const dataset = await fresh.draft();
  await addFile(owner, dataset, { name: 'a.txt', bytes: 'text\n', type: 'text/plain' });
  const red = await addFile(owner, dataset, { name: 'b.png', bytes: await picture('red'), type: 'image/png' });
  const blue = await addFile(owner, dataset, { name: 'c.png', bytes: await picture('blue'), type: 'image/png' });
  return { dataset, red, blue };
}

async function sent(world: ContractWorld): Promise<SeededDataset> {
  const { dataset } = await illustrated(world);
  const bytes = await picture('lime');
  succeeded(await world.callers.owner.rest.upload(`/api/datasets/${dataset.id}/thumbnail`, { name: 'p.png', bytes, type: 'image/png' }));
  return dataset;
}

async function withLogo({ fresh, callers: { owner } }: ContractWorld, published = true): Promise<SeededCollection> {
  const collection = await fresh.collection(published);
  succeeded(
    await owner.rest.upload(`/api/collections/${collection.alias}/logo`, {
      name: 'logo.png',
      bytes: await picture('lime'),
      type: 'image/png',
    }),
  );
  return collection;
}

const path = (dataset: SeededDataset): CaseRequest => ({ path: [dataset.id] });
let made: Awaited<ReturnType<typeof illustrated>>;

const reading: readonly ContractCase[] = [
  {
    row: THUMBNAIL,
    shows: 'is the first picture among the files',
    as: 'owner',
    given: async (world) => path((await illustrated(world)).dataset),
    status: 200,
    holds: (answer) => expectPicture(answer, 48, 'red'),
  },
  {
    row: LOGO,
    shows: 'is the same, larger',
    as: 'owner',
    given: async (world) => path((await illustrated(world)).dataset),
    status: 200,
    holds: (answer) => expectPicture(answer, 140, 'red'),
  },
  {
    row: THUMBNAIL,
    shows: 'passes over a restricted file',
    as: 'owner',
    given: async (world) => {
      const { dataset, red } = await illustrated(world);
      succeeded(await world.callers.owner.rest.send(`/api/files/${red}/restrict`, { method: 'PUT', raw: 'true' }));
      return path(dataset);
    },
    status: 200,
    holds: (answer) => expectPicture(answer, 48, 'blue'),
  },
  {
    row: THUMBNAIL,
    shows: 'is the picture that was sent',
    as: 'owner',
    given: async (world) => path(await sent(world)),
    status: 200,
    holds: (answer) => expectPicture(answer, 48, 'lime'),
  },
  ...[THUMBNAIL, LOGO].flatMap((row): ContractCase[] => [
    {
      row,
      shows: 'is none where no file is a picture',
      as: 'owner',
      given: ({ draft }) => path(draft),
      status: 404,
      errorCode: 'PICTURE_NOT_FOUND',
    },
    {
      row,
      shows: 'shows nothing of a draft to guests',
      given: async (world) => path(await sent(world)),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
    { row, shows: 'knows no such dataset', given: () => ({ path: [987_654] }), status: 404, errorCode: 'DATASET_NOT_FOUND' },
  ]),
];

const editing: readonly ContractCase[] = [
  {
    row: SEND,
    shows: 'has a picture stand for the dataset',
    as: 'owner',
    given: async (world) => ({
      ...path(await world.fresh.draft()),
      file: { name: 'p.png', bytes: await picture('lime'), type: 'image/png' },
    }),
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/^Thumbnail is now data:image\/png;base64,iVBOR/),
  },
  {
    row: SEND,
    shows: 'refuses what is no picture',
    as: 'owner',
    given: async ({ fresh }) => ({ ...path(await fresh.draft()), file: { name: 'p.png', bytes: 'no picture', type: 'image/png' } }),
    status: 400,
    errorCode: 'PICTURE_INVALID',
  },
  {
    row: SEND,
    shows: 'refuses a large file',
    as: 'owner',
    given: async ({ fresh }) => ({ ...path(await fresh.draft()), file: { name: 'p.png', bytes: 'x'.repeat(500_001), type: 'image/png' } }),
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
  },
  {
    row: CHOOSE,
    shows: 'has a file stand for its dataset',
    as: 'owner',
    given: async (world) => {
      made = await illustrated(world);
      return { path: [made.dataset.id, made.blue] };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.at('data.message')).toMatch(/^Thumbnail set to data:image\/png;base64,/);
      await expectPicture(succeeded(await callers.owner.rest.get(`/api/datasets/${made.dataset.id}/thumbnail`)), 48, 'blue');
    },
  },
  {
    row: CHOOSE,
    shows: 'refuses a file that is no picture of the dataset',
    as: 'owner',
    given: async (world) => ({ path: [(await illustrated(world)).dataset.id, world.publishedFile] }),
    status: 400,
    errorCode: 'PICTURE_INVALID',
  },
  {
    row: DELETE,
    shows: 'has no picture stand for the dataset, though there are some',
    as: 'owner',
    given: async (world) => {
      made = await illustrated(world);
      return path(made.dataset);
    },
    status: 200,
    holds: async (_answer, { callers }) => {
      expect((await callers.owner.rest.get(`/api/datasets/${made.dataset.id}/thumbnail`)).errorCode).toBe('PICTURE_NOT_FOUND');
    },
  },
  {
    row: CANDIDATES,
    shows: 'lists the one that was sent before those of files',
    as: 'owner',
    given: async (world) => path(await sent(world)),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data')).toHaveLength(3);
      expect(answer.at('data.0.dataFileId')).toBeUndefined();
      expect(answer.at('data.1.dataFileId')).toEqual(expect.any(Number));
      expect(answer.at('data.1.base64image')).toMatch(/^data:image\/png;base64,/);
    },
  },
  ...(
    [
      [SEND, []],
      [CHOOSE, [1]],
      [DELETE, []],
      [CANDIDATES, []],
    ] as const
  ).flatMap(([row, more]): ContractCase[] =>
    (['guest', 'stranger'] as const).map((as) => ({
      row,
      shows: `is closed to ${as}`,
      as,
      given: async ({ published }) => ({
        path: [published.id, ...more],
        ...(row === SEND ? { file: { name: 'p.png', bytes: await picture('red'), type: 'image/png' } } : {}),
      }),
      status: row === CANDIDATES ? 403 : 401,
      errorCode: 'PERMISSION_DENIED',
    })),
  ),
];

const logos: readonly ContractCase[] = [
  {
    row: CARD,
    shows: 'is the logo of the collection',
    given: async (world) => ({ path: [(await withLogo(world)).id] }),
    status: 200,
    holds: (answer) => expectPicture(answer, 48, 'lime'),
  },
  {
    row: COLLECTION,
    shows: 'is the logo of the collection, larger',
    given: async (world) => ({ path: [(await withLogo(world)).alias] }),
    status: 200,
    holds: (answer) => expectPicture(answer, 140, 'lime'),
  },
  ...[CARD, COLLECTION].flatMap((row): ContractCase[] => [
    { row, shows: 'is none where none was sent', given: ({ open }) => ({ path: [open.id] }), status: 404, errorCode: 'PICTURE_NOT_FOUND' },
    {
      row,
      shows: 'shows nothing of an unpublished collection to guests',
      given: async (world) => ({ path: [(await withLogo(world, false)).id] }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    },
  ]),
  {
    row: 'collections.logo.send',
    shows: 'gives a collection a logo',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias],
      file: { name: 'p.png', bytes: await picture('red'), type: 'image/png' },
    }),
    status: 200,
    keys: ['message'],
  },
  {
    row: 'collections.logo.send',
    shows: 'refuses what is no picture',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], file: { name: 'p.png', bytes: 'no', type: 'image/png' } }),
    status: 400,
    errorCode: 'PICTURE_INVALID',
  },
  {
    row: 'collections.logo.delete',
    shows: 'takes it away',
    as: 'owner',
    given: async (world) => ({ path: [(await withLogo(world)).alias] }),
    status: 200,
    keys: ['message'],
  },
  {
    row: 'collections.logo.delete',
    shows: 'finds none where none was sent',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias] }),
    status: 404,
    errorCode: 'PICTURE_NOT_FOUND',
  },
  ...['collections.logo.send', 'collections.logo.delete'].flatMap((row): ContractCase[] =>
    (['guest', 'stranger'] as const).map((as) => ({
      row,
      shows: `is closed to ${as}`,
      as,
      given: async ({ open }) => ({
        path: [open.alias],
        ...(row.endsWith('send') ? { file: { name: 'p.png', bytes: await picture('red'), type: 'image/png' } } : {}),
      }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    })),
  ),
];

const unknown: readonly ContractCase[] = [
  ...(
    [
      [SEND, []],
      [CHOOSE, [1]],
      [DELETE, []],
      [CANDIDATES, []],
    ] as const
  ).map(([row, more]): ContractCase => ({
    row,
    shows: 'knows no such dataset',
    as: 'owner',
    given: async () => ({
      path: [987_654, ...more],
      ...(row === SEND ? { file: { name: 'p.png', bytes: await picture('red'), type: 'image/png' } } : {}),
    }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  })),
  ...[CARD, COLLECTION, 'collections.logo.send', 'collections.logo.delete'].map((row): ContractCase => ({
    row,
    shows: 'knows no such collection',
    as: 'owner',
    given: async () => ({
      path: [987_654],
      ...(row.endsWith('send') ? { file: { name: 'p.png', bytes: await picture('red'), type: 'image/png' } } : {}),
    }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  })),
  {
    row: 'collections.logo.send',
    shows: 'refuses a large file',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias],
      file: { name: 'p.png', bytes: 'x'.repeat(500_001), type: 'image/png' },
    }),
    status: 413,
    errorCode: 'FILE_TOO_LARGE',
  },
];

/** Cases of pictures that stand for datasets and collections. Source: datasets.md 14.1, collections.md 11.2. */
export const pictureCases: readonly ContractCase[] = [...reading, ...editing, ...logos, ...unknown];
