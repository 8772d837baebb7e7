/** Names, labels and formats that are too long for the descriptions of variables of version 8. */
import type { ByteCursor } from '../byte-cursor.ts';
import type { TextEncoding } from '../text-encoding.ts';
import { endWithoutBlanks } from '../text-encoding.ts';

/** By the number of the variable, from 1. */
export type LongTexts = ReadonlyMap<number, { readonly name: string; readonly label: string; readonly format: string }>;

export interface LongTextsSetting {
  readonly entries: number;
  /** Whether a format and an informat follow the label. */
  readonly withFormats: boolean;
  readonly encoding: TextEncoding;
}

/** Reads them, and what pads them to a whole record. @throws TableError when they are more than the file has */
export async function readLongTexts(cursor: ByteCursor, { entries, withFormats, encoding }: LongTextsSetting): Promise<LongTexts> {
  const texts = new Map<number, { name: string; label: string; format: string }>();
  const start = cursor.position;
  for (let entry = 0; entry < entries; entry += 1) {
    const sizes = await cursor.take(withFormats ? 10 : 6);
    const number = sizes.readUInt16BE(0);
    const lengths = Array.from({ length: sizes.length / 2 - 1 }, (_, index) => sizes.readUInt16BE(2 * index + 2));
    const parts: string[] = [];
    for (const length of lengths) {
      cursor.hold(length);
      const bytes = await cursor.take(length);
      parts.push(encoding.decode(bytes.subarray(0, endWithoutBlanks(bytes, 0, length))));
    }
    const [name = '', label = '', format = ''] = parts;
    // A format comes with its width and its digits: DATETIME22.3.
    texts.set(number, { name, label, format: /^\$?\w*?[A-Za-z_](?=\d*(?:\.\d*)?$)/.exec(format)?.[0] ?? '' });
  }
  const read = cursor.position - start;
  cursor.skip((80 - (read % 80)) % 80);
  return texts;
}
