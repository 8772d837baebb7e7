import { describe, expect, test } from 'vitest';
import type { FileRow } from '../../../src/db/queries/files/file-columns.ts';
import { diffFiles } from '../../../src/domain/versions/diff-files.ts';
import { factsOfNewFile } from '../../../src/model/files/file-facts.ts';

function file(id: number, label: string, more: Partial<FileRow> & { root?: number; previous?: number } = {}): FileRow {
  const { root, previous, ...record } = more;
  return {
    id: id * 100,
    recordVersion: 1,
    variableEditsId: null,
    ...factsOfNewFile({ label }),
    dataFile: {
      id,
      datasetId: 1,
      persistentId: null,
      contentType: 'text/plain',
      sizeBytes: 1,
      checksumAlgorithm: 'MD5',
      checksumValue: String(id),
      storageDriver: 'local',
      storageId: String(id),
      bytesTag: null,
      restricted: false,
      rootDataFileId: root ?? null,
      previousDataFileId: previous ?? null,
      tabularTags: [],
      embargoDateAvailable: null,
      embargoReason: null,
      retentionDateUnavailable: null,
      retentionReason: null,
      creationDate: '2026-01-01',
      publicationDate: null,
      tabular: null,
    },
    ...record,
  };
}

const from = (row: FileRow) => ({ side: 'from', file: row }) as const;
const to = (row: FileRow) => ({ side: 'to', file: row }) as const;

describe('files of two versions', () => {
  test('are added and removed', () => {
    const differences = diffFiles([from(file(1, 'old')), to(file(2, 'new'))]);
    expect(differences).toMatchObject({ added: [{ label: 'new' }], removed: [{ label: 'old' }], replaced: [], changed: [] });
  });

  test('are changed in the facts of their record, each named', () => {
    const before = file(1, 'a', { categories: ['Data'] });
    const after = file(1, 'b', { directoryLabel: 'x', description: 'd', restricted: true, categories: [], provFreeForm: 'p' });
    const { changed, added, removed } = diffFiles([from(before), to(after)]);
    expect([added, removed]).toEqual([[], []]);
    expect(changed.map(({ fields }) => fields)).toEqual([
      [
        { name: 'Label', oldValue: 'a', newValue: 'b' },
        { name: 'File Path', oldValue: '', newValue: 'x' },
        { name: 'Description', oldValue: '', newValue: 'd' },
        { name: 'Categories', oldValue: 'Data', newValue: '' },
        { name: 'ProvFreeForm', oldValue: '', newValue: 'p' },
        { name: 'isRestricted', oldValue: 'false', newValue: 'true' },
      ],
    ]);
  });

  test('are left out when their record was only written again', () => {
    const differences = diffFiles([from(file(1, 'same')), to({ ...file(1, 'same', { description: null }), id: 999 })]);
    expect(differences).toEqual({ added: [], removed: [], replaced: [], changed: [], edits: [] });
  });

  test.each([
    ['directly', file(1, 'old'), file(2, 'new', { root: 1, previous: 1 })],
    ['over a file in between', file(1, 'old'), file(3, 'new', { root: 1, previous: 2 })],
    ['in a later link of the chain', file(2, 'old', { root: 1, previous: 1 }), file(4, 'new', { root: 1, previous: 3 })],
  ])('are replaced %s', (_how, before, after) => {
    const differences = diffFiles([from(before), to(after), to(file(9, 'other'))]);
    expect(differences).toMatchObject({ added: [{ label: 'other' }], removed: [], changed: [] });
    expect(differences.replaced).toEqual([{ oldFile: before, newFile: after }]);
  });
});
