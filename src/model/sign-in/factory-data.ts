/** The text in which a provider's configuration is written: `key: value` pairs separated by `|`. Source: users-admin.md 11. */

/** What answers show in place of a secret; sent back, it stands for the secret that is stored. */
export const HIDDEN_SECRET = '********';

const SECRET_KEY = /secret|password|private/i;

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** A part that has no colon is a key without a value. */
function readPair(part: string): Pair {
  const colon = part.indexOf(':');
  if (colon === -1) return { key: part.trim(), value: '' };
  return { key: part.slice(0, colon).trim(), value: part.slice(colon + 1).trim() };
}

/** Reads the pairs. Of two with the same key the last one counts; empty values count as not given. */
export function readFactoryData(text: string): Readonly<Record<string, string>> {
  const pairs = text.split('|').map(readPair);
  return Object.fromEntries(pairs.filter(({ value }) => value !== '').map(({ key, value }) => [key, value]));
}

function mapSecrets(text: string, replace: (pair: Pair) => string): string {
  return text
    .split('|')
    .map((part) => {
      const pair = readPair(part);
      if (!SECRET_KEY.test(pair.key) || pair.value === '') return part;
      return part.slice(0, part.indexOf(':') + 1) + part.slice(part.indexOf(':') + 1).replace(pair.value, () => replace(pair));
    })
    .join('|');
}

/** The same text without its secrets; all else stays as it was written. */
export function hideSecrets(text: string): string {
  return mapSecrets(text, () => HIDDEN_SECRET);
}

/** The text with the stored secrets in place of those that were sent hidden, as answers show them. */
export function restoreSecrets(text: string, stored: string): string {
  const known = readFactoryData(stored);
  return mapSecrets(text, ({ key, value }) => (value === HIDDEN_SECRET ? (known[key] ?? value) : value));
}
