import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import type { ContractCase } from './contract-case.ts';

/** Cases of metadata blocks. Source: collections.md 8. */
export const siteInfoCases: readonly ContractCase[] = [
  {
    row: 'metadatablocks.list',
    shows: 'lists the seven standard blocks in brief, by id',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data').map((one) => readJson(one).text('name'))).toEqual([
        'citation',
        'geospatial',
        'socialscience',
        'astrophysics',
        'biomedical',
        'journal',
        '3dobjects',
      ]);
      expect(Object.keys(answer.record('data.0'))).toEqual(['id', 'displayName', 'displayOnCreate', 'name']);
    },
  },
  {
    row: 'metadatablocks.list',
    shows: 'gives fields when asked, children inside their parents alone',
    given: () => ({ query: { returnDatasetFieldTypes: 'true', onlyDisplayedOnCreate: 'true' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.0.name')).toBe('citation');
      expect(Object.keys(answer.record('data.0.fields'))).not.toContain('authorName');
      expect(Object.keys(answer.record('data.0.fields.author.childFields'))).toContain('authorName');
    },
  },
  ...['citation', '1'].map((identifier): ContractCase => ({
    row: 'metadatablocks.get',
    shows: `gives the block ${identifier} with its 35 fields`,
    given: () => ({ path: [identifier] }),
    status: 200,
    keys: ['id', 'name', 'displayName', 'displayOnCreate', 'fields'],
    holds: (answer) => {
      expect(Object.keys(answer.record('data.fields'))).toHaveLength(35);
      expect(Object.keys(answer.record('data.fields.subject'))).toEqual([
        'name',
        'displayName',
        'displayOnCreate',
        'title',
        'type',
        'typeClass',
        'watermark',
        'description',
        'multiple',
        'isControlledVocabulary',
        'isAdvancedSearchFieldType',
        'displayFormat',
        'displayOrder',
        'isRequired',
        'controlledVocabularyValues',
      ]);
      expect(answer.record('data.fields.title')).toMatchObject({ type: 'TEXT', typeClass: 'primitive', isRequired: true, displayOrder: 0 });
      expect(answer.record('data.fields.author')).toMatchObject({ type: 'NONE', typeClass: 'compound', multiple: true });
    },
  })),
  {
    row: 'metadatablocks.get',
    shows: 'finds no block of another name',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
    message: /nosuch/,
  },
  {
    row: 'metadatablocks.get',
    shows: 'finds no block of a number beyond 32 bits',
    given: () => ({ path: ['99999999999'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
  },
];
