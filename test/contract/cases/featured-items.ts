import { expect } from 'vitest';
import { heatMapPng } from '../../../src/demo/heat-map-png.ts';
import { addFile, publishDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const PICTURE = heatMapPng([[0, 1]]);

type Sent = Readonly<Record<string, string | Buffer>>;

/** A form with a part of each name for each item, as the client in JavaScript sends it. */
function formOf(...items: readonly Sent[]): FormData {
  const form = new FormData();
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), item['fileName'] as string);
    }
  }
  return form;
}

const text = (content: string, more: Sent = {}): Sent => ({
  id: '0',
  displayOrder: '0',
  type: 'custom',
  content,
  keepFile: 'false',
  fileName: '',
  dvObjectIdentifier: '',
  ...more,
});

const object = (type: string, identifier: string, more: Sent = {}): Sent => ({
  ...text('', { type, keepFile: '', dvObjectIdentifier: identifier }),
  ...more,
});

const illustrated = (content: string, more: Sent = {}): Sent => ({ ...text(content, { fileName: 'map.png' }), file: PICTURE, ...more });

const itemsOf = async ({ callers }: ContractWorld, alias: string) =>
  (await callers.guest.rest.get(`/api/collections/${alias}/featuredItems`)).list('data');

/** A collection that presents an item with a picture; the item's id. */
async function presenting(world: ContractWorld, published = true): Promise<{ alias: string; item: number }> {
  const { alias } = await world.fresh.collection(published);
  const sent = await world.callers.owner.rest.send(`/api/collections/${alias}/featuredItems`, {
    method: 'POST',
    raw: formOf(illustrated('<p>Look</p>')),
  });
  return { alias, item: succeeded(sent).number('data.id') };
}

let last = { alias: '', item: 0 };

const KEYS = ['id', 'content', 'imageFileName', 'imageFileUrl', 'displayOrder', 'type'];

