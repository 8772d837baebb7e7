import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type DataciteServer, REPOSITORY_ID, REPOSITORY_PASSWORD, startDataciteServer } from '../support/datacite-server.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { createDataset, queryDatabase, randomFile, rest, temporaryFolder, TOKEN, upload } from './depositor.ts';

const KILLS = Number(process.env['FAULT_PUBLISH_KILLS'] ?? 8);
/** Kills end early on a slow machine. */
const TIME_FOR_KILLS_MS = 80_000;
/** Publications under way at each kill. */
const AT_ONCE = 4;
/** About as long as so many publications take. */
const LONGEST_WAIT_MS = 120;

interface Attempt {
  readonly dataset: number;
  acknowledged: boolean;
}

/** What the database holds of a dataset that was to be published. */
interface Held {
  readonly id: number;
  readonly state: string;
  readonly number: string | null;
  readonly releasedAt: string | null;
  readonly publishedAt: string | null;
  /** Files with a date of publication, and with an identifier. */
  readonly publishedFiles: number;
  readonly filePids: number;
  readonly told: number;
  readonly events: number;
  readonly audited: number;
  readonly versions: number;
}

function heldIn(url: string): Promise<Held[]> {
  return queryDatabase(
    url,
    async (sql) =>
      await sql<Held[]>`
        select d.id, v.state, v.version_number || '.' || v.version_minor_number as number, v.released_at::text as "releasedAt",
          n.published_at::text as "publishedAt",
          (select count(*)::int from data_file f join node fn on fn.id = f.id where f.dataset_id = d.id and fn.published_at is not null) as "publishedFiles",
          (select count(*)::int from file_registration r where r.dataset_id = d.id) as "filePids",
          (select count(*)::int from notification m where m.subject_id = d.id and m.type = 'PUBLISHEDDS') as told,
          (select count(*)::int from outbox_event e where e.subject_id = d.id and e.kind = 'FilePidRecordsChanged') as events,
          (select count(*)::int from audit_record a where a.subject_id = d.id and a.command = 'publishDataset') as audited,
          (select count(*)::int from dataset_version o where o.dataset_id = d.id) as versions
        from dataset d join node n on n.id = d.id
        join dataset_version v on v.dataset_id = d.id and v.ordinal = (select max(ordinal) from dataset_version o where o.dataset_id = d.id)
        order by d.id`,
  );
}

const NOT_AT_ALL = {
  state: 'DRAFT',
  number: null,
  releasedAt: null,
  publishedAt: null,
  publishedFiles: 0,
  filePids: 0,
  told: 0,
  events: 0,
  audited: 0,
  versions: 1,
};
const WHOLE = {
  state: 'RELEASED',
  number: '1.0',
  releasedAt: expect.any(String),
  publishedAt: expect.any(String),
  publishedFiles: 1,
  filePids: 1,
  told: 1,
  events: 1,
  audited: 1,
  versions: 1,
};

const publish = (server: ServerProcess, dataset: number) => rest(server, 'POST', `/datasets/${dataset}/actions/:publish?type=major`);

async function prepared(server: ServerProcess, name: string): Promise<number> {
  const dataset = await createDataset(server);
  const answer = await upload(server, dataset, randomFile(500), name);
  if (answer.httpStatus !== 200) throw new Error(`No file was added: ${JSON.stringify(answer)}`);
  return dataset;
}

/** Kills the server somewhere in the middle of publications; what each of them was answered. */
async function killWhilePublishing(server: ServerProcess, round: number): Promise<Attempt[]> {
  const attempts = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, number): Promise<Attempt> => {
      const dataset = await prepared(server, `${round}-${number}.bin`);
      return { dataset, acknowledged: false };
    }),
  );
  const publications = attempts.map(async (attempt) => {
    const answer = await publish(server, attempt.dataset).catch(() => undefined);
    attempt.acknowledged = answer?.httpStatus === 200;
  });
  await sleep(randomInt(LONGEST_WAIT_MS));
  server.signal('SIGKILL');
  expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  await Promise.all(publications);
  return attempts;
}

/** Registrations that are not done, with what the last try failed by. */
function waitingIn(url: string): Promise<{ readonly dataset: number; readonly error: string | null }[]> {
  return queryDatabase(
    url,
    async (sql) =>
      await sql<{ dataset: number; error: string | null }[]>`
        select id as dataset, registration_error as error from dataset where registration_state <> 'REGISTERED'
        union all select dataset_id, error from file_registration where state <> 'REGISTERED'`,
  );
}

