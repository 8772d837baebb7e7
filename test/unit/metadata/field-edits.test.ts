import { describe, expect, test } from 'vitest';
import { emptyRequiredValues, readFieldEdits } from '../../../src/domain/metadata/field-edits.ts';
import { mergeFields, removeValues } from '../../../src/domain/metadata/merge-fields.ts';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { RequiredFields } from '../../../src/domain/metadata/required-fields.ts';
import type { VersionMetadata } from '../../../src/model/metadata/version-metadata.ts';
import { blocks, compound, field, standardCatalog } from './standard-catalog.ts';

const stored: VersionMetadata = parseMetadataBlocks(
  blocks(
    field('title', 'Tides'),
    field('alternativeTitle', ['One', 'Two']),
    field('author', [
      compound({ authorName: 'Finch, Fiona', authorAffiliation: 'Birds Inc.' }),
      compound({ authorName: 'Spruce, Sabrina' }),
    ]),
    field('subject', ['Chemistry', 'Law']),
    field('language', ['Dutch']),
    field('targetSampleSize', compound({ targetSampleActualSize: '12' })),
  ),
  standardCatalog,
  '/metadataBlocks',
).metadata;

function valueOf(metadata: VersionMetadata, name: string): unknown {
  const found = Object.values(metadata)
    .flat()
    .find(({ typeName }) => typeName === name);
  return JSON.parse(JSON.stringify(found?.value ?? null), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'typeName' in value && 'value' in value ? value.value : value,
  );
}

function merged(replace: boolean, ...fields: unknown[]): VersionMetadata {
  const sent = readFieldEdits({ fields }, standardCatalog, { blankClears: replace });
  expect(sent.problems).toEqual([]);
  return mergeFields(stored, sent.edits, standardCatalog, replace);
}

const bare = (typeName: string, value: unknown) => ({ typeName, value });

describe('adding values', () => {
  test('sets what is empty and keeps all other fields as the same objects', () => {
    const result = merged(false, bare('subtitle', ' Of the coast '));
    expect(valueOf(result, 'subtitle')).toBe('Of the coast');
    expect(result['citation']?.map(({ typeName }) => typeName)).toEqual([
      'title',
      'subtitle',
      'alternativeTitle',
      'author',
      'subject',
      'language',
    ]);
    for (const one of stored['citation'] ?? []) expect(result['citation']).toContain(one);
    expect(result['socialscience']).toEqual(stored['socialscience']);
  });

  test('leaves a single value that is there', () => {
    const result = merged(false, bare('title', 'Other'), bare('targetSampleSize', compound({ targetSampleActualSize: '99' })));
    expect(result).toEqual(stored);
  });

  test('appends what is new to many values, each once, in the order sent', () => {
    const result = merged(false, bare('alternativeTitle', ['Three', 'One', 'Three', 'on']));
    expect(valueOf(result, 'alternativeTitle')).toEqual(['One', 'Two', 'Three', 'on']);
  });

  test('keeps vocabulary order, takes alternates and repeats nothing', () => {
    const result = merged(false, bare('subject', ['Law', 'Arts and Humanities']), bare('language', ['nl', 'Danish']));
    expect(valueOf(result, 'subject')).toEqual(['Arts and Humanities', 'Chemistry', 'Law']);
    expect(valueOf(result, 'language')).toEqual(['Danish', 'Dutch']);
  });

  test('appends a compound unless an equal one is there, whatever the order of its children', () => {
    const again = { authorAffiliation: bare('authorAffiliation', ' Birds Inc. '), authorName: bare('authorName', 'Finch, Fiona') };
    const shorter = { authorName: bare('authorName', 'Finch, Fiona') };
    const result = merged(false, bare('author', [again, shorter]));
    expect(valueOf(result, 'author')).toEqual([
      { authorName: 'Finch, Fiona', authorAffiliation: 'Birds Inc.' },
      { authorName: 'Spruce, Sabrina' },
      { authorName: 'Finch, Fiona' },
    ]);
  });

  test('adds nothing for blank values', () => {
    expect(merged(false, bare('subtitle', '  '), bare('alternativeTitle', []), bare('distributor', [{}]))).toEqual(stored);
  });
});

