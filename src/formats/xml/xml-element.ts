/** XML as values. The library escapes; what XML has no characters for is left out before. */
import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom';

/** An element with its attributes, of which those without a value are left out. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: readonly (XmlElement | string)[];
}

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** What can stand in an element; what is undefined stands for nothing. */
export type XmlContent = XmlElement | string | undefined | readonly (XmlElement | undefined)[];

// Elements that were written are not kept by it.
const owner = new DOMImplementation().createDocument(null, '');
const serializer = new XMLSerializer();

// Controls but tab and line ends, and two that are no characters. Source: XML 1.0, 2.2.
const FORBIDDEN = /[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function storable(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}

/** An element. */
export function element(name: string, attributes: XmlAttributes = {}, ...content: readonly XmlContent[]): XmlElement {
  return { name, attributes, children: content.flat().filter((child) => child !== undefined) };
}

/** An element with a text; none without one. */
export function leaf(name: string, text: string | null | undefined, attributes: XmlAttributes = {}): XmlElement | undefined {
  return text === null || text === undefined ? undefined : { name, attributes, children: [text] };
}

/** One element for each text. */
export function leaves(name: string, texts: readonly string[], attributes: XmlAttributes = {}): XmlElement[] {
  return texts.map((text) => ({ name, attributes, children: [text] }));
}

/** A wrapper, which is written only around something. */
export function wrapper(name: string, ...content: readonly XmlContent[]): XmlElement | undefined {
  const wrapped = element(name, {}, ...content);
  return wrapped.children.length === 0 ? undefined : wrapped;
}

function nodeOf({ name, attributes, children }: XmlElement) {
  const node = owner.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(key, storable(value));
  for (const child of children) {
    if (typeof child !== 'string') node.appendChild(nodeOf(child));
    else if (child !== '') node.appendChild(owner.createTextNode(storable(child)));
  }
  return node;
}

/** An element as text. */
export function xmlText(root: XmlElement): string {
  return serializer.serializeToString(nodeOf(root));
}

/** A root whose content is written piece by piece: its tags. */
export function xmlAround(name: string, attributes: XmlAttributes): { readonly start: string; readonly end: string } {
  const empty = xmlText(element(name, attributes));
  return { start: `${empty.slice(0, -'/>'.length)}>`, end: `</${name}>` };
}

/** Letters, digits and marks that mean nothing in XML. */
const PLAIN = /^[\w ./:;,+~@#()*!?=-]*$/;

/** An element with nothing but a text, as text. What holds nothing to escape is not handed to the library: a page of records has hundreds. */
export function leafXml(name: string, text: string): string {
  if (text !== '' && PLAIN.test(text)) return `<${name}>${text}</${name}>`;
  return xmlText(element(name, {}, text));
}
