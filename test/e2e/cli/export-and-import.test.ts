import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cliUser, scriptUser } from '../../support/cli.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import {
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../../support/seed.ts';
import { startServerProcess, UNHURRIED } from '../../support/server-process.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

const EXAMPLE = join(process.cwd(), 'data/examples/minimal.json');

const CODEBOOK = `<?xml version="1.0" encoding="UTF-8"?>
<codeBook xmlns="ddi:codebook:2_5" version="2.5">
<stdyDscr><citation><titlStmt><titl>Finch beaks</titl></titlStmt>
<rspStmt><AuthEnty affiliation="Birds Inc.">Finch, Fiona</AuthEnty></rspStmt>
<distStmt><contact email="finch@example.org">Finch, Fiona</contact></distStmt></citation>
<stdyInfo><subject><keyword xml:lang="en">Medicine, Health and Life Sciences</keyword></subject><abstract date="2026-01-15">Beak sizes.</abstract></stdyInfo>
</stdyDscr></codeBook>`;

let server: TestServer;
let collection: SeededCollection;
let dataset: SeededDataset;
beforeAll(async () => {
  server = await startTestServer();
  collection = await createCollection(superuser(server));
  dataset = await createDataset(superuser(server), collection);
  await publishDataset(superuser(server), dataset);
});
afterAll(() => server.stop());

/** Whether a folder has the bytes of the example. */
async function holdsExample(folder: string): Promise<boolean> {
  const bytes = await readFile(EXAMPLE);
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return contents.some((content) => content.equals(bytes));
}

test('metadata is exported in a format, to standard output and to a file', async () => {
  const guest = scriptUser(server.url);
  const formats = await guest.run(['export', '--formats']);
  expect(formats).toMatchObject({ code: 0, stdout: expect.stringContaining('ddi') });
  const text = await guest.run(['export', dataset.persistentId, '--format', 'ddi']);
  expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining('<codeBook') });
  expect((await guest.run(['export', dataset.persistentId, '--format', 'ddi', '--to', 'codebook.xml'])).code).toBe(0);
  expect(await readFile(join(guest.home, 'codebook.xml'), 'utf8')).toBe(text.stdout);
  expect((await guest.run(['export', dataset.persistentId, '--format', 'none-such'])).code).toBe(6);
  const nowhere = await guest.run(['export', dataset.persistentId, '--format', 'ddi', '--to', 'none/codebook.xml', '--json']);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('"ENOENT"') });
  expect((await guest.run(['export'])).code).toBe(2);
});

test('a dataset with an identifier is taken over from native JSON and from a codebook, by superusers alone', async () => {
  const admin = scriptUser(server.url, SUPERUSER_TOKEN);
  const native = await admin.run(['import', EXAMPLE, '--in', collection.alias, '--pid', 'doi:10.5072/FK2/TAKEN1', '--release', '--json']);
  expect(native, native.stderr).toMatchObject({ code: 0 });
  expect([native.json().at('released'), native.json().text('dataset.persistentId')]).toEqual([true, 'doi:10.5072/FK2/TAKEN1']);

  await writeFile(join(admin.home, 'study.xml'), CODEBOOK);
  const ddi = await admin.run(['import', 'study.xml', '--in', collection.alias, '--pid', 'doi:10.5072/FK2/TAKEN2', '--json']);
  expect(ddi, ddi.stderr).toMatchObject({ code: 0 });
  expect(ddi.json().at('released')).toBe(false);
  expect((await scriptUser(server.url).run(['import', EXAMPLE, '--in', collection.alias, '--pid', 'doi:10.5072/FK2/TAKEN3'])).code).toBe(3);
});

test('an installation exports a collection whole, another one imports it, and the doctor finds nothing', UNHURRIED, async () => {
  const start = async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-cli-installation-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    return { env, ...(await startServerProcess({ dataDir, env: { DATABASE_URL: database.url } })) };
  };
  const there = await start();
  const here = await start();
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-cli-carried-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const user = scriptUser(there.url, there.token);
  const created = await user.run(['create', EXAMPLE, '--in', 'root', '--json']);
  const persistentId = created.json().text('persistentId');
  expect((await user.run(['upload', EXAMPLE, '--to', persistentId])).code).toBe(0);

  const operator = cliUser();
  const out = await operator.run(['export', '--collection', 'root', '--to', folder, '--json'], { env: there.env });
  expect(out, out.stderr).toMatchObject({ code: 0 });
  expect(out.json().at('done')).toBe(true);
  const bare = join(folder, 'bare');
  const without = await operator.run(['export', '--collection', 'root', '--to', bare, '--without-files', '--json'], { env: there.env });
  expect(without, without.stderr).toMatchObject({ code: 0 });
  expect([await holdsExample(folder), await holdsExample(bare)]).toEqual([true, false]);
  const into = await operator.run(['import', '--from', folder], { env: here.env });
  expect(into, into.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('1 datasets taken over') });
  const got = await scriptUser(here.url, here.token).run(['download', persistentId, '--to', 'data', '--json']);
  expect(got.json().at('downloaded')).toEqual(['minimal.json']);

  const doctor = await operator.run(['doctor', 'storage', '--json'], { env: here.env });
  expect(doctor, doctor.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(doctor.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ missing: 0 });
  expect((await operator.run(['doctor', 'search'], { env: here.env })).code).toBe(0);
  expect((await operator.run(['export', '--collection', 'no-such', '--to', join(folder, 'x')], { env: there.env })).code).not.toBe(0);
});
