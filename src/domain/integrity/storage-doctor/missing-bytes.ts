import type { Database } from '../../../db/client.ts';
import { countRecordedFiles } from '../../../db/queries/integrity/fixity-checks.ts';
import { type ExpectedFile, isStillExpected, listExpectedFiles } from '../../../db/queries/integrity/stored-places.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { FileLocation, FileStorage } from '../../../storage/file-storage.ts';
import type { FileFinding, StorageProgress } from './finding.ts';

const FILES_AT_ONCE = 500;
/** A store across a network answers many questions at once. */
const QUESTIONS_AT_ONCE = 16;

interface Expected {
  readonly file: ExpectedFile;
  readonly location: FileLocation;
  readonly sizeBytes: number | null;
}

function expectedOf(file: ExpectedFile): Expected[] {
  const { driver, authority, identifier, storageId } = file;
  const location = { driver, authority, identifier, storageId };
  return [
    { file, location, sizeBytes: file.sizeBytes },
    ...file.beside.map(({ tag, sizeBytes }) => ({ file, location: { ...location, storageId: `${storageId}.${tag}` }, sizeBytes })),
  ];
}

async function faultOf(db: Database, storage: FileStorage, expected: Expected): Promise<FileFinding | undefined> {
  const { file, location, sizeBytes: expectedBytes } = expected;
  const facts = { fileId: file.id, datasetId: file.datasetId, label: file.label, location, expectedBytes };
  try {
    const foundBytes = await storage.sizeOf(location);
    if (foundBytes !== undefined && (expectedBytes === null || foundBytes === expectedBytes)) return undefined;
    // It may have been deleted, or replaced, since its record was read.
    if (!(await isStillExpected(db, file))) return undefined;
    return foundBytes === undefined ? { kind: 'MISSING', ...facts, foundBytes: null } : { kind: 'WRONG_SIZE', ...facts, foundBytes };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'STORAGE_NOT_CONFIGURED') {
      return { kind: 'STORE_UNKNOWN', ...facts, foundBytes: null };
    }
    throw error;
  }
}

/**
 * Looks for the bytes of every file, and of what belongs to it; they are not read. Gives what is missing or has another size.
 * @throws DomainError STORAGE_UNAVAILABLE
 */
export async function* findMissingBytes(
  db: Database,
  storage: FileStorage,
  onProgress: (progress: StorageProgress) => void,
): AsyncGenerator<FileFinding> {
  const total = await countRecordedFiles(db, null);
  let done = 0;
  for (let after = 0; ;) {
    const files = await listExpectedFiles(db, after, FILES_AT_ONCE);
    const expected = files.flatMap(expectedOf);
    for (let index = 0; index < expected.length; index += QUESTIONS_AT_ONCE) {
      const asked = expected.slice(index, index + QUESTIONS_AT_ONCE);
      for (const fault of await Promise.all(asked.map((one) => faultOf(db, storage, one)))) if (fault !== undefined) yield fault;
    }
    done += files.length;
    onProgress({ step: 'files', done, total: Math.max(done, total) });
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
