import { describe, expect, test } from 'vitest';
import { membershipChains } from '../../../src/domain/access/explanation/membership-chain.ts';

describe('the chain from an account to its identities', () => {
  test('is the one identifier for oneself, and two for a group that needs no explicit group', () => {
    const chains = membershipChains('@uma', ['@uma', ':AllUsers'], []);
    expect([...chains]).toEqual([
      ['@uma', ['@uma']],
      [':AllUsers', ['@uma', ':AllUsers']],
    ]);
  });

  test('passes explicit groups one by one, the shortest way', () => {
    const chains = membershipChains(
      '@uma',
      ['@uma', '&ip/lab'],
      [
        { member: '@uma', group: 'inner' },
        { member: 'inner', group: 'middle' },
        { member: 'middle', group: 'outer' },
        { member: '&ip/lab', group: 'outer' },
      ],
    );
    expect(chains.get('middle')).toEqual(['@uma', 'inner', 'middle']);
    expect(chains.get('outer')).toEqual(['@uma', '&ip/lab', 'outer']);
  });

  test('ends where groups form a ring', () => {
    const ring = [
      { member: '@uma', group: 'a' },
      { member: 'a', group: 'b' },
      { member: 'b', group: 'a' },
    ];
    expect(membershipChains('@uma', [], ring).get('b')).toEqual(['@uma', 'a', 'b']);
  });
});
