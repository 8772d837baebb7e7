import {
  countRecordedFiles,
  findRecordedFile,
  type FixityCheckRow,
  listRecordedFiles,
  type RecordedFile,
} from '../../../db/queries/integrity/fixity-checks.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { requireDatasetId } from '../examined-dataset.ts';
import { fileNotFound } from '../../files/view-file.ts';
import { UNHURRIED } from '../../files/checksums/reading-pace.ts';
import { verifyFile } from '../../files/checksums/verify-file.ts';
import type { PageWindow } from '../../../model/page-window.ts';

async function verify({ db, services }: CommandContext, file: RecordedFile): Promise<FixityCheckRow> {
  const check = await verifyFile({ db, services, log: services.log }, file, { pace: UNHURRIED });
  if (check === undefined) throw fileNotFound({ id: file.id });
  return check;
}

/** Reads one file now and keeps what was found. @throws DomainError FILE_NOT_FOUND. Source: files.md 22.8. */
export const verifyOneFile = query({
  name: 'verifyOneFile',
  subject: noSubject,
  requires: 'Superuser',
  run: async (context, _subject, id: number): Promise<FixityCheckRow> => {
    const file = await findRecordedFile(context.db, id);
    if (file === undefined) throw fileNotFound({ id });
    return verify(context, file);
  },
});

/** A file with what its reading found; null where it was not read, because it stands for those behind the page. */
export interface VerifiedFile {
  readonly file: RecordedFile;
  readonly check: FixityCheckRow | null;
}

/**
 * Reads a page of a dataset's files now, by id. Of a window with a limit, which asks for one more than the page has, the one that
 * is furthest is listed only. @throws DomainError DATASET_NOT_FOUND. Source: files.md 22.8.
 */
export const verifyPageOfFiles = query({
  name: 'verifyPageOfFiles',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (
    context,
    _subject,
    { dataset, ...window }: { readonly dataset: DatasetKey } & PageWindow<number>,
  ): Promise<readonly VerifiedFile[]> => {
    const datasetId = await requireDatasetId(context, dataset);
    const rows = await listRecordedFiles(context.db, { datasetId, ...window });
    const spare = rows.length === window.limit ? rows.at(window.fromEnd ? 0 : -1) : undefined;
    const files: VerifiedFile[] = [];
    for (const file of rows) files.push({ file, check: file === spare ? null : await verify(context, file) });
    return files;
  },
});

/** Over all pages. */
export const countFilesToVerify = query({
  name: 'countFilesToVerify',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, dataset: DatasetKey): Promise<number> =>
    countRecordedFiles(context.db, await requireDatasetId(context, dataset)),
});
