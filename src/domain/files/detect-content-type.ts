import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { RO_CRATE_TYPE, typeOfExtension, typeOfName } from '../../formats/content-types/extension-types.ts';
import { recognisedType } from '../../tabular/recognised-type.ts';
import { gunzippedStart, scientificContainerType, startsWith, statisticalType } from './file-signatures.ts';
import { isWideText, markupType, plainTextType } from './text-signatures.ts';

/** What a file is when nothing more is known. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** A zip archive, which is taken apart. */
export const ZIP_TYPE = 'application/zip';

/** A shapefile with all its parts in one zip. */
export const ZIPPED_SHAPEFILE_TYPE = 'application/zipped-shapefile';

const GZIP_TYPE = 'application/gzip';

/** Data of R, packed or not. */
const R_TYPE = 'application/x-rlang-transport';

/** Packings of R that only the name tells apart where their first bytes cannot be unpacked alone. */
const PACKED_TYPES = new Set(['application/x-bzip2', 'application/x-xz']);
const R_EXTENSIONS = new Set(['rdata', 'rda', 'rds']);

/** First characters of a FITS file. */
const FITS_MARK = 'SIMPLE';

/** Names that the contract uses where the signature library has another. */
const CONTRACT_NAMES: ReadonlyMap<string, string> = new Map([
  ['application/xml', 'text/xml'],
  ['application/x-esri-shape', 'application/shp'],
  ['audio/wav', 'audio/x-wav'],
  ['audio/aiff', 'audio/x-aiff'],
  ['image/apng', 'image/png'],
  ['video/vnd.avi', 'video/x-msvideo'],
]);

/** Types whose signature is written in letters. Any other short signature in a text is chance: `BM` begins a bitmap and many a table. */
const TYPES_IN_LETTERS = new Set([
  'application/pdf',
  'application/postscript',
  'application/eps',
  'application/rtf',
  'application/xml',
  'text/calendar',
  'text/vcard',
  'text/vtt',
]);

/** Containers that say nothing about their content, which only the name can tell. */
const BARE_CONTAINERS = new Set(['application/x-cfb', ZIP_TYPE]);

const SYNTAX_AND_TABLES: ReadonlyMap<string, string> = new Map([
  ['do', 'application/x-stata-syntax'],
  ['sas', 'application/x-sas-syntax'],
  ['sps', 'application/x-spss-syntax'],
  ['csv', 'text/csv'],
  ['tsv', 'text/tsv'],
]);

/** Types that ingest can turn into a table. Source: files.md 19.1. */
const TABULAR_TYPES = new Set([
  'text/csv',
  'text/comma-separated-values',
  'text/tsv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/x-stata',
  'application/x-stata-13',
  'application/x-stata-14',
  'application/x-stata-15',
  'application/x-spss-sav',
  'application/x-spss-por',
  'application/x-sas-transport',
  R_TYPE,
]);

/** Tabular types that are believed on the client's word, since their bytes look like any text or package. */
const TRUSTED_TABULAR_TYPES = new Set([
  'text/csv',
  'text/comma-separated-values',
  // What a client calls text/tab-separated-values is stored as this, and is ingested whatever its name. Source: files.md 19.1.
  'text/tsv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);

/** What a client sends that does not know the type. */
const NO_CLAIM = new Set(['', UNKNOWN_TYPE, 'application/binary']);

/** Detected types that decide how a file is processed whatever the client says. */
const DECISIVE_TYPES = new Set([ZIP_TYPE, ZIPPED_SHAPEFILE_TYPE, 'application/fits-gzipped', RO_CRATE_TYPE]);

/**
 * The content type of a file by its name and its first bytes (4 KB or more, or all of them).
 * Types that need the whole file, such as zipped shapefiles, are not told apart here. Source: files.md 14.1.
 */
export async function detectContentType(fileName: string, head: Buffer): Promise<string> {
  const extension = extensionOf(fileName);
  const markup = markupType(head);
  const certain = typeOfName(fileName) ?? statisticalType(head) ?? (markup === 'text/xml-graphml' ? markup : undefined);
  if (certain !== undefined) return certain;
  const recognised = await recognisedType(head);
  if (recognised !== undefined) return recognised;
  if (startsWith(head, FITS_MARK) || extension.toLowerCase() === 'fits') return 'application/fits';

  const text = plainTextType(head);
  const found = scientificContainerType(head) ?? markup ?? (await signatureType(head, text !== undefined || isWideText(head))) ?? text;
  return byExtension(extension, found) ?? UNKNOWN_TYPE;
}

/**
 * The type that is stored: what the client said, if it said something, else what was detected.
 * `text/tab-separated-values` is reserved for the result of an ingest. Source: decisions.md 9, files.md 14.2.
 */
export function chooseContentType(supplied: string | null, detected: string): string {
  const claimed = supplied?.trim() ?? '';
  const type = NO_CLAIM.has(essence(claimed)) ? detected : claimed;
  return essence(type) === 'text/tab-separated-values' ? 'text/tsv' : type;
}

/**
 * The type that decides whether a file is unpacked or ingested: the bytes overrule the client where one of them
 * speaks of an archive or a table. The type that is stored decides like the one that was supplied.
 * Source: decisions.md 9, files.md 14.2, 19.1.
 */
export function processingType(supplied: string | null, detected: string): string {
  const claimed = essence(supplied ?? '');
  // Its parameters are kept where both say the same.
  if (claimed === essence(detected)) return chooseContentType(supplied, detected);
  const doubted = TABULAR_TYPES.has(claimed) && !TRUSTED_TABULAR_TYPES.has(claimed);
  const decided = TABULAR_TYPES.has(essence(detected)) || DECISIVE_TYPES.has(detected);
  return doubted || decided ? detected : chooseContentType(supplied, detected);
}

/** Whether bytes of the type that was detected unpack to an astronomical image. Source: files.md 14.1, step 7. */
export function isGzippedFits(detected: string, head: Buffer): boolean {
  return detected === GZIP_TYPE && gunzippedStart(head, FITS_MARK.length) === FITS_MARK;
}

async function signatureType(head: Buffer, isText: boolean): Promise<string | undefined> {
  if (head.length === 0) return undefined;
  const found = await fileTypeFromBuffer(head);
  if (found === undefined || (isText && !TYPES_IN_LETTERS.has(found.mime))) return undefined;
  return CONTRACT_NAMES.get(found.mime) ?? found.mime;
}

/** Step 6 of the contract: the name decides where the bytes say nothing, or only that they are text or a bare container. */
function byExtension(extension: string, found: string | undefined): string | undefined {
  const isText = found?.startsWith('text/plain') === true;
  if (found !== undefined && PACKED_TYPES.has(found) && R_EXTENSIONS.has(extension.toLowerCase())) return R_TYPE;
  const isBareContainer = found !== undefined && BARE_CONTAINERS.has(found);
  if (extension === '' || !(found === undefined || isText || isBareContainer)) return found;
  const named = (isText ? SYNTAX_AND_TABLES.get(extension.toLowerCase()) : undefined) ?? typeOfExtension(extension);
  if (named !== undefined) return named;
  // Many formats are zip files by another name; called a zip file, they would be unpacked.
  return found === ZIP_TYPE ? undefined : found;
}

/** Without its dot; empty for a name that is nothing else, such as `.hidden`. Source: decisions.md 50. */
function extensionOf(fileName: string): string {
  return extname(fileName).slice(1);
}

function essence(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
