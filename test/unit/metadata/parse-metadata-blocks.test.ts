import { describe, expect, it } from 'vitest';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { MOST_PROBLEMS } from '../../../src/errors/domain-error.ts';
import { type SentField, blocks, compound, field, readExample, standardCatalog } from './standard-catalog.ts';

const ROOT = '/datasetVersion/metadataBlocks';
const parse = (input: unknown) => parseMetadataBlocks(input, standardCatalog, ROOT);
const problemsOf = (...fields: unknown[]) => parse(blocks(...fields)).problems;
const pointersOf = (...fields: unknown[]) => problemsOf(...fields).map((problem) => problem.pointer.replace(`${ROOT}/citation/fields`, ''));
const storedOf = (...fields: unknown[]) => {
  const { metadata, problems } = parse(blocks(...fields));
  expect(problems).toEqual([]);
  return metadata;
};

describe('the example bodies', () => {
  /** The sent fields, with vocabulary values in vocabulary order. */
  const expected = (fields: readonly SentField[]): unknown =>
    fields.map((sent) => {
      const vocabulary = standardCatalog.findField(sent.typeName)?.vocabulary.map((entry) => entry.value) ?? [];
      const { value } = sent;
      return vocabulary.length > 0 && Array.isArray(value) ? { ...sent, value: vocabulary.filter((text) => value.includes(text)) } : sent;
    });

  it.each(['minimal', 'social-science-survey', 'climate-grid'])('come back value for value and key for key: %s', (name) => {
    const sent = readExample(name).datasetVersion.metadataBlocks;
    const { metadata, problems } = parse(sent);
    expect(problems).toEqual([]);
    expect(Object.keys(metadata)).toEqual(Object.keys(sent));
    for (const [block, { fields }] of Object.entries(sent)) expect(JSON.stringify(metadata[block])).toBe(JSON.stringify(expected(fields)));
  });
});

describe('order', () => {
  it('is display order for blocks, fields and children, whatever was sent', () => {
    const metadata = storedOf(
      field('unitOfAnalysis', ['Person']),
      field('subject', ['Chemistry']),
      field('author', [compound({ authorAffiliation: 'Birds Inc.', authorName: 'Finch, Fiona' })]),
      field('title', 'Finches'),
      field('geographicUnit', ['Region']),
      field('geographicCoverage', [compound({ city: 'Lyon', country: 'France' })]),
    );
    expect(Object.keys(metadata)).toEqual(['citation', 'geospatial', 'socialscience']);
    expect(metadata['citation']?.map((entry) => entry.typeName)).toEqual(['title', 'author', 'subject']);
    expect(metadata['citation']?.[1]?.value).toEqual([compound({ authorName: 'Finch, Fiona', authorAffiliation: 'Birds Inc.' })]);
    expect(JSON.stringify(metadata['citation']?.[1]?.value)).toBe(
      JSON.stringify([compound({ authorName: 'Finch, Fiona', authorAffiliation: 'Birds Inc.' })]),
    );
  });

  it('is the vocabulary order for vocabulary values and the order sent for the rest', () => {
    const metadata = storedOf(
      field('subject', ['Social Sciences', 'Chemistry', 'Arts and Humanities', 'Chemistry']),
      field('alternativeTitle', ['Zebra', 'Ant', 'Zebra']),
      field('author', [compound({ authorName: 'Zoe' }), compound({ authorName: 'Ann' })]),
    );
    const values = Object.fromEntries((metadata['citation'] ?? []).map((entry) => [entry.typeName, entry.value]));
    expect(values['subject']).toEqual(['Arts and Humanities', 'Chemistry', 'Social Sciences']);
    expect(values['alternativeTitle']).toEqual(['Zebra', 'Ant', 'Zebra']);
    expect(values['author']).toEqual([compound({ authorName: 'Zoe' }), compound({ authorName: 'Ann' })]);
  });
});

