import type { IncomingMessage } from 'node:http';

/** A client that has not noticed our refusal after this much is not reading; its connection is closed. */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * Reads the rest of a refused request's body into nothing, in the background, so that a client which only reads
 * after it has sent everything gets its answer and can go on using the connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) {
    request.resume();
    return;
  }
  let discarded = 0;
  // A connection that breaks now has nothing to lose.
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > DISCARDED_BYTES) request.destroy();
  });
  request.resume();
}
