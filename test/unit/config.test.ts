import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { StartupError } from '../../src/errors/startup-error.ts';

function faultOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
}

describe('CORS_ORIGINS', () => {
  test.each([
    ['', 'ledger'],
    ['ledger', 'ledger'],
    ['*', '*'],
    ['none', []],
    ['https://app.example.org', ['https://app.example.org']],
    ['https://app.example.org, http://localhost:3000', ['https://app.example.org', 'http://localhost:3000']],
  ])('%j is read as %j', (text, origins) => {
    expect(readConfig({ CORS_ORIGINS: text }).corsOrigins).toEqual(origins);
  });

  test.each([
    'app.example.org',
    'https://app.example.org/',
    'https://app.example.org/path',
    'https://App.example.org',
    'https://app.example.org:443',
    'https://a.example.org,*',
    'https://a.example.org,',
    'null',
    'ftp://example.org',
  ])('%j would never equal what a browser sends, and stops the start', (text) => {
    expect(faultOf({ CORS_ORIGINS: text })).toMatch(/CORS_ORIGINS: .* is not an origin such as https:\/\/app\.example\.org/);
  });
});

describe('FURTHER_STORES', () => {
  test('is taken apart, whatever white space stands between them', () => {
    expect(readConfig({}).furtherStores).toEqual([]);
    expect(
      readConfig({ FURTHER_STORES: ' tape=file:///mnt/tape\n cold=s3://bucket?endpoint=https://host&label=Cold ' }).furtherStores,
    ).toEqual([
      { name: 'tape', url: 'file:///mnt/tape' },
      { name: 'cold', url: 's3://bucket?endpoint=https://host&label=Cold' },
    ]);
    expect(() => readConfig({ FURTHER_STORES: 'file:///mnt/tape' })).toThrow(/FURTHER_STORES.*name=url/);
    expect(() => readConfig({ FURTHER_STORES: 'tape=' })).toThrow(/FURTHER_STORES/);
  });
});

describe('settings that the environment fixes', () => {
  test('are those that are not empty', () => {
    expect(readConfig({}).fixedSettings).toEqual([]);
    expect(readConfig({ BLOCKED_API_ENDPOINTS: 'admin', BLOCKED_API_KEY: '' }).fixedSettings).toEqual([
      { variable: 'BLOCKED_API_ENDPOINTS', setting: ':BlockedApiEndpoints', value: 'admin' },
    ]);
  });
});

test.each(['stored-files', '/stored-files/', '/', '//x', '/a b', '/a?b'])(
  '%j is no location that X-Accel-Redirect could begin with',
  (text) => {
    expect(readConfig({ X_ACCEL_PREFIX: '/stored-files' }).xAccelPrefix).toBe('/stored-files');
    expect(faultOf({ X_ACCEL_PREFIX: text })).toMatch(/X_ACCEL_PREFIX: must be a path such as/);
  },
);

test('every variable with a bad value is named at once', () => {
  const message = faultOf({ PORT: 'x', ADMIN_API: 'closed', CORS_ORIGINS: 'x' });
  for (const name of ['PORT', 'ADMIN_API', 'CORS_ORIGINS']) expect(message).toContain(name);
});

describe('persistent identifiers', () => {
  const account = { PID_PROVIDER: 'datacite', PID_AUTHORITY: '10.1234', DATACITE_REPOSITORY_ID: 'A.B', DATACITE_PASSWORD: 'secret' };

  test('need nothing to be tried out, and no account', () => {
    expect(readConfig({}).pids).toMatchObject({ provider: undefined, authority: undefined, datacite: undefined });
  });

  test('are registered with the production system unless another address is given', () => {
    expect(readConfig(account).pids.datacite).toEqual({ url: 'https://api.datacite.org', repositoryId: 'A.B', password: 'secret' });
    const trial = readConfig({ ...account, DATACITE_URL: 'https://api.test.datacite.org/dois/', DATACITE_PREFIXES: '10.11, 10.22' });
    expect(trial.pids.datacite?.url).toBe('https://api.test.datacite.org');
    expect(trial.pids.furtherPrefixes).toEqual(['10.11', '10.22']);
  });

  test.each([
    [{ PID_PROVIDER: 'datacite' }, /PID_AUTHORITY: .*DATACITE_REPOSITORY_ID: .*DATACITE_PASSWORD: /],
    [{ ...account, PID_AUTHORITY: 'lindenhof' }, /PID_AUTHORITY: must be a DOI prefix/],
    [{ ...account, PID_AUTHORITY: '10.1234/x' }, /PID_AUTHORITY: must not hold a slash/],
    [{ ...account, PID_SHOULDER: 'L H' }, /PID_SHOULDER: /],
    [{ ...account, DATACITE_PREFIXES: '10.1234,abc' }, /DATACITE_PREFIXES: "abc" is not a DOI prefix/],
    [{ ...account, DATACITE_URL: 'http://api.datacite.org' }, /DATACITE_URL: must begin with https/],
    [{ ...account, DATACITE_URL: 'https://me:pw@api.datacite.org' }, /DATACITE_URL: must not hold credentials/],
    [{ DATACITE_REPOSITORY_ID: 'A.B' }, /DATACITE_PASSWORD: must be set beside DATACITE_REPOSITORY_ID/],
    [{ PID_PROVIDER: 'crossref' }, /PID_PROVIDER: /],
  ])('stop the start when they are said by half: %j', (env, message) => {
    const fault = faultOf(env);
    expect(fault).toMatch(message);
    for (const secret of ['secret', 'pw@']) expect(fault).not.toContain(secret);
  });
});

test('every bad value is said in words, by the name of its variable', () => {
  expect(faultOf({ PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_POOL_SIZE: '1' })).toBe(
    'Bad configuration. PORT: must be a number; LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent; DATABASE_POOL_SIZE: must be at least 2.',
  );
});
