import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { visitorOf } from '../../../src/http/visitor.ts';

const visitor = visitorOf(readConfig({ TRUSTED_PROXIES: '10.0.0.1', COUNTRY_HEADER: 'X-Country' }));
const from = (remoteAddress: string, headers: Record<string, string> = {}, method = 'GET') =>
  visitor({ method, headers: { 'user-agent': 'Mozilla/5.0', ...headers }, remoteAddress }, '192.0.2.7');

describe('whose usage counts', () => {
  test('is told by address and user agent', () => {
    expect(from('192.0.2.7')).toEqual({ address: '192.0.2.7', userAgent: 'Mozilla/5.0', country: '' });
    expect(visitor({ method: 'GET', headers: {}, remoteAddress: undefined }, undefined)).toEqual({
      address: undefined,
      userAgent: '',
      country: '',
    });
  });

  test('a country is believed from a trusted proxy alone', () => {
    expect(from('10.0.0.1', { 'x-country': 'DE' })?.country).toBe('de');
    expect(from('192.0.2.7', { 'x-country': 'DE' })?.country).toBe('');
    expect(from('10.0.0.1', { 'x-country': 'Germany' })?.country).toBe('');
    expect(from('10.0.0.1')?.country).toBe('');
  });

  test('a request for headers alone uses nothing, and the rest of a download was counted at its beginning', () => {
    expect(from('192.0.2.7', {}, 'HEAD')).toBeUndefined();
    expect(from('192.0.2.7', { range: 'bytes=1000-' })).toBeUndefined();
    expect(from('192.0.2.7', { range: 'bytes=-500' })).toBeUndefined();
    expect(from('192.0.2.7', { range: 'bytes=0-' })).toBeDefined();
  });
});

test('the name of the header has to be one', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'X Country:' })).toThrow(/COUNTRY_HEADER: must be the name of a header/);
});
