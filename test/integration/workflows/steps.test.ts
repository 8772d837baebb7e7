import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findOrphanedBytes } from '../../../src/domain/integrity/storage-doctor/orphaned-bytes.ts';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import { gather } from '../../support/gather.ts';
import { readZip } from '../../support/read-zip.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  type SeededCollection,
  type SeededDataset,
  assignRole,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { restClient } from '../../support/rest-client.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { startWorkflowReceiver, type WorkflowReceiver } from '../../support/workflow-receiver.ts';
import { eventually } from '../storage/storage-world.ts';

let server: TestServer;
let jobs: Jobs;
let admin: Caller;
let curator: Caller;
let collection: SeededCollection;
let receiver: WorkflowReceiver;

beforeAll(async () => {
  server = await startTestServer();
  const { db, services } = server.application;
  jobs = await startJobs({ connectionString: server.databaseUrl, db, services, commandServices: services, log: pino({ level: 'silent' }) });
  receiver = await startWorkflowReceiver();
  admin = superuser(server);
  curator = await createUser(server, 'stepper');
  collection = await createCollection(admin, { name: 'Steps' });
  await assignRole(admin, collection, curator.identifier, 'curator');
});
afterEach(async () => {
  receiver.answer = () => 200;
  receiver.received.length = 0;
  for (const trigger of ['Pre', 'Post']) await admin.rest.delete(`/api/admin/workflows/default/${trigger}PublishDataset`);
});
afterAll(async () => {
  await jobs.stop();
  await receiver.stop();
  await server.stop();
});

const step = (stepType: string, parameters: Readonly<Record<string, string>> = {}) => ({ provider: ':internal', stepType, parameters });
const asking = (path: string, parameters: Readonly<Record<string, string>> = {}) =>
  step('http/sr', { url: receiver.url + path, ...parameters });

async function setWorkflow(steps: readonly unknown[], trigger = 'PrePublishDataset'): Promise<void> {
  const id = succeeded(await admin.rest.post('/api/admin/workflows', { name: 'steps', steps })).number('data.id');
  succeeded(await admin.rest.send(`/api/admin/workflows/default/${trigger}`, { method: 'PUT', raw: String(id) }));
}

interface Shown {
  readonly invocationId: string;
  readonly state: string;
  readonly position: number;
  readonly message: string | null;
  readonly steps: readonly {
    readonly stepType: string;
    readonly state: string | null;
    readonly failedTries: number;
    readonly message: string | null;
  }[];
}

async function shown({ id }: SeededDataset, caller = admin): Promise<Shown> {
  const asked = await caller.graphql.expectData(
    `query($id: Int!) { workflowInvocations(dataset: { databaseId: $id }, first: 1) { nodes {
       invocationId state position message steps { stepType state failedTries message } } } }`,
    { id },
  );
  return asked.record('data.workflowInvocations.nodes.0') as unknown as Shown;
}

async function inState(dataset: SeededDataset, state: string, position?: number): Promise<Shown> {
  let last: Shown | undefined;
  await eventually(async () => {
    last = await shown(dataset);
    return last.state === state && (position === undefined || last.position === position);
  });
  if (last === undefined) throw new Error('Nothing was shown.');
  return last;
}

