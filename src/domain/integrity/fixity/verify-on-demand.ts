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

/** A file with what its reading found. */
export interface VerifiedFile {
  readonly file: RecordedFile;
  readonly check: FixityCheckRow;
}

/** Reads a page of a dataset's files now, by id. @throws DomainError DATASET_NOT_FOUND. Source: files.md 22.8. */
export const verifyPageOfFiles = query({
  name: 'verifyPageOfFiles',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (
    context,
    _subject,
    { dataset, after, limit }: { readonly dataset: DatasetKey; readonly after: number; readonly limit: number },
  ): Promise<{ readonly files: readonly VerifiedFile[]; readonly hasMore: boolean }> => {
    const datasetId = await requireDatasetId(context, dataset);
    const rows = await listRecordedFiles(context.db, { datasetId, after, limit: limit + 1 });
    const files: VerifiedFile[] = [];
    for (const file of rows.slice(0, limit)) files.push({ file, check: await verify(context, file) });
    return { files, hasMore: rows.length > limit };
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
