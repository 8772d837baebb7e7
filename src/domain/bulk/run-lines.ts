import { deleteKey, deleteSteps, insertKey, listSteps, takeOverKey } from '../../db/queries/gate/idempotency.ts';
import { IdempotentSteps } from '../../kernel/idempotent-steps.ts';
import { actorOfJob } from '../access/accounts/actor-of-job.ts';
import { bulkLocation } from './bulk-places.ts';
import type { BulkSlice } from './bulk-slice.ts';
import { linesOf, variablesIn } from './input-lines.ts';
import { PartWriter, SliceLost, type WrittenLines } from './part-writer.ts';

/** For as long as a job can take; it is forgotten with the job. */
const KEY_SECONDS = 365 * 24 * 60 * 60;
/** Failures in a row after which a line is answered with its failure, so that it does not stop others. */
const MOST_TRIES = 3;

const NO_OBJECT = JSON.stringify({
  data: null,
  errors: [{ message: 'The line is no JSON object.', extensions: { code: 'BAD_USER_INPUT' } }],
});

/** The key under which the lines of a job have their effects once: no client can send it. */
function keyOfJob({ job }: BulkSlice): { readonly accountId: number; readonly key: string } {
  if (job.accountId === null) throw new SliceLost();
  return { accountId: job.accountId, key: `§bulk ${job.id}` };
}

async function attemptOf({ db, job }: BulkSlice, request: ReturnType<typeof keyOfJob>): Promise<number> {
  const first = await insertKey(db, { ...request, fingerprint: job.fingerprint, lifetimeSeconds: KEY_SECONDS });
  const attempt = first ?? (await takeOverKey(db, request));
  if (attempt === undefined) throw new SliceLost();
  return attempt;
}

/**
 * Goes on with the lines of a mutation until the slice is over; whether the job is done. What a command of a line returned is stored with
 * its effect: a line that was run and whose answer is not stored yet is run again, and finds it.
 */
export async function runLines(slice: BulkSlice): Promise<boolean> {
  const { db, services, job, runner, endsAt, signal } = slice;
  const { operations, limits } = services.bulk;
  const { inputDriver, inputStorageId, inputBytes } = job;
  if (inputDriver === null || inputStorageId === null || inputBytes === null || job.inputOffset >= inputBytes) return true;
  const key = keyOfJob(slice);
  const request = { ...key, attempt: await attemptOf(slice, key) };
  const known = await listSteps(db, key);
  let unstored: string[] = [];
  const writer = new PartWriter({
    db,
    storage: services.storage,
    limits,
    job,
    runner,
    within: async (tx) => {
      await deleteSteps(tx, key, unstored);
      unstored = [];
    },
  });

  async function answerTo(text: string, part: string, isLastTry: boolean): Promise<WrittenLines> {
    const variables = variablesIn(text);
    const line = (json: string): string[] => [`{"line":${part},${json.slice(1)}`];
    if (variables === undefined) return { lines: line(NO_OBJECT), failedCount: 1, truncatedCount: 0, cost: 0 };
    const caller = {
      actor: await actorOfJob({ db, services }, job),
      requestId: `bulk-${job.id}-${part}`,
      address: job.address ?? undefined,
    };
    const idempotency = new IdempotentSteps({ secrets: services.secrets, request, known, part });
    const { json, failed, cost } = await operations.runMutation(caller, job.document, { variables, idempotency, isLastTry });
    return { lines: line(json), failedCount: failed ? 1 : 0, truncatedCount: 0, cost };
  }

  const source = await services.storage.open(bulkLocation(job.id, { driver: inputDriver, storageId: inputStorageId }), {
    start: job.inputOffset,
    end: inputBytes - 1,
  });
  let lineNumber = job.lineCount;
  let offset = job.inputOffset;
  try {
    for await (const { text, end } of linesOf(source)) {
      lineNumber += 1;
      // The failures that were counted are those of the first line of the slice.
      const isLastTry = lineNumber === job.lineCount + 1 && job.failures >= MOST_TRIES;
      const written = await answerTo(text, String(lineNumber), isLastTry);
      unstored.push(String(lineNumber));
      offset = job.inputOffset + end;
      await writer.add(written, { cursor: null, inputOffset: offset });
      if (performance.now() > endsAt || signal?.aborted === true) break;
    }
  } catch (error) {
    await writer.flush();
    throw error;
  } finally {
    source.destroy();
  }
  await writer.flush();
  if (offset < inputBytes) return false;
  await deleteKey(db, request);
  return true;
}
