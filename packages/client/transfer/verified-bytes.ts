/** The bytes of a file as they come, going on where a connection broke, and held against their checksum at the end. */
import { beginDigest } from '../digest.ts';
import { pause, pauseSeconds } from '../pause.ts';
import { refusalOf } from '../refusal.ts';
import type { Transport } from '../transport.ts';
import { Unreachable } from '../unreachable.ts';

/** What bytes have to be. */
export interface ExpectedBytes {
  readonly url: string;
  readonly sizeBytes: number;
  readonly checksum: { readonly type: string; readonly value: string };
}

const ATTEMPTS = 6;
/** A connection that gives nothing for so long is given up. */
const IDLE_LIMIT_MS = 120_000;

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Reads from a place on. @throws Refusal where the server refuses for good | Error where it is to be asked again */
async function openAt(transport: Pick<Transport, 'fetch'>, url: string, from: number, signal: AbortSignal): Promise<Reader | Response> {
  const response = await transport.fetch(url, { ...(from === 0 ? {} : { headers: { Range: `bytes=${from}-` } }), signal });
  if (response.body !== null && response.status === (from === 0 ? 200 : 206)) return response.body.getReader();
  await response.body?.cancel();
  if (response.status === 429 || response.status >= 500) return response;
  throw refusalOf('DOWNLOAD_REFUSED', `${new URL(url).origin} refuses the bytes with ${response.status}.`, response.status);
}

/**
 * Yields the bytes in pieces. They are those of the checksum only when the sequence has ended without an error.
 * @throws Refusal `CHECKSUM_MISMATCH` | `DOWNLOAD_REFUSED` | Unreachable
 */
export async function* verifiedBytes(
  transport: Pick<Transport, 'fetch'>,
  { url, sizeBytes, checksum }: ExpectedBytes,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const digest = await beginDigest(checksum.type);
  let received = 0;
  for (let failures = 0; received < sizeBytes || received === 0;) {
    const idle = new AbortController();
    const watch = (): ReturnType<typeof setTimeout> =>
      setTimeout(() => idle.abort(new Error(`nothing came for ${IDLE_LIMIT_MS / 1000} s`)), IDLE_LIMIT_MS);
    let timer = watch();
    let reader: Reader | undefined;
    let busy: Response | undefined;
    try {
      const opened = await openAt(transport, url, received, signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]));
      if (opened instanceof Response) busy = opened;
      else reader = opened;
      for (;;) {
        const read = await reader?.read();
        if (read === undefined || read.done) break;
        const { value } = read;
        clearTimeout(timer);
        digest?.update(value);
        received += value.length;
        failures = 0;
        yield value;
        timer = watch();
      }
      if (busy === undefined) {
        if (received >= sizeBytes) break;
        throw new Error('it ended early');
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Error && error.name === 'Refusal') throw error;
      if (failures + 1 >= ATTEMPTS) throw new Unreachable(url, error);
    } finally {
      clearTimeout(timer);
      // Of a reader who leaves early.
      await reader?.cancel().catch(() => undefined);
    }
    if (busy !== undefined && failures + 1 >= ATTEMPTS) throw new Unreachable(url, new Error(`it gives ${busy.status}`), busy.status);
    await pause(pauseSeconds(busy, failures), signal);
    failures += 1;
  }
  const isChecked = digest !== undefined && /^[0-9a-f]{32,128}$/i.test(checksum.value);
  if (received === sizeBytes && (!isChecked || digest.hex() === checksum.value.toLowerCase())) return;
  throw refusalOf('CHECKSUM_MISMATCH', `What came is not what the dataset says (${checksum.type} ${checksum.value}).`);
}
