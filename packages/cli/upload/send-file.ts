/** Brings the bytes of one file to the store, part by part. Source: files.md 22.6. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Client, pauseSeconds, unreachable } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { type LocalFile, placeOf } from './local-files.ts';
import type { UploadState } from './upload-state.ts';

const PARTS = `id storageIdentifier partSizeBytes complete parts(missing: true) { number sizeBytes url }`;
const partShape = z.object({ number: z.number(), sizeBytes: z.number(), url: z.string() });
const uploadShape = z.object({
  id: z.string(),
  storageIdentifier: z.string(),
  partSizeBytes: z.number(),
  complete: z.boolean(),
  parts: z.array(partShape),
});
type Upload = z.infer<typeof uploadShape>;

const BEGIN = `mutation ($input: BeginUploadInput!) { beginUpload(input: $input) { upload { ${PARTS} } } }`;
const beginShape = z.object({ beginUpload: z.object({ upload: uploadShape }) });
const FIND = `query ($reference: DirectUploadReference!) { directUpload(reference: $reference) { ${PARTS} } }`;
const findShape = z.object({ directUpload: uploadShape.nullable() });

const ATTEMPTS = 6;
/** A part that does not arrive in this time is sent again. */
const PART_LIMIT_MS = 30 * 60_000;

/** What an upload needs beside the file. */
export interface SendOptions {
  readonly client: Client;
  readonly dataset: number;
  readonly state: UploadState;
  /** Undefined lets the store choose. */
  readonly partSizeBytes: number | undefined;
  /** Bounds how many parts of all files are on their way. */
  readonly limit: <Result>(task: () => Promise<Result>) => Promise<Result>;
  readonly sent: (bytes: number) => void;
}

async function find(client: Client, storageIdentifier: string): Promise<Upload | undefined> {
  try {
    return (await client.ask(findShape, FIND, { reference: { storageIdentifier } })).directUpload ?? undefined;
  } catch (error) {
    if (error instanceof CliFailure && error.exitCode === EXIT.notFound) return undefined;
    throw error;
  }
}

/** An upload that an earlier run has begun, or a new one, which is written down before its first byte is sent. */
async function begin(file: LocalFile, { client, dataset, state, partSizeBytes }: SendOptions): Promise<Upload> {
  const place = placeOf(file);
  const before = state.find(file, place);
  const known = before === undefined ? undefined : await find(client, before.storageIdentifier);
  if (known !== undefined) return known;
  const input = { dataset: { databaseId: dataset }, sizeBytes: file.sizeBytes, partSizeBytes };
  const { upload } = (await client.ask(beginShape, BEGIN, { input })).beginUpload;
  const { path, sizeBytes, changedMs } = file;
  await state.add({ path, place, sizeBytes, changedMs, storageIdentifier: upload.storageIdentifier });
  return upload;
}

/** A piece of a file. @throws CliFailure when the file became shorter */
async function readPart(path: string, from: number, bytes: number): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path, 'r');
  try {
    const part = Buffer.alloc(bytes);
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(part, at, bytes - at, from + at);
      if (bytesRead === 0) throw new CliFailure(EXIT.failed, 'FILE_CHANGED', `${path} became shorter while it was sent.`);
      at += bytesRead;
    }
    return part;
  } finally {
    await file.close();
  }
}

async function put(url: string, part: Buffer<ArrayBuffer>, attempt = 0): Promise<void> {
  const headers = { 'Content-MD5': createHash('md5').update(part).digest('base64') };
  let response: Response | undefined;
  let fault: unknown;
  try {
    response = await fetch(url, { method: 'PUT', headers, body: part, signal: AbortSignal.timeout(PART_LIMIT_MS) });
    const told = await response.text();
    if (response.ok) return;
    fault = new CliFailure(EXIT.refused, 'PART_REFUSED', `A part was refused with ${response.status}: ${told.slice(0, 300)}`);
    if (response.status < 500 && response.status !== 429 && response.status !== 408) throw fault;
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    fault = unreachable(new URL(url).origin, error);
  }
  if (attempt + 1 >= ATTEMPTS) throw fault;
  await sleep((response === undefined ? 2 ** attempt * 0.25 : pauseSeconds(response, attempt)) * 1000);
  await put(url, part, attempt + 1);
}

/** Sends what of a file has not arrived yet. @returns the name of the upload, for adding the file @throws CliFailure */
export async function sendFile(file: LocalFile, options: SendOptions): Promise<string> {
  const upload = await begin(file, options);
  const missing = upload.complete ? [] : upload.parts;
  options.sent(file.sizeBytes - missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const send = async ({ number, sizeBytes, url }: Upload['parts'][number]): Promise<void> => {
    await put(url, await readPart(file.path, (number - 1) * upload.partSizeBytes, sizeBytes));
    options.sent(sizeBytes);
  };
  const sent = await Promise.allSettled(missing.map((part) => options.limit(() => send(part))));
  for (const result of sent) if (result.status === 'rejected') throw result.reason;
  return upload.storageIdentifier;
}
