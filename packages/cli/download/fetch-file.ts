/** Brings one file here, going on where an earlier try broke off, and holds it against its checksum. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseSeconds } from '../../client/pause.ts';
import { unreachable } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { fileChecksum, hashName } from '../upload/file-checksum.ts';
import type { RemoteFile } from './remote-file.ts';

const ATTEMPTS = 6;
const MOST_RENEWALS = 10;
const IDLE_LIMIT_MS = 120_000;
/** Calls of the system that fail because of a file here; to ask the server again does not help. */
const HERE = new Set(['open', 'write', 'fsync']);

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}

/** Whether a file here is the one that is meant: by its checksum, or by its size where that is of an unknown kind. */
async function isWhole(path: string, { sizeBytes, checksum }: RemoteFile): Promise<boolean> {
  const size = await sizeOf(path);
  if (size === undefined || (sizeBytes !== undefined && size !== sizeBytes)) return false;
  const algorithm = hashName(checksum.type);
  if (algorithm === undefined || !/^[0-9a-f]{32,128}$/i.test(checksum.value)) return sizeBytes !== undefined;
  return (await fileChecksum(path, algorithm)) === checksum.value.toLowerCase();
}

/** Aborts what gives nothing for a while. */
function watched(): { readonly signal: AbortSignal; touch(): void; end(): void } {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`nothing came for ${IDLE_LIMIT_MS / 1000} s`)), IDLE_LIMIT_MS);
  return { signal: stop.signal, touch: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

/** Appends what is missing to the part that is here. @throws CliFailure | Error when the connection breaks */
async function append(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  received: (bytes: number) => void,
): Promise<void> {
  const have = (await sizeOf(path)) ?? 0;
  const watch = watched();
  try {
    const range = have === 0 ? {} : { Range: `bytes=${have}-` };
    // A store behind the server gets no token of it: fetch leaves own headers to the first origin alone where it redirects.
    const response = await fetch(url, { headers: { ...range, ...headers }, signal: watch.signal });
    if (response.status === 416) return;
    if (!response.ok || response.body === null) throw await refusalOf(response, url);
    const resumed = response.status === 206;
    if (resumed) received(have);
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        watch.touch();
        received(chunk.length);
        done(null, chunk);
      },
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own stream, which its types know by two names
    const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, count, createWriteStream(path, { flags: resumed ? 'a' : 'w', flush: true }));
  } finally {
    watch.end();
  }
}

class Again extends Error {
  readonly pause: number;

  constructor(pause: number) {
    super('The server is to be asked again.');
    this.pause = pause;
  }
}

async function refusalOf(response: Response, url: string): Promise<Error> {
  await response.body?.cancel();
  if (response.status === 429 || response.status >= 500) return new Again(pauseSeconds(response, 1));
  const exitCode = response.status === 404 ? EXIT.notFound : EXIT.forbidden;
  return new CliFailure(exitCode, 'DOWNLOAD_REFUSED', `${new URL(url).origin} refuses the bytes with ${response.status}.`);
}

async function complete(
  url: string,
  part: string,
  headers: Readonly<Record<string, string>>,
  received: (bytes: number) => void,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await append(url, part, headers, received);
      return;
    } catch (error) {
      if (error instanceof CliFailure) throw error;
      if (error instanceof Error && 'code' in error && 'syscall' in error && HERE.has(String(error.syscall))) {
        throw new CliFailure(EXIT.failed, String(error.code), error.message, { cause: error });
      }
      if (attempt + 1 >= ATTEMPTS) throw unreachable(new URL(url).origin, error);
      await sleep(error instanceof Again ? error.pause * 1000 : 2 ** attempt * 250);
    }
  }
}

/** Goes on with a new address where one has ended: files before it, or the file itself, may take longer than it is good for. */
async function completeAnew(
  { url, renew }: RemoteFile & { readonly url: string },
  part: string,
  headers: Readonly<Record<string, string>>,
  received: (bytes: number) => void,
): Promise<void> {
  let address = url;
  for (let renewals = 0; ; renewals += 1) {
    try {
      await complete(address, part, headers, received);
      return;
    } catch (error) {
      const hasEnded = error instanceof CliFailure && error.exitCode === EXIT.forbidden && renewals < MOST_RENEWALS;
      const next = hasEnded ? await renew?.() : undefined;
      if (next === undefined) throw error;
      address = next;
    }
  }
}

/**
 * Brings a file to a path, unless it is there. What has not arrived whole lies beside it as `.part`.
 * @returns whether it was brought @throws CliFailure
 */
export async function fetchFile(
  file: RemoteFile,
  path: string,
  headers: Readonly<Record<string, string>>,
  received: (bytes: number) => void,
): Promise<boolean> {
  if (await isWhole(path, file)) return false;
  if (file.url === undefined) throw new CliFailure(EXIT.forbidden, 'FILE_ACCESS_DENIED', 'you may not download it');
  await mkdir(dirname(path), { recursive: true });
  // Its name holds which bytes it is to become, so that no other version is added to it.
  const part = `${path}.${createHash('sha256').update(`${file.checksum.type}:${file.checksum.value}`).digest('hex').slice(0, 12)}.part`;
  if (((await sizeOf(part)) ?? 0) > (file.sizeBytes ?? Number.MAX_SAFE_INTEGER)) await rm(part);
  await completeAnew({ ...file, url: file.url }, part, headers, received);
  if (!(await isWhole(part, file))) {
    await rm(part, { force: true });
    throw new CliFailure(
      EXIT.failed,
      'CHECKSUM_MISMATCH',
      `what came is not what the dataset says (${file.checksum.type} ${file.checksum.value})`,
    );
  }
  await rename(part, path);
  return true;
}
