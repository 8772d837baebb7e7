/* oxlint-disable unicorn/require-post-message-target-origin -- workers take none */
// Makes the SHA-256 of a file, piece by piece, beside the page. Memory stays at one piece whatever the size of the file.
import { sha256 } from './noble/sha2.js';

const PIECE_BYTES = 4 * 1024 * 1024;

async function hexDigest(file, tellDone) {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
    tellDone(Math.min(at + PIECE_BYTES, file.size));
  }
  return Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

self.addEventListener('message', ({ data: file }) => {
  hexDigest(file, (done) => self.postMessage({ done })).then(
    (checksum) => self.postMessage({ checksum }),
    (error) => self.postMessage({ problem: String(error) }),
  );
});
