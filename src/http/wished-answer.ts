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

/** What a client wants of the answer besides its data, by headers. @throws DomainError BAD_USER_INPUT */
export function wishedAnswer({ headers }: Pick<IncomingMessage, 'headers'>): WishedAnswer {
  return {
    errorsAtTop: wordOf(headers['x-errors']?.toString(), 'X-Errors', ['data', 'top-level']) === 'top-level',
    explained: wordOf(headers['x-explain']?.toString(), 'X-Explain', ['true', 'false']) === 'true',
  };
}
