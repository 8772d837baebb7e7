import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { storeEvent } from '../../../src/kernel/store-event.ts';
import { emptyStorage, eventually } from '../storage/storage-world.ts';
import { servicesWith, SITE, stubbornProvider, useJobsWorld } from './jobs-world.ts';

const world = useJobsWorld();

async function delivered(count: number): Promise<boolean> {
  const events = await world().events();
  return events.length === count && events.every(({ state }) => state === 'DELIVERED');
}

describe('delivering events', () => {
  it('delivers an event that was written while no worker ran, and one written while it runs', async () => {
    const { emit, work, countJobs, insertPublishedDataset, registration } = world();
    const provider = stubbornProvider(0);
    const [first, second] = [await insertPublishedDataset('FK2/AAAAAA'), await insertPublishedDataset('FK2/BBBBBB')];
    await emit({ kind: 'PidRecordChanged', subjectId: first, payload: {} });
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(() => delivered(1));
    await emit({ kind: 'PidRecordChanged', subjectId: second, payload: {} });
    await eventually(() => delivered(2));
    await eventually(async () => (await countJobs()) === 0);
    expect(provider.calls).toEqual([
      expect.objectContaining({
        persistentId: 'doi:10.5072/FK2/AAAAAA',
        targetUrl: `${SITE}/dataset.xhtml?persistentId=doi:10.5072/FK2/AAAAAA`,
        metadata: expect.objectContaining({
          titles: [{ title: 'Rainfall' }],
          publicationYear: 2026,
          dates: [{ date: '2026-11-20', dateType: 'Available' }],
        }),
      }),
      expect.objectContaining({ persistentId: 'doi:10.5072/FK2/BBBBBB' }),
    ]);
    expect(await registration(second)).toMatchObject({ state: 'REGISTERED', attempts: 1, error: null, registeredAt: expect.any(Date) });
  });

  it('leaves neither event nor job when the transaction is rolled back', async () => {
    const { connection, events, countJobs } = world();
    const failure = new Error('rolled back');
    await expect(
      connection.db.transaction(async (tx) => {
        await storeEvent(tx, { kind: 'PidRecordChanged', subjectId: 1, payload: {} });
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect([await events(), await countJobs()]).toEqual([[], 0]);
  });

  it('tries a provider that refuses again until it accepts, and counts the tries', async () => {
    const { emit, work, hurry, events, insertPublishedDataset, registration } = world();
    const provider = stubbornProvider(3);
    const id = await insertPublishedDataset('FK2/CCCCCC');
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => (await registration(id)).attempts === 1);
    expect(await registration(id)).toEqual({
      state: 'PENDING',
      attempts: 1,
      error: 'fetch failed: connect to https://***@pid.example.org refused',
      registeredAt: null,
    });
    await eventually(async () => (await events())[0]?.lastError === 'fetch failed: connect to https://***@pid.example.org refused');
    await eventually(async () => {
      await hurry();
      return delivered(1);
    });
    expect(await registration(id)).toMatchObject({ state: 'REGISTERED', attempts: 4, error: null });
    expect(await events()).toEqual([{ state: 'DELIVERED', attempts: 4, lastError: null }]);
    expect(provider.calls).toHaveLength(4);
  });

  it('gives up after the last try, keeps the publication, and goes on when an operator asks for it', async () => {
    const { connection, emit, work, hurry, events, insertPublishedDataset, registration } = world();
    const provider = stubbornProvider(2);
    const id = await insertPublishedDataset('FK2/DDDDDD');
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    await connection.db.execute(sql`update graphile_worker._private_jobs set max_attempts = 2`);
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => {
      await hurry();
      return (await events())[0]?.state === 'FAILED';
    });
    expect(await registration(id)).toMatchObject({ state: 'FAILED', attempts: 2, error: expect.stringContaining('fetch failed') });
    const [version] = await connection.db.execute(sql`select state from dataset_version where dataset_id = ${id} and ordinal = 1`);
    expect(version).toEqual({ state: 'RELEASED' });
    await eventually(async () => {
      const unlocked = await connection.db.execute(sql`select 1 from graphile_worker.jobs where locked_at is null`);
      return unlocked.length === 1;
    });
    await connection.db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now(), attempts => 0)`,
    );
    await hurry();
    await eventually(() => delivered(1));
    expect(await registration(id)).toMatchObject({ state: 'REGISTERED', attempts: 3 });
  });

  it('has nothing to do for a dataset that is gone or registered already', async () => {
    const { connection, emit, work, insertPublishedDataset, registration } = world();
    const provider = stubbornProvider(0);
    const id = await insertPublishedDataset('FK2/EEEEEE');
    await connection.db.execute(sql`update dataset set registration_state = 'REGISTERED' where id = ${id}`);
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    await emit({ kind: 'PidRecordChanged', subjectId: 999_999, payload: {} });
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(() => delivered(2));
    expect(provider.calls).toEqual([]);
    expect(await registration(id)).toMatchObject({ state: 'REGISTERED', attempts: 0 });
  });

  it('does not ask a provider about an identifier that is not its own', async () => {
    const { emit, work, insertPublishedDataset, registration } = world();
    const provider = { ...stubbornProvider(0), authority: '10.9999' };
    const id = await insertPublishedDataset('FK2/FFFFFF');
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => (await registration(id)).attempts === 1);
    expect(await registration(id)).toMatchObject({ state: 'PENDING', error: expect.stringContaining('doi:10.5072') });
    expect(provider.calls).toEqual([]);
  });

  it('keeps an event of a kind that only a newer release knows', async () => {
    const { connection, emit, work, events } = world();
    await emit({ kind: 'PidRecordChanged', subjectId: 1, payload: {} });
    await connection.db.execute(sql`update outbox_event set kind = 'NotYetInvented'`);
    await work(servicesWith(stubbornProvider(0), (await emptyStorage()).storage));
    await eventually(async () => (await events())[0]?.attempts === 1);
    expect(await events()).toEqual([{ state: 'PENDING', attempts: 1, lastError: expect.stringContaining('NotYetInvented') }]);
  });
});

describe('two worker processes', () => {
  it('deliver each event once', async () => {
    const { emit, work, events, insertPublishedDataset } = world();
    const provider = stubbornProvider(0);
    const services = servicesWith(provider, (await emptyStorage()).storage);
    await Promise.all([work(services), work(services)]);
    const identifiers = Array.from({ length: 40 }, (_, index) => `FK2/M${String(index).padStart(5, '0')}`);
    for (const identifier of identifiers) {
      await emit({ kind: 'PidRecordChanged', subjectId: await insertPublishedDataset(identifier), payload: {} });
    }
    await eventually(() => delivered(40));
    expect(provider.calls.map(({ persistentId }) => persistentId).sort()).toEqual(
      identifiers.map((identifier) => `doi:10.5072/${identifier}`),
    );
    expect((await events()).every(({ attempts }) => attempts === 1)).toBe(true);
  });
});
