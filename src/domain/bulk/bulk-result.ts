/** The lines of bulk jobs, for whoever has an address of them. */
import { text as textOf } from 'node:stream/consumers';
import { type BulkJobRow, findBulkJob, findBulkPart } from '../../db/queries/bulk/bulk-jobs.ts';
import { findActingAccount } from '../../db/queries/access/users.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { isSignatureFor, signUrl } from '../files/download-signature.ts';
import { bulkLocation } from './bulk-places.ts';

const purposeOf = ({ id, addressRevision }: Pick<BulkJobRow, 'id' | 'addressRevision'>): string => `bulk-result:${id}:${addressRevision}`;

/** The address of the lines of a job that was shown, for one hour; null where there are none. */
export const bulkResultUrl = detail({
  name: 'bulkResultUrl',
  run: ({ services }: CommandContext, job: BulkJobRow): string | null =>
    job.endedAt === null || job.removedAt !== null ? null : signUrl(services, purposeOf(job), { path: `/api/bulk/${job.id}/result` }).url,
});

/** A stretch of the lines of a job. */
export interface BulkResultPiece {
  readonly text: string;
  readonly entityTag: string;
  readonly endedAt: Date;
  readonly sizeBytes: number;
  readonly pieceCount: number;
}

const gone = (): DomainError =>
  new DomainError(
    'BULK_RESULT_GONE',
    'There is no result here: the address was altered or revoked, or has expired, or the result was removed.',
  );

/** A piece of the lines, by their address: as long as it is not revoked, and the account of the job is not deactivated. */
export const readBulkResult = query({
  name: 'readBulkResult',
  subject: noSubject,
  requires: 'Public',
  run: async (
    { db, services },
    _subject,
    asked: { readonly id: number; readonly expires: number; readonly signature: string; readonly position: number },
  ): Promise<BulkResultPiece> => {
    const { id, position, ...signature } = asked;
    const job = await findBulkJob(db, id);
    if (job === undefined || job.accountId === null || !isSignatureFor(services, purposeOf(job), signature)) throw gone();
    const { endedAt, removedAt, partCount, sizeBytes } = job;
    if (endedAt === null || removedAt !== null || position < 0 || position >= Math.max(1, partCount)) throw gone();
    if ((await findActingAccount(db, job.accountId))?.deactivatedAt !== null) throw gone();
    const whole = { entityTag: `bulk-${id}-${endedAt.getTime()}`, endedAt, sizeBytes, pieceCount: Math.max(1, partCount) };
    if (partCount === 0) return { ...whole, text: '' };
    const part = await findBulkPart(db, id, position);
    if (part === undefined) throw gone();
    return { ...whole, text: await textOf(await services.storage.open(bulkLocation(id, part))) };
  },
});
