import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { isValidationAsked, type ValidationOccasion, ValidationPending } from './require-validated.ts';

/** Most validator runs for one request, if the metadata change concurrently. */
const MOST_ATTEMPTS = 3;

function refusalText({ settings }: Pick<DomainServices, 'settings'>, occasion: ValidationOccasion): string {
  switch (occasion) {
    case 'publishDataset':
      return (
        settings.get(':DatasetMetadataValidationFailureMsg') || 'The metadata of the dataset was not approved, so it is not published.'
      );
    case 'publishCollection':
      return (
        settings.get(':CollectionMetadataPublishValidationFailureMsg') ||
        'The metadata of the collection was not approved, so it is not published.'
      );
    default:
      return (
        settings.get(':CollectionMetadataUpdateValidationFailureMsg') ||
        'The metadata of the collection was not approved, so nothing was changed.'
      );
  }
}

/** Work whose metadata a program of the operator may have to approve of. */
export interface ValidatedWork<Result, Admission> {
  readonly occasion: ValidationOccasion;
  /**
   * A guarded read that refuses what the command would refuse, and then what lacks an approval. It comes first where a program is asked, so
   * that the command runs once unless others change the metadata meanwhile. Left out for an import, which is judged as it is stored: its
   * command comes as far as the approval, is undone, and runs again.
   */
  readonly admit?: (context: CommandContext) => Promise<Admission>;
  /** The command, which asks for the approval once more before it writes. `admission`: what `admit` gave, where it was asked. */
  readonly run: (context: CommandContext, admission: Admission | undefined) => Promise<Result>;
}

/**
 * Does work after a program of the operator has approved of its metadata, where there is one. The program is asked while no transaction is
 * open, and its approval counts for this very state of the metadata.
 * @throws DomainError EXTERNAL_VALIDATION_FAILED | EXTERNAL_VALIDATION_UNAVAILABLE | CONCURRENT_CHANGE
 */
export async function withValidation<Result, Admission = never>(
  context: CommandContext,
  { occasion, admit, run }: ValidatedWork<Result, Admission>,
): Promise<Result> {
  const { actor, db, requestId, services, visitor } = context;
  const approvals = new Set<string>();
  const counted = new Set<string>();
  const validated = { actor, db, requestId, services, visitor, approvals, counted };
  for (let attempts = 1; ; attempts += 1) {
    try {
      const admission = admit !== undefined && isValidationAsked(context, occasion) ? await admit(validated) : undefined;
      return await run(validated, admission);
    } catch (error) {
      if (!(error instanceof ValidationPending) || attempts > MOST_ATTEMPTS) throw error;
      const { program, approval, metadata } = error;
      if (!(await services.validator.approves(program, metadata.document))) {
        throw new DomainError('EXTERNAL_VALIDATION_FAILED', refusalText(services, metadata.occasion));
      }
      approvals.add(approval);
    }
  }
}
