import { buildASTSchema, isInputObjectType, isObjectType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { readSchemaText } from '../../src/graphql/schema-text.ts';
import { fileFactsSent } from '../../src/model/files/file-facts.ts';

const schema = buildASTSchema(parse(await readSchemaText()));
const sent = Object.keys(fileFactsSent);

describe('a fact of a file', () => {
  test.for(['AddFileInput', 'ReplaceFileInput', 'UploadedFileInput', 'UpdateFileMetadataInput', 'FileMetadataEdit'])(
    'can be said in %s',
    (name) => {
      const input = schema.getType(name);
      expect(isInputObjectType(input) ? Object.keys(input.getFields()) : []).toEqual(expect.arrayContaining(sent));
    },
  );

  test('is shown by FileMetadata', () => {
    const type = schema.getType('FileMetadata');
    const shown = sent.map((name) => (name === 'restrict' ? 'restricted' : name));
    expect(isObjectType(type) ? Object.keys(type.getFields()) : []).toEqual(expect.arrayContaining(shown));
  });
});
