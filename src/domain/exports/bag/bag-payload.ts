import { checksumHash } from '../../../storage/checksum-hash.ts';
import { chunksOf } from '../../../storage/chunks-of.ts';
import type { Checksum } from '../../../storage/file-storage.ts';
import type { ArchiveFileRow } from '../../../db/queries/files/archive-files.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { ExportSnapshot } from '../../../formats/exports/export-snapshot.ts';
import { oreFileId, uploadedUrl } from '../../../formats/ore/ore-exporter.ts';
import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '../../../vocabulary/files.ts';
import type { ArchivedBytes, ArchiveScope } from '../../files/archive/archive-content.ts';
import { archivePaths } from '../../files/archive/archive-paths.ts';
import { originalForms } from '../../files/archive/original-forms.ts';

/** Longest folder that is made of a title: file systems take 255 bytes, of which UTF-8 may need four for a character. */
const LONGEST_TITLE = 60;

/** A file of a bag. */
export interface BagFile {
  /** Within the bag, from `data/` on. */
  readonly path: string;
  readonly newFolders: readonly string[];
  readonly bytes: ArchivedBytes;
  readonly checksum: Checksum;
  readonly contentType: string;
  /** Persistent identifier, else the address of its page. */
  readonly identifier: string;
  /** Where the bytes are given out. */
  readonly url: string;
  /** Whether its bytes are left out. */
  readonly withheld: boolean;
}

/** The files of a bag with the one algorithm that proves them. */
export interface BagPayload {
  readonly algorithm: ChecksumAlgorithm;
  /** The folder of the files, from `data/` on, without a slash at its end. */
  readonly folder: string;
  readonly files: readonly BagFile[];
}

interface FileFacts {
  readonly identifier: string;
  readonly url: string;
  /** Undefined where it was never known. */
  readonly checksum: Checksum | undefined;
}

async function factsOfFiles({ files, site }: ExportSnapshot): Promise<Map<number, FileFacts>> {
  const facts = new Map<number, FileFacts>();
  for await (const file of files('folder')) {
    const { databaseId, checksum } = file.dataFile;
    const algorithm = CHECKSUM_ALGORITHMS.find((name) => name === checksum.type);
    const value = checksum.value.toLowerCase();
    const isKnown = algorithm !== undefined && value.length === checksumHash(algorithm).digest('hex').length;
    facts.set(databaseId, {
      identifier: oreFileId(file, site.url),
      url: uploadedUrl(file, site.url),
      checksum: isKnown ? { algorithm, value } : undefined,
    });
  }
  return facts;
}

/** The algorithm of most files: a manifest has to name all of them. */
function commonAlgorithm(facts: Iterable<FileFacts>): ChecksumAlgorithm {
  const counts = new Map<ChecksumAlgorithm, number>();
  for (const { checksum } of facts) if (checksum !== undefined) counts.set(checksum.algorithm, (counts.get(checksum.algorithm) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'MD5';
}

/**
 * The checksum that the manifest has of a file. Bytes that were recorded with another algorithm are read, and compared with what is
 * recorded. @throws DomainError FILE_BYTES_MISSING
 */
async function checksumIn(
  { services: { storage } }: ArchiveScope,
  bytes: ArchivedBytes,
  known: Checksum | undefined,
  algorithm: ChecksumAlgorithm,
): Promise<Checksum> {
  if (known?.algorithm === algorithm) return known;
  const hashes = [checksumHash(algorithm), checksumHash(known?.algorithm ?? algorithm)] as const;
  for await (const chunk of chunksOf(await storage.open(bytes.location))) for (const hash of hashes) hash.update(chunk);
  const [value, recorded] = hashes.map((hash) => hash.digest('hex'));
  if (known !== undefined && recorded !== known.value) {
    throw new DomainError('FILE_BYTES_MISSING', `The stored bytes of ${bytes.label} do not match their checksum.`);
  }
  return { algorithm, value: value ?? '' };
}

function folderOf(title: string): string {
  const name = title.replace(/[\\/]/g, '_').toWellFormed().slice(0, LONGEST_TITLE).toWellFormed().trim();
  return name === '' ? 'dataset' : name;
}

/**
 * The files of a version as a bag holds them: of a tabular file what was uploaded. `mayRead` says whose bytes are left out.
 * @throws DomainError FILE_BYTES_MISSING
 */
export async function bagPayload(
  scope: ArchiveScope,
  snapshot: ExportSnapshot,
  rows: readonly ArchiveFileRow[],
  mayRead: (row: ArchiveFileRow) => boolean,
): Promise<BagPayload> {
  const facts = await factsOfFiles(snapshot);
  const algorithm = commonAlgorithm(facts.values());
  const paths = archivePaths();
  const files: BagFile[] = [];
  const readable = new Map(rows.map((row) => [row.id, mayRead(row)]));
  const folder = `data/${folderOf(snapshot.version.title)}`;
  for (const bytes of await originalForms(scope, rows)) {
    const known = facts.get(bytes.fileId);
    // The file left the version meanwhile, which only a draft allows.
    if (known === undefined) continue;
    const { label, contentType, directoryLabel } = bytes;
    const { path, newFolders } = paths.place({ label, directoryLabel: `${folder}/${directoryLabel ?? ''}` });
    files.push({
      path,
      newFolders,
      bytes,
      checksum: await checksumIn(scope, bytes, known.checksum, algorithm),
      contentType,
      identifier: known.identifier,
      url: known.url,
      withheld: readable.get(bytes.fileId) !== true,
    });
  }
  return { algorithm, folder, files };
}
