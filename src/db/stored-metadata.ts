import { findMetadataField } from '../model/metadata/metadata-values.ts';
import type { MetadataField, VersionMetadata } from '../model/metadata/version-metadata.ts';
import { type StoredField, storedFields } from './stored-fields.ts';

/** Index after the JSON value that begins at `from`; the text has to be valid. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      at = endOfString(text, at) - 1;
    } else if (character === OPENING_BRACE || character === OPENING_BRACKET) {
      depth += 1;
    } else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) {
      depth -= 1;
    }
    if (depth === 0) return at + 1;
  }
  throw new Error('The stored metadata end in the middle of a value.');
}

/** Index after the string whose opening quote is at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  throw new Error('The stored metadata end in the middle of a text.');
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The text of each block by its name: lists of fields as they are stored. */
function blockTexts(text: string): Map<string, string> {
  const blocks = new Map<string, string>();
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    const endOfName = endOfString(text, at);
    const begin = text.indexOf('[', endOfName);
    const end = endOfValue(text, begin);
    blocks.set(String(JSON.parse(text.slice(at, endOfName))), text.slice(begin, end));
    at = end;
  }
  return blocks;
}

/**
 * The metadata of a version as they are stored: a text, which is parsed when a part of it is needed. Most responses need none of it, or all
 * of it as it is.
 */
export class StoredMetadata {
  readonly text: string;
  #value: VersionMetadata | undefined;
  #blocks: ReadonlyMap<string, string> | undefined;

  constructor(text: string, value?: VersionMetadata) {
    this.text = text;
    this.#value = value;
  }

  /** Those that were made here, and stand in a row as if they had been read. */
  static of(value: VersionMetadata): StoredMetadata {
    return new StoredMetadata(JSON.stringify(value), value);
  }

  /** Fields by block. */
  get value(): VersionMetadata {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is stored was checked when it was written
    return (this.#value ??= JSON.parse(this.text) as VersionMetadata);
  }

  /** The JSON of each block's fields by its name, in order. */
  get blocks(): ReadonlyMap<string, string> {
    return (this.#blocks ??= blockTexts(this.text));
  }

  /** The fields of each block by its name, in order, as they are passed on: unread where the text allows it and nothing has read it before. */
  get passedFields(): ReadonlyMap<string, readonly (MetadataField | StoredField)[]> {
    return (this.#value === undefined ? storedFields(this.text) : undefined) ?? new Map(Object.entries(this.value));
  }

  /** Whether a block has a value. The text stays unread as with `findField`: a value of a compound begins with a child, which is an object. */
  hasBlock(blockName: string): boolean {
    if (this.#value !== undefined) return Object.hasOwn(this.#value, blockName);
    const name = JSON.stringify(blockName);
    if (this.text.includes(`${name}:[{"typeName":"`)) return true;
    return this.text.includes(name) && Object.hasOwn(this.value, blockName);
  }

  /** A field that is no child of another. The rest stays unread where it stands as `JSON.stringify` writes it, as all that we store does. */
  findField(typeName: string): MetadataField | undefined {
    if (this.#value !== undefined) return findMetadataField(this.#value, typeName);
    const name = JSON.stringify(typeName);
    // Fields stand in lists, children in objects.
    for (const begin of [`[{"typeName":${name},`, `,{"typeName":${name},`]) {
      const at = this.text.indexOf(begin) + 1;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      if (at > 0) return JSON.parse(this.text.slice(at, endOfValue(this.text, at))) as MetadataField;
    }
    // The name of a field that has no value is nowhere in the text.
    return this.text.includes(name) ? findMetadataField(this.value, typeName) : undefined;
  }
}
