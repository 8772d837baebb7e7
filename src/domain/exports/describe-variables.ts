import { findDataset } from '../../db/queries/datasets/datasets.ts';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import { findFileRecord, findOrdinalOfFile } from '../../db/queries/files/file-records.ts';
import { listDataVariables } from '../../db/queries/ingest/data-tables.ts';
import { listVariableGroups } from '../../db/queries/ingest/variable-edits.ts';
import { findVersionByOrdinal, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CitedWork } from '../../formats/citation/cited-work.ts';
import type { ExportedFile } from '../../formats/exports/exported-variable.ts';
import { type ChosenElements, DOCUMENT_END, documentHead, documentVariables } from '../../formats/ddi/variable-document.ts';
import { holdsPermission } from '../../kernel/actor.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import type { VersionState } from '../../vocabulary/datasets.ts';
import { requireFile } from '../files/view-file.ts';
import { citedWork } from '../versions/citation/cited-work.ts';
import { fileFacts } from '../datasets/native/native-facts.ts';
import { requireReader, requireTable } from '../ingest/view-data-table.ts';
import { variablesAsEdited } from './variables-as-edited.ts';

/** Variables of a part. */
const PART = 200;

/** Which part of which document. */
export interface DescriptionRequest {
  readonly file: FileKey;
  /** A record of the file in versions: the newest of these that the actor may see is described, else the newest version that has the file. */
  readonly recordId: number | undefined;
  readonly chosen: ChosenElements;
  /** Place of the last variable of the part before; -1 for the first part. */
  readonly after: number;
}

/** A part of the document that describes the variables of a table. */
export interface DescriptionPart {
  readonly fileName: string;
  readonly text: string;
  /** Place of its last variable; null for the last part. */
  readonly last: number | null;
}

/** A file as a version has it, with what cites this version. */
export interface DescribedFile {
  readonly file: ExportedFile;
  readonly version: VersionRow;
  readonly work: CitedWork;
}

/** The file as the version to describe has it. @throws DomainError FILE_NOT_FOUND */
export async function loadDescribed(
  { db, actor, services }: CommandContext,
  file: FileWithAccess,
  recordId: number | undefined,
): Promise<DescribedFile> {
  const states: VersionState[] = ['RELEASED'];
  if (holdsPermission(actor, file.datasetGranted, 'ViewUnpublishedDataset')) states.push('DRAFT');
  const ordinal = await findOrdinalOfFile(db, file.id, { recordId, states });
  const version = ordinal === undefined ? undefined : await findVersionByOrdinal(db, file.datasetId, ordinal);
  const record = version === undefined ? undefined : await findFileRecord(db, file.id, version.ordinal);
  const dataset = await findDataset(db, { id: file.datasetId }, []);
  if (version === undefined || record === undefined || dataset === undefined) {
    throw new DomainError('FILE_NOT_FOUND', `There is no such record of file ${file.id} in a version that you may see.`);
  }
  const installation = { name: services.installation.name(), siteUrl: services.installation.siteUrl, catalog: services.blocks.current() };
  return { file: fileFacts(services, dataset, version, record), version, work: citedWork(dataset, version, installation) };
}

/**
 * A part of the document that describes the variables of a file.
 * @throws DomainError FILE_NOT_FOUND | FILE_ACCESS_DENIED | FILE_NOT_TABULAR. Source: files.md 22.2.
 */
export const describeVariables = query({
  name: 'describeVariables',
  subject: async ({ context }, { file: key }: DescriptionRequest) => {
    const file = await requireFile(context, key);
    return { nodeId: file.id, granted: file.granted, file };
  },
  // It takes what `download-rights.ts` says, which refuses with a code of its own.
  requires: () => 'Public',
  run: async (context, { file }, { recordId, chosen, after }): Promise<DescriptionPart> => {
    requireReader(context, file);
    await requireTable(context, file);
    const { file: shown, work } = await loadDescribed(context, file, recordId);
    const rows = await listDataVariables(context.db, file.id, { after, limit: PART + 1 });
    const variables = await variablesAsEdited(
      context.db,
      [{ fileId: file.id, variableEditsId: shown.variableEditsId ?? null }],
      rows.slice(0, PART),
    );
    const isLast = rows.length <= PART;
    const edits = after < 0 ? [shown.variableEditsId ?? []].flat() : [];
    const head = after < 0 ? documentHead(work, shown, await listVariableGroups(context.db, edits), chosen) : '';
    return {
      fileName: `${shown.label.replace(/\.tab$/, '')}-ddi.xml`,
      text: `${head}${documentVariables(file.id, variables, chosen)}${isLast ? DOCUMENT_END : ''}`,
      last: isLast ? null : (variables.at(-1)?.fileOrder ?? null),
    };
  },
});
