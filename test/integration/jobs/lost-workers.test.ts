import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS } from '../../../src/db/advisory-locks.ts';
import { connectDatabase } from '../../../src/db/client.ts';
import { releaseAbandonedJobs } from '../../../src/db/queries/integrity/job-workers.ts';
import type { PidProvider } from '../../../src/kernel/ports/pid-provider.ts';
import { emptyStorage, eventually } from '../storage/storage-world.ts';
import { servicesWith, stubbornProvider, useJobsWorld } from './jobs-world.ts';

const world = useJobsWorld();
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a process that takes the waiting job and never ends it; resolves when it has it. */
async function stuckProcess(root: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./hanging-worker.ts', import.meta.url));
  const child = spawn(process.execPath, [script, world().database.url, root], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (String(said).trim() !== 'stuck') throw new Error('The worker process ended early.');
  return child;
}

function openable(): { readonly promise: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: () => resolve() };
}

/** A provider that answers once the door is open. */
function waitingProvider(door: Promise<void>): PidProvider & { calls: number } {
  const provider = { ...stubbornProvider(0), calls: 0, publish: async () => {} };
  provider.publish = async () => {
    provider.calls += 1;
    await door;
  };
  return provider;
}

async function lockHolders(): Promise<unknown[]> {
  return [...(await world().connection.db.execute(sql`select locked_by from graphile_worker.jobs where locked_by is not null`))];
}

async function presences(): Promise<number> {
  const [row] = await world().connection.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = ${ADVISORY_LOCKS.workerPresence} and granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return row?.count ?? 0;
}

describe('a worker process that dies', () => {
  it('leaves its job to the next one that starts, which delivers the event', async () => {
    const { emit, work, events, insertPublishedDataset, registration } = world();
    const { root, storage } = await emptyStorage();
    const id = await insertPublishedDataset('FK2/AAAAAA');
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    const child = await stuckProcess(root);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    await eventually(async () => (await presences()) === 0);
    expect(await lockHolders()).toHaveLength(1);

    const provider = stubbornProvider(0);
    await work(servicesWith(provider, storage));
    await eventually(async () => (await events())[0]?.state === 'DELIVERED');
    expect(provider.calls).toHaveLength(1);
    expect(await registration(id)).toMatchObject({ state: 'REGISTERED' });
  });

  it('keeps its job from others while it lives', async () => {
    const { connection, emit, work, events, insertPublishedDataset } = world();
    const { root, storage } = await emptyStorage();
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    await stuckProcess(root);
    const provider = stubbornProvider(0);
    await work(servicesWith(provider, storage));
    // One provider gets one request at a time, so the next identifier waits; what has nothing to do with the provider does not.
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/BBBBBB'), payload: {} });
    await emit({ kind: 'CurationStatusChanged', subjectId: 1, payload: { datasetVersionId: 1, label: null } });
    await eventually(async () => (await events()).filter(({ state }) => state === 'DELIVERED').length === 1);
    expect(await releaseAbandonedJobs(connection.db)).toBe(0);
    expect(provider.calls).toEqual([]);
    expect((await events()).map(({ state }) => state)).toEqual(['PENDING', 'PENDING', 'DELIVERED']);
    expect(await presences()).toBe(2);
  });

  it('has its jobs given back once, by whichever process looks first', async () => {
    const { database, connection, emit, insertPublishedDataset } = world();
    const { root } = await emptyStorage();
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    const child = await stuckProcess(root);
    expect(await releaseAbandonedJobs(connection.db)).toBe(0);
    child.kill('SIGKILL');
    await eventually(async () => (await presences()) === 0);
    const other = connectDatabase(database.url);
    try {
      const released = await Promise.all([
        releaseAbandonedJobs(connection.db),
        releaseAbandonedJobs(other.db),
        releaseAbandonedJobs(other.db),
      ]);
      expect(released.reduce((sum, count) => sum + count)).toBe(1);
      expect(await lockHolders()).toEqual([]);
    } finally {
      await other.close();
    }
  });
});

