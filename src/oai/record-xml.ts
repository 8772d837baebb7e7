/** Records as XML, piece by piece. Source: OAI-PMH 2.0, 2.5. */
import { element, leafXml, xmlAround, xmlText } from '../formats/xml/xml-element.ts';
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

const headStart = { alive: '<header>', deleted: xmlAround('header', { status: 'deleted' }).start };

/** The head of a record. Identifiers are URIs there. */
export function headXml({ identifier, changedAt, deleted, sets }: RecordHead): string {
  const facts = leafXml('identifier', encodeURI(identifier)) + leafXml('datestamp', datestamp(changedAt));
  return `${deleted ? headStart.deleted : headStart.alive}${facts}${sets.map((set) => leafXml('setSpec', set)).join('')}</header>`;
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

/** What stands around the text of a record. */
const frames = new WeakMap<TextForm, { readonly start: string; readonly end: string }>();

function frameOf(form: TextForm): { readonly start: string; readonly end: string } {
  const made = frames.get(form);
  if (made !== undefined) return made;
  const wrapper = form.wrapped ? xmlAround('json', { xmlns: form.namespace }) : { start: '', end: '' };
  const frame = { start: `<metadata>${wrapper.start}`, end: `${wrapper.end}</metadata>` };
  frames.set(form, frame);
  return frame;
}

/** Whether all of a record was read with it. */
export function isWhole({ export: text }: WholeRecord): boolean {
  return text === null || text.pieceCount === 1;
}

/** A record of which all was read with it, as texts that follow one another. */
export function wholeRecordXml(record: WholeRecord, form: TextForm): readonly string[] {
  const head = `<record>${headXml(record)}`;
  if (record.export === null) return [head, '</record>'];
  const { start, end } = frameOf(form);
  const text = record.export.piece.replace(XML_DECLARATION, '');
  return [head, start, form.wrapped ? escaped(text) : text, end, '</record>'];
}

/** A record with its text. */
export async function* recordXml(record: WholeRecord, form: TextForm, readPiece: ReadPiece): AsyncGenerator<string> {
  yield `<record>${headXml(record)}`;
  if (record.export !== null) {
    const { start, end } = frameOf(form);
    yield start;
    for await (const piece of pieces(record.identifier, record.export, readPiece)) yield form.wrapped ? escaped(piece) : piece;
    yield end;
  }
  yield '</record>';
}
