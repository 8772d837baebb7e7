/** What a tool is started for, as far as the caller may see it. */
import { listAuxiliaryFilesOf } from '../../db/queries/files/auxiliary-files.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { findFileRecord, findOrdinalOfFile } from '../../db/queries/files/file-records.ts';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import type { ExternalToolRow } from '../../db/queries/external-tools/external-tools.ts';
import { findVersion, findVersionByOrdinal, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext, Requirement, Subject } from '../../kernel/command.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import type { ToolScope } from '../../vocabulary/external-tools.ts';
import type { VersionState } from '../../vocabulary/datasets.ts';
import { requireDownload } from '../files/download-file.ts';
import { requireFile, viewRequirement } from '../files/view-file.ts';
import { loadDataset, mayEdit, maySeeDraft } from '../subjects/dataset-subject.ts';
import { parseVersionReference } from '../versions/version-reference.ts';
import { requireTool } from './tool-commands.ts';
import type { WordValues } from './tool-address.ts';

/** A dataset or a file, in a version, with the tool that is to be started for it. */
export interface ToolSubject extends Subject {
  readonly tool: ExternalToolRow;
  /** Id of the dataset or file. */
  readonly nodeId: number;
  /** What the actor needs beside what was checked while it was loaded. */
  readonly needs: Requirement;
  /** Whether anyone may see and download it: then nothing that the tool gets acts as an account. */
  readonly isOpen: boolean;
  /** What stands for the reserved words, but for those that depend on the request. */
  readonly words: WordValues;
  /** Path of the address at which the tool asks for what it may do. */
  readonly callbackPath: string;
}

/** The version of a dataset for which a tool is started. */
export const NEWEST = ':latest';

/** What an actor lacks who sees no version: who may see drafts, and sees none, may not see what is withdrawn. */
function missingRight(context: CommandContext, dataset: DatasetWithGrants): Requirement {
  return maySeeDraft(context, dataset) ? 'EditDataset' : 'ViewUnpublishedDataset';
}

function unfit(message: string): DomainError {
  return new DomainError('EXTERNAL_TOOL_UNFIT', message);
}

async function toolOfScope({ db }: CommandContext, id: number, scope: ToolScope): Promise<ExternalToolRow> {
  const tool = await requireTool(db, id);
  if (tool.scope !== scope) throw unfit(`${tool.displayName} is a tool of a ${tool.scope}, not of a ${scope}.`);
  return tool;
}

/** Versions that the actor may see, the states first that count. */
function visibleStates(context: CommandContext, dataset: DatasetWithGrants): VersionState[] {
  return [
    ...(maySeeDraft(context, dataset) ? (['DRAFT'] as const) : []),
    'RELEASED',
    ...(mayEdit(context, dataset) ? (['DEACCESSIONED'] as const) : []),
  ];
}

function wordsOf({ services }: CommandContext, dataset: DatasetWithGrants, { state, ...version }: VersionRow): WordValues {
  const number = `${version.versionNumber ?? 0}.${version.versionMinorNumber ?? 0}`;
  return {
    '{datasetId}': String(dataset.id),
    '{datasetPid}': persistentIdText(dataset),
    '{datasetVersion}': state === 'DRAFT' ? ':draft' : number,
    '{siteUrl}': services.installation.siteUrl,
  };
}

/** The version that is meant, if the actor may see it. */
async function findVisible(context: CommandContext, dataset: DatasetWithGrants, reference: string): Promise<VersionRow | undefined> {
  const asked = parseVersionReference(reference);
  const states = visibleStates(context, dataset);
  if (asked.kind === 'number') {
    const version = await findVersion(context.db, dataset.id, { versionNumber: asked.major, versionMinorNumber: asked.minor });
    return version !== undefined && states.includes(version.state) ? version : undefined;
  }
  const wanted: readonly VersionState[] =
    asked.kind === 'draft' ? ['DRAFT'] : asked.kind === 'latest' ? ['DRAFT', 'RELEASED', 'DEACCESSIONED'] : ['RELEASED', 'DEACCESSIONED'];
  for (const state of wanted) {
    const version = states.includes(state) ? await findVersion(context.db, dataset.id, { states: [state] }) : undefined;
    if (version !== undefined) return version;
  }
  return undefined;
}

