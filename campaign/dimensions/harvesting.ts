/** Requests of harvesters: all are guests, and every argument is a text. */
import type { Dimension } from '../dimension.ts';
import type { World } from '../world.ts';

/** Node takes 16 KB of request line and headers together. */
const LONGEST = 15_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));
const LIST = '/oai?verb=ListRecords&metadataPrefix=oai_dc';

/** A token of the form that the server gives, with texts of any length in it. */
const token = (...parts: readonly unknown[]): string => Buffer.from(JSON.stringify([1, ...parts])).toString('base64url');

const paths: Readonly<Record<string, (size: number, world: World) => string>> = {
  'a verb': (n) => `/oai?verb=${filled(n, 'ListRecords')}`,
  'the same argument': (n) => `${LIST}&${filled(n, 'set=a&')}`,
  'different arguments': (n) => `${LIST}&${Array.from({ length: n / 7 }, (_, index) => `k${index}=`).join('&')}`,
  'escapes in an argument': (n) => `${LIST}&set=${filled(n, '%F0%9F%92%A9')}`,
  'a format': (n) => `/oai?verb=ListIdentifiers&metadataPrefix=${filled(n, 'x')}`,
  'the name of a set': (n) => `${LIST}&set=${filled(n, 'a:')}a`,
  'the identifier of a record': (n) => `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=doi:10.5072/${filled(n, 'FK2/')}`,
  'escapes in the identifier of a record': (n) => `/oai?verb=ListMetadataFormats&identifier=doi:${filled(n, '%2525')}`,
  'digits of a date': (n) => `${LIST}&from=${filled(n, '9')}-01-01`,
  'a resumption token': (n) => `/oai?verb=ListRecords&resumptionToken=${filled(n, 'W1')}`,
  'brackets of a resumption token': (n) => `/oai?verb=ListRecords&resumptionToken=${Buffer.from(filled(n / 2, '[')).toString('base64url')}`,
  'a cursor in a resumption token': (n) =>
    `/oai?verb=ListRecords&resumptionToken=${token({ metadataPrefix: 'oai_dc' }, filled(n / 2, 'x'), 1)}`,
  'digits in a cursor in a resumption token': (n) => {
    const cursor = Buffer.from(`["oaiRecords",${filled(n / 3, '9')},1,1]`).toString('base64url');
    return `/oai?verb=ListRecords&resumptionToken=${token({ metadataPrefix: 'oai_dc' }, cursor, 1)}`;
  },
};

const addresses = Object.entries(paths).map(([what, path]): Dimension => ({
  name: `harvesting: ${what}`,
  sizes: [64, LONGEST],
  requests: (size, world) => ({ path: path(size, world).slice(0, LONGEST) }),
}));

/** The same by a form. */
const forms = Object.entries(paths).map(([what, path]): Dimension => ({
  name: `harvesting: a form with ${what}`,
  sizes: [64, 100_000],
  requests: (size, world) => ({
    method: 'POST',
    path: '/oai',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: path(size, world).replace(/^.*?\?/, ''),
  }),
}));

/** Everything that there is, in every format. */
const visits: Dimension = {
  name: 'harvesting: visits',
  sizes: [10, 500],
  requests: (size) =>
    Array.from({ length: size }, (_, visit) => {
      const format = ['oai_dc', 'oai_ddi', 'Datacite', 'oai_datacite', 'service_json'][visit % 5] ?? 'oai_dc';
      return { path: `/oai?verb=ListRecords&metadataPrefix=${format}` };
    }),
};

const definitions: Readonly<Record<string, (size: number) => string>> = {
  'parentheses of a query': (n) => filled(n, '('),
  'words of a query': (n) => filled(n, 'a '),
  'a phrase of a query': (n) => `title:"${filled(n, 'a ')}"`,
  'negations of a query': (n) => `${filled(n, 'NOT ')}a`,
  'colons of a query': (n) => filled(n, 'a:'),
};

/** Sets are made by superusers. */
const sets = Object.entries(definitions).map(([what, definition]): Dimension => ({
  name: `harvesting: ${what}`,
  sizes: [64, 100_000],
  as: 'superuser',
  requests: (size) => ({
    method: 'POST',
    path: '/api/harvest/server/oaisets/add',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'campaign', definition: definition(size) }),
  }),
}));

export const harvestingDimensions: readonly Dimension[] = [...addresses, ...forms, visits, ...sets];
