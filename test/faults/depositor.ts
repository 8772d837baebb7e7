// A client that deposits files, and the look behind the server's back that tells what it really kept.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/postgres.ts';
import { type LaunchOptions, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

/** The one that the database of a fresh server knows. */
export const TOKEN = SUPERUSER_TOKEN;

/** A server to talk to, as whom. */
export interface Door {
  readonly url: string;
  readonly token: string;
}

/** A process of the server, and where it keeps things. */
export interface FreshServer {
  readonly server: ServerProcess;
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** Starts a process on an empty folder, and on a database of the tests' PostgreSQL as a first start leaves it. */
export async function startFreshServer(start: Pick<LaunchOptions, 'env'> = {}): Promise<FreshServer> {
  const { url: databaseUrl, drop } = await createTestDatabase('installed');
  onTestFinished(drop);
  const dataDir = await temporaryFolder();
  const server = await startServerProcess({
    ...start,
    dataDir,
    env: { ...start.env, DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN },
  });
  return { server, databaseUrl, dataDir };
}

const envelope = z.object({
  status: z.string(),
  message: z.unknown().optional(),
  errorCode: z.string().optional(),
  requestId: z.string().optional(),
  data: z.unknown().optional(),
});

/** An answer of the REST API. */
export interface RestAnswer extends z.infer<typeof envelope> {
  readonly httpStatus: number;
  readonly headers: Headers;
}

/** A request with a JSON or text body. */
export async function rest(door: Door, method: string, path: string, body?: unknown): Promise<RestAnswer> {
  const response = await fetch(`${door.url}/api${path}`, {
    method,
    headers: { 'X-Service-key': door.token, 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { httpStatus: response.status, headers: response.headers, ...envelope.parse(await response.json()) };
}

const minimalDataset: unknown = JSON.parse(readFileSync(new URL('../../data/examples/minimal.json', import.meta.url), 'utf8'));

/** Creates a dataset in the root collection; its id. */
export async function createDataset(door: Door): Promise<number> {
  const answer = await rest(door, 'POST', '/collections/root/datasets', minimalDataset);
  if (answer.httpStatus !== 201) throw new Error(`No dataset was created: ${JSON.stringify(answer)}`);
  return z.object({ id: z.number() }).parse(answer.data).id;
}

const added = z.object({ files: z.array(z.object({ dataFile: z.object({ id: z.number(), md5: z.string().optional() }) })) });

/** The file's id in the answer to an upload. */
export function addedFileId(answer: RestAnswer): number {
  const id = added.parse(answer.data).files[0]?.dataFile.id;
  if (id === undefined) throw new Error('The answer names no file.');
  return id;
}

/** Uploads bytes that are in memory. */
export async function upload(
  door: Door,
  dataset: number,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  type = 'application/x-test',
): Promise<RestAnswer> {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), name);
  const response = await fetch(`${door.url}/api/datasets/${dataset}/add`, {
    method: 'POST',
    headers: { 'X-Service-key': door.token },
    body: form,
  });
  return { httpStatus: response.status, headers: response.headers, ...envelope.parse(await response.json()) };
}

const uploaded = z.object({
  data: z.object({
    addFile: z.object({ files: z.tuple([z.object({ label: z.string(), dataFile: z.object({ databaseId: z.number() }) })]) }),
  }),
});

const UPLOAD = `mutation Add($input: AddFileInput!) { addFile(input: $input) { files { label dataFile { databaseId } } } }`;

/** Uploads bytes that are in memory in a GraphQL multipart request; the file's id and name. @throws Error when it is refused. */
export async function uploadByGraphql(
  door: Door,
  dataset: number,
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
): Promise<{ readonly id: number; readonly label: string }> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: UPLOAD, variables: { input: { dataset: { databaseId: dataset }, file: null } } }));
  form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
  form.set('0', new Blob([bytes], { type: 'application/x-test' }), name);
  const response = await fetch(`${door.url}/graphql`, { method: 'POST', headers: { 'X-Service-key': door.token }, body: form });
  const answer = uploaded.safeParse(await response.json());
  if (!answer.success) throw new Error('The upload was refused.');
  const [file] = answer.data.data.addFile.files;
  return { id: file.dataFile.databaseId, label: file.label };
}

