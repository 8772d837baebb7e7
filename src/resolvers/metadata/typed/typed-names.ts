/** Names of GraphQL for what blocks name freely. The rule is told in docs/how-to/typed-metadata.md. */

/**
 * The name of a block or field where it is one of GraphQL; else with `_` in place of each character that names do not have, `_` before a
 * digit that it begins with, and one `_` in place of several at the beginning, which GraphQL keeps for itself.
 */
export function graphqlName(text: string): string {
  const safe = text.replaceAll(/[^_0-9A-Za-z]/gu, '_');
  const begun = /^[_A-Za-z]/.test(safe) ? safe : `_${safe}`;
  return begun.replace(/^__+/, '_');
}

/** Gives names that differ from those it has given: the second of the same name ends in `_2`. */
export class NameTable {
  readonly #taken = new Set<string>();

  give(text: string): string {
    const name = graphqlName(text);
    let free = name;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${name}_${number}`;
    this.#taken.add(free);
    return free;
  }
}

/** A value of a vocabulary in capitals, without accents; undefined where letters would be lost, or nothing is left. */
export function enumName(value: string): string | undefined {
  const plain = value
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toUpperCase();
  if (/(?![A-Z])\p{L}/u.test(plain)) return undefined;
  const name = plain.replaceAll(/[^0-9A-Z]+/g, '_').replaceAll(/^_|_$/g, '');
  if (name === '') return undefined;
  return /^[0-9]/.test(name) ? `_${name}` : name;
}
