import { sha256 } from '@noble/hashes/sha2.js';

const PIECE_BYTES = 4 * 1024 * 1024;

/** What has bytes that can be read in pieces, such as a file. */
export interface Sliceable {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** The SHA-256 of a file in hexadecimal digits, read piece by piece: memory stays at one piece whatever the size. `tellDone` is told of bytes. */
export async function hexDigest(file: Sliceable, tellDone: (bytes: number) => void): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
    tellDone(Math.min(at + PIECE_BYTES, file.size));
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
