/** Brings the bytes of one file to the store, part by part, and only those that have not arrived. Source: files.md 22.6. */
import { BeginUploadDocument, DirectUploadDocument, type UploadProgressFragment } from '../generated/operations.ts';
import { createLimit } from '../limit.ts';
import { Refusal } from '../refusal.ts';
import type { Transport } from '../transport.ts';
import { sendPart } from './send-part.ts';
import type { UploadSource } from './upload-source.ts';

export interface SendOptions {
  /** Name of an upload of these very bytes that was begun before; forgotten where the server has it no more. */
  readonly resume?: string | undefined;
  /** Told the name of a new upload before its first byte is sent: who keeps it can go on after an interruption. */
  readonly onBegun?: ((storageIdentifier: string) => void | Promise<void>) | undefined;
  /** Size of the parts; undefined lets the store choose. */
  readonly partSizeBytes?: number | undefined;
  /** Bounds how many parts are on their way; those of several uploads may share one. */
  readonly limit?: (<Result>(task: () => Promise<Result>) => Promise<Result>) | undefined;
  /** Told how many bytes more have arrived, those of an earlier try among them. */
  readonly onSent?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const PARTS_AT_ONCE = 4;

async function find(transport: Transport, storageIdentifier: string, signal?: AbortSignal): Promise<UploadProgressFragment | undefined> {
  try {
    return (await transport.request(DirectUploadDocument, { reference: { storageIdentifier } }, { signal })).directUpload ?? undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code.endsWith('_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** @returns the name of the upload, by which the file is added @throws Refusal | Unreachable */
export async function sendBytes(
  transport: Transport,
  dataset: number,
  source: UploadSource,
  { resume, onBegun, partSizeBytes, limit = createLimit(PARTS_AT_ONCE), onSent, signal }: SendOptions = {},
): Promise<string> {
  const begin = async (): Promise<UploadProgressFragment> => {
    const input = { dataset: { databaseId: dataset }, sizeBytes: source.sizeBytes, partSizeBytes };
    const { upload } = (await transport.request(BeginUploadDocument, { input }, { signal })).beginUpload;
    if (upload === null) throw new Refusal([], 200);
    await onBegun?.(upload.storageIdentifier);
    return upload;
  };
  const known = resume === undefined ? undefined : await find(transport, resume, signal);
  const { complete, parts, partSizeBytes: size, storageIdentifier } = known ?? (await begin());
  const missing = complete ? [] : parts;
  onSent?.(source.sizeBytes - missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  // One part that fails for good ends those that wait.
  const failed = new AbortController();
  const both = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const sent = await Promise.allSettled(
    missing.map((part) =>
      limit(async () => {
        both.throwIfAborted();
        try {
          await sendPart(transport, part.url, await source.read((part.number - 1) * size, part.sizeBytes), signal);
        } catch (error) {
          failed.abort(error);
          throw error;
        }
        onSent?.(part.sizeBytes);
      }),
    ),
  );
  signal?.throwIfAborted();
  for (const result of sent) if (result.status === 'rejected') throw result.reason;
  return storageIdentifier;
}
