/** Files of an imported dataset whose bytes were brought to its folder beforehand. Source: datasets.md 4.3. */
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { listNamedStorageIds } from '../../../db/queries/integrity/stored-places.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import type { Checksum, FileStorage } from '../../../storage/file-storage.ts';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '../../../vocabulary/files.ts';
import { factProblems, factsOfNewFile, type FileFacts, fileFactsSent } from '../../../model/files/file-facts.ts';
import { isPackageType, PACKAGE_TYPE } from '../../files/upload-admission.ts';
import { isJsonObject } from '../../../model/metadata/field-reader.ts';
import type { PersistentIdParts } from '../../../model/persistent-id.ts';
import { readChecksum } from '../../files/uploads/read-checksum.ts';

/** A file as native JSON describes it; null where it is silent. */
interface SentFile {
  readonly pointer: string;
  readonly facts: FileFacts;
  readonly contentType: string;
  readonly storageId: string;
  readonly sizeBytes: number | null;
  readonly checksum: Checksum | null;
}

/** A file whose size and checksum are settled. */
export interface PackageFile extends Omit<SentFile, 'pointer'> {
  readonly sizeBytes: number;
  readonly checksum: Checksum;
  /** Whether its bytes lie in the folder of the dataset. */
  readonly isThere: boolean;
}

/** Most files of one import. */
const MOST_FILES = 10_000;
const DEFAULT_CONTENT_TYPE = 'application/octet-stream';
const STORAGE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/;
/** The type of absent bytes if the import does not state one. Source: files.md 13. */
const UNKNOWN_CHECKSUM: Checksum = { algorithm: 'MD5', value: 'unknown' };
const DIGITS: Readonly<Record<ChecksumAlgorithm, number>> = { MD5: 32, 'SHA-1': 40, 'SHA-256': 64, 'SHA-512': 128 };

type Sent = Readonly<Record<string, unknown>>;

function textAt(from: Sent, key: string): string | undefined {
  const value = from[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The name of the bytes in `file://name`, `s3://bucket:name` or the name alone. */
function storageIdOf(storageIdentifier: string): string {
  return storageIdentifier.replace(/^\w+:\/\//, '').replace(/^.*:/, '');
}

function sentChecksum(dataFile: Sent, pointer: string, problems: Problem[]): Checksum | null {
  const sent = dataFile['checksum'];
  const checksum = isJsonObject(sent) ? sent : { type: 'MD5', value: dataFile['md5'] };
  const { type, value } = checksum;
  if (value === undefined || value === null || value === '') return null;
  const algorithm = CHECKSUM_ALGORITHMS.find((name) => name === type);
  const at = isJsonObject(sent) ? `${pointer}/checksum` : `${pointer}/md5`;
  if (algorithm === undefined) {
    problems.push({ pointer: `${at}/type`, message: `The type of a checksum must be one of ${CHECKSUM_ALGORITHMS.join(', ')}.` });
    return null;
  }
  if (typeof value !== 'string' || !/^[0-9a-f]*$/i.test(value) || value.length !== DIGITS[algorithm]) {
    problems.push({ pointer: at, message: `A checksum of type ${algorithm} must have ${DIGITS[algorithm]} hexadecimal digits.` });
    return null;
  }
  return { algorithm, value: value.toLowerCase() };
}

function readSize(dataFile: Sent, pointer: string, problems: Problem[]): number | null {
  const size = dataFile['filesize'];
  if (size === undefined || size === null) return null;
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return size;
  problems.push({ pointer: `${pointer}/filesize`, message: 'The size of a file must be a whole number of bytes from 0.' });
  return null;
}

/** Native JSON holds neither: an imported file is open, and its provenance is added later. */
const importedFacts = z.object(fileFactsSent).omit({ restrict: true, provFreeForm: true });

/** The facts that native JSON gives; a value of another type than the fact has counts as none. */
function saidOf(sent: Sent): z.infer<typeof importedFacts> {
  const said = Object.entries(importedFacts.shape).map(([name, schema]) => {
    const value = sent[name];
    const { data } = schema.safeParse(Array.isArray(value) ? value.filter((part) => typeof part === 'string') : textAt(sent, name));
    return [name, data];
  });
  return importedFacts.parse(Object.fromEntries(said));
}

function readFile(sent: unknown, pointer: string, problems: Problem[]): SentFile | undefined {
  const dataFile = isJsonObject(sent) ? sent['dataFile'] : undefined;
  if (!isJsonObject(sent) || !isJsonObject(dataFile)) {
    problems.push({ pointer, message: 'A file must be an object with an object dataFile.' });
    return undefined;
  }
  const at = `${pointer}/dataFile`;
  const before = problems.length;
  const facts = factsOfNewFile(saidOf({ ...sent, description: textAt(sent, 'description') ?? textAt(dataFile, 'description') }));
  problems.push(...factProblems(facts, pointer));
  const storageId = storageIdOf(textAt(dataFile, 'storageIdentifier') ?? '');
  if (!STORAGE_ID.test(storageId)) {
    problems.push({
      pointer: `${at}/storageIdentifier`,
      message: 'The storage identifier must name a file in the folder of the dataset, with only letters, digits and . _ -',
    });
  }
  const sentType = textAt(dataFile, 'contentType') ?? DEFAULT_CONTENT_TYPE;
  const contentType = isPackageType(sentType) ? PACKAGE_TYPE : sentType;
  if (!CONTENT_TYPE.test(contentType)) {
    problems.push({ pointer: `${at}/contentType`, message: 'The content type must have the form type/subtype.' });
  }
  const sizeBytes = readSize(dataFile, at, problems);
  const checksum = sentChecksum(dataFile, at, problems);
  if (problems.length > before) return undefined;
  return { pointer, facts, contentType, storageId, sizeBytes, checksum };
}

/** The first of every two files that have the same `key` keeps it. */
function refuseTwins(
  files: readonly SentFile[],
  key: (file: SentFile) => string,
  where: string,
  message: string,
  problems: Problem[],
): void {
  const seen = new Set<string>();
  for (const file of files) {
    if (seen.has(key(file))) problems.push({ pointer: `${file.pointer}${where}`, message });
    seen.add(key(file));
  }
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const told = problems.slice(0, 20).map(({ pointer, message }) => `${pointer}: ${message}`);
  throw new DomainError('BAD_USER_INPUT', `Error parsing Json: ${told.join(' ')}`, { problems });
}

/** Reads the files that a version lists. @throws DomainError BAD_USER_INPUT with every fault. */
function readFiles(version: Sent, { pathsOnce }: PathRule): SentFile[] {
  const key = version['files'] === undefined ? 'fileMetadatas' : 'files';
  const sent = version[key] ?? [];
  const problems: Problem[] = [];
  if (!Array.isArray(sent)) problems.push({ pointer: `/${key}`, message: 'The files must be an array.' });
  else if (sent.length > MOST_FILES) problems.push({ pointer: `/${key}`, message: `One import takes at most ${MOST_FILES} files.` });
  refuse(problems);
  const list: readonly unknown[] = Array.isArray(sent) ? sent : [];
  const files = list.flatMap((file, index) => readFile(file, `/${key}/${index}`, problems) ?? []);
  refuseTwins(
    files,
    (file) => file.storageId,
    '/dataFile/storageIdentifier',
    'Another file of the import has the same storage identifier.',
    problems,
  );
  if (pathsOnce) {
    refuseTwins(
      files,
      ({ facts }) => `${facts.directoryLabel ?? ''}/${facts.label}`,
      '/label',
      'Another file of the import has the same name in the same folder.',
      problems,
    );
  }
  refuse(problems);
  return files;
}

/** The refusal of bytes that a file has already. Source: decisions.md 33. */
export function storageIdTaken(storageId: string, pointer: string): DomainError {
  const message = `A file with the storage identifier ${storageId} already exists here.`;
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer, message }] });
}

