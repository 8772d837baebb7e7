import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { subscribers } from '../../../src/jobs/subscribers.ts';
import type { DataciteServer, KeptDoi } from '../../support/datacite-server.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../../support/seed.ts';
import type { TestServer } from '../../support/server.ts';
import { eventually } from '../storage/storage-world.ts';
import { type RegistrationWorld, startRegistrationWorld } from './registration-world.ts';

let world: RegistrationWorld;
let datacite: DataciteServer;
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  world = await startRegistrationWorld();
  ({ datacite, server } = world);
  admin = superuser(server);
  collection = await createCollection(admin, { name: 'Rain' });
});

afterAll(() => world.stop());

beforeEach(() => {
  datacite.outage = undefined;
  datacite.requests.length = 0;
});

interface Standing {
  readonly state: string;
  readonly attempts: number;
  readonly lastError: string | null;
}

async function registrationOf({ id }: SeededDataset): Promise<Standing> {
  const answer = await admin.graphql.expectData(
    `query($id: Int!) { dataset(reference: {databaseId: $id}) { registration { state attempts lastError } } }`,
    { id },
  );
  const record = answer.record('data.dataset.registration');
  const { lastError } = record;
  return {
    state: String(record['state']),
    attempts: Number(record['attempts']),
    lastError: lastError === null ? null : JSON.stringify(lastError),
  };
}

function kept({ persistentId }: SeededDataset): KeptDoi | undefined {
  return world.kept(persistentId);
}

async function retitle(dataset: SeededDataset, title: string): Promise<void> {
  const edit = await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, {
    fields: [{ typeName: 'title', value: title }],
  });
  expect(edit.status).toBe(200);
}

async function deaccession(dataset: SeededDataset, version: string): Promise<void> {
  const answer = await admin.rest.post(`/api/datasets/${dataset.id}/versions/${version}/deaccession`, {
    deaccessionReason: 'Wrong sensor.',
  });
  expect(answer.status).toBe(200);
}

describe('a dataset of an installation with a DataCite account', () => {
  it('has its DOI reserved when it is made, given back when it is deleted as a draft', async () => {
    const dataset = await createDataset(admin, collection);
    expect(dataset.persistentId).toMatch(/^doi:10\.12345\/LH\/[A-Z0-9]{6}$/);
    await world.idle();
    expect(kept(dataset)?.state).toBe('draft');
    expect(await registrationOf(dataset)).toMatchObject({ state: 'RESERVED', lastError: null });
    expect((await admin.rest.delete(`/api/datasets/${dataset.id}`)).status).toBe(200);
    await world.idle();
    expect(kept(dataset)).toBeUndefined();
  });

  it('is findable with its metadata once it is published, and every publication brings them up to date', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await world.idle();
    expect(await registrationOf(dataset)).toMatchObject({ state: 'REGISTERED', lastError: null });
    expect(kept(dataset)).toMatchObject({
      state: 'findable',
      attributes: {
        url: `https://data.example.org/dataset.xhtml?persistentId=${dataset.persistentId}`,
        version: '1.0',
        publisher: 'Root',
        titles: [{ title: 'Door counter readings of the Lindenhof public library, March 2024' }],
        types: { resourceTypeGeneral: 'Dataset' },
      },
    });
    await retitle(dataset, 'Door counters, corrected');
    await publishDataset(admin, dataset, 'minor');
    await world.idle();
    expect(kept(dataset)).toMatchObject({
      state: 'findable',
      attributes: { version: '1.1', titles: [{ title: 'Door counters, corrected' }] },
    });
    await retitle(dataset, 'Door counters, corrected twice');
    await publishDataset(admin, dataset, 'updatecurrent');
    await world.idle();
    expect(kept(dataset)?.attributes).toMatchObject({ version: '1.1', titles: [{ title: 'Door counters, corrected twice' }] });
    expect(await registrationOf(dataset)).toMatchObject({ state: 'REGISTERED' });
  });

  it('falls back to the version before when one is withdrawn, is hidden with the last, and found again with a new one', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await retitle(dataset, 'Second');
    await publishDataset(admin, dataset);
    await world.idle();
    await deaccession(dataset, '2.0');
    await world.idle();
    expect(kept(dataset)).toMatchObject({ state: 'findable', attributes: { version: '1.0' } });
    await deaccession(dataset, '1.0');
    await world.idle();
    expect(kept(dataset)).toMatchObject({ state: 'registered', attributes: { titles: [{ title: ':unav' }], publicationYear: 9999 } });
    await retitle(dataset, 'Third');
    await publishDataset(admin, dataset);
    await world.idle();
    expect(kept(dataset)).toMatchObject({ state: 'findable', attributes: { version: '3.0', titles: [{ title: 'Third' }] } });
  });

  it('leaves a tombstone when it is destroyed', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await world.idle();
    expect((await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`)).status).toBe(200);
    await world.idle();
    expect(kept(dataset)).toMatchObject({
      state: 'registered',
      attributes: { titles: [{ title: ':unav' }], url: `https://data.example.org/dataset.xhtml?persistentId=${dataset.persistentId}` },
    });
  });
});

