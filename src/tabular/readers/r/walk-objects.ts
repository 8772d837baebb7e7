/**
 * Goes through serialised objects once. Symbols and environments that come again are references, which are counted and never followed, so that
 * objects that hold themselves have an end. Source: R Internals, Serialization Formats
 */
import { TableError } from '../../table-error.ts';
import { skipByteCode } from './byte-code.ts';
import { malformed, WORD_BYTES, type SerialInput } from './serial-input.ts';
import { NO_ATTRIBUTES, OTHER, type Attributes, type SerialValue, type VectorType } from './serial-value.ts';

const HAS_ATTRIBUTES = 0x200;
const HAS_TAG = 0x400;
const DEEPEST = 400;
/** What an object that is kept takes, about. */
const OBJECT_BYTES = 256;

const kinds = {
  nothing: new Set([0, 254, 253, 252, 251, 250, 242, 241]),
  pairs: new Set([2, 3, 5, 6, 17]),
  environments: new Set([247, 248, 249]),
};
const vectors: ReadonlyMap<number, readonly [VectorType, number]> = new Map([
  [10, ['logical', 4]],
  [13, ['integer', 4]],
  [14, ['double', 8]],
  [15, ['complex', 16]],
  [24, ['raw', 1]],
]);

export class ObjectWalker {
  readonly input: SerialInput;
  /** Names of the symbols among them. */
  readonly #references: (string | undefined)[] = [];
  #held = 0;
  #overflowed = false;

  constructor(input: SerialInput) {
    this.input = input;
  }

  /** Whether the last object had more parts than are kept; then the parts of it are not all there. Begins anew. */
  takeOverflow(): boolean {
    const overflowed = this.#overflowed;
    this.#held = 0;
    this.#overflowed = false;
    return overflowed;
  }

  /** The next object. @param keep how many levels of it are kept */
  async object(depth: number, keep: number): Promise<SerialValue> {
    return this.objectOf(await this.input.integer(), depth, keep);
  }

  async objectOf(flags: number, depth: number, keep: number): Promise<SerialValue> {
    if (depth > DEEPEST) throw new TableError('TOO_LARGE', `Objects of the file are within each other more than ${DEEPEST} times.`);
    const type = flags & 0xff;
    if (kinds.nothing.has(type)) return OTHER;
    if (kinds.pairs.has(type)) return this.#pairList(flags, depth, keep);
    if (kinds.environments.has(type)) return this.#named(depth);
    switch (type) {
      case 255:
        return this.#reference(flags);
      case 1:
        return this.#symbol();
      case 4:
        return this.#environment(depth);
      case 9:
        await this.#characters(flags, depth);
        return OTHER;
      case 238:
        return this.#compact(depth, keep);
      case 16:
        return this.#texts(flags, depth, keep);
      case 19:
      case 20:
        return this.#list(flags, depth, keep);
      default:
        return this.#opaque(type, flags, { depth, keep });
    }
  }

  /** The pairs of a list, one after the other. What stands behind the last one is the last pair, without a tag. */
  async *pairs(first: number, depth: number, keep: number): AsyncGenerator<{ tag: string; value: SerialValue }> {
    let flags = first;
    while (kinds.pairs.has(flags & 0xff)) {
      if ((flags & HAS_ATTRIBUTES) !== 0) await this.object(depth + 1, 0);
      const name = (flags & HAS_TAG) === 0 ? OTHER : await this.object(depth + 1, 0);
      const value = await this.object(depth + 1, keep);
      yield { tag: name.kind === 'symbol' ? name.name : '', value };
      flags = await this.input.integer();
    }
    if (!kinds.nothing.has(flags & 0xff)) yield { tag: '', value: await this.objectOf(flags, depth + 1, keep) };
  }

  /** Remembers what a later reference may mean. */
  addReference(name?: string): void {
    this.#references.push(name);
    if (this.#references.length * 64 > this.input.limits.heldBytes) {
      throw new TableError('TOO_LARGE', 'The file has too many symbols and environments.');
    }
  }

