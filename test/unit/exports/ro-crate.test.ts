import { createRequire } from 'node:module';
import jsonld from 'jsonld';
import { describe, expect, test } from 'vitest';
import { roCrateExporter } from '../../../src/formats/ro-crate/ro-crate-exporter.ts';
import type { ExportSnapshot } from '../../../src/formats/exports/export-snapshot.ts';
import { compound, field } from '../metadata/standard-catalog.ts';
import { everyField, fileOf, metadataOf, snapshotOf, textOf } from './snapshots.ts';

/** What is used of the library of the community, whose types leave it out. */
interface RoCrateLibrary {
  readonly Validator: new () => {
    readonly results: readonly { readonly id: string; readonly status: string }[];
    parseJSON(text: string): void;
    rootDataEntity(): void;
  };
}

const require = createRequire(import.meta.url);
const { Validator } = require('ro-crate') as RoCrateLibrary;
/** The published context, which it carries with it. */
const context = require('ro-crate/lib/context.json') as Record<string, never>;
// What means nothing is refused; the types of the library do not know the option.
const strictly = {
  safe: true,
  base: 'https://repo.example.org/',
  documentLoader: (documentUrl: string) => {
    expect(documentUrl).toBe('https://w3id.org/ro/crate/1.2/context');
    return Promise.resolve({ documentUrl, document: context });
  },
};

type Entity = Readonly<Record<string, unknown>>;

const DATASET = 'https://doi.org/10.5072/FK2/ABCDEF';
const hostile = `<b>"bold"</b> & ]]> \u0000\ud800 \u202eevil`;

const authors = [
  compound({
    authorName: 'Finch, Fiona',
    authorAffiliation: 'Birds Inc.',
    authorIdentifierScheme: 'ORCID',
    authorIdentifier: '0000-0002-1825-0097',
  }),
  compound({ authorName: 'Wren, Will', authorAffiliation: 'Birds Inc.' }),
];
const birds = {
  citation: {
    fields: [
      field('title', 'Finch beaks'),
      field('author', authors),
      field('dsDescription', [compound({ dsDescriptionValue: 'Beak sizes.' })]),
      field('publication', [compound({ publicationCitation: 'This dataset', publicationURL: DATASET })]),
    ],
  },
};

async function graphOf(snapshot: ExportSnapshot): Promise<readonly Entity[]> {
  const crate = JSON.parse(await textOf(roCrateExporter, snapshot)) as { '@context': string; '@graph': readonly Entity[] };
  expect(crate['@context']).toBe('https://w3id.org/ro/crate/1.2/context');
  return crate['@graph'];
}

/** What stands in a thing in place of other things. */
function objectsIn(entity: Entity): object[] {
  const values: unknown[] = Object.values(entity).flat();
  return values.filter((value) => typeof value === 'object' && value !== null);
}

const snapshots: readonly (readonly [string, ExportSnapshot])[] = [
  ['an ordinary dataset', snapshotOf({ metadata: metadataOf(birds), files: [fileOf(1, 'a.txt'), fileOf(2, 'b.txt')] })],
  ['a dataset with every field', snapshotOf({ metadata: everyField('words') })],
  ['hostile texts', snapshotOf({ metadata: everyField(hostile), files: [fileOf(1, hostile)] })],
  [
    'a draft with terms of its own',
    snapshotOf({
      metadata: metadataOf(birds),
      version: { state: 'DRAFT', versionNumber: null, versionMinorNumber: null, releasedAt: null, license: null },
      dataset: { publicationDate: null },
    }),
  ],
];

describe.each(snapshots)('the crate of %s', (_name, snapshot) => {
  test('is a flat list of things that are named once and all there', async () => {
    const graph = await graphOf(snapshot);
    const ids = graph.map((entity) => entity['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    const known = [...ids, 'https://w3id.org/ro/crate/1.2'].map((id) => ({ '@id': id }));
    expect(known).toEqual(expect.arrayContaining(graph.flatMap(objectsIn)));
  });

  test('has what a crate has to have', async () => {
    const graph = await graphOf(snapshot);
    expect(graph[0]).toEqual({
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      about: { '@id': DATASET },
    });
    expect(graph.find((entity) => entity['@id'] === DATASET)).toMatchObject({
      '@type': 'Dataset',
      name: expect.stringMatching(/./),
      description: expect.stringMatching(/./),
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      license: { '@id': expect.stringMatching(/^https?:/) },
    });
  });
});

test.each(snapshots)('the crate of %s is one for the validator of the community', async (_name, snapshot) => {
  const validator = new Validator();
  validator.parseJSON(await textOf(roCrateExporter, snapshot));
  validator.rootDataEntity();
  // It knows attached crates alone, whose root is `./`; the specification takes an address of the web, too.
  const faults = validator.results.filter(({ id, status }) => status !== 'success' && id !== 'rootDataEntityId');
  expect(faults).toEqual([]);
  expect(validator.results.length).toBeGreaterThan(5);
});

test.each(snapshots)('the crate of %s expands without a key that means nothing', async (_name, snapshot) => {
  const crate = JSON.parse(await textOf(roCrateExporter, snapshot)) as jsonld.JsonLdDocument & { '@graph': readonly unknown[] };
  await expect(jsonld.expand(crate, strictly)).resolves.toHaveLength(crate['@graph'].length);
});

test('a crate describes a file once although it is among the publications', async () => {
  const address = 'https://repo.example.org/api/access/datafile/7';
  const metadata = metadataOf({
    citation: {
      fields: [field('title', 'T'), field('publication', [compound({ publicationCitation: 'Its table', publicationURL: address })])],
    },
  });
  const graph = await graphOf(snapshotOf({ metadata, files: [fileOf(7, 'a.txt')] }));
  expect(graph.filter((entity) => entity['@id'] === address)).toEqual([expect.objectContaining({ '@type': 'File' })]);
});

test('a crate describes authors, institutions, the licence and files once each', async () => {
  const files = [fileOf(7, 'a.txt', { directoryLabel: 'data', description: 'First' })];
  const graph = await graphOf(snapshotOf({ metadata: metadataOf(birds), files }));
  const byId = new Map(graph.map((entity) => [entity['@id'], entity]));
  const fiona = byId.get('https://orcid.org/0000-0002-1825-0097');
  expect(fiona).toMatchObject({ '@type': 'Person', name: 'Finch, Fiona', givenName: 'Fiona', familyName: 'Finch' });
  const institutions = graph.filter(({ name }) => name === 'Birds Inc.');
  expect(institutions).toEqual([expect.objectContaining({ '@type': 'Organization', '@id': expect.stringMatching(/^#\d+$/) })]);
  expect(fiona?.['affiliation']).toEqual({ '@id': institutions[0]?.['@id'] });
  expect(byId.get('http://creativecommons.org/publicdomain/zero/1.0')).toMatchObject({ '@type': 'CreativeWork', name: 'CC0 1.0' });
  const address = 'https://repo.example.org/api/access/datafile/7';
  expect(byId.get(address)).toEqual({
    '@id': address,
    '@type': 'File',
    name: 'a.txt',
    alternateName: 'data/a.txt',
    description: 'First',
    encodingFormat: 'text/plain',
    contentSize: '12',
  });
  expect(byId.get(DATASET)).toMatchObject({ hasPart: [{ '@id': address }], author: [{ '@id': fiona?.['@id'] }, expect.anything()] });
});
