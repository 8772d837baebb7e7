import type { ArchiveFileRow } from '../../../db/queries/files/archive-files.ts';
import { listFileOriginals } from '../../../db/queries/files/file-originals.ts';
import { originalLocationOf } from '../file-place.ts';
import { originalBytes } from '../original-bytes.ts';
import { type ArchivedBytes, type ArchiveScope, storedForms } from './archive-content.ts';

/** What was uploaded in place of each file; a file that was turned into nothing else is its own original. @throws DomainError FILE_BYTES_MISSING */
export async function originalForms(scope: ArchiveScope, files: readonly ArchiveFileRow[]): Promise<ArchivedBytes[]> {
  const { db, services } = scope;
  const originals = await listFileOriginals(
    db,
    files.map(({ id }) => id),
  );
  const stored = await storedForms(scope, files);
  const forms: ArchivedBytes[] = [];
  for (const [index, file] of files.entries()) {
    const own = stored[index];
    const original = originals.get(file.id);
    if (own === undefined) continue;
    if (original === undefined) {
      forms.push(own);
      continue;
    }
    const saved = { label: file.label, location: originalLocationOf(file, file) };
    const { fileName: label, ...bytes } = await originalBytes(services.storage, saved, original);
    forms.push({ ...own, ...bytes, label, crc32: null, headerLine: null, isStoredForm: false });
  }
  return forms;
}
