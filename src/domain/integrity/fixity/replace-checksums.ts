/** Checksums of all files by another algorithm, computed in the background. */
import { z } from 'zod';
import {
  countFilesByOtherAlgorithms,
  findNthFileByOtherAlgorithms,
  listFilesByOtherAlgorithms,
  putFixityCheck,
  type RecordedFile,
  replaceChecksum as replaceStoredChecksum,
} from '../../../db/queries/integrity/fixity-checks.ts';
import { CHECKSUM_ALGORITHMS } from '../../../vocabulary/files.ts';
import { command } from '../../../kernel/command.ts';
import type { EventOf } from '../../../kernel/events.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { storeEvent } from '../../../kernel/store-event.ts';
import type { JobScope } from '../../../kernel/subscribers.ts';
import { type ReadingPace, readingPace, UNHURRIED } from '../../files/checksums/reading-pace.ts';
import { readChecksum } from './read-checksum.ts';

const AT_ONCE = 100;
/** How long a job reads before it lets others have the worker; a large file is read to its end. */
const SLICE_MS = 20_000;
const LARGEST_ID = 2_147_483_647;

type Outdated = EventOf<'ChecksumsOutdated'>['payload'];

/** How many files there are to read. */
export interface OutdatedChecksums {
  readonly foundFiles: number;
  /** Those that are read now, by a job. */
  readonly filesToRead: number;
}

/**
 * Has the checksums replaced that are by another algorithm: of all files, or of the first ones by id. Each is replaced once the bytes were
 * found to have it. Source: files.md 17, 22.8.
 */
export const replaceChecksums = command({
  name: 'replaceChecksums',
  input: z.object({
    algorithm: z.enum(CHECKSUM_ALGORITHMS),
    limit: z.int().min(1, 'must be a whole number from 1').nullish(),
  }),
  subject: noSubject,
  requires: 'Superuser',
  run: async (scope, _subject, { algorithm, limit }): Promise<OutdatedChecksums> => {
    const foundFiles = await countFilesByOtherAlgorithms(scope.tx, algorithm);
    const filesToRead = Math.min(foundFiles, limit ?? foundFiles);
    if (filesToRead > 0) {
      const upTo = await findNthFileByOtherAlgorithms(scope.tx, algorithm, filesToRead);
      scope.emit({ kind: 'ChecksumsOutdated', subjectId: null, payload: { algorithm, after: 0, upTo: upTo ?? LARGEST_ID } });
    }
    scope.note({ algorithm, filesToRead });
    return { foundFiles, filesToRead };
  },
});

/** Bytes that do not match their recorded checksum keep it, and are recorded as faults. */
async function renew(scope: JobScope, file: RecordedFile, algorithm: Outdated['algorithm'], pace: ReadingPace): Promise<void> {
  const { finding, value } = await readChecksum(scope, file, { algorithm, pace });
  if (finding.fault === null) {
    await scope.db.transaction(async (tx) => void (await replaceStoredChecksum(tx, file, { algorithm, value })));
    return;
  }
  await putFixityCheck(scope.db, { file, ...finding });
  scope.log.error(
    { fileId: file.id, outcome: finding.outcome, fault: finding.fault },
    'The bytes of a file are not what is recorded of them.',
  );
}

/** Replaces checksums for a limited time, and leaves the rest to another event. Idempotent: replaced ones are not found again. */
export async function renewChecksums(scope: JobScope, { algorithm, after, upTo }: Outdated): Promise<void> {
  const { fixity } = scope.services;
  const pace = fixity === undefined ? UNHURRIED : readingPace(fixity.bytesPerSecond);
  const endsAt = performance.now() + SLICE_MS;
  let last = after;
  for (let count = AT_ONCE; count === AT_ONCE;) {
    const files = await listFilesByOtherAlgorithms(scope.db, algorithm, { after: last, upTo, limit: AT_ONCE });
    count = files.length;
    for (const file of files) {
      await renew(scope, file, algorithm, pace);
      last = file.id;
      if (performance.now() < endsAt) continue;
      await storeEvent(scope.db, { kind: 'ChecksumsOutdated', subjectId: null, payload: { algorithm, after: last, upTo } });
      return;
    }
  }
}
