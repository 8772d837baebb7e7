/** JSON Schema of the bodies from which datasets are made. Source: datasets.md 4.1, 14.1. */
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../vocabulary/datasets.ts';
import { TYPE_CLASSES } from '../../vocabulary/metadata.ts';
import type { BlockDefinition, FieldDefinition } from '../../model/metadata/block-definition.ts';
import type { RequiredFields } from './required-fields.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Longer vocabularies, the languages among them, would be most of the schema; their values are texts in it. */
const MOST_VALUES = 1000;

const TEXT: Schema = { type: 'string' };
const FILLED: Schema = { type: 'string', pattern: '\\S' };

function objectOf(properties: Schema, required: readonly string[] = Object.keys(properties)): Schema {
  return { type: 'object', required, properties };
}

/** What a value may be that is not blank. */
function singleValue(definition: FieldDefinition, required: RequiredFields): Schema {
  if (definition.typeClass === 'compound') {
    const children = definition.children.filter((child) => required.has(child));
    return objectOf(Object.fromEntries(children.map((child) => [child.name, filledField(child, required)])));
  }
  if (definition.typeClass === 'primitive') return FILLED;
  const values = definition.vocabulary.flatMap(({ value, alternates }) => [value, ...alternates]);
  return values.length > MOST_VALUES ? FILLED : { enum: [...new Set(values)] };
}

/** A field object of native JSON that has a value. */
function filledField(definition: FieldDefinition, required: RequiredFields): Schema {
  const value = singleValue(definition, required);
  return objectOf({
    typeName: { const: definition.name },
    multiple: { const: definition.multiple },
    typeClass: { const: definition.typeClass },
    value: definition.multiple ? { type: 'array', minItems: 1, items: value } : value,
  });
}

function blockSchema(block: BlockDefinition, required: RequiredFields): { readonly schema: Schema; readonly isRequired: boolean } {
  const needed = block.fields.filter((definition) => required.whenAbsent(definition).length > 0);
  const contained = needed.map((definition) => ({ type: 'array', contains: filledField(definition, required) }));
  const fields = { type: 'array', items: { $ref: '#/$defs/field' }, ...(contained.length === 0 ? {} : { allOf: contained }) };
  return { schema: objectOf({ displayName: TEXT, fields }, ['fields']), isRequired: needed.length > 0 };
}

/** The schema for a collection in which these blocks are in effect: the shape of a body, and the fields that it has to have. */
export function datasetSchema(blocks: readonly BlockDefinition[], required: RequiredFields): Schema {
  const own = blocks.map((block) => ({ name: block.name, ...blockSchema(block, required) }));
  const metadataBlocks = {
    ...objectOf(
      Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
      own.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    ),
    additionalProperties: { $ref: '#/$defs/block' },
  };
  const license = { anyOf: [TEXT, objectOf({ name: TEXT, uri: TEXT }, [])] };
  const terms = Object.fromEntries([...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS].map((key) => [key, TEXT]));
  const datasetVersion = objectOf({ license, ...terms, versionNote: TEXT, metadataBlocks }, ['metadataBlocks']);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A new dataset',
    ...objectOf({ datasetType: TEXT, metadataLanguage: TEXT, datasetFileCountLimit: { type: 'integer' }, datasetVersion }, [
      'datasetVersion',
    ]),
    $defs: {
      block: objectOf({ displayName: TEXT, fields: { type: 'array', items: { $ref: '#/$defs/field' } } }, ['fields']),
      field: objectOf({
        typeName: TEXT,
        multiple: { type: 'boolean' },
        typeClass: { enum: [...TYPE_CLASSES] },
        value: { anyOf: [TEXT, { type: 'object' }, { type: 'array', items: { anyOf: [TEXT, { type: 'object' }] } }] },
      }),
    },
  };
}
