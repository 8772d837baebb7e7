/** Parses untrusted XML into a small tree. No document type, so no entities and no fetching; size, depth and numbers are bounded. */
import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { DomainError } from '../../errors/domain-error.ts';
import { singleSpaced } from '../values/single-spaced.ts';

/** An element with its texts and elements in their order. */
export interface XmlElement {
  /** Local name, without a prefix. */
  readonly name: string;
  /** Address of its namespace; empty without one. */
  readonly namespace: string;
  /** Values by local name; `xml:lang` keeps its prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

export interface XmlRules {
  /** Required local name of the root element; any when undefined. */
  readonly root: string | undefined;
  /** Elements directly below the root that are read over. */
  readonly skipped: ReadonlySet<string>;
  /** Elements that are read over wherever they stand. */
  readonly skippedAnywhere?: ReadonlySet<string>;
}

/** Longest document, in UTF-16 units. */
const LONGEST = 16 * 1024 * 1024;
const DEEPEST = 64;
/** Of the elements that are kept; a study with five thousand authors has a fifth of that. */
const MOST_ELEMENTS = 50_000;
/** Characters of all texts that are kept: the white space of each is brought in order at once. */
const LONGEST_TEXTS = 8_000_000;
/** Of one element, whose attributes are brought together at once. */
const MOST_ATTRIBUTES = 256;
/**
 * Of the characters that markup is made of: each costs the parser several times as much as a letter, so that these decide what a long
 * document takes. A codebook of ten megabytes has about a million, with all its variables.
 */
const MOST_MARKS = 1_500_000;
const MARKS: ReadonlySet<number> = new Set(Array.from('<&#=:-?]', (mark) => mark.charCodeAt(0)));
/** Characters that are parsed before the parser yields to other requests. */
const CHUNK = 64 * 1024;

const UTF8 = /^(?:utf-?8|us-ascii|ascii)$/i;

function refused(message: string): DomainError {
  return new DomainError('MALFORMED_XML', message);
}

function countMarks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (MARKS.has(text.charCodeAt(at))) count += 1;
  return count;
}

/**
 * Parses a document; the content of skipped elements is checked and dropped.
 * @throws DomainError MALFORMED_XML with line and column, counted from 1.
 */
export async function parseXml(text: string, { root, skipped, skippedAnywhere }: XmlRules): Promise<XmlElement> {
  if (text.length > LONGEST) throw refused(`The XML is longer than ${LONGEST} characters.`);
  const parser = new SaxesParser({ xmlns: true });
  const at = (): string => `line ${parser.line}, column ${parser.column + 1}`;
  const open: OpenElement[] = [];
  let whole: XmlElement | undefined;
  let depth = 0;
  let count = 0;
  let attributeCount = 0;
  let marks = 0;
  let textLength = 0;
  /** Depth of the element that is being read over. */
  let skipping: number | undefined;

  parser.on('error', ({ message }) => {
    throw refused(`The XML is not well-formed at ${at()}: ${message.replace(/^(?:[^:]*:)?\d+:\d+: /, '')}`);
  });
  parser.on('doctype', () => {
    throw refused(`The XML has a document type before ${at()}; document types and entities are not read.`);
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || UTF8.test(encoding)) return;
    throw refused(`The XML declares the encoding ${encoding}; it must be sent in UTF-8 and declare that or nothing.`);
  });
  parser.on('opentagstart', () => {
    attributeCount = 0;
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > MOST_ATTRIBUTES) throw refused(`An element of the XML has more than ${MOST_ATTRIBUTES} attributes at ${at()}.`);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 1 && root !== undefined && tag.local !== root) {
      throw refused(`The root element of the XML is ${tag.local}; it must be ${root}.`);
    }
    if (depth > DEEPEST) throw refused(`The XML nests more than ${DEEPEST} elements at ${at()}.`);
    const isSkipped = (depth === 2 && skipped.has(tag.local)) || (depth > 1 && skippedAnywhere?.has(tag.local) === true);
    if (isSkipped) skipping ??= depth;
    if (skipping !== undefined) return;
    count += 1;
    if (count > MOST_ELEMENTS) throw refused(`The XML has more than ${MOST_ELEMENTS} elements at ${at()}.`);
    const attributes = new Map(
      Object.values(tag.attributes).map(({ prefix, local, value }) => [prefix === 'xml' ? `xml:${local}` : local, value]),
    );
    open.push({ name: tag.local, namespace: tag.uri, attributes, children: [] });
  });
  const addText = (added: string): void => {
    if (skipping !== undefined) return;
    textLength += added.length;
    if (textLength > LONGEST_TEXTS) throw refused(`The texts of the XML are longer than ${LONGEST_TEXTS} characters at ${at()}.`);
    open.at(-1)?.children.push(added);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const skippedOne = skipping === depth;
    depth -= 1;
    if (skippedOne) skipping = undefined;
    else if (skipping === undefined) {
      const closed = open.pop();
      if (closed === undefined) return;
      const owner = open.at(-1);
      if (owner === undefined) whole = closed;
      else owner.children.push(closed);
    }
  });

  for (let start = 0; start < text.length; start += CHUNK) {
    const chunk = text.slice(start, start + CHUNK);
    marks += countMarks(chunk);
    if (marks > MOST_MARKS) throw refused(`The XML has more than ${MOST_MARKS} characters of markup at ${at()}.`);
    parser.write(chunk);
    await setImmediate();
  }
  parser.close();
  if (whole === undefined) throw refused('The XML has no element.');
  return whole;
}

/** Elements that a path of local names leads to, in the order of the document. */
export function elementsAt(from: XmlElement, path: string): XmlElement[] {
  let found: XmlElement[] = [from];
  for (const step of path.split('/')) {
    found = found.flatMap(({ children }) => children.filter((child) => typeof child !== 'string').filter(({ name }) => name === step));
  }
  return found;
}

/** Elements of formatted text that begin a line of their own. */
const BLOCKS: ReadonlySet<string> = new Set(['p', 'head', 'list', 'item', 'itm', 'label', 'div', 'br', 'ul', 'ol', 'li']);

function rawText({ children }: XmlElement): string {
  return children
    .map((child) => (typeof child === 'string' ? singleSpaced(child) : BLOCKS.has(child.name) ? `\n${rawText(child)}\n` : rawText(child)))
    .join('');
}

/** The text of an element and of what it holds: runs of white space are one space, paragraphs one line each. */
export function textOf(element: XmlElement): string {
  return rawText(element)
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
