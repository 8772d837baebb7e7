import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { hostsOfAddress, singleHostAddresses } from '../../src/postgres-addresses.ts';

describe('addresses of PostgreSQL', () => {
  it('are those of each host, with what they have in common', () => {
    expect(singleHostAddresses('postgres://me:a%40b@one:5432,two,[::1]:6432/archive?sslmode=require')).toEqual([
      'postgres://me:a%40b@one:5432/archive?sslmode=require',
      'postgres://me:a%40b@two/archive?sslmode=require',
      'postgres://me:a%40b@[::1]:6432/archive?sslmode=require',
    ]);
    expect(hostsOfAddress('postgresql://me:secret@one:5432,two/archive')).toBe('one:5432,two');
  });

  it.each(['', 'one:5432', 'mysql://one/archive', 'postgres://one,/archive', 'postgres://one:port/archive', 'postgres:///archive'])(
    'are none in %j',
    (text) => {
      expect(singleHostAddresses(text)).toEqual([]);
    },
  );

  it('are told from others when the server starts', () => {
    const env = { DATABASE_URL: 'postgres://one,/archive', DATABASE_READ_URL: 'two', DATABASE_READ_WAIT_MS: '1001' };
    expect(() => readConfig(env)).toThrow(/DATABASE_URL: .*DATABASE_READ_URL: .*DATABASE_READ_WAIT_MS: /s);
  });
});
