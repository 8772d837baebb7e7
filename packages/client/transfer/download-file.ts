import { FileDownloadDocument, type FileDownloadQuery, type FileReference } from '../generated/operations.ts';
import { refusalOf } from '../refusal.ts';
import type { Transport } from '../transport.ts';
import type { TransferProgress } from './upload-file.ts';
import { type ExpectedBytes, verifiedBytes } from './verified-bytes.ts';

export interface DownloadOptions {
  readonly onProgress?: (progress: TransferProgress) => void;
  readonly signal?: AbortSignal;
}

/** A file whose bytes are on their way. */
export interface Download {
  /** Name of the file as it was uploaded. */
  readonly name: string;
  /** Folders in the dataset; null at its top. */
  readonly directoryLabel: string | null;
  readonly sizeBytes: number;
  /** Errors with a `Refusal` (`CHECKSUM_MISMATCH`) in place of ending where the bytes are not those that the dataset says. */
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** All bytes, verified; for what fits into memory. */
  blob(): Promise<Blob>;
}

type FoundFile = NonNullable<NonNullable<FileDownloadQuery['file']>['inVersion']>['dataFile'];

/** The bytes as they were uploaded: of a table that was ingested, not its text, since checksums are of what was uploaded. */
function uploadedBytes({ permittedDownloadUrl, originalFileName, originalFileSize, sizeBytes, checksum }: FoundFile): ExpectedBytes {
  if (permittedDownloadUrl === null) throw refusalOf('FILE_ACCESS_DENIED', 'You may not download the file.', 403);
  if (originalFileName === null) return { url: permittedDownloadUrl.url, sizeBytes, checksum };
  const url = new URL(permittedDownloadUrl.url);
  url.searchParams.set('format', 'original');
  return { url: url.href, sizeBytes: originalFileSize ?? sizeBytes, checksum };
}

/** Begins a download. Its address is signed, so no token goes along to where the bytes are. @throws Refusal | Unreachable */
export async function downloadFile(
  transport: Transport,
  reference: FileReference,
  { onProgress, signal }: DownloadOptions = {},
): Promise<Download> {
  const { file: found } = await transport.request(FileDownloadDocument, { reference }, { signal });
  const file = found?.inVersion;
  if (!file) throw refusalOf('FILE_NOT_FOUND', 'There is no such file, or you may not see it.', 404);
  const expected = uploadedBytes(file.dataFile);
  const pieces = verifiedBytes(transport, expected, signal);
  let received = 0;
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) {
        controller.close();
        return;
      }
      received += value.length;
      onProgress?.({ bytes: received, ofBytes: expected.sizeBytes });
      controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return();
    },
  });
  return {
    name: file.dataFile.originalFileName ?? file.label,
    directoryLabel: file.directoryLabel,
    sizeBytes: expected.sizeBytes,
    bytes,
    blob: () => new Response(bytes).blob(),
  };
}
