import { randomInt } from 'node:crypto';
import { generatedIdentifier } from '../../db/queries/identifiers/registration.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Scope } from '../../kernel/command.ts';
import type { PidProvider } from '../../kernel/ports/pid-provider.ts';
import { isPidIdentifier, type PersistentIdParts } from '../../model/persistent-id.ts';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const RANDOM_LENGTH = 6;
/** Tries to find a free identifier: with six random characters the second is already rare. */
const ATTEMPTS = 20;

/** The random end of an identifier. */
export function randomSuffix(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
}

/** The next value of the operator's own generator. @throws DomainError PID_NOT_MINTED */
export async function sequenceSuffix({ tx }: Pick<Scope, 'tx'>): Promise<string> {
  const suffix = await generatedIdentifier(tx);
  if (suffix !== undefined && isPidIdentifier(suffix)) return suffix;
  throw new DomainError('PID_NOT_MINTED', 'The database function that generates identifiers returned no usable identifier.');
}

/**
 * Mints an identifier of a provider, the present one where none is given, in the installation's generation style, and tries again while `claim` gives nothing
 * because it is taken; what `claim` gave. @throws DomainError PID_NOT_MINTED. Source: datasets.md 12.2.
 */
export async function claimIdentifier<Claimed>(
  scope: Pick<Scope, 'tx' | 'services'>,
  claim: (pid: PersistentIdParts) => Promise<Claimed | undefined>,
  provider: PidProvider = scope.services.pids.current(),
): Promise<Claimed> {
  const { protocol, authority, separator, shoulder } = provider;
  const fromSequence = scope.services.settings.get(':IdentifierGenerationStyle') === 'storedProcGenerated';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const suffix = fromSequence ? await sequenceSuffix(scope) : randomSuffix();
    const claimed = await claim({ protocol, authority, separator, identifier: `${shoulder}${suffix}` });
    if (claimed !== undefined) return claimed;
  }
  throw new DomainError(
    'PID_NOT_MINTED',
    `No free identifier under ${authority}${separator}${shoulder} was found in ${ATTEMPTS} attempts.`,
  );
}
