/** The locks of a dataset, as the gate looks at them. */
import type { Queryable } from '../db/client.ts';
import { type DatasetLockRow, listLocks } from '../db/queries/gate/locks.ts';
import { type Actor, effectivePermissions } from './actor.ts';
import type { Granted } from './authorize.ts';
import { type LockRule, refuseLocked } from './locks.ts';
import { holdsWorkflowLock } from './own-workflow.ts';

/** What a command is about: the object whose assignments decide. */
export interface Subject extends Granted {
  /** The dataset whose locks count, where there is one. */
  readonly datasetId?: number;
  /** These locks, where they were read with it. */
  readonly locks?: readonly DatasetLockRow[];
}

/** The row of the lock table that an operation falls under, or the choice of one. */
export type LockRuleChoice<Loaded, Input> = LockRule | ((subject: Loaded, input: Input) => LockRule);

/** The row as shown to documentation and tests. */
export function lockRuleName(rule: LockRuleChoice<never, never> | undefined): LockRule | 'none' | 'depends' {
  return typeof rule === 'function' ? 'depends' : (rule ?? 'none');
}

/** Refuses an operation that a lock stands in the way of. @throws DomainError DATASET_LOCKED */
export async function checkLocks<Loaded extends Subject, Input>(
  db: Queryable,
  actor: Actor,
  subject: Loaded,
  choice: LockRuleChoice<Loaded, Input> | undefined,
  input: Input,
): Promise<void> {
  const { datasetId } = subject;
  const rule = typeof choice === 'function' ? choice(subject, input) : choice;
  if (rule === undefined || datasetId === undefined) return;
  const locks = subject.locks ?? (await listLocks(db, datasetId));
  const own = rule === 'edit' && (await holdsWorkflowLock(db, actor, datasetId, locks));
  refuseLocked(own ? locks.filter(({ lockType }) => lockType !== 'Workflow') : locks, rule, effectivePermissions(actor, subject.granted));
}
