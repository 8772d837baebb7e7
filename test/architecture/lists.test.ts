/** Lists that can grow are connections: docs/adr/0094-the-shape-of-the-schema.md. */
import {
  buildASTSchema,
  getNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSchemaText } from '../../src/graphql/schema-text.ts';
import { SMALL_IN_ACCESS } from './small-lists/access-half.ts';
import { SMALL_IN_DATASETS } from './small-lists/datasets-half.ts';

const schema = buildASTSchema(parse(await readSchemaText()));
const SMALL = { ...SMALL_IN_ACCESS, ...SMALL_IN_DATASETS };
const PAGING = ['first', 'after', 'last', 'before'];
/** Connections that go on in one direction alone, and why. */
const ONE_WAY: Readonly<Record<string, string>> = {
  'Query.search': 'hits are ranked: the last ones of thousands are found by passing over all others, which `offset` does up to its bound',
  'Collection.firstContents': 'the beginning, as it is read together with the collection; `contents` has the rest',
  'DatasetVersion.firstFiles': 'the beginning, as it is read together with the version; `files` has the rest',
};

function isList(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

const fields = Object.values(schema.getTypeMap())
  .filter((type) => !type.name.startsWith('__'))
  .flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, parent: type.name, field }))
      : [],
  );
const lists = fields.filter(({ field }) => isList(field.type) && !isLeafType(getNamedType(field.type)));

/** The list inside a page, which its own arguments bound, and what was asked for by ids. */
function isBounded({ path, parent, field }: (typeof fields)[number]): boolean {
  if (/(?:Connection|Slice|Page)$/.test(parent) && ['edges', 'nodes', 'files', 'summaries', 'rows'].includes(field.name)) return true;
  return path === 'Query.nodes' || field.type.toString() === '[UserError!]!';
}

describe('a list of objects', () => {
  test('is a connection, or small for a reason that its description gives', () => {
    const bare = lists.filter((one) => !isBounded(one));
    expect(bare.length).toBeGreaterThan(50);
    expect(bare.map(({ path }) => path).toSorted()).toEqual(Object.keys(SMALL).toSorted());
    const silent = bare.filter(({ path, field }) => !(field.description ?? '').includes(SMALL[path] ?? ''));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe('a connection', () => {
  const connections = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => name.endsWith('Connection'));

  test.each(connections.map((type) => [type.name, type] as const))('%s has what all have', (_name, type) => {
    expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(['edges', 'nodes', 'pageInfo', 'totalCount']));
  });

  test('is asked for a page at a time, from the beginning at least', () => {
    const asked = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));
    expect(asked.length).toBeGreaterThan(40);
    // The first pages that are read together with their object have a size of their own.
    const whole = asked.filter(
      ({ field }) =>
        !field.name.startsWith('first') && !['first', 'after'].every((name) => field.args.some((argument) => argument.name === name)),
    );
    expect(whole.map(({ path }) => path)).toEqual([]);
  });

  test('is read from its end as well, or says why not', () => {
    const asked = fields.filter(({ field }) => getNamedType(field.type).name.endsWith('Connection'));
    const oneWay = asked.filter(({ field }) => !PAGING.every((name) => field.args.some((argument) => argument.name === name)));
    expect(Object.fromEntries(oneWay.map(({ path }) => [path, ONE_WAY[path]]))).toEqual(ONE_WAY);
  });

  test('has no size of its own where it is asked for by one, so that each end has its turn', () => {
    const sized = fields.filter(({ field }) => field.args.some(({ name }) => name === 'last'));
    const preset = sized.filter(({ field }) =>
      field.args.some(({ name, defaultValue }) => PAGING.includes(name) && defaultValue !== undefined),
    );
    expect(preset.map(({ path }) => path)).toEqual([]);
  });
});
