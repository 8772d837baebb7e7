/** Where the words of a dialect stand in what a row reads and answers, by its own schemas. */
import { requestBodyOf } from '../openapi.ts';
import { answerSchemas, responsesOf } from '../openapi-responses.ts';
import type { Route } from '../route.ts';
import type { Dialect, Names } from './dialect.ts';

/** What has another name: keys, and words by the key that holds them; ours to theirs. */
export interface Places {
  readonly keys: Names;
  readonly words: Readonly<Record<string, Names>>;
}

const COMPONENT = '#/components/schemas/';

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Finds keys and words of the table in JSON schemas, and in what they refer to. */
function placesIn(schemas: unknown, components: Readonly<Record<string, unknown>>, { keys, words }: Dialect): Places {
  const foundKeys: Record<string, string> = {};
  const foundWords: Record<string, Record<string, string>> = {};
  const seen = new Set<string>();

  function visitWord(word: unknown, key: string | undefined): void {
    const theirs = typeof word === 'string' && key !== undefined ? words[key]?.[word] : undefined;
    if (typeof word === 'string' && key !== undefined && theirs !== undefined) (foundWords[key] ??= {})[word] = theirs;
  }

  function visitProperties(properties: Readonly<Record<string, unknown>>): void {
    for (const [name, schema] of Object.entries(properties)) {
      const theirs = keys[name];
      if (theirs !== undefined) foundKeys[name] = theirs;
      visit(schema, name);
    }
  }

  function visitReference(reference: string, key: string | undefined): void {
    const name = reference.startsWith(COMPONENT) ? reference.slice(COMPONENT.length) : '';
    const seenAt = `${key} ${name}`;
    if (name === '' || seen.has(seenAt)) return;
    seen.add(seenAt);
    visit(components[name], key);
  }

  /** `key` is that which holds the value, or the list of it. */
  function visit(node: unknown, key: string | undefined): void {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, key);
      return;
    }
    if (!isRecord(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'enum' && Array.isArray(value)) for (const word of value) visitWord(word, key);
      else if (name === 'const') visitWord(value, key);
      else if (name === '$ref' && typeof value === 'string') visitReference(value, key);
      else if (name === 'properties' && isRecord(value)) visitProperties(value);
      else visit(value, key);
    }
  }

  visit(schemas, undefined);
  return { keys: foundKeys, words: foundWords };
}

function withOpenKeys(places: Places, route: Route, { openKeys }: Dialect): Places {
  return { ...places, keys: { ...places.keys, ...openKeys[route.id] } };
}

/** The places in what a row answers when it succeeds. */
export function answerPlaces(route: Route, dialect: Dialect): Places {
  const schemas = answerSchemas([route]);
  return withOpenKeys(placesIn(responsesOf(route, schemas), schemas.components, dialect), route, dialect);
}

/** The places in the body that a row reads. */
export function bodyPlaces(route: Route, dialect: Dialect): Places {
  return withOpenKeys(placesIn(requestBodyOf(route), {}, dialect), route, dialect);
}
