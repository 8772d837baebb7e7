import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets.ts';
import { hasRestrictedFiles } from '../../db/queries/file-versions.ts';
import { findVersion, updateVersion, type VersionRow } from '../../db/queries/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../command.ts';
import { lockDataset } from '../datasets/dataset-subject.ts';
import { titleOf } from '../metadata/metadata-values.ts';
import { ensureDraft, requireNewestVersion } from './ensure-draft.ts';
import { metadataScopeOf, readVersionMetadata, requireValidMetadata } from './version-metadata-input.ts';
import { mentionsTerms, readTerms, requireAccessTerms, type TermsOfVersion } from './version-terms.ts';

const MESSAGE_PREFIX = 'Error parsing dataset version:';

/** Moments agree when they are in the same second: clients know no finer one. */
function sameSecond(one: Date, other: Date): boolean {
  return Math.floor(one.getTime() / 1000) === Math.floor(other.getTime() / 1000);
}

function refuseFiles(body: Readonly<Record<string, unknown>>): void {
  const { files } = body;
  if (!Array.isArray(files) || files.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', 'Files cannot be added by way of the metadata of a version.', {
    problems: [{ pointer: '/files', message: 'must be absent or empty' }],
  });
}

/**
 * Replaces the metadata of the draft, which is made if there is none. Licence and terms stay unless the body names any
 * of their keys. Source: datasets.md 6.1, decisions.md 6.
 */
export const updateDraft = command({
  name: 'updateDatasetDraft',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    datasetVersion: z.unknown(),
    ifUnmodifiedSince: z.date().nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<VersionRow> => {
    const { tx, services } = scope;
    const catalog = services.blocks.current();
    const newest = await requireNewestVersion(scope, dataset.id);
    if (input.ifUnmodifiedSince && !sameSecond(input.ifUnmodifiedSince, newest.updatedAt)) {
      throw new DomainError(
        'DATASET_STALE',
        `The dataset was changed at ${newest.updatedAt.toISOString()}, after ${input.ifUnmodifiedSince.toISOString()}.`,
      );
    }
    const { body, metadata } = readVersionMetadata(input.datasetVersion, catalog, MESSAGE_PREFIX);
    refuseFiles(body);
    const kept: TermsOfVersion = { licenseId: newest.licenseId, terms: newest.terms, fileAccessRequest: newest.fileAccessRequest };
    const terms = mentionsTerms(body) ? await readTerms(tx, services, body, body['fileAccessRequest'] === true) : kept;
    requireValidMetadata(metadata, catalog, await metadataScopeOf(tx, catalog, dataset.ownerId));
    requireAccessTerms(terms, await hasRestrictedFiles(tx, dataset.id, newest.ordinal));

    const note = body['versionNote'];
    const draft = await ensureDraft(scope, dataset.id, { versionNote: typeof note === 'string' ? note : null });
    await updateVersion(tx, draft.id, { metadata, title: titleOf(metadata), ...terms });
    await updateDataset(tx, dataset.id, {});
    const saved = await findVersion(tx, dataset.id, { states: ['DRAFT'] });
    if (saved === undefined) throw new Error('The draft was not saved.');
    return saved;
  },
});
