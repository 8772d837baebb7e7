/** The small repository that hostile requests are sent to, made through the API. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { callApi, SUPERUSER_TOKEN } from '../bench/api-client.ts';
import { createHeldStreams } from './held-streams.ts';
import { AUDIENCE } from './issuer.ts';

export const COLLECTION = 'campaign';
const USERS_KEY = 'campaign-users-key';
/** Between two looks at a lock. */
const POLL_MS = 50;
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
  /** Whose bearer tokens the server would believe. */
  readonly issuerUrl: string;
  /** The depositor's own. */
  readonly draft: SeededDataset;
  /** Native JSON of a dataset that can be created. */
  readonly example: string;
  readonly tokens: Readonly<Record<Sender, string | undefined>>;
  /** Cookie of a browser in which the depositor is signed in. */
  readonly depositorCookie: string;
  /** Cookie of a browser in which a superuser is signed in. */
  readonly keeperCookie: string;
  /** Of a published file that was ingested as a table, with a process that answers questions to it. */
  table(): Promise<number>;
  /** The cursor behind so many pages of rows of a table. */
  cursorBehind(page: string, pages: number): Promise<string>;
  /** Opens so many streams that follow something; they are held until `release`. */
  follow(count: number, query: string, token?: string): Promise<void>;
  release(): void;
  /** Adds a file to the draft; gives its id, and nothing where the file was refused. */
  addFile(name: string, bytes: Buffer): Promise<number | undefined>;
}

/** Where the server is at the moment. */
export type ServerUrl = () => string;

const account = z.object({ apiToken: z.string() });
const locks = z.array(z.object({ lockType: z.string() }));
const rowPage = z.object({ next: z.string() });
const dataset = z.object({ id: z.number(), persistentId: z.string() });
const added = z.object({ files: z.tuple([z.object({ dataFile: z.object({ id: z.number() }) })]) });

async function addFile(url: string, datasetId: number, name: string, bytes: Buffer): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const { files } = added.parse(await callApi(`${url}/api/datasets/${datasetId}/add`, 'POST', form));
  return files[0].dataFile.id;
}

/** A dataset with a file: one that is ingested where its name says that it is a table. */
async function createDataset(url: string, body: string, fileName: string): Promise<SeededDataset> {
  const { id, persistentId } = dataset.parse(await callApi(`${url}/api/collections/${COLLECTION}/datasets`, 'POST', body));
  const fileId = await addFile(url, id, fileName, Buffer.from(`hour,visitors\n${id},41\n`));
  return { id, persistentId, fileId };
}

/** A dataset cannot be published while its table is read. */
async function untilIngested(url: string, datasetId: number): Promise<void> {
  while (locks.parse(await callApi(`${url}/api/datasets/${datasetId}/locks?type=Ingest`, 'GET')).length > 0) await sleep(POLL_MS);
}

const ROWS_OF_TABLE = 20_000;
const PASSWORD = 'correct-horse-7';

/** A published table of 20,000 rows in four columns. */
async function createTable(url: string, body: string): Promise<number> {
  const { id } = dataset.parse(await callApi(`${url}/api/collections/${COLLECTION}/datasets`, 'POST', body));
  const rows = Array.from(
    { length: ROWS_OF_TABLE },
    (_, row) => `text ${row % 997} ${'x'.repeat(row % 50)},${row},${row / 7},g${row % 13}\n`,
  );
  const fileId = await addFile(url, id, 'table.csv', Buffer.from(`text,count,share,group\n${rows.join('')}`));
  await untilIngested(url, id);
  await callApi(`${url}/api/datasets/${id}/actions/:publish?type=major`, 'POST');
  return fileId;
}

async function createAccount(url: string, name: string): Promise<string> {
  const person = JSON.stringify({ userName: name, firstName: 'Ada', lastName: 'Depositor', email: `${name}@example.org` });
  return account.parse(await callApi(`${url}/api/builtin-users?key=${USERS_KEY}&password=${PASSWORD}`, 'POST', person)).apiToken;
}

/** The cookie of a browser in which an account is signed in. */
async function signIn(url: string, userName: string): Promise<string> {
  const answer = await fetch(`${url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ userName, password: PASSWORD }),
  });
  await answer.arrayBuffer();
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** Gives a world an account of its own that may do everything in the collection, and a draft for it to work on: what was sent may have changed the last ones. */
export async function renewWorld(
  server: ServerUrl,
  world: Omit<World, 'draft' | 'tokens' | 'depositorCookie' | 'keeperCookie' | 'addFile'>,
): Promise<World> {
  const url = server();
  const name = `depositor-${Date.now().toString(36)}`;
  const depositor = await createAccount(url, name);
  const keeper = `keeper-${name}`;
  await createAccount(url, keeper);
  await callApi(`${url}/api/admin/superuser/${keeper}`, 'PUT', 'true');
  await callApi(`${url}/api/collections/${COLLECTION}/assignments`, 'POST', JSON.stringify({ assignee: `@${name}`, role: 'curator' }));
  const draft = await createDataset(url, world.example, 'counts.txt');
  return {
    ...world,
    draft,
    tokens: { guest: undefined, depositor, superuser: SUPERUSER_TOKEN },
    depositorCookie: await signIn(url, name),
    keeperCookie: await signIn(url, keeper),
    addFile: (fileName, bytes) => addFile(server(), draft.id, fileName, bytes).catch(() => undefined),
  };
}

/** Makes everything, on a server that has just been started for the first time. */
export async function seedWorld(server: ServerUrl, issuerUrl: string): Promise<World> {
  const url = server();
  const factoryData = `issuer: ${issuerUrl} | clientId: ${AUDIENCE}`;
  const provider = { id: 'campaign', factoryAlias: 'oidc', factoryData, enabled: true };
  await callApi(`${url}/api/admin/authenticationProviders`, 'POST', JSON.stringify(provider));
  await callApi(`${url}/api/admin/settings/:BuiltinUsersKey`, 'PUT', USERS_KEY);
  await callApi(`${url}/api/admin/settings/:OAIServerEnabled`, 'PUT', 'true');
  const collection = { name: 'Campaign', alias: COLLECTION, collectionContacts: [{ contactEmail: 'campaign@example.org' }] };
  await callApi(`${url}/api/collections/:root`, 'POST', JSON.stringify(collection));
  await callApi(`${url}/api/collections/${COLLECTION}/actions/:publish`, 'POST');
  const published = await createDataset(url, await readFile(join(examples, 'social-science-survey.json'), 'utf8'), 'counts.csv');
  await untilIngested(url, published.id);
  await callApi(`${url}/api/datasets/${published.id}/actions/:publish?type=major`, 'POST');
  const example = await readFile(join(examples, 'minimal.json'), 'utf8');
  let made: Promise<number> | undefined;
  const table = async (): Promise<number> => {
    const fileId = await (made ??= createTable(server(), example));
    await callApi(`${server()}/api/access/datafile/${fileId}/rows?first=1`, 'GET');
    return fileId;
  };
  const cursorBehind = async (page: string, pages: number): Promise<string> => {
    let cursor = '';
    for (let behind = 0; behind < pages; behind += 1) {
      const { next } = rowPage.parse(await callApi(`${server()}${page}${cursor === '' ? '' : `&after=${cursor}`}`, 'GET'));
      cursor = next;
    }
    return cursor;
  };
  const streams = createHeldStreams();
  const { release } = streams;
  const follow = (count: number, query: string, token?: string): Promise<void> => streams.follow(server(), count, query, token);
  return renewWorld(server, { collection: COLLECTION, published, issuerUrl, example, table, cursorBehind, follow, release });
}
