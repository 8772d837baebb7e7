import { createHash } from 'node:crypto';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { ExportSnapshot } from '../../formats/exports/export-snapshot.ts';

/** Characters of a piece: what is sent and stored at once. */
const PIECE_LENGTH = 256 * 1024;

/** Length and checksum of a text of which a piece was read after the other. */
export class TextMeasure {
  readonly #hash = createHash('sha256');
  #sizeBytes = 0;

  add(piece: string): void {
    this.#hash.update(piece);
    this.#sizeBytes += Buffer.byteLength(piece);
  }

  /** To be asked once, in the end. */
  result(): { readonly checksum: string; readonly sizeBytes: number } {
    return { checksum: this.#hash.digest('hex'), sizeBytes: this.#sizeBytes };
  }
}

/** Where a text can be cut, at most at that place: not between the halves of a character. */
function cutAt(text: string, place: number): number {
  return (text.charCodeAt(place - 1) & 0xfc00) === 0xd800 ? place - 1 : place;
}

/** The text of an export in pieces that are worth a statement each; at least one. */
export async function* piecesOf(exporter: Exporter, snapshot: ExportSnapshot): AsyncGenerator<string> {
  let gathered = '';
  for await (const text of exporter.write(snapshot)) {
    gathered += text.toWellFormed();
    while (gathered.length >= PIECE_LENGTH) {
      const end = cutAt(gathered, PIECE_LENGTH);
      yield gathered.slice(0, end);
      gathered = gathered.slice(end);
    }
  }
  if (gathered !== '') yield gathered;
}
