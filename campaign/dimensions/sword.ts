/** Deposits by SWORD: entries, archives and headers of depositors. */
import type { Dimension } from '../dimension.ts';
import type { World } from '../world.ts';

const ROOT = '/dvn/api/data-deposit/v1.1/swordv2';
/** Node takes 16 KB of request line and headers together. */
const LONGEST = 14_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));

function asDepositor({ tokens }: World): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${tokens.depositor ?? ''}:`).toString('base64')}` };
}

/** What an entry says, by name. */
const terms: Readonly<Record<string, readonly [to: number, write: (count: number) => string]>> = {
  authors: [200_000, (n) => filled(n * 37, '<dcterms:creator>A</dcterms:creator>')],
  subjects: [200_000, (n) => filled(n * 37, '<dcterms:subject>s</dcterms:subject>')],
  'different terms': [100_000, (n) => Array.from({ length: n }, (_, index) => `<dcterms:t${index}/>`).join('')],
  'a long title': [4_000_000, (n) => `<dcterms:title>${filled(n, 'x')}</dcterms:title>`],
  'lines of a description': [2_000_000, (n) => `<dcterms:description>${filled(n * 2, 'x\n')}</dcterms:description>`],
  'elements in each other': [200_000, (n) => '<a>'.repeat(n) + '</a>'.repeat(n)],
  attributes: [300_000, (n) => `<dcterms:creator ${Array.from({ length: n }, (_, index) => `a${index}=""`).join(' ')}>A</dcterms:creator>`],
};

const entries = Object.entries(terms).map(([what, [to, write]]): Dimension => ({
  name: `deposits: ${what} of an entry`,
  sizes: [10, to],
  writes: true,
  requests: (size, world) => ({
    method: 'POST',
    path: `${ROOT}/collection/dataverse/${world.collection}`,
    headers: { ...asDepositor(world), 'content-type': 'application/atom+xml' },
    body: `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:dcterms="http://purl.org/dc/terms/">${write(size)}</entry>`,
  }),
}));

const paths: Readonly<Record<string, (size: number) => string>> = {
  'the identifier of a dataset': (n) => `${ROOT}/edit/study/doi:10.5072/${filled(n, 'FK2/')}`,
  'escapes of an address': (n) => `${ROOT}/statement/study/${filled(n, '%F0%9F%92%A9')}`,
  'parts of an address': (n) => `${ROOT}/${filled(n, 'a/')}`,
  'slashes at the end of an address': (n) => `${ROOT}/service-document${filled(n, '/')}x`,
};

const addresses = Object.entries(paths).map(([what, path]): Dimension => ({
  name: `deposits: ${what}`,
  sizes: [64, LONGEST],
  requests: (size, world) => ({ path: path(size).slice(0, LONGEST), headers: asDepositor(world) }),
}));

const headers: Readonly<Record<string, (size: number) => Record<string, string>>> = {
  'a token': (n) => ({ authorization: `Basic ${Buffer.from(filled(n * 0.7, 'ab:')).toString('base64')}` }),
  'blanks before a token': (n) => ({ authorization: `Basic${filled(n, ' ')}x y` }),
  'the name of an archive': (n) => ({ 'content-disposition': `attachment; filename="${filled(n, 'a')}` }),
  'parameters beside the name of an archive': (n) => ({ 'content-disposition': filled(n, ';filename ') }),
  'a checksum': (n) => ({ 'content-md5': filled(n, 'a') }),
};

const named = Object.entries(headers).map(([what, write]): Dimension => ({
  name: `deposits: ${what}`,
  sizes: [64, LONGEST],
  requests: (size, world) => ({
    method: 'POST',
    path: `${ROOT}/edit-media/study/${world.draft.persistentId}`,
    headers: { ...asDepositor(world), packaging: 'http://purl.org/net/sword/package/SimpleZip', ...write(size) },
    body: 'PK',
  }),
}));

export const swordDimensions: readonly Dimension[] = [...entries, ...addresses, ...named];
