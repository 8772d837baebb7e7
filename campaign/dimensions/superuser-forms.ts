/** What the forms of administration are sent by a superuser: what is read of them, line by line and field by field. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';

/** What a form may have at most. */
const LARGEST_READ = 1_000_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

function formTo(path: string, fields: string, { keeperCookie: cookie }: World): HostileRequest {
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html', cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: `/admin/${path}`, headers, body: fields };
}

/** Texts of about so many bytes; fewer than a page of a form has fields. */
function texts(size: number): string {
  const count = Math.min(5000, Math.max(1, Math.floor(size / 200)));
  const text = filled(size / count, 'x');
  return Array.from({ length: count }, (_, place) => `language-${place}=e&message-${place}=${text}`).join('&');
}

/** What is sent where, of a size. None of them is stored: each has a fault, or more than may be kept. */
const FORMS: Readonly<Record<string, readonly [path: string, fields: (size: number) => string]>> = {
  'ranges of a group': ['ip-group', (n) => `does=save&alias=a&ranges=${filled(n, '192.0.2.9-192.0.2.1%0A')}`],
  'hyphens of a range': ['ip-group', (n) => `does=save&alias=a&ranges=${filled(n, '-')}`],
  'addresses of a group': ['ip-group', (n) => `does=save&alias=a&addresses=${filled(n, ':%0A')}`],
  'blank lines of addresses': ['ip-group', (n) => `does=save&alias=a b&addresses=${filled(n, '%20%0A')}`],
  'domains of a group': ['mail-domain-group', (n) => `does=save&alias=a&domains=${filled(n, '-.%0A')}`],
  'a regular expression of a domain': ['mail-domain-group', (n) => `does=save&alias=a&regex=yes&domains=${filled(n, '(a%2B)%2B')}(`],
  'regular expressions of domains': ['mail-domain-group', (n) => `does=save&alias=a b&regex=yes&domains=${filled(n, '(a|b)*c%0A')}`],
  'pairs of a configuration': [
    'provider',
    (n) => `does=save&providerId=x&factoryAlias=oidc&enabled=yes&factoryData=${filled(n, 'a: b%0A')}`,
  ],
  'bars of a configuration': ['provider', (n) => `does=save&providerId=x&factoryAlias=oidc&enabled=yes&factoryData=${filled(n, '|')}`],
  'the id of a provider': ['providers', (n) => `does=on&id=${filled(n, 'x')}`],
  'texts of a message': ['banners', (n) => `does=add&${texts(n)}`],
  'rows of a message': ['banners', (n) => `does=add&another=yes&${texts(n)}`],
  'a long message': ['banners', (n) => `does=add&language-0=e&message-0=${filled(n, '<')}`],
  'the value of a setting': ['setting', (n) => `name=:ZipDownloadLimit&does=save&value=${filled(n, '9')}`],
  'the name of an account': ['account', (n) => `id=1&does=rename&userName=${filled(n, '@')}`],
  'protocols of a site': ['storage', (n) => `does=add&hostname=a&transferProtocols=${filled(n, 'x,')}`],
};

export const superuserFormDimensions: readonly Dimension[] = Object.entries(FORMS).map(([what, [path, fields]]) => ({
  name: `forms of superusers: ${what}`,
  sizes: [64, LARGEST_READ],
  requests: (size, world) => formTo(path, fields(size), world),
}));
