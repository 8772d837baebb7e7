import { expect, test } from 'vitest';
import { countValues, diffMetadata } from '../../../src/domain/metadata/diff-metadata.ts';
import { parseMetadataBlocks } from '../../../src/domain/metadata/parse-metadata-blocks.ts';
import { fieldText } from '../../../src/model/metadata/field-values.ts';
import { blocks, compound, field, standardCatalog } from './standard-catalog.ts';

const metadata = (...fields: unknown[]) => parseMetadataBlocks(blocks(...fields), standardCatalog, '').metadata;

test('fields differ by their values, in block and display order', () => {
  const finch = compound({ authorName: 'Finch', authorAffiliation: 'Birds' });
  const from = metadata(field('title', 'A'), field('subtitle', 'Gone'), field('author', [finch]), field('subject', ['Law', 'Chemistry']));
  const to = metadata(
    field('geographicUnit', ['Town']),
    field('subject', ['Chemistry', 'Law']),
    field('author', [compound({ authorName: 'Bird' }), finch]),
    field('title', 'A'),
  );
  const differences = diffMetadata(from, to, standardCatalog);
  expect(differences.map(({ block }) => block.name)).toEqual(['citation', 'geospatial']);
  const told = differences.flatMap(({ fields }) =>
    fields.map(({ definition, kind, oldField, newField }) => [
      definition.name,
      kind,
      fieldText(oldField),
      fieldText(newField),
      countValues(oldField),
      countValues(newField),
    ]),
  );
  expect(told).toEqual([
    ['subtitle', 'REMOVED', 'Gone', '', 1, 0],
    ['author', 'CHANGED', 'Finch; Birds', 'Bird; Finch; Birds', 1, 2],
    ['geographicUnit', 'ADDED', '', 'Town', 0, 1],
  ]);
  expect(diffMetadata(from, from, standardCatalog)).toEqual([]);
  expect(diffMetadata({}, {}, standardCatalog)).toEqual([]);
});
