// Answers about ingested tables in a form that can be compared, where recordings of them lie beside the checkout.
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readZip } from '../../support/read-zip.ts';
import type { RestAnswer } from '../../support/rest-client.ts';

const FOLDER = new URL('../../../../shared/golden/tables/', import.meta.url);
const SAMPLES = new URL('../../../../shared/samples/', import.meta.url);

export const hasRecordings = existsSync(FOLDER);

const recording = z.object({
  request: z.object({ body: z.string().optional() }),
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
  bodyFile: z.string().optional(),
});

/** An answer, wherever it is from. */
export interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly disposition: string | null;
  readonly bytes: Buffer;
}

export const inputBytes = (name: string): Buffer => readFileSync(new URL(name, FOLDER));
export const sampleBytes = (name: string): Buffer => readFileSync(new URL(name, SAMPLES));

const read = (name: string): z.infer<typeof recording> => recording.parse(JSON.parse(inputBytes(`${name}.json`).toString()));

/** The body of a recorded request. */
export const recordedRequest = (name: string): string => read(name).request.body ?? '';

export function recordedAnswer(name: string): Answer {
  const { status, headers, body, bodyFile } = read(name);
  return {
    status,
    contentType: headers['Content-Type'] ?? null,
    disposition: headers['Content-disposition'] ?? null,
    bytes: bodyFile === undefined ? Buffer.from(JSON.stringify(body)) : inputBytes(bodyFile),
  };
}

export function answerOf({ status, headers, bytes }: RestAnswer): Answer {
  return { status, contentType: headers.get('content-type'), disposition: headers.get('content-disposition'), bytes };
}

/** Sums depend on their order in the last digits. */
const rounded = (text: string): string => (Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(12))) : text);
const smallest = (one: string, other: string): number => (one < other ? -1 : 1);

/** Elements that belong to the database of the server that wrote them. */
const OWN = new Set([
  'id',
  'persistentId',
  'storageIdentifier',
  'creationDate',
  'publicationDate',
  'lastUpdateTime',
  'datasetVersionId',
  'requestId',
]);
/** Of a record: how often it was written, and whether its dataset lets people ask for access, which has nothing to do with tables. */
const OF_NO_TABLE = new Set(['version', 'fileAccessRequest']);

function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const all: unknown[] = value.map((one) => comparable(one));
    // Of categories, the order means nothing in the recordings.
    return key === 'variableCategories' ? all.toSorted((one, other) => smallest(JSON.stringify(one), JSON.stringify(other))) : all;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !OWN.has(name) && !OF_NO_TABLE.has(name))
      .map(([name, inner]) => [name, key === 'summaryStatistics' ? rounded(String(inner)) : comparable(inner, name)] as const)
      .toSorted(([one], [other]) => smallest(one, other)),
  );
}

/** A refusal by what is the same in each: its status, and the beginning of its message that clients look for. */
function refusal(bytes: Buffer): string {
  const { message } = z.looseObject({ message: z.string().optional() }).parse(JSON.parse(bytes.toString()));
  return /^datafile access error/.exec(message ?? '')?.[0] ?? 'refused';
}

/** Neighbours whose order means nothing, in one order. */
function sorted(lines: readonly string[], element: RegExp): string[] {
  const blocks: string[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block !== undefined && element.test(line) && element.test(block[0] ?? '')) block.push(line);
    else blocks.push([line]);
  }
  return blocks.flatMap((block) => block.toSorted(smallest));
}

/** One element a line, without numbers of the database. */
function linesOf(xml: string): string {
  const lines = xml
    .replaceAll('\n', '')
    .replaceAll('&quot;', '"')
    .replace(/10\.\d+\/[A-Z0-9/]+/g, 'DOI')
    .replace(/((?:ID|fileid)=")([fv])\d+"/g, '$1$2"')
    .replace(/(<sumStat type="\w+">)([^<]*)/g, (_all, begin: string, text: string) => begin + rounded(text))
    .replace(/<(\w+)((?:\s[\w:]+="[^"]*")+)/g, (_all, name: string, attributes: string) => {
      return `<${name}${(attributes.match(/\s[\w:]+="[^"]*"/g) ?? []).toSorted(smallest).join('')}`;
    })
    .replaceAll('><', '>\n<')
    .replace(/<catgry.*?<\/catgry>/gs, (category) => category.replaceAll('\n', ''))
    .split('\n');
  return [/^<sumStat/, /^<catgry/, /type="DATAVERSE:TAG"/].reduce((all, element) => sorted(all, element), lines).join('\n');
}

/** An answer as text: status, type and name, and what it says. */
export function textOf({ status, contentType, disposition, bytes }: Answer): string {
  const isJson = contentType?.startsWith('application/json') === true;
  const head = `${status} ${contentType} ${disposition ?? ''}\n`;
  if (status >= 400) return head + refusal(bytes);
  if (isJson) return head + JSON.stringify(comparable(JSON.parse(bytes.toString())), null, 1);
  if (contentType?.startsWith('text/xml') === true) return head + linesOf(bytes.toString());
  return head + bytes.toString('latin1');
}

/** Addresses and days of a citation, which are of the server that wrote it. */
const cited = (text: string): string =>
  text
    .replace(/10\.\d+\/[A-Z0-9/]+/g, 'DOI')
    .replace(/FK2\/[A-Z0-9]+_/, 'ID_')
    .replace(/\d{4}-\d\d-\d\d(?: [\d:.]+)?/g, 'DAY')
    .replace(/'(1\.0|UTF-8)'/g, '"$1"')
    .replaceAll('><', '>\n<')
    .replaceAll('\r', '')
    .trimEnd();

function textOfEntry({ path, bytes }: { readonly path: string; readonly bytes: Buffer }): string {
  if (path.endsWith('-ddi.xml')) return linesOf(bytes.toString());
  return path.includes('citation-') ? cited(bytes.toString()) : bytes.toString('latin1');
}

/** The same of an answer that may be an archive: what it packs, by its names. */
export async function unpackedText(answer: Answer): Promise<string> {
  if (answer.contentType?.startsWith('application/zip') !== true) return textOf(answer);
  const entries = await readZip(answer.bytes);
  const head = `${answer.status} ${answer.contentType} ${answer.disposition ?? ''}\n`;
  return head + entries.map((entry) => `--- ${entry.path}\n${textOfEntry(entry)}`).join('\n');
}
