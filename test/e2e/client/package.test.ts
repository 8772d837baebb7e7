/** The package as `npm run build` makes it: its types hold with the strictest compiler, and nothing of Node is in it. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assembleClient } from '../../../tools/client-package.ts';

const run = promisify(execFile);
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

const PROGRAM = `import { createClient, document, Refusal, type VersionFile } from 'archivolt-client';
const client = createClient({ server: 'https://data.example.org', token: 'a' });
export async function firstFile(): Promise<VersionFile | undefined> {
  for await (const file of client.files('doi:10.5072/FK2/A', { version: '1.0' })) return file;
  return undefined;
}
const created = await client.createDataset({ collection: { alias: 'a' }, version: { typed: { metadata: { citation: { title: 'A', subject: ['ARTS_AND_HUMANITIES'] } } } } });
export const told: string = created.ok ? created.value.persistentId : created.userErrors.map(({ field }) => field ?? '').join();
export const title: string | null = (await client.citationMetadata(3)).title;
const own = document<{ readonly licenses: readonly { readonly name: string }[] }, object>('{ licenses { name } }');
export const names: string[] = (await client.request(own, {})).licenses.map(({ name }) => name);
export const code = (error: unknown): string | undefined => (error instanceof Refusal ? error.code : undefined);
`;
const FAULTS = [
  `await client.createDataset({ collection: { alias: 'a' }, version: { typed: { metadata: { citation: { subject: ['NO_SUBJECT'] } } } } });`,
  `await client.createDataset({ collection: { alias: 'a', databaseId: 3 } });`,
  `if (!created.ok) created.value.persistentId;`,
  `(await client.dataset(3)).nothing;`,
  `client.find('gulls', { kinds: ['FILE'] });`,
];

describe('the package of the client', () => {
  let folder: string;
  let target: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-client-package-'));
    target = join(folder, 'node_modules/archivolt-client');
    await mkdir(join(folder, 'node_modules'));
    await assembleClient(target);
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const compile = async (text: string): Promise<string> => {
    await writeFile(join(folder, 'program.ts'), text);
    const flags = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
    ];
    const told = await run(execPath, [tsc, ...flags, '--types', '', 'program.ts'], { cwd: folder }).catch((error: unknown) => error);
    return (told as { stdout: string }).stdout;
  };

  test('has types for a program without Node, and they refuse faults', async () => {
    expect(await compile(PROGRAM)).toBe('');
    const marked = FAULTS.map((fault) => `// @ts-expect-error\n${fault}\n`).join('');
    expect(await compile(PROGRAM + marked)).toBe('');
  });

  test('depends on nothing, and loads in Node', async () => {
    const manifest: unknown = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    const modules = (await readdir(target, { recursive: true })).filter((name) => name.endsWith('.js'));
    for (const name of modules) expect(await readFile(join(target, name), 'utf8')).not.toMatch(/(?:from|import\(?)\s*["'](?!\.)/);
    await writeFile(
      join(folder, 'program.mjs'),
      "import { createClient } from 'archivolt-client';\nconsole.log(createClient({ server: 'https://a.example/' }).server);\n",
    );
    expect((await run(execPath, ['program.mjs'], { cwd: folder })).stdout).toBe('https://a.example\n');
  });
});
