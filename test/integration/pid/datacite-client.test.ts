import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createDataciteClient, type DataciteClient, retryAfterMs } from '../../../src/adapters/datacite/datacite-client.ts';
import { dataciteProvider } from '../../../src/adapters/datacite/datacite-provider.ts';
import { describeTombstone } from '../../../src/formats/datacite/describe-dataset.ts';
import type { PidProvider, PidRecord } from '../../../src/kernel/ports/pid-provider.ts';
import { failureText } from '../../../src/errors/failure-text.ts';
import { type DataciteServer, REPOSITORY_ID, REPOSITORY_PASSWORD, startDataciteServer } from '../../support/datacite-server.ts';

const pid = { protocol: 'doi', authority: '10.5072', separator: '/', identifier: 'FK2/ABC123' };
const PATH = '/dois/10.5072/FK2/ABC123';
const KEY = '10.5072/fk2/abc123';

const record: PidRecord = {
  pid,
  targetUrl: 'https://data.example.org/dataset.xhtml?persistentId=doi:10.5072/FK2/ABC123',
  metadata: {
    ...describeTombstone('Lindenhof Library'),
    titles: [{ title: 'Rainfall' }],
    publicationYear: 2026,
    subjects: [{ subject: 'Rain' }],
  },
};

let server: DataciteServer;
let client: DataciteClient;
let provider: PidProvider;

function clientWith(
  more: { readonly timeoutMs?: number; readonly password?: string; readonly longestWaitMs?: number } = {},
): DataciteClient {
  return createDataciteClient({
    url: server.url,
    repositoryId: REPOSITORY_ID,
    password: REPOSITORY_PASSWORD,
    userAgent: 'Archivolt/test (https://data.example.org)',
    ...more,
  });
}

beforeEach(async () => {
  server = await startDataciteServer();
  client = clientWith();
  provider = dataciteProvider(client, { authority: '10.5072', shoulder: 'FK2/' });
});

afterEach(async () => {
  await server.stop();
});

async function failureOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return '';
  const text = failureText(error);
  const all = `${text} ${error instanceof Error ? `${error.message} ${error.stack}` : ''}`;
  for (const secret of [REPOSITORY_PASSWORD, Buffer.from(`${REPOSITORY_ID}:${REPOSITORY_PASSWORD}`).toString('base64')]) {
    expect(all).not.toContain(secret);
  }
  return text;
}

describe('an identifier at DataCite', () => {
  it('is reserved as a draft that says nothing of the dataset', async () => {
    await provider.reserve(pid);
    expect(server.requests).toEqual([`PUT ${PATH}`]);
    expect(server.dois.get(KEY)).toEqual({ state: 'draft', attributes: { doi: '10.5072/FK2/ABC123' } });
    expect(await provider.lookup(pid)).toEqual({ state: 'draft', targetUrl: null });
  });

  it('becomes findable with target and metadata, reserved before or not', async () => {
    await provider.publish(record);
    expect(server.dois.get(KEY)).toMatchObject({
      state: 'findable',
      attributes: { url: record.targetUrl, titles: [{ title: 'Rainfall' }], subjects: [{ subject: 'Rain' }], publicationYear: 2026 },
    });
    expect(await provider.lookup(pid)).toEqual({ state: 'findable', targetUrl: record.targetUrl });
  });

  it('loses on an update what the dataset no longer has', async () => {
    await provider.publish(record);
    await provider.publish({ ...record, targetUrl: 'https://elsewhere.example.org/', metadata: { ...record.metadata, subjects: [] } });
    expect(server.dois.get(KEY)).toMatchObject({ state: 'findable', attributes: { url: 'https://elsewhere.example.org/', subjects: [] } });
  });

  it('is hidden and found again', async () => {
    await provider.publish(record);
    await provider.hide(record);
    expect(server.dois.get(KEY)?.state).toBe('registered');
    await provider.hide(record);
    expect(server.dois.get(KEY)?.state).toBe('registered');
    await provider.publish(record);
    expect(server.dois.get(KEY)?.state).toBe('findable');
  });

  it('leads to its tombstone even if it was never told to be public', async () => {
    await provider.hide(record);
    expect(server.dois.get(KEY)).toMatchObject({ state: 'registered', attributes: { url: record.targetUrl } });
  });

  it('is given back while it is a draft, and stays once it was public', async () => {
    await provider.reserve(pid);
    expect(await provider.remove(pid)).toBe(true);
    expect(server.dois.size).toBe(0);
    expect(await provider.remove(pid)).toBe(true);
    await provider.publish(record);
    expect(await provider.remove(pid)).toBe(false);
    expect(server.dois.get(KEY)?.state).toBe('findable');
    expect(await provider.lookup({ ...pid, identifier: 'NONE' })).toBeUndefined();
  });

  it('is created where an update finds none', async () => {
    server.putCreates = false;
    await provider.publish(record);
    expect(server.requests).toEqual([`PUT ${PATH}`, 'POST /dois']);
    expect(server.dois.get(KEY)?.state).toBe('findable');
  });
});

