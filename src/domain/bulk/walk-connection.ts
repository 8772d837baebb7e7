import type { BulkCaller } from '../../kernel/ports/bulk-operations.ts';
import { actorOfJob } from '../access/accounts/actor-of-job.ts';
import type { BulkSlice } from './bulk-slice.ts';
import { PartWriter } from './part-writer.ts';

/** In place of a cursor, once the last page is stored; no cursor has a colon. */
const END = ':end';

/** Goes on with a walk until the slice is over; whether the job is done. */
export async function walkConnection({ db, services, job, runner, endsAt, signal }: BulkSlice): Promise<boolean> {
  const { operations, limits } = services.bulk;
  const writer = new PartWriter({ db, storage: services.storage, limits, job, runner });
  const walk = { document: job.document, variables: job.variables ?? {} };
  let { cursor } = job;
  if (cursor === END) return true;
  try {
    for (;;) {
      // Asked for each page: a role, a token or the account may have ended.
      const caller: BulkCaller = {
        actor: await actorOfJob({ db, services }, job),
        requestId: `bulk-${job.id}`,
        address: job.address ?? undefined,
      };
      const page = await operations.readPage(caller, walk, cursor);
      await writer.add(page, { cursor: page.next ?? END, inputOffset: 0 });
      cursor = page.next;
      if (cursor === null || performance.now() > endsAt || signal?.aborted === true) break;
    }
  } catch (error) {
    await writer.flush();
    throw error;
  }
  await writer.flush();
  return cursor === null;
}
