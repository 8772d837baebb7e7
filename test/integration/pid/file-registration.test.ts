import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DataciteServer } from '../../support/datacite-server.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import type { TestServer } from '../../support/server.ts';
import { eventually } from '../storage/storage-world.ts';
import { type RegistrationWorld, startRegistrationWorld } from './registration-world.ts';

let world: RegistrationWorld;
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let datacite: DataciteServer;

beforeAll(async () => {
  world = await startRegistrationWorld();
  ({ datacite, server } = world);
  admin = superuser(server);
  collection = await createCollection(admin, { name: 'Files' });
});
afterEach(async () => {
  datacite.outage = undefined;
  for (const name of [':FilePIDsEnabled', ':DataFilePIDFormat', ':DoiProvider', ':IdentifierGenerationStyle']) {
    await admin.rest.delete(`/api/admin/settings/${name}`);
  }
});
afterAll(() => world.stop());

const set = async (name: string, raw: string) => succeeded(await admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw }));

async function withFiles(count: number, place = collection): Promise<{ dataset: SeededDataset; files: readonly number[] }> {
  const dataset = await createDataset(admin, place);
  const files = [];
  for (let number = 0; number < count; number += 1) files.push(await addFile(admin, dataset, { name: `file-${number}.txt` }));
  return { dataset, files };
}

interface FileFacts {
  readonly persistentId: string;
  readonly pidURL: string | undefined;
}

async function factsOf(dataset: SeededDataset): Promise<FileFacts[]> {
  const answer = await admin.rest.get(`/api/datasets/${dataset.id}/versions/:latest/files`);
  return answer.list('data').map((_file, position) => {
    const { persistentId, pidURL } = answer.record(`data.${position}.dataFile`);
    return { persistentId: String(persistentId), pidURL: typeof pidURL === 'string' ? pidURL : undefined };
  });
}

async function statesOf(dataset: SeededDataset): Promise<unknown[]> {
  const rows = await server.application.db.execute<{ state: string }>(
    sql`select state from file_registration where dataset_id = ${dataset.id} order by data_file_id`,
  );
  return rows.map(({ state }) => state);
}

