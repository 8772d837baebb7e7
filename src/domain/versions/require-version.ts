import type { Queryable } from '../../db/client.ts';
import { findVersion, type VersionRow, type VersionSelector } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { VERSION_STATES } from '../../vocabulary/datasets.ts';
import { parseVersionReference } from './version-reference.ts';

function selectorOf(text: string): VersionSelector {
  const reference = parseVersionReference(text);
  switch (reference.kind) {
    case 'number':
      return { versionNumber: reference.major, versionMinorNumber: reference.minor };
    case 'draft':
      return { states: ['DRAFT'] };
    case 'latest':
      return { states: VERSION_STATES };
    case 'latest-published':
      return { states: ['RELEASED'] };
  }
}

/**
 * The version of a dataset that a reference names, for those who may see all of them.
 * @throws DomainError BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export async function requireVersion(db: Queryable, datasetId: number, text: string): Promise<VersionRow> {
  const found = await findVersion(db, datasetId, selectorOf(text));
  if (found === undefined) throw new DomainError('DATASET_VERSION_NOT_FOUND', `Dataset version ${text} not found.`);
  return found;
}
