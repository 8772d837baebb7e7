/** What is sent of a dataset that comes from another installation: its shape, and what has to fit together in it. Source: exports.md 17.3. */
import { z } from 'zod';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { ProblemList } from '../../../errors/problem-list.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import { fileFactsInput } from '../../../model/files/file-facts.ts';
import { normalizePersistentId } from '../../../model/persistent-id.ts';
import { line, longText } from '../../../model/text-limits.ts';
import { VERSION_STATES } from '../../../vocabulary/datasets.ts';
import { carriedPicture } from '../../files/thumbnails/carried-picture.ts';
import { addFileTableProblems, fingerprint, isTablePart, type SentTableParts, tableParts, tableSent } from './carried-table-document.ts';

const MOST_VERSIONS = 1000;
const MOST_FILES = 10_000;
/** Identifiers that a dataset had before. */
const MOST_FORMER = 100;
const MOST_RECORDS_OF_FILE = 1000;
/** Of all files together. */
const MOST_RECORDS = 100_000;
/** Of all tables together: what is told of variables. */
const MOST_TABLE_PARTS = 100_000;
/** Longest e-mail addresses, links and the like. */
const text = z.string().max(2000, 'must not be longer than 2000 characters');

const moment = z.iso.datetime({ offset: true }).transform((sent) => new Date(sent));
const counted = z.int32().min(0);
const ordinal = z.int32().min(1);

/** An identifier that a dataset had before. */
const formerPid = line.transform((sent, check) => {
  const persistentId = normalizePersistentId(sent);
  if (persistentId !== undefined) return persistentId;
  check.addIssue({ code: 'custom', message: 'must be a DOI, a handle or a permalink' });
  return z.NEVER;
});

const versionSent = z.looseObject({
  ordinal,
  versionState: z.enum(VERSION_STATES),
  versionNumber: counted.optional(),
  versionMinorNumber: counted.optional(),
  internalVersionNumber: ordinal,
  createTime: moment,
  lastUpdateTime: moment,
  releaseTime: moment.optional(),
  versionNote: longText.optional(),
  deaccessionNote: longText.optional(),
  deaccessionLink: text.optional(),
  fileAccessRequest: z.boolean(),
});

const recordSent = z.object({
  ...fileFactsInput,
  label: z.string(),
  restricted: z.boolean(),
  version: ordinal,
  from: ordinal,
  until: ordinal.optional(),
  /** Of a table: which of the edits of its variables hold. */
  variableEdits: ordinal.optional(),
});

const bytesSent = z.looseObject({
  id: z.int32(),
  persistentId: text,
  rootDataFileId: z.int32(),
  previousDataFileId: z.int32().optional(),
  tabularTags: z.array(line).max(100).optional(),
  embargo: z.object({ dateAvailable: z.iso.date(), reason: longText.optional() }).optional(),
  retention: z.object({ dateUnavailable: z.iso.date(), reason: longText.optional() }).optional(),
  filesize: z.int().min(0),
  tabularData: z.boolean().optional(),
  UNF: fingerprint.optional(),
  originalFileFormat: line.optional(),
  originalFileSize: z.int().min(0).optional(),
  originalFileName: text.optional(),
  restricted: z.boolean(),
  createdAt: moment,
  publishedAt: moment.optional(),
});

const datasetSent = z.object({
  protocol: line,
  authority: line,
  separator: line,
  identifier: line,
  datasetType: line,
  metadataLanguage: line.optional(),
  datasetFileCountLimit: counted.optional(),
  fileAccessRequest: z.boolean(),
  createdAt: moment,
  publishedAt: moment.optional(),
  citationDateField: line.optional(),
  embargoCitationDate: z.iso.date().optional(),
  thumbnail: z.union([carriedPicture, z.object({ file: line }), z.object({ none: z.literal(true) })]).optional(),
  alternativePersistentIds: z.array(formerPid).max(MOST_FORMER, `must not have more than ${MOST_FORMER} entries`).optional(),
});

const fileSent = z.object({
  dataFile: bytesSent,
  records: z.array(recordSent).min(1).max(MOST_RECORDS_OF_FILE),
  table: tableSent.optional(),
});

