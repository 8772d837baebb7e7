import type { ArchiveFileRow } from '../../../db/queries/archive-files.ts';
import { listFileOriginals } from '../../../db/queries/file-originals.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { CommandContext } from '../../command.ts';
import { type ArchivedBytes, storedForm } from './archive-content.ts';

/** What was uploaded in place of each file; a file that was turned into nothing else is its own original. @throws DomainError FILE_BYTES_MISSING */
export async function originalForms(context: CommandContext, files: readonly ArchiveFileRow[]): Promise<ArchivedBytes[]> {
  const { db, services } = context;
  const originals = await listFileOriginals(
    db,
    files.map(({ id }) => id),
  );
  const forms: ArchivedBytes[] = [];
  for (const file of files) {
    const stored = storedForm(file);
    const original = originals.get(file.id);
    if (original === undefined) {
      forms.push(stored);
      continue;
    }
    const location = { ...stored.location, storageId: `${file.storageId}.orig` };
    const sizeBytes = original.sizeBytes ?? (await services.storage.sizeOf(location));
    if (sizeBytes === undefined) throw new DomainError('FILE_BYTES_MISSING', `The storage does not hold the original of ${file.label}.`);
    forms.push({
      ...stored,
      label: original.fileName ?? file.label,
      contentType: original.contentType ?? 'application/octet-stream',
      sizeBytes,
      crc32: null,
      location,
      isStoredForm: false,
    });
  }
  return forms;
}
