import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileRow } from '../../../src/db/queries/files/file-columns.ts';
import { addUpload, type NewUpload } from '../../../src/domain/files/add-upload.ts';
import { deleteSetting, putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { StagedUpload } from '../../../src/storage/staged-upload.ts';
import { zipOf, type ZipEntry } from '../../support/zip-archive.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
let collectionId: number;
beforeAll(async () => {
  world = await startDomainWorld();
  collectionId = await world.createCollection('archives', { published: true });
});
afterAll(() => world.stop());

const admin = () => world.as(world.superuser);

async function send(datasetId: number, bytes: Buffer, fileName: string, options: Partial<NewUpload> = {}) {
  const upload = new StagedUpload(await world.stage(bytes, fileName));
  return addUpload(admin(), { dataset: { id: datasetId }, upload, ...options });
}

const pathOf = ({ directoryLabel, label }: FileRow) => (directoryLabel === null ? label : `${directoryLabel}/${label}`);

/** Paths of the files of a dataset's draft. */
async function paths(datasetId: number): Promise<string[]> {
  const rows = await world.sql<{ path: string }[]>`
    select concat_ws('/', directory_label, label) as path from file_metadata where dataset_id = ${datasetId} and valid_to is null order by 1`;
  return rows.map(({ path }) => path);
}

/** What lies in the dataset's folder, and what was left in the staging area. */
async function bytesLeft(datasetId: number): Promise<{ readonly kept: number; readonly staged: number }> {
  const { storage } = world.server.application.services;
  const [dataset] = await world.sql<
    { authority: string; identifier: string }[]
  >`select authority, identifier from dataset where id = ${datasetId}`;
  if (dataset === undefined) throw new Error('There is no such dataset.');
  const kept = new Set<string>();
  for await (const { location } of storage.list('local', dataset)) kept.add(location.storageId);
  return { kept: kept.size, staged: await storage.sweepStaging(-60_000) };
}

async function contentOf(datasetId: number, path: string): Promise<string> {
  const [row] = await world.sql<{ id: number }[]>`
    select data_file_id as id from file_metadata where dataset_id = ${datasetId} and concat_ws('/', directory_label, label) = ${path}`;
  const [file] = await world.sql<{ driver: string; storageId: string; authority: string; identifier: string }[]>`
    select f.storage_driver as driver, f.storage_id as "storageId", d.authority, d.identifier
    from data_file f inner join dataset d on d.id = f.dataset_id where f.id = ${row?.id ?? 0}`;
  if (file === undefined) throw new Error(`There is no file ${path}.`);
  return (await buffer(await world.server.application.services.storage.open(file))).toString('latin1');
}

async function withSetting<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
  await putSetting(admin(), { name, value });
  try {
    return await work();
  } finally {
    await deleteSetting(admin(), { name });
  }
}

