import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { BudgetState } from '../../kernel/ports/cost-budgets.ts';

/** What is left of the caller's budget of cost; null where there is none. */
export const viewRateLimit = query({
  name: 'viewRateLimit',
  subject: noSubject,
  requires: 'Public',
  run: (context): Promise<BudgetState | null> => context.services.budgets.state(context),
});
