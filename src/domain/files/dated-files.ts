/** What setting and removing dates of files have in common: who may, which files, which days. Source: datasets.md 14.1. */
import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets/datasets.ts';
import { type FileWithAccess, listFilesByIds } from '../../db/queries/files/file-access.ts';
import { countEditOfVersions } from '../../db/queries/files/file-dates.ts';
import { hasRestrictedFiles } from '../../db/queries/files/file-versions.ts';
import { currentDay } from '../../db/queries/gate/utc-day.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { LockingScope, Scope } from '../../kernel/command.ts';
import { type DatasetSubject, lockDataset } from '../subjects/dataset-subject.ts';
import { requireWorkingVersion } from '../versions/ensure-draft.ts';
import { requireAccessTerms } from '../versions/version-terms.ts';
import { requireSome } from '../../kernel/require-some.ts';
import { MOST_FILES_AT_ONCE } from './held-files.ts';

/** Which files of which dataset. */
export const filesInput = {
  dataset: z.custom<DatasetKey>(),
  fileIds: z.array(z.int('must be the id of a file')).max(MOST_FILES_AT_ONCE, `must not name more than ${MOST_FILES_AT_ONCE} files`),
} as const;

/** A day as it is sent. */
export const sentDay = z.iso.date('must be a date yyyy-MM-dd');

/** Locks the dataset of the files. @throws DomainError DATASET_NOT_FOUND | BAD_USER_INPUT when no file is named */
export async function lockDatedFiles(
  scope: LockingScope,
  { dataset, fileIds }: { readonly dataset: DatasetKey; readonly fileIds: readonly number[] },
): Promise<DatasetSubject> {
  const subject = await lockDataset(scope, dataset);
  requireSome(fileIds, '/fileIds', 'file');
  return subject;
}

/** Who may date files, which the four commands have in common. */
export const datingGates = { admits: 'LoggedIn', subject: lockDatedFiles, requires: 'EditDataset', refusedUnder: 'edit' } as const;

/** A day some months later, or the last of its month where that has fewer days. */
export function monthsLater(from: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = from.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  lastOfMonth.setUTCDate(Math.min(dayOfMonth, lastOfMonth.getUTCDate()));
  return lastOfMonth.toISOString().slice(0, 10);
}

/** Days are of the future, and keep to what the installation says of them beside that. Today is one of UTC. */
export function dayProblems(pointer: string, day: string, boundProblem: (today: string) => string | undefined): Problem[] {
  const today = currentDay();
  const message = day <= today ? `must be later than today, ${today} (UTC)` : boundProblem(today);
  return message === undefined ? [] : [{ pointer, message }];
}

/** What is to become of files. */
interface Dating {
  readonly fileIds: readonly number[];
  /** What is wrong about the day; told together with what is wrong about the files. */
  readonly problems?: readonly Problem[];
  readonly store: (fileIds: readonly number[]) => Promise<void>;
}

/** @throws DomainError FILE_PUBLISHED naming the published ones, whose dates superusers alone change. */
function refusePublished({ actor }: Scope, ids: readonly number[], files: ReadonlyMap<number, FileWithAccess>): void {
  if (actor.superuser) return;
  const problems = ids.flatMap((id, index) =>
    files.get(id)?.publicationDate ? [{ pointer: `/fileIds/${index}`, message: `file ${id} is published` }] : [],
  );
  if (problems.length === 0) return;
  throw new DomainError('FILE_PUBLISHED', 'Only superusers can change the dates of published files.', { problems });
}

/**
 * Changes a date of files, in all versions, of all of them or of none; no draft is made for it. The dataset must be locked.
 * @returns The files as they are then, in the order given.
 * @throws DomainError BAD_USER_INPUT | FILE_PUBLISHED | DATASET_TERMS_INVALID
 */
export async function dateFiles(
  scope: Scope,
  { dataset }: DatasetSubject,
  { fileIds, problems = [], store }: Dating,
): Promise<FileWithAccess[]> {
  const { tx, actor } = scope;
  const working = await requireWorkingVersion(scope, dataset.id);
  requireAccessTerms(working, await hasRestrictedFiles(tx, dataset.id, working.ordinal));

  const ids = [...new Set(fileIds)];
  const find = async () => new Map((await listFilesByIds(tx, ids, actor.identities)).map((file) => [file.id, file]));
  const files = await find();
  const strange = ids.flatMap((id, index) =>
    files.get(id)?.datasetId === dataset.id ? [] : [{ pointer: `/fileIds/${index}`, message: `${id} is not a file of this dataset` }],
  );
  const all = [...problems, ...strange];
  if (all.length > 0) {
    throw new DomainError('BAD_USER_INPUT', all.map(({ pointer, message }) => `${pointer} ${message}.`).join(' '), { problems: all });
  }
  refusePublished(scope, ids, files);

  await store(ids);
  await countEditOfVersions(tx, dataset.id);
  await updateDataset(tx, dataset.id, {});
  const dated = await find();
  return ids.flatMap((id) => dated.get(id) ?? []);
}
