import { readdir, readFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cliUser, scriptUser } from '../../support/cli.ts';
import {
  addFile,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

let server: TestServer;
let outer: SeededCollection;
let inner: SeededCollection;
let upper: SeededDataset;
let lower: SeededDataset;
let draft: SeededDataset;
/** At the public address of the server, which addresses of bytes lead to. */
let site: Front;
let answersAtSite: Answers = () => undefined;
beforeAll(async () => {
  site = await openFront((path) => answersAtSite(path));
  server = await startTestServer({ DIALECTS: 'dataverse-always', SITE_URL: site.url });
  const admin = superuser(server);
  outer = await createCollection(admin);
  inner = await createCollection(admin, { owner: outer.alias });
  upper = await createDataset(admin, outer);
  lower = await createDataset(admin, inner);
  draft = await createDataset(admin, inner);
  for (const dataset of [upper, lower, draft]) await addFile(admin, dataset, { name: 'about.txt', bytes: `of ${dataset.persistentId}` });
  for (const dataset of [upper, lower]) await publishDataset(admin, dataset);
});
afterAll(async () => {
  site.close();
  await server.stop();
});

const folderOf = ({ persistentId }: SeededDataset) => persistentId.replaceAll(/[:/]/g, '-');

async function textsIn(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(folder.length + 1)] = await readFile(path, 'utf8');
  }
  return found;
}

const publishedTexts = () => ({
  [`${outer.alias}/${folderOf(upper)}/about.txt`]: `of ${upper.persistentId}`,
  [`${outer.alias}/${inner.alias}/${folderOf(lower)}/about.txt`]: `of ${lower.persistentId}`,
});

type Answers = (path: string) => { readonly status: number; readonly body: unknown } | undefined;

interface Front {
  readonly url: string;
  close(): void;
}

