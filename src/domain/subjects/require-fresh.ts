import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { entityTag } from '../../model/entity-tag.ts';

/** What a caller believes of the newest version. */
export interface Expectation {
  /** The moment of its last change, to the second. */
  readonly ifUnmodifiedSince?: Date | null | undefined;
  /** Entity tags, one of which it has. */
  readonly ifMatch?: readonly string[] | null | undefined;
}

/** Moments agree when they are in the same second: clients know no finer one. */
function sameSecond(one: Date, other: Date): boolean {
  return Math.floor(one.getTime() / 1000) === Math.floor(other.getTime() / 1000);
}

/**
 * Refuses a change that was made up on an older state of the newest version than the present one.
 * @throws DomainError DATASET_STALE | PRECONDITION_FAILED. Source: datasets.md 6.2; RFC 9110, 13.1.1.
 */
export function requireFresh(newest: VersionRow, { ifUnmodifiedSince, ifMatch }: Expectation): void {
  if (ifUnmodifiedSince && !sameSecond(ifUnmodifiedSince, newest.updatedAt)) {
    throw new DomainError(
      'DATASET_STALE',
      `The dataset was changed at ${newest.updatedAt.toISOString()}; the request is based on its state of ${ifUnmodifiedSince.toISOString()}.`,
    );
  }
  if (ifMatch && !ifMatch.includes(entityTag(newest))) {
    throw new DomainError(
      'PRECONDITION_FAILED',
      `The dataset has changed: its newest version now has the entity tag ${entityTag(newest)}.`,
    );
  }
}
