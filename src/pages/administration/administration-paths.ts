/** Addresses of the pages of administration. */
import { withQuery } from '../deposit/deposit-paths.ts';

/** What needs a confirmation before it is done to an account. */
export type AccountDeed = 'deactivate' | 'removeRoles' | 'merge' | 'delete';

export const administrationPaths = {
  start: '/admin',
  accounts: (query: Readonly<Record<string, string | undefined>> = {}): string => withQuery('/admin/accounts', query),
  account: (id: number, done?: string): string => withQuery('/admin/account', { id: String(id), done }),
  confirmAccount: (id: number, does: AccountDeed): string => withQuery('/admin/account/confirm', { id: String(id), does }),
  settings: (): string => '/admin/settings',
  setting: (name: string, done?: string): string => withQuery('/admin/setting', { name, done }),
} as const;
