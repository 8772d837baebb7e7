/** Conditions of search as SQL over `doc`: every text of a caller is a parameter. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type FactTest, SEARCH_COLUMNS, type SearchCondition, type SearchFact } from '../../../model/search/search-condition.ts';
import { anyOf } from '../../kept-plans.ts';
import { foldedPattern } from './folded-pattern.ts';
import { hasBox, touches } from './globe-boxes.ts';
import { fileLicense, type SearchColumns, searchColumns } from './search-columns.ts';
import { liesBelow, liesBelowAny } from './subtree-paths.ts';

/** A pattern as LIKE has it. */
function likeOf(pattern: string): string {
  return pattern.replaceAll(
    /\\(.)|([%_\\])|([*?])/gsu,
    (_whole, escaped: string | undefined, special: string | undefined, wildcard: string | undefined) => {
      if (wildcard !== undefined) return wildcard === '*' ? '%' : '_';
      const meant = escaped ?? special ?? '';
      return /[%_\\]/u.test(meant) ? `\\${meant}` : meant;
    },
  );
}

const phrase = (text: string): SQL => sql`search_phrase(${text}::text)`;
/** Any of some texts as a tsquery; null where none has a word. */
export const anyPhrase = (texts: SQLWrapper): SQL =>
  sql`(select string_agg('(' || words::text || ')', ' | ') filter (where numnode(words) > 0)::tsquery from unnest(${texts}::text[]) text, search_phrase(text) words)`;
/** All of them; null where one has no word, which nothing has. */
const everyPhrase = (texts: SQLWrapper): SQL =>
  sql`(select case when bool_and(numnode(words) > 0) then string_agg('(' || words::text || ')', ' & ')::tsquery end from unnest(${texts}::text[]) text, search_phrase(text) words)`;
/** All of them or any. */
export const phrases = (texts: SQLWrapper, all: SQLWrapper): SQL =>
  sql`(select case when ${all}::boolean then ${everyPhrase(texts)} else ${anyPhrase(texts)} end)`;
const beginning = (text: string): SQL => sql`search_beginning(${text}::text)`;
const wordsOf = (value: SQL): SQL => sql`search_words(${value}, 'D')`;

type Between = Extract<FactTest, { readonly is: 'between' }>;

function between(value: SQL, { from, to, includesFrom, includesTo }: Between, typed: (text: string) => SQL): SQL {
  const parts = [sql`${value} is not null`];
  if (from !== null) parts.push(sql`${value} ${includesFrom ? sql`>=` : sql`>`} ${typed(from)}`);
  if (to !== null) parts.push(sql`${value} ${includesTo ? sql`<=` : sql`<`} ${typed(to)}`);
  return sql`(${sql.join(parts, sql` and `)})`;
}

const asText = (text: string): SQL => sql`${text}::text`;
const asNumber = (text: string): SQL => sql`${text}::text::numeric`;
const asMoment = (text: string): SQL => sql`${text}::text::timestamptz`;

/** A test of words, with the index asked first: what does not have the words anywhere need not be read. */
function wordTest(value: SQL, test: FactTest): SQL {
  switch (test.is) {
    case 'words':
      return sql`(doc.words @@ ${phrase(test.text)} and ${wordsOf(value)} @@ ${phrase(test.text)})`;
    case 'beginning':
      return sql`(doc.words @@ ${beginning(test.text)} and ${wordsOf(value)} @@ ${beginning(test.text)})`;
    default:
      return valueTest(value, test);
  }
}

/** The same of words that the index does not have. */
function unindexedTest(value: SQL, test: FactTest): SQL {
  if (test.is !== 'words' && test.is !== 'beginning') return valueTest(value, test);
  return sql`(${value} is not null and ${wordsOf(value)} @@ ${test.is === 'words' ? phrase(test.text) : beginning(test.text)})`;
}

/** A test of the name of a collection, or of that which holds a dataset: the names of collections are compared once. */
function nameOfCollectionTest(value: SQL, test: FactTest): SQL {
  if (test.is !== 'words' && test.is !== 'beginning') return valueTest(value, test);
  const asked = test.is === 'words' ? phrase(test.text) : beginning(test.text);
  return sql`(case doc.kind when 'COLLECTION' then doc.node_id when 'DATASET' then (select n.owner_id from node n where n.id = doc.node_id) end = any(array(
    select c.id from collection c where ${wordsOf(sql`c.name`)} @@ ${asked})))`;
}

function valueTest(value: SQL, test: FactTest): SQL {
  switch (test.is) {
    case 'present':
      return sql`${value} is not null`;
    case 'like':
      return sql`${value} ilike ${likeOf(test.pattern)}`;
    case 'between':
      return between(value, test, asText);
    case 'one':
      return sql`${value} = ${anyOf(test.values, 'text')}`;
    default:
      return sql`${value} = ${test.text}::text`;
  }
}

function statusTest(test: FactTest): SQL {
  const value = searchColumns.publicationStatus;
  if (test.is === 'one') return sql`${value} && ${sql.param(test.values)}::text[]`;
  return sql`exists (select from unnest(${value}) status where ${valueTest(sql`status`, test)})`;
}

