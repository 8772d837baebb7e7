/** What begins a bulk job. */
import { z } from 'zod';
import {
  type BulkJobRow,
  countBulkJobsUnderWay,
  findBulkJob,
  findBulkJobByKey,
  insertBulkJob,
  lockBulkJobs,
  setBulkInput,
} from '../../db/queries/bulk/bulk-jobs.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { actingAccount } from '../../kernel/acting-account.ts';
import { hashApiToken, NAMED_TOKEN_PREFIX } from '../../kernel/api-token.ts';
import { command, type CommandContext, query, type Scope } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { fingerprintOf } from '../../kernel/idempotent-requests.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { StagedFile } from '../../storage/file-storage.ts';
import { FormFile } from '../../storage/form-file.ts';
import { bulkLocation } from './bulk-places.ts';
import { counted, INPUT_LIMITS, LineCounter } from './input-lines.ts';
import { Readable } from 'node:stream';

const clientKey = z.string().min(1, 'must not be empty').max(255, 'must have at most 255 characters').nullable();
const variables = z.custom<Readonly<Record<string, unknown>> | null>();

/** @throws DomainError TOO_MANY_BULK_JOBS */
async function refuseTooMany({ db, services }: Pick<CommandContext, 'db' | 'services'>, accountId: number): Promise<void> {
  const { perAccount } = services.bulk.limits;
  const count = await countBulkJobsUnderWay(db, accountId);
  if (count < perAccount) return;
  throw new DomainError('TOO_MANY_BULK_JOBS', `You have ${count} bulk jobs that wait or run; at most ${perAccount} are allowed at once.`);
}

type NewJob = Omit<Parameters<typeof insertBulkJob>[1], 'accountId' | 'tokenHash' | 'isNamedToken' | 'address'>;

/** The job that the caller has under this key already, or a new one. @throws DomainError TOO_MANY_BULK_JOBS | IDEMPOTENCY_KEY_REUSED */
async function insertOnce(scope: Scope, values: NewJob): Promise<{ readonly job: BulkJobRow; readonly isNew: boolean }> {
  const { tx, actor, context, services } = scope;
  const { id: accountId, apiToken } = actingAccount(actor);
  await lockBulkJobs(tx, accountId);
  if (typeof values.clientKey === 'string') {
    const known = await findBulkJobByKey(tx, accountId, values.clientKey);
    if (known?.fingerprint === values.fingerprint) return { job: known, isNew: false };
    if (known !== undefined) {
      throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'Another bulk job was begun with this key; each needs a key of its own.');
    }
  }
  await refuseTooMany({ db: context.db, services }, accountId);
  const id = await insertBulkJob(tx, {
    ...values,
    accountId,
    tokenHash: apiToken === undefined ? null : hashApiToken(apiToken),
    isNamedToken: apiToken?.startsWith(NAMED_TOKEN_PREFIX) === true,
    address: context.addresses?.client ?? null,
  });
  scope.emit({ kind: 'BulkJobDue', subjectId: null, payload: { jobId: id } });
  scope.note({ bulkJob: id, kind: values.kind });
  const job = await findBulkJob(tx, id);
  if (job === undefined) throw new Error('The job was not stored.');
  return { job, isNew: true };
}

/** Has a query run over a whole connection. @throws DomainError BULK_OPERATION_INVALID | TOO_MANY_BULK_JOBS */
export const beginBulkQuery = command({
  name: 'beginBulkQuery',
  input: z.object({ document: z.string(), variables, clientKey }),
  subject: noSubject,
  requires: 'LoggedIn',
  tokenScope: 'READ',
  run: async (scope, _subject, { document, variables: given, clientKey: key }): Promise<BulkJobRow> => {
    scope.services.bulk.operations.refuseWalk({ document, variables: given ?? {} });
    const fingerprint = fingerprintOf(['QUERY', document, given ?? {}]);
    return (await insertOnce(scope, { kind: 'QUERY', document, variables: given, clientKey: key, fingerprint })).job;
  },
});

/** Lets an account send the lines of a bulk mutation: before it, nothing of them is read. @throws as `beginBulkMutation` */
export const admitBulkMutation = query({
  name: 'admitBulkMutation',
  subject: noSubject,
  requires: 'LoggedIn',
  tokenScope: 'DEPOSIT',
  run: async ({ db, services, actor }, _subject, document: string): Promise<void> => {
    services.bulk.operations.refuseMutation(document);
    await refuseTooMany({ db, services }, actingAccount(actor).id);
  },
});

/** Begins a job for lines that have arrived. */
export const storeBulkMutation = command({
  name: 'storeBulkMutation',
  input: z.object({ document: z.string(), clientKey, lines: z.custom<StagedFile>(), lineCount: z.int() }),
  subject: noSubject,
  requires: 'LoggedIn',
  tokenScope: 'DEPOSIT',
  run: async (scope, _subject, { document, clientKey: key, lines, lineCount }): Promise<BulkJobRow> => {
    const { tx, services } = scope;
    const fingerprint = fingerprintOf(['MUTATION', document, lines.checksum]);
    const { job, isNew } = await insertOnce(scope, { kind: 'MUTATION', document, clientKey: key, fingerprint, inputLines: lineCount });
    if (!isNew || lines.sizeBytes === 0) return job;
    const { storage } = services;
    const location = bulkLocation(job.id, { driver: storage.driver, storageId: storage.newStorageId() });
    scope.afterRollback(() => storage.remove(location));
    await storage.keep(lines, location);
    await setBulkInput(tx, job.id, { ...location, sizeBytes: lines.sizeBytes });
    return job;
  },
});

/** Brings lines to staging, as long as they are within the limits. */
async function receiveLines(
  { services }: CommandContext,
  upload: unknown,
): Promise<{ readonly lines: StagedFile; readonly lineCount: number }> {
  if (!(upload instanceof FormFile)) {
    throw new DomainError('BAD_USER_INPUT', 'The lines must be a part of a multipart request.', {
      problems: [{ pointer: '/lines', message: 'must be a file of a multipart request' }],
    });
  }
  const sent = await upload.arrive();
  const counter = new LineCounter();
  try {
    const lines = await services.storage.stage(Readable.from(counted(sent.createReadStream(), counter), { objectMode: true }), {
      fileName: 'lines.jsonl',
      suppliedContentType: null,
      checksumAlgorithm: 'SHA-256',
      maximumBytes: INPUT_LIMITS.bytes,
    });
    return { lines, lineCount: counter.count };
  } catch (error) {
    if (error instanceof DomainError && error.cause instanceof DomainError) throw error.cause;
    throw error;
  }
}

/** Has a mutation run for each line of an upload. @throws DomainError BULK_OPERATION_INVALID | TOO_MANY_BULK_JOBS | BULK_INPUT_TOO_LARGE */
export const beginBulkMutation = composed({
  name: 'beginBulkMutation',
  of: [admitBulkMutation, storeBulkMutation],
  run: async (
    context: CommandContext,
    { document, lines: upload, clientKey: key }: { readonly document: string; readonly lines: unknown; readonly clientKey: string | null },
  ): Promise<BulkJobRow> => {
    await admitBulkMutation(context, document);
    const { lines, lineCount } = await receiveLines(context, upload);
    try {
      return await storeBulkMutation(context, { document, clientKey: key, lines, lineCount });
    } finally {
      // Does nothing for lines that were kept.
      await context.services.storage.discard(lines);
    }
  },
});
