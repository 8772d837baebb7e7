/** Accounts as what a command is about. */
import { findAccount, type AccountKey } from '../../../db/queries/access/account-changes.ts';
import type { UserRow } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { Subject, SubjectScope } from '../../../kernel/command.ts';
import { broken } from '../../../errors/rules/broken.ts';

export type { AccountKey } from '../../../db/queries/access/account-changes.ts';

/** An account beside no collection, dataset or file: the gate looks at the caller alone. */
export interface AccountSubject extends Subject {
  /** Undefined where there is none: callers who may not know are refused first. */
  readonly found: UserRow | undefined;
}

const apart = { nodeId: null, granted: 0 } as const;

/** An account that an operation is about. One that changes it locks it behind the gate, so that a stranger locks nothing. */
export async function findAccountSubject({ tx }: Pick<SubjectScope, 'tx'>, key: AccountKey): Promise<AccountSubject> {
  return { ...apart, found: await findAccount(tx, key) };
}

/** How an account was asked for, for people. */
function asked(key: AccountKey): string {
  return 'userName' in key ? key.userName : String(key.id);
}

/** @throws DomainError USER_NOT_FOUND */
export function requireFound(found: UserRow | undefined, key: AccountKey, pointer = '/user'): UserRow {
  if (found !== undefined) return found;
  throw new DomainError('USER_NOT_FOUND', `User ${asked(key)} not found.`, {
    problems: [{ pointer, ...broken('NO_ACCOUNT', { named: asked(key) }) }],
  });
}
