/** What the columns of search are in the tables. `doc` is a row of the index and `kept` the state of its dataset. */
import { type SQL, sql } from 'drizzle-orm';
import { COLLECTION_CATEGORIES } from '../../../model/search/collection-category.ts';
import type { SearchColumn } from '../../../model/search/search-condition.ts';
import { permissionBit } from '../../../permission-set.ts';
import { nodesGranting } from '../gate/granted.ts';
import { fileDrafted, identitiesOf, publishedAs, type Searcher } from '../gate/visible.ts';

/** What is in no category has none. */
const { UNCATEGORIZED: _none, ...CATEGORIES } = COLLECTION_CATEGORIES;

const ofFile = (column: string): SQL =>
  sql`(select f.${sql.raw(column)} from data_file f where doc.kind = 'DATAFILE' and f.id = doc.node_id)`;
const ofRecord = (value: string): SQL =>
  sql`(select ${sql.raw(value)} from file_metadata m where doc.kind = 'DATAFILE' and m.id = doc.row_id)`;
const ofCollection = (column: string): SQL =>
  sql`(select c.${sql.raw(column)} from collection c where doc.kind = 'COLLECTION' and c.id = doc.node_id)`;
const ofVersion = (column: string): SQL =>
  sql`(select v.${sql.raw(column)} from dataset_version v where doc.kind = 'DATASET' and v.id = doc.row_id)`;
const owner = sql`(select n.owner_id from node n where n.id = doc.node_id)`;
const ofOwner = (column: string): SQL =>
  sql`(select c.${sql.raw(column)} from collection c where c.id = ${owner} and doc.kind <> 'DATAFILE')`;
const persistentId = sql`(select d.protocol || ':' || d.authority || d.separator || d.identifier from dataset d where d.id = doc.dataset_id)`;
const variables = (column: string): SQL =>
  sql`(select string_agg(x.${sql.raw(column)}, E'\n') from data_variable x where doc.kind = 'DATAFILE' and x.data_file_id = doc.node_id)`;

/** The collection of a dataset or of the dataset of a file, by its label. */
const category = sql`(select ${JSON.stringify(CATEGORIES)}::text::jsonb ->> c.collection_type::text
  from node n join collection c on c.id = n.owner_id where n.id = doc.dataset_id)`;

/** A date of a file; of a version, the last one that its files have. Each is looked up by ids: under one condition for both, all files would be read. */
const lastDate = (column: string): SQL => sql`((case doc.kind
  when 'DATAFILE' then (select f.${sql.raw(column)} from data_file f where f.id = doc.node_id)
  when 'DATASET' then (
    select max(f.${sql.raw(column)}) from dataset_version v join file_metadata m on m.dataset_id = v.dataset_id join data_file f on f.id = m.data_file_id
    where v.id = doc.row_id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)) end)::timestamp at time zone 'UTC')`;

/** Whether the hit is a draft. */
export const isDraft = sql`(case doc.kind when 'DATASET' then doc.state = 'DRAFT' when 'DATAFILE' then ${fileDrafted} else false end)`;

/** Publication statuses of a hit, in the order of the contract. */
export const statuses = sql`array_remove(array[
  case when doc.kind = 'COLLECTION' and doc.public or doc.state = 'RELEASED' or doc.kind = 'DATAFILE' and not ${fileDrafted} then 'Published' end,
  case when doc.kind = 'COLLECTION' and not doc.public or ${isDraft}
    and (select ${publishedAs('n')} from node n where n.id = doc.dataset_id) is not true then 'Unpublished' end,
  case when ${isDraft} then 'Draft' end,
  case when ${isDraft} and exists (select from dataset_lock l where l.dataset_id = doc.dataset_id and l.lock_type = 'InReview') then 'In Review' end,
  case when doc.state = 'DEACCESSIONED' then 'Deaccessioned' end], null)`;

const access = sql`(select case
    when f.retention_date_unavailable < (now() at time zone 'UTC')::date then 'RetentionPeriodExpired'
    when f.embargo_date_available > (now() at time zone 'UTC')::date then case when m.restricted then 'EmbargoedThenRestricted' else 'EmbargoedThenPublic' end
    when m.restricted then 'Restricted' else 'Public' end
  from data_file f join file_metadata m on m.data_file_id = f.id where doc.kind = 'DATAFILE' and m.id = doc.row_id)`;

const documentId = sql`(case doc.kind when 'COLLECTION' then 'collection_' || doc.node_id
  when 'DATASET' then 'dataset_' || doc.node_id || case doc.state when 'DRAFT' then '_draft' when 'DEACCESSIONED' then '_deaccessioned' else '' end
  else 'datafile_' || doc.node_id || case when ${fileDrafted} then '_draft' else '' end end)`;

const firstPublished = sql`(select n.published_at from node n where n.id = doc.node_id and not (doc.kind = 'DATAFILE' and ${fileDrafted}))`;

/** The version by which a file is found. */
const fileVersion = (column: string): SQL => sql`(select v.${sql.raw(column)} from dataset_version v
    where v.dataset_id = doc.dataset_id and v.ordinal = case when ${fileDrafted} then kept.draft_ordinal else kept.released_ordinal end)`;

/** The licence of the version by which a file is found; null for all else, of which it is an exact value. */
export const fileLicense = sql`(case when doc.kind = 'DATAFILE' then coalesce((select l.name from license l where l.id = ${fileVersion('license_id')}), 'Custom Terms') end)`;

