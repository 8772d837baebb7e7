// What tools and clients of GraphQL say to the schema as it is served, where they are: tools/install-graphql-tools.sh brings them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addFile, createCollection, createDataset, publishDataset, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const FOLDER = fileURLToPath(new URL('../../.cache/graphql-tools', import.meta.url));
const isAbsent = !existsSync(join(FOLDER, 'node_modules/@graphql-eslint/eslint-plugin'));
const inputs = fileURLToPath(new URL('../clients/graphql-tools', import.meta.url));
const reasonsSchema = z.array(z.object({ rule: z.string(), owner: z.string(), reason: z.string() }));
const lintSchema = z.array(
  z.object({ messages: z.array(z.object({ ruleId: z.string().nullable(), line: z.number(), message: z.string() })) }),
);

const CUSTOM_SCALARS = { DateTime: 'string', Date: 'string', JSON: 'unknown', SafeInt: 'number', MetadataDate: 'string', Upload: 'never' };
const COMPILER = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
};

describe.skipIf(isAbsent)('the served schema', () => {
  let server: TestServer;
  let folder: string;
  let dataset: SeededDataset;

  beforeAll(async () => {
    server = await startTestServer();
    const admin = superuser(server);
    dataset = await createDataset(admin, await createCollection(admin));
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await addFile(admin, dataset, { name });
    await publishDataset(admin, dataset);
    // Below the packages, so that modules here find them.
    folder = await mkdtemp(join(FOLDER, 'run-'));
    await cp(inputs, folder, { recursive: true });
    await writeFile(join(folder, 'schema.graphql'), await (await fetch(`${server.url}/graphql/schema.graphql`)).text());
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  });

  /** Runs a program of the tools; what it says. @throws Error when it fails */
  async function run(program: string, ...args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)(execPath, [program.replace('npm:', '../node_modules/'), ...args], {
      cwd: folder,
      maxBuffer: 64_000_000,
    });
    return `${stdout}${stderr}`;
  }
  const writeJson = (name: string, value: unknown): Promise<void> => writeFile(join(folder, name), JSON.stringify(value));
  const compile = async (program: string): Promise<string> => {
    await writeJson(`tsconfig.${program}.json`, { compilerOptions: COMPILER, files: [program] });
    return run('npm:typescript/bin/tsc', '-p', `tsconfig.${program}.json`);
  };

  test('is compiled by Relay, with connections that are refetched, errors as data and a subscription', async () => {
    await mkdir(join(folder, 'relay'));
    await cp(join(inputs, 'dataset-page.relay.ts'), join(folder, 'relay/datasetPage.ts'));
    const config = {
      src: './relay',
      schema: './schema.graphql',
      language: 'typescript',
      eagerEsModules: true,
      customScalarTypes: CUSTOM_SCALARS,
    };
    await writeJson('relay.config.json', config);
    const told = await run('npm:relay-compiler/cli.js', 'relay.config.json');
    expect(told).toMatch(/compiled documents: 8 reader, 6 normalization/);
    expect(told).not.toMatch(/warn|error/i);
    const artifact = await readFile(join(folder, 'relay/__generated__/datasetPageFilesQuery.graphql.ts'), 'utf8');
    // What implements Node is fetched again by its id.
    expect(artifact).toContain('node(id: $id)');
  });

  test("has the types of graphql-codegen's client preset, which refuse faults", async () => {
    expect(await run('codegen.mjs')).toBe('gql/graphql.ts gql/gql.ts gql/index.ts\n');
    expect(await compile('program.codegen.ts')).toBe('');
  });

  test('has the types of gql.tada, which refuse faults', async () => {
    const plugin = { name: 'gql.tada/ts-plugin', schema: './schema.graphql', tadaOutputLocation: './graphql-env.d.ts' };
    await writeJson('tsconfig.json', { compilerOptions: { ...COMPILER, plugins: [plugin] }, files: ['program.tada.ts'] });
    expect(await run('npm:gql.tada/bin/cli.js', 'generate-output')).not.toMatch(/warning|error/i);
    expect(await run('npm:gql.tada/bin/cli.js', 'check', '--fail-on-warn')).toMatch(/No problems found/);
    expect(await compile('program.tada.ts')).toBe('');
  });

  test('fits into the caches of urql and of Apollo Client, which put pages together', async () => {
    const both = { first: ['a.txt', 'b.txt'], both: ['a.txt', 'b.txt', 'c.txt'] };
    const told: unknown = JSON.parse(await run('caches.mjs', server.url, `${dataset.id}`));
    expect(told).toEqual({ sameTypes: true, urql: both, apollo: both, complaints: [] });
  });

  test('has what graphql-eslint asks for, or a reason', async () => {
    const lint = await promisify(execFile)(
      execPath,
      ['../node_modules/eslint/bin/eslint.js', '-c', 'eslint.config.mjs', '-f', 'json', 'schema.graphql'],
      {
        cwd: folder,
        maxBuffer: 64_000_000,
      },
    ).catch((error: unknown) => error);
    const [found] = lintSchema.parse(JSON.parse(z.object({ stdout: z.string() }).parse(lint).stdout));
    const reasons = reasonsSchema.parse(JSON.parse(await readFile(join(inputs, 'reasons.json'), 'utf8')));
    const lines = (await readFile(join(folder, 'schema.graphql'), 'utf8')).split('\n');
    const ownerOf = (line: number): string =>
      lines
        .slice(0, line)
        .findLast((text) => /^(?:type|input|enum|interface|union|scalar|directive) /.test(text))
        ?.split(/[\s@(]+/)[1] ?? '';
    const used = new Set<string>();
    const without: string[] = [];
    for (const { ruleId, line, message } of found?.messages ?? []) {
      const rule = (ruleId ?? '').replace('@graphql-eslint/', '');
      const owner = ownerOf(line);
      const reason = reasons.find((entry) => entry.rule === rule && new RegExp(entry.owner).test(owner));
      if (reason === undefined) without.push(`${rule} ${owner}: ${message}`);
      else used.add(reason.reason);
    }
    expect(without).toEqual([]);
    // What is no longer found needs no reason.
    expect(reasons.filter(({ reason }) => !used.has(reason))).toEqual([]);
  });
});
