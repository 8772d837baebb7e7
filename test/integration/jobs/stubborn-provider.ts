// Stands in for the outside service. Without vitest, for the processes that tests start.
import { BlockCatalog } from '../../../src/model/metadata/block-catalog.ts';
import { persistentIdText } from '../../../src/model/persistent-id.ts';
import type { PidProvider, PidProviders, PidRecord } from '../../../src/kernel/ports/pid-provider.ts';
import type { JobScope } from '../../../src/kernel/subscribers.ts';
import type { FileStorage } from '../../../src/storage/file-storage.ts';

export const SITE = 'https://data.example.org';

/** A provider that refuses the first publications, and remembers every one by its identifier. */
export function stubbornProvider(refusals: number): PidProvider & { readonly calls: (PidRecord & { readonly persistentId: string })[] } {
  const calls: (PidRecord & { readonly persistentId: string })[] = [];
  return {
    id: 'stubborn',
    protocol: 'doi',
    authority: '10.5072',
    separator: '/',
    shoulder: 'FK2/',
    registersAtOnce: false,
    calls,
    lookup: async () => undefined,
    reserve: async () => undefined,
    hide: async () => undefined,
    remove: async () => true,
    publish: async (record) => {
      calls.push({ ...record, persistentId: persistentIdText(record.pid) });
      if (calls.length <= refusals) {
        throw new Error('fetch failed\n    at secret.ts:1', { cause: new Error(`connect to https://me:password@pid.example.org refused`) });
      }
    },
  };
}

/** The providers of an installation that has one. */
export function onlyProvider(provider: PidProvider): PidProviders {
  return {
    current: () => provider,
    all: () => [provider],
    generators: () => [provider],
    find: ({ protocol, authority }) => (provider.protocol === protocol && provider.authority === authority ? provider : undefined),
    parse: () => undefined,
  };
}

export function servicesWith(provider: PidProvider, storage: FileStorage): JobScope['services'] {
  const catalog = new BlockCatalog(1, []);
  return {
    storage,
    pids: onlyProvider(provider),
    blocks: { current: () => catalog, refresh: async () => catalog },
    installation: { name: () => 'Test', siteUrl: SITE, version: '0', build: 'unknown', refresh: async () => undefined },
  };
}
