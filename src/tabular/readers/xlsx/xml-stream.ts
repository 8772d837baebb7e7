/** Parses XML of any length piece by piece; what one tag or text may cost is bounded. */
import { SaxesParser } from 'saxes';
import { TableError } from '../../table-error.ts';

const DEEPEST = 64;
/** Of one tag; rows and cells have half a dozen. */
const MOST_ATTRIBUTES = 64;

export interface XmlHandler {
  /** Names come without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

function malformed(): TableError {
  return new TableError('MALFORMED', 'A part of the workbook is not well-formed XML.');
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Parses a part, giving control back after each piece. @throws TableError */
export async function* parseXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler, mostBytes: number): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let attributes = 0;
  /** Characters since the last thing that was told; the parser holds them. */
  let pending = 0;
  parser.on('error', () => {
    throw malformed();
  });
  parser.on('doctype', () => {
    throw new TableError('UNSUPPORTED', 'A part of the workbook has a document type, which is not read.');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    pending = 0;
    if (depth > DEEPEST) throw malformed();
  });
  parser.on('attribute', () => {
    attributes += 1;
    pending = 0;
    if (attributes > MOST_ATTRIBUTES) throw malformed();
  });
  parser.on('opentag', ({ name, attributes: values }) => handler.open?.(localName(name), values));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    pending = 0;
    handler.close?.(localName(name));
  });
  const text = (content: string): void => handler.text?.(content);
  parser.on('text', text);
  parser.on('cdata', text);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = (piece: string): void => {
    pending += piece.length;
    parser.write(piece);
    if (pending > mostBytes) throw new TableError('TOO_LARGE', `A text of the workbook has more than ${mostBytes} characters.`);
  };
  for await (const chunk of chunks) {
    write(decoded(decoder, chunk));
    yield;
  }
  write(decoded(decoder));
  parser.close();
  yield;
}

function decoded(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new TableError('UNSUPPORTED', 'A part of the workbook is not in UTF-8.');
  }
}
