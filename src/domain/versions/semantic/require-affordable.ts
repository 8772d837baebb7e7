/** What a description may cost to expand. The library does its work again for every context, scope and prefix, so they are counted before. */
import { DomainError } from '../../../errors/domain-error.ts';
import { pointerTo } from '../../../errors/json-pointer.ts';

/** Deeper than any description, and shallow enough for a parser that calls itself. */
const DEEPEST = 20;
/** Objects, lists and texts. Three thousand authors with name and affiliation are nearly as many. */
const MOST_VALUES = 10_000;
/** Each is applied to a copy of everything that was declared before it. */
const MOST_CONTEXTS = 8;
/** Of all contexts together; the work grows with their square. */
const MOST_TERMS = 500;
/** Longest key, and longest text in a context: both become part of many addresses. */
const LONGEST_NAME = 500;
/** What makes a context apply anew at every place where a term stands, fetches another one, or has every address taken apart. */
const REFUSED_IN_CONTEXTS: ReadonlySet<string> = new Set(['@context', '@import', '@propagate', '@base']);
/** Beginning of an address that stands for itself. */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** A prefix, and no beginning of an address. */
const PREFIX = /^([^:]+):(?!\/\/)/;

/** What a term stands for, as it was sent. */
interface Declared {
  readonly term: string;
  readonly address: string;
  readonly pointer: string;
}

function refuse(pointer: string, rule: string): never {
  const message = `The description cannot be read: ${pointer === '' ? 'it' : pointer} ${rule}.`;
  throw new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer, message: rule }] });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every further hop would make all addresses longer that follow from it. */
function refuseLinkedPrefixes(declared: readonly Declared[]): void {
  const terms = new Set(declared.map(({ term }) => term));
  const prefixOf = ({ address }: Declared): string | undefined => {
    const [, prefix] = PREFIX.exec(address) ?? [];
    return prefix !== undefined && terms.has(prefix) ? prefix : undefined;
  };
  const built = new Set(declared.filter((one) => prefixOf(one) !== undefined).map(({ term }) => term));
  for (const one of declared) {
    if (built.has(prefixOf(one) ?? '')) refuse(one.pointer, 'must not begin with a prefix that begins with another one');
  }
}

/**
 * Refuses a description that would take long to expand, before it is.
 * @throws DomainError BAD_USER_INPUT naming the place and the limit.
 */
export function requireAffordable(description: unknown): void {
  const path: string[] = [];
  const declared: Declared[] = [];
  let values = 0;
  let contexts = 0;
  let terms = 0;

  const here = (): string => pointerTo('', ...path);

  function count(): void {
    values += 1;
    if (values > MOST_VALUES) refuse(here(), `is beyond the ${MOST_VALUES} values that a description may have`);
    if (path.length > DEEPEST) refuse(here(), `nests deeper than ${DEEPEST} levels`);
  }

  function eachPart(whole: unknown, visit: (part: unknown, key: string) => void): void {
    if (Array.isArray(whole)) {
      for (const [at, part] of whole.entries()) visitPart(part, String(at), visit);
    } else if (isObject(whole)) {
      for (const key of Object.keys(whole)) visitPart(whole[key], key, visit);
    }
  }

  function visitPart(part: unknown, key: string, visit: (part: unknown, key: string) => void): void {
    if (key.length > LONGEST_NAME) refuse(here(), `has a key of more than ${LONGEST_NAME} characters`);
    path.push(key);
    visit(part, key);
    path.pop();
  }

  function visitValue(value: unknown): void {
    count();
    eachPart(value, (part, key) => (key === '@context' && !Array.isArray(value) ? visitContexts(part) : visitValue(part)));
  }

  function visitContexts(sent: unknown): void {
    if (Array.isArray(sent)) eachPart(sent, visitContext);
    else visitContext(sent);
  }

  function visitContext(context: unknown): void {
    contexts += 1;
    if (contexts > MOST_CONTEXTS) refuse(here(), `is beyond the ${MOST_CONTEXTS} contexts that a description may have`);
    eachPart(context, (definition, term) => {
      terms += 1;
      if (terms > MOST_TERMS) refuse(here(), `is beyond the ${MOST_TERMS} terms that contexts may declare`);
      visitDefinition(definition, term, term);
    });
  }

  function visitDefinition(part: unknown, key: string, term: string): void {
    count();
    if (REFUSED_IN_CONTEXTS.has(key)) refuse(here(), 'must be absent: terms must map to full IRIs, and contexts must not be nested');
    if (typeof part !== 'string') {
      eachPart(part, (inner, innerKey) => visitDefinition(inner, innerKey, term));
      return;
    }
    if (part.length > LONGEST_NAME) refuse(here(), `must not be longer than ${LONGEST_NAME} characters`);
    if (key === '@vocab' && !SCHEME.test(part)) refuse(here(), 'must be a full IRI');
    declared.push({ term, address: part, pointer: here() });
  }

  visitValue(description);
  refuseLinkedPrefixes(declared);
}
