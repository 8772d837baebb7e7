import type { Readable } from 'node:stream';

/**
 * Bytes on their way from a client as the value of a GraphQL variable: nothing is read before they are opened. An instance of this class
 * can only come from this process, never from the JSON of a client.
 */
export class IncomingBytes {
  /** Opens the bytes for one reading. */
  readonly open: () => Readable;
  /** What the client says will come; null when it does not say. */
  readonly sizeBytes: number | null;

  constructor(open: () => Readable, sizeBytes: number | null) {
    this.open = open;
    this.sizeBytes = sizeBytes;
  }
}
