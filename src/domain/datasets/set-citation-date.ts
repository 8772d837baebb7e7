import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { excerpt } from '../../errors/problem-list.ts';
import { requestRegistration } from '../identifiers/request-registration.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';

/** Stands for the default, which needs no field. */
const PUBLICATION_DATE = ':publicationDate';

function requireDateField(catalog: BlockCatalog, name: string): FieldDefinition {
  const definition = catalog.findField(name);
  if (definition === undefined) {
    throw new DomainError(
      'BAD_USER_INPUT',
      name === '' ? 'The name of a metadata field is missing.' : `There is no metadata field ${excerpt(name)}.`,
      {
        problems: [{ pointer: '/field', message: 'must be the name of a metadata field, or :publicationDate' }],
      },
    );
  }
  if (definition.type !== 'DATE') {
    throw new DomainError(
      'CITATION_DATE_FIELD_REFUSED',
      `The metadata field ${name} is not of type date, so it cannot be the citation date.`,
    );
  }
  return definition;
}

/**
 * Chooses the metadata field whose year citations name, or the publication date. Source: datasets.md 9.1.
 * @throws DomainError BAD_USER_INPUT | CITATION_DATE_FIELD_REFUSED
 */
export const setCitationDate = command({
  name: 'setCitationDate',
  input: z.object({ dataset: z.custom<DatasetKey>(), field: z.string().nullish() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'PublishDataset',
  run: async (scope, { dataset }, input): Promise<{ readonly datasetId: number; readonly displayName: string | null }> => {
    const name = input.field?.trim() ?? PUBLICATION_DATE;
    const isDefault = name === PUBLICATION_DATE;
    const field = isDefault ? null : requireDateField(await catalogForWriting(scope), name);
    await updateDataset(scope.tx, dataset.id, { citationDateField: field?.name ?? null });
    if (dataset.publishedAt !== null) await requestRegistration(scope, dataset, true);
    scope.note({ citationDateField: field?.name ?? null });
    return { datasetId: dataset.id, displayName: field?.displayName ?? null };
  },
});
