import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { insertNode } from '../../../src/db/queries/gate/nodes.ts';
import { dataFile } from '../../../src/db/schema/file.ts';
import { HOUSEKEEPING_TIMES, housekeepingTasks } from '../../../src/jobs/housekeeping.ts';
import type { FileLocation, FileStorage } from '../../../src/storage/file-storage.ts';
import { emptyStorage, eventually, filesBelow, placeIn, textFile } from '../storage/storage-world.ts';
import { servicesWith, stubbornProvider, useJobsWorld } from './jobs-world.ts';

const world = useJobsWorld();

async function keptFile(storage: FileStorage): Promise<FileLocation> {
  const location = placeIn(storage);
  await storage.keep(await storage.stage(Readable.from(['text']), textFile), location);
  return location;
}

async function insertFileRecord(storageId: string, persistentId = 'doi:FK2/ABCDEF'): Promise<void> {
  const { connection, insertPublishedDataset } = world();
  const [protocol = '', identifier = ''] = persistentId.split(':');
  const owner = await insertPublishedDataset(identifier);
  await connection.sql`update dataset set protocol = ${protocol} where id = ${owner}`;
  const place = await insertNode(connection.db, {
    kind: 'DATAFILE',
    owner: { id: owner, path: [owner], permissionPath: [owner] },
    creatorId: null,
    permissionRoot: false,
  });
  await connection.db.insert(dataFile).values({
    id: place.id,
    datasetId: owner,
    contentType: 'text/plain',
    sizeBytes: 4,
    checksumAlgorithm: 'MD5',
    checksumValue: 'x',
    storageDriver: 'local',
    storageId,
  });
}

describe('the event that files were removed', () => {
  it('deletes their bytes, but never those that a record names', async () => {
    const { emit, work, events } = world();
    const { root, storage } = await emptyStorage();
    const [gone, named, other] = [await keptFile(storage), await keptFile(storage), await keptFile(storage)];
    await insertFileRecord(named.storageId);
    const { driver, authority, identifier } = gone;
    const payload = { driver, authority, identifier, storageIds: [gone.storageId, named.storageId, 'never-was'] };
    await work(servicesWith(stubbornProvider(0), storage));
    await emit({ kind: 'FilesRemoved', subjectId: 1, payload });
    await emit({ kind: 'FilesRemoved', subjectId: 1, payload });
    await eventually(async () => (await events()).every(({ state }) => state === 'DELIVERED'));
    const left = [named, other].map(({ storageId }) => path.join(authority, identifier, storageId)).sort();
    expect(await filesBelow(root)).toEqual(left);
  });

  it.each([
    ['another folder', 'doi:FK2/OTHER', 'goes'],
    ['the folder by another protocol', 'hdl:FK2/ABCDEF', 'stays'],
    ['the folder in another case', 'hdl:fk2/abcdef', 'stays'],
  ])('asks whether a record names them there: named in %s by %s, a file %s', async (_what, persistentId, outcome) => {
    const { emit, work, events } = world();
    const { root, storage } = await emptyStorage();
    const { driver, authority, identifier, storageId } = await keptFile(storage);
    await insertFileRecord(storageId, persistentId);
    await work(servicesWith(stubbornProvider(0), storage));
    await emit({ kind: 'FilesRemoved', subjectId: 1, payload: { driver, authority, identifier, storageIds: [storageId] } });
    await eventually(async () => (await events()).every(({ state }) => state === 'DELIVERED'));
    expect(await filesBelow(root)).toEqual(outcome === 'stays' ? [path.join(authority, identifier, storageId)] : []);
  });

  it.each([1, 2])('deletes what belongs to %i files with them, and nothing of a file whose name begins alike', async (count) => {
    const { emit, work, events } = world();
    const { root, storage } = await emptyStorage();
    const gone = await Promise.all(Array.from({ length: count }, () => keptFile(storage)));
    const [first] = gone;
    if (first === undefined) throw new Error('There are files.');
    const keepAs = async (storageId: string): Promise<void> =>
      storage.keep(await storage.stage(Readable.from(['text']), textFile), { ...first, storageId });
    await keepAs(`${first.storageId}.thumb64`);
    await keepAs(`${first.storageId}x`);
    await keepAs(`${first.storageId}.csv`);
    await insertFileRecord(`${first.storageId}.csv`);
    const { driver, authority, identifier } = first;
    await work(servicesWith(stubbornProvider(0), storage));
    await emit({
      kind: 'FilesRemoved',
      subjectId: 1,
      payload: { driver, authority, identifier, storageIds: gone.map(({ storageId }) => storageId) },
    });
    await eventually(async () => (await events()).every(({ state }) => state === 'DELIVERED'));
    const left = ['.csv', 'x'].map((end) => path.join(authority, identifier, `${first.storageId}${end}`));
    expect(await filesBelow(root)).toEqual(left);
  });

  it('goes on after a file that cannot be deleted, and tries that one again', async () => {
    const { emit, work, hurry, events } = world();
    const { root, storage } = await emptyStorage();
    const [first, second] = [await keptFile(storage), await keptFile(storage)];
    let broken = true;
    const fragile: FileStorage = {
      ...storage,
      remove: async (location) => {
        if (broken && location.storageId === first.storageId) throw new Error('disk unplugged');
        await storage.remove(location);
      },
    };
    await work(servicesWith(stubbornProvider(0), fragile));
    const { driver, authority, identifier } = first;
    await emit({
      kind: 'FilesRemoved',
      subjectId: 1,
      payload: { driver, authority, identifier, storageIds: [first.storageId, second.storageId] },
    });
    await eventually(async () => (await events())[0]?.attempts === 1);
    expect(await filesBelow(root)).toEqual([path.join(authority, identifier, first.storageId)]);
    expect((await events())[0]?.lastError).toContain('disk unplugged');
    broken = false;
    await eventually(async () => {
      await hurry();
      return (await events())[0]?.state === 'DELIVERED';
    });
    expect(await filesBelow(root)).toEqual([]);
  });
});

