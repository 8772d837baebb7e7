import { type FileKey, type FileWithAccess, findFile } from '../../db/queries/files/file-access.ts';
import type { LockingScope, Subject, SubjectScope } from '../../kernel/command.ts';
import { lockFile } from './lock-file.ts';
import { fileNotFound } from './view-file.ts';

/** A file of whose access something is asked or changed: the roles on the file itself decide, with those above it. */
export interface FileAccessSubject extends Subject {
  readonly nodeId: number;
  readonly file: FileWithAccess;
}

/** Loads a file as the subject of a read. @throws DomainError FILE_NOT_FOUND */
export async function loadFileAccess({ tx, context }: SubjectScope, key: FileKey): Promise<FileAccessSubject> {
  const file = await findFile(tx, key, context.actor.identities);
  if (file === undefined) throw fileNotFound(key);
  return { nodeId: file.id, granted: file.granted, file };
}

/** Loads a file as the subject of a write: its dataset is locked, so that it is not published or deleted concurrently. */
export async function lockFileAccess(scope: LockingScope, key: FileKey): Promise<FileAccessSubject> {
  const { file } = await lockFile(scope, key);
  return { nodeId: file.id, granted: file.granted, file };
}
