import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ddiExporter, oaiDdiExporter } from '../../../src/formats/ddi/ddi-exporters.ts';
import { readDdi } from '../../../src/formats/ddi/read-ddi.ts';
import { compoundsIn, textsIn } from '../../../src/model/metadata/metadata-values.ts';
import type { MetadataField, VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';
import { blocks, compound, field, readExample, standardCatalog } from '../metadata/standard-catalog.ts';
import { metadataOf, snapshotOf, tableOf, textOf, variableOf } from './snapshots.ts';

/** Codebooks that another software wrote, where they lie beside the checkout. */
const RECORDED = new URL('../../../../shared/golden/exports/', import.meta.url);
const recorded = existsSync(RECORDED) ? readdirSync(RECORDED).filter((name) => name.endsWith('ddi.body.xml')) : [];

/** What DDI has no place for. Source: exports.md 3.5. */
const NOT_IN_DDI = new Set([
  'alternativeURL',
  'language',
  'authorIdentifier',
  'authorIdentifierScheme',
  'keywordTermURI',
  'producerURL',
  'producerLogoURL',
  'distributorLogoURL',
  'publicationRelationType',
]);
const IN_DDI = new Set(['citation', 'geospatial', 'socialscience']);

/** Places come back apart from each other: a country is an element of its own. */
const TAKEN_APART = 'geographicCoverage';

function told({ typeName, value, ...rest }: MetadataField): readonly unknown[] {
  if (rest.typeClass !== 'compound') return textsIn({ typeName, value, ...rest });
  return (
    compoundsIn({ typeName, value, ...rest })
      // A contact without a name has no place in DDI. Source: exports.md 3.2.
      .filter((one) => typeName !== 'datasetContact' || one['datasetContactName'] !== undefined)
      .map((one) =>
        Object.fromEntries(
          Object.values(one)
            .filter((child) => !NOT_IN_DDI.has(child.typeName))
            .map((child) => [child.typeName, textsIn(child)]),
        ),
      )
      .filter((one) => Object.keys(one).length > 0)
  );
}

/** The values that DDI can hold, by field. */
function values(metadata: VersionMetadata): Record<string, unknown> {
  const fields = Object.entries(metadata).flatMap(([block, ofBlock]) => (IN_DDI.has(block) ? ofBlock : []));
  const kept = fields.filter(({ typeName }) => !NOT_IN_DDI.has(typeName) && typeName !== TAKEN_APART);
  return Object.fromEntries(kept.map((one) => [one.typeName, told(one)] as const).filter(([, value]) => value.length > 0));
}

async function readBack(metadata: VersionMetadata, exporter = ddiExporter) {
  // What is said of tables says nothing of the dataset.
  const tables = { files: [tableOf(7, 'a.tab')], variables: [variableOf(1, 'title')] };
  const study = await readDdi(
    await textOf(exporter, snapshotOf({ metadata, ...tables, version: { versionNote: 'A note' } })),
    standardCatalog,
  );
  const { metadataBlocks, ...rest } = study.datasetVersion;
  return { metadata: metadataOf(metadataBlocks), rest, persistentId: study.persistentId };
}

describe('what DDI exports write, the import reads', () => {
  test.each(['minimal', 'climate-grid', 'social-science-survey'])('of the example %s', async (name) => {
    const metadata = metadataOf(readExample(name).datasetVersion.metadataBlocks);
    const back = await readBack(metadata);
    expect(values(back.metadata)).toEqual(values(metadata));
    expect(back.persistentId).toBe('doi:10.5072/FK2/ABCDEF');
    expect(back.rest).toEqual({
      license: { uri: 'http://creativecommons.org/publicdomain/zero/1.0', name: 'CC0 1.0' },
      versionNote: 'A note',
    });
  });

  test('of texts that look like markup, and of ranges with one end', async () => {
    const metadata = metadataOf(
      blocks(
        field('title', 'A & B < C > "D"'),
        field('author', [compound({ authorName: 'O\u2019Neil, A.' }), compound({ authorName: 'B', authorAffiliation: 'X & Y' })]),
        field('dsDescription', [compound({ dsDescriptionValue: '<p>One</p><p>Two &amp; three</p>' })]),
        field('subject', ['Other']),
        field('timePeriodCovered', [
          compound({ timePeriodCoveredStart: '1990' }),
          compound({ timePeriodCoveredStart: '1991', timePeriodCoveredEnd: '1992-02' }),
        ]),
      ),
    );
    expect(values((await readBack(metadata)).metadata)).toEqual(values(metadata));
    expect(values((await readBack(metadata, oaiDdiExporter)).metadata)).toEqual(values(metadata));
  });
});

describe.skipIf(recorded.length === 0)('a codebook of another software that is read (needs ../shared/golden)', () => {
  test.each(recorded)('%s has the same values when it is written and read again', async (name) => {
    const { datasetVersion } = await readDdi(readFileSync(new URL(name, RECORDED), 'utf8'), standardCatalog);
    const metadata = metadataOf(datasetVersion.metadataBlocks);
    expect(Object.keys(values(metadata))).toContain('title');
    expect(values((await readBack(metadata)).metadata)).toEqual(values(metadata));
  });
});