describe('replacing values', () => {
  test('puts the sent values in the place of all there were', () => {
    const result = merged(
      true,
      bare('title', 'Other'),
      bare('alternativeTitle', ['Three']),
      bare('author', [{ authorName: bare('authorName', 'Bird, Bob') }]),
      bare('targetSampleSize', { targetSampleActualSize: bare('targetSampleActualSize', '99') }),
    );
    expect(valueOf(result, 'title')).toBe('Other');
    expect(valueOf(result, 'alternativeTitle')).toEqual(['Three']);
    expect(valueOf(result, 'author')).toEqual([{ authorName: 'Bird, Bob' }]);
    expect(valueOf(result, 'targetSampleSize')).toEqual({ targetSampleActualSize: '99' });
  });

  test('clears fields that are sent empty, and blocks that lose their last one', () => {
    const result = merged(true, bare('alternativeTitle', []), bare('language', ''), bare('targetSampleSize', {}));
    expect([valueOf(result, 'alternativeTitle'), valueOf(result, 'language')]).toEqual([null, null]);
    expect(Object.keys(result)).toEqual(['citation']);
  });

  test('drops a child that is sent empty', () => {
    const result = merged(
      true,
      bare('author', [{ authorName: bare('authorName', 'Finch, Fiona'), authorIdentifierScheme: bare('authorIdentifierScheme', '') }]),
    );
    expect(valueOf(result, 'author')).toEqual([{ authorName: 'Finch, Fiona' }]);
  });
});

describe('what is refused', () => {
  const problemsOf = (body: unknown, blankClears = false) => readFieldEdits(body, standardCatalog, { blankClears }).problems;

  test('names all faults of shape at once, with pointers', () => {
    const problems = problemsOf({
      fields: [
        bare('subtitle', ['A list']),
        bare('subject', ['Alchemy']),
        bare('author', { authorName: bare('authorName', 'One') }),
        bare('keyword', [{ keywordValue: bare('authorName', 'Misplaced') }]),
        bare('authorName', 'Alone'),
      ],
    });
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/fields/0/value',
      '/fields/1/value/0',
      '/fields/2/value',
      '/fields/3/value/0/keywordValue',
      '/fields/4',
    ]);
    expect(problems[0]?.message).toBe('Invalid value submitted for Subtitle. It should be a single value.');
  });

  test('an empty vocabulary value, unless it clears', () => {
    expect(problemsOf({ fields: [bare('subject', [''])] })).toHaveLength(1);
    expect(problemsOf({ fields: [bare('subject', [''])] }, true)).toEqual([]);
    expect(problemsOf({ fields: [bare('subject', null)] })).toHaveLength(1);
  });

  test('a field given twice, and what is no field at all', () => {
    expect(problemsOf({ fields: [bare('title', 'A'), bare('title', 'B')] }).map(({ pointer }) => pointer)).toEqual(['/fields/1/typeName']);
    expect(problemsOf({ fields: ['title', {}, null] })).toHaveLength(3);
    expect(problemsOf({ fields: [{ typeName: 'title' }] })).toHaveLength(1);
    expect(problemsOf(null)).toHaveLength(1);
    expect(problemsOf({})).toHaveLength(1);
  });

  test('an unknown field on its own, which a list may have', () => {
    expect(problemsOf(bare('nosuch', 'x')).map(({ pointer }) => pointer)).toEqual(['/typeName']);
    const listed = readFieldEdits({ fields: [bare('nosuch', 'x')] }, standardCatalog, { blankClears: false });
    expect([listed.problems, listed.edits.size]).toEqual([[], 0]);
    expect(readFieldEdits(bare('title', 'x'), standardCatalog, { blankClears: false }).edits.size).toBe(1);
  });

  test('required values that are sent empty', () => {
    const sent = readFieldEdits(
      {
        fields: [
          bare('title', ''),
          bare('subject', []),
          bare('author', [{ authorName: bare('authorName', ' '), authorAffiliation: bare('authorAffiliation', 'Birds') }]),
          bare('datasetContact', [{ datasetContactEmail: bare('datasetContactEmail', '') }]),
          bare('alternativeTitle', []),
          bare('producer', [{ producerName: bare('producerName', '') }]),
        ],
      },
      standardCatalog,
      { blankClears: true },
    );
    const problems = emptyRequiredValues(sent, new RequiredFields(), ['citation']);
    expect(problems.map(({ formPlace }) => formPlace)).toEqual([
      ['citation', 'title'],
      ['citation', 'subject'],
      ['citation', 'author', 0, 'authorName'],
      ['citation', 'datasetContact', 0, 'datasetContactEmail'],
    ]);
    expect(problems.map(({ formPlace: _formPlace, rule: _rule, ...problem }) => problem)).toEqual([
      { pointer: '/fields/0/value', message: 'Empty required value for field: Title' },
      { pointer: '/fields/1/value', message: 'Empty required value for field: Subject' },
      { pointer: '/fields/2/value/0', message: 'Empty required value for field: Author Name' },
      { pointer: '/fields/3/value/0', message: 'Empty required value for field: Point of Contact E-mail' },
    ]);
    const levels = new RequiredFields(new Map([['alternativeTitle', { required: true }]]));
    expect(emptyRequiredValues(sent, levels, ['citation']).map(({ pointer }) => pointer)).toContain('/fields/4/value');
  });
});

