/** The small repository that hostile requests are sent to, made through the API. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { callApi, SUPERUSER_TOKEN } from '../bench/api-client.ts';

export const COLLECTION = 'campaign';
const USERS_KEY = 'campaign-users-key';
const examples = join(import.meta.dirname, '..', 'data', 'examples');

/** Who sends. */
export type Sender = 'guest' | 'depositor' | 'superuser';

interface SeededDataset {
  readonly id: number;
  readonly persistentId: string;
  readonly fileId: number;
}

/** What requests can name. */
export interface World {
  readonly collection: typeof COLLECTION;
  readonly published: SeededDataset;
  /** The depositor's own. */
  readonly draft: SeededDataset;
  /** Native JSON of a dataset that can be created. */
  readonly example: string;
  readonly tokens: Readonly<Record<Sender, string | undefined>>;
}

const account = z.object({ apiToken: z.string() });
const dataset = z.object({ id: z.number(), persistentId: z.string() });
const added = z.object({ files: z.tuple([z.object({ dataFile: z.object({ id: z.number() }) })]) });

async function createDataset(url: string, body: string): Promise<SeededDataset> {
  const { id, persistentId } = dataset.parse(await callApi(`${url}/api/collections/${COLLECTION}/datasets`, 'POST', body));
  const form = new FormData();
  form.append('file', new Blob([`hour,visitors\n${id},41\n`]), 'counts.csv');
  const { files } = added.parse(await callApi(`${url}/api/datasets/${id}/add`, 'POST', form));
  return { id, persistentId, fileId: files[0].dataFile.id };
}

async function createDepositor(url: string, name: string): Promise<string> {
  const person = JSON.stringify({ userName: name, firstName: 'Ada', lastName: 'Depositor', email: `${name}@example.org` });
  return account.parse(await callApi(`${url}/api/builtin-users?key=${USERS_KEY}&password=correct-horse-7`, 'POST', person)).apiToken;
}

/** Makes an account that may do everything in the collection, and a draft for it to work on. */
async function seedDepositor(url: string, example: string): Promise<{ token: string; draft: SeededDataset }> {
  const name = `depositor-${Date.now().toString(36)}`;
  const token = await createDepositor(url, name);
  await callApi(`${url}/api/collections/${COLLECTION}/assignments`, 'POST', JSON.stringify({ assignee: `@${name}`, role: 'curator' }));
  return { token, draft: await createDataset(url, example) };
}

/** Makes everything, on a server that has just been started for the first time. */
export async function seedWorld(url: string): Promise<World> {
  const example = await readFile(join(examples, 'minimal.json'), 'utf8');
  await callApi(`${url}/api/admin/settings/:BuiltinUsersKey`, 'PUT', USERS_KEY);
  await callApi(
    `${url}/api/collections/:root`,
    'POST',
    JSON.stringify({ name: 'Campaign', alias: COLLECTION, collectionContacts: [{ contactEmail: 'campaign@example.org' }] }),
  );
  await callApi(`${url}/api/collections/${COLLECTION}/actions/:publish`, 'POST');
  const published = await createDataset(url, await readFile(join(examples, 'social-science-survey.json'), 'utf8'));
  await callApi(`${url}/api/datasets/${published.id}/actions/:publish?type=major`, 'POST');
  const { token, draft } = await seedDepositor(url, example);
  return { collection: COLLECTION, published, draft, example, tokens: { guest: undefined, depositor: token, superuser: SUPERUSER_TOKEN } };
}

/** A world whose account and draft are new: what was sent may have changed them. */
export async function renewWorld(url: string, world: World): Promise<World> {
  const { token, draft } = await seedDepositor(url, world.example);
  return { ...world, draft, tokens: { ...world.tokens, depositor: token } };
}
