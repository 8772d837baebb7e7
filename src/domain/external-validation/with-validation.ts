import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { type ValidationOccasion, ValidationPending } from './require-validated.ts';

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

/**
 * Does work whose metadata a program of the operator may have to approve of. The program is asked while no transaction is open, and its
 * approval counts for this very state of the metadata. Work that publishes begins with a guarded read, which refuses what lacks an
 * approval, so that its command runs once unless others change the metadata meanwhile. A command that judges what it would leave
 * comes as far as that, is undone, and runs again with the approval.
 * @throws DomainError EXTERNAL_VALIDATION_FAILED | EXTERNAL_VALIDATION_UNAVAILABLE | CONCURRENT_CHANGE
 */
export async function withValidation<Result>(context: CommandContext, work: (context: CommandContext) => Promise<Result>): Promise<Result> {
  const { actor, db, requestId, services, visitor } = context;
  const approvals = new Set<string>();
  const counted = new Set<string>();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work({ actor, db, requestId, services, visitor, approvals, counted });
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
