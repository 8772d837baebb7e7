import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request as send, type Server, type ServerResponse } from 'node:http';
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { scriptUser } from '../../support/cli.ts';
import {
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
let collection: SeededCollection;
/** In front of the server, at its public address: addresses of parts and of bytes lead through it. */
let front: Proxy;
let answersInFront: Answers = () => false;
beforeAll(async () => {
  front = await openProxy((request, response) => answersInFront(request, response));
  server = await startTestServer({ DIALECTS: 'dataverse-always', SITE_URL: front.url });
  collection = await createCollection(superuser(server));
});
afterAll(async () => {
  front.close();
  await server.stop();
});
afterEach(() => {
  answersInFront = () => false;
});

const LARGE = 12_000_000;
const CONTENTS: Readonly<Record<string, Buffer>> = {
  'read me.txt': Buffer.from('About these files.\n'),
  'raw/a.csv': Buffer.from('a,b\n1,2\n'),
  'raw/deep/ä.bin': randomBytes(70_000),
  'raw/deep/large.bin': randomBytes(LARGE),
};

async function makeFolder(at: string, contents: Readonly<Record<string, Buffer>> = CONTENTS): Promise<void> {
  for (const [place, bytes] of Object.entries(contents)) {
    await mkdir(dirname(join(at, place)), { recursive: true });
    await writeFile(join(at, place), bytes);
  }
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }
  return found;
}

const sums = (contents: Readonly<Record<string, Buffer>>) =>
  Object.fromEntries(Object.entries(contents).map(([place, bytes]) => [place, createHash('sha256').update(bytes).digest('hex')]));

/** Answers itself, or lets the request through. */
type Answers = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Proxy {
  readonly url: string;
  /** Methods and paths that came. */
  readonly paths: string[];
  close(): void;
}

