import { listInputLevels } from '../../db/queries/collections/collection-blocks.ts';
import type { CollectionRow } from '../../db/queries/collections/collections.ts';
import type { SubjectScope } from '../../kernel/command.ts';
import { collectionDocument, type FieldRule } from './collection-document.ts';
import { isValidationAsked, requireValidated, type ValidationOccasion } from './require-validated.ts';

/** A collection with its rules for fields, as it is or as it would be. */
export interface JudgedCollection {
  readonly collection: CollectionRow;
  readonly levels: readonly FieldRule[];
}

/**
 * Refuses a collection of which a program of the operator has not approved yet. `changed` makes of what is stored what would be.
 * @throws as `requireValidated`
 */
export async function requireValidatedCollection(
  { context, tx }: SubjectScope,
  collection: CollectionRow,
  occasion: Exclude<ValidationOccasion, 'publishDataset'>,
  changed: (stored: JudgedCollection) => JudgedCollection = (stored) => stored,
): Promise<void> {
  if (!isValidationAsked(context, occasion)) return;
  const judged = changed({ collection, levels: await listInputLevels(tx, [collection.id]) });
  const document = collectionDocument(judged.collection, judged.levels, context.actor.identifier);
  requireValidated(context, { occasion, state: document, document: () => [document] });
}