describe('while DataCite is down', () => {
  it('datasets are made, published, edited and destroyed, files removed; registration follows when it is back', async () => {
    datacite.outage = { status: 503 };
    const dataset = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { name: 'a.txt', bytes: 'a\n', type: 'text/plain' });
    expect(file).toBeGreaterThan(0);
    await publishDataset(admin, dataset);
    const read = await admin.rest.get(`/api/datasets/${dataset.id}/versions/1.0`);
    expect([read.status, read.text('data.versionState')]).toEqual([200, 'RELEASED']);
    await eventually(async () => {
      await world.hurry();
      return (await registrationOf(dataset)).attempts > 2;
    });
    expect(await registrationOf(dataset)).toMatchObject({ state: 'PENDING', lastError: '"DataCite answered 503 (Service Unavailable)."' });

    const doomed = await createDataset(admin, collection);
    await addFile(admin, doomed, { name: 'b.txt', bytes: 'b\n', type: 'text/plain' });
    expect((await admin.rest.delete(`/api/datasets/${doomed.id}/destroy`)).status).toBe(200);
    const { db } = server.application;
    await eventually(async () => {
      const [event] = await db.execute<{ state: string }>(
        sql`select state from outbox_event where kind = 'FilesRemoved' and subject_id = ${doomed.id}`,
      );
      return event?.state === 'DELIVERED';
    });
    await retitle(dataset, 'Published while nobody listened');
    await publishDataset(admin, dataset, 'minor');
    expect((await registrationOf(dataset)).state).toBe('PENDING');

    datacite.outage = undefined;
    await world.idle();
    expect(await registrationOf(dataset)).toMatchObject({ state: 'REGISTERED', lastError: null });
    expect(kept(dataset)).toMatchObject({
      state: 'findable',
      attributes: { version: '1.1', titles: [{ title: 'Published while nobody listened' }] },
    });
    expect(kept(doomed)).toBeUndefined();
  });
});

