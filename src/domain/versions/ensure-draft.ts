import type { Queryable } from '../../db/client.ts';
import { updateDataset } from '../../db/queries/datasets/datasets.ts';
import { copyFilesToDraft } from '../../db/queries/files/file-versions.ts';
import { insertVersion, updateVersion } from '../../db/queries/versions/change-versions.ts';
import { findVersion, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { VERSION_STATES } from '../../vocabulary/datasets.ts';
import type { Scope } from '../../kernel/command.ts';

/** The newest version, whatever its state. */
export async function requireNewestVersion({ tx }: { readonly tx: Queryable }, datasetId: number): Promise<VersionRow> {
  const newest = await findVersion(tx, datasetId, { states: VERSION_STATES });
  if (newest === undefined) throw new DomainError('DATASET_VERSION_NOT_FOUND', 'The dataset has no version.');
  return newest;
}

/**
 * The version that an edit starts from: the draft, else the newest released version, else the newest one at all.
 * Source: datasets.md 2.2.
 */
export async function requireWorkingVersion(scope: { readonly tx: Queryable }, datasetId: number): Promise<VersionRow> {
  return workingVersionAt(scope, await requireNewestVersion(scope, datasetId));
}

/** As `requireWorkingVersion`, where the newest version is known. */
export async function workingVersionAt(scope: { readonly tx: Queryable }, newest: VersionRow): Promise<VersionRow> {
  if (newest.state !== 'DEACCESSIONED') return newest;
  return (await findVersion(scope.tx, newest.datasetId, { states: ['RELEASED'] })) ?? newest;
}

/**
 * The draft, made from the working version if there is none: metadata and terms are copied, and the file records of that
 * version go on being valid, so that no file row is written however many there are; only what a deaccessioned version
 * after it had changed is taken back. The dataset must be locked.
 */
export async function ensureDraft(
  scope: Scope,
  datasetId: number,
  changes: { readonly versionNote?: string | null } = {},
): Promise<VersionRow> {
  return draftAt(scope, await requireNewestVersion(scope, datasetId), changes);
}

/** What was told already in the course of a command, which may ask for the draft several times. */
const told = new WeakSet<Scope>();

/** Who needs the draft is about to change it. */
function tellChange(scope: Scope, datasetId: number): void {
  if (told.has(scope)) return;
  told.add(scope);
  scope.emit({ kind: 'DraftChanged', subjectId: datasetId, payload: {} });
}

/** As `ensureDraft`, where the newest version is known. */
export async function draftAt(
  scope: Scope,
  newest: VersionRow,
  changes: { readonly versionNote?: string | null } = {},
): Promise<VersionRow> {
  tellChange(scope, newest.datasetId);
  if (newest.state === 'DRAFT') return newest;
  const { datasetId } = newest;
  const source = await workingVersionAt(scope, newest);
  const ordinal = newest.ordinal + 1;
  await insertVersion(scope.tx, {
    datasetId,
    ordinal,
    state: 'DRAFT',
    title: source.title,
    metadata: source.metadata.value,
    licenseId: source.licenseId,
    terms: source.terms,
    fileAccessRequest: source.fileAccessRequest,
    versionNote: changes.versionNote ?? null,
    unf: source.unf,
  });
  if (source.ordinal !== newest.ordinal) await copyFilesToDraft(scope.tx, datasetId, { source: source.ordinal, draft: ordinal });
  return requireNewestVersion(scope, datasetId);
}

/** Changes the draft, which is created if there is none, and returns it as saved. The dataset must be locked. */
export async function saveDraft(
  scope: Scope,
  datasetId: number,
  values: Parameters<typeof updateVersion>[2],
  changes: { readonly versionNote?: string | null } = {},
): Promise<VersionRow> {
  const draft = await ensureDraft(scope, datasetId, changes);
  await updateVersion(scope.tx, draft.id, values);
  await updateDataset(scope.tx, datasetId, {});
  return requireNewestVersion(scope, datasetId);
}
