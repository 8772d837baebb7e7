/** Texts that cells refer to by number, in one array of bytes. */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import { cellText, TextCellsBuilder } from '../../text-cells.ts';
import { TextRuns } from './text-runs.ts';
import type { WorkbookPackage } from './workbook-package.ts';
import { parseXml } from './xml-stream.ts';

export interface SharedStrings {
  /** Undefined when there is no such text. */
  at(index: number): string | undefined;
}

/** What a text takes beside its bytes. */
const OVERHEAD_BYTES = 4;

/** @throws TableError TOO_LARGE when they have more bytes than may be held */
export async function readSharedStrings(workbook: WorkbookPackage, path: string | undefined, limits: ReadLimits): Promise<SharedStrings> {
  const texts = new TextCellsBuilder(1024);
  const runs = new TextRuns(limits.recordBytes);
  let count = 0;
  const handler = {
    open: (name: string) => runs.open(name),
    text: (text: string) => runs.add(text),
    close: (name: string) => {
      runs.close(name);
      if (name !== 'si') return;
      texts.push(runs.take());
      count += 1;
      if (texts.byteLength + count * OVERHEAD_BYTES > limits.heldBytes) {
        throw new TableError('TOO_LARGE', `The workbook has texts of more than ${limits.heldBytes} bytes.`);
      }
    },
  };
  if (path !== undefined) for await (const _ of parseXml(workbook.read(path), handler, limits.recordBytes)) continue;
  return { at: (index) => (index >= 0 && index < count ? cellText(texts.cells(), index) : undefined) };
}
