import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { broken } from '../../errors/rules/broken.ts';

/** The refusal of an alias that another collection has. */
export function aliasTaken(alias: string): DomainError {
  return new DomainError('COLLECTION_ALIAS_TAKEN', `Another collection has the alias ${alias}.`, {
    problems: [{ pointer: '/alias', ...broken('TAKEN') }],
  });
}

/**
 * The number of files that a request allows a dataset of the collection; null for no limit, whatever negative number says so.
 * @throws DomainError FILE_LIMIT_FORBIDDEN when a caller other than a superuser changes it.
 */
export function fileCountLimit({ actor }: CommandContext, asked: number | null | undefined, present: number | null): number | null {
  const limit = asked === undefined || asked === null || asked < 0 ? null : asked;
  if (limit !== present && !actor.superuser) {
    throw new DomainError('FILE_LIMIT_FORBIDDEN', 'Only a superuser may limit the number of files of a dataset.');
  }
  return limit;
}

/** @throws DomainError FILE_PIDS_NOT_CONFIGURABLE where collections may not choose. Source: collections.md 5.1. */
export function requireConfigurableFilePids({ services }: CommandContext): void {
  if (services.settings.get(':AllowEnablingFilePIDsPerCollection') ?? false) return;
  throw new DomainError(
    'FILE_PIDS_NOT_CONFIGURABLE',
    'This installation does not let collections choose whether files get persistent identifiers.',
  );
}
