/** Who may have the bytes of a file depends on the day, so it is asked by what it depends on. Source: collections.md 11.1. */
import { allOf, exists, not, oneOf, type Query } from './queries.ts';

export const FILE_ACCESSES = ['Public', 'Restricted', 'EmbargoedThenPublic', 'EmbargoedThenRestricted', 'RetentionPeriodExpired'] as const;
export type FileAccess = (typeof FILE_ACCESSES)[number];

/** Files of which this is so on a day of the form 2026-01-31. */
export function fileAccessIs(access: FileAccess, today: string): Query {
  const start = Date.parse(`${today}T00:00:00Z`);
  const expired: Query = { range: { 'column.retentionEndDate': { lt: start } } };
  const embargoed: Query = { range: { 'column.embargoEndDate': { gt: start } } };
  const restricted: Query = { term: { restricted: { value: true } } };
  const files: Query = allOf([oneOf('kind', ['DATAFILE']), exists('restricted')]);
  switch (access) {
    case 'RetentionPeriodExpired':
      return allOf([files, expired]);
    case 'EmbargoedThenPublic':
      return allOf([files, not(expired), embargoed, not(restricted)]);
    case 'EmbargoedThenRestricted':
      return allOf([files, not(expired), embargoed, restricted]);
    case 'Restricted':
      return allOf([files, not(expired), not(embargoed), restricted]);
    case 'Public':
      return allOf([files, not(expired), not(embargoed), not(restricted)]);
  }
}
