import type { Actor } from './actor.ts';
import type { DomainServices } from './services.ts';

/** Who calls, as far as counting needs it. */
interface Caller {
  readonly actor: Actor;
  readonly services: Pick<DomainServices, 'rates'>;
  readonly approvals?: ReadonlySet<string>;
}

/** @throws DomainError RATE_LIMITED. What goes on after its metadata was judged was counted before. */
export function countCall({ actor, services, approvals }: Caller, name: string): void {
  if (approvals === undefined || approvals.size === 0) services.rates.take(actor, name);
}
