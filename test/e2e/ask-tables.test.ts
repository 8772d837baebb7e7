// docs/how-to/ask-tables.md, command by command, with the answers that it shows.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doJobs } from '../support/do-jobs.ts';
import { PETS } from '../support/ingested-files.ts';
import { readJson } from '../support/json-reader.ts';
import { createCollection, createDataset, publishDataset, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

let server: TestServer;
let dataset: SeededDataset;
let folder: string;
let page: string;
let file = 57;
beforeAll(async () => {
  page = await readFile(new URL('../../docs/how-to/ask-tables.md', import.meta.url), 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'archivolt-ask-'));
  await writeFile(join(folder, 'pets.csv'), PETS.csv);
  server = await startTestServer({ INGEST_MINUTES: '5' });
  const admin = superuser(server);
  dataset = await createDataset(admin, await createCollection(admin));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** What the page has in blocks of a language, with the ids of this server in place of those that it uses. */
function blocks(language: string): string[] {
  const found = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  return found.map(([, text = '']) => text.replaceAll(/\b57\b/g, String(file)).replaceAll(/\b42\b/g, String(dataset.id)));
}

async function typed(command: string): Promise<unknown> {
  const env = { PATH: process.env['PATH'], API: `${server.url}/api`, TOKEN: SUPERUSER_TOKEN };
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-euc', command.replaceAll('curl ', 'curl -sS ')], { cwd: folder, env });
  return JSON.parse(stdout);
}

test('a table is uploaded, described and asked as the page says', async () => {
  const [upload = '', describe = ''] = (blocks('sh')[0] ?? '').split('\n');
  file = readJson(await typed(upload)).number('data.files.0.dataFile.id');
  await doJobs(server);
  await publishDataset(superuser(server), dataset);
  const described = readJson(await typed(describe.replace('57', String(file)))).list('data.0.dataVariables');
  expect(described.map((variable) => readJson(variable).text('name'))).toEqual(['name', 'pounds', 'species']);

  const answers = blocks('json').map((text): unknown => JSON.parse(text));
  const questions = blocks('sh').slice(1);
  expect(questions).toHaveLength(answers.length);
  for (const [place, question] of questions.entries()) {
    // On a busy machine, preparing the table takes longer than a request waits.
    await expect.poll(() => typed(question)).toEqual(answers[place]);
  }

  const [document = ''] = blocks('graphql');
  const answer = await superuser(server).graphql.send(document);
  expect(answer.at('errors')).toBeUndefined();
  expect(answer.record('data.file.tabular')).toMatchObject({
    preview: { columns: ['name', 'pounds', 'species'], rows: [{ number: 1 }, { number: 2 }, { number: 3 }] },
    rows: { rows: [{ cells: ['Marshall', 40, 'dog'] }, { cells: ['Panther', 21, 'cat'] }, { cells: ['Tiger', 17, 'cat'] }] },
    aggregate: {
      columns: ['species', 'count', 'mean(pounds)'],
      groups: [
        ['cat', 2, 19],
        ['dog', 1, 40],
      ],
    },
  });
});
