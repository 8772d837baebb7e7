import type { SubjectScope } from '../../kernel/command.ts';
import { collectionDocument } from './collection-document.ts';
import { isValidationAsked, requireValidated, type ValidationOccasion } from './require-validated.ts';

/** Refuses a collection, as it stands where it is read, of which a program of the operator has not approved yet. @throws as `requireValidated` */
export async function requireValidatedCollection(
  { context, tx }: SubjectScope,
  id: number,
  occasion: Exclude<ValidationOccasion, 'publishDataset'>,
): Promise<void> {
  if (!isValidationAsked(context, occasion)) return;
  const document = await collectionDocument(tx, id, context.actor.identifier);
  requireValidated(context, { occasion, state: document, document: () => [document] });
}
