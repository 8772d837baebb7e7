import type { Problem } from '../../errors/domain-error.ts';
import { parseQuery } from '../query-string.ts';
import type { Route } from '../route.ts';
import { type Dialect, pathInDialect, turned, wordIn } from './dialect.ts';
import { renameAnswer } from './rename-answer.ts';
import { renameBody } from './rename-body.ts';
import { queryInOurWords, repeatedQueryInTheirs } from './rename-query.ts';
import { answerPlaces, bodyPlaces } from './renamed-places.ts';

/** A row in the words of a dialect. Requests are turned into ours, answers into theirs. */
export interface RowTranslation {
  /** The row itself, or that which stands in for it. */
  readonly route: Route;
  readonly path: (values: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** The part of the address after the question mark. */
  readonly query: (text: string) => string;
  readonly body: (body: unknown) => unknown;
  /** JSON, or a piece of it that ends where a value does; undefined where it stays as it is. */
  readonly answer: ((json: string) => string) | undefined;
  /** A path of this API, such as that of a created object. */
  readonly location: (path: string) => string;
  readonly problems: (problems: readonly Problem[]) => readonly Problem[];
  readonly tokenHeader: string;
}

function same<Value>(value: Value): Value {
  return value;
}

/** Only the first two segments below `/api` are literal for certain: those behind them may be an alias. */
function locationIn(dialect: Dialect): (path: string) => string {
  return (path) => path.replace(/^\/api\/(?:admin\/)?[^/?]+/, (beginning) => pathInDialect(beginning, dialect));
}

/** What a row that was found is in a dialect. */
export function translateRow(found: Route, dialect: Dialect): RowTranslation {
  const route = dialect.rows.find(({ id }) => id === found.id) ?? found;
  const location = locationIn(dialect);
  const answered = answerPlaces(route, dialect);
  const ours = new Map(Object.entries(dialect.words).map(([name, words]) => [name, turned(words)]));
  const body = bodyPlaces(route, dialect);
  const { parameters } = dialect.queries;
  const searches = dialect.queries.rows.includes(route.id);
  const searched = queryInOurWords(dialect);
  const repeated = repeatedQueryInTheirs(dialect);
  const written = renameAnswer(answered);

  /** A parameter of the query as we call what it says. */
  function inOurWords(name: string, text: string): string {
    return searches && parameters.includes(name) ? searched(text) : wordIn(ours.get(name), text);
  }

  function query(text: string): string {
    if (text === '') return text;
    return text
      .split('&')
      .map((pair) => {
        const [[name, said] = []] = Object.entries(parseQuery(pair));
        const word = name === undefined || said === undefined ? said : inOurWords(name, said);
        return name === undefined || word === undefined || word === said ? pair : `${name}=${encodeURIComponent(word)}`;
      })
      .join('&');
  }

  return {
    route,
    path: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wordIn(ours.get(name), value)])),
    query,
    body: renameBody(body) ?? same,
    answer: searches ? (json) => repeated(written?.(json) ?? json) : written,
    location,
    problems: (problems) =>
      problems.map(({ pointer, message }) => ({
        pointer: pointer
          .split('/')
          .map((key) => wordIn(body.keys, key))
          .join('/'),
        message,
      })),
    tokenHeader: dialect.tokenHeader,
  };
}
