import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDatasetType } from '../../../src/domain/installation/dataset-type-commands.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { addFile } from '../../../src/domain/files/add-file.ts';
import { deleteSetting, putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { findVersion } from '../../../src/db/queries/versions/versions.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';

const CC0 = { name: 'CC0 1.0', uri: 'http://creativecommons.org/publicdomain/zero/1.0' };
const CC_BY = { name: 'CC BY 4.0', uri: 'http://creativecommons.org/licenses/by/4.0' };

describe('licence and terms', () => {
  let world: DomainWorld;
  let collectionId: number;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('terms', { published: true });
    await world.sql`insert into license (name, uri, short_description, active) values ('Retired', 'https://example.org/retired', '', false)`;
  });
  afterAll(async () => world.stop());

  const superuser = () => world.as(world.superuser);
  const create = async (more: Readonly<Record<string, unknown>>): Promise<number> =>
    (await createDataset(superuser(), { collection: { id: collectionId }, datasetVersion: versionBody('Terms', more) })).id;
  const update = (id: number, more: Readonly<Record<string, unknown>>) =>
    updateDraft(superuser(), { dataset: { id }, datasetVersion: versionBody('Changed', more) });
  const publish = (id: number) => outcome(publishDataset(superuser(), { dataset: { id }, type: 'major' }));
  async function termsOf(id: number) {
    const version = await findVersion(world.db, id, { states: ['DRAFT', 'RELEASED'] });
    if (version === undefined) throw new Error('No version.');
    return { license: version.license?.name ?? null, terms: version.terms, fileAccessRequest: version.fileAccessRequest };
  }

  test.each([
    ['its name', CC_BY.name],
    ['its URI', CC_BY.uri],
    ['an object with both', CC_BY],
    ['an object with its name', { name: CC_BY.name }],
    ['an object with its URI', { uri: CC_BY.uri }],
    ['an object whose name is unknown', { name: 'Something', uri: CC_BY.uri }],
    ['an object whose URI is unknown', { name: CC_BY.name, uri: 'https://example.org/else' }],
    ['its name among spaces', ` ${CC_BY.name} `],
  ])('a licence is named by %s', async (_how, license) => {
    expect(await termsOf(await create({ license }))).toEqual({ license: CC_BY.name, terms: {}, fileAccessRequest: true });
  });

  test('where name and URI are of two licences the URI wins', async () => {
    expect((await termsOf(await create({ license: { name: CC0.name, uri: CC_BY.uri } }))).license).toBe(CC_BY.name);
  });

  test.each([
    'Unknown',
    'Retired',
    'https://example.org/retired',
    { name: 'Retired' },
    { uri: 'https://example.org/retired' },
    { name: 'Unknown', uri: 'https://example.org/unknown' },
  ])('an unknown or inactive licence is refused: %j', async (license) => {
    await expect(create({ license })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ pointer: '/license' }] });
  });

  test('custom terms count without a licence only', async () => {
    const use = { termsOfUse: 'Ask first.', disclaimer: 'None.', conditions: '' };
    expect(await termsOf(await create(use))).toEqual({
      license: null,
      terms: { termsOfUse: 'Ask first.', disclaimer: 'None.' },
      fileAccessRequest: true,
    });
    expect(await termsOf(await create({ ...use, license: CC0.name, termsOfAccess: 'By mail.' }))).toEqual({
      license: CC0.name,
      terms: { termsOfAccess: 'By mail.' },
      fileAccessRequest: true,
    });
  });

  test('values of the wrong type in terms are passed over', async () => {
    expect(await termsOf(await create({ termsOfUse: 5, termsOfAccess: ['x'], license: 7 }))).toEqual({
      license: CC0.name,
      terms: {},
      fileAccessRequest: true,
    });
  });

  test('a dataset without licence and terms has the default licence, where its type allows that', async () => {
    expect(await termsOf(await create({}))).toEqual({ license: CC0.name, terms: {}, fileAccessRequest: true });
    await world.sql`update license set is_default = false`;
    try {
      expect((await termsOf(await create({}))).license).toBeNull();
    } finally {
      await world.sql`update license set is_default = true where name = ${CC0.name}`;
    }
    const type = await addDatasetType(superuser(), { name: 'software', linkedMetadataBlocks: [], availableLicenses: [CC_BY.name] });
    const { id } = await createDataset(superuser(), {
      collection: { id: collectionId },
      datasetVersion: versionBody('Program', {}),
      datasetType: type.name,
    });
    expect((await termsOf(id)).license).toBeNull();
    await update(id, {});
    expect((await termsOf(id)).license).toBeNull();
  });

  test('terms of their own that lack those of use are not published', async () => {
    const id = await create({ disclaimer: 'Terms without the main one.' });
    expect(await publish(id)).toBe('DATASET_TERMS_INVALID');
    await update(id, { termsOfUse: 'Be kind.' });
    expect(await publish(id)).toBe('OK');
  });

  test('where custom terms are not allowed the default licence steps in', async () => {
    await putSetting(superuser(), { name: ':AllowCustomTermsOfUse', value: 'false' });
    try {
      expect(await termsOf(await create({ termsOfUse: 'Mine.', termsOfAccess: 'By mail.' }))).toEqual({
        license: CC0.name,
        terms: { termsOfAccess: 'By mail.' },
        fileAccessRequest: true,
      });
    } finally {
      await deleteSetting(superuser(), { name: ':AllowCustomTermsOfUse' });
    }
  });

  test('an update keeps the terms that it does not speak of, and replaces all when it speaks of any', async () => {
    const id = await create({ termsOfUse: 'Ask first.', termsOfAccess: 'By mail.' });
    const before = await termsOf(id);
    await update(id, {});
    expect(await termsOf(id)).toEqual(before);
    await update(id, { license: null, termsOfUse: null });
    expect(await termsOf(id)).toEqual(before);
    await update(id, { termsOfUse: 'Ask later.', fileAccessRequest: true });
    expect(await termsOf(id)).toEqual({ license: null, terms: { termsOfUse: 'Ask later.' }, fileAccessRequest: true });
    await update(id, { license: CC_BY.uri });
    expect(await termsOf(id)).toEqual({ license: CC_BY.name, terms: {}, fileAccessRequest: false });
  });

  test('a draft made by an update has the terms of the published version, which keeps its own', async () => {
    const id = await create({ license: CC_BY.name, termsOfAccess: 'By mail.' });
    await world.publish(id);
    await update(id, {});
    expect(await termsOf(id)).toEqual({ license: CC_BY.name, terms: { termsOfAccess: 'By mail.' }, fileAccessRequest: true });
    await update(id, { license: CC0.name });
    const released = await findVersion(world.db, id, { states: ['RELEASED'] });
    expect(released).toMatchObject({ license: { name: CC_BY.name }, terms: { termsOfAccess: 'By mail.' }, fileAccessRequest: true });
  });

  test('restricted files need terms of access or requests of access', async () => {
    const id = await create({ license: CC0.name });
    await update(id, { license: CC0.name, fileAccessRequest: false });
    const restrict = async () => addFile(superuser(), { dataset: { id }, file: await world.stage('secret', 'secret.txt'), restrict: true });
    expect(await outcome(restrict())).toBe('DATASET_TERMS_INVALID');
    await update(id, { license: CC0.name, fileAccessRequest: false, termsOfAccess: 'By mail.' });
    expect(await outcome(restrict())).toBe('OK');
    expect(await outcome(update(id, { license: CC0.name, fileAccessRequest: false }))).toBe('DATASET_TERMS_INVALID');
    expect(await outcome(update(id, { license: CC0.name, fileAccessRequest: true }))).toBe('OK');
    await world.sql`update dataset_version set file_access_request = false where dataset_id = ${id}`;
    expect(await publish(id)).toBe('DATASET_TERMS_INVALID');
    await world.sql`update dataset_version set file_access_request = true where dataset_id = ${id}`;
    expect(await publish(id)).toBe('OK');
  });

  test('a licence that was retired stays with the versions that have it', async () => {
    const [license] = await world.sql<{ id: number }[]>`
      insert into license (name, uri, short_description) values ('Short-lived', 'https://example.org/short', '') returning id`;
    const id = await create({ license: 'Short-lived' });
    await world.sql`update license set active = false where id = ${license?.id ?? 0}`;
    await update(id, {});
    expect((await termsOf(id)).license).toBe('Short-lived');
    expect(await publish(id)).toBe('OK');
  });
});
