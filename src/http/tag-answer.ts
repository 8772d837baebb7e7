import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { evaluatePreconditions } from '../rest-compat/preconditions.ts';

/** Headers that decide how a query is answered, or who asks. */
const DECIDING = 'Accept, Authorization, Cookie, X-Service-Key';

/** Tags an answer by GET that caches may keep, and makes it 304 where the caller has it. Any other only says what it depends on. */
export function tagAnswer(request: Request, response: Response, body: string): void {
  response.vary(DECIDING);
  const { 'cache-control': lifetime } = response.getHeaders();
  if (typeof lifetime !== 'string' || !lifetime.startsWith('public')) return;
  const type = String(response.getHeader('content-type'));
  const etag = `"${createHash('sha256').update(type).update('\0').update(body).digest('base64url').slice(0, 32)}"`;
  response.setHeader('ETag', etag);
  if (evaluatePreconditions(request.headers, { etag, lastModified: null }) === 'not-modified') response.status(304);
}
