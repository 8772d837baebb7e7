import { createHash } from 'node:crypto';
import { type DatasetRow, findDataset } from '../../../db/queries/datasets/datasets.ts';
import { findVersion, type VersionRow } from '../../../db/queries/versions/versions.ts';
import type { CommandContext, Scope } from '../../../kernel/command.ts';
import { entityTag } from '../../../model/entity-tag.ts';
import { datasetDocument } from '../native/dataset-document.ts';
import { isValidationAsked, requireValidated } from '../../external-validation/require-validated.ts';

/** Refuses to publish a draft of which a program of the operator has not approved yet. @throws as `requireValidated` */
export function requireValidatedDraft(
  context: CommandContext,
  dataset: DatasetRow,
  draft: Pick<VersionRow, 'id' | 'internalVersionNumber'>,
): void {
  requireValidated(context, {
    occasion: 'publishDataset',
    state: entityTag(draft),
    document: () => datasetDocument(context, dataset, draft.id),
  });
}

/**
 * The same for a dataset that this transaction has made, which other transactions cannot read yet: its document is made now. `content` is
 * what the dataset was made of.
 */
export async function requireValidatedImport({ context, actor, services, tx }: Scope, datasetId: number, content: unknown): Promise<void> {
  if (!isValidationAsked(context, 'publishDataset')) return;
  const dataset = await findDataset(tx, { id: datasetId }, []);
  const version = await findVersion(tx, datasetId, { states: ['DRAFT', 'RELEASED'] });
  if (dataset === undefined || version === undefined) throw new Error('The dataset that is being imported was not stored.');
  const document: string[] = [];
  for await (const piece of datasetDocument({ db: tx, actor, services }, dataset, version.id)) document.push(piece);
  // Ids are others with every attempt.
  const state = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  requireValidated(context, { occasion: 'publishDataset', state, document: () => document });
}
