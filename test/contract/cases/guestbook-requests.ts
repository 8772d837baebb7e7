import { expect } from 'vitest';
import { addFile, publishDataset, succeeded } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { addGuestbook, type Asking, responding } from './guestbook-seed.ts';

const ROWS = [
  'datasets.guestbookEntryAtRequest.get',
  'datasets.guestbookEntryAtRequest.set',
  'datasets.guestbookEntryAtRequest.delete',
] as const;
const SETTING = '/api/admin/settings/:GuestbookAtRequest';

function given(row: string, path: string | number): CaseRequest {
  return { path: [path], ...(row === 'datasets.guestbookEntryAtRequest.set' ? { raw: 'true' } : {}) };
}

/** Lets guestbooks be answered at requests, where a dataset says so or everywhere; with null not at all. */
async function decided({ callers }: ContractWorld, everywhere: boolean | null): Promise<void> {
  const { rest } = callers.superuser;
  if (everywhere === null) await rest.delete(SETTING);
  else succeeded(await rest.send(SETTING, { method: 'PUT', raw: String(everywhere) }));
}

/** A new draft whose guestbook is answered at requests. */
async function chosen(world: ContractWorld): Promise<{ readonly id: number; readonly persistentId: string }> {
  await decided(world, false);
  const dataset = await world.fresh.draft();
  const answer = await world.callers.superuser.rest.send(`/api/datasets/${dataset.id}/guestbookEntryAtRequest`, {
    method: 'PUT',
    raw: 'true',
  });
  expect(succeeded(answer).text('data.message')).toBe('Guestbook Entry At Request set to: true');
  return dataset;
}