async function openProxy(answers: Answers): Promise<Proxy> {
  const paths: string[] = [];
  const proxy: Server = createServer((request, response) => {
    paths.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (answers(request, response)) return;
    const { hostname, port } = new URL(server.url);
    const onward = send({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward.on('error', () => response.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    paths,
    close: () => proxy.close().closeAllConnections(),
  };
}

/** A server in front, which may answer itself, until the test ends. */
async function startProxy(answers: Answers): Promise<Proxy> {
  const proxy = await openProxy(answers);
  onTestFinished(() => proxy.close());
  return proxy;
}

describe('upload', () => {
  test('a folder goes to the draft with its folders, what is there is passed over, and nothing is sent by a dry run', async () => {
    const user = scriptUser(server.url, SUPERUSER_TOKEN);
    const dataset = await createDataset(superuser(server), collection);
    const folder = join(user.home, 'folder');
    await makeFolder(folder);
    await symlink('/etc/passwd', join(folder, 'link'));
    await writeFile(join(folder, 'notes.tmp'), 'x');
    const upload = ['upload', folder, '--to', dataset.persistentId, '--exclude', '*.tmp', '--json'];

    const dry = await user.run([...upload, '--dry-run']);
    expect(dry.code).toBe(0);
    expect(dry.json().at('upload')).toEqual(expect.arrayContaining(Object.keys(CONTENTS)));

    const first = await user.run([...upload, '--part-size', '5']);
    expect(first, first.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining('is a link') });
    expect(first.json().at('uploaded')).toHaveLength(Object.keys(CONTENTS).length);

    const second = await user.run(upload);
    expect([second.code, second.json().at('uploaded')]).toEqual([0, []]);
    expect(second.json().at('present')).toHaveLength(Object.keys(CONTENTS).length);

    await writeFile(join(folder, 'raw/a.csv'), 'a,b\n3,4\n');
    const differing = await user.run(upload);
    expect([differing.code, differing.json().at('differing')]).toEqual([8, ['raw/a.csv']]);
    expect((await user.run([...upload, '--replace'])).code).toBe(0);
    expect((await user.run(upload)).json().at('present')).toHaveLength(Object.keys(CONTENTS).length);
  });

  test('files go into a folder of the dataset', async () => {
    const user = scriptUser(server.url, SUPERUSER_TOKEN);
    const dataset = await createDataset(superuser(server), collection);
    const folder = join(user.home, 'loose');
    await makeFolder(folder, { 'a.txt': Buffer.from('a'), 'deep/b.txt': Buffer.from('b') });
    const sent = await user.run(['upload', folder, '--to', dataset.persistentId, '--into', 'inner/most', '--json']);
    expect(sent, sent.stderr).toMatchObject({ code: 0 });
    const placed = ['inner/most/a.txt', 'inner/most/deep/b.txt'];
    expect(sent.json().at('uploaded')).toEqual(expect.arrayContaining(placed.map((path) => expect.objectContaining({ path }))));
    const got = await user.run(['download', dataset.persistentId, '--revision', ':draft', '--to', 'got', '--json']);
    expect(got, got.stderr).toMatchObject({ code: 0 });
    expect(Object.keys(await contentsOf(join(user.home, 'got'))).toSorted()).toEqual(placed);
  });

  test('an upload that was killed goes on with the parts that are missing', async () => {
    const dataset = await createDataset(superuser(server), collection);
    let arriving = 0;
    const killed = new Promise<void>((resolve) => {
      answersInFront = (request) => {
        if (request.method !== 'PUT') return false;
        arriving += 1;
        // The third part has no answer: its sender is gone.
        if (arriving === 3) resolve();
        return arriving === 3;
      };
    });
    const user = scriptUser(server.url, SUPERUSER_TOKEN);
    const folder = join(user.home, 'folder');
    await makeFolder(folder, { 'large.bin': CONTENTS['raw/deep/large.bin'] ?? Buffer.alloc(0) });
    const upload = ['upload', folder, '--to', dataset.persistentId, '--part-size', '5', '--jobs', '1', '--json'];
    expect((await user.run(upload, { killed })).code).toBe(null);
    const resumed = await user.run(upload);
    expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
    // Two of three parts had arrived.
    expect(arriving).toBe(4);
  });

  test('without the right to edit nothing is uploaded', async () => {
    const dataset = await createDataset(superuser(server), collection);
    await publishDataset(superuser(server), dataset);
    const guest = scriptUser(server.url);
    await makeFolder(join(guest.home, 'folder'), { 'a.txt': Buffer.from('a') });
    expect((await guest.run(['upload', 'folder', '--to', dataset.persistentId])).code).toBe(3);
  });
});

describe('download', () => {
  let published: SeededDataset;
  beforeAll(async () => {
    published = await createDataset(superuser(server), collection);
  });

  test('a dataset comes with its folders, verified; what broke off is continued, what is damaged comes anew', async () => {
    const user = scriptUser(server.url, SUPERUSER_TOKEN);
    await makeFolder(join(user.home, 'folder'));
    expect((await user.run(['upload', 'folder', '--to', published.persistentId])).code).toBe(0);
    await publishDataset(superuser(server), published);

    const guest = scriptUser(server.url);
    const to = join(guest.home, 'data');
    const first = await guest.run(['download', published.persistentId, '--to', to, '--json']);
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(first.json().at('downloaded')).toHaveLength(Object.keys(CONTENTS).length);
    expect(await contentsOf(to)).toEqual(sums(CONTENTS));
    expect((await guest.run(['download', published.persistentId, '--to', to, '--json'])).json().at('downloaded')).toEqual([]);

    await writeFile(join(to, 'raw/a.csv'), 'a,b\n9,9\n');
    await truncate(join(to, 'raw/deep/large.bin'), 1_000_000);
    const second = await guest.run(['download', published.persistentId, '--to', to, '--revision', '1.0', '--json']);
    expect(second.json().at('downloaded')).toEqual(expect.arrayContaining(['raw/a.csv', 'raw/deep/large.bin']));
    expect(await contentsOf(to)).toEqual(sums(CONTENTS));
  });

  test('a Dataverse is read over its REST API, found by the resolver of the identifier, with ranges for what broke off', async () => {
    const dataverse = await startProxy((request, response) => {
      if (!(request.url ?? '').startsWith('/graphql')) return false;
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html>no such page</html>');
      return true;
    });
    const resolver = await startProxy((_request, response) => {
      response.writeHead(302, { Location: `${dataverse.url}/citation?persistentId=${published.persistentId}` }).end();
      return true;
    });
    const guest = scriptUser('', undefined);
    const to = join(guest.home, 'data');
    const got = await guest.run(['download', published.persistentId, '--to', to, '--resolver', resolver.url, '--json']);
    expect(got, got.stderr).toMatchObject({ code: 0 });
    expect(await contentsOf(to)).toEqual(sums(CONTENTS));
    expect(dataverse.paths.some((path) => path.startsWith('GET /api/datasets/:persistentId/versions/'))).toBe(true);
    expect(resolver.paths).toEqual([`GET /${published.persistentId.replace('doi:', '')}`]);
  });

  test('a connection that breaks in the middle is taken up again where it was', async () => {
    const ranges: (string | undefined)[] = [];
    const large = CONTENTS['raw/deep/large.bin'] ?? Buffer.alloc(0);
    const breaking = await startProxy((request, response) => {
      const url = request.url ?? '';
      if (url.startsWith('/graphql')) {
        response.writeHead(404).end('none');
        return true;
      }
      if (!url.startsWith('/api/access/datafile/')) return false;
      ranges.push(request.headers.range);
      if (ranges.length > 1) return false;
      response.writeHead(200, { 'Content-Length': large.length });
      response.write(large.subarray(0, 3_000_000));
      // What was sent is read before the end is.
      setTimeout(() => response.destroy(), 500);
      return true;
    });
    const dataset = await createDataset(superuser(server), collection);
    const user = scriptUser(server.url, SUPERUSER_TOKEN);
    await makeFolder(join(user.home, 'one'), { 'large.bin': large });
    await user.run(['upload', 'one', '--to', dataset.persistentId]);
    await publishDataset(superuser(server), dataset);
    const got = await user.run(['download', dataset.persistentId, '--server', breaking.url, '--to', 'data', '--json']);
    expect(got, got.stderr).toMatchObject({ code: 0 });
    expect(ranges[0]).toBeUndefined();
    expect(ranges[1]).toMatch(/^bytes=[0-9]+-$/);
    expect(await contentsOf(join(user.home, 'data'))).toEqual(sums({ 'large.bin': large }));
  });

  test('a name that leads out of the folder is not written, and bytes that are not those of the checksum are not kept', async () => {
    const lying = await startProxy((request, response) => {
      const url = request.url ?? '';
      const json = (value: unknown) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
      if (url.startsWith('/graphql')) response.writeHead(404).end('none');
      else if (url.includes('/files')) {
        const checksum = { type: 'MD5', value: createHash('md5').update('right').digest('hex') };
        json({
          data: [
            { label: 'out.txt', directoryLabel: '../..', dataFile: { id: 1, filesize: 5, checksum } },
            { label: 'wrong.txt', dataFile: { id: 2, filesize: 5, checksum } },
            { label: 'right.txt', dataFile: { id: 3, filesize: 5, checksum } },
          ],
        });
      } else if (url.includes('/versions/')) json({ data: { versionState: 'RELEASED', versionNumber: 1, versionMinorNumber: 0 } });
      else response.writeHead(200).end(url.includes('/3') ? 'right' : 'wrong');
      return true;
    });
    const guest = scriptUser(lying.url);
    const got = await guest.run(['download', 'doi:10.5072/FK2/LIES', '--to', 'data', '--json']);
    expect(got.code).toBe(8);
    expect(got.json().at('failed')).toMatchObject([{ code: 'PLACE_REFUSED' }, { code: 'CHECKSUM_MISMATCH' }]);
    expect(Object.keys(await contentsOf(join(guest.home, 'data')))).toEqual(['right.txt']);
  });
});