describe('workers whose connections are cut', () => {
  it('announce themselves again and go on', async () => {
    const { connection, emit, work, events, insertPublishedDataset } = world();
    const provider = stubbornProvider(0);
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => (await presences()) === 1);
    await connection.db.execute(
      sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'archivolt-jobs' and datname = current_database()`,
    );
    await eventually(async () => (await presences()) === 1);
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    await eventually(async () => (await events())[0]?.state === 'DELIVERED');
    await eventually(async () => (await presences()) === 1);
    expect(provider.calls).toHaveLength(1);
  });

  it('give back the jobs that they took without hearing of it', async () => {
    const { connection, emit, work, events, insertPublishedDataset } = world();
    const { db } = connection;
    // Taken at once, as by a statement whose answer never came: locked in the name of workers that live.
    await db.execute(sql`create function take() returns trigger language plpgsql as $$ begin
      new.locked_at := now();
      new.locked_by := (select locked_by from taker);
      return new; end $$`);
    await db.execute(sql`create table taker (locked_by text)`);
    const provider = stubbornProvider(0);
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => (await presences()) === 1);
    // The first job shows under which name the workers take theirs.
    await db.execute(sql`create function tell() returns trigger language plpgsql as $$ begin
      insert into taker values (new.locked_by); return new; end $$`);
    await db.execute(sql`create trigger tell after update on graphile_worker._private_jobs for each row
      when (old.locked_by is null and new.locked_by is not null) execute function tell()`);
    await emit({ kind: 'CurationStatusChanged', subjectId: 1, payload: { datasetVersionId: 1, label: null } });
    await eventually(async () => (await events())[0]?.state === 'DELIVERED');
    await db.execute(sql`drop trigger tell on graphile_worker._private_jobs`);
    await db.execute(sql`create trigger take before insert on graphile_worker._private_jobs for each row execute function take()`);
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    await db.execute(sql`drop trigger take on graphile_worker._private_jobs`);
    expect(await lockHolders()).toHaveLength(1);
    expect(await releaseAbandonedJobs(db)).toBe(0);
    await db.execute(
      sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'archivolt-jobs' and datname = current_database()`,
    );
    await eventually(async () => (await events())[1]?.state === 'DELIVERED');
    expect(provider.calls).toHaveLength(1);
  });
});

describe('workers that end by themselves', () => {
  it('are started again, and deliver nothing twice that was delivered', async () => {
    const { connection, emit, work, events, countJobs, insertPublishedDataset } = world();
    const { db } = connection;
    // The delivery succeeds, but the queue cannot forget the job.
    await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no deletion now'; end $$`);
    await db.execute(sql`create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()`);
    const provider = stubbornProvider(0);
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    await eventually(async () => (await events())[0]?.state === 'DELIVERED');
    await eventually(async () => (await presences()) === 0);
    await db.execute(sql`drop trigger refuse on graphile_worker._private_jobs`);
    await eventually(async () => (await countJobs()) === 0);
    expect(provider.calls).toHaveLength(1);
    expect(await events()).toEqual([{ state: 'DELIVERED', attempts: 1, lastError: null }]);
  });
});

describe('stopping', () => {
  it('waits for the running delivery and takes no other', async () => {
    const { connection, emit, work, events, countJobs, insertPublishedDataset } = world();
    const { promise, open } = openable();
    const provider = waitingProvider(promise);
    const jobs = await work(servicesWith(provider, (await emptyStorage()).storage));
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    await eventually(() => provider.calls === 1);
    const stopping = jobs.stop();
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/BBBBBB'), payload: {} });
    open();
    await stopping;
    await jobs.stop();
    expect((await events()).map(({ state }) => state)).toEqual(['DELIVERED', 'PENDING']);
    expect([await countJobs(), await lockHolders()]).toEqual([1, []]);
    await eventually(async () => {
      const left = await connection.db.execute(
        sql`select 1 from pg_stat_activity where application_name = 'archivolt-jobs' and datname = current_database()`,
      );
      return left.length === 0;
    });
  });

  it('gives a delivery that takes too long back to the queue', async () => {
    const { emit, work, events, countJobs, insertPublishedDataset } = world();
    const provider = waitingProvider(new Promise(() => undefined));
    const jobs = await work(servicesWith(provider, (await emptyStorage()).storage));
    await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset('FK2/AAAAAA'), payload: {} });
    await eventually(() => provider.calls === 1);
    await jobs.stop();
    expect([await countJobs(), await lockHolders()]).toEqual([1, []]);
    expect((await events())[0]?.state).toBe('PENDING');
  });
});
