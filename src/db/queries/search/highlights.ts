/** Where words that were asked for stand in the texts of hits. */
import { type SQL, sql } from 'drizzle-orm';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { Queryable } from '../../client.ts';

/** A text of a hit that holds some of the words. */
export interface MatchingText {
  readonly kind: NodeKind;
  readonly rowId: number;
  readonly field: string;
  readonly text: string;
}

/** A word, or what words begin with. */
export interface AskedWord {
  readonly text: string;
  readonly beginning: boolean;
}

/** As the index compares words. A text of this length is read. */
const LONGEST_TEXT = 5_000;
const MOST_TEXTS = 1_000;

function anyWord(words: readonly AskedWord[]): SQL {
  const list = (beginning: boolean): SQL =>
    sql`${sql.param(words.filter((word) => word.beginning === beginning).map(({ text }) => text))}::text[]`;
  return sql`array(select search_phrase(asked) from unnest(${list(false)}) asked union all select search_beginning(asked) from unnest(${list(true)}) asked)`;
}

/** Names of collections and files, and texts of the metadata of versions, in which any of the words stands. The first of each field. */
export async function listMatchingTexts(
  db: Queryable,
  words: readonly AskedWord[],
  hits: readonly { readonly kind: NodeKind; readonly rowId: number }[],
): Promise<MatchingText[]> {
  const ids = (kinds: readonly NodeKind[]): SQL =>
    sql`${sql.param(hits.filter(({ kind }) => kinds.includes(kind)).map(({ rowId }) => rowId))}::int[]`;
  return db.execute<MatchingText & Record<string, unknown>>(sql`
    with asked as materialized (select ${anyWord(words)} as words),
    texts as (
      select doc.kind, doc.row_id, 0::bigint as place, 'name' as field, doc.name as value from search_document doc
      where doc.kind = 'COLLECTION' and doc.row_id = any(array(select unnest(${ids(['COLLECTION'])})))
        or doc.kind = 'DATAFILE' and doc.row_id = any(array(select unnest(${ids(['DATAFILE'])})))
      union all
      select 'DATASET', v.id, found.place, found.field, left(found.value, ${LONGEST_TEXT}::int)
      from dataset_version v, search_values(v.metadata) with ordinality found(block, field, value, place)
      join metadata_field f on f.name = found.field and f.field_type in ('TEXT', 'TEXTBOX') and not f.controlled_vocabulary
      where v.id = any(array(select unnest(${ids(['DATASET'])}))))
    select kind, row_id as "rowId", field, value as text from (
      select distinct on (kind, row_id, field) kind, row_id, field, value, place from texts, asked
      where search_words(value, 'D') @@ any(asked.words) order by kind, row_id, field, place) first
    order by kind, row_id, place, field limit ${MOST_TEXTS}::int`);
}

/** Which of some words are asked for, as the index compares them. */
export async function listMatchingWords(db: Queryable, words: readonly AskedWord[], candidates: readonly string[]): Promise<string[]> {
  const rows = await db.execute<{ word: string }>(sql`
    with asked as materialized (select ${anyWord(words)} as words)
    select word from unnest(${sql.param(candidates)}::text[]) word, asked where search_words(word, 'D') @@ any(asked.words)`);
  return rows.map(({ word }) => word);
}
