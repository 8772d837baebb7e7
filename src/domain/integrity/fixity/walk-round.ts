import { listRecordedFiles } from '../../../db/queries/integrity/fixity-checks.ts';
import { advanceRound, finishRound, type FixityRoundRow } from '../../../db/queries/integrity/fixity-rounds.ts';
import type { ReadingPace } from '../../files/checksums/reading-pace.ts';
import { type FixityScope, verifyFile } from '../../files/checksums/verify-file.ts';
import { WHOLE } from '../../../model/page-window.ts';

/** Files whose records are held at once. */
const FILES_AT_ONCE = 500;

export interface WalkOptions {
  readonly pace: ReadingPace;
  /** Ends the walk in the middle of a file, which the next one begins again. */
  readonly signal: AbortSignal;
  /** Asked after each file: whether the rest is for another time. */
  readonly pauses: () => boolean;
}

/**
 * Reads the next files of a round and keeps what was found. Every file counts as soon as it was read, so that a walk that is
 * killed goes on where it was.
 * @returns Whether the round is at its end.
 * @throws as `examineBytes`: the round goes on with the same file.
 */
export async function walkRound(scope: FixityScope, round: FixityRoundRow, options: WalkOptions): Promise<boolean> {
  const { datasetId } = round;
  for (let after = round.lastFileId; ;) {
    const files = await listRecordedFiles(scope.db, { ...WHOLE, datasetId, after, limit: FILES_AT_ONCE });
    if (files.length === 0) break;
    for (const file of files) {
      let bytes = 0;
      const check = await verifyFile(scope, file, { ...options, onChunk: (chunk) => (bytes += chunk.length) });
      const faulty = check !== undefined && check.fault !== null;
      await advanceRound(scope.db, round.id, { fileId: file.id, checked: check !== undefined, faulty, bytes });
      after = file.id;
      if (options.pauses()) return false;
    }
  }
  await finishRound(scope.db, round.id);
  return true;
}
