import { describe, expect, test } from 'vitest';
import { createPidProviders, type PidConfiguration } from '../../../src/adapters/identifiers/create-pid-providers.ts';
import { isPidIdentifier, splitPersistentId } from '../../../src/model/persistent-id.ts';
import type { PidProviders } from '../../../src/kernel/ports/pid-provider.ts';
import { type SettingName, settingCatalog } from '../../../src/model/settings/setting-catalog.ts';
import type { SettingsSource } from '../../../src/kernel/ports/settings-source.ts';

function providers(settings: Partial<Record<SettingName, string>>, configuration: PidConfiguration = {}): PidProviders {
  const values = new Map(Object.entries(settings));
  const source: SettingsSource = {
    get: (name) => {
      const text = values.get(name);
      return (text === undefined ? undefined : settingCatalog[name].parse(text)) as never;
    },
    getIn: () => undefined,
    refresh: async () => undefined,
  };
  return createPidProviders(source, configuration, 'Archivolt/test');
}

const datacite: PidConfiguration = {
  provider: 'datacite',
  authority: '10.1234',
  shoulder: 'LH/',
  furtherPrefixes: ['10.777'],
  datacite: { url: 'https://api.test.datacite.org', repositoryId: 'A.B', password: 'secret' },
};

describe('the provider of new identifiers', () => {
  test.each<[Partial<Record<SettingName, string>>, PidConfiguration, string]>([
    [{}, {}, 'FAKE doi:10.5072/FK2/'],
    [{}, datacite, 'datacite doi:10.1234/LH/'],
    [{}, { provider: 'perma', authority: 'lib', separator: ':' }, 'perma perma:lib:'],
    [{ ':DoiProvider': 'FAKE' }, datacite, 'FAKE doi:10.1234/LH/'],
    [{ ':DoiProvider': 'perma', ':Authority': 'lib', ':Shoulder': '-' }, datacite, 'perma perma:lib-'],
    [{ ':Protocol': 'perma' }, {}, 'perma perma:archivolt'],
    [{ ':Protocol': 'doi' }, { provider: 'perma' }, 'FAKE doi:10.5072/FK2/'],
    [{ ':Protocol': 'hdl', ':Authority': '1902.1' }, {}, 'FAKE hdl:1902.1/FK2/'],
    [{ ':DoiProvider': 'DataCite', ':Authority': '10.9', ':Shoulder': '' }, {}, 'datacite doi:10.9/'],
    [{ ':DoiProvider': 'datacite' }, datacite, 'datacite doi:10.1234/LH/'],
  ])('with settings %j and configuration %j is %s', (settings, configuration, expected) => {
    const { id, protocol, authority, separator, shoulder } = providers(settings, configuration).current();
    expect(`${id} ${protocol}:${authority}${separator}${shoulder}`).toBe(expected);
  });

  test('registers nothing where a setting chose DataCite and there is no account', async () => {
    const provider = providers({ ':DoiProvider': 'DataCite' }).current();
    await expect(provider.reserve({ ...provider, identifier: 'X' })).rejects.toThrow('DATACITE_REPOSITORY_ID');
  });
});

describe('the providers that can mint', () => {
  test.each<[Partial<Record<SettingName, string>>, PidConfiguration, string[]]>([
    [{}, {}, ['FAKE doi:10.5072/FK2/', 'perma perma:archivolt']],
    [{}, datacite, ['datacite doi:10.1234/LH/', 'FAKE doi:10.5072/FK2/', 'perma perma:archivolt']],
    [{ ':DoiProvider': 'perma' }, datacite, ['perma perma:10.1234LH/', 'datacite doi:10.1234/LH/', 'FAKE doi:10.5072/FK2/']],
    [{ ':DoiProvider': 'FAKE' }, { provider: 'perma', authority: 'lib', separator: ':' }, ['FAKE doi:lib/FK2/', 'perma perma:lib:']],
    // What would be minted under the same prefix belongs to the present provider.
    [{ ':DoiProvider': 'FAKE' }, datacite, ['FAKE doi:10.1234/LH/', 'perma perma:archivolt']],
  ])('with settings %j and configuration %j are %j', (settings, configuration, expected) => {
    const found = providers(settings, configuration);
    expect(
      found.generators().map(({ id, protocol, authority, separator, shoulder }) => `${id} ${protocol}:${authority}${separator}${shoulder}`),
    ).toEqual(expected);
    for (const provider of found.generators()) expect(found.find({ ...provider, identifier: 'X' })?.id).toBe(provider.id);
  });
});

describe('the provider of an identifier', () => {
  test.each([
    ['doi:10.1234/LH/ABC', 'datacite'],
    ['doi:10.777/OLD', 'datacite'],
    ['doi:10.5072/FK2/ABC', 'FAKE'],
    ['perma:archivoltABC', 'perma'],
    ['DOI:10.1234/lh/abc', 'datacite'],
    ['doi:10.8888/X', undefined],
    ['hdl:10.1234/X', undefined],
    ['doi:10.1234/', undefined],
  ])('%s is %s', (text, id) => {
    const known = providers({}, datacite);
    const parts = known.parse(text);
    expect(parts === undefined ? undefined : known.find(parts)?.id).toBe(id);
  });

  test('stays that of its prefix when settings choose another one for new identifiers', () => {
    const known = providers({ ':DoiProvider': 'perma', ':Authority': 'lib' }, datacite);
    expect(known.find({ protocol: 'doi', authority: '10.1234', separator: '/', identifier: 'X' })?.id).toBe('datacite');
  });
});

describe('identifiers', () => {
  test('keep the spelling of their authority; DOIs are in capitals, permalinks are not', () => {
    expect(splitPersistentId('doi:10.ABC/fk2/xyz', { protocol: 'doi', authority: '10.abc', separator: '/' })).toEqual({
      protocol: 'doi',
      authority: '10.abc',
      separator: '/',
      identifier: 'FK2/XYZ',
    });
    expect(splitPersistentId('perma:libxyz', { protocol: 'perma', authority: 'lib', separator: '' })?.identifier).toBe('xyz');
  });

  test.each(['', 'a b', "a'b", 'a,b', 'a;b', 'a\u0007b'])('cannot hold %j', (text) => {
    expect(isPidIdentifier(text)).toBe(false);
  });
});
