/** What the database says of a request to an engine: what the caller may see, and the words as they are compared. */
import { type SQL, sql } from 'drizzle-orm';
import type { AskedWords, EngineAccess, EngineFacts } from '../../../model/search/search-engine.ts';
import { permissionBit } from '../../../permission-set.ts';
import type { Queryable } from '../../client.ts';
import { nodesGranting } from '../gate/granted.ts';
import { type Onlooker, opensTo } from '../gate/visible.ts';
import { foldedPattern } from './folded-pattern.ts';

interface FactsRow extends Record<string, unknown> {
  readonly collections: number[];
  readonly datasets: number[];
  readonly curation: number[];
  readonly words: ({ readonly text: string } & AskedWords)[];
  readonly rootName: string;
  readonly today: string;
}

const tokens = (configuration: string): SQL => sql`coalesce((
  select string_agg(w.lexeme, ' ' order by place, w.lexeme) from unnest(to_tsvector(${sql.raw(`'${configuration}'`)}, folded.value)) w, unnest(w.positions) place), '')`;

/** Reads them in one statement; the onlooker's permissions are those of this moment. */
export async function readEngineFacts(
  db: Queryable,
  { identities, superuser }: Onlooker,
  asked: { readonly texts: readonly string[]; readonly patterns: readonly string[] },
): Promise<EngineFacts> {
  const own = sql`${sql.param(identities)}::text[]`;
  const listed = (nodes: SQL): SQL => (superuser ? sql`'[]'::json` : sql`to_json(${nodes})`);
  const { collections, datasets } = opensTo(own);
  const patterns = asked.patterns.map((pattern) => sql`${foldedPattern(pattern)}`);
  const [row] = await db.execute<FactsRow & { readonly folded: string[] }>(sql`
    select ${listed(collections)} as collections, ${listed(datasets)} as datasets,
      ${listed(nodesGranting(permissionBit('PublishDataset'), own, 'once'))} as curation,
      coalesce((select json_agg(json_build_object('text', asked.text, 'folded', folded.value, 'plain', ${tokens('simple')}, 'stems', ${tokens('public.search_stems')}))
        from unnest(${sql.param(asked.texts)}::text[]) asked(text) cross join lateral (select search_fold(asked.text) as value) folded), '[]') as words,
      to_json(array[${patterns.length === 0 ? sql`null` : sql.join(patterns, sql`, `)}]::text[]) as folded,
      (select c.name from collection c join node n on n.id = c.id where n.owner_id is null) as "rootName", (now() at time zone 'UTC')::date::text as today`);
  if (row === undefined) throw new Error('The database said nothing of a search.');
  const access: EngineAccess = { superuser, collections: row.collections, datasets: row.datasets, curation: row.curation };
  return {
    access,
    words: new Map(row.words.map(({ text, ...words }) => [text, words])),
    patterns: new Map(asked.patterns.map((pattern, place) => [pattern, row.folded[place] ?? ''])),
    rootName: row.rootName,
    today: row.today,
  };
}
