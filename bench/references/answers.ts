/** The answers of the hand-written server: one statement each, and the JSON that the measured server gives for the same. */
import type { Sql } from 'postgres';

export interface DatasetAnswers {
  /** REST: a dataset with its newest version, metadata and files. */
  readonly dataset: (id: number) => Promise<unknown>;
  /** REST: the children of a collection. */
  readonly contents: (collectionId: number) => Promise<unknown>;
  /** GraphQL: a dataset with its newest version, metadata and files. */
  readonly datasetQuery: (id: number) => Promise<unknown>;
  /** GraphQL: 20 datasets of a collection after one of them, with version and metadata. */
  readonly listQuery: (alias: string, after: number) => Promise<unknown>;
}

interface DatasetRow {
  readonly id: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  readonly storage_driver: string;
  readonly dataset_type: string;
  readonly dataset_file_access_request: boolean;
  readonly published_at: Date;
  readonly version_id: number;
  readonly version_number: number;
  readonly version_minor_number: number;
  readonly internal_version_number: number;
  readonly state: string;
  readonly latest_state: string;
  readonly title: string;
  readonly metadata: Readonly<Record<string, readonly { readonly typeName: string; readonly value: unknown }[]>>;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly released_at: Date;
  readonly file_access_request: boolean;
  readonly license: Readonly<Record<string, string | null>>;
  readonly files: readonly FileRow[];
}

