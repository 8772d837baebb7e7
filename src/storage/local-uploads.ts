import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';
import type { ArrivedPart, DirectUploads, IncomingPart, UploadInParts, UploadPart } from './direct-uploads.ts';
import { ignoringAbsence, mappingFullDisk } from './file-system-error.ts';
import { lateFile } from './late-file.ts';
import { locationPath } from './location-path.ts';
import { placeFile } from './place-file.ts';
import { stageStream } from './stage-stream.ts';

const UPLOAD_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Number, MD5 and size of a part that has arrived whole. */
const ARRIVED = /^([1-9]\d{0,4})\.([0-9a-f]{32})\.(\d{1,15})$/;
const MOST_PARTS = 10_000;
const MIB = 1024 * 1024;

interface PartFile extends ArrivedPart {
  readonly name: string;
  readonly modifiedMs: number;
}

/**
 * Uploads in parts to a folder of this machine. Each upload is a folder in the staging area, each part a file there whose name
 * says what it holds, so that processes which share the folder share the uploads.
 */
export function createLocalUploads(places: { readonly root: string; readonly stagingFolder: string }): DirectUploads {
  const { root, stagingFolder } = places;

  function folderOf(uploadId: string): string {
    if (!UPLOAD_ID.test(uploadId)) throw uploadNotFound();
    return path.join(stagingFolder, uploadId);
  }

  async function partFiles(uploadId: string): Promise<PartFile[]> {
    const folder = folderOf(uploadId);
    const names = await ignoringAbsence(fs.readdir(folder));
    if (names === undefined) throw uploadNotFound();
    const parts: PartFile[] = [];
    for (const name of names) {
      const [, partNumber, etag, sizeBytes] = ARRIVED.exec(name) ?? [];
      const status = etag === undefined ? undefined : await ignoringAbsence(fs.stat(path.join(folder, name)));
      if (status === undefined || etag === undefined) continue;
      parts.push({ name, partNumber: Number(partNumber), etag, sizeBytes: Number(sizeBytes), modifiedMs: status.mtimeMs });
    }
    return parts.sort((one, other) => one.partNumber - other.partNumber || one.modifiedMs - other.modifiedMs);
  }

  async function receive(folder: string, part: IncomingPart, source: Readable): Promise<ArrivedPart> {
    const incoming = path.join(folder, randomUUID());
    const file = lateFile(async () => {
      const made = await ignoringAbsence(mappingFullDisk(() => fs.open(incoming, 'wx+', 0o600)));
      if (made === undefined) throw uploadNotFound();
      return made;
    });
    try {
      const { maximumBytes } = part;
      const options = { fileName: '', suppliedContentType: null, checksumAlgorithm: 'MD5', maximumBytes } as const;
      const { sizeBytes, checksum } = await closing(file, () => stageStream(source, file.open, options));
      if (part.sizeBytes !== null && part.sizeBytes !== sizeBytes) {
        throw new DomainError('UPLOAD_INCOMPLETE', `Part ${part.partNumber} has ${sizeBytes} bytes, not ${part.sizeBytes}.`);
      }
      if (part.md5 !== null && part.md5.toLowerCase() !== checksum.value) {
        throw badPart(part.partNumber, 'does not have the MD5 that was sent with it');
      }
      await fs.rename(incoming, path.join(folder, `${part.partNumber}.${checksum.value}.${sizeBytes}`));
      // A name that is not flushed may vanish in a crash.
      const names = await fs.open(folder, 'r');
      await closing(names, () => names.sync());
      return { partNumber: part.partNumber, etag: checksum.value, sizeBytes };
    } catch (error) {
      await fs.rm(incoming, { force: true });
      throw error;
    }
  }

  /** Removes what the part has replaced; of two concurrent ones the later one stays, whichever finishes first. */
  async function forgetEarlier(upload: UploadInParts, { partNumber, etag }: UploadPart): Promise<void> {
    const ofNumber = (await partFiles(upload.uploadId)).filter((part) => part.partNumber === partNumber);
    const own = ofNumber.find((part) => part.etag === etag);
    for (const { name, modifiedMs } of ofNumber) {
      if (own !== undefined && modifiedMs < own.modifiedMs) await fs.rm(path.join(folderOf(upload.uploadId), name), { force: true });
    }
  }

  return {
    minimumPartBytes: 1,
    partBytes: 64 * MIB,
    hasOwnAddresses: false,
    signFile: noAddress,
    signPart: noAddress,

    async begin(location) {
      locationPath(root, location);
      const uploadId = randomUUID();
      await mappingFullDisk(() => fs.mkdir(folderOf(uploadId), { recursive: true, mode: 0o700 }));
      return { location, uploadId };
    },

    async receivePart(upload, part, source) {
      source.on('error', () => {});
      try {
        if (!Number.isInteger(part.partNumber) || part.partNumber < 1 || part.partNumber > MOST_PARTS) {
          throw badPart(part.partNumber, `is not one of 1 to ${MOST_PARTS}`);
        }
        const arrived = await receive(folderOf(upload.uploadId), part, source);
        await forgetEarlier(upload, arrived);
        return arrived;
      } catch (error) {
        source.destroy();
        throw error;
      }
    },

    async listParts({ uploadId }) {
      const newest = new Map((await partFiles(uploadId)).map((part) => [part.partNumber, part]));
      return [...newest.values()].map(({ partNumber, etag, sizeBytes }) => ({ partNumber, etag, sizeBytes }));
    },

    async complete({ uploadId, location }, parts) {
      const folder = folderOf(uploadId);
      const chosen = choose(await partFiles(uploadId), parts);
      const whole = path.join(folder, randomUUID());
      const target = locationPath(root, location);
      await mappingFullDisk(async () => {
        const [first, ...others] = chosen.map(({ name }) => path.join(folder, name));
        if (first !== undefined && others.length === 0) return placeFile(first, target, stagingFolder);
        await join(whole, first === undefined ? [] : [first, ...others]);
        return placeFile(whole, target, stagingFolder);
      }).catch(async (error: unknown) => {
        // The parts stay, so that the client can try once more.
        await fs.rm(whole, { force: true });
        throw error;
      });
      await fs.rm(folder, { recursive: true, force: true });
      return chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    },

    async abort({ uploadId }) {
      await fs.rm(folderOf(uploadId), { recursive: true, force: true });
    },

    async sweep(olderThanMs) {
      const oldest = Date.now() - olderThanMs;
      let removed = 0;
      for (const name of (await ignoringAbsence(fs.readdir(stagingFolder))) ?? []) {
        const folder = path.join(stagingFolder, name);
        if (!UPLOAD_ID.test(name) || (await lastWrite(folder)) > oldest) continue;
        await fs.rm(folder, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** The stored parts that the client means, in its order. @throws DomainError BAD_USER_INPUT */
function choose(stored: readonly PartFile[], parts: readonly UploadPart[]): PartFile[] {
  if (parts.length === 0) throw badParts('The parts of the upload must be named.');
  let last = 0;
  return parts.map(({ partNumber, etag }) => {
    if (partNumber <= last) throw badPart(partNumber, 'is not in ascending order');
    last = partNumber;
    const found = stored.find((part) => part.partNumber === partNumber && part.etag === etag);
    if (found === undefined) throw badPart(partNumber, 'has not arrived with this ETag');
    return found;
  });
}

/** Writes one file after another into a new one and makes it durable. */
async function join(target: string, sources: readonly string[]): Promise<void> {
  const file = await fs.open(target, 'wx+', 0o600);
  await closing(file, async () => {
    const buffer = Buffer.allocUnsafeSlow(4 * MIB);
    for (const source of sources) await append(file, source, buffer);
    await file.sync();
  });
}

async function closing<T>(file: Pick<fs.FileHandle, 'close'>, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } finally {
    await file.close();
  }
}

async function append(file: fs.FileHandle, source: string, buffer: Buffer): Promise<void> {
  const input = await fs.open(source, 'r');
  await closing(input, async () => {
    for (;;) {
      const { bytesRead } = await input.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      for (let at = 0; at < bytesRead;) at += (await file.write(buffer, at, bytesRead - at)).bytesWritten;
    }
  });
}

/** When anything in an upload's folder was written last; for ever ago when it is gone, never when it is no folder. */
async function lastWrite(folder: string): Promise<number> {
  const status = await ignoringAbsence(fs.stat(folder));
  if (status === undefined) return Number.NEGATIVE_INFINITY;
  if (!status.isDirectory()) return Number.POSITIVE_INFINITY;
  let newest = status.mtimeMs;
  for (const name of (await ignoringAbsence(fs.readdir(folder))) ?? []) {
    const part = await ignoringAbsence(fs.stat(path.join(folder, name)));
    newest = Math.max(newest, part?.mtimeMs ?? newest);
  }
  return newest;
}

async function noAddress(): Promise<string> {
  throw new Error('A local folder has no URLs of its own.');
}

function uploadNotFound(): DomainError {
  return new DomainError('UPLOAD_NOT_FOUND', 'There is no such upload: it was completed or aborted, or has expired.');
}

function badPart(partNumber: number, fault: string): DomainError {
  return badParts(`Part ${partNumber} ${fault}.`, `/parts/${partNumber}`);
}

function badParts(message: string, pointer = '/parts'): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer, message }] });
}
