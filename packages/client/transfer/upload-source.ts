import { beginDigest } from '../digest.ts';
import { refusalOf } from '../refusal.ts';

/** Bytes to send, which can be read more than once and at any place. */
export interface UploadSource {
  readonly sizeBytes: number;
  /** @param from First byte, from 0 @param bytes How many @throws where there are fewer */
  read(from: number, bytes: number): Promise<Uint8Array<ArrayBuffer>>;
}

const PIECE = 4 * 1024 * 1024;

/** A `File` of a browser, or what `openAsBlob` of Node gives. */
export function blobSource(blob: Blob): UploadSource {
  return {
    sizeBytes: blob.size,
    read: async (from, bytes) => {
      const part = new Uint8Array(await blob.slice(from, from + bytes).arrayBuffer());
      if (part.length !== bytes) throw refusalOf('FILE_CHANGED', 'The file became shorter while it was sent.');
      return part;
    },
  };
}

/** SHA-256 of all bytes, in lower-case hexadecimal. */
export async function sourceChecksum(source: UploadSource, signal?: AbortSignal): Promise<string> {
  const digest = await beginDigest('SHA-256');
  if (digest === undefined) throw new Error('SHA-256 is unknown here.');
  for (let from = 0; from < source.sizeBytes; from += PIECE) {
    signal?.throwIfAborted();
    digest.update(await source.read(from, Math.min(PIECE, source.sizeBytes - from)));
  }
  return digest.hex();
}
