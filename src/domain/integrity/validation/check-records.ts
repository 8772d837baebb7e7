import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import {
  countDatasets,
  listDatasetIds,
  listStoredFileRecords,
  listStoredVariables,
  listStoredVersions,
} from '../../../db/queries/integrity/stored-records.ts';
import type { RecordsCheckStatus } from '../../../vocabulary/integrity.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import { requireDatasetId } from '../examined-dataset.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { fileViolations, type RecordViolation, variableViolations, versionViolations } from './record-violations.ts';

/** What a check of a dataset's stored records found. */
export interface RecordsCheck {
  readonly datasetId: number;
  /** `UNKNOWN`: the check itself failed; the log says why. */
  readonly status: RecordsCheckStatus;
  /** The first ones. */
  readonly violations: readonly RecordViolation[];
}

/** Most violations reported for one dataset. */
const MOST_VIOLATIONS = 20;
/** Rows that are held at once. A version can hold megabytes of metadata, a record of a file holds little. */
const VERSIONS_AT_ONCE = 5;
const RECORDS_AT_ONCE = 1000;

/** Beside the dataset, what a check is about. */
interface Examined {
  /** Whether the variables of its tables are looked at, too. */
  readonly variables?: boolean;
}

async function* violationsOf(
  { db }: CommandContext,
  { id: datasetId, variables = false }: Examined & { readonly id: number },
  catalog: BlockCatalog,
): AsyncGenerator<RecordViolation> {
  for (let after = 0, count = VERSIONS_AT_ONCE; count === VERSIONS_AT_ONCE;) {
    const versions = await listStoredVersions(db, datasetId, after, VERSIONS_AT_ONCE);
    for (const version of versions) yield* versionViolations(version, catalog);
    after = versions.at(-1)?.ordinal ?? 0;
    count = versions.length;
  }
  for (let after = 0, count = RECORDS_AT_ONCE; count === RECORDS_AT_ONCE;) {
    const records = await listStoredFileRecords(db, datasetId, after, RECORDS_AT_ONCE);
    for (const record of records) yield* fileViolations(record);
    after = records.at(-1)?.id ?? 0;
    count = records.length;
  }
  for (let after = 0, count = variables ? RECORDS_AT_ONCE : 0; count === RECORDS_AT_ONCE;) {
    const rows = await listStoredVariables(db, datasetId, after, RECORDS_AT_ONCE);
    for (const variable of rows) yield* variableViolations(variable);
    after = rows.at(-1)?.id ?? 0;
    count = rows.length;
  }
}

async function check(context: CommandContext, examined: Examined & { readonly id: number }, catalog: BlockCatalog): Promise<RecordsCheck> {
  const { id: datasetId } = examined;
  const violations: RecordViolation[] = [];
  try {
    for await (const violation of violationsOf(context, examined, catalog)) {
      violations.push(violation);
      if (violations.length === MOST_VIOLATIONS) break;
    }
  } catch (err) {
    context.services.log.error({ err, datasetId, requestId: context.requestId }, 'The stored records of a dataset could not be checked.');
    return { datasetId, status: 'UNKNOWN', violations };
  }
  return { datasetId, status: violations.length === 0 ? 'VALID' : 'INVALID', violations };
}

/** Checks the stored records of one dataset: all versions and their files. @throws DomainError DATASET_NOT_FOUND. Source: users-admin.md 13. */
export const checkDatasetRecords = query({
  name: 'checkDatasetRecords',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, named: DatasetKey & Examined): Promise<RecordsCheck> => {
    const id = await requireDatasetId(context, named);
    return check(context, { ...named, id }, await context.services.blocks.refresh());
  },
});

/** Checks the stored records of a page of all datasets, by id. */
export const checkPageOfRecords = query({
  name: 'checkPageOfRecords',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context, _subject, page: Examined & PageWindow<number>): Promise<RecordsCheck[]> => {
    const catalog = await context.services.blocks.refresh();
    const checks: RecordsCheck[] = [];
    for (const id of await listDatasetIds(context.db, page)) {
      checks.push(await check(context, { variables: page.variables ?? false, id }, catalog));
    }
    return checks;
  },
});

/** Number of datasets that such checks look at. */
export const countCheckedDatasets = query({
  name: 'countCheckedDatasets',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ db }, _subject, _input: null): Promise<number> => countDatasets(db),
});
