import { beginDigest } from '../digest.ts';
import { pause, pauseSeconds } from '../pause.ts';
import { refusalOf } from '../refusal.ts';
import type { Transport } from '../transport.ts';
import { Unreachable } from '../unreachable.ts';

const ATTEMPTS = 6;
/** A part that does not arrive in this time is sent again. */
const PART_LIMIT_MS = 30 * 60_000;

/** The checksum as `Content-MD5` has it, by which the store refuses other bytes. Source: RFC 1864 */
async function contentMd5(part: Uint8Array): Promise<string> {
  const digest = await beginDigest('MD5');
  if (digest === undefined) throw new Error('MD5 is unknown here.');
  digest.update(part);
  return btoa(digest.hex().replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}

function isForAgain({ status }: Response): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** Sends one part to its address, again where the store or the way to it fails. @throws Refusal `PART_REFUSED` | Unreachable */
export async function sendPart(
  transport: Pick<Transport, 'fetch'>,
  url: string,
  part: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<void> {
  const headers = { 'Content-MD5': await contentMd5(part) };
  for (let attempt = 0; ; attempt += 1) {
    const limit = AbortSignal.timeout(PART_LIMIT_MS);
    let response: Response | undefined;
    let fault: Error;
    try {
      response = await transport.fetch(url, {
        method: 'PUT',
        headers,
        body: part,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      const told = await response.text();
      if (response.ok) return;
      fault = refusalOf('PART_REFUSED', `A part was refused with ${response.status}: ${told.slice(0, 300)}`, response.status);
    } catch (error) {
      signal?.throwIfAborted();
      fault = new Unreachable(url, error);
    }
    if (attempt + 1 >= ATTEMPTS || (response !== undefined && !isForAgain(response))) throw fault;
    await pause(pauseSeconds(response, attempt), signal);
  }
}
