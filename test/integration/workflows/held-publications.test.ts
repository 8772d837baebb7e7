import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { resumeWorkflow } from '../../../src/domain/datasets/workflows/resume-workflow.ts';
import { guestActor } from '../../../src/kernel/actor.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { validatorsFolder, writeValidator } from '../../support/validator-program.ts';
import { eventually } from '../storage/storage-world.ts';

const PAUSE = { provider: ':internal', stepType: 'pause', parameters: {}, requiredSettings: {} };
const MESSAGE = { ...PAUSE, stepType: 'pause/message' };
const LOG = { ...PAUSE, stepType: 'log', parameters: { message: 'on the way' } };

let server: TestServer;
let jobs: Jobs;
let admin: Caller;
let curator: Caller;
let collection: SeededCollection;

async function work(): Promise<void> {
  const { db, services } = server.application;
  jobs = await startJobs({
    connectionString: server.databaseUrl,
    db,
    services,
    commandServices: services,
    log: pino({ level: 'silent' }),
  });
}

beforeAll(async () => {
  server = await startTestServer();
  await work();
  admin = superuser(server);
  curator = await createUser(server, 'curator');
  collection = await createCollection(admin, { name: 'Held' });
  await assignRole(admin, collection, curator.identifier, 'curator');
});
afterEach(async () => {
  for (const trigger of ['Pre', 'Post']) await admin.rest.delete(`/api/admin/settings/:${trigger}PublishDatasetWorkflowId`);
});
afterAll(async () => {
  await jobs.stop();
  await server.stop();
});

async function setWorkflow(trigger: 'Pre' | 'Post', steps: readonly unknown[], name = 'archive first'): Promise<void> {
  const [row] = await server.application.db.execute<{ id: number }>(
    sql`insert into workflow (name, steps) values (${name}, ${JSON.stringify(steps)}::json) returning id`,
  );
  const setting = `/api/admin/settings/:${trigger}PublishDatasetWorkflowId`;
  succeeded(await admin.rest.send(setting, { method: 'PUT', raw: String(row?.id) }));
}

