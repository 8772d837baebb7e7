import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type ClientAddress, clientAddressOf } from '../../../src/http/client-address.ts';
import { addBlock } from '../../../src/network-address.ts';

function seen(
  proxies: readonly string[],
  remoteAddress: string | undefined,
  forwardedFor?: string,
  forwarded = forwardedFor !== undefined,
): ClientAddress {
  const list = new BlockList();
  for (const proxy of proxies) expect(addBlock(list, proxy)).toBe(true);
  return clientAddressOf(list)({ remoteAddress, forwardedFor, forwarded });
}

const PROXIES = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'];

describe('without a trusted proxy', () => {
  test('the client is the other end of the connection, whatever a header says', () => {
    expect(seen([], '192.0.2.7')).toEqual({ address: '192.0.2.7', local: false });
    expect(seen([], '192.0.2.7', '198.51.100.1')).toEqual({ address: '192.0.2.7', local: false });
    expect(seen(['10.0.0.1'], '10.0.0.2', '198.51.100.1')).toEqual({ address: '10.0.0.2', local: false });
  });

  test('a mapped address is an IPv4 one', () => {
    expect(seen([], '::ffff:192.0.2.7')).toEqual({ address: '192.0.2.7', local: false });
  });

  test('a connection that is gone has no address', () => {
    expect(seen(PROXIES, undefined, '198.51.100.1')).toEqual({ address: undefined, local: false });
  });
});

describe('behind trusted proxies', () => {
  test.each([
    ['the last entry is the client', '198.51.100.1', '198.51.100.1'],
    ['what the client wrote itself is passed over', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['trusted ones hand over to the entry before', '203.0.113.9, 198.51.100.1, 10.0.0.3,fd00::2', '198.51.100.1'],
    ['a client inside the trusted blocks is the first of them', '10.0.0.9, 10.0.0.3', '10.0.0.9'],
    ['entries can have ports', '198.51.100.1:4711, 10.0.0.3:80', '198.51.100.1'],
    ['IPv6 entries can have brackets', '[2001:DB8::1]:4711', '2001:db8::1'],
    ['IPv6 entries can have none', '2001:db8:0::1', '2001:db8::1'],
    ['a mapped entry is an IPv4 one', '::ffff:198.51.100.1', '198.51.100.1'],
  ])('%s', (_rule, header, address) => {
    expect(seen(PROXIES, '10.1.2.3', header)).toEqual({ address, local: false });
    expect(seen(PROXIES, '::ffff:10.1.2.3', header)).toEqual({ address, local: false });
  });

  test.each(['127.0.0.1', '198.51.100.1, ::1', '127.0.0.1, 10.0.0.3', '::ffff:127.0.0.1'])('%j does not make a client local', (header) => {
    expect(seen(PROXIES, '127.0.0.1', header)).toEqual({ address: undefined, local: false });
  });

  test.each(['', 'unknown', '198.51.100.1, unknown', '198.51.100.1, 10.0.0', '1'.repeat(5000), ',', '198.51.100.1,'])(
    '%.40j does not say where the request comes from',
    (header) => {
      expect(seen(PROXIES, '10.1.2.3', header)).toEqual({ address: undefined, local: false });
    },
  );

  test('a proxy that sends a request of its own is the client', () => {
    expect(seen(PROXIES, '10.1.2.3')).toEqual({ address: '10.1.2.3', local: false });
  });
});

describe('local is who connects from this machine without a header of a proxy', () => {
  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('%s is', (address) => {
    expect(seen([], address).local).toBe(true);
    expect(seen(PROXIES, address).local).toBe(true);
  });

  test('a header of a proxy says that it only passed through', () => {
    expect(seen([], '127.0.0.1', '198.51.100.1').local).toBe(false);
    expect(seen([], '127.0.0.1', undefined, true).local).toBe(false);
    expect(seen(['127.0.0.1'], '127.0.0.1', '127.0.0.1').local).toBe(false);
  });
});
