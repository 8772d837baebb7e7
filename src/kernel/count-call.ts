import type { Actor } from './actor.ts';
import type { DomainServices } from './services.ts';

/** The facts of a caller that counting needs. */
interface Caller {
  readonly actor: Actor;
  readonly services: Pick<DomainServices, 'rates'>;
  readonly counted?: Set<string>;
}

/** Counts a call, once for each request. @throws DomainError RATE_LIMITED */
export function countCall({ actor, services, counted }: Caller, name: string): void {
  if (counted?.has(name) === true) return;
  services.rates.take(actor, name);
  counted?.add(name);
}
