import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSettingsSource } from '../../../src/domain/settings/settings-source.ts';
import { deleteSetting, findSetting, listSettings, putSetting } from '../../../src/domain/settings/settings-commands.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';
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
  expect(await putSetting(superuser(), { name: ':PublicInstall', value: 'Yes' })).toEqual({ name: ':PublicInstall', value: 'Yes' });
  expect(current().get(':PublicInstall')).toBe(true);
  await putSetting(superuser(), { name: ':PublicInstall', value: 'false' });
  expect(current().get(':PublicInstall')).toBe(false);
  await deleteSetting(superuser(), { name: ':PublicInstall' });
  expect(current().get(':PublicInstall')).toBeUndefined();
  expect(await outcome(deleteSetting(superuser(), { name: ':PublicInstall' }))).toBe('OK');
});

test('the former name of a setting and the present one are one setting', async () => {
  await putSetting(superuser(), { name: 'BuiltinUsers.KEY', value: 'one' });
  expect(await findSetting(superuser(), { name: ':BuiltinUsersKey' })).toEqual({ name: ':BuiltinUsersKey', value: 'one' });
  expect(await findSetting(superuser(), { name: 'BuiltinUsers.KEY' })).toEqual({ name: 'BuiltinUsers.KEY', value: 'one' });
  expect(current().get(':BuiltinUsersKey')).toBe('one');
  await putSetting(superuser(), { name: ':BuiltinUsersKey', value: 'two' });
  expect(await listSettings(superuser(), undefined)).toEqual([{ name: ':BuiltinUsersKey', value: 'two' }]);
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
  const settings = await createSettingsSource(world.db);
  expect(settings.get(':ZipUploadFilesLimit')).toBeUndefined();
  expect(settings.get(':PublicInstall')).toBe(true);
  await world.sql`delete from setting`;
});

test('the value of a secret setting is not in the audit record', async () => {
  await putSetting(superuser(), { name: ':BuiltinUsersKey', value: 'very-secret-key' });
  const rows = await world.sql<{ text: string }[]>`select audit_record::text as text from audit_record`;
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes('very-secret-key'))).toEqual([]);
  await deleteSetting(superuser(), { name: ':BuiltinUsersKey' });
});

test('every name of the contract can be put with some value', async () => {
  const samples = ['true', '1', '[]', '{}', 'https://example.org', '2026-01-01', 'MD5', 'drop', 'FAKE', 'doi', 'DEPENDENT', 'randomString'];
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