const publish = (dataset: SeededDataset, caller = curator, type = 'major') =>
  caller.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=${type}`);

const locksOf = async ({ id }: SeededDataset) =>
  (await admin.rest.get(`/api/datasets/${id}/locks`)).list('data').map((lock) => (lock as { lockType: string }).lockType);

const stateOf = async ({ id }: SeededDataset) => (await admin.rest.get(`/api/datasets/${id}/versions/:latest`)).text('data.versionState');

async function invocationOf({ id }: SeededDataset): Promise<{ id: string; position: number; paused: boolean } | undefined> {
  const [row] = await server.application.db.execute<{ id: string; position: number; paused: boolean }>(
    sql`select id, position, state = 'WAITING' as paused from workflow_invocation where dataset_id = ${id} and ended_at is null`,
  );
  return row;
}

/** Waits until the workflow of a dataset waits at a step; the id of the invocation. */
async function waiting(dataset: SeededDataset, position = 0): Promise<string> {
  let found = '';
  await eventually(async () => {
    const invocation = await invocationOf(dataset);
    if (invocation?.paused !== true || invocation.position !== position) return false;
    found = invocation.id;
    return true;
  });
  return found;
}

/** The result of a message to a step, sent without credentials. */
async function resume(invocationId: string, message = ''): Promise<string> {
  const actor = guestActor({ passesAdminGate: false });
  try {
    await resumeWorkflow(
      createRequestContext(server.application, { actor, requestId: 'test', addresses: { client: undefined, connection: '127.0.0.1' } }),
      { invocationId, message },
    );
    return 'OK';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

async function newest(caller: Caller): Promise<Record<string, unknown>> {
  return (await caller.rest.get('/api/notifications/all?limit=1')).record('data.0');
}

async function held(steps: readonly unknown[] = [PAUSE]): Promise<{ dataset: SeededDataset; invocationId: string }> {
  await setWorkflow('Pre', steps);
  const dataset = await createDataset(admin, collection);
  expect((await publish(dataset)).status).toBe(202);
  return { dataset, invocationId: await waiting(dataset) };
}

describe('a publication that a workflow holds', () => {
  it('answers 202, keeps the draft as it was, and locks it', async () => {
    await setWorkflow('Pre', [PAUSE]);
    const dataset = await createDataset(admin, collection);
    const answer = await publish(dataset);
    expect([answer.status, answer.text('status'), answer.number('data.id')]).toEqual([202, 'WORKFLOW_IN_PROGRESS', dataset.id]);
    const [lock] = (await admin.rest.get(`/api/datasets/${dataset.id}/locks`)).list('data');
    expect(lock).toMatchObject({
      lockType: 'Workflow',
      user: curator.identifier.slice(1),
      message: expect.stringContaining('archive first'),
    });
    const draft = await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft`);
    expect([draft.status, draft.at('data.versionNumber')]).toEqual([200, undefined]);

    const refusals = [
      await publish(dataset),
      await publish(dataset, admin),
      await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields: [{ typeName: 'title', value: 'Other' }] }),
      await admin.rest.delete(`/api/datasets/${dataset.id}/versions/:draft`),
      await admin.rest.upload(`/api/datasets/${dataset.id}/add`, { name: 'a.txt', bytes: 'a' }),
    ];
    expect(refusals.map(({ errorCode }) => errorCode)).toEqual(refusals.map(() => 'DATASET_LOCKED'));
    expect(refusals[0]?.message).toMatch(/^This dataset is locked\. Reason: Workflow/);
    expect((await admin.rest.get(`/api/datasets/${dataset.id}/versions`)).list('data')).toHaveLength(1);
  });

  it('says so over GraphQL too, and in the plan before', async () => {
    await setWorkflow('Pre', [PAUSE]);
    const { id } = await createDataset(admin, collection);
    const plan = await curator.graphql.expectData(
      'query($id: Int!) { dataset(reference: {databaseId: $id}) { publishPlan(type: MAJOR) { possible versionNumber workflow } } }',
      { id },
    );
    expect(plan.record('data.dataset.publishPlan')).toEqual({ possible: true, versionNumber: 1, workflow: 'archive first' });
    const answer = await curator.graphql.expectData(
      'mutation($input: PublishDatasetInput!) { publishDataset(input: $input) { outcome dataset { databaseId } } }',
      { input: { dataset: { databaseId: id }, type: 'MAJOR' } },
    );
    expect(answer.record('data.publishDataset')).toEqual({ outcome: 'WORKFLOW_IN_PROGRESS', dataset: { databaseId: id } });
  });

  it('goes on when its last step is resumed, and is what a publication without a workflow is', async () => {
    const { dataset, invocationId } = await held([PAUSE, LOG]);
    expect(await resume(invocationId, 'ok')).toBe('OK');
    await eventually(async () => (await stateOf(dataset)) === 'RELEASED');
    const version = await admin.rest.get(`/api/datasets/${dataset.id}/versions/1.0`);
    expect([version.number('data.versionNumber'), version.number('data.versionMinorNumber')]).toEqual([1, 0]);
    expect(await locksOf(dataset)).toEqual([]);
    expect(await invocationOf(dataset)).toBeUndefined();
    expect(await newest(curator)).toMatchObject({ type: 'PUBLISHEDDS' });
    expect(await resume(invocationId, 'ok')).toBe('WORKFLOW_INVOCATION_NOT_FOUND');
  });

  it('passes one waiting step after another, each with one message', async () => {
    const { dataset, invocationId } = await held([PAUSE, LOG, PAUSE]);
    expect(await resume(invocationId)).toBe('OK');
    // Until the job has taken the log step and waits at the next one, nothing takes a message.
    await waiting(dataset, 2);
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await resume(invocationId)).toBe('OK');
    await eventually(async () => (await stateOf(dataset)) === 'RELEASED');
  });

  it('is refused by a message, with the reason for the requester; the draft can then be published again', async () => {
    const { dataset, invocationId } = await held([MESSAGE]);
    expect(await resume(invocationId, JSON.stringify({ Status: 'Failure', Reason: 'No licence', Message: 'see 4.2' }))).toBe('OK');
    expect(await locksOf(dataset)).toEqual([]);
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await newest(curator)).toMatchObject({ type: 'WORKFLOW_FAILURE', messageText: expect.stringContaining('No licence: see 4.2') });
    const history = await admin.graphql.expectData(
      'query($id: Int!) { dataset(reference: {databaseId: $id}) { reviewHistory { nodes { action reason userName } } } }',
      { id: dataset.id },
    );
    expect(history.list('data.dataset.reviewHistory.nodes')).toEqual([
      { action: 'WORKFLOW_FAILURE', reason: 'No licence: see 4.2', userName: curator.identifier.slice(1) },
    ]);
    expect((await publish(dataset)).status).toBe(202);
    const again = await waiting(dataset);
    expect(again).not.toBe(invocationId);
    expect(await resume(again, '{"status":"success","message":"Fine now"}')).toBe('OK');
    await eventually(async () => (await stateOf(dataset)) === 'RELEASED');
    const told = (await curator.rest.get('/api/notifications/all?limit=2')).list('data');
    expect(told).toMatchObject([{ type: 'PUBLISHEDDS' }, { type: 'WORKFLOW_SUCCESS', messageText: expect.stringContaining('Fine now') }]);
  });

  it.each([
    [PAUSE, ' fail\n'],
    [MESSAGE, 'success'],
    [MESSAGE, '{"reason":"no status"}'],
    [MESSAGE, '[]'],
  ])('%j takes %s for a refusal', async (step, message) => {
    const { dataset, invocationId } = await held([step]);
    expect(await resume(invocationId, message)).toBe('OK');
    expect([await stateOf(dataset), await locksOf(dataset)]).toEqual(['DRAFT', []]);
  });

  it('is decided by the first of two messages at once', async () => {
    const { dataset, invocationId } = await held();
    const answers = await Promise.all([resume(invocationId), resume(invocationId, 'fail'), resume(invocationId)]);
    expect(answers.filter((answer) => answer === 'OK')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'WORKFLOW_INVOCATION_NOT_FOUND')).toHaveLength(2);
    const expected = answers[1] === 'OK' ? 'DRAFT' : 'RELEASED';
    await eventually(async () => (await locksOf(dataset)).length === 0);
    expect(await stateOf(dataset)).toBe(expected);
  });

  it('waits through a stop of the workers, and goes on when they are back', async () => {
    const { dataset, invocationId } = await held();
    await jobs.stop();
    expect(await resume(invocationId)).toBe('OK');
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await locksOf(dataset)).toEqual(['Workflow']);
    await work();
    await eventually(async () => (await stateOf(dataset)) === 'RELEASED');
  });

  it('ends where a step is of an unknown kind', async () => {
    await setWorkflow('Pre', [LOG, { ...PAUSE, stepType: 'unheard-of' }]);
    const dataset = await createDataset(admin, collection);
    expect((await publish(dataset)).status).toBe(202);
    await eventually(async () => (await locksOf(dataset)).length === 0);
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await newest(curator)).toMatchObject({ type: 'WORKFLOW_FAILURE', messageText: expect.stringContaining('unheard-of') });
  });

  it('ends with its dataset', async () => {
    const { dataset, invocationId } = await held();
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    expect(await resume(invocationId)).toBe('WORKFLOW_INVOCATION_NOT_FOUND');
  });

  it('is given up when a superuser takes the lock away: what may be edited again is not published later', async () => {
    const { dataset, invocationId } = await held();
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/locks?type=Workflow`));
    expect(await resume(invocationId)).toBe('WORKFLOW_INVOCATION_NOT_FOUND');
    expect((await publish(dataset)).status).toBe(202);
    expect(await resume(await waiting(dataset))).toBe('OK');
    await eventually(async () => (await stateOf(dataset)) === 'RELEASED');
  });

  it('is refused if the requester may no longer publish', async () => {
    const former = await createUser(server, 'former');
    const assignment = await assignRole(admin, collection, former.identifier, 'curator');
    await setWorkflow('Pre', [PAUSE]);
    const dataset = await createDataset(admin, collection);
    expect((await publish(dataset, former)).status).toBe(202);
    const invocationId = await waiting(dataset);
    succeeded(await admin.rest.delete(`/api/collections/${collection.alias}/assignments/${assignment}`));
    expect(await resume(invocationId)).toBe('OK');
    await eventually(async () => (await locksOf(dataset)).length === 0);
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await newest(former)).toMatchObject({ type: 'WORKFLOW_FAILURE' });
  });

  it('is refused when the account was switched off meanwhile', async () => {
    const gone = await createUser(server, 'gone');
    await assignRole(admin, collection, gone.identifier, 'curator');
    await setWorkflow('Pre', [PAUSE]);
    const dataset = await createDataset(admin, collection);
    expect((await publish(dataset, gone)).status).toBe(202);
    const invocationId = await waiting(dataset);
    await server.application.db.execute(sql`update user_account set deactivated_at = now() where user_name = ${gone.identifier.slice(1)}`);
    expect(await resume(invocationId)).toBe('OK');
    await eventually(async () => (await locksOf(dataset)).length === 0);
    expect(await stateOf(dataset)).toBe('DRAFT');
  });

  it('is refused when the draft breaks a rule by then, such as another lock', async () => {
    const { dataset, invocationId } = await held();
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/lock/Ingest`));
    expect(await resume(invocationId)).toBe('OK');
    await eventually(async () => (await locksOf(dataset)).join() === 'Ingest');
    expect(await stateOf(dataset)).toBe('DRAFT');
    expect(await newest(curator)).toMatchObject({ type: 'WORKFLOW_FAILURE', messageText: expect.stringContaining('Ingest') });
  });

  it('is judged by the program of the operator before it is held, and again when it goes on', async () => {
    const judge = async (script: string) => {
      const path = await writeValidator(validatorsFolder(server.dataDir), 'judge', script);
      succeeded(await admin.rest.send('/api/admin/settings/:DatasetMetadataValidatorScript', { method: 'PUT', raw: path }));
    };
    try {
      await judge('exit 1');
      await setWorkflow('Pre', [PAUSE]);
      const refused = await createDataset(admin, collection);
      expect((await publish(refused)).errorCode).toBe('EXTERNAL_VALIDATION_FAILED');
      expect(await locksOf(refused)).toEqual([]);
      for (const [script, state] of [
        ['exit 0', 'RELEASED'],
        ['exit 1', 'DRAFT'],
      ] as const) {
        await judge('exit 0');
        const { dataset, invocationId } = await held();
        await judge(script);
        expect(await resume(invocationId)).toBe('OK');
        await eventually(async () => (await locksOf(dataset)).length === 0);
        expect(await stateOf(dataset)).toBe(state);
      }
      expect(await newest(curator)).toMatchObject({ type: 'WORKFLOW_FAILURE', messageText: expect.stringContaining('not approved') });
    } finally {
      await admin.rest.delete('/api/admin/settings/:DatasetMetadataValidatorScript');
    }
  });

  it('is not begun where the workflow that it has to pass does not exist', async () => {
    succeeded(await admin.rest.send('/api/admin/settings/:PrePublishDatasetWorkflowId', { method: 'PUT', raw: '99999' }));
    const dataset = await createDataset(admin, collection);
    const answer = await publish(dataset);
    expect([answer.status, answer.errorCode]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    const plan = await curator.graphql.expectData(
      'query($id: Int!) { dataset(reference: {databaseId: $id}) { publishPlan(type: MAJOR) { possible obstacles { code } } } }',
      { id: dataset.id },
    );
    expect(plan.record('data.dataset.publishPlan')).toEqual({ possible: false, obstacles: [{ code: 'WORKFLOW_NOT_FOUND' }] });
    expect([await stateOf(dataset), await locksOf(dataset)]).toEqual(['DRAFT', []]);
  });

  it('is not begun for what the rules refuse, nor for a draft that is folded into its version', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await setWorkflow('Pre', [PAUSE]);
    expect((await publish(dataset)).errorCode).toBe('DATASET_ALREADY_PUBLISHED');
    expect(await locksOf(dataset)).toEqual([]);
    succeeded(
      await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields: [{ typeName: 'title', value: 'Folded' }] }),
    );
    expect((await publish(dataset, admin, 'updatecurrent')).status).toBe(200);
    expect(await locksOf(dataset)).toEqual([]);
  });
});

describe('a workflow after a publication', () => {
  it('locks the published dataset until it ends, however it ends', async () => {
    await setWorkflow('Post', [PAUSE], 'copy to the archive');
    for (const message of ['ok', 'fail']) {
      const dataset = await createDataset(admin, collection);
      const answer = await publish(dataset);
      expect([answer.status, answer.text('status'), await stateOf(dataset)]).toEqual([200, 'OK', 'RELEASED']);
      const invocationId = await waiting(dataset);
      expect(await locksOf(dataset)).toEqual(['Workflow']);
      expect(await resume(invocationId, message)).toBe('OK');
      await eventually(async () => (await locksOf(dataset)).length === 0);
      expect(await stateOf(dataset)).toBe('RELEASED');
    }
  });

  it('follows one that was before it', async () => {
    await setWorkflow('Post', [PAUSE]);
    const { dataset, invocationId } = await held();
    expect(await resume(invocationId)).toBe('OK');
    await eventually(async () => (await stateOf(dataset)) === 'RELEASED');
    expect(await locksOf(dataset)).toEqual(['Workflow']);
    expect(await resume(await waiting(dataset))).toBe('OK');
    await eventually(async () => (await locksOf(dataset)).length === 0);
  });
});
