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
    expect(faultOf({ CORS_ORIGINS: text })).toMatch(/CORS_ORIGINS: .* is no origin such as https:\/\/app\.example\.org/);
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

test('every variable with a bad value is named at once', () => {
  const message = faultOf({ PORT: 'x', ADMIN_API: 'closed', CORS_ORIGINS: 'x' });
  for (const name of ['PORT', 'ADMIN_API', 'CORS_ORIGINS']) expect(message).toContain(name);
});
