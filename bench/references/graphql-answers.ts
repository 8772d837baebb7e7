import type { Sql } from 'postgres';
import { type DatasetRow, day, findDataset } from './dataset-statement.ts';
import { fileNode } from './file-node.ts';
import type { Installation } from './rest-answers.ts';

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

const LIST_SIZE = 20;

/** The answer to a GraphQL client who asks for a dataset with version, metadata and files; undefined when there is none. */
export async function graphqlDataset(sql: Sql, { publisher, blockNames }: Installation, id: number): Promise<unknown> {
  const row = await findDataset(sql, id);
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
          files: { nodes: row.files.map(fileNode) },
        },
      },
    },
  };
}

/** The answer to a GraphQL client who asks for 20 datasets of a collection after one of them, with version and metadata. */
export async function graphqlList(sql: Sql, alias: string, after: number): Promise<unknown> {
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
}
