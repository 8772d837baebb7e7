import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { listTypeLicenseIds } from '../../db/queries/installation/dataset-types.ts';
import { hasRestrictedFiles } from '../../db/queries/files/file-versions.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import { termsAmong } from './dataset-choices.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { titleOf } from '../../model/metadata/metadata-values.ts';
import { requireNewestVersion, requireWorkingVersion, saveDraft } from './ensure-draft.ts';
import { requireFresh } from '../subjects/require-fresh.ts';
import { readSentVersion } from './read-sent-version.ts';
import { metadataScopeOf, requireValidMetadata } from './version-metadata-input.ts';
import { mentionsTerms, readTerms, requireAccessTerms, type TermsOfVersion, withDefaultLicense } from './version-terms.ts';

const MESSAGE_PREFIX = 'Error parsing dataset version:';

function refuseFiles(body: Readonly<Record<string, unknown>>): void {
  const { files } = body;
  if (!Array.isArray(files) || files.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', 'Files cannot be added through the metadata of a version.', {
    problems: [{ pointer: '/files', message: 'must be absent or empty' }],
  });
}

/**
 * Replaces the metadata of the draft, which is made if there is none. Licence and terms stay unless the body names any
 * of their keys; a draft that has neither gets the default licence. Source: datasets.md 6.1, decisions.md 6, 30.
 */
export const updateDraft = command({
  name: 'updateDatasetDraft',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    datasetVersion: z.unknown().optional(),
    jsonLd: z.unknown().optional(),
    ifUnmodifiedSince: z.date().nullish(),
    ifMatch: z.array(z.string()).nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<VersionRow> => {
    const { tx, services } = scope;
    const catalog = await catalogForWriting(scope);
    requireFresh(await requireNewestVersion(scope, dataset.id), input);
    const working = await requireWorkingVersion(scope, dataset.id);
    const { siteUrl } = services.installation;
    const { body, metadata } = await readSentVersion(input, { catalog, siteUrl, messagePrefix: MESSAGE_PREFIX });
    refuseFiles(body);
    const kept: TermsOfVersion = { licenseId: working.licenseId, terms: working.terms, fileAccessRequest: working.fileAccessRequest };
    const sent = mentionsTerms(body)
      ? await readTerms(tx, services, body, body['fileAccessRequest'] === true, kept)
      : await withDefaultLicense(tx, kept);
    const terms = sent.licenseId === kept.licenseId ? sent : termsAmong(sent, await listTypeLicenseIds(tx, dataset.datasetType));
    requireValidMetadata(metadata, catalog, await metadataScopeOf(tx, catalog, dataset.ownerId));
    requireAccessTerms(terms, await hasRestrictedFiles(tx, dataset.id, working.ordinal));

    const note = body['versionNote'];
    return saveDraft(
      scope,
      dataset.id,
      { metadata, title: titleOf(metadata), ...terms },
      { versionNote: typeof note === 'string' ? note : null },
    );
  },
});
