import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enveloped } from '../../../src/rest-compat/answers.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { type Route, route } from '../../../src/rest-compat/route.ts';
import { DEPRECATION_DATE } from '../../../src/rest-compat/row-finder.ts';
import { type Execution, operation, type RestServer, type ServerChoices, startRestServer } from './rest-server.ts';

const common = { summary: 'A row for the test.', auth: 'token', answer: enveloped(z.unknown()) } as const;
const echo = {
  operation: operation('query Echo { x }'),
  variables: ({ path, query, body }: { path: object; query: unknown; body: unknown }) => ({ path: { ...path }, query, body }),
};

const routes: readonly Route[] = [
  route({ ...common, id: 'get', method: 'GET', path: '/api/things/{id}', cors: true, ...echo, reply: () => ({ data: { ok: true } }) }),
  route({
    ...common,
    id: 'post',
    method: 'POST',
    path: '/api/things/{id}',
    query: z.object({ size: z.coerce.number().int().optional(), kind: z.enum(['a', 'b']).optional() }),
    body: { kind: 'json', schema: z.object({ name: z.string(), tags: z.array(z.string()).optional() }) },
    statuses: { COLLECTION_NOT_EMPTY: 409 },
    ...echo,
    reply: () => ({ data: { id: 1 }, status: 201, location: '/api/things/1 é\r\nSet-Cookie: a=b' }),
  }),
  route({
    ...common,
    id: 'loose',
    method: 'PUT',
    path: '/api/things/{id}',
    body: { kind: 'json', schema: z.unknown() },
    ...echo,
    reply: () => ({ message: 'Done.' }),
  }),
  route({
    ...common,
    id: 'text',
    method: 'PUT',
    path: '/api/text',
    body: { kind: 'text', schema: z.string().max(5) },
    ...echo,
    reply: () => ({ message: 'Stored.', data: { n: 1 } }),
  }),
  route({
    ...common,
    id: 'special',
    method: 'POST',
    path: '/api/special',
    body: {
      kind: 'json',
      schema: z.unknown(),
      otherContentType: { code: 'DATASET_METADATA_INVALID', message: 'Title is required; send Content-Type: application/json.' },
    },
    ...echo,
    reply: () => ({}),
  }),
  route({
    ...common,
    id: 'old',
    method: 'GET',
    path: '/api/old',
    deprecated: true,
    ...echo,
    operation: operation('mutation Effect { x }'),
    reply: () => ({ status: 202, envelopeStatus: 'WORKFLOW_IN_PROGRESS' }),
  }),
  route({ ...common, id: 'list', method: 'GET', path: '/api/list', ...echo, reply: () => ({ data: [], totalCount: 0 }) }),
  route({ ...common, id: 'csv', method: 'GET', path: '/api/csv', ...echo, reply: () => ({ bare: 'a,b\n', contentType: 'text/csv' }) }),
  route({ ...common, id: 'open', method: 'GET', path: '/api/open', credentials: 'ignored', ...echo, reply: () => ({ data: true }) }),
  route({ ...common, auth: 'key', id: 'keyed', method: 'POST', path: '/api/keyed', ...echo, reply: () => ({ data: 104857600 }) }),
  route({
    ...common,
    id: 'broken',
    method: 'GET',
    path: '/api/broken',
    ...echo,
    reply: () => {
      throw new Error('secret inside');
    },
  }),
  route({
    ...common,
    id: 'badref',
    method: 'GET',
    path: '/api/badref',
    ...echo,
    variables: () => {
      throw new DomainError('BAD_USER_INPUT', 'Bad reference.', { problems: [{ pointer: '/path/id', message: 'must be a number' }] });
    },
    reply: () => ({}),
  }),
  route({
    ...common,
    id: 'draft',
    method: 'PUT',
    path: '/api/versions/:draft',
    ...echo,
    reply: () => ({ data: 1 }),
    refuses: [{ path: '/api/versions/{version}', code: 'BAD_USER_INPUT', message: 'Only :draft can be written.' }],
  }),
];