const readings: readonly ContractCase[] = ROWS.flatMap((row) => [
  ...(row === 'datasets.guestbookEntryAtRequest.get'
    ? []
    : ([
        ['is not for guests', 'guest', 401, 'AUTHENTICATION_REQUIRED'],
        ['is for superusers only', 'owner', 403, 'SUPERUSER_REQUIRED'],
        ['is refused where the installation has not decided about it', 'superuser', 403, 'GUESTBOOK_AT_REQUEST_OFF'],
      ] as const)
  ).map(([shows, as, status, errorCode]): ContractCase => ({
    row,
    shows,
    as,
    given: async (world) => {
      await decided(world, null);
      return given(row, world.draft.id);
    },
    status,
    errorCode,
  })),
  {
    row,
    shows: 'finds no dataset of an unknown number',
    as: 'superuser',
    given: () => given(row, 987_654),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
  { row, shows: 'refuses a bad dataset id', as: 'superuser', given: () => given(row, 'abc'), status: 400, errorCode: 'BAD_USER_INPUT' },
]);

const choices: readonly ContractCase[] = [
  {
    row: 'datasets.guestbookEntryAtRequest.get',
    shows: 'tells what the installation says, also of a draft that a guest does not see',
    as: 'guest',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Not set on dataset, using the default: false' }),
  },
  {
    row: 'datasets.guestbookEntryAtRequest.get',
    shows: 'tells what was chosen, and takes the persistent identifier of the dataset',
    as: 'guest',
    given: async (world) => ({ path: [':persistentId'], query: { persistentId: (await chosen(world)).persistentId } }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'true' }),
  },
  {
    row: 'datasets.guestbookEntryAtRequest.set',
    shows: 'takes true and false alone',
    as: 'superuser',
    given: ({ draft }) => ({ path: [draft.id], raw: 'perhaps' }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'datasets.guestbookEntryAtRequest.set',
    shows: 'chooses downloads where the installation says requests',
    as: 'superuser',
    given: async (world) => {
      await decided(world, true);
      return { path: [(await world.fresh.draft()).id], raw: 'false' };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Guestbook Entry At Request set to: false' }),
  },
  {
    row: 'datasets.guestbookEntryAtRequest.delete',
    shows: 'leaves it to the installation again',
    as: 'superuser',
    given: async (world) => ({ path: [(await chosen(world)).id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: 'Guestbook Entry At Request reset to default: false' }),
  },
];

/** What the last request was about. */
let last: Asking | undefined;

/** A published dataset with a restricted and an open file, whose guestbook is answered when access is requested. */
async function askingAtRequest(world: ContractWorld): Promise<Asking> {
  await decided(world, true);
  const { owner } = world.callers;
  const dataset = await world.fresh.draft();
  const files = [
    await addFile(owner, dataset, { name: 'kept.txt', bytes: `kept ${dataset.id}`, type: 'text/plain', jsonData: { restrict: true } }),
    await addFile(owner, dataset, { name: 'open.txt', bytes: `open ${dataset.id}`, type: 'text/plain' }),
  ] as const;
  await publishDataset(owner, dataset);
  const guestbook = await addGuestbook(world, world.open.alias);
  succeeded(await owner.rest.send(`/api/datasets/${dataset.id}/guestbook`, { method: 'PUT', raw: String(guestbook) }));
  const read = succeeded(await owner.rest.get(`/api/guestbooks/${guestbook}`));
  last = { dataset, files, guestbook, questions: [0, 1, 2].map((place) => read.number(`data.customQuestions.${place}.id`)) };
  return last;
}

/** Lines of the table of responses to the guestbook of the last request. */
async function responses({ callers, open }: ContractWorld): Promise<string[]> {
  const answer = await callers.owner.rest.get(`/api/collections/${open.alias}/guestbookResponses?guestbookId=${last?.guestbook}`);
  return answer.body.split('\r\n').slice(1, -1);
}

const REQUESTS = `query ($id: Int!) { file(reference: { databaseId: $id }) {
  accessRequests {
    nodes {
      user { identifier } guestbookResponse { event name fileDatabaseId answers { value } } }
  }
} }`;

const requests: readonly ContractCase[] = [
  {
    row: 'access.requestAccess',
    shows: 'asks for a response to the guestbook where that is answered at requests',
    as: 'stranger',
    given: async (world) => ({ path: [(await askingAtRequest(world)).files[0]], json: {} }),
    status: 400,
    errorCode: 'GUESTBOOK_RESPONSE_REQUIRED',
    holds: async (answer, world) => {
      expect(answer.at('errors.0.pointer')).toBe('/guestbookResponse');
      expect(await responses(world)).toEqual([]);
    },
  },
  {
    row: 'access.requestAccess',
    shows: 'tells all faults of a response, and stores nothing',
    as: 'stranger',
    given: async (world) => {
      const asked = await askingAtRequest(world);
      return { path: [asked.files[0]], json: responding(asked, { email: 'nowhere', answers: [] }) };
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, world) => {
      expect(answer.list('errors').length).toBeGreaterThan(1);
      expect(await responses(world)).toEqual([]);
      expect((await world.callers.owner.rest.get(`/api/access/datafile/${last?.files[0]}/listRequests`)).status).toBe(404);
    },
  },
  {
    row: 'access.requestAccess',
    shows: 'keeps the response with the request, and asks no more at downloads',
    as: 'stranger',
    given: async (world) => {
      const asked = await askingAtRequest(world);
      return { path: [asked.files[0]], json: responding(asked) };
    },
    status: 200,
    holds: async (_answer, world, caller) => {
      const [line, ...others] = await responses(world);
      expect(others).toEqual([]);
      expect(line).toContain(`,AccessRequest,kept.txt,${last?.files[0]},`);
      const { owner } = world.callers;
      const listed = await owner.graphql.expectData(REQUESTS, { id: last?.files[0] });
      expect(listed.list('data.file.accessRequests.nodes')).toEqual([
        {
          user: { identifier: caller.identifier },
          guestbookResponse: {
            event: 'ACCESS_REQUEST',
            name: 'Ada',
            fileDatabaseId: last?.files[0],
            answers: [{ value: 'Physics' }, { value: 'To learn,\nand "teach"' }],
          },
        },
      ]);
      succeeded(await owner.rest.put(`/api/access/datafile/${last?.files[0]}/grantAccess/${caller.identifier}`));
      const downloads = await Promise.all((last?.files ?? []).map((id) => caller.rest.get(`/api/access/datafile/${id}`)));
      expect(downloads.map(({ status }) => status)).toEqual([200, 200]);
    },
  },
  {
    row: 'access.requestAccess',
    shows: 'asks nothing where the dataset leaves its guestbook to downloads',
    as: 'stranger',
    given: async (world) => {
      const { dataset, files } = await askingAtRequest(world);
      succeeded(
        await world.callers.superuser.rest.send(`/api/datasets/${dataset.id}/guestbookEntryAtRequest`, { method: 'PUT', raw: 'false' }),
      );
      return { path: [files[0]] };
    },
    status: 200,
    holds: async (_answer, world, caller) => {
      expect(await responses(world)).toEqual([]);
      const open = await caller.rest.get(`/api/access/datafile/${last?.files[1]}`);
      expect([open.status, open.errorCode]).toEqual([400, 'GUESTBOOK_RESPONSE_REQUIRED']);
    },
  },
];

/** Cases of guestbooks that are answered when access is requested. Source: datasets.md 14.1, files.md 22.4. */
export const guestbookRequestCases: readonly ContractCase[] = [...choices, ...readings, ...requests];
