/** Names of fields, and fixed words of fields, in search queries; everything else that is searched for stays as it is. */
import { type Dialect, turned } from './dialect.ts';

type Rename = (query: string) => string;

function renamed(fields: Readonly<Record<string, string>>, words: Dialect['queries']['words']): Rename {
  // A field stands before a colon that nothing but a sign of the grammar is before.
  const field = new RegExp(`(?<![\\w:"])(${Object.keys(fields).join('|')})(?=:)`, 'g');
  const held = Object.entries(words).map(([name, values]) => ({
    values,
    pattern: new RegExp(`(?<![\\w:])(${name}:\\(?\\\\?"?)(${Object.keys(values).join('|')})(?![\\w:])`, 'g'),
  }));
  return (query) =>
    held.reduce(
      (text, { values, pattern }) => text.replace(pattern, (_whole, before: string, word: string) => before + (values[word] ?? word)),
      query.replace(field, (name) => fields[name] ?? name),
    );
}

/** Their query in our words. */
export function queryInOurWords({ queries }: Dialect): Rename {
  const words = Object.fromEntries(Object.entries(queries.words).map(([name, values]) => [name, turned(values)]));
  return renamed(turned(queries.fields), words);
}

/** The query that an answer repeats, as JSON, in their words. */
export function repeatedQueryInTheirs({ queries }: Dialect): Rename {
  const rename = renamed(queries.fields, queries.words);
  return (json) =>
    json.replace(/(?<!\\)"q"\s*:\s*"(?:[^"\\]|\\.)*"/g, (pair) => {
      const colon = pair.indexOf(':');
      return pair.slice(0, colon + 1) + rename(pair.slice(colon + 1));
    });
}
