import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Caller, succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];

const LOG = { provider: ':internal', stepType: 'log' };
const requesting = (parameters: Readonly<Record<string, unknown>>) => ({ provider: ':internal', stepType: 'http/sr', parameters });

const BASE = '/api/admin/workflows';
const TRIGGER = 'PrePublishDataset';

async function freshWorkflow({ callers }: ContractWorld, name = uniqueName('workflow')): Promise<number> {
  return succeeded(await callers.superuser.rest.post(BASE, { name, steps: [LOG] })).number('data.id');
}

async function setDefault({ callers }: ContractWorld, trigger: string, id: number): Promise<void> {
  succeeded(await callers.superuser.rest.send(`${BASE}/default/${trigger}`, { method: 'PUT', raw: String(id) }));
}

async function unsetDefaults({ callers }: ContractWorld): Promise<void> {
  for (const trigger of [TRIGGER, 'PostPublishDataset']) await callers.superuser.rest.delete(`${BASE}/default/${trigger}`);
}

async function resetAddresses({ callers }: ContractWorld): Promise<void> {
  await callers.superuser.rest.delete(`${BASE}/ip-whitelist`);
}

const gateRequests: Readonly<Record<string, CaseRequest>> = {
  list: {},
  add: { json: { name: 'none', steps: [] } },
  get: { path: [1] },
  delete: { path: [1] },
  defaults: {},
  'default.put': { path: [TRIGGER], raw: '1' },
  'default.get': { path: [TRIGGER] },
  'default.delete': { path: [TRIGGER] },
  'ipWhitelist.put': { raw: '127.0.0.1' },
  'ipWhitelist.get': {},
  'ipWhitelist.delete': {},
};

const gateCases = Object.entries(gateRequests).flatMap(([row, request]) =>
  gate.map(([as, status, errorCode]): ContractCase => ({
    row: `admin.workflows.${row}`,
    shows: `is closed to ${as}`,
    as,
    given: () => request,
    status,
    errorCode,
  })),
);

/** A body that is refused, with the pointers of all its faults. */
function refused(shows: string, json: unknown, pointers: readonly string[], errorCode = 'BAD_USER_INPUT'): ContractCase {
  return {
    row: 'admin.workflows.add',
    shows: `refuses ${shows}`,
    as: 'superuser',
    given: () => ({ json }),
    status: 400,
    errorCode,
    holds: (answer) => {
      const problems = answer.at('errors');
      expect(Array.isArray(problems) ? problems.map((problem: { pointer: string }) => problem.pointer) : []).toEqual(pointers);
    },
  };
}

const unfit = (shows: string, steps: readonly unknown[], pointers: readonly string[]) =>
  refused(shows, { name: 'unfit', steps }, pointers, 'WORKFLOW_INVALID');

