import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, document, Refusal, Unreachable, valueOf } from '../../../packages/client/archivolt-client.ts';
import { gather } from '../../support/gather.ts';
import { createCollection, createUser, exampleDataset, type SeededCollection, superuser, uniqueName } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { siteOfItsOwn } from '../../support/site-of-its-own.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

let server: TestServer;
let collection: SeededCollection;
let client: Client;
let guest: Client;

beforeAll(async () => {
  server = await startTestServer(await siteOfItsOwn());
  collection = await createCollection(superuser(server));
  client = createClient({ server: `${server.url}/`, token: SUPERUSER_TOKEN });
  guest = createClient({ server: server.url });
});
afterAll(() => server.stop());

const citation = (title: string) =>
  ({
    title,
    author: [{ authorName: 'Bird, Bob', authorAffiliation: 'Lindenhof' }],
    datasetContact: [{ datasetContactEmail: 'bob@example.org' }],
    dsDescription: [{ dsDescriptionValue: 'Samples of three fields.' }],
    subject: ['EARTH_AND_ENVIRONMENTAL_SCIENCES'],
  }) as const;

async function deposit(title: string): Promise<number> {
  const created = await client.createDataset({
    collection: { alias: collection.alias },
    version: { typed: { metadata: { citation: citation(title) } } },
  });
  return valueOf(created).databaseId;
}

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a program with the client', () => {
  test('deposits a dataset of typed metadata with a file, publishes it twice, and sees what has changed', async () => {
    const title = uniqueName('Soil');
    const id = await deposit(title);
    expect(await client.citationMetadata(id)).toMatchObject({ title, subject: ['EARTH_AND_ENVIRONMENTAL_SCIENCES'] });
    const heard: number[] = [];
    const file = new File(['a,b\n1,2\n'], 'fields.txt');
    const uploaded = valueOf(
      await client.upload(id, file, { directoryLabel: 'raw', categories: ['Data'], onProgress: ({ bytes }) => heard.push(bytes) }),
    );
    expect(uploaded.file).toMatchObject({ label: 'fields.txt', directoryLabel: 'raw', categories: ['Data'] });
    expect(heard.at(-1)).toBe(file.size);
    const published = valueOf(await client.publish(id, 'MAJOR'));
    expect(published).toMatchObject({ outcome: 'PUBLISHED', dataset: { latestVersion: { versionNumber: 1, state: 'RELEASED' } } });

    const edited = await client.editMetadata({
      dataset: { databaseId: id },
      values: { typed: { citation: { title: `${title}, anew` } } },
      replace: true,
    });
    expect(valueOf(edited).title).toBe(`${title}, anew`);
    valueOf(await client.updateFile({ file: { databaseId: uploaded.file.dataFile.databaseId }, description: 'Of all fields' }));
    valueOf(await client.publish(id, 'MINOR'));
    const { persistentId, version } = await guest.dataset(id, { version: ':latest' });
    expect(version).toMatchObject({ versionNumber: 1, versionMinorNumber: 1, title: `${title}, anew` });
    expect((await gather(guest.versions(persistentId, { pageSize: 1 }))).map(({ versionMinorNumber }) => versionMinorNumber)).toEqual([
      1, 0,
    ]);
    const differences = await guest.differences(id, '1.0');
    expect(differences.metadataChanges[0]?.fields[0]).toMatchObject({ typeName: 'title', newText: `${title}, anew` });
    expect(differences.fileChanges.nodes[0]?.newFile.label).toBe('fields.txt');
    expect(await guest.locks(id)).toEqual([]);
  });

  test('takes native JSON, and what has to be mended by its very field', async () => {
    const native = await client.createDataset({
      collection: { alias: collection.alias },
      version: { native: exampleDataset('minimal').datasetVersion },
    });
    expect(native).toMatchObject({ ok: true, userErrors: [] });
    const { author: _author, ...nameless } = citation('Without an author');
    const refused = await client.createDataset({
      collection: { alias: collection.alias },
      version: { typed: { metadata: { citation: nameless } } },
    });
    expect(refused).toMatchObject({
      ok: false,
      userErrors: [{ field: '/citation/author/0/authorName', path: ['citation', 'author', '0', 'authorName'] }],
    });
    expect(() => valueOf(refused)).toThrow(Refusal);
  });

  test('is refused by a code what it may not, and told of servers that are none', async () => {
    const id = await deposit('A draft');
    expect(await rejected(guest.dataset(id))).toMatchObject({
      name: 'Refusal',
      code: expect.stringMatching(/PERMISSION_DENIED|DATASET_NOT_FOUND|AUTHENTICATION_REQUIRED/),
    });
    expect(
      await rejected(
        guest.createDataset({ collection: { alias: collection.alias }, version: { typed: { metadata: { citation: citation('A') } } } }),
      ),
    ).toBeInstanceOf(Refusal);
    expect(await rejected(createClient({ server: server.url, token: 'nonsense' }).viewer())).toMatchObject({
      code: 'INVALID_API_TOKEN',
      status: 401,
    });
    expect(await rejected(createClient({ server: `${server.url}/api` }).viewer())).toBeInstanceOf(Unreachable);
    expect(await rejected(createClient({ server: 'http://127.0.0.1:1', attempts: 2 }).viewer())).toMatchObject({
      name: 'Unreachable',
      status: undefined,
    });
  });

  test('goes through files, contents and findings page by page, and stops where it is left', async () => {
    const shelf = await createCollection(superuser(server));
    const word = uniqueName('gull').replace('-', '');
    const made: number[] = [];
    for (const number of [1, 2, 3]) {
      const metadata = { citation: citation(`${word} ${number}`) };
      made.push(valueOf(await client.createDataset({ collection: { alias: shelf.alias }, version: { typed: { metadata } } })).databaseId);
    }
    const contents = await gather(client.contents(shelf.alias, { pageSize: 2 }));
    expect(contents.map((entry) => entry.__typename)).toEqual(['Dataset', 'Dataset', 'Dataset']);
    expect(contents.map(({ databaseId }) => databaseId).sort((a, b) => a - b)).toEqual(made);
    const hits = await gather(client.find(word, { kinds: ['DATASET'], within: [shelf.alias], pageSize: 1 }));
    expect(
      hits.flatMap((hit) => (hit.__typename === 'DatasetHit' ? [hit.datasetVersion.dataset.databaseId] : [])).sort((a, b) => a - b),
    ).toEqual(made);

    const [first = 0] = made;
    for (const name of ['b.txt', 'a.txt', 'c.txt']) valueOf(await client.upload(first, new File([name], name)));
    const files = await gather(client.files(first, { pageSize: 2, withUrls: true }));
    expect(files.map(({ label }) => label)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await (await fetch(files[0]?.dataFile.permittedDownloadUrl?.url ?? '')).text()).toBe('a.txt');
    let asked = 0;
    const counting = createClient({ server: server.url, token: SUPERUSER_TOKEN, fetch: (...request) => ((asked += 1), fetch(...request)) });
    for await (const { label } of counting.files(first, { pageSize: 1 })) if (label === 'a.txt') break;
    expect(asked).toBe(1);
  });

  test('makes collections and gives roles', async () => {
    const alias = uniqueName('team');
    const input = { owner: { alias: collection.alias }, alias, name: 'Team', contacts: [{ contactEmail: 'team@example.org' }] };
    expect(valueOf(await client.createCollection(input)).alias).toBe(alias);
    expect(await client.createCollection(input)).toMatchObject({ ok: false, userErrors: [{ code: expect.any(String) }] });
    expect(valueOf(await client.publishCollection(alias)).isReleased).toBe(true);
    const user = await createUser(server, 'Ada');
    const given = valueOf(await client.assignRole(alias, user.identifier, 'curator'));
    const assignees = async () => (await gather(client.assignments(alias, { pageSize: 1 }))).map(({ assignee }) => assignee);
    expect(await assignees()).toContain(user.identifier);
    const own = createClient({ server: server.url, token: user.token });
    expect(await own.viewer()).toMatchObject({ identifier: user.identifier, superuser: false });
    expect((await own.collection(alias)).viewerPermissions.length).toBeGreaterThan(0);
    valueOf(await client.revokeRole(alias, given.databaseId));
    expect(await assignees()).not.toContain(user.identifier);
  });

  test('sends documents of its own, and gets the whole answer where it wants it', async () => {
    const own = document<{ readonly serverInfo: { readonly version: string } }, object>('{ serverInfo { version } }');
    const { version } = await client.serverInfo();
    expect((await client.request(own, {})).serverInfo.version).toBe(version);
    expect((await client.send(own, {})).extensions).toMatchObject({ cost: { estimated: expect.any(Number) } });
    expect(await rejected(client.request(document('{ nothing }'), {}))).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});
