import type { FieldDefinition } from '../../../model/metadata/block-definition.ts';
import type { TypedBlock, TypedField, TypedPlan } from './typed-plan.ts';

/** Longest description of a field or value: blocks allow pages. */
const LONGEST_DESCRIPTION = 500;

/** A description on a line of its own. The strings of JSON are strings of SDL. */
function described(text: string, line: string): string {
  const shortened = text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION)}…` : text;
  return `  ${JSON.stringify(shortened.toWellFormed())}\n  ${line}\n`;
}

function descriptionOf({ title, description, typeClass }: FieldDefinition, kind: TypedField['kind']): string {
  const text = description === '' || description === title ? title : `${title}: ${description}`;
  const note = typeClass === 'controlledVocabulary' && kind === 'text' ? ' (A value of the vocabulary, as text.)' : '';
  return `${text}${note}`;
}

function wrapped(field: TypedField, type: string, end: string): string {
  return field.definition.multiple ? `[${type}!]${end}` : type;
}

function outputFields(fields: readonly TypedField[]): string {
  return fields
    .map((field) => described(descriptionOf(field.definition, field.kind), `${field.name}: ${wrapped(field, field.type, '!')}`))
    .join('');
}

function inputFields(fields: readonly TypedField[]): string {
  return fields
    .map((field) => described(descriptionOf(field.definition, field.kind), `${field.name}: ${wrapped(field, field.inputType, '')}`))
    .join('');
}

function fieldTypes(field: TypedField): string {
  const { definition, kind, type, inputType, vocabulary, children } = field;
  if (vocabulary !== null) {
    const values = vocabulary.values.map(({ name, text }) => described(text, name)).join('');
    return `${JSON.stringify(`Values of ${definition.displayName}.`.toWellFormed())}\nenum ${type} {\n${values}}\n`;
  }
  if (kind !== 'compound') return '';
  const name = definition.displayName.toWellFormed();
  return [
    `${JSON.stringify(`${name}: its parts.`)}\ntype ${type} {\n${outputFields(children)}}\n`,
    `${JSON.stringify(`${name}: its parts, for inputs.`)}\ninput ${inputType} {\n${inputFields(children)}}\n`,
    ...children.map(fieldTypes),
  ].join('');
}

function blockTypes({ definition, type, inputType, fields }: TypedBlock): string {
  const name = definition.displayName.toWellFormed();
  return [
    `${JSON.stringify(`The block ${name} of a version.`)}\ntype ${type} {\n${outputFields(fields)}}\n`,
    `${JSON.stringify(`The block ${name}, for inputs.`)}\ninput ${inputType} {\n${inputFields(fields)}}\n`,
    ...fields.map(fieldTypes),
  ].join('');
}

/** The inputs to which metadata by type are one more alternative, with the type and description of it. */
const INPUTS = {
  DatasetVersionInput: ['TypedVersionInput', 'Metadata by the types of their blocks, and what else there is to say.'],
  MetadataValuesInput: ['MetadataInput', 'Values by the types of their blocks.'],
} as const;

const TYPED_VERSION = `"A version whose metadata are given by type."
input TypedVersionInput {
  "The metadata."
  metadata: MetadataInput!
  "Licence, terms and note: what native JSON of a version has beside \`metadataBlocks\`."
  rest: JSON
}
`;

/** The names of the inputs that take metadata by type. */
export const TYPED_INPUTS = Object.keys(INPUTS);

/** What a plan adds to the schema; empty where there is no block. */
export function typedSdl({ blocks }: TypedPlan): string {
  if (blocks.length === 0) return '';
  const outputs = blocks.map(({ definition, name, type }) =>
    described(`${definition.displayName}; null without a value.`, `${name}: ${type}`),
  );
  const inputs = blocks.map(({ definition, name, inputType }) => described(`${definition.displayName}.`, `${name}: ${inputType}`));
  const extensions = Object.entries(INPUTS).map(
    ([input, [type, text]]) => `extend input ${input} {\n${described(text, `typed: ${type}`)}}\n`,
  );
  return [
    `"Metadata of a version by the blocks of this installation. Names are those of blocks and fields."\ntype Metadata {\n${outputs.join('')}}\n`,
    `"Metadata by the blocks of this installation, for inputs."\ninput MetadataInput {\n${inputs.join('')}}\n`,
    `extend type DatasetVersion {\n${described('The metadata by type, as the blocks of this installation define it.', 'metadata: Metadata!')}}\n`,
    TYPED_VERSION,
    ...extensions,
    ...blocks.map(blockTypes),
  ].join('');
}
