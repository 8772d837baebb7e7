import type { Sql } from 'postgres';
import { type DatasetRow, day, type FileRow, findDataset } from './dataset-statement.ts';

/** What the server knows beside its statements, read once. */
export interface Installation {
  readonly publisher: string;
  /** Display names of the metadata blocks. */
  readonly blockNames: ReadonlyMap<string, string>;
}

interface ChildRow {
  readonly kind: string;
  readonly id: number;
  readonly name: string | null;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  readonly storage_driver: string;
  readonly dataset_type: string;
  readonly published_at: Date;
}

const FRIENDLY: Readonly<Record<string, string>> = { 'text/plain': 'Plain Text', 'text/xml': 'XML', 'text/markdown': 'Markdown Text' };

const second = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;

/** The record of a file in a version. */
export function restFile(
  file: FileRow,
  { version_id, updated_at, dataset_file_access_request }: Pick<DatasetRow, 'version_id' | 'updated_at' | 'dataset_file_access_request'>,
): unknown {
  return {
    description: file.description ?? undefined,
    label: file.label,
    restricted: file.restricted,
    directoryLabel: file.directory_label ?? undefined,
    version: file.record_version,
    datasetVersionId: version_id,
    categories: file.categories.length > 0 ? file.categories : undefined,
    dataFile: {
      id: file.id,
      persistentId: '',
      filename: file.label,
      contentType: file.content_type,
      friendlyType: FRIENDLY[file.content_type],
      filesize: file.size_bytes,
      description: file.description ?? undefined,
      categories: file.categories.length > 0 ? file.categories : undefined,
      storageIdentifier: `${file.storage_driver}://${file.storage_id}`,
      rootDataFileId: -1,
      md5: file.checksum_algorithm === 'MD5' ? file.checksum_value : undefined,
      checksum: { type: file.checksum_algorithm, value: file.checksum_value },
      tabularData: false,
      creationDate: file.created,
      publicationDate: file.published,
      directoryLabel: file.directory_label ?? undefined,
      lastUpdateTime: second(updated_at),
      fileAccessRequest: dataset_file_access_request,
    },
  };
}

function restLicense({
  name,
  uri,
  icon_uri,
  rights_identifier,
  rights_identifier_scheme,
  scheme_uri,
  language_code,
}: DatasetRow['license']) {
  return {
    name,
    uri,
    iconUri: icon_uri ?? undefined,
    rightsIdentifier: rights_identifier ?? undefined,
    rightsIdentifierScheme: rights_identifier_scheme ?? undefined,
    schemeUri: scheme_uri ?? undefined,
    languageCode: language_code ?? undefined,
  };
}

/** The record of a version, without files. */
export function restVersion({ blockNames }: Installation, row: Omit<DatasetRow, 'files'>): Readonly<Record<string, unknown>> {
  const metadataBlocks: Record<string, unknown> = {};
  for (const [name, fields] of Object.entries(row.metadata)) metadataBlocks[name] = { displayName: blockNames.get(name), name, fields };
  const productionDate = row.metadata['citation']?.find(({ typeName }) => typeName === 'productionDate')?.value;
  const distributionDate = row.metadata['citation']?.find(({ typeName }) => typeName === 'distributionDate')?.value;
  return {
    id: row.version_id,
    datasetId: row.id,
    datasetPersistentId: `${row.protocol}:${row.authority}${row.separator}${row.identifier}`,
    datasetType: row.dataset_type,
    storageIdentifier: `${row.storage_driver}://${row.authority}/${row.identifier}`,
    versionNumber: row.version_number,
    internalVersionNumber: row.internal_version_number,
    versionMinorNumber: row.version_minor_number,
    versionState: row.state,
    latestVersionPublishingState: row.latest_state,
    distributionDate,
    productionDate,
    lastUpdateTime: second(row.updated_at),
    releaseTime: second(row.released_at),
    createTime: second(row.created_at),
    publicationDate: day(row.published_at),
    citationDate: day(row.published_at),
    license: restLicense(row.license),
    fileAccessRequest: row.file_access_request,
    metadataBlocks,
  };
}

/** The answer to a REST client who asks for a dataset with version, metadata and files; undefined when there is none. */
export async function restDataset(sql: Sql, installation: Installation, id: number): Promise<unknown> {
  const row = await findDataset(sql, id);
  if (row === undefined) return undefined;
  return {
    status: 'OK',
    data: {
      id: row.id,
      identifier: row.identifier,
      persistentUrl: `https://doi.org/${row.authority}${row.separator}${row.identifier}`,
      protocol: row.protocol,
      authority: row.authority,
      separator: row.separator,
      publisher: installation.publisher,
      publicationDate: day(row.published_at),
      storageIdentifier: `${row.storage_driver}://${row.authority}/${row.identifier}`,
      datasetType: row.dataset_type,
      latestVersion: { ...restVersion(installation, row), files: row.files.map((file) => restFile(file, row)) },
    },
  };
}

/** The answer to a REST client who asks for the children of a collection. */
export async function restContents(sql: Sql, { publisher }: Installation, collectionId: number): Promise<unknown> {
  const rows = await sql<ChildRow[]>`
    select n.kind, n.id, n.published_at, c.name, d.protocol, d.authority, d.separator, d.identifier, d.storage_driver, d.dataset_type
    from node n left join dataset d on d.id = n.id left join collection c on c.id = n.id
    where n.owner_id = ${collectionId} and n.published_at is not null
    order by n.kind, n.id`;
  return {
    status: 'OK',
    data: rows.map((row) =>
      row.kind === 'COLLECTION'
        ? { type: 'collection', id: row.id, title: row.name }
        : {
            id: row.id,
            identifier: row.identifier,
            persistentUrl: `https://doi.org/${row.authority}${row.separator}${row.identifier}`,
            protocol: row.protocol,
            authority: row.authority,
            separator: row.separator,
            publisher,
            publicationDate: day(row.published_at),
            storageIdentifier: `${row.storage_driver}://${row.authority}/${row.identifier}`,
            datasetType: row.dataset_type,
            type: 'dataset',
          },
    ),
  };
}
