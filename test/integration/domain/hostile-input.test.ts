import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoaders } from '../../../src/db/loaders.ts';
import { createCollection } from '../../../src/domain/collections/create-collection.ts';
import { viewCollection } from '../../../src/domain/collections/view-collection.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { addFile } from '../../../src/domain/files/add-file.ts';
import { viewFile } from '../../../src/domain/files/view-file.ts';
import { assignRole, revokeRole } from '../../../src/domain/access/roles/role-commands.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { createBuiltinUser } from '../../../src/domain/access/accounts/create-builtin-user.ts';
import { pageVersionFiles, searchVersionFiles } from '../../../src/domain/versions/list-version-files.ts';
import { findAnyDataset, viewDataset } from '../../../src/domain/datasets/view-dataset.ts';
import { viewVersion } from '../../../src/domain/versions/view-version.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import { WHOLE } from '../../../src/model/page-window.ts';

/** PostgreSQL text cannot hold it; a client can send it in JSON. */
const NUL = '\u0000';
/** More than an integer column holds. */
const HUGE = 2 ** 40;

describe('input that the database could not hold is refused as input, never as a fault', () => {
  let world: DomainWorld;
  let collectionId: number;
  let datasetId: number;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('hostile');
    datasetId = await world.createDataset(collectionId);
  });
  afterAll(async () => world.stop());

  const superuser = () => world.as(world.superuser);
  const reader = () => ({ ...superuser(), loaders: createLoaders({ db: world.db, onlooker: world.superuser }) });
  const collection = (more: object) =>
    createCollection(superuser(), {
      owner: { id: collectionId },
      alias: 'hostile-child',
      name: 'x',
      contacts: [{ contactEmail: 'a@example.org' }],
      ...more,
    });
  const user = (more: object) =>
    createBuiltinUser(superuser(), {
      userName: 'hostile',
      firstName: 'a',
      lastName: 'b',
      email: 'h@example.org',
      password: 'secret-1234',
      ...more,
    });
  const file = async (more: object) =>
    addFile(superuser(), { dataset: { id: datasetId }, file: await world.stage(JSON.stringify(more), 'h.txt'), ...more });

  const draft = async () =>
    viewVersion(superuser(), {
      dataset: await findAnyDataset(superuser(), { id: datasetId }),
      reference: ':draft',
      includeDeaccessioned: false,
    });

  const refused: Readonly<Record<string, () => Promise<unknown>>> = {
    'NUL in the name of a collection': () => collection({ name: `a${NUL}` }),
    'NUL in the description of a collection': () => collection({ description: NUL }),
    'NUL in the affiliation of a collection': () => collection({ affiliation: NUL }),
    'NUL in the theme of a collection': () => collection({ theme: { tagline: NUL } }),
    'a huge file limit of a collection': () => collection({ datasetFileCountLimit: HUGE }),
    'half a surrogate pair in a name': () => collection({ name: 'a\ud800' }),
    'NUL in a title': () => createDataset(superuser(), { collection: { id: collectionId }, datasetVersion: versionBody(`a${NUL}`) }),
    'NUL in terms': () =>
      createDataset(superuser(), { collection: { id: collectionId }, datasetVersion: versionBody('a', { termsOfUse: NUL }) }),
    'NUL in a licence': () =>
      createDataset(superuser(), { collection: { id: collectionId }, datasetVersion: versionBody('a', { license: `x${NUL}` }) }),
    'NUL in a version note': () =>
      createDataset(superuser(), {
        collection: { id: collectionId },
        datasetVersion: versionBody('a', { license: 'CC0 1.0', versionNote: NUL }),
      }),
    'a huge file limit of a dataset': () =>
      createDataset(superuser(), { collection: { id: collectionId }, datasetVersion: versionBody('a'), datasetFileCountLimit: HUGE }),
    'NUL in the description of a file': () => file({ description: NUL }),
    'NUL in a category': () => file({ categories: [NUL] }),
    'NUL in provenance': () => file({ provFreeForm: NUL }),
    'NUL in a label': () => file({ label: `a${NUL}` }),
    'NUL in a first name': () => user({ firstName: `a${NUL}` }),
    'NUL in an affiliation': () => user({ affiliation: NUL }),
    'NUL in a position': () => user({ position: NUL }),
    'NUL in a setting': () => putSetting(superuser(), { name: ':FooterCopyright', value: NUL }),
    'NUL in an assignee': () => assignRole(superuser(), { collection: { id: collectionId }, assignee: `@${NUL}`, roleAlias: 'member' }),
    'NUL in a role': () => assignRole(superuser(), { collection: { id: collectionId }, assignee: ':AllUsers', roleAlias: NUL }),
    'a huge assignment': () => revokeRole(superuser(), { collection: { id: collectionId }, assignmentId: HUGE }),
    'NUL in a search for files': async () =>
      searchVersionFiles(reader(), await draft(), { filter: { searchText: NUL }, order: 'NAME_ASC', offset: 0, limit: 1 }),
    'NUL in the position of a page of files': async () =>
      pageVersionFiles(reader(), await draft(), { ...WHOLE, filter: {}, order: 'NAME_ASC', after: [NUL, 1], limit: 1 }),
    'NUL in an alias': () => viewCollection(superuser(), { alias: NUL }),
    'NUL in a persistent identifier': () => viewDataset(superuser(), { persistentId: `doi:10.5072/${NUL}` }),
    'NUL in the identifier of a file': () => viewFile(superuser(), { persistentId: NUL }),
    'a huge version number': async () =>
      viewVersion(superuser(), {
        dataset: await findAnyDataset(superuser(), { id: datasetId }),
        reference: '999999999.999999999',
        includeDeaccessioned: false,
      }),
  };

  test.each(Object.entries(refused))('%s', async (name, run) => {
    expect(await outcome(run())).toBe(name === 'a huge version number' ? 'DATASET_VERSION_NOT_FOUND' : 'BAD_USER_INPUT');
  });
});
