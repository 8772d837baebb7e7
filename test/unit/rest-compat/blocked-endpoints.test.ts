import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enveloped } from '../../../src/rest-compat/answers.ts';
import { compileBlockedEndpoints, followBlockedEndpoints } from '../../../src/rest-compat/blocked-endpoints.ts';
import { routeTable } from '../../../src/rest-compat/route-table.ts';
import { type Route, route } from '../../../src/rest-compat/route.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { operation, type RestServer, type ServerChoices, startRestServer } from './rest-server.ts';

const common = {
  summary: 'A row for the test.',
  answer: enveloped(z.unknown()),
  operation: operation('query Echo { x }'),
  variables: () => ({}),
  reply: () => ({ data: {} }),
};

const routes: readonly Route[] = [
  route({ ...common, id: 'settings', method: 'GET', path: '/api/admin/settings', auth: 'admin' }),
  route({ ...common, id: 'setting', method: 'GET', path: '/api/admin/settings/{name}', auth: 'admin' }),
  route({ ...common, id: 'assignee', method: 'GET', path: '/api/admin/assignee/{identifier}', auth: 'admin', restOfPath: true }),
  route({ ...common, id: 'administrators', method: 'GET', path: '/api/administrators', auth: 'public' }),
  route({ ...common, id: 'dataset', method: 'GET', path: '/api/datasets/{id}', auth: 'public' }),
  route({ ...common, id: 'export', method: 'GET', path: '/api/datasets/export', auth: 'public', cors: true }),
  route({ ...common, id: 'versions', method: 'GET', path: '/api/datasets/{id}/versions/', auth: 'public' }),
  route({
    ...common,
    id: 'version',
    method: 'PUT',
    path: '/api/datasets/{id}/versions/:draft',
    auth: 'token',
    refuses: [{ path: '/api/datasets/{id}/versions/{version}', code: 'BAD_USER_INPUT', message: 'Only drafts.' }],
  }),
  route({ ...common, id: 'later', method: 'GET', path: '/api/later/{id}', auth: 'public' }),
];

const values: Readonly<Record<string, string>> = { name: ':A', identifier: '&explicit/1-Group', id: '5' };
const closedBy = (...patterns: string[]) => {
  const blocked = compileBlockedEndpoints(patterns);
  return routes.filter((one) => blocked.holds(one, values)).map(({ id }) => id);
};

describe('a list of closed paths', () => {
  test.each([
    [['admin'], ['settings', 'setting', 'assignee']],
    [['admin/settings'], ['settings', 'setting']],
    [['admin/settings/{name}'], ['setting']],
    [['admin/settings/:a'], ['setting']],
    [['admin/settings/:B'], []],
    [['{any}/settings'], ['settings', 'setting']],
    [['datasets'], ['dataset', 'export', 'versions', 'version']],
    [['datasets/{id}'], ['dataset', 'export', 'versions', 'version']],
    [['datasets/{id}/versions'], ['versions', 'version']],
    [['datasets/5/versions'], ['versions', 'version']],
    [['datasets/6/versions'], []],
    [['datasets/export'], ['export']],
    [['admin/assignee/&explicit'], ['assignee']],
    [['admin/assignee/&explicit/1-group'], ['assignee']],
    [['admin/assignee/&explicit/1-group/more'], []],
    [
      ['later', 'administrators'],
      ['administrators', 'later'],
    ],
    [['adm', 'administrator', 'dataset'], []],
    [[], []],
  ])('%j closes %j', (patterns, ids) => {
    expect(closedBy(...patterns)).toEqual(ids);
  });

  test('closes every row of the table whose path begins with it, and no other', () => {
    const blocked = compileBlockedEndpoints(['admin', 'builtin-users']);
    const closed = routeTable.filter((one) => blocked.holds(one, {})).map(({ path }) => path);
    expect(closed).toEqual(routeTable.map(({ path }) => path).filter((path) => /^\/api\/(?:admin|builtin-users)(?:\/|$)/.test(path)));
    expect(closed.length).toBeGreaterThan(30);
  });

  test('closes paths that no row has, too', () => {
    const blocked = compileBlockedEndpoints(['admin/{x}/secret']);
    expect(blocked.holdsPath('/api/admin/a/secret/b')).toBe(true);
    expect(blocked.holdsPath('/api/v1/admin/a/%73ecret')).toBe(true);
    expect(['/api/admin/a', '/api/other/a/secret', '/api', '/nothing', '/api/%zz/a/secret'].filter(blocked.holdsPath)).toEqual([]);
  });

  test('is compiled once for each list', () => {
    let patterns: readonly string[] | undefined;
    const blocked = followBlockedEndpoints({ endpoints: () => patterns, admits: () => false });
    expect(blocked()).toBeUndefined();
    patterns = ['admin'];
    const first = blocked();
    expect(first).toBeDefined();
    expect(blocked()).toBe(first);
    patterns = ['admin', 'users'];
    expect(blocked()).not.toBe(first);
    patterns = [];
    expect(blocked()).toBeUndefined();
    expect(followBlockedEndpoints(undefined)()).toBeUndefined();
  });
});

