import type { FileFactsFragment } from '../generated/operations.ts';
import type { Outcome } from '../outcome.ts';
import type { Transport } from '../transport.ts';
import { addSentFiles } from './add-sent-files.ts';
import { sendBytes, type SendOptions } from './send-bytes.ts';
import { blobSource, sourceChecksum, type UploadSource } from './upload-source.ts';

/** How much of a file has arrived. */
export interface TransferProgress {
  readonly bytes: number;
  readonly ofBytes: number;
}

export interface UploadOptions extends Omit<SendOptions, 'onSent'> {
  /** Name in the dataset; that of a `File` where it is left out. */
  readonly label?: string;
  /** Folder in the dataset. */
  readonly directoryLabel?: string;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly restrict?: boolean;
  /** Media type; told from name and content where it is left out. */
  readonly contentType?: string;
  /** Number of the file whose place it takes. */
  readonly replaces?: number;
  readonly onProgress?: (progress: TransferProgress) => void;
}

/** A file that was added, with what is odd about it. */
export interface UploadedFile {
  readonly file: FileFactsFragment;
  readonly warning: string | null;
}

function nameOf(source: Blob | UploadSource): string {
  if ('name' in source && typeof source.name === 'string') return source.name;
  throw new TypeError('What is uploaded has no name: give it a label.');
}

/** Sends a file and adds it to the draft. What the dataset refuses of it is the outcome. @throws Refusal | Unreachable */
export async function uploadFile(
  transport: Transport,
  dataset: number,
  from: Blob | UploadSource,
  { label = nameOf(from), onProgress, replaces, directoryLabel, description, categories, restrict, contentType, ...options }: UploadOptions,
): Promise<Outcome<UploadedFile>> {
  const source = from instanceof Blob ? blobSource(from) : from;
  const value = await sourceChecksum(source, options.signal);
  let bytes = 0;
  const storageIdentifier = await sendBytes(transport, dataset, source, {
    ...options,
    onSent: (more) => {
      bytes += more;
      onProgress?.({ bytes, ofBytes: source.sizeBytes });
    },
  });
  const sent = {
    storageIdentifier,
    fileName: label,
    label,
    sizeBytes: source.sizeBytes,
    checksum: { algorithm: 'SHA_256', value },
    directoryLabel,
    description,
    categories,
    restrict,
    contentType,
    replaces,
  } as const;
  const [outcome] = await addSentFiles(transport, dataset, [sent], { signal: options.signal });
  const { file = null, warning = null, refusal } = outcome ?? {};
  if (file !== null) return { ok: true, value: { file, warning }, userErrors: [] };
  const { code = 'INTERNAL_SERVER_ERROR', message = '', problems = [] } = refusal ?? {};
  const whole = { code, message, field: null, path: [] };
  const each = problems.map(({ pointer, message: fault }) => ({ code, message: fault, field: pointer, path: pointer.split('/').slice(1) }));
  return { ok: false, userErrors: each.length === 0 ? [whole] : each };
}
