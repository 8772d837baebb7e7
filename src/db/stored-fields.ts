/** Metadata fields that are found in the stored text of a version without reading their values. */
import { TYPE_CLASSES, type TypeClass } from '../vocabulary/metadata.ts';
import type { MetadataField } from '../model/metadata/version-metadata.ts';
import { RawJson } from '../raw-json.ts';

/** The text of a field as `JSON.stringify` writes what is stored: its name, one of these two, one of these three, its value, and a brace. */
const BEGIN = '{"typeName":';
const MULTIPLE = '","multiple":true,"typeClass":"';
const SINGLE = '","multiple":false,"typeClass":"';
const AFTER_CLASS: Readonly<Record<TypeClass, string>> = {
  primitive: 'primitive","value":',
  controlledVocabulary: 'controlledVocabulary","value":',
  compound: 'compound","value":',
};
/** Between the last field of a block and the name of the next one. No text in a field has it: a quote would be escaped there. */
const NEXT_BLOCK = '}],"';

/** A field that is passed on: its value is the text that is stored. */
export class StoredField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: TypeClass;
  readonly value: RawJson;

  constructor(typeName: string, multiple: boolean, typeClass: TypeClass, value: RawJson) {
    this.typeName = typeName;
    this.multiple = multiple;
    this.typeClass = typeClass;
    this.value = value;
  }

  /** The field with its value read. */
  read(): MetadataField {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored was checked when it was written
    const value = JSON.parse(this.value.text) as MetadataField['value'];
    return { typeName: this.typeName, multiple: this.multiple, typeClass: this.typeClass, value };
  }
}

/** The field whose text is from `begin` to `end`. */
function fieldAt(text: string, begin: number, end: number): StoredField | undefined {
  const beginOfName = begin + BEGIN.length + 1;
  const endOfName = text.indexOf('"', beginOfName);
  const multiple = text.startsWith(MULTIPLE, endOfName);
  const classAt = endOfName + (multiple ? MULTIPLE : SINGLE).length;
  const typeClass = TYPE_CLASSES.find((name) => text.startsWith(AFTER_CLASS[name], classAt));
  const isWhole = (multiple || text.startsWith(SINGLE, endOfName)) && text.charCodeAt(end - 1) === CLOSING_BRACE;
  if (typeClass === undefined || !isWhole) return undefined;
  const typeName = text.slice(beginOfName, endOfName);
  if (typeName.includes('\\')) return undefined;
  return new StoredField(typeName, multiple, typeClass, new RawJson(text.slice(classAt + AFTER_CLASS[typeClass].length, end - 1)));
}

/** The name whose text, and a colon, are from `begin` to `end`. */
function nameAt(text: string, begin: number, end: number): string | undefined {
  if (text.charCodeAt(end - 1) !== COLON) return undefined;
  const name = text.slice(begin + 1, end - 2);
  return text.charCodeAt(begin) === QUOTE && text.charCodeAt(end - 2) === QUOTE && !/["\\]/.test(name) ? name : undefined;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACE = 0x7d;

/**
 * The fields of each block by its name, in order; undefined for a text that is not as `JSON.stringify` writes what is stored, or has a
 * block without fields: it has to be read.
 */
export function storedFields(text: string): Map<string, StoredField[]> | undefined {
  if (!text.startsWith('{"') || !text.endsWith('}]}')) return undefined;
  const blocks = new Map<string, StoredField[]>();
  let fields: StoredField[] = [];
  let endOfName = text.indexOf(`[${BEGIN}`);
  let name = nameAt(text, 1, endOfName);
  let begin = endOfName + 1;
  while (name !== undefined) {
    let next = text.indexOf(BEGIN, begin + 1);
    // Children of compounds follow a colon, fields a comma or, as the first of a block, a bracket.
    while (next !== -1 && text.charCodeAt(next - 1) !== COMMA && text.charCodeAt(next - 1) !== OPENING_BRACKET) {
      next = text.indexOf(BEGIN, next + 1);
    }
    const isLast = next === -1;
    const opensBlock = !isLast && text.charCodeAt(next - 1) === OPENING_BRACKET;
    const boundary = opensBlock ? text.lastIndexOf(NEXT_BLOCK, next) : -1;
    const field = fieldAt(text, begin, isLast ? text.length - 2 : opensBlock ? boundary + 1 : next - 1);
    if (field === undefined) return undefined;
    fields.push(field);
    if (isLast || opensBlock) {
      blocks.set(name, fields);
      fields = [];
    }
    if (isLast) return blocks;
    if (opensBlock) {
      endOfName = next - 1;
      name = boundary < begin ? undefined : nameAt(text, boundary + 3, endOfName);
    }
    begin = next;
  }
  return undefined;
}
