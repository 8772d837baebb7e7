/** What commands return, as bytes that can be stored and read again. */
import { deserialize, serialize } from 'node:v8';
import { StoredMetadata } from '../db/stored-metadata.ts';

/** Name of the member by which an object of a class of ours is known again. */
const CLASS = '\u0000class';
const LARGEST_BYTES = 4_000_000;

class Unpackable extends Error {}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** The value in objects that the serializer of V8 keeps as they are. Values that occur twice stay one. */
function plain(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new Unpackable();
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const noted = <Copy extends object>(copy: Copy): Copy => {
    seen.set(value, copy);
    return copy;
  };
  if (value instanceof StoredMetadata) return noted({ [CLASS]: 'StoredMetadata', text: value.text });
  if (Array.isArray(value)) {
    const copy = noted<unknown[]>([]);
    for (const entry of value) copy.push(plain(entry, seen));
    return copy;
  }
  if (value instanceof Map) {
    const copy = noted(new Map<unknown, unknown>());
    for (const [key, entry] of value) copy.set(plain(key, seen), plain(entry, seen));
    return copy;
  }
  if (value instanceof Set) {
    const copy = noted(new Set<unknown>());
    for (const entry of value) copy.add(plain(entry, seen));
    return copy;
  }
  if (!isPlain(value)) throw new Unpackable();
  const copy = noted<Record<string, unknown>>({});
  for (const [name, entry] of Object.entries(value)) copy[name] = plain(entry, seen);
  return copy;
}

/** The value with objects of our classes in it again; what was read is changed in place. */
function revived(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (CLASS in value && 'text' in value) {
    const made = new StoredMetadata(String(value.text));
    seen.set(value, made);
    return made;
  }
  seen.set(value, value);
  if (value instanceof Map) {
    for (const [key, entry] of value) value.set(key, revived(entry, seen));
  } else if (value instanceof Set) {
    const entries = [...value];
    value.clear();
    for (const entry of entries) value.add(revived(entry, seen));
  } else {
    for (const [name, entry] of Object.entries(value)) Reflect.set(value, name, revived(entry, seen));
  }
  return value;
}

/** Packs a value as text; undefined where it holds what cannot be read again, such as a function, or is larger than 4 MB. */
export function packResult(value: unknown): string | undefined {
  try {
    const bytes = serialize(plain(value, new Map()));
    return bytes.length > LARGEST_BYTES ? undefined : bytes.toString('base64');
  } catch (error) {
    if (error instanceof Unpackable) return undefined;
    throw error;
  }
}

/** The value that was packed. */
export function unpackResult(text: string): unknown {
  return revived(deserialize(Buffer.from(text, 'base64')), new Map());
}
