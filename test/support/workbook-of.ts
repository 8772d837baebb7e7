import { zipOf, type ZipEntry } from './zip-archive.ts';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export interface WorkbookParts {
  /** What stands in `sheetData`. */
  readonly rows: string;
  readonly sharedStrings?: string;
  /** Identifiers of the relations of the sheets, in the order of the workbook; the first has the rows. */
  readonly sheetIds?: readonly string[];
  readonly prolog?: string;
  /** Entries in place of those with the same path. */
  readonly replaced?: readonly ZipEntry[];
}

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
}

function relations(...each: string[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** A workbook from pieces of XML, as no program would write it. */
export function workbookOf({ rows, sharedStrings, sheetIds = ['rId1'], prolog = '', replaced = [] }: WorkbookParts): Buffer {
  const sheet = (data: string): string => `${prolog}<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`;
  const sheets = sheetIds.map((id, index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="${id}"/>`).join('');
  const parts: Record<string, string> = {
    '_rels/.rels': relations(relation('rId9', 'officeDocument', '/xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...sheetIds.map((id, index) => relation(id, 'worksheet', `worksheets/sheet${index}.xml`)),
      relation('rId77', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/worksheets/sheet0.xml': sheet(rows),
    ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${sharedStrings}</sst>` }),
  };
  for (const index of sheetIds.keys()) parts[`xl/worksheets/sheet${index}.xml`] ??= sheet('<row><c><v>404</v></c></row>');
  const others = replaced.map(({ path }) => path);
  const entries = Object.entries(parts).filter(([path]) => !others.includes(path));
  return zipOf([...entries.map(([path, content]) => ({ path, content, deflated: true })), ...replaced]);
}
