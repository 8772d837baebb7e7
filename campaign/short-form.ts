/** What the short form sends: what was found before, and one or a few of every area. All else is left to the long form. */
import type { Dimension } from './dimension.ts';

/** Names of cases, each with the largest size that is sent where the largest of all would take too long. */
const CASES: Readonly<Record<string, number | undefined>> = {
  // Each of these has stopped a server.
  'graphql: fragments that double': undefined,
  'graphql: fragments that double under a field': undefined,
  'graphql: the whole schema under aliases': undefined,
  'graphql: a type under aliases': undefined,
  'graphql: different operations': 210,
  'json-ld: scoped contexts of a new dataset': undefined,
  'json-ld: scoped contexts that are used of a new dataset': undefined,
  'archives: megabytes of a gzipped FITS file': 512,
  'pictures: copies of copies in SVG': 8,
  'xml: attributes': 600_000,
  'forms: GraphQL: files of one place': undefined,
  'forms: GraphQL: unread files': undefined,
  'forms: GraphQL: a place that every object inherits': undefined,
  'forms: GraphQL: a header line of the map': 64_000,
  'forms: GraphQL: a preamble': undefined,

  'graphql: the same field with fields again and again': undefined,
  'graphql: pages in pages': undefined,
  'graphql: document 0 drawn by chance': undefined,
  'graphql: document 1 drawn by chance': undefined,
  'variables: native JSON as many keys': 500_000,
  'variables: a list of numbers as a long list of texts': undefined,
  'headers: ranges of one byte of an own file': undefined,
  'headers: tags of If-None-Match': undefined,
  'headers: slashes of a path': undefined,
  'bearer tokens: a key that is not known': undefined,
  'bearer tokens: claims nested in claims': undefined,
  'sign-in: different fields of a form': undefined,
  'sign-in: a ticket on the way back': undefined,
  'sign-in: guesses of passwords': 40,
  'json-ld: terms that stand on each other of a new dataset': undefined,
  'signed URLs: parameters before the signature': undefined,
  'external tools: words of a call': 100_000,
  'pages: the identifier of a dataset': undefined,
  'pages: the cursor of a collection': undefined,
  'pages: blanks between tags for every page': undefined,
  'deposits: authors of an entry': undefined,
  'deposits: parameters beside the name of an archive': undefined,
  'tools for models: conditions on rows': 100_000,
  'tools for models: messages in one request': undefined,
  'harvesting: brackets of a resumption token': undefined,
  'harvesting: a form with different arguments': undefined,
  'archives: megabytes of many entries': 64,
  'archives: entries that overlap': undefined,
  'metadata blocks: fields': undefined,
  'typed metadata: blank entries of a compound': undefined,
  'typed metadata: dates that are none': undefined,
  'typed metadata: read under aliases': undefined,
  'carried datasets: values of many lines': undefined,
  'events: a cursor': undefined,
  'confirmations: a form': undefined,
  'workflows: a message': undefined,
  'workflows: a pattern of every step': undefined,
  'provenance: entities': 50_000,
  'table files: cells of a workbook that name one long text': undefined,
  'table files: rows that a Stata file claims': undefined,
  'table files: lists in lists of R': undefined,
  'table files: blocks of bzip2 in an archive, of which each could be of R': undefined,
  'table forms: ids of a subset': undefined,
  'table questions: conditions': 100_000,
  'table questions: a page in an order far behind': undefined,
  'files: dimensions of NetCDF': 50_000,
  'files: brackets of a document type': undefined,
  'pictures: the side of a PNG': 4096,
  'forms: POST /api/datasets/{id}/add': undefined,
  'parameters: /api/access': undefined,
  'parameters: /api/collections': undefined,
  'parameters: /api/datasets': undefined,
  'parameters: /api/files': undefined,
  'body: POST /api/collections/{id}: application/json': undefined,
  'body: POST /api/collections/{id}/datasets: application/json': undefined,
  'body: PUT /api/datasets/{id}/editMetadata: application/json': undefined,
};

/** The cases of the short form, as large as they are there. @throws Error when one that is named is not there */
export function shortForm(all: readonly Dimension[]): Dimension[] {
  return Object.entries(CASES).map(([name, to]) => {
    const dimension = all.find((candidate) => candidate.name === name);
    if (dimension === undefined) throw new Error(`The short form names "${name}", which is no case.`);
    return to === undefined ? dimension : { ...dimension, sizes: [dimension.sizes[0], to] };
  });
}
