// What the guides on searching and on numbers tell people to send, sent to a server.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleDataset, publishDataset, succeeded, superuser } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const GUIDES = ['search', 'show-metrics'] as const;

interface Block {
  readonly guide: string;
  readonly language: string;
  readonly text: string;
}

async function blocksOf(guide: string): Promise<Block[]> {
  const text = await readFile(`docs/how-to/${guide}.md`, 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', block = '']) => ({ guide, language, text: block }));
}

const blocks = (await Promise.all(GUIDES.map(blocksOf))).flat();
const documents = blocks.filter(({ language }) => language === 'graphql');
/** What starts a server, or reads files of the operator, has tests of its own. */
const scripts = blocks.filter(({ language, text }) => language === 'sh' && !text.includes('npm '));

let server: TestServer;
/** The ids of the guides, and those of here. */
let ids: readonly (readonly [shown: string, here: string])[];
beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  const contacts = { collectionContacts: [{ contactEmail: 'contact@example.org' }] };
  const birds = succeeded(await admin.rest.post('/api/collections/root', { alias: 'birds', name: 'Birds', ...contacts }));
  succeeded(await admin.rest.post('/api/collections/birds/actions/:publish'));
  const text = JSON.stringify(exampleDataset('minimal')).replace('Door counter readings', 'Finch and heron at the door: tidal gates');
  const made = succeeded(await admin.rest.post('/api/collections/root/datasets', JSON.parse(text)));
  await publishDataset(admin, { id: made.number('data.id'), persistentId: '' });
  const account = succeeded(await admin.rest.get('/api/users/:me'));
  ids = [
    ['"definitionPointId": 12', `"definitionPointId": ${birds.number('data.id')}`],
    ['"creatorId": 3', `"creatorId": ${account.number('data.id')}`],
    ['doi:10.5072/FK2/ABCDEF', made.text('data.persistentId')],
  ];
});
afterAll(() => server.stop());

const ofHere = (text: string): string => ids.reduce((changed, [shown, here]) => changed.replaceAll(shown, here), text);

test('there are some of either', () => {
  expect(documents.length).toBeGreaterThan(3);
  expect(scripts.length).toBeGreaterThan(3);
});

test.each(documents)('$guide: $text', async ({ text }) => {
  const answer = await superuser(server).graphql.send(ofHere(text), {});
  expect(answer.at('errors')).toBeUndefined();
  expect(answer.record('data')).toEqual(expect.any(Object));
});

test.each(scripts)('$guide: $text', async ({ text }) => {
  const { rest } = superuser(server);
  const script = `curl() { command curl -sS --fail-with-body "$@"; echo; }\n${ofHere(text)}`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    env: { PATH: process.env['PATH'], SERVER: server.url, ADMIN: rest.token },
  });
  expect(stderr).toBe('');
  for (const line of stdout.split('\n').filter((one) => one.startsWith('{'))) expect(JSON.parse(line)).toMatchObject({ status: 'OK' });
});
