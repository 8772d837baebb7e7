import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSettingsSource } from '../../../src/domain/installation/settings-source.ts';
import { replaceSettings } from '../../../src/domain/installation/replace-settings.ts';
import { deleteSetting, findSetting, listSettings, putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { type DomainWorld, guest, outcome, startDomainWorld } from './domain-world.ts';
import { SETTING_NAMES } from '../../unit/domain/setting-names.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(async () => world.stop());

const superuser = () => world.as(world.superuser);
const current = () => world.server.application.services.settings;

test('a setting acts as soon as it is put, and no longer once it is deleted', async () => {
  expect(current().get(':PublicInstall')).toBeUndefined();
  expect(await putSetting(superuser(), { name: ':PublicInstall', value: 'Yes' })).toEqual({
    name: ':PublicInstall',
    language: null,
    value: 'Yes',
  });
  expect(current().get(':PublicInstall')).toBe(true);
  await putSetting(superuser(), { name: ':PublicInstall', value: 'false' });
  expect(current().get(':PublicInstall')).toBe(false);
  await deleteSetting(superuser(), { name: ':PublicInstall' });
  expect(current().get(':PublicInstall')).toBeUndefined();
  expect(await outcome(deleteSetting(superuser(), { name: ':PublicInstall' }))).toBe('OK');
});

test('the former name of a setting and the present one are one setting', async () => {
  await putSetting(superuser(), { name: 'BuiltinUsers.KEY', value: 'one' });
  expect(await findSetting(superuser(), { name: ':BuiltinUsersKey' })).toMatchObject({ name: ':BuiltinUsersKey', value: 'one' });
  expect(await findSetting(superuser(), { name: 'BuiltinUsers.KEY' })).toMatchObject({ name: 'BuiltinUsers.KEY', value: 'one' });
  expect(current().get(':BuiltinUsersKey')).toBe('one');
  await putSetting(superuser(), { name: ':BuiltinUsersKey', value: 'two' });
  expect(await listSettings(superuser(), undefined)).toEqual([{ name: ':BuiltinUsersKey', language: null, value: 'two' }]);
  await deleteSetting(superuser(), { name: 'BuiltinUsers.KEY' });
  expect(await listSettings(superuser(), undefined)).toEqual([]);
});

test('an unknown name and a bad value are refused and change nothing', async () => {
  const refused = await Promise.all([
    outcome(putSetting(superuser(), { name: ':NoSuchSetting', value: 'x' })),
    outcome(putSetting(superuser(), { name: ':PublicInstall', value: 'perhaps' })),
    outcome(putSetting(superuser(), { name: ':ZipUploadFilesLimit', value: 'many' })),
    outcome(findSetting(superuser(), { name: ':NoSuchSetting' })),
    outcome(deleteSetting(superuser(), { name: '__proto__' })),
  ]);
  expect(new Set(refused)).toEqual(new Set(['SETTING_INVALID']));
  expect(await world.sql`select name from setting`).toHaveLength(0);
});

test('a stored value that does not fit its rule counts as not set', async () => {
  await world.sql`insert into setting (name, value) values (':ZipUploadFilesLimit', 'many'), (':PublicInstall', 'true'), (':Gone', 'x')`;
  const faults: string[] = [];
  const settings = await createSettingsSource(world.db, { onFault: (name) => faults.push(name) });
  expect(settings.get(':ZipUploadFilesLimit')).toBeUndefined();
  expect(settings.get(':PublicInstall')).toBe(true);
  expect(faults).toEqual([':ZipUploadFilesLimit']);
  await world.sql`delete from setting`;
});

test('the value of a secret setting is not in the audit record', async () => {
  await putSetting(superuser(), { name: ':BuiltinUsersKey', value: 'very-secret-key' });
  await replaceSettings(superuser(), { settings: [{ name: ':BlockedApiKey', value: 'very-secret-key' }] });
  await replaceSettings(superuser(), { settings: [{ name: ':BuiltinUsersKey', value: 'very-secret-key-2' }] });
  const rows = await world.sql<{ text: string }[]>`select audit_record::text as text from audit_record`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes('very-secret-key'))).toEqual([]);
  await deleteSetting(superuser(), { name: ':BuiltinUsersKey' });
});

