import {
  buildSchema,
  getIntrospectionQuery,
  getOperationAST,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  parse,
  printSchema,
  validateSchema,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildExecutableSchema } from '../../../src/graphql/build-schema.ts';
import { GRAPHQL_LIMITS } from '../../../src/graphql/limits.ts';
import { refuseCostlyOperation } from '../../../src/graphql/operation-cost.ts';
import type { BlockCatalog } from '../../../src/model/metadata/block-catalog.ts';
import { enumName, graphqlName, NameTable } from '../../../src/resolvers/metadata/typed/typed-names.ts';
import { planTypedMetadata, TYPED_LIMITS } from '../../../src/resolvers/metadata/typed/typed-plan.ts';
import { withTypedMetadata } from '../../../src/resolvers/metadata/typed/typed-schema.ts';
import { withUserErrors } from '../../../src/resolvers/user-errors.ts';
import { MOST_ENUM_VALUES } from '../../../src/resolvers/metadata/typed/typed-vocabulary.ts';
import { catalogOf } from '../../../tools/catalog-of.ts';
import { standardCatalog } from './standard-catalog.ts';

let base: GraphQLSchema;
let typed: GraphQLSchema;
beforeAll(async () => {
  ({ schema: base } = await buildExecutableSchema());
  typed = withTypedMetadata(base, standardCatalog);
});

interface FieldToDefine {
  readonly type?: string;
  readonly parent?: string;
  readonly multiple?: boolean;
  readonly values?: readonly string[];
  readonly description?: string;
}

function block(name: string, fields: Readonly<Record<string, FieldToDefine>>): unknown {
  return {
    name,
    displayName: `The "${name}"\\`,
    fields: Object.entries(fields).map(([fieldName, { type = 'text', parent = null, multiple = false, values, description }]) => ({
      name: fieldName,
      title: fieldName,
      type,
      parent,
      multiple,
      controlledVocabulary: values !== undefined,
      facetable: false,
      advancedSearch: false,
      required: false,
      displayOnCreate: false,
      ...(description !== undefined && { description }),
    })),
    vocabularies: Object.fromEntries(
      Object.entries(fields).flatMap(([fieldName, { values }]) =>
        values === undefined ? [] : [[fieldName, values.map((value) => ({ value, identifier: null, alternates: [] }))]],
      ),
    ),
  };
}

function fieldsOf(schema: GraphQLSchema, name: string): Record<string, string> {
  const type = schema.getType(name);
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`No type ${name}.`);
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
}

/** Valid, and the same when it is printed and read. */
function expectSound(schema: GraphQLSchema): void {
  expect(validateSchema(schema)).toEqual([]);
  const text = printSchema(schema);
  expect(printSchema(buildSchema(text))).toBe(text);
}

function costOf(schema: GraphQLSchema, text: string): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation.');
  return refuseCostlyOperation(schema, document, operation, {});
}

describe('the standard blocks', () => {
  test('become types with the names of blocks and fields, and leave the schema of the SDL as it was', () => {
    const before = printSchema(base);
    expectSound(typed);
    expect(printSchema(base)).toBe(before);
    expect(fieldsOf(typed, 'DatasetVersion')['metadata']).toBe('Metadata!');
    // Names of GraphQL do not begin with a digit, nor hold dots.
    const nameOf = (definition: { readonly name: string }): string => definition.name.replace('3d', '_3d').replaceAll('.', '_');
    const names = standardCatalog.blocks.map(nameOf);
    expect(Object.keys(fieldsOf(typed, 'Metadata'))).toEqual(names);
    for (const [index, { fields }] of standardCatalog.blocks.entries()) {
      const name = names[index] ?? '';
      expect(Object.keys(fieldsOf(typed, `Metadata_${name}`))).toEqual(fields.map(nameOf));
      for (const definition of fields) {
        const { typeClass, children } = definition;
        if (typeClass !== 'compound') continue;
        for (const kind of ['Compound', 'CompoundInput']) {
          expect(Object.keys(fieldsOf(typed, `${kind}_${nameOf(definition)}`))).toEqual(children.map(nameOf));
        }
      }
    }
  });

  test('have values of the types that the blocks say', () => {
    expect(fieldsOf(typed, 'Metadata_citation')).toMatchObject({
      title: 'String',
      author: '[Compound_author!]!',
      subject: '[Vocabulary_subject!]!',
      language: '[String!]!',
      distributionDate: 'MetadataDate',
      series: '[Compound_series!]!',
    });
    expect(fieldsOf(typed, 'MetadataInput_citation')).toMatchObject({
      title: 'String',
      author: '[CompoundInput_author!]',
      subject: '[Vocabulary_subject!]',
    });
    expect(fieldsOf(typed, 'Compound_targetSampleSize')).toMatchObject({ targetSampleActualSize: 'Int' });
    const subject = typed.getType('Vocabulary_subject');
    if (!isEnumType(subject)) throw new Error('The subjects are no enum.');
    expect(subject.getValue('COMPUTER_AND_INFORMATION_SCIENCE')?.description).toBe('Computer and Information Science');
  });

  test('leave a full introspection within the limit', () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, schemaDescription: true, specifiedByUrl: true });
    expect(costOf(withUserErrors(typed), query)).toBeLessThan(GRAPHQL_LIMITS.cost);
  });

  test('cost as lists do, and a page of 20 with usual fields waits for no other operation', () => {
    const page = (first: number, fields: string): string =>
      `{ collection(reference: { root: true }) { contents(first: ${first}) { nodes { ... on Dataset { latestVersion { metadata { citation { ${fields} } } } } } } } }`;
    const usual = 'title author { authorName authorAffiliation } dsDescription { dsDescriptionValue } subject';
    expect(costOf(typed, page(20, usual))).toBeLessThan(GRAPHQL_LIMITS.costly);
    expect(costOf(typed, page(100, usual))).toBeLessThan(GRAPHQL_LIMITS.cost);
    const once = costOf(typed, page(1, 'title author { authorName }')) - costOf(typed, page(1, 'title'));
    // The list, ten entries, and a text of each.
    expect(once).toBeCloseTo(1 + 10 * 0.1 + 10 * 0.05);
    expect(costOf(typed, page(100, 'title author { authorName }')) - costOf(typed, page(100, 'title'))).toBeCloseTo(100 * once);
  });
});

