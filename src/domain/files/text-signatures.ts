const GRAPHML_SCHEMA = 'http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd';
/** A document whose root does not begin within this much is not looked at further. */
const PROLOG_CHARACTERS = 16 * 1024;

/** Tab, line feed, form feed, carriage return and escape occur in text; everything else below the space does not. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL_CHARACTER = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** What can stand before a root element: byte order mark, space, declaration, comments, a document type. */
const PROLOG_PART = /\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/iy;

/** `text/plain` with its character set when the bytes are text to the last one, else `undefined`. Source: files.md 14.1, step 5. */
export function plainTextType(head: Buffer): string | undefined {
  if (head.length === 0 || CONTROL_CHARACTER.test(head.toString('latin1'))) return undefined;
  if (head.every((byte) => byte < 0x80)) return 'text/plain; charset=US-ASCII';
  try {
    // Streaming, because the head may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'text/plain; charset=UTF-8';
  } catch {
    return undefined;
  }
}

/** Whether the bytes are text in UTF-16 with its mark. Source: files.md 19.1, 19.5. */
export function isWideText(head: Buffer): boolean {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
  if (encoding === undefined || head.length < 4) return false;
  try {
    // Streaming, because the head may end within a character.
    return !CONTROL_CHARACTER.test(new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}

/** The type of a markup document by its root element. Source: files.md 14.1, steps 3a and 5. */
export function markupType(head: Buffer): string | undefined {
  const text = head.toString('utf8', 0, PROLOG_CHARACTERS).replace(/^\uFEFF/, '');
  const isXml = text.startsWith('<?xml');
  if (!isXml && !/^\s*<[!a-z]/i.test(text)) return undefined;

  const root = rootElement(text);
  const localName = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(root)?.[1] ?? '';
  if (localName === 'graphml' && root.includes(GRAPHML_SCHEMA)) return 'text/xml-graphml';
  if (localName === 'svg') return 'image/svg+xml';
  if (localName.toLowerCase() === 'html') return 'text/html';
  return isXml ? 'text/xml' : undefined;
}

/** The start tag of the root element; empty when it is not where it should be. */
function rootElement(text: string): string {
  let at = 0;
  for (;;) {
    PROLOG_PART.lastIndex = at;
    const part = PROLOG_PART.exec(text);
    if (part === null) break;
    at += part[0].length;
  }
  const end = text.indexOf('>', at);
  return text.slice(at, end === -1 ? undefined : end + 1);
}
