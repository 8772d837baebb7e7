import type { DatasetWithGrants } from '../../../db/queries/datasets/datasets.ts';
import { findVersion, type VersionRow } from '../../../db/queries/versions/versions.ts';
import { StoredMetadata } from '../../../db/stored-metadata.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { query } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { titleOf } from '../../../model/metadata/metadata-values.ts';
import { withholdFields } from '../../metadata/withhold-fields.ts';
import { visitByToken } from '../../access/accounts/private-url-visit.ts';

/** What the bearer of a private URL is shown. */
export interface Preview {
  readonly dataset: DatasetWithGrants;
  readonly version: VersionRow;
}

function anonymized(version: VersionRow, withheld: readonly string[]): VersionRow {
  const metadata = withholdFields(version.metadata.value, new Set(withheld));
  return { ...version, metadata: StoredMetadata.of(metadata), title: titleOf(metadata) };
}

/**
 * The draft behind a private URL, whose token is all that it takes; an anonymised one keeps back the fields that
 * `:AnonymizedFieldTypeNames` lists. @throws DomainError PRIVATE_URL_NOT_FOUND Source: datasets.md 14.1.
 */
export const previewVersion = query({
  name: 'previewVersion',
  subject: async (scope, { token }: { readonly token: string }) => {
    const visit = await visitByToken(scope.tx, token);
    if (visit === undefined) throw new DomainError('PRIVATE_URL_NOT_FOUND', 'No private URL has this token.');
    return { ...(await loadDataset(scope, { id: visit.datasetId })), visit };
  },
  requires: 'Public',
  run: async ({ db, services }, { dataset, visit }): Promise<Preview> => {
    const version = await findVersion(db, dataset.id, { states: ['DRAFT'] });
    if (version === undefined) throw new DomainError('PRIVATE_URL_NOT_FOUND', 'The draft of this private URL no longer exists.');
    const withheld = services.settings.get(':AnonymizedFieldTypeNames') ?? [];
    return { dataset, version: visit.anonymized ? anonymized(version, withheld) : version };
  },
});