test('every name of the contract can be put with some value', async () => {
  const samples = [
    '',
    '127.0.0.1',
    'true',
    '1',
    '[]',
    '{}',
    'https://example.org',
    '2026-01-01',
    'MD5',
    'drop',
    'FAKE',
    'doi',
    'DEPENDENT',
    'randomString',
    'archive@example.org',
  ];
  for (const name of SETTING_NAMES) {
    const outcomes: string[] = [];
    for (const value of samples) {
      outcomes.push(await outcome(putSetting(superuser(), { name, value })));
      if (outcomes.includes('OK')) break;
    }
    expect(outcomes, name).toContain('OK');
  }
  expect((await listSettings(superuser(), undefined)).map(({ name }) => name)).toEqual(expect.arrayContaining([...SETTING_NAMES]));
});

test('a value of a language is beside the one without, and is read in its place', async () => {
  await world.sql`delete from setting`;
  const put = (value: string, language?: string) => putSetting(superuser(), { name: ':ApplicationTermsOfUse', language, value });
  expect(await put('Terms')).toEqual({ name: ':ApplicationTermsOfUse', language: null, value: 'Terms' });
  expect(await put('Conditions', 'fr')).toEqual({ name: ':ApplicationTermsOfUse', language: 'fr', value: 'Conditions' });
  expect(await listSettings(superuser(), undefined)).toEqual([
    { name: ':ApplicationTermsOfUse', language: null, value: 'Terms' },
    { name: ':ApplicationTermsOfUse', language: 'fr', value: 'Conditions' },
  ]);
  expect(['', 'fr', 'de'].map((language) => current().getIn(language, ':ApplicationTermsOfUse'))).toEqual([
    'Terms',
    'Conditions',
    undefined,
  ]);
  await deleteSetting(superuser(), { name: ':ApplicationTermsOfUse' });
  expect(current().get(':ApplicationTermsOfUse')).toBeUndefined();
  expect(current().getIn('fr', ':ApplicationTermsOfUse')).toBe('Conditions');
  expect(await outcome(put('x', ''))).toBe('SETTING_INVALID');
});

test('replacing says what it did, and a refused replacement changes nothing', async () => {
  await world.sql`delete from setting`;
  const given = [
    { name: ':PublicInstall', value: 'true' },
    { name: ':MaxFileUploadSizeInBytes', value: '{ "default": 5 }' },
    { name: ':ApplicationTermsOfUse', language: 'fr', value: 'Conditions' },
  ];
  expect(await replaceSettings(superuser(), { settings: given })).toEqual({
    created: [':ApplicationTermsOfUse/lang/fr', ':MaxFileUploadSizeInBytes', ':PublicInstall'],
    updated: [],
    deleted: [],
    unchanged: [],
  });
  const before = await listSettings(superuser(), undefined);
  const refused = [...given.slice(1), { name: ':ZipUploadFilesLimit', value: '5' }, { name: ':NoSuchSetting', value: 'x' }];
  expect(await outcome(replaceSettings(superuser(), { settings: refused }))).toBe('SETTING_INVALID');
  expect(await outcome(replaceSettings(superuser(), { settings: [] }))).toBe('SETTING_INVALID');
  expect(await listSettings(superuser(), undefined)).toEqual(before);
  expect(current().get(':PublicInstall')).toBe(true);

  expect(
    await replaceSettings(superuser(), {
      settings: [
        { name: ':PublicInstall', value: 'false' },
        { name: ':MaxFileUploadSizeInBytes', value: '{"default":5}' },
      ],
    }),
  ).toEqual({
    created: [],
    updated: [':PublicInstall'],
    deleted: [':ApplicationTermsOfUse/lang/fr'],
    unchanged: [':MaxFileUploadSizeInBytes'],
  });
  expect(current().get(':PublicInstall')).toBe(false);
  const [record] = await world.sql<{ details: unknown }[]>`
    select details from audit_record where command = 'replaceSettings' order by id desc limit 1`;
  expect(record?.details).toEqual({ created: [], updated: [':PublicInstall'], deleted: [':ApplicationTermsOfUse/lang/fr'] });
});

