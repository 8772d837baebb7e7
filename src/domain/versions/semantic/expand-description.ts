import { DomainError } from '../../../errors/domain-error.ts';
import { requireAffordable } from './require-affordable.ts';

/** A node of expanded JSON-LD: every key a URI or a keyword, every value a list. */
export type ExpandedNode = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library takes null, which its types have not heard of
const NO_BASE = null as unknown as string;

function refused(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: '', message }] });
}

function isNode(value: unknown): value is ExpandedNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Brings a description to the one form in which every key is a URI. Prefixes and terms of `context` are known without being declared.
 * Contexts that are named by an address are never fetched. @throws DomainError BAD_USER_INPUT when it is no such description, or one
 * of its keys stands for nothing.
 */
export async function expandDescription(body: unknown, context: Readonly<Record<string, string>>): Promise<ExpandedNode> {
  if (!isNode(body)) throw refused('The description must be a single object.');
  requireAffordable(body);
  // Loaded only here: few installations are sent descriptions.
  const { default: jsonld } = await import('jsonld');
  let nodes: unknown;
  try {
    const options = {
      expandContext: { ...context },
      // Relative addresses stay as they are: nothing is known that they could be relative to, and putting one together takes long.
      base: NO_BASE,
      documentLoader: () => Promise.reject(new Error('contexts must be embedded in the description')),
      // A key that stands for nothing would be left out without a word.
      safe: true,
    };
    nodes = await jsonld.expand(structuredClone(body), options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused(`The description cannot be read as JSON-LD: ${reason.slice(0, 300)}`);
  }
  const list: readonly unknown[] = Array.isArray(nodes) ? nodes : [];
  const [node, ...further] = list;
  if (!isNode(node) || further.length > 0) throw refused('The description must be a single object.');
  return node;
}