/** Cases of what collections present. Source: collections.md 11.2. */
export const featuredItemCases: readonly ContractCase[] = [
  {
    row: 'collections.featuredItems.add',
    shows: 'stores a text without what could do something, and its image',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias],
      raw: formOf(
        illustrated(
          '<p onclick="x()">Read <a href="javascript:x()">this</a> <b>now</b></p><script>x()</script><img src="https://example.org/x.png">',
        ),
      ),
    }),
    status: 200,
    keys: KEYS,
    holds: async (answer, { callers }) => {
      expect(answer.text('data.content')).toBe('<p>Read <a rel="noopener noreferrer">this</a> <b>now</b></p>');
      expect(answer.at('data.imageFileName')).toBe('map.png');
      const image = await callers.guest.rest.get(new URL(answer.text('data.imageFileUrl')).pathname);
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(image.bytes.equals(PICTURE)).toBe(true);
    },
  },
  {
    row: 'collections.featuredItems.add',
    shows: 'presents a published dataset by its title',
    as: 'owner',
    given: async ({ fresh, published }) => ({
      path: [(await fresh.collection()).alias],
      raw: formOf(object('dataset', published.persistentId)),
    }),
    status: 200,
    keys: [...KEYS, 'dvObjectIdentifier', 'dvObjectDisplayName'],
    holds: (answer, { published }) => {
      expect(answer.record('data')).toMatchObject({ type: 'dataset', content: null, dvObjectIdentifier: published.persistentId });
    },
  },
  ...(
    [
      ['an empty text', () => text('<p> </p>'), '/item/content'],
      ['a text of scripts alone', () => text('<script>x()</script>'), '/item/content'],
      ['what is no picture', () => illustrated('Text', { file: Buffer.from('<svg onload="x()"/>') }), '/item/image'],
      ['a dataset that is not published', ({ draft }: ContractWorld) => object('dataset', draft.persistentId), '/item/identifier'],
      ['a collection that is not published', ({ closed }: ContractWorld) => object('collection', closed.alias), '/item/identifier'],
      ['a file of a draft', ({ draftFile }: ContractWorld) => object('datafile', String(draftFile)), '/item/identifier'],
      ['an object without its name', () => object('dataset', ''), '/item/identifier'],
    ] as const
  ).map(([what, sent, pointer]): ContractCase => ({
    row: 'collections.featuredItems.add',
    shows: `refuses ${what}`,
    as: 'owner',
    given: (world) => ({ path: [world.open.alias], raw: formOf(sent(world)) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, world) => {
      expect(JSON.stringify(answer.at('errors'))).toContain(`"${pointer}"`);
      expect(await itemsOf(world, world.open.alias)).toEqual([]);
    },
  })),
  {
    row: 'collections.featuredItems.add',
    shows: 'refuses a text that is too long, and a type that there is not',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: formOf(text('x'.repeat(15_001))) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.featuredItems.add',
    shows: 'reads forms alone',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { content: 'Text' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'collections.featuredItems.replace',
    shows: 'keeps, changes, adds and removes in one go, with the image of each',
    as: 'owner',
    given: async (world) => {
      last = await presenting(world);
      const kept = { ...text('Kept', { id: String(last.item), displayOrder: '2', keepFile: 'true' }) };
      return {
        path: [last.alias],
        raw: formOf(illustrated('New', { displayOrder: '1' }), kept, object('collection', world.open.alias, { displayOrder: '0' })),
      };
    },
    status: 200,
    holds: (answer, { open }) => {
      const items = answer.list('data') as Record<string, unknown>[];
      expect(items.map(({ type }) => type)).toEqual(['collection', 'custom', 'custom']);
      expect(items[0]).toMatchObject({ dvObjectIdentifier: open.alias });
      expect(items.map(({ imageFileName }) => imageFileName)).toEqual([null, 'map.png', 'map.png']);
      expect(items[2]).toMatchObject({ id: last.item, content: 'Kept' });
    },
  },
  {
    row: 'collections.featuredItems.replace',
    shows: 'changes nothing where one of the items is refused, and names each',
    as: 'owner',
    given: async (world) => {
      last = await presenting(world);
      return { path: [last.alias], raw: formOf(text(''), object('dataset', 'doi:10.5072/none')) };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, world) => {
      expect((answer.list('errors') as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
        '/items/0/content',
        '/items/1/identifier',
      ]);
      expect(await itemsOf(world, last.alias)).toHaveLength(1);
    },
  },
  {
    row: 'collections.featuredItems.replace',
    shows: 'refuses an item of another collection',
    as: 'owner',
    given: async (world) => {
      const other = await presenting(world);
      return { path: [world.open.alias], raw: formOf(text('Taken', { id: String(other.item) })) };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.featuredItems.replace',
    shows: 'refuses a form of which it cannot be told what is said of which item',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: formOf(text('One'), { content: 'Two' }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.featuredItems.list',
    shows: 'leaves out a file that is restricted by now, and begins with nothing',
    given: async (world) => {
      const { owner } = world.callers;
      const { alias } = await world.fresh.collection();
      expect(await itemsOf(world, alias)).toEqual([]);
      const dataset = await world.fresh.draft();
      const file = await addFile(owner, dataset, { name: 'shown.txt', bytes: `shown ${dataset.id}`, type: 'text/plain' });
      await publishDataset(owner, dataset);
      const raw = formOf(object('datafile', String(file)), text('Beside it', { displayOrder: '1' }));
      const put = await owner.rest.send(`/api/collections/${alias}/featuredItems`, { method: 'PUT', raw });
      expect(succeeded(put).list('data')).toHaveLength(2);
      succeeded(await owner.rest.send(`/api/files/${file}/restrict`, { method: 'PUT', raw: 'true' }));
      await publishDataset(owner, dataset);
      return { path: [alias] };
    },
    status: 200,
    holds: (answer) => expect((answer.list('data') as { content: string }[]).map(({ content }) => content)).toEqual(['Beside it']),
  },
  {
    row: 'collections.featuredItems.delete',
    shows: 'presents nothing any more',
    as: 'owner',
    given: async (world) => ({ path: [(last = await presenting(world)).alias] }),
    status: 200,
    holds: async (_answer, world) => expect(await itemsOf(world, last.alias)).toEqual([]),
  },
  {
    row: 'collectionFeaturedItems.update',
    shows: 'changes an item, whose image goes unless it is kept',
    as: 'owner',
    given: async (world) => {
      last = await presenting(world);
      return { path: [last.item], raw: formOf(text('Changed', { displayOrder: '7' })) };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.record('data')).toMatchObject({ id: last.item, content: 'Changed', displayOrder: 7, imageFileUrl: null });
      expect((await callers.owner.rest.get(`/api/access/collectionFeaturedItemImage/${last.item}`)).status).toBe(404);
    },
  },
  {
    row: 'collectionFeaturedItems.delete',
    shows: 'removes an item',
    as: 'owner',
    given: async (world) => ({ path: [(last = await presenting(world)).item] }),
    status: 200,
    holds: async (_answer, world) => expect(await itemsOf(world, last.alias)).toEqual([]),
  },
  ...(['collectionFeaturedItems.update', 'collectionFeaturedItems.delete'] as const).flatMap((row): ContractCase[] => {
    const raw = row === 'collectionFeaturedItems.update' ? { raw: formOf(text('Changed')) } : {};
    return [
      {
        row,
        shows: 'knows no other item',
        as: 'owner',
        given: () => ({ path: [987_654], ...raw }),
        status: 404,
        errorCode: 'FEATURED_ITEM_NOT_FOUND',
      },
      {
        row,
        shows: 'is not for those who may not edit the collection',
        as: 'stranger',
        given: async (world) => ({ path: [(await presenting(world)).item], ...raw }),
        status: 401,
        errorCode: 'PERMISSION_DENIED',
      },
      { row, shows: 'is not for guests', given: async (world) => ({ path: [(await presenting(world)).item], ...raw }), status: 401 },
    ];
  }),
  ...(['collections.featuredItems.add', 'collections.featuredItems.replace', 'collections.featuredItems.delete'] as const).flatMap(
    (row): ContractCase[] => {
      const raw = row === 'collections.featuredItems.delete' ? {} : { raw: formOf(text('Text')) };
      return [
        {
          row,
          shows: 'is not for those who may not edit the collection',
          as: 'contributor',
          given: ({ open }) => ({ path: [open.alias], ...raw }),
          status: 401,
          errorCode: 'PERMISSION_DENIED',
        },
        { row, shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias], ...raw }), status: 401 },
        {
          row,
          shows: 'names an unknown collection',
          as: 'owner',
          given: () => ({ path: ['nowhere'], ...raw }),
          status: 404,
          errorCode: 'COLLECTION_NOT_FOUND',
        },
      ];
    },
  ),
  {
    row: 'collections.featuredItems.list',
    shows: 'hides those of a collection that the caller may not see',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
  },
  {
    row: 'collections.featuredItems.list',
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'access.collectionFeaturedItemImage',
    shows: 'gives the image to those who see the collection',
    as: 'owner',
    given: async (world) => ({ path: [(await presenting(world, false)).item] }),
    status: 200,
    holds: (answer) => expect(answer.bytes.equals(PICTURE)).toBe(true),
  },
  {
    row: 'access.collectionFeaturedItemImage',
    shows: 'hides it from others',
    as: 'stranger',
    given: async (world) => ({ path: [(await presenting(world, false)).item] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'access.collectionFeaturedItemImage',
    shows: 'knows no other image',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'FEATURED_ITEM_NOT_FOUND',
  },
];
