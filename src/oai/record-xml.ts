/** Records as XML, piece by piece. Source: OAI-PMH 2.0, 2.5. */
import { element, leaf, leaves, type XmlElement, xmlAround, xmlText } from '../formats/xml/xml-element.ts';
import { datestamp } from './datestamps.ts';

/** The head of a record. */
export interface RecordHead {
  readonly identifier: string;
  readonly changedAt: string;
  readonly deleted: boolean;
  readonly sets: readonly string[];
}

/** A text that leaves in pieces. */
export interface RecordText {
  readonly checksum: string;
  readonly pieceCount: number;
  readonly piece: string;
}

export interface WholeRecord extends RecordHead {
  readonly export: RecordText | null;
}

/** How the texts of a format are put into records. */
export interface TextForm {
  readonly prefix: string;
  readonly namespace: string;
  readonly wrapped: boolean;
}

/** Reads a further piece of the text of a record. */
export type ReadPiece = (identifier: string, position: number) => Promise<Pick<RecordText, 'checksum' | 'piece'> | null>;

/** The head of a record as an element. Identifiers are URIs there. */
export function headElement({ identifier, changedAt, deleted, sets }: RecordHead): XmlElement {
  return element(
    'header',
    { status: deleted ? 'deleted' : undefined },
    leaf('identifier', encodeURI(identifier)),
    leaf('datestamp', datestamp(changedAt)),
    leaves('setSpec', sets),
  );
}

const XML_DECLARATION = /^\uFEFF?<\?xml[^>]*\?>\s*/;

/** A text as the library escapes it, without an element around it. */
function escaped(text: string): string {
  const written = xmlText(element('x', {}, text));
  return text === '' ? '' : written.slice('<x>'.length, -'</x>'.length);
}

async function* pieces(identifier: string, { checksum, pieceCount, piece }: RecordText, readPiece: ReadPiece): AsyncGenerator<string> {
  yield piece.replace(XML_DECLARATION, '');
  for (let position = 1; position < pieceCount; position += 1) {
    const next = await readPiece(identifier, position);
    if (next?.checksum !== checksum) throw new Error('The export was replaced while it was sent.');
    yield next.piece;
  }
}

/** A record with its text. */
export async function* recordXml(record: WholeRecord, form: TextForm, readPiece: ReadPiece): AsyncGenerator<string> {
  const around = xmlAround('record', {});
  yield around.start + xmlText(headElement(record));
  if (record.export !== null) {
    const metadata = xmlAround('metadata', {});
    const wrapper = form.wrapped ? xmlAround('json', { xmlns: form.namespace }) : { start: '', end: '' };
    yield metadata.start + wrapper.start;
    for await (const piece of pieces(record.identifier, record.export, readPiece)) yield form.wrapped ? escaped(piece) : piece;
    yield wrapper.end + metadata.end;
  }
  yield around.end;
}
