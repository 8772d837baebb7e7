import { DomainError } from '../../../errors/domain-error.ts';

/** What became of one of many: done, or refused with the reason. */
export type Outcome<Done> = { readonly done: Done } | { readonly refusal: DomainError };

/** Codes that are about the caller or the server and not about the one thing: they end the whole call. */
const GENERAL: ReadonlySet<string> = new Set([
  'SERVICE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
  'INTERNAL_SERVER_ERROR',
]);

/** Runs the work for one of many; a refusal on purpose becomes its outcome. @throws whatever is not about this one alone. */
export async function outcomeOf<Done>(work: () => Promise<Done>): Promise<Outcome<Done>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (error instanceof DomainError && !GENERAL.has(error.code)) return { refusal: error };
    throw error;
  }
}
