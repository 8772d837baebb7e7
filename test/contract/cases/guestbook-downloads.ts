import { expect } from 'vitest';
import { readZip } from '../../support/read-zip.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { type Asking, asking, responding } from './guestbook-seed.ts';

const signedOf = (answer: RestAnswer): URL => new URL(answer.text('data.signedUrl'));

async function responsesOf({ callers, open }: ContractWorld, guestbook: number): Promise<string> {
  return succeeded(await callers.owner.rest.get(`/api/collections/${open.alias}/guestbookResponses?guestbookId=${guestbook}`)).body;
}

/** What the last request was about. */
let last: Asking | undefined;

async function remembered(world: ContractWorld): Promise<Asking> {
  last = await asking(world);
  return last;
}

const unanswered = { as: 'stranger', status: 400, errorCode: 'GUESTBOOK_RESPONSE_REQUIRED' } as const;

const downloads: readonly ContractCase[] = [
  {
    row: 'access.datafile',
    shows: 'asks for a response to the guestbook, and names it',
    ...unanswered,
    given: async (world) => ({ path: [(await remembered(world)).files[0]] }),
    holds: (answer) => expect(answer.text('message')).toContain(String(last?.guestbook)),
  },
  {
    row: 'access.datafile',
    shows: 'asks nothing of those who may edit the dataset',
    as: 'contributor',
    given: async (world) => ({ path: [(await asking(world)).files[0]] }),
    status: 200,
  },
  {
    row: 'access.datafiles',
    shows: 'asks for a response to the guestbook',
    ...unanswered,
    given: async (world) => ({ path: [(await asking(world)).files.join(',')] }),
  },
  {
    row: 'access.datafiles.post',
    shows: 'asks for a response to the guestbook',
    ...unanswered,
    given: async (world) => ({ raw: (await asking(world)).files.join(',') }),
  },
  {
    row: 'access.dataset',
    shows: 'asks for a response to the guestbook',
    ...unanswered,
    given: async (world) => ({ path: [(await asking(world)).dataset.id] }),
  },
  {
    row: 'access.dataset.version',
    shows: 'asks for a response to the guestbook',
    ...unanswered,
    given: async (world) => ({ path: [(await asking(world)).dataset.id, '1.0'] }),
  },
  {
    row: 'access.datafiles.post',
    shows: 'takes the files and a response to their guestbook as JSON',
    as: 'stranger',
    given: async (world) => {
      const asked = await remembered(world);
      return { raw: JSON.stringify({ fileIds: asked.files, ...responding(asked) }) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect((await readZip(answer.bytes)).map(({ path }) => path)).toContain('a.txt');
      expect((await responsesOf(world, last?.guestbook ?? 0)).trimEnd().split('\r\n').length).toBeGreaterThan(2);
    },
  },
  {
    row: 'access.datafile.respond',
    shows: 'stores the response, and sends the file',
    as: 'stranger',
    given: async (world) => {
      const asked = await remembered(world);
      return { path: [asked.files[0]], json: responding(asked) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.body).toBe(`one of ${last?.dataset.id}`);
      const table = await responsesOf(world, last?.guestbook ?? 0);
      expect(table).toContain(
        'Guestbook, Dataset, Dataset PID, Date, Type, File Name, File Id, File PID, User Name, Email, Institution, Position, Custom Questions\r\n',
      );
      expect(table).toContain(`,Download,a.txt,${last?.files[0]},`);
      expect(table).toContain(`,Ada,ada@example.org,`);
      expect(table).toContain(`,'=1+1,Which field?,Physics,What for?,"To learn,\nand ""teach"""\r\n`);
    },
  },
  {
    row: 'access.datafile.respond',
    shows: 'gives an address that needs neither a token nor a further response',
    as: 'stranger',
    given: async (world) => {
      const asked = await remembered(world);
      return { path: [asked.files[1]], query: { signed: 'true' }, json: responding(asked) };
    },
    status: 200,
    keys: ['signedUrl'],
    holds: async (answer, { callers }) => {
      const { pathname, search } = signedOf(answer);
      expect((await callers.guest.rest.get(`${pathname}${search}`)).body).toBe(`two of ${last?.dataset.id}`);
    },
  },
  {
    row: 'access.datafile.respond',
    shows: 'takes from the account what the response leaves out',
    as: 'stranger',
    given: async (world) => {
      const asked = await remembered(world);
      return { path: [asked.files[0]], query: { signed: 'true' }, json: responding(asked, { name: undefined, email: '' }) };
    },
    status: 200,
    holds: async (_answer, world) => expect(await responsesOf(world, last?.guestbook ?? 0)).toMatch(/,[^,]+@[^,]+,/),
  },
  {
    row: 'access.datafile.respond',
    shows: 'names all that is wrong with a response, and stores nothing',
    as: 'stranger',
    given: async (world) => {
      const asked = await remembered(world);
      const [field, , former] = asked.questions;
      const answers = [
        { id: field, value: 'Alchemy' },
        { id: former, value: 'hidden' },
      ];
      return { path: [asked.files[0]], json: { guestbookResponse: { email: 'nowhere', answers } } };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, world) => {
      expect(answer.list('errors').map((problem) => (problem as { pointer: string }).pointer)).toEqual([
        '/guestbookResponse/position',
        '/guestbookResponse/email',
        '/guestbookResponse/answers/0/value',
        '/guestbookResponse/answers/1',
        '/guestbookResponse/answers',
      ]);
      expect((await responsesOf(world, last?.guestbook ?? 0)).trimEnd().split('\r\n')).toHaveLength(1);
    },
  },
  {
    row: 'access.datafile.respond',
    shows: 'asks for a response',
    ...unanswered,
    given: async (world) => ({ path: [(await asking(world)).files[0]], json: {} }),
  },
  {
    row: 'access.datafile.respond',
    shows: 'sends a file of which nothing is asked without a response',
    as: 'stranger',
    given: ({ publishedFile }) => ({ path: [publishedFile] }),
    status: 200,
    holds: (answer) => expect(answer.body).toBe('first bytes\n'),
  },
  {
    row: 'access.datafile.respond',
    shows: 'takes the response of a guest where guests may download',
    given: async (world) => {
      const asked = await remembered(world);
      const { superuser } = world.callers;
      succeeded(await superuser.rest.send('/api/admin/settings/:GuestDownload', { method: 'PUT', raw: 'true' }));
      return { path: [asked.files[0]], json: responding(asked) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect(answer.body).toBe(`one of ${last?.dataset.id}`);
      expect(await responsesOf(world, last?.guestbook ?? 0)).toContain(',Ada,ada@example.org,');
    },
    restore: async ({ callers }) => void (await callers.superuser.rest.delete('/api/admin/settings/:GuestDownload')),
  },
  {
    row: 'access.datafile.respond',
    shows: 'refuses a file that the caller may not see',
    as: 'stranger',
    given: ({ draftFile }) => ({ path: [draftFile], json: {} }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: 'access.datafile.bundle.respond',
    shows: 'refuses a file that is no table',
    as: 'stranger',
    given: async (world) => {
      const asked = await asking(world);
      return { path: [asked.files[0]], json: responding(asked) };
    },
    status: 404,
    errorCode: 'FILE_FORM_UNAVAILABLE',
  },
  {
    row: 'access.datafiles.respond',
    shows: 'stores a response for each file, and sends them',
    as: 'stranger',
    given: async (world) => {
      const asked = await remembered(world);
      return { path: [asked.files.join(',')], json: responding(asked) };
    },
    status: 200,
    holds: async (answer, world) => {
      expect((await readZip(answer.bytes)).map(({ path }) => path)).toEqual(expect.arrayContaining(['a.txt', 'b.txt']));
      const table = await responsesOf(world, last?.guestbook ?? 0);
      for (const file of last?.files ?? []) expect(table).toContain(`,${file},`);
    },
  },
  ...(['access.dataset.respond', 'access.dataset.version.respond'] as const).map((row): ContractCase => ({
    row,
    shows: 'gives an address of the archive that asks no more',
    as: 'stranger',
    given: async (world) => {
      const asked = await asking(world);
      const version = row === 'access.dataset.respond' ? [] : ['1.0'];
      return { path: [asked.dataset.id, ...version], query: { signed: 'true' }, json: responding(asked) };
    },
    status: 200,
    keys: ['signedUrl'],
    holds: async (answer, { callers }) => {
      const { pathname, search } = signedOf(answer);
      const archive = await callers.guest.rest.get(`${pathname}${search}`);
      expect((await readZip(archive.bytes)).map(({ path }) => path)).toContain('b.txt');
      const altered = await callers.guest.rest.get(`${pathname}${search.replace(/signature=./, 'signature=_')}`);
      expect([altered.status, altered.errorCode]).toEqual([401, 'SIGNED_URL_INVALID']);
    },
  })),
  ...(
    [
      ['access.datafile.respond', ({ publishedFile }: ContractWorld) => [publishedFile]],
      ['access.datafile.bundle.respond', ({ publishedFile }: ContractWorld) => [publishedFile]],
      ['access.datafiles.respond', ({ publishedFile }: ContractWorld) => [publishedFile]],
      ['access.dataset.respond', ({ published }: ContractWorld) => [published.id]],
      ['access.dataset.version.respond', ({ published }: ContractWorld) => [published.id, '1.0']],
    ] as const
  ).map(([row, path]): ContractCase => ({
    row,
    shows: 'is not for guests, who download by signed addresses',
    given: (world) => ({ path: path(world), json: {} }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  })),
];

/** Cases of downloads whose dataset has a guestbook. Source: users-admin.md 18.7. */
export const guestbookDownloadCases: readonly ContractCase[] = downloads;