describe('what a superuser asks about identifiers', () => {
  it('is answered by the provider; what it has not accepted is listed, and can be reserved once more', async () => {
    const pids = async (path: string) => admin.rest.get(`/api/pids${path}`);
    const published = await createDataset(admin, collection);
    await publishDataset(admin, published);
    await world.idle();
    expect((await pids('/unreserved')).at('data')).toEqual({ numUnreserved: 0, count: [] });
    expect((await pids(`?persistentId=${published.persistentId}`)).at('data')).toEqual({
      id: published.persistentId.slice('doi:'.length),
      persistentId: published.persistentId,
      provider: 'datacite',
      state: 'findable',
      url: `https://data.example.org/dataset.xhtml?persistentId=${published.persistentId}`,
    });
    expect((await pids('?persistentId=doi:10.12345/LH/NOSUCH')).errorCode).toBe('PERSISTENT_ID_NOT_FOUND');
    expect((await pids('/providers')).record('data.0')).toMatchObject({ id: 'datacite', authority: '10.12345', shoulder: 'LH/' });

    datacite.outage = { status: 503 };
    const draft = await createDataset(admin, collection);
    const waiting = { numUnreserved: 1, count: [{ id: String(draft.id), pid: draft.persistentId }] };
    expect((await pids('/unreserved')).at('data')).toEqual(waiting);
    await eventually(async () => (await registrationOf(draft)).lastError !== null);
    expect((await pids('/unreserved')).at('data')).toEqual(waiting);
    const refused = await pids(`?persistentId=${draft.persistentId}`);
    expect([refused.status, refused.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    datacite.outage = undefined;
    expect((await admin.rest.post(`/api/pids/${draft.id}/reserve`)).status).toBe(200);
    await world.idle();
    expect((await pids('/unreserved')).at('data')).toEqual({ numUnreserved: 0, count: [] });
    expect((await pids(`?persistentId=${draft.persistentId}`)).at('data.state')).toBe('draft');
  });
});

describe('a registration that is given up', () => {
  it('is told to those who work with the dataset, and can be asked for once more', async () => {
    const dataset = await createDataset(admin, collection);
    await world.idle();
    datacite.outage = { status: 422 };
    await publishDataset(admin, dataset);
    // The queue makes its own try first, and pauses then.
    await eventually(async () => (await registrationOf(dataset)).lastError !== null);
    const { db, services } = server.application;
    const scope = { db, services, commandServices: services, log: pino({ level: 'silent' }), eventId: 0, lastAttempt: true };
    const event = { id: 0, kind: 'PidRecordChanged', subjectId: dataset.id, payload: {}, attempts: 24 };
    await expect(subscribers.deliver(scope, event)).rejects.toThrow('DataCite answered 422');
    expect((await registrationOf(dataset)).state).toBe('FAILED');
    const told = await admin.rest.get('/api/notifications/all?limit=1&inAppNotificationFormat=true');
    expect(told.record('data.0')).toMatchObject({ type: 'PUBLISHFAILED_PIDREG', datasetPersistentIdentifier: dataset.persistentId });
    datacite.outage = undefined;
    expect((await admin.rest.post(`/api/datasets/${dataset.id}/modifyRegistration`)).status).toBe(200);
    await world.idle();
    expect((await registrationOf(dataset)).state).toBe('REGISTERED');
  });
});

describe('an update that a superuser asks for', () => {
  it('sends the present target and metadata of one dataset, published or not', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    const draft = await createDataset(admin, collection);
    await world.idle();
    datacite.requests.length = 0;
    for (const { id } of [dataset, draft]) expect((await admin.rest.post(`/api/datasets/${id}/modifyRegistration`)).status).toBe(200);
    await world.idle();
    expect(datacite.requests).toEqual([dataset, draft].map(({ persistentId }) => `PUT /dois/${persistentId.replace('doi:', '')}`));
    expect([await registrationOf(dataset), await registrationOf(draft)]).toMatchObject([{ state: 'REGISTERED' }, { state: 'RESERVED' }]);
  });

  it('sends those of all datasets, behind what is more urgent, and shows how far it is', async () => {
    const published = [await createDataset(admin, collection), await createDataset(admin, collection)];
    for (const dataset of published) await publishDataset(admin, dataset);
    await world.idle();
    expect((await admin.rest.send('/api/admin/settings/:InstallationName', { method: 'PUT', raw: 'Lindenhof Data' })).status).toBe(200);
    datacite.outage = { status: 503 };
    const started = await admin.rest.post('/api/datasets/modifyRegistrationPIDMetadataAll');
    expect(started.status).toBe(200);
    const summary = async () =>
      (await admin.graphql.expectData('{ registrationSummary { reserved pending registered failed } }')).record('data.registrationSummary');
    const count = Number(/; (\d+) are sent/.exec(started.text('data.message'))?.[1]);
    expect(count).toBeGreaterThanOrEqual(2);
    await eventually(async () => Number((await summary())['pending']) === count);
    datacite.outage = undefined;
    await world.idle();
    expect(await summary()).toMatchObject({ pending: 0, registered: count, failed: 0 });
    for (const dataset of published) expect(kept(dataset)?.attributes.publisher).toBe('Lindenhof Data');
  });
});

describe('GraphQL', () => {
  const update = 'mutation($input: UpdateRegistrationInput!) { updateRegistration(input: $input) { dataset { registration { state } } } }';
  const updateAll = 'mutation { updateAllRegistrations(input: {publishedOnly: true}) { datasetCount } }';

  it('gives the codes of the REST rows', async () => {
    const draft = await createDataset(admin, collection);
    const user = await createUser(server, 'registrar');
    const input = (more: Readonly<Record<string, unknown>> = {}) => ({ input: { dataset: { databaseId: draft.id }, ...more } });
    const nobody = { input: { dataset: { databaseId: 987_654 } } };
    const codes = [
      await guest(server).graphql.send(update, input()),
      await user.graphql.send(update, input()),
      await admin.graphql.send(update, nobody),
      await admin.graphql.send(update, input({ publishedOnly: true })),
      await guest(server).graphql.send(updateAll),
      await user.graphql.send(updateAll),
      await guest(server).graphql.send('{ registrationSummary { pending } }'),
      await user.graphql.send('{ registrationSummary { pending } }'),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      'AUTHENTICATION_REQUIRED',
      'SUPERUSER_REQUIRED',
      'DATASET_NOT_FOUND',
      'REGISTRATION_REFUSED',
      'AUTHENTICATION_REQUIRED',
      'SUPERUSER_REQUIRED',
      'AUTHENTICATION_REQUIRED',
      'SUPERUSER_REQUIRED',
    ]);
    const sent = await admin.graphql.expectData(update, input());
    expect(sent.at('data.updateRegistration.dataset.registration.state')).toBe('RESERVED');
    await world.idle();
  });
});