describe('names', () => {
  test.each([
    ['title', 'title'],
    ['geo.point', 'geo_point'],
    ['2dImage', '_2dImage'],
    ['a-b', 'a_b'],
    ['__typename', '_typename'],
    ['--x', '_x'],
    ['', '_'],
    ['größe', 'gr__e'],
  ])('%j is %s', (text, name) => {
    expect(graphqlName(text)).toBe(name);
  });

  test('that would be the same are numbered, the older one first', () => {
    const names = new NameTable();
    expect(['a.b', 'a_b', 'a-b', 'a_b_2'].map((name) => names.give(name))).toEqual(['a_b', 'a_b_2', 'a_b_3', 'a_b_2_2']);
  });

  test.each([
    ['Arts and Humanities', 'ARTS_AND_HUMANITIES'],
    ["Côte d'Ivoire", 'COTE_D_IVOIRE'],
    ['3D model', '_3D_MODEL'],
    ['true', 'TRUE'],
    ['Ελλάδα', undefined],
    ['Æ', undefined],
    ['+', undefined],
  ])('of values: %j is %s', (value, name) => {
    expect(enumName(value)).toBe(name);
  });
});

describe('a block with names that are none of GraphQL', () => {
  const odd = block('4-d.block', {
    'a.b': { description: 'A """ description" \\ with\n everything # in it\u0000' },
    'a-b': { type: 'int' },
    a_b: { type: 'float', multiple: true },
    '1st': { type: 'none', multiple: true },
    'x.1': { parent: '1st', type: 'date' },
    'x-1': { parent: '1st', values: ['one', 'One'] },
    Greek: { values: ['Ω'] },
  });

  test('has types all the same', () => {
    const schema = withTypedMetadata(base, catalogOf([odd]));
    expectSound(schema);
    expect(fieldsOf(schema, 'Metadata')).toEqual({ _4_d_block: 'Metadata__4_d_block' });
    expect(fieldsOf(schema, 'Metadata__4_d_block')).toEqual({
      a_b: 'String',
      a_b_2: 'Int',
      a_b_3: '[Float!]!',
      _1st: '[Compound__1st!]!',
      Greek: 'String',
    });
    expect(fieldsOf(schema, 'Compound__1st')).toEqual({ x_1: 'MetadataDate', x_1_2: 'String' });
    expect(fieldsOf(schema, 'CompoundInput__1st')).toEqual({ x_1: 'MetadataDate', x_1_2: 'String' });
  });
});

describe('what is too much', () => {
  const values = (count: number): string[] => Array.from({ length: count }, (_, index) => `value ${index}`);

  test('stays text: a long vocabulary, and those with which there would be too many values', () => {
    const full = Math.floor(TYPED_LIMITS.enumValues / MOST_ENUM_VALUES);
    const many = Object.fromEntries(Array.from({ length: full + 2 }, (_, index) => [`v${index}`, { values: values(MOST_ENUM_VALUES) }]));
    const schema = withTypedMetadata(base, catalogOf([block('own', { long: { values: values(MOST_ENUM_VALUES + 1) }, ...many })]));
    expectSound(schema);
    const types = Object.values(fieldsOf(schema, 'Metadata_own'));
    expect(types[0]).toBe('String');
    expect(types.filter((type) => type.startsWith('Vocabulary_'))).toHaveLength(full);
  });

  test('has no types: a block that has no field, and blocks with which there would be too many fields', () => {
    const fields = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, {}]));
    const plan = (catalog: BlockCatalog): string[] => planTypedMetadata(catalog).blocks.map(({ name }) => name);
    const catalog = catalogOf([
      block('first', fields('a', 10)),
      block('large', fields('b', TYPED_LIMITS.fields - 5)),
      block('empty', {}),
      block('last', fields('c', TYPED_LIMITS.fields - 10)),
    ]);
    expect(plan(catalog)).toEqual(['first', 'last']);
    expectSound(withTypedMetadata(base, catalog));
    const none = catalogOf([]);
    expect(withTypedMetadata(base, none)).toBe(base);
  });
});
