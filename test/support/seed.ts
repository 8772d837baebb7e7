/** Builders of what tests work on, each through the public API. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type GraphqlClient, graphqlClient } from './graphql-client.ts';
import { readJson } from './json-reader.ts';
import { type FileToSend, type RestAnswer, type RestClient, restClient } from './rest-client.ts';
import type { TestServer } from './server.ts';
import { SUPERUSER_TOKEN } from './superuser-token.ts';

/** A caller of both APIs. */
export interface Caller {
  /** `@name`, or `:guest`. */
  readonly identifier: string;
  /** The API token; undefined for guests. */
  readonly token?: string | undefined;
  readonly rest: RestClient;
  readonly graphql: GraphqlClient;
}

export interface SeededCollection {
  readonly id: number;
  readonly alias: string;
}

export interface SeededDataset {
  readonly id: number;
  readonly persistentId: string;
}

export const BUILTIN_USERS_KEY = 'test-builtin-users-key';
export const EXAMPLES = ['minimal', 'climate-grid', 'social-science-survey'] as const;
export type ExampleName = (typeof EXAMPLES)[number];

/** A name that nothing else has. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** One of the example datasets as native JSON. */
export function exampleDataset(name: ExampleName): { readonly datasetVersion: Readonly<Record<string, unknown>> } {
  const file = new URL(`../../data/examples/${name}.json`, import.meta.url);
  return { datasetVersion: readJson(JSON.parse(readFileSync(file, 'utf8'))).record('datasetVersion') };
}

function callerOf(server: TestServer, identifier: string, token?: string): Caller {
  return { identifier, token, rest: restClient(server.url, token), graphql: graphqlClient(server.url, token) };
}

/** A caller without a token. */
export function guest(server: TestServer): Caller {
  return callerOf(server, ':guest');
}

/** The first superuser. */
export function superuser(server: TestServer): Caller {
  return callerOf(server, '@admin', SUPERUSER_TOKEN);
}

/** @throws Error unless the request succeeded. */
export function succeeded(answer: RestAnswer): RestAnswer {
  if (answer.status < 300) return answer;
  throw new Error(`${answer.status} ${answer.body.slice(0, 1000)}`);
}

/** Opens the creation of built-in users on this server. */
export async function allowBuiltinUsers(server: TestServer): Promise<void> {
  succeeded(await superuser(server).rest.send('/api/admin/settings/:BuiltinUsersKey', { method: 'PUT', raw: BUILTIN_USERS_KEY }));
}

/** Creates a built-in user, opening the way first. */
export async function createUser(server: TestServer, name: string): Promise<Caller> {
  await allowBuiltinUsers(server);
  const userName = uniqueName(name);
  const created = succeeded(
    await guest(server).rest.post(`/api/builtin-users?password=secret-1234&key=${BUILTIN_USERS_KEY}`, {
      userName,
      firstName: name,
      lastName: 'Tester',
      email: `${userName}@example.org`,
    }),
  );
  return callerOf(server, `@${userName}`, created.text('data.apiToken'));
}

export interface CollectionOptions {
  /** Path id of the owner, `:root` by default. */
  readonly owner?: string | number;
  readonly name?: string;
  readonly published?: boolean;
}

/** Creates a collection as `caller`, published unless it says otherwise. */
export async function createCollection(caller: Caller, options: CollectionOptions = {}): Promise<SeededCollection> {
  const alias = uniqueName('collection');
  const created = succeeded(
    await caller.rest.post(`/api/collections/${options.owner ?? ':root'}`, {
      alias,
      name: options.name ?? `Collection ${alias}`,
      collectionContacts: [{ contactEmail: 'contact@example.org' }],
    }),
  );
  if (options.published ?? true) succeeded(await caller.rest.post(`/api/collections/${alias}/actions/:publish`));
  return { id: created.number('data.id'), alias };
}

/** Gives a role on a collection. */
export async function assignRole(caller: Caller, collection: SeededCollection, assignee: string, role: string): Promise<number> {
  const answer = succeeded(await caller.rest.post(`/api/collections/${collection.alias}/assignments`, { assignee, role }));
  return answer.number('data.id');
}

/** Creates a dataset from one of the examples. */
export async function createDataset(
  caller: Caller,
  collection: SeededCollection,
  example: ExampleName = 'minimal',
): Promise<SeededDataset> {
  const answer = succeeded(await caller.rest.post(`/api/collections/${collection.alias}/datasets`, exampleDataset(example)));
  return { id: answer.number('data.id'), persistentId: answer.text('data.persistentId') };
}

/** Adds a file to the draft; gives the id of the file. */
export async function addFile(caller: Caller, dataset: SeededDataset, file: Partial<FileToSend> = {}): Promise<number> {
  const name = file.name ?? `${uniqueName('file')}.txt`;
  const answer = succeeded(await caller.rest.upload(`/api/datasets/${dataset.id}/add`, { bytes: `content of ${name}\n`, ...file, name }));
  return answer.number('data.files.0.dataFile.id');
}

/** Publishes the draft. */
export async function publishDataset(
  caller: Caller,
  dataset: SeededDataset,
  type: 'major' | 'minor' | 'updatecurrent' = 'major',
): Promise<void> {
  succeeded(await caller.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=${type}`));
}
