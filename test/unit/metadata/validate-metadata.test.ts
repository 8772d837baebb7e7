import { describe, expect, it } from 'vitest';
import { formatViolations } from '../../../src/domain/metadata/metadata-violation.ts';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { MOST_PROBLEMS } from '../../../src/errors/domain-error.ts';
import { validateMetadata } from '../../../src/domain/metadata/validate-metadata.ts';
import { catalogOf } from '../../../tools/catalog-of.ts';
import { blocks, compound, field, readExample, standardCatalog } from './standard-catalog.ts';

interface Level {
  required: boolean;
}

/** Parses, expects no faults of shape, and validates with only `citation` in effect unless told otherwise. */
function violationsOf(
  input: unknown,
  levels: Record<string, Level> = {},
  inEffect: readonly string[] = ['citation'],
  catalog = standardCatalog,
) {
  const { metadata, problems, sent } = parseMetadataBlocks(input, catalog, '/metadataBlocks');
  expect(problems).toEqual([]);
  const scope = { blocks: inEffect, inputLevels: new Map(Object.entries(levels)), sent };
  return validateMetadata(metadata, catalog, scope).map(({ formPlace: _formPlace, rule: _rule, ...violation }) => violation);
}
const valid: Record<string, unknown> = {
  title: 'T',
  author: [compound({ authorName: 'A' })],
  datasetContact: [compound({ datasetContactEmail: 'a@example.org' })],
  dsDescription: [compound({ dsDescriptionValue: 'D' })],
  subject: ['Chemistry'],
};
/** A valid body with some fields changed; undefined removes one. */
function body(changes: Record<string, unknown> = {}): unknown {
  const values = Object.entries({ ...valid, ...changes }).filter(([, value]) => value !== undefined);
  return blocks(...values.map(([name, value]) => field(name, value)));
}
const namesOf = (input: unknown, levels?: Record<string, Level>) => violationsOf(input, levels).map((violation) => violation.displayName);

describe('required fields', () => {
  it.each(['minimal', 'social-science-survey', 'climate-grid'])('are all there in the example body %s', (name) => {
    expect(violationsOf(readExample(name).datasetVersion.metadataBlocks)).toEqual([]);
  });

  it('are all reported for an empty body, in display order', () => {
    expect(violationsOf({})).toEqual([
      { pointer: '/metadataBlocks/citation', displayName: 'Title', message: 'Title is required.' },
      { pointer: '/metadataBlocks/citation', displayName: 'Author Name', message: 'Author Name is required.' },
      expect.objectContaining({ message: 'Point of Contact E-mail is required.' }),
      expect.objectContaining({ message: 'Description Text is required.' }),
      expect.objectContaining({ message: 'Subject is required.' }),
    ]);
  });

  it('are not asked for when their block is not in effect', () => {
    expect(violationsOf({}, {}, [])).toEqual([]);
    expect(violationsOf({}, {}, ['geospatial', 'no-such-block'])).toEqual([]);
  });

  it('count as missing when blank', () => {
    expect(namesOf(body({ title: ' ', subject: [] }))).toEqual(['Title', 'Subject']);
  });

  it('of a required compound: refused when all children are blank, once for each repetition', () => {
    expect(namesOf(body({ author: [compound({ authorName: '', authorAffiliation: '' })] }))).toEqual(['Author Name']);
    expect(violationsOf(body({ author: [compound({ authorName: 'A' }), compound({ authorName: '' })] }))).toEqual([
      { pointer: '/metadataBlocks/citation/fields/1/value/1', displayName: 'Author Name', message: 'Author Name is required.' },
    ]);
    expect(namesOf(body({ author: [{}] }))).toEqual(['Author Name']);
    expect(namesOf(body({ author: [compound({ authorName: 'A' }), {}] }))).toEqual([]);
  });

  it('of a required compound: enough alone, and refused when only a sibling is filled', () => {
    expect(namesOf(body({ author: [compound({ authorName: 'A' })] }))).toEqual([]);
    expect(violationsOf(body({ author: [compound({ authorName: 'A' }), compound({ authorAffiliation: 'B' })] }))).toEqual([
      { pointer: '/metadataBlocks/citation/fields/1/value/1', displayName: 'Author Name', message: 'Author Name is required.' },
    ]);
  });

  it('of an optional compound: fine when all children are blank or the required one is filled', () => {
    expect(namesOf(body({ producer: [compound({ producerName: '', producerAffiliation: ' ' })] }))).toEqual([]);
    expect(namesOf(body({ producer: [compound({ producerName: 'P' })] }))).toEqual([]);
  });

  it('of an optional compound: refused when a sibling is filled', () => {
    expect(
      violationsOf(body({ producer: [compound({ producerName: 'P' }), compound({ producerName: '', producerAffiliation: 'X' })] })),
    ).toEqual([
      {
        pointer: '/metadataBlocks/citation/fields/5/value/1',
        displayName: 'Producer Name',
        message: 'Producer Name is required when another field of Producer has a value.',
      },
    ]);
  });

  it('are none in an optional compound without a required child', () => {
    expect(namesOf(body({ keyword: [compound({ keywordValue: '' }), compound({ keywordVocabulary: 'MeSH' })] }))).toEqual([]);
  });

  it('depend on nothing else', () => {
    expect(
      namesOf(
        body({
          author: [compound({ authorName: 'A', authorIdentifier: 'not-an-orcid' })],
          publication: [compound({ publicationIDNumber: '10.1/x' })],
          timePeriodCovered: [compound({ timePeriodCoveredEnd: '2020' })],
        }),
      ),
    ).toEqual([]);
  });
});

