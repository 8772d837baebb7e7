import { z } from 'zod';
import { findCurationLabel, insertCurationStatus } from '../../../db/queries/datasets/curation-statuses.ts';
import { type DatasetKey, updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { updateVersion } from '../../../db/queries/versions/change-versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import { curationLabelsOf } from './curation-labels.ts';
import { broken } from '../../../errors/rules/broken.ts';

async function requireLabel({ tx, services }: Scope, datasetId: number, label: string): Promise<void> {
  const { labels } = await curationLabelsOf(tx, services.settings, datasetId);
  if (labels.length === 0) throw new DomainError('CURATION_STATUS_REFUSED', 'No curation labels are in effect for this dataset.');
  if (labels.includes(label)) return;
  throw new DomainError(
    'CURATION_STATUS_REFUSED',
    `${label} is not a curation label of this dataset; the labels are ${labels.join(', ')}.`,
    {
      problems: [{ pointer: '/label', ...broken('NOT_ONE_OF', { isMissing: false, words: labels }) }],
    },
  );
}

/** Sets the curation status of the draft, or clears it; the id of the dataset. Source: datasets.md 10.3. */
export const setCurationStatus = command({
  name: 'setCurationStatus',
  input: z.object({ dataset: z.custom<DatasetKey>(), label: z.string().nullable() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'PublishDataset',
  run: async (scope, { dataset }, { label }): Promise<number> => {
    const { tx, actor } = scope;
    const draft = await requireNewestVersion(scope, dataset.id);
    if (draft.state !== 'DRAFT') {
      throw new DomainError(
        'DATASET_ALREADY_PUBLISHED',
        'The latest version of the dataset is published; only a draft has a curation status.',
      );
    }
    if (label !== null) await requireLabel(scope, dataset.id, label);
    if ((await findCurationLabel(tx, draft.id)) === label) {
      throw new DomainError(
        'CURATION_STATUS_REFUSED',
        label === null ? 'The dataset has no curation status.' : `The curation status of the dataset is already ${label}.`,
      );
    }
    await insertCurationStatus(tx, { datasetVersionId: draft.id, label, userAccountId: actor.account?.id ?? null });
    await updateVersion(tx, draft.id, {});
    await updateDataset(tx, dataset.id, {});
    scope.note({ label });
    scope.emit({ kind: 'CurationStatusChanged', subjectId: dataset.id, payload: { datasetVersionId: draft.id, label } });
    return dataset.id;
  },
});