interface PathRule {
  /** Whether the files are those of one version, where each has a path of its own. */
  readonly pathsOnce: boolean;
}

interface Examination {
  readonly db: Queryable;
  readonly storage: FileStorage;
  /** The store that the bytes were brought to. */
  readonly driver: string;
  /** For files whose checksum the JSON does not give. */
  readonly algorithm: ChecksumAlgorithm;
}

async function settle(
  { storage, driver, algorithm }: Examination,
  pid: PersistentIdParts,
  file: SentFile,
  problems: Problem[],
): Promise<PackageFile[]> {
  const { pointer, ...known } = file;
  const { label } = file.facts;
  const location = { driver, authority: pid.authority, identifier: pid.identifier, storageId: file.storageId };
  const found = await storage.sizeOf(location);
  const sizeBytes = found ?? file.sizeBytes;
  const { checksum } = file;
  if (sizeBytes === null) {
    const message = `The bytes of ${label} are not in the folder of the dataset, so filesize is required.`;
    problems.push({ pointer: `${pointer}/dataFile/filesize`, message });
    return [];
  }
  if (found !== undefined && file.sizeBytes !== null && file.sizeBytes !== found) {
    const message = `${label} has ${found} bytes in the folder of the dataset, not ${file.sizeBytes}.`;
    problems.push({ pointer: `${pointer}/dataFile/filesize`, message });
    return [];
  }
  if (found === undefined) return [{ ...known, sizeBytes, checksum: checksum ?? UNKNOWN_CHECKSUM, isThere: false }];
  return [{ ...known, sizeBytes, checksum: checksum ?? (await readChecksum(storage, location, algorithm)), isThere: true }];
}

/**
 * Reads the files that a version lists and looks for their bytes in the folder that the identifier names. Bytes that are not there
 * may come later, so they are no fault as long as the size is given. A checksum is computed where none is given and the bytes are there.
 * @throws DomainError BAD_USER_INPUT with every fault.
 */
export async function examineFiles(
  examination: Examination,
  version: Sent,
  pid: PersistentIdParts,
  rule: PathRule = { pathsOnce: true },
): Promise<PackageFile[]> {
  const files = readFiles(version, rule);
  const problems: Problem[] = [];
  const taken = await listNamedStorageIds(
    examination.db,
    pid,
    files.map(({ storageId }) => storageId),
  );
  for (const { pointer, storageId } of files) {
    if (taken.has(storageId)) problems.push(...storageIdTaken(storageId, `${pointer}/dataFile/storageIdentifier`).problems);
  }
  refuse(problems);
  const settled: PackageFile[] = [];
  for (const file of files) settled.push(...(await settle(examination, pid, file, problems)));
  refuse(problems);
  return settled;
}
