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

/** The facts of all files of a version, a page at a time. */
export async function* versionFiles(
  { db, services }: VersionFilesScope,
  dataset: Pick<DatasetRow, 'id' | 'fileAccessRequest'>,
  version: VersionRow,
  order: 'label' | 'folder' = 'label',
): AsyncGenerator<ExportedFile> {
  const ids = await listFileRecordIds(db, version, order);
  for (let at = 0; at < ids.length; at += PAGE) {
    const files = await readFileRecords(db, dataset.id, ids.slice(at, at + PAGE));
    for (const file of files) yield fileFacts(services, dataset, version, file);
  }
}
