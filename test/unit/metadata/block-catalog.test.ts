import { describe, expect, it } from 'vitest';
import { parseBlockFile } from '../../../src/domain/metadata/block-file.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { catalogOf } from '../../../tools/catalog-of.ts';
import { readBlockFile, standardCatalog } from './standard-catalog.ts';

function blockNamed(name: string) {
  const block = standardCatalog.findBlock(name);
  if (block === undefined) throw new Error(`No block ${name}`);
  return block;
}

describe('the standard blocks', () => {
  it('are seven, in load order', () => {
    expect(standardCatalog.blocks.map((block) => [block.id, block.name])).toEqual([
      [1, 'citation'],
      [2, 'geospatial'],
      [3, 'socialscience'],
      [4, 'astrophysics'],
      [5, 'biomedical'],
      [6, 'journal'],
      [7, '3dobjects'],
    ]);
    expect(standardCatalog.fields).toHaveLength(176);
  });

  it('give citation 35 top-level fields, 10 of them shown on create or required', () => {
    const { fields } = blockNamed('citation');
    expect(fields).toHaveLength(35);
    expect(fields.filter((field) => field.displayOnCreate || field.required)).toHaveLength(10);
    expect(fields.map((field) => field.name).slice(0, 6)).toEqual([
      'title',
      'subtitle',
      'alternativeTitle',
      'alternativeURL',
      'otherId',
      'author',
    ]);
    expect(fields.find((field) => field.name === 'otherIdAgency')).toBeUndefined();
  });

  it.each([
    ['author', 4],
    ['publication', 5],
    ['geographicCoverage', 4],
    ['geographicBoundingBox', 4],
    ['otherId', 2],
  ])('give %s %i children', (name, count) => {
    expect(standardCatalog.findField(name)?.children).toHaveLength(count);
  });

  it('show only citation on create', () => {
    expect(standardCatalog.blocks.filter((block) => block.displayOnCreate).map((block) => block.name)).toEqual(['citation']);
    const withRequired = standardCatalog.fields.filter((field) => field.required).map((field) => field.block);
    expect(new Set(withRequired)).toEqual(new Set(['citation']));
  });

  it('have 64 facetable fields', () => {
    expect(standardCatalog.fields.filter((field) => field.facetable)).toHaveLength(64);
    expect(standardCatalog.fields.filter((field) => field.facetable && field.block === 'journal').map((field) => field.name)).toEqual([
      'journalVolume',
      'journalIssue',
      'journalPubDate',
      'journalArticleType',
    ]);
  });

  it('name a child after its parent unless the titles are equal', () => {
    expect(standardCatalog.findField('authorName')?.displayName).toBe('Author Name');
    expect(standardCatalog.findField('keywordValue')?.displayName).toBe('Keyword Term');
    expect(standardCatalog.findField('title')?.displayName).toBe('Title');
    expect(standardCatalog.findField('journalPubDate')?.displayName).toBe('Journal Publication Date');
  });

  it('carry what the REST record of a field shows', () => {
    expect(standardCatalog.findField('journalPubDate')).toMatchObject({
      block: 'journal',
      parent: 'journalVolumeIssue',
      type: 'DATE',
      typeClass: 'primitive',
      watermark: '',
      description: '',
      multiple: false,
      advancedSearch: true,
      displayFormat: '',
      displayOrder: 3,
      required: false,
    });
    expect(standardCatalog.findField('title')?.description).not.toBe('');
    expect(standardCatalog.findField('subject')?.typeClass).toBe('controlledVocabulary');
    expect(standardCatalog.findField('author')).toMatchObject({ typeClass: 'compound', type: 'NONE' });
    expect(standardCatalog.findField('language')?.vocabulary).toHaveLength(7916);
  });
});

describe('lookups', () => {
  it('find a block by id and by name', () => {
    expect(standardCatalog.findBlock('2')?.name).toBe('geospatial');
    expect(standardCatalog.findBlock('3dobjects')?.id).toBe(7);
    expect(standardCatalog.findBlockById(6)?.name).toBe('journal');
    for (const unknown of ['8', '0', '-1', '1.0', '99999999999999', '', 'Citation', '__proto__', 'constructor']) {
      expect(standardCatalog.findBlock(unknown)).toBeUndefined();
    }
  });

  it('find a field by name and by id', () => {
    const field = standardCatalog.findField('resolution.Spatial');
    expect(field?.block).toBe('astrophysics');
    expect(field && standardCatalog.findFieldById(field.id)).toBe(field);
    expect(standardCatalog.findField('__proto__')).toBeUndefined();
  });

  it('match a vocabulary value by value, then by alternate, never by identifier or case', () => {
    const language = standardCatalog.findField('language');
    const subject = standardCatalog.findField('subject');
    if (language === undefined || subject === undefined) throw new Error('fields missing');
    expect(standardCatalog.findVocabularyValue(language, 'Portuguese')?.value).toBe('Portuguese');
    expect(standardCatalog.findVocabularyValue(language, 'pt')?.value).toBe('Portuguese');
    expect(standardCatalog.findVocabularyValue(subject, 'D11')).toBeUndefined();
    expect(standardCatalog.findVocabularyValue(subject, 'social sciences')).toBeUndefined();
    expect(standardCatalog.findVocabularyValue(subject, 'constructor')).toBeUndefined();
  });
});

describe('a block definition', () => {
  const field = {
    name: 'one',
    title: 'One',
    type: 'text',
    parent: null,
    multiple: false,
    controlledVocabulary: false,
    facetable: false,
    advancedSearch: false,
    required: false,
    displayOnCreate: false,
  };
  const pointersOf = (definition: unknown): string[] => {
    try {
      parseBlockFile(definition);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'BAD_USER_INPUT') return error.problems.map((problem) => problem.pointer);
      throw error;
    }
    return [];
  };

  it('may leave out texts that are empty', () => {
    expect(catalogOf([{ name: 'own', displayName: 'Own', fields: [field] }]).findField('one')).toMatchObject({
      description: '',
      termUri: null,
    });
    expect(parseBlockFile(readBlockFile('computationalworkflow')).fields).toHaveLength(3);
  });

  it.each(['__proto__', 'constructor', 'toString', '17', '', 'a b', 'a/b'])('is refused with a field named %j', (name) => {
    expect(pointersOf({ name: 'own', displayName: 'Own', fields: [{ ...field, name }] })).toContain('/fields/0/name');
  });

  it('is refused with every problem named', () => {
    expect(
      pointersOf({
        name: 'own',
        displayName: 'Own',
        fields: [
          field,
          field,
          { ...field, name: 'two', parent: 'three' },
          { ...field, name: 'four', parent: 'one' },
          { ...field, name: 'five', parent: 'four' },
        ],
        vocabularies: { one: [{ value: 'a' }, { value: 'a' }] },
      }),
    ).toEqual(['/fields/1/name', '/fields/2/parent', '/fields/4/parent', '/vocabularies/one', '/vocabularies/one/1/value']);
    expect(pointersOf({ name: 'own', displayName: 'Own', fields: [{ ...field, type: 'number', multiple: 'yes' }] })).toEqual([
      '/fields/0/type',
      '/fields/0/multiple',
    ]);
  });
});
