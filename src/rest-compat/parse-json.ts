import { DomainError, type Problem } from '../errors/domain-error.ts';
import { pointerTo } from '../errors/json-pointer.ts';
import { ProblemList } from '../errors/problem-list.ts';
import { limitExceededBy } from '../json-extent.ts';
import { jsonFaultOffset } from './json-fault.ts';

/** A value on the way through a document; the pointer is put together only for a fault. */
interface Step {
  readonly value: object | string;
  readonly key: string;
  readonly parent: Step | undefined;
}

function pointerOf(step: Step): string {
  const keys: string[] = [];
  for (let at: Step | undefined = step; at?.parent !== undefined; at = at.parent) keys.push(at.key);
  return pointerTo('', ...keys.reverse());
}

/** Finds texts that no database text can hold. */
function findUnstorable(document: object | string): readonly Problem[] {
  const problems = new ProblemList();
  const waiting: Step[] = [{ value: document, key: '', parent: undefined }];
  for (let step = waiting.pop(); step !== undefined && !problems.isFull; step = waiting.pop()) {
    if (typeof step.value === 'string') {
      if (step.value.includes('\0') || !step.value.isWellFormed()) {
        problems.add(pointerOf(step), 'must not contain a NUL character or an unpaired surrogate');
      }
      continue;
    }
    const entries: [string, unknown][] = Object.entries(step.value);
    for (const [key, value] of entries) {
      if ((typeof value === 'object' && value !== null) || typeof value === 'string') waiting.push({ value, key, parent: step });
    }
  }
  return problems.toArray();
}

function describePosition(text: string): string {
  const offset = jsonFaultOffset(text);
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  const where = `line ${line}, column ${offset - lineStart + 1} (position ${offset})`;
  return offset >= text.length ? `unexpected end at ${where}` : `unexpected character at ${where}`;
}

/**
 * Parses a JSON text. `what` names it in messages: `The request body`.
 * @throws DomainError MALFORMED_JSON with the position of the fault.
 * @throws DomainError BAD_USER_INPUT when it nests too deep, holds too many values, or holds text that cannot be stored.
 */
export function parseJson(text: string, what: string): unknown {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const exceeded = limitExceededBy(plain);
  if (exceeded !== undefined) throw new DomainError('BAD_USER_INPUT', `${what} ${exceeded}.`);
  let document: unknown;
  try {
    document = JSON.parse(plain);
  } catch (cause) {
    const fault = plain.trim() === '' ? 'it is empty' : describePosition(plain);
    throw new DomainError('MALFORMED_JSON', `${what} is not valid JSON: ${fault}.`, { cause });
  }
  // Raw control characters and broken UTF-8 are refused before this point, so only an escape can bring them in.
  if (plain.includes('\\u') && ((typeof document === 'object' && document !== null) || typeof document === 'string')) {
    const problems = findUnstorable(document);
    if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', `${what} contains text that cannot be stored.`, { problems });
  }
  return document;
}
