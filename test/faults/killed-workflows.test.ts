import { expect, onTestFinished, test } from 'vitest';
import { type ServerProcess, startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { startWorkflowReceiver, type WorkflowReceiver } from '../support/workflow-receiver.ts';
import { createDataset, queryDatabase, rest, startFreshServer, TOKEN } from './depositor.ts';

/** What the database holds of a dataset that a workflow goes with. */
interface Held {
  readonly state: string;
  readonly position: number;
  readonly steps: readonly string[];
  readonly version: string;
  readonly locks: number;
  /** Notifications of the publisher, by type. */
  readonly told: readonly string[];
  /** Publications and refusals in the audit log. */
  readonly audited: number;
}

function heldIn(url: string, dataset: number): Promise<Held> {
  return queryDatabase(url, async (sql) => {
    const [row] = await sql<Held[]>`
      select i.state, i.position,
        array(select r.state::text from workflow_step_run r where r.invocation_id = i.id order by r.position) as steps,
        (select v.state::text || coalesce(' ' || v.version_number || '.' || v.version_minor_number, '') from dataset_version v where v.dataset_id = i.dataset_id) as version,
        (select count(*)::int from dataset_lock l where l.dataset_id = i.dataset_id) as locks,
        array(select m.type::text from notification m where m.subject_id = i.dataset_id order by m.id) as told,
        (select count(*)::int from audit_record a where a.subject_id = i.dataset_id and a.command = 'publishHeldVersion') as audited
      from workflow_invocation i where i.dataset_id = ${dataset}`;
    if (row === undefined) throw new Error('No workflow was begun.');
    return row;
  });
}

/** A server that is killed, its database, and a service that its workflows call. */
interface Scene {
  readonly databaseUrl: string;
  readonly receiver: WorkflowReceiver;
  server(): ServerProcess;
  /** Kills the server with `kill -9`, and starts another one. */
  kill(): Promise<void>;
  /** Resolves when a request for a path has come, which then stays without an answer. */
  arrivalOf(path: string): Promise<void>;
}

async function sceneOf(): Promise<Scene> {
  const receiver = await startWorkflowReceiver();
  onTestFinished(() => receiver.stop());
  const env = { WORKFLOW_HOSTS: '127.0.0.1' };
  const { server: first, databaseUrl, dataDir } = await startFreshServer({ env });
  let server = first;
  return {
    databaseUrl,
    receiver,
    server: () => server,
    kill: async () => {
      server.signal('SIGKILL');
      expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
      server = await startServerProcess({ dataDir, env: { ...env, DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN } });
    },
    arrivalOf: (path) =>
      new Promise((resolve) => {
        receiver.answer = (request) => {
          if (!request.path.startsWith(path)) return 200;
          resolve();
          return new Promise(() => {});
        };
      }),
  };
}

/** A step that calls the service under its name, and is undone under another one. */
const calling = (receiver: WorkflowReceiver, name: string) => ({
  provider: ':internal',
  stepType: 'http/sr',
  parameters: { url: `${receiver.url}/${name}/\${invocationId}`, rollbackUrl: `${receiver.url}/undo-${name}` },
});

/** Has a dataset published with a workflow of these steps. */
async function published({ server }: Scene, steps: readonly unknown[]): Promise<number> {
  const added = await rest(server(), 'POST', '/admin/workflows', { name: 'killed', steps });
  const { id } = added.data as { readonly id: number };
  await rest(server(), 'PUT', '/admin/workflows/default/PrePublishDataset', String(id));
  const dataset = await createDataset(server());
  expect((await rest(server(), 'POST', `/datasets/${dataset}/actions/:publish?type=major`)).httpStatus).toBe(202);
  return dataset;
}

/** Waits for a state of the workflow of a dataset. */
async function comesTo({ databaseUrl }: Scene, dataset: number, state: string, position: number): Promise<void> {
  await until(`${state} at ${position}`, async () => {
    const held = await heldIn(databaseUrl, dataset);
    return held.state === state && held.position === position;
  });
}

/** Sends a message to the step that waits. */
async function resume({ server, receiver }: Scene, message = 'OK'): Promise<void> {
  const id = receiver.received.find(({ path }) => path.startsWith('/first/'))?.path.slice('/first/'.length) ?? '';
  const response = await fetch(`${server().url}/api/workflows/${id}`, { method: 'POST', body: message });
  await response.text();
  expect(response.status).toBe(202);
}

/** The names under which requests for a path came: one, however often the request was repeated. */
const namesOf = ({ receiver }: Scene, path: string) =>
  new Set(receiver.received.filter((request) => request.path.startsWith(path)).map(({ headers }) => headers['webhook-id']));

test('a workflow whose server is killed at each step goes on where it was, and publishes once', UNHURRIED, async () => {
  const scene = await sceneOf();
  const { databaseUrl, receiver } = scene;
  const steps = [calling(receiver, 'first'), { provider: ':internal', stepType: 'log' }, calling(receiver, 'second')];
  const asked = scene.arrivalOf('/first/');
  const dataset = await published(scene, steps);

  // Before the service has answered: it is asked again.
  await asked;
  receiver.answer = () => 200;
  await scene.kill();
  await until('the request comes again', () => receiver.received.length >= 2);
  await comesTo(scene, dataset, 'WAITING', 0);
  // While the step waits.
  await scene.kill();
  expect(await heldIn(databaseUrl, dataset)).toMatchObject({ state: 'WAITING', position: 0, version: 'DRAFT', locks: 1 });

  // As soon as a message is acknowledged, before the step that follows.
  await resume(scene);
  await scene.kill();
  await comesTo(scene, dataset, 'WAITING', 2);
  await until('the second request', () => namesOf(scene, '/second/').size > 0);
  expect(await heldIn(databaseUrl, dataset)).toMatchObject({ steps: ['SUCCEEDED', 'SUCCEEDED', 'WAITING'], version: 'DRAFT', locks: 1 });

  // As soon as the last message is acknowledged, before the publication.
  await resume(scene);
  await scene.kill();
  await comesTo(scene, dataset, 'SUCCEEDED', 3);
  expect(await heldIn(databaseUrl, dataset)).toEqual({
    state: 'SUCCEEDED',
    position: 3,
    steps: ['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED'],
    version: 'RELEASED 1.0',
    locks: 0,
    told: ['PUBLISHEDDS'],
    audited: 1,
  });
  expect([namesOf(scene, '/first/').size, namesOf(scene, '/second/').size, namesOf(scene, '/undo').size]).toEqual([1, 1, 0]);
});

test('a workflow whose server is killed while it is undone is undone to the first step, and leaves the draft', UNHURRIED, async () => {
  const scene = await sceneOf();
  const { databaseUrl, receiver } = scene;
  const steps = [calling(receiver, 'first'), calling(receiver, 'second'), { provider: ':internal', stepType: 'pause' }];
  const dataset = await published(scene, steps);
  for (const position of [0, 1]) {
    await comesTo(scene, dataset, 'WAITING', position);
    await until('a request', () => receiver.received.length > position);
    await resume(scene);
  }
  await comesTo(scene, dataset, 'WAITING', 2);

  // As soon as the refusal is acknowledged.
  const secondUndone = scene.arrivalOf('/undo-second');
  await resume(scene, 'fail');
  await scene.kill();
  // Before the service has answered that a step is undone.
  await secondUndone;
  const firstUndone = scene.arrivalOf('/undo-first');
  await scene.kill();
  await firstUndone;
  receiver.answer = () => 200;
  await scene.kill();
  await comesTo(scene, dataset, 'FAILED', 2);

  expect(await heldIn(databaseUrl, dataset)).toEqual({
    state: 'FAILED',
    position: 2,
    steps: ['ROLLED_BACK', 'ROLLED_BACK', 'FAILED'],
    version: 'DRAFT',
    locks: 0,
    told: ['WORKFLOW_FAILURE'],
    audited: 0,
  });
  expect([namesOf(scene, '/undo-first').size, namesOf(scene, '/undo-second').size]).toEqual([1, 1]);
});