describe('closed endpoints over HTTP', () => {
  let server: RestServer | undefined;
  afterEach(() => server?.stop());
  async function start(patterns: readonly string[], choices: ServerChoices & { readonly key?: string } = {}): Promise<RestServer> {
    const { key, ...more } = choices;
    server = await startRestServer(routes, {
      blocking: { endpoints: () => patterns, admits: ({ unblockKey }) => key !== undefined && unblockKey === key },
      ...more,
    });
    return server;
  }

  test.each([
    ['GET', '/api/admin/settings'],
    ['GET', '/api/v1/admin/settings'],
    ['GET', '/api/admin/settings/'],
    ['GET', '/api/%61dmin/settings'],
    ['HEAD', '/api/admin/settings'],
    ['GET', '/api/admin/nothing'],
    ['DELETE', '/api/admin/settings'],
    ['GET', '/api/later/1'],
  ])('%s %s is 503', async (method, target) => {
    const { send, executions } = await start(['admin', 'later']);
    const answer = await send(target, { method });
    expect(answer.status).toBe(503);
    expect(method === 'HEAD' ? { status: 'ERROR', errorCode: 'ENDPOINT_BLOCKED' } : answer.json()).toMatchObject({
      status: 'ERROR',
      errorCode: 'ENDPOINT_BLOCKED',
    });
    expect(executions).toEqual([]);
  });

  test('a path that is refused for another reason is closed as well', async () => {
    const { send } = await start(['datasets/{id}/versions']);
    expect((await send('/api/datasets/5/versions/1.0', { method: 'PUT' })).status).toBe(503);
    expect((await send('/api/datasets/5')).status).toBe(200);
  });

  test('the key opens it, and is not shown', async () => {
    const { send } = await start(['admin', 'later'], { key: 'sesame' });
    expect((await send('/api/admin/settings', { headers: { 'X-Service-unblock-key': 'sesame' } })).status).toBe(200);
    expect((await send('/api/admin/settings?unblock-key=sesame')).status).toBe(200);
    expect((await send('/api/later/1?unblock-key=sesame')).status).toBe(200);
    expect((await send('/api/admin/nothing?unblock-key=sesame')).status).toBe(404);
    const wrong = await send('/api/admin/nothing?unblock-key=mumble');
    expect([wrong.status, wrong.text.includes('mumble')]).toEqual([503, false]);
  });

  test('a bad token is told before', async () => {
    const { send } = await start(['admin'], { authenticate: () => Promise.reject(new DomainError('INVALID_API_TOKEN', 'Bad API key')) });
    expect((await send('/api/admin/settings')).status).toBe(401);
  });

  test('the refusal can be read from another origin where the row can', async () => {
    const { send } = await start(['datasets/export']);
    const answer = await send('/api/datasets/export', { headers: { Origin: 'https://app.example.org' } });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([503, '*']);
  });
});