describe('housekeeping', () => {
  it('removes uploads without a write for a day', async () => {
    const { connection, work } = world();
    const { root, storage } = await emptyStorage();
    const [old, fresh] = [await storage.stage(Readable.from(['a']), textFile), await storage.stage(Readable.from(['b']), textFile)];
    const past = new Date(Date.now() - 25 * 60 * 60 * 1000);
    const staged = (await filesBelow(root)).find((name) => name.endsWith(old.handle)) ?? '';
    await utimes(path.join(root, staged), past, past);
    await work(servicesWith(stubbornProvider(0), storage));
    await connection.db.execute(sql`select graphile_worker.add_job('sweep-staging')`);
    await eventually(async () => (await filesBelow(root)).length === 1);
    expect(await filesBelow(root)).toEqual([expect.stringContaining(fresh.handle)]);
  });

  it('removes delivered events after 90 days and keeps those that failed', async () => {
    const { connection, work, events } = world();
    await connection.db.execute(sql`insert into outbox_event (kind, payload, state, attempts, delivered_at, created_at)
      select 'FilesRemoved', '{}', state::outbox_state, attempts, case state when 'DELIVERED' then now() - make_interval(days => age) end, now() - interval '200 days'
      from (values ('DELIVERED', 1, 89), ('DELIVERED', 2, 91), ('FAILED', 3, 0), ('PENDING', 4, 0)) as sample (state, attempts, age)`);
    await work(servicesWith(stubbornProvider(0), (await emptyStorage()).storage));
    await connection.db.execute(sql`select graphile_worker.add_job('clean-outbox')`);
    await eventually(async () => (await events()).length === 3);
    expect((await events()).map(({ attempts }) => attempts)).toEqual([1, 3, 4]);
  });

  it('has a task for every time', async () => {
    const { connection } = world();
    const { parseCronItems } = await import('graphile-worker');
    const scope = {
      db: connection.db,
      services: servicesWith(stubbornProvider(0), (await emptyStorage()).storage),
      log: (await import('pino')).pino({ level: 'silent' }),
    };
    expect(parseCronItems(HOUSEKEEPING_TIMES).map(({ task }) => task)).toEqual(Object.keys(housekeepingTasks(scope)));
  });
});
