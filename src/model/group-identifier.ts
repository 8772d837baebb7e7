/** How groups are named where roles are given to them. Source: collections.md 4, users-admin.md 18.2. */

/** The role assignee identifier of an explicit group. */
export function explicitGroupIdentifier({ ownerId, aliasInOwner }: { readonly ownerId: number; readonly aliasInOwner: string }): string {
  return `&explicit/${ownerId}-${aliasInOwner}`;
}

/** The role assignee identifier of an IP group. */
export function ipGroupIdentifier(alias: string): string {
  return `&ip/${alias}`;
}

/** The role assignee identifier of a mail-domain group. */
export function mailDomainGroupIdentifier(alias: string): string {
  return `&mail/${alias}`;
}
