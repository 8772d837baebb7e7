import type { Queryable } from '../../../db/client.ts';
import type { DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import { listFileRecordIds, readFileRecords } from '../../../db/queries/exports/exported-files.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import type { ExportedFile } from '../../../formats/exports/exported-variable.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { fileFacts } from './native-facts.ts';

/** Files of one statement. */
const PAGE = 500;

/** Where files are read. */
export interface VersionFilesScope {
  readonly db: Queryable;
  readonly services: Pick<DomainServices, 'installation' | 'storage'>;
}

type Order = 'label' | 'folder';

/** The facts of all files of a version in an order, a page at a time. What fits on one page is read once, as a dozen formats ask for it. */
export function versionFiles(
  { db, services }: VersionFilesScope,
  dataset: Pick<DatasetRow, 'id' | 'fileAccessRequest'>,
  version: VersionRow,
): (order?: Order) => AsyncGenerator<ExportedFile> {
  const known = new Map<Order, readonly ExportedFile[]>();
  async function readPage(ids: readonly number[]): Promise<readonly ExportedFile[]> {
    const files = await readFileRecords(db, dataset.id, ids);
    return files.map((file) => fileFacts(services, dataset, version, file));
  }
  async function small(order: Order, ids: readonly number[]): Promise<readonly ExportedFile[]> {
    const files = ids.length === 0 ? [] : await readPage(ids);
    known.set(order, files);
    return files;
  }
  return async function* (order = 'label') {
    const remembered = known.get(order);
    if (remembered !== undefined) return yield* remembered;
    const ids = await listFileRecordIds(db, version, order);
    if (ids.length <= PAGE) return yield* await small(order, ids);
    for (let at = 0; at < ids.length; at += PAGE) yield* await readPage(ids.slice(at, at + PAGE));
  };
}