describe('a zip archive', () => {
  test('becomes its files, each in its folder and with its type, and is not kept itself', async () => {
    const id = await world.createDataset(collectionId);
    const archive = zipOf([
      { path: 'README.md', content: '# Tides' },
      { path: 'data/', content: '' },
      { path: 'data/2024/heights.csv', content: 'a,b\n1,2\n', deflated: true },
      { path: '__MACOSX/data/._heights.csv', content: 'fork' },
      { path: 'data/.DS_Store', content: 'finder' },
    ]);
    const { files, warning } = await send(id, archive, 'tides.zip', { description: 'Packed', categories: ['Data'] });
    expect(warning).toBeNull();
    expect(files.map(pathOf)).toEqual(['README.md', 'data/2024/heights.csv']);
    expect(files.map(({ dataFile }) => dataFile.contentType)).toEqual(['text/markdown', 'text/csv']);
    expect(files.map(({ description, categories }) => [description, categories])).toEqual([
      ['Packed', ['Data']],
      ['Packed', ['Data']],
    ]);
    expect(await contentOf(id, 'data/2024/heights.csv')).toBe('a,b\n1,2\n');
    expect(await bytesLeft(id)).toEqual({ kept: 2, staged: 0 });
  });

  test('leads nowhere but into the dataset, whatever its paths', async () => {
    const id = await world.createDataset(collectionId);
    const archive = zipOf([
      { path: '../../../../etc/passwd', content: 'one' },
      { path: '/abs/olute.txt', content: 'two' },
      { path: 'a/../../b/c.txt', content: 'three' },
      { path: 'win\\dows\\d.txt', content: 'four' },
    ]);
    await send(id, archive, 'hostile.zip');
    expect(await paths(id)).toEqual(['a/b/c.txt', 'abs/olute.txt', 'etc/passwd', 'win/dows/d.txt']);
  });

  test('inside another one stays closed', async () => {
    const id = await world.createDataset(collectionId);
    const inner = zipOf([{ path: 'x.txt', content: 'x' }]);
    const { files } = await send(id, zipOf([{ path: 'inner.zip', content: inner }]), 'outer.zip');
    expect(files.map(({ label, dataFile }) => [label, dataFile.contentType])).toEqual([['inner.zip', 'application/zip']]);
  });

  test('stays one file on demand', async () => {
    const id = await world.createDataset(collectionId);
    const { files, warning } = await send(id, zipOf([{ path: 'x.txt', content: 'x' }]), 'whole.zip', { unpack: false });
    expect(files.map(({ label }) => label)).toEqual(['whole.zip']);
    expect(warning).toBeNull();
  });

  test('gives equal names the next free number, also against files that are there', async () => {
    const id = await world.createDataset(collectionId);
    await world.addFile(id, 'a.txt');
    await send(
      id,
      zipOf([
        { path: 'a.txt', content: '1' },
        { path: '/a.txt', content: '2' },
        { path: 'b/a.txt', content: '3' },
      ]),
      'names.zip',
    );
    expect(await paths(id)).toEqual(['a-1.txt', 'a-2.txt', 'a.txt', 'b/a.txt']);
  });

  test('may hold equal files, but none that the dataset has already; then nothing of it is added', async () => {
    const id = await world.createDataset(collectionId);
    const equal = zipOf([
      { path: 'one.txt', content: 'same' },
      { path: 'two.txt', content: 'same' },
    ]);
    expect((await send(id, equal, 'equal.zip')).files).toHaveLength(2);
    const again = zipOf([
      { path: 'new.txt', content: 'new' },
      { path: 'three.txt', content: 'same' },
    ]);
    expect(await outcome(send(id, again, 'again.zip'))).toBe('DUPLICATE_FILE');
    expect(await paths(id)).toEqual(['one.txt', 'two.txt']);
    expect(await bytesLeft(id)).toEqual({ kept: 2, staged: 0 });
  });

  test('with a name that no file can have is refused as a whole', async () => {
    const id = await world.createDataset(collectionId);
    const archive = zipOf([
      { path: 'good.txt', content: 'x' },
      { path: 'what?.txt', content: 'y' },
    ]);
    await expect(send(id, archive, 'names.zip')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: /what\?\.txt/ });
    expect(await paths(id)).toEqual([]);
    expect(await bytesLeft(id)).toEqual({ kept: 0, staged: 0 });
  });

  test('of shapes keeps the parts of a shapefile together', async () => {
    const id = await world.createDataset(collectionId);
    const archive = zipOf([
      ...['shp', 'shx', 'dbf', 'prj', 'shp.xml'].map((extension): ZipEntry => ({
        path: `maps/roads.${extension}`,
        content: `roads ${extension}`,
      })),
      { path: 'maps/rivers.shp', content: 'not complete' },
      { path: 'about.txt', content: 'about' },
    ]);
    const { files } = await send(id, archive, 'maps.zip');
    expect(files.map((file) => [pathOf(file), file.dataFile.contentType])).toEqual([
      ['maps/rivers.shp', 'application/shp'],
      ['about.txt', 'text/plain'],
      ['maps/roads.zip', 'application/zipped-shapefile'],
    ]);
    const packed = await contentOf(id, 'maps/roads.zip');
    for (const extension of ['shp', 'shx', 'dbf', 'prj', 'shp.xml']) expect(packed).toContain(`roads.${extension}`);
  });
});

const text = 'x'.repeat(2000);
interface KeptArchive {
  readonly what: string;
  readonly archive: Buffer;
  readonly reason: RegExp;
  readonly setting?: readonly [name: string, value: string];
}

const packed = (facts: Partial<ZipEntry>) => zipOf([{ path: 'a', content: text, deflated: true, ...facts }]);
const three = zipOf(['a', 'b', 'c'].map((path) => ({ path, content: path })));
const changed = zipOf([
  { path: 'a', content: text },
  { path: 'b', content: text, claimedCrc: 1 },
]);
/** An archive whose directory names its one entry three times. */
const single = zipOf([{ path: 'a', content: text }]);
const directoryStart = single.readUInt32LE(single.length - 6);
const directory = single.subarray(directoryStart, single.length - 22);
const closing = Buffer.from(single.subarray(single.length - 22));
closing.writeUInt16LE(3, 8);
closing.writeUInt16LE(3, 10);
closing.writeUInt32LE(directory.length * 3, 12);
const overlapping = Buffer.concat([single.subarray(0, directoryStart), directory, directory, directory, closing]);
const kept: readonly KeptArchive[] = [
  { what: 'whose entries are the same bytes', archive: overlapping, reason: /overlap/ },
  { what: 'with too many files', archive: three, reason: /more than 2 files/, setting: [':ZipUploadFilesLimit', '2'] },
  { what: 'with an entry over the limit', archive: packed({}), reason: /upload limit/, setting: [':MaxFileUploadSizeInBytes', '1000'] },
  { what: 'that is encrypted', archive: packed({ flags: 1 }), reason: /encrypted/ },
  { what: 'with a link', archive: zipOf([{ path: 'a', content: '/etc/passwd', mode: 0o120777 }]), reason: /link/ },
  { what: 'with a device', archive: zipOf([{ path: 'a', content: '', mode: 0o020666 }]), reason: /device/ },
  { what: 'packed in an unknown way', archive: zipOf([{ path: 'a', content: text, method: 99 }]), reason: /unsupported compression/ },
  { what: 'whose content was changed', archive: changed, reason: /damaged/ },
  { what: 'that holds more than it says', archive: packed({ claimedBytes: 100 }), reason: /damaged/ },
  { what: 'that holds less than it says', archive: packed({ claimedBytes: 3000 }), reason: /damaged/ },
  { what: 'that would unpack to very much', archive: packed({ claimedBytes: 0x7fff_ffff }), reason: /far more/ },
  { what: 'that ends too early', archive: zipOf([{ path: 'a', content: text }]).subarray(0, 1500), reason: /cannot be read/ },
  { what: 'without files', archive: zipOf([{ path: 'empty/', content: '' }]), reason: /no file/ },
];

