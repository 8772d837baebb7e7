/** Addresses with facts in place of reserved words; pure. Source: users-admin.md 18.3. */
import type { ReservedWord } from '../../vocabulary/external-tools.ts';

/** What the reserved words stand for; a word without a value is left out. */
export type WordValues = Readonly<Partial<Record<ReservedWord, string>>>;

/** A parameter with what it stands for. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

function valueOf(words: WordValues, word: string): string | undefined {
  return Object.entries(words).find(([known]) => known === word)?.[1];
}

/** Parameters with their values, without those that have none. */
export function parameterValues(parameters: readonly NamedValue[], words: WordValues): NamedValue[] {
  return parameters.flatMap(({ name, value: word }) => {
    const value = valueOf(words, word);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** An address with parameters behind those that it has, before its fragment. */
export function withParameters(address: string, parameters: readonly NamedValue[]): string {
  const [base = '', fragment] = address.split('#', 2);
  const query = parameters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const joint = query === '' ? '' : base.includes('?') ? '&' : '?';
  return `${base}${joint}${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** The path of a call with values in place of words; colons and slashes stand as identifiers have them. */
export function filledTemplate(template: string, words: WordValues): string {
  return template.replace(/\{\w+\}/g, (word) =>
    encodeURIComponent(valueOf(words, word) ?? '')
      .replaceAll('%3A', ':')
      .replaceAll('%2F', '/'),
  );
}
