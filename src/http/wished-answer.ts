import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';
import type { WishedAnswer } from '../request-context.ts';

/** The one of the words that a header has; undefined where it is not sent. @throws DomainError BAD_USER_INPUT */
function wordOf<Word extends string>(header: string | undefined, name: string, words: readonly Word[]): Word | undefined {
  if (header === undefined) return undefined;
  const word = words.find((one) => one === header.trim().toLowerCase());
  if (word === undefined) throw new DomainError('BAD_USER_INPUT', `The header ${name} must be ${words.join(' or ')}.`);
  return word;
}

/** Longest key, in characters. */
const LONGEST_KEY = 255;
/** A string of structured fields, or the same without its quotes. Source: RFC 9651, 3.3.3; draft-ietf-httpapi-idempotency-key-header, 2.1. */
const KEY = /^(?:"(?<quoted>[ !#-[\]-~]+)"|(?<bare>[!#-+\--:<-[\]-~]+))$/;

/** @throws DomainError IDEMPOTENCY_KEY_INVALID */
function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  // Beyond it nothing is read of it.
  const groups = header.length > LONGEST_KEY + 2 ? undefined : KEY.exec(header)?.groups;
  const key = groups?.['quoted'] ?? groups?.['bare'];
  if (key !== undefined && key.length <= LONGEST_KEY) return key;
  throw new DomainError(
    'IDEMPOTENCY_KEY_INVALID',
    `The header Idempotency-Key must be one text of 1 to ${LONGEST_KEY} visible characters, in quotes or without.`,
  );
}

/** What a client wants of the answer besides its data, by headers. @throws DomainError BAD_USER_INPUT | IDEMPOTENCY_KEY_INVALID */
export function wishedAnswer({ headers }: Pick<IncomingMessage, 'headers'>): WishedAnswer {
  return {
    errorsAtTop: wordOf(headers['x-errors']?.toString(), 'X-Errors', ['data', 'top-level']) === 'top-level',
    explained: wordOf(headers['x-explain']?.toString(), 'X-Explain', ['true', 'false']) === 'true',
    idempotencyKey: idempotencyKeyOf(headers['idempotency-key']?.toString()),
  };
}