async function published(steps: readonly unknown[], status = 202): Promise<SeededDataset> {
  await setWorkflow(steps);
  const dataset = await createDataset(admin, collection);
  expect((await curator.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`)).status).toBe(status);
  return dataset;
}

const resume = (id: string, raw = 'OK') => restClient(server.url).send(`/api/workflows/${id}`, { method: 'POST', raw });
const stateOf = async ({ id }: SeededDataset) => (await admin.rest.get(`/api/datasets/${id}/versions/:latest`)).text('data.versionState');
const locksOf = async ({ id }: SeededDataset) => (await admin.rest.get(`/api/datasets/${id}/locks`)).list('data');

const edit = (id: number, headers: Readonly<Record<string, string>>, query = '', client = restClient(server.url)) =>
  client.send(`/api/datasets/${id}/editMetadata?replace=true${query}`, {
    method: 'PUT',
    json: { fields: [{ typeName: 'title', value: 'Checked' }] },
    headers,
  });

/** Types of notifications that the curator has of a dataset. */
async function toldOf({ persistentId }: SeededDataset): Promise<unknown[]> {
  const told = succeeded(await curator.rest.get('/api/notifications/all?inAppNotificationFormat=true')).list('data');
  return (told as { type: string; datasetPersistentIdentifier?: string }[])
    .filter((one) => one.datasetPersistentIdentifier === persistentId)
    .map(({ type }) => type);
}

describe('a step that asks a service', () => {
  it('sends what it describes, with facts of the dataset, signed, and waits', async () => {
    const body = 'START ${dataset.id} ${majorVersion}.${minorVersion} ${releaseStatus} ${dataset.globalId} ${dataset.citation} ${nonsense}';
    const dataset = await published([
      asking('/dump/${invocationId}', { method: 'POST', contentType: 'text/x-test', body, expectedResponse: 'OK.*' }),
    ]);
    const { invocationId } = await inState(dataset, 'WAITING');
    await eventually(() => receiver.received.length === 1);
    const [request] = receiver.received;
    expect([request?.method, request?.path, request?.headers['content-type']]).toEqual(['POST', `/dump/${invocationId}`, 'text/x-test']);
    expect(request?.body).toMatch(
      new RegExp(`^START ${dataset.id} 1\\.0 in-progress ${dataset.persistentId} .+DRAFT VERSION \\$\\{nonsense\\}$`),
    );
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request?.headers ?? {};
    const secret = (await admin.graphql.expectData('{ workflowSigningSecret }')).text('data.workflowSigningSecret');
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    expect(signature).toBe(
      `v1,${createHmac('sha256', key)
        .update(`${String(id)}.${String(timestamp)}.${request?.body}`)
        .digest('base64')}`,
    );
    expect(JSON.stringify(request?.headers)).not.toContain(invocationId);

    expect((await resume(invocationId, ' OK, done \n')).status).toBe(202);
    await inState(dataset, 'SUCCEEDED');
    expect(await stateOf(dataset)).toBe('RELEASED');
  });

  it.each(['NOT OK', '', 'ok'])('is failed by the answer %j, which is not what it expects', async (message) => {
    const dataset = await published([asking('/a', { expectedResponse: 'OK.*' })]);
    const { invocationId } = await inState(dataset, 'WAITING');
    expect((await resume(invocationId, message)).status).toBe(202);
    await inState(dataset, 'FAILED');
    expect([await stateOf(dataset), await locksOf(dataset)]).toEqual(['DRAFT', []]);
  });

  it.each([302, 400, 404, 500])('fails at once when it is answered %i, and cannot be resumed', async (status) => {
    receiver.answer = () => status;
    const dataset = await published([asking('/a')]);
    const { invocationId, message, steps } = await inState(dataset, 'FAILED');
    expect(message).toContain(String(status));
    expect(steps).toMatchObject([{ state: 'FAILED', failedTries: 0 }]);
    expect(receiver.received).toHaveLength(1);
    expect([await stateOf(dataset), await locksOf(dataset)]).toEqual(['DRAFT', []]);
    const answer = await resume(invocationId);
    expect([answer.status, answer.errorCode]).toEqual([404, 'WORKFLOW_INVOCATION_NOT_FOUND']);
  });

  it('is sent again while its service is unwell, each time under the same name', async () => {
    receiver.answer = () => (receiver.received.length < 3 ? 503 : 204);
    const dataset = await published([asking('/a', { method: 'PUT', body: 'x' })]);
    await eventually(() => receiver.received.length === 3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { invocationId, steps } = await inState(dataset, 'WAITING');
    expect(steps).toMatchObject([{ state: 'WAITING', failedTries: 2 }]);
    await resume(invocationId);
    await inState(dataset, 'SUCCEEDED');
  });

  it('fails when nothing listens, after three tries', async () => {
    const gone = await startWorkflowReceiver();
    await gone.stop();
    const dataset = await published([step('http/sr', { url: gone.url })]);
    const { message, steps } = await inState(dataset, 'FAILED');
    expect(message).toContain('ECONNREFUSED');
    expect(steps).toMatchObject([{ state: 'FAILED', failedTries: 2 }]);
    expect(await locksOf(dataset)).toEqual([]);
  });

  it('can be resumed before it has answered the request', async () => {
    let release = () => {};
    receiver.answer = () => new Promise((resolve) => (release = () => resolve(200)));
    const dataset = await published([asking('/a'), step('log')]);
    await eventually(() => receiver.received.length === 1);
    const { invocationId } = await shown(dataset);
    expect((await resume(invocationId)).status).toBe(202);
    release();
    await inState(dataset, 'SUCCEEDED');
  });
});

describe('a step that asks a service which works in the name of the publisher', () => {
  it('sends no body, has its id as a credential, and reads JSON', async () => {
    const dataset = await published([step('http/authExt', { url: `${receiver.url}/check`, method: 'POST', body: 'left out' })]);
    const { invocationId } = await inState(dataset, 'WAITING');
    await eventually(() => receiver.received.length === 1);
    expect(receiver.received).toMatchObject([{ method: 'POST', path: '/check', body: '' }]);
    expect((await edit(dataset.id, { 'X-Service-invocationID': invocationId })).status).toBe(200);
    expect((await resume(invocationId, JSON.stringify({ Status: 'Success', Message: 'looks well' }))).status).toBe(202);
    const { steps } = await inState(dataset, 'SUCCEEDED');
    expect(steps).toMatchObject([{ state: 'SUCCEEDED', message: 'looks well' }]);
    expect(await toldOf(dataset)).toContain('WORKFLOW_SUCCESS');
  });

  it.each(['OK', '[]', '{"status":"failure","reason":"No licence"}'])('fails by the answer %s', async (message) => {
    const dataset = await published([step('http/authExt', { url: receiver.url })]);
    const { invocationId } = await inState(dataset, 'WAITING');
    expect((await resume(invocationId, message)).status).toBe(202);
    await inState(dataset, 'FAILED');
    expect(await toldOf(dataset)).toEqual(['WORKFLOW_FAILURE']);
  });
});

describe('a host that WORKFLOW_HOSTS does not name', () => {
  it('is not called by a workflow that was added before, which fails', async () => {
    const narrowed = await startTestServer({ WORKFLOW_HOSTS: 'archive.example' });
    const { db, services } = narrowed.application;
    const working = await startJobs({
      connectionString: narrowed.databaseUrl,
      db,
      services,
      commandServices: services,
      log: pino({ level: 'silent' }),
    });
    onTestFinished(async () => {
      await working.stop();
      await narrowed.stop();
    });
    const caller = superuser(narrowed);
    const steps = JSON.stringify([{ ...asking('/never'), requiredSettings: {} }]);
    const [row] = await db.execute<{ id: number }>(
      sql`insert into workflow (name, steps) values ('old', ${steps}::text::json) returning id`,
    );
    succeeded(await caller.rest.send('/api/admin/workflows/default/PrePublishDataset', { method: 'PUT', raw: String(row?.id) }));
    const dataset = await createDataset(caller, await createCollection(caller, { name: 'Narrowed' }));
    expect((await caller.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`)).status).toBe(202);
    await eventually(async () => (await shown(dataset, caller)).state === 'FAILED');
    expect((await shown(dataset, caller)).message).toBe('The address of the step may not be called.');
    expect(receiver.received).toEqual([]);
  });
});

