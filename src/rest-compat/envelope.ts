/** The words of the JSON envelope, and nothing of HTTP. Source: users-admin.md 1.1-1.3, decisions.md 13. */
import { z } from 'zod';
import type { ErrorCode } from '../errors/catalog.ts';
import type { Problem } from '../errors/domain-error.ts';
import { type OpenJson, jsonParts, writeJson } from '../raw-json.ts';
import type { EnvelopeReply } from './route.ts';

export const ENVELOPE_CONTENT_TYPE = 'application/json;charset=UTF-8';

/** A successful answer. Keys without a value are absent at the top level; `data` is as it is. */
function envelopeOf(reply: EnvelopeReply): unknown {
  const hasData = reply.data !== undefined;
  return {
    status: reply.envelopeStatus ?? 'OK',
    status_details: reply.statusDetails,
    totalCount: reply.totalCount,
    message: hasData && reply.message !== undefined ? { message: reply.message } : undefined,
    data: !hasData && reply.message !== undefined ? { message: reply.message } : reply.data,
  };
}

/** Writes a successful answer whole. */
export function replyBody(reply: EnvelopeReply): string {
  return writeJson(envelopeOf(reply));
}

/** Writes a successful answer: one text, or several around the lists in it that go on. */
export function replyParts(reply: EnvelopeReply): (string | OpenJson)[] {
  return jsonParts(envelopeOf(reply));
}

/** What a refusal is. Source: users-admin.md 1.2. */
export const refusalSchema = z
  .strictObject({
    status: z.literal('ERROR'),
    code: z.int().optional().describe('The HTTP status, if the request was refused before its operation ran.'),
    message: z.string().describe('A sentence for people; it may change.'),
    errorCode: z.string().describe('Stable code, the same as in GraphQL.'),
    errors: z
      .array(z.strictObject({ pointer: z.string().describe('JSON pointer (RFC 6901).'), message: z.string() }))
      .optional()
      .describe('Every problem of the input.'),
    fieldErrors: z.record(z.string(), z.string()).optional().describe('The same by names of fields, on rows whose clients look there.'),
    error: z.string().optional().describe('A word of OAuth 2 for the refusal, on rows whose clients look there.'),
    requestId: z.string().describe('Id of the request in the log of the server.'),
    requestUrl: z.string().optional(),
    requestMethod: z.string().optional(),
  })
  .meta({ id: 'Error', description: 'A refusal. Source: users-admin.md 1.2.' });

/** Everything a refusal says. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly problems: readonly Problem[];
  /** Of rows whose answers have `fieldErrors`: what the fields are called there, by their names in the operation. */
  readonly inputNames?: Readonly<Record<string, string>> | undefined;
  /** Of rows whose answers have `error`: its words by code. */
  readonly oauthErrors?: Readonly<Partial<Record<ErrorCode, string>>> | undefined;
  readonly requestId: string;
  /** Given when no route took the request, or a route failed for a fault of ours: the answer then names the request. */
  readonly request?: { readonly url: string; readonly method: string };
}

/** Refusals that come before or beside the operation; they repeat the HTTP status as `code`. */
const framework: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED_JSON',
  'PAYLOAD_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]);

/** Problems with the fields called as the row calls them. */
function renamed(problems: readonly Problem[], names: Readonly<Record<string, string>>): Problem[] {
  return problems.map(({ pointer, message }) => {
    const [, first = '', ...rest] = pointer.split('/');
    return { pointer: ['', names[first] ?? first, ...rest].join('/'), message };
  });
}

/** Writes a refusal. An internal error reveals no details; the request id finds it in the log. */
export function refusalBody(refusal: Refusal): string {
  const isOurs = refusal.code === 'INTERNAL_SERVER_ERROR';
  const { inputNames } = refusal;
  const problems = inputNames === undefined ? [...refusal.problems] : renamed(refusal.problems, inputNames);
  const record: z.infer<typeof refusalSchema> = {
    status: 'ERROR',
    code: refusal.request !== undefined || framework.has(refusal.code) ? refusal.status : undefined,
    message: isOurs
      ? `The server could not answer because of an internal error. Report it with the request id ${refusal.requestId}.`
      : refusal.message,
    errorCode: refusal.code,
    errors: isOurs || problems.length === 0 ? undefined : problems,
    fieldErrors:
      isOurs || inputNames === undefined || problems.length === 0
        ? undefined
        : Object.fromEntries(problems.map(({ pointer, message }) => [pointer.slice(1), message])),
    error:
      refusal.oauthErrors === undefined ? undefined : (refusal.oauthErrors[refusal.code] ?? (isOurs ? 'server_error' : 'invalid_request')),
    requestId: refusal.requestId,
    requestUrl: refusal.request?.url,
    requestMethod: refusal.request?.method,
  };
  return JSON.stringify(record);
}
