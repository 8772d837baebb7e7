import type { DatasetLockRow } from '../db/queries/gate/locks.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { LockType } from '../vocabulary/datasets.ts';
import { includesPermission, type PermissionMask } from '../permission-set.ts';

/** What a lock does to an operation: refuse it, refuse it only beside another lock, or refuse it to those who cannot publish. */
type LockEffect = 'refused' | 'refused-beside-another' | 'refused-unless-publisher';

/** The kinds of operation that locks can refuse. Source: datasets.md 11.3. */
export const LOCK_RULES = {
  edit: {
    Ingest: 'refused-beside-another',
    Workflow: 'refused',
    InReview: 'refused-unless-publisher',
    DcmUpload: 'refused',
    GlobusUpload: 'refused',
    finalizePublication: 'refused',
    EditInProgress: 'refused',
    FileValidationFailed: 'refused',
    pidRegister: 'refused',
  },
  publish: {
    Ingest: 'refused',
    Workflow: 'refused',
    finalizePublication: 'refused',
    EditInProgress: 'refused',
    FileValidationFailed: 'refused',
  },
  delete: {
    Ingest: 'refused',
    Workflow: 'refused',
    InReview: 'refused-unless-publisher',
    DcmUpload: 'refused',
    GlobusUpload: 'refused',
    finalizePublication: 'refused',
    EditInProgress: 'refused',
    FileValidationFailed: 'refused',
    pidRegister: 'refused',
  },
  // Submitting for review.
  review: {
    Workflow: 'refused',
  },
} as const satisfies Record<string, Partial<Record<LockType, LockEffect>>>;

export type LockRule = keyof typeof LOCK_RULES;

function refuses(lock: DatasetLockRow, lockCount: number, rule: LockRule, permissions: PermissionMask): boolean {
  const effects: Partial<Record<LockType, LockEffect>> = LOCK_RULES[rule];
  const effect = effects[lock.lockType];
  if (effect === 'refused-beside-another') return lockCount > 1;
  if (effect === 'refused-unless-publisher') return !includesPermission(permissions, 'PublishDataset');
  return effect === 'refused';
}

/**
 * Refuses while a lock forbids the operation.
 * @throws DomainError DATASET_LOCKED with the texts that clients match on.
 */
export function refuseLocked(locks: readonly DatasetLockRow[], rule: LockRule, permissions: PermissionMask): void {
  const blocking = locks.find((lock) => refuses(lock, locks.length, rule, permissions));
  if (blocking === undefined) return;
  if (rule === 'publish') {
    const reason = [blocking.lockType, blocking.message].filter((part) => part !== null).join(': ');
    throw new DomainError('DATASET_LOCKED', `This dataset is locked. Reason: ${reason}.`);
  }
  throw new DomainError(
    'DATASET_LOCKED',
    blocking.lockType === 'InReview'
      ? 'Dataset cannot be edited due to In Review dataset lock.'
      : 'Dataset cannot be edited due to dataset lock.',
  );
}
