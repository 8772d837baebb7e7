import type { PidProvider } from '../../kernel/ports/pid-provider.ts';

const nothing = async () => undefined;

/**
 * A provider without an external service: identifiers that this server resolves itself (`perma`), or that exist only here (`FAKE`). Source:
 * datasets.md 12.2.
 */
export function localProvider(facts: Pick<PidProvider, 'id' | 'protocol' | 'authority' | 'separator' | 'shoulder'>): PidProvider {
  return {
    ...facts,
    registersAtOnce: true,
    lookup: nothing,
    reserve: nothing,
    publish: nothing,
    hide: nothing,
    remove: async () => true,
  };
}