test('a hostile body is answered with a bounded list', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({
    authorAffiliation: bare('authorAffiliation', String(index)),
  }));
  const sent = readFieldEdits({ fields: [bare('author', many)] }, standardCatalog, { blankClears: false });
  expect(emptyRequiredValues(sent, new RequiredFields(), ['citation'])).toHaveLength(1001);
  expect(readFieldEdits({ fields: Array.from({ length: 20_000 }, () => 7) }, standardCatalog, { blankClears: true }).problems).toHaveLength(
    1001,
  );
});

describe('removing values', () => {
  const removed = (...fields: unknown[]) => {
    const sent = readFieldEdits({ fields }, standardCatalog, { blankClears: false });
    expect(sent.problems).toEqual([]);
    return removeValues(stored, sent.edits, standardCatalog, sent.pointers);
  };

  test('takes exact matches away and leaves the rest', () => {
    const { metadata, missing } = removed(
      bare('alternativeTitle', ['Two']),
      bare('subject', ['Law']),
      bare('language', ['nld']),
      bare('author', [{ authorName: bare('authorName', 'Spruce, Sabrina') }]),
      bare('title', 'Tides'),
    );
    expect(missing).toEqual([]);
    expect(valueOf(metadata, 'alternativeTitle')).toEqual(['One']);
    expect(valueOf(metadata, 'subject')).toEqual(['Chemistry']);
    expect(valueOf(metadata, 'language')).toBeNull();
    expect(valueOf(metadata, 'author')).toEqual([{ authorName: 'Finch, Fiona', authorAffiliation: 'Birds Inc.' }]);
    expect(valueOf(metadata, 'title')).toBeNull();
  });

  test('names every value that is not there: partial compounds, other texts, absent fields, nothing', () => {
    const { missing } = removed(
      bare('author', [
        { authorName: bare('authorName', 'Finch, Fiona') },
        { authorName: bare('authorName', 'Spruce, Sabrina'), authorAffiliation: bare('authorAffiliation', 'Elsewhere') },
      ]),
      bare('alternativeTitle', ['tw', 'One']),
      bare('title', 'Tide'),
      bare('subtitle', 'Absent'),
      bare('notesText', ''),
    );
    expect(missing.map(({ pointer, displayName, text }) => `${pointer} ${displayName}: ${text}`)).toEqual([
      '/fields/0/value/0 Author: Finch, Fiona',
      '/fields/0/value/1 Author: Spruce, Sabrina; Elsewhere',
      '/fields/1/value Alternative Title: tw',
      '/fields/2/value Title: Tide',
      '/fields/3/value Subtitle: Absent',
      '/fields/4/value Notes: ',
    ]);
  });
});