describe('what is accepted', () => {
  it('a field under any block key, and of a block that is not in use', () => {
    const { metadata, problems } = parse({
      whatever: { displayName: 7, fields: [field('title', 'T'), field('journalArticleType', 'abstract')] },
    });
    expect(problems).toEqual([]);
    expect(metadata).toEqual({ citation: [field('title', 'T')], journal: [field('journalArticleType', 'abstract')] });
  });

  it('fields of one block under several keys', () => {
    const { metadata } = parse({ a: { fields: [field('title', 'T')] }, b: { fields: [field('subtitle', 'S')] } });
    expect(metadata['citation']).toEqual([field('title', 'T'), field('subtitle', 'S')]);
  });

  it('an unknown typeName, which is dropped with all it holds', () => {
    const unknown = { typeName: 'northLongitude', value: 17 };
    expect(storedOf(unknown, field('author', [{ ...compound({ authorName: 'A' }), x: unknown }]))).toEqual({
      citation: [field('author', [compound({ authorName: 'A' })])],
    });
  });

  it('a child under any key: its typeName decides', () => {
    expect(storedOf(field('author', [{ first: field('authorName', 'A') }]))).toEqual({
      citation: [field('author', [compound({ authorName: 'A' })])],
    });
  });

  it('a single compound as one object', () => {
    const sent = field('targetSampleSize', compound({ targetSampleActualSize: '12' }));
    expect(storedOf(sent)).toEqual({ socialscience: [sent] });
  });

  it('an alternate, which is stored as its main value and once', () => {
    expect(storedOf(field('language', ['pt', 'Portuguese', 'French', 'por']))).toEqual({
      citation: [field('language', ['French', 'Portuguese'])],
    });
    expect(storedOf(field('geographicCoverage', [compound({ country: 'USA' })]))).toEqual({
      geospatial: [field('geographicCoverage', [compound({ country: 'United States' })])],
    });
  });

  it('blanks, which are dropped with the compounds and fields they leave empty', () => {
    expect(
      storedOf(
        field('title', ' \t '),
        field('alternativeTitle', ['', ' ', 'Finches']),
        field('otherReferences', []),
        field('subject', []),
        field('author', [{}, compound({ authorName: '' }), compound({ authorName: 'A', authorAffiliation: ' ' })]),
        field('keyword', [compound({ keywordValue: '' })]),
      ),
    ).toEqual({ citation: [field('alternativeTitle', ['Finches']), field('author', [compound({ authorName: 'A' })])] });
  });

  it('texts, trimmed and without form feed, NUL, U+0002 and U+FFFE, else as sent', () => {
    const metadata = storedOf(
      field('alternativeTitle', [' a\f\u0002b\uFFFE\0 ', '<b>x</b>\n\ty', 'x\ud800']),
      field('productionDate', '2020-1-5'),
    );
    expect(metadata['citation']?.map((entry) => entry.value)).toEqual([['ab', '<b>x</b>\n\ty', 'x\ufffd'], '2020-1-5']);
  });

  it('nothing at all', () => {
    expect(parse({}).metadata).toEqual({});
    expect(parse({ citation: { fields: [] } })).toMatchObject({ metadata: {}, problems: [] });
  });
});

