import type { FileStorage } from '../../storage/file-storage.ts';
import type { FiledDataset } from '../../model/dataset-folder.ts';
import { chooseContentType, detectContentType, processingType } from './detect-content-type.ts';
import { locationOf } from './file-place.ts';
import type { NewBytes } from './new-bytes.ts';
import { readHead } from './read-head.ts';

/** What a file is. Source: decisions.md 9, files.md 14.2. */
export interface FileTypes {
  /** The type that is stored and told. */
  readonly contentType: string;
  /** The type that decides whether, and as what, the file is ingested. */
  readonly processingType: string;
}

/** The types of new bytes under a name. */
export async function typesOf(bytes: NewBytes, label: string): Promise<FileTypes> {
  const detected = bytes.detectedContentType ?? (await detectContentType(label, bytes.head));
  const contentType = chooseContentType(bytes.suppliedContentType, detected);
  return { contentType, processingType: processingType(contentType, detected) };
}

/** A file as it was uploaded, whose bytes lie in the store. */
interface UploadedBytes extends FiledDataset {
  readonly storageDriver: string;
  readonly storageId: string;
  readonly sizeBytes: number;
  readonly label: string;
  readonly contentType: string;
}

/** The type that decides what a stored file is ingested as, by its name and first bytes. @throws DomainError FILE_BYTES_MISSING */
export async function storedProcessingType(storage: FileStorage, file: UploadedBytes): Promise<string> {
  const head = await readHead(storage, locationOf(file, file), file.sizeBytes);
  return processingType(file.contentType, await detectContentType(file.label, head));
}