describe('files of an installation that gives them identifiers', () => {
  it('have none while they are in a draft, and one under that of their dataset once they are published', async () => {
    await set(':FilePIDsEnabled', 'true');
    const { dataset } = await withFiles(2);
    expect(await factsOf(dataset)).toEqual([
      { persistentId: '', pidURL: undefined },
      { persistentId: '', pidURL: undefined },
    ]);
    await publishDataset(admin, dataset);
    const facts = await factsOf(dataset);
    expect(new Set(facts.map(({ persistentId }) => persistentId)).size).toBe(2);
    for (const { persistentId, pidURL } of facts) {
      expect(persistentId).toMatch(new RegExp(`^${dataset.persistentId}/[A-Z0-9]{6}$`));
      expect(pidURL).toBe(`https://doi.org/${persistentId.slice('doi:'.length)}`);
    }
    await world.idle();
    expect(await statesOf(dataset)).toEqual(['REGISTERED', 'REGISTERED']);
    const pid = facts[0]?.persistentId ?? '';
    expect(world.kept(pid)).toMatchObject({
      state: 'findable',
      attributes: {
        url: `https://data.example.org/file.xhtml?persistentId=${pid}`,
        titles: [{ title: 'file-0.txt' }],
        types: { resourceTypeGeneral: 'Dataset', resourceType: 'File' },
        relatedIdentifiers: [
          { relatedIdentifier: dataset.persistentId.slice('doi:'.length), relatedIdentifierType: 'DOI', relationType: 'IsPartOf' },
        ],
        formats: ['text/plain'],
      },
    });
    expect(world.kept(dataset.persistentId)?.attributes.relatedIdentifiers).toEqual(
      facts.map(({ persistentId }) => ({
        relatedIdentifier: persistentId.slice('doi:'.length),
        relatedIdentifierType: 'DOI',
        relationType: 'HasPart',
      })),
    );
  });

  it('can be named by them in every form, in any case', async () => {
    await set(':FilePIDsEnabled', 'true');
    const { dataset, files } = await withFiles(1);
    await publishDataset(admin, dataset);
    const [{ persistentId, pidURL } = { persistentId: '', pidURL: '' }] = await factsOf(dataset);
    for (const named of [persistentId, persistentId.toLowerCase(), pidURL ?? '']) {
      const read = await guest(server).rest.get(`/api/files/:persistentId?persistentId=${encodeURIComponent(named)}`);
      expect([read.status, read.at('data.dataFile.id')]).toEqual([200, files[0]]);
    }
    const metadata = await admin.rest.get(`/api/files/:persistentId/metadata?persistentId=${persistentId}`);
    expect(metadata.status).toBe(200);
    const other = await admin.rest.get(`/api/files/:persistentId?persistentId=${dataset.persistentId}`);
    expect([other.status, other.errorCode]).toEqual([404, 'FILE_NOT_FOUND']);
    expect((await admin.rest.get('/api/files/:persistentId')).status).toBe(400);
  });

  it('keep theirs through later versions; new ones get one with the next major version, not with a minor one', async () => {
    await set(':FilePIDsEnabled', 'true');
    const { dataset } = await withFiles(1);
    await publishDataset(admin, dataset);
    const [first] = await factsOf(dataset);
    await addFile(admin, dataset, { name: 'later.txt' });
    await publishDataset(admin, dataset);
    const facts = await factsOf(dataset);
    expect(facts[0]).toEqual(first);
    expect(facts[1]?.persistentId).toMatch(new RegExp(`^${dataset.persistentId}/`));
  });

  it('get none with a minor version, even where the wish came after the first publication', async () => {
    const { dataset } = await withFiles(1);
    await publishDataset(admin, dataset);
    await set(':FilePIDsEnabled', 'true');
    const retitle = (title: string) =>
      admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields: [{ typeName: 'title', value: title }] });
    succeeded(await retitle('Second'));
    await publishDataset(admin, dataset, 'minor');
    expect((await factsOf(dataset))[0]?.persistentId).toBe('');
    succeeded(await retitle('Third'));
    await publishDataset(admin, dataset);
    expect((await factsOf(dataset))[0]?.persistentId).not.toBe('');
  });

  it('have independent ones, or numbered ones, where the installation says so', async () => {
    await set(':FilePIDsEnabled', 'true');
    await set(':DataFilePIDFormat', 'INDEPENDENT');
    const independent = await withFiles(1);
    await publishDataset(admin, independent.dataset);
    expect((await factsOf(independent.dataset))[0]?.persistentId).toMatch(/^doi:10\.12345\/LH\/[A-Z0-9]{6}$/);

    await set(':DataFilePIDFormat', 'DEPENDENT');
    const numbered = await withFiles(2);
    await set(':IdentifierGenerationStyle', 'storedProcGenerated');
    await publishDataset(admin, numbered.dataset);
    const expected = [1, 2].map((number) => `${numbered.dataset.persistentId}/${number}`);
    expect((await factsOf(numbered.dataset)).map(({ persistentId }) => persistentId)).toEqual(expected);
  });

  it('follow what the nearest collection says before what the installation says', async () => {
    await set(':AllowEnablingFilePIDsPerCollection', 'true');
    const outer = await createCollection(admin);
    const inner = await createCollection(admin, { owner: outer.alias });
    const choose = async (alias: string, value: boolean) =>
      succeeded(await admin.rest.put(`/api/collections/${alias}/attribute/filePIDsEnabled?value=${value}`));
    const hasPid = async () => {
      const { dataset } = await withFiles(1, inner);
      await publishDataset(admin, dataset);
      return (await factsOf(dataset))[0]?.persistentId !== '';
    };
    expect(await hasPid()).toBe(false);
    await choose(outer.alias, true);
    expect(await hasPid()).toBe(true);
    await choose(inner.alias, false);
    await set(':FilePIDsEnabled', 'true');
    expect(await hasPid()).toBe(false);
  });
});

