import { describe, expect, test } from 'vitest';
import { canonicalSettingName, type SettingName, settingCatalog, settingFaults } from '../../../src/model/settings/setting-catalog.ts';
import { SETTING_NAMES } from './setting-names.ts';

/** What the code reads a good value as. */
function read(name: SettingName, value: string): unknown {
  return settingCatalog[name].parse(value);
}

describe('setting names', () => {
  test('all of the contract are known under themselves', () => {
    expect(SETTING_NAMES.length).toBeGreaterThan(150);
    expect(SETTING_NAMES.filter((name) => canonicalSettingName(name) !== name)).toEqual([]);
  });

  test('the former name of the built-in users key means the present one', () => {
    expect(canonicalSettingName('BuiltinUsers.KEY')).toBe(':BuiltinUsersKey');
  });

  test.each([
    '',
    ':',
    ':NoSuchSetting',
    'BuiltinUsersKey',
    ':builtinuserskey',
    ':BuiltinUsersKey ',
    '__proto__',
    'constructor',
    ':toString',
    'toString',
  ])('%j names nothing', (name) => {
    expect(canonicalSettingName(name)).toBeUndefined();
  });
});

const LARGE = '9'.repeat(15);

/** Good values with what they are read as, and bad ones, for one setting of each type. */
const values: readonly {
  readonly name: SettingName;
  readonly good: readonly (readonly [string, unknown])[];
  readonly bad: readonly string[];
}[] = [
  {
    name: ':COARNotifyRelationshipAnnouncementTargets',
    good: [
      ['[]', []],
      [
        '[{"id":"https://a.example","inbox":"http://localhost:8080/inbox"}]',
        [{ id: 'https://a.example', inbox: 'http://localhost:8080/inbox', type: 'Service' }],
      ],
    ],
    bad: [
      '',
      '{}',
      '[{"id":"https://a.example"}]',
      '[{"id":"a","inbox":"https://a.example/inbox"}]',
      '[{"id":"https://a.example","inbox":"ftp://a.example/inbox"}]',
      '[{"id":"https://a.example","inbox":"https://me:secret@a.example/inbox"}]',
      JSON.stringify(Array.from({ length: 11 }, () => ({ id: 'https://a.example', inbox: 'https://a.example/inbox' }))),
    ],
  },
  {
    name: ':PublicInstall',
    good: [
      ['true', true],
      ['TRUE', true],
      ['1', true],
      ['Yes', true],
      ['allow', true],
      [' true ', true],
      ['false', false],
      ['0', false],
      ['No', false],
      ['deny', false],
      ['', false],
    ],
    bad: ['maybe', 'truee', '2', 'null', '"true"', 'on'],
  },
  {
    name: ':ZipUploadFilesLimit',
    good: [
      ['1000', 1000],
      ['+5', 5],
      ['-1', -1],
      [' 7 ', 7],
      ['0', 0],
      [LARGE, Number(LARGE)],
    ],
    bad: ['', 'ten', '1.5', '1e3', '0x10', '1,000', `${LARGE}0`, '--1'],
  },
  { name: ':ZipDownloadLimit', good: [['104857600', 104_857_600]], bad: ['', '100 MB', '1.5', 'x'] },
  {
    name: ':MaxFileUploadSizeInBytes',
    good: [
      ['2147483648', { default: 2_147_483_648 }],
      ['{"default":"2147483648","S3":5}', { default: 2_147_483_648, s3: 5 }],
      ['{}', {}],
    ],
    bad: ['', 'big', '{"default":"2 GB"}', '{"default":1.5}', '[1]', '{"default":1', 'null', '"5"'],
  },
  {
    name: ':TabularIngestSizeLimit',
    good: [
      ['0', { default: 0 }],
      ['-1', { default: -1 }],
      ['1000', { default: 1000 }],
      ['-5', { default: -5 }],
      ['{"CSV":"0","dta":-1}', { csv: 0, dta: -1 }],
      ['{"default":"1000000","csv":"500000","sav":"0"}', { default: 1_000_000, csv: 500_000, sav: 0 }],
      ['{"POR":1,"RData":2,"XLSX":3,"Sav":10.0}', { por: 1, rdata: 2, xlsx: 3, sav: 10 }],
      ['{}', {}],
    ],
    bad: [
      'none',
      '',
      ' 5',
      '5 ',
      'true',
      'null',
      '10.5',
      '[1]',
      '"5"',
      '{"CSV":1',
      '{"CSV":"none"}',
      '{"CSV":10.5}',
      '{"CSV":" 1"}',
      '{"CSV":true}',
      '{"PDF":1}',
    ],
  },
  {
    name: ':InheritParentRoleAssignments',
    good: [
      ['', []],
      ['*', ['*']],
      [' admin , curator ,', ['admin', 'curator']],
    ],
    bad: [],
  },
  { name: ':RateLimitingDefaultCapacityTiers', good: [['10000, 20000,-1', [10_000, 20_000, -1]]], bad: ['a,b', '1,two', '1.5'] },
  {
    name: ':RateLimitingCapacityByTierAndAction',
    good: [
      [
        '[{"tier":0,"limitPerHour":10,"actions":["GetLatestPublishedDatasetVersion"]}]',
        [{ tier: 0, limitPerHour: 10, actions: ['GetLatestPublishedDatasetVersion'] }],
      ],
    ],
    bad: ['', '{}', '[{"tier":"0"}]', 'x', '[{"tier":0,"limitPerHour":10}]'],
  },
  {
    name: ':WorkflowsAdminIpWhitelist',
    good: [
      ['127.0.0.1;::1', ['127.0.0.1', '::1']],
      ['', []],
    ],
    bad: ['localhost', '127.0.0.1,::1', '10.0.0.0/8', '1.2.3'],
  },
  {
    name: ':BlockedApiEndpoints',
    good: [
      ['', []],
      ['admin, builtin-users', ['admin', 'builtin-users']],
      ['/admin/,/api/builtin-users,api/v1/users', ['admin', 'builtin-users', 'users']],
      ['datasets/{id}/versions/:draft', ['datasets/{id}/versions/:draft']],
    ],
    bad: ['/', 'a b', 'admin//settings', 'search?q=x', 'a,/,b', 'https://example.org/api/admin'],
  },
  { name: ':PrePublishDatasetWorkflowId', good: [['12', 12]], bad: ['', '0', '-1', 'review', '1.5'] },
  {
    name: ':AlwaysMuted',
    good: [
      ['', []],
      ['ASSIGNROLE, REVOKEROLE', ['ASSIGNROLE', 'REVOKEROLE']],
    ],
    bad: ['assignrole', 'ASSIGNROLE,NOSUCH'],
  },
  {
    name: ':MaxEmbargoDurationInMonths',
    good: [
      ['24', 24],
      ['0', 0],
      ['-1', -1],
    ],
    bad: ['', '-2', '12001', 'two', '1.5'],
  },
  {
    name: ':CVocConf',
    good: [
      ['[{"field-name":"keyword"}]', [{ 'field-name': 'keyword' }]],
      ['https://example.org/cvoc.json', 'https://example.org/cvoc.json'],
    ],
    bad: ['', '{}', 'keyword', '[1'],
  },
  {
    name: ':SignUpUrl',
    good: [
      ['https://example.org/join', 'https://example.org/join'],
      ['/join', '/join'],
    ],
    bad: ['', 'join', '//example.org/join', 'javascript:alert(1)'],
  },
  { name: ':PVCharacterRules', good: [['UpperCase:1, Digit:2', ['UpperCase:1', 'Digit:2']]], bad: ['Upper:1', 'Digit', 'Digit:x'] },
  {
    name: ':BlockedApiPolicy',
    good: [
      ['drop', 'drop'],
      ['localhost-only', 'localhost-only'],
      ['unblock-key', 'unblock-key'],
    ],
    bad: ['', 'open', 'DROP', 'localhost-only '],
  },
  {
    name: ':FileFixityChecksumAlgorithm',
    good: [
      ['MD5', 'MD5'],
      ['SHA-1', 'SHA-1'],
      ['SHA-256', 'SHA-256'],
      ['SHA-512', 'SHA-512'],
    ],
    bad: ['', 'SHA256', 'md5', 'CRC32'],
  },
  {
    name: ':DataFilePIDFormat',
    good: [
      ['DEPENDENT', 'DEPENDENT'],
      ['INDEPENDENT', 'INDEPENDENT'],
    ],
    bad: ['', 'dependent'],
  },
  {
    name: ':IdentifierGenerationStyle',
    good: [
      ['randomString', 'randomString'],
      ['storedProcGenerated', 'storedProcGenerated'],
    ],
    bad: ['', 'random'],
  },
  {
    name: ':ApplicationPrivacyPolicyUrl',
    good: [['https://example.org/privacy', 'https://example.org/privacy']],
    bad: ['', 'example.org', 'javascript:alert(1)', 'ftp://example.org'],
  },
  { name: ':MDCStartDate', good: [['2026-02-28', '2026-02-28']], bad: ['', '2026-02-30', '28.02.2026', '2026-2-28', 'today'] },
  {
    name: ':AllowedCurationLabels',
    good: [['{"Default":["In progress","Done"]}', { Default: ['In progress', 'Done'] }]],
    bad: ['', '[]', '{"a":"b"}', '{"a":["semi;colon"]}', `{"a":["${'x'.repeat(33)}"]}`],
  },
  {
    name: ':Languages',
    good: [['[{"locale":"en","title":"English"}]', [{ locale: 'en', title: 'English' }]]],
    bad: ['', 'en', '{"locale":"en"}', '[{"locale":"en"}]'],
  },
  {
    name: ':AllowRemoteAuthSignUp',
    good: [['{"default":"true","github":false}', { default: true, github: false }]],
    bad: ['', 'true', '{"github":"perhaps"}'],
  },
  {
    name: ':BuiltinUsersKey',
    good: [
      ['burrito', 'burrito'],
      [' spaces stay ', ' spaces stay '],
    ],
    bad: [''],
  },
  { name: ':BlockedApiKey', good: [['key', 'key']], bad: [''] },
  { name: ':InstallationName', good: [['Årkiv', 'Årkiv']], bad: [''] },
  { name: ':Authority', good: [['10.5072', '10.5072']], bad: ['', '10.5072/FK2', 'a b', 'a;b'] },
  {
    name: ':Shoulder',
    good: [
      ['FK2/', 'FK2/'],
      ['', ''],
    ],
    bad: ['a b', 'a,b', "a'b"],
  },
  {
    name: ':Protocol',
    good: [
      ['doi', 'doi'],
      ['perma', 'perma'],
      ['hdl', 'hdl'],
    ],
    bad: ['', 'DOI', 'http'],
  },
  { name: ':GuestDownload', good: [['true', true]], bad: ['perhaps'] },
];

describe('setting values', () => {
  test.each(values.flatMap(({ name, good }) => good.map(([value, expected]) => ({ name, value, expected }))))(
    '$name takes $value',
    ({ name, value, expected }) => {
      expect(settingFaults(name, value)).toEqual([]);
      expect(read(name, value)).toEqual(expected);
    },
  );

  test.each(values.flatMap(({ name, bad }) => bad.map((value) => ({ name, value }))))(
    '$name refuses $value in words, with the code of each rule',
    ({ name, value }) => {
      const faults = settingFaults(name, value);
      expect(faults).not.toEqual([]);
      expect(faults).toEqual(
        faults.map(() => ({ message: expect.any(String), rule: expect.objectContaining({ code: expect.any(String) }) })),
      );
    },
  );

  test('a name that the software does not read takes any text', () => {
    expect(settingFaults(':FooterCopyright', '')).toEqual([]);
    expect(settingFaults(':FooterCopyright', '<b>©</b>')).toEqual([]);
  });
});
