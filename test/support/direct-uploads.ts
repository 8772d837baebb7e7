/** A client that uploads past the multipart form, over REST. */
import { createHash } from 'node:crypto';
import type { RestAnswer } from './rest-client.ts';
import { type Caller, type SeededDataset, succeeded } from './seed.ts';

/** An upload that has begun: where each part goes, and what names it. */
export interface BegunUpload {
  readonly storageIdentifier: string;
  readonly partSize: number;
  /** Addresses by part, from the first. */
  readonly urls: readonly string[];
  readonly answer: RestAnswer;
}

export function md5Of(bytes: Buffer | string): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** Begins an upload of so many bytes. */
export async function beginUpload(caller: Caller, dataset: SeededDataset, sizeBytes: number, partSize?: number): Promise<BegunUpload> {
  const query = `size=${sizeBytes}${partSize === undefined ? '' : `&partSize=${partSize}`}`;
  const answer = succeeded(await caller.rest.get(`/api/datasets/${dataset.id}/uploadurls?${query}`));
  const urls = answer.at('data.url') === undefined ? Object.values(answer.record('data.urls')).map(String) : [answer.text('data.url')];
  return { storageIdentifier: answer.text('data.storageIdentifier'), partSize: answer.number('data.partSize'), urls, answer };
}

/** Path and query of an address, for a server that does not listen where it says it does. */
export function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Sends one part, without a token. */
export async function sendPart(
  baseUrl: string,
  url: string,
  bytes: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${baseUrl}${targetOf(url)}`, { method: 'PUT', body: new Uint8Array(bytes), headers });
}

/** Sends all bytes; the receipts by part number. */
export async function sendAll(baseUrl: string, { urls, partSize }: BegunUpload, bytes: Buffer): Promise<Record<string, string>> {
  const receipts: Record<string, string> = {};
  for (const [index, url] of urls.entries()) {
    const answer = await sendPart(baseUrl, url, bytes.subarray(index * partSize, (index + 1) * partSize));
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    receipts[String(index + 1)] = answer.headers.get('etag') ?? '';
  }
  return receipts;
}

/** Path of the calls on an upload that has begun. */
export function uploadPath({ storageIdentifier }: Pick<BegunUpload, 'storageIdentifier'>): string {
  return `/api/datasets/mpupload?storageidentifier=${encodeURIComponent(storageIdentifier)}`;
}

/** What is said of a file that was uploaded, with whatever else. */
export function uploadedFile(
  storageIdentifier: string,
  bytes: Buffer | string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    storageIdentifier,
    fileName: 'upload.bin',
    mimeType: 'application/x-test',
    checksum: { '@type': 'MD5', '@value': md5Of(bytes) },
    ...more,
  };
}

/** Sends a form with the part `jsonData` alone. */
export function sendJsonData(caller: Caller, target: string, jsonData: unknown): Promise<RestAnswer> {
  const form = new FormData();
  form.set('jsonData', JSON.stringify(jsonData));
  return caller.rest.send(target, { method: 'POST', raw: form });
}