const running: RestServer[] = [];
async function start(choices: ServerChoices = {}): Promise<RestServer> {
  const server = await startRestServer(routes, choices);
  running.push(server);
  return server;
}
afterAll(() => Promise.all(running.map((server) => server.stop())));

const refusing = (code: string, message = 'No.') => ({ execute: async () => ({ errors: [{ message, extensions: { code } }] }) });
const json = { 'Content-Type': 'application/json' };
const last = (server: RestServer): Execution | undefined => server.executions.at(-1);

describe('answers', () => {
  test.each([
    ['GET', '/api/things/7', 200, '{"status":"OK","data":{"ok":true}}'],
    ['GET', '/api/v1/things/7/', 200, '{"status":"OK","data":{"ok":true}}'],
    ['GET', '/api/list', 200, '{"status":"OK","totalCount":0,"data":[]}'],
    ['GET', '/api/open', 200, '{"status":"OK","data":true}'],
    ['POST', '/api/keyed', 200, '{"status":"OK","data":104857600}'],
    ['GET', '/api/old', 202, '{"status":"WORKFLOW_IN_PROGRESS"}'],
    ['GET', '/api/csv', 200, 'a,b\n'],
  ])('%s %s gives %i with %s', async (method, target, status, text) => {
    const answer = await (await start()).send(target, { method });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });

  test('text alone is the data, text beside data is an object', async () => {
    const server = await start();
    expect((await server.send('/api/things/1', { method: 'PUT', body: '{}' })).json()).toEqual({
      status: 'OK',
      data: { message: 'Done.' },
    });
    expect((await server.send('/api/text', { method: 'PUT', body: 'abc' })).json()).toEqual({
      status: 'OK',
      message: { message: 'Stored.' },
      data: { n: 1 },
    });
  });

  test('Location is absolute, and can bring no header of its own', async () => {
    const server = await start({ siteUrl: 'https://data.example.org' });
    const answer = await server.send('/api/things/7', { method: 'POST', headers: json, body: '{"name":"x"}' });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe('https://data.example.org/api/things/1%20%C3%A9%0D%0ASet-Cookie:%20a=b');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('HEAD is GET without a body, but never where GET has an effect', async () => {
    const server = await start();
    const answer = await server.send('/api/things/7', { method: 'HEAD' });
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '34']);
    const effect = await server.send('/api/old', { method: 'HEAD' });
    expect([effect.status, effect.headers.allow]).toEqual([405, 'GET, OPTIONS']);
    expect(server.executions.map(({ name }) => name)).toEqual(['Echo']);
  });

  test('a deprecated row says since when', async () => {
    expect((await (await start()).send('/api/old')).headers['deprecation']).toBe(DEPRECATION_DATE);
  });

  test('every answer has the request id; a plain one from a proxy is kept, another is not', async () => {
    const server = await start();
    expect((await server.send('/api/list', { headers: { 'X-Request-Id': 'proxy-0001' } })).headers['x-request-id']).toBe('proxy-0001');
    expect((await server.send('/api/list', { headers: { 'X-Request-Id': '<script>alert' } })).headers['x-request-id']).toMatch(
      /^[0-9a-f]{12}-/,
    );
  });
});

