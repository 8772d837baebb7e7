import { z } from 'zod';
import type { FileWithAccess } from '../../db/queries/files/file-access.ts';
import { storeRetention } from '../../db/queries/files/file-dates.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { longText } from '../../model/text-limits.ts';
import { dateFiles, datingGates, dayProblems, filesInput, monthsLater, sentDay } from './dated-files.ts';

/**
 * Shortest retention period in months; null for any.
 * @throws DomainError FILE_DATES_DISABLED where there are none. Source: users-admin.md 10.3.
 */
function shortestRetention({ services: { settings } }: Scope): number | null {
  const months = settings.get(':MinRetentionDurationInMonths') ?? 0;
  if (months === 0) throw new DomainError('FILE_DATES_DISABLED', 'This installation does not allow retention periods.');
  return months < 0 ? null : months;
}

function tooEarly(dateUnavailable: string, today: string, months: number | null): string | undefined {
  const earliest = months === null ? dateUnavailable : monthsLater(today, months);
  return dateUnavailable >= earliest ? undefined : `must not be earlier than ${earliest}: files are kept at least ${months} months`;
}

/**
 * Sets or changes the retention period of files, after which they cannot be downloaded.
 * @throws DomainError FILE_DATES_DISABLED | BAD_USER_INPUT | FILE_PUBLISHED | DATASET_TERMS_INVALID. Source: datasets.md 14.1.
 */
export const setFileRetention = command({
  name: 'setFileRetention',
  input: z.object({ ...filesInput, dateUnavailable: sentDay, reason: longText.nullish() }),
  ...datingGates,
  run: async (scope, subject, { fileIds, dateUnavailable, reason }): Promise<FileWithAccess[]> => {
    const months = shortestRetention(scope);
    const problems = dayProblems('/dateUnavailable', dateUnavailable, (today) => tooEarly(dateUnavailable, today, months));
    scope.note({ files: fileIds, dateUnavailable });
    return dateFiles(scope, subject, {
      fileIds,
      problems,
      store: (ids) => storeRetention(scope.tx, ids, { dateUnavailable, reason: reason?.trim() || null }),
    });
  },
});

/** Takes the retention periods of files away; those without one stay as they are. @throws DomainError as `setFileRetention` */
export const unsetFileRetention = command({
  name: 'unsetFileRetention',
  input: z.object(filesInput),
  ...datingGates,
  run: async (scope, subject, { fileIds }): Promise<FileWithAccess[]> => {
    shortestRetention(scope);
    scope.note({ files: fileIds });
    return dateFiles(scope, subject, { fileIds, store: (ids) => storeRetention(scope.tx, ids, null) });
  },
});
