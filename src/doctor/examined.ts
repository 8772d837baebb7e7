import type { Database } from '../db/client.ts';
import { DomainError } from '../errors/domain-error.ts';
import { StartupError } from '../errors/startup-error.ts';
import { openDatabase } from './open-database.ts';

/** Whose database is examined, and until when. */
export interface Examination {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Aborts the examination. */
  readonly signal: AbortSignal;
}

/** SQLSTATE of a table, or a column, that is not there. */
const OTHER_RELEASE = new Set(['42P01', '42703']);

function isOtherRelease(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'code' in cause && OTHER_RELEASE.has(String(cause.code));
}

/** Examines the database of an installation. @throws StartupError when it cannot be reached, is of another release, or all was aborted. */
export async function examined<Result>(examination: Examination, examine: (db: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(examination);
  try {
    return await examine(database.db);
  } catch (error) {
    if (examination.signal.aborted) throw new StartupError('The examination was aborted.');
    if (isOtherRelease(error)) {
      throw new StartupError('The database has the schema of another release: start the server once to migrate it.');
    }
    if (error instanceof DomainError) throw new StartupError(`The examination was aborted: ${error.message}`, { cause: error });
    throw error;
  } finally {
    await database.close();
  }
}