describe('refusals of the framework', () => {
  test('an unknown path is 404 and names the request without its secrets', async () => {
    const server = await start();
    const answer = await server.send('/api/xyz?a=b&key=s3cret&tok%65n=t0ken&password=p', { headers: { Host: 'data.example.org:8080' } });
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({
      status: 'ERROR',
      code: 404,
      errorCode: 'NOT_FOUND',
      requestMethod: 'GET',
      requestUrl: 'http://data.example.org:8080/api/v1/xyz?a=b&key=***&tok%65n=***&password=***',
    });
    expect(answer.text).not.toMatch(/s3cret|t0ken/);
  });

  test('a host that is none is not repeated', async () => {
    const answer = await (await start()).send('/api/xyz', { headers: { Host: 'a"<b>' } });
    expect(answer.json()).toMatchObject({ requestUrl: 'http://localhost/api/v1/xyz' });
  });

  test('a wrong method is 405 with Allow', async () => {
    const server = await start();
    for (const method of ['DELETE', 'PATCH']) {
      const answer = await server.send('/api/things/7', { method });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, PUT, HEAD, OPTIONS']);
      expect(answer.json()).toMatchObject({ status: 'ERROR', code: 405, errorCode: 'METHOD_NOT_ALLOWED', requestMethod: method });
    }
  });

  test('a path beside a row can be refused with a reason, and is not offered', async () => {
    const server = await start();
    expect((await server.send('/api/versions/:draft', { method: 'PUT' })).status).toBe(200);
    const refused = await server.send('/api/versions/1.0', { method: 'PUT' });
    expect([refused.status, refused.json()]).toMatchObject([400, { errorCode: 'BAD_USER_INPUT', message: 'Only :draft can be written.' }]);
    expect((await server.send('/api/versions/1.0')).status).toBe(404);
    expect(server.executions).toHaveLength(1);
  });

  test('a malformed escape is 400 in the path and in the query', async () => {
    const server = await start();
    expect((await server.send('/api/things/%zz')).status).toBe(400);
    expect((await server.send('/api/things/1?a=%C3%28')).status).toBe(400);
    expect((await server.send('/api/things/1?a=%00')).status).toBe(400);
    expect(server.executions).toEqual([]);
  });

  test('a server that stops answers 503 and closes', async () => {
    const answer = await (await start({ isDraining: () => true })).send('/api/list');
    expect([answer.status, answer.headers.connection, answer.json()]).toMatchObject([
      503,
      'close',
      { status: 'ERROR', errorCode: 'SERVICE_UNAVAILABLE' },
    ]);
  });

  test('a fault of ours is 500, logged, and tells nothing', async () => {
    const server = await start();
    const answer = await server.send('/api/broken');
    expect([answer.status, answer.json()]).toMatchObject([
      500,
      { status: 'ERROR', code: 500, errorCode: 'INTERNAL_SERVER_ERROR', requestMethod: 'GET' },
    ]);
    expect(answer.text).not.toContain('secret');
    expect(answer.json()).toMatchObject({ requestId: answer.headers['x-request-id'] });
    expect(server.logged).toMatchObject([{ requestId: answer.headers['x-request-id'], route: 'broken' }]);
  });
});