/** Times that the service was asked to make something known, by DOI in lower case. */
function findable(datacite: DataciteServer): string[] {
  return [...datacite.dois].flatMap(([doi, { state }]) => (state === 'findable' ? [doi] : [])).sort();
}

test(
  'after kill -9 at any moment of publications each is done whole or not at all, keeps number and time, and is registered once',
  UNHURRIED,
  async () => {
    const datacite = await startDataciteServer();
    onTestFinished(() => datacite.stop());
    const { url: databaseUrl } = await createTestDatabase('installed');
    const dataDir = await temporaryFolder();
    const env = {
      DATABASE_URL: databaseUrl,
      SUPERUSER_API_TOKEN: TOKEN,
      // The address that identifiers lead to: one that leads elsewhere is not ours to register, and ports change with each start.
      SITE_URL: 'https://archive.example.org',
      PID_PROVIDER: 'datacite',
      PID_AUTHORITY: '10.12345',
      PID_SHOULDER: 'KILL/',
      DATACITE_URL: datacite.url,
      DATACITE_REPOSITORY_ID: REPOSITORY_ID,
      DATACITE_PASSWORD: REPOSITORY_PASSWORD,
    };
    let server = await startServerProcess({ dataDir, env });
    expect((await rest(server, 'PUT', '/admin/settings/:FilePIDsEnabled', 'true')).httpStatus).toBe(200);
    // All holders of a role are notified of a publication.
    expect((await rest(server, 'POST', '/collections/root/assignments', { assignee: '@admin', role: 'curator' })).httpStatus).toBe(200);

    const attempts: Attempt[] = [];
    const known = new Map<number, string | null>();
    const end = Date.now() + TIME_FOR_KILLS_MS;
    let kills = 0;
    for (; kills < KILLS && (Date.now() < end || kills < 3); kills += 1) {
      attempts.push(...(await killWhilePublishing(server, kills)));
      for (const held of await heldIn(databaseUrl)) {
        const { id, ...facts } = held;
        expect(facts, `dataset ${id} after kill ${kills + 1}`).toEqual(held.state === 'DRAFT' ? NOT_AT_ALL : WHOLE);
        // What was published once is what it was, whatever has been killed since.
        expect(held.releasedAt).toBe(known.get(id) ?? held.releasedAt);
        known.set(id, held.releasedAt);
      }
      const acknowledged = attempts.filter((attempt) => attempt.acknowledged);
      for (const { dataset } of acknowledged) expect(known.get(dataset)).toEqual(expect.any(String));
      server = await startServerProcess({ dataDir, env });
    }

    // What was not done can be done, once.
    const drafts = attempts.filter(({ dataset }) => known.get(dataset) === null);
    for (const { dataset } of drafts) expect((await publish(server, dataset)).httpStatus).toBe(200);
    for (const { dataset } of attempts) {
      expect(await publish(server, dataset)).toMatchObject({ httpStatus: 403, errorCode: 'DATASET_ALREADY_PUBLISHED' });
    }
    // Whatever was cut off is done in the first try of those that follow: a failure would be tried again hours later.
    await until('everything is registered', async () => {
      const waiting = await waitingIn(databaseUrl);
      const failed = waiting.filter(({ error }) => error !== null);
      if (failed.length > 0) throw new Error(`A registration failed: ${JSON.stringify(failed.slice(0, 3))}`);
      return waiting.length === 0;
    });
    const after = await heldIn(databaseUrl);
    expect(after.map(({ id: _id, ...facts }) => facts)).toEqual(after.map(() => WHOLE));
    for (const { id, releasedAt } of after) expect(known.get(id) ?? releasedAt).toBe(releasedAt);

    const registered = await queryDatabase(
      databaseUrl,
      async (sql) =>
        await sql<{ doi: string }[]>`
        select lower(authority || separator || identifier) as doi from dataset
        union all select lower(substr(persistent_id, 5)) from data_file order by doi`,
    );
    // Nothing is registered that no dataset or file has, and nothing under two names.
    expect(findable(datacite)).toEqual(registered.map(({ doi }) => doi).sort());
    expect([...datacite.dois.keys()].sort()).toEqual(findable(datacite));
    // A kill between the answer of the service and the note of it costs a repeated request, and no more than one.
    for (const { doi } of registered) {
      const writes = datacite.requests.filter((request) => request.toLowerCase() === `put /dois/${doi}`).length;
      expect(writes).toBeLessThanOrEqual(2 + kills);
    }
    expect(await stopServer(server)).toEqual({ code: 0, signal: null });
  },
);