export type SentVersion = z.infer<typeof versionSent>;
export interface SentFile extends z.infer<typeof fileSent> {
  /** Of a table. */
  readonly parts?: SentTableParts | undefined;
}

/** A dataset as it was sent. */
export interface CarriedDocument {
  readonly dataset: z.infer<typeof datasetSent> & { readonly versions: readonly SentVersion[] };
  readonly files: readonly SentFile[];
}

function addVersionProblems({ versions, publishedAt }: CarriedDocument['dataset'], problems: ProblemList): void {
  const numbers = new Set<string>();
  for (const [index, version] of versions.entries()) {
    const pointer = `/dataset/versions/${index}`;
    const { versionState, versionNumber, versionMinorNumber, releaseTime } = version;
    const isDraft = versionState === 'DRAFT';
    if (version.ordinal <= (versions[index - 1]?.ordinal ?? 0)) {
      problems.add(`${pointer}/ordinal`, 'must be greater than that of the version before');
    }
    if (isDraft && index < versions.length - 1) problems.add(`${pointer}/versionState`, 'only the last version can be a draft');
    for (const [name, value] of Object.entries({ versionNumber, versionMinorNumber, releaseTime })) {
      if ((value === undefined) !== isDraft) problems.add(`${pointer}/${name}`, isDraft ? 'a draft has none' : 'is missing');
    }
    const number = `${versionNumber}.${versionMinorNumber}`;
    if (numbers.has(number)) problems.add(`${pointer}/versionNumber`, `another version is ${number}`);
    numbers.add(number);
  }
  if ((publishedAt === undefined) !== versions.every(({ versionState }) => versionState === 'DRAFT')) {
    problems.add('/dataset/publishedAt', 'must be there if and only if a version is no draft');
  }
}

/** Ranges of ordinals, each `from` one to before another. */
interface Range {
  readonly from: number;
  readonly until?: number | undefined;
  readonly pointer: string;
}

/** Finds where a range begins before another one has ended. */
function addOverlaps(ranges: readonly Range[], message: string, problems: ProblemList): void {
  let ended = 0;
  for (const { from, until = Infinity, pointer } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (from < ended) problems.add(`${pointer}/from`, message);
    ended = Math.max(ended, until);
  }
}

function addFileProblems({ dataset, files }: CarriedDocument, problems: ProblemList): void {
  const ordinals = new Set(dataset.versions.map((version) => version.ordinal));
  const byPath = new Map<string, Range[]>();
  for (const [index, file] of files.entries()) {
    const { records } = file;
    addFileTableProblems(file, `/files/${index}`, problems);
    const ranges = records.map((record, at) => ({ ...record, pointer: `/files/${index}/records/${at}` }));
    addOverlaps(ranges, 'another record of the file holds for this version', problems);
    for (const range of ranges) {
      const { from, until, pointer, label, directoryLabel } = range;
      if (!ordinals.has(from)) problems.add(`${pointer}/from`, 'must be the ordinal of a version');
      if (until !== undefined && (until <= from || !ordinals.has(until))) {
        problems.add(`${pointer}/until`, 'must be the ordinal of a later version');
      }
      const path = `${directoryLabel ?? ''}/${label}`;
      const known = byPath.get(path);
      if (known === undefined) byPath.set(path, [range]);
      else known.push(range);
    }
  }
  for (const ranges of byPath.values()) addOverlaps(ranges, 'another file has this name in this folder in the same version', problems);
}

/** The refusal that lists problems. */
export function carriedProblems(problems: readonly Problem[]): DomainError {
  const told = problems.slice(0, 20).map(({ pointer, message }) => `${pointer}: ${message}`);
  return new DomainError('BAD_USER_INPUT', `The dataset cannot be taken over: ${told.join('; ')}`, { problems });
}

/** Gathers the parts of a document, each checked as it comes, and all of their problems. */
export class DocumentReader {
  readonly #problems = new ProblemList();
  readonly #versions: SentVersion[] = [];
  readonly #files: SentFile[] = [];
  #dataset: z.infer<typeof datasetSent> | undefined;
  #records = 0;
  #parts = 0;

