import { z } from 'zod';
import type { FileWithAccess } from '../../db/queries/files/file-access.ts';
import { storeEmbargo } from '../../db/queries/files/file-dates.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { longText } from '../../model/text-limits.ts';
import { dateFiles, datingGates, dayProblems, filesInput, monthsLater, sentDay } from './dated-files.ts';

/**
 * Longest embargo in months; null for no limit.
 * @throws DomainError FILE_DATES_DISABLED where there are none. Source: users-admin.md 10.3.
 */
function longestEmbargo({ services: { settings } }: Scope): number | null {
  const months = settings.get(':PublicInstall') === true ? 0 : (settings.get(':MaxEmbargoDurationInMonths') ?? 0);
  if (months === 0) throw new DomainError('FILE_DATES_DISABLED', 'This installation does not allow embargoes.');
  return months < 0 ? null : months;
}

function tooLate(dateAvailable: string, today: string, months: number | null): string | undefined {
  const latest = months === null ? dateAvailable : monthsLater(today, months);
  return dateAvailable <= latest ? undefined : `must not be later than ${latest}: embargoes last at most ${months} months`;
}

/**
 * Puts files under an embargo until a day, or changes the one that they are under.
 * @throws DomainError FILE_DATES_DISABLED | BAD_USER_INPUT | FILE_PUBLISHED | DATASET_TERMS_INVALID. Source: datasets.md 14.1.
 */
export const setFileEmbargo = command({
  name: 'setFileEmbargo',
  input: z.object({ ...filesInput, dateAvailable: sentDay, reason: longText.nullish() }),
  ...datingGates,
  run: async (scope, subject, { fileIds, dateAvailable, reason }): Promise<FileWithAccess[]> => {
    const months = longestEmbargo(scope);
    const problems = dayProblems('/dateAvailable', dateAvailable, (today) => tooLate(dateAvailable, today, months));
    scope.note({ files: fileIds, dateAvailable });
    return dateFiles(scope, subject, {
      fileIds,
      problems,
      store: (ids) => storeEmbargo(scope.tx, ids, { dateAvailable, reason: reason?.trim() || null }),
    });
  },
});

/** Takes files out of their embargo; those that are under none stay as they are. @throws DomainError as `setFileEmbargo` */
export const unsetFileEmbargo = command({
  name: 'unsetFileEmbargo',
  input: z.object(filesInput),
  ...datingGates,
  run: async (scope, subject, { fileIds }): Promise<FileWithAccess[]> => {
    longestEmbargo(scope);
    scope.note({ files: fileIds });
    return dateFiles(scope, subject, { fileIds, store: (ids) => storeEmbargo(scope.tx, ids, null) });
  },
});
