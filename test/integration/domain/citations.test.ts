import { createServer, type Server } from 'node:http';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateCitations } from '../../../src/domain/metrics/update-citations.ts';
import { type Caller, createCollection, createDataset, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const log = pino({ level: 'silent' });

/** Stands in for the events service: answers with what a test lays down, and keeps the requests. */
let provider: Server;
let providerUrl = '';
let requests: string[] = [];
let answers: (() => { readonly status?: number; readonly body: unknown })[] = [];

let server: TestServer;
let admin: Caller;
let dataset: SeededDataset;

beforeAll(async () => {
  provider = createServer((request, response) => {
    requests.push(request.url ?? '');
    const { status = 200, body } = answers.shift()?.() ?? { body: { data: [] } };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  providerUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  server = await startTestServer({
    CITATIONS_URL: `${providerUrl}/events`,
    CITATIONS_QUEUE_LIMIT: '2',
    PID_PROVIDER: 'datacite',
    PID_AUTHORITY: '10.70112',
    DATACITE_URL: providerUrl,
    DATACITE_REPOSITORY_ID: 'TEST.REPO',
    DATACITE_PASSWORD: 'secret',
  });
  admin = superuser(server);
});
afterAll(async () => {
  await server.stop();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(async () => {
  requests = [];
  answers = [];
  await server.application.connection.sql`update outbox_event set state = 'DELIVERED'`;
  dataset = await createDataset(admin, await createCollection(admin));
});

function event(subject: string, relation: string, object: string) {
  return { attributes: { 'subj-id': subject, 'relation-type-id': relation, 'obj-id': object } };
}

function update(): Promise<void> {
  const { db, services } = server.application;
  return updateCitations({ db, services, log }, dataset.id);
}

async function citations(): Promise<unknown> {
  return (await admin.rest.get(`/api/datasets/${dataset.id}/makeDataCount/citations`)).at('data');
}

const queue = () => admin.rest.post(`/api/admin/makeDataCount/${dataset.id}/updateCitationsForDataset`);

describe('an update of citations', () => {
  test('is queued up to the limit, over REST and GraphQL alike', async () => {
    const first = await queue();
    expect([first.status, first.at('data')]).toEqual([
      200,
      { status: 'queued', message: `Citation update for dataset ${dataset.id} has been queued for processing` },
    ]);
    expect((await queue()).status).toBe(200);
    const full = await queue();
    expect([full.status, full.errorCode, full.at('status')]).toEqual([503, 'CITATION_QUEUE_FULL', 'ERROR']);
    const [row] = await server.application.connection.sql`
      select count(*)::int as events from outbox_event where kind = 'CitationUpdateRequested' and state = 'PENDING'`;
    expect(row).toEqual({ events: 2 });
  });

  test('keeps works that cite the DOI, in whichever direction it is told, page after page', async () => {
    const doi = dataset.persistentId.replace('doi:', 'https://doi.org/').toLowerCase();
    answers = [
      () => ({
        body: {
          data: [
            event('https://doi.org/10.1000/b', 'references', doi),
            event(doi, 'is-cited-by', 'https://doi.org/10.1000/a'),
            event('https://doi.org/10.1000/part', 'is-part-of', doi),
            event('https://doi.org/10.1000/other', 'cites', 'https://doi.org/10.1000/elsewhere'),
            event('javascript:alert(1)', 'cites', doi),
          ],
          links: { next: `${providerUrl}/events?page=2` },
        },
      }),
      () => ({ body: { data: [event('https://doi.org/10.1000/b', 'cites', doi), event('https://example.org/c', 'cites', doi)] } }),
    ];
    await update();
    expect(await citations()).toEqual([
      { citationUrl: 'https://doi.org/10.1000/a' },
      { citationUrl: 'https://doi.org/10.1000/b' },
      { citationUrl: 'https://example.org/c' },
    ]);
    expect(new URL(requests[0] ?? '', providerUrl).searchParams.get('doi')).toBe(dataset.persistentId.slice(4).toLowerCase());
    expect(requests[1]).toBe('/events?page=2');
    await update();
    expect(await citations()).toHaveLength(3);
  });

  test.each([
    ['refuses', () => ({ status: 500, body: {} })],
    ['answers what is no list of events', () => ({ body: { data: 'none' } })],
    ['is at another address', () => ({ body: { data: [], links: { next: 'https://elsewhere.example/events' } } })],
  ])('is only logged when the provider %s', async (_name, answer) => {
    answers = [answer];
    await expect(update()).resolves.toBeUndefined();
    expect(await citations()).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  test('of a DOI that is managed elsewhere is queued, and sends no query', async () => {
    await server.application.connection.sql`update dataset set authority = '10.9999' where id = ${dataset.id}`;
    expect((await queue()).status).toBe(200);
    await update();
    expect(requests).toEqual([]);
  });
});
