/** Jobs, messages, workflows, bytes and stores in the browser: docs/how-to/administer-in-the-browser.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRecordedFile } from '../../src/db/queries/integrity/fixity-checks.ts';
import { locationOf } from '../../src/domain/files/file-place.ts';
import { openAdministration, type Administration } from '../support/administration.ts';
import { doJobs } from '../support/do-jobs.ts';
import { addFile, createCollection, createDataset } from '../support/seed.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.stop());

const get = (path: string) => world.admin.get(world.at(path));

/** A job that was given up, with the event that it was to deliver. */
async function givenUp(kind: string, payload: string): Promise<{ readonly job: string; readonly event: string }> {
  const { sql } = world.server.application.connection;
  const [made] =
    await sql`insert into outbox_event (kind, payload, state, attempts) values (${kind}, ${payload}::text::json, 'FAILED', 25) returning id`;
  const event = String(made?.['id']);
  const [added] =
    await sql`select id from graphile_worker.add_job('deliver-event', json_build_object('eventId', ${event}::bigint), run_at => now() + interval '1 day', max_attempts => 25)`;
  const job = String(added?.['id']);
  await sql`select from graphile_worker.permanently_fail_jobs(array[${job}::bigint], 'It broke at <b>')`;
  return { job, event };
}

async function stateOfEvent(id: string): Promise<unknown> {
  const { sql } = world.server.application.connection;
  const [row] = await sql`select state from outbox_event where id = ${id}::bigint`;
  return row?.['state'];
}

async function failedJobs(): Promise<number> {
  const answer = await world.caller.graphql.expectData(
    '{ installationState { failedJobs failedEvents failedMails } queuedJobs(state: FAILED) { totalCount } }',
  );
  expect(answer.at('data.queuedJobs.totalCount')).toBe(answer.at('data.installationState.failedJobs'));
  return answer.number('data.installationState.failedJobs');
}

describe('jobs', () => {
  test('that were given up are told in the overview, and done when they are tried again', async () => {
    const { job, event } = await givenUp('MailDue', '{"mailIds":[]}');
    expect(await failedJobs()).toBe(1);
    expect((await get('/admin')).html).toContain('/admin/jobs?state=FAILED');
    const shown = await get('/admin/jobs?state=FAILED');
    expect(shown.html).toContain('It broke at &lt;b>');
    expect(shown.html).toContain('MailDue');
    const done = await world.send(shown, '/admin/jobs', {}, { does: 'retry', id: job });
    expect(done.html).toContain('The job is tried now.');
    expect(await stateOfEvent(event)).toBe('PENDING');
    await doJobs(world.server);
    expect(await stateOfEvent(event)).toBe('DELIVERED');
    expect(await failedJobs()).toBe(0);
  });

  test('that were given up are removed, with what they were to do', async () => {
    const { job, event } = await givenUp('MailDue', '{"mailIds":[]}');
    const done = await world.send(await get('/admin/jobs'), '/admin/jobs', {}, { does: 'delete', id: job });
    expect(done.html).toContain('The job was removed.');
    expect(await stateOfEvent(event)).toBeUndefined();
    const again = await world.admin.post(world.at('/admin/jobs'), { does: 'delete', id: job });
    expect([again.status, again.html.includes('id="error-summary"')]).toEqual([404, true]);
  });

  test('that no longer know what they were to do are not tried again', async () => {
    const { job } = await givenUp('PasswordResetRequested', '{}');
    const mutation = 'mutation ($input: RetryQueuedJobInput!) { retryQueuedJob(input: $input) { job { state } userErrors { code } } }';
    const answer = await world.caller.graphql.expectData(mutation, { input: { databaseId: Number(job) } });
    expect(answer.at('data.retryQueuedJob')).toEqual({ job: null, userErrors: [{ code: 'QUEUED_JOB_REFUSED' }] });
    const refused = await world.send(await get('/admin/jobs?state=FAILED'), '/admin/jobs', {}, { does: 'retry', id: job });
    expect([refused.status, refused.html.includes('id="error-summary"')]).toEqual([409, true]);
    await world.send(refused, '/admin/jobs', {}, { does: 'delete', id: job });
  });

  test('that take long are begun', async () => {
    const rebuilt = await world.send(await get('/admin/jobs'), '/admin/jobs', {}, { does: 'rebuild' });
    expect(rebuilt.html).toContain('The index is being rebuilt.');
    const exported = await world.send(rebuilt, '/admin/jobs', {}, { does: 'export' });
    expect(exported.html).toContain('The exports are being made.');
  });

  test('of no number, and cursors of other lists, are refused', async () => {
    expect((await world.admin.post(world.at('/admin/jobs'), { does: 'retry', id: 'x' })).status).toBe(404);
    expect((await get('/admin/jobs?after=abc')).status).toBe(400);
    expect((await get('/admin/mail?after=abc')).status).toBe(400);
  });
});

describe('messages', () => {
  test('that could not be sent are sent again', async () => {
    const { sql } = world.server.application.connection;
    const [mail] = await sql`insert into outgoing_mail (user_account_id, type, details, state, attempts, last_error, ended_at)
      select id, 'CREATEACC', '{}'::json, 'FAILED', 25, 'Nobody answers at <mx>', now() from user_account where user_name = ${world.userName} returning id`;
    const id = String(mail?.['id']);
    expect((await get('/admin')).html).toContain('/admin/mail?state=FAILED');
    const shown = await get('/admin/mail?state=FAILED');
    expect(shown.html).toContain(`@${world.userName}`);
    expect(shown.html).toContain('Nobody answers at &lt;mx>');
    const done = await world.send(shown, '/admin/mail', {}, { does: 'retry', id });
    expect(done.html).toContain('The message is tried again.');
    const waiting = await world.caller.graphql.expectData(
      '{ outgoingMails(state: PENDING) { nodes { databaseId type receiver { identifier } endedAt } } }',
    );
    expect(waiting.at('data.outgoingMails.nodes')).toContainEqual({
      databaseId: Number(id),
      type: 'CREATEACC',
      receiver: { identifier: `@${world.userName}` },
      endedAt: null,
    });
    const again = await world.admin.post(world.at('/admin/mail'), { does: 'retry', id });
    expect([again.status, again.html.includes('id="error-summary"')]).toEqual([409, true]);
  });
});

