/** A file on its way, from its first part to the file in the dataset. */
import type { ChecksumNews } from '../checksum-worker.ts';
import { ask } from './ask.ts';
import type { BegunUploads } from './begun-uploads.ts';
import type { FileLine } from './file-line.ts';
import { filled } from './filled.ts';
import { doneBytes, partPlan, type UploadState } from './part-plan.ts';
import { type Endable, persistently } from './persistently.ts';
import { isPassing, isSignedOut } from './refusals.ts';
import { sendPart } from './send-part.ts';
import { untilOnline } from './until-online.ts';
import type { UploadWords } from './upload-words.ts';

/** What all files of a page share. */
export interface UploadPage {
  readonly dataset: string;
  readonly words: UploadWords;
  readonly sizeText: (bytes: number) => string;
  readonly begun: BegunUploads;
}

export interface Transfer extends Endable {
  readonly file: File;
  /** Names it in this browser. */
  readonly key: string;
  /** What the form says of it. */
  readonly facts: Readonly<Record<string, string>>;
  readonly line: FileLine;
  /** Of the upload, once it was begun. */
  id: string | undefined;
  worker: Worker | undefined;
  /** Bytes of which the checksum was made. */
  hashed: number;
}

/** The checksum of a file; it is made while the parts are sent. */
function checksumOf(transfer: Transfer): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/deposit/checksum-worker.js', { type: 'module' });
    transfer.worker = worker;
    worker.addEventListener('error', () => reject(new Error('The checksum could not be made.')));
    worker.addEventListener('message', ({ data }: MessageEvent<ChecksumNews>) => {
      if ('done' in data) {
        transfer.hashed = data.done;
        return;
      }
      worker.terminate();
      if ('checksum' in data) resolve(data.checksum);
      else reject(new Error(data.problem));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers take none
    worker.postMessage(transfer.file);
  });
}

function patiently<Done>({ words }: UploadPage, transfer: Transfer, act: () => Promise<Done>): Promise<Done> {
  const tell = (seconds: number): void => transfer.line.say(filled(words.offline, { seconds }));
  return persistently(transfer, { pause: untilOnline, tell }, act);
}

/** An upload that goes on, or a new one; with the parts that are missing. */
async function uploadFor({ dataset, begun }: UploadPage, { file, key }: Transfer): Promise<UploadState> {
  const known = begun.all()[key];
  if (known !== undefined) {
    try {
      const state = await ask<UploadState>(`/deposit/upload?id=${encodeURIComponent(known.id)}`);
      if (state.sizeBytes === file.size) return state;
    } catch (error) {
      if (isPassing(error) || isSignedOut(error)) throw error;
    }
  }
  const upload = await ask<UploadState>('/deposit/upload', { persistentId: dataset, size: String(file.size) });
  begun.set(key, { id: upload.id, name: file.name });
  return upload;
}

async function sendParts(page: UploadPage, transfer: Transfer): Promise<UploadState> {
  const { words, sizeText } = page;
  const { file, line } = transfer;
  const show = (done: number): void => {
    line.show(done);
    line.say(filled(words.sending, { done: sizeText(done), size: sizeText(file.size) }));
  };
  const upload = await patiently(page, transfer, () => uploadFor(page, transfer));
  transfer.id = upload.id;
  const before = doneBytes(upload);
  if (before > 0) line.say(filled(words.resuming, { done: sizeText(before), size: sizeText(file.size) }));
  for (const { number, from, to, doneBytes: done } of partPlan(upload)) {
    const path = `/deposit/upload/part?id=${encodeURIComponent(upload.id)}&number=${number}`;
    await patiently(page, transfer, () => sendPart(path, file.slice(from, to), transfer, (sent) => show(done + sent)));
    show(done + to - from);
  }
  return upload;
}

/** What came of it. */
export interface Added {
  readonly checksum: string;
  readonly warning: string;
}

/** @throws Canceled | Refused | Error */
export async function transferFile(page: UploadPage, transfer: Transfer): Promise<Added> {
  const { dataset, words, begun } = page;
  const { file, facts, key, line } = transfer;
  const hashing = checksumOf(transfer);
  // It may fail while parts are sent; it is awaited afterwards.
  hashing.catch(() => {});
  const upload = await sendParts(page, transfer);
  const tellHashed = (): void => line.say(filled(words.checking, { percent: Math.floor((100 * transfer.hashed) / file.size) }));
  const watch = setInterval(tellHashed, 250);
  const checksum = await hashing.finally(() => clearInterval(watch));
  line.say(words.adding);
  const fields = {
    ...facts,
    persistentId: dataset,
    storageIdentifier: upload.storageIdentifier,
    size: String(file.size),
    checksum,
    name: file.name,
  };
  const added = await patiently(page, transfer, () => ask<{ readonly warning?: string | null }>('/deposit/upload/add', fields));
  begun.remove(key);
  return { checksum, warning: added.warning ?? '' };
}
