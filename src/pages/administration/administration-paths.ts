/** Addresses of the pages of administration. */
import { withQuery } from '../deposit/deposit-paths.ts';

/** What needs a confirmation before it is done to an account. */
export type AccountDeed = 'deactivate' | 'removeRoles' | 'merge' | 'delete';

/** Parts of a query; those that are not there are left out. */
type Query = Readonly<Record<string, string | undefined>>;

export const administrationPaths = {
  start: '/admin',
  accounts: (query: Query = {}): string => withQuery('/admin/accounts', query),
  account: (id: number, done?: string): string => withQuery('/admin/account', { id: String(id), done }),
  confirmAccount: (id: number, does: AccountDeed): string => withQuery('/admin/account/confirm', { id: String(id), does }),
  settings: (): string => '/admin/settings',
  setting: (name: string, done?: string): string => withQuery('/admin/setting', { name, done }),
  jobs: (query: Query = {}): string => withQuery('/admin/jobs', query),
  mails: (query: Query = {}): string => withQuery('/admin/mail', query),
  workflows: (query: Query = {}): string => withQuery('/admin/workflows', query),
  fixity: (query: Query = {}): string => withQuery('/admin/fixity', query),
  groups: (query: Query = {}): string => withQuery('/admin/groups', query),
  /** Without a number, the page for a new one. */
  ipGroup: (id?: number): string => withQuery('/admin/ip-group', { id: id === undefined ? undefined : String(id) }),
  mailDomainGroup: (id?: number): string => withQuery('/admin/mail-domain-group', { id: id === undefined ? undefined : String(id) }),
  providers: (done?: string): string => withQuery('/admin/providers', { done }),
  /** Without an id, the page for a new one. */
  provider: (id?: string): string => withQuery('/admin/provider', { id }),
  banners: (query: Query = {}): string => withQuery('/admin/banners', query),
  storage: (done?: string): string => withQuery('/admin/storage', { done }),
} as const;
