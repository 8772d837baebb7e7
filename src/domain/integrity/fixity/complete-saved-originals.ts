import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../../db/client.ts';
import {
  countIncompleteOriginals,
  findNthIncompleteOriginal,
  type IncompleteOriginal,
  listIncompleteOriginals,
  updateSavedOriginal,
} from '../../../db/queries/files/saved-originals.ts';
import type { FileStorage } from '../../../storage/file-storage.ts';
import { SAVED_ORIGINAL_FACTS, type SavedOriginalFact } from '../../../vocabulary/files.ts';
import { command } from '../../../kernel/command.ts';
import type { EventOf } from '../../../kernel/events.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { detectContentType } from '../../files/detect-content-type.ts';
import { originalLocationOf } from '../../files/file-place.ts';
import { readHead } from '../../files/read-head.ts';
import type { DomainServices } from '../../../kernel/services.ts';

const AT_ONCE = 500;
const LARGEST_ID = 2_147_483_647;

/** What there is to complete. */
export interface IncompleteOriginals {
  readonly foundFiles: number;
  /** Those that are completed now, by a job. */
  readonly filesToFix: number;
}

/** Has a fact of saved originals recorded that is missing: of all of them, or of the first ones by id. Source: files.md 12.1. */
export const fixSavedOriginalFacts = command({
  name: 'fixSavedOriginalFacts',
  input: z.object({
    fact: z.enum(SAVED_ORIGINAL_FACTS),
    limit: z.int().min(1, 'must be a whole number from 1').nullish(),
  }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { fact, limit }): Promise<IncompleteOriginals> => {
    const foundFiles = await countIncompleteOriginals(scope.tx, fact);
    const filesToFix = Math.min(foundFiles, limit ?? foundFiles);
    if (filesToFix > 0) {
      const upTo = await findNthIncompleteOriginal(scope.tx, fact, filesToFix);
      scope.emit({ kind: 'OriginalsIncomplete', subjectId: null, payload: { fact, upTo: upTo ?? LARGEST_ID } });
    }
    scope.note({ fact, filesToFix });
    return { foundFiles, filesToFix };
  },
});

/** @returns False where the original is missing, which stays as it is. */
async function complete(db: Database, storage: FileStorage, fact: SavedOriginalFact, row: IncompleteOriginal): Promise<boolean> {
  const location = originalLocationOf(row, row);
  const sizeBytes = await storage.sizeOf(location);
  if (sizeBytes === undefined) return false;
  if (fact === 'SIZE') {
    await updateSavedOriginal(db, row.dataFileId, { sizeBytes });
  } else {
    const head = await readHead(storage, location, sizeBytes);
    await updateSavedOriginal(db, row.dataFileId, { contentType: await detectContentType(row.fileName ?? '', head) });
  }
  return true;
}

/** Does what an event asked for. Harmless to repeat. */
export async function completeSavedOriginals(
  { db, services, log }: { readonly db: Database; readonly services: Pick<DomainServices, 'storage'>; readonly log: Logger },
  { fact, upTo }: EventOf<'OriginalsIncomplete'>['payload'],
): Promise<void> {
  for (let after = 0, count = AT_ONCE; count === AT_ONCE;) {
    const rows = await listIncompleteOriginals(db, fact, { after, upTo, limit: AT_ONCE });
    for (const row of rows) {
      const completed = await complete(db, services.storage, fact, row);
      if (!completed) log.warn({ fileId: row.dataFileId }, 'The saved original of a file is not in the storage.');
    }
    after = rows.at(-1)?.dataFileId ?? 0;
    count = rows.length;
  }
}
