import { z } from 'zod';
import type { FileWithAccess } from '../../../db/queries/files/file-access.ts';
import {
  findRecordedFile,
  type RecordedFile,
  replaceChecksum as replaceStoredChecksum,
} from '../../../db/queries/integrity/fixity-checks.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '../../../vocabulary/files.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { lockFile } from '../../files/lock-file.ts';
import { fileNotFound, requireFile } from '../../files/view-file.ts';
import { UNHURRIED } from '../../files/checksums/reading-pace.ts';
import { readChecksum } from './read-checksum.ts';

/** The refusal of bytes that are not what is recorded of them. */
function checksumMismatch(fault: string): DomainError {
  return new DomainError('FILE_CHECKSUM_MISMATCH', fault);
}

/** Reads a file once, against its recorded checksum and for one of another algorithm. */
export const computeChecksum = query({
  name: 'computeChecksum',
  subject: noSubject,
  requires: 'Superuser',
  run: async (
    { db, services },
    _subject,
    { fileId, algorithm }: { readonly fileId: number; readonly algorithm: ChecksumAlgorithm },
  ): Promise<{ readonly file: RecordedFile; readonly value: string }> => {
    const file = await findRecordedFile(db, fileId);
    if (file === undefined) throw fileNotFound({ id: fileId });
    const { finding, value } = await readChecksum({ services }, file, { algorithm, pace: UNHURRIED });
    if (finding.outcome === 'MISSING') throw new DomainError('FILE_BYTES_MISSING', 'The storage does not hold the bytes of this file.');
    if (finding.fault !== null) throw checksumMismatch(finding.fault);
    return { file, value };
  },
});

/** Stores a checksum in place of the one that the bytes were compared with. */
export const storeChecksum = command({
  name: 'storeChecksum',
  input: z.object({ file: z.custom<RecordedFile>(), algorithm: z.enum(CHECKSUM_ALGORITHMS), value: z.string() }),
  subject: (scope, { file }) => lockFile(scope, { id: file.id }),
  requires: 'Superuser',
  run: async (scope, _subject, { file, algorithm, value }): Promise<void> => {
    if (!(await replaceStoredChecksum(scope.tx, file, { algorithm, value }))) {
      throw checksumMismatch('The checksum of the file was changed by another request in the meantime.');
    }
    scope.note({ file: file.id, from: file.checksumAlgorithm, to: algorithm });
  },
});

/**
 * Computes the checksum of a file by another algorithm and stores it in place of the present one, which the bytes must have.
 * @throws DomainError FILE_NOT_FOUND | FILE_BYTES_MISSING | FILE_CHECKSUM_MISMATCH. Source: files.md 17, 22.8.
 */
export const replaceChecksum = composed({
  name: 'replaceChecksum',
  of: [computeChecksum, storeChecksum],
  run: async (
    context: CommandContext,
    input: { readonly fileId: number; readonly algorithm: ChecksumAlgorithm },
  ): Promise<FileWithAccess> => {
    const { file, value } = await computeChecksum(context, input);
    await storeChecksum(context, { file, algorithm: input.algorithm, value });
    return requireFile(context, { id: file.id });
  },
});
