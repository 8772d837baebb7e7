// A client that ariadne-codegen makes of the served schema, and gql, where they are: tools/install-python-graphql-clients.sh brings them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, createCollection, createDataset, publishDataset, type SeededCollection, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));
const generator = join(cache, 'ariadne-codegen/bin');
const client = join(cache, 'gql/bin/python');
const inputs = fileURLToPath(new URL('../clients/graphql-tools', import.meta.url));

const SETTINGS = `[tool.ariadne-codegen]
schema_path = "schema.graphql"
queries_path = "operations.graphql"
target_package_name = "archivolt_client"
include_all_inputs = false
include_all_enums = false
plugins = ["digit_names.DigitNames"]

[tool.ariadne-codegen.scalars.DateTime]
type = "datetime.datetime"

[tool.ariadne-codegen.scalars.SafeInt]
type = "int"
`;

let server: TestServer;
let folder: string;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  collection = await createCollection(superuser(server));
  folder = await mkdtemp(join(tmpdir(), 'archivolt-graphql-python-'));
  await cp(inputs, folder, { recursive: true });
  await writeFile(join(folder, 'schema.graphql'), await (await fetch(`${server.url}/graphql/schema.graphql`)).text());
  await writeFile(join(folder, 'pyproject.toml'), SETTINGS);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

test.skipIf(!existsSync(join(generator, 'ariadne-codegen')))(
  'the client that ariadne-codegen makes is made without a warning, and deposits a dataset of typed metadata',
  async () => {
    const made = await run(join(generator, 'ariadne-codegen'), ['client'], { cwd: folder, env: { ...env, PYTHONPATH: folder } });
    expect(`${made.stdout}${made.stderr}`).not.toMatch(/warning|error/i);
    const job = ['-W', 'error', 'job.ariadne.py', server.url, SUPERUSER_TOKEN, collection.alias];
    const { stdout } = await run(join(generator, 'python'), job, { cwd: folder, env: { ...env, PYTHONPATH: folder } });
    expect(stdout).toMatch(/^doi:\S+ Made by Python \['ARTS_AND_HUMANITIES'\]\n$/);
  },
);

test.skipIf(!existsSync(client))('gql fetches the schema, validates by it, and reads what it is given', async () => {
  const admin = superuser(server);
  const dataset = await createDataset(admin, collection);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await addFile(admin, dataset, { name });
  await publishDataset(admin, dataset);
  const { stdout, stderr } = await run(client, ['-W', 'error', 'job.gql.py', server.url, `${dataset.id}`], { cwd: folder });
  expect([stdout, stderr]).toEqual(["['a.txt', 'b.txt'] GraphQLError\n", '']);
});
