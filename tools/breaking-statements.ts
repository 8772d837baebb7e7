/** What in the SQL of a migration fails the servers of the release before, which go on while servers are replaced one by one. */

/** A statement that running servers of the release before may fail on. */
export interface BreakingStatement {
  readonly statement: string;
  /** Why they may. */
  readonly why: string;
}

/** Says above a statement why it is there all the same; the words are for whoever upgrades. */
const EXCUSE = /^--\s*breaks running servers:\s*\S.{10,}/m;

const RULES: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\bDROP\s+(TABLE|VIEW|MATERIALIZED\s+VIEW|SEQUENCE|TYPE|FUNCTION|SCHEMA)\b/i, 'the release before may still use it'],
  [/\bDROP\s+COLUMN\b/i, 'the release before names each column that it reads'],
  [/\bRENAME\b/i, 'the release before knows the old name alone'],
  [/\bALTER\s+COLUMN\b[^;]*\b(SET\s+DATA\s+)?TYPE\b/i, 'values of the release before may not fit, and prepared statements are refused'],
  [/\bALTER\s+COLUMN\b[^;]*\bSET\s+NOT\s+NULL\b/i, 'the release before may write null'],
  [/\bALTER\s+COLUMN\b[^;]*\bDROP\s+DEFAULT\b/i, 'the release before may leave the column out'],
  [
    /\bADD\s+CONSTRAINT\b(?![^;]*\bNOT\s+VALID\b)[^;]*\b(CHECK|UNIQUE|EXCLUDE|PRIMARY\s+KEY)\b/i,
    'the release before may write what it refuses',
  ],
  [/\bCREATE\s+UNIQUE\s+INDEX\b/i, 'the release before may write what it refuses'],
  [/\b(TRUNCATE|LOCK\s+TABLE)\b/i, 'the release before waits for it'],
];

/** Columns that the release before does not know have to fill themselves. */
function addsRequiredColumn(statement: string): boolean {
  return (
    /\bADD\s+COLUMN\b/i.test(statement) &&
    /\bNOT\s+NULL\b/i.test(statement) &&
    !/\bDEFAULT\b/i.test(statement) &&
    !/\bGENERATED\b|\b(SMALL|BIG)?SERIAL\b/i.test(statement)
  );
}

function withoutWords(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");
}

/** Tables that the migration itself makes: nobody uses them yet. */
function newTables(sql: string): ReadonlySet<string> {
  return new Set([...sql.matchAll(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi)].map(([, name = '']) => name));
}

function isOfNewTable(statement: string, made: ReadonlySet<string>): boolean {
  const [, name] =
    /\b(?:ALTER\s+TABLE(?:\s+ONLY)?|\bON|DROP\s+TABLE(?:\s+IF\s+EXISTS)?|TRUNCATE(?:\s+TABLE)?)\s+"?(\w+)"?/i.exec(statement) ?? [];
  return name !== undefined && made.has(name);
}

/** The statements of a migration that may fail running servers, without those that give a reason. */
export function breakingStatements(sql: string): BreakingStatement[] {
  const made = newTables(withoutWords(sql));
  return sql.split(/--> statement-breakpoint/).flatMap((statement) => {
    if (EXCUSE.test(statement)) return [];
    const bare = withoutWords(statement).trim();
    if (bare === '' || isOfNewTable(bare, made)) return [];
    const whys = RULES.flatMap(([pattern, why]) => (pattern.test(bare) ? [why] : []));
    if (addsRequiredColumn(bare)) whys.push('the release before leaves the column out');
    return whys.map((why) => ({ statement: bare, why }));
  });
}