test('of replacements at the same time one is there whole in the end, and every report is true', async () => {
  await world.sql`delete from setting`;
  // Each has one key that all share and one of its own.
  const names = [':FooterCopyright', ':NavbarAboutUrl', ':NavbarGuidesUrl', ':NavbarSupportUrl', ':WebAnalyticsCode', ':WebloaderUrl'];
  const reports = await Promise.all(
    names.map((name) =>
      replaceSettings(superuser(), {
        settings: [
          { name: ':InstallationName', value: name },
          { name, value: name },
        ],
      }),
    ),
  );
  const rows = await listSettings(superuser(), undefined);
  const last = rows.find(({ name }) => name === ':InstallationName')?.value;
  expect(rows.map(({ name }) => name).toSorted()).toEqual([':InstallationName', String(last)].toSorted());
  // One was first and found nothing; every other deleted exactly what the one before it had made.
  expect(reports.filter(({ deleted }) => deleted.length === 0)).toHaveLength(1);
  expect(reports.flatMap(({ deleted }) => deleted).toSorted()).toEqual(names.filter((name) => name !== last).toSorted());
  expect(current().get(':InstallationName')).toBe(last);
});

test('single changes at the same time as a replacement are either before or after it', async () => {
  await world.sql`delete from setting`;
  const outcomes = await Promise.all([
    outcome(replaceSettings(superuser(), { settings: [{ name: ':InstallationName', value: 'Replaced' }] })),
    ...Array.from({ length: 10 }, (_none, at) => outcome(putSetting(superuser(), { name: ':ZipUploadFilesLimit', value: String(at) }))),
    ...Array.from({ length: 5 }, () => outcome(deleteSetting(superuser(), { name: ':ZipUploadFilesLimit' }))),
  ]);
  expect(new Set(outcomes)).toEqual(new Set(['OK']));
  expect(current().get(':InstallationName')).toBe('Replaced');
  const stored = (await listSettings(superuser(), undefined)).find(({ name }) => name === ':ZipUploadFilesLimit')?.value;
  expect(current().get(':ZipUploadFilesLimit')).toBe(stored === undefined ? undefined : Number(stored));
});

test('a reading of the settings that began earlier never overwrites a later one', async () => {
  await world.sql`delete from setting`;
  const settings = await createSettingsSource(world.db);
  const readings: Promise<void>[] = [];
  for (let at = 0; at < 20; at += 1) {
    await world.sql`insert into setting (name, value) values (':ZipUploadFilesLimit', ${String(at)})
      on conflict (name, language) do update set value = excluded.value`;
    readings.push(settings.refresh());
  }
  await Promise.all(readings);
  expect(settings.get(':ZipUploadFilesLimit')).toBe(19);
});

test('what the process fixes counts whatever is stored', async () => {
  await world.sql`delete from setting`;
  await world.sql`insert into setting (name, value) values (':BlockedApiPolicy', 'localhost-only')`;
  const settings = await createSettingsSource(world.db, {
    fixed: [
      { setting: ':BlockedApiPolicy', value: 'drop' },
      { setting: ':BlockedApiEndpoints', value: 'admin' },
    ],
  });
  expect([settings.get(':BlockedApiPolicy'), settings.get(':BlockedApiEndpoints')]).toEqual(['drop', ['admin']]);
  await settings.refresh();
  expect(settings.get(':BlockedApiPolicy')).toBe('drop');
});

test.each(['putSetting', 'deleteSetting', 'replaceSettings', 'findSetting', 'listSettings'] as const)(
  '%s is behind the administrative gate, before a word on names and values',
  async (name) => {
    const user = await world.createUser(`gated-${name.toLowerCase()}`);
    const calls = {
      putSetting: (context: ReturnType<DomainWorld['as']>) => putSetting(context, { name: ':NoSuchSetting', value: 'x' }),
      deleteSetting: (context: ReturnType<DomainWorld['as']>) => deleteSetting(context, { name: ':NoSuchSetting' }),
      replaceSettings: (context: ReturnType<DomainWorld['as']>) => replaceSettings(context, { settings: [] }),
      findSetting: (context: ReturnType<DomainWorld['as']>) => findSetting(context, { name: ':NoSuchSetting' }),
      listSettings: (context: ReturnType<DomainWorld['as']>) => listSettings(context, undefined),
    };
    expect(await outcome(calls[name](world.as(guest)))).toBe('AUTHENTICATION_REQUIRED');
    expect(await outcome(calls[name](world.as(user)))).toBe('ADMIN_API_REFUSED');
    expect(await outcome(calls[name](world.as(world.superuser)))).toBe(name === 'listSettings' ? 'OK' : 'SETTING_INVALID');
  },
);