/** Source: users-admin.md 14.1, 14.2. */
const addCases: readonly ContractCase[] = [
  {
    row: 'admin.workflows.add',
    shows: 'stores steps with their parameters and settings, and says where',
    as: 'superuser',
    given: () => ({
      json: {
        id: 4711,
        unknown: true,
        name: 'archive on publish',
        steps: [
          {
            provider: ':internal',
            stepType: 'log',
            parameters: { number: 42, yes: true, nothing: null, object: { a: [1] }, text: ' as it is ' },
            requiredSettings: { SystemEmail: 'boolean', ':InstallationName': 5 },
          },
          { provider: ':internal', stepType: 'pause' },
        ],
      },
    }),
    status: 201,
    keys: ['name', 'id', 'steps'],
    holds: async (answer, _world, { rest }) => {
      const id = answer.number('data.id');
      expect(id).not.toBe(4711);
      expect(answer.headers.get('location')).toMatch(new RegExp(`^https?://[^/]+/api/admin/workflows/${id}$`));
      expect(answer.at('data.steps')).toEqual([
        {
          stepType: 'log',
          provider: ':internal',
          parameters: { number: '42', yes: 'true', nothing: 'null', object: '{"a":[1]}', text: ' as it is ' },
          requiredSettings: { SystemEmail: 'boolean', ':InstallationName': '5' },
        },
        { stepType: 'pause', provider: ':internal', parameters: {}, requiredSettings: {} },
      ]);
      expect((await rest.get(`${BASE}/${id}`)).at('data')).toEqual(answer.at('data'));
    },
  },
  {
    row: 'admin.workflows.add',
    shows: 'takes an empty name and no steps',
    as: 'superuser',
    given: () => ({ json: { name: '', steps: [] } }),
    status: 201,
    keys: ['name', 'id'],
  },
  {
    row: 'admin.workflows.add',
    shows: 'knows every type of step',
    as: 'superuser',
    given: () => ({
      json: {
        name: 'all',
        steps: [
          ...['log', 'pause', 'pause/message', 'archiver', 'coarNotifyRelationshipAnnouncement'].map((stepType) => ({ ...LOG, stepType })),
          requesting({
            url: 'http://localhost:5050/dump/${invocationId}',
            method: 'POST',
            contentType: 'text/plain',
            body: 'START RELEASE ${dataset.id}',
            expectedResponse: 'OK.*',
            rollbackUrl: 'http://localhost:5050/dump/${invocationId}',
            'method-rollback': 'DELETE',
          }),
          ...['http/authExt', 'http/authext'].map((stepType) => ({ ...requesting({ url: 'https://example.org' }), stepType })),
        ],
      },
    }),
    status: 201,
  },
  refused('a body without keys', {}, ['/name', '/steps']),
  refused('keys of the wrong type', { name: 5, steps: {} }, ['/name', '/steps']),
  refused('steps that are none', { name: 'n', steps: ['log', {}, { ...LOG, stepType: 5 }] }, [
    '/steps/0',
    '/steps/1/provider',
    '/steps/1/stepType',
    '/steps/2/stepType',
  ]),
  refused('parameters that are no object', { name: 'n', steps: [{ ...LOG, parameters: 'x', requiredSettings: [] }] }, [
    '/steps/0/parameters',
    '/steps/0/requiredSettings',
  ]),
  refused('an array', [], ['']),
  refused('more steps than anybody means', { name: 'n', steps: Array.from({ length: 101 }, () => LOG) }, ['/steps']),
  unfit(
    'providers and types that are not known, all at once',
    [{ ...LOG, provider: ':nope' }, LOG, { ...LOG, stepType: 'nope' }, { ...LOG, stepType: 'LOG' }, { ...LOG, stepType: 'constructor' }],
    ['/steps/0/provider', '/steps/2/stepType', '/steps/3/stepType', '/steps/4/stepType'],
  ),
  unfit(
    'parameters that could not work, all at once',
    [
      requesting({}),
      requesting({
        url: 'ftp://example.org',
        method: 'PATCH',
        contentType: 'a\nb',
        expectedResponse: '(a',
        rollbackUrl: 'http://u:p@example.org',
        rollbackMethod: 'HEAD',
      }),
      requesting({ url: 'http://${dataset.displayName}/x' }),
      requesting({ url: 'http:///' }),
    ],
    [
      '/steps/0/parameters/url',
      '/steps/1/parameters/url',
      '/steps/1/parameters/method',
      '/steps/1/parameters/contentType',
      '/steps/1/parameters/expectedResponse',
      '/steps/1/parameters/rollbackUrl',
      '/steps/1/parameters/rollbackMethod',
      '/steps/2/parameters/url',
      '/steps/3/parameters/url',
    ],
  ),
  ...['(?=a)b', '(a)\\1', 'x'.repeat(501), '(?:\\p{L}{0,30}){0,30}(?:\\p{N}{0,30}){0,30}(?:a{0,30}){0,30}'].map((expectedResponse) =>
    unfit(
      `the pattern ${expectedResponse.slice(0, 12)}, which could take long`,
      [requesting({ url: 'http://example.org', expectedResponse })],
      ['/steps/0/parameters/expectedResponse'],
    ),
  ),
  {
    row: 'admin.workflows.add',
    shows: 'refuses what is no JSON',
    as: 'superuser',
    given: () => ({ raw: '{', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'admin.workflows.add',
    shows: 'reads JSON alone',
    as: 'superuser',
    given: () => ({ raw: '{}', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
];

/** Source: users-admin.md 14.3. */
const oneCases: readonly ContractCase[] = [
  {
    row: 'admin.workflows.list',
    shows: 'lists ids and names',
    as: 'superuser',
    given: async (world) => {
      await freshWorkflow(world, 'in the list');
      return {};
    },
    status: 200,
    holds: (answer) => expect(answer.list('data')).toContainEqual({ id: expect.any(Number), name: 'in the list' }),
  },
  ...(['get', 'delete'] as const).flatMap((action): readonly ContractCase[] => [
    ...['0', '999999', '99999999999999999999'].map((id): ContractCase => ({
      row: `admin.workflows.${action}`,
      shows: `finds no workflow ${id}`,
      as: 'superuser',
      given: () => ({ path: [id] }),
      status: 404,
      errorCode: 'WORKFLOW_NOT_FOUND',
    })),
    ...['Log%20first', '-1', '1.5', '1e3'].map((id): ContractCase => ({
      row: `admin.workflows.${action}`,
      shows: `refuses the id ${id}`,
      as: 'superuser',
      given: () => ({ path: [id] }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    })),
  ]),
  {
    row: 'admin.workflows.get',
    shows: 'gives a workflow with its steps',
    as: 'superuser',
    given: async (world) => ({ path: [await freshWorkflow(world)] }),
    status: 200,
    keys: ['name', 'id', 'steps'],
  },
  {
    row: 'admin.workflows.delete',
    shows: 'deletes a workflow',
    as: 'superuser',
    given: async (world) => ({ path: [await freshWorkflow(world)] }),
    status: 200,
    holds: async (answer, _world, { rest }) => {
      const [, id] = /^Workflow (\d+) deleted$/.exec(answer.text('data.message')) ?? [];
      expect((await rest.get(`${BASE}/${id}`)).status).toBe(404);
    },
  },
  {
    row: 'admin.workflows.delete',
    shows: 'leaves a default workflow alone',
    as: 'superuser',
    given: async (world) => {
      const id = await freshWorkflow(world);
      await setDefault(world, 'PostPublishDataset', id);
      return { path: [id] };
    },
    status: 403,
    errorCode: 'WORKFLOW_IS_DEFAULT',
    message: /PostPublishDataset/,
    holds: async (_answer, _world, { rest }) => {
      const id = (await rest.get(`${BASE}/default/PostPublishDataset`)).number('data.id');
      expect((await rest.get(`${BASE}/${id}`)).status).toBe(200);
    },
    restore: unsetDefaults,
  },
];

/** Source: users-admin.md 14.3. */
const defaultCases: readonly ContractCase[] = [
  {
    row: 'admin.workflows.defaults',
    shows: 'names the workflow of each trigger, null where there is none',
    as: 'superuser',
    given: async (world) => {
      await setDefault(world, TRIGGER, await freshWorkflow(world, 'before'));
      return {};
    },
    status: 200,
    holds: async (answer, _world, { rest }) => {
      const expected = { PrePublishDataset: { id: expect.any(Number), name: 'before' }, PostPublishDataset: null };
      expect(answer.at('data')).toEqual(expected);
      expect((await rest.get(`${BASE}/default`)).at('data')).toEqual(expected);
    },
    restore: unsetDefaults,
  },
  {
    row: 'admin.workflows.default.put',
    shows: 'sets the workflow of a trigger, with space around its id',
    as: 'superuser',
    given: async (world) => ({ path: [TRIGGER], raw: ` ${await freshWorkflow(world)}\n` }),
    status: 200,
    holds: async (answer, _world, { rest }) => {
      const [, id] = /^Default workflow id for trigger PrePublishDataset set to (\d+)$/.exec(answer.text('data.message')) ?? [];
      expect((await rest.get(`${BASE}/default/${TRIGGER}`)).number('data.id')).toBe(Number(id));
      expect((await rest.get('/api/admin/settings/:PrePublishDatasetWorkflowId')).text('data.message')).toBe(id);
    },
    restore: unsetDefaults,
  },
  ...['9999', '0', '99999999999999999999'].map((raw): ContractCase => ({
    row: 'admin.workflows.default.put',
    shows: `finds no workflow ${raw}`,
    as: 'superuser',
    given: () => ({ path: [TRIGGER], raw }),
    status: 404,
    errorCode: 'WORKFLOW_NOT_FOUND',
  })),
  ...['abc', '', '1 2', '-1', '"1"'].map((raw): ContractCase => ({
    row: 'admin.workflows.default.put',
    shows: `refuses the id ${JSON.stringify(raw)}`,
    as: 'superuser',
    given: () => ({ path: [TRIGGER], raw }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  ...(['put', 'get', 'delete'] as const).flatMap((action) =>
    ['Nope', 'prepublishdataset'].map((trigger): ContractCase => ({
      row: `admin.workflows.default.${action}`,
      shows: `refuses the trigger ${trigger}, before its body is looked at`,
      as: 'superuser',
      given: () => ({ path: [trigger], ...(action === 'put' ? { raw: 'abc' } : {}) }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
      message: /PrePublishDataset, PostPublishDataset/,
    })),
  ),
  {
    row: 'admin.workflows.default.get',
    shows: 'finds none where there is none',
    as: 'superuser',
    given: () => ({ path: ['PostPublishDataset'] }),
    status: 404,
    errorCode: 'WORKFLOW_NOT_FOUND',
  },
  {
    row: 'admin.workflows.default.get',
    shows: 'gives the whole workflow',
    as: 'superuser',
    given: async (world) => {
      await setDefault(world, TRIGGER, await freshWorkflow(world));
      return { path: [TRIGGER] };
    },
    status: 200,
    keys: ['name', 'id', 'steps'],
    restore: unsetDefaults,
  },
  ...[true, false].map((isSet): ContractCase => ({
    row: 'admin.workflows.default.delete',
    shows: `leaves no workflow, where there was ${isSet ? 'one' : 'none'}`,
    as: 'superuser',
    given: async (world) => {
      if (isSet) await setDefault(world, TRIGGER, await freshWorkflow(world));
      return { path: [TRIGGER] };
    },
    status: 200,
    holds: async (_answer, _world, { rest }) => expect((await rest.get(`${BASE}/default/${TRIGGER}`)).status).toBe(404),
    restore: unsetDefaults,
  })),
];

async function currentAddresses({ rest }: Caller): Promise<string> {
  return (await rest.get(`${BASE}/ip-whitelist`)).text('data.message');
}

/** Source: users-admin.md 14.3. */
const addressCases: readonly ContractCase[] = [
  {
    row: 'admin.workflows.ipWhitelist.get',
    shows: 'names this machine by default',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual({ message: '127.0.0.1;::1' }),
  },
  {
    row: 'admin.workflows.ipWhitelist.put',
    shows: 'replaces the whole list, which is a setting',
    as: 'superuser',
    given: () => ({ raw: ' 127.0.0.1;::1;10.0.0.7 \n' }),
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(answer.at('data')).toEqual({ message: '127.0.0.1;::1;10.0.0.7' });
      expect(await currentAddresses(caller)).toBe('127.0.0.1;::1;10.0.0.7');
      const setting = await caller.rest.get('/api/admin/settings/:WorkflowsAdminIpWhitelist');
      expect(setting.text('data.message')).toBe('127.0.0.1;::1;10.0.0.7');
    },
    restore: resetAddresses,
  },
  ...[
    '',
    ' ',
    ';',
    '127.0.0.1;',
    '127.0.0.1; ::1',
    'not an ip',
    'localhost',
    '10.0.0.0/8',
    '999.1.1.1',
    '1.2.3',
    ':::1',
    '127.0.0.1,::1',
  ].map((raw): ContractCase => ({
    row: 'admin.workflows.ipWhitelist.put',
    shows: `refuses ${JSON.stringify(raw)} and changes nothing`,
    as: 'superuser',
    given: () => ({ raw }),
    status: 400,
    errorCode: 'WORKFLOW_ADDRESSES_INVALID',
    holds: async (_answer, _world, caller) => expect(await currentAddresses(caller)).toBe('127.0.0.1;::1'),
  })),
  ...[true, false].map((isSet): ContractCase => ({
    row: 'admin.workflows.ipWhitelist.delete',
    shows: `restores this machine, where ${isSet ? 'others were' : 'it was'} set`,
    as: 'superuser',
    given: async ({ callers }) => {
      if (isSet) succeeded(await callers.superuser.rest.send(`${BASE}/ip-whitelist`, { method: 'PUT', raw: '10.0.0.7' }));
      return {};
    },
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(answer.text('data.message')).toContain('127.0.0.1;::1');
      expect(await currentAddresses(caller)).toBe('127.0.0.1;::1');
    },
  })),
];

const UNKNOWN = '66175280-2506-4fbf-be25-1a91054b09cf';

/** A dataset that a superuser publishes and a workflow holds, which waits at its only step; no job runs here that would take it there. */
async function held(world: ContractWorld): Promise<{ readonly workflowId: number; readonly id: string; readonly datasetId: number }> {
  const { rest } = world.callers.superuser;
  const steps = [{ ...LOG, stepType: 'pause' }];
  const workflowId = succeeded(await rest.post(BASE, { name: 'hold', steps })).number('data.id');
  await setDefault(world, TRIGGER, workflowId);
  const { id: datasetId } = await world.fresh.draft();
  expect((await rest.post(`/api/datasets/${datasetId}/actions/:publish?type=major`)).status).toBe(202);
  await unsetDefaults(world);
  const [row] = await world.server.application.db.execute<{ id: string }>(
    sql`update workflow_invocation set state = 'WAITING', paused_at = now() where dataset_id = ${datasetId} returning id`,
  );
  return { workflowId, id: row?.id ?? '', datasetId };
}

/** Source: users-admin.md 14.5. */
const resumeCases: readonly ContractCase[] = [
  ...[UNKNOWN, 'nosuch', '%20'].map((id): ContractCase => ({
    row: 'workflows.resume',
    shows: `finds nothing that waits under ${id}`,
    given: () => ({ path: [id], raw: 'ok' }),
    status: 404,
    errorCode: 'WORKFLOW_INVOCATION_NOT_FOUND',
  })),
  {
    row: 'workflows.resume',
    shows: 'refuses other addresses, before it looks for the id',
    given: async ({ callers }) => {
      succeeded(await callers.superuser.rest.send(`${BASE}/ip-whitelist`, { method: 'PUT', raw: '192.0.2.7' }));
      return { path: [UNKNOWN], raw: 'ok', headers: { 'X-Forwarded-For': '192.0.2.7' } };
    },
    status: 401,
    errorCode: 'WORKFLOW_ADDRESS_REFUSED',
    restore: resetAddresses,
  },
  {
    row: 'workflows.resume',
    shows: 'refuses a message that is too long for any step',
    given: async (world) => ({ path: [(await held(world)).id], raw: 'x'.repeat(100_001) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /message/,
  },
  {
    row: 'workflows.resume',
    shows: 'takes one message, of any content type, and answers the bare path of the dataset',
    given: async (world) => ({ path: [(await held(world)).id], raw: 'ok', headers: { 'Content-Type': 'application/x-anything' } }),
    status: 202,
    holds: async (answer, world) => {
      expect(answer.body).toMatch(/^\/api\/datasets\/\d+$/);
      expect(answer.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
      const asked = await world.callers.superuser.graphql.expectData(
        'query($id: Int!) { workflowInvocations(dataset: { databaseId: $id }) { nodes { invocationId state position } } }',
        { id: Number(answer.body.split('/').at(-1)) },
      );
      const { invocationId, ...come } = asked.record('data.workflowInvocations.nodes.0');
      expect(come).toEqual({ state: 'RUNNING', position: 1 });
      const again = await world.callers.guest.rest.send(`/api/workflows/${String(invocationId)}`, { method: 'POST', raw: 'ok' });
      expect([again.status, again.errorCode]).toEqual([404, 'WORKFLOW_INVOCATION_NOT_FOUND']);
    },
  },
  {
    row: 'admin.workflows.delete',
    shows: 'leaves a workflow alone that is running',
    as: 'superuser',
    given: async (world) => ({ path: [(await held(world)).workflowId] }),
    status: 403,
    errorCode: 'WORKFLOW_RUNNING',
  },
];

export const workflowCases: readonly ContractCase[] = [
  ...gateCases,
  ...addCases,
  ...oneCases,
  ...defaultCases,
  ...addressCases,
  ...resumeCases,
];
