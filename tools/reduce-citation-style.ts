/**
 * Makes styles of the Citation Style Language small: what they say of articles, letters and maps is left out, and so is how texts refer to their
 * bibliography. What is left says the same of datasets and software, and is compiled in a hundredth of the time.
 *
 *     node tools/reduce-citation-style.ts FOLDER-OF-STYLES
 *
 * Source: Citation Style Language 1.0.2; the styles of https://github.com/citation-style-language/styles.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, type Element, XMLSerializer } from '@xmldom/xmldom';
import { CITATION_STYLES } from '../src/vocabulary/citation-styles.ts';

/** Types of what is cited here. */
const TYPES: ReadonlySet<string> = new Set(['dataset', 'software']);
/** What is known of it. */
const VARIABLES: ReadonlySet<string> = new Set(['title', 'author', 'issued', 'version', 'publisher', 'DOI', 'URL', 'citation-number']);

type Truth = boolean | undefined;

function words(element: Element, attribute: string): readonly string[] {
  return (element.getAttribute(attribute) ?? '').split(/\s+/).filter((word) => word !== '');
}

function childrenOf(element: Element): readonly Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}

function truthOfType(type: string): Truth {
  if (!TYPES.has(type)) return false;
  return TYPES.size === 1 ? true : undefined;
}

/** What is known of the tests of a branch, one by one. */
function testsOf(branch: Element): readonly Truth[] {
  const types = words(branch, 'type').map(truthOfType);
  const variables = words(branch, 'variable').map((name): Truth => (VARIABLES.has(name) ? undefined : false));
  const numbers = words(branch, 'is-numeric').map((name): Truth => (VARIABLES.has(name) ? undefined : false));
  const never = ['locator', 'position', 'is-uncertain-date', 'disambiguate'].flatMap((name) => words(branch, name).map((): Truth => false));
  return [...types, ...variables, ...numbers, ...never];
}

function truthOf(branch: Element): Truth {
  const tests = testsOf(branch);
  // All types at once, in one branch: one of them holds.
  const named = words(branch, 'type').filter((type) => TYPES.has(type)).length;
  switch (branch.getAttribute('match') ?? 'all') {
    case 'any':
      if (named === TYPES.size || tests.includes(true)) return true;
      return tests.every((test) => test === false) ? false : undefined;
    case 'none':
      if (named === TYPES.size || tests.includes(true)) return false;
      return tests.every((test) => test === false) ? true : undefined;
    default:
      if (tests.includes(false)) return false;
      return tests.every((test) => test === true) ? true : undefined;
  }
}

/** Takes out the branches that are never taken, and choices between one: what they hold counts nowhere. */
function decide(parent: Element): void {
  for (const child of childrenOf(parent)) {
    if (child.tagName === 'choose') decideChoice(parent, child);
    else decide(child);
  }
}

function decideChoice(parent: Element, choice: Element): void {
  let isDecided = false;
  for (const branch of childrenOf(choice)) {
    const truth = branch.tagName === 'else' ? true : truthOf(branch);
    if (isDecided || truth === false) {
      choice.removeChild(branch);
      continue;
    }
    decide(branch);
    if (truth !== true) continue;
    isDecided = true;
    if (childrenOf(choice)[0] !== branch) {
      if (branch.tagName !== 'else') rename(branch, 'else');
      continue;
    }
    for (const shown of childrenOf(branch)) parent.insertBefore(shown, choice);
  }
  const [first] = childrenOf(choice);
  if (first === undefined || (isDecided && childrenOf(first).length === 0 && childrenOf(choice).length === 1)) parent.removeChild(choice);
  else if (first.tagName === 'else-if') rename(first, 'if');
}

/** Gives an element another name; attributes and content go over. */
function rename(element: Element, name: string): Element {
  const document = element.ownerDocument;
  if (document === null) return element;
  const renamed = document.createElementNS(element.namespaceURI, name);
  if (name !== 'else') for (const attribute of Array.from(element.attributes)) renamed.setAttribute(attribute.name, attribute.value);
  while (element.firstChild !== null) renamed.appendChild(element.firstChild);
  element.parentNode?.replaceChild(renamed, element);
  return renamed;
}

class Reduction {
  readonly #macros: Map<string, Element>;
  readonly #reduced = new Set<string>();
  readonly used = new Set<string>();

  constructor(macros: readonly Element[]) {
    this.#macros = new Map(macros.map((macro) => [macro.getAttribute('name') ?? '', macro]));
  }