/** Released datasets in a published collection, below it, and linked into it or below it. */
const datasetCount = sql`(case when doc.kind = 'COLLECTION' and doc.public then (
    with recursive reach (id) as (
      select doc.node_id union select l.linked_node_id from reach join node n on n.path @> array[reach.id] and n.kind = 'COLLECTION' join node_link l on l.linking_collection_id = n.id)
    select count(distinct d.id) from reach join node d on d.path @> array[reach.id] and d.kind = 'DATASET'
    where ${publishedAs('d')} and exists (select from search_document shown where shown.node_id = d.id and shown.kind = 'DATASET' and shown.public)) end)`;

/** The newest curation status of a draft; null for all else, and where it was cleared. Not everybody may see it. */
const curationStatus = sql`(select c.label from curation_status c where doc.kind = 'DATASET' and doc.state = 'DRAFT' and c.dataset_version_id = doc.row_id order by c.id desc limit 1)`;

export type SearchColumns = Readonly<Record<SearchColumn, SQL>>;

/** The value of each column as one who searches may know it: curation statuses are of those who publish. Source: datasets.md 10.3. */
export function columnsFor(searcher: Searcher): SearchColumns {
  if (searcher.superuser) return searchColumns;
  const { own, planned } = identitiesOf(searcher);
  // No `exists`, which the planner may answer by a hash of all nodes: 0.7 s at a million datasets, for a draft or none.
  const publishes = sql`(select place.permission_path && ${nodesGranting(permissionBit('PublishDataset'), own, planned)}
    from node place where place.id = doc.dataset_id)`;
  return { ...searchColumns, curationStatus: sql`(case when doc.state = 'DRAFT' and ${publishes} then ${curationStatus} end)` };
}

/** The value of each column; null where it has none. */
export const searchColumns: Readonly<Record<SearchColumn, SQL>> = {
  id: documentId,
  entityId: sql`doc.node_id`,
  dvObjectType: sql`(case doc.kind when 'COLLECTION' then 'collections' when 'DATASET' then 'datasets' else 'files' end)`,
  name: sql`(case when doc.kind <> 'DATASET' then doc.name end)`,
  identifier: sql`(case doc.kind when 'COLLECTION' then ${ofCollection('alias')} when 'DATASET' then ${persistentId} else doc.node_id::text end)`,
  nameSort: sql`doc.name`,
  dateSort: sql`coalesce(doc.sorted_at, (select coalesce(n.published_at, n.created_at) from node n where n.id = doc.node_id))`,
  publicationStatus: statuses,
  publicationDate: sql`to_char(${firstPublished} at time zone 'UTC', 'YYYY')`,
  parentId: owner,
  parentIdentifier: sql`(case when doc.kind = 'DATAFILE' then ${persistentId} end)`,
  isHarvested: sql`'false'`,
  // Compared as a whole: see subtree-paths.ts.
  subtreePaths: sql`(select n.path from node n where n.id = doc.node_id)`,
  dvName: sql`(case doc.kind when 'COLLECTION' then doc.name when 'DATASET' then ${ofOwner('name')} end)`,
  dvAlias: ofCollection('alias'),
  dvParentAlias: sql`(case when doc.kind = 'COLLECTION' then ${ofOwner('alias')} end)`,
  dvAffiliation: ofCollection('affiliation'),
  dvDescription: ofCollection('description'),
  identifierOfCollection: sql`(case when doc.kind = 'DATASET' then ${ofOwner('alias')} end)`,
  categoryOfCollection: category,
  metadataSource: sql`(select c.name from collection c join node n on n.id = c.id where n.owner_id is null)`,
  embargoEndDate: lastDate('embargo_date_available'),
  retentionEndDate: lastDate('retention_date_unavailable'),
  dsPersistentId: sql`(case when doc.kind = 'DATASET' then ${persistentId} end)`,
  dsPublicationDate: sql`(case when doc.kind <> 'COLLECTION' then ${firstPublished} end)`,
  datasetVersionId: sql`(case doc.kind when 'DATASET' then doc.row_id when 'DATAFILE' then ${fileVersion('id')} end)`,
  datasetCount,
  curationStatus,
  versionNote: ofVersion('version_note'),
  fileCount: sql`(select count(*) from file_metadata m join dataset_version v on v.dataset_id = m.dataset_id and v.id = doc.row_id
    where doc.kind = 'DATASET' and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal))`,
  fileName: sql`(case when doc.kind = 'DATAFILE' then doc.name end)`,
  fileNameWithoutExtension: sql`(case when doc.kind = 'DATAFILE' then regexp_replace(doc.name, '\\.[^.]*$', '') end)`,
  fileDescription: ofRecord('m.description'),
  filePersistentId: ofFile('persistent_id'),
  fileAccess: access,
  fileSizeInBytes: sql`doc.size_bytes`,
  fileMd5: sql`(select f.checksum_value from data_file f where doc.kind = 'DATAFILE' and f.id = doc.node_id and f.checksum_algorithm = 'MD5')`,
  fileChecksumType: ofFile('checksum_algorithm'),
  fileChecksumValue: ofFile('checksum_value'),
  unf: sql`(case doc.kind when 'DATASET' then ${ofVersion('unf')}
    when 'DATAFILE' then (select t.unf from data_table t where t.data_file_id = doc.node_id) end)`,
  fileDeleted: sql`(case when doc.kind = 'DATAFILE' and not ${fileDrafted} then (kept.draft_ordinal is not null and doc.valid_to is not null
    and not exists (select from file_metadata m where m.data_file_id = doc.node_id and m.valid_to is null))::text end)`,
  variableName: variables('name'),
  variableLabel: variables('label'),
};
