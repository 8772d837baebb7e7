/** Which metadata a program of the operator has to approve of before it is stored. Source: users-admin.md 10.4, collections.md 5.16, datasets.md 7.1. */
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { JsonPieces } from '../../kernel/ports/metadata-validator.ts';

/** What is about to happen with the metadata. */
export type ValidationOccasion = 'publishDataset' | 'publishCollection' | 'updateCollection';

/** Metadata that is about to be stored or published. */
export interface MetadataToValidate {
  readonly occasion: ValidationOccasion;
  /** Changes whenever the metadata does. */
  readonly state: string;
  /** The metadata as JSON; read while no transaction is open. */
  readonly document: () => JsonPieces;
}

/**
 * Says that a program has to be asked first: the command is undone, and `withValidation` asks and tries again. Reaches a client only
 * where the metadata changed again and again meanwhile.
 */
export class ValidationPending extends DomainError {
  readonly program: string;
  /** Stands for this metadata, this occasion and this program. */
  readonly approval: string;
  readonly metadata: MetadataToValidate;

  constructor(program: string, approval: string, metadata: MetadataToValidate) {
    super('CONCURRENT_CHANGE', 'The metadata was changed while it was being validated, so nothing was done; send the request again.');
    this.program = program;
    this.approval = approval;
    this.metadata = metadata;
  }
}

type Asking = Pick<CommandContext, 'actor' | 'services'>;

/** The program to ask; undefined where none is, or where a superuser passes without. */
function programFor({ actor, services: { settings } }: Asking, occasion: ValidationOccasion): string | undefined {
  if (actor.superuser && settings.get(':ExternalValidationAdminOverride') === true) return undefined;
  const named =
    occasion === 'publishDataset' ? settings.get(':DatasetMetadataValidatorScript') : settings.get(':CollectionMetadataValidatorScript');
  return named === '' ? undefined : named;
}

/** Whether an external validator runs before this. */
export function isValidationAsked(asking: Asking, occasion: ValidationOccasion): boolean {
  return programFor(asking, occasion) !== undefined;
}

/**
 * Refuses metadata that the program of the operator has not approved of yet. @throws DomainError CONCURRENT_CHANGE, which
 * `withValidation` answers by asking the program.
 */
export function requireValidated(context: CommandContext, metadata: MetadataToValidate): void {
  const program = programFor(context, metadata.occasion);
  if (program === undefined) return;
  const approval = JSON.stringify([program, metadata.occasion, metadata.state]);
  if (context.approvals?.has(approval) !== true) throw new ValidationPending(program, approval, metadata);
}
