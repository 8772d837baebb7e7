/** A version as a BagIt bag. Source: exports.md 13. */
import { type ArchiveFileRow, listArchiveFilesOfVersion } from '../../../db/queries/files/archive-files.ts';
import type { DatasetKey, DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import { BAG_DECLARATION, bagInfo, fetchLine, manifestName, pathLine } from '../../../formats/bagit/bag-tags.ts';
import { dataciteExporter } from '../../../formats/datacite/datacite-exporter.ts';
import type { ExportSnapshot } from '../../../formats/exports/export-snapshot.ts';
import { writeOreMap } from '../../../formats/ore/ore-exporter.ts';
import { roCrateExporter } from '../../../formats/ro-crate/ro-crate-exporter.ts';
import { query } from '../../../kernel/command.ts';
import { persistentIdText } from '../../../model/persistent-id.ts';
import { checksumHash } from '../../../storage/checksum-hash.ts';
import { humanSize } from '../../../storage/human-size.ts';
import type { PlannedEntry } from '../../../storage/zip/zip-entry.ts';
import { type ArchiveScope, folderEntry, storedEntry, textEntry } from '../../files/archive/archive-content.ts';
import { type ArchivePlan, planOf } from '../../files/archive/plan-archive.ts';
import { mayReadBytes } from '../../files/download-rights.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { viewVersion } from '../../versions/view-version.ts';
import { loadSnapshot } from '../load-snapshot.ts';
import { type BagPayload, bagPayload } from './bag-payload.ts';

async function textOf(pieces: Iterable<string> | AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece.toWellFormed();
  return text;
}

/** What the map in a bag says of its files as a whole. Source: exports.md 13. */
function totalsOf({ files }: BagPayload): Readonly<Record<string, unknown>> {
  const sizes = files.map(({ bytes }) => bytes.sizeBytes);
  return {
    'dvcore:totalSize': sizes.reduce((sum, size) => sum + size, 0),
    'dvcore:fileCount': sizes.length,
    'dvcore:maxFileSize': sizes.reduce((most, size) => Math.max(most, size), 0),
    'dcterms:format': [...new Set(files.map(({ contentType }) => contentType))].toSorted(),
  };
}

/** The descriptions of the version that lie beside its files, by their paths in the bag. */
async function metadataTexts(snapshot: ExportSnapshot, payload: BagPayload): Promise<[path: string, text: string][]> {
  const mapping = [
    pathLine(persistentIdText(snapshot.pid), payload.folder),
    ...payload.files.map(({ identifier, path }) => pathLine(identifier, path)),
  ];
  return [
    ['metadata/pid-mapping.txt', mapping.join('')],
    ['metadata/oai-ore.jsonld', await textOf(writeOreMap(snapshot, totalsOf(payload)))],
    ['metadata/datacite.xml', await textOf(dataciteExporter.write(snapshot))],
    ['metadata/ro-crate-metadata.json', await textOf(roCrateExporter.write(snapshot))],
  ];
}

/** The tag files of a bag, by their paths in it. */
async function tagTexts({ services }: ArchiveScope, snapshot: ExportSnapshot, payload: BagPayload): Promise<[string, string][]> {
  const { algorithm, files } = payload;
  const payloadBytes = files.reduce((sum, { bytes }) => sum + bytes.sizeBytes, 0);
  const organizationEmail = services.settings.get(':SystemEmail');
  const info = { payloadBytes, payloadFiles: files.length, size: humanSize(payloadBytes), organizationEmail };
  const absent = files.filter(({ withheld }) => withheld);
  const texts: [string, string][] = [
    ['bagit.txt', BAG_DECLARATION],
    ['bag-info.txt', bagInfo(snapshot, info)],
    [`manifest-${manifestName(algorithm)}.txt`, files.map(({ checksum, path }) => pathLine(checksum.value, path)).join('')],
    ...(absent.length === 0
      ? []
      : [['fetch.txt', absent.map(({ url, bytes, path }) => fetchLine(url, bytes.sizeBytes, path)).join('')] as [string, string]]),
    ...(await metadataTexts(snapshot, payload)),
  ];
  const proofs = texts.map(([path, text]) => pathLine(checksumHash(algorithm).update(text).digest('hex'), path));
  return [...texts, [`tagmanifest-${manifestName(algorithm)}.txt`, proofs.join('')]];
}

/** The name of the folder in the bag: all that is no word becomes a hyphen. Source: exports.md 13. */
function bagName(dataset: DatasetRow, version: VersionRow): string {
  return `${persistentIdText(dataset)}v.${versionName(version).replace(':', '').toUpperCase()}`.replace(/\W/g, '-');
}

/** How addresses name a version. */
function versionName({ state, versionNumber, versionMinorNumber }: VersionRow): string {
  return state === 'DRAFT' ? ':draft' : `${versionNumber}.${versionMinorNumber}`;
}

/**
 * Lays a version out as a bag. Files whose bytes `mayRead` refuses are in its manifest, and in `fetch.txt` with their addresses.
 * @throws DomainError FILE_BYTES_MISSING
 */
export async function layOutBag(
  scope: ArchiveScope,
  { dataset, version }: { readonly dataset: DatasetRow; readonly version: VersionRow },
  rows: readonly ArchiveFileRow[],
  mayRead: (row: ArchiveFileRow) => boolean,
): Promise<ArchivePlan> {
  const snapshot = await loadSnapshot(scope, dataset, version);
  const payload = await bagPayload(scope, snapshot, rows, mayRead);
  const name = bagName(dataset, version);
  const modifiedAt = version.releasedAt ?? version.updatedAt;
  const entries: PlannedEntry[] = [folderEntry(`${name}/`, modifiedAt)];
  for (const [path, text] of await tagTexts(scope, snapshot, payload)) entries.push(textEntry(`${name}/${path}`, text, modifiedAt));
  for (const { path, newFolders, bytes, checksum, withheld } of payload.files) {
    for (const folder of newFolders) entries.push(folderEntry(`${name}/${folder}`, modifiedAt));
    if (!withheld) entries.push({ ...(await storedEntry(scope, `${name}/${path}`, bytes)), checksum });
  }
  if (payload.files.length === 0) entries.push(folderEntry(`${name}/data/`, modifiedAt));
  return planOf(
    `${name}.zip`,
    entries,
    payload.files.flatMap(({ withheld, bytes }) => (withheld ? [bytes.label] : [])),
  );
}

/** A bag, and where REST gives it out. */
export interface PlannedBag {
  readonly url: string;
  readonly archive: ArchivePlan;
}

/** Which version is packed. */
export interface BagRequest {
  readonly dataset: DatasetKey;
  /** `:draft`, `:latest`, `:latest-published` or a number. */
  readonly version: string;
}

/**
 * A version as a bag, for those who publish it. Bytes that the actor may not have are left out and named in `fetch.txt`.
 * @throws DomainError DATASET_NOT_FOUND | DATASET_VERSION_NOT_FOUND | PERMISSION_DENIED | BAD_USER_INPUT | FILE_BYTES_MISSING
 */
export const planBag = query({
  name: 'planBag',
  subject: (scope, { dataset }: BagRequest) => loadDataset(scope, dataset),
  requires: 'PublishDataset',
  run: async (context, { dataset }, { version: reference }): Promise<PlannedBag> => {
    // Reading the version is no use of its own.
    const version = await viewVersion({ ...context, visitor: undefined }, { dataset, reference, includeDeaccessioned: false });
    const rows = await listArchiveFilesOfVersion(context.db, version, context.actor.identities);
    const archive = await layOutBag(context, { dataset, version }, rows, (row) => mayReadBytes(context.actor, row));
    const { siteUrl } = context.services.installation;
    return { url: `${siteUrl}/api/datasets/${dataset.id}/versions/${versionName(version)}/bag`, archive };
  },
});
