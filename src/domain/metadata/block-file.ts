import { z } from 'zod';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { FIELD_TYPES } from '../../vocabulary/metadata.ts';
import { pointerTo } from '../../errors/json-pointer.ts';
import { BLOCK_LOAD_LIMITS } from './block-load-limits.ts';
import { ruleInWords } from '../../errors/rule-in-words.ts';

/**
 * Names become object keys in stored metadata and path segments in URLs. A name of digits alone could be taken
 * for an id and would jump to the front of an object; a name that every object inherits would be found where none is.
 */
export const definitionName = z
  .string()
  .max(200)
  .regex(
    /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/,
    'must begin with a letter or digit, hold letters, digits, dots, underscores or hyphens, and not be a number',
  )
  .refine((text) => !(text in Object.prototype), 'must not be the name of a built-in object property');

const { characters, alternates } = BLOCK_LOAD_LIMITS;
const text = z.string().max(characters, `must not be longer than ${characters} characters`);

const field = z.object({
  name: definitionName,
  title: text.min(1),
  type: z
    .string()
    .transform((type) => type.toUpperCase())
    .pipe(z.enum(FIELD_TYPES)),
  parent: definitionName.nullable(),
  multiple: z.boolean(),
  controlledVocabulary: z.boolean(),
  facetable: z.boolean(),
  advancedSearch: z.boolean(),
  required: z.boolean(),
  displayOnCreate: z.boolean(),
  displayFormat: text.default(''),
  termUri: text.nullable().default(null),
  description: text.optional(),
  watermark: text.default(''),
  /** One sentence for forms; serves as the description where there is none. */
  hint: text.optional(),
});

/** Longest value of a vocabulary, in characters: an index entry holds no more than 2,700 bytes. */
export const LONGEST_VALUE = 500;

const vocabularyEntry = z.object({
  value: z.string().min(1).max(LONGEST_VALUE),
  identifier: text.nullable().default(null),
  alternates: z.array(text).max(alternates, `must not be more than ${alternates}`).default([]),
});

const blockFile = z.object({
  name: definitionName,
  displayName: text.min(1),
  namespaceUri: text.nullable().default(null),
  /** Alias of the collection that the block is tied to. */
  owner: text.nullable().default(null),
  fields: z.array(field),
  vocabularies: z.record(z.string(), z.array(vocabularyEntry)).default({}),
});

/** A metadata block as a JSON file defines it. Source: blocks.md 1. */
export type BlockFile = z.output<typeof blockFile>;

/**
 * Reads the definition of a block.
 * @throws DomainError BAD_USER_INPUT when the definition breaks a rule; every problem is listed.
 */
export function parseBlockFile(input: unknown): BlockFile {
  const parsed = blockFile.safeParse(input, { error: ruleInWords });
  const problems = parsed.success
    ? [...fieldProblems(parsed.data), ...vocabularyProblems(parsed.data)]
    : parsed.error.issues.map((issue) => ({ pointer: pointerTo('', ...issue.path.map(String)), message: issue.message }));
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new DomainError('BAD_USER_INPUT', 'The definition of the metadata block is not valid.', { problems });
}

function fieldProblems({ fields }: BlockFile): Problem[] {
  const problems: Problem[] = [];
  const earlier = new Map<string, BlockFile['fields'][number]>();
  for (const [index, definition] of fields.entries()) {
    const { name: fieldName, parent } = definition;
    const report = (key: string, message: string): number => problems.push({ pointer: pointerTo('/fields', String(index), key), message });
    if (earlier.has(fieldName)) report('name', `The field ${fieldName} is defined twice.`);
    const parentField = parent === null ? undefined : earlier.get(parent);
    if (parent !== null && parentField === undefined) report('parent', `The parent ${parent} is not an earlier field of this block.`);
    if (parentField !== undefined && parentField.parent !== null) report('parent', `The parent ${parent} is itself a child.`);
    if (parentField?.controlledVocabulary === true) report('parent', `The parent ${parent} takes vocabulary values, not children.`);
    earlier.set(fieldName, definition);
  }
  return problems;
}

function vocabularyProblems({ fields, vocabularies }: BlockFile): Problem[] {
  const problems: Problem[] = [];
  const controlled = new Set(fields.filter((entry) => entry.controlledVocabulary).map((entry) => entry.name));
  for (const [fieldName, values] of Object.entries(vocabularies)) {
    const pointer = pointerTo('/vocabularies', fieldName);
    if (!controlled.has(fieldName)) problems.push({ pointer, message: `${fieldName} is not a vocabulary field of this block.` });
    const seen = new Set<string>();
    for (const [index, { value }] of values.entries()) {
      if (seen.has(value)) {
        problems.push({ pointer: pointerTo(pointer, String(index), 'value'), message: `The value ${value} is listed twice.` });
      }
      seen.add(value);
    }
  }
  return problems;
}
