import type { Queryable } from '../../../db/client.ts';
import { findPrivateUrlByToken, type PrivateUrlVisit } from '../../../db/queries/datasets/private-urls.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whom a token makes its bearer, if it is that of a private URL. */
export async function visitByToken(db: Queryable, token: string): Promise<PrivateUrlVisit | undefined> {
  return UUID.test(token) ? findPrivateUrlByToken(db, token) : undefined;
}
