import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox, neededKeyId, secretKeyId } from '../../../src/kernel/secret-box.ts';

const old = randomBytes(32);
const recent = randomBytes(32);

test('a sealed secret opens at its place, says which key it needs, and holds nothing of the secret', () => {
  const box = createSecretBox([old]);
  const sealed = box.seal('webhook.secret', 'whsec_abc');
  expect(sealed).not.toContain('abc');
  expect(box.seal('webhook.secret', 'whsec_abc')).not.toBe(sealed);
  expect(neededKeyId(sealed)).toBe(secretKeyId(old));
  expect(box.open('webhook.secret', sealed)).toBe('whsec_abc');
  expect(box.open('webhook.secret', box.seal('webhook.secret', ''))).toBe('');
});

test('the first key encrypts, the others open what they have encrypted', () => {
  const before = createSecretBox([old]).seal('webhook.secret', 'kept');
  const box = createSecretBox([recent, old]);
  expect(box.open('webhook.secret', before)).toBe('kept');
  const after = box.seal('webhook.secret', 'kept');
  expect([box.outdated('in clear'), box.outdated(before), box.outdated(after)]).toEqual([true, true, false]);
});

test('a missing key is named', () => {
  const sealed = createSecretBox([old]).seal('webhook.secret', 'lost');
  expect(() => createSecretBox([recent]).open('webhook.secret', sealed)).toThrow(secretKeyId(old));
});

test.each([
  ['at another place', (sealed: string) => sealed, 'authentication_provider.factory_data'],
  ['with a bit turned', (sealed: string) => sealed.slice(0, -3) + (sealed.at(-3) === 'A' ? 'B' : 'A') + sealed.slice(-2), 'webhook.secret'],
  ['cut', (sealed: string) => sealed.slice(0, 40), 'webhook.secret'],
  ['in clear', () => 'whsec_abc', 'webhook.secret'],
] as const)('a value %s does not open', (_how, change, place) => {
  const box = createSecretBox([old]);
  expect(() => box.open(place, change(box.seal('webhook.secret', 'whsec_abc')))).toThrow(/key/);
});
