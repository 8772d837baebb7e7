import { findVersion, insertVersion, type VersionRow } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { VERSION_STATES } from '../../vocabulary.ts';
import type { Scope } from '../command.ts';

/** The newest version, whatever its state. */
export async function requireNewestVersion(scope: Scope, datasetId: number): Promise<VersionRow> {
  const newest = await findVersion(scope.tx, datasetId, { states: VERSION_STATES });
  if (newest === undefined) throw new DomainError('DATASET_VERSION_NOT_FOUND', 'The dataset has no version.');
  return newest;
}

/**
 * The draft, made from the newest version if there is none: metadata and terms are copied, and the file records of that
 * version go on being valid, so no file row is written however many there are. The dataset must be locked.
 */
export async function ensureDraft(
  scope: Scope,
  datasetId: number,
  changes: { readonly versionNote?: string | null } = {},
): Promise<VersionRow> {
  const newest = await requireNewestVersion(scope, datasetId);
  if (newest.state === 'DRAFT') return newest;
  await insertVersion(scope.tx, {
    datasetId,
    ordinal: newest.ordinal + 1,
    state: 'DRAFT',
    title: newest.title,
    metadata: newest.metadata,
    licenseId: newest.licenseId,
    terms: newest.terms,
    fileAccessRequest: newest.fileAccessRequest,
    versionNote: changes.versionNote ?? null,
  });
  return requireNewestVersion(scope, datasetId);
}
