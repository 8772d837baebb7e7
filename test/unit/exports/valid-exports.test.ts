import jsonld from 'jsonld';
import { describe, expect, test } from 'vitest';
import { exporters } from '../../../src/formats/exports/exporters.ts';
import type { Exporter } from '../../../src/formats/exports/exporter.ts';
import type { ExportSnapshot } from '../../../src/formats/exports/export-snapshot.ts';
import { hasSchemas, schemaFaults, type SchemaName } from '../../support/xml-schemas.ts';
import { parseXml } from '../../../src/formats/xml/xml-tree.ts';
import { blocks, compound, field, readExample } from '../metadata/standard-catalog.ts';
import { everyField, fileOf, metadataOf, snapshotOf, tableOf, textOf, variableOf } from './snapshots.ts';
import { richResultOfDataset } from '../../support/rich-results.ts';

const HOSTILE = `a < b & c > d ]]> <script>"x" 'y'</script> &lt;p&gt; \u0001\u000B\uFFFE \u{1F426} \u202Eright \u05D0\u05D1 é\u0301`;
const files = [
  fileOf(7, `odd <name> & "more" ]]>.txt`, { description: HOSTILE, categories: ['A & B'], directoryLabel: 'a/b', restricted: true }),
  fileOf(8, 'plain.txt', { description: '' }),
];
const persistent = { persistentId: 'doi:10.5072/FK2/ABCDEF/1', persistentUrl: 'https://doi.org/10.5072/FK2/ABCDEF/1' };
const ownFiles = [
  tableOf(9, 'table.tab', { dataFile: { ...fileOf(9, '').dataFile, tabularTags: ['Survey'] } }),
  fileOf(10, 'identified.txt', { dataFile: { ...fileOf(10, '').dataFile, ...persistent } }),
];

const example = (name: string) => metadataOf(readExample(name).datasetVersion.metadataBlocks);
const required = metadataOf(
  blocks(
    field('title', 'T'),
    field('author', [compound({ authorName: 'A' })]),
    field('datasetContact', [compound({ datasetContactEmail: 'a@example.org' })]),
    field('dsDescription', [compound({ dsDescriptionValue: 'D' })]),
    field('subject', ['Other']),
  ),
);
const custom = Object.fromEntries(
  'termsOfUse confidentialityDeclaration specialPermissions restrictions citationRequirements depositorRequirements conditions disclaimer termsOfAccess dataAccessPlace originalArchive availabilityStatus contactForAccess sizeOfCollection studyCompletion'
    .split(' ')
    .map((key) => [key, HOSTILE]),
);
const draft = { state: 'DRAFT', versionNumber: null, versionMinorNumber: null, releasedAt: null, publicationDate: null } as const;

const snapshots: Readonly<Record<string, ExportSnapshot>> = {
  minimal: snapshotOf({ metadata: example('minimal'), files }),
  survey: snapshotOf({ metadata: example('social-science-survey'), files: ownFiles }),
  climate: snapshotOf({ metadata: example('climate-grid'), files: ownFiles }),
  'every field': snapshotOf({ metadata: everyField('Text'), dataset: { metadataLanguage: 'fr' }, version: { versionNote: 'Note' } }),
  required: snapshotOf({ metadata: required }),
  draft: snapshotOf({ metadata: required, version: draft, dataset: { publicationDate: null }, more: { publishedAt: null } }),
  hostile: snapshotOf({ metadata: everyField(HOSTILE), files, version: { license: null, terms: custom }, more: { anyRestricted: true } }),
  long: snapshotOf({ metadata: everyField('word & '.repeat(15_000)), files }),
  tables: snapshotOf({
    metadata: required,
    files: [tableOf(7, HOSTILE), fileOf(8, 'plain.txt'), tableOf(9, 'second.tab')],
    variables: [
      variableOf(1, HOSTILE),
      variableOf(2, 'born', { intervalType: 'dichotomous', formatCategory: 'Boolean', statistics: null }),
    ],
  }),
  'no name': snapshotOf({ metadata: required, dataset: { publisher: '' } }),
};

// What means nothing is refused; the types of the library do not know the option.
const strictly = { safe: true, base: 'https://repo.example.org/' };

const schemas: Readonly<Record<string, SchemaName>> = {
  ddi: 'ddi',
  oai_ddi: 'ddi',
  oai_dc: 'oaiDc',
  Datacite: 'datacite',
  oai_datacite: 'datacite',
};

async function all(exporter: Exporter): Promise<Record<string, string>> {
  const texts = Object.entries(snapshots).map(async ([name, snapshot]) => [name, await textOf(exporter, snapshot)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

function named(name: string): Exporter {
  const found = exporters.find((exporter) => exporter.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe.skipIf(!hasSchemas)('exports in XML fit their schemas (needs ../shared/schemas)', () => {
  test.each(Object.entries(schemas))('%s', async (name, schema) => {
    expect(await schemaFaults(schema, await all(named(name)))).toEqual({});
  });

  test.each(Object.values(schemas))('what does not fit %s is seen', async (schema) => {
    expect(await schemaFaults(schema, { faulty: '<none/>' })).toHaveProperty('faulty');
  });
});

describe('exports', () => {
  test.each(exporters.filter(({ xml }) => xml !== undefined).map((exporter) => [exporter.name, exporter] as const))(
    'in %s are well-formed whatever the texts',
    async (_name, exporter) => {
      for (const text of Object.values(await all(exporter))) {
        const [, root = ''] = /<(?:\w+:)?([a-z]\w*)/i.exec(text) ?? [];
        await expect(parseXml(text, { root, skipped: new Set() })).resolves.toBeDefined();
      }
    },
  );

  test.each(exporters.filter(({ mediaType }) => mediaType.includes('json')).map((exporter) => [exporter.name, exporter] as const))(
    'in %s are JSON whatever the texts',
    async (_name, exporter) => {
      for (const text of Object.values(await all(exporter))) expect(() => JSON.parse(text) as unknown).not.toThrow();
    },
  );

  test('in croissant expand without a key that means nothing', async () => {
    for (const text of Object.values(await all(named('croissant')))) {
      await expect(jsonld.expand(JSON.parse(text) as jsonld.JsonLdDocument, strictly)).resolves.toHaveLength(1);
    }
  });

  test('in OAI_ORE expand without a key that means nothing', async () => {
    for (const text of Object.values(await all(named('OAI_ORE')))) {
      await expect(jsonld.expand(JSON.parse(text) as jsonld.JsonLdDocument, strictly)).resolves.toHaveLength(1);
    }
  });

  test('in schema.org have what search engines ask of a dataset', async () => {
    // No page shows the record of a draft, and no installation is without a name.
    const records = Object.entries(await all(named('schema.org'))).filter(([name]) => !['draft', 'no name'].includes(name));
    expect(records.length).toBeGreaterThan(2);
    for (const [name, record] of records) {
      const read = richResultOfDataset.safeParse(JSON.parse(record));
      expect([name, read.error?.issues ?? []]).toEqual([name, []]);
    }
  });

  test('in schema.org expand to terms of its vocabulary', async () => {
    for (const text of Object.values(await all(named('schema.org')))) {
      const { '@context': context, ...record } = JSON.parse(text) as Record<string, unknown>;
      expect(context).toBe('http://schema.org');
      // The context itself is not to be had here; it makes names terms of the vocabulary.
      await expect(jsonld.expand({ '@context': { '@vocab': 'http://schema.org/' }, ...record }, strictly)).resolves.toHaveLength(1);
    }
  });
});