describe('an archive that cannot or must not be unpacked', () => {
  test.each(kept)('$what is kept as one file, with the reason', async ({ archive, reason, setting }) => {
    const id = await world.createDataset(collectionId);
    const work = () => send(id, archive, 'kept.zip');
    const { files, warning } = await (setting === undefined ? work() : withSetting(setting[0], setting[1], work));
    expect(files.map(({ label, dataFile }) => [label, dataFile.sizeBytes])).toEqual([['kept.zip', archive.length]]);
    expect(warning).toMatch(reason);
    expect(warning).toMatch(/^kept\.zip was not unpacked, because .*\.$/);
    expect(await bytesLeft(id)).toEqual({ kept: 1, staged: 0 });
  });
});

describe('a gzipped FITS image', () => {
  const image = `SIMPLE  =                    T${' '.repeat(5000)}`;

  test('is unpacked, and loses the end of its name', async () => {
    const id = await world.createDataset(collectionId);
    const { files } = await send(id, gzipSync(image), 'star.fits.gz');
    expect(files.map(({ label, dataFile }) => [label, dataFile.contentType, dataFile.sizeBytes])).toEqual([
      ['star.fits', 'application/fits', image.length],
    ]);
  });

  test('over the limit stays as it is', async () => {
    const id = await world.createDataset(collectionId);
    const { files, warning } = await withSetting(':MaxFileUploadSizeInBytes', '1000', () => send(id, gzipSync(image), 'star.fits.gz'));
    expect(files.map(({ label }) => label)).toEqual(['star.fits.gz']);
    expect(warning).toMatch(/larger than the upload limit/);
  });

  test('that unpacks to far more than its size stays as it is, as a zip archive would', async () => {
    const id = await world.createDataset(collectionId);
    // 280 MB in 280 KB, member by member.
    const nothing = gzipSync(Buffer.alloc(28_000_000));
    const bomb = Buffer.concat([gzipSync(image), ...Array.from({ length: 10 }, () => nothing)]);
    const { files, warning } = await send(id, bomb, 'star.fits.gz');
    expect(files.map(({ label, dataFile }) => [label, dataFile.sizeBytes])).toEqual([['star.fits.gz', bomb.length]]);
    expect(warning).toMatch(/far more/);
    expect(await bytesLeft(id)).toEqual({ kept: 1, staged: 0 });
  });
});

describe('an archive and the limits of its dataset', () => {
  test('it is refused as a whole when its files are more than the dataset may hold', async () => {
    const id = await world.createDataset(collectionId);
    await world.sql`update dataset set dataset_file_count_limit = 2 where id = ${id}`;
    const editor = await world.createUser('archivist');
    await world.assign(editor.identifier, 'contributor', id);
    const upload = new StagedUpload(await world.stage(zipOf(['a', 'b', 'c'].map((path) => ({ path, content: path }))), 'three.zip'));
    await expect(addUpload(world.as(editor), { dataset: { id }, upload })).rejects.toMatchObject({
      code: 'FILE_LIMIT_REACHED',
      message: /2/,
    });
    expect(await paths(id)).toEqual([]);
    expect(await bytesLeft(id)).toEqual({ kept: 0, staged: 0 });
  });

  test('it is refused before it is unpacked when the quota leaves too little room', async () => {
    const id = await world.createDataset(collectionId);
    await world.sql`insert into storage_quota (node_id, quota_bytes) values (${id}, 3000)`;
    const archive = zipOf([
      { path: 'a', content: `a${text}`, deflated: true },
      { path: 'b', content: `b${text}`, deflated: true },
    ]);
    const sent = withSetting(':UseStorageQuotas', 'true', () => send(id, archive, 'large.zip'));
    await expect(sent).rejects.toMatchObject({ code: 'STORAGE_QUOTA_EXCEEDED', message: /3\.9 KB.*2\.9 KB/ });
    expect(await bytesLeft(id)).toEqual({ kept: 0, staged: 0 });
  });
});