describe('workflows', () => {
  test('are chosen, and deleted once none of them is chosen', async () => {
    const mutation = 'mutation ($input: CreateWorkflowInput!) { createWorkflow(input: $input) { workflow { databaseId } } }';
    const steps = [{ provider: ':internal', stepType: 'pause' }];
    const added = await world.caller.graphql.expectData(mutation, { input: { name: 'Wait <a while>', steps } });
    const id = added.number('data.createWorkflow.workflow.databaseId');
    const shown = await get('/admin/workflows');
    expect(shown.html).toContain('Wait &lt;a while>');
    await world.send(shown, '/admin/workflows', { workflow: String(id) }, { does: 'choose', trigger: 'PostPublishDataset' });
    const chosen = await world.caller.graphql.expectData('{ defaultWorkflow(trigger: POST_PUBLISH_DATASET) { databaseId } }');
    expect(chosen.at('data.defaultWorkflow.databaseId')).toBe(id);
    const refused = await world.admin.post(world.at('/admin/workflows'), { does: 'delete', id: String(id) });
    expect([refused.status >= 400, refused.html.includes('id="error-summary"')]).toEqual([true, true]);
    const freed = await world.send(refused, '/admin/workflows', { workflow: '' }, { does: 'choose', trigger: 'PostPublishDataset' });
    const gone = await world.send(freed, '/admin/workflows', {}, { does: 'delete', id: String(id) });
    expect(gone.html).toContain('There is no workflow.');
  });
});

describe('fixity', () => {
  test('shows what was found, reads a file again, and the files of a dataset', async () => {
    const dataset = await createDataset(world.caller, await createCollection(world.caller));
    const file = await addFile(world.caller, dataset, { name: 'a.txt', bytes: 'as recorded\n' });
    const { application } = world.server;
    const recorded = await findRecordedFile(application.db, file);
    if (recorded === undefined) throw new Error('The file is not recorded.');
    const path = application.services.storage.localPath(locationOf(recorded, recorded)) ?? '';
    await writeFile(path, 'as it is now\n'.slice(0, 12));
    const read = await world.admin.post(world.at('/admin/fixity'), { does: 'file', file: String(file) });
    expect(read.html).toContain('The file was read.');
    expect(read.html).toContain(`fileId=${file}"`);
    expect(read.html).toContain('Another checksum than recorded');
    expect((await get('/admin')).html).toContain('href="/admin/fixity"');
    await writeFile(path, 'as recorded\n');
    const mended = await world.send(read, '/admin/fixity', {}, { does: 'file', file: String(file) });
    expect(mended.html).not.toContain(`fileId=${file}"`);
    const begun = await world.send(mended, '/admin/fixity', { dataset: dataset.persistentId }, { does: 'dataset' });
    expect(begun.html).toContain('id="asked-round"');
    const refused = await world.send(begun, '/admin/fixity', { dataset: 'doi:10.5072/FK2/NOTHING' }, { does: 'dataset' });
    expect([refused.status, refused.html.includes('href="#dataset"')]).toEqual([404, true]);
  });
});

describe('storage', () => {
  test('tells what a store holds, and how much room it has', async () => {
    const { html } = await get('/admin/storage');
    expect(html).toContain('<meter');
    const query = '{ storageUse { driver { name } isDefault fileCount fileBytes totalBytes availableBytes } }';
    const [store] = (await world.caller.graphql.expectData(query)).list('data.storageUse').map((one) => Object(one));
    expect(store).toMatchObject({ isDefault: true, fileCount: 1, fileBytes: 12 });
    expect(Number(store.totalBytes)).toBeGreaterThanOrEqual(Number(store.availableBytes));
  });

  test('lists sites with copies, which are added, made the primary one and removed', async () => {
    const refused = await world.send(
      await get('/admin/storage'),
      '/admin/storage',
      { hostname: 'a.example.org', transferProtocols: 'pigeons' },
      { does: 'add' },
    );
    expect([refused.status, refused.html.includes('href="#transferProtocols"')]).toEqual([400, true]);
    const added = await world.send(refused, '/admin/storage', { transferProtocols: 'rsync' }, { does: 'add' });
    const primary = await world.send(added, '/admin/storage', {}, { does: 'primary' });
    expect(primary.html).toContain('The site is the primary one now.');
    const gone = await world.send(primary, '/admin/storage', {}, { does: 'remove' });
    expect(gone.html).toContain('No site is listed.');
  });
});

describe('docs/how-to/administer-in-the-browser.md', () => {
  test('names the pages that there are, and asks what can be asked', async () => {
    const text = await readFile('docs/how-to/administer-in-the-browser.md', 'utf8');
    const paths = [...text.matchAll(/^\| `(\/admin[^`]*)`/gm)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(7);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
    const query = /```graphql\n(?<query>.*?)```/s.exec(text)?.groups?.['query'] ?? '';
    const answer = await world.caller.graphql.expectData(query.replace('"admin"', JSON.stringify(world.userName)));
    expect(answer.at('data.accountTokens.apiTokenExpiresAt')).toEqual(expect.any(String));
    expect(answer.list('data.settingDefinitions.nodes').length).toBeGreaterThan(0);
  });
});
