import { describe, expect, it } from 'vitest';
import { isDate } from '../../../src/formats/values/date-format.ts';
import { isEmailAddress } from '../../../src/formats/values/email-format.ts';
import { isInteger, parseFloatingPoint } from '../../../src/formats/values/number-format.ts';
import { isUrl } from '../../../src/formats/values/url-format.ts';

describe('a date', () => {
  it.each([
    '2004-10-27',
    '2004-02-29',
    '2000-02-29',
    '2002-08',
    '1999',
    '0044',
    '99',
    '1999AD',
    '44 AD',
    '44BC',
    '44 BCE',
    '12000 BC',
    '[1999?]',
    '[44BC?]',
    '[44 AD?]',
    '2020-01-02T03:04:05',
    '2020-01-02T03:04:05.123',
    '2020-01-02 03:04:05',
    '2020-01-02T03:04:05Z',
    '2020-01-02T03:04:05.123Z',
    '2020-01-02T23:59:59',
    '9999-12-31',
  ])('may be %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  it.each([
    '2020-02-30',
    '2020-13',
    '0',
    '0000',
    '10000',
    '-500',
    '2020/01/05',
    '05-01-2020',
    '2020-',
    '2020-01-02T03:04',
    '2020-01-02T24:00:00',
    '2020-01-02T03:04:05+00:00',
    'AD 1999',
    '[1999]',
    '[-44?]',
    'yesterday',
    '',
    '2100-02-29',
    '2020-00',
    '2020-01-00',
    '2020-04-31',
    '2020-1-5',
    '2020-1',
    '2020-02-3x',
    '2020-02-30T01:02:03',
    '2020-01-02T03:60:00',
    '2020-01-02 03:04:05Z',
    '2020-01-02 03:04:05.123',
    '2019/2020',
    '0 AD',
    '[0?]',
    'BC',
    '0000-01-01',
  ])('is not %j', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('an integer', () => {
  it.each(['0', '007', '+3', '-2147483648', '2147483647', '0'.repeat(50)])('may be %s', (text) => {
    expect(isInteger(text)).toBe(true);
  });
  it.each(['3.0', '-2147483649', '2147483648', '1e3', '', '+', '0x10', '1,000', '9'.repeat(400)])('is not %j', (text) => {
    expect(isInteger(text)).toBe(false);
  });
});

describe('a floating-point number', () => {
  it.each([
    ['2', 2],
    ['.5', 0.5],
    ['5.', 5],
    ['1e-3', 0.001],
    ['+3', 3],
    ['-1.5E2', -150],
    ['NaN', Number.NaN],
    ['Infinity', Infinity],
    ['-Infinity', -Infinity],
    ['2f', 2],
    ['2.5d', 2.5],
    ['1e3F', 1000],
    ['0x1p3', 8],
    ['-0x1.8p1', -3],
    ['0x.8P0', 0.5],
  ])('may be %s', (text, value) => {
    expect(parseFloatingPoint(text)).toBe(value);
  });
  it.each(['', '.', '1,5', 'e3', '1e', '0x10', '0xp1', '1.2.3', '--1', 'nan', '1 2', `${'1'.repeat(100_000)}x`])('is not %.20j', (text) => {
    expect(parseFloatingPoint(text)).toBeUndefined();
  });
});

describe('an email address', () => {
  it.each([
    'a@example.org',
    'first.last+tag@mail.example.co.uk',
    '"quoted local"@example.org',
    'a@[192.0.2.1]',
    'a@[IPv6:2001:db8::1]',
    'a@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.org`,
  ])('may be %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });
  it.each([
    'user@localhost',
    'a@example.org.',
    'a@example',
    '@example.org',
    'a',
    'a@',
    'a..b@example.org',
    '.a@example.org',
    'a b@example.org',
    'ä@example.org',
    'a@exämple.org',
    'a@example.org, b@example.org',
    'a@192.0.2.1',
    'a@-example.org',
    'a@example.1org',
    `${'a'.repeat(65)}@example.org`,
    'a@[300.0.0.1]',
  ])('is not %s', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

describe('a URL', () => {
  it.each([
    'http://example.org',
    'https://example.org/',
    'HTTPS://Example.ORG/a',
    'ftp://ftp.example.org/pub//file.txt',
    'https://user:pw@example.org:8443/a/../b?q=ä&r=[1]#part',
    'http://192.0.2.1:80/',
    'http://[2001:db8::1]/x',
    'https://example.org/%C3%A4/a_b~c;d=1,(e)',
    'https://example.org?x=1',
    'https://example.org#top',
  ])('may be %s', (text) => {
    expect(isUrl(text)).toBe(true);
  });
  it.each([
    'example.org',
    'git@host.org:path',
    'http://localhost/',
    'http://localhost:8080',
    'mailto:a@example.org',
    'gopher://example.org',
    'http:/example.org',
    'http://',
    'http://example.org:65536/',
    'http://example.org:port/',
    'http://example.org/a b',
    'http://example.org/?a b',
    'http://example.org/ä',
    'http://example.org/%zz',
    'http://example.org/../x',
    'http://example.org/a/../../x',
    'http://[::1',
    'http://999.1.1.1/',
    'http://example/',
    '',
    'javascript:alert(1)//example.org',
  ])('is not %s', (text) => {
    expect(isUrl(text)).toBe(false);
  });

  it('is told at once of a long text, whatever makes it none', () => {
    expect(isUrl(`http://${'a'.repeat(5_000_000)} `)).toBe(false);
    expect(isUrl(`http://example.org/${'a'.repeat(5_000_000)}`)).toBe(true);
  });
});
