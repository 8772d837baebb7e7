import { type SQL, sql } from 'drizzle-orm';

/** A pattern of names, as these are compared: what stands between the wildcards is without case, accents and signs. */
export function foldedPattern(pattern: string): SQL {
  const pieces = pattern
    .split(/((?<!\\)[*?])/u)
    .map((piece) => piece.replaceAll(/\\(.)/gsu, (_whole, meant: string) => (/[*?]/u.test(meant) ? ' ' : meant)));
  return sql`(select string_agg(case piece when '*' then '%' when '?' then '_' else
      case when place > 1 and piece ~ '^[^[:alnum:]]' then ' ' else '' end || search_fold(piece)
      || case when place < ${pieces.length}::int and piece ~ '[[:alnum:]][^[:alnum:]]+$' then ' ' else '' end end, '' order by place)
    from unnest(${sql.param(pieces)}::text[]) with ordinality part(piece, place))`;
}
