/** Rows of the index with all that a search compares, for an engine beside the database. */
import { type SQL, sql } from 'drizzle-orm';
import { SEARCH_COLUMNS, type SearchColumn } from '../../../model/search/search-condition.ts';
import type { DocumentKey, EngineDocument } from '../../../model/search/search-engine.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { Queryable } from '../../client.ts';
import { fileDrafted, fileReleased, publicDocument } from '../gate/visible.ts';
import { boxesOf } from './globe-boxes.ts';
import { fileLicense, searchColumns } from './search-columns.ts';

/** What depends on the day, on what lies elsewhere, or is one and the same of everything, is no part of a document. */
const LEFT_OUT: ReadonlySet<SearchColumn> = new Set(['fileAccess', 'metadataSource', 'isHarvested', 'datasetCount', 'subtreePaths']);
const COLUMNS = Object.entries(SEARCH_COLUMNS)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record
  .map(([name, kind]) => ({ name: name as SearchColumn, kind }))
  .filter(({ name }) => !LEFT_OUT.has(name));

/** The words of a tsvector with the places and weights of each. */
const placed = (words: SQL): SQL =>
  sql`(select w.lexeme, unnest(w.positions) as place, unnest(w.weights) as weight from unnest(${words}) w)`;

/** The words of a text in their order; null where it has none. */
const wordsOf = (value: SQL): SQL =>
  sql`(select string_agg(w.lexeme, ' ' order by w.place, w.lexeme) from ${placed(sql`search_words(${value}, 'D')`)} w)`;

/** The words of a tsvector in their order, by weight. */
const byWeight = (words: SQL): SQL => sql`(select coalesce(json_object_agg(part.weight, part.words order by part.weight), '{}') from (
        select w.weight, string_agg(w.lexeme, ' ' order by w.place, w.lexeme) as words from ${placed(words)} w group by w.weight) part)`;

/** As many arguments as a function may have make pairs of one object. */
const PAIRS = 40;

function objectOf(pairs: readonly (readonly [string, SQL])[]): SQL {
  const parts: SQL[] = [];
  for (let first = 0; first < pairs.length; first += PAIRS) {
    const list = pairs.slice(first, first + PAIRS).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
    parts.push(sql`jsonb_build_object(${sql.join(list, sql`, `)})`);
  }
  return sql.join(parts, sql` || `);
}

const columns = objectOf(
  COLUMNS.map(({ name, kind }) => [
    name,
    // To the microsecond, an order by date would differ from that of the database where two are written in one millisecond.
    kind === 'date' ? sql`(extract(epoch from ${searchColumns[name]}) * 1000)::bigint` : searchColumns[name],
  ]),
);
const columnWords = objectOf(COLUMNS.filter(({ kind }) => kind === 'words').map(({ name }) => [name, wordsOf(searchColumns[name])]));

const facets = sql`(doc.facets || case when doc.kind = 'DATAFILE' then array_remove(array['publicationDate=' || ${searchColumns.publicationDate}, 'license=' || ${fileLicense}], null) else '{}' end)`;

type Read = EngineDocument & Record<string, unknown>;

/** What each of some keys describes; what there is no more, and what nobody may see, is left out. */
export async function readEngineDocuments(db: Queryable, keys: readonly DocumentKey[]): Promise<EngineDocument[]> {
  return db.execute<Read>(sql`
    select doc.kind, doc.row_id as "rowId", doc.node_id as "nodeId", ${publicDocument} or doc.kind = 'DATAFILE' and coalesce(${fileReleased}, false) as public,
      (select coalesce(json_agg(part), '[]') from node n, unnest(n.permission_path) part where n.id = coalesce(doc.dataset_id, doc.node_id)) as access,
      (select coalesce(json_agg(part), '[]') from node n, unnest(n.path) part where n.id = doc.node_id) as path,
      doc.name, search_fold(left(doc.name, 300)) as "foldedName", to_json(${facets}) as facets,
      ${byWeight(sql`doc.words`)} as words,
      ${columns} as columns, ${columnWords} as "columnWords",
      coalesce((select json_agg(json_build_object('field', found.field, 'value', found.value, 'words', coalesce(${wordsOf(sql`found.value`)}, '')) order by place)
        from dataset_version v, search_values(v.metadata) with ordinality found(block, field, value, place)
        where doc.kind = 'DATASET' and v.id = doc.row_id and not exists (
          select from metadata_field f where f.name = found.field and f.field_type = 'EMAIL')), '[]') as values,
      coalesce((select json_agg(json_build_object('west', b.west, 'east', b.east, 'south', b.south, 'north', b.north)) from ${boxesOf} b), '[]') as boxes,
      (select m.restricted from file_metadata m where doc.kind = 'DATAFILE' and m.id = doc.row_id) as restricted
    from unnest(${sql.param(keys.map(({ kind }) => kind))}::text[]::node_kind[], ${sql.param(keys.map(({ rowId }) => rowId))}::int[]) asked(kind, row_id)
    join search_document doc on doc.kind = asked.kind and doc.row_id = asked.row_id
    left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id
    where doc.kind <> 'DATAFILE' or ${fileReleased} or ${fileDrafted}
    order by doc.kind, doc.row_id`);
}

/** The next keys of a kind after one, also of what nobody may see. */
export async function listDocumentKeys(db: Queryable, kind: NodeKind, after: number, limit: number): Promise<DocumentKey[]> {
  return db.execute<DocumentKey & Record<string, unknown>>(sql`
    select kind, row_id as "rowId" from search_document where kind = ${kind}::node_kind and row_id > ${after}::int order by row_id limit ${limit}::int`);
}