describe('bodies', () => {
  const post = { method: 'POST', headers: json };

  test('a body is read and checked', async () => {
    const server = await start();
    await server.send('/api/things/7?size=3&kind=b', { ...post, body: '{"name":"x"}' });
    expect(last(server)?.variables).toEqual({ path: { id: '7' }, query: { size: 3, kind: 'b' }, body: { name: 'x' } });
  });

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'TEXT/PLAIN; charset=utf-8'])(
    'JSON is read with the content type %s',
    async (type) => {
      const headers = type === undefined ? {} : { 'Content-Type': type };
      const server = await start();
      expect((await server.send('/api/things/7', { method: 'POST', headers, body: '{"name":"x"}' })).status).toBe(201);
    },
  );

  test.each(['application/xml', 'text/html', 'multipart/form-data; boundary=x', 'image/png', '???'])(
    'the content type %s is 415 where JSON is expected',
    async (type) => {
      const server = await start();
      const answer = await server.send('/api/things/7', { method: 'POST', headers: { 'Content-Type': type }, body: '{"name":"x"}' });
      expect(answer.json()).toMatchObject({ code: 415, errorCode: 'UNSUPPORTED_MEDIA_TYPE' });
    },
  );

  test.each([
    ['application/json; charset=ISO-8859-1', Buffer.from('{"name":"Zo\xeb"}', 'latin1')],
    ['application/json; charset="utf-16"', Buffer.from('{"name":"Zo\xeb"}', 'utf16le')],
    ['text/plain; charset=UTF-16BE', Buffer.from('{"name":"Zo\xeb"}', 'utf16le').swap16()],
    ['application/json; charset=utf-16', Buffer.from('\ufeff{"name":"Zo\xeb"}', 'utf16le').swap16()],
  ])('a body of the type %s is read by its charset', async (type, body) => {
    const server = await start();
    await server.send('/api/things/7', { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(last(server)?.variables).toMatchObject({ body: { name: 'Zo\xeb' } });
  });

  test.each([
    ['application/json; charset=klingon', Buffer.from('{}'), 415],
    ['application/json; charset=utf-8', Buffer.from('{"name":"\xeb"}', 'latin1'), 400],
    ['application/json; charset=utf-16le', Buffer.from([0x7b, 0x00, 0x00, 0xd8, 0x7d, 0x00]), 400],
  ])('a body of the type %s that is none is refused', async (type, body, status) => {
    expect((await (await start()).send('/api/things/7', { method: 'POST', headers: { 'Content-Type': type }, body })).status).toBe(status);
  });

  test('a content type beside JSON, and what is compressed', async () => {
    const server = await start();
    expect(
      (
        await server.send('/api/things/7', {
          method: 'POST',
          headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
          body: '{"name":"x"}',
        })
      ).status,
    ).toBe(201);
    expect(
      (await server.send('/api/things/7', { method: 'POST', headers: { ...json, 'Content-Encoding': 'gzip' }, body: 'x' })).status,
    ).toBe(415);
  });

  test('a route may give its own answer to another content type', async () => {
    const answer = await (await start()).send('/api/special', { method: 'POST', body: '{}' });
    expect([answer.status, answer.json()]).toMatchObject([403, { errorCode: 'DATASET_METADATA_INVALID' }]);
  });

  test('malformed JSON is 400 with the place', async () => {
    const answer = await (await start()).send('/api/things/7', { ...post, body: '{"name":x}' });
    expect(answer.json()).toMatchObject({
      status: 'ERROR',
      code: 400,
      errorCode: 'MALFORMED_JSON',
      message: expect.stringContaining('position 8'),
    });
  });

  test('all problems of a body come at once', async () => {
    const answer = await (await start()).send('/api/things/7', { ...post, body: '{"tags":["a",1]}' });
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { errorCode: 'BAD_USER_INPUT', errors: [{ pointer: '/name' }, { pointer: '/tags/1' }] },
    ]);
    expect(answer.json()).not.toHaveProperty('code');
  });

  test('all problems of a query come at once, after those of the body', async () => {
    const server = await start();
    const both = await server.send('/api/things/7?size=x&kind=c', { ...post, body: '{"name":"x"}' });
    expect(both.json()).toMatchObject({ errors: [{ pointer: '/query/size' }, { pointer: '/query/kind' }] });
    const body = await server.send('/api/things/7?size=x', { ...post, body: '{}' });
    expect(body.json()).toMatchObject({ errors: [{ pointer: '/name' }] });
  });

  test('a body over the limit is 413, announced or not', async () => {
    const server = await start({ maximumBodyBytes: 10 });
    const announced = await server.send('/api/things/7', { ...post, body: '{"name":"long enough"}' });
    expect([announced.status, announced.json()]).toMatchObject([413, { code: 413, errorCode: 'PAYLOAD_TOO_LARGE' }]);
    const chunked = await server.send('/api/things/7', {
      method: 'POST',
      headers: { ...json, 'Transfer-Encoding': 'chunked' },
      body: Buffer.alloc(300_000, 0x20),
    });
    expect(chunked.status).toBe(413);
  });

  test('text is taken whatever its type says, if it is UTF-8', async () => {
    const server = await start();
    await server.send('/api/text', { method: 'PUT', headers: json, body: 'äb' });
    expect(last(server)?.variables).toMatchObject({ body: 'äb' });
    expect((await server.send('/api/text', { method: 'PUT', body: Buffer.from([0xff, 0xfe]) })).status).toBe(400);
    expect((await server.send('/api/text', { method: 'PUT', body: 'a\0b' })).status).toBe(400);
    expect((await server.send('/api/text', { method: 'PUT', body: 'abcdef' })).status).toBe(400);
  });
});