function columnTest(name: Extract<SearchFact, { readonly of: 'column' }>['name'], test: FactTest, columns: SearchColumns): SQL {
  const value = columns[name];
  if (name === 'publicationStatus') return statusTest(test);
  switch (SEARCH_COLUMNS[name]) {
    case 'words':
      if (name === 'dvName') return nameOfCollectionTest(value, test);
      return name === 'versionNote' ? unindexedTest(value, test) : wordTest(value, test);
    case 'number':
      if (test.is === 'one') return sql`${value}::text::numeric = any(array(select unnest(${sql.param(test.values)}::text[])::numeric))`;
      return test.is === 'between' ? between(value, test, asNumber) : valueTest(value, test);
    case 'date':
      return test.is === 'between' ? between(value, test, asMoment) : valueTest(value, test);
    case 'path':
      return test.is === 'one' ? liesBelow(test.values) : liesBelowAny;
    default:
      return valueTest(value, test);
  }
}

/** A test of the values of a metadata field. */
function metadataTest({ name, type }: Extract<SearchFact, { readonly of: 'metadata' }>, test: FactTest): SQL {
  const value = sql`found.value`;
  const holds = (): SQL => {
    if (test.is === 'present') return sql`true`;
    if (test.is === 'words') return sql`${wordsOf(value)} @@ ${phrase(test.text)}`;
    if (test.is === 'beginning') return sql`${wordsOf(value)} @@ ${beginning(test.text)}`;
    if (test.is === 'between' && type === 'number') {
      // One after the other: what is no number is not converted.
      return sql`case when found.value ~ '^\\s*-?\\d{1,30}(\\.\\d{1,30})?\\s*$' then ${between(sql`found.value::numeric`, test, asNumber)} else false end`;
    }
    return test.is === 'one' ? sql`found.value = ${anyOf(test.values, 'text')}` : valueTest(value, test);
  };
  const prefilter =
    test.is === 'words'
      ? sql`doc.words @@ ${phrase(test.text)} and`
      : test.is === 'beginning'
        ? sql`doc.words @@ ${beginning(test.text)} and`
        : sql``;
  return sql`(doc.kind = 'DATASET' and ${prefilter} exists (
    select from dataset_version v, search_values(v.metadata) found where v.id = doc.row_id and found.field = ${name} and ${holds()}))`;
}

function facetTest(name: string, test: FactTest): SQL {
  const kept = keptFacetTest(name, test);
  return name === 'license' ? sql`(${kept} or doc.kind = 'DATAFILE' and ${valueTest(fileLicense, test)})` : kept;
}

function keptFacetTest(name: string, test: FactTest): SQL {
  if (test.is === 'one') return sql`doc.facets && ${sql.param(test.values.map((value) => `${name}=${value}`))}::text[]`;
  const value = sql`substr(facet, ${name.length + 2}::int)`;
  const holds =
    test.is === 'present' ? sql`true` : test.is === 'words' || test.is === 'beginning' ? wordTest(value, test) : valueTest(value, test);
  return sql`exists (select from unnest(doc.facets) facet where starts_with(facet, ${`${name}=`}::text) and ${holds})`;
}

function factTest(fact: SearchFact, test: FactTest, columns: SearchColumns): SQL {
  if (fact.of === 'facet') return facetTest(fact.name, test);
  return fact.of === 'metadata' ? metadataTest(fact, test) : columnTest(fact.name, test, columns);
}

/** A condition as SQL over the columns as the onlooker may know them; null counts as false. */
export function conditionSql(condition: SearchCondition, columns: SearchColumns): SQL {
  const of = (part: SearchCondition): SQL => conditionSql(part, columns);
  switch (condition.kind) {
    case 'all':
      return sql`true`;
    case 'none':
      return sql`false`;
    case 'every':
      return sql`(${sql.join(condition.parts.map(of), sql` and `)})`;
    case 'any':
      return sql`(${sql.join(condition.parts.map(of), sql` or `)})`;
    case 'not':
      return sql`(not coalesce(${of(condition.part)}, false))`;
    case 'words':
      return sql`doc.words @@ ${phrase(condition.text)}`;
    case 'beginning':
      return sql`doc.words @@ ${beginning(condition.text)}`;
    case 'named':
      return sql`search_fold(left(doc.name, 300)) like ${foldedPattern(condition.pattern)}`;
    case 'touches':
      return condition.boxes === null ? hasBox : touches(condition.boxes);
    case 'fact':
      return factTest(condition.fact, condition.test, columns);
  }
}

/** Whether a condition may ask which versions of a dataset count, as `kept` has them. */
export function asksVersions(condition: SearchCondition): boolean {
  switch (condition.kind) {
    case 'every':
    case 'any':
      return condition.parts.some(asksVersions);
    case 'not':
      return asksVersions(condition.part);
    case 'fact':
      return condition.fact.of === 'column' || (condition.fact.of === 'facet' && condition.fact.name === 'license');
    default:
      return false;
  }
}

/** Whether hits are found by their words. */
export function hasWords(condition: SearchCondition): boolean {
  return rankedWords(condition) !== undefined;
}

/** The words that a hit is ranked by, as a tsquery; undefined where nothing in words is asked. */
export function rankedWords(condition: SearchCondition): SQL | undefined {
  switch (condition.kind) {
    case 'every':
    case 'any': {
      const parts = condition.parts.map(rankedWords).filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : sql.join(parts, sql` || `);
    }
    case 'words':
      return phrase(condition.text);
    case 'beginning':
      return beginning(condition.text);
    case 'fact':
      return condition.test.is === 'words'
        ? phrase(condition.test.text)
        : condition.test.is === 'beginning'
          ? beginning(condition.test.text)
          : undefined;
    default:
      return undefined;
  }
}
