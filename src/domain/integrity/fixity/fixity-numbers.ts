import type { Database } from '../../../db/client.ts';
import { countFixity } from '../../../db/queries/integrity/fixity-checks.ts';
import { FIXITY_OUTCOMES } from '../../../vocabulary/integrity.ts';

/** How the stored bytes stand, in numbers for an alarm. */
export interface FixityNumbers {
  readonly uncheckedFiles: number;
  /** Files by what their last reading found; outcomes that no file has are 0, so that there is always something to compare. */
  readonly perOutcome: Readonly<Record<string, number>>;
  readonly oldestCheckAt: Date | null;
}

/** Counts all files. */
export async function readFixityNumbers(db: Database): Promise<FixityNumbers> {
  const { uncheckedFiles, perOutcome, oldestCheckAt } = await countFixity(db);
  const none = Object.fromEntries(FIXITY_OUTCOMES.map((outcome) => [outcome, 0]));
  return { uncheckedFiles, perOutcome: { ...none, ...perOutcome }, oldestCheckAt };
}
