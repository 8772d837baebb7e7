import {
  countRecordedFiles,
  findRecordedFile,
  type FixityCheckRow,
  listRecordedFiles,
  type RecordedFile,
} from '../../../db/queries/integrity/fixity-checks.ts';
import { datasetExists } from '../../../db/queries/integrity/stored-records.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { datasetNotFound } from '../../subjects/dataset-subject.ts';
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
    page: { readonly datasetId: number; readonly after: number; readonly limit: number },
  ): Promise<{ readonly files: readonly VerifiedFile[]; readonly hasMore: boolean }> => {
    if (!(await datasetExists(context.db, page.datasetId))) throw datasetNotFound({ id: page.datasetId });
    const rows = await listRecordedFiles(context.db, { ...page, limit: page.limit + 1 });
    const files: VerifiedFile[] = [];
    for (const file of rows.slice(0, page.limit)) files.push({ file, check: await verify(context, file) });
    return { files, hasMore: rows.length > page.limit };
  },
});

/** Over all pages. */
export const countFilesToVerify = query({
  name: 'countFilesToVerify',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ db }, _subject, datasetId: number): Promise<number> => countRecordedFiles(db, datasetId),
});