describe('announcements of related works', () => {
  const WORK = 'https://doi.org/10.5555/jihr.2024.0902';

  async function announced(targets: readonly string[], trigger = 'PostPublishDataset'): Promise<SeededDataset> {
    const inboxes = targets.map((path) => ({ id: `https://${path.slice(1)}.example.org`, inbox: receiver.url + path }));
    const name = ':COARNotifyRelationshipAnnouncementTargets';
    succeeded(await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw: JSON.stringify(inboxes) }));
    onTestFinished(async () => {
      await admin.rest.delete(`/api/admin/settings/${name}`);
    });
    await setWorkflow([step('coarNotifyRelationshipAnnouncement'), step('log')], trigger);
    const dataset = await createDataset(admin, collection, 'social-science-survey');
    succeeded(await curator.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`));
    return dataset;
  }

  it('go to every inbox once a version is published, signed, one for each work', async () => {
    const dataset = await announced(['/a', '/b']);
    const { steps } = await inState(dataset, 'SUCCEEDED');
    expect(steps[0]).toMatchObject({ state: 'SUCCEEDED', message: '2 of 2 announcements were taken.' });
    expect(receiver.received.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(['POST /a', 'POST /b']);
    const [request] = receiver.received.filter(({ path }) => path === '/a');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/ld+json',
      'webhook-id': expect.stringMatching(/^msg_/),
      'webhook-signature': expect.stringMatching(/^v1,/),
    });
    const said = JSON.parse(request?.body ?? '') as Readonly<Record<string, unknown>>;
    const subject = dataset.persistentId.replace('doi:', 'https://doi.org/');
    expect(said).toMatchObject({
      type: ['Announce', 'coar-notify:RelationshipAction'],
      target: { id: 'https://a.example.org', inbox: `${receiver.url}/a`, type: 'Service' },
      context: { id: WORK },
      object: {
        type: 'Relationship',
        'as:subject': subject,
        'as:object': WORK,
        'as:relationship': expect.stringMatching(/IsSupplementTo$/),
      },
    });
    expect(request?.body).not.toContain((await shown(dataset)).invocationId);
  });

  it('are sent again under the same ids where an inbox is not well', async () => {
    receiver.answer = () => (receiver.received.length === 1 ? 503 : 202);
    const { steps } = await inState(await announced(['/a']), 'SUCCEEDED');
    expect(steps[0]).toMatchObject({ state: 'SUCCEEDED', failedTries: 1, message: '1 of 1 announcements were taken.' });
    const [first, second] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it('that are refused are told, and the workflow goes on', async () => {
    receiver.answer = ({ path }) => (path === '/a' ? 400 : 201);
    const { steps } = await inState(await announced(['/a', '/b']), 'SUCCEEDED');
    expect(steps.map(({ state }) => state)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(steps[0]?.message).toBe('1 of 2 announcements were taken. https://a.example.org: The service answered 400.');
  });

  it('are not made of a version that is not published yet', async () => {
    const { steps } = await inState(await announced(['/a'], 'PrePublishDataset'), 'SUCCEEDED');
    expect(steps[0]?.message).toMatch(/not published/);
    expect(receiver.received).toEqual([]);
  });
});

describe('a workflow that fails', () => {
  it('rolls back the steps before, the last first, each once, whatever comes of that', async () => {
    const rollback = (name: string) => ({ rollbackUrl: `${receiver.url}/undo-${name}`, 'method-rollback': 'PUT', rollbackBody: name });
    receiver.answer = ({ path }) => (path === '/undo-b' ? 500 : 200);
    const dataset = await published([
      asking('/a', rollback('a')),
      step('log'),
      asking('/b', rollback('b')),
      asking('/c', rollback('c')),
      step('pause'),
    ]);
    for (const position of [0, 2, 3]) await resume((await inState(dataset, 'WAITING', position)).invocationId);
    await resume((await inState(dataset, 'WAITING', 4)).invocationId, 'fail');
    const { steps } = await inState(dataset, 'FAILED');
    expect(steps.map(({ state }) => state)).toEqual(['ROLLED_BACK', 'SUCCEEDED', 'ROLLBACK_FAILED', 'ROLLED_BACK', 'FAILED']);
    const undone = receiver.received
      .filter(({ path }) => path.startsWith('/undo'))
      .map(({ method, path, body }) => `${method} ${path} ${body}`);
    expect(undone).toEqual(['PUT /undo-c c', 'PUT /undo-b b', 'PUT /undo-a a']);
    expect([await stateOf(dataset), await locksOf(dataset)]).toEqual(['DRAFT', []]);
  });

  it('says why where there is no archive', async () => {
    const dataset = await published([step('coarNotifyRelationshipAnnouncement'), step('archiver')]);
    const { message, steps } = await inState(dataset, 'FAILED');
    expect(message).toContain(':ArchiverClassName');
    expect(steps.map(({ state }) => state)).toEqual(['SUCCEEDED', 'FAILED']);
  });

  it('keeps a bag of what was published in the store that is set, restricted files too, once', async () => {
    const setting = (name: string, raw: string) => admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw });
    succeeded(await setting(':ArchiverClassName', 'BagIt'));
    succeeded(await setting(':ArchiverStore', server.application.services.storage.driver));
    onTestFinished(async () => {
      for (const name of [':ArchiverClassName', ':ArchiverStore']) await admin.rest.delete(`/api/admin/settings/${name}`);
    });
    await setWorkflow([step('archiver'), step('archiver')], 'PostPublishDataset');
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset, { name: 'secret.txt', bytes: 'secret', type: 'text/plain', jsonData: { restrict: true } });
    expect((await curator.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`)).status).toBe(200);
    const { steps } = await inState(dataset, 'SUCCEEDED');
    expect(steps[0]?.message).toMatch(/bag_1\.0_\d+\.zip/);
    expect(steps[1]?.message).toBe(steps[0]?.message);

    const { storage } = server.application.services;
    const [, authority = '', identifier = ''] = /^doi:([^/]+)\/(.*)$/.exec(dataset.persistentId) ?? [];
    const objects = await gather(storage.list(storage.driver, { authority, identifier, startingWith: 'bag_' }));
    expect(objects).toHaveLength(1);
    const [object] = objects;
    if (object === undefined) throw new Error('There is no bag.');
    const entries = await readZip(await buffer(await storage.open(object.location)));
    expect(entries.find(({ path }) => path.endsWith('/secret.txt'))?.text).toBe('secret');
    const { db } = server.application;
    const found = findOrphanedBytes(db, storage, { graceMs: 0, mend: false, folder: { authority, identifier }, onProgress: () => {} });
    expect(await gather(found)).toEqual([]);
  });

  it('leaves nothing behind where stored bytes are not those of their checksum', async () => {
    const { storage } = server.application.services;
    succeeded(await admin.rest.send('/api/admin/settings/:ArchiverClassName', { method: 'PUT', raw: 'BagIt' }));
    onTestFinished(async () => {
      await admin.rest.delete('/api/admin/settings/:ArchiverClassName');
    });
    await setWorkflow([step('pause'), step('archiver')], 'PostPublishDataset');
    const dataset = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { name: 'a.txt', bytes: 'as it was', type: 'text/plain' });
    expect((await curator.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`)).status).toBe(200);
    const { invocationId } = await inState(dataset, 'WAITING');
    const { sql: run } = server.application.connection;
    await run`update data_file set checksum_value = ${'0'.repeat(32)} where id = ${file}`;
    await resume(invocationId);
    expect((await inState(dataset, 'FAILED')).message).toMatch(/a\.txt do not match their record/);
    const [, authority = '', identifier = ''] = /^doi:([^/]+)\/(.*)$/.exec(dataset.persistentId) ?? [];
    expect(await gather(storage.list(storage.driver, { authority, identifier, startingWith: 'bag_' }))).toEqual([]);
  });
});

describe('the id of a workflow', () => {
  it('is not looked for when the body is larger than any message', async () => {
    const answer = await resume('66175280-2506-4fbf-be25-1a91054b09cf', 'x'.repeat(400_001));
    expect([answer.status, answer.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('edits the held dataset while an authorised step waits, and nothing else', async () => {
    const dataset = await published([step('pause'), step('pause', { authorized: 'true' })]);
    const { invocationId } = await inState(dataset, 'WAITING', 0);
    const key = { 'X-Service-invocationID': invocationId };
    expect((await edit(dataset.id, key)).errorCode).toBe('WORKFLOW_KEY_INVALID');
    await resume(invocationId);
    await inState(dataset, 'WAITING', 1);
    expect((await edit(dataset.id, key)).status).toBe(200);
    expect((await edit(dataset.id, {}, `&invocationID=${invocationId}`)).status).toBe(200);
    expect((await edit(dataset.id, {}, `&invocationId=${invocationId}`)).status).toBe(200);
    expect(
      (await restClient(server.url).send(`/api/datasets/${dataset.id}/versions/:draft`, { method: 'DELETE', headers: key })).errorCode,
    ).toBe('DATASET_LOCKED');
    await resume(invocationId);
    await inState(dataset, 'SUCCEEDED');
    expect((await edit(dataset.id, key)).errorCode).toBe('WORKFLOW_KEY_INVALID');
  });

  it('beside a token lets the publisher edit the held dataset at any step, and no one else', async () => {
    const other = await createUser(server, 'other-stepper');
    await assignRole(admin, collection, other.identifier, 'curator');
    const dataset = await published([step('pause')]);
    const { invocationId } = await inState(dataset, 'WAITING');
    const beside = (caller: Caller, id: string) => edit(dataset.id, { 'X-Service-invocationID': id }, '', caller.rest);
    expect((await edit(dataset.id, {}, '', curator.rest)).errorCode).toBe('DATASET_LOCKED');
    expect((await beside(curator, invocationId)).status).toBe(200);
    expect((await beside(curator, '66175280-2506-4fbf-be25-1a91054b09cf')).errorCode).toBe('DATASET_LOCKED');
    expect((await beside(curator, 'no id')).errorCode).toBe('DATASET_LOCKED');
    expect((await beside(other, invocationId)).errorCode).toBe('DATASET_LOCKED');
    await resume(invocationId);
    await inState(dataset, 'SUCCEEDED');
  });
});