  async attributes(flags: number, depth: number, keep: number): Promise<Attributes> {
    if ((flags & HAS_ATTRIBUTES) === 0) return NO_ATTRIBUTES;
    const attributes = new Map<string, SerialValue>();
    for await (const { tag, value } of this.pairs(await this.input.integer(), depth + 1, keep - 1)) {
      if (this.#keeps(keep)) attributes.set(tag, value);
    }
    return attributes;
  }

  #keeps(keep: number): boolean {
    if (keep <= 0 || this.#overflowed) return false;
    this.#held += OBJECT_BYTES;
    this.#overflowed = this.#held > this.input.limits.heldBytes;
    return !this.#overflowed;
  }

  async #pairList(flags: number, depth: number, keep: number): Promise<SerialValue> {
    const pairs: { tag: string; value: SerialValue }[] = [];
    for await (const pair of this.pairs(flags, depth, keep - 1)) if (this.#keeps(keep)) pairs.push(pair);
    return { kind: 'pairs', pairs };
  }

  /** A package, a namespace or another environment that has a name in place of its content. */
  async #named(depth: number): Promise<SerialValue> {
    await this.input.integer();
    const count = await this.input.length();
    for (let index = 0; index < count; index += 1) await this.object(depth + 1, 0);
    this.addReference();
    return OTHER;
  }

  async #reference(flags: number): Promise<SerialValue> {
    const index = flags >>> 8 || (await this.input.integer());
    if (index < 1 || index > this.#references.length) throw malformed();
    const name = this.#references[index - 1];
    return name === undefined ? OTHER : { kind: 'symbol', name };
  }

  async #symbol(): Promise<SerialValue> {
    if (((await this.input.integer()) & 0xff) !== 9) throw malformed();
    const length = await this.input.integer();
    const name = length === -1 ? 'NA' : (await this.input.text(length)).toString('utf8');
    if (name.length > 10_000) throw malformed();
    this.#held += name.length;
    this.addReference(name);
    return { kind: 'symbol', name };
  }

  async #environment(depth: number): Promise<SerialValue> {
    await this.input.integer();
    this.addReference();
    for (let part = 0; part < 4; part += 1) await this.object(depth + 1, 0);
    return OTHER;
  }

  async #characters(flags: number, depth: number): Promise<void> {
    const length = await this.input.integer();
    if (length !== -1) await this.input.text(length);
    await this.attributes(flags, depth, 0);
  }

  async #compact(depth: number, keep: number): Promise<SerialValue> {
    const info = await this.object(depth + 1, 2);
    const state = await this.object(depth + 1, keep - 1);
    const attributes = await this.attributes(HAS_ATTRIBUTES, depth, keep);
    const form = info.kind === 'pairs' ? info.pairs[0]?.value : undefined;
    return form?.kind === 'symbol' ? { kind: 'compact', form: form.name, state, attributes } : OTHER;
  }

  async #texts(flags: number, depth: number, keep: number): Promise<SerialValue> {
    const length = await this.input.length();
    const { position } = this.input;
    await skipTexts(this.input, length);
    return { kind: 'vector', type: 'text', length, position, attributes: await this.attributes(flags, depth, keep) };
  }

  async #list(flags: number, depth: number, keep: number): Promise<SerialValue> {
    const length = await this.input.length();
    const elements: SerialValue[] = [];
    for (let index = 0; index < length; index += 1) {
      const element = await this.object(depth + 1, keep - 1);
      if (this.#keeps(keep)) elements.push(element);
    }
    return { kind: 'list', length, elements, attributes: await this.attributes(flags, depth, keep) };
  }

  async #opaque(type: number, flags: number, { depth, keep }: { depth: number; keep: number }): Promise<SerialValue> {
    const fixed = vectors.get(type);
    if (fixed !== undefined) {
      const length = await this.input.length();
      const { position } = this.input;
      await this.input.skip(length, fixed[1]);
      return { kind: 'vector', type: fixed[0], length, position, attributes: await this.attributes(flags, depth, keep) };
    }
    if (type === 21) await skipByteCode(this, depth);
    else if (type === 22) {
      // A pointer to the memory of a program: what protects it, and a tag.
      this.addReference();
      for (let part = 0; part < 2; part += 1) await this.object(depth + 1, 0);
    } else if (type === 23) this.addReference();
    else if (type === 7 || type === 8) await this.input.text(await this.input.integer());
    else if (type !== 25) throw malformed();
    await this.attributes(flags, depth, 0);
    return OTHER;
  }
}

/** Passes over the texts of a vector. */
export async function skipTexts(input: SerialInput, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    if (input.ready < WORD_BYTES) await input.fill();
    if ((input.takeInteger() & 0xff) !== 9) throw malformed();
    const length = input.takeInteger();
    if (length > 0) await input.text(length);
    else if (length < -1) throw malformed();
  }
}