  /** Whether a macro says anything. */
  #says(name: string): boolean {
    const macro = this.#macros.get(name);
    if (macro === undefined) return false;
    if (!this.#reduced.has(name)) {
      this.#reduced.add(name);
      this.reduce(macro);
    }
    return childrenOf(macro).length > 0;
  }

  /** Takes out what can never be shown. */
  reduce(parent: Element): void {
    for (const child of childrenOf(parent)) {
      if (!this.#stays(child)) parent.removeChild(child);
    }
  }

  #stays(element: Element): boolean {
    const names = words(element, 'variable');
    const isKnown = names.length === 0 || names.some((name) => VARIABLES.has(name));
    switch (element.tagName) {
      case 'text': {
        const macro = element.getAttribute('macro');
        return macro === null || macro === '' ? isKnown : this.#says(macro);
      }
      case 'number':
      case 'date':
      case 'label':
        return isKnown;
      case 'names': {
        for (const substitute of childrenOf(element).filter(({ tagName }) => tagName === 'substitute')) {
          this.reduce(substitute);
          if (childrenOf(substitute).length === 0) element.removeChild(substitute);
        }
        return isKnown || childrenOf(element).some(({ tagName }) => tagName === 'substitute');
      }
      case 'choose':
        return this.#choiceStays(element);
      case 'group':
        return this.#groupStays(element);
      default:
        return true;
    }
  }

  /** A group is left out where it names variables, and none of them has a value; one of terms alone is not. */
  #groupStays(group: Element): boolean {
    const named = this.#namesVariable(group);
    this.reduce(group);
    return childrenOf(group).length > 0 && (!named || this.#namesVariable(group));
  }

  /** Whether an element shows a variable, by a macro as well. */
  #namesVariable(element: Element): boolean {
    return childrenOf(element).some((child) => {
      const macro = child.tagName === 'text' ? this.#macros.get(child.getAttribute('macro') ?? '') : undefined;
      if (macro !== undefined && this.#namesVariable(macro)) return true;
      const shows = ['text', 'number', 'date', 'label', 'names'].includes(child.tagName) && child.hasAttribute('variable');
      return shows || this.#namesVariable(child);
    });
  }

  /** A choice goes with the last of its branches that shows anything. */
  #choiceStays(choice: Element): boolean {
    for (const branch of childrenOf(choice)) this.reduce(branch);
    return childrenOf(choice).some((branch) => childrenOf(branch).length > 0);
  }

  /** Names the macros that an element uses, and those that they use. */
  gather(element: Element): void {
    for (const child of childrenOf(element)) {
      const name = child.tagName === 'text' ? (child.getAttribute('macro') ?? '') : '';
      const macro = this.#macros.get(name);
      if (macro !== undefined && !this.used.has(name)) {
        this.used.add(name);
        this.gather(macro);
      }
      this.gather(child);
    }
  }
}

/** Leaves of a style what it says of datasets and software in its bibliography. */
export function reducedStyle(xml: string): string {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const style = document.documentElement;
  if (style === null) throw new Error('The style has no element.');
  const top = childrenOf(style);
  const bibliography = top.find(({ tagName }) => tagName === 'bibliography');
  const citation = top.find(({ tagName }) => tagName === 'citation');
  if (bibliography === undefined || citation === undefined) throw new Error('The style has no bibliography.');
  const reduction = new Reduction(top.filter(({ tagName }) => tagName === 'macro'));
  // There is one entry: nothing is sorted, and nobody refers to it.
  for (const sort of childrenOf(bibliography).filter(({ tagName }) => tagName === 'sort')) bibliography.removeChild(sort);
  while (citation.firstChild !== null) citation.removeChild(citation.firstChild);
  const layout = document.createElementNS(style.namespaceURI, 'layout');
  const title = document.createElementNS(style.namespaceURI, 'text');
  title.setAttribute('variable', 'title');
  layout.appendChild(title);
  citation.appendChild(layout);
  for (const attribute of Array.from(citation.attributes)) {
    if (attribute.name.startsWith('disambiguate')) citation.removeAttribute(attribute.name);
  }
  decide(style);
  for (const part of childrenOf(bibliography)) reduction.reduce(part);
  reduction.gather(bibliography);
  for (const macro of top.filter(({ tagName }) => tagName === 'macro')) {
    if (!reduction.used.has(macro.getAttribute('name') ?? '')) style.removeChild(macro);
  }
  const note = document.createComment(' Reduced to what it says of datasets and software by tools/reduce-citation-style.ts. ');
  style.insertBefore(note, style.firstChild);
  return `${new XMLSerializer()
    .serializeToString(document)
    .replaceAll(/\n\s*\n+/g, '\n')
    .trimEnd()}\n`;
}

const [folder] = process.argv.slice(2);
if (import.meta.main) {
  if (folder === undefined) throw new Error('Which folder has the styles?');
  for (const { file } of Object.values(CITATION_STYLES)) {
    const reduced = reducedStyle(readFileSync(join(folder, file), 'utf8'));
    writeFileSync(join(import.meta.dirname, '../data/citation-styles', file), reduced);
  }
}