  /** Takes a part: an object with a dataset, a version or a file. @throws DomainError BAD_USER_INPUT when there are too many */
  add(part: unknown, lineNumber: number): void {
    const [[kind, value] = ['', undefined], ...more] = Object.entries(typeof part === 'object' && part !== null ? part : {});
    if (more.length > 0) this.#problems.add(`/${lineNumber}`, 'must be an object with one member');
    else if (kind === 'dataset' && this.#dataset === undefined) this.#dataset = this.#read(datasetSent, value, '/dataset');
    else if (kind === 'version') this.#addVersion(value);
    else if (kind === 'file') this.#addFile(value);
    else if (!this.#addTablePart(kind, value)) {
      this.#problems.add(`/${lineNumber}`, 'must be the only dataset, a version, a file or a part of a table');
    }
    if (this.#problems.isFull) throw carriedProblems(this.#problems.toArray());
  }

  #addVersion(value: unknown): void {
    if (this.#versions.length === MOST_VERSIONS) throw tooMany('/dataset/versions', MOST_VERSIONS);
    const version = this.#read(versionSent, value, `/dataset/versions/${this.#versions.length}`);
    if (version !== undefined) this.#versions.push(version);
  }

  #addFile(value: unknown): void {
    if (this.#files.length === MOST_FILES) throw tooMany('/files', MOST_FILES);
    const file = this.#read(fileSent, value, `/files/${this.#files.length}`);
    if (file === undefined) return;
    this.#records += file.records.length;
    if (this.#records > MOST_RECORDS) throw tooMany('/files', MOST_RECORDS, 'records');
    this.#files.push(file.table === undefined ? file : { ...file, parts: { variable: [], edited: [], group: [] } });
  }

  /** Parts of a table follow its file. @returns whether there is such a part */
  #addTablePart(kind: string, value: unknown): boolean {
    if (!isTablePart(kind)) return false;
    const index = this.#files.length - 1;
    const parts = this.#files[index]?.parts;
    if (parts === undefined) {
      this.#problems.add(`/files/${Math.max(0, index)}/${kind}`, 'must follow the file of a table');
      return true;
    }
    if (this.#parts === MOST_TABLE_PARTS) throw tooMany('/files', MOST_TABLE_PARTS, 'variables, edits and groups together');
    this.#parts += 1;
    const pointer = `/files/${index}/${kind}/${parts[kind].length}`;
    const keep = <Part>(list: Part[], part: Part | undefined): void => void (part === undefined ? undefined : list.push(part));
    if (kind === 'variable') keep(parts.variable, this.#read(tableParts.variable, value, pointer));
    else if (kind === 'edited') keep(parts.edited, this.#read(tableParts.edited, value, pointer));
    else keep(parts.group, this.#read(tableParts.group, value, pointer));
    return true;
  }

  #read<Part>(schema: z.ZodType<Part>, value: unknown, pointer: string): Part | undefined {
    try {
      return parseInput(schema, value);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      for (const problem of error.problems) this.#problems.add(`${pointer}${problem.pointer}`, problem.message);
      return undefined;
    }
  }

  /** The whole, whose parts fit together. @throws DomainError BAD_USER_INPUT with all problems */
  end(): CarriedDocument {
    const problems = this.#problems;
    if (this.#dataset === undefined && problems.toArray().length === 0) problems.add('/dataset', 'is missing');
    if (problems.toArray().length > 0 || this.#dataset === undefined) throw carriedProblems(problems.toArray());
    if (this.#versions.length === 0) problems.add('/dataset/versions', 'must not be empty');
    const document = { dataset: { ...this.#dataset, versions: this.#versions }, files: this.#files };
    addVersionProblems(document.dataset, problems);
    addFileProblems(document, problems);
    if (problems.toArray().length > 0) throw carriedProblems(problems.toArray());
    return document;
  }
}

function tooMany(pointer: string, most: number, what = 'entries'): DomainError {
  return carriedProblems([{ pointer, message: `must not have more than ${most} ${what}` }]);
}
