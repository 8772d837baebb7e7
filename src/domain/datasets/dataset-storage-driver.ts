import type { DatasetKey } from '../../db/queries/datasets.ts';
import { query } from '../command.ts';
import { loadDataset } from './dataset-subject.ts';

/** A storage as clients know it. Source: datasets.md 11.2. */
export interface StorageDriverFacts {
  readonly name: string;
  /** `file`: a folder of the server. */
  readonly type: string;
  readonly label: string;
  /** Whether clients may send bytes to the storage, or fetch them there, past the server. */
  readonly directUpload: boolean;
  readonly directDownload: boolean;
  readonly uploadOutOfBand: boolean;
}

/** Kind and label of each storage that the server knows. */
const KINDS: Readonly<Record<string, { readonly type: string; readonly label: string }>> = { local: { type: 'file', label: 'Local' } };

/** Where new files of a dataset are kept; open to everybody. Source: datasets.md 11.2. */
export const findDatasetStorageDriver = query({
  name: 'findDatasetStorageDriver',
  subject: loadDataset,
  requires: 'Public',
  run: ({ services }, _subject, _key: DatasetKey): StorageDriverFacts => {
    const name = services.storage.driver;
    const { type, label } = KINDS[name] ?? { type: name, label: name };
    return { name, type, label, directUpload: false, directDownload: false, uploadOutOfBand: false };
  },
});
