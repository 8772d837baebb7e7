/** Which parts of a workbook hold the table. */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import { pathFrom, type WorkbookPackage } from './workbook-package.ts';
import { parseXml, type XmlHandler } from './xml-stream.ts';

export interface WorkbookParts {
  readonly sheet: string;
  /** Undefined in a workbook without texts, or with all of them in their cells. */
  readonly sharedStrings: string | undefined;
}

interface Relation {
  readonly kind: string;
  readonly path: string;
}

const PACKAGE_RELATIONS = '_rels/.rels';
/** The sheet with this relation is the table. Source: files.md 19.6 */
const FIRST = 'rId1';

async function parse(workbook: WorkbookPackage, path: string, handler: XmlHandler, { heldBytes }: ReadLimits): Promise<void> {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of workbook.read(path)) {
      bytes += chunk.length;
      if (bytes > heldBytes) throw new TableError('TOO_LARGE', `A part of the workbook has more than ${heldBytes} bytes.`);
      yield chunk;
    }
  }
  for await (const _ of parseXml(counted(), handler, heldBytes)) continue;
}

async function relationsOf(workbook: WorkbookPackage, part: string, limits: ReadLimits): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const slash = part.lastIndexOf('/') + 1;
  const path = part === '' ? PACKAGE_RELATIONS : `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const open = (name: string, { Id, Type, Target, TargetMode }: Readonly<Record<string, string>>): void => {
    if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External') return;
    // The last segment is the same in the strict and the transitional form.
    relations.set(Id, { kind: Type?.slice(Type.lastIndexOf('/') + 1) ?? '', path: pathFrom(part, Target) });
  };
  await parse(workbook, path, { open }, limits);
  return relations;
}

/** @throws TableError MALFORMED when the file is no workbook, UNSUPPORTED when it has no sheet of cells */
export async function findParts(workbook: WorkbookPackage, limits: ReadLimits): Promise<WorkbookParts> {
  const main = [...(await relationsOf(workbook, '', limits)).values()].find(({ kind }) => kind === 'officeDocument')?.path;
  if (main === undefined) throw new TableError('MALFORMED', 'The file is no workbook.');
  const relations = await relationsOf(workbook, main, limits);
  const sheetIds: string[] = [];
  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    if (name === 'sheet' && id !== undefined) sheetIds.push(id);
  };
  await parse(workbook, main, { open }, limits);
  const worksheets = sheetIds.filter((id) => relations.get(id)?.kind === 'worksheet');
  const chosen = worksheets.includes(FIRST) ? FIRST : worksheets[0];
  const sheet = chosen === undefined ? undefined : relations.get(chosen)?.path;
  if (sheet === undefined) throw new TableError('UNSUPPORTED', 'The workbook has no sheet with cells.');
  const strings = [...relations.values()].find(({ kind }) => kind === 'sharedStrings')?.path;
  return { sheet, sharedStrings: strings !== undefined && workbook.has(strings) ? strings : undefined };
}
