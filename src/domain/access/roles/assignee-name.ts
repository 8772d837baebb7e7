import { type GroupName, parseGroupIdentifier } from '../../../db/queries/access/groups.ts';
import { ALL_USERS_IDENTIFIER, AUTHENTICATED_USERS_IDENTIFIER, GUEST_IDENTIFIER } from '../../../vocabulary/access.ts';

/** The parsed form of a role assignee identifier, before its existence is checked. */
export type AssigneeName =
  | { readonly kind: 'BuiltIn' | 'PrivateUrlUser'; readonly identifier: string; readonly title: string }
  | { readonly kind: 'User'; readonly userName: string }
  | { readonly kind: 'ExplicitGroup'; readonly group: GroupName }
  | { readonly kind: 'IpGroup'; readonly identifier: string; readonly alias: string }
  | { readonly kind: 'MailDomainGroup'; readonly identifier: string; readonly alias: string };

/** Built-in assignees are exact strings. */
const builtInTitles: ReadonlyMap<string, string> = new Map([
  [GUEST_IDENTIFIER, 'Guest'],
  [AUTHENTICATED_USERS_IDENTIFIER, 'Anyone with an account'],
  [ALL_USERS_IDENTIFIER, 'Everyone, including guests'],
]);

/**
 * Reads a role assignee identifier; undefined if it is invalid: no known prefix, nothing after it, or a kind that no such installation has.
 * `!` counts as `#`, and `&maildomain/` as `&mail/`. Source: collections.md 4, decisions.md 11.
 */
export function parseAssignee(identifier: string): AssigneeName | undefined {
  const builtIn = builtInTitles.get(identifier);
  if (builtIn !== undefined) return { kind: 'BuiltIn', identifier, title: builtIn };

  if (identifier.startsWith('@')) return identifier.length > 1 ? { kind: 'User', userName: identifier.slice(1) } : undefined;

  // Any number is a private-URL user: the dataset need not exist.
  const datasetId = /^[#!]0*(\d{1,18})$/.exec(identifier)?.[1];
  if (datasetId !== undefined) return { kind: 'PrivateUrlUser', identifier: `#${datasetId}`, title: 'Private URL' };

  const group = parseGroupIdentifier(identifier);
  if (group !== undefined) return { kind: 'ExplicitGroup', group };

  const [, prefix, alias] = /^&(ip|mail|maildomain)\/(.+)$/s.exec(identifier) ?? [];
  if (alias === undefined) return undefined;
  return prefix === 'ip'
    ? { kind: 'IpGroup', identifier: `&ip/${alias}`, alias }
    : { kind: 'MailDomainGroup', identifier: `&mail/${alias}`, alias };
}