describe('input levels', () => {
  it('make an optional field required', () => {
    expect(namesOf(body(), { subtitle: { required: true } })).toEqual(['Subtitle']);
    expect(namesOf(body({ subtitle: 'S' }), { subtitle: { required: true } })).toEqual([]);
  });

  it('never make a required field optional', () => {
    expect(namesOf(body({ title: '' }), { title: { required: false } })).toEqual(['Title']);
  });

  it('make the parent of a required child required', () => {
    expect(namesOf(body(), { keywordValue: { required: true } })).toEqual(['Keyword Term']);
    expect(namesOf(body({ keyword: [compound({ keywordVocabulary: 'MeSH' })] }), { keywordValue: { required: true } })).toEqual([
      'Keyword Term',
    ]);
  });

  it('make nothing required by naming a compound without a required child', () => {
    expect(namesOf(body(), { keyword: { required: true } })).toEqual([]);
    expect(namesOf(body(), { producer: { required: true } })).toEqual(['Producer Name']);
  });
});

describe('value formats', () => {
  it('are checked by type, with a pointer into the body', () => {
    const input = body({
      productionDate: '2020-02-30',
      alternativeURL: 'example.org',
      datasetContact: [compound({ datasetContactEmail: 'user@localhost' })],
      targetSampleSize: compound({ targetSampleActualSize: '3.0' }),
    });
    expect(violationsOf(input)).toEqual([
      {
        pointer: '/metadataBlocks/citation/fields/6/value',
        displayName: 'Alternative URL',
        message: 'Alternative URL is not a valid URL.',
        invalidValue: 'example.org',
      },
      expect.objectContaining({
        pointer: '/metadataBlocks/citation/fields/2/value/0/datasetContactEmail/value',
        message: 'Point of Contact E-mail is not a valid email address.',
      }),
      expect.objectContaining({ pointer: '/metadataBlocks/citation/fields/5/value', message: 'Production Date is not a valid date.' }),
      expect.objectContaining({
        pointer: '/metadataBlocks/citation/fields/7/value/targetSampleActualSize/value',
        message: 'Target Sample Size Actual is not a valid integer.',
      }),
    ]);
  });

  it('let N/A and blanks pass everywhere', () => {
    expect(
      namesOf(
        body({
          title: 'N/A',
          productionDate: 'N/A',
          distributionDate: '',
          datasetContact: [compound({ datasetContactEmail: 'N/A' })],
          targetSampleSize: compound({ targetSampleActualSize: 'N/A' }),
        }),
      ),
    ).toEqual([]);
  });

  it('are reported once for a field object, with its first bad value', () => {
    const definition = {
      name: 'own',
      displayName: 'Own',
      fields: [
        {
          name: 'measure',
          title: 'Measure',
          type: 'float',
          parent: null,
          multiple: true,
          controlledVocabulary: false,
          facetable: false,
          advancedSearch: false,
          required: false,
          displayOnCreate: false,
        },
      ],
    };
    const catalog = catalogOf([definition]);
    const input = { own: { fields: [{ typeName: 'measure', multiple: true, typeClass: 'primitive', value: ['1', 'x', 'y'] }] } };
    expect(violationsOf(input, {}, ['own'], catalog)).toEqual([
      {
        pointer: '/metadataBlocks/own/fields/0/value',
        displayName: 'Measure',
        message: 'Measure is not a valid number.',
        invalidValue: 'x',
      },
    ]);
  });

  it('are checked in blocks that are not in effect as well', () => {
    expect(violationsOf(blocks(field('journalVolumeIssue', [compound({ journalPubDate: 'soon' })])), {}, [])).toHaveLength(1);
  });

  it('point into the version where nothing was sent', () => {
    const { metadata } = parseMetadataBlocks(
      body({ productionDate: 'x', author: [compound({ authorName: 'A' }), compound({ authorAffiliation: 'B' })] }),
      standardCatalog,
      '',
    );
    expect(validateMetadata(metadata, standardCatalog, { blocks: ['citation'] }).map((violation) => violation.pointer)).toEqual([
      '/metadataBlocks/citation/fields/1/value/1',
      '/metadataBlocks/citation/fields/5/value',
    ]);
  });
});

