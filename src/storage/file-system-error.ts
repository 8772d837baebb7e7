import { DomainError } from '../errors/domain-error.ts';

/** The system's name of a failure (`ENOENT`, `EEXIST` ...), `undefined` for an error of another origin. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs a writing step, and says INSUFFICIENT_STORAGE where the system says that the disk or the quota is full. */
export async function mappingFullDisk<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new DomainError('INSUFFICIENT_STORAGE', 'The storage is full; nothing was stored.', { cause: error });
  }
}

/** What the step gives, `undefined` where the system says that there is no such file. */
export async function ignoringAbsence<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
