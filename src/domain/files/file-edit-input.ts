import type { z } from 'zod';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import type { FilePath, RecordChanges } from '../../db/queries/files/file-edits.ts';
import { listTakenPaths } from '../../db/queries/files/file-edits.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { factProblems, factsSaid, fileFactsInput } from '../../model/files/file-facts.ts';
import { tabularTagList } from './tabular-tags.ts';
import { broken } from '../../errors/rules/broken.ts';

/** What a client may say of a file again: what is absent or null stays, what is empty clears. Source: files.md 7.2. */
export const fileEditInput = { ...fileFactsInput, dataFileTags: tabularTagList.nullish() } as const;

export type FileEditInput = z.infer<z.ZodObject<typeof fileEditInput>>;

/** The changes of a file's record that an edit asks for, and the rules that they break. */
export function changesOf(
  given: FileEditInput,
  record: FileRow,
  pointer = '',
): { readonly changes: RecordChanges; readonly problems: readonly Problem[] } {
  const { restricted, ...others } = factsSaid(given);
  const changes = restricted === undefined || restricted === record.restricted ? others : { ...others, restricted };
  return { changes, problems: factProblems(changes, pointer) };
}

/** @throws DomainError BAD_USER_INPUT listing every problem. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join(' '), { problems });
}

/** The path of a file after an edit; undefined if it does not change. */
export function newPathOf(
  record: FileRow,
  { label = record.label, directoryLabel = record.directoryLabel }: RecordChanges,
): FilePath | undefined {
  return label === record.label && directoryLabel === record.directoryLabel ? undefined : { label, directoryLabel };
}

/** A path as people write it: `code/README.md`. */
function pathText({ label, directoryLabel }: FilePath): string {
  return directoryLabel === null ? label : `${directoryLabel}/${label}`;
}

/** @throws DomainError FILE_PATH_TAKEN when files of the version that do not move lie where others are to go, or two are to go to one place. */
export async function refuseTakenPaths(
  { tx }: { readonly tx: Queryable },
  version: { readonly datasetId: number; readonly ordinal: number },
  moves: readonly { readonly id: number; readonly to: FilePath; readonly pointer: string }[],
): Promise<void> {
  if (moves.length === 0) return;
  const others = await listTakenPaths(
    tx,
    version,
    moves.map(({ to }) => to),
    moves.map(({ id }) => id),
  );
  const taken = new Set(others.map(pathText));
  const problems: Problem[] = [];
  for (const { to, pointer } of moves) {
    const path = pathText(to);
    if (taken.has(path)) problems.push({ pointer, ...broken('PATH_TAKEN', { path }) });
    taken.add(path);
  }
  if (problems.length === 0) return;
  const paths = moves.map(({ to }) => pathText(to)).filter((path) => problems.some(({ message }) => message.includes(path)));
  throw new DomainError('FILE_PATH_TAKEN', `The dataset already holds a file at ${[...new Set(paths)].join(', ')}.`, { problems });
}
