import type { SeenStatement, StatementTally } from '../db/statement-tally.ts';
import type { RequestContext } from '../request-context.ts';

/** A statement of an operation: docs/how-to/use-graphql.md, "Plan". */
interface ExplainedStatement {
  /** What it does, and the tables that it names first. */
  readonly statement: string;
  /** How many objects it is for, where it is a batch. */
  readonly batch: number | null;
  readonly rows: number;
  /** From the beginning of the operation until it was sent, and from there until it was answered. */
  readonly beginMilliseconds: number;
  readonly milliseconds: number;
  /** Its text, for superusers. */
  readonly sql?: string;
}

/** `extensions.explain` of an answer. */
export interface ExplainReport {
  /** Where the request names its document. */
  readonly document?: { readonly id: string; readonly trusted: boolean };
  readonly statements: number;
  readonly batches: number;
  readonly rows: number;
  /** In the order in which they were sent; 500 at most. */
  readonly plan: readonly ExplainedStatement[];
}

/** Tables that name a statement. */
const MOST_TABLES = 4;
const TABLE = /\b(?:from|join|into|update)\s+"?([a-z_]+)"?(?!\w|\()/gi;

/** Such as `select dataset, dataset_version`. */
function summaryOf(text: string): string {
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';
  const tables = new Set([...text.matchAll(TABLE)].map(([, name = '']) => name.toLowerCase()));
  return [verb, [...tables].slice(0, MOST_TABLES).join(', ')].join(' ').trim();
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

/** Puts together how an operation was run; undefined where its statements were only counted. */
export function explainReport(
  { statements, rows, seen }: StatementTally,
  begin: number,
  { actor, named }: Pick<RequestContext, 'actor' | 'named'>,
): ExplainReport | undefined {
  if (seen === undefined) return undefined;
  const explain = ({ text, keys, begin: sent, rows: given, milliseconds }: SeenStatement): ExplainedStatement => ({
    statement: summaryOf(text),
    batch: keys,
    rows: given,
    beginMilliseconds: rounded(sent - begin),
    milliseconds: rounded(milliseconds),
    ...(actor.superuser && { sql: text }),
  });
  const document = named?.id === undefined ? {} : { document: { id: `sha256:${named.id}`, trusted: named.trusted } };
  return { ...document, statements, batches: seen.filter(({ keys }) => keys !== null).length, rows, plan: seen.map(explain) };
}
