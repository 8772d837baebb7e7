import { DomainError, type Problem } from '../errors/domain-error.ts';
import { pointerTo } from '../errors/json-pointer.ts';
import { jsonFaultOffset } from './json-fault.ts';

/** Deeper than any document of the contract; recursion over a deeper one could exhaust the stack. */
const DEEPEST_NESTING = 100;

/** A value on the way through a document; the pointer is put together only for a fault. */
interface Step {
  readonly value: object | string;
  readonly key: string;
  readonly parent: Step | undefined;
  readonly depth: number;
}

function pointerOf(step: Step): string {
  const keys: string[] = [];
  for (let at: Step | undefined = step; at?.parent !== undefined; at = at.parent) keys.push(at.key);
  return pointerTo('', ...keys.reverse());
}

function tooDeep(): DomainError {
  return new DomainError('BAD_USER_INPUT', `The JSON document nests deeper than ${DEEPEST_NESTING} levels.`);
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value);
}

/** Finds nesting that is too deep, and texts that no database text can hold. */
function checkDocument(document: object | string, withTexts: boolean): Problem[] {
  const problems: Problem[] = [];
  const waiting: Step[] = [{ value: document, key: '', parent: undefined, depth: 1 }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (typeof step.value === 'string') {
      if (step.value.includes('\0') || !step.value.isWellFormed()) {
        problems.push({ pointer: pointerOf(step), message: 'must not hold a NUL character or half of a surrogate pair' });
      }
      continue;
    }
    if (step.depth > DEEPEST_NESTING) throw tooDeep();
    for (const [key, value] of entriesOf(step.value)) {
      if ((typeof value === 'object' && value !== null) || (withTexts && typeof value === 'string')) {
        waiting.push({ value, key, parent: step, depth: step.depth + 1 });
      }
    }
  }
  return problems;
}

function describePosition(text: string): string {
  const offset = jsonFaultOffset(text);
  const before = text.slice(0, offset).split('\n');
  const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (position ${offset})`;
  return offset >= text.length ? `it ends too early, at ${where}` : `unexpected character at ${where}`;
}

/**
 * Parses a JSON text. `what` names it in messages: `The request body`.
 * @throws DomainError MALFORMED_JSON with the position of the fault.
 * @throws DomainError BAD_USER_INPUT when it nests too deep or holds text that cannot be stored.
 */
export function parseJson(text: string, what: string): unknown {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let document: unknown;
  try {
    document = JSON.parse(plain);
  } catch (cause) {
    const fault = plain.trim() === '' ? 'it is empty' : describePosition(plain);
    throw new DomainError('MALFORMED_JSON', `${what} is not valid JSON: ${fault}.`, { cause });
  }
  if ((typeof document === 'object' && document !== null) || typeof document === 'string') {
    // Raw control characters and broken UTF-8 are refused before this point, so only an escape can bring them in.
    const problems = checkDocument(document, plain.includes('\\u'));
    if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', `${what} holds text that cannot be stored.`, { problems });
  }
  return document;
}
