import { expect } from 'vitest';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { addGuestbook, type Asking, asking, GUESTBOOK, responding } from './guestbook-seed.ts';

const KEYS = [
  'id',
  'name',
  'enabled',
  'emailRequired',
  'nameRequired',
  'institutionRequired',
  'positionRequired',
  'customQuestions',
  'createTime',
  'collectionId',
];

/** What the last request was about. */
let last: Asking | undefined;

async function remembered(world: ContractWorld): Promise<Asking> {
  last = await asking(world);
  return last;
}

const definitions: readonly ContractCase[] = [
  {
    row: 'guestbooks.create',
    shows: 'adds a guestbook, and answers its record with the questions in their order',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: GUESTBOOK }),
    status: 201,
    keys: KEYS,
    holds: (answer, { open }) => {
      const [purpose, field, former] = GUESTBOOK.customQuestions;
      const id = expect.any(Number);
      expect(answer.at('data.customQuestions')).toEqual([
        { ...field, id },
        { ...purpose, id },
        { ...former, id },
      ]);
      expect(answer.at('data.collectionId')).toBe(open.id);
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/guestbooks/${answer.number('data.id')}$`));
    },
  },
  {
    row: 'guestbooks.create',
    shows: 'needs a name alone',
    as: 'owner',
    given: ({ open }) => ({ path: [open.id], json: { name: 'Plain' } }),
    status: 201,
    holds: (answer) => expect(answer.record('data')).toMatchObject({ enabled: true, nameRequired: false, customQuestions: [] }),
  },
  {
    row: 'guestbooks.create',
    shows: 'names all problems at once',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: {
        name: ' ',
        customQuestions: [
          { question: '', type: 'text' },
          { question: 'Choose', type: 'options' },
          { question: 'Twice', type: 'options', optionValues: [{ value: 'a' }, { value: 'a' }] },
          { question: 'Free', type: 'text', optionValues: [{ value: 'a' }] },
        ],
      },
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) =>
      expect(answer.list('errors').map((problem) => (problem as { pointer: string }).pointer)).toEqual([
        '/name',
        '/customQuestions/0/question',
        '/customQuestions/1/options',
        '/customQuestions/2/options/1/value',
        '/customQuestions/3/options',
      ]),
  },
  {
    row: 'guestbooks.create',
    shows: 'is not for those who may not edit the collection',
    as: 'contributor',
    given: ({ open }) => ({ path: [open.alias], json: GUESTBOOK }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'guestbooks.create',
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias], json: GUESTBOOK }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'guestbooks.create',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'], json: GUESTBOOK }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'guestbooks.get',
    shows: 'shows a guestbook to everybody',
    given: async (world) => ({ path: [await addGuestbook(world, world.open.alias)] }),
    status: 200,
    keys: KEYS,
  },
  {
    row: 'guestbooks.get',
    shows: 'knows no other guestbook',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'GUESTBOOK_NOT_FOUND',
  },
  {
    row: 'guestbooks.list',
    shows: 'lists those of the collection, and with includeInherited those above it',
    as: 'stranger',
    given: async (world) => {
      const child = await world.fresh.collection();
      await addGuestbook(world, child.alias, { name: 'Own' });
      await addGuestbook(world, world.open.alias, { name: 'Above' });
      const own = succeeded(await world.callers.stranger.rest.get(`/api/guestbooks/${child.alias}/list`));
      expect(own.list('data').map((guestbook) => (guestbook as { name: string }).name)).toEqual(['Own']);
      return { path: [child.alias], query: { includeInherited: 'true' } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.text('data.0.name')).toBe('Own');
      expect(answer.body).toContain('"Above"');
      expect(answer.body).not.toContain('usageCount');
    },
  },
  {
    row: 'guestbooks.list',
    shows: 'counts datasets and responses for those who manage the collection',
    as: 'owner',
    given: async (world) => {
      const asked = await remembered(world);
      succeeded(await world.callers.stranger.rest.post(`/api/access/datafiles/${asked.files.join(',')}?signed=true`, responding(asked)));
      return { path: [world.open.alias], query: { includeStats: 'true' } };
    },
    status: 200,
    holds: (answer) => {
      const found = answer.list('data').find((guestbook) => (guestbook as { id: number }).id === last?.guestbook);
      expect(found).toMatchObject({ usageCount: 1, responseCount: 2 });
    },
  },
  {
    row: 'guestbooks.list',
    shows: 'counts for nobody else',
    as: 'contributor',
    given: async (world) => {
      await addGuestbook(world, world.open.alias);
      return { path: [world.open.alias], query: { includeStats: 'true' } };
    },
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'guestbooks.list',
    shows: 'hides those of a collection that the caller may not see',
    as: 'stranger',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'guestbooks.list',
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'guestbooks.enabled',
    shows: 'puts a guestbook out of use, so that nothing is asked any more',
    as: 'owner',
    given: async (world) => {
      const { guestbook } = await remembered(world);
      return { path: [world.open.alias, guestbook], raw: 'false' };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.text('data.message')).toBe(`Guestbook ${last?.guestbook} enabled=false`);
      expect((await callers.stranger.rest.get(`/api/access/datafile/${last?.files[0]}`)).status).toBe(200);
    },
  },
  {
    row: 'guestbooks.enabled',
    shows: 'knows no guestbook of another collection',
    as: 'superuser',
    given: async (world) => ({ path: ['root', await addGuestbook(world, world.open.alias)], raw: 'true' }),
    status: 404,
    errorCode: 'GUESTBOOK_NOT_FOUND',
  },
  {
    row: 'guestbooks.enabled',
    shows: 'refuses what is neither true nor false',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias, 1], raw: 'perhaps' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'guestbooks.enabled',
    shows: 'is not for those who may not edit the collection',
    as: 'contributor',
    given: ({ open }) => ({ path: [open.alias, 1], raw: 'true' }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'guestbooks.enabled',
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias, 1], raw: 'true' }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  },
];

const assignments: readonly ContractCase[] = [
  {
    row: 'datasets.guestbook.set',
    shows: 'gives a dataset a guestbook, which its versions tell',
    as: 'contributor',
    given: async (world) => {
      const dataset = world.draft;
      return { path: [dataset.id], raw: String(await addGuestbook(world, 'root', { name: 'Of all' })) };
    },
    status: 200,
    holds: async (answer, { callers, draft }) => {
      const id = Number(/\d+/.exec(answer.text('data.message'))?.[0]);
      const read = await callers.owner.rest.get(`/api/datasets/${draft.id}/versions/:draft`);
      expect(read.number('data.guestbookId')).toBe(id);
      succeeded(await callers.owner.rest.delete(`/api/datasets/${draft.id}/guestbook`));
      expect((await callers.owner.rest.get(`/api/datasets/${draft.id}`)).body).not.toContain('guestbookId');
    },
  },
  {
    row: 'datasets.guestbook.set',
    shows: 'refuses a guestbook of a collection that does not hold the dataset',
    as: 'owner',
    given: async (world) => ({ path: [world.draft.id], raw: String(await addGuestbook(world, world.closed.alias)) }),
    status: 400,
    errorCode: 'GUESTBOOK_UNAVAILABLE',
  },
  {
    row: 'datasets.guestbook.set',
    shows: 'refuses a guestbook that is not in use',
    as: 'owner',
    given: async (world) => ({
      path: [world.draft.id],
      raw: String(await addGuestbook(world, world.open.alias, { ...GUESTBOOK, enabled: false })),
    }),
    status: 400,
    errorCode: 'GUESTBOOK_UNAVAILABLE',
  },
  {
    row: 'datasets.guestbook.set',
    shows: 'knows no other guestbook',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: '987654' }),
    status: 404,
    errorCode: 'GUESTBOOK_NOT_FOUND',
  },
  {
    row: 'datasets.guestbook.set',
    shows: 'refuses what is no id',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id], raw: 'first' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...(['datasets.guestbook.set', 'datasets.guestbook.delete'] as const).flatMap((row): ContractCase[] => {
    const raw = row === 'datasets.guestbook.set' ? { raw: '1' } : {};
    return [
      {
        row,
        shows: 'is not for those who may not edit the dataset',
        as: 'member',
        given: ({ draft }) => ({ path: [draft.id], ...raw }),
        status: 403,
        errorCode: 'PERMISSION_DENIED',
      },
      {
        row,
        shows: 'is not for guests',
        given: ({ draft }) => ({ path: [draft.id], ...raw }),
        status: 403,
        errorCode: 'PERMISSION_DENIED',
      },
      {
        row,
        shows: 'names an unknown dataset',
        as: 'owner',
        given: () => ({ path: [987_654], ...raw }),
        status: 404,
        errorCode: 'DATASET_NOT_FOUND',
      },
      {
        row,
        shows: 'waits for a lock',
        as: 'owner',
        given: async (world) => {
          const dataset = await world.fresh.draft();
          await world.lock(dataset, 'Workflow');
          return { path: [dataset.id], ...raw };
        },
        status: 403,
        errorCode: 'DATASET_LOCKED',
      },
    ];
  }),
  {
    row: 'datasets.guestbook.delete',
    shows: 'takes the guestbook away, so that nothing is asked any more, and says that there is none the next time',
    as: 'owner',
    given: async (world) => ({ path: [(await remembered(world)).dataset.id] }),
    status: 200,
    holds: async (answer, { callers }) => {
      expect(answer.text('data.message')).toBe(`Guestbook ${last?.guestbook} removed`);
      expect((await callers.stranger.rest.get(`/api/access/datafile/${last?.files[0]}`)).status).toBe(200);
      const again = await callers.owner.rest.delete(`/api/datasets/${last?.dataset.id}/guestbook`);
      expect(again.text('data.message')).toBe('The dataset has no guestbook.');
    },
  },
];

/** Cases of guestbooks and the datasets that have them. Source: users-admin.md 18.7. */
export const guestbookCases: readonly ContractCase[] = [...definitions, ...assignments];
