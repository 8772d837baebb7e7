import type { DomainServices } from './services.ts';

/** An effect of a command after the end of its transaction. */
export type Effect = () => void | Promise<void>;

/** The effects of one attempt, by how its transaction ends. */
export interface Effects {
  readonly committed: Effect[];
  readonly rolledBack: Effect[];
}

/** Where effects run. */
interface EffectScope {
  readonly services: Pick<DomainServices, 'log'>;
  readonly requestId: string;
}

/** Runs effects one after another; one that fails is logged, and stops no other. */
export async function runEffects(effects: readonly Effect[], { services, requestId }: EffectScope): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      services.log.error({ err: error, requestId }, 'An effect after a transaction failed.');
    }
  }
}
