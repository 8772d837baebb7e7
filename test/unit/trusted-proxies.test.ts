import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { StartupError } from '../../src/errors/startup-error.ts';
import { familyOf } from '../../src/network-address.ts';

function trusted(value: string | undefined, ...addresses: string[]): boolean[] {
  const { trustedProxies } = readConfig(value === undefined ? {} : { TRUSTED_PROXIES: value });
  return addresses.map((address) => trustedProxies.check(address, familyOf(address)));
}

describe('TRUSTED_PROXIES', () => {
  test('trusts no proxy by default', () => {
    expect(trusted(undefined, '127.0.0.1', '::1', '10.0.0.1')).toEqual([false, false, false]);
    expect(trusted('', '127.0.0.1', '::1', '10.0.0.1')).toEqual([false, false, false]);
  });

  test('lists addresses and blocks of both families', () => {
    expect(trusted(' 127.0.0.1 ,10.0.0.0/8,fd00::/8,', '127.0.0.1', '127.0.0.2', '10.255.0.1', '11.0.0.1', 'fdff::1', 'fe00::1')).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  test('is refused with each part that is neither, in one line', () => {
    const read = (): unknown => readConfig({ TRUSTED_PROXIES: '127.0.0.1, proxy.example.org, 10.0.0.0/33, *' });
    expect(read).toThrow(StartupError);
    expect(read).toThrow(
      /^Bad configuration\. TRUSTED_PROXIES: proxy\.example\.org is not .*; TRUSTED_PROXIES: 10\.0\.0\.0\/33 is not .*; TRUSTED_PROXIES: \* is not [^\n]*$/,
    );
  });
});