describe('the provider of the identifiers of files', () => {
  it('is told when it is back; the publication is not held up, and a destroyed dataset leaves tombstones for its files', async () => {
    await set(':FilePIDsEnabled', 'true');
    datacite.outage = { status: 503 };
    const { dataset, files } = await withFiles(3);
    await publishDataset(admin, dataset);
    await eventually(async () => {
      await world.hurry();
      const [row] = await server.application.db.execute<{ tried: boolean }>(
        sql`select bool_or(attempts > 1) as tried from file_registration where dataset_id = ${dataset.id}`,
      );
      return row?.tried === true;
    });
    expect(await statesOf(dataset)).toEqual(['PENDING', 'PENDING', 'PENDING']);
    const seen = await admin.graphql.expectData(
      'query($id: Int!) { file(reference: {databaseId: $id}) { persistentUrl registration { state attempts lastError } } }',
      { id: files[0] ?? 0 },
    );
    expect(seen.record('data.file.registration')).toMatchObject({ state: 'PENDING', lastError: expect.stringContaining('503') });
    expect((await admin.rest.get(`/api/datasets/${dataset.id}/versions/1.0`)).text('data.versionState')).toBe('RELEASED');

    datacite.outage = undefined;
    await world.idle();
    expect(await statesOf(dataset)).toEqual(['REGISTERED', 'REGISTERED', 'REGISTERED']);
    const facts = await factsOf(dataset);
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    await world.idle();
    for (const { persistentId } of facts) {
      expect(world.kept(persistentId)).toMatchObject({
        state: 'registered',
        attributes: { titles: [{ title: ':unav' }], url: `https://data.example.org/file.xhtml?persistentId=${persistentId}` },
      });
    }
  });

  it('is told of each once more when a superuser asks for it, and hides them with the last version', async () => {
    await set(':FilePIDsEnabled', 'true');
    const { dataset } = await withFiles(2);
    await publishDataset(admin, dataset);
    await world.idle();
    const [{ persistentId } = { persistentId: '' }] = await factsOf(dataset);
    for (const path of [`/api/datasets/${dataset.id}/modifyRegistration`, '/api/datasets/modifyRegistrationPIDMetadataAll']) {
      datacite.requests.length = 0;
      succeeded(await admin.rest.post(path));
      await world.idle();
      expect(datacite.requests.filter((request) => request === `PUT /dois/${persistentId.slice('doi:'.length)}`)).toHaveLength(1);
    }
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong.' }));
    await world.idle();
    expect(world.kept(persistentId)).toMatchObject({ state: 'registered', attributes: { titles: [{ title: ':unav' }] } });
  });

  it.each([
    ['FAKE', /^doi:10\.12345\/LH\/[A-Z0-9]{6}\/[A-Z0-9]{6}$/, /^https:\/\/doi\.org\//],
    ['perma', /^perma:10\.12345LH\/[A-Z0-9]{6}\/[A-Z0-9]{6}$/, /^https:\/\/data\.example\.org\/citation\?persistentId=perma:/],
  ])('has nothing to be told where there is none outside: %s', async (provider, pid, url) => {
    await set(':FilePIDsEnabled', 'true');
    await set(':DoiProvider', provider);
    const { dataset } = await withFiles(1);
    datacite.requests.length = 0;
    await publishDataset(admin, dataset);
    expect(await statesOf(dataset)).toEqual(['REGISTERED']);
    const [facts] = await factsOf(dataset);
    expect(facts?.persistentId).toMatch(pid);
    expect(facts?.pidURL).toMatch(url);
    await world.idle();
    expect(datacite.requests).toEqual([]);
    const read = await admin.rest.get(`/api/files/:persistentId?persistentId=${encodeURIComponent(facts?.persistentId ?? '')}`);
    expect(read.status).toBe(200);
  });
});
