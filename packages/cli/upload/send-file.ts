/** Brings the bytes of one file to the store, part by part. Source: files.md 22.6. */
import { open } from 'node:fs/promises';
import { sendBytes } from '../../client/transfer/send-bytes.ts';
import { type Client, endingAsCommands } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { type LocalFile, placeOf } from './local-files.ts';
import type { UploadState } from './upload-state.ts';

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

/** Sends what of a file has not arrived yet. @returns the name of the upload, for adding the file @throws CliFailure */
export async function sendFile(file: LocalFile, { client, dataset, state, partSizeBytes, limit, sent }: SendOptions): Promise<string> {
  const { path, sizeBytes, changedMs } = file;
  const place = placeOf(file);
  const source = { sizeBytes, read: (from: number, bytes: number) => readPart(path, from, bytes) };
  const sending = sendBytes(client.transport, dataset, source, {
    resume: state.find(file, place)?.storageIdentifier,
    // It is written down before its first byte is sent.
    onBegun: (storageIdentifier) => state.add({ path, place, sizeBytes, changedMs, storageIdentifier }),
    partSizeBytes,
    limit,
    onSent: sent,
  });
  return endingAsCommands(client.server, sending);
}
