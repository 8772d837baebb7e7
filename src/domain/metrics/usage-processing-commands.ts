/** How far a counter of usage outside is with the logs of each month. Source: users-admin.md 15.4. */
import { z } from 'zod';
import {
  deleteUsageProcessing,
  findUsageProcessing,
  putUsageProcessing,
  type UsageProcessingRow,
} from '../../db/queries/metrics/usage-processing.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { line } from '../../model/text-limits.ts';
import { PROCESSING_STATES } from '../../vocabulary/metrics.ts';

export type { UsageProcessingRow } from '../../db/queries/metrics/usage-processing.ts';

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, yyyy-MM');

function monthNotFound(given: string): DomainError {
  return new DomainError('USAGE_MONTH_NOT_FOUND', `Nothing is known of the processing of ${given}.`);
}

/** How far a month is. @throws DomainError BAD_USER_INPUT | USAGE_MONTH_NOT_FOUND */
export const viewUsageProcessing = query({
  name: 'viewUsageProcessing',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, given: string): Promise<UsageProcessingRow> => {
    const checked = month.safeParse(given);
    if (!checked.success) {
      throw new DomainError('BAD_USER_INPUT', `${given} is no month.`, {
        problems: [{ pointer: '/month', message: 'must be a month, yyyy-MM' }],
      });
    }
    const found = await findUsageProcessing(db, given);
    if (found === undefined) throw monthNotFound(given);
    return found;
  },
});

/** Says how far a month is. @throws DomainError BAD_USER_INPUT */
export const setUsageProcessing = command({
  name: 'setUsageProcessing',
  input: z.object({ month, state: z.enum(PROCESSING_STATES), server: line.nullish() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ tx, note }, _subject, input): Promise<UsageProcessingRow> => {
    note({ month: input.month, state: input.state });
    return putUsageProcessing(tx, input.month, input.state, input.server ?? null);
  },
});

/** Forgets a month; it. @throws DomainError BAD_USER_INPUT | USAGE_MONTH_NOT_FOUND */
export const deleteUsageProcessingState = command({
  name: 'deleteUsageProcessing',
  input: z.object({ month }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, input): Promise<string> => {
    if (!(await deleteUsageProcessing(tx, input.month))) throw monthNotFound(input.month);
    note({ month: input.month });
    return input.month;
  },
});
