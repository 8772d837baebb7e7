import { z } from 'zod';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { type DatasetSubject, lockDataset } from '../subjects/dataset-subject.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { emptyRequiredValues, readFieldEdits } from '../metadata/field-edits.ts';
import { mergeFields, removeValues } from '../metadata/merge-fields.ts';
import { titleOf } from '../../model/metadata/metadata-values.ts';
import { excerpt, ProblemList } from '../../errors/problem-list.ts';
import { RequiredFields } from '../metadata/required-fields.ts';
import type { ValidationScope } from '../metadata/validate-metadata.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { requireNewestVersion, requireWorkingVersion, saveDraft } from './ensure-draft.ts';
import { requireFresh } from '../subjects/require-fresh.ts';
import { metadataScopeOf, requireValidMetadata } from './version-metadata-input.ts';

/** Most faults that the text of a refusal repeats; all of them are in its problems. */
const TOLD = 20;

function refuse(prefix: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const texts = problems.slice(0, TOLD).map(({ message }) => message);
  throw new DomainError('BAD_USER_INPUT', `${prefix} ${texts.join(' ')}`, { problems });
}

const inputShape = {
  dataset: z.custom<DatasetKey>(),
  /** `{"fields": [...]}` or one field. */
  metadata: z.unknown().optional(),
  ifUnmodifiedSince: z.date().nullish(),
  ifMatch: z.array(z.string()).nullish(),
};

interface Editing {
  readonly dataset: DatasetKey;
  readonly metadata?: unknown;
  readonly ifUnmodifiedSince?: Date | null | undefined;
  readonly ifMatch?: string[] | null | undefined;
}

/** What the draft holds, or will begin with, and by which rules it is judged. */
interface Present {
  readonly catalog: BlockCatalog;
  readonly rules: ValidationScope;
  readonly stored: VersionMetadata;
}

/** Whatever an edit of single fields makes of the present metadata is judged as a whole and stored in the draft. */
async function editFields(
  scope: Scope,
  { dataset }: DatasetSubject,
  input: Editing,
  edit: (present: Present) => VersionMetadata,
): Promise<VersionRow> {
  requireFresh(await requireNewestVersion(scope, dataset.id), input);
  const working = await requireWorkingVersion(scope, dataset.id);
  const catalog = await catalogForWriting(scope);
  const rules = await metadataScopeOf(scope.tx, catalog, dataset.ownerId);
  const metadata = edit({ catalog, rules, stored: working.metadata.value });
  requireValidMetadata(metadata, catalog, rules);
  return saveDraft(scope, dataset.id, { metadata, title: titleOf(metadata) });
}

/**
 * Adds values to fields of the draft, or replaces them; the draft is made if there is none.
 * @throws DomainError DATASET_STALE | PRECONDITION_FAILED | BAD_USER_INPUT | DATASET_METADATA_INVALID. Source: datasets.md 6.2.
 */
export const editMetadata = command({
  name: 'editDatasetMetadata',
  input: z.object({ ...inputShape, replace: z.boolean().nullish() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (scope, subject, input): Promise<VersionRow> =>
    editFields(scope, subject, input, ({ catalog, rules, stored }) => {
      const replace = input.replace ?? false;
      const sent = readFieldEdits(input.metadata, catalog, { blankClears: replace });
      const empty = emptyRequiredValues(sent, new RequiredFields(rules.inputLevels), rules.blocks);
      refuse('Error parsing dataset update:', [...sent.problems, ...empty]);
      return mergeFields(stored, sent.edits, catalog, replace);
    }),
});

/**
 * Removes values from fields of the draft, which is made if there is none. All of them have to be there exactly, or none goes.
 * @throws DomainError DATASET_STALE | PRECONDITION_FAILED | BAD_USER_INPUT | DATASET_METADATA_INVALID. Source: datasets.md 6.3.
 */
export const deleteMetadata = command({
  name: 'deleteDatasetMetadata',
  input: z.object(inputShape),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (scope, subject, input): Promise<VersionRow> =>
    editFields(scope, subject, input, ({ catalog, stored }) => {
      const sent = readFieldEdits(input.metadata, catalog, { blankClears: false });
      refuse('Error processing metadata delete:', sent.problems);
      const { metadata, missing } = removeValues(stored, sent.edits, catalog, sent.pointers);
      const problems = new ProblemList();
      for (const { pointer, displayName, text } of missing) problems.add(pointer, `${displayName}: ${excerpt(text)} not found.`);
      refuse('Delete metadata failed:', problems.toArray());
      return metadata;
    }),
});