/** A server that answers itself where it gives something, and else hands the request on. */
async function openFront(answers: Answers): Promise<Front> {
  const front = createServer((request, response) => {
    const answer = answers(request.url ?? '');
    if (answer !== undefined) {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
      return;
    }
    const { hostname, port } = new URL(server.url);
    const onward = send({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (from) => {
      response.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const address = front.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close: () => front.close().closeAllConnections(),
  };
}

/** As `openFront`, until the test ends. */
async function startFront(answers: Answers): Promise<string> {
  const front = await openFront(answers);
  onTestFinished(() => front.close());
  return front.url;
}

test('a collection comes with those below it, each dataset in its folder, as far as the caller may see; the next run brings nothing', async () => {
  const guest = scriptUser(server.url);
  const planned = await guest.run(['download', '--collection', outer.alias, '--to', 'data', '--dry-run', '--json']);
  expect(planned.json().at('datasets')).toMatchObject([{ persistentId: lower.persistentId }, { persistentId: upper.persistentId }]);
  const first = await guest.run(['download', '--collection', outer.alias, '--to', 'data', '--json']);
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(await textsIn(join(guest.home, 'data'))).toEqual(publishedTexts());
  const second = await guest.run(['download', '--collection', outer.alias, '--to', 'data', '--json']);
  expect(second.json().at('datasets')).toMatchObject([{ downloaded: [] }, { downloaded: [] }]);

  const editor = scriptUser(server.url, SUPERUSER_TOKEN);
  expect((await editor.run(['download', '--collection', outer.alias, '--to', 'data'])).code).toBe(0);
  expect(Object.keys(await textsIn(join(editor.home, 'data')))).toContain(`${outer.alias}/${inner.alias}/${folderOf(draft)}/about.txt`);
  expect((await guest.run(['download', '--collection', 'none-such'])).code).toBe(5);
  expect((await guest.run(['download', upper.persistentId, '--collection', outer.alias])).code).toBe(2);
  expect((await guest.run(['download', '--collection', `${site.url}/collection/%zz`])).code).toBe(2);
  expect((await cliUser().run(['download', 'https://doi.org/10.5072/%zz'])).code).toBe(2);
});

test('a collection of a Dataverse is found by the address of its page, and read over its REST API', async () => {
  const url = await startFront((path) => (path.startsWith('/graphql') ? { status: 404, body: 'no such page' } : undefined));
  const guest = cliUser();
  const got = await guest.run(['download', '--collection', `${url}/dataverse/${outer.alias}`, '--to', 'data', '--json']);
  expect(got, got.stderr).toMatchObject({ code: 0 });
  expect(await textsIn(join(guest.home, 'data'))).toEqual(publishedTexts());
});

test('a dataset of which nothing can be had is named, and the others come', async () => {
  const url = await startFront((path) => {
    if (path.startsWith('/graphql')) return { status: 404, body: 'no such page' };
    return path.includes(encodeURIComponent(lower.persistentId)) ? { status: 403, body: {} } : undefined;
  });
  const guest = cliUser();
  const got = await guest.run(['download', '--collection', outer.alias, '--server', url, '--to', 'data', '--json']);
  expect(got.code).toBe(8);
  expect(got.json().at('failed')).toMatchObject([{ persistentId: lower.persistentId, code: 'PERMISSION_DENIED' }]);
  expect(Object.keys(await textsIn(join(guest.home, 'data')))).toEqual([`${outer.alias}/${folderOf(upper)}/about.txt`]);
});

test('an identifier is looked for at the server of the login first, where drafts are found', async () => {
  const editor = cliUser();
  expect((await editor.run(['login', server.url, '--with-token'], { input: SUPERUSER_TOKEN })).code).toBe(0);
  // Nothing listens at the resolver.
  const got = await editor.run(['download', draft.persistentId, '--to', 'data', '--resolver', 'http://127.0.0.1:9']);
  expect(got, got.stderr).toMatchObject({ code: 0 });
  expect(await textsIn(join(editor.home, 'data'))).toEqual({ 'about.txt': `of ${draft.persistentId}` });
  expect((await editor.run(['download', 'doi:10.5072/FK2/NONE', '--resolver', 'http://127.0.0.1:9'])).code).toBe(7);
});

test('files that came with one name lie beside each other', async () => {
  const file = (id: number, label: string, extra: object = {}) => ({
    label,
    dataFile: { id, filesize: 1, checksum: { type: 'none', value: '' }, ...extra },
  });
  const url = await startFront((path) => {
    if (path.startsWith('/graphql')) return { status: 404, body: 'no such page' };
    if (path.includes('/files')) {
      return { status: 200, body: { data: [file(1, 'a.tab', { originalFileName: 'a.csv', originalFileSize: 1 }), file(2, 'a.csv')] } };
    }
    if (path.includes('/versions/')) return { status: 200, body: { data: { versionState: 'RELEASED', versionNumber: 1 } } };
    return { status: 200, body: path.includes('/1') ? 1 : 2 };
  });
  const guest = scriptUser(url);
  for (const run of [1, 2]) {
    expect((await guest.run(['download', 'doi:10.5072/FK2/TWO', '--to', 'data'])).code, `run ${run}`).toBe(0);
    expect(await textsIn(join(guest.home, 'data'))).toEqual({ 'a.csv': '1', 'a-1.csv': '2' });
  }
});

test('an address of bytes that has ended meanwhile is asked for anew, and one that is refused again is named', async () => {
  const refused = { status: 403, body: { status: 'ERROR' } };
  let left = 1;
  answersAtSite = (path) => (path.includes('/datafile/') && left-- > 0 ? refused : undefined);
  onTestFinished(() => {
    answersAtSite = () => undefined;
  });
  const guest = scriptUser(server.url);
  const got = await guest.run(['download', upper.persistentId, '--to', 'data']);
  expect(got, got.stderr).toMatchObject({ code: 0 });
  expect(await textsIn(join(guest.home, 'data'))).toEqual({ 'about.txt': `of ${upper.persistentId}` });
  left = 1_000;
  expect((await guest.run(['download', upper.persistentId, '--to', 'again'])).code).toBe(8);
});