/**
 * Loads a dataset in a version for a tool. @throws DomainError DATASET_NOT_FOUND | EXTERNAL_TOOL_NOT_FOUND | EXTERNAL_TOOL_UNFIT |
 * BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND
 */
export async function datasetSubject(
  context: CommandContext,
  { dataset: key, version: reference, toolId }: { readonly dataset: DatasetKey; readonly version: string; readonly toolId: number },
): Promise<ToolSubject> {
  const { dataset, nodeId, granted } = await loadDataset({ tx: context.db, context }, key);
  const tool = await toolOfScope(context, toolId, 'dataset');
  const version = await findVisible(context, dataset, reference);
  if (version === undefined) {
    if (reference !== NEWEST && maySeeDraft(context, dataset)) {
      throw new DomainError('DATASET_VERSION_NOT_FOUND', `Dataset version ${reference} not found.`);
    }
    return { tool, nodeId, granted, needs: missingRight(context, dataset), isOpen: false, words: {}, callbackPath: '' };
  }
  const words = wordsOf(context, dataset, version);
  return {
    tool,
    nodeId,
    granted,
    needs: 'Public',
    isOpen: version.state === 'RELEASED',
    words,
    callbackPath: `/api/v1/datasets/${dataset.id}/versions/${words['{datasetVersion}']}/toolparams/${tool.id}`,
  };
}

const plainType = (contentType: string): string => contentType.split(';', 1).join('').trim().toLowerCase();

async function requireFit({ db }: CommandContext, tool: ExternalToolRow, file: { readonly id: number; readonly contentType: string }) {
  if (tool.contentType !== null && plainType(tool.contentType) !== plainType(file.contentType)) {
    throw unfit(`${tool.displayName} takes files of the type ${tool.contentType}, and this one has ${file.contentType}.`);
  }
  if (tool.requiredFiles.length === 0) return;
  const has = await listAuxiliaryFilesOf(db, [file.id]);
  const missing = tool.requiredFiles.find(
    (one) => !has.some(({ formatTag, formatVersion }) => formatTag === one.formatTag && formatVersion === one.formatVersion),
  );
  if (missing !== undefined) {
    throw unfit(`${tool.displayName} needs the auxiliary file ${missing.formatTag} of version ${missing.formatVersion}.`);
  }
}

/**
 * Loads a file for a tool, as the newest version has it that the actor may see, or as a record of it. @throws DomainError FILE_NOT_FOUND |
 * EXTERNAL_TOOL_NOT_FOUND | EXTERNAL_TOOL_UNFIT
 */
export async function fileSubject(
  context: CommandContext,
  { file: key, recordId, toolId }: { readonly file: FileKey; readonly recordId: number | undefined; readonly toolId: number },
): Promise<ToolSubject> {
  const file = await requireFile(context, key);
  const tool = await toolOfScope(context, toolId, 'file');
  const { dataset } = await loadDataset({ tx: context.db, context }, { id: file.datasetId });
  const found = { tool, nodeId: file.id, granted: file.datasetGranted };
  const states = visibleStates(context, dataset);
  const ordinal = await findOrdinalOfFile(context.db, file.id, { recordId, states });
  const version = ordinal === undefined ? undefined : await findVersionByOrdinal(context.db, file.datasetId, ordinal);
  const record = version === undefined ? undefined : await findFileRecord(context.db, file.id, version.ordinal);
  if (version === undefined || record === undefined) {
    if (recordId !== undefined && (viewRequirement(file) === 'Public' || maySeeDraft(context, dataset))) {
      throw new DomainError('FILE_NOT_FOUND', `No version that you may see holds this record of file ${file.id}.`);
    }
    return { ...found, needs: missingRight(context, dataset), isOpen: false, words: {}, callbackPath: '' };
  }
  // Only now: what type a file has is told to those alone who may see it.
  await requireFit(context, tool, file);
  requireDownload(context, file);
  return {
    ...found,
    needs: 'Public',
    isOpen: version.state === 'RELEASED' && !file.restricted && !file.embargoed,
    words: {
      ...wordsOf(context, dataset, version),
      '{fileId}': String(file.id),
      ...(file.persistentId !== null && { '{filePid}': file.persistentId }),
      '{fileMetadataId}': String(record.id),
    },
    callbackPath: `/api/v1/files/${file.id}/metadata/${record.id}/toolparams/${tool.id}`,
  };
}
