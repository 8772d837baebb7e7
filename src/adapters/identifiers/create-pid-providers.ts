import type { SettingsSource } from '../../kernel/ports/settings-source.ts';
import { createDataciteClient, type DataciteAccount, type DataciteClient } from '../datacite/datacite-client.ts';
import { dataciteProvider } from '../datacite/datacite-provider.ts';
import { localProvider } from './local-provider.ts';
import { type PersistentIdParts, splitPersistentId } from '../../model/persistent-id.ts';
import type { PidProvider, PidProviders } from '../../kernel/ports/pid-provider.ts';

/** The operator's configuration of persistent identifiers; settings override it. */
export interface PidConfiguration {
  readonly provider?: 'fake' | 'perma' | 'datacite' | undefined;
  readonly authority?: string | undefined;
  readonly shoulder?: string | undefined;
  /** Between authority and identifier of a permalink. */
  readonly separator?: string | undefined;
  /** Further prefixes of the account, whose DOIs are kept up to date but no longer issued. */
  readonly furtherPrefixes?: readonly string[] | undefined;
  readonly datacite?: DataciteAccount | undefined;
}

/** Test prefix, which does not resolve. */
const TEST_PREFIX = '10.5072';

/** Substitute when a setting selects DataCite but the process has no account there: datasets are created, and their registration waits. */
const noAccount: DataciteClient = {
  read: () => refuse(),
  write: () => refuse(),
  remove: () => refuse(),
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('DataCite is the provider, but DATACITE_REPOSITORY_ID and DATACITE_PASSWORD are not set.'));
}

/** The first of those that have the same beginning. */
function distinct(providers: readonly PidProvider[]): PidProvider[] {
  const beginning = ({ protocol, authority }: PidProvider): string => `${protocol}:${authority.toLowerCase()}`;
  return [...new Map(providers.toReversed().map((provider) => [beginning(provider), provider])).values()].toReversed();
}

/**
 * The providers of this installation: DataCite registers DOIs, `FAKE` issues identifiers that exist only here, `perma` gives out permalinks
 * that this server resolves itself. The settings `:DoiProvider`, `:Protocol`, `:Authority` and `:Shoulder` choose, and where they are
 * silent the configuration. Source: datasets.md 12.2, users-admin.md 10.4.
 */
export function createPidProviders(settings: SettingsSource, configuration: PidConfiguration, userAgent: string): PidProviders {
  const { datacite } = configuration;
  const client = datacite === undefined ? noAccount : createDataciteClient({ ...datacite, userAgent });

  function kind(): 'fake' | 'perma' | 'datacite' {
    const chosen = settings.get(':DoiProvider');
    const protocol = settings.get(':Protocol');
    if (chosen === 'perma' || protocol === 'perma') return 'perma';
    if (chosen === 'FAKE' || protocol === 'hdl') return 'fake';
    if (chosen !== undefined) return 'datacite';
    const configured = configuration.provider ?? 'fake';
    return protocol === 'doi' && configured === 'perma' ? 'fake' : configured;
  }

  function permalinks(authority: string, shoulder: string): PidProvider {
    return localProvider({ id: 'perma', protocol: 'perma', authority, separator: configuration.separator ?? '', shoulder });
  }

  function current(): PidProvider {
    const authority = settings.get(':Authority') ?? configuration.authority;
    const shoulder = settings.get(':Shoulder') ?? configuration.shoulder;
    switch (kind()) {
      case 'perma':
        return permalinks(authority ?? 'archivolt', shoulder ?? '');
      case 'datacite':
        return dataciteProvider(client, { authority: authority ?? TEST_PREFIX, shoulder: shoulder ?? '' });
      default:
        return localProvider({
          id: 'FAKE',
          protocol: settings.get(':Protocol') === 'hdl' ? 'hdl' : 'doi',
          authority: authority ?? TEST_PREFIX,
          separator: '/',
          shoulder: shoulder ?? 'FK2/',
        });
    }
  }

  /** Those that have no part in new datasets as long as a setting chooses another one. */
  function others(): PidProvider[] {
    const { provider, authority, shoulder = '' } = configuration;
    const own = provider === 'perma' && authority !== undefined;
    return [
      ...(provider === 'datacite' && authority !== undefined ? [dataciteProvider(client, { authority, shoulder })] : []),
      localProvider({ id: 'FAKE', protocol: 'doi', authority: TEST_PREFIX, separator: '/', shoulder: 'FK2/' }),
      own ? permalinks(authority, shoulder) : permalinks('archivolt', ''),
    ];
  }

  /** All that this installation manages, the present provider first: datasets keep the identifiers of former ones. */
  function managed(): PidProvider[] {
    const prefixes = [
      ...(configuration.furtherPrefixes ?? []),
      ...(configuration.provider === 'datacite' ? [configuration.authority] : []),
    ];
    return [
      current(),
      ...prefixes.flatMap((authority) => (authority === undefined ? [] : dataciteProvider(client, { authority, shoulder: '' }))),
      ...others().filter(({ id }) => id !== 'datacite'),
      permalinks('archivolt', ''),
    ];
  }

  function find({ protocol, authority }: Pick<PersistentIdParts, 'protocol' | 'authority'>): PidProvider | undefined {
    return managed().find((provider) => provider.protocol === protocol && provider.authority.toLowerCase() === authority.toLowerCase());
  }

  /** One that shares its beginning with the present one does not manage what it would mint. */
  function generators(): PidProvider[] {
    const candidates = [current(), ...others()].filter((provider) => find(provider)?.id === provider.id);
    return candidates.filter(({ id }, index) => candidates.findIndex((other) => other.id === id) === index);
  }

  return {
    current,
    generators,
    all: () => distinct(managed()),
    find,
    parse: (persistentId) => {
      for (const provider of managed()) {
        const parts = splitPersistentId(persistentId, provider);
        if (parts !== undefined) return parts;
      }
      return undefined;
    },
  };
}