describe('what is refused', () => {
  it.each([[undefined], [null], [[]], ['citation'], [7]])('metadata blocks given as %j', (input) => {
    expect(parse(input).problems.map((problem) => problem.pointer)).toEqual([ROOT]);
  });

  it.each([[null], [[]], ['x'], [{}], [{ fields: {} }], [{ fields: null }]])('a block given as %j', (block) => {
    expect(parse({ 'a/b~c': block }).problems.map((problem) => problem.pointer)).toEqual([`${ROOT}/a~1b~0c`]);
  });

  it.each([[null], [[]], ['title'], [3]])('a field given as %j', (sent) => {
    expect(pointersOf(sent)).toEqual(['/0']);
  });

  it('a field without a typeName', () => {
    expect(pointersOf({ value: 'x' }, { typeName: 3 })).toEqual(['/0/typeName', '/1/typeName']);
  });

  it('a multiple or typeClass that is missing or differs', () => {
    const { multiple: _multiple, ...withoutMultiple } = field('title', 'T');
    const { typeClass: _typeClass, ...withoutTypeClass } = field('subtitle', 'T');
    expect(
      pointersOf(
        withoutMultiple,
        withoutTypeClass,
        { ...field('author', []), multiple: false, typeClass: 'primitive' },
        { ...field('subject', []), multiple: 'true' },
      ),
    ).toEqual(['/0/multiple', '/1/typeClass', '/2/multiple', '/2/typeClass', '/3/multiple']);
  });

  it('a value that is missing', () => {
    const { value: _title, ...title } = field('title', '');
    const { value: _author, ...author } = field('author', []);
    expect(pointersOf(title, author)).toEqual(['/0/value', '/1/value']);
  });

  it('a single value where an array is wanted, in the words that clients know', () => {
    expect(problemsOf(field('alternativeTitle', 'x'))).toMatchObject([
      {
        pointer: `${ROOT}/citation/fields/0/value`,
        message: 'Invalid value submitted for Alternative Title. It should be an array of values.',
      },
    ]);
    expect(pointersOf(field('subject', 'Chemistry'), field('author', compound({ authorName: 'A' })))).toEqual(['/0/value', '/1/value']);
  });

  it('an array where a single value is wanted, in the words that clients know', () => {
    expect(problemsOf(field('subtitle', ['x']))[0]?.message).toBe('Invalid value submitted for Subtitle. It should be a single value.');
    expect(pointersOf(field('targetSampleSize', [compound({ targetSampleActualSize: '12' })]))).toEqual(['/0/value']);
  });

  it.each([[7], [true], [null], [{}]])('%j in place of a text', (value) => {
    expect(pointersOf(field('title', value), field('alternativeTitle', ['ok', value]), field('subject', [value]))).toEqual([
      '/0/value',
      '/1/value/1',
      '/2/value/0',
    ]);
    expect(pointersOf(field('author', [compound({ authorName: value })]))).toEqual(['/0/value/0/authorName/value']);
  });

  it.each([[7], ['A'], [null], [[]]])('%j in place of a compound value', (value) => {
    expect(pointersOf(field('author', [value]))).toEqual(['/0/value/0']);
  });

  it('a child that is no object', () => {
    expect(pointersOf(field('author', [{ authorName: 'A' }]))).toEqual(['/0/value/0/authorName']);
  });

  it('a child of another parent, in repeated and in single compounds', () => {
    expect(pointersOf(field('author', [compound({ keywordValue: 'x' })]))).toEqual(['/0/value/0/keywordValue']);
    expect(pointersOf(field('targetSampleSize', compound({ authorName: 'x' })))).toEqual(['/0/value/authorName']);
    expect(pointersOf(field('author', [compound({ title: 'x' })]))).toEqual(['/0/value/0/title']);
  });

  it('a child outside its parent', () => {
    expect(pointersOf(field('authorName', 'A'))).toEqual(['/0']);
  });

  it.each(['Botany', 'chemistry', ' Chemistry', 'D11', '', '__proto__', 'constructor'])('%j as a subject', (value) => {
    expect(problemsOf(field('subject', ['Chemistry', value]))).toMatchObject([
      { pointer: `${ROOT}/citation/fields/0/value/1`, message: `Value '${value}' does not exist in type 'subject'.` },
    ]);
  });

  it('each bad vocabulary value of a compound', () => {
    expect(
      pointersOf(
        field('contributor', [compound({ contributorType: 'Poet', contributorName: 'A' }), compound({ contributorType: 'Bard' })]),
      ),
    ).toEqual(['/0/value/0/contributorType/value', '/0/value/1/contributorType/value']);
  });

  it('a field or a child given twice, also under two block keys and when the first is faulty', () => {
    expect(pointersOf(field('title', 'A'), field('title', 'A'))).toEqual(['/1/typeName']);
    expect(pointersOf(field('title', ''), field('title', 'A'))).toEqual(['/1/typeName']);
    expect(parse({ a: { fields: [field('title', 'A')] }, b: { fields: [field('title', 'B')] } }).problems).toHaveLength(1);
    expect(pointersOf(field('author', [{ a: field('authorName', 'A'), b: field('authorName', 'B') }]))).toEqual(['/0/value/0/b/typeName']);
  });

  it('everything at once', () => {
    expect(pointersOf(field('title', 7), field('subtitle', 'ok'), field('subject', ['Botany', 'Poetry']), field('author', 'A'))).toEqual([
      '/0/value',
      '/2/value/0',
      '/2/value/1',
      '/3/value',
    ]);
  });
});

describe('hostile bodies', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('do not reach prototypes by a field or key named %s', (name) => {
    const json = `{"${name}":{"fields":[{"typeName":"${name}","multiple":false,"typeClass":"primitive","value":"x"},
      {"typeName":"author","multiple":true,"typeClass":"compound","value":[{"${name}":{"typeName":"${name}","multiple":false,"typeClass":"primitive","value":"x"}}]}]}}`;
    const { metadata, problems } = parse(JSON.parse(json));
    expect(problems).toEqual([]);
    expect(metadata).toEqual({});
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('typeName');
  });

  it('with thousands of problems get a bounded answer', () => {
    const many = Array.from({ length: 4000 }, () => field('title', 1));
    const problems = problemsOf(...many);
    expect(problems).toHaveLength(MOST_PROBLEMS + 1);
    expect(problems.at(-1)).toEqual({ pointer: '', message: `Only the first ${MOST_PROBLEMS} problems are listed.` });
    expect(
      problemsOf(
        field(
          'alternativeTitle',
          Array.from({ length: 1_000_000 }, () => 1),
        ),
      ),
    ).toHaveLength(MOST_PROBLEMS + 1);
  });

  it('with a very long value get a short message', () => {
    expect(problemsOf(field('subject', ['x'.repeat(1_000_000)]))[0]?.message.length).toBeLessThan(200);
  });

  it('nested deeply are read one level deep', () => {
    let nested: unknown = 'x';
    for (let depth = 0; depth < 10_000; depth += 1) nested = [nested];
    expect(pointersOf(field('title', nested))).toEqual(['/0/value']);
  });
});
