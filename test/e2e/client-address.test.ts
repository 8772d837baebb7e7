import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assignRole, type Caller, createCollection, guest, type SeededCollection, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

type Headers = Readonly<Record<string, string>>;

/** A server whose administration is open to this machine alone, with a collection for a group of each address that matters. */
interface Site {
  readonly server: TestServer;
  readonly nobody: Caller;
  readonly collections: ReadonlyMap<string, SeededCollection>;
}

const ADDRESSES = ['127.0.0.1', '192.0.2.7', '198.51.100.1', '10.0.0.9', '2001:db8::7'];

async function startSite(trustedProxies: string): Promise<Site> {
  const server = await startTestServer({ ADMIN_API: 'localhost', TRUSTED_PROXIES: trustedProxies });
  const admin = superuser(server);
  const collections = new Map<string, SeededCollection>();
  for (const [number, address] of ADDRESSES.entries()) {
    const collection = await createCollection(admin, { published: false });
    const group = succeeded(await admin.rest.put(`/api/admin/groups/ip/from${number}`, { addresses: [address] }));
    await assignRole(admin, collection, group.text('data.identifier'), 'member');
    collections.set(address, collection);
  }
  return { server, nobody: guest(server), collections };
}

/** Addresses as which a guest with these headers passes, over REST and GraphQL. */
async function passesAs({ nobody, collections }: Site, headers: Headers): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [address, { id }] of collections) {
    const [rest, graphql] = await Promise.all([
      nobody.rest.get(`/api/collections/${id}`, headers),
      nobody.graphql.send(`{ collection(reference: { databaseId: ${id} }) { name } }`, {}, headers),
    ]);
    expect(graphql.code).toBe(rest.errorCode);
    if (rest.status === 200) found.push(address);
  }
  return found;
}

/** Codes that the administration answers with over both surfaces; undefined where it is open. */
async function gateFor({ nobody }: Site, headers: Headers): Promise<readonly unknown[]> {
  const [rest, graphql] = await Promise.all([
    nobody.rest.get('/api/admin/groups/ip', headers),
    nobody.graphql.send('{ ipGroups { nodes { alias } } }', {}, headers),
  ]);
  return [rest.errorCode, graphql.code];
}

const OPEN = [undefined, undefined];
const CLOSED = ['AUTHENTICATION_REQUIRED', 'AUTHENTICATION_REQUIRED'];

describe('a server without trusted proxies', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite('');
  });
  afterAll(() => site.server.stop());

  test('takes the address of the connection, whatever the header says', async () => {
    expect(await passesAs(site, {})).toEqual(['127.0.0.1']);
    expect(await passesAs(site, { 'X-Forwarded-For': '192.0.2.7' })).toEqual(['127.0.0.1']);
    expect(await passesAs(site, { 'X-Forwarded-For': '2001:db8::7, 192.0.2.7' })).toEqual(['127.0.0.1']);
  });

  test('opens its administration to this machine, and not to what a proxy on it passes on', async () => {
    expect(await gateFor(site, {})).toEqual(OPEN);
    // REST looks at no token where the gate is open without one.
    expect(await gateFor(site, { 'X-Service-key': 'nonsense' })).toEqual([undefined, 'INVALID_API_TOKEN']);
    for (const headers of [{ 'X-Forwarded-For': '192.0.2.7' }, { 'X-Forwarded-For': '127.0.0.1' }, { Forwarded: 'for=127.0.0.1' }]) {
      expect(await gateFor(site, headers)).toEqual(CLOSED);
    }
  });
});

describe('a server that trusts another proxy', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite('10.0.0.0/8, fd00::/8');
  });
  afterAll(() => site.server.stop());

  test('does not trust the header of other senders', async () => {
    expect(await passesAs(site, { 'X-Forwarded-For': '192.0.2.7' })).toEqual(['127.0.0.1']);
    expect(await passesAs(site, { 'X-Forwarded-For': '192.0.2.7, 10.0.0.1' })).toEqual(['127.0.0.1']);
  });
});

describe('a server behind proxies that it trusts', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite('127.0.0.1, 10.0.0.0/28');
  });
  afterAll(() => site.server.stop());

  test.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['2001:db8:0::7', ['2001:db8::7']],
    ['::ffff:192.0.2.7', ['192.0.2.7']],
    // Written by the client itself: everything before what the outermost trusted proxy saw.
    ['192.0.2.7, 198.51.100.1', ['198.51.100.1']],
    ['192.0.2.7, 198.51.100.1, 10.0.0.2', ['198.51.100.1']],
    ['127.0.0.1, 198.51.100.1', ['198.51.100.1']],
    ['192.0.2.7, 203.0.113.1', []],
    // A client inside the trusted block.
    ['10.0.0.9, 10.0.0.2', ['10.0.0.9']],
    ['127.0.0.1', []],
    ['::1', []],
    ['nonsense', []],
  ])('takes %s for %j', async (header, addresses) => {
    expect(await passesAs(site, { 'X-Forwarded-For': header })).toEqual(addresses);
  });

  test('opens its administration to this machine, and not to a forged header', async () => {
    expect(await gateFor(site, {})).toEqual(OPEN);
    for (const header of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1, 10.0.0.2', '192.0.2.7', '']) {
      expect([header, await gateFor(site, { 'X-Forwarded-For': header })]).toEqual([header, CLOSED]);
    }
  });
});
