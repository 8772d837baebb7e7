import { describe, expect, test } from 'vitest';
import { ipGroupMatcher } from '../../../../src/domain/access/groups/ip-matching.ts';
import { seededRandom } from '../../../integration/domain/seeded-random.ts';

const matcher = ipGroupMatcher([
  { alias: 'lab', ranges: [{ first: '192.0.2.16', last: '192.0.3.15' }] },
  {
    alias: 'campus',
    ranges: [
      { first: '192.0.0.0', last: '192.0.255.255' },
      { first: '2001:db8::60', last: '2001:db8::1:fff' },
    ],
  },
  {
    alias: 'desk',
    ranges: [
      { first: '::1', last: '::1' },
      { first: '127.0.0.1', last: '127.0.0.1' },
    ],
  },
  { alias: 'nobody', ranges: [] },
]);

describe('an address belongs to every group that holds it', () => {
  test.each([
    ['192.0.2.15', ['&ip/campus']],
    ['192.0.2.16', ['&ip/lab', '&ip/campus']],
    ['192.0.2.255', ['&ip/lab', '&ip/campus']],
    ['192.0.3.15', ['&ip/lab', '&ip/campus']],
    ['192.0.3.16', ['&ip/campus']],
    ['191.255.255.255', []],
    ['192.1.0.0', []],
    ['2001:db8::5f', []],
    ['2001:db8::60', ['&ip/campus']],
    ['2001:db8::ffff', ['&ip/campus']],
    ['2001:db8::1:fff', ['&ip/campus']],
    ['2001:db8::1:1000', []],
    ['::1', ['&ip/desk']],
    ['127.0.0.1', ['&ip/desk']],
    ['127.0.0.2', []],
    // The same bytes as an address of the other family are another address.
    ['::c000:210', []],
  ])('%s', (address, groups) => {
    expect(matcher(address)).toEqual(groups);
  });
});

function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  return address.split(':').reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n);
}

test.each(['ipv4', 'ipv6'] as const)('ranges of %s hold what lies between their ends, by number', (family) => {
  const random = seededRandom(family === 'ipv4' ? 4 : 6);
  const part = (most: number): number => random.below(random.chance(0.5) ? 3 : most);
  const address = (): string =>
    family === 'ipv4'
      ? Array.from({ length: 4 }, () => part(256)).join('.')
      : Array.from({ length: 8 }, () => part(65_536).toString(16)).join(':');
  let inside = 0;
  for (let round = 0; round < 2000; round++) {
    const [one, other, asked] = [address(), address(), address()];
    const [first, last] = numberOf(one) <= numberOf(other) ? [one, other] : [other, one];
    const held = numberOf(first) <= numberOf(asked) && numberOf(asked) <= numberOf(last);
    inside += held ? 1 : 0;
    const match = ipGroupMatcher([{ alias: 'a', ranges: [{ first, last }] }]);
    expect({ first, last, asked, groups: match(asked) }).toEqual({ first, last, asked, groups: held ? ['&ip/a'] : [] });
    expect([first, last].map(match)).toEqual([['&ip/a'], ['&ip/a']]);
  }
  expect(inside).toBeGreaterThan(100);
});
