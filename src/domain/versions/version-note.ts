import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { updateVersion } from '../../db/queries/versions/change-versions.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { longText } from '../../model/text-limits.ts';
import { requireNewestVersion, saveDraft } from './ensure-draft.ts';
import { requireVersion } from './require-version.ts';
import { parseVersionReference } from './version-reference.ts';

const DRAFT = ':draft';

async function noteDraft(scope: Scope, datasetId: number, note: string | null): Promise<VersionRow> {
  const newest = await requireNewestVersion(scope, datasetId);
  // Taking a note away is no reason to make a draft.
  if (note === null && newest.state !== 'DRAFT') {
    throw new DomainError('DATASET_VERSION_NOT_FOUND', 'The dataset has no draft with a note.');
  }
  return saveDraft(scope, datasetId, { versionNote: note });
}

/**
 * Says why a version was made, or takes that back. Source: datasets.md 14.1.
 * @throws DomainError BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export const setVersionNote = command({
  name: 'setVersionNote',
  tokenScope: 'DEPOSIT',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    version: z.string(),
    note: longText.refine((text) => text.trim() !== '', 'must not be empty').nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: (_subject, input: { readonly version: string }) => (input.version === DRAFT ? 'EditDataset' : 'Superuser'),
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<VersionRow> => {
    const note = input.note ?? null;
    const reference = parseVersionReference(input.version);
    if (reference.kind === 'draft') return noteDraft(scope, dataset.id, note);
    const version = await requireVersion(scope.tx, dataset.id, input.version);
    await updateVersion(scope.tx, version.id, { versionNote: note });
    return requireVersion(scope.tx, dataset.id, input.version);
  },
});
