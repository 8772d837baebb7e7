import type { Database } from '../db/client.ts';
import { createRequestContext, type RequestContext } from '../request-context.ts';

/** Chooses where an operation reads that changes nothing; undefined for the primary. */
export type ChooseReads = (pool: 'ordinary' | 'costly') => Promise<Database | undefined>;

/**
 * The context of a query. It begins without anything that was read before: the place is chosen for what was acknowledged until now. What its
 * request does beside it, as sending bytes, keeps its own context, and with it the primary.
 */
export async function placeReads(
  choose: ChooseReads | undefined,
  pool: 'ordinary' | 'costly',
  context: RequestContext,
): Promise<RequestContext> {
  const db = await choose?.(pool);
  return db === undefined ? context : createRequestContext({ db, services: context.services }, context);
}
