/** A dataset with its draft as JSON, for the programs that judge it. Source: datasets.md 3.1 to 3.3. */
import type { Queryable } from '../../db/client.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { fileOrders, type FilePlace } from '../../db/queries/files/file-orders.ts';
import { searchFiles } from '../../db/queries/files/file-search.ts';
import type { DatasetRow } from '../../db/queries/datasets/datasets.ts';
import { listVersionsByIds, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../vocabulary.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { withoutVocabularyFillers } from '../metadata/filler.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { persistentIdText, persistentUrl } from '../../model/persistent-id.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { momentText, present } from './json-record.ts';

/** Files of one statement. */
const PAGE = 1000;

/** Where a dataset is read, and for whom. */
export interface DocumentScope extends Pick<CommandContext, 'actor' | 'services'> {
  readonly db: Queryable;
}

/** Licence, or terms of use without one, and terms of access. */
function termsRecord({ terms, license, fileAccessRequest }: VersionRow): Record<string, unknown> {
  const keys = license === null ? [...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS] : TERMS_OF_ACCESS_KEYS;
  return present({
    license: license === null ? null : present({ ...license }),
    ...Object.fromEntries(keys.map((key) => [key, terms[key]])),
    fileAccessRequest,
  });
}

/** The metadata blocks by name, each with its fields. */
function blocksRecord({ blocks }: Pick<DomainServices, 'blocks'>, metadata: VersionMetadata): Record<string, unknown> {
  const catalog = blocks.current();
  return Object.fromEntries(
    Object.entries(metadata).map(([name, fields]) => [
      name,
      { displayName: catalog.findBlock(name)?.displayName ?? name, name, fields: withoutVocabularyFillers(fields) },
    ]),
  );
}

function fileRecord({ dataFile, ...file }: FileRow): Record<string, unknown> {
  return present({
    description: file.description,
    label: file.label,
    restricted: file.restricted,
    directoryLabel: file.directoryLabel,
    categories: file.categories.length === 0 ? null : file.categories,
    dataFile: present({
      id: dataFile.id,
      persistentId: dataFile.persistentId,
      filename: file.label,
      contentType: dataFile.contentType,
      filesize: dataFile.sizeBytes,
      checksum: { type: dataFile.checksumAlgorithm, value: dataFile.checksumValue },
      publicationDate: dataFile.publicationDate,
    }),
  });
}

async function* filePieces(db: Queryable, version: VersionRow): AsyncGenerator<string> {
  let after: FilePlace | undefined;
  for (;;) {
    const { files } = await searchFiles(db, version, { filter: {}, order: 'NameAZ', after, offset: 0, limit: PAGE });
    const text = files.map(({ file }) => JSON.stringify(fileRecord(file))).join(',');
    if (text !== '') yield `${after === undefined ? '' : ','}${text}`;
    const last = files.at(-1);
    if (last === undefined || files.length < PAGE) return;
    after = fileOrders.NameAZ.placeOf(last);
  }
}

/** A dataset and its draft as they are stored, a page of files at a time. @throws DomainError CONCURRENT_CHANGE when the draft is gone. */
export async function* datasetDocument(
  { db, services, actor }: DocumentScope,
  dataset: DatasetRow,
  draftId: number,
): AsyncGenerator<string> {
  const [version] = await listVersionsByIds(db, [draftId]);
  if (version === undefined) throw new DomainError('CONCURRENT_CHANGE', 'The draft was removed while it was being validated.');
  const facts = present({
    id: dataset.id,
    identifier: dataset.identifier,
    persistentUrl: persistentUrl(dataset, services.installation.siteUrl),
    protocol: dataset.protocol,
    authority: dataset.authority,
    separator: dataset.separator,
    publisher: services.installation.name(),
    publicationDate: dataset.publicationDay,
    datasetType: dataset.datasetType,
    metadataLanguage: dataset.metadataLanguage,
    userIdentifier: actor.identifier,
  });
  const draft = present({
    id: version.id,
    datasetId: dataset.id,
    datasetPersistentId: persistentIdText(dataset),
    internalVersionNumber: version.internalVersionNumber,
    versionState: version.state,
    lastUpdateTime: momentText(version.updatedAt),
    createTime: momentText(version.createdAt),
    versionNote: version.versionNote,
    ...termsRecord(version),
    metadataBlocks: blocksRecord(services, version.metadata.value),
  });
  yield `${JSON.stringify(facts).slice(0, -1)},"datasetVersion":${JSON.stringify(draft).slice(0, -1)},"files":[`;
  yield* filePieces(db, version);
  yield ']}}';
}
