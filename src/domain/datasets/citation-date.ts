import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../db/queries/datasets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../command.ts';
import type { BlockCatalog } from '../metadata/block-catalog.ts';
import type { FieldDefinition } from '../metadata/block-definition.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { textOf } from '../metadata/metadata-values.ts';
import { excerpt } from '../../errors/problem-list.ts';
import type { StoredMetadata } from '../../db/stored-metadata.ts';
import { requestRegistration } from '../pid/request-registration.ts';
import { lockDataset } from './dataset-subject.ts';

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
    throw new DomainError('CITATION_DATE_FIELD_REFUSED', `The metadata field ${name} is not of type date, so citations cannot show it.`);
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

/** A dataset with what tells when it became available. */
interface DatedDataset {
  readonly publishedAt: Date | null;
  /** `yyyy-MM-dd`. */
  readonly embargoCitationDate: string | null;
}

/**
 * Day on which a dataset became available, `yyyy-MM-dd` in UTC: that of its first publication, or the latest end of an embargo among
 * the files of that, if it is later; null before any publication. Source: datasets.md 3.2.
 */
export function availableDay({ publishedAt, embargoCitationDate }: DatedDataset): string | null {
  if (publishedAt === null) return null;
  const published = publishedAt.toISOString().slice(0, 10);
  return embargoCitationDate !== null && embargoCitationDate > published ? embargoCitationDate : published;
}

/** What the date of a citation is made of. */
interface Cited {
  readonly dataset: DatedDataset & { readonly citationDateField: string | null };
  readonly version: { readonly metadata: Pick<StoredMetadata, 'value'>; readonly updatedAt: Date };
}

/** Day that a citation names by default, `yyyy-MM-dd`; null while another field is chosen, or nothing was published. Source: datasets.md 3.2. */
export function citationDay(dataset: Cited['dataset']): string | null {
  return dataset.citationDateField === null ? availableDay(dataset) : null;
}

/**
 * Year that a citation of a version names: the first four digits of the chosen field, if the version has a value for it,
 * else the year in which the dataset became available, and of one never published that of its last change. Source: datasets.md 9.1, 14.6.
 */
export function citationYear({ dataset, version }: Cited, catalog: BlockCatalog): number {
  const definition = dataset.citationDateField === null ? undefined : catalog.findField(dataset.citationDateField);
  if (definition !== undefined) {
    const { name, parent } = definition;
    const text = parent === null ? textOf(version.metadata.value, name) : textOf(version.metadata.value, parent, name);
    const digits = /\d{4}/.exec(text ?? '');
    if (digits !== null) return Number(digits[0]);
  }
  const available = availableDay(dataset);
  return available === null ? version.updatedAt.getUTCFullYear() : Number(available.slice(0, 4));
}