describe('settings', () => {
  it('choose another provider for new datasets, and the old ones stay in the care of theirs', async () => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    await world.idle();
    for (const [name, value] of [
      [':DoiProvider', 'perma'],
      [':Authority', 'lindenhof'],
      [':Shoulder', '-'],
    ] as const) {
      expect((await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw: value })).status).toBe(200);
    }
    const permalink = await createDataset(admin, collection);
    expect(permalink.persistentId).toMatch(/^perma:lindenhof-[A-Z0-9]{6}$/);
    expect((await registrationOf(permalink)).state).toBe('REGISTERED');
    await retitle(dataset, 'Still a DOI');
    await publishDataset(admin, dataset);
    await world.idle();
    expect(kept(dataset)).toMatchObject({ state: 'findable', attributes: { version: '2.0', titles: [{ title: 'Still a DOI' }] } });
  });

  it('have identifiers generated by the operator’s function, and say so when there is none', async () => {
    const { db } = server.application;
    const style = ':IdentifierGenerationStyle';
    expect((await admin.rest.send(`/api/admin/settings/${style}`, { method: 'PUT', raw: 'storedProcGenerated' })).status).toBe(200);
    const body = await admin.rest.get(`/api/datasets/${(await firstDataset()).id}/versions/:latest`);
    const create = () =>
      admin.rest.post(`/api/collections/${collection.alias}/datasets`, {
        datasetVersion: { metadataBlocks: body.record('data.metadataBlocks') },
      });
    const refused = await create();
    expect([refused.status, refused.text('errorCode')]).toEqual([503, 'PID_NOT_MINTED']);
    await db.execute(sql`create sequence accession start 7`);
    await db.execute(
      sql`create function generateIdentifierFromStoredProcedure() returns varchar language sql as $$ select (nextval('accession') / 2)::varchar $$`,
    );
    const made = [await create(), await create(), await create()];
    // The function gives each number twice; what is taken is passed over.
    expect(made.map((answer) => answer.text('data.persistentId'))).toEqual(['perma:lindenhof-3', 'perma:lindenhof-4', 'perma:lindenhof-5']);
    expect((await admin.rest.delete(`/api/admin/settings/${style}`)).status).toBe(200);
  });
});

async function firstDataset(): Promise<SeededDataset> {
  const [row] = await server.application.db.execute<{ id: number; persistentId: string }>(
    sql`select id, protocol || ':' || authority || separator || identifier as "persistentId" from dataset order by id limit 1`,
  );
  if (row === undefined) throw new Error('There is no dataset.');
  return row;
}
