import { randomInt } from 'node:crypto';
import type { SettingsSource } from '../settings/settings-source.ts';
import type { PersistentIdParts } from './persistent-id.ts';

/** What a provider is told of a dataset. */
export interface PidRecord {
  readonly persistentId: string;
  /** Page that the identifier leads to. */
  readonly targetUrl: string;
  readonly title: string;
  readonly publicationDate: string | null;
}

/** A service that gives persistent identifiers their meaning. Registering again has to be harmless. */
export interface PidProvider {
  readonly id: string;
  readonly protocol: 'doi' | 'hdl' | 'perma';
  readonly authority: string;
  readonly separator: string;
  /** Fixed beginning of every identifier. */
  readonly shoulder: string;
  /** Whether an identifier counts as registered as soon as it is minted: no outside service is asked. */
  readonly registersAtOnce: boolean;
  /** Makes the identifier known and public. Throws when the provider could not be reached or refused. */
  publish(record: PidRecord): Promise<void>;
}

export interface PidProviders {
  /** The provider that new datasets use. */
  current(): PidProvider;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A new identifier of a provider: its shoulder and six random characters. Unique only with some luck: check. */
export function mintIdentifier(provider: PidProvider): PersistentIdParts {
  let suffix = '';
  for (let position = 0; position < 6; position += 1) suffix += LETTERS.charAt(randomInt(LETTERS.length));
  return {
    protocol: provider.protocol,
    authority: provider.authority,
    separator: provider.separator,
    identifier: `${provider.shoulder}${suffix}`,
  };
}

/**
 * The providers of this installation: `FAKE` gives out DOIs that nobody else knows, for trying out; `perma` gives out
 * permalinks that this server resolves itself. Chosen by `:DoiProvider`, `:Protocol`, `:Authority`, `:Shoulder`.
 */
export function createPidProviders(settings: SettingsSource): PidProviders {
  const known = async () => undefined;
  return {
    current: () => {
      const permalink = settings.get(':DoiProvider') === 'perma' || settings.get(':Protocol') === 'perma';
      return permalink
        ? {
            id: 'perma',
            protocol: 'perma',
            authority: settings.get(':Authority') ?? 'archivolt',
            separator: '',
            shoulder: settings.get(':Shoulder') ?? '',
            registersAtOnce: true,
            publish: known,
          }
        : {
            id: 'FAKE',
            protocol: 'doi',
            authority: settings.get(':Authority') ?? '10.5072',
            separator: '/',
            shoulder: settings.get(':Shoulder') ?? 'FK2/',
            registersAtOnce: true,
            publish: known,
          };
    },
  };
}