describe('credentials', () => {
  test('the header wins over the query, also when it is empty', async () => {
    const server = await start();
    await server.send('/api/list?key=query');
    expect(last(server)?.caller.apiToken).toBe('query');
    await server.send('/api/list?key=query', { headers: { 'X-Service-key': 'header' } });
    expect(last(server)?.caller.apiToken).toBe('header');
    await server.send('/api/list?key=query', { headers: { 'X-Service-key': '' } });
    expect(last(server)?.caller.apiToken).toBe('');
    await server.send('/api/list');
    expect(last(server)?.caller.apiToken).toBeUndefined();
  });

  test('on a route with auth key the parameter is no token', async () => {
    const server = await start();
    await server.send('/api/keyed?key=installation', { method: 'POST' });
    expect(last(server)?.caller.apiToken).toBeUndefined();
    await server.send('/api/keyed?key=installation', { method: 'POST', headers: { 'X-Service-key': 'mine' } });
    expect(last(server)?.caller.apiToken).toBe('mine');
  });

  test('a route that ignores credentials never sees them', async () => {
    const server = await start();
    const headers = {
      'X-Service-key': 'b',
      Authorization: 'Bearer c',
      Cookie: '__Host-archivolt-session=d',
      'Sec-Fetch-Site': 'same-origin',
    };
    await server.send('/api/open?key=a', { headers });
    expect(last(server)?.caller).toMatchObject({ apiToken: undefined, bearerToken: undefined, session: undefined });
  });

  test('a bad token is refused before the body is looked at, and after the path', async () => {
    const server = await start({ authenticate: () => Promise.reject(new DomainError('INVALID_API_TOKEN', 'Bad API key.')) });
    const answer = await server.send('/api/things/7', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{' });
    expect([answer.status, answer.json()]).toMatchObject([
      401,
      { status: 'ERROR', message: 'Bad API key.', errorCode: 'INVALID_API_TOKEN' },
    ]);
    expect(answer.headers['www-authenticate']).toBeDefined();
    expect((await server.send('/api/nothing')).status).toBe(404);
  });
});

describe('errors of the operation', () => {
  test.each([
    ['PERMISSION_DENIED', 401],
    ['SUPERUSER_REQUIRED', 403],
    ['COLLECTION_NOT_FOUND', 404],
    ['DATASET_STALE', 409],
  ])('%s has its status of the catalogue, %i', async (code, status) => {
    const answer = await (await start(refusing(code))).send('/api/list');
    expect([answer.status, answer.json()]).toMatchObject([status, { status: 'ERROR', message: 'No.', errorCode: code }]);
    expect(answer.json()).not.toHaveProperty('code');
    expect(answer.json()).not.toHaveProperty('errors');
  });

  test('a route may give a code another status', async () => {
    const server = await start(refusing('COLLECTION_NOT_EMPTY'));
    expect((await server.send('/api/things/7', { method: 'POST', headers: json, body: '{"name":"x"}' })).status).toBe(409);
    expect((await server.send('/api/list')).status).toBe(403);
  });

  test.each(['INTERNAL_SERVER_ERROR', 'GRAPHQL_VALIDATION_FAILED', 'toString'])('%s is 500 without its text', async (code) => {
    const answer = await (await start(refusing(code, 'inner text'))).send('/api/list');
    expect([answer.status, answer.json()]).toMatchObject([500, { errorCode: 'INTERNAL_SERVER_ERROR' }]);
    expect(answer.text).not.toContain('inner text');
  });

  test('a refusal while the variables are made is told like any other', async () => {
    expect((await (await start()).send('/api/badref')).json()).toMatchObject({
      errorCode: 'BAD_USER_INPUT',
      errors: [{ pointer: '/path/id', message: 'must be a number' }],
    });
  });
});

describe('cross-origin requests', () => {
  const origin = { Origin: 'https://app.example.org' };
  const allowed = async (server: RestServer, target: string) =>
    (await server.send(target, { headers: origin })).headers['access-control-allow-origin'];

  test('by the ledger only marked rows are open, to any origin', async () => {
    const server = await start();
    expect([await allowed(server, '/api/things/7'), await allowed(server, '/api/list')]).toEqual(['*', undefined]);
  });

  test('an asterisk opens every row', async () => {
    expect(await allowed(await start({ corsOrigins: '*' }), '/api/list')).toBe('*');
  });

  test('a list opens every row to its origins and closes the marked ones to all others', async () => {
    const server = await start({ corsOrigins: ['https://app.example.org'] });
    expect(await allowed(server, '/api/list')).toBe('https://app.example.org');
    const other = await server.send('/api/things/7', { headers: { Origin: 'https://evil.example.org' } });
    expect([other.headers['access-control-allow-origin'], other.headers.vary]).toEqual([undefined, 'Origin']);
  });

  test('a refusal on an open row can be read too', async () => {
    const server = await start(refusing('COLLECTION_NOT_FOUND'));
    expect(await allowed(server, '/api/things/7')).toBe('*');
  });

  test('a refusal that no row gives can be read where every path is open', async () => {
    const refusals = [
      ['GET', '/api/nothing', 404],
      ['DELETE', '/api/list', 405],
    ] as const;
    const lists = [await start({ corsOrigins: '*' }), await start({ corsOrigins: ['https://app.example.org'] }), await start()];
    for (const [method, target, status] of refusals) {
      const answers = await Promise.all(lists.map((server) => server.send(target, { method, headers: origin })));
      expect(answers.map((answer) => [answer.status, answer.headers['access-control-allow-origin']])).toEqual([
        [status, '*'],
        [status, 'https://app.example.org'],
        [status, undefined],
      ]);
    }
  });

  test('an empty list opens nothing, the marked rows neither, and does not vary', async () => {
    const answer = await (await start({ corsOrigins: [] })).send('/api/things/7', { headers: origin });
    expect([answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([undefined, undefined]);
  });

  test('a preflight of an origin that is not listed opens nothing', async () => {
    const server = await start({ corsOrigins: ['https://app.example.org'] });
    const ask = async (from: string) => {
      const headers = { Origin: from, 'Access-Control-Request-Method': 'POST' };
      const { status, headers: given } = await server.send('/api/things/7', { method: 'OPTIONS', headers });
      return [status, given['access-control-allow-origin'], given['access-control-allow-methods'], given.vary];
    };
    expect(await ask('https://app.example.org')).toEqual([200, 'https://app.example.org', 'GET, POST, OPTIONS, PUT, DELETE', 'Origin']);
    expect(await ask('https://app.example.org.evil.example')).toEqual([200, undefined, undefined, 'Origin']);
    expect(await ask('null')).toEqual([200, undefined, undefined, 'Origin']);
  });

  test('what a page may read beside the body is named', async () => {
    const answer = await (await start()).send('/api/things/7', { headers: origin });
    expect(answer.headers['access-control-expose-headers']?.split(', ')).toEqual(
      expect.arrayContaining(['Accept-Ranges', 'Content-Range', 'Content-Encoding']),
    );
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('a preflight is answered for the method it asks for', async () => {
    const server = await start();
    const ask = (method: string) =>
      server.send('/api/things/7', { method: 'OPTIONS', headers: { ...origin, 'Access-Control-Request-Method': method } });
    const get = await ask('GET');
    expect([get.status, get.headers['access-control-allow-origin'], get.headers['access-control-allow-headers']]).toEqual([
      200,
      '*',
      'Accept, Content-Type, X-Service-key, Range, If-Match, Content-MD5, X-Amz-Tagging',
    ]);
    expect((await ask('POST')).headers['access-control-allow-origin']).toBeUndefined();
    expect(get.headers.allow).toBe('GET, POST, PUT, HEAD, OPTIONS');
    expect((await server.send('/api/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });
});