describe('a request that does not succeed', () => {
  it('tells of a wrong password without telling it', async () => {
    expect(await failureOf(clientWith({ password: 'wrong' }).write('10.5072/X', {}))).toBe('DataCite answered 401 (Bad credentials.).');
  });

  it('tells which property was refused', async () => {
    expect(await failureOf(client.write('10.5072/X', { url: record.targetUrl }, 'publish'))).toMatch(
      /^DataCite answered 422 \(creators: can't be blank; titles: can't be blank; .*\)\.$/,
    );
  });

  test.each([404, 500, 502])('is a failure when looking up or creating is answered %i', async (status) => {
    server.putCreates = false;
    server.troubles.push({ status }, { status });
    expect(await failureOf(provider.publish(record))).toMatch(new RegExp(`^DataCite answered ${status}`));
    expect(server.dois.size).toBe(0);
  });

  it('says no more of a page that is not of the service than its status', async () => {
    server.outage = { status: 503, headers: { 'content-type': 'text/html' }, body: '<html><h1>secret innards</h1></html>' };
    expect(await failureOf(client.read('10.5072/X'))).toBe('DataCite answered 503 (Service Unavailable).');
  });

  it('does not follow to another place, which would be given the password', async () => {
    const elsewhere = await startDataciteServer();
    server.outage = { status: 307, headers: { location: `${elsewhere.url}/dois/10.5072/X` } };
    expect(await failureOf(client.write('10.5072/X', {}))).toMatch(/^DataCite answered 307/);
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  it('ends when the service says nothing', async () => {
    server.outage = 'never';
    expect(await failureOf(clientWith({ timeoutMs: 50 }).write('10.5072/X', {}))).toMatch(/^DataCite did not answer within 0.05 seconds/);
  });

  it('ends when the connection is closed or refused', async () => {
    server.outage = 'cut';
    expect(await failureOf(client.write('10.5072/X', {}))).toMatch(/^DataCite could not be reached\./);
    await server.stop();
    expect(await failureOf(client.write('10.5072/X', {}))).toMatch(/^DataCite could not be reached\..*ECONNREFUSED/);
    server = await startDataciteServer();
  });

  it('can be repeated when its answer was lost', async () => {
    server.troubles.push('cutAfter');
    expect(await failureOf(provider.publish(record))).toMatch(/^DataCite could not be reached/);
    expect(server.dois.get(KEY)?.state).toBe('findable');
    await provider.publish(record);
    expect(server.dois.size).toBe(1);
  });
});

describe('a service that asks to be left alone', () => {
  it('gets no request before the time it named, and the next one after it', async () => {
    const patient = clientWith({ longestWaitMs: 0 });
    server.troubles.push({ status: 429, headers: { 'retry-after': '3600' } });
    expect(await failureOf(patient.write('10.5072/X', {}))).toMatch(/^DataCite answered 429/);
    expect(await failureOf(patient.write('10.5072/X', {}))).toMatch(/^DataCite asked for a pause until \d{4}-/);
    expect(await failureOf(patient.read('10.5072/X'))).toMatch(/^DataCite asked for a pause until/);
    expect(server.requests).toHaveLength(1);

    server.troubles.push({ status: 503, headers: { 'retry-after': '1' } });
    expect(await failureOf(client.write('10.5072/X', {}))).toMatch(/^DataCite answered 503/);
    await client.write('10.5072/X', {});
    expect(server.dois.has('10.5072/x')).toBe(true);
  });

  it('gets the next request after the wait even where the clock runs behind the timer', async () => {
    server.troubles.push({ status: 503, headers: { 'retry-after': '1' } });
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      expect(await failureOf(client.write('10.5072/X', {}))).toMatch(/^DataCite answered 503/);
      await client.write('10.5072/X', {});
    } finally {
      vi.useRealTimers();
    }
    expect(server.dois.has('10.5072/x')).toBe(true);
  });

  test.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 18:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 17:00:00 GMT', 0],
    ['999999', 3_600_000],
    ['soon', undefined],
    [null, undefined],
  ])('says so by Retry-After: %s, which is %s ms', (header, expected) => {
    expect(retryAfterMs(header, Date.parse('2026-11-21T18:00:00Z'))).toBe(expected);
  });
});
