import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addBlock, familyOf, isLoopback, networkOf, parseAddress } from '../../src/network-address.ts';

describe('an address is read in its canonical form', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::1', '::1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:7f00:1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:0:0:1', '::ffff:0:0:1'],
    ['::ffff:0:1', '0.0.0.1'],
  ])('%s is %s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  test.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.01',
    '192.0.2.7/32',
    ' 192.0.2.7',
    '2001:db8::1::2',
    'g::1',
    '[::1]',
    '1',
  ])('%j is none', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});

test('the family shows in the form', () => {
  expect([familyOf('192.0.2.7'), familyOf('::1')]).toEqual(['ipv4', 'ipv6']);
});

test('this machine is 127.0.0.0/8 and ::1', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true]);
  expect(['128.0.0.1', '::2', '12.7.0.1', '1270::1'].map(isLoopback)).toEqual([false, false, false, false]);
});

describe('a block of addresses', () => {
  function held(block: string, ...addresses: string[]): boolean[] {
    const list = new BlockList();
    expect(addBlock(list, block)).toBe(true);
    return addresses.map((address) => list.check(address, familyOf(address)));
  }

  test('is one address, or all that begin alike', () => {
    expect(held('192.0.2.7', '192.0.2.7', '192.0.2.8', '::1')).toEqual([true, false, false]);
    expect(held('10.0.0.0/8', '10.0.0.0', '10.255.255.255', '11.0.0.0', '9.255.255.255')).toEqual([true, true, false, false]);
    expect(held('2001:db8::/33', '2001:db8::', '2001:db8:7fff:ffff::1', '2001:db8:8000::')).toEqual([true, true, false]);
    expect(held('0.0.0.0/0', '192.0.2.7', '::1')).toEqual([true, false]);
    expect(held('::/0', '::1')).toEqual([true]);
    expect(held('::ffff:192.0.2.7', '192.0.2.7')).toEqual([true]);
  });

  test.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', 'proxy', '10.0.0.0/8.0', '/8'])('%s is none', (block) => {
    expect(addBlock(new BlockList(), block)).toBe(false);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
