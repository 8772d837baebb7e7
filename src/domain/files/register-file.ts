import { z } from 'zod';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import { command } from '../../kernel/command.ts';
import { mintFilePid } from '../identifiers/mint-file-pids.ts';
import { loadFile, lockFile } from './lock-file.ts';

/** A file with its identifier. */
export interface RegisteredFile {
  readonly file: FileWithAccess;
  /** Whether it got the identifier now; false where it had one. */
  readonly isNew: boolean;
}

/**
 * Gives a file the persistent identifier that it lacks, and has the provider told of it. One that was not published yet is registered when
 * it is. @throws DomainError REGISTRATION_REFUSED | PID_NOT_MINTED. Source: datasets.md 12.2.
 */
export const registerFile = command({
  name: 'registerFile',
  input: z.object({ file: z.custom<FileKey>() }),
  subject: (scope, input) => lockFile(scope, input.file),
  requires: 'Superuser',
  run: async (scope, { dataset, file }): Promise<RegisteredFile> => {
    if (file.persistentId !== null) return { file, isNew: false };
    await mintFilePid(scope, dataset, file.id);
    const registered = await loadFile({ tx: scope.tx, context: scope.context }, { id: file.id });
    return { file: registered.file, isNew: true };
  },
});
