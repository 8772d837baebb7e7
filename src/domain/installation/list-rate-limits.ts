import { DomainError } from '../../errors/domain-error.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { RateLimitUse } from '../../kernel/rate-limiter.ts';

const MINUTE_MS = 60_000;

/**
 * Who has called what under a limit, in the process that answers, last callers first; with `withinMinutes` those alone who called since.
 * @throws DomainError BAD_USER_INPUT
 */
export const listRateLimits = query({
  name: 'listRateLimits',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ services }, _subject, { withinMinutes }: { readonly withinMinutes: number | null }): readonly RateLimitUse[] => {
    if (withinMinutes !== null && withinMinutes < 0) {
      throw new DomainError('BAD_USER_INPUT', 'The number of minutes must not be negative.', {
        problems: [{ pointer: '/withinMinutes', message: 'must not be negative' }],
      });
    }
    const since = withinMinutes === null ? 0 : Date.now() - withinMinutes * MINUTE_MS;
    return services.rates
      .list()
      .filter(({ lastCalledAt }) => lastCalledAt.getTime() >= since)
      .toSorted((one, other) => other.lastCalledAt.getTime() - one.lastCalledAt.getTime());
  },
});