interface FileRow {
  readonly id: number;
  readonly record_id: number;
  readonly record_version: number;
  readonly label: string;
  readonly directory_label: string | null;
  readonly description: string | null;
  readonly restricted: boolean;
  readonly categories: readonly string[];
  readonly content_type: string;
  readonly size_bytes: number;
  readonly checksum_algorithm: string;
  readonly checksum_value: string;
  readonly storage_driver: string;
  readonly storage_id: string;
  readonly created: string;
  readonly published: string;
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

interface ListRow {
  readonly id: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  readonly published_at: Date;
  readonly version_number: number;
  readonly version_minor_number: number;
  readonly title: string;
  readonly released_at: Date;
  readonly metadata: DatasetRow['metadata'];
}

const FRIENDLY: Readonly<Record<string, string>> = { 'text/plain': 'Plain Text', 'text/xml': 'XML', 'text/markdown': 'Markdown Text' };
const LIST_SIZE = 20;

const second = (moment: Date): string => `${moment.toISOString().slice(0, 19)}Z`;
const day = (moment: Date): string => moment.toISOString().slice(0, 10);

function restFile(file: FileRow, { version_id, updated_at, dataset_file_access_request }: DatasetRow): unknown {
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

/** Prepares the answers; names of blocks and of the installation are read once, as a server would. */
export async function prepareAnswers(sql: Sql): Promise<DatasetAnswers> {
  const blockNames = new Map(
    (await sql<{ name: string; display_name: string }[]>`select name, display_name from metadata_block`).map((row) => [
      row.name,
      row.display_name,
    ]),
  );
  const [root] = await sql<{ name: string }[]>`select c.name from collection c join node n on n.id = c.id where n.owner_id is null`;
  const publisher = root?.name;

  const datasetRow = async (id: number): Promise<DatasetRow | undefined> => {
    const [row] = await sql<DatasetRow[]>`
      select d.id, d.protocol, d.authority, d.separator, d.identifier, d.storage_driver, d.dataset_type,
        d.file_access_request as dataset_file_access_request, n.published_at,
        v.id as version_id, v.version_number, v.version_minor_number, v.internal_version_number, v.state, v.title, v.metadata,
        v.created_at, v.updated_at, v.released_at, v.file_access_request, row_to_json(l) as license,
        (select s.state from dataset_version s where s.dataset_id = d.id order by s.ordinal desc limit 1) as latest_state,
        (select json_agg(json_build_object('id', f.id, 'record_id', m.id, 'record_version', m.record_version, 'label', m.label,
            'directory_label', m.directory_label, 'description', m.description, 'restricted', m.restricted, 'categories', m.categories,
            'content_type', f.content_type, 'size_bytes', f.size_bytes, 'checksum_algorithm', f.checksum_algorithm,
            'checksum_value', f.checksum_value, 'storage_driver', f.storage_driver, 'storage_id', f.storage_id,
            'created', fn.created_at::date, 'published', fn.published_at::date) order by m.label, m.id)
          from file_metadata m join data_file f on f.id = m.data_file_id join node fn on fn.id = f.id
          where m.dataset_id = d.id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)) as files
      from dataset d
      join node n on n.id = d.id
      join lateral (select * from dataset_version o where o.dataset_id = d.id and o.state = 'RELEASED' order by o.ordinal desc limit 1) v on true
      left join license l on l.id = v.license_id
      where d.id = ${id} and n.published_at is not null`;
    return row;
  };

  return {
    async dataset(id) {
      const row = await datasetRow(id);
      if (row === undefined) return undefined;
      const storageIdentifier = `${row.storage_driver}://${row.authority}/${row.identifier}`;
      const metadataBlocks: Record<string, unknown> = {};
      for (const [name, fields] of Object.entries(row.metadata)) metadataBlocks[name] = { displayName: blockNames.get(name), name, fields };
      const productionDate = row.metadata['citation']?.find(({ typeName }) => typeName === 'productionDate')?.value;
      const distributionDate = row.metadata['citation']?.find(({ typeName }) => typeName === 'distributionDate')?.value;
      return {
        status: 'OK',
        data: {
          id: row.id,
          identifier: row.identifier,
          persistentUrl: `https://doi.org/${row.authority}${row.separator}${row.identifier}`,
          protocol: row.protocol,
          authority: row.authority,
          separator: row.separator,
          publisher,
          publicationDate: day(row.published_at),
          storageIdentifier,
          datasetType: row.dataset_type,
          latestVersion: {
            id: row.version_id,
            datasetId: row.id,
            datasetPersistentId: `${row.protocol}:${row.authority}${row.separator}${row.identifier}`,
            datasetType: row.dataset_type,
            storageIdentifier,
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
            files: row.files.map((file) => restFile(file, row)),
          },
        },
      };
    },

    async contents(collectionId) {
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
    },

    async datasetQuery(id) {
      const row = await datasetRow(id);
      if (row === undefined) return undefined;
      return {
        data: {
          dataset: {
            databaseId: row.id,
            persistentId: `${row.protocol}:${row.authority}${row.separator}${row.identifier}`,
            persistentUrl: `https://doi.org/${row.authority}${row.separator}${row.identifier}`,
            publisher,
            publicationDate: day(row.published_at),
            datasetType: row.dataset_type,
            latestVersion: {
              databaseId: row.version_id,
              state: row.state,
              versionNumber: row.version_number,
              versionMinorNumber: row.version_minor_number,
              title: row.title,
              createdAt: row.created_at,
              updatedAt: row.updated_at,
              releasedAt: row.released_at,
              license: { name: row.license['name'], uri: row.license['uri'] },
              metadataBlocks: Object.entries(row.metadata).map(([name, fields]) => ({ name, displayName: blockNames.get(name), fields })),
              allFiles: row.files.map((file) => ({
                databaseId: file.record_id,
                label: file.label,
                directoryLabel: file.directory_label,
                description: file.description,
                restricted: file.restricted,
                categories: file.categories,
                dataFile: {
                  databaseId: file.id,
                  contentType: file.content_type,
                  sizeBytes: file.size_bytes,
                  storageIdentifier: `${file.storage_driver}://${file.storage_id}`,
                  checksum: { type: file.checksum_algorithm, value: file.checksum_value },
                  creationDate: file.created,
                  publicationDate: file.published,
                },
              })),
            },
          },
        },
      };
    },

    async listQuery(alias, after) {
      const rows = await sql<ListRow[]>`
        select d.id, d.protocol, d.authority, d.separator, d.identifier, n.published_at,
          v.version_number, v.version_minor_number, v.title, v.released_at, v.metadata
        from node n
        join dataset d on d.id = n.id
        join lateral (select * from dataset_version o where o.dataset_id = d.id and o.state = 'RELEASED' order by o.ordinal desc limit 1) v on true
        where n.owner_id = (select id from collection where lower(alias) = lower(${alias})) and n.kind = 'DATASET' and n.id > ${after}
          and n.published_at is not null
        order by n.id limit ${LIST_SIZE + 1}`;
      return {
        data: {
          collection: {
            contents: {
              nodes: rows.slice(0, LIST_SIZE).map((row) => ({
                databaseId: row.id,
                persistentId: `${row.protocol}:${row.authority}${row.separator}${row.identifier}`,
                publicationDate: day(row.published_at),
                latestVersion: {
                  versionNumber: row.version_number,
                  versionMinorNumber: row.version_minor_number,
                  title: row.title,
                  releasedAt: row.released_at,
                  metadataBlocks: Object.entries(row.metadata).map(([name, fields]) => ({
                    name,
                    fields: fields.map(({ typeName, value }) => ({ typeName, value })),
                  })),
                },
              })),
              pageInfo: { hasNextPage: rows.length > LIST_SIZE },
            },
          },
        },
      };
    },
  };
}
