// What comes from elsewhere is brought to places of its own, whatever it is called there.
import { expect, test } from 'vitest';
import { downloadCollection } from '../../../packages/cli/download/download-collection.ts';
import type { DownloadWork } from '../../../packages/cli/download/download-files.ts';
import type { RemoteDataset } from '../../../packages/cli/download/remote-file.ts';

function dryWork() {
  const lines: string[] = [];
  const ignore = (): void => undefined;
  const output = {
    json: false,
    line: (text: string) => void lines.push(text.split(/\s+/)[1] ?? ''),
    note: ignore,
    result: ignore,
    progress: ignore,
    clear: ignore,
    failure: ignore,
  };
  const work: DownloadWork = { output, jobs: 1, dryRun: true, all: { files: 0, bytes: 0 }, progress: { bytes: ignore, file: ignore } };
  return { lines, work };
}

const holding = (persistentId: string, places: readonly string[]): RemoteDataset => ({
  headers: {},
  async *pages() {
    const checksum = { type: 'MD5', value: '' };
    yield await Promise.resolve({
      persistentId,
      version: '1.0',
      files: places.map((place) => ({ place, url: 'https://data.example.org/1', sizeBytes: 1, checksum })),
    });
  },
});

const collectionOf = (...persistentIds: string[]) => ({
  async *datasets() {
    for (const persistentId of persistentIds) yield await Promise.resolve({ persistentId, path: ['all'] });
  },
});

test('datasets whose identifiers differ in their signs alone have folders of their own, the same in each run', async () => {
  const foldersOf = async (...ids: string[]) =>
    (await downloadCollection(collectionOf(...ids), (id) => holding(id, []), '/nowhere', dryWork().work)).datasets.map(
      ({ folder }) => folder,
    );
  const first = await foldersOf('doi:10.5072/FK2/A', 'doi:10.5072:FK2/A', 'doi:10.5072/FK2/A');
  expect(first).toEqual([
    'all/doi-10.5072-FK2-A',
    expect.stringMatching(/^all\/doi-10\.5072-FK2-A-[0-9a-f]{12}$/),
    'all/doi-10.5072-FK2-A',
  ]);
  expect(await foldersOf('doi:10.5072/FK2/A', 'doi:10.5072:FK2/A', 'doi:10.5072/FK2/A')).toEqual(first);
});

test('files of one name have places of their own, also where another file has the name that one would get', async () => {
  const { lines, work } = dryWork();
  const places = ['a.tab', 'a-1.tab', 'a.tab', 'a.tab', 'a-1.tab', 'b/a.tab'];
  await downloadCollection(collectionOf('doi:10.5072/FK2/A'), (id) => holding(id, places), '/nowhere', work);
  expect(lines).toEqual(['a.tab', 'a-1.tab', 'a-2.tab', 'a-3.tab', 'a-1-1.tab', 'b/a.tab']);
});

test('a collection or identifier that leads out of the folder is refused', async () => {
  const { datasets, failed } = await downloadCollection(
    collectionOf('..', 'doi:10.5072/FK2/A'),
    (id) => holding(id, []),
    '/nowhere',
    dryWork().work,
  );
  expect(failed).toEqual([{ persistentId: '..', code: 'PLACE_REFUSED', message: expect.any(String) }]);
  expect(datasets).toHaveLength(1);
});