export async function download(door: Door, file: number): Promise<{ readonly httpStatus: number; readonly bytes: Buffer }> {
  const response = await fetch(`${door.url}/api/access/datafile/${file}`, { headers: { 'X-Service-key': door.token } });
  return { httpStatus: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

interface UploadAnswer {
  readonly httpStatus: number;
  readonly body: unknown;
}

/** An upload whose bytes the test sends itself. */
export interface OpenUpload {
  readonly request: ClientRequest;
  send(bytes: Uint8Array): Promise<void>;
  /** The answer, whenever it comes. */
  readonly answered: Promise<UploadAnswer>;
  /** Ends the form and reads the answer. */
  finish(): Promise<UploadAnswer>;
  /** Cuts the connection; resolves when it is closed. */
  cut(): Promise<void>;
}

const BOUNDARY = 'a-boundary-of-the-test';

function part(name: string, text: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
}

const ADD_FILE = `mutation Add($input: AddFileInput!) { addFile(input: $input) { files { label } } }`;

/** Begins an upload over one of the surfaces; sends everything before the file's first byte. */
export function openUpload(door: Door, dataset: number, surface: 'REST' | 'GraphQL', name = 'cut.bin'): OpenUpload {
  const path = surface === 'REST' ? `/api/datasets/${dataset}/add` : '/graphql';
  const outgoing = request(`${door.url}${path}`, {
    method: 'POST',
    // A connection of its own that would be kept, as clients of today ask for.
    agent: new Agent({ keepAlive: true }),
    headers: { 'X-Service-key': door.token, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = once(outgoing, 'response').then(async ([response]) => {
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const body: unknown = JSON.parse(text);
    return { httpStatus: Number(response.statusCode), body };
  });
  answered.catch(() => undefined);
  outgoing.on('error', () => undefined);
  const operations = JSON.stringify({ query: ADD_FILE, variables: { input: { dataset: { databaseId: dataset }, file: null } } });
  const before = surface === 'REST' ? '' : part('operations', operations) + part('map', JSON.stringify({ file: ['variables.input.file'] }));
  outgoing.write(
    `${before}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/x-test\r\n\r\n`,
  );
  return {
    request: outgoing,
    send: (bytes) => new Promise((resolve, reject) => outgoing.write(bytes, (error) => (error ? reject(error) : resolve()))),
    answered,
    finish: () => {
      outgoing.end(`\r\n--${BOUNDARY}--\r\n`);
      return answered;
    },
    cut: async () => {
      // Not `once` of node:events, which rejects when the cut is reported as an error.
      if (outgoing.closed) return;
      await new Promise((resolve) => outgoing.once('close', resolve).destroy());
    },
  };
}

export function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** The MD5 of what a stream has left, in lower-case hexadecimal. */
export async function md5OfStream(source: Readable): Promise<string> {
  const hash = createHash('md5');
  await pipeline(source, hash);
  return hash.digest('hex');
}

/** Random bytes: no two files of a test are duplicates. */
export function randomFile(sizeBytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(randomBytes(sizeBytes));
}

/** An empty folder that goes with the test; PostgreSQL's own account may pass through it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'archivolt-faults-')));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export interface KeptFile {
  readonly storageId: string;
  readonly path: string;
}

/** What lies in a storage folder: kept files and what waits in staging. */
export function filesIn(storage: string): { readonly kept: readonly KeptFile[]; readonly staged: readonly string[] } {
  const kept: KeptFile[] = [];
  const staged: string[] = [];
  let entries;
  try {
    entries = readdirSync(storage, { recursive: true, withFileTypes: true });
  } catch {
    return { kept, staged };
  }
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.parentPath === join(storage, 'temp')) staged.push(path);
    else kept.push({ storageId: entry.name, path });
  }
  return { kept, staged };
}

export interface FileRow {
  readonly id: number;
  readonly storageId: string;
  readonly checksum: string;
  readonly sizeBytes: number;
}

/** Runs one statement beside the server. */
export async function queryDatabase<T>(url: string, statement: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, prepare: false });
  try {
    return await statement(sql);
  } finally {
    await sql.end();
  }
}

/** The files that the database knows. */
export function fileRows(url: string): Promise<FileRow[]> {
  return queryDatabase(
    url,
    async (sql) =>
      await sql<FileRow[]>`select id, storage_id as "storageId", checksum_value as checksum, size_bytes::int as "sizeBytes" from data_file`,
  );
}
