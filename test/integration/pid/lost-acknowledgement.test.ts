import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataciteClient } from '../../../src/adapters/datacite/datacite-client.ts';
import { dataciteProvider } from '../../../src/adapters/datacite/datacite-provider.ts';
import { type DataciteServer, REPOSITORY_ID, REPOSITORY_PASSWORD, startDataciteServer } from '../../support/datacite-server.ts';
import { servicesWith, stubbornProvider, useJobsWorld } from '../jobs/jobs-world.ts';
import { emptyStorage, eventually } from '../storage/storage-world.ts';

const world = useJobsWorld();
let server: DataciteServer;

beforeEach(async () => {
  server = await startDataciteServer();
});

afterEach(async () => {
  await server.stop();
});

describe('a process that is killed after the provider was told and before it could note that', () => {
  it('costs a repeated request, and the newest state is what the provider has in the end', async () => {
    const { connection, database, emit, work, events, insertPublishedDataset, registration } = world();
    const { root, storage } = await emptyStorage();
    const id = await insertPublishedDataset('FK2/AAAAAA');
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    // The lookup before the first registration, and the registration.
    server.troubles.push({ status: 404 }, 'holdAfter');

    const script = fileURLToPath(new URL('./registering-worker.ts', import.meta.url));
    const child = spawn(process.execPath, [script, database.url, root, server.url], { stdio: ['ignore', 'ignore', 'inherit'] });
    await eventually(() => Promise.resolve(server.dois.get('10.5072/fk2/aaaaaa')?.state === 'findable'));
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    expect(await registration(id)).toMatchObject({ state: 'PENDING', registeredAt: null });
    await eventually(async () => {
      const [row] = await connection.db.execute<{ count: number }>(
        sql`select count(*)::int as count from pg_stat_activity where application_name = 'archivolt-jobs' and datname = current_database()`,
      );
      return row?.count === 0;
    });

    // What changed meanwhile goes along with the repetition.
    await connection.db.execute(
      sql`update dataset_version set metadata = '{"citation": [{"typeName": "title", "multiple": false, "typeClass": "primitive", "value": "Snowfall"}]}' where dataset_id = ${id} and ordinal = 1`,
    );
    const client = createDataciteClient({
      url: server.url,
      repositoryId: REPOSITORY_ID,
      password: REPOSITORY_PASSWORD,
      userAgent: 'Archivolt/test',
    });
    await work(servicesWith(dataciteProvider(client, { authority: '10.5072', shoulder: 'FK2/' }), storage));
    await eventually(async () => (await events())[0]?.state === 'DELIVERED');
    expect(await registration(id)).toMatchObject({ state: 'REGISTERED', error: null });
    expect([...server.dois]).toEqual([
      [
        '10.5072/fk2/aaaaaa',
        expect.objectContaining({ state: 'findable', attributes: expect.objectContaining({ titles: [{ title: 'Snowfall' }] }) }),
      ],
    ]);
  });
});

describe('a change while the provider is being told', () => {
  it('is told as well, and only then counts as registered', async () => {
    const { connection, emit, work, events, insertPublishedDataset, registration } = world();
    const id = await insertPublishedDataset('FK2/BBBBBB');
    const calm = stubbornProvider(0);
    const seen: string[] = [];
    const provider = {
      ...calm,
      publish: async (record: Parameters<typeof calm.publish>[0]) => {
        await calm.publish(record);
        seen.push((await registration(id)).state);
        if (seen.length === 1) {
          await connection.db.execute(
            sql`update dataset set registration_revision = registration_revision + 1, registration_state = 'PENDING' where id = ${id}`,
          );
        }
      },
    };
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => (await events())[0]?.state === 'DELIVERED');
    expect(seen).toEqual(['PENDING', 'PENDING']);
    expect(await registration(id)).toMatchObject({ state: 'REGISTERED', attempts: 2 });
  });
});

describe('an identifier that already belongs to another party', () => {
  it('is not taken over, and the reason is on record', async () => {
    const { emit, work, insertPublishedDataset, registration } = world();
    const id = await insertPublishedDataset('FK2/CCCCCC');
    const provider = {
      ...stubbornProvider(0),
      lookup: async () => ({ state: 'findable' as const, targetUrl: 'https://other.example.org/9' }),
    };
    await emit({ kind: 'PidRecordChanged', subjectId: id, payload: {} });
    await work(servicesWith(provider, (await emptyStorage()).storage));
    await eventually(async () => (await registration(id)).attempts === 1);
    expect(await registration(id)).toMatchObject({
      state: 'PENDING',
      error: 'doi:10.5072/FK2/CCCCCC is already registered, with https://other.example.org/9 as its target.',
    });
    expect(provider.calls).toEqual([]);
  });
});