describe('the bounding box', () => {
  const box = (west: string, east: string, north: string, south: string) =>
    compound({ westLongitude: west, eastLongitude: east, northLatitude: north, southLatitude: south });
  const messagesOf = (...boxes: unknown[]) => violationsOf(body({ geographicBoundingBox: boxes })).map((violation) => violation.message);
  const wholeBox = expect.stringContaining('needs all four edges');

  it('may be an area, a point or the whole earth', () => {
    expect(
      messagesOf(box('1', '2', '4', '3'), box('5.5', '5.5', '-1e1', '-10'), box('-180', '180', '90', '-90'), box('', '', '', '')),
    ).toEqual([]);
  });

  it('must have four edges', () => {
    expect(messagesOf(compound({ westLongitude: '1', eastLongitude: '2', northLatitude: '3' }))).toEqual([wholeBox]);
    expect(messagesOf(box('1', '2', '3', ' '))).toEqual([wholeBox]);
  });

  it('must have west before east and south before north', () => {
    expect(messagesOf(box('170', '-170', '2', '1'))).toEqual([wholeBox]);
    expect(messagesOf(box('1', '2', '1', '2'))).toEqual([wholeBox]);
  });

  it('is reported once for the field, however many boxes fail', () => {
    expect(
      violationsOf(body({ geographicBoundingBox: [box('2', '1', '2', '1'), box('1', '2', '4', '3'), box('2', '1', '', '')] })),
    ).toEqual([{ pointer: '/metadataBlocks/citation/fields/5', displayName: 'Geographic Bounding Box', message: wholeBox }]);
  });

  it.each(['181', 'NaN', 'west', '1,5', 'Infinity'])('has no edge at %s', (west) => {
    expect(violationsOf(body({ geographicBoundingBox: [box(west, '180', '2', '1')] }))).toContainEqual({
      pointer: '/metadataBlocks/citation/fields/5/value/0/westLongitude/value',
      displayName: expect.stringContaining('West'),
      message: expect.stringContaining('not a valid entry'),
      invalidValue: west,
    });
  });

  it('has latitudes up to 90 degrees', () => {
    expect(messagesOf(box('1', '2', '90.01', '1'))).toEqual([expect.stringContaining('North')]);
  });

  it('may hold the filler', () => {
    expect(messagesOf(box('N/A', '2', '3', '1'))).toEqual([]);
  });
});

describe('the message of a failed validation', () => {
  it('begins as clients expect and joins all violations', () => {
    expect(formatViolations(violationsOf(body({ title: '', productionDate: 'soon' })))).toBe(
      'Validation Failed: Title is required, Production Date is not a valid date (Invalid value:soon).',
    );
    expect(formatViolations(violationsOf(body({ title: '' })))).toBe('Validation Failed: Title is required.');
  });

  it('stays bounded, as does the list', () => {
    const authors = Array.from({ length: 200_000 }, () => compound({ authorAffiliation: 'B' }));
    const violations = violationsOf(body({ author: authors, productionDate: 'x'.repeat(1_000_000) }));
    expect(violations).toHaveLength(MOST_PROBLEMS);
    expect(formatViolations(violations).length).toBeLessThan(10_000);
    expect(formatViolations(violationsOf(body({ productionDate: 'x'.repeat(1_000_000) }))).length).toBeLessThan(1000);
    const blanks = Array.from({ length: 200_000 }, () => compound({ authorName: '' }));
    expect(violationsOf(body({ author: blanks }))).toHaveLength(MOST_PROBLEMS);
  });
});
